import unittest

import torch

from perudo_training.bots import STEADY, STYLES, bot_action
from perudo_training.features import features
from perudo_training.records import action_text
from perudo_training.rules import OFFSETS

from .tables import bid, table


def played(style, state):
    torch.manual_seed(1)
    least = state.least()
    styles = torch.tensor([style])
    action = int(bot_action(state, state.legal(least), least, features(state, least), styles))
    face = min(action // OFFSETS, 5)
    return action_text(action, int(least[0, face]) + action % OFFSETS, face)


class Actions(unittest.TestCase):
    CASES = (
        ("opens with its best face", "steady", table([5, 5], ["4 4 4 2 3", "2"]), "1x4"),
        ("of equals takes the highest face", "steady", table([2, 2], ["2 3", "5 5"]), "1x3"),
        ("a high opener bids what is likely", "high opener", table([5, 5], ["4 4 4 2 3", "2"]), "5x4"),
        ("doubts what cannot be", "steady", table([1, 1], ["2", "3"], **bid(2, 6)), "dudo"),
        ("raises what is sure", "steady", table([3, 3], ["6 6 6", "2 2 2"], **bid(1, 6)), "2x6"),
        ("a novice bids on its own dice", "novice", table([3, 3], ["6 6 6", "2 2 2"]), "1x6"),
        ("and believes the others", "novice", table([5, 5], ["6 6 6 6 6", "2"], **bid(5, 6)), "6x6"),
        ("up to a point", "novice", table([5, 5], ["6 6 6 6 6", "2"], **bid(8, 6)), "dudo"),
        (
            "calls calza where exactly the bid is likely",
            "steady",
            table([2, 1], ["5 5", "2"], preset="calza", **bid(2, 5)),
            "calza",
        ),
        (
            "declares its own maputo",
            "steady",
            table([1, 3, 3], preset="classic", declaring=True),
            "maputo",
        ),
        (
            "passes on another's",
            "steady",
            table([3, 1, 3], preset="classic", declaring=True, turn=1),
            "pass",
        ),
    )

    def test_actions(self):
        for name, style, state, expected in self.CASES:
            with self.subTest(name):
                self.assertEqual(played(STYLES[style], state), expected)

    def test_trust_in_bids_keeps_from_doubting(self):
        highest = [[0] * 6, [0, 0, 0, 0, 3, 0]]
        state = table([3, 3], ["2 2 3", "5 5 5"], highest=highest, **bid(2, 5))
        wary = STEADY._replace(doubt_below=0.5)
        self.assertEqual(played(wary, state), "dudo")
        self.assertNotEqual(played(wary._replace(trust=2.0), state), "dudo")
