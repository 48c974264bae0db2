"""Self-play. One command trains from nothing:

    python train.py --seconds 540 --seed 1 --out DIR [--resume DIR/last.pt] [--teacher OTHER/last.pt] [--hold OTHER/last.pt ...]

Episodes are rounds; a small network holds the chance to win the tour between rounds; a critic that sees all dice
gives the value of every action; the policy is pulled towards uniform play and towards its own moving average.
"""
import argparse
import copy
import csv
import math
import os
import time

import torch
import torch.nn.functional as Fn

import exploit_exact
from net import Critic, Policy, TourValue, masked_logp, sample
from simulator import (CALZA, CRITIC_F, DUDO, F, K, LAYOUT, NACT, NBID, NS, STEADY, Setup, Sim, State, bot_action, critic_features, features,
                       live_order, pick, slots_of, successor, value_features)


class Config:
    tables = 16384
    steps = 16
    minibatches = 8
    width = 640
    critic_width = 640
    lr = 6e-4
    lr_end = 1e-4
    decay = 0.          # of the policy's weights
    critic_lr = 1e-3
    critic_lr_end = 1e-3
    alpha = 0.02        # entropy, in units of half a die's stake (round lost = -1, not lost = +1)
    alpha_end = -1.     # where it falls to (geometrically); negative: it stays
    beta = 0.2          # pull to the moving average
    neurd = 0.004       # share of the update that does not depend on how often an action is played
    ema = 5e-4          # rate of the magnet
    ship = 2e-4         # rate of the average that is shipped
    lam = 0.85
    bots = 0.15         # share of tables with probability bots and explorers
    crowded = 0.5       # how many of those are full of them
    styled = 0.5        # how many of those have probability bots
    steady = 0.         # how many of the probability bots are exactly `steady`
    believers = 0.      # how many are like `novice`
    callers = 0.        # how many of the others bid high and doubt soon
    readers = 0.        # how many of the rest count on the dice that others have bid
    other = 0.10        # share of tables with one exploiter
    exploiters = 1      # how many there are
    exploiter_lr = 5e-4
    duels = 0.          # how many of their tables have two players under `tournament`
    still = 0.          # how many have the average that ships instead of the policy: what survives there is a real weakness
    exploiter_reset = 120.      # seconds; with several the first is never reset
    even = 0            # 1: every table weighs the same, however few of its players learn
    players = (.55, .13, .12, .07, .13)
    presets = (.7, .075, .075, .075, .075)
    dice_other = .12
    full = .5
    dmax = 8
    distil = 0.15       # pull to solved play in the smallest finals (targets_*.pt of solve_small.py, if they are there)
    distil_rows = 4096
    mode = "self"       # or "exploit": one learner against the frozen `other`
    cold = 1.0          # temperature of the frozen `other`, finals of two players with three dice apart
    seats = 6


TWO = sum(n for _, n in LAYOUT[:1]) + 21     # the feature that says that two players are left


def look(st, types):
    """Everything the networks see of the tables."""
    least = st.least()
    x = features(st, least)
    bot = torch.stack([(types == 1) | (types == 2), types == 3], 2).float()
    order = slots_of(live_order(st.dice, st.turn), (st.dice > 0).sum(1))
    diff = pick(st.counts(), st.face) - st.cnt
    return least, st.legal(least), x, critic_features(st, x, least, bot), order, diff


def tour_values(net, ax, D, dice, used, mapof, turn, amp):
    """Chance to win the tour after each outcome (seat j loses; seat j gains), for each seat: [M, 2S, S]."""
    M, S = dice.shape
    vs = []
    for gain in (False, True):
        for j in range(S):
            seat = torch.full((M,), j, dtype=torch.long, device=dice.device)
            g = torch.full((M,), gain, dtype=torch.bool, device=dice.device)
            d2, u2, o2, l2 = successor(ax, D, dice, used, mapof, seat, g)
            vx, slots = value_features(ax, D, d2.clamp(min=0), u2, o2, l2)
            with amp():
                p = net(vx).softmax(1)
            v = torch.zeros(M, S + 1, device=dice.device)
            v = v.scatter(1, slots.clamp(max=S), p.float())
            vs.append(v[:, :S])
    return torch.stack(vs, 1)


