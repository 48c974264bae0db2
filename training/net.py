"""The networks. The policy network is the only one that ships."""
import torch
import torch.nn as nn
import torch.nn.functional as Fn

from simulator import CRITIC_F, F, NACT, NS, VALUE_F


class Trunk(nn.Module):
    """h = relu(W x + b); `blocks` times h += relu(W norm(h) + b); norm(h). `norm` is a layer norm without weights
    (mean 0, variance 1, eps 1e-5). Runs in the type of its input (bfloat16 in training)."""

    def __init__(self, inputs, width, blocks):
        super().__init__()
        self.width = width
        self.inp = nn.Linear(inputs, width)
        self.lins = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))

    def forward(self, x):
        with torch.autocast(x.device.type, enabled=False):
            lin = lambda l, v: Fn.linear(v, l.weight.to(v.dtype), l.bias.to(v.dtype))
            norm = lambda v: Fn.layer_norm(v, (self.width,))
            h = torch.relu(lin(self.inp, x))
            for l in self.lins:
                h = h + torch.relu(lin(l, norm(h)))
            return norm(h).float()


class Policy(nn.Module):
    def __init__(self, width=640, blocks=3):
        super().__init__()
        self.width, self.blocks = width, blocks
        self.trunk = Trunk(F, width, blocks)
        self.policy = nn.Linear(width, NACT)
        self.win = nn.Linear(width, NS)        # chance of each slot to win the tour (softmax over those there)
        self.lose = nn.Linear(width, NS + 1)   # who loses a die in this round (last: nobody, an exact calza)
        with torch.no_grad():
            self.policy.weight.mul_(.1)

    def forward(self, x, heads=True):
        h = self.trunk(x)
        if not heads:
            return self.policy(h).float()
        return self.policy(h).float(), self.win(h).float(), self.lose(h).float()


class Critic(nn.Module):
    """Sees all dice. Q of every action for the player to act, and the outcome of the round."""

    def __init__(self, width=640, blocks=3):
        super().__init__()
        self.trunk = Trunk(CRITIC_F, width, blocks)
        self.q = nn.Linear(width, NACT)
        self.outcome = nn.Linear(width, 2 * NS)
        with torch.no_grad():
            self.q.weight.mul_(.1)

    def forward(self, x):
        h = self.trunk(x)
        return self.q(h).float(), self.outcome(h).float()


class TourValue(nn.Module):
    """Between rounds: the chance of each slot, clockwise from the opener, to win the tour."""

    def __init__(self, width=192):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(VALUE_F, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(),
                                 nn.Linear(width, NS))

    def forward(self, x):
        there = x[:, :NS * 8].reshape(-1, NS, 8)[:, :, 0] > 0
        return self.net(x).float().masked_fill(~there, -1e9)


def masked_logp(logits, legal):
    return Fn.log_softmax(logits.masked_fill(~legal, -1e9), 1)


def sample(logits, legal):
    g = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-7, 1 - 1e-7)))
    return (logits + g).masked_fill(~legal, -1e9).argmax(1)
