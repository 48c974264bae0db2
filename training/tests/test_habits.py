"""What is remembered of earlier rounds."""

import unittest

import torch

from perudo_training.features import INPUTS, ROUND_INPUTS, features
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
from perudo_training.networks import boldness
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


class Boldness(unittest.TestCase):
    def test_only_who_is_ahead_is_bold_and_only_against_somebody_with_habits(self):
        for dice, weak, expected in (([3, 2], 9, 1), ([2, 2], 9, 0), ([2, 3], 9, 0), ([3, 2], 0, 0)):
            with self.subTest(dice=dice, weak=weak):
                bold = boldness(torch.tensor([[float(weak)]]), table(dice))
                self.assertAlmostEqual(float(bold), expected, places=3)


if __name__ == "__main__":
    unittest.main()
