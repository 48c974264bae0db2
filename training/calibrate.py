"""Is the value head honest? Self-play of the network from full dice; the chance it gives the player to act at each
decision against what became of it. Rows: bucket, decisions, mean said, share won.

    python calibrate.py --net CHECKPOINT.pt ... [--tables 600]
"""
import argparse

import torch

from arena import load_team
from net import sample
from simulator import Setup, Sim, features, live_order, slots_of
from train import team_logp


@torch.no_grad()
def calibration(nets, tables, device, steps=700, presets=(1., 0., 0., 0., 0.), seed=5):
    torch.manual_seed(seed)
    sim = Sim(tables, Setup(6, device, (.4, .15, .2, .1, .15), presets, 0., 1., dmax=5), device)
    done = torch.zeros(tables, dtype=torch.bool, device=device)
    said, seat, table, winner = [], [], [], torch.full((tables,), -1, device=device)
    for t in range(steps):
        st = sim.st
        least = st.least()
        legal = st.legal(least)
        x = features(st, least)
        x = x.bfloat16() if x.is_cuda else x
        win = nets[0](x)[1]
        slots = slots_of(live_order(st.dice, st.turn), (st.dice > 0).sum(1))
        p = win.masked_fill(slots >= 6, -1e9).softmax(1)
        i = (~done).nonzero().squeeze(1)
        said.append(p[i, 0]), seat.append(st.turn[i].clone()), table.append(i)
        info = sim.step(sample(team_logp(nets, st, x, legal), legal))
        w = info["dice2"].argmax(1)
        winner = torch.where(info["over"] & ~done, w, winner)
        done |= info["over"]
        if bool(done.all()):
            break
    said, seat, table = torch.cat(said), torch.cat(seat), torch.cat(table)
    ok = winner[table] >= 0
    said, won = said[ok], (winner[table] == seat)[ok].float()
    return said, won


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--net", required=True, nargs="+")
    p.add_argument("--tables", type=int, default=600)
    a = p.parse_args()
    dev = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if dev.type == "cpu":
        torch.set_num_threads(1)
    said, won = calibration(load_team(a.net, dev), a.tables, dev)
    for lo in range(10):
        m = (said >= lo / 10) & (said < (lo + 1) / 10 + (lo == 9))
        if m.any():
            print(f"{lo * 10:3d}-{lo * 10 + 10} %: {int(m.sum()):7d} decisions, said {100 * said[m].mean():5.1f} %, won {100 * won[m].mean():5.1f} %")
    print(f"Brier {((said - won) ** 2).mean():.4f}, base rate {won.mean():.3f}")
