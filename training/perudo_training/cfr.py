"""Discounted CFR over the tree of a small final."""

from typing import NamedTuple

import torch
from torch import Tensor

from .rules import ACTIONS, BIDS, DUDO
from .tree import Play, by_bid

NOTHING = 1e-12
LEAST_SHARE = 2e-3  # smaller ones are left out of a target


class Totals(NamedTuple):
    """Sums over the iterations, of one level: regrets, or shares."""

    doubt: Tensor  # [n, H]
    children: Tensor  # [children, H]


class Cfr:
    def __init__(self, tree):
        self.tree = tree
        self.parents = [level["parent"] for level in tree.levels]
        self.bids = [list(by_bid(level)) for level in tree.levels]
        self.regrets = [self.zero(depth) for depth in range(len(tree.levels))]
        self.shares = [self.zero(depth) for depth in range(len(tree.levels))]

    def zero(self, depth):
        level, hands = self.tree.levels[depth], len(self.tree.hands[depth % 2])
        sizes = (len(level["count"]), len(level["parent"]))
        return Totals(*(torch.zeros(size, hands, device=self.tree.device) for size in sizes))

    def normalised(self, totals, depth):
        """Positive totals as shares; all actions equal where there are none."""
        parent = self.parents[depth]
        doubt, children = (total.clamp(min=0) for total in totals)
        can_doubt = depth > 0
        if not can_doubt:
            doubt = torch.zeros_like(doubt)
        total = doubt.index_add(0, parent, children)
        actions = torch.zeros(len(doubt), device=doubt.device)
        actions = actions.index_add(0, parent, torch.ones_like(parent, dtype=torch.float)) + can_doubt
        unknown = total <= NOTHING
        total = total.clamp(min=NOTHING)
        doubt = torch.where(unknown, (1.0 if can_doubt else 0.0) / actions[:, None], doubt / total)
        equal = 1.0 / actions[parent][:, None]
        return Play(doubt, torch.where(unknown[parent], equal, children / total[parent]))

    def doubt_values(self, depth, weight, seat, doubts):
        """What a doubt is worth to the seat, which `doubts` itself or is doubted."""
        values = torch.zeros(len(self.regrets[depth].doubt), len(self.tree.hands[seat]), device=weight.device)
        for code, rows in self.bids[depth]:
            won = weight[rows] @ self.tree.truth_for(code, seat).T
            values[rows] = -won if doubts else won
        return values

    def own_reach(self, plays, seat):
        """By level: the chance that the seat bids as the history says, whatever its hand. [n, H]"""
        reach = [torch.ones(1, len(self.tree.hands[seat]), device=self.tree.device)]
        for depth, parent in enumerate(self.parents[:-1]):
            here = reach[depth][parent]
            reach.append(here * plays[depth].children if depth % 2 == seat else here)
        return reach

    def iterate(self, iteration):
        for seat in (0, 1):
            self.iterate_seat(seat, iteration)

    def iterate_seat(self, seat, iteration):
        plays = [self.normalised(totals, depth) for depth, totals in enumerate(self.regrets)]
        reach, own = self.tree.reach_of(plays, 1 - seat), self.own_reach(plays, seat)
        value = None
        for depth in reversed(range(len(plays))):
            parent, play = self.parents[depth], plays[depth]
            if depth % 2 != seat:
                doubted = self.doubt_values(depth, reach[depth] * play.doubt, seat, doubts=False)
                value = doubted if value is None else doubted.index_add(0, parent, value)
                continue
            doubt = self.doubt_values(depth, reach[depth], seat, doubts=True)
            here = play.doubt * doubt
            regret = self.regrets[depth]
            children = regret.children
            if value is not None:
                here = here.index_add(0, parent, play.children * value)
                children = discounted(children, iteration) + value - here[parent]
            self.regrets[depth] = Totals(discounted(regret.doubt, iteration) + doubt - here, children)
            self.add_shares(depth, own[depth], play, iteration)
            value = here

    def add_shares(self, depth, own, play, iteration):
        """The average of the player's strategy, later iterations counted more."""
        discount = (iteration / (iteration + 1)) ** 2
        doubt, children = self.shares[depth]
        self.shares[depth] = Totals(
            doubt * discount + own * play.doubt,
            children * discount + own[self.parents[depth]] * play.children,
        )

    def average(self):
        return [self.normalised(totals, depth) for depth, totals in enumerate(self.shares)]

    def exploitability(self):
        return self.tree.gain(self.average())

    def solution(self, least_reach):
        """What a network should play, as `solved.Solved` reads it.

        Rows are information sets that the player's own play reaches with at least `least_reach`, whatever
        the opponent bids: depth, node, hand, weight (own reach times the chance of the hand). Shares are
        sparse: row, column, value.
        """
        plays = self.average()
        parts = [part for seat in (0, 1) for part in self.seat_rows(plays, seat, least_reach)]
        columns = {name: torch.cat([part[name] for part in parts]) for name in parts[0]}
        target = columns.pop("target")
        row, column = (target > LEAST_SHARE).nonzero(as_tuple=True)
        sparse = dict(row=row.int(), col=column.to(torch.uint8), val=target[row, column])
        return columns | dict(dice=self.tree.dice) | sparse

    def seat_rows(self, plays, seat, least_reach):
        own = self.own_reach(plays, seat)
        for depth in range(seat, len(plays), 2):
            node, hand = (own[depth] >= least_reach).nonzero(as_tuple=True)
            yield dict(
                depth=torch.full((len(node),), depth, dtype=torch.int16),
                node=node.int(),
                hand=hand.short(),
                weight=own[depth][node, hand] * self.tree.hands[seat].chance[hand],
                target=self.targets(depth, plays[depth], node, hand).half(),
            )

    def targets(self, depth, play, node, hand):
        """The shares of all actions in these information sets: [rows, ACTIONS]."""
        parent, action = self.parents[depth], self.tree.levels[depth]["action"]
        shares = torch.zeros(len(node), ACTIONS, device=node.device)
        shares[:, DUDO] = play.doubt[node, hand]
        if len(parent):
            child = torch.full((len(play.doubt), BIDS), -1, device=node.device)
            child[parent, action] = torch.arange(len(parent), device=node.device)
            child = child[node]
            bids = play.children[child.clamp(min=0), hand[:, None]]
            shares[:, :BIDS] = torch.where(child >= 0, bids, 0.0)
        return shares


def discounted(regret, iteration):
    """Regrets of before: positive ones fade slowly, negative ones by half."""
    fade = iteration**1.5 / (iteration**1.5 + 1)
    return torch.where(regret > 0, regret * fade, regret * 0.5)
