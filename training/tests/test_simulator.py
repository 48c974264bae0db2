import unittest

import torch

from perudo_training.records import low_actions
from perudo_training.rules import CALZA, DUDO, MAPUTO, PASS, constants, may_have_maputo
from perudo_training.simulator import Setup, Simulator

from .tables import bid, table

CLASSIC = (0.0, 1.0, 0.0, 0.0, 0.0)


def at(state):
    """A simulator at that table."""
    simulator = Simulator(1, Setup(state.dice.shape[1], "cpu"))
    simulator.write(state.tensors())
    return simulator


def step(simulator, action):
    return simulator.step(torch.tensor([action]), reset=False)


class Step(unittest.TestCase):
    def test_a_bid_is_kept_and_the_next_player_is_to_act(self):
        simulator = at(table([2, 0, 3]))
        step(simulator, 3 * 16 + 1)  # 2x4
        state = simulator.state
        self.assertEqual((int(state.count), int(state.face), int(state.turn)), (2, 3, 2))
        self.assertEqual((int(state.plain_count), int(state.plain_face)), (2, 3))
        self.assertEqual(int(state.past_counts[0, 0]), 2)
        self.assertEqual(int(state.highest[0, 0, 3]), 2)

    def test_aces_do_not_replace_the_last_plain_bid(self):
        simulator = at(table([3, 3], **bid(4, 3)))
        step(simulator, 0)  # 2x1
        state = simulator.state
        self.assertEqual((int(state.count), int(state.face)), (2, 0))
        self.assertEqual((int(state.plain_count), int(state.plain_face)), (4, 2))

    def test_calls(self):
        hands = ["1 2", "2 3"]  # three twos
        cases = (
            ("a true bid is doubted: the caller loses", 3, DUDO, (1, False), [2, 1]),
            ("a false bid is doubted: the bidder loses", 4, DUDO, (0, False), [1, 2]),
            ("exact calza wins a die", 3, CALZA, (1, True), [2, 3]),
            ("calza that is not exact loses one", 2, CALZA, (1, False), [2, 1]),
        )
        for name, count, action, (who, gains), dice in cases:
            with self.subTest(name):
                simulator = at(table([2, 2], hands, preset="calza", turn=1, **bid(count, 2)))
                happened = step(simulator, action)
                self.assertTrue(bool(happened["ended"]))
                self.assertEqual((int(happened["who"]), bool(happened["gains"])), (who, gains))
                self.assertEqual(simulator.state.dice[0].tolist(), dice)
                self.assertEqual(int(simulator.state.opener), who)

    def test_the_tour_ends_with_one_player(self):
        simulator = at(table([1, 1], ["2", "3"], turn=1, **bid(2, 2)))
        happened = step(simulator, DUDO)
        self.assertTrue(bool(happened["over"]))
        self.assertEqual(happened["next"]["dice"][0].tolist(), [0, 1])

    def test_the_opener_of_an_automatic_maputo_is_the_loser_with_one_die(self):
        simulator = at(table([2, 2, 5], ["2 2", "3 3", "4 4 4 4 4"], turn=1, **bid(9, 2)))
        step(simulator, DUDO)
        self.assertTrue(bool(simulator.state.maputo))
        self.assertEqual(int(simulator.state.maputo_of), 0)

    def test_declarations_go_round_until_someone_declares(self):
        simulator = at(table([3, 1, 1], preset="classic", declaring=True, turn=1))
        step(simulator, PASS)
        self.assertEqual((bool(simulator.state.declaring), int(simulator.state.turn)), (True, 2))
        step(simulator, MAPUTO)
        state = simulator.state
        self.assertEqual((bool(state.declaring), int(state.maputo_of), int(state.turn)), (False, 2, 0))

    def test_when_all_pass_the_opener_bids(self):
        simulator = at(table([3, 1, 1], preset="classic", declaring=True, turn=2))
        step(simulator, PASS)
        state = simulator.state
        self.assertEqual((bool(state.declaring), bool(state.maputo), int(state.turn)), (False, False, 0))


class RandomGames(unittest.TestCase):
    def test_what_holds_at_every_step(self):
        torch.manual_seed(1)
        simulator = Simulator(64, Setup(6, "cpu"))
        ended = 0
        for _ in range(120):
            state = simulator.state
            before = {name: tensor.clone() for name, tensor in state.tensors().items()}
            legal = state.legal()
            self.assertTrue(bool(legal.any(1).all()), "someone has no legal action")
            self.assertTrue(bool((state.own_dice > 0).all()), "a player without dice is to act")
            self.assertEqual(state.hands.sum(2).tolist(), state.dice.tolist())
            self.assertTrue(bool((state.dice <= state.dice_each[:, None]).all()))
            happened = simulator.step(low_actions(legal, 0.3))
            going_on = ~happened["ended"]
            self.assertEqual(simulator.state.dice[going_on].tolist(), before["dice"][going_on].tolist())
            self.assertEqual(simulator.state.hands[going_on].tolist(), before["hands"][going_on].tolist())
            ended += int(happened["over"].sum())
        self.assertGreater(ended, 0)


class Drawing(unittest.TestCase):
    def test_presets_and_players_as_asked_for(self):
        torch.manual_seed(2)
        start = Setup(6, "cpu", players=(0, 0, 1, 0, 0), presets=CLASSIC, dice_other=0.0, full=1.0).draw(50)
        self.assertEqual(start["dice"].tolist(), [[5, 5, 5, 5, 0, 0]] * 50)
        self.assertTrue(bool((start["axes"] == constants("cpu").presets[1]).all()))

    def test_any_table_can_be_played(self):
        torch.manual_seed(3)
        start = Setup(6, "cpu", presets=(0, 0, 0, 0, 1), dice_other=1.0).draw(500)
        dice, opener = start["dice"], start["opener"]
        self.assertTrue(bool(((dice > 0).sum(1) >= 2).all()))
        self.assertTrue(bool((dice.gather(1, opener[:, None]) > 0).all()), "the opener has dice")
        used = start["used"]
        self.assertTrue(bool((dice[used] == 1).all()), "a player with more than one die has had a maputo")
        self.assertFalse(bool((may_have_maputo(start["axes"], dice, used) & (dice != 1)).any()))
