"""The weights that the bots of a process play by. They are chosen once, so each test has a process of its own."""

import hashlib
import subprocess
import sys
from pathlib import Path

WEIGHTS = Path(__file__).parents[2] / "bots/weights/master.safetensors"

USE = "import sys, perudo; print(perudo.use_weights(sys.argv[1]))"

PLAY_AND_USE = """
import sys, perudo
print(perudo.use_weights(sys.argv[1]))
game = perudo.Game("tournament", 2)
game.deal()
perudo.Bot("master").decide(game.view())
print(perudo.use_weights(sys.argv[2]))
"""


def run(script: str, *paths: Path) -> tuple[list[str], str]:
    """What a script printed, and how it failed."""
    command = [sys.executable, "-c", script, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.split(), done.stderr


def other_weights(path: Path) -> Path:
    """Weights that differ in one number, with the right checksum."""
    weights = bytearray(WEIGHTS.read_bytes())
    data = 8 + int.from_bytes(weights[:8], "little")
    checksum = hashlib.sha256(weights[data:]).hexdigest().encode()
    weights[data] ^= 1
    changed = hashlib.sha256(weights[data:]).hexdigest().encode()
    path.write_bytes(weights.replace(checksum, changed, 1))
    return path


def test_weights_from_a_file_are_played_by(tmp_path: Path) -> None:
    shipped, error = run(USE, WEIGHTS)
    assert [len(line) for line in shipped] == [64], error
    other, error = run(USE, other_weights(tmp_path / "other.safetensors"))
    assert [len(line) for line in other] == [64], error
    assert other != shipped


def test_weights_come_too_late_for_bots_that_have_played_by_others(tmp_path: Path) -> None:
    other = other_weights(tmp_path / "other.safetensors")
    used, error = run(PLAY_AND_USE, WEIGHTS, other)
    assert len(used) == 1
    assert f"PerudoError: {other}: bots play by other weights already (SHA-256 {used[0]})" in error
    again, error = run(PLAY_AND_USE, WEIGHTS, WEIGHTS)
    assert again == used * 2, error


def test_weights_that_cannot_be_used_are_refused_by_name(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.safetensors"
    damaged.write_bytes(WEIGHTS.read_bytes()[:-1] + b"\0\0")
    for path in (damaged, tmp_path / "missing.safetensors"):
        used, error = run(USE, path)
        assert not used
        assert f"PerudoError: {path}: " in error
