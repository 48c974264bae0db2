"""Solves whole rounds of two players, up to five dice each, and stores what a network should play there.

    python solve_rounds.py --out DIR                                    all 25 rounds, the smallest first
    python solve_rounds.py --out DIR --dice 4,5 5,4 --seconds 40 40 [--width 1 --low 6] [--rows 4000000]
    python solve_rounds.py --print --dice 5,5                           only says how good the solution is
    python solve_rounds.py --out DIR --bots 0.2                         and wins more from probability bots

Each round is solved twice, for the opener and for the other. Time, window and rows are by the number of dice
(`PLANS`) unless they are given. A GPU solves 5v5 in a minute or two; a CPU is enough for up to six dice.
Prints what a best response over the whole tree wins, exactly. Takes nvcc, or on a CPU a C compiler.
"""

import argparse
import time
from typing import NamedTuple

import torch

from exploit import dice_pair
from perudo_training.bots import STYLES
from perudo_training.device import pick_device
from perudo_training.round_targets import SEATS, draw, path_of
from perudo_training.rounds import RoundSolver
from perudo_training.tree import DICE_EACH
from seats import random_styles

GIGABYTE = 1e9
RANDOM_STYLES, SEED = 24, 7
REPORTS = (0.125, 0.25, 0.5, 1.0)  # parts of the time after which it is told how good the solution is


class Plan(NamedTuple):
    seconds: float  # for each of the two players
    width: int  # counts above the least that are considered
    low: int  # bids up to this count are always considered
    threshold: float  # the less, the sooner rare histories are kept
    rows: int  # information sets to keep, of each player


# By the number of dice in the round.
PLANS = {
    10: Plan(120, 1, 6, 3e-6, 20_000_000),
    9: Plan(30, 1, 6, 1e-5, 10_000_000),
    8: Plan(18, 1, 5, 1e-5, 5_000_000),
    7: Plan(10, 1, 5, 1e-5, 4_000_000),
    6: Plan(8, 2, 5, 1e-5, 2_000_000),
    5: Plan(6, 3, 4, 1e-5, 1_000_000),
    4: Plan(5, 3, 4, 1e-5, 500_000),
    3: Plan(4, 3, 4, 1e-5, 500_000),
    2: Plan(2, 3, 4, 1e-5, 500_000),
}
NUMBERS = range(1, DICE_EACH + 1)
ALL_ROUNDS = sorted(((own, other) for own in NUMBERS for other in NUMBERS), key=sum)


def bots(device):
    """Those that the hero may meet: styles with a name and random ones, each twice, since some toss coins."""
    named = torch.tensor(list(STYLES.values()), device=device)
    return torch.cat([named, random_styles(RANDOM_STYLES, SEED, device)]).repeat(2, 1)


def solve(dice, hero, device, plan, most_bytes, share=0.0):
    """Iterates until the time is over; the tree grows until the memory is full."""
    styles = bots(device) if share else None
    solver = RoundSolver(dice, hero, device, plan.width, plan.low, plan.threshold, most_bytes, styles, share)
    start = time.time()
    for part in REPORTS:
        while time.time() - start < part * plan.seconds:
            solver.iterate()
        won = f", wins {solver.winnings():+.5f} against bots" if share else ""
        print(
            f"{dice[0]}v{dice[1]} {SEATS[hero]} width {plan.width} low {plan.low} threshold {plan.threshold}:"
            f" loses at most {solver.loss():+.5f}{won}, {solver.iterations} iterations,"
            f" {solver.histories} histories, {solver.bytes() / GIGABYTE:.1f} GB, {time.time() - start:.0f} s",
            flush=True,
        )
    return solver


def keep(rows, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save({name: value.cpu() if torch.is_tensor(value) else value for name, value in rows.items()}, path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dice", nargs="+", type=dice_pair, default=ALL_ROUNDS)
    parser.add_argument(
        "--hero", type=int, choices=(0, 1), help="only for the opener (0) or for the other (1)"
    )
    parser.add_argument("--seconds", nargs="+", type=float, help="for each of --dice, for each player")
    parser.add_argument("--width", type=int, help="counts above the least that are considered")
    parser.add_argument("--low", type=int, help="bids up to this count are always considered")
    parser.add_argument("--threshold", type=float, help="the less, the sooner rare histories are kept")
    parser.add_argument(
        "--bots", type=float, default=0.0, help="in what share of rounds the opponent is a bot"
    )
    parser.add_argument("--memory", type=float, help="in GB, of the tree; 100 on a GPU, 4 on a CPU")
    parser.add_argument("--print", action="store_true", dest="only_print", help="keep no targets")
    parser.add_argument("--rows", type=int, help="information sets to keep of each round and player")
    parser.add_argument("--out", default="rounds", help="folder for the targets")
    arguments = parser.parse_args()
    seconds = arguments.seconds or [None] * len(arguments.dice)
    if len(seconds) != len(arguments.dice):
        parser.error(f"--seconds: {len(arguments.dice)} numbers are needed, one for each of --dice")
    if not 0 <= arguments.bots < 1:
        parser.error(f"--bots: {arguments.bots} is not a share of rounds from 0 to below 1")
    heroes = (0, 1) if arguments.hero is None else (arguments.hero,)
    device = pick_device(threads=1)
    memory = arguments.memory or (100 if device.type == "cuda" else 4)
    for dice, limit in zip(arguments.dice, seconds, strict=True):
        given = {name: getattr(arguments, name) for name in ("width", "low", "threshold", "rows")}
        changes = {name: value for name, value in (given | dict(seconds=limit)).items() if value is not None}
        plan = PLANS[sum(dice)]._replace(**changes)
        losses = []
        for hero in heroes:
            try:
                solver = solve(dice, hero, device, plan, memory * GIGABYTE, arguments.bots)
            except MemoryError as error:
                parser.error(f"--memory: {error}")
            losses.append(solver.loss())
            if not arguments.only_print:
                keep(draw(solver, plan.rows), path_of(arguments.out, dice, hero))
            # Before the next one asks for as much.
            del solver
            if device.type == "cuda":
                torch.cuda.empty_cache()
        if len(losses) == 2:
            # The value of the round is between what the opener makes sure of and what the other lets it win.
            print(
                f"{dice[0]}v{dice[1]}: exploitability {sum(losses) / 2:.5f},"
                f" value between {-losses[0]:+.5f} and {losses[1]:+.5f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
