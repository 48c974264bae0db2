"""Solved rounds as targets for a network: information sets drawn from the solver's tree."""

from pathlib import Path

import torch

from .features import features
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
DOUBTFUL = 0.5  # it is doubted by hands that give it smaller odds than this; others learn nothing about it


def draw(solver: RoundSolver, rows):
    """About `rows` information sets of both players, drawn by the reach of their own play, with the shares of
    the solution, in any order. Columns of small integers; `shares` by `actions`."""
    parts = []
    bidding = opening(solver.device)
    reaches = [solver.reach(seat, "share")[0] for seat in (0, 1)]
    weights = [drawing_weights(solver, level, reaches[level.mover][level.depth]) for level in solver.levels]
    totals = [float(weight.sum(dtype=torch.float64)) for weight in weights]
    for level, weight, total in zip(solver.levels, weights, totals, strict=True):
        if level.depth:
            bidding = bids_of(level, bidding)
        if count := round(rows * total / sum(totals)):
            parts.append(level_rows(solver, level, bidding, weight, count))
            answer = reaches[1 - level.mover][level.depth]
            parts.append(unmet_rows(solver, level, bidding, answer, max(1, round(UNMET * count))))
    rows = joined(parts)
    order = torch.randperm(len(rows["turn"]), device=solver.device)
    return {name: column[order] for name, column in rows.items()} | dict(dice=solver.dice)


def reach_weights(reach, chance):
    """By their own reach, how often the hands of each history are drawn: [n, H]"""
    return torch.where(reach / chance >= LEAST_REACH, reach, 0.0) ** REACH_POWER


def drawing_weights(solver, level, reach):
    """The same, of those whose play the solution knows."""
    weight = reach_weights(reach, solver.hands[level.mover].chance)
    for piece in solver.pieces(level):
        weight[piece.rows] *= piece.share.sum(1) > 0
    return weight


def bids_of(level, before):
    """The fields of `BIDDING` of a level, from those of the level above."""
    bid, parent = level.bid[: level.size], level.parent[: level.size]
    above = {name: tensor[parent] for name, tensor in before.items()}
    return after_bids(above, (level.depth - 1) % 2, bid // FACES + 1, bid % FACES)


def drawn(weight, count, chunk=4_000_000):
    """Numbers of histories and hands, by their weights [n, H]."""
    cumulative = weight.flatten().cumsum(0, dtype=torch.float64)
    for low in range(0, count, chunk):
        draws = torch.rand(min(chunk, count - low), dtype=torch.float64, device=weight.device)
        which = torch.searchsorted(cumulative, draws * cumulative[-1]).clamp(max=len(cumulative) - 1)
        yield which // weight.shape[1], which % weight.shape[1]


def level_rows(solver, level, bidding, weight, count):
    parts = []
    for node, hand in drawn(weight, count):
        parts += [
            rows_of(level, shelf, bidding, node[here], hand[here]) for shelf, here in level.by_shelf(node)
        ]
    return joined(parts)


def rows_of(level, shelf, bidding, node, hand):
    """Of histories that are on one shelf."""
    shares, slots = shelf.share[level.place[node], :, hand].topk(min(KEPT_SHARES, shelf.width + 1), 1)
    missing = KEPT_SHARES - slots.shape[1]
    actions = shelf.actions[level.bid[node]].gather(1, slots)
    shares = shares / shares.sum(1, keepdim=True)
    columns = {name: bidding[name][node].to(torch.uint8) for name in BIDDING}
    return columns | dict(
        turn=torch.full_like(node, level.mover, dtype=torch.uint8),
        hand=hand.short(),
        actions=torch.nn.functional.pad(actions, (0, missing)).to(torch.uint8),
        shares=torch.nn.functional.pad(shares, (0, missing)).half(),
    )


def unmet_rows(solver, level, bidding, reach, count):
    """Bids that are not in the tree, and what the solution says to them: a doubt. `reach` [n, H]: of those
    who answer."""
    other = 1 - level.mover
    hands = solver.hands[other]
    parts = []
    for node, hand in drawn(reach_weights(reach, hands.chance), count):
        bid, raised, known = unmet_bids(solver, level, node)
        face, odds = bid % FACES, odds_against(solver, other, hands.counts[hand], bid)
        keep = raised & ~known & (odds < DOUBTFUL)
        node, hand, bid, face = node[keep], hand[keep], bid[keep], face[keep]
        before = {name: column[node] for name, column in bidding.items()}
        after = after_bids(before, level.mover, bid // FACES + 1, face)
        shares = torch.zeros(len(node), KEPT_SHARES, dtype=torch.half, device=solver.device)
        shares[:, 0] = 1
        actions = torch.zeros(len(node), KEPT_SHARES, dtype=torch.uint8, device=solver.device)
        actions[:, 0] = DUDO
        columns = {name: after[name].to(torch.uint8) for name in BIDDING}
        turn = torch.full_like(node, other, dtype=torch.uint8)
        parts.append(columns | dict(turn=turn, hand=hand.short(), actions=actions, shares=shares))
    return joined(parts)


def unmet_bids(solver, level, node):
    """A random raise of each history; whether it is legal, and whether the tree has it."""
    window = solver.window
    standing = level.bid[node]
    face = torch.randint(0, FACES, node.shape, device=node.device)
    least = pick(window.least[standing], face)
    jump = (torch.rand(node.shape, device=node.device) ** 2 * UNMET_JUMP).long()
    count = least + jump
    bid = (count - 1) * FACES + face
    raised = (least > 0) & (count <= sum(solver.dice))
    known = ((window.bids[standing] == bid[:, None]) & (level.child[node] >= 0)).any(1)
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


def path_of(folder, dice):
    return Path(folder) / f"round_{dice[0]}{dice[1]}.pt"


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
