"""Whole rounds of two players, solved over a growing tree."""

import itertools
import tempfile
import unittest

import torch

from perudo_training.bots import STYLES
from perudo_training.distillation import Distillation, Rounds, divergence, rounded
from perudo_training.exported import quantise
from perudo_training.features import INPUTS, ROUND_INPUTS
from perudo_training.native import MAX_SLOTS
from perudo_training.networks import Policy, shares
from perudo_training.round_bots import SETS, slots_of_bots
from perudo_training.round_targets import Reader, draw, path_of
from perudo_training.rounds import RoundSolver, Window, least_counts
from perudo_training.rules import BIDS, FACES
from perudo_training.tree import BIDDING, Hands, Play, Tree

CPU = torch.device("cpu")


def solved(dice, hero, iterations, width=3, low=3, **settings):
    solver = RoundSolver(dice, hero, CPU, width, low, **settings)
    for _ in range(iterations):
        solver.iterate()
    return solver


def loss_over_the_whole_tree(solver):
    """What the best response wins, by `Tree`, which knows nothing of windows and kept bids."""
    tree, hero = Tree(solver.dice, CPU), solver.hero
    plays = [Play(torch.empty(0), torch.empty(0)) for _ in tree.levels]
    places = torch.zeros(
        1, dtype=torch.long
    )  # the number of each history in the solver's tree; -1: it has none
    for depth, level in enumerate(tree.levels):
        below = tree.levels[depth + 1] if depth + 1 < len(tree.levels) else None
        bids = below["count"] * FACES - FACES + below["face"] if below else places[:0]
        parents = level["parent"]
        here = solver.tree.bid[places.clamp(min=0)].long()
        same = solver.window.bids[here[parents]] == bids[:, None]
        same &= torch.arange(MAX_SLOTS) < solver.window.number[here[parents], None]
        slots = same.long().argmax(1)
        known = same.any(1) & (places[parents] >= 0)
        if depth % 2 == hero:
            plays[depth] = play_of(solver, places, parents, slots, known)
        children = solver.tree.child[(solver.tree.slots[places[parents].clamp(min=0)] + slots) * known].long()
        places = torch.where(known, children, -1)
    return tree.best_response(plays, 1 - hero)


def play_of(solver, places, parents, slots, known):
    hands = torch.arange(len(solver.hands[solver.hero]))
    rows = places.clamp(min=0)
    number = solver.window.number[solver.tree.bid[rows].long()].long()
    shares = torch.stack([solver.tree.shares(rows[:, None], slot, hands) for slot in range(MAX_SLOTS)])
    shares *= (torch.arange(MAX_SLOTS)[:, None] <= number)[:, :, None] & (places >= 0)[:, None]
    total = shares.sum(0)
    doubt = shares[number, torch.arange(len(rows))]
    doubt = torch.where(total > 0, doubt / total, 1.0)
    children = torch.where(total > 0, shares / total, 0.0)[slots, parents] * known[:, None]
    return Play(doubt, children)


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
            self.assertEqual(int(window.number[bid]), legal)

    def test_one_die_each_is_worth_what_the_solver_says(self):
        opener, other = (solved((1, 1), hero, 200, threshold=1e-5).loss() for hero in (0, 1))
        self.assertAlmostEqual(opener, 0.0556, delta=0.002)
        self.assertAlmostEqual(other, -0.0556, delta=0.002)

    def test_what_a_hero_loses_is_what_the_best_response_over_the_whole_tree_wins(self):
        for dice, hero, width, low in [
            ((1, 1), 0, 3, 3),
            ((1, 1), 1, 0, 1),
            ((2, 1), 0, 1, 1),
            ((2, 1), 1, 3, 3),
        ]:
            solver = solved(dice, hero, 20, width, low, threshold=1e-3)
            whole = loss_over_the_whole_tree(solver)
            self.assertAlmostEqual(
                solver.loss(), whole, delta=1e-5, msg=f"{dice}, hero {hero}, window {width}, {low}"
            )

    def test_what_a_hero_loses_is_never_less_than_the_value_of_the_round(self):
        for hero, value in ((0, 0.2606), (1, -0.2606)):
            self.assertGreater(solved((2, 1), hero, 30).loss(), -value)

    def test_a_larger_tree_loses_less(self):
        small, large = (solved((2, 1), 1, 40, threshold=threshold) for threshold in (1e-2, 1e-5))
        self.assertLess(small.histories, large.histories)
        self.assertLess(large.loss(), small.loss())

    def test_a_tree_whose_memory_is_full_goes_on_learning(self):
        solver = solved((2, 1), 0, 30, threshold=1e-6, memory=1e5)
        self.assertFalse(solver.grows)
        histories, before = solver.histories, solver.loss()
        for _ in range(60):
            solver.iterate()
        self.assertEqual(solver.histories, histories)
        self.assertLess(solver.loss(), before)
        self.assertLessEqual(solver.bytes(), 1e5)

    def test_a_tree_without_room_for_the_first_bids_is_refused(self):
        for memory in (10, 3000):
            with self.assertRaisesRegex(MemoryError, "no room for the first bid"):
                RoundSolver((2, 1), 0, CPU, memory=memory)

    def test_who_expects_bots_wins_more_from_them_and_loses_a_little_more_to_the_best_response(self):
        bots = torch.tensor([STYLES["steady"], STYLES["doubt below 0.25"]])  # neither tosses coins
        for hero in (0, 1):
            careful = solved((2, 1), hero, 60, threshold=1e-5, bots=bots, share=1e-9)
            hopeful = solved((2, 1), hero, 60, threshold=1e-5, bots=bots, share=0.3)
            self.assertGreater(hopeful.winnings(), careful.winnings() + 0.02, f"hero {hero}")
            self.assertGreater(hopeful.loss(), careful.loss(), f"hero {hero}")
            self.assertLess(hopeful.loss(), careful.loss() + 0.05, f"hero {hero}")
            self.assertAlmostEqual(hopeful.loss(), loss_over_the_whole_tree(hopeful), delta=1e-5)

    def test_a_bot_of_the_tree_does_what_it_does_at_a_table(self):
        window, hands = Window(3, 3, 3, CPU), Hands.of(2, CPU).counts
        steady = torch.tensor([STYLES["steady"]])
        slots = slots_of_bots(window, hands, (2, 1), 0, steady).view(window.opening + 1, SETS, len(hands))
        sixes = hands[:, 5].argmax()
        opened = int(window.bids[window.opening, int(slots[window.opening, 0, sixes])])
        self.assertEqual(divmod(opened, FACES), (0, 5), "two sixes open with one six")
        three_aces = 2 * FACES
        doubt = int(window.number[three_aces])
        self.assertEqual(int(slots[three_aces, 0, sixes]), doubt, "and doubt three aces")
        self.assertTrue((slots == slots[:, :1]).all(), "what was bid before is nothing to who trusts nobody")

    def test_targets_are_shares_of_legal_actions(self):
        for hero in (0, 1):
            with self.subTest(hero=hero):
                self.check_targets(hero)

    def check_targets(self, hero):
        rows = draw(solved((2, 1), hero, 12), 500)
        self.assertEqual(rows.pop("dice"), (2, 1))
        dice = torch.tensor([[2, 1]]).expand(len(rows["turn"]), 2)
        inputs, legal, shares = Reader(CPU).read(rows, dice)
        self.assertEqual(inputs.shape[1], INPUTS)
        self.assertTrue(torch.isfinite(inputs).all())
        self.assertEqual(float((shares * ~legal).sum()), 0.0)
        self.assertTrue(((shares.sum(1) - 1).abs() < 0.01).all())
        self.assertTrue((rows["turn"] == hero).all(), "targets are of whom the round was solved for")
        self.assertTrue((rows["bids"] % 2 == hero).all(), "the opener moves after even bids")
        self.assertEqual({*BIDDING} - {*rows}, set())
        self.assertTrue((rows["actions"] <= BIDS).all())


class TeachingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.files = []
        for dice, hero in itertools.product(((1, 1), (2, 1), (1, 2)), (0, 1)):
            self.files.append(path_of(folder.name, dice, hero))
            torch.save(draw(solved(dice, hero, 12), 200), self.files[-1])

    def test_a_row_is_read_as_what_its_own_round_says(self):
        torch.manual_seed(1)
        rounds = Rounds(self.files, CPU)
        self.assertEqual(rounds.names[:3], ["1v1 opener", "1v1 other", "1v2 opener"])
        dice, turn = rounds.dice.tolist(), rounds.columns["turn"].tolist()
        for number, start in enumerate(rounds.starts.tolist()):
            index = torch.arange(start, start + int(rounds.sizes[number]))
            inputs, _, _ = rounds.rows(index, torch.full_like(index, number))
            counts = (inputs[:, :30:5] * 5).sum(1).round().long().tolist()  # of each face, in fifths
            self.assertEqual(counts, [dice[number][turn[row]] for row in index.tolist()])

    def test_rows_of_a_batch_are_legal_whatever_rounds_they_are_of(self):
        torch.manual_seed(1)
        _, legal, wanted, _ = Rounds(self.files, CPU).draw(300)
        self.assertEqual(float((wanted * ~legal).sum()), 0.0)
        self.assertTrue(((wanted.sum(1) - 1).abs() < 0.01).all())

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

    def test_who_goes_on_learns_small_rounds_and_plays_large_ones_as_before(self):
        torch.manual_seed(1)
        start = Policy(32, inputs=ROUND_INPUTS)
        rounds = Rounds(self.files, CPU, again=2)
        distillation = Distillation(rounds, CPU, width=32, batch=256, start=start)

        def far():
            net = distillation.policy
            for name, (inputs, legal, solved) in rounds.held_out():
                large = not name.startswith("1v1")
                yield (
                    name,
                    large,
                    float(divergence(net, inputs, legal, shares(start, inputs, legal) if large else solved)),
                )

        before = {name: much for name, _, much in far()}
        for _ in range(60):
            distillation.step(0.0)
        for name, large, much in far():
            if large:
                self.assertLess(much, 0.05, f"{name} is played as before")
            else:
                self.assertLess(much, before[name], f"{name} is learnt")

    def test_weights_are_rounded_as_they_are_shipped_and_exact_again_afterwards(self):
        net = Policy(32, inputs=ROUND_INPUTS)
        exact = {name: tensor.clone() for name, tensor in net.state_dict().items()}
        with rounded(net):
            whole, scale = quantise(exact["policy.weight"])
            self.assertTrue(torch.equal(net.policy.weight, whole * scale[:, None]))
            self.assertTrue(torch.equal(net.policy.bias, exact["policy.bias"]))
        for name, tensor in net.state_dict().items():
            self.assertTrue(torch.equal(tensor, exact[name]), name)


if __name__ == "__main__":
    unittest.main()
