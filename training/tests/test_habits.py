"""What is remembered of earlier rounds."""

import unittest

import torch

from perudo_training.features import INPUTS, ROUND_INPUTS, SLOTS, features, with_doubt
from perudo_training.habits import (
    BIDS_MADE,
    BLUFFS,
    DOUBTS,
    HABITS,
    OPENINGS,
    RAISES,
    RASH,
    TRUTH,
    habit_inputs,
)
from perudo_training.networks import boldness, certainty
from perudo_training.rules import DUDO, OFFSETS
from perudo_training.simulator import Setup, Simulator

from .tables import table


def at(state):
    simulator = Simulator(1, Setup(len(state.dice[0]), "cpu"))
    simulator.write(state.tensors())
    return simulator


class Showdowns(unittest.TestCase):
    def test_nothing_is_known_before_the_showdown_and_all_of_the_round_after_it(self):
        simulator = at(table([2, 2], ["5 5", "6 6"]))
        simulator.step(torch.tensor([4 * OFFSETS + 1]), reset=False)  # two fives, which are there
        simulator.step(torch.tensor([5 * OFFSETS]), reset=False)  # two sixes, which are there too
        self.assertEqual(float(simulator.state.habits.abs().sum()), 0)
        simulator.step(torch.tensor([DUDO]), reset=False)
        (opener, other) = simulator.state.habits[0]
        self.assertEqual(opener[[BIDS_MADE, OPENINGS, RAISES, DOUBTS]].tolist(), [1, 1, 0, 1])
        self.assertEqual(other[[BIDS_MADE, OPENINGS, RAISES, DOUBTS]].tolist(), [1, 0, 1, 0])
        self.assertEqual(opener[[TRUTH, BLUFFS]].tolist(), [1, 0])
        self.assertEqual(float(opener[RASH]), 0)  # with no six two of two had to be

    def test_a_new_tour_begins_without_memory(self):
        simulator = at(table([1, 1], ["5", "6"]))
        simulator.step(torch.tensor([4 * OFFSETS]))
        simulator.step(torch.tensor([DUDO]))
        self.assertEqual(float(simulator.state.habits.abs().sum()), 0)


class Inputs(unittest.TestCase):
    def test_whoever_has_shown_nothing_is_all_zero(self):
        self.assertEqual(float(habit_inputs(torch.zeros(3, HABITS)).abs().sum()), 0)

    def test_who_doubts_more_believes_less(self):
        seen = torch.zeros(1, HABITS)
        seen[0, BIDS_MADE] = seen[0, TRUTH] = 4
        quick, slow = habit_inputs(seen), habit_inputs(seen, doubt=4.0)
        self.assertTrue(bool((slow.abs() <= quick.abs()).all()))
        self.assertLess(float(slow.abs().sum()), float(quick.abs().sum()))

    def test_only_habits_are_told_otherwise_to_who_doubts_more(self):
        known = table([2, 3])
        known.habits[0, 1] = 1
        inputs = features(known)
        slow = with_doubt(inputs, known, 4.0)
        changed = (slow != inputs).nonzero()[:, 1]
        self.assertGreaterEqual(int(changed.min()), ROUND_INPUTS)
        self.assertTrue(torch.equal(with_doubt(inputs, known, 1.0), inputs))

    def test_habits_come_after_what_is_known_of_the_round(self):
        known = table([2, 3])
        known.habits[0, 1] = 1
        inputs = features(known)
        self.assertEqual(inputs.shape[1], INPUTS)
        bare = features(table([2, 3]))
        self.assertTrue(torch.equal(inputs[:, :ROUND_INPUTS], bare[:, :ROUND_INPUTS]))
        slots = inputs[0, ROUND_INPUTS : ROUND_INPUTS + 2 * HABITS].reshape(2, HABITS)
        self.assertEqual(float(slots[0].abs().sum()), 0)
        self.assertGreater(float(slots[1].abs().sum()), 0)


class Certainty(unittest.TestCase):
    def test_at_large_tables_memory_counts_as_far_as_everyone_has_habits(self):
        for seats, weak, expected in ((5, 9, 1), (5, 0, 0), (4, 0, 1), (2, 0, 1)):
            with self.subTest(seats=seats, weak=weak):
                one = torch.full((1, SLOTS), 9.0)
                one[0, 1] = weak
                self.assertAlmostEqual(float(certainty(one, table([3] * seats))), expected, places=3)


class Boldness(unittest.TestCase):
    def test_only_who_is_clearly_ahead_is_bold_only_against_habits_and_never_where_duels_were_solved(self):
        for preset, dice, weak, expected in (
            ("classic", [4, 2], 9, 1),
            ("classic", [3, 2], 9, 0),
            ("classic", [2, 4], 9, 0),
            ("classic", [4, 2], 0, 0),
            ("tournament", [4, 2], 9, 0),
        ):
            with self.subTest(preset=preset, dice=dice, weak=weak):
                bold = boldness(torch.tensor([[float(weak)]]), table(dice, preset=preset))
                self.assertAlmostEqual(float(bold), expected, places=3)


if __name__ == "__main__":
    unittest.main()
