"""Self-play. One command trains from nothing:

    python train.py --seconds 540 --seed 1 --out DIR [--resume DIR/last.pt] [--teacher OTHER/last.pt]
                    [--hold OTHER/last.pt ...] [--start master.safetensors] [--guest solved.pt]
                    [--set NAME=VALUE ...]

Episodes are rounds; a small network holds the chance to win the tour between rounds; a critic that sees all
dice gives the value of every action; the policy is pulled towards uniform play and towards its own moving
average. `stages.toml` says how the shipped network was made.
"""

import argparse

import torch

from perudo_training.config import Config, with_settings
from perudo_training.device import pick_device
from perudo_training.loop import train


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="runs/a")
    parser.add_argument("--resume", help="a checkpoint to go on from")
    parser.add_argument(
        "--teacher",
        help="a checkpoint whose critic and values are taken over by a policy that starts from nothing",
    )
    parser.add_argument(
        "--hold",
        nargs="*",
        default=[],
        help="checkpoints: with two players the policy stays, or becomes, their mean",
    )
    parser.add_argument(
        "--copy",
        help="a checkpoint: with more players the policy only learns to be that one; needs --hold",
    )
    parser.add_argument("--start", help="shipped weights: goes on from their network for tables")
    parser.add_argument("--guest", help="a network of distil.py: plays solved duels as a guest")
    parser.add_argument("--log-every", type=float, default=30, help="seconds")
    parser.add_argument("--set", nargs="*", default=[], help="name=value of Config")
    arguments = parser.parse_args()
    if arguments.copy and not arguments.hold:
        parser.error("--copy needs --hold, which says what the policy should be with two players")
    try:
        config = with_settings(Config(), arguments.set)
    except ValueError as error:
        parser.error(f"--set: {error}")
    torch.backends.cuda.matmul.allow_tf32 = True
    train(
        config,
        pick_device(),
        arguments.seconds,
        arguments.out,
        arguments.seed,
        arguments.resume,
        arguments.teacher,
        arguments.hold,
        arguments.copy,
        arguments.log_every,
        start=arguments.start,
        guest=arguments.guest,
    )


if __name__ == "__main__":
    main()
