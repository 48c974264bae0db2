import unittest

import torch

from perudo_training.bots import STEADY, STYLES
from perudo_training.matches import BotPlayer, final_chances, tours_won, wilson

CPU = torch.device("cpu")


class Figures(unittest.TestCase):
    def test_intervals(self):
        share, low, high = wilson(30, 100)
        self.assertAlmostEqual(share, 0.3)
        self.assertAlmostEqual(low, 0.2189, places=4)
        self.assertAlmostEqual(high, 0.3959, places=4)

    def test_chances_of_finals(self):
        chances = final_chances(CPU)
        self.assertAlmostEqual(float(chances[1, 1]), (1 - 0.05556) / 2, places=5)
        # The opener of 2v1 wins the round and the tour, or loses a die and opens 1v1.
        won = (1 + 0.26035) / 2
        self.assertAlmostEqual(float(chances[2, 1]), won + (1 - won) * float(chances[1, 1]), places=5)


class Tours(unittest.TestCase):
    def test_tours_come_to_an_end_and_equals_are_even(self):
        won, played = tours_won(BotPlayer(STEADY), BotPlayer(STEADY), 3, 150, CPU)
        self.assertEqual(played, 150)
        self.assertLess(abs(won / played - 1 / 3), 0.15)

    def test_steady_beats_novices(self):
        won, played = tours_won(BotPlayer(STEADY), BotPlayer(STYLES["novice"]), 2, 100, CPU)
        self.assertGreater(won / played, 0.6)
