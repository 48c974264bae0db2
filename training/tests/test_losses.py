import unittest

import torch

from perudo_training.features import INPUTS, SLOTS, TWO_PLAYERS
from perudo_training.losses import Pull, ReferencePolicy, policy_gradient, policy_loss
from perudo_training.rules import ACTIONS

NO_PULL = Pull(0.0, 0.0, 0.0)
BEST = 7
EVEN = dict(a=1 / 3, b=1 / 3, c=1 / 3)


class Fixed:
    """A policy with the same logits everywhere."""

    def __init__(self, logits):
        self.logits = logits

    def __call__(self, inputs, heads=True):
        logits = self.logits.expand(len(inputs), ACTIONS)
        rest = (
            torch.zeros(len(inputs), SLOTS),
            torch.zeros(len(inputs), SLOTS + 1),
            torch.zeros(len(inputs), SLOTS),
        )
        return (logits, *rest) if heads else logits


def legal_actions(*actions):
    legal = torch.zeros(1, ACTIONS, dtype=torch.bool)
    legal[0, list(actions)] = True
    return legal


def log_shares(**shares):
    """Of actions 0, 1, 2, named a, b and c."""
    logs = torch.full((1, ACTIONS), -1e9)
    for action, name in enumerate("abc"):
        logs[0, action] = torch.tensor(shares[name]).log()
    return logs


class Gradient(unittest.TestCase):
    def gradient(self, shares, q, pull=NO_PULL, returns=None, log_ratio=None):
        values = torch.zeros(1, ACTIONS)
        values[0, :3] = torch.tensor(q)
        returns = torch.tensor([q[0] if returns is None else returns])
        ratio = torch.zeros(1, ACTIONS) if log_ratio is None else log_ratio
        legal = legal_actions(0, 1, 2)
        action = torch.tensor([0])
        return policy_gradient(log_shares(**shares), legal, action, values, returns, pull, ratio)[0]

    def test_better_actions_rise_and_worse_ones_fall(self):
        moved = self.gradient(EVEN, [1.0, 0.0, -1.0])
        torch.testing.assert_close(moved[:3], torch.tensor([1 / 3, 0.0, -1 / 3]))

    def test_illegal_actions_stay(self):
        self.assertEqual(float(self.gradient(EVEN, [1.0, 0.0, -1.0])[3:].abs().sum()), 0.0)

    def test_moves_cancel(self):
        moved = self.gradient(dict(a=0.7, b=0.2, c=0.1), [0.3, -0.5, 0.9], Pull(0.02, 0.0, 0.004))
        self.assertAlmostEqual(float(moved.sum()), 0.0, places=6)

    def test_what_is_never_played_stays_where_it_is(self):
        moved = self.gradient(dict(a=0.6, b=0.4, c=1e-6), [1.0, 0.0, -2.0], Pull(0.0, 0.0, 0.004))
        self.assertEqual(float(moved[2]), 0.0)

    def test_entropy_lifts_what_is_rare(self):
        moved = self.gradient(dict(a=0.8, b=0.1, c=0.1), [0.0, 0.0, 0.0], Pull(0.1, 0.0, 0.0))
        self.assertLess(float(moved[0]), 0.0)
        self.assertGreater(float(moved[1]), 0.0)

    def test_the_magnet_pulls_back(self):
        ratio = torch.zeros(1, ACTIONS)
        ratio[0, 0] = 1.0  # played more than the magnet does
        moved = self.gradient(EVEN, [0.0, 0.0, 0.0], Pull(0.0, 0.1, 0.0), log_ratio=ratio)
        self.assertLess(float(moved[0]), 0.0)

    def test_a_return_above_the_critics_value_lifts_the_action_taken(self):
        moved = self.gradient(EVEN, [0.0, 0.0, 0.0], returns=0.5)
        torch.testing.assert_close(moved[:3], torch.tensor([1 / 3, -1 / 6, -1 / 6]))


class Loss(unittest.TestCase):
    def rows(self, count):
        return dict(
            inputs=torch.zeros(count, INPUTS),
            legal=torch.ones(count, ACTIONS, dtype=torch.bool),
            action=torch.zeros(count, dtype=torch.long),
            q=torch.zeros(count, ACTIONS),
            returns=torch.zeros(count),
        )

    def learn(self, weight, **options):
        """The logits after one step down the loss."""
        logits = torch.zeros(ACTIONS, requires_grad=True)
        rows = self.rows(len(weight))
        rows["q"][:, BEST] = 1.0
        policy_loss(Fixed(logits), rows, NO_PULL, torch.tensor(weight), **options).loss.backward()
        return -logits.grad

    def test_the_best_action_rises(self):
        self.assertEqual(int(self.learn([1.0]).argmax()), BEST)

    def test_rows_without_weight_teach_nothing(self):
        self.assertEqual(float(self.learn([0.0]).abs().sum()), 0.0)

    def test_held_rows_learn_the_reference(self):
        target = torch.zeros(ACTIONS)
        target[3] = 5.0
        reference = ReferencePolicy([Fixed(target)])
        moved = self.learn([0.0], held=torch.tensor([1.0]), reference=reference)
        self.assertEqual(int(moved.argmax()), 3)


class Reference(unittest.TestCase):
    def test_duels_are_the_mean_and_tables_the_copy(self):
        nets = [Fixed(torch.eye(ACTIONS)[action] * 50) for action in (0, 1, 2)]
        reference = ReferencePolicy(nets[:2], nets[2])
        inputs = torch.zeros(2, INPUTS)
        inputs[0, TWO_PLAYERS] = 1.0
        shares = reference.shares(inputs, torch.ones(2, ACTIONS, dtype=torch.bool))
        torch.testing.assert_close(shares[:, :3], torch.tensor([[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]))
