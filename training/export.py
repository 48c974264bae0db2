"""Weights for the Rust crate: safetensors, 8 bits a weight, and vectors to test an implementation against.

    python export.py --net TABLES.pt DUELS.pt SOLVED.pt --out DIR [--vectors 48]

The first network plays tables and knows the chances to win; with two players the mean of it and the second
plays; the third, of distil.py, plays duels under the ladder of `tournament`. In the place of the first and
the second may be a `master.safetensors`: that part of it is kept. Writes
DIR/master.safetensors (metadata: format, version, layout, sizes, sha256 of the data), DIR/vectors.json
(records, features and outputs in float32 of the 8 bit weights), DIR/vectors.safetensors (the same tensors of
the first network) and DIR/values.safetensors (what dice are worth between rounds, for exploiters).
"""

import argparse
import hashlib
import json
from pathlib import Path

import torch

from perudo_training import checkpoints
from perudo_training.exported import PARTS, export_weights, load_exported, write_safetensors
from perudo_training.vectors import test_vectors


def export(paths, out, count=48, which="ship", note=""):
    """Writes all four files; returns where the weights are, and their metadata."""
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    networks = [checkpoints.read_part(path, part) for path, part in zip(paths, PARTS, strict=True)]
    digests = [hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in paths]
    weights = out / "master.safetensors"
    metadata = export_weights(weights, networks, digests, which, note)
    digest = metadata["sha256"]
    vectors, tensors = test_vectors(load_exported(weights)[0], count)
    text = json.dumps(dict(sha256=digest, layout=metadata["layout"], vectors=vectors), separators=(",", ":"))
    (out / "vectors.json").write_text(text + "\n")
    write_safetensors(out / "vectors.safetensors", tensors, dict(of=digest))
    if "value" in networks[0]:
        values = {name: tensor.float() for name, tensor in networks[0]["value"].items()}
        write_safetensors(out / "values.safetensors", values, dict(format="perudo-values", of=digest))
    return weights, metadata


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--net", required=True, nargs=3, metavar=("TABLES.pt", "DUELS.pt", "SOLVED.pt"))
    parser.add_argument("--out", required=True)
    parser.add_argument("--which", default="ship", help="of the networks of a checkpoint")
    parser.add_argument("--vectors", type=int, default=48)
    parser.add_argument("--note", default="", help="for the metadata")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    weights, metadata = export(
        arguments.net, arguments.out, arguments.vectors, arguments.which, arguments.note
    )
    print(weights, weights.stat().st_size, "bytes, sha256 of the data", metadata["sha256"])


if __name__ == "__main__":
    main()
