import contextlib
import unittest

import torch

from perudo_training.features import SLOTS
from perudo_training.targets import by_slot, call_values, outcome_chances, utilities, wins_after_outcomes

from .tables import table


def nearly(tensor, expected):
    torch.testing.assert_close(tensor, torch.tensor(expected), rtol=0, atol=1e-5)


class Returns(unittest.TestCase):
    """Two seats, hence four outcomes: 0 loses, 1 loses, 0 gains, 1 gains. One table, three steps."""

    def chances(self, ended, lam):
        batch = dict(
            ended=torch.tensor(ended)[:, None],
            who=torch.tensor([[1], [0], [1]]),
            gains=torch.tensor([[False], [False], [True]]),
        )
        # The critic is sure of another outcome at each step.
        guesses = [torch.eye(4)[i : i + 1] for i in (0, 1, 2, 3)]
        return outcome_chances(batch, guesses, lam)[:, 0]

    def test_a_round_that_ended_is_certain(self):
        nearly(self.chances([True] * 3, 0.5), [[0.0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1]])

    def test_without_lambda_the_next_guess_is_the_return(self):
        nearly(self.chances([False] * 3, 0.0), [[0.0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])

    def test_lambda_mixes_guesses_with_what_came_later(self):
        expected = [[0.0, 0.5, 0.25, 0.25], [0, 0, 0.5, 0.5], [0, 0, 0, 1]]
        nearly(self.chances([False] * 3, 0.5), expected)

    def test_nothing_comes_through_the_end_of_a_round(self):
        expected = [[0.5, 0.5, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1]]
        nearly(self.chances([False, True, False], 0.5), expected)


class Utilities(unittest.TestCase):
    def test_with_two_players_a_die_is_one(self):
        # [table, outcome, seat]: chances to win.
        wins = torch.tensor([[[0.4, 0.6], [0.7, 0.3], [0.8, 0.2], [0.3, 0.7]]])
        dice = torch.tensor([[2, 3]])
        nearly(utilities(wins, dice, torch.tensor([0]))[0, :2], [-1.0, 1.0])
        nearly(utilities(wins, dice, torch.tensor([1]))[0, :2], [1.0, -1.0])

    def test_a_die_won_back_is_worth_more(self):
        wins = torch.tensor([[[0.4, 0.6], [0.7, 0.3], [0.8, 0.2], [0.3, 0.7]]])
        won_back = utilities(wins, torch.tensor([[2, 3]]), torch.tensor([0]))[0, 2]
        nearly(won_back, 2 * (0.8 - 0.55) / 0.3)

    def test_they_are_limited(self):
        wins = torch.tensor([[[0.5, 0.5], [0.5, 0.5], [1.0, 0.0], [0.0, 1.0]]])
        utility = utilities(wins, torch.tensor([[2, 3]]), torch.tensor([0]))[0]
        nearly(utility, [0.0, 0.0, 3.0, -3.0])


class Calls(unittest.TestCase):
    """Seat 0 is to act, seat 2 has bid; seat 1 has no dice."""

    def values(self, surplus):
        utility = torch.tensor([[-1.0, 0.0, 1.0, 1.5, 0.0, -0.5]])
        slots = torch.tensor([[0, 2, 3, 3, 3, 3]])
        rows = dict(
            dice=torch.tensor([[2, 0, 2]]),
            turn=torch.tensor([0]),
            surplus=torch.tensor([surplus]),
            slots=slots,
        )
        return [float(value) for value in call_values(utility, rows)]

    def test_values_of_dudo_and_calza(self):
        for name, surplus, expected in (
            ("too few dice: the bidder loses by dudo", -1, [1.0, -1.0]),
            ("exactly: calza gains", 0, [-1.0, 1.5]),
            ("more: either loses", 1, [-1.0, -1.0]),
        ):
            with self.subTest(name):
                self.assertEqual(self.values(surplus), expected)


class TourValues(unittest.TestCase):
    def test_they_go_back_to_their_seats(self):
        state = table([1, 2, 0, 3], maputo_of=-1)
        rows = state.tensors()

        def first_slot_wins(inputs):
            return torch.tensor([9.0] + [-9.0] * (SLOTS - 1)).expand(len(inputs), SLOTS)

        wins = wins_after_outcomes(first_slot_wins, rows, contextlib.nullcontext)
        # The first slot is the opener: the player who lost or gained, or the next one with dice.
        openers = [1, 1, None, 3]
        for seat, opener in enumerate(openers):
            if opener is not None:
                self.assertEqual(int(wins[0, seat].argmax()), opener)
        self.assertEqual([int(wins[0, 4 + seat].argmax()) for seat in (0, 1, 3)], [0, 1, 3])

    def test_nobody_has_no_chance(self):
        values = by_slot(torch.tensor([[0.2, 0.8]]), torch.tensor([[1, 0, 2, 2, 2, 2]]))
        nearly(values, [[0.8, 0.2, 0, 0, 0, 0]])
