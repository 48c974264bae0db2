"""Weights for the Rust crate: safetensors, half precision, and vectors to test an implementation against.

    python export.py --net CHECKPOINT.pt --out DIR [--temperature 0.8] [--vectors 48]

Writes DIR/master.safetensors (metadata: format, version, layout, sizes, sha256 of the data), DIR/vectors.json
(records, features and outputs in float32 of the half precision weights) and DIR/vectors.safetensors (the same tensors).
"""
import argparse
import hashlib
import json
import os
import struct

import torch

from net import Policy, masked_logp
from simulator import F, K, LAYOUT, NACT, NH, NS, Setup, Sim, features
from validate import Writer, action_text, low_action

VERSION = "1"


def write_safetensors(path, tensors, meta):
    """The format is small enough to write by hand: a length, a JSON header, the data."""
    names = {"torch.float16": "F16", "torch.float32": "F32", "torch.bool": "BOOL"}
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
    kinds = {"F16": torch.float16, "F32": torch.float32, "BOOL": torch.bool}
    out = {}
    for name, e in head.items():
        lo, hi = e["data_offsets"]
        out[name] = torch.frombuffer(bytearray(blob[lo:hi]), dtype=kinds[e["dtype"]]).reshape(e["shape"])
    return out, meta


def tensors_of(state, temperature):
    """Names for Rust. A temperature is put into the weights of the policy head."""
    t = {"input.weight": state["trunk.inp.weight"], "input.bias": state["trunk.inp.bias"]}
    i = 0
    while f"trunk.lins.{i}.weight" in state:
        t[f"block{i}.weight"], t[f"block{i}.bias"] = state[f"trunk.lins.{i}.weight"], state[f"trunk.lins.{i}.bias"]
        i += 1
    for h in ("policy", "win", "lose"):
        s = temperature if h == "policy" else 1.
        t[f"{h}.weight"], t[f"{h}.bias"] = state[f"{h}.weight"].float() / s, state[f"{h}.bias"].float() / s
    return {k: v.half() for k, v in t.items()}, i


def load_exported(path):
    t, meta = read_safetensors(path)
    net = Policy(int(meta["width"]), int(meta["blocks"]))
    sd = {"trunk.inp.weight": t["input.weight"], "trunk.inp.bias": t["input.bias"]}
    for i in range(int(meta["blocks"])):
        sd[f"trunk.lins.{i}.weight"], sd[f"trunk.lins.{i}.bias"] = t[f"block{i}.weight"], t[f"block{i}.bias"]
    for h in ("policy", "win", "lose"):
        sd[f"{h}.weight"], sd[f"{h}.bias"] = t[f"{h}.weight"], t[f"{h}.bias"]
    net.load_state_dict({k: v.float() for k, v in sd.items()})
    return net.eval().requires_grad_(False), meta


@torch.no_grad()
def vectors(net, count, seed=11, seats=6):
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
        lg, win, lose = net(x)
        picked = (torch.rand(B) < .12) if t else torch.ones(B) < 0
        for b, w in enumerate(ws):
            want = w.before_decision(st, least)
            if bool(picked[b]) and len(out) < count:
                p = masked_logp(lg[b:b + 1], legal[b:b + 1]).exp()[0]
                probs = {action_text(a, int(least[b, min(a, 95) // K]) + a % K, a // K): round(float(p[a]), 6)
                         for a in range(NACT) if legal[b, a]}
                out.append(dict(record="\n".join(w.lines) + "\n", turn=want["turn"], legal=want["legal"], policy=probs,
                                actions=[a for a in range(NACT) if legal[b, a]],
                                features=[round(float(v), 7) for v in x[b]],
                                logits=[round(float(v), 6) for v in lg[b]], win=[round(float(v), 6) for v in win[b]],
                                lose=[round(float(v), 6) for v in lose[b]]))
                X.append(x[b]), Y.append(lg[b]), Wn.append(win[b]), Ls.append(lose[b]), M.append(legal[b])
        a = low_action(legal, .2)
        turn = st.turn.clone()
        info = sim.step(a)
        for b, w in enumerate(ws):
            if w.act(int(turn[b]), int(a[b]), info) is not None:
                ws[b] = Writer(sim.st, b)
        t += 1
    return out, dict(features=torch.stack(X), logits=torch.stack(Y), win=torch.stack(Wn), lose=torch.stack(Ls),
                     legal=torch.stack(M))


def export(path, out, temperature=1.0, count=48, which="ship", note=""):
    os.makedirs(out, exist_ok=True)
    ck = torch.load(path, map_location="cpu", weights_only=True)
    t, blocks = tensors_of(ck[which], temperature)
    meta = dict(format="perudo-master", version=VERSION, inputs=F, width=ck["width"], blocks=blocks, actions=NACT, offsets=K,
                slots=NS, history=NH, layout=" ".join(f"{n}:{s}" for n, s in LAYOUT), temperature=temperature,
                checkpoint=hashlib.sha256(open(path, "rb").read()).hexdigest(), note=note)
    dst = os.path.join(out, "master.safetensors")
    meta = write_safetensors(dst, t, meta)
    net, _ = load_exported(dst)
    js, tv = vectors(net, count)
    with open(os.path.join(out, "vectors.json"), "w") as f:
        json.dump(dict(sha256=meta["sha256"], layout=meta["layout"], vectors=js), f, separators=(",", ":"))
        f.write("\n")
    write_safetensors(os.path.join(out, "vectors.safetensors"), tv, dict(of=meta["sha256"]))
    return dst, meta


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--net", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--which", default="ship")
    p.add_argument("--temperature", type=float, default=1.0)
    p.add_argument("--vectors", type=int, default=48)
    p.add_argument("--note", default="")
    a = p.parse_args()
    torch.set_num_threads(1)
    dst, meta = export(a.net, a.out, a.temperature, a.vectors, a.which, a.note)
    print(dst, os.path.getsize(dst), "bytes, sha256 of the data", meta["sha256"])
