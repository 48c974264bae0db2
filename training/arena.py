"""The network against probability bots, in the simulator.

    python arena.py --net CHECKPOINT.pt ... [--tours 20000] [--players 2 3 4 6] [--presets tournament ...]

One network against n-1 copies of the other, seats rotated, whole tours from five dice, 95 % intervals.
"""
import argparse
import math

import torch

from export import load_exported
from net import sample
from simulator import PRESETS, STEADY, Setup, Sim, bot_action, features, pick
from train import load_policy, team_logp

STYLES = {  # as in simulator.bot_action
    "steady": STEADY,
    "novice": (.45, .5, 2., -1., .5, 0., 0.),
    "doubt below 0.40": (.45, .5, 2., .40, 0., 0., 0.),
    "doubt below 0.25": (.45, .5, 2., .25, 0., 0., 0.),
    "bold": (.7, .5, .6, -1., 0., 0., 0.),
    "timid": (.2, .5, 2., -1., 0., 0., 0.),
    "high opener": (.45, .5, .5, .3, 0., 0., 0.),
    "reads bids": (.15, .5, 2., -1., 0., 0., .7),
}


def wilson(k, n):
    p, z = k / n, 1.96
    mid = (p + z * z / 2 / n) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / 4 / n / n) / (1 + z * z / n)
    return p, mid - half, mid + half


def load_team(paths, device, which="ship"):
    """Checkpoints, or the weights that are shipped (`master.safetensors`)."""
    if len(paths) == 1 and paths[0].endswith(".safetensors"):
        return [net.to(device) for net in load_exported(paths[0])[0]]
    return [load_policy(path, device, which) for path in paths]


class NetPlayer:
    """A network, or a team of them (`train.team_logp`)."""

    def __init__(self, nets, temperature=1.0, greedy=False, floor=0.0):
        self.nets, self.temperature, self.greedy, self.floor = nets, temperature, greedy, floor

    def __call__(self, st, least, legal, x):
        lg = team_logp(self.nets, st, x.bfloat16() if x.is_cuda else x, legal, self.temperature)
        if self.greedy:
            return lg.argmax(1)
        if self.floor > 0:
            p = lg.softmax(1)
            legal = legal & (p >= self.floor * p.amax(1, keepdim=True))
        return sample(lg, legal)


class BotPlayer:
    """One style, or one for each table."""

    def __init__(self, style):
        self.style = torch.as_tensor(style)

    def __call__(self, st, least, legal, x):
        return bot_action(st, legal, least, x, self.style.to(x.device).expand(x.shape[0], len(STEADY)))


def finals(device):
    """[opener's dice, other's dice]: the opener's chance to win the tour when both play perfectly from there, under the ladder of
    `tournament` up to four dice. From the values of docs/solver.md; who loses a die opens the next round."""
    value = {(1, 1): -.05556, (2, 1): .26035, (1, 2): -.23440, (2, 2): .03402, (3, 1): .29784, (1, 3): -.34659}
    w = torch.zeros(5, 5)
    for (a, b), v in sorted(value.items(), key=lambda e: sum(e[0])):
        won = 1. if b == 1 else 1 - float(w[b - 1, a])
        w[a, b] = (1 + v) / 2 * won + (1 - v) / 2 * (float(w[a - 1, b]) if a > 1 else 0.)
    return w.to(device)


@torch.no_grad()
def scores(a, b, n, count, device, preset="tournament", seed=1, dice=5, max_steps=2000, tables=False):
    """One `a` against n-1 `b`: what `a` got out of each of `count` tours, 1 or 0, and which of them came to an end. With `tables`, `b`
    plays finals of up to four dice perfectly, and `a` gets what the best play there can get: the value of the position."""
    torch.manual_seed(seed)
    players = [0.] * 9
    players[n - 2] = 1.
    pre = [0.] * 5
    pre[["tournament", "classic", "international", "calza"].index("classic" if preset == "dudo" else preset)] = 1.
    sim = Sim(count, Setup(max(n, 2), device, players, pre, 0., 1., dmax=dice, dice=dice), device)
    seat = torch.arange(count, device=device) % n
    done = torch.zeros(count, dtype=torch.bool, device=device)
    score = torch.zeros(count, device=device)
    perfect = finals(device)
    for t in range(max_steps):
        st = sim.st
        if tables:
            final = ((st.dice > 0).sum(1) == 2) & (st.dice.sum(1) <= 4) & ~done
            o, mine = pick(st.dice, st.opener), pick(st.dice, seat)
            p = perfect[o.clamp(max=4), (st.dice.sum(1) - o).clamp(0, 4)]
            score = torch.where(final & (mine > 0), torch.where(st.opener == seat, p, 1 - p), score)
            done |= final
        least = st.least()
        legal = st.legal(least)
        x = features(st, least)
        act = torch.where(st.turn == seat, a(st, least, legal, x), b(st, least, legal, x))
        info = sim.step(act)
        score = torch.where(info["over"] & ~done, (info["dice2"].argmax(1) == seat).float(), score)
        done |= info["over"]
        if t % 16 == 15 and bool(done.all()):
            break
    return score, done


def tours(*args, **kw):
    """Tours won of tours played."""
    score, done = scores(*args, **kw)
    return float(score.sum()), int(done.sum())


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--net", required=True, nargs="+", help="several, or master.safetensors: a team, whose mean plays with two players")
    p.add_argument("--which", default="ship")
    p.add_argument("--against", help="another checkpoint instead of the bots")
    p.add_argument("--tours", type=int, default=20000)
    p.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 6], choices=range(2, 11), metavar="2..10")
    p.add_argument("--presets", nargs="*", default=["tournament"], choices=list(PRESETS), metavar="|".join(PRESETS))
    p.add_argument("--bots", nargs="*", default=list(STYLES), choices=list(STYLES), metavar="|".join(STYLES))
    p.add_argument("--style", help="another probability bot instead, like 0.45,0.5,2,-1,0,0,0 (see simulator.bot_action)")
    p.add_argument("--temperature", type=float, nargs="*", default=[1.], help="outside finals that are solved")
    p.add_argument("--floor", type=float, default=0.)
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args()
    if a.style and a.style.count(",") + 1 != len(STEADY):
        p.error(f"--style wants {len(STEADY)} numbers with commas between them, not “{a.style}”")
    dev = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if dev.type == "cpu":
        torch.set_num_threads(1)
    nets = load_team(a.net, dev, a.which)
    if a.against:
        foes = {a.against: NetPlayer([load_policy(a.against, dev)])}
    elif a.style:
        foes = {a.style: BotPlayer([float(v) for v in a.style.split(",")])}
    else:
        foes = {b: BotPlayer(STYLES[b]) for b in a.bots}
    for preset in a.presets:
        for name, foe in foes.items():
            for temperature in a.temperature:
                cells = []
                for n in a.players:
                    k, m = tours(NetPlayer(nets, temperature, floor=a.floor), foe, n, a.tours // n * n, dev, preset, a.seed)
                    r, lo, hi = wilson(k, m)
                    cells.append(f"{n}p {100 * r:5.1f} ({100 * lo:.1f}-{100 * hi:.1f})")
                print(f"{preset:14s} vs {name:18s} T {temperature:4.2f}", " | ".join(cells), flush=True)
