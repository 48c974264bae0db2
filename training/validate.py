"""Random games of the simulator, written as records and replayed through the real program.

    python validate.py [--tables 200] [--steps 60] [--seats 10] [--seed 1] [--perudo ../target/release/perudo]

Before every decision and after every tour the whole record so far goes through `perudo check --json`; turn,
phase, kind, opener, standing bid, dice, legal actions, reveal and winner must agree.
"""

import argparse
import sys
import tempfile
from collections import Counter

import torch

from perudo_training.records import PROGRAM, Record, disagreements, low_actions
from perudo_training.simulator import Setup, Simulator

PRESETS = (0.15, 0.15, 0.15, 0.15, 0.4)


def random_records(tables, steps, seats, seed):
    """Records up to a decision or the end of a tour, each with what the program must answer."""
    torch.manual_seed(seed)
    setup = Setup(seats, "cpu", players=[1.0] * (seats - 1), presets=PRESETS, dice_other=0.5)
    simulator = Simulator(tables, setup)
    records = [Record(simulator.state, table) for table in range(tables)]
    for step in range(steps):
        state = simulator.state
        least = state.least()
        for record in records:
            expected = record.before_decision(state, least)
            yield record.text(), expected
        action = low_actions(state.legal(least), 0.15 if step % 3 else 0.5)
        happened = simulator.step(action)
        for table, record in enumerate(records):
            end = record.act(int(happened["turn"][table]), int(action[table]), happened)
            if end is not None:
                yield record.text(), end
                records[table] = Record(simulator.state, table)


def validate(jobs, program):
    """The jobs of `random_records` whose answer is another."""
    with tempfile.TemporaryDirectory() as folder:
        return disagreements(program, jobs, folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--seats", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--perudo", default=PROGRAM)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    jobs = list(random_records(arguments.tables, arguments.steps, arguments.seats, arguments.seed))
    wrong = validate(jobs, arguments.perudo)
    for what, text, answer in wrong[:3]:
        print("MISMATCH", what, "\n" + text, answer)
    kinds = dict(Counter(expected.get("kind") or "over" for _, expected in jobs))
    tours = sum(expected["phase"] == "over" for _, expected in jobs)
    played = f"{len(jobs)} states of {arguments.tables} tables, {tours} tours ended"
    print(f"{played}, {kinds}: {len(wrong)} disagree")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
