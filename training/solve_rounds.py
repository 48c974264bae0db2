"""Solves whole rounds of two players, up to five dice each, and stores what a network should play there.

    python solve_rounds.py --out DIR                                    all 25 rounds, the smallest first
    python solve_rounds.py --out DIR --dice 4,5 5,4 --seconds 80 60 [--width 1 --low 6] [--rows 4000000]

Time, window and rows are by the number of dice (`PLANS`) unless they are given. A GPU with 120 GB solves 5v5
in minutes; a CPU is enough for up to four dice. Prints the exact exploitability over the whole tree.
"""

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import torch

from exploit import dice_pair
from perudo_training.device import pick_device
from perudo_training.round_targets import draw, path_of
from perudo_training.rounds import RoundSolver
from perudo_training.tree import DICE_EACH

GIGABYTE = 1e9


class Plan(NamedTuple):
    seconds: float
    width: int  # counts above the least that are considered
    low: int  # bids up to this count are always considered
    rows: int  # information sets to keep


# By the number of dice in the round.
PLANS = {
    10: Plan(240, 1, 6, 40_000_000),
    9: Plan(60, 1, 6, 20_000_000),
    8: Plan(35, 1, 5, 10_000_000),
    7: Plan(20, 1, 5, 8_000_000),
    6: Plan(16, 2, 5, 4_000_000),
    5: Plan(12, 3, 4, 2_000_000),
    4: Plan(10, 3, 4, 1_000_000),
    3: Plan(8, 3, 4, 1_000_000),
    2: Plan(4, 3, 4, 1_000_000),
}
NUMBERS = range(1, DICE_EACH + 1)
ALL_ROUNDS = sorted(((own, other) for own in NUMBERS for other in NUMBERS), key=sum)


def solve(dice, device, plan, most_bytes):
    """Iterates until the time is over; the tree grows until the memory is full."""
    solver = RoundSolver(dice, device, plan.width, plan.low)
    start = time.time()
    while time.time() - start < plan.seconds:
        solver.grows = solver.bytes() < most_bytes
        solver.iterate()
    gain, gains = solver.exploitability()
    print(
        f"{dice[0]}v{dice[1]} width {plan.width} low {plan.low}: exploitability {gain:.5f}"
        f" (as opener {gains[0]:+.5f}, as other {gains[1]:+.5f}), value {solver.value():+.5f},"
        f" {solver.iterations} iterations, {solver.histories} histories,"
        f" {solver.bytes() / GIGABYTE:.1f} GB, {time.time() - start:.0f} s",
        flush=True,
    )
    return solver


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dice", nargs="+", type=dice_pair, default=ALL_ROUNDS)
    parser.add_argument("--seconds", nargs="+", type=float, help="for each of --dice")
    parser.add_argument("--width", type=int, help="counts above the least that are considered")
    parser.add_argument("--low", type=int, help="bids up to this count are always considered")
    parser.add_argument("--memory", type=float, default=100, help="in GB, of the tree")
    parser.add_argument("--rows", type=int, help="information sets to keep of each round")
    parser.add_argument("--out", required=True, help="folder for the targets")
    arguments = parser.parse_args()
    seconds = arguments.seconds or [None] * len(arguments.dice)
    if len(seconds) != len(arguments.dice):
        parser.error(f"--seconds: {len(arguments.dice)} numbers are needed, one for each of --dice")
    device = pick_device(threads=1)
    Path(arguments.out).mkdir(parents=True, exist_ok=True)
    for dice, limit in zip(arguments.dice, seconds, strict=True):
        given = dict(seconds=limit, width=arguments.width, low=arguments.low, rows=arguments.rows)
        changes = {name: value for name, value in given.items() if value is not None}
        plan = PLANS[sum(dice)]._replace(**changes)
        solver = solve(dice, device, plan, arguments.memory * GIGABYTE)
        rows = draw(solver, plan.rows)
        torch.save(
            {name: value.cpu() if torch.is_tensor(value) else value for name, value in rows.items()},
            path_of(arguments.out, dice),
        )
        del solver, rows
        if device.type == "cuda":
            torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
