"""Weights for the Rust crate: safetensors, 8 bits a weight."""

import hashlib
import json
import struct
from pathlib import Path

import torch

from .features import INPUTS, LAYOUT, ROUND_INPUTS, SLOTS
from .networks import Policy
from .rules import ACTIONS, HISTORY, OFFSETS

VERSION = "4"
PARTS = ("table", "duel", "solved")
HEADS = ("policy", "win", "lose", "weak")
COARSE = 4.0  # heads with larger weights lose too much with 8 bits
DTYPES = {"I8": torch.int8, "F32": torch.float32, "BOOL": torch.bool}


def write_safetensors(path, tensors, metadata):
    """The format is small enough to write by hand: a length, a JSON header, the data. Returns the metadata
    with the checksum of the data."""
    names = {dtype: name for name, dtype in DTYPES.items()}
    header, data = {}, b""
    for name, tensor in tensors.items():
        raw = tensor.contiguous().numpy().tobytes()
        offsets = [len(data), len(data) + len(raw)]
        header[name] = dict(dtype=names[tensor.dtype], shape=list(tensor.shape), data_offsets=offsets)
        data += raw
    metadata = dict(metadata, sha256=hashlib.sha256(data).hexdigest())
    header["__metadata__"] = {name: str(value) for name, value in metadata.items()}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    Path(path).write_bytes(struct.pack("<Q", len(text)) + text + data)
    return metadata


def read_safetensors(path):
    """The tensors and the metadata. ValueError if the checksum is wrong."""
    raw = Path(path).read_bytes()
    start = 8 + struct.unpack("<Q", raw[:8])[0]
    header, data = json.loads(raw[8:start]), raw[start:]
    metadata = header.pop("__metadata__")
    if hashlib.sha256(data).hexdigest() != metadata["sha256"]:
        raise ValueError("the weights are damaged")
    tensors = {}
    for name, entry in header.items():
        low, high = entry["data_offsets"]
        flat = torch.frombuffer(bytearray(data[low:high]), dtype=DTYPES[entry["dtype"]])
        tensors[name] = flat.reshape(entry["shape"])
    return tensors, metadata


def layers(blocks):
    """Names for Rust and for PyTorch, in the order of the file."""
    yield "input", "trunk.inp"
    yield from ((f"block{i}", f"trunk.lins.{i}") for i in range(blocks))
    yield from ((head, head) for head in HEADS)


def quantise(weight):
    """Each row as whole numbers of up to 127, and what one of them is worth."""
    scale = (weight.abs().amax(1) / 127).clamp(min=1e-12)
    return (weight / scale[:, None]).round().to(torch.int8), scale


def exported_tensors(state, part):
    """A network's tensors for the file, 8 bits a weight where that is not too coarse, and how many blocks it
    has. Only the network for tables has chances to tell, and knows of earlier rounds."""
    blocks = sum(name.startswith("trunk.lins.") and name.endswith(".weight") for name in state)
    tensors = {}
    for ours, theirs in layers(blocks):
        if ours != "policy" and theirs in HEADS and part != "table":
            continue
        name = f"{part}.{ours}"
        weight = state[f"{theirs}.weight"].float()
        if ours == "input" and part != "table":
            weight = weight[:, :ROUND_INPUTS]
        if theirs in HEADS and float(weight.abs().amax()) > COARSE:
            tensors[f"{name}.weight"] = weight
        else:
            tensors[f"{name}.weight"], tensors[f"{name}.scale"] = quantise(weight)
        tensors[f"{name}.bias"] = state[f"{theirs}.bias"].float()
    return tensors, blocks


def load_exported(path):
    """The team, as `networks.team_log_shares` wants it, and the metadata."""
    tensors, metadata = read_safetensors(path)
    blocks = int(metadata["blocks"])
    nets = []
    for part in PARTS:
        if f"{part}.input.weight" not in tensors:
            continue  # older files have fewer parts
        width, inputs = tensors[f"{part}.input.weight"].shape
        net = Policy(width, blocks, inputs)
        state = net.state_dict()
        for ours, theirs in layers(blocks):
            name = f"{part}.{ours}"
            if f"{name}.weight" in tensors:
                weight, scale = tensors[f"{name}.weight"], tensors.get(f"{name}.scale")
                state[f"{theirs}.weight"] = weight if scale is None else weight.float() * scale[:, None]
                state[f"{theirs}.bias"] = tensors[f"{name}.bias"]
        net.load_state_dict(state)
        nets.append(net.eval().requires_grad_(False))
    return nets, metadata


def export_weights(path, checkpoints, digests, which="ship", note=""):
    """Writes the networks for tables, for duels and for solved duels. Returns the metadata."""
    tensors, blocks = {}, 0
    for part, checkpoint in zip(PARTS, checkpoints, strict=True):
        more, blocks = exported_tensors(checkpoint[which], part)
        tensors.update(more)
    metadata = dict(
        format="perudo-master",
        version=VERSION,
        inputs=INPUTS,
        widths=" ".join(str(len(checkpoint[which]["trunk.inp.bias"])) for checkpoint in checkpoints),
        blocks=blocks,
        actions=ACTIONS,
        offsets=OFFSETS,
        slots=SLOTS,
        history=HISTORY,
        layout=" ".join(f"{name}:{size}" for name, size in LAYOUT),
        checkpoints=" ".join(digests),
        note=note,
    )
    return write_safetensors(path, tensors, metadata)
