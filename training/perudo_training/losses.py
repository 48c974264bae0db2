"""What the policy, the critic and the value of a tour are moved by."""

from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from .features import TWO_PLAYERS, value_features
from .networks import masked_log_softmax, shares
from .rules import ACTIONS, BIDS, CALZA, pick
from .seating import LEARNER

HEAD_WEIGHT = 0.3  # of the chances to win the tour and to lose a die
UNPLAYED = -9  # actions with a lower logarithm of their share are as good as never played


class Pull(NamedTuple):
    """What regularises the policy gradient. Tensors where a CUDA graph must see new values."""

    alpha: float | Tensor  # entropy
    beta: float | Tensor  # towards the magnet
    neurd: float | Tensor  # share of the update that does not depend on how often an action is played


class PolicyLoss(NamedTuple):
    loss: Tensor
    entropy: Tensor
    kl: Tensor  # distance to the magnet


class CriticLoss(NamedTuple):
    outcome: Tensor
    q: Tensor
    value: Tensor


class ReferencePolicy:
    """What a policy is held to: with two players the mean of `duellists`, with more what `table` does, if
    there is one."""

    def __init__(self, duellists, table=None):
        self.duellists, self.table = duellists, table

    def shares(self, inputs, legal):
        duel = sum(shares(net, inputs, legal) for net in self.duellists) / len(self.duellists)
        if self.table is None:
            return duel
        return torch.where(inputs[:, TWO_PLAYERS, None] > 0, duel, shares(self.table, inputs, legal))


def policy_gradient(log_shares, legal, action, q, returns, pull, log_ratio):
    """How the logits should move, over all actions: (π + c)(A − Ā) and the critic's error for the action
    taken, with A = Q − α log π − β log(π / magnet). `log_ratio` is the last logarithm."""
    played_shares = log_shares.exp()
    advantage = q - pull.alpha * log_shares.clamp(min=-12) - pull.beta * log_ratio
    mean = (played_shares * torch.where(legal, advantage, 0)).sum(1, keepdim=True)
    advantage = torch.where(legal, advantage - mean, 0).clamp(-3, 3)
    gradient = (played_shares + pull.neurd * legal) * advantage
    gradient = torch.where((log_shares < UNPLAYED) & (gradient < 0), 0, gradient)
    taken = (torch.arange(ACTIONS, device=action.device) == action[:, None]).float()
    error = (returns - pick(q, action)).clamp(-2, 2)
    gradient = gradient + (taken - played_shares) * error[:, None]
    # What is never played stays where it is: else its weights grow without end.
    played = legal & (log_shares > UNPLAYED)
    mean = gradient.sum(1, keepdim=True) / played.sum(1, keepdim=True).clamp(min=1)
    return gradient - played * mean


def policy_loss(net, rows, pull, weight, magnet=None, heads=False, held=None, reference=None):
    """`weight` says how much each row teaches; in rows of weight `held` the policy learns `reference`
    instead. With `heads` the chances to win and to lose are learned, too."""
    inputs, legal = rows["inputs"], rows["legal"]
    logits, win, lose, weak = net(inputs)
    with torch.no_grad():
        log_shares = masked_log_softmax(logits, legal)
        played = log_shares.exp()
        log_ratio = torch.zeros_like(log_shares)
        if magnet is not None:
            log_magnet = masked_log_softmax(magnet(inputs, heads=False), legal)
            log_ratio = (log_shares - log_magnet).clamp(-6, 6)
        gradient = policy_gradient(
            log_shares, legal, rows["action"], rows["q"], rows["returns"], pull, log_ratio
        )
        gradient = gradient * weight[:, None]
        if held is not None:
            gradient = gradient + held[:, None] * (reference.shares(inputs, legal) - played)
        entropy = -(played * torch.where(legal, log_shares, 0)).sum(1)
    total = weight if held is None else weight + held
    count = total.sum().clamp(min=1)
    loss = -(gradient * torch.where(legal, logits, 0)).sum() / count
    if heads:
        for log_chances, target in head_targets(win, lose, rows):
            loss = loss - ((log_chances * target).sum(1) * total).sum() / count * HEAD_WEIGHT
        loss = loss + weakness_loss(weak, rows)
    kl = ((log_ratio * played * legal).sum(1) * weight).sum() / count
    return PolicyLoss(loss, (entropy * weight).sum() / count, kl)


def head_targets(win, lose, rows):
    """Logarithms of the chances to win and to lose, 0 where there is nobody, with their targets."""
    there = rows["there"]
    nobody_too = torch.cat([there, torch.ones_like(there[:, :1])], 1)
    for logits, mask, target in ((win, there, rows["win"]), (lose, nobody_too, rows["lose"])):
        yield torch.where(mask, masked_log_softmax(logits, mask), 0), target


def weakness_loss(weak, rows):
    """How well it is known which of the others are bots with habits."""
    others = rows["there"].float() * (torch.arange(weak.shape[1], device=weak.device) > 0)
    error = functional.binary_cross_entropy_with_logits(weak, rows["weak"], reduction="none")
    learners = (rows["kind"] == LEARNER).float()[:, None] * others
    return (error * learners).sum() / learners.sum().clamp(min=1) * HEAD_WEIGHT


def critic_loss(critic, tour_value, rows, weight, autocast):
    """`weight` says from which rows the value of a tour is learned."""
    q, logits = critic(rows["critic_inputs"])
    there = torch.cat([rows["there"], rows["there"]], 1)
    log_chances = torch.where(there, masked_log_softmax(logits, there), 0)
    outcome = -(log_chances * rows["outcome"]).sum(1).mean()
    # Doubt and calza are known exactly.
    action = rows["action"]
    learned = ((action < BIDS) | (action > CALZA)).float()
    error = functional.huber_loss(pick(q, action), rows["returns"], reduction="none")
    q_loss = (error * learned).sum() / learned.sum().clamp(min=1)
    return CriticLoss(outcome, q_loss, value_loss(tour_value, rows, weight, autocast))


def value_loss(tour_value, rows, weight, autocast):
    """The value of a tour, from rounds that ended."""
    seats = rows["dice"].shape[1]
    names = ("axes", "dice_each", "dice", "used", "opener", "lost")
    inputs, slots = value_features(*(rows[name] for name in names))
    outcome = rows["who"] + seats * rows["gains"].long()
    wins = rows["wins_after"].gather(1, outcome[:, None, None].expand(-1, 1, seats)).squeeze(1)
    target = torch.cat([wins, torch.zeros_like(wins[:, :1])], 1).gather(1, slots)
    with autocast():
        logits = tour_value(inputs)
    log_chances = functional.log_softmax(logits, 1)
    return -((log_chances.clamp(min=-50) * target).sum(1) * weight).sum() / weight.sum().clamp(min=1)


def distillation_loss(net, solved, count):
    """Cross-entropy to solved play, over `count` random information sets."""
    inputs, legal, target = solved.draw(count)
    log_shares = masked_log_softmax(net(inputs, heads=False), legal)
    return -(target * log_shares.clamp(min=-30)).sum(1).mean()
