"""Solves small two-player finals by discounted CFR, and stores what a network should play there.

    python solve_small.py --dice 2,1 --iterations 400 --out targets_21.pt

Rows are information sets that the player's own play reaches with at least `--reach`, whatever the opponent
bids.
"""

import argparse
import time

import torch

from perudo_training.cfr import Cfr
from perudo_training.tree import Tree


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dice", default="1,1")
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--reach", type=float, default=3e-3)
    parser.add_argument("--out")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    dice = tuple(int(number) for number in arguments.dice.split(","))
    start = time.time()
    cfr = Cfr(Tree(dice, torch.device("cpu"), keep=False))
    for iteration in range(1, arguments.iterations + 1):
        cfr.iterate(iteration)
        if iteration % 50 == 0 or iteration in (5, arguments.iterations):
            gain, gains = cfr.exploitability()
            print(
                f"{dice} iteration {iteration}: exploitability {gain:.5f},"
                f" value {(gains[0] - gains[1]) / 2:+.5f}, {time.time() - start:.0f} s",
                flush=True,
            )
            if arguments.out:
                solution = cfr.solution(arguments.reach)
                torch.save(solution, arguments.out)
                print("rows", len(solution["weight"]), "entries", len(solution["row"]), flush=True)


if __name__ == "__main__":
    main()
