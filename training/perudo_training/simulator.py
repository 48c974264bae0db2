"""Whole tours at many tables at once, on one device."""

import torch

from .habits import HABITS, decision_habits
from .rules import (
    AXES,
    BIDS,
    CALZA,
    DISTINCT_PRESETS,
    DUDO,
    FACES,
    HISTORY,
    MAPUTO,
    MAPUTO_AUTO,
    MAPUTO_DECLARED,
    OFFSETS,
    PASS,
    WITH_CALZA,
    State,
    after_showdown,
    constants,
    first_true,
    may_have_maputo,
    next_player,
    pick,
    players_with_dice,
    previous_player,
    roll,
    rows_where,
)


class Setup:
    """What tables begin with. Chances are tensors on the device, so that graphs can use them.

    `players`: chances of 2, 3, … players. `presets`: chances of `DISTINCT_PRESETS`, the last one of random
    axes. `dice_other`: chance of another number of dice than `dice`. `full`: chance that all dice are there.
    """

    def __init__(
        self,
        seats,
        device,
        players=(0.5, 0.14, 0.14, 0.08, 0.14),
        presets=(0.6, 0.1, 0.1, 0.1, 0.1),
        dice_other=0.15,
        full=0.5,
        most_dice=10,
        dice=5,
    ):
        self.seats, self.device = seats, device
        self.most_dice, self.dice = most_dice, dice
        self.dice_other, self.full = dice_other, full
        chances = torch.zeros(seats + 1)
        for number, chance in enumerate(players, start=2):
            if number <= seats:
                chances[number] = chance
        self.players = (chances / chances.sum()).to(device).cumsum(0)
        self.presets = torch.tensor(presets, dtype=torch.float, device=device).cumsum(0)
        # Chance of two players under `tournament`, for each table.
        self.duels = torch.zeros(1, device=device)

    def draw(self, tables):
        """The tables between rounds: the fields of `State` that outlive a round."""
        device = self.device
        draws = torch.rand(tables, 8, device=device)
        duel = draws[:, 7] < self.duels
        players = torch.where(duel, 2, (draws[:, :1] > self.players).sum(1).clamp(2, self.seats))
        axes = self.draw_axes(draws[:, 1:2], duel)
        dice_each = self.draw_dice_each(draws[:, 2], draws[:, 3], duel)
        # Calza with one die each contradicts itself.
        dice_each = torch.maximum(dice_each, 1 + axes[:, WITH_CALZA].long())
        seat = torch.arange(self.seats, device=device)
        some = 1 + (torch.rand(tables, self.seats, device=device) * dice_each[:, None]).long()
        full = (draws[:, 4] < self.full)[:, None]
        dice = torch.where(full, dice_each[:, None], torch.minimum(some, dice_each[:, None]))
        dice = torch.where(seat < players[:, None], dice, 0)
        has_maputo = axes[:, MAPUTO_AUTO] | axes[:, MAPUTO_DECLARED]
        used = (torch.rand(tables, self.seats, device=device) < 0.4) & (dice == 1) & has_maputo[:, None]
        opener = (draws[:, 5] * players).long().clamp(max=self.seats - 1) % players
        lost = (draws[:, 6] < 0.5) & (pick(dice, opener) < dice_each)
        habits = torch.zeros(tables, self.seats, HABITS, device=device)
        return dict(
            axes=axes, dice_each=dice_each, dice=dice, used=used, opener=opener, lost=lost, habits=habits
        )

    def draw_axes(self, draw, duel):
        tables, device = len(draw), self.device
        named = len(DISTINCT_PRESETS)
        which = torch.where(duel, 0, (draw > self.presets[:named]).sum(1))
        axes = constants(device).presets[which.clamp(max=named - 1)]
        coins = torch.rand(tables, AXES, device=device) < 0.5
        maputo = torch.randint(0, 3, (tables,), device=device)
        coins = torch.cat([coins[:, :2], (maputo == 1)[:, None], (maputo == 2)[:, None], coins[:, 4:]], 1)
        return torch.where((which == named)[:, None], coins, axes)

    def draw_dice_each(self, other, small, duel):
        tables, device = len(other), self.device
        up_to_six = torch.randint(1, 7, (tables,), device=device)
        any_number = torch.randint(1, self.most_dice + 1, (tables,), device=device)
        number = torch.where(small < 0.7, up_to_six, any_number)
        number = torch.where((other < self.dice_other) & ~duel, number, self.dice)
        return number.clamp(max=self.most_dice)


