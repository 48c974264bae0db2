import math
import unittest

import torch

from perudo_training.rules import (
    CALZA,
    DUDO,
    MAPUTO,
    NEVER,
    PASS,
    after_showdown,
    binomial_tails,
    may_have_maputo,
    next_player,
    previous_player,
    roll,
)

from .tables import bid, table

X = NEVER


class Ladder(unittest.TestCase):
    """The least count of each face, aces first."""

    CASES = (
        ("opening without open aces", dict(), [X, 1, 1, 1, 1, 1]),
        ("opening with open aces", dict(preset="classic"), [1, 1, 1, 1, 1, 1]),
        ("opening of a maputo", dict(maputo=True), [1, 1, 1, 1, 1, 1]),
        ("after a bid on threes", bid(3, 3), [2, 4, 4, 3, 3, 3]),
        ("after an even bid aces are half", bid(4, 6), [2, 5, 5, 5, 5, 5]),
        ("after aces: twice and one", bid(2, 1), [3, 5, 5, 5, 5, 5]),
        ("after aces: twice", bid(2, 1) | dict(preset="classic"), [3, 4, 4, 4, 4, 4]),
        (
            "leaving aces raises the bid before them, too",
            bid(2, 1, plain_count=5, plain_face=3),
            [3, 6, 6, 6, 5, 5],
        ),
        ("in a maputo the face stays", bid(2, 4, maputo=True), [X, X, X, 3, X, X]),
        ("above all dice there is nothing", bid(10, 5), [5, X, X, X, X, 10]),
    )

    def test_least_counts(self):
        for name, changes, expected in self.CASES:
            with self.subTest(name):
                self.assertEqual(table([5, 5], **changes).least()[0].tolist(), expected)


class Legality(unittest.TestCase):
    CASES = (
        ("nobody doubts before a bid", dict(), []),
        ("a bid can be doubted", bid(1, 2), [DUDO]),
        ("calza needs its axis", bid(1, 2, preset="calza", dice_each=5), [DUDO, CALZA]),
        ("calza needs a die to win back", bid(1, 2, preset="calza", dice_each=4), [DUDO]),
        ("calza is not for a maputo", bid(1, 2, preset="calza", maputo=True), [DUDO]),
        ("a player who may declare can only declare or pass", dict(declaring=True), [MAPUTO, PASS]),
    )

    def test_calls(self):
        for name, changes, expected in self.CASES:
            with self.subTest(name):
                legal = table([4, 4], **changes).legal()[0]
                calls = [action for action in (DUDO, CALZA, MAPUTO, PASS) if legal[action]]
                self.assertEqual(calls, expected)

    def test_bids_up_to_all_dice(self):
        legal = table([1, 1], **bid(1, 3)).legal()[0]
        bids = [(divmod(action, 16)) for action in range(DUDO) if legal[action]]
        # Aces from 1, lower faces from 2, higher ones from 1; two dice in play.
        expected = [(0, 0), (0, 1), (1, 0), (2, 0), (3, 0), (3, 1), (4, 0), (4, 1), (5, 0), (5, 1)]
        self.assertEqual(bids, expected)


class Maputo(unittest.TestCase):
    CASES = (
        ("players with one die", [1, 5, 1], dict(), [True, False, True]),
        ("once only", [1, 5, 1], dict(used=[True, False, False]), [False, False, True]),
        ("as often as they like", [1, 5, 1], dict(used=[True] * 3, preset="classic"), [True, False, True]),
        ("not in a final", [1, 0, 3], dict(), [False] * 3),
        ("in a final, where that is the rule", [1, 0, 3], dict(preset="classic"), [True, False, False]),
        ("not with three single dice", [1, 1, 1], dict(), [False] * 3),
        ("with three single dice, where that is the rule", [1, 1, 1], dict(preset="calza"), [True] * 3),
    )

    def test_who_may(self):
        for name, dice, changes, expected in self.CASES:
            with self.subTest(name):
                state = table(dice, **changes)
                self.assertEqual(may_have_maputo(state.axes, state.dice, state.used)[0].tolist(), expected)


class Showdown(unittest.TestCase):
    def after(self, state, seat, gains):
        dice, _, opener, lost = after_showdown(
            state.axes,
            state.dice_each,
            state.dice,
            state.used,
            state.maputo_of,
            torch.tensor([seat]),
            torch.tensor([gains]),
        )
        return dice[0].tolist(), int(opener), bool(lost)

    def test_the_loser_opens(self):
        self.assertEqual(self.after(table([3, 2, 4]), 1, False), ([3, 1, 4], 1, True))

    def test_after_the_last_die_the_next_one_opens(self):
        self.assertEqual(self.after(table([3, 1, 0, 4]), 1, False), ([3, 0, 0, 4], 3, False))

    def test_calza_wins_a_die_back(self):
        self.assertEqual(self.after(table([3, 2, 4]), 2, True), ([3, 2, 5], 2, False))

    def test_nobody_has_more_dice_than_at_first(self):
        self.assertEqual(self.after(table([3, 2, 5]), 2, True), ([3, 2, 5], 2, False))

    def test_whose_maputo_it_was_has_had_it(self):
        state = table([1, 5, 5], maputo_of=0)
        seat, gains = torch.tensor([1]), torch.tensor([False])
        _, used, _, _ = after_showdown(
            state.axes, state.dice_each, state.dice, state.used, state.maputo_of, seat, gains
        )
        self.assertEqual(used[0].tolist(), [True, False, False])


class Dice(unittest.TestCase):
    def test_aces_are_wild_but_for_aces_and_maputo(self):
        hands = ["1 2 2", "1 1 5"]
        self.assertEqual(table([3, 3], hands).counts()[0].tolist(), [3, 5, 3, 3, 4, 3])
        self.assertEqual(table([3, 3], hands, maputo=True).counts()[0].tolist(), [3, 2, 0, 0, 1, 0])

    def test_a_roll_has_as_many_dice_as_the_seat(self):
        dice = torch.tensor([[3, 0, 5], [1, 2, 8]])
        self.assertEqual(roll(dice, 8).sum(2).tolist(), dice.tolist())

    def test_tails_are_the_binomial_distribution(self):
        tails = binomial_tails(30)
        for j, chance in enumerate((1 / 6, 1 / 3)):
            for dice, need in ((1, 1), (4, 0), (5, 3), (30, 12), (3, 4)):
                exact = sum(
                    math.comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(need, dice + 1)
                )
                self.assertAlmostEqual(float(tails[j, dice, need]), exact, places=6)

    def test_neighbours_have_dice(self):
        dice, seat = torch.tensor([[2, 0, 3, 0]]), torch.tensor([0])
        self.assertEqual(int(next_player(dice, seat)), 2)
        self.assertEqual(int(previous_player(dice, seat)), 2)
        self.assertEqual(int(next_player(dice, torch.tensor([2]))), 0)
