"""Duels against a bot of the program, by the Python package."""

import unittest

import torch

from perudo_training.program import ProgramTables, even_chances
from perudo_training.rules import pick

TABLES = 8


class Program(unittest.TestCase):
    def test_whoever_has_more_dice_is_ahead(self):
        chances = even_chances()
        self.assertEqual(chances[5, 5], 0.5)
        self.assertGreater(chances[3, 2], chances[3, 3])
        self.assertTrue(torch.allclose(chances[1:, 1:] + chances[1:, 1:].T, torch.ones(5, 5)))

    def test_whatever_seems_legal_is_and_rewards_add_up_to_tours_won(self):
        torch.manual_seed(3)
        tables = ProgramTables(TABLES, "steady", torch.device("cpu"), seed=5, threads=1)
        sums, tours = torch.zeros(TABLES), 0
        for _ in range(80):
            self.assertTrue(tables.legal.any(1).all())
            action = torch.multinomial(tables.legal.float(), 1)[:, 0]
            self.assertTrue(pick(tables.legal, action).all())
            reward, over, won = tables.step(action)
            sums += reward
            for table in over.nonzero()[:, 0].tolist():
                self.assertAlmostEqual(sums[table].item(), won[table].item() - 0.5, places=5)
                tours += 1
            sums[over] = 0
        self.assertGreater(tours, 5)


if __name__ == "__main__":
    unittest.main()
