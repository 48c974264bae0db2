"""A whole round of two players under the ladder of `tournament`, solved over a public tree that grows.

Discounted CFR, level by level: all histories with the same number of bids at once, hands as vectors. A
history is kept once the opponent comes there often enough; elsewhere the mover doubts. The learner's bids are
limited to a window (`Window`); the best response may bid anything, so that the exploitability is exact.

A standing bid is `(count - 1) * 6 + face`; before the first bid it is `opening`.
"""

import math

import torch

from .rules import BIDS, DUDO, FACES, OFFSETS
from .tree import Hands

NOTHING = 1e-30
WORST = -9.0
FIRST_ROOM = 64  # rows that there is room for at first
ROOM = 1.4  # how much more room there is once it is full
SHELVES = (6, 12, 20)  # histories with up to so many bids lie together, those with more on a last shelf


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
        rows = [self.of(bid, row, dice, width, low) for bid, row in enumerate(least)]
        bids, beyond = zip(*rows, strict=True)
        self.size = max(map(len, bids))
        padded = [row + [-1] * (self.size - len(row)) for row in bids]
        self.bids = torch.tensor(padded, device=device)
        self.least = torch.tensor(least, device=device)
        self.beyond = torch.tensor(beyond, device=device)  # the first count of each face outside the window
        self.doubtful = torch.arange(self.opening + 1, device=device) != self.opening
        self.legal = torch.cat([self.bids >= 0, self.doubtful[:, None]], 1)  # the last slot is the doubt
        # What a doubt of each slot is about: the bid itself, or for the last slot the standing one.
        about = torch.cat([self.bids, torch.arange(self.opening + 1, device=device)[:, None]], 1)
        self.about = about.clamp(0, self.opening - 1)
        self.actions = self.as_actions()
        number = (self.bids >= 0).sum(1)
        self.widths = [width for width in SHELVES if width < self.size] + [self.size]
        self.shelf = torch.bucketize(number, torch.tensor(self.widths, device=device))  # of each standing bid

    def slots(self, table, width):
        """The first slots of a table, and the last one, which is the doubt."""
        return torch.cat([table[:, :width], table[:, -1:]], 1)

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

    def as_actions(self):
        """The action of the network for each slot; 0 where there is none."""
        face, count = self.bids % FACES, self.bids // FACES + 1
        action = face * OFFSETS + count - self.least.gather(1, face.clamp(min=0))
        action = torch.where(self.bids >= 0, action, 0)
        return torch.cat([action, torch.full_like(action[:, :1], DUDO)], 1).clamp(0, BIDS)


class Growing:
    """Tensors with a row for each history, which grow together."""

    def __init__(self, device, **shapes):
        self.device, self.shapes = device, shapes
        self.size = self.room = 0

    def add(self, **columns):
        """New rows; their numbers."""
        start, end = self.size, self.size + len(next(iter(columns.values())))
        self.make_room(end)
        for name, column in columns.items():
            getattr(self, name)[start:end] = column
        self.size = end
        return torch.arange(start, end, device=self.device)

    def make_room(self, size):
        if size <= self.room:
            return
        room = max(size, int(self.room * ROOM) + FIRST_ROOM)
        for name, (shape, dtype, fill) in self.shapes.items():
            new = torch.full((room, *shape), fill, dtype=dtype, device=self.device)
            if self.room:
                new[: self.size] = getattr(self, name)[: self.size]
            setattr(self, name, new)
        self.room = room

    def bytes(self):
        return self.room * sum(
            math.prod(shape) * torch.empty((), dtype=dtype).element_size()
            for shape, dtype, _ in self.shapes.values()
        )


class Shelf(Growing):
    """What is learnt about histories of one length that have about as many bids to choose from: a number for
    each slot and hand of the one to move."""

    def __init__(self, window, width, hands, device):
        numbers = ((width + 1, hands), torch.float32, 0)
        super().__init__(device, row=((), torch.int64, 0), regret=numbers, share=numbers)
        self.width = width  # slots besides the doubt
        self.bids = window.bids[:, :width]
        self.legal, self.about, self.actions = (
            window.slots(table, width) for table in (window.legal, window.about, window.actions)
        )


class Level(Growing):
    """Histories of one length. `shelf`, `place`: where it is that something is learnt about each."""

    def __init__(self, depth, window, hands, device):
        number = ((), torch.int64, 0)
        child = ((window.size,), torch.int32, -1)
        super().__init__(device, bid=number, parent=number, slot=number, place=number, child=child)
        self.depth, self.mover, self.window = depth, depth % 2, window
        self.shelves = [Shelf(window, width, hands, device) for width in window.widths]

    def add(self, bid, parent, slot):
        """New histories; their numbers."""
        rows = super().add(bid=bid, parent=parent, slot=slot)
        for shelf, here in self.by_shelf(rows):
            self.place[rows[here]] = shelf.add(row=rows[here])
        return rows

    def by_shelf(self, rows):
        """Which of the rows are on each shelf."""
        number = self.window.shelf[self.bid[rows]]
        for i, shelf in enumerate(self.shelves):
            here = (number == i).nonzero().squeeze(1)
            if len(here):
                yield shelf, here

    def bytes(self):
        return super().bytes() + sum(shelf.bytes() for shelf in self.shelves)


