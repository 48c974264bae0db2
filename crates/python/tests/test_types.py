"""The stubs tell the truth, and everything that uses them is typed strictly."""

import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
REPOSITORY = PACKAGE.parent.parent


def run(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=PACKAGE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_are_those_of_the_module() -> None:
    run("mypy.stubtest", "perudo._native", "--ignore-missing-stub")


def test_package_tests_and_examples_are_strictly_typed() -> None:
    cache = f"--cache-dir={REPOSITORY / 'target' / 'mypy'}"
    examples = [str(REPOSITORY / "examples" / "python"), str(REPOSITORY / "examples" / "openspiel" / "perudo_round.py")]
    run("mypy", cache, "--config-file", "pyproject.toml", "python/perudo", "tests", *examples)