class Simulator:
    """`state` is kept in place: a CUDA graph reads and writes the same memory again and again."""

    def __init__(self, tables, setup):
        self.tables, self.setup = tables, setup
        # A tour ends when two players have this many dice or fewer: there is nothing left to learn.
        self.solved_dice = 0
        seats, device = setup.seats, setup.device

        def zeros(*shape, dtype=torch.long):
            return torch.zeros(tables, *shape, dtype=dtype, device=device)

        self.state = State(
            axes=zeros(AXES, dtype=torch.bool),
            dice_each=zeros(),
            dice=zeros(seats),
            used=zeros(seats, dtype=torch.bool),
            hands=zeros(seats, FACES),
            opener=zeros(),
            turn=zeros(),
            lost=zeros(dtype=torch.bool),
            maputo_of=zeros(),
            maputo=zeros(dtype=torch.bool),
            declaring=zeros(dtype=torch.bool),
            count=zeros(),
            face=zeros(),
            plain_count=zeros(),
            plain_face=zeros(),
            past_counts=zeros(HISTORY),
            past_faces=zeros(HISTORY),
            bids=zeros(),
            highest=zeros(seats, FACES),
            habits=zeros(seats, HABITS, dtype=torch.float32),
            shown=zeros(seats, HABITS, dtype=torch.float32),
        )
        self.reset_all()

    def reset_all(self):
        self.write(self.begin_round(self.setup.draw(self.tables)))

    def write(self, new):
        for name, tensor in new.items():
            getattr(self.state, name).copy_(tensor)

    def begin_round(self, start):
        """Everything before the first bid: which kind of round, who may declare, the roll."""
        axes, dice, used, opener = start["axes"], start["dice"], start["used"], start["opener"]
        tables, seats = dice.shape
        able = may_have_maputo(axes, dice, used)
        auto = axes[:, MAPUTO_AUTO] & start["lost"] & pick(able, opener)
        clockwise = (opener[:, None] + torch.arange(seats, device=dice.device)) % seats
        asked, declaring = first_true(able.gather(1, clockwise) & axes[:, MAPUTO_DECLARED, None])
        zero = torch.zeros(tables, dtype=torch.long, device=dice.device)
        return dict(
            start,
            maputo_of=torch.where(auto, opener, -1),
            maputo=auto,
            declaring=declaring,
            turn=torch.where(declaring, pick(clockwise, asked), opener),
            hands=roll(dice, self.setup.most_dice),
            count=zero,
            face=zero,
            plain_count=zero,
            plain_face=zero,
            bids=zero,
            past_counts=zero[:, None].expand(tables, HISTORY),
            past_faces=zero[:, None].expand(tables, HISTORY),
            highest=zero[:, None, None].expand(tables, seats, FACES),
            shown=torch.zeros_like(start["habits"]),
        )

    def step(self, action, reset=True):
        """Applies one action per table and returns what happened; `state` is the next state."""
        new, happened = self.advance(action, reset)
        self.write(new)
        return happened

    def advance(self, action, reset=True):
        """The next state and what happened, without writing anything."""
        state = self.state
        bid = action.clamp(max=BIDS - 1)
        face = bid // OFFSETS
        least = state.least()
        count = pick(least, face) + bid % OFFSETS
        happened = self.showdown(action)
        happened.update(bid_count=count, bid_face=face, turn=state.turn.clone())
        by_turn = torch.arange(state.dice.shape[1], device=count.device) == state.turn[:, None]
        shown = (
            state.shown + by_turn[:, :, None] * decision_habits(state, least, action, count, face)[:, None]
        )
        going_on = self.go_on(action, count, face) | dict(shown=shown)
        habits = state.habits + shown
        start = dict(axes=state.axes, dice_each=state.dice_each, habits=habits, **happened["next"])
        if reset:
            fresh = self.setup.draw(self.tables)
            start = {
                name: rows_where(happened["over"], fresh[name], tensor) for name, tensor in start.items()
            }
        next_round = self.begin_round(start)
        new = {
            name: rows_where(happened["ended"], next_round[name], tensor) for name, tensor in going_on.items()
        }
        return new, happened

    def showdown(self, action):
        """Who loses or gains a die where the action is a call; elsewhere it means nothing."""
        state = self.state
        dudo, calza = action == DUDO, action == CALZA
        ended = dudo | calza
        matching = pick(state.counts(), state.face)
        gains = calza & (matching == state.count)
        bidder = previous_player(state.dice, state.turn)
        who = torch.where(dudo & (matching < state.count), bidder, state.turn)
        dice, used, opener, lost = after_showdown(
            state.axes, state.dice_each, state.dice, state.used, state.maputo_of, who, gains
        )
        left = players_with_dice(dice)
        over = ended & ((left == 1) | ((left == 2) & (dice.sum(1) <= self.solved_dice)))
        return dict(
            ended=ended,
            over=over,
            who=who,
            gains=gains,
            matching=matching,
            next=dict(dice=dice, used=used, opener=opener, lost=lost),
        )

    def go_on(self, action, count, face):
        """The same round after a bid or a declaration."""
        state = self.state
        seats = state.dice.shape[1]
        seat = torch.arange(seats, device=state.dice.device)
        is_bid = action < BIDS
        is_plain = is_bid & (face > 0)
        declares = action == MAPUTO
        # After a pass the next player who may declare is asked, clockwise from the opener.
        able = may_have_maputo(state.axes, state.dice, state.used)
        clockwise = (state.opener[:, None] + seat) % seats
        asked_before = (state.turn - state.opener) % seats
        asked, someone = first_true(able.gather(1, clockwise) & (seat > asked_before[:, None]))
        declaring = (action == PASS) & someone
        by_turn = (seat == state.turn[:, None])[:, :, None]
        of_face = (constants(face.device).faces == face[:, None])[:, None, :]
        changed = dict(
            count=torch.where(is_bid, count, state.count),
            face=torch.where(is_bid, face, state.face),
            plain_count=torch.where(is_plain, count, state.plain_count),
            plain_face=torch.where(is_plain, face, state.plain_face),
            bids=state.bids + is_bid.long(),
            past_counts=rows_where(is_bid, pushed(state.past_counts, count), state.past_counts),
            past_faces=rows_where(is_bid, pushed(state.past_faces, face), state.past_faces),
            highest=torch.where(
                is_bid[:, None, None] & by_turn & of_face, count[:, None, None], state.highest
            ),
            maputo=state.maputo | declares,
            maputo_of=torch.where(declares, state.turn, state.maputo_of),
            declaring=declaring,
            turn=torch.where(
                is_bid,
                next_player(state.dice, state.turn),
                torch.where(declaring, pick(clockwise, asked), state.opener),
            ),
        )
        return state.tensors() | changed


def pushed(history, latest):
    """A history with the latest entry in front."""
    return torch.cat([latest[:, None], history[:, :-1]], 1)