class Piece:
    """Some histories of a shelf."""

    def __init__(self, level, shelf, low, high):
        self.rows = shelf.row[low:high]
        self.regret, self.share = shelf.regret[low:high], shelf.share[low:high]
        self.child = level.child[self.rows, : shelf.width]
        self.bid = level.bid[self.rows]
        self.bids, self.legal, self.about = shelf.bids[self.bid], shelf.legal[self.bid], shelf.about[self.bid]


class RoundSolver:
    """`grow`, `threshold`: in iteration t a history is kept when the opponent comes there with a chance of
    `threshold` / t^`grow`."""

    def __init__(self, dice, device, width=1, low=6, grow=1.5, threshold=1.0, chunk=None):
        self.dice, self.device = dice, device
        self.grow, self.threshold = grow, threshold
        self.chunk = chunk or (8192 if device.type == "cuda" else 2048)
        self.window = Window(sum(dice), width, low, device)
        self.hands = [Hands.of(number, device) for number in dice]
        # [6, H] dice of each hand that count for each face
        self.counting = [
            torch.cat([hands.counts[:, :1], hands.counts[:, 1:] + hands.counts[:, :1]], 1).T.contiguous()
            for hands in self.hands
        ]
        self.levels = []
        self.iterations = 0
        self.grows = True  # whether more histories may be kept
        self.extend(0, *(torch.tensor([value], device=device) for value in (self.window.opening, 0, 0)))

    @property
    def histories(self):
        return sum(level.size for level in self.levels)

    def bytes(self):
        return sum(level.bytes() for level in self.levels)

    def extend(self, depth, bid, parent, slot):
        while len(self.levels) <= depth:
            number = len(self.levels)
            self.levels.append(Level(number, self.window, len(self.hands[number % 2]), self.device))
        rows = self.levels[depth].add(bid, parent, slot)
        if depth:
            self.levels[depth - 1].child[parent, slot] = rows.int()

    def iterate(self):
        self.iterations += 1
        for seat in (1, 0):
            self.walk(seat, "learn")

    def exploitability(self):
        """What the best response wins: the mean of both seats, and each."""
        first, second = (self.walk(seat, "best") for seat in (0, 1))
        return (first + second) / 2, [first, second]

    def value(self):
        return self.walk(0, "value")

    def shares(self, level, piece, of):
        """Positive totals as shares [n, slots, H]; where there are none: a doubt, or any opening."""
        shares = getattr(piece, of).clamp(min=0)
        total = shares.sum(1, keepdim=True)
        unknown = (total <= 0).float()
        shares /= total.clamp(min=NOTHING)
        if level.depth:
            shares[:, -1:] += unknown
        else:
            legal = piece.legal.float()
            shares += unknown * (legal / legal.sum(1, keepdim=True))[:, :, None]
        return shares

    def pieces(self, level):
        for shelf in level.shelves:
            rows = self.chunk * (self.window.size + 1) // (shelf.width + 1)
            for low in range(0, shelf.size, rows):
                yield Piece(level, shelf, low, min(low + rows, shelf.size))

    @torch.no_grad()
    def reach(self, seat, of, learn=False):
        """By level: the chance of each hand of the seat and that it bids as the history says. [n, H]

        With `learn` the seat's shares are added up, and the histories that are to be kept from now on are
        returned too.
        """
        reach, fresh = [self.hands[seat].chance[None]], []
        for level in self.levels:
            here = reach[-1]
            below = self.levels[level.depth + 1] if level.depth + 1 < len(self.levels) else None
            if level.mover != seat:
                if below is not None:
                    reach.append(here[below.parent[: below.size]])
                continue
            after = None
            if below is not None:
                after = torch.zeros(below.size, here.shape[1], device=self.device)
            for piece in self.pieces(level):
                mine, shares = here[piece.rows], self.shares(level, piece, of)
                if learn:
                    piece.share.addcmul_(mine[:, None], shares, value=self.iterations**2)
                    fresh += self.worth_keeping(level, piece, mine, shares)
                if after is not None:
                    at, slot = (piece.child >= 0).nonzero(as_tuple=True)
                    after[piece.child[at, slot].long()] = mine[at] * shares[at, slot]
            if after is not None:
                reach.append(after)
        return reach, fresh

    def worth_keeping(self, level, piece, reach, shares):
        if not self.grows:
            return []
        often = torch.einsum("nh,nah->na", reach, shares[:, :-1])
        often *= self.iterations**self.grow
        wanted = (piece.child < 0) & (piece.bids >= 0) & (often >= self.threshold)
        at, slot = wanted.nonzero(as_tuple=True)
        return [(level.depth + 1, piece.bids[at, slot], piece.rows[at], slot)] if len(at) else []

    @torch.no_grad()
    def walk(self, seat, mode):
        """What the seat wins: `learn` by its regrets, `value` by the average, or the `best` response."""
        of = "regret" if mode == "learn" else "share"
        reach, fresh = self.reach(1 - seat, of, learn=mode == "learn")
        values = None
        for level in reversed(self.levels):
            here = torch.empty(level.size, len(self.hands[seat]), device=self.device)
            visit = self.own_values if level.mover == seat else self.others_values
            for piece in self.pieces(level):
                of_other = reach[level.depth][piece.rows]
                here[piece.rows] = visit(level, piece, of_other, values, seat, mode)
            if level.mover != seat and values is not None:
                below = self.levels[level.depth + 1]
                here.index_add_(0, below.parent[: below.size], values)
            values = here
        for histories in fresh:
            self.extend(*histories)
        return float((self.hands[seat].chance * values[0]).sum())

    def own_values(self, level, piece, reach, values, seat, mode):
        """The seat is to move."""
        count, face = piece.about // FACES + 1, piece.about % FACES
        at_least = tails(self.mass_by_face(reach, 1 - seat))  # [n, 6, K + 1]
        of_slot = at_least.gather(1, face[:, :, None].expand(-1, -1, at_least.shape[2]))
        by_count = doubted(of_slot, count, self.dice[seat])
        by_count[:, -1] *= -1  # this doubt is the seat's own
        worth = by_count.gather(2, self.counting[seat][face])
        at, slot = (piece.child >= 0).nonzero(as_tuple=True)
        if len(at):
            worth[at, slot] = values[piece.child[at, slot].long()]
        if mode == "best":
            best = worth.masked_fill(~piece.legal[:, :, None], WORST).amax(1)
            return self.best_beyond(best, self.window.beyond[piece.bid], at_least, seat)
        shares = self.shares(level, piece, "regret" if mode == "learn" else "share")
        value = torch.einsum("nah,nah->nh", shares, worth)
        if mode == "learn":
            fade = self.iterations**1.5 / (self.iterations**1.5 + 1)
            piece.regret *= torch.where(piece.regret > 0, fade, 0.5)
            piece.regret += (worth - value[:, None]) * piece.legal[:, :, None]
        return value

    def best_beyond(self, best, counts, at_least, seat):
        """The best response may also bid outside the window, where the other doubts."""
        for face in range(FACES):
            count = counts[..., face]
            by_count = doubted(at_least[..., face, :], count, self.dice[seat])
            worth = by_count.gather(-1, self.counting[seat][face].expand(*by_count.shape[:-1], -1))
            best = torch.where((count > 0)[..., None], torch.maximum(best, worth), best)
        return best

    def others_values(self, level, piece, reach, values, seat, mode):
        """The other is to move: what the seat wins where the tree ends."""
        count, face = piece.about // FACES + 1, piece.about % FACES
        shares = self.shares(level, piece, "regret" if mode == "learn" else "share")
        shares *= reach[:, None]
        ends = piece.legal.clone()
        ends[:, :-1] &= piece.child < 0
        mass = torch.zeros(*shares.shape[:2], self.dice[1 - seat] + 1, device=self.device)
        mass.scatter_add_(2, self.counting[1 - seat][face], shares)
        by_count = -doubted(tails(mass), count, self.dice[seat])  # the seat doubts the other's bid
        by_count[:, -1] *= -1  # and this bid is its own
        worth = by_count.gather(2, self.counting[seat][face])
        if mode == "best":
            # Where the tree ends the seat may still bid anything; the other then doubts.
            by_face = torch.stack([self.mass_of_face(shares[:, :-1], 1 - seat, f) for f in range(FACES)], 2)
            least = self.window.least[piece.about[:, :-1]]
            worth[:, :-1] = self.best_beyond(worth[:, :-1], least, tails(by_face), seat)
        return torch.einsum("na,nah->nh", ends.float(), worth)

    def mass_of_face(self, reach, seat, face):
        """[..., H] summed by the number of dice that count for the face: [..., K]"""
        mass = torch.zeros(*reach.shape[:-1], self.dice[seat] + 1, device=self.device)
        return mass.scatter_add_(-1, self.counting[seat][face].expand(reach.shape), reach)

    def mass_by_face(self, reach, seat):
        return torch.stack([self.mass_of_face(reach, seat, face) for face in range(FACES)], 1)


def tails(mass):
    """By number: the mass of it and more; a last zero."""
    sums = mass.flip(-1).cumsum(-1).flip(-1)
    return torch.cat([sums, torch.zeros_like(sums[..., :1])], -1)


def doubted(at_least, count, own_dice):
    """What a bid of `count` wins when it is doubted, by how many own dice count for it: [..., K]"""
    own = torch.arange(own_dice + 1, device=count.device)
    missing = (count[..., None] - own).clamp(0, at_least.shape[-1] - 1)
    return 2 * at_least.gather(-1, missing) - at_least[..., :1]
