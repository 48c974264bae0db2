"""Teaches a network the rounds that `solve_rounds.py` has solved.

python distil.py --rounds DIR --seconds 420 --out solved.pt [--width 1024]
python distil.py --rounds DIR --seconds 900 --out solved.pt --start master.safetensors --again 6

The second goes on from weights that are shipped: rounds of up to six dice are taught again, larger ones are
played as before. It learns with 8 bits a weight, as it will be shipped, and a CPU is enough for it.
"""

import argparse
from pathlib import Path

import torch

from perudo_training.checkpoints import load_policy
from perudo_training.device import pick_device
from perudo_training.distillation import Distillation, Rounds
from perudo_training.exported import PARTS, load_exported


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", required=True, help="a folder with the targets")
    parser.add_argument("--seconds", type=float, default=420)
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--batch", type=int, default=65536)
    parser.add_argument("--start", help="weights that are shipped, to go on from")
    parser.add_argument("--again", type=int, default=6, help="the most dice of rounds to teach again")
    parser.add_argument(
        "--alone", type=int, help="with more dice than these it learns the mean of solution and --start"
    )
    parser.add_argument("--begun", help="a network that has gone on from --start already")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log-every", type=float, default=60, help="seconds")
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    files = list(Path(arguments.rounds).glob("round_*.pt"))
    if not files:
        parser.error(f"--rounds: there is no round_*.pt in {arguments.rounds}")
    torch.backends.cuda.matmul.allow_tf32 = True
    device = pick_device()
    start = load_exported(arguments.start)[0][PARTS.index("solved")] if arguments.start else None
    rounds = Rounds(files, device, arguments.again if start else 0)
    width = start.width if start else arguments.width
    begun = load_policy(arguments.begun, device, "policy") if arguments.begun else None
    distillation = Distillation(
        rounds,
        device,
        width,
        arguments.seed,
        arguments.batch,
        start=start,
        alone=arguments.alone,
        begun=begun,
    )
    distillation.train(arguments.seconds, arguments.log_every)
    distillation.save(arguments.out)


if __name__ == "__main__":
    main()
