"""Looks for the probability bot that does best against tables of `steady` under `tournament`, for each number of players.

    python tune.py [--players 2 4 6] [--scale 1]

Random styles, then neighbours of the best ones; each stage keeps a few and plays more tours. The last figure is of fresh tours.
"""
import argparse

import torch

from arena import BotPlayer, scores, wilson
from simulator import STEADY


def random_styles(count):
    r = torch.rand(count, 5)
    s = torch.tensor(STEADY).repeat(count, 1)
    s[:, 0] = r[:, 0]
    s[:, 2] = torch.where(r[:, 1] < .5, 2., .3 + .65 * r[:, 2])
    s[:, 3] = torch.where(r[:, 3] < .5, -1., .05 + .55 * r[:, 4])
    return s


def neighbours(styles, each):
    s = styles.repeat(each, 1)
    step = .06 * torch.randn(len(s), 3)
    s[:, 0] += step[:, 0]
    s[:, 2] += torch.where(s[:, 2] < 1.5, step[:, 1], 0.)
    s[:, 3] += torch.where(s[:, 3] > -.5, step[:, 2], 0.)
    return torch.cat([styles, s])


def best(styles, keep, tours, n, device, seed):
    tours = tours // n * n
    score, _ = scores(BotPlayer(styles.repeat_interleave(tours, 0).to(device)), BotPlayer(STEADY), n, len(styles) * tours, device, seed=seed)
    rate = score.reshape(len(styles), tours).mean(1).cpu()
    top = rate.argsort(descending=True)[:keep]
    return styles[top], rate[top]


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--players", type=int, nargs="*", default=[2, 4, 6])
    p.add_argument("--scale", type=float, default=1., help="of the number of tours")
    a = p.parse_args()
    dev = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    for n in a.players:
        torch.manual_seed(n)
        styles = random_styles(400)
        for seed, (each, keep, tours) in enumerate([(0, 40, 120), (0, 10, 900), (8, 20, 900), (4, 10, 1500), (0, 3, 6000), (0, 1, 20000)]):
            styles, rate = best(neighbours(styles, each) if each else styles, keep, int(tours * a.scale), n, dev, seed + 1)
        m = int(20000 * a.scale) // n * n
        _, rate = best(styles, 1, m, n, dev, 99)
        r, lo, hi = wilson(float(rate[0]) * m, m)
        print(f"{n} players: {tuple(round(v, 3) for v in styles[0].tolist())} wins {100 * r:.1f} ({100 * lo:.1f}-{100 * hi:.1f})", flush=True)
