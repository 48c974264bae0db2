"""Solved play in the smallest finals, as a target for the policy."""

from pathlib import Path

import torch

from .features import features
from .networks import precision
from .rules import ACTIONS, LEAVE_DOUBLE, MAPUTO_DECLARED, OPEN_ACES, WITH_CALZA
from .tree import BIDDING, Tree

FOLDER = Path(__file__).resolve().parent.parent  # where the commands are, and `targets_*.pt` with them
REACH_POWER = 0.6  # information sets are drawn by their own reach to this power


class Solved:
    """Information sets: inputs, legal actions, shares of the solution, cumulative chances to draw them."""

    def __init__(self, inputs, legal, target, weight):
        self.inputs, self.legal, self.target = inputs, legal, target
        self.cumulative = (weight / weight.sum()).cumsum(0)

    def __len__(self):
        return len(self.inputs)

    @classmethod
    def load(cls, device, folder=FOLDER):
        """All `targets_*.pt` of `solve_small.py` in the folder; nothing if there are none."""
        files = sorted(Path(folder).glob("targets_*.pt"))
        rows = [row for path in files for row in rows_of(path, device)]
        return cls(*(torch.cat(column) for column in zip(*rows, strict=True))) if rows else None

    def draw(self, count):
        draws = torch.rand(count, device=self.cumulative.device)
        rows = torch.searchsorted(self.cumulative, draws).clamp(max=len(self) - 1)
        return self.inputs[rows], self.legal[rows], self.target[rows]


def rows_of(path, device):
    """One file's rows, one part for each depth of the tree: inputs, legal, target, weight."""
    file = torch.load(path, map_location=device, weights_only=True)
    tree = Tree(tuple(file["dice"]), device, keep=False)
    target = torch.zeros(len(file["weight"]), ACTIONS, device=device)
    target[file["row"].long(), file["col"].long()] = file["val"].float()
    weight = file["weight"].float() ** REACH_POWER
    total = weight.sum()
    for depth, level in enumerate(tree.levels):
        rows = (file["depth"] == depth).nonzero().squeeze(1)
        if not len(rows):
            continue
        node, hand = file["node"][rows].long(), file["hand"][rows].long()
        state = tree.state({name: level[name][node] for name in BIDDING}, depth)
        inputs = features(state, hand=tree.hands[depth % 2].counts[hand])
        shares = target[rows]
        shares = shares / shares.sum(1, keepdim=True).clamp(min=1e-6)
        yield precision(inputs), state.legal(), shares, weight[rows] / total


def is_solved(rows):
    """Decisions of solved finals: two players with three dice or fewer, the ladder of `tournament`."""
    dice, axes = rows["dice"], rows["axes"]
    small = ((dice > 0).sum(1) == 2) & (dice.sum(1) <= 3) & (rows["maputo_of"] < 0)
    other_ladder = axes[:, OPEN_ACES] | axes[:, LEAVE_DOUBLE]
    return small & ~other_ladder & ~axes[:, MAPUTO_DECLARED] & ~axes[:, WITH_CALZA]