def load_targets(device, folder):
    """Solved information sets: features, masks, targets and a cumulative distribution to draw them by."""
    xs, ls, ts, ws = [], [], [], []
    for name in sorted(os.listdir(folder)):
        if not (name.startswith("targets_") and name.endswith(".pt")):
            continue
        g = torch.load(os.path.join(folder, name), map_location=device, weights_only=True)
        tree = exploit_exact.Tree(tuple(g["dice"]), device, keep=False)
        dense = torch.zeros(len(g["weight"]), NACT, device=device)
        dense[g["row"].long(), g["col"].long()] = g["val"].float()
        for depth, lv in enumerate(tree.levels):
            m = (g["depth"] == depth).nonzero().squeeze(1)
            if not len(m):
                continue
            node, hand = g["node"][m].long(), g["hand"][m].long()
            cut = {k: lv[k][node] for k in ("cnt", "face", "pc", "pf", "histc", "histf", "nbids", "smax")}
            hands = tree.hands[depth % 2][0]
            st = tree.state(cut, depth)
            xs.append(features(st, hand=hands[hand]))
            ls.append(st.legal())
            t = dense[m]
            ts.append(t / t.sum(1, keepdim=True).clamp(min=1e-6))
            w = g["weight"][m].float() ** .6
            ws.append(w / (g["weight"].float() ** .6).sum())
    if not xs:
        return None
    w = torch.cat(ws)
    return dict(x=torch.cat(xs), legal=torch.cat(ls), target=torch.cat(ts), cum=(w / w.sum()).cumsum(0))


def temperatures(dice, temperature):
    """One temperature for each table: 1 in finals that are solved. [B, 1]"""
    final = ((dice > 0).sum(1) == 2) & (dice.sum(1) <= 3)
    return torch.where(final, 1., temperature)[:, None]


def team_logp(nets, st, x, legal, temperature=1.0):
    """What a team of networks does: with two players the mean of what they would do, else as the first does. Logarithms, [B, NACT]."""
    t = temperatures(st.dice, temperature)
    first, *rest = (masked_logp(net(x, heads=False) / t, legal) for net in nets)
    if not rest:
        return first
    two = ((st.dice > 0).sum(1) == 2)[:, None]
    mean = torch.logsumexp(torch.stack([first, *rest]), 0) - math.log(len(nets))
    return torch.where(two, mean, first)


def sub(st, lo, hi):
    return State(**{k: v[lo:hi] for k, v in st.view().items()})


def lerp_all(dst, src, rate):
    """Moves every tensor by a share of the way; in one go where PyTorch can (2.1)."""
    if hasattr(torch, "_foreach_lerp_"):
        torch._foreach_lerp_(dst, src, rate)
    else:
        for d, s in zip(dst, src):
            d.lerp_(s, rate)


