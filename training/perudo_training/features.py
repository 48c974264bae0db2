"""What the networks see of a table. README.md has the layout of the policy's input, number by number."""

import torch

from .habits import HABITS, habit_inputs
from .rules import (
    AXES,
    BIDS,
    FACES,
    HISTORY,
    LEAVE_DOUBLE,
    MAPUTO_AUTO,
    MAPUTO_DECLARED,
    MAPUTO_FINAL,
    MAPUTO_ONCE,
    NEVER,
    OPEN_ACES,
    THREE_SINGLES,
    WITH_CALZA,
    constants,
    may_have_maputo,
    pick,
    players_with_dice,
)

SLOTS = 6  # seats that the network sees: those with dice, clockwise from the player to act
SLOT_INPUTS = 15
BID_INPUTS = 11
LAYOUT = [
    ("hand", 36),
    ("dice", 27),
    ("kind", 5),
    ("axes", 10),
    ("standing", 24),
    ("least", 12),
    ("odds", BIDS),
    ("slots", SLOTS * SLOT_INPUTS),
    ("history", HISTORY * BID_INPUTS),
    ("length", 1),
    ("pad", 7),
    ("habits", SLOTS * HABITS),
    ("end", 4),
]
INPUTS = sum(size for _, size in LAYOUT)  # 528
ROUND_INPUTS = INPUTS - SLOTS * HABITS - 4  # 440: all but what earlier rounds showed
HABITS_SEEN = slice(ROUND_INPUTS, ROUND_INPUTS + SLOTS * HABITS)
MATCHES = slice(30, 36)  # own dice that count for each face, divided by 5
TWO_PLAYERS = 57  # 1 when two players are left

STYLE_INPUTS = 8  # what the critic knows of each seat's style
CRITIC_INPUTS = INPUTS + SLOTS * FACES + BIDS + 8 + SLOTS * STYLE_INPUTS + SLOTS * 2  # 728

VALUE_SLOT_INPUTS = 8
VALUE_INPUTS = SLOTS * VALUE_SLOT_INPUTS + 1 + 6 + AXES + 3 + 6  # 72


def one_hot(index, size):
    """All zero where the index is out of range."""
    return (index[..., None] == torch.arange(size, device=index.device)).float()


def seating_order(dice, start):
    """Seats with dice, clockwise from `start` (itself first if it has dice): [B, S], padded with S."""
    tables, seats = dice.shape
    rank = torch.arange(seats, device=dice.device)
    clockwise = (start[:, None] + rank) % seats
    live = dice.gather(1, clockwise) > 0
    # A scan of short rows is slow on a GPU.
    before = (live[:, :, None] & (rank[:, None] < rank)).sum(1)
    place = torch.where(live, before, seats)
    order = torch.full((tables, seats + 1), seats, dtype=torch.long, device=dice.device)
    order.scatter_(1, place, clockwise)
    return order[:, :seats]


