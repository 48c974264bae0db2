"""`round_kernels.cu` as a library: compiled by nvcc for a GPU, by the C compiler for the CPU."""

import ctypes
import functools
import hashlib
import os
import subprocess
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_name("round_kernels.cu")
COMPILERS = {
    "cuda": ["nvcc", "-O3", "-arch=native", "-Xcompiler", "-fPIC", "-shared"],
    "cpu": [os.environ.get("CC", "cc"), "-x", "c", "-O3", "-march=native", "-fopenmp", "-fPIC", "-shared"],
}
POINTER, INTEGER, NUMBER = ctypes.c_void_p, ctypes.c_int32, ctypes.c_float
MAX_SLOTS = 64


class Walk(ctypes.Structure):
    """As in `round_kernels.cu`."""

    _fields_ = [
        *((name, POINTER) for name in ("rows", "bid", "parent", "cells", "slots", "child")),
        *((name, POINTER) for name in ("number", "bids", "beyond")),
        *((name, POINTER) for name in ("numbers", "reach", "values", "alive", "often")),
        *((name, POINTER) for name in ("chance", "other_counts", "seat_counts")),
        *((name, INTEGER) for name in ("others", "seats", "other_dice", "depth")),
        *((name, NUMBER) for name in ("weight", "fade", "keep")),
        *((name, POINTER) for name in ("found", "finds")),
        ("room", INTEGER),
        ("explore", NUMBER),
        *((name, INTEGER) for name in ("hero_moves", "measure")),
        *((name, POINTER) for name in ("bots", "bot_slots", "faces")),
        *((name, INTEGER) for name in ("bot_count", "bids_in_all")),
        *((name, NUMBER) for name in ("bot_chance", "rest")),
    ]


@functools.cache
def library(kind):
    """The library for `cpu` or `cuda`, compiled if it is not there yet."""
    command = COMPILERS[kind]
    name = hashlib.sha256(SOURCE.read_bytes() + " ".join(command).encode()).hexdigest()[:16]
    path = Path(tempfile.gettempdir()) / f"perudo-rounds-{os.getuid()}-{kind}-{name}.so"
    if not path.exists():
        # Under a name of its own first: two programs may compile at the same time.
        unfinished = path.with_suffix(f".{os.getpid()}")
        try:
            subprocess.run([*command, "-o", str(unfinished), str(SOURCE)], check=True)
        except FileNotFoundError as error:
            raise RuntimeError(f"solving rounds takes a compiler: there is no {command[0]}") from error
        unfinished.replace(path)
    return ctypes.CDLL(str(path))


def run(kind, program, walk, blocks, threads):
    """Runs one of the programs with so many blocks."""
    if blocks and (error := getattr(library(kind), f"run_{program}")(ctypes.byref(walk), blocks, threads)):
        raise RuntimeError(f"{program}: CUDA says error {error}")
