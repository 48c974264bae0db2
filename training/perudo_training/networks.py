"""The networks. The policy network is the only one that ships."""

import math

import torch
from torch import nn
from torch.nn import functional

from .features import (
    CRITIC_INPUTS,
    INPUTS,
    SLOTS,
    VALUE_INPUTS,
    VALUE_SLOT_INPUTS,
    with_doubt,
    without_habits,
)
from .rules import ACTIONS, LEAVE_DOUBLE, MAPUTO_AUTO, OPEN_ACES, WITH_CALZA

ILLEGAL = -1e9  # the logit of what cannot be
# The chances that the opponent is a bot with habits between which a duellist turns from solved play to what
# beats such bots.
BOLD = (0.7, 0.95)
AHEAD = 2  # dice more than the opponent, for that
# The chances of habits between which memory comes to count at a large table, and the opponents that make one.
CERTAIN = (0.9, 0.99)
MANY = 4
SOLVED_DICE_EACH = 5


class Trunk(nn.Module):
    """h = relu(W x + b); `blocks` times h += relu(W norm(h) + b); norm(h). `norm` is a layer norm without
    weights (mean 0, variance 1, eps 1e-5). Runs in the type of its input (bfloat16 in training). Of a longer
    input it takes the beginning."""

    def __init__(self, inputs, width, blocks):
        super().__init__()
        self.inputs, self.width = inputs, width
        self.inp = nn.Linear(inputs, width)
        self.lins = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))

    def norm(self, hidden):
        return functional.layer_norm(hidden, (self.width,))

    def forward(self, inputs):
        with torch.autocast(inputs.device.type, enabled=False):
            hidden = torch.relu(linear_like(inputs[:, : self.inputs], self.inp))
            for layer in self.lins:
                hidden = hidden + torch.relu(linear_like(self.norm(hidden), layer))
            return self.norm(hidden).float()


def linear_like(inputs, layer):
    """The layer in the type of its input."""
    return functional.linear(inputs, layer.weight.to(inputs.dtype), layer.bias.to(inputs.dtype))


class Policy(nn.Module):
    """`inputs`: `ROUND_INPUTS` for one that knows nothing of earlier rounds."""

    def __init__(self, width=640, blocks=3, inputs=INPUTS):
        super().__init__()
        self.width, self.blocks = width, blocks
        self.trunk = Trunk(inputs, width, blocks)
        self.policy = nn.Linear(width, ACTIONS)
        self.win = nn.Linear(width, SLOTS)  # chance of each slot to win the tour (softmax over those there)
        self.lose = nn.Linear(width, SLOTS + 1)  # who loses a die in this round (last: nobody, exact calza)
        self.weak = nn.Linear(width, SLOTS)  # of each slot: that a bot with habits sits there
        with torch.no_grad():
            self.policy.weight.mul_(0.1)

    def forward(self, inputs, heads=True):
        hidden = self.trunk(inputs)
        if not heads:
            return self.policy(hidden).float()
        return tuple(head(hidden).float() for head in (self.policy, self.win, self.lose, self.weak))


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


def way(weak, chances):
    """How far a chance, given as a logit, has come on the way from one chance to another: 0 to 1."""
    low, high = chances
    return ((weak.sigmoid() - low) / (high - low)).clamp(0, 1)


def boldness(weak, state):
    """How far the adaptive network may leave safe play in a duel, from the logit that the opponent is a bot
    with habits. Habits can be feigned: no more is risked than what was won, only who is clearly ahead leaves
    safe play, and nobody does where duels were solved.
    """
    ahead = 2 * state.own_dice >= state.dice_in_play + AHEAD
    dares = ahead & ~is_solved_duel(state)
    return way(weak, BOLD) * dares[:, None]


def team_log_shares(nets, state, inputs, legal, temperature=1.0, doubt=1.0):
    """What a team of networks does, as logarithms [B, ACTIONS]: what the first does; with two players the
    mean of it and the second, if there is one. A third knows solved duels and plays those under the ladder of
    `tournament`; the first then plays as far as `boldness` says. `doubt`: how slowly the first believes
    habits."""
    by_table = temperatures(state.dice, temperature)
    table, *rest = nets
    logits, _, _, weak = table(with_doubt(inputs, state, doubt))
    first = masked_log_softmax(logits / by_table, legal)
    if state.dice.shape[1] > MANY:
        plain = masked_log_softmax(table(without_habits(inputs), heads=False) / by_table, legal)
        first = mixed(plain, first, certainty(weak, state))
    if not rest:
        return first
    two = (state.players == 2)[:, None]
    shares = [masked_log_softmax(net(inputs, heads=False) / by_table, legal) for net in rest]
    team = torch.logsumexp(torch.stack([first, shares[0]]), 0) - math.log(2)
    if len(shares) > 1:
        team = torch.where(is_solved_duel(state)[:, None], shares[1], team)
        team = mixed(team, first, boldness(weak[:, 1:2], state))
    return torch.where(two, team, first)


def mixed(log_shares, others, share):
    """A policy with so much of another one in it, as logarithms."""
    rest = (1 - share).clamp(min=1e-9).log()
    return torch.logaddexp(log_shares + rest, others + share.clamp(min=1e-9).log())


def certainty(weak, state):
    """How far memory counts: at a large table as far as everyone there has habits for certain. Bots that
    reason about what others hold look as if they had some, and are misread. [B, 1]"""
    slot = torch.arange(SLOTS, device=weak.device)
    other = (slot > 0) & (slot < state.players[:, None])
    sure = way(weak, CERTAIN).masked_fill(~other, 1.0).amin(1)
    return torch.where(state.players > MANY, sure, 1.0)[:, None]


def is_solved_duel(state):
    """Whether a round of two players is the same as under `tournament`."""
    axes = state.axes
    other = axes[:, OPEN_ACES] | axes[:, LEAVE_DOUBLE] | ~axes[:, MAPUTO_AUTO] | axes[:, WITH_CALZA]
    return ~other & ~state.maputo & (state.dice_each == SOLVED_DICE_EACH)


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
