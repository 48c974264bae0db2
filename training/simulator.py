"""Vectorised simulator of the whole tour: many tables at once, on one device, without branches.

Every method works on tensors with one row per table, so that a step can be captured in a CUDA graph.
Faces are 0..5 (0 = aces). Bids are coded relative to the ladder: action `face * K + k` is the bid
`least(face) + k` of that face, where `least(face)` is the smallest legal count of the face now.
Up to K = 16 dice in play nothing is lost by that; above, jumps of more than 15 are left out.
"""
import torch

K = 16
NBID = 6 * K
DUDO, CALZA, MAPUTO, PASS = NBID, NBID + 1, NBID + 2, NBID + 3
NACT = NBID + 4
NEVER = 10000
NS = 6          # seats that the network sees (live seats, clockwise from the one to act)
NH = 12         # last bids that the network sees
MAXN = 200      # most dice on a table

PRESETS = {  # open_aces, leave double, auto, declared, limit once, maputo-final, three-singles, calza
    "tournament":    [0, 0, 1, 0, 1, 0, 0, 0],
    "classic":       [1, 1, 0, 1, 0, 1, 1, 0],
    "international": [1, 0, 0, 1, 0, 1, 1, 0],
    "calza":         [0, 0, 0, 1, 1, 0, 1, 1],
    "dudo":          [1, 1, 0, 1, 0, 1, 1, 0],
}


def binomial_tails(n_max=MAXN):
    """tails[j, n, h]: chance that at least h of n dice count; j = 0: one face in six, 1: two in six."""
    out = torch.zeros(2, n_max + 1, n_max + 2, dtype=torch.float64)
    for j, p in enumerate((1.0 / 6.0, 1.0 / 3.0)):
        out[j, 0, 0] = 1.0
        for n in range(1, n_max + 1):
            out[j, n, 0] = 1.0
            out[j, n, 1:] = p * out[j, n - 1, :-1] + (1 - p) * out[j, n - 1, 1:]
    return out.float()


class Const:
    """Constants on a device."""
    _cache = {}

    def __init__(self, device):
        self.tails = binomial_tails().to(device).reshape(-1)
        self.faces = torch.arange(6, device=device)
        self.ks = torch.arange(K, device=device)
        self.presets = torch.tensor([PRESETS[p] for p in ("tournament", "classic", "international", "calza")],
                                    dtype=torch.bool, device=device)

    @classmethod
    def on(cls, device):
        key = str(device)
        if key not in cls._cache:
            cls._cache[key] = cls(device)
        return cls._cache[key]

    def tail(self, plain, n, need):
        """Chance that at least `need` of `n` unknown dice count; `plain`: one face in six."""
        need = need.clamp(0, MAXN + 1)
        idx = ((~plain).long() * (MAXN + 1) + n) * (MAXN + 2) + need
        return self.tails[idx]


def first_true(mask):
    """Index of the first true of each row, and whether there is one."""
    return mask.to(torch.int8).argmax(1), mask.any(1)


def pick(t, idx):
    """t[b, idx[b], ...]"""
    if t.dim() == 2:
        return t.gather(1, idx[:, None]).squeeze(1)
    return t.gather(1, idx[:, None, None].expand(-1, 1, t.shape[2])).squeeze(1)


def live_order(dice, start):
    """Seats with dice, clockwise from `start` (itself first if it has dice): [B, S], then padding with S."""
    B, S = dice.shape
    r = torch.arange(S, device=dice.device)
    seats = (start[:, None] + r) % S
    live = dice.gather(1, seats) > 0
    before = (live[:, :, None] & (r[:, None] < r)).sum(1)             # a scan of short rows is slow on a GPU
    rank = torch.where(live, before, S)
    order = torch.full((B, S + 1), S, dtype=torch.long, device=dice.device)
    order.scatter_(1, rank, seats)
    return order[:, :S]


