"""Solves small two-player finals by discounted CFR over the same tree, and stores what a network should play there.

    python solve_small.py --dice 2,1 --iterations 400 --out targets_21.pt

Rows are information sets that the player's own play reaches with at least `--reach`, whatever the opponent bids.
"""
import argparse
import time

import torch

from exploit_exact import Tree
from simulator import DUDO, NACT


class Cfr:
    def __init__(self, tree):
        self.t = tree
        d = tree.device
        self.par = [lv["parent_of_child"] for lv in tree.levels]
        self.n = [lv["cnt"].shape[0] for lv in tree.levels]
        self.H = [tree.hands[i % 2][0].shape[0] for i in range(len(self.n))]
        z = lambda n, h: torch.zeros(n, h, device=d)
        self.re = [z(p.shape[0], h) for p, h in zip(self.par, self.H)]
        self.rd = [z(n, h) for n, h in zip(self.n, self.H)]
        self.se = [z(p.shape[0], h) for p, h in zip(self.par, self.H)]
        self.sd = [z(n, h) for n, h in zip(self.n, self.H)]
        self.rows = []
        for lv in tree.levels:
            code = lv["cnt"] * 6 + lv["face"]
            self.rows.append([(cf, (code == cf).nonzero().squeeze(1)) for cf in code.unique().tolist() if cf >= 6])

    def normal(self, e, dd, depth):
        """Normalised: doubt [n, H] and children [E, H]; all equal where nothing is known."""
        par = self.par[depth]
        e, dd = e.clamp(min=0), dd.clamp(min=0)
        if depth == 0:
            dd = torch.zeros_like(dd)
        tot = dd.index_add(0, par, e)
        k = torch.zeros(self.n[depth], device=e.device).index_add(0, par, torch.ones_like(par, dtype=torch.float)) + (depth > 0)
        none = tot <= 1e-12
        dd = torch.where(none, (1. if depth else 0.) / k[:, None], dd / tot.clamp(min=1e-12))
        nonep = none[par]
        e = torch.where(nonep, 1. / k[par][:, None], e / tot.clamp(min=1e-12)[par])
        return dd, e

    def doubt_values(self, depth, w, me, mine):
        out = torch.zeros(self.n[depth], self.t.hands[me][0].shape[0], device=w.device)
        for cf, rows in self.rows[depth]:
            T = self.t.true[(cf // 6, cf % 6)]
            T = T if me == 0 else T.T
            s = w[rows] @ T.T
            out[rows] = -s if mine else s
        return out

    def iterate(self, it):
        for me in (0, 1):
            L = len(self.n)
            opp = 1 - me
            strat = [self.normal(self.re[k], self.rd[k], k) for k in range(L)]
            reach = [self.t.hands[opp][1][None]]
            own = [torch.ones(1, self.H[0] if me == 0 else self.t.hands[me][0].shape[0], device=self.t.device)]
            for k in range(L - 1):
                r, o = reach[k][self.par[k]], own[k][self.par[k]]
                if k % 2 == opp:
                    r = r * strat[k][1]
                else:
                    o = o * strat[k][1]
                reach.append(r)
                own.append(o)
            val = None
            disc = (it / (it + 1)) ** 2
            pos = it ** 1.5 / (it ** 1.5 + 1)
            for k in range(L - 1, -1, -1):
                mine = k % 2 == me
                if mine:
                    dv = self.doubt_values(k, reach[k], me, True)
                    sd, se = strat[k]
                    v = sd * dv
                    if val is not None:
                        v = v.index_add(0, self.par[k], se * val)
                        re = self.re[k]
                        self.re[k] = torch.where(re > 0, re * pos, re * .5) + val - v[self.par[k]]
                    rd = self.rd[k]
                    self.rd[k] = torch.where(rd > 0, rd * pos, rd * .5) + dv - v
                    # the average of this player's strategy
                    self.sd[k] = self.sd[k] * disc + own[k] * sd
                    self.se[k] = self.se[k] * disc + (own[k][self.par[k]] * se if se.shape[0] else 0)
                    val = v
                else:
                    dv = self.doubt_values(k, reach[k] * strat[k][0], me, False)
                    val = dv if val is None else dv.index_add(0, self.par[k], val)

    def average(self):
        return [self.normal(self.se[k], self.sd[k], k) for k in range(len(self.n))]

    def exploitability(self):
        pol = self.average()
        br = [self.t.best_response(pol, r) for r in (0, 1)]
        return sum(br) / 2, br

    def export(self, reach_min):
        """Rows: depth, node, hand, own reach times the chance of the hand, target probabilities."""
        pol = self.average()
        out = dict(depth=[], node=[], hand=[], weight=[], target=[])
        for me in (0, 1):
            own = [torch.ones(1, self.t.hands[me][0].shape[0], device=self.t.device)]
            for k in range(len(self.n)):
                if k % 2 == me:
                    node, hand = (own[k] >= reach_min).nonzero(as_tuple=True)
                    m = len(node)
                    t = torch.zeros(m, NACT)
                    t[:, DUDO] = pol[k][0][node, hand]
                    # children of the chosen nodes
                    start = torch.searchsorted(self.par[k].contiguous(), torch.arange(self.n[k]))
                    stop = torch.searchsorted(self.par[k].contiguous(), torch.arange(self.n[k]), right=True)
                    act = self.t.levels[k]["act"]
                    width = int((stop - start).max()) if m else 0
                    for j in range(width):
                        ei = start[node] + j
                        ok = ei < stop[node]
                        ei = ei.clamp(max=max(0, len(act) - 1))
                        rows = ok.nonzero().squeeze(1)
                        t[rows, act[ei[rows]]] = pol[k][1][ei[rows], hand[rows]]
                    out["depth"].append(torch.full((m,), k, dtype=torch.int16))
                    out["node"].append(node.int())
                    out["hand"].append(hand.short())
                    out["weight"].append(own[k][node, hand] * self.t.hands[me][1][hand])
                    out["target"].append(t.half())
                if k < len(self.n) - 1:
                    o = own[k][self.par[k]]
                    own.append(o * pol[k][1] if k % 2 == me else o)
        return {k: torch.cat(v) for k, v in out.items()}


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--dice", default="1,1")
    p.add_argument("--iterations", type=int, default=300)
    p.add_argument("--reach", type=float, default=3e-3)
    p.add_argument("--out")
    a = p.parse_args()
    torch.set_num_threads(1)
    dice = tuple(int(x) for x in a.dice.split(","))
    t0 = time.time()
    c = Cfr(Tree(dice, torch.device("cpu"), keep=False))
    for it in range(1, a.iterations + 1):
        c.iterate(it)
        if it % 50 == 0 or it == a.iterations or it == 5:
            e, br = c.exploitability()
            print(f"{dice} iteration {it}: exploitability {e:.5f}, value {(br[0] - br[1]) / 2:+.5f}, {time.time() - t0:.0f} s", flush=True)
            if a.out:
                x = c.export(a.reach)
                x["dice"] = dice
                # rows as sparse pairs, so that the file stays small
                tgt = x.pop("target")
                row, col = (tgt > 2e-3).nonzero(as_tuple=True)
                x.update(row=row.int(), col=col.to(torch.uint8), val=tgt[row, col])
                torch.save(x, a.out)
                print("rows", len(x["weight"]), "entries", len(row), flush=True)