def slots_from(dice, start):
    """The seats that the network sees, clockwise from `start`: [B, SLOTS], S where there is nobody.

    With more players than slots: the next two and the last three.
    """
    tables, seats = dice.shape
    players = players_with_dice(dice)[:, None]
    i = torch.arange(SLOTS, device=dice.device)
    rank = torch.where((players > SLOTS) & (i >= SLOTS // 2), players - SLOTS + i, i)
    padding = torch.full((tables, SLOTS), seats, dtype=torch.long, device=dice.device)
    return torch.cat([seating_order(dice, start), padding], 1).gather(1, rank)


class View:
    """What the player to act knows of each table. `hand` [B, 6] stands in for the hand in the state."""

    def __init__(self, state, least, hand=None):
        self.state, self.least = state, least
        self.constants = constants(state.dice.device)
        self.dice_in_play = state.dice_in_play
        self.players = state.players
        # A declaration comes before the roll: nobody has seen a hand yet.
        hand = pick(state.hands, state.turn) if hand is None else hand
        self.hand = torch.where(state.declaring[:, None], 0, hand)
        self.own_dice = state.own_dice
        self.unknown = self.dice_in_play - torch.where(state.declaring, 0, self.own_dice)
        wild = (~state.maputo)[:, None] & (self.constants.faces > 0)
        self.matches = self.hand + torch.where(wild, self.hand[:, :1], 0)
        self.plain = ~wild  # [B, 6] aces do not count for the face

    def own_hand(self):
        hand = self.hand
        steps = torch.stack([hand / 5, hand >= 1, hand >= 2, hand >= 3, hand >= 4], 2).float()
        return [steps.flatten(1), self.matches / 5]

    def numbers(self):
        in_play = self.dice_in_play
        return [
            torch.stack([in_play.float() / 30, 1 / in_play.float(), self.unknown / 30], 1),
            one_hot(in_play.clamp(max=12) - 1, 12),
            one_hot(self.own_dice.clamp(max=6) - 1, 6),
            one_hot(self.players.clamp(max=7) - 2, 6),
        ]

    def kind(self):
        state = self.state
        two = self.players == 2
        kinds = [~state.maputo & ~two, state.maputo, ~state.maputo & two]
        return torch.stack([*kinds, state.declaring, state.maputo_of == state.turn], 1)

    def axes(self):
        axes = self.state.axes
        auto, declared = axes[:, MAPUTO_AUTO], axes[:, MAPUTO_DECLARED]
        others = [MAPUTO_ONCE, MAPUTO_FINAL, THREE_SINGLES, WITH_CALZA]
        columns = [axes[:, OPEN_ACES], axes[:, LEAVE_DOUBLE], ~(auto | declared), auto, declared]
        return [
            torch.stack([*columns, *[axes[:, axis] for axis in others]], 1),
            (self.state.dice_each / 5)[:, None],
        ]

    def standing_bid(self):
        count, face = self.state.count, self.state.face
        there = (count > 0).float()
        plain = pick(self.plain, face)
        need = count - pick(self.matches, face)
        at_least = self.constants.tail(plain, self.unknown, need) * there
        more = self.constants.tail(plain, self.unknown, need + 1) * there
        exactly = torch.where(need < 0, 0.0, at_least - more)
        return [
            there[:, None],
            one_hot(face, FACES) * there[:, None],
            (count / 10)[:, None],
            (count / self.dice_in_play.float())[:, None],
            one_hot(count.clamp(max=12) - 1, 12),
            at_least[:, None],
            exactly[:, None],
            (need / 5 * there)[:, None],
        ]

    def least_bids(self):
        able = (self.least < NEVER) & ~self.state.declaring[:, None]
        return [torch.where(able, self.least, 0) / 10, able]

    def odds(self):
        """Of every bid, by one's own dice."""
        counts = self.least[:, :, None] + self.constants.offsets
        able = (counts <= self.dice_in_play[:, None, None]) & ~self.state.declaring[:, None, None]
        need = torch.where(able, counts, 0) - self.matches[:, :, None]
        odds = self.constants.tail(self.plain[:, :, None], self.unknown[:, None, None], need)
        return torch.where(able, odds, 0.0).flatten(1)

    def slots(self):
        state = self.state
        slots = Slots(state.dice, state.turn)
        dice = slots.gather(state.dice)
        highest = slots.gather(state.highest) * (3 / self.dice_in_play.float())[:, None, None]
        opens = (slots.seat == state.opener[:, None]) & slots.there
        columns = [
            slots.there.float()[:, :, None],
            (dice / 5)[:, :, None],
            one_hot(dice.clamp(max=5) - 1, 5),
            slots.gather(state.used).float()[:, :, None],
            opens.float()[:, :, None],
            highest,
        ]
        return torch.cat(columns, 2).flatten(1)

    def habits(self):
        return habits_seen(self.state)

    def last_bids(self):
        counts, faces = self.state.past_counts, self.state.past_faces
        there = counts > 0
        age = torch.arange(1, HISTORY + 1, device=counts.device)
        own = there & (age % self.players[:, None] == 0)
        need = counts - self.matches.gather(1, faces)
        odds = self.constants.tail(self.plain.gather(1, faces), self.unknown[:, None], need)
        there = there.float()
        columns = [
            there[:, :, None],
            own.float()[:, :, None],
            (counts / 10)[:, :, None],
            (counts / self.dice_in_play.float()[:, None])[:, :, None],
            (odds * there)[:, :, None],
            one_hot(faces, FACES) * there[:, :, None],
        ]
        return torch.cat(columns, 2).flatten(1)


class Slots:
    """The seats that the network sees, and what belongs to them; zero where there is nobody."""

    def __init__(self, dice, start):
        self.seat_or_none = slots_from(dice, start)
        self.there = self.seat_or_none < dice.shape[1]
        self.seat = self.seat_or_none.clamp(max=dice.shape[1] - 1)

    def gather(self, by_seat):
        """[B, S] or [B, S, n] by seat, as the same by slot."""
        if by_seat.dim() == 2:
            return by_seat.gather(1, self.seat) * self.there
        by_slot = by_seat.gather(1, self.seat[:, :, None].expand(-1, -1, by_seat.shape[2]))
        return by_slot * self.there[:, :, None]


def features(state, least=None, hand=None):
    """What the player to act sees: [B, INPUTS] float32. `hand` [B, 6] overrides the hand in the state."""
    view = View(state, state.least() if least is None else least, hand)
    parts = [
        *view.own_hand(),
        *view.numbers(),
        view.kind(),
        *view.axes(),
        *view.standing_bid(),
        *view.least_bids(),
        view.odds(),
        view.slots(),
        view.last_bids(),
        (state.bids / 10)[:, None],
        torch.zeros(len(state.dice), 7, device=state.dice.device),
        view.habits(),
        torch.zeros(len(state.dice), 4, device=state.dice.device),
    ]
    return torch.cat([part.float() for part in parts], 1)


def habits_seen(state, doubt=1.0):
    """What the player to act is told of everyone's habits."""
    return Slots(state.dice, state.turn).gather(habit_inputs(state.habits, doubt)).flatten(1)


def with_doubt(inputs, state, doubt):
    """The same inputs for somebody who believes habits more slowly."""
    if doubt == 1.0:
        return inputs
    inputs = inputs.clone()
    inputs[:, HABITS_SEEN] = habits_seen(state, doubt).to(inputs.dtype)
    return inputs


def without_habits(inputs):
    """The same inputs for somebody who remembers nothing."""
    inputs = inputs.clone()
    inputs[:, HABITS_SEEN] = 0
    return inputs


def critic_features(state, inputs, least, kinds, styles):
    """What the critic sees besides: all hands, which bids are true, who does not learn. [B, CRITIC_INPUTS]

    `kinds` [B, S, 2]: the seat is a bot; the seat is an opponent network. `styles` [B, S, STYLE_INPUTS]: how
    a bot there plays.
    """
    slots = Slots(state.dice, state.turn)
    rolled = (~state.declaring).float()
    hands = slots.gather(state.hands) * rolled[:, None, None]
    counts = state.counts()
    true = (least[:, :, None] + constants(counts.device).offsets) <= counts[:, :, None]
    surplus = (pick(counts, state.face) - state.count).float()
    there = (state.count > 0).float()
    standing = torch.stack(
        [(surplus >= 0) * there, (surplus == 0) * there, surplus.clamp(-5, 5) / 5 * there], 1
    )
    parts = [
        inputs,
        (hands / 5).flatten(1).float(),
        true.flatten(1).float() * rolled[:, None],
        standing,
        torch.zeros(len(inputs), 5, device=inputs.device),
        slots.gather(styles * kinds[:, :, :1]).flatten(1),
        slots.gather(kinds).flatten(1),
    ]
    return torch.cat(parts, 1)


def value_features(axes, dice_each, dice, used, opener, lost):
    """A table between two rounds, seats clockwise from the opener: [B, VALUE_INPUTS]; and the slots."""
    slots = Slots(dice, opener)
    slot_dice = slots.gather(dice)
    columns = [
        slots.there.float()[:, :, None],
        (slot_dice / 5)[:, :, None],
        one_hot(slot_dice.clamp(max=5) - 1, 5),
        slots.gather(used).float()[:, :, None],
    ]
    auto, declared = axes[:, MAPUTO_AUTO], axes[:, MAPUTO_DECLARED]
    opens_maputo = auto & lost & pick(may_have_maputo(axes, dice, used), opener)
    parts = [
        torch.cat(columns, 2).flatten(1),
        opens_maputo.float()[:, None],
        one_hot(players_with_dice(dice).clamp(max=7) - 2, 6),
        axes.float(),
        (~(auto | declared)).float()[:, None],
        (dice_each / 5)[:, None],
        (dice.sum(1) / 30)[:, None],
        torch.zeros(len(dice), 6, device=dice.device),
    ]
    return torch.cat(parts, 1), slots.seat_or_none
