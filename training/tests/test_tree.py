import unittest

import torch

from perudo_training.cfr import Cfr
from perudo_training.rules import ACTIONS, DUDO
from perudo_training.tree import CutTree, Hands, Tree

CPU = torch.device("cpu")


def uniform(inputs, heads=True):
    return torch.zeros(len(inputs), ACTIONS)


def doubter(inputs, heads=True):
    logits = torch.zeros(len(inputs), ACTIONS)
    logits[:, DUDO] = 50.0
    return logits


class OneAgainstOne(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tree = Tree((1, 1), CPU)

    def test_hands(self):
        hands = Hands.of(2, CPU)
        self.assertEqual(len(hands), 21)
        self.assertAlmostEqual(float(hands.chance.sum()), 1.0, places=6)

    def test_all_histories_are_there(self):
        self.assertEqual((self.tree.nodes, self.tree.infosets), (4093, 6 * 4093))

    def test_uniform_play_is_exploitable(self):
        gain, gains = self.tree.exploitability([uniform])
        self.assertAlmostEqual(gain, 0.830859, places=5)
        self.assertAlmostEqual(gains[0], 0.831131, places=5)

    def test_the_mean_of_a_team_of_one_is_that_one(self):
        one, _ = self.tree.exploitability([doubter])
        team, _ = self.tree.exploitability([doubter, doubter])
        self.assertAlmostEqual(one, team, places=6)

    def test_the_best_response_to_a_doubter_bids_what_it_has(self):
        # Against an opponent who always doubts, open with one of your own face; an ace counts for any.
        _, (as_opener, _) = self.tree.exploitability([doubter])
        self.assertAlmostEqual(as_opener, 1.0, places=5)

    def test_a_cut_that_cuts_nothing_is_exact(self):
        exact, _ = self.tree.exploitability([uniform])
        cut = CutTree((1, 1), CPU, [uniform], floor=0.0, rarest=0.0)
        self.assertEqual(cut.nodes, self.tree.nodes)
        self.assertAlmostEqual(cut.lower_bound()[0], exact, places=4)

    def test_a_cut_is_a_lower_bound(self):
        exact, _ = self.tree.exploitability([uniform])
        bound, _ = CutTree((1, 1), CPU, [uniform], floor=0.1).lower_bound()
        self.assertLess(bound, exact)

    def test_too_many_dice_are_refused(self):
        with self.assertRaises(ValueError):
            Tree((9, 8), CPU)


class Solving(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cfr = Cfr(Tree((1, 1), CPU))
        for iteration in range(1, 61):
            cls.cfr.iterate(iteration)

    def test_the_value_of_one_die_each(self):
        gain, (as_opener, as_other) = self.cfr.exploitability()
        self.assertLess(gain, 0.01)
        # docs/solver.md
        self.assertAlmostEqual((as_opener - as_other) / 2, -0.0556, places=2)

    def test_the_solution_is_a_share_of_legal_actions(self):
        solution = self.cfr.solution(3e-3)
        shares = torch.zeros(len(solution["weight"]), ACTIONS)
        shares[solution["row"].long(), solution["col"].long()] = solution["val"].float()
        # Small shares are left out.
        self.assertTrue(bool(((shares.sum(1) - 1).abs() < 0.05).all()))
        opening = shares[solution["depth"] == 0]
        self.assertEqual(float(opening[:, DUDO].sum()), 0.0)
