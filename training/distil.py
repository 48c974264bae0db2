"""Teaches a network the rounds that `solve_rounds.py` has solved.

python distil.py --rounds DIR --seconds 420 --out solved.pt [--width 1024]
"""

import argparse
from pathlib import Path

import torch

from perudo_training.device import pick_device
from perudo_training.distillation import Distillation, Rounds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", required=True, help="a folder with the targets")
    parser.add_argument("--seconds", type=float, default=420)
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--batch", type=int, default=65536)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log-every", type=float, default=60, help="seconds")
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    files = list(Path(arguments.rounds).glob("round_*.pt"))
    if not files:
        parser.error(f"--rounds: there is no round_*.pt in {arguments.rounds}")
    torch.backends.cuda.matmul.allow_tf32 = True
    device = pick_device(threads=1)
    distillation = Distillation(
        Rounds(files, device), device, arguments.width, arguments.seed, arguments.batch
    )
    distillation.train(arguments.seconds, arguments.log_every)
    distillation.save(arguments.out)


if __name__ == "__main__":
    main()
