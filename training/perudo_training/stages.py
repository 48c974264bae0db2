"""The stages of a whole training, as `stages.toml` has them."""

import itertools
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path

from .checkpoints import exploiters_path
from .loop import CHECKPOINT


@dataclass(frozen=True)
class Stage:
    """One run of `train.py`; stages.toml explains the fields."""

    name: str
    seconds: float
    seed: int
    resume: str | None = None
    fresh_exploiters: bool = False
    teacher: str | None = None
    hold: tuple = ()
    copy: str | None = None
    guest: bool = False
    group: str | None = None
    settings: dict = field(default_factory=dict)

    def needs(self):
        """The stages it starts from."""
        return [name for name in (self.resume, self.teacher, *self.hold, self.copy) if name]

    def command(self, runs):
        """Arguments for Python."""
        arguments = ["train.py", "--seconds", str(self.seconds), "--seed", str(self.seed)]
        for flag, names in (
            ("--resume", [self.resume]),
            ("--teacher", [self.teacher]),
            ("--hold", self.hold),
            ("--copy", [self.copy]),
        ):
            paths = [str(checkpoint(runs, name)) for name in names if name]
            arguments += [flag, *paths] if paths else []
        arguments += ["--guest", str(solved_path(runs))] if self.guest else []
        arguments += ["--out", str(Path(runs) / self.name), "--set"]
        return arguments + [f"{name}={setting_text(value)}" for name, value in self.settings.items()]

    def obsolete(self, runs):
        """What must be gone before it starts: the exploiters beside the checkpoint that it goes on from."""
        return [exploiters_path(checkpoint(runs, self.resume))] if self.fresh_exploiters else []


def solved_path(runs):
    """The network that knows solved duels."""
    return Path(runs) / "solved.pt"


def checkpoint(runs, name):
    return Path(runs) / name / CHECKPOINT


def setting_text(value):
    """As `train.py --set` reads it."""
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


@dataclass(frozen=True)
class Plan:
    solve: tuple  # arguments for Python
    stages: tuple
    export: dict
    solved: dict

    @classmethod
    def read(cls, path):
        data = tomllib.loads(Path(path).read_text())
        return cls(
            solve=tuple(solve_command(**final) for final in data["solve"]),
            stages=tuple(read_stage(data["settings"], **stage) for stage in data["stage"]),
            export=data["export"],
            solved=data["solved"],
        )

    def groups(self):
        """Stages in their order; those of one group together."""
        keyed = itertools.groupby(self.stages, key=lambda stage: stage.group or stage.name)
        return [list(group) for _, group in keyed]

    def starting_with(self, name):
        """Without what was done before the stage and those of its group."""
        groups = itertools.dropwhile(lambda group: name not in [stage.name for stage in group], self.groups())
        return replace(self, solve=(), stages=tuple(itertools.chain.from_iterable(groups)))

    def solved_commands(self, runs):
        """What makes the network that knows solved duels."""
        rounds, seconds = str(Path(runs) / "rounds"), str(self.solved["seconds"])
        out = str(solved_path(runs))
        return [
            ["solve_rounds.py", "--out", rounds],
            ["distil.py", "--rounds", rounds, "--seconds", seconds, "--out", out],
        ]

    def export_command(self, runs):
        nets = [str(checkpoint(runs, self.export[part])) for part in ("tables", "duels")]
        return ["export.py", "--net", *nets, str(solved_path(runs)), "--out", str(Path(runs) / "export")]


def read_stage(shared, uses=None, settings=None, hold=(), **rest):
    """`uses` names shared settings, which those of the stage come on top of."""
    own = settings or {}
    return Stage(settings=(shared[uses] | own) if uses else own, hold=tuple(hold), **rest)


def solve_command(dice, iterations):
    first, second = dice
    out = f"targets_{first}{second}.pt"
    return ["solve_small.py", "--dice", f"{first},{second}", "--iterations", str(iterations), "--out", out]
