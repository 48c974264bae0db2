"""Random games of the simulator, written as records and replayed through the real program.

    python validate.py [--tables 200] [--steps 60] [--seats 10] [--seed 1] [--perudo ../target/release/perudo]

Before every decision and after every tour the whole record so far goes through `perudo check --json`; turn, phase,
kind, opener, standing bid, dice, legal actions, reveal and winner must agree.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import torch

from simulator import (CALZA, DUDO, K, MAPUTO, NBID, NEVER, PASS, PRESETS, Setup, Sim)

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
NAMES = [f"p{i}" for i in range(20)]


def rules_line(ax, D):
    for name, axes in PRESETS.items():
        if axes == [int(a) for a in ax]:
            return f"rules {name} dice={D}" + (" players=20" if name == "tournament" else "")
    yn = lambda b: "yes" if b else "no"
    return ("rules tournament players=20 "
            f"dice={D} open-aces={yn(ax[0])} leave-aces={'double' if ax[1] else 'double-plus-one'} "
            f"maputo={'auto' if ax[2] else 'declared' if ax[3] else 'off'} maputo-limit={'once' if ax[4] else 'none'} "
            f"maputo-final={yn(ax[5])} maputo-three-singles={yn(ax[6])} calza={'on' if ax[7] else 'off'}")


def action_text(a, c, f):
    if a < NBID:
        return f"{c}x{f + 1}"
    return {DUDO: "dudo", CALZA: "calza", MAPUTO: "maputo", PASS: "pass"}[a]


def roll_line(dice, hands):
    parts = []
    for i, n in enumerate(dice):
        if n > 0:
            parts.append(f"{NAMES[i]}:" + "".join(str(f + 1) * hands[i][f] for f in range(6)))
    return "roll " + " ".join(parts)


class Writer:
    """The record of one table, and what is expected of its replay."""

    def __init__(self, st, b):
        self.b = b
        dice = st.dice[b].tolist()
        n = max(i for i, x in enumerate(dice) if x > 0) + 1
        self.n = n
        self.lines = ["perudo 1", rules_line(st.ax[b].tolist(), int(st.D[b])), "seats " + " ".join(NAMES[:n]),
                      "dice " + " ".join(f"{NAMES[i]}:{dice[i]}" for i in range(n))]
        used = [NAMES[i] for i in range(n) if st.used[b, i]]
        if used:
            self.lines.append("used " + " ".join(used))
        self.lines.append(("lost " if st.lost[b] else "start ") + NAMES[int(st.opener[b])])
        self.rolled = False
        self.reveal = None

    def before_decision(self, st, least):
        b = self.b
        if not st.declaring[b] and not self.rolled:
            self.lines.append(roll_line(st.dice[b].tolist(), st.hands[b].tolist()))
            self.rolled = True
        N = int(st.dice[b].sum())
        legal = []
        if not st.declaring[b]:
            ls = least[b].tolist()
            legal = [f"{c}x{f + 1}" for c in range(1, N + 1) for f in range(6) if ls[f] < NEVER and c >= ls[f]]
        mask = st.legal(least)[b].tolist()
        bids = {action_text(a, least[b, a // K].item() + a % K, a // K) for a in range(NBID) if mask[a]}
        assert bids <= set(legal) and (N > K or bids == set(legal)), (bids, legal)
        legal += [action_text(a, 0, 0) for a in (DUDO, CALZA, MAPUTO, PASS) if mask[a]]
        live = int((st.dice[b] > 0).sum())
        return dict(ok=True, phase="declaring" if st.declaring[b] else "bidding", turn=NAMES[int(st.turn[b])],
                    kind="maputo" if st.maputo[b] else "final" if live == 2 else "normal",
                    opener=NAMES[int(st.opener[b])],
                    bid=f"{int(st.cnt[b])}x{int(st.face[b]) + 1}" if st.cnt[b] > 0 else None,
                    dice={NAMES[i]: int(st.dice[b, i]) for i in range(self.n)}, legal=legal, reveal=self.reveal,
                    winner=None)

    def act(self, st_turn, a, info):
        b = self.b
        c, f = int(info["bid_c"][b]), int(info["bid_f"][b])
        self.lines.append(f"{NAMES[st_turn]} {action_text(a, c, f)}")
        if info["ended"][b]:
            self.rolled = False
            who, gains = NAMES[int(info["who"][b])], bool(info["gains"][b])
            self.reveal = dict(count=int(info["matching"][b]), caller=NAMES[st_turn],
                               call="dudo" if a == DUDO else "calza", loser=None if gains else who,
                               gainer=who if gains else None)
        if info["over"][b]:
            d = info["dice2"][b].tolist()
            return dict(ok=True, phase="over", winner=NAMES[max(range(len(d)), key=lambda i: d[i])], legal=[],
                        dice={NAMES[i]: d[i] for i in range(self.n)}, reveal=self.reveal)
        return None


def compare(want, got):
    for k, v in want.items():
        g = got.get(k)
        if k == "reveal" and v is not None:
            g = {x: g[x] for x in v} if g else g
        if g != v:
            return f"{k}: simulator {v}, program {g}"
    return None


def run_check(perudo, jobs, tmp):
    """jobs: (text, expected). Returns mismatches."""
    paths = []
    for i, (text, _) in enumerate(jobs):
        p = os.path.join(tmp, f"g{i}.perudo")
        with open(p, "w") as f:
            f.write(text)
        paths.append(p)
    bad = []
    for lo in range(0, len(jobs), 500):
        out = subprocess.run([perudo, "check", "--json", *paths[lo:lo + 500]], capture_output=True, text=True).stdout
        lines = out.strip().split("\n")
        assert len(lines) == len(paths[lo:lo + 500]), (len(lines), out[:500])
        for (text, want), line in zip(jobs[lo:lo + 500], lines):
            got = json.loads(line)
            err = compare(want, got)
            if err:
                bad.append((err, text, got))
    return bad


def low_action(legal, sharp):
    """Random legal actions that prefer low bids, so that rounds grow long."""
    w = torch.ones(legal.shape)
    k = torch.arange(NBID) % K
    w[:, :NBID] = sharp ** k.float()
    w[:, DUDO] = .7
    return torch.multinomial(w * legal.float(), 1).squeeze(1)


def validate(tables, steps, seats, seed, perudo, quiet=False):
    torch.manual_seed(seed)
    players = [1.0] * (seats - 1)
    sim = Sim(tables, Setup(seats, "cpu", players=players, presets=(.15, .15, .15, .15, .4), dice_other=.5), "cpu")
    writers = [Writer(sim.st, b) for b in range(tables)]
    jobs = []
    for t in range(steps):
        st = sim.st
        least = st.least()
        legal = st.legal(least)
        for b, w in enumerate(writers):
            want = w.before_decision(st, least)
            jobs.append(("\n".join(w.lines) + "\n", want))
        a = low_action(legal, .15 if t % 3 else .5)
        turn = st.turn.clone()
        info = sim.step(a)
        for b, w in enumerate(writers):
            end = w.act(int(turn[b]), int(a[b]), info)
            if end is not None:
                jobs.append(("\n".join(w.lines) + "\n", end))
                writers[b] = Writer(sim.st, b)
    with tempfile.TemporaryDirectory() as tmp:
        bad = run_check(perudo, jobs, tmp)
    tours = sum(1 for _, w in jobs if w["phase"] == "over")
    if not quiet:
        for err, text, got in bad[:3]:
            print("MISMATCH", err, "\n" + text, got)
        kinds = {}
        for _, w in jobs:
            kinds[w.get("kind") or "over"] = kinds.get(w.get("kind") or "over", 0) + 1
        print(f"{len(jobs)} states of {tables} tables, {tours} tours ended, {kinds}: {len(bad)} disagree")
    return len(jobs), len(bad)


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--tables", type=int, default=200)
    p.add_argument("--steps", type=int, default=60)
    p.add_argument("--seats", type=int, default=10)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--perudo", default=os.path.join(ROOT, "target/release/perudo"))
    a = p.parse_args()
    torch.set_num_threads(1)
    n, bad = validate(a.tables, a.steps, a.seats, a.seed, a.perudo)
    sys.exit(1 if bad else 0)
