"""The whole pipeline at the size of one core: simulate, validate, train, export, reload. Under a minute.

python smoke.py [--perudo ../target/release/perudo]
"""

import argparse
import json
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import torch

from export import export
from perudo_training.bots import STEADY
from perudo_training.config import Config
from perudo_training.exported import load_exported, read_safetensors
from perudo_training.loop import CHECKPOINT, train
from perudo_training.matches import BotPlayer, NetPlayer, tours_won
from perudo_training.records import PROGRAM
from perudo_training.tree import CutTree, Tree
from validate import random_records, validate

CPU = torch.device("cpu")
SMALL = Config(tables=128, steps=8, minibatches=2, width=48, critic_width=48, lr=2e-3, distil=0.0)


def check(holds, message):
    """Like `assert`, but also under `python -O`."""
    if not holds:
        raise AssertionError(message)


def check_rules(program):
    jobs = list(random_records(tables=30, steps=30, seats=6, seed=3))
    wrong = validate(jobs, program)
    check(not wrong, f"{len(wrong)} of {len(jobs)} states disagree with the rules")
    return len(jobs)


def small_training(config, out, iterations, **options):
    return train(
        config, CPU, 600, out, log_every=1e9, evals=(), quiet=True, max_iterations=iterations, **options
    )


def check_training(folder):
    """Trains a little, then holds a policy to the result. Returns the team of the policy and its average."""
    trainer = small_training(SMALL, folder, 25)
    check(bool(trainer.statistics.isfinite().all()), "not a number")
    last = folder / CHECKPOINT
    held = replace(SMALL, even=1, callers=0.3, readers=0.3, guests=0.5)
    options = dict(resume=last, teacher=last, hold=[last, last], copy_of=last)
    small_training(held, folder / "held", 3, **options)
    return [trainer.networks.policy, trainer.networks.ship]


def check_exploitability(team):
    tree = Tree((1, 1), CPU)
    check(tree.nodes == 4093, f"{tree.nodes} histories of 1v1")
    exact, _ = tree.exploitability(team)
    check(0 <= exact <= 1, exact)
    everything, _ = CutTree((1, 1), CPU, team, floor=0.0, rarest=0.0).lower_bound()
    check(abs(everything - exact) < 1e-4, "the cut that keeps everything is not exact")
    bound, _ = CutTree((1, 1), CPU, team, floor=0.1).lower_bound()
    check(bound < exact, "a lower bound is not lower")
    return exact


def check_export(folder, program):
    weights, metadata = export([folder / CHECKPOINT] * 3, folder, count=12)
    nets, again = load_exported(weights)
    check(again["sha256"] == metadata["sha256"], "another checksum")
    tensors, _ = read_safetensors(folder / "vectors.safetensors")
    logits = nets[0](tensors["features"])[0]
    check((logits - tensors["logits"]).abs().max() < 1e-4, "the exported network plays differently")
    if program.exists():
        vectors = json.loads((folder / "vectors.json").read_text())["vectors"]
        jobs = [(v["record"], dict(ok=True, turn=v["turn"], legal=v["legal"])) for v in vectors]
        wrong = validate(jobs, program)
        check(not wrong, wrong[:1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--perudo", type=Path, default=PROGRAM)
    program = parser.parse_args().perudo
    torch.set_num_threads(1)
    start = time.time()
    if program.exists():
        print(f"rules: {check_rules(program)} states agree ({time.time() - start:.0f} s)")
    else:
        print("rules: no program to check against, skipped")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        team = check_training(folder)
        exact = check_exploitability(team)
        print(
            "training: 25 iterations and 3 held ones,"
            f" exploitability at 1v1 {exact:.3f} ({time.time() - start:.0f} s)"
        )
        _, played = tours_won(NetPlayer(team), BotPlayer(STEADY), 3, 30, CPU)
        check(played == 30, f"{played} of 30 tours came to an end")
        check_export(folder, program)
    print(f"export and reload agree; all in {time.time() - start:.0f} s")


if __name__ == "__main__":
    main()
