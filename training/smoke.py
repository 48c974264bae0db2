"""The whole pipeline at the size of one core: simulate, validate, train, export, reload. Under a minute.

    python smoke.py [--perudo ../target/release/perudo]
"""
import argparse
import os
import tempfile
import time

import torch

import exploit_exact
import export
from arena import STYLES, BotPlayer, NetPlayer, tours
from train import Config, train
from validate import ROOT, run_check, validate


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--perudo", default=os.path.join(ROOT, "target/release/perudo"))
    a = p.parse_args()
    torch.set_num_threads(1)
    t0 = time.time()
    cpu = torch.device("cpu")
    if os.path.exists(a.perudo):
        n, bad = validate(30, 30, 6, 3, a.perudo, quiet=True)
        assert bad == 0, f"{bad} of {n} states disagree with the rules"
        print(f"rules: {n} states agree ({time.time() - t0:.0f} s)")
    else:
        print("rules: no program to check against, skipped")
    cfg = Config()
    cfg.tables, cfg.steps, cfg.minibatches, cfg.width, cfg.critic_width, cfg.lr, cfg.distil = 128, 8, 2, 48, 48, 2e-3, 0.
    with tempfile.TemporaryDirectory() as tmp:
        tr = train(cfg, cpu, 600, tmp, log_every=1e9, evals=(), quiet=True, max_iters=25)
        for v in tr.stats[:7].tolist():
            assert v == v, "not a number"
        last = os.path.join(tmp, "last.pt")
        cfg.even, cfg.callers, cfg.readers = 1, .3, .3
        train(cfg, cpu, 600, os.path.join(tmp, "held"), resume=last, teacher=last, hold=[last, last], copy_of=last, log_every=1e9, evals=(),
              quiet=True, max_iters=3)
        tree = exploit_exact.Tree((1, 1), cpu)
        assert tree.nodes == 4093
        e, _ = tree.exploitability([tr.policy, tr.ship])
        assert 0 <= e <= 1, e
        team = [tr.policy, tr.ship]
        assert abs(exploit_exact.Cut((1, 1), cpu, team, floor=0., rarest=0.).lower_bound()[0] - e) < 1e-4, "all histories are not all"
        assert exploit_exact.Cut((1, 1), cpu, team, floor=.1).lower_bound()[0] < e, "a lower bound is not lower"
        print(f"training: 25 iterations and 3 held ones, exploitability at 1v1 {e:.3f} ({time.time() - t0:.0f} s)")
        won, m = tours(NetPlayer([tr.policy, tr.ship]), BotPlayer(STYLES["steady"]), 3, 30, cpu)
        assert m == 30
        dst, meta = export.export([last] * 2, tmp, count=12)
        nets, again = export.load_exported(dst)
        assert again["sha256"] == meta["sha256"]
        tv, _ = export.read_safetensors(os.path.join(tmp, "vectors.safetensors"))
        lg, win, lose = nets[0](tv["features"])
        assert (lg - tv["logits"]).abs().max() < 1e-4
        if os.path.exists(a.perudo):
            import json
            vs = json.load(open(os.path.join(tmp, "vectors.json")))["vectors"]
            bad = run_check(a.perudo, [(v["record"], dict(ok=True, turn=v["turn"], legal=v["legal"])) for v in vs], tmp)
            assert not bad, bad[0]
        raw = bytearray(open(dst, "rb").read())
        raw[-1] ^= 1
        open(dst, "wb").write(raw)
        try:
            export.read_safetensors(dst)
            raise AssertionError("damaged weights were read")
        except ValueError:
            pass
    print(f"export and reload agree; all in {time.time() - t0:.0f} s")


if __name__ == "__main__":
    main()
