"""Weights for the Rust crate: safetensors, 8 bits a weight, and vectors to test an implementation against.

    python export.py --net TABLES.pt DUELS.pt --out DIR [--vectors 48]

The first network plays tables and knows the chances to win; with two players the mean of both plays. Writes DIR/master.safetensors
(metadata: format, version, layout, sizes, sha256 of the data), DIR/vectors.json (records, features and outputs in float32 of the
8 bit weights), DIR/vectors.safetensors (the same tensors of the first network) and DIR/values.safetensors (what dice are worth between
rounds, for exploiters).
"""
import argparse
import hashlib
import json
import os
import struct

import torch

from net import Policy
from simulator import F, K, LAYOUT, NACT, NH, NS, Setup, Sim, features
from train import sub, team_logp
from validate import Writer, action_text, low_action

VERSION = "3"
PARTS = ("table", "duel")
HEADS = ("policy", "win", "lose")
COARSE = 4.     # heads with larger weights lose too much with 8 bits


def write_safetensors(path, tensors, meta):
    """The format is small enough to write by hand: a length, a JSON header, the data."""
    names = {"torch.int8": "I8", "torch.float32": "F32", "torch.bool": "BOOL"}
    head, blob = {}, b""
    for name, t in tensors.items():
        raw = t.contiguous().numpy().tobytes()
        head[name] = dict(dtype=names[str(t.dtype)], shape=list(t.shape), data_offsets=[len(blob), len(blob) + len(raw)])
        blob += raw
    meta = dict(meta, sha256=hashlib.sha256(blob).hexdigest())
    head["__metadata__"] = {k: str(v) for k, v in meta.items()}
    h = json.dumps(head).encode()
    h += b" " * (-len(h) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(h)) + h + blob)
    return meta


def read_safetensors(path):
    raw = open(path, "rb").read()
    n = struct.unpack("<Q", raw[:8])[0]
    head = json.loads(raw[8:8 + n])
    meta = head.pop("__metadata__")
    blob = raw[8 + n:]
    if hashlib.sha256(blob).hexdigest() != meta["sha256"]:
        raise ValueError("the weights are damaged")
    kinds = {"I8": torch.int8, "F32": torch.float32, "BOOL": torch.bool}
    out = {}
    for name, e in head.items():
        lo, hi = e["data_offsets"]
        out[name] = torch.frombuffer(bytearray(blob[lo:hi]), dtype=kinds[e["dtype"]]).reshape(e["shape"])
    return out, meta


def layers(blocks):
    """Names for Rust and for PyTorch, in the order of the file."""
    yield "input", "trunk.inp"
    yield from ((f"block{i}", f"trunk.lins.{i}") for i in range(blocks))
    yield from ((head, head) for head in HEADS)


def tensors_of(state, name):
    """A row of weights is a row of whole numbers of up to 127 and what one of them is worth, or, where that is too coarse, plain
    numbers. Duels have no chances to tell."""
    blocks = sum(k.startswith("trunk.lins.") and k.endswith(".weight") for k in state)
    out = {}
    for ours, theirs in layers(blocks):
        if name != "table" and ours in ("win", "lose"):
            continue
        w = state[f"{theirs}.weight"].float()
        if theirs in HEADS and float(w.abs().amax()) > COARSE:
            out[f"{name}.{ours}.weight"] = w
        else:
            scale = (w.abs().amax(1) / 127).clamp(min=1e-12)
            out[f"{name}.{ours}.weight"] = (w / scale[:, None]).round().to(torch.int8)
            out[f"{name}.{ours}.scale"] = scale
        out[f"{name}.{ours}.bias"] = state[f"{theirs}.bias"].float()
    return out, blocks


def load_exported(path):
    """The team, as `train.team_logp` wants it."""
    t, meta = read_safetensors(path)
    blocks = int(meta["blocks"])
    nets = []
    for name in PARTS:
        net = Policy(int(meta["width"]), blocks)
        sd = net.state_dict()
        for ours, theirs in layers(blocks):
            if f"{name}.{ours}.weight" in t:
                w, scale = t[f"{name}.{ours}.weight"], t.get(f"{name}.{ours}.scale")
                sd[f"{theirs}.weight"] = w if scale is None else w.float() * scale[:, None]
                sd[f"{theirs}.bias"] = t[f"{name}.{ours}.bias"]
        net.load_state_dict(sd)
        nets.append(net.eval().requires_grad_(False))
    return nets, meta