class Trainer:
    def __init__(self, cfg, device, others=(), seed=1, hold=(), copy_of=None):
        torch.manual_seed(seed)
        self.cfg, self.device = cfg, device
        c = cfg
        self.S = c.seats
        self.sim = Sim(c.tables, Setup(c.seats, device, c.players, c.presets, c.dice_other, c.full, c.dmax), device)
        self.policy = Policy(c.width).to(device)
        self.critic = Critic(c.critic_width).to(device)
        self.value = TourValue().to(device)
        self.value_t = copy.deepcopy(self.value).requires_grad_(False)
        self.exploit = c.mode == "exploit"
        self.others = [o.to(device) for o in others] if self.exploit else [copy.deepcopy(self.policy) for _ in range(c.exploiters)]
        self.magnet = copy.deepcopy(self.policy).requires_grad_(False)
        self.ship = copy.deepcopy(self.policy).requires_grad_(False)
        self.hold = [net.to(device) for net in hold]    # with two players the policy is to be the mean of these
        self.copy = copy_of and copy_of.to(device)      # and with more it is to be this one, if there is one
        cuda = device.type == "cuda"
        self.cuda = cuda
        kw = dict(capturable=True, fused=True) if cuda else {}
        lr = lambda x: torch.tensor(x, device=device) if cuda else x
        self.opt = torch.optim.AdamW(self.policy.parameters(), lr=lr(c.lr), betas=(.9, .99), eps=1e-6, weight_decay=c.decay, **kw)
        self.opt_c = torch.optim.Adam(list(self.critic.parameters()) + list(self.value.parameters()), lr=lr(c.critic_lr),
                                      betas=(.9, .99), eps=1e-6, **kw)
        B, T, S = c.tables, c.steps, self.S
        # tables of each of the others, the last ones; before them those with bots
        each = B if self.exploit else int(B * c.other / c.exploiters) // 8 * 8
        self.lo_other = 0 if self.exploit else B - each * len(self.others)
        self.cuts = [(lo, lo + each) for lo in range(self.lo_other, B, each)] if each else []
        self.lo_bots = self.lo_other - (0 if self.exploit else int(B * c.bots) // 8 * 8)
        self.sim.setup.duels = torch.where(torch.arange(B, device=device) < self.lo_other, 0., c.duels)
        self.sim.reset_all()
        self.opts_o = [] if self.exploit else [torch.optim.Adam(o.parameters(), lr=lr(c.exploiter_lr), betas=(.9, .99), **kw)
                                               for o in self.others]
        self.types = torch.zeros(B, S, dtype=torch.long, device=device)
        self.style = torch.zeros(B, len(STEADY), device=device)
        self.steady = torch.tensor(STEADY, device=device)
        self.eps = torch.zeros(B, device=device)
        self.new_types(torch.ones(B, dtype=torch.bool, device=device))
        z = lambda *s, t=torch.float32: torch.zeros(*s, dtype=t, device=device)
        xt = torch.bfloat16 if cuda else torch.float32
        self.buf = dict(cx=z(T + 1, B, CRITIC_F, t=xt), legal=z(T, B, NACT, t=torch.bool), action=z(T, B, t=torch.long),
                        dice=z(T, B, S, t=torch.long), used=z(T, B, S, t=torch.bool), mapof=z(T, B, t=torch.long),
                        turn=z(T + 1, B, t=torch.long), ax=z(T, B, 8, t=torch.bool), D=z(T, B, t=torch.long),
                        lost=z(T, B, t=torch.bool), opener=z(T, B, t=torch.long), who=z(T, B, t=torch.long),
                        gains=z(T, B, t=torch.bool), ended=z(T, B, t=torch.bool), type=z(T, B, t=torch.long),
                        order=z(T + 1, B, NS, t=torch.long), diff=z(T, B, t=torch.long), has=z(T, B, t=torch.bool), weight=z(T, B))
        self.stats = z(16)
        self.solved = None if self.exploit or c.distil <= 0 else load_targets(device, os.path.dirname(os.path.abspath(__file__)))
        if self.solved:
            self.solved["x"] = self.solved["x"].to(xt)
            print("solved rows:", len(self.solved["x"]), flush=True)
        self.ctl = z(4)   # alpha, beta, neurd
        self.ctl[0], self.ctl[1], self.ctl[2] = c.alpha, c.beta, c.neurd
        self.graphs = None
        self.iters = 0

    def amp(self):
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.cuda, cache_enabled=False)

    def new_types(self, over):
        """Who sits where, for tables that begin a tour."""
        B, S, d = self.cfg.tables, self.S, self.device
        dice = self.sim.st.dice
        n = (dice > 0).sum(1)
        seat = torch.arange(S, device=d)
        one = (torch.rand(B, device=d) * n).long().clamp(max=S - 1)
        is_one = seat == one[:, None]
        u = torch.rand(B, S, device=d) * torch.where(torch.rand(B, 1, device=d) < self.cfg.crowded, .6, 1.)
        rest = torch.where((u < .6) | (n == 2)[:, None], torch.where(torch.rand(B, 1, device=d) < self.cfg.styled, 1, 2), 0)
        bots = torch.where(is_one, 0, rest)
        oth = torch.where(is_one, 0, 3) if self.exploit else torch.where(
            is_one, 3, torch.where(torch.rand(B, 1, device=d) < self.cfg.still, 4, 0))
        row = torch.arange(B, device=d)[:, None]
        t = torch.where(row >= self.lo_other, oth, torch.where(row >= self.lo_bots, bots, 0))
        self.types.copy_(torch.where(over[:, None], t, self.types))
        r = torch.rand(B, 12, device=d)
        zero = torch.zeros_like(self.eps)
        caller = r[:, 8] < self.cfg.callers       # bids high and doubts soon
        lift = torch.where(caller, .45 + .3 * r[:, 2], torch.where(r[:, 2] < .5, 2., .3 + .65 * r[:, 9]))
        threshold = torch.where(caller, .2 + .2 * r[:, 4], torch.where(r[:, 3] < .5, -1., .15 + .5 * r[:, 4]))
        trust = torch.where(caller | (r[:, 10] > self.cfg.readers), 0., .2 + .8 * r[:, 11])
        style = torch.stack([.1 + .7 * r[:, 0], .35 + .4 * r[:, 1], lift, threshold, zero, zero + .04, trust], 1)
        style = torch.where(r[:, 6:7] < self.cfg.steady, self.steady, style)
        style[:, 4] = torch.where(r[:, 6] > 1 - self.cfg.believers, .3 + .4 * r[:, 7], 0.)
        self.style.copy_(torch.where(over[:, None], style, self.style))
        self.eps.copy_(torch.where(over, r[:, 5] ** 2, self.eps))

    @torch.no_grad()
    def observe(self, t):
        least, legal, x, cx, order, diff = look(self.sim.st, self.types)
        self.buf["cx"][t].copy_(cx)
        self.buf["turn"][t].copy_(self.sim.st.turn)
        self.buf["order"][t].copy_(order)
        return self.sim.st, least, legal, x, diff

    @torch.no_grad()
    def rollout(self):
        buf, c = self.buf, self.cfg
        for t in range(c.steps):
            st, least, legal, x, diff = self.observe(t)
            xb = buf["cx"][t, :, :F]
            logits = self.policy(xb, heads=False)
            a = sample(logits, legal)
            typ = pick(self.types, st.turn)
            lo, hi = self.lo_bots, self.lo_other
            if hi > lo:
                s = sub(st, lo, hi)
                ab = bot_action(s, legal[lo:hi], least[lo:hi], x[lo:hi], self.style[lo:hi])
                k = torch.arange(NBID, device=self.device) % K
                w = torch.cat([-.9 * k.float(), torch.full((4,), 1., device=self.device)])
                ar = sample(w.expand(hi - lo, NACT), legal[lo:hi])
                ar = torch.where(torch.rand(hi - lo, device=self.device) < self.eps[lo:hi], ar, a[lo:hi])
                ty = typ[lo:hi]
                a[lo:hi] = torch.where(ty == 1, ab, torch.where(ty == 2, ar, a[lo:hi]))
            if self.exploit:
                a = torch.where(typ == 3, sample(team_logp(self.others, st, xb, legal, c.cold), legal), a)
            else:
                for net, (lo, hi) in zip(self.others, self.cuts):
                    a[lo:hi] = torch.where(typ[lo:hi] == 3, sample(net(xb[lo:hi], heads=False), legal[lo:hi]), a[lo:hi])
            if c.still:
                lo = self.lo_other
                a[lo:] = torch.where(typ[lo:] == 4, sample(self.ship(xb[lo:], heads=False), legal[lo:]), a[lo:])
            live = st.dice > 0
            weight = live.sum(1) / (live & (self.types == 0)).sum(1).clamp(min=1)
            for k_, v in dict(weight=weight, legal=legal, action=a, dice=st.dice, used=st.used, mapof=st.mapof, ax=st.ax, D=st.D, lost=st.lost,
                              opener=st.opener, type=typ, diff=diff, has=st.cnt > 0).items():
                buf[k_][t].copy_(v)
            out, info = self.sim.advance(st, a)
            self.sim.write(out)
            for k_ in ("who", "gains", "ended"):
                buf[k_][t].copy_(info[k_])
            self.new_types(info["over"])
        self.observe(c.steps)

    @torch.no_grad()
    def targets(self):
        """Outcome distributions, utilities, Q, for the whole batch; flattened to rows of T * B."""
        buf, c, S = self.buf, self.cfg, self.S
        T, B, d = c.steps, c.tables, self.device
        M = T * B
        flat = lambda k: buf[k][:T].reshape(M, *buf[k].shape[2:])
        ax, D, dice, used, mapof, turn = (flat(k) for k in ("ax", "D", "dice", "used", "mapof", "turn"))
        # chance to win the tour after each outcome, for each seat: [M, 2S, S]
        V = tour_values(self.value_t, ax, D, dice, used, mapof, turn, self.amp)
        Ua = V.gather(2, turn[:, None, None].expand(-1, 2 * S, 1)).squeeze(2)       # for the player to act
        live = dice > 0
        me = torch.arange(S, device=d) == turn[:, None]
        oth = (live & ~me).float()
        lose = pick(Ua, turn)
        keep = (Ua[:, :S] * oth).sum(1) / oth.sum(1).clamp(min=1)
        stake = (keep - lose).clamp(min=.004)
        u = (2 * (Ua - (keep + lose)[:, None] / 2) / stake[:, None]).clamp(-3, 3)
        # the critic's view
        qs, ps = [], []
        cx = buf["cx"]
        for t in range(T + 1):
            q, o = self.critic(cx[t])
            slots = buf["order"][t]
            there = slots < S
            o = o.masked_fill(~torch.cat([there, there], 1), -1e9).softmax(1)
            p = torch.zeros(B, 2 * S + 2, device=d)
            p.scatter_(1, torch.cat([slots, torch.where(there, slots + S + 1, 2 * S + 1)], 1), o)
            ps.append(torch.cat([p[:, :S], p[:, S + 1:2 * S + 1]], 1))
            if t < T:
                qs.append(q)
        Q = torch.cat(qs)
        dist = torch.zeros(T, B, 2 * S, device=d)
        run = ps[T]
        for t in range(T - 1, -1, -1):
            o = buf["who"][t] + S * buf["gains"][t].long()
            hot = (torch.arange(2 * S, device=d) == o[:, None]).float()
            nxt = (1 - c.lam) * ps[t + 1] + c.lam * run if t < T - 1 else run
            run = torch.where(buf["ended"][t][:, None], hot, nxt)
            dist[t] = run
        dist = dist.reshape(M, 2 * S)
        G = (dist * u).sum(1)
        # doubt and calza are known exactly
        diff, has = flat("diff"), flat("has")
        order = flat("order")
        n_live = live.sum(1)
        bidder = pick(order, (n_live - 1).clamp(min=0)).clamp(max=S - 1)
        Q = Q.clamp(-3, 3)
        Q[:, DUDO] = torch.where(diff >= 0, pick(u, turn), pick(u, bidder))
        Q[:, CALZA] = torch.where(diff == 0, pick(u, turn + S), pick(u, turn))
        slotp = torch.cat([dist[:, :S], torch.zeros(M, 1, device=d)], 1).gather(1, order)
        lose_t = torch.cat([slotp, dist[:, S:].sum(1, keepdim=True)], 1)
        gainp = torch.cat([dist[:, S:], torch.zeros(M, 1, device=d)], 1).gather(1, order)
        win = (dist[:, :, None] * V).sum(1)
        win_t = torch.cat([win, torch.zeros(M, 1, device=d)], 1).gather(1, order)
        return dict(Q=Q, G=G, win=win_t, lose=lose_t, outcome=torch.cat([slotp, gainp], 1), V=V, order=order)

    def policy_loss(self, net, x, legal, action, Q, G, mask, alpha, beta, neurd, magnet, heads=None, held=None):
        """`mask` weighs the rows to learn from; in those of `held` the policy goes back to what it was."""
        logits, win, lose = net(x)
        lp = masked_logp(logits, legal)
        with torch.no_grad():
            p = lp.exp()
            adv = Q - alpha * lp.clamp(min=-12)
            if magnet is not None:
                lm = masked_logp(magnet(x, heads=False), legal)
                kl = (lp - lm).clamp(-6, 6)
                adv = adv - beta * kl
            base = (p * torch.where(legal, adv, 0)).sum(1, keepdim=True)
            adv = torch.where(legal, adv - base, 0).clamp(-3, 3)
            g = (p + neurd * legal) * adv
            g = torch.where((lp < -9) & (g < 0), 0, g)
            hot = torch.arange(NACT, device=x.device) == action[:, None]
            res = (G - pick(Q, action)).clamp(-2, 2)
            g = g + (hot.float() - p) * res[:, None]
            # what is never played stays where it is: else its weights grow without end
            played = legal & (lp > -9)
            g = g - played * (g.sum(1, keepdim=True) / played.sum(1, keepdim=True).clamp(min=1))
            g = g * mask[:, None]
            if held is not None:
                g = g + held[:, None] * (self.model(x, legal) - p)
            ent = -(p * torch.where(legal, lp, 0)).sum(1)
        rows = mask if held is None else mask + held
        n = rows.sum().clamp(min=1)
        loss = -(g * torch.where(legal, logits, 0)).sum() / n
        if heads is not None:
            wt, lt, slots = heads
            there = slots < self.S
            wl = Fn.log_softmax(win.masked_fill(~there, -1e9), 1)
            ll = Fn.log_softmax(torch.cat([lose[:, :NS].masked_fill(~there, -1e9), lose[:, NS:]], 1), 1)
            loss = loss - ((torch.where(there, wl, 0) * wt).sum(1) * rows).sum() / n * .3
            loss = loss - ((torch.cat([torch.where(there, ll[:, :NS], 0), ll[:, NS:]], 1) * lt).sum(1) * rows).sum() / n * .3
        return loss, (ent * mask).sum() / n, ((kl * p * legal).sum(1) * mask).sum() / n if magnet is not None else ent.mean() * 0

    def model(self, x, legal):
        """What a policy that is held should do: with two players the mean of `hold`, else what `copy` does."""
        shares = lambda net: masked_logp(net(x, heads=False), legal).exp()
        duel = sum(shares(net) for net in self.hold) / len(self.hold)
        return torch.where(x[:, TWO, None] > 0, duel, shares(self.copy)) if self.copy else duel

    def critic_loss(self, cx, order, outcome, action, G, ended, ax, D, dice, used, opener, lost, o_idx, V):
        S = self.S
        q, o = self.critic(cx)
        there = torch.cat([order < S, order < S], 1)
        ol = Fn.log_softmax(o.masked_fill(~there, -1e9), 1)
        closs = -(torch.where(there, ol, 0) * outcome).sum(1).mean()
        qa = pick(q, action)
        learn = ((action < NBID) | (action > CALZA)).float()
        qloss = (Fn.huber_loss(qa, G, reduction="none") * learn).sum() / learn.sum().clamp(min=1)
        # the tour's value, from rounds that ended
        vx, vs = value_features(ax, D, dice, used, opener, lost)
        Vo = V.gather(1, o_idx[:, None, None].expand(-1, 1, S)).squeeze(1)
        vt = torch.cat([Vo, torch.zeros_like(Vo[:, :1])], 1).gather(1, vs.clamp(max=S))
        with self.amp():
            vl = self.value(vx)
        vl = Fn.log_softmax(vl, 1)
        vloss = -((vl.clamp(min=-50) * vt).sum(1) * ended).sum() / ended.sum().clamp(min=1)
        return closs, qloss, vloss

    def update(self):
        c, buf, S = self.cfg, self.buf, self.S
        tg = self.targets()
        T, B = c.steps, c.tables
        # rows of a minibatch: every table, some of the steps
        per = T // c.minibatches
        d = self.device
        row = torch.arange(B, device=d).repeat(per)
        pure = (row < self.lo_bots).float() if not self.exploit else torch.ones(B * per, device=d)
        for i in range(c.minibatches):
            ts = slice(i, T, c.minibatches)       # spread over the rollout
            tview = lambda k: buf[k][:T][ts].reshape(per * B, *buf[k].shape[2:])
            rview = lambda v: v.reshape(T, B, *v.shape[1:])[ts].reshape(per * B, *v.shape[1:])
            cx, legal, action, typ = tview("cx"), tview("legal"), tview("action"), tview("type")
            x = cx[:, :F]
            Q, G, order = rview(tg["Q"]), rview(tg["G"]), rview(tg["order"])
            mask = (typ == 0) * (tview("weight") if c.even else 1.)
            ax, dc = tview("ax"), tview("dice")
            held = None
            if self.hold:
                two = ((dc > 0).sum(1) == 2).float()
                held, mask = (mask, mask * 0) if self.copy else (mask * two, mask * (1 - two))
            if self.solved:     # where play is solved, only the solution teaches
                known = ((dc > 0).sum(1) == 2) & (dc.sum(1) <= 3) & (tview("mapof") < 0) & ~ax[:, 0] & ~ax[:, 1] & ~ax[:, 7]
                known = known & ~ax[:, 3]
                mask = mask * (~known).float()
                held = None if held is None else held * (~known).float()
            loss, ent, kl = self.policy_loss(self.policy, x, legal, action, Q, G, mask, self.ctl[0], self.ctl[1], self.ctl[2],
                                             self.magnet, (rview(tg["win"]), rview(tg["lose"]), order), held)
            if self.solved:
                s = self.solved
                idx = torch.searchsorted(s["cum"], torch.rand(c.distil_rows, device=d)).clamp(max=len(s["cum"]) - 1)
                lp = masked_logp(self.policy(s["x"][idx], heads=False), s["legal"][idx])
                dl = -(s["target"][idx] * lp.clamp(min=-30)).sum(1).mean()
                loss = loss + c.distil * dl
                self.stats[8:9].lerp_(dl.detach()[None], .02)
            self.opt.zero_grad(set_to_none=False)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 1.0)
            self.opt.step()
            closs, qloss, vloss = self.critic_loss(cx, order, rview(tg["outcome"]), action, G, tview("ended").float() * pure,
                                                   tview("ax"), tview("D"), tview("dice"), tview("used"), tview("opener"),
                                                   tview("lost"), tview("who") + S * tview("gains").long(), rview(tg["V"]))
            self.opt_c.zero_grad(set_to_none=False)
            (closs + qloss + vloss).backward()
            torch.nn.utils.clip_grad_norm_(self.critic.parameters(), 2.0)
            self.opt_c.step()
            for net, opt, (lo, hi) in zip(self.others, self.opts_o, self.cuts):
                cut = lambda v: v.reshape(per, B, *v.shape[1:])[:, lo:hi].reshape(per * (hi - lo), *v.shape[1:])
                m = (cut(typ) == 3).float()
                ol, _, _ = self.policy_loss(net, cut(x), cut(legal), cut(action), cut(Q), cut(G), m, .004, 0., .002, None)
                opt.zero_grad(set_to_none=False)
                ol.backward()
                torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
                opt.step()
            with torch.no_grad():
                for (src, dst, rate) in ((self.policy, self.magnet, c.ema), (self.policy, self.ship, c.ship),
                                         (self.value, self.value_t, .02)):
                    lerp_all(list(dst.parameters()), [p.detach() for p in src.parameters()], rate)
                v = torch.stack([ent, kl, qloss.detach(), closs.detach(), vloss.detach(), (G * mask).sum() / mask.sum().clamp(min=1),
                                 (typ == 3).float().mul(G).sum() / (typ == 3).sum().clamp(min=1)])
                self.stats[:7].lerp_(v, .02)

    def capture(self):
        """Both halves as CUDA graphs."""
        s = torch.cuda.Stream()
        s.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(s):
            for _ in range(3):
                self.rollout()
                self.update()
        torch.cuda.current_stream().wait_stream(s)
        torch.cuda.synchronize()
        g1, g2 = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
        with torch.cuda.graph(g1):
            self.rollout()
        with torch.cuda.graph(g2):
            self.update()
        self.graphs = (g1, g2)

    def iterate(self):
        if self.graphs:
            self.graphs[0].replay()
            self.graphs[1].replay()
        else:
            self.rollout()
            self.update()
        self.iters += 1

    def set_lr(self, lr, critic_lr):
        for opt, rate in ((self.opt, lr), (self.opt_c, critic_lr)):
            for g in opt.param_groups:
                if torch.is_tensor(g["lr"]):
                    g["lr"].fill_(rate)
                else:
                    g["lr"] = rate

    def reset_exploiter(self, i):
        """Starts it again from the policy."""
        with torch.no_grad():
            for dst, src in zip(self.others[i].parameters(), self.policy.parameters()):
                dst.copy_(src)
            for st in self.opts_o[i].state.values():
                for v in st.values():
                    if torch.is_tensor(v):
                        v.zero_()

    NETS = ("policy", "ship", "magnet", "critic", "value")

    def save(self, path):
        """All networks; the exploiters beside them."""
        h = lambda m: {k: v.detach().cpu().half() for k, v in m.state_dict().items()}
        torch.save(dict({n: h(getattr(self, n)) for n in self.NETS}, width=self.cfg.width, iters=self.iters), path)
        torch.save([h(o) for o in self.others], path + ".others")

    def load(self, path):
        """Exploiters that are not there start from the policy."""
        read = lambda p: torch.load(p, map_location="cpu", weights_only=True)
        put = lambda net, sd: net.load_state_dict({k: v.float() for k, v in sd.items()})
        ck = read(path)
        for n in self.NETS:
            put(getattr(self, n), ck[n])
        put(self.value_t, ck["value"])
        there = read(path + ".others") if os.path.exists(path + ".others") else []
        for i, o in enumerate(self.others):
            put(o, there[i] if i < len(there) else ck["policy"])

    def learn_from(self, path):
        """Takes over what a die is worth and the critic, but not how to play."""
        ck = torch.load(path, map_location="cpu", weights_only=True)
        for name, net in (("critic", self.critic), ("value", self.value), ("value", self.value_t)):
            net.load_state_dict({k: v.float() for k, v in ck[name].items()})


