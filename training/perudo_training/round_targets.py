"""Solved rounds as targets for a network: information sets drawn from the solver's tree."""

from pathlib import Path

import torch

from .features import features
from .native import MAX_SLOTS
from .networks import precision
from .rounds import RoundSolver
from .rules import (
    ACTIONS,
    AXES,
    DUDO,
    FACES,
    LEAVE_DOUBLE,
    MAPUTO_AUTO,
    MAPUTO_DECLARED,
    OPEN_ACES,
    PRESETS,
    WITH_CALZA,
    constants,
    pick,
)
from .tree import BIDDING, DICE_EACH, Hands, after_bids, opening, tables_of

REACH_POWER = 0.6  # information sets are drawn by their own reach to this power
LEAST_REACH = 1e-3  # by the player's own play; what comes there more rarely is not drawn
KEPT_SHARES = 8  # of each information set, the largest
UNMET = 0.08  # how many rows answer a bid that the solution does not know, for each that it knows
UNMET_JUMP = 5  # counts above the least that such a bid is drawn from; small ones oftener
SEATS = ("opener", "other")
DOUBTFUL = 0.5  # it is doubted by hands that give it smaller odds than this; others learn nothing about it


def draw(solver: RoundSolver, rows):
    """About `rows` information sets of the hero, drawn by the reach of its own play, with the shares of the
    solution, in any order. Columns of small integers; `shares` by `actions`."""
    hero, reach = solver.hero, solver.reaches()
    depths = range(len(solver.tree.levels))
    chance = solver.hands[hero].chance
    # Where the hero moves, and where it answers.
    weights = [reach_weights(reach(depth), chance) for depth in depths]
    for depth in depths[hero::2]:
        weights[depth] = weights[depth] * is_known(solver, depth)
    masses = [float(weight.sum(dtype=torch.float64)) for weight in weights]
    total, answers = sum(masses[hero::2]), sum(masses[1 - hero :: 2])
    parts, bidding, places = [], opening(solver.device), None
    for depth in depths:
        if depth:
            bidding, places = bids_of(solver, depth, bidding, places)
        mass = masses[depth]
        if depth % 2 == hero:
            if count := round(rows * mass / total):
                parts.append(level_rows(solver, depth, bidding, weights[depth], count))
        elif mass > 0:
            count = max(1, round(UNMET * rows * mass / answers))
            parts.append(unmet_rows(solver, depth, bidding, weights[depth], count))
    rows = joined(parts)
    order = torch.randperm(len(rows["turn"]), device=solver.device)
    return {name: column[order] for name, column in rows.items()} | dict(dice=solver.dice)


def reach_weights(reach, chance):
    """By their own reach, how often the hands of each history are drawn: [n, H]"""
    return torch.where(reach / chance >= LEAST_REACH, reach, 0.0) ** REACH_POWER


def is_known(solver, depth, chunk=65536):
    """Whether the solution knows what each of the hero's hands does there: [n, H]"""
    tree, hands = solver.tree, len(solver.hands[solver.hero])
    hand = torch.arange(hands, device=solver.device)
    parts = []
    for rows in tree.levels[depth].long().split(chunk):
        known = torch.zeros(len(rows), hands, dtype=torch.bool, device=solver.device)
        number = solver.window.number[tree.bid[rows].long()]
        for slot in range(int(number.max()) + 1):
            here = (number >= slot).nonzero().squeeze(1)
            known[here] |= tree.shares(rows[here, None], slot, hand) > 0
        parts.append(known)
    return torch.cat(parts)