@torch.no_grad()
def vectors(nets, count, seed=11, seats=6):
    """States of random games over all rules: the record so far (the player to act is to decide), features, outputs."""
    torch.manual_seed(seed)
    B = 24
    sim = Sim(B, Setup(seats, "cpu", players=[.4, .2, .2, .1, .1], presets=(.3, .2, .2, .2, .1), dice_other=.25), "cpu")
    ws = [Writer(sim.st, b) for b in range(B)]
    out, X, Y, Wn, Ls, M = [], [], [], [], [], []
    t = 0
    while len(out) < count:
        st = sim.st
        least = st.least()
        legal = st.legal(least)
        x = features(st, least)
        picked = (torch.rand(B) < .12) if t else torch.ones(B) < 0
        for b, w in enumerate(ws):
            want = w.before_decision(st, least)
            if bool(picked[b]) and len(out) < count:
                # row by row: products of whole matrices may be rounded more
                one = slice(b, b + 1)
                (lg,), (win,), (lose,) = nets[0](x[one])
                two = int((st.dice[b] > 0).sum()) == 2
                duel = [round(float(v), 6) for v in nets[1](x[one], heads=False)[0]] if two else None
                (shares,) = team_logp(nets, sub(st, b, b + 1), x[one], legal[one]).exp()
                probs = {action_text(a, int(least[b, min(a, 95) // K]) + a % K, a // K): round(float(shares[a]), 6)
                         for a in range(NACT) if legal[b, a]}
                out.append(dict(record="\n".join(w.lines) + "\n", turn=want["turn"], legal=want["legal"], policy=probs,
                                actions=[a for a in range(NACT) if legal[b, a]],
                                features=[round(float(v), 7) for v in x[b]],
                                logits=[round(float(v), 6) for v in lg], win=[round(float(v), 6) for v in win],
                                lose=[round(float(v), 6) for v in lose], duel=duel))
                X.append(x[b]), Y.append(lg), Wn.append(win), Ls.append(lose), M.append(legal[b])
        a = low_action(legal, .2)
        turn = st.turn.clone()
        info = sim.step(a)
        for b, w in enumerate(ws):
            if w.act(int(turn[b]), int(a[b]), info) is not None:
                ws[b] = Writer(sim.st, b)
        t += 1
    return out, dict(features=torch.stack(X), logits=torch.stack(Y), win=torch.stack(Wn), lose=torch.stack(Ls),
                     legal=torch.stack(M))


def export(paths, out, count=48, which="ship", note=""):
    os.makedirs(out, exist_ok=True)
    cks = [torch.load(path, map_location="cpu", weights_only=True) for path in paths]
    if len({ck["width"] for ck in cks}) > 1:
        raise ValueError("the two networks must be of one width, and are " + " and ".join(str(ck["width"]) for ck in cks))
    tensors, blocks = {}, 0
    for name, ck in zip(PARTS, cks):
        more, blocks = tensors_of(ck[which], name)
        tensors.update(more)
    made = " ".join(hashlib.sha256(open(path, "rb").read()).hexdigest() for path in paths)
    meta = dict(format="perudo-master", version=VERSION, inputs=F, width=cks[0]["width"], blocks=blocks, actions=NACT, offsets=K,
                slots=NS, history=NH, layout=" ".join(f"{n}:{s}" for n, s in LAYOUT), checkpoints=made, note=note)
    dst = os.path.join(out, "master.safetensors")
    meta = write_safetensors(dst, tensors, meta)
    nets, _ = load_exported(dst)
    js, tv = vectors(nets, count)
    with open(os.path.join(out, "vectors.json"), "w") as f:
        json.dump(dict(sha256=meta["sha256"], layout=meta["layout"], vectors=js), f, separators=(",", ":"))
        f.write("\n")
    write_safetensors(os.path.join(out, "vectors.safetensors"), tv, dict(of=meta["sha256"]))
    values = {k: v.float() for k, v in cks[0]["value"].items()}
    write_safetensors(os.path.join(out, "values.safetensors"), values, dict(format="perudo-values", of=meta["sha256"]))
    return dst, meta


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--net", required=True, nargs=2, metavar=("TABLES.pt", "DUELS.pt"))
    p.add_argument("--out", required=True)
    p.add_argument("--which", default="ship")
    p.add_argument("--vectors", type=int, default=48)
    p.add_argument("--note", default="")
    a = p.parse_args()
    torch.set_num_threads(1)
    dst, meta = export(a.net, a.out, a.vectors, a.which, a.note)
    print(dst, os.path.getsize(dst), "bytes, sha256 of the data", meta["sha256"])
