"""A whole stage of training: against the clock, with a curve and checkpoints."""

import csv
import time
from pathlib import Path

import torch

from . import checkpoints
from .losses import ReferencePolicy
from .solved import FOLDER, Solved
from .trainer import STATISTICS, Trainer
from .tree import Tree

ITERATIONS_A_LOOK = 8  # at the clock, on a GPU
CHECKPOINT = "last.pt"
SMALL_FINALS = ((1, 1), (2, 1), (1, 2))
VALUES = str(Path(__file__).resolve().parents[1] / "values.safetensors")  # of the shipped weights


class Curve:
    """Rows of a training as CSV: how it learns, and how exploitable the average and the policy are."""

    def __init__(self, path, trainer, evals):
        self.trainer = trainer
        self.trees = {dice: Tree(dice, trainer.device) for dice in evals}
        self.file = path.open("w", newline="")
        self.writer = csv.writer(self.file)
        finals = [f"{which}_{own}v{other}" for which in ("ship", "now") for own, other in self.trees]
        self.writer.writerow(["seconds", "iterations", "decisions", *STATISTICS, *finals])

    def add(self, start):
        trainer, networks = self.trainer, self.trainer.networks
        config = trainer.config
        gains = [
            tree.exploitability([net])[0]
            for net in (networks.ship, networks.policy)
            for tree in self.trees.values()
        ]
        row = [
            round(time.time() - start, 1),
            trainer.iterations,
            trainer.iterations * config.tables * config.steps,
            *[round(value, 5) for value in trainer.statistics.tolist()],
            *[round(gain, 5) for gain in gains],
        ]
        self.writer.writerow(row)
        self.file.flush()
        return row

    def close(self):
        self.file.close()


class Schedule:
    """What changes while a training goes on: rates, entropy, and which exploiter starts again."""

    def __init__(self, trainer, seconds):
        self.trainer, self.seconds = trainer, seconds
        self.start = self.last_reset = time.time()
        self.resets = 0

    def apply(self):
        """Sets everything for now; False when the time is over."""
        trainer, config = self.trainer, self.trainer.config
        now = time.time()
        done = min(1.0, (now - self.start) / self.seconds)
        if done >= 1:
            return False
        lr = falling(config.lr, config.lr_end, done) * min(1.0, (trainer.iterations + 1) / config.warm_up)
        trainer.optimizers.set_rates(lr, falling(config.critic_lr, config.critic_lr_end, done))
        if config.alpha_end > 0:
            trainer.set_alpha(falling(config.alpha, config.alpha_end, done))
        if now - self.last_reset > config.exploiter_reset:
            trainer.reset_exploiter(self.next_to_reset())
            self.last_reset = now
        return True

    def next_to_reset(self):
        """One after the other; with several the first is never reset."""
        others = self.trainer.config.exploiters - 1
        self.resets += 1
        return 1 + (self.resets - 1) % others if others else 0


def falling(first, last, done):
    """Geometrically."""
    return first * (last / first) ** done


def new_trainer(config, device, seed, resume, teacher, hold, copy_of, targets, start, guest):
    reference = None
    if hold:
        table = checkpoints.load_policy(copy_of, device) if copy_of else None
        reference = ReferencePolicy([checkpoints.load_policy(path, device) for path in hold], table)
    solved = Solved.load(device, targets) if config.distil > 0 else None
    if solved:
        print("solved rows:", len(solved), flush=True)
    trainer = Trainer(config, device, seed=seed, reference=reference, solved=solved)
    if resume:
        checkpoints.resume(resume, trainer.networks)
    if teacher:
        checkpoint = checkpoints.read(teacher)
        checkpoints.take_values(trainer.networks, checkpoint)
        checkpoints.take_critic(trainer.networks, checkpoint)
    if start:
        checkpoints.take_policy(trainer.networks, start)
        checkpoints.take_values(trainer.networks, checkpoints.load_values(VALUES))
    if guest:
        trainer.networks.guest = checkpoints.load_policy(guest, device)
    return trainer


def capture(trainer):
    """As CUDA graphs if it can be; else it is slower, but it runs."""
    try:
        trainer.capture()
    except RuntimeError as error:
        print("no CUDA graph:", repr(error)[:300], flush=True)
        torch.cuda.synchronize()
        trainer.graphs = ()


def train(
    config,
    device,
    seconds,
    out,
    seed=1,
    resume=None,
    teacher=None,
    hold=(),
    copy_of=None,
    log_every=30.0,
    evals=SMALL_FINALS,
    quiet=False,
    max_iterations=None,
    targets=FOLDER,
    start=None,
    guest=None,
):
    """Trains for `seconds`, or `max_iterations`. Writes `last.pt` and `curve.csv` into the folder `out`.

    `resume`: a checkpoint to go on from. `teacher`: one whose critic and values are taken over. `hold`:
    those whose mean the policy is held to with two players, and `copy_of` with more. `targets`: the folder
    of solved finals. `start`: shipped weights whose network for tables is gone on from. `guest`: who plays
    solved duels at tables of self-play.
    """
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    begun = time.time()
    trainer = new_trainer(config, device, seed, resume, teacher, hold, copy_of, targets, start, guest)
    curve = Curve(out / "curve.csv", trainer, evals)
    if trainer.cuda:
        capture(trainer)
    print(f"ready after {time.time() - begun:.1f} s; graphs: {bool(trainer.graphs)}", flush=True)
    schedule = Schedule(trainer, seconds)
    last_log = schedule.start
    while not (max_iterations and trainer.iterations >= max_iterations) and schedule.apply():
        for _ in range(ITERATIONS_A_LOOK if trainer.cuda else 1):
            trainer.iterate()
        if trainer.cuda:
            torch.cuda.synchronize()
        if time.time() - last_log > log_every:
            last_log = time.time()
            row = curve.add(schedule.start)
            if not quiet:
                print(row, flush=True)
            checkpoints.save(out / CHECKPOINT, trainer)
    checkpoints.save(out / CHECKPOINT, trainer)
    curve.close()
    return trainer
