"""Whole tours between networks and bots, in the simulator."""

import math

import torch

from .bots import Style, bot_action
from .features import features
from .networks import precision, sample, team_log_shares
from .rules import DISTINCT_PRESETS, pick
from .simulator import Setup, Simulator

MOST_PLAYERS = 10
TABLE_DICE = 4  # the tables of `master` cover finals of up to this many dice

# What rounds of finals are worth to the opener, who has the first number of dice: docs/solver.md.
ROUND_VALUES = {
    (1, 1): -0.05556,
    (2, 1): 0.26035,
    (1, 2): -0.23440,
    (2, 2): 0.03402,
    (3, 1): 0.29784,
    (1, 3): -0.34659,
}


def wilson(won, played):
    """The share, and its interval of 95 %."""
    share, z = won / played, 1.96
    middle = (share + z * z / 2 / played) / (1 + z * z / played)
    half = z * math.sqrt(share * (1 - share) / played + z * z / 4 / played / played) / (1 + z * z / played)
    return share, middle - half, middle + half


def in_percent(share, low, high):
    return f"{100 * share:.1f} ({100 * low:.1f}-{100 * high:.1f})"


class NetPlayer:
    """A network, or a team of them. `floor`: actions below this share of the likeliest are not played.
    `doubt`: how slowly it believes habits."""

    def __init__(self, nets, temperature=1.0, greedy=False, floor=0.0, doubt=1.0):
        self.nets, self.temperature, self.greedy, self.floor = nets, temperature, greedy, floor
        self.doubt = doubt

    def __call__(self, state, least, legal, inputs):
        told = precision(inputs)
        log_shares = team_log_shares(self.nets, state, told, legal, self.temperature, self.doubt)
        if self.greedy:
            return log_shares.argmax(1)
        if self.floor > 0:
            shares = log_shares.softmax(1)
            legal = legal & (shares >= self.floor * shares.amax(1, keepdim=True))
        return sample(log_shares, legal)


class BotPlayer:
    """One style, or one for each table."""

    def __init__(self, style):
        self.style = torch.as_tensor(style)

    def __call__(self, state, least, legal, inputs):
        styles = self.style.to(inputs.device).expand(len(inputs), len(Style._fields))
        return bot_action(state, legal, least, inputs, styles)


def final_chances(device):
    """[opener's dice, other's dice]: the opener's chance to win the tour when both play perfectly from there,
    under the ladder of `tournament`. The loser of a die opens the next round."""
    chances = torch.zeros(TABLE_DICE + 1, TABLE_DICE + 1)
    for (own, other), value in sorted(ROUND_VALUES.items(), key=lambda entry: sum(entry[0])):
        after_win = 1.0 if other == 1 else 1 - float(chances[other - 1, own])
        after_loss = float(chances[own - 1, other]) if own > 1 else 0.0
        chances[own, other] = (1 + value) / 2 * after_win + (1 - value) / 2 * after_loss
    return chances.to(device)


def match_setup(players, preset, dice, device):
    """Tables of `players` with all dice, under one preset."""
    players_chances = [0.0] * (MOST_PLAYERS - 1)
    players_chances[players - 2] = 1.0
    presets = [0.0] * (len(DISTINCT_PRESETS) + 1)
    presets[DISTINCT_PRESETS.index("classic" if preset == "dudo" else preset)] = 1.0
    return Setup(players, device, players_chances, presets, 0.0, 1.0, most_dice=dice, dice=dice)


@torch.no_grad()
def scores(
    one, rest, players, count, device, preset="tournament", seed=1, dice=5, max_steps=2000, tables=False
):
    """One player against copies of another, seats rotated: what the one got out of each of `count` tours,
    1 or 0, and which of them came to an end.

    With `tables` the rest plays finals of up to four dice perfectly, and the one gets what the best play
    there can get: the value of the position.
    """
    torch.manual_seed(seed)
    simulator = Simulator(count, match_setup(players, preset, dice, device))
    seat = torch.arange(count, device=device) % players
    done = torch.zeros(count, dtype=torch.bool, device=device)
    score = torch.zeros(count, device=device)
    chances = final_chances(device)
    for step in range(max_steps):
        state = simulator.state
        if tables:
            final = (state.players == 2) & (state.dice_in_play <= TABLE_DICE) & ~done
            worth = final_worth(chances, state, seat)
            score = torch.where(final & (pick(state.dice, seat) > 0), worth, score)
            done |= final
        least = state.least()
        legal = state.legal(least)
        inputs = features(state, least)
        view = (state, least, legal, inputs)
        happened = simulator.step(torch.where(state.turn == seat, one(*view), rest(*view)))
        over = happened["over"]
        won = (happened["next"]["dice"].argmax(1) == seat).float()
        score = torch.where(over & ~done, won, score)
        done |= over
        if step % 16 == 15 and bool(done.all()):
            break
    return score, done


def final_worth(chances, state, seat):
    """The chance of the seat to win a final of two players."""
    opener = pick(state.dice, state.opener)
    other = state.dice_in_play - opener
    chance = chances[opener.clamp(max=TABLE_DICE), other.clamp(0, TABLE_DICE)]
    return torch.where(state.opener == seat, chance, 1 - chance)


def tours_won(*arguments, **options):
    """Of `scores`: tours won, and tours played to the end."""
    score, done = scores(*arguments, **options)
    return float(score.sum()), int(done.sum())
