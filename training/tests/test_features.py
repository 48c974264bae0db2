import unittest

import torch

from perudo_training.features import (
    CRITIC_INPUTS,
    INPUTS,
    LAYOUT,
    MATCHES,
    STYLE_INPUTS,
    TWO_PLAYERS,
    VALUE_INPUTS,
    critic_features,
    features,
    slots_from,
    value_features,
)
from perudo_training.rules import OFFSETS

from .tables import bid, table

START = {name: sum(size for _, size in LAYOUT[:i]) for i, (name, _) in enumerate(LAYOUT)}


def seen(state):
    return features(state)[0].tolist()


class Policy(unittest.TestCase):
    """README.md has the table that these numbers are from."""

    def assert_at(self, inputs, start, expected):
        for i, (got, want) in enumerate(zip(inputs[start:], expected, strict=False)):
            self.assertAlmostEqual(got, want, places=6, msg=f"input {start + i}")

    def test_the_layout_is_that_of_the_readme(self):
        starts = dict(
            hand=0, dice=36, kind=63, axes=68, standing=78, least=102, odds=114, slots=210, history=300
        )
        self.assertEqual({name: START[name] for name in starts}, starts)
        self.assertEqual(START["length"], 432)
        self.assertEqual(features(table([5, 5])).shape, (1, INPUTS))

    def test_hand_and_matches(self):
        inputs = seen(table([3, 2], ["1 5 5", "2 2"]))
        self.assert_at(inputs, 0, [1 / 5, 1, 0, 0, 0])
        self.assert_at(inputs, 4 * 5, [2 / 5, 1, 1, 0, 0])
        self.assert_at(inputs, MATCHES.start, [1 / 5, 1 / 5, 1 / 5, 1 / 5, 3 / 5, 1 / 5])

    def test_numbers(self):
        inputs = seen(table([3, 2], ["1 5 5", "2 2"]))
        self.assert_at(inputs, 36, [5 / 30, 1 / 5, 2 / 30])
        self.assertEqual([i - 39 for i in range(39, 51) if inputs[i]], [5 - 1])
        self.assertEqual([i - 51 for i in range(51, 57) if inputs[i]], [3 - 1])
        self.assertEqual([i - TWO_PLAYERS for i in range(57, 63) if inputs[i]], [0])

    def test_the_standing_bid(self):
        inputs = seen(table([2, 2], ["4 4", "1 2"], **bid(3, 4)))
        self.assert_at(inputs, 78, [1, 0, 0, 0, 1, 0, 0, 3 / 10, 3 / 4])
        # One of two unknown dice at least, each with one third; exactly one; one is needed.
        self.assert_at(inputs, 99, [5 / 9, 4 / 9, 1 / 5])

    def test_least_counts_and_odds(self):
        inputs = seen(table([2, 2], ["4 4", "1 2"], **bid(3, 4)))
        self.assert_at(inputs, 102, [0.2, 0.4, 0.4, 0.4, 0.3, 0.3, 1, 1, 1, 1, 1, 1])
        odds = START["odds"]
        self.assert_at(inputs, odds + 3 * OFFSETS, [1 / 9, 0])  # 4x4
        self.assert_at(inputs, odds + 0 * OFFSETS, [1 / 36, 0])  # 2x1
        self.assert_at(inputs, odds + 1 * OFFSETS, [0, 0])  # 4x2

    def test_slots(self):
        highest = [[0] * 6, [0, 0, 2, 0, 0, 0], [0] * 6]
        state = table([4, 1, 2], turn=1, opener=2, used=[False, True, False], highest=highest)
        inputs = seen(state)
        slots = START["slots"]
        self.assert_at(inputs, slots, [1, 1 / 5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 6 / 7, 0, 0, 0])  # seat 1
        self.assert_at(inputs, slots + 15, [1, 2 / 5, 0, 1, 0, 0, 0, 0, 1])  # seat 2
        self.assert_at(inputs, slots + 45, [0] * 15)  # nobody

    def test_the_last_bids(self):
        past = dict(past_counts=[3, 2] + [0] * 10, past_faces=[3, 1] + [0] * 10)
        inputs = seen(table([2, 2], ["4 4", "1 2"], **bid(3, 4, bids=2), **past))
        history = START["history"]
        self.assert_at(inputs, history, [1, 0, 0.3, 3 / 4, 5 / 9, 0, 0, 0, 1, 0, 0])
        self.assert_at(inputs, history + 11, [1, 1, 0.2, 2 / 4, 1 / 9, 0, 1, 0, 0, 0, 0])
        self.assert_at(inputs, history + 22, [0] * 11)
        self.assert_at(inputs, 432, [0.2])

    def test_nobody_sees_the_dice_of_others(self):
        one = table([3, 2, 2], ["1 5 5", "2 2", "3 4"], **bid(3, 5))
        other = table([3, 2, 2], ["1 5 5", "1 1", "6 6"], **bid(3, 5))
        self.assertEqual(seen(one), seen(other))

    def test_a_player_who_declares_has_not_rolled(self):
        one = table([1, 3, 3], ["1", "2 2 2", "3 3 3"], preset="classic", declaring=True)
        other = table([1, 3, 3], ["6", "2 2 2", "3 3 3"], preset="classic", declaring=True)
        self.assertEqual(seen(one), seen(other))
        self.assertEqual(sum(seen(one)[:36]), 0)

    def test_with_more_players_than_slots_the_middle_is_left_out(self):
        dice = torch.tensor([[1, 1, 1, 1, 1, 1, 1, 1]])
        self.assertEqual(slots_from(dice, torch.tensor([2]))[0].tolist(), [2, 3, 4, 7, 0, 1])

    def test_slots_skip_empty_seats(self):
        dice = torch.tensor([[1, 0, 2, 0]])
        self.assertEqual(slots_from(dice, torch.tensor([2]))[0].tolist(), [2, 0, 4, 4, 4, 4])


class Others(unittest.TestCase):
    def test_the_critic_sees_all_hands(self):
        kinds = torch.zeros(1, 2, 2)
        styles = torch.zeros(*kinds.shape[:2], STYLE_INPUTS)
        rows = []
        for other in ("2 2", "1 1"):
            state = table([2, 2], ["4 4", other], **bid(3, 4))
            least = state.least()
            rows.append(critic_features(state, features(state, least), least, kinds, styles))
        self.assertEqual(rows[0].shape, (1, CRITIC_INPUTS))
        self.assertFalse(torch.equal(*rows))

    def test_the_value_sees_seats_from_the_opener(self):
        state = table([3, 0, 1], opener=2)
        inputs, slots = value_features(
            state.axes, state.dice_each, state.dice, state.used, state.opener, state.lost
        )
        self.assertEqual(inputs.shape, (1, VALUE_INPUTS))
        self.assertEqual(slots[0].tolist(), [2, 0, 3, 3, 3, 3])
        self.assertAlmostEqual(float(inputs[0, 1]), 1 / 5)
