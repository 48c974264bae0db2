"""The rules as tensors: one row per table, no branches, so that a step can be captured in a CUDA graph.

Faces are 0 to 5 (0 = aces). Bids are coded relative to the ladder: action `face * OFFSETS + k` is the bid
`least(face) + k` of that face, where `least(face)` is the smallest legal count of the face now.
Up to 16 dice in play nothing is lost by that; above, jumps of more than 15 are left out.

Shapes: B tables, S seats.
"""

from dataclasses import dataclass, fields
from functools import cache

import torch
from torch import Tensor

FACES = 6
OFFSETS = 16  # how far above the least count of a face a bid can go
BIDS = FACES * OFFSETS
DUDO, CALZA, MAPUTO, PASS = range(BIDS, BIDS + 4)
ACTIONS = BIDS + 4
NEVER = 10000  # the least count of a face that cannot be bid
HISTORY = 12  # the last bids of a round that the network sees
MOST_DICE = 200  # on one table

# Columns of `State.axes`; neither MAPUTO_AUTO nor MAPUTO_DECLARED is `maputo=off`.
AXES = 8
(
    OPEN_ACES,
    LEAVE_DOUBLE,
    MAPUTO_AUTO,
    MAPUTO_DECLARED,
    MAPUTO_ONCE,
    MAPUTO_FINAL,
    THREE_SINGLES,
    WITH_CALZA,
) = range(AXES)

PRESETS = {
    "tournament": [0, 0, 1, 0, 1, 0, 0, 0],
    "classic": [1, 1, 0, 1, 0, 1, 1, 0],
    "international": [1, 0, 0, 1, 0, 1, 1, 0],
    "calza": [0, 0, 0, 1, 1, 0, 1, 1],
    "dudo": [1, 1, 0, 1, 0, 1, 1, 0],
}
# The presets that differ here, in the order of `Setup`'s chances.
DISTINCT_PRESETS = ("tournament", "classic", "international", "calza")


def binomial_tails(most_dice=MOST_DICE):
    """tails[j, n, h]: chance that at least h of n dice count; j = 0: one face in six, 1: two in six."""
    tails = torch.zeros(2, most_dice + 1, most_dice + 2, dtype=torch.float64)
    for j, chance in enumerate((1.0 / 6.0, 1.0 / 3.0)):
        tails[j, 0, 0] = 1.0
        for n in range(1, most_dice + 1):
            tails[j, n, 0] = 1.0
            tails[j, n, 1:] = chance * tails[j, n - 1, :-1] + (1 - chance) * tails[j, n - 1, 1:]
    return tails.float()


class Constants:
    """Constants on a device. Get them by `constants`, which makes them once."""

    def __init__(self, device):
        self.tails = binomial_tails().to(device).reshape(-1)
        self.faces = torch.arange(FACES, device=device)
        self.offsets = torch.arange(OFFSETS, device=device)
        self.presets = torch.tensor(
            [PRESETS[name] for name in DISTINCT_PRESETS], dtype=torch.bool, device=device
        )

    def tail(self, plain, unknown, need):
        """Chance that at least `need` of `unknown` dice count; `plain`: one face in six does, not two."""
        need = need.clamp(0, MOST_DICE + 1)
        index = ((~plain).long() * (MOST_DICE + 1) + unknown) * (MOST_DICE + 2) + need
        return self.tails[index]


@cache
def constants(device):
    return Constants(device)


def first_true(mask):
    """Index of the first true of each row, and whether there is one."""
    return mask.to(torch.int8).argmax(1), mask.any(1)


def pick(tensor, index):
    """tensor[b, index[b], ...]"""
    if tensor.dim() == 2:
        return tensor.gather(1, index[:, None]).squeeze(1)
    return tensor.gather(1, index[:, None, None].expand(-1, 1, tensor.shape[2])).squeeze(1)


def rows_where(mask, yes, no):
    """`torch.where` by a mask of tables [B], for tensors of any shape [B, ...]."""
    return torch.where(mask.view(-1, *[1] * (no.dim() - 1)), yes, no)


def players_with_dice(dice):
    return (dice > 0).sum(1)


def next_player(dice, seat):
    """The next seat with dice, clockwise after `seat`."""
    seats = dice.shape[1]
    clockwise = (seat[:, None] + torch.arange(1, seats + 1, device=dice.device)) % seats
    i, _ = first_true(dice.gather(1, clockwise) > 0)
    return pick(clockwise, i)


def previous_player(dice, seat):
    """The last seat with dice, clockwise before `seat`."""
    seats = dice.shape[1]
    backwards = (seat[:, None] - torch.arange(1, seats + 1, device=dice.device)) % seats
    i, _ = first_true(dice.gather(1, backwards) > 0)
    return pick(backwards, i)


def may_have_maputo(axes, dice, used):
    """Seats that may have their maputo now: [B, S]."""
    players = players_with_dice(dice)
    final = (players == 2) & ~axes[:, MAPUTO_FINAL]
    three_singles = (players == 3) & (dice.sum(1) == 3) & ~axes[:, THREE_SINGLES]
    allowed = ~final & ~three_singles
    return allowed[:, None] & (dice == 1) & ~(used & axes[:, MAPUTO_ONCE, None])


