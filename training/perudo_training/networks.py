"""The networks. The policy network is the only one that ships."""

import math

import torch
from torch import nn
from torch.nn import functional

from .features import CRITIC_INPUTS, INPUTS, SLOTS, VALUE_INPUTS, VALUE_SLOT_INPUTS
from .rules import ACTIONS

ILLEGAL = -1e9  # the logit of what cannot be


class Trunk(nn.Module):
    """h = relu(W x + b); `blocks` times h += relu(W norm(h) + b); norm(h). `norm` is a layer norm without
    weights (mean 0, variance 1, eps 1e-5). Runs in the type of its input (bfloat16 in training)."""

    def __init__(self, inputs, width, blocks):
        super().__init__()
        self.width = width
        self.inp = nn.Linear(inputs, width)
        self.lins = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))

    def norm(self, hidden):
        return functional.layer_norm(hidden, (self.width,))

    def forward(self, inputs):
        with torch.autocast(inputs.device.type, enabled=False):
            hidden = torch.relu(linear_like(inputs, self.inp))
            for layer in self.lins:
                hidden = hidden + torch.relu(linear_like(self.norm(hidden), layer))
            return self.norm(hidden).float()


def linear_like(inputs, layer):
    """The layer in the type of its input."""
    return functional.linear(inputs, layer.weight.to(inputs.dtype), layer.bias.to(inputs.dtype))


class Policy(nn.Module):
    def __init__(self, width=640, blocks=3):
        super().__init__()
        self.width, self.blocks = width, blocks
        self.trunk = Trunk(INPUTS, width, blocks)
        self.policy = nn.Linear(width, ACTIONS)
        self.win = nn.Linear(width, SLOTS)  # chance of each slot to win the tour (softmax over those there)
        self.lose = nn.Linear(width, SLOTS + 1)  # who loses a die in this round (last: nobody, exact calza)
        with torch.no_grad():
            self.policy.weight.mul_(0.1)

    def forward(self, inputs, heads=True):
        hidden = self.trunk(inputs)
        if not heads:
            return self.policy(hidden).float()
        return self.policy(hidden).float(), self.win(hidden).float(), self.lose(hidden).float()


class Critic(nn.Module):
    """Sees all dice. The value of every action for the player to act, and the outcome of the round."""

    def __init__(self, width=640, blocks=3):
        super().__init__()
        self.trunk = Trunk(CRITIC_INPUTS, width, blocks)
        self.q = nn.Linear(width, ACTIONS)
        self.outcome = nn.Linear(width, 2 * SLOTS)
        with torch.no_grad():
            self.q.weight.mul_(0.1)

    def forward(self, inputs):
        hidden = self.trunk(inputs)
        return self.q(hidden).float(), self.outcome(hidden).float()


class TourValue(nn.Module):
    """Between rounds: the chance of each slot, clockwise from the opener, to win the tour."""

    def __init__(self, width=192):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(VALUE_INPUTS, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, SLOTS),
        )

    def forward(self, inputs):
        slots = inputs[:, : SLOTS * VALUE_SLOT_INPUTS].reshape(-1, SLOTS, VALUE_SLOT_INPUTS)
        there = slots[:, :, 0] > 0
        return self.net(inputs).float().masked_fill(~there, ILLEGAL)


def masked_log_softmax(logits, mask):
    return functional.log_softmax(logits.masked_fill(~mask, ILLEGAL), 1)


def shares(net, inputs, legal):
    """How often a policy plays each action."""
    return masked_log_softmax(net(inputs, heads=False), legal).exp()


def sample(logits, legal):
    """One legal action for each row, drawn by its logit."""
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-7, 1 - 1e-7)))
    return (logits + noise).masked_fill(~legal, ILLEGAL).argmax(1)


def temperatures(dice, temperature):
    """One temperature for each table: 1 in finals that are solved. [B, 1]"""
    final = ((dice > 0).sum(1) == 2) & (dice.sum(1) <= 3)
    return torch.where(final, 1.0, temperature)[:, None]


def team_log_shares(nets, state, inputs, legal, temperature=1.0):
    """What a team of networks does, as logarithms [B, ACTIONS]: with two players the mean of what they would
    do, else what the first does."""
    by_table = temperatures(state.dice, temperature)
    first, *rest = (masked_log_softmax(net(inputs, heads=False) / by_table, legal) for net in nets)
    if not rest:
        return first
    two = (state.players == 2)[:, None]
    mean = torch.logsumexp(torch.stack([first, *rest]), 0) - math.log(len(nets))
    return torch.where(two, mean, first)


def move_towards(average, network, rate):
    """Moves every weight of an average by a share of the way to the network's.

    PyTorch can do that for all tensors at once, by a private function: 0.2 of 125 ms an iteration.
    """
    with torch.no_grad():
        for moved, weight in zip(average.parameters(), network.parameters(), strict=True):
            moved.lerp_(weight, rate)


def precision(inputs):
    """Inputs in the type that networks run in on their device."""
    return inputs.bfloat16() if inputs.is_cuda else inputs
