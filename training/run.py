"""The whole training, stage by stage, and the export: 95 minutes on one H200.

    python run.py [RUNS] [--from STAGE] [--print]

`stages.toml` has the stages. RUNS is relative to this folder.
"""

import argparse
import contextlib
import shlex
import subprocess
import sys
from pathlib import Path

from perudo_training.stages import Plan

FOLDER = Path(__file__).resolve().parent
MPS = "nvidia-cuda-mps-control"


def start(command):
    return subprocess.Popen([sys.executable, *command], cwd=FOLDER)


def finish(processes):
    """Waits for all; the first that failed ends the training."""
    codes = [process.wait() for process in processes]
    if any(codes):
        sys.exit(f"a stage failed: exit codes {codes}")


@contextlib.contextmanager
def multi_process_service():
    """CUDA's: without it processes on one GPU take turns."""
    try:
        subprocess.run([MPS, "-d"], check=True)
        started = True
    except (OSError, subprocess.CalledProcessError):
        started = False
        print("no multi-process service: the next stages will learn less", file=sys.stderr)
    try:
        yield
    finally:
        if started:
            subprocess.run([MPS], input="quit\n", text=True)


def run_group(stages, runs):
    for stage in stages:
        for path in stage.obsolete(runs):
            (FOLDER / path).unlink(missing_ok=True)
    alone = len(stages) == 1
    with contextlib.nullcontext() if alone else multi_process_service():
        finish([start(stage.command(runs)) for stage in stages])


def run(plan, runs):
    for command in plan.solve:
        finish([start(command)])
    for stages in plan.groups():
        if any(stage.guest for stage in stages):
            for command in plan.solved_commands(runs):
                finish([start(command)])
        run_group(stages, runs)
    finish([start(plan.export_command(runs))])


def print_commands(plan, runs):
    for command in plan.solve:
        print(shlex.join(command))
    for stages in plan.groups():
        if any(stage.guest for stage in stages):
            for command in plan.solved_commands(runs):
                print(shlex.join(command))
        for stage in stages:
            for path in stage.obsolete(runs):
                print(shlex.join(["rm", "-f", str(path)]))
            at_once = " &" if len(stages) > 1 else ""
            print(shlex.join(stage.command(runs)) + at_once)
    print(shlex.join(plan.export_command(runs)))


def main():
    plan = Plan.read(FOLDER / "stages.toml")
    parser = argparse.ArgumentParser()
    parser.add_argument("runs", nargs="?", default="runs", help="folder of the checkpoints")
    parser.add_argument(
        "--from", dest="first", choices=[stage.name for stage in plan.stages], help="the first stage to run"
    )
    parser.add_argument("--print", action="store_true", help="print the commands instead of running them")
    arguments = parser.parse_args()
    if arguments.first:
        plan = plan.starting_with(arguments.first)
    if arguments.print:
        print_commands(plan, arguments.runs)
    else:
        run(plan, arguments.runs)


if __name__ == "__main__":
    main()
