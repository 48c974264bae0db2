"""What the networks should learn from a rollout.

Outcomes of a round are numbered by seat: `seat` loses a die, `S + seat` gains one. M = steps * tables rows.
"""

import torch

from .features import value_features
from .networks import ILLEGAL
from .rules import CALZA, DUDO, after_showdown, pick

LEAST_STAKE = 0.004  # a die is never worth less, of a tour
UTILITY_LIMIT = 3


@torch.no_grad()
def targets(batch, critic, tour_value, lam, autocast):
    """By step and table, [T, B, ...]:

    `q`          value of every action; of doubt and calza exactly, since all dice are known
    `returns`    utility of what came of it
    `win`        chance to win the tour, by slot
    `lose`       chance to lose a die in this round, by slot, and that nobody does
    `outcome`    chances to lose and to gain a die, by slot
    `wins_after` chance of each seat to win the tour after each outcome
    """
    steps, tables = batch["action"].shape
    flat = {name: tensor[:steps].flatten(0, 1) for name, tensor in batch.items()}
    turn, slots = flat["turn"], flat["slots"]
    wins_after = wins_after_outcomes(tour_value, flat, autocast)
    utility = utilities(wins_after, flat["dice"], turn)
    q, outcomes = critic_view(batch, critic, flat["dice"].shape[1])
    chances = outcome_chances(batch, outcomes, lam).flatten(0, 1)
    q = q.clamp(-UTILITY_LIMIT, UTILITY_LIMIT)
    q[:, DUDO], q[:, CALZA] = call_values(utility, flat)
    lose, gain = chances.chunk(2, 1)
    lose_by_slot = by_slot(lose, slots)
    rows = dict(
        q=q,
        returns=(chances * utility).sum(1),
        win=by_slot((chances[:, :, None] * wins_after).sum(1), slots),
        lose=torch.cat([lose_by_slot, gain.sum(1, keepdim=True)], 1),
        outcome=torch.cat([lose_by_slot, by_slot(gain, slots)], 1),
        wins_after=wins_after,
    )
    return {name: tensor.reshape(steps, tables, *tensor.shape[1:]) for name, tensor in rows.items()}


def by_slot(by_seat, slots):
    """[M, S] as [M, SLOTS]; 0 where there is nobody."""
    return torch.cat([by_seat, torch.zeros_like(by_seat[:, :1])], 1).gather(1, slots)


def wins_after_outcomes(tour_value, rows, autocast):
    """Chance to win the tour after each outcome, for each seat: [M, 2S, S]."""
    dice = rows["dice"]
    count, seats = dice.shape
    wins = []
    for gains in (False, True):
        for seat in range(seats):
            dice_after, used, opener, lost = after_showdown(
                rows["axes"],
                rows["dice_each"],
                dice,
                rows["used"],
                rows["maputo_of"],
                torch.full((count,), seat, dtype=torch.long, device=dice.device),
                torch.full((count,), gains, dtype=torch.bool, device=dice.device),
            )
            inputs, slots = value_features(
                rows["axes"], rows["dice_each"], dice_after.clamp(min=0), used, opener, lost
            )
            with autocast():
                chances = tour_value(inputs).softmax(1)
            by_seat = torch.zeros(count, seats + 1, device=dice.device)
            wins.append(by_seat.scatter(1, slots, chances.float())[:, :seats])
    return torch.stack(wins, 1)


def utilities(wins_after, dice, turn):
    """What each outcome is worth to the player to act: [M, 2S]. To lose a die is -1, that another one loses
    one is +1 on average, both from the chances to win the tour."""
    seats = dice.shape[1]
    mine = wins_after.gather(2, turn[:, None, None].expand(-1, 2 * seats, 1)).squeeze(2)
    me = torch.arange(seats, device=dice.device) == turn[:, None]
    others = ((dice > 0) & ~me).float()
    lose = pick(mine, turn)
    keep = (mine[:, :seats] * others).sum(1) / others.sum(1).clamp(min=1)
    stake = (keep - lose).clamp(min=LEAST_STAKE)
    utility = 2 * (mine - (keep + lose)[:, None] / 2) / stake[:, None]
    return utility.clamp(-UTILITY_LIMIT, UTILITY_LIMIT)


def critic_view(batch, critic, seats):
    """The critic's values of all actions [M, ACTIONS], and its chances of the outcomes [B, 2S] at each step
    and after the last."""
    steps, tables = batch["action"].shape
    values, outcomes = [], []
    for step in range(steps + 1):
        q, logits = critic(batch["critic_inputs"][step])
        slots = batch["slots"][step]
        there = slots < seats
        chances = logits.masked_fill(~torch.cat([there, there], 1), ILLEGAL).softmax(1)
        # Seat S of either half is nobody.
        by_seat = torch.zeros(tables, 2 * seats + 2, device=chances.device)
        by_seat.scatter_(1, torch.cat([slots, slots + seats + 1], 1), chances)
        outcomes.append(torch.cat([by_seat[:, :seats], by_seat[:, seats + 1 : 2 * seats + 1]], 1))
        if step < steps:
            values.append(q)
    return torch.cat(values), outcomes


def outcome_chances(batch, outcomes, lam):
    """λ-returns of the chances of outcomes: [T, B, 2S]."""
    ended, who, gains = batch["ended"], batch["who"], batch["gains"]
    steps = len(ended)
    size = outcomes[0].shape[1]
    returns = torch.zeros(steps, *outcomes[0].shape, device=ended.device)
    later = outcomes[steps]
    for step in reversed(range(steps)):
        outcome = who[step] + size // 2 * gains[step].long()
        certain = (torch.arange(size, device=ended.device) == outcome[:, None]).float()
        if step < steps - 1:
            later = (1 - lam) * outcomes[step + 1] + lam * later
        later = torch.where(ended[step][:, None], certain, later)
        returns[step] = later
    return returns


def call_values(utility, rows):
    """The values of dudo and calza, which all dice together decide."""
    dice, turn, surplus = rows["dice"], rows["turn"], rows["surplus"]
    seats = dice.shape[1]
    players = (dice > 0).sum(1)
    # The bidder is the last one clockwise.
    bidder = pick(rows["slots"], (players - 1).clamp(min=0)).clamp(max=seats - 1)
    i_lose = pick(utility, turn)
    dudo = torch.where(surplus >= 0, i_lose, pick(utility, bidder))
    calza = torch.where(surplus == 0, pick(utility, turn + seats), i_lose)
    return dudo, calza