def least_counts(axes, maputo, count, face, plain_count, plain_face, dice_in_play):
    """The least legal count of each face: [B, 6], NEVER where there is none.

    `plain_count` and `plain_face` are the last bid that was not on aces.
    """
    faces = constants(count.device).faces
    count, face = count[:, None], face[:, None]
    ace = faces == 0
    opening = torch.where(ace & ~(axes[:, OPEN_ACES] | maputo)[:, None], NEVER, 1)
    same_face = torch.where(faces == face, count + 1, NEVER)
    base = 2 * count + (~axes[:, LEAVE_DOUBLE, None]).long()
    # Leaving aces must also raise the last bid before them.
    repeats = (plain_count[:, None] == base) & (faces <= plain_face[:, None])
    after_aces = torch.where(ace, count + 1, base + repeats.long())
    after_plain = torch.where(ace, (count + 1) // 2, torch.where(faces > face, count, count + 1))
    least = torch.where(maputo[:, None], same_face, torch.where(face == 0, after_aces, after_plain))
    least = torch.where(count == 0, opening, least)
    return torch.where(least > dice_in_play[:, None], NEVER, least)


@dataclass
class State:
    """A batch of tables, one row each."""

    axes: Tensor  # [B, AXES] bool
    dice_each: Tensor  # [B] what everyone has at most
    dice: Tensor  # [B, S]
    used: Tensor  # [B, S] bool: has had its maputo
    hands: Tensor  # [B, S, 6] dice of each face
    opener: Tensor  # [B]
    turn: Tensor  # [B]
    lost: Tensor  # [B] bool: the opener has just lost a die
    maputo_of: Tensor  # [B] whose maputo this round is, or -1
    maputo: Tensor  # [B] bool
    declaring: Tensor  # [B] bool: maputo is being offered, nobody has rolled
    count: Tensor  # [B] the standing bid, or 0
    face: Tensor  # [B]
    plain_count: Tensor  # [B] the last bid of the round that was not on aces, or 0
    plain_face: Tensor  # [B]
    past_counts: Tensor  # [B, HISTORY] the last bids, the latest first; 0 where there was none
    past_faces: Tensor  # [B, HISTORY]
    bids: Tensor  # [B] bids in this round
    highest: Tensor  # [B, S, 6] the highest count that a seat has bid on a face in this round
    habits: Tensor  # [B, S, HABITS] what each seat's play in earlier rounds adds up to (see habits.py)
    shown: Tensor  # [B, S, HABITS] the same of this round, which nobody sees before the showdown

    def tensors(self):
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def rows(self, low, high):
        return State(**{name: tensor[low:high] for name, tensor in self.tensors().items()})

    @property
    def dice_in_play(self):
        return self.dice.sum(1)

    @property
    def players(self):
        return players_with_dice(self.dice)

    @property
    def own_dice(self):
        return pick(self.dice, self.turn)

    def least(self):
        return least_counts(
            self.axes,
            self.maputo,
            self.count,
            self.face,
            self.plain_count,
            self.plain_face,
            self.dice_in_play,
        )

    def legal(self, least=None):
        """[B, ACTIONS] mask."""
        if least is None:
            least = self.least()
        counts = least[:, :, None] + constants(self.count.device).offsets
        bids = (counts <= self.dice_in_play[:, None, None]).reshape(-1, BIDS) & ~self.declaring[:, None]
        dudo = (self.count > 0) & ~self.declaring
        calza = dudo & self.axes[:, WITH_CALZA] & ~self.maputo & (self.own_dice < self.dice_each)
        declaring = self.declaring[:, None]
        return torch.cat([bids, dudo[:, None], calza[:, None], declaring, declaring], 1)

    def counts(self):
        """How many dice count for each face on the whole table: [B, 6]."""
        total = self.hands.sum(1)
        wild = torch.where(self.maputo[:, None], 0, total[:, :1])
        return total + wild * (constants(total.device).faces > 0)


def roll(dice, most_dice):
    """Hands as counts per face: [B, S, 6]."""
    faces = torch.randint(0, FACES, (*dice.shape, most_dice), device=dice.device)
    faces = torch.where(torch.arange(most_dice, device=dice.device) < dice[:, :, None], faces, FACES)
    hands = torch.zeros(*dice.shape, FACES + 1, dtype=torch.long, device=dice.device)
    hands.scatter_add_(2, faces, torch.ones_like(faces))
    return hands[:, :, :FACES]


def after_showdown(axes, dice_each, dice, used, maputo_of, seat, gains):
    """What the next round starts with when `seat` loses (or gains) a die: dice, used, opener, lost."""
    seats = torch.arange(dice.shape[1], device=dice.device)
    used = used | (seats == maputo_of[:, None])
    more = torch.minimum(dice + 1, dice_each[:, None])
    dice = torch.where(seats == seat[:, None], torch.where(gains[:, None], more, dice - 1), dice)
    left = pick(dice, seat)
    opener = torch.where(left > 0, seat, next_player(dice, seat))
    return dice, used, opener, (left > 0) & ~gains
