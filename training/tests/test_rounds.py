"""Whole rounds of two players, solved over a growing tree."""

import tempfile
import unittest
import unittest.mock

import torch

from perudo_training.distillation import Distillation, Rounds, divergence
from perudo_training.features import INPUTS
from perudo_training.round_targets import Reader, draw, path_of
from perudo_training.rounds import RoundSolver, Window, least_counts
from perudo_training.rules import BIDS, FACES
from perudo_training.tree import BIDDING, Tree

CPU = torch.device("cpu")


def solved(dice, iterations, width=3, low=3):
    solver = RoundSolver(dice, CPU, width, low)
    for _ in range(iterations):
        solver.iterate()
    return solver


def slots(solver):
    return sum(shelf.size * (shelf.width + 1) for level in solver.levels for shelf in level.shelves)


class RoundsTest(unittest.TestCase):
    def test_the_least_counts_are_those_of_the_rules(self):
        tree = Tree((2, 1), CPU, keep=False)
        for depth, level in enumerate(tree.levels):
            least = tree.state(level, depth).least()
            for row in range(0, len(level["count"]), 97):
                count, face = int(level["count"][row]), int(level["face"][row])
                bid = (count - 1) * FACES + face if count else FACES * 3
                ours = [number or None for number in least_counts(bid, FACES * 3, 3)]
                theirs = [number if number <= 3 else None for number in least[row].tolist()]
                self.assertEqual(ours, theirs, f"after {count} of face {face}")

    def test_a_wide_window_has_every_legal_bid_and_nothing_beyond(self):
        window = Window(3, 3, 3, CPU)
        self.assertFalse(window.beyond.any())
        for bid in range(window.opening + 1):
            least = least_counts(bid, window.opening, 3)
            legal = sum(3 - first + 1 for first in least if first)
            self.assertEqual(int((window.bids[bid] >= 0).sum()), legal)

    def test_one_die_each_is_worth_what_the_solver_says(self):
        solver = solved((1, 1), 80)
        gain, _ = solver.exploitability()
        self.assertAlmostEqual(solver.value(), -0.0556, delta=0.005)
        self.assertLess(gain, 0.02)
        self.assertGreaterEqual(gain, 0.0)

    def test_a_narrow_window_can_be_exploited_by_bids_outside_it(self):
        narrow, _ = solved((1, 1), 40, width=0, low=1).exploitability()
        wide, _ = solved((1, 1), 40).exploitability()
        self.assertGreater(narrow, wide)

    def test_shelves_save_room_and_change_nothing(self):
        with unittest.mock.patch("perudo_training.rounds.SHELVES", ()):
            plain = solved((2, 1), 20)
        shelved = solved((2, 1), 20)
        self.assertLess(slots(shelved), 0.7 * slots(plain))
        # Sums in another order round otherwise, and a history more or less may be kept.
        self.assertAlmostEqual(shelved.histories, plain.histories, delta=10)
        self.assertAlmostEqual(shelved.value(), plain.value(), delta=0.005)
        self.assertAlmostEqual(shelved.exploitability()[0], plain.exploitability()[0], delta=0.01)

    def test_targets_are_shares_of_legal_actions(self):
        solver = solved((2, 1), 12)
        rows = draw(solver, 500)
        self.assertEqual(rows.pop("dice"), (2, 1))
        dice = torch.tensor([[2, 1]]).expand(len(rows["turn"]), 2)
        inputs, legal, shares = Reader(CPU).read(rows, dice)
        self.assertEqual(inputs.shape[1], INPUTS)
        self.assertTrue(torch.isfinite(inputs).all())
        self.assertEqual(float((shares * ~legal).sum()), 0.0)
        self.assertTrue(((shares.sum(1) - 1).abs() < 0.01).all())
        self.assertTrue((rows["bids"][rows["turn"] == 0] % 2 == 0).all(), "the opener moves after even bids")
        self.assertEqual({*BIDDING} - {*rows}, set())
        self.assertTrue((rows["actions"] <= BIDS).all())


class TeachingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.files = []
        for dice in ((1, 1), (2, 1), (1, 2)):
            self.files.append(path_of(folder.name, dice))
            torch.save(draw(solved(dice, 12), 400), self.files[-1])

    def test_a_row_is_read_as_what_its_own_round_says(self):
        torch.manual_seed(1)
        rounds = Rounds(self.files, CPU)
        self.assertEqual(rounds.names, ["1v1", "1v2", "2v1"])
        dice, turn = rounds.dice.tolist(), rounds.columns["turn"].tolist()
        for number, start in enumerate(rounds.starts.tolist()):
            index = torch.arange(start, start + int(rounds.sizes[number]))
            inputs, _, _ = rounds.rows(index, torch.full_like(index, number))
            counts = (inputs[:, :30:5] * 5).sum(1).round().long().tolist()  # of each face, in fifths
            self.assertEqual(counts, [dice[number][turn[row]] for row in index.tolist()])

    def test_rows_of_a_batch_are_legal_whatever_rounds_they_are_of(self):
        torch.manual_seed(1)
        _, legal, shares = Rounds(self.files, CPU).draw(300)
        self.assertEqual(float((shares * ~legal).sum()), 0.0)
        self.assertTrue(((shares.sum(1) - 1).abs() < 0.01).all())

    def test_rows_that_are_held_out_are_of_all_lengths(self):
        rounds = Rounds(self.files, CPU)
        bids = rounds.columns["bids"]
        for start, size in zip(rounds.starts.tolist(), rounds.sizes.tolist(), strict=True):
            first, second = bids[start : start + size].float().chunk(2)
            self.assertLess(abs(float(first.mean() - second.mean())), 0.5)

    def test_a_network_comes_closer_to_the_solution(self):
        rounds = Rounds(self.files, CPU)
        distillation = Distillation(rounds, CPU, width=32, batch=256)
        far = {name: float(divergence(distillation.ship, *rows)) for name, rows in rounds.held_out()}
        for _ in range(60):
            distillation.step(0.0)
        for name, rows in rounds.held_out():
            self.assertLess(float(divergence(distillation.ship, *rows)), far[name], name)


if __name__ == "__main__":
    unittest.main()
