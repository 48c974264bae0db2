"""A whole round of two players under the ladder of `tournament`, solved for one of them on a growing tree.

The `hero` is who the solution is for: it bids only where the tree goes on, and it doubts every bid that the
tree does not have. Its adversary may bid anything at any time. So the solution is the best that the hero can
do with this tree against whoever knows it, and a best response over the whole game measures exactly that.
(Solved for both at once, each player comes to count on being doubted outside the tree, which no real opponent
does.)

Discounted CFR, level by level: all histories with the same number of bids at once (`round_kernels.cu`). The
tree grows by the bids that are made most often: the adversary's by how it plays, the hero's by how it would
like to play if every bid outside the tree were doubted, with some chance in it.

A standing bid is `(count - 1) * 6 + face`; before the first bid it is `opening`.
"""

from typing import ClassVar

import torch

from .native import MAX_SLOTS, Walk, library, run
from .round_bots import slots_of_bots
from .rules import BIDS, DUDO, FACES, OFFSETS
from .tree import Hands

POSITIVE, AVERAGE = 1.5, 2.0  # the exponents by which regrets and averages forget
EXPLORING = 2  # the hero looks around in every second iteration
EXPLORE = 0.1  # how much of that is by chance
FINDS = 1 << 22  # bids that a walk may find
NEVER = 9.0  # no chance is as large
MOST_BOTS = 64  # they are bits of one number
ROOM = 1.5  # how much more room there is once it is full
FIRST_ROOM = 1024


