"""Looks for the probability bot that does best against tables of `steady` under `tournament`, for each number
of players.

    python tune.py [--players 2 4 6] [--scale 1]

Random styles, then neighbours of the best ones; each stage keeps a few and plays more tours. The last figure
is of fresh tours.
"""

import argparse
from typing import NamedTuple

import torch

from perudo_training.bots import STEADY, Style
from perudo_training.device import pick_device
from perudo_training.matches import BotPlayer, in_percent, scores, wilson

BONUS, LIFT, DOUBT_BELOW = (Style._fields.index(name) for name in ("bonus", "lift", "doubt_below"))
FIRST_STYLES = 400
LAST_TOURS, LAST_SEED = 20000, 99


class Stage(NamedTuple):
    neighbours: int  # of each style, added before it
    keep: int
    tours: int


STAGES = (
    Stage(0, 40, 120),
    Stage(0, 10, 900),
    Stage(8, 20, 900),
    Stage(4, 10, 1500),
    Stage(0, 3, 6000),
    Stage(0, 1, 20000),
)


def random_styles(count):
    draws = torch.rand(count, 5)
    styles = torch.tensor(STEADY).repeat(count, 1)
    styles[:, BONUS] = draws[:, 0]
    styles[:, LIFT] = torch.where(draws[:, 1] < 0.5, 2.0, 0.3 + 0.65 * draws[:, 2])
    styles[:, DOUBT_BELOW] = torch.where(draws[:, 3] < 0.5, -1.0, 0.05 + 0.55 * draws[:, 4])
    return styles


def with_neighbours(styles, each):
    """A style that never lifts, or never doubts by a threshold, keeps to that."""
    if not each:
        return styles
    near = styles.repeat(each, 1)
    step = 0.06 * torch.randn(len(near), 3)
    near[:, BONUS] += step[:, 0]
    near[:, LIFT] += torch.where(near[:, LIFT] < 1.5, step[:, 1], 0.0)
    near[:, DOUBT_BELOW] += torch.where(near[:, DOUBT_BELOW] > -0.5, step[:, 2], 0.0)
    return torch.cat([styles, near])


def best(styles, keep, tours, players, device, seed):
    """The best of them, and the share of tours that each wins."""
    tours = tours // players * players
    one = BotPlayer(styles.repeat_interleave(tours, 0).to(device))
    score, _ = scores(one, BotPlayer(STEADY), players, len(styles) * tours, device, seed=seed)
    share = score.reshape(len(styles), tours).mean(1).cpu()
    top = share.argsort(descending=True)[:keep]
    return styles[top], share[top]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, nargs="*", default=[2, 4, 6])
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of tours")
    arguments = parser.parse_args()
    device = pick_device()
    for players in arguments.players:
        torch.manual_seed(players)
        styles = random_styles(FIRST_STYLES)
        for seed, stage in enumerate(STAGES, start=1):
            styles = with_neighbours(styles, stage.neighbours)
            tours = int(stage.tours * arguments.scale)
            styles, _ = best(styles, stage.keep, tours, players, device, seed)
        tours = int(LAST_TOURS * arguments.scale) // players * players
        _, share = best(styles, 1, tours, players, device, LAST_SEED)
        style = tuple(round(value, 3) for value in styles[0].tolist())
        interval = in_percent(*wilson(float(share[0]) * tours, tours))
        print(f"{players} players: {style} wins {interval}", flush=True)


if __name__ == "__main__":
    main()