def load_policy(path, device, which="ship"):
    ck = torch.load(path, map_location="cpu", weights_only=True)
    net = Policy(ck["width"]).to(device)
    net.load_state_dict({k: v.float() for k, v in ck[which].items()})
    return net.requires_grad_(False).eval()


def train(cfg, device, seconds, out, seed=1, resume=None, teacher=None, hold=(), copy_of=None, log_every=30.,
          evals=(((1, 1),), ((2, 1), (1, 2))), quiet=False, max_iters=None):
    os.makedirs(out, exist_ok=True)
    t0 = time.time()
    tr = Trainer(cfg, device, seed=seed, hold=[load_policy(path, device) for path in hold],
                 copy_of=load_policy(copy_of, device) if copy_of else None)
    if resume:
        tr.load(resume)
    if teacher:
        tr.learn_from(teacher)
    trees = {dd: exploit_exact.Tree(dd, device) for group in evals for dd in group}
    if tr.cuda:
        try:
            tr.capture()
        except Exception as e:   # slower, but it runs
            print("no CUDA graph:", repr(e)[:300], flush=True)
            torch.cuda.synchronize()
            tr.graphs = None
    print(f"ready after {time.time() - t0:.1f} s; graphs: {tr.graphs is not None}", flush=True)
    f = open(os.path.join(out, "curve.csv"), "w", newline="")
    w = csv.writer(f)
    names = [f"{n}_{a}v{b}" for n in ("ship", "now") for a, b in trees]
    w.writerow(["seconds", "iterations", "decisions", "entropy", "kl", "q_loss", "outcome_loss", "value_loss", "return",
                "exploiter_return", "solved_loss", *names])
    last_log = last_reset = start = time.time()
    resets = 0
    while True:
        now = time.time()
        frac = min(1., (now - start) / seconds)
        if frac >= 1 or (max_iters and tr.iters >= max_iters):
            break
        tr.set_lr(cfg.lr * (cfg.lr_end / cfg.lr) ** frac * min(1., (tr.iters + 1) / 60),
                  cfg.critic_lr * (cfg.critic_lr_end / cfg.critic_lr) ** frac)
        if cfg.alpha_end > 0:
            tr.ctl[0] = cfg.alpha * (cfg.alpha_end / cfg.alpha) ** frac
        if now - last_reset > cfg.exploiter_reset:
            tr.reset_exploiter(1 + resets % (cfg.exploiters - 1) if cfg.exploiters > 1 else 0)
            last_reset, resets = now, resets + 1
        for _ in range(8 if tr.cuda else 1):
            tr.iterate()
        if tr.cuda:
            torch.cuda.synchronize()
        if time.time() - last_log > log_every:
            last_log = time.time()
            ex = [trees[dd].exploitability([net])[0] for net in (tr.ship, tr.policy) for dd in trees]
            row = [round(time.time() - start, 1), tr.iters, tr.iters * cfg.tables * cfg.steps,
                   *[round(v, 5) for v in tr.stats[:7].tolist()], round(tr.stats[8].item(), 5), *[round(e, 5) for e in ex]]
            w.writerow(row)
            f.flush()
            if not quiet:
                print(row, flush=True)
            tr.save(os.path.join(out, "last.pt"))
    tr.save(os.path.join(out, "last.pt"))
    f.close()
    return tr


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--seconds", type=float, default=540)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--out", default="runs/a")
    p.add_argument("--resume")
    p.add_argument("--teacher", help="a checkpoint whose critic and values are taken over by a policy that starts from nothing")
    p.add_argument("--hold", nargs="*", default=[], help="checkpoints: with two players the policy stays, or becomes, their mean")
    p.add_argument("--copy", help="a checkpoint: with more players the policy learns to be that one, and nothing else; needs --hold")
    p.add_argument("--log-every", type=float, default=30)
    p.add_argument("--set", nargs="*", default=[], help="name=value of Config")
    a = p.parse_args()
    if a.copy and not a.hold:
        p.error("--copy needs --hold: what the policy shall be with two players")
    cfg = Config()
    for s in a.set:
        k, _, v = s.partition("=")
        old = getattr(cfg, k, None)
        if old is None or k.startswith("_"):
            p.error(f"--set: there is no “{k}” among {', '.join(n for n in vars(Config) if not n.startswith('_'))}")
        try:
            setattr(cfg, k, tuple(float(x) for x in v.split(",")) if isinstance(old, tuple) else type(old)(v))
        except ValueError:
            p.error(f"--set: “{v}” is no value for {k}, which is {old}")
    dev = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    train(cfg, dev, a.seconds, a.out, a.seed, a.resume, a.teacher, a.hold, a.copy, a.log_every)