def least_counts(bid, opening, dice):
    """The least legal count of each face after a bid; 0: there is none."""
    if bid == opening:
        return [0] + [1] * (FACES - 1)
    count, face = bid // FACES + 1, bid % FACES
    if face == 0:
        least = [count + 1] + [2 * count + 1] * (FACES - 1)
    else:
        least = [(count + 1) // 2] + [count if other > face else count + 1 for other in range(1, FACES)]
    return [number if number <= dice else 0 for number in least]


class Window:
    """The bids that the learner considers: all up to a count of `low`, and `width` counts above the least."""

    def __init__(self, dice, width, low, device):
        self.opening = FACES * dice
        least = [least_counts(bid, self.opening, dice) for bid in range(self.opening + 1)]
        bids, beyond = zip(
            *(self.of(bid, row, dice, width, low) for bid, row in enumerate(least)), strict=True
        )

        def table(rows):
            return torch.tensor(rows, dtype=torch.int32, device=device)

        self.number = table([len(row) for row in bids])
        self.bids = table([row + [0] * (MAX_SLOTS - len(row)) for row in bids])
        self.least = table(least)
        self.beyond = table(beyond)  # the first count of each face outside the window

    def of(self, bid, least, dice, width, low):
        floor = min((count for count in least[1:] if count), default=0)
        bids, beyond = [], []
        for face, first in enumerate(least):
            if not first:
                beyond.append(0)
                continue
            if bid == self.opening:
                last = low
            elif face == 0:
                last = max(first + width - 1, (low + 1) // 2)
            else:
                last = max(floor + width, low)
            last = min(last, dice)
            bids += [(count - 1) * FACES + face for count in range(first, last + 1)]
            after = max(last + 1, first)
            beyond.append(after if after <= dice else 0)
        return sorted(bids), beyond

    def actions(self, bid, slots):
        """The action of the network for each slot of a standing bid: [n, s] of [n] and [n, s]. The slot after
        the last bid is the doubt."""
        chosen = self.bids[bid[:, None], slots.clamp(max=MAX_SLOTS - 1)].long()
        face, count = chosen % FACES, chosen // FACES + 1
        action = face * OFFSETS + count - self.least[bid].long().gather(1, face)
        return torch.where(slots < self.number[bid][:, None], action, DUDO).clamp(0, BIDS)


class Histories:
    """The histories of the tree by their numbers, parents before children, and what is learnt about them.

    Everything that is learnt lies in one long row of numbers: those of a history begin at `cells`, by slot
    and by hand of the one to move. The last slot is the doubt. Behind the regrets of the hero are its shares.
    """

    COLUMNS: ClassVar = dict(
        bid=torch.int32,
        parent=torch.int32,
        depth=torch.int32,
        cells=torch.int64,
        slots=torch.int64,
        faces=torch.int32,  # those that the hero has bid, as bits
        often=torch.float32,
    )

    def __init__(self, window, hands, hero, room, device):
        self.window, self.hands, self.hero, self.device = window, hands, hero, device
        try:
            self.numbers = torch.zeros(room, device=device)
        except RuntimeError as error:
            raise MemoryError(f"there are no {4 * room / 1e9:g} GB free") from error
        self.size = self.used = self.children = 0
        self.child = torch.full((FIRST_ROOM,), -1, dtype=torch.int32, device=device)
        for name, dtype in self.COLUMNS.items():
            setattr(self, name, torch.zeros(FIRST_ROOM, dtype=dtype, device=device))
        self.levels = []  # the numbers of those of each length

    def add(self, bid, parent, depth, link, often):
        """New histories, children of others at `link`. Says whether there was room for them."""
        number = self.window.number[bid].long()
        hands = torch.where(depth % 2 == 0, *self.hands)
        cells = (number + 1) * hands * torch.where(depth % 2 == self.hero, 2, 1)
        ends = cells.cumsum(0) + self.used
        if int(ends[-1]) > len(self.numbers):
            return False
        last = number.cumsum(0) + self.children
        size = self.size + len(bid)
        own = torch.where(
            (depth > 0) & (depth % 2 != self.hero), 1 << bid % FACES, 0
        )  # the hero made this bid
        columns = dict(
            bid=bid,
            parent=parent,
            depth=depth,
            cells=ends - cells,
            slots=last - number,
            faces=self.faces[parent] | own,
            often=often,
        )
        for name, column in columns.items():
            setattr(self, name, roomy(getattr(self, name), self.size, size))
            getattr(self, name)[self.size : size] = column.to(self.COLUMNS[name])
        self.child = roomy(self.child, self.children, int(last[-1]), fill=-1)
        ids = torch.arange(self.size, size, dtype=torch.int32, device=self.device)
        self.child[link] = ids
        self.size, self.used, self.children = size, int(ends[-1]), int(last[-1])
        for level in range(int(depth.min()), int(depth.max()) + 1):
            if level == len(self.levels):
                self.levels.append(ids[:0])
            self.levels[level] = torch.cat([self.levels[level], ids[depth == level]])
        return True

    def shares(self, rows, slots, hands):
        """What the hero does at some of its histories: where its shares of some slots and hands lie."""
        own = self.hands[self.hero]
        behind = (self.window.number[self.bid[rows].long()].long() + 1) * own
        return self.numbers[self.cells[rows] + behind + slots * own + hands]


def roomy(column, size, needed, fill=0):
    """A column with room for so many; of the old one the first `size` are kept."""
    if needed <= len(column):
        return column
    larger = torch.full((int(needed * ROOM),), fill, dtype=column.dtype, device=column.device)
    larger[:size] = column[:size]
    return larger


class RoundSolver:
    """The round of `dice` (the opener's, the other's), solved for the `hero` (0: the opener).

    In iteration t a bid is kept when it is made, and the other comes to where it is made, with a chance of
    `threshold` / t, until `memory` bytes are full; whoever goes on then makes the best of that tree.

    With `bots` (styles [n, len(Style)], at most 64) one of them sits in the adversary's place in `share` of
    all rounds: the hero gives away a little against the best response to win more from whoever plays like
    them.
    """

    def __init__(self, dice, hero, device, width=1, low=6, threshold=1e-4, memory=1e8, bots=None, share=0.0):
        self.dice, self.hero, self.device, self.threshold = dice, hero, device, threshold
        self.window = Window(sum(dice), width, low, device)
        self.hands = [Hands.of(number, device) for number in dice]
        # [6, H] dice of each hand that count for each face
        self.counting = [
            torch.cat([hands.counts[:, :1], hands.counts[:, 1:] + hands.counts[:, :1]], 1)
            .T.int()
            .contiguous()
            for hands in self.hands
        ]
        sizes = [len(hands) for hands in self.hands]
        self.tree = Histories(self.window, sizes, hero, int(memory / 4), device)
        self.found = torch.zeros(FINDS, dtype=torch.int64, device=device)
        self.finds = torch.zeros(1, dtype=torch.int32, device=device)
        library(device.type)  # compiles it, if need be, before the clock runs
        self.iterations = 0
        self.grows = True  # whether there is room for more histories
        self.reach = self.values = self.alive = self.bots = torch.zeros(0, device=device)
        self.share = share
        if share:
            if len(bots) > MOST_BOTS:
                raise ValueError(f"{len(bots)} bots are more than {MOST_BOTS}")
            seat = 1 - hero
            self.bot_slots = slots_of_bots(self.window, self.hands[seat].counts, dice, seat, bots)
        else:
            self.bot_slots = self.alive
        opening = torch.tensor([self.window.opening], device=device)
        none = torch.zeros(1, dtype=torch.long, device=device)
        fits = self.tree.add(opening, none, none, link=none[:0], often=none + 1)
        # Every opening that is considered is in the tree.
        bids = self.window.bids[opening[0], : int(self.window.number[opening[0]])].long()
        link = torch.arange(len(bids), device=device)
        fits = fits and self.tree.add(bids, link * 0, link * 0 + 1, link, often=link * 0 + 1 / len(bids))
        if not fits:
            raise MemoryError(f"{memory / 1e9:g} GB have no room for the first bids")

    @property
    def histories(self):
        return self.tree.size

    def bytes(self):
        return 4 * self.tree.used

    def iterate(self):
        self.iterations += 1
        hero, adversary = self.hero, 1 - self.hero
        keep = self.threshold / self.iterations
        if self.grows and self.iterations % EXPLORING == 0:
            self.walk(adversary, keep, explore=EXPLORE)
            self.keep_found(keep)
        self.walk(hero, keep if self.grows else NEVER)
        self.keep_found(keep)
        self.walk(adversary)

    def loss(self):
        """What the best response wins against the hero's average."""
        return self.walk(1 - self.hero, measure=True)

    def winnings(self):
        """What the hero's average wins against the bots."""
        return self.walk(self.hero, measure=True)

    def walk(self, seat, keep=NEVER, explore=0.0, measure=False):
        """The seat learns against what the other does now, and what it wins is returned."""
        tree, other = self.tree, 1 - seat
        self.make_room()
        self.alive.zero_()
        self.alive[0] = 1
        self.finds.zero_()
        time, bots = self.iterations, len(self.bot_slots)
        share = 1.0 if measure and other != self.hero else self.share
        walk = Walk(
            weight=float(time) ** AVERAGE,
            fade=time**POSITIVE / (time**POSITIVE + 1),
            keep=keep,
            explore=explore,
            hero_moves=other == self.hero,
            measure=measure,
            others=len(self.hands[other]),
            seats=len(self.hands[seat]),
            other_dice=self.dice[other],
            room=FINDS,
            **pointers(tree, "bid", "parent", "cells", "slots", "child", "numbers", "often"),
            **pointers(self.window, "number", "bids", "beyond"),
            **pointers(self, "reach", "values", "alive", "found", "finds"),
            **pointers(self.hands[other], "chance"),
            other_counts=self.counting[other].data_ptr(),
            seat_counts=self.counting[seat].data_ptr(),
            **pointers(self, "bots", "bot_slots"),
            **pointers(tree, "faces"),
            bot_count=bots,
            bids_in_all=self.window.opening + 1,
            bot_chance=share / max(bots, 1),
            rest=1 - share,
        )
        depths = range(len(tree.levels))
        for depth in depths:
            if depth % 2 == other:
                self.run("other_moves", walk, depth)
        if explore:
            return None
        for depth in reversed(depths):
            self.run("seat_moves" if depth % 2 == seat else "add_children", walk, depth)
        return float((self.hands[seat].chance * self.values[: len(self.hands[seat])]).sum())

    def run(self, program, walk, depth):
        rows = self.tree.levels[depth]
        walk.rows, walk.depth = rows.data_ptr(), depth
        threads = -(-max(walk.others, walk.seats) // 32) * 32
        run(self.device.type, program, walk, len(rows), threads)

    def make_room(self):
        """The walk has a row for each history."""
        if len(self.alive) < self.tree.size:
            # What was there before goes first: a GPU may have no room for both.
            self.reach = self.values = None
            size = int(self.tree.size * ROOM)
            numbers = size * max(map(len, self.hands))
            self.reach, self.values = (torch.zeros(numbers, device=self.device) for _ in range(2))
            self.alive = torch.zeros(size, dtype=torch.uint8, device=self.device)
            if self.share:
                self.bots = None
                rows = size * len(self.hands[1 - self.hero])
                self.bots = torch.zeros(rows, dtype=torch.int64, device=self.device)

    def keep_found(self, keep):
        """The bids that a walk found are part of the tree from now on."""
        tree, count = self.tree, min(int(self.finds), FINDS)
        if not count:
            return
        # In a fixed order: threads find them in any.
        found = self.found[:count].sort().values
        parent, slot = found // MAX_SLOTS, found % MAX_SLOTS
        bid = self.window.bids[tree.bid[parent].long(), slot].long()
        depth, link = tree.depth[parent].long() + 1, tree.slots[parent] + slot
        self.grows = tree.add(bid, parent, depth, link, often=torch.full_like(tree.often[parent], keep))

    def reaches(self):
        """By the hero's average, how likely each of its hands comes to the histories of a depth: [n, H]"""
        tree, hands = self.tree, self.hands[self.hero]
        self.walk(1 - self.hero, measure=True)
        known = self.reach[: tree.size * len(hands)].view(tree.size, -1)

        def of(depth):
            rows = tree.levels[depth].long()
            if depth < 2 and not (depth == 1 and self.hero == 0):
                return hands.chance.expand(len(rows), -1)
            # Where the hero is to move, the adversary moved last.
            at = rows if depth % 2 != self.hero else tree.parent[rows].long()
            return known[at] * self.alive[at, None]

        return of


def pointers(of, *names):
    return {name: getattr(of, name).data_ptr() for name in names}
