import unittest

import torch

from perudo_training.config import Config
from perudo_training.seating import AVERAGE, BOT, EXPLORER, LEARNER, OPPONENT, Blocks, Seating


def kinds(config, dice):
    torch.manual_seed(1)
    return Seating(config, Blocks.of(config), torch.tensor([dice] * config.tables)).kinds


class Tables(unittest.TestCase):
    def test_blocks(self):
        config = Config(tables=100, bots=0.25, other=0.4, exploiters=2)
        # Rounded down to eights: 16 tables for each of two exploiters, 24 with bots.
        self.assertEqual(Blocks.of(config), Blocks(44, 68, ((68, 84), (84, 100))))

    def test_without_exploiters_there_are_no_tables_for_them(self):
        self.assertEqual(Blocks.of(Config(tables=64, bots=0.0, other=0.0)), Blocks(64, 64, ()))

    def test_an_exploiters_training_has_no_other_tables(self):
        self.assertEqual(Blocks.of(Config(tables=64, mode="exploit")), Blocks(0, 0, ((0, 64),)))


class Players(unittest.TestCase):
    def test_self_play_is_among_learners(self):
        config = Config(tables=32, bots=0.25, other=0.25)
        self.assertTrue(bool((kinds(config, [5, 5, 5])[:16] == LEARNER).all()))

    def test_a_table_with_bots_has_a_learner(self):
        config = Config(tables=64, bots=1.0, other=0.0, crowded=1.0)
        seated = kinds(config, [5, 5, 5])
        self.assertTrue(bool(((seated == LEARNER).sum(1) == 1).all()))
        self.assertEqual(set(seated.unique().tolist()), {LEARNER, BOT, EXPLORER})

    def test_an_exploiter_sits_alone(self):
        config = Config(tables=64, bots=0.0, other=1.0, still=0.5)
        seated = kinds(config, [5, 5, 5])
        self.assertTrue(bool(((seated == OPPONENT).sum(1) == 1).all()))
        self.assertEqual(set(seated.unique().tolist()), {LEARNER, OPPONENT, AVERAGE})

    def test_the_learner_of_an_exploiters_training_sits_alone(self):
        seated = kinds(Config(tables=64, mode="exploit"), [5, 5, 5])
        self.assertTrue(bool(((seated == LEARNER).sum(1) == 1).all()))
        self.assertTrue(bool(((seated == OPPONENT).sum(1) == 2).all()))

    def test_only_tables_whose_tour_is_over_are_reseated(self):
        torch.manual_seed(1)
        config = Config(tables=64, bots=1.0, other=0.0)
        seating = Seating(config, Blocks.of(config), torch.tensor([[5] * 6] * 64))
        before = seating.kinds.clone()
        over = torch.arange(64) < 32
        seating.reseat(over)
        self.assertEqual(seating.kinds[32:].tolist(), before[32:].tolist())
        self.assertNotEqual(seating.kinds[:32].tolist(), before[:32].tolist())
