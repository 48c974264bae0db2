"""A learner that meets the program itself in duels, with all that it recognises and remembers in a tour.

    PYTHONPATH=PACKAGE python outplay.py --minutes 5 [--bot master] [--threads 14]

`exploit.py` learns against the networks alone, in a simulator that knows nothing else. Here the tables are
those of the Python package `perudo` (PACKAGE is the folder that it is in), which take much longer: so the
learner starts from the network for solved duels that the program plays by, and is told what it has shown in
the tour so far.
"""

import argparse
import csv
from pathlib import Path

import perudo

from perudo_training.device import pick_device
from perudo_training.exported import PARTS, load_exported
from perudo_training.outplaying import Outplayer

SHIPPED = Path(__file__).resolve().parents[1] / "crates/bots/weights/master.safetensors"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--bot", default="master")
    parser.add_argument(
        "--weights", default=str(SHIPPED), help="that the bots play by and the learner starts from"
    )
    parser.add_argument("--start", default="self", choices=["self", "scratch"])
    parser.add_argument("--tables", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=32, help="decisions of each table before it learns")
    parser.add_argument("--threads", type=int, default=0, help="that play; all by default")
    parser.add_argument(
        "--test", type=float, default=0.15, help="the share of the time for what it has learnt"
    )
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", help="a file for the curve")
    arguments = parser.parse_args()
    device = pick_device(threads=1)
    print("weights:", perudo.use_weights(arguments.weights), flush=True)
    start = load_exported(arguments.weights)[0][PARTS.index("solved")] if arguments.start == "self" else None
    learner = Outplayer(
        arguments.bot, device, start, arguments.tables, arguments.steps, arguments.seed, arguments.threads
    )
    rows = learner.train(60 * arguments.minutes * (1 - arguments.test))
    rows.append(learner.test(60 * arguments.minutes * arguments.test / 2, greedy=False))
    rows.append(learner.test(60 * arguments.minutes * arguments.test / 2, greedy=True))
    if arguments.out:
        with Path(arguments.out).open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["seconds", "played", "won", "low", "high"])
            writer.writerows(rows)


if __name__ == "__main__":
    main()