def bids_of(solver, depth, before, places):
    """The fields of `BIDDING` of a level, from those of the level above, and where each history has them.
    `places`: the same of the level above."""
    tree = solver.tree
    rows = tree.levels[depth].long()
    bid, parent = tree.bid[rows].long(), tree.parent[rows].long()
    at = parent if places is None else places[parent]
    above = {name: tensor[at] for name, tensor in before.items()}
    places = torch.zeros(tree.size, dtype=torch.long, device=solver.device)
    places[rows] = torch.arange(len(rows), device=solver.device)
    return after_bids(above, (depth - 1) % 2, bid // FACES + 1, bid % FACES), places


def drawn(weight, count, chunk=4_000_000):
    """Numbers of histories and hands, by their weights [n, H]."""
    cumulative = weight.flatten().cumsum(0, dtype=torch.float64)
    for low in range(0, count, chunk):
        draws = torch.rand(min(chunk, count - low), dtype=torch.float64, device=weight.device)
        which = torch.searchsorted(cumulative, draws * cumulative[-1]).clamp(max=len(cumulative) - 1)
        yield which // weight.shape[1], which % weight.shape[1]


def level_rows(solver, depth, bidding, weight, count):
    return joined([rows_of(solver, depth, bidding, *chosen) for chosen in drawn(weight, count)])


def rows_of(solver, depth, bidding, node, hand):
    """What the solution does with a hand at each of some histories of a level."""
    tree = solver.tree
    rows = tree.levels[depth].long()[node]
    bid = tree.bid[rows].long()
    number = solver.window.number[bid].long()
    slots = torch.arange(MAX_SLOTS, device=solver.device).expand(len(rows), -1)
    # The slot after the last bid is the doubt.
    known = tree.shares(rows[:, None], slots.minimum(number[:, None]), hand[:, None])
    shares = torch.where(slots <= number[:, None], known, 0.0)
    shares, slots = shares.topk(KEPT_SHARES, 1)
    columns = {name: bidding[name][node].to(torch.uint8) for name in BIDDING}
    return columns | dict(
        turn=torch.full_like(node, depth % 2, dtype=torch.uint8),
        hand=hand.short(),
        actions=solver.window.actions(bid, slots).to(torch.uint8),
        shares=(shares / shares.sum(1, keepdim=True)).half(),
    )


def unmet_rows(solver, depth, bidding, weight, count):
    """Bids that are not in the tree, and what the solution says to them: a doubt. `weight` [n, H]: of those
    who answer."""
    mover, other = depth % 2, 1 - depth % 2
    hands = solver.hands[other]
    parts = []
    for node, hand in drawn(weight, count):
        bid, raised, known = unmet_bids(solver, solver.tree.levels[depth].long()[node])
        face, odds = bid % FACES, odds_against(solver, other, hands.counts[hand], bid)
        keep = raised & ~known & (odds < DOUBTFUL)
        node, hand, bid, face = node[keep], hand[keep], bid[keep], face[keep]
        before = {name: column[node] for name, column in bidding.items()}
        after = after_bids(before, mover, bid // FACES + 1, face)
        shares = torch.zeros(len(node), KEPT_SHARES, dtype=torch.half, device=solver.device)
        shares[:, 0] = 1
        actions = torch.zeros(len(node), KEPT_SHARES, dtype=torch.uint8, device=solver.device)
        actions[:, 0] = DUDO
        columns = {name: after[name].to(torch.uint8) for name in BIDDING}
        turn = torch.full_like(node, other, dtype=torch.uint8)
        parts.append(columns | dict(turn=turn, hand=hand.short(), actions=actions, shares=shares))
    return joined(parts)


def unmet_bids(solver, rows):
    """A random raise of each history; whether it is legal, and whether the tree has it."""
    window, tree = solver.window, solver.tree
    standing = tree.bid[rows].long()
    face = torch.randint(0, FACES, rows.shape, device=rows.device)
    least = pick(window.least[standing], face).long()
    jump = (torch.rand(rows.shape, device=rows.device) ** 2 * UNMET_JUMP).long()
    count = least + jump
    bid = (count - 1) * FACES + face
    raised = (least > 0) & (count <= sum(solver.dice))
    slots = torch.arange(MAX_SLOTS, device=rows.device)
    links = (tree.slots[rows, None] + slots).clamp(max=len(tree.child) - 1)
    same = (window.bids[standing] == bid[:, None]) & (slots < window.number[standing][:, None])
    known = (same & (tree.child[links] >= 0)).any(1)
    return bid.clamp(min=0), raised, known


def odds_against(solver, seat, counts, bid):
    """How likely a bid is by the seat's own dice alone."""
    face, count = bid % FACES, bid // FACES + 1
    own = pick(counts, face) + torch.where(face > 0, counts[:, 0], 0)
    unknown = torch.full_like(count, solver.dice[1 - seat])
    return constants(bid.device).tail(face == 0, unknown, count - own)


def joined(parts):
    """Columns of several parts, one after the other."""
    return {name: torch.cat([part[name] for part in parts]) for name in parts[0]}


def path_of(folder, dice, hero):
    return Path(folder) / f"round_{dice[0]}{dice[1]}_{SEATS[hero]}.pt"


def load(path, device):
    """One file's columns, and the dice of its round."""
    file = torch.load(path, map_location="cpu", weights_only=True)
    dice = tuple(file.pop("dice"))
    return {name: column.to(device) for name, column in file.items()}, dice


class Reader:
    """Rows as a network learns from them. A row has 68 bytes, and more than a thousand once it is read: rows
    are read when they are needed."""

    def __init__(self, device):
        hands = [Hands.of(dice, device).counts for dice in range(1, DICE_EACH + 1)]
        self.hands = torch.zeros(DICE_EACH + 1, len(hands[-1]), FACES, dtype=torch.long, device=device)
        for dice, counts in enumerate(hands, 1):
            self.hands[dice, : len(counts)] = counts

    def read(self, rows, dice):
        """Inputs, legal actions, shares. `dice` [n, 2]: of the opener and of the other."""
        turn, hand = rows["turn"].long(), rows["hand"].long()
        bidding = {name: rows[name].long() for name in BIDDING}
        state = tables_of(bidding, turn, dice, like_tournament(len(turn), turn.device))
        # Who has one die left may have had a maputo, which changes nothing between two.
        state.used.copy_((state.dice == 1) & (torch.rand(state.used.shape, device=turn.device) < 0.5))
        inputs = features(state, hand=self.hands[pick(dice, turn), hand])
        shares = torch.zeros(len(turn), ACTIONS, device=turn.device)
        shares.scatter_add_(1, rows["actions"].long(), rows["shares"].float())
        return precision(inputs), state.legal(), shares


def like_tournament(tables, device):
    """Axes under which a round of two is the same as under `tournament`, half of them `tournament` itself."""
    axes = torch.rand(tables, AXES, device=device) < 0.5
    axes[:, [OPEN_ACES, LEAVE_DOUBLE, MAPUTO_DECLARED, WITH_CALZA]] = False
    tournament = torch.tensor(PRESETS["tournament"], dtype=torch.bool, device=device)
    return torch.where(axes[:, MAPUTO_AUTO, None], axes, tournament)