def slots_of(order, n_live):
    """The seats shown to the network: [B, NS]; with more than NS live: the next two and the last three."""
    S = order.shape[1]
    i = torch.arange(NS, device=order.device)
    r = torch.where((n_live[:, None] > NS) & (i >= NS // 2), n_live[:, None] - NS + i, i)
    pad = torch.full((order.shape[0], NS), S, dtype=torch.long, device=order.device)
    return torch.cat([order, pad], 1).gather(1, r)


def next_live(dice, x):
    """The next seat with dice, clockwise after x."""
    S = dice.shape[1]
    r = torch.arange(1, S + 1, device=dice.device)
    seats = (x[:, None] + r) % S
    i, _ = first_true(dice.gather(1, seats) > 0)
    return pick(seats, i)


def no_maputo(ax, dice, used):
    """Seats that may have their maputo now: [B, S]."""
    live = dice > 0
    n = live.sum(1)
    ok = ~((n == 2) & ~ax[:, 5]) & ~((n == 3) & (dice.sum(1) == 3) & ~ax[:, 6])
    return ok[:, None] & (dice == 1) & ~(used & ax[:, 4:5])


def least_counts(ax, maputo, cnt, face, pc, pf, N):
    """The least legal count of each face: [B, 6], NEVER where there is none."""
    C = Const.on(cnt.device)
    g = C.faces
    cnt_, face_, = cnt[:, None], face[:, None]
    ace = g == 0
    opening = torch.where(ace & ~(ax[:, 0] | maputo)[:, None], NEVER, 1)
    locked = torch.where(g == face_, cnt_ + 1, NEVER)
    base = 2 * cnt_ + (~ax[:, 1:2]).long()
    bump = (pc[:, None] == base) & (g <= pf[:, None])
    after_aces = torch.where(ace, cnt_ + 1, base + bump.long())
    plain = torch.where(ace, (cnt_ + 1) // 2, torch.where(g > face_, cnt_, cnt_ + 1))
    least = torch.where(maputo[:, None], locked, torch.where(face_ == 0, after_aces, plain))
    least = torch.where(cnt_ == 0, opening, least)
    return torch.where(least > N[:, None], NEVER, least)


class State:
    """A batch of tables. Attributes are tensors with one row per table."""
    FIELDS = ["ax", "D", "dice", "used", "hands", "opener", "turn", "lost", "mapof", "maputo", "declaring",
              "cnt", "face", "pc", "pf", "histc", "histf", "nbids", "smax"]

    def __init__(self, **kw):
        for k, v in kw.items():
            setattr(self, k, v)

    def view(self):
        return {k: getattr(self, k) for k in self.FIELDS}

    @property
    def N(self):
        return self.dice.sum(1)

    def least(self):
        return least_counts(self.ax, self.maputo, self.cnt, self.face, self.pc, self.pf, self.N)

    def legal(self, least=None):
        """[B, NACT] mask."""
        C = Const.on(self.cnt.device)
        if least is None:
            least = self.least()
        bids = (least[:, :, None] + C.ks) <= self.N[:, None, None]
        bids = bids.reshape(-1, NBID) & ~self.declaring[:, None]
        doubt = (self.cnt > 0) & ~self.declaring
        calza = doubt & self.ax[:, 7] & ~self.maputo & (pick(self.dice, self.turn) < self.D)
        return torch.cat([bids, doubt[:, None], calza[:, None], self.declaring[:, None], self.declaring[:, None]], 1)

    def counts(self):
        """How many dice count for each face on the whole table: [B, 6]."""
        total = self.hands.sum(1)
        jok = torch.where(self.maputo[:, None], 0, total[:, :1]) * (torch.arange(6, device=total.device) > 0)
        return total + jok


def roll(dice, dmax):
    """Hands as counts per face: [B, S, 6]."""
    B, S = dice.shape
    faces = torch.randint(0, 6, (B, S, dmax), device=dice.device)
    faces = torch.where(torch.arange(dmax, device=dice.device) < dice[:, :, None], faces, 6)
    out = torch.zeros(B, S, 7, dtype=torch.long, device=dice.device)
    out.scatter_add_(2, faces, torch.ones_like(faces))
    return out[:, :, :6]


def successor(ax, D, dice, used, mapof, seat, gains):
    """After a showdown in which `seat` loses (or gains) a die: dice, used, opener, lost flag."""
    S = dice.shape[1]
    onehot = torch.arange(S, device=dice.device) == seat[:, None]
    used = used | (torch.arange(S, device=dice.device) == mapof[:, None])
    more = torch.minimum(dice + 1, D[:, None])
    dice = torch.where(onehot, torch.where(gains[:, None], more, dice - 1), dice)
    left = pick(dice, seat)
    opener = torch.where(left > 0, seat, next_live(dice, seat))
    return dice, used, opener, (left > 0) & ~gains


class Setup:
    """What tables begin with. Chances are tensors on the device, so that graphs can use them."""

    def __init__(self, seats, device, players=(.5, .14, .14, .08, .14), presets=(.6, .1, .1, .1, .1),
                 dice_other=.15, full=.5, dmax=10, dice=5):
        self.S, self.dmax, self.dice = seats, dmax, dice
        self.device = device
        p = torch.zeros(seats + 1)
        for i, x in enumerate(players):
            if i + 2 <= seats:
                p[i + 2] = x
        self.p_players = (p / p.sum()).to(device).cumsum(0)
        self.p_presets = torch.tensor(presets, dtype=torch.float, device=device).cumsum(0)
        self.dice_other, self.full = dice_other, full
        self.duels = torch.zeros(1, device=device)      # chance of two players under `tournament`, for each table

    def draw(self, B):
        d, S = self.device, self.S
        C = Const.on(d)
        u = torch.rand(B, 8, device=d)
        duel = u[:, 7] < self.duels
        n = torch.where(duel, 2, (u[:, :1] > self.p_players).sum(1).clamp(2, S))
        which = torch.where(duel, 0, (u[:, 1:2] > self.p_presets[:4]).sum(1))
        ax = C.presets[which.clamp(max=3)]
        rnd = torch.rand(B, 8, device=d) < .5
        mode = torch.randint(0, 3, (B,), device=d)
        rnd = torch.cat([rnd[:, :2], (mode == 1)[:, None], (mode == 2)[:, None], rnd[:, 4:]], 1)
        ax = torch.where((which == 4)[:, None], rnd, ax)
        small = torch.randint(1, 7, (B,), device=d)
        wide = torch.randint(1, self.dmax + 1, (B,), device=d)
        D = torch.where((u[:, 2] < self.dice_other) & ~duel, torch.where(u[:, 3] < .7, small, wide), self.dice).clamp(max=self.dmax)
        D = torch.maximum(D, 1 + ax[:, 7].long())       # calza with one die each contradicts itself
        seat = torch.arange(S, device=d)
        some = 1 + (torch.rand(B, S, device=d) * D[:, None]).long()
        dice = torch.where((u[:, 4] < self.full)[:, None], D[:, None], torch.minimum(some, D[:, None]))
        dice = torch.where(seat < n[:, None], dice, 0)
        used = (torch.rand(B, S, device=d) < .4) & (dice == 1) & ((ax[:, 2] | ax[:, 3])[:, None])
        opener = (u[:, 5] * n).long().clamp(max=S - 1) % n
        lost = u[:, 6] < .5
        return dict(ax=ax, D=D, dice=dice, used=used, opener=opener, lost=lost & (pick(dice, opener) < D))


class Sim:
    def __init__(self, B, setup, device):
        self.B, self.S, self.device, self.setup = B, setup.S, device, setup
        self.solved = 0     # a tour is over when two players have so many dice or fewer: there is nothing left to learn
        z = lambda *s, t=torch.long: torch.zeros(B, *s, dtype=t, device=device)
        S = self.S
        self.st = State(ax=z(8, t=torch.bool), D=z(), dice=z(S), used=z(S, t=torch.bool), hands=z(S, 6), opener=z(),
                        turn=z(), lost=z(t=torch.bool), mapof=z(), maputo=z(t=torch.bool), declaring=z(t=torch.bool),
                        cnt=z(), face=z(), pc=z(), pf=z(), histc=z(NH), histf=z(NH), nbids=z(), smax=z(S, 6))
        self.reset_all()

    def write(self, new):
        for k, v in new.items():
            getattr(self.st, k).copy_(v)

    def reset_all(self):
        self.write(self.begin_round(self.setup.draw(self.B)))

    def begin_round(self, s):
        """Everything before the first bid: which kind, who may declare, the roll."""
        ax, dice, used, opener = s["ax"], s["dice"], s["used"], s["opener"]
        B, S = dice.shape
        d = dice.device
        may = no_maputo(ax, dice, used)
        auto = ax[:, 2] & s["lost"] & pick(may, opener)
        seats = (opener[:, None] + torch.arange(S, device=d)) % S
        asked, any_ = first_true(may.gather(1, seats) & ax[:, 3:4])
        z = torch.zeros(B, dtype=torch.long, device=d)
        out = dict(s)
        out.update(mapof=torch.where(auto, opener, -1), maputo=auto, declaring=any_,
                   turn=torch.where(any_, pick(seats, asked), opener), hands=roll(dice, self.setup.dmax),
                   cnt=z, face=z, pc=z, pf=z, nbids=z, histc=z[:, None].expand(B, NH), histf=z[:, None].expand(B, NH),
                   smax=z[:, None, None].expand(B, S, 6))
        return out

    def step(self, action, reset=True):
        """Applies one action per table. Returns what happened; `st` is the next state."""
        out, info = self.advance(self.st, action, reset)
        self.write(out)
        return info

    def advance(self, st, action, reset=True):
        """The next state and what happened, without writing anything."""
        B, S, d = self.B, self.S, self.device
        seat_ids = torch.arange(S, device=d)
        turn = st.turn.clone()
        # a bid
        is_bid = action < NBID
        f = (action.clamp(max=NBID - 1)) // K
        c = pick(st.least(), f) + action.clamp(max=NBID - 1) % K
        # a showdown
        dudo, calza = action == DUDO, action == CALZA
        ended = dudo | calza
        matching = pick(st.counts(), st.face)
        live_before = st.dice > 0
        prev_order = (turn[:, None] - torch.arange(1, S + 1, device=d)) % S
        i, _ = first_true(live_before.gather(1, prev_order))
        bidder = pick(prev_order, i)
        exact = matching == st.cnt
        gains = calza & exact
        who = torch.where(dudo & (matching < st.cnt), bidder, turn)
        dice2, used2, opener2, lost2 = successor(st.ax, st.D, st.dice, st.used, st.mapof, who, gains)
        left = (dice2 > 0).sum(1)
        over = ended & ((left == 1) | ((left == 2) & (dice2.sum(1) <= self.solved)))
        # declarations
        says = action == MAPUTO
        passes = action == PASS
        may = no_maputo(st.ax, st.dice, st.used)
        rel = (turn - st.opener) % S
        r = torch.arange(S, device=d)
        seats = (st.opener[:, None] + r) % S
        nxt, any_ = first_true(may.gather(1, seats) & (r > rel[:, None]))
        still = passes & any_
        # the same round goes on
        nx = dict(
            cnt=torch.where(is_bid, c, st.cnt), face=torch.where(is_bid, f, st.face),
            pc=torch.where(is_bid & (f > 0), c, st.pc), pf=torch.where(is_bid & (f > 0), f, st.pf),
            nbids=st.nbids + is_bid.long(),
            histc=torch.where(is_bid[:, None], torch.cat([c[:, None], st.histc[:, :-1]], 1), st.histc),
            histf=torch.where(is_bid[:, None], torch.cat([f[:, None], st.histf[:, :-1]], 1), st.histf),
            smax=torch.where(is_bid[:, None, None] & (seat_ids == turn[:, None])[:, :, None]
                             & (torch.arange(6, device=d) == f[:, None])[:, None, :], c[:, None, None], st.smax),
            maputo=st.maputo | says, mapof=torch.where(says, turn, st.mapof), declaring=still,
            turn=torch.where(is_bid, next_live(st.dice, turn), torch.where(still, pick(seats, nxt), st.opener)),
            hands=st.hands, dice=st.dice, used=st.used, opener=st.opener, lost=st.lost, ax=st.ax, D=st.D)
        # a new round
        start = dict(ax=st.ax, D=st.D, dice=dice2, used=used2, opener=opener2, lost=lost2)
        if reset:
            fresh = self.setup.draw(B)
            start = {k: torch.where(over.view(-1, *[1] * (v.dim() - 1)), fresh[k], v) for k, v in start.items()}
        new = self.begin_round(start)
        info = dict(ended=ended, over=over, who=who, gains=gains, matching=matching, dice2=dice2, used2=used2,
                    opener2=opener2, lost2=lost2, bid_c=c, bid_f=f, turn=turn)
        out = {}
        for k in State.FIELDS:
            m = ended.view(-1, *[1] * (nx[k].dim() - 1))
            out[k] = torch.where(m, new[k], nx[k])
        return out, info


# ---------------------------------------------------------------------------------------------- features
SLOT_F = 15
HIST_F = 11
LAYOUT = [("hand", 36), ("dice", 27), ("kind", 5), ("axes", 10), ("standing", 24), ("least", 12), ("odds", NBID),
          ("slots", NS * SLOT_F), ("history", NH * HIST_F), ("length", 1), ("pad", 7)]
F = sum(n for _, n in LAYOUT)     # 440


def onehot(x, n):
    return (x[..., None] == torch.arange(n, device=x.device)).float()


def features(st, least=None, hand=None):
    """What the player to act sees: [B, F] float32. `hand` [B, 6] overrides the hand in the state."""
    C = Const.on(st.cnt.device)
    B, S = st.dice.shape
    d = st.dice.device
    least = st.least() if least is None else least
    N = st.N
    hand = pick(st.hands, st.turn) if hand is None else hand
    # a declaration comes before the roll: nobody has seen a hand yet
    hand = torch.where(st.declaring[:, None], 0, hand)
    own_dice = pick(st.dice, st.turn)
    seen = torch.where(st.declaring, 0, own_dice)
    unknown = N - seen
    n_live = (st.dice > 0).sum(1)
    gt0 = C.faces > 0
    jok = (~st.maputo)[:, None] & gt0
    match = hand + torch.where(jok, hand[:, :1], 0)
    plain = ~jok                                                     # [B, 6]
    out = []
    out.append(torch.stack([hand / 5, hand >= 1, hand >= 2, hand >= 3, hand >= 4], 2).float().reshape(B, 30))
    out.append(match / 5)
    Nf = N.float()
    out.append(torch.stack([Nf / 30, 1 / Nf, unknown / 30], 1))
    out.append(onehot(N.clamp(max=12) - 1, 12))
    out.append(onehot(own_dice.clamp(max=6) - 1, 6))
    out.append(onehot(n_live.clamp(max=7) - 2, 6))
    two = n_live == 2
    out.append(torch.stack([~st.maputo & ~two, st.maputo, ~st.maputo & two, st.declaring, st.mapof == st.turn], 1).float())
    ax = st.ax
    out.append(torch.stack([ax[:, 0], ax[:, 1], ~(ax[:, 2] | ax[:, 3]), ax[:, 2], ax[:, 3], ax[:, 4], ax[:, 5], ax[:, 6],
                            ax[:, 7]], 1).float())
    out.append((st.D / 5)[:, None])
    # the standing bid
    has = st.cnt > 0
    hasf = has.float()
    sp = pick(plain, st.face)
    need = st.cnt - pick(match, st.face)
    p_ge = C.tail(sp, unknown, need) * hasf
    p_gt = C.tail(sp, unknown, need + 1) * hasf
    p_eq = torch.where(need < 0, 0., p_ge - p_gt)
    out.append(torch.cat([hasf[:, None], onehot(st.face, 6) * hasf[:, None], (st.cnt / 10)[:, None],
                          (st.cnt / Nf)[:, None], onehot(st.cnt.clamp(max=12) - 1, 12), p_ge[:, None], p_eq[:, None],
                          (need / 5 * hasf)[:, None]], 1))
    legal = (least < NEVER) & ~st.declaring[:, None]
    out.append(torch.cat([torch.where(legal, least, 0) / 10, legal.float()], 1))
    # the odds of every bid by one's own dice
    count = least[:, :, None] + C.ks
    ok = (count <= N[:, None, None]) & ~st.declaring[:, None, None]
    odds = C.tail(plain[:, :, None], unknown[:, None, None], torch.where(ok, count, 0) - match[:, :, None])
    out.append(torch.where(ok, odds, 0.).reshape(B, NBID))
    # the seats with dice, clockwise from the player to act
    slots = slots_of(live_order(st.dice, st.turn), n_live)            # S = nobody
    there = slots < S
    sl = slots.clamp(max=S - 1)
    sd = torch.where(there, st.dice.gather(1, sl), 0)
    used = st.used.gather(1, sl) & there
    opens = (sl == st.opener[:, None]) & there
    sm = st.smax.gather(1, sl[:, :, None].expand(-1, -1, 6))
    sm = torch.where(there[:, :, None], sm, 0) * (3 / Nf)[:, None, None]
    out.append(torch.cat([there.float()[:, :, None], (sd / 5)[:, :, None], onehot(sd.clamp(max=5) - 1, 5),
                          used.float()[:, :, None], opens.float()[:, :, None], sm], 2).reshape(B, NS * SLOT_F))
    # the last bids, the latest first
    hc, hf = st.histc, st.histf
    there = hc > 0
    i = torch.arange(1, NH + 1, device=d)
    own = there & (i % n_live[:, None] == 0)
    hp = C.tail(plain.gather(1, hf), unknown[:, None], hc - match.gather(1, hf))
    tf = there.float()
    out.append(torch.cat([tf[:, :, None], own.float()[:, :, None], (hc / 10)[:, :, None], (hc / Nf[:, None])[:, :, None],
                          (hp * tf)[:, :, None], onehot(hf, 6) * tf[:, :, None]], 2).reshape(B, NH * HIST_F))
    out.append((st.nbids / 10)[:, None])
    out.append(torch.zeros(B, 7, device=d))
    return torch.cat([x.float() for x in out], 1)


CRITIC_F = F + NS * 6 + NBID + 8 + NS * 2   # 592


def critic_features(st, x, least, bot=None):
    """What the critic sees besides: all hands, which bids are true, who is no learner. [B, CRITIC_F]"""
    C = Const.on(st.cnt.device)
    B, S = st.dice.shape
    n_live = (st.dice > 0).sum(1)
    slots = slots_of(live_order(st.dice, st.turn), n_live)
    there = slots < S
    sl = slots.clamp(max=S - 1)
    h = st.hands.gather(1, sl[:, :, None].expand(-1, -1, 6)) * there[:, :, None]
    known = (~st.declaring).float()
    h = h * known[:, None, None]
    counts = st.counts()
    true = (least[:, :, None] + C.ks) <= counts[:, :, None]
    diff = (pick(counts, st.face) - st.cnt).float()
    has = (st.cnt > 0).float()
    ex = torch.stack([(diff >= 0) * has, (diff == 0) * has, diff.clamp(-5, 5) / 5 * has], 1)
    ex = torch.cat([ex, torch.zeros(B, 5, device=x.device)], 1)
    if bot is None:
        bot = torch.zeros(B, S, 2, device=x.device)
    bt = bot.gather(1, sl[:, :, None].expand(-1, -1, 2)) * there[:, :, None]
    return torch.cat([x, (h / 5).reshape(B, -1).float(), true.reshape(B, NBID).float() * known[:, None], ex,
                      bt.reshape(B, -1)], 1)


VALUE_F = NS * 8 + 1 + 6 + 10 + 1 + 6   # 72


def value_features(ax, D, dice, used, opener, lost):
    """A table between two rounds, seats clockwise from the opener: [B, VALUE_F]; and the slots [B, NS]."""
    B, S = dice.shape
    d = dice.device
    n_live = (dice > 0).sum(1)
    slots = slots_of(live_order(dice, opener), n_live)
    there = slots < S
    sl = slots.clamp(max=S - 1)
    sd = torch.where(there, dice.gather(1, sl), 0)
    us = used.gather(1, sl) & there
    auto = ax[:, 2] & lost & pick(no_maputo(ax, dice, used), opener)
    N = dice.sum(1)
    x = torch.cat([torch.cat([there.float()[:, :, None], (sd / 5)[:, :, None], onehot(sd.clamp(max=5) - 1, 5),
                              us.float()[:, :, None]], 2).reshape(B, NS * 8),
                   auto.float()[:, None], onehot(n_live.clamp(max=7) - 2, 6), ax.float(),
                   (~(ax[:, 2] | ax[:, 3])).float()[:, None], (D / 5)[:, None], (N / 30)[:, None],
                   torch.zeros(B, 6, device=d)], 1)
    return x, slots


# ---------------------------------------------------------------------------------------------- bots
def judge(legal, odds, lift, noise):
    """The raise of a probability bot and how likely it looks: the likeliest face at its least count, or, for `lift` <= 1,
    the highest count of it that is at least so likely."""
    B = legal.shape[0]
    o = odds.reshape(B, 6, K)
    able = legal[:, :NBID].reshape(B, 6, K)
    p = torch.where(able[:, :, 0], o[:, :, 0] + noise * torch.randn(B, 6, device=o.device), -1.)
    best = 5 - p.flip(1).argmax(1)                         # of equals the highest face
    k = ((pick(o, best) >= lift[:, None]) & pick(able, best)).long()
    k = (k * Const.on(o.device).ks).amax(1)
    return best * K + k, pick(p, best)


def believer(st, legal, least, x, share):
    """The Rust bot `novice` (`share` = 0.5): bids on its own dice and believes that so much of the others' dice count."""
    match = x[:, 30:36] * 5
    top = match + ((st.N - pick(st.dice, st.turn)) * share)[:, None]
    liking = match - least + 2 * torch.rand(match.shape, device=x.device)
    best = torch.where(legal[:, :NBID:K], liking, -1e9).argmax(1)
    bid = legal[:, :NBID].any(1) & ((st.cnt == 0) | ((st.cnt <= pick(top, st.face)) & (pick(least, best) <= pick(top, best))))
    return torch.where(st.declaring, MAPUTO, torch.where(bid, best * K, DUDO))


STEADY = (.45, .5, 2., -1., 0., 0., 0.)     # the Rust bot of that name


def read_odds(st, least, match, trust):
    """By one's own dice and the bids: whoever else has bid a face is trusted to have `trust` dice of it (a fraction by chance).
    The odds of every bid [B, NBID], of the standing one, and of exactly it."""
    C = Const.on(match.device)
    others = torch.arange(st.dice.shape[1], device=match.device) != st.turn[:, None]
    bidders = ((st.smax > 0) & others[:, :, None]).sum(1)
    unknown = (st.N - pick(st.dice, st.turn))[:, None]
    told = torch.minimum((bidders * trust[:, None] + torch.rand(match.shape, device=match.device)).long(), unknown)
    plain = st.maputo[:, None] | (C.faces == 0)
    count = least[:, :, None] + C.ks
    ok = count <= st.N[:, None, None]
    need = torch.where(ok, count, 0) - (match + told)[:, :, None]
    odds = torch.where(ok, C.tail(plain[:, :, None], (unknown - told)[:, :, None], need), 0.)
    need = st.cnt - pick(match + told, st.face)
    rest, sp = pick(unknown - told, st.face), pick(plain, st.face)
    p_ge = C.tail(sp, rest, need)
    return odds.reshape(-1, NBID), p_ge, torch.where(need < 0, 0., p_ge - C.tail(sp, rest, need + 1))


def bot_action(st, legal, least, x, style):
    """style [B, 7]: what a raise is worth more than its odds, calza from, lift, doubt threshold (< 0: by comparison with the
    raise), share of the others' dice that a believer counts on (0: goes by the odds), noise of the odds, trust in bids."""
    bonus, calza_from, lift, threshold, share, noise, trust = style.unbind(1)
    odds, p_ge, p_eq = read_odds(st, least, (x[:, 30:36] * 5).round().long(), trust)
    raise_, pb = judge(legal, odds, lift, noise[:, None])
    doubt = 1 - p_ge
    calls = torch.where(threshold >= 0, p_ge < threshold, ~(pb + bonus > doubt)) | (pb < 0)
    a = torch.where(calls, DUDO, raise_)
    cz = legal[:, CALZA] & (p_eq >= calza_from) & (p_eq > doubt)
    a = torch.where(cz, CALZA, a)
    a = torch.where(st.cnt == 0, raise_, a)
    dec = torch.where(st.opener == st.turn, MAPUTO, PASS)
    return torch.where(share > 0, believer(st, legal, least, x, share), torch.where(st.declaring, dec, a))
