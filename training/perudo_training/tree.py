"""Exact exploitability of a policy in a two-player final under `tournament`, by best response over the tree.

A round won is +1, lost -1; the figure is the mean over both seats of what the exact best response wins
against the policy in the other seat (the values cancel): the definition of `perudo exploit` and
docs/solver.md. Where the tree is too large, `CutTree` gives a lower bound.

A level of the tree holds all histories with the same number of bids, one row each: those fields of `State`
that bids change (`BIDDING`), and for each child its `parent` (children are in the order of their parents) and
its `action`.
"""

import itertools
import math
from typing import NamedTuple

import torch
from torch import Tensor

from .features import features
from .habits import HABITS
from .networks import ILLEGAL, precision
from .rules import AXES, BIDS, DUDO, FACES, HISTORY, OFFSETS, PRESETS, State
from .simulator import pushed

BIDDING = ("count", "face", "plain_count", "plain_face", "past_counts", "past_faces", "bids", "highest")
DICE_EACH = 5
WORST = -1e30


class Hands(NamedTuple):
    """All hands of a number of dice."""

    counts: Tensor  # [H, 6] dice of each face
    chance: Tensor  # [H]

    @classmethod
    def of(cls, dice, device):
        counts, chances = [], []
        for faces in itertools.combinations_with_replacement(range(FACES), dice):
            count = [faces.count(face) for face in range(FACES)]
            orders = math.factorial(dice) / math.prod(math.factorial(number) for number in count)
            counts.append(count)
            chances.append(orders / FACES**dice)
        return cls(torch.tensor(counts, device=device), torch.tensor(chances, device=device))

    def __len__(self):
        return len(self.counts)


class Play(NamedTuple):
    """What a policy does on one level."""

    doubt: Tensor  # [n, H] chance to doubt
    children: Tensor  # [children, H] chance of each child


def mean_shares(nets, inputs, legal, temperature):
    """The mean of what the networks do."""
    shares = (
        (net(inputs, heads=False) / temperature).masked_fill(~legal, ILLEGAL).softmax(1) for net in nets
    )
    return sum(shares) / len(nets)


def tables_of(bidding, turn, dice, axes):
    """Tables of two players in the middle of a round, without hands: features take those from elsewhere."""
    tables, device = len(turn), turn.device

    def full(value, dtype=torch.long):
        return torch.full((tables,), value, dtype=dtype, device=device)

    return State(
        axes=axes.expand(tables, AXES),
        dice_each=full(DICE_EACH),
        dice=torch.as_tensor(dice, device=device).expand(tables, 2),
        used=torch.zeros(tables, 2, dtype=torch.bool, device=device),
        hands=torch.zeros(tables, 2, FACES, dtype=torch.long, device=device),
        opener=full(0),
        turn=turn,
        lost=full(True, torch.bool),
        maputo_of=full(-1),
        maputo=full(False, torch.bool),
        declaring=full(False, torch.bool),
        habits=torch.zeros(tables, 2, HABITS, device=device),
        shown=torch.zeros(tables, 2, HABITS, device=device),
        **{name: bidding[name] for name in BIDDING},
    )


def opening(device):
    """The fields of `BIDDING` before the first bid: one history."""
    zero = torch.zeros(1, dtype=torch.long, device=device)
    history = zero[:, None].expand(1, HISTORY)
    highest = zero[:, None, None].expand(1, 2, FACES)
    return dict.fromkeys(BIDDING, zero) | dict(past_counts=history, past_faces=history, highest=highest)


def after_bids(before, turn, count, face):
    """The fields of `BIDDING` after each history's next bid, by the player `turn`."""
    highest = before["highest"].clone()
    highest[torch.arange(len(count), device=count.device), turn, face] = count
    plain = face > 0
    return dict(
        count=count,
        face=face,
        plain_count=torch.where(plain, count, before["plain_count"]),
        plain_face=torch.where(plain, face, before["plain_face"]),
        past_counts=pushed(before["past_counts"], count),
        past_faces=pushed(before["past_faces"], face),
        bids=before["bids"] + 1,
        highest=highest,
    )


class Tree:
    """`keep`: features are kept between measurements; by default where memory allows it."""

    def __init__(self, dice, device, rules="tournament", keep=None):
        self.dice, self.device = dice, device
        self.dice_in_play = sum(dice)
        if self.dice_in_play > OFFSETS:
            raise ValueError(f"{self.dice_in_play} dice are too many: not every bid has an action")
        self.axes = torch.tensor([PRESETS[rules]], dtype=torch.bool, device=device)
        self.hands = [Hands.of(number, device) for number in dice]
        self.levels = []
        self.grow()
        self.nodes = sum(len(level["count"]) for level in self.levels)
        self.infosets = sum(
            len(level["count"]) * len(self.hands[depth % 2]) for depth, level in enumerate(self.levels)
        )
        self.keep = (device.type == "cuda" and self.infosets < 8_000_000) if keep is None else keep
        self.kept = {}
        self.truth = self.truth_of_bids()

    def grow(self):
        """All levels, from the opening on."""
        level = opening(self.device)
        while True:
            depth = len(self.levels)
            state = self.state(level, depth)
            level["parent"], level["action"] = self.raises(level, depth, state).nonzero(as_tuple=True)
            self.levels.append(level)
            if not len(level["parent"]):
                return
            level = self.children(level, depth, state.least())

    def children(self, level, depth, least):
        parent, face = level["parent"], level["action"] // OFFSETS
        count = least[parent, face] + level["action"] % OFFSETS
        before = {name: level[name][parent] for name in BIDDING}
        return after_bids(before, depth % 2, count, face)

    def truth_of_bids(self):
        """By (count, face): +1 where the bid is true, -1 where not, for hands of seat 0 x hands of seat 1."""
        wild = (torch.arange(FACES, device=self.device) > 0).long()
        first, second = (hands.counts + hands.counts[:, :1] * wild for hands in self.hands)
        return {
            (count, face): ((first[:, face, None] + second[None, :, face]) >= count).float() * 2 - 1
            for count in range(1, self.dice_in_play + 1)
            for face in range(FACES)
        }

    def truth_for(self, code, seat):
        """`truth_of_bids` of the bid `count * 6 + face`: [hands of the seat, hands of the other]."""
        truth = self.truth[divmod(code, FACES)]
        return truth if seat == 0 else truth.T

    def raises(self, level, depth, state):
        """The bids that the tree keeps."""
        return state.legal()[:, :BIDS]

    def won_elsewhere(self, depth, reach, responder):
        """What the responder gets where the other makes a bid that the tree does not keep."""
        return 0.0

    def state(self, level, depth):
        turn = torch.full((len(level["count"]),), depth % 2, device=self.device)
        return tables_of(level, turn, self.dice, self.axes)

    def inputs(self, level, depth, low, high):
        """Inputs and legal actions of some histories with every hand: [(high - low) * H, ...]."""
        hands = self.hands[depth % 2].counts
        rows = {name: level[name][low:high].repeat_interleave(len(hands), 0) for name in BIDDING}
        state = self.state(rows, depth)
        inputs = features(state, hand=hands.repeat(len(rows["count"]) // len(hands), 1))
        return precision(inputs), state.legal()

    def kept_inputs(self, level, depth, low, high):
        key = (depth, low)
        if key in self.kept:
            return self.kept[key]
        made = self.inputs(level, depth, low, high)
        if self.keep:
            self.kept[key] = made
        return made

    @torch.no_grad()
    def plays(self, nets, temperature=1.0, chunk=400_000):
        """What a network does, or the mean of several, on each level."""
        plays = []
        for depth, level in enumerate(self.levels):
            hands, histories = len(self.hands[depth % 2]), len(level["count"])
            doubt, children = [], []
            step = max(1, chunk // hands)
            for low in range(0, histories, step):
                high = min(histories, low + step)
                inputs, legal = self.kept_inputs(level, depth, low, high)
                shares = mean_shares(nets, inputs, legal, temperature).reshape(high - low, hands, -1)
                doubt.append(shares[:, :, DUDO])
                ends = torch.tensor([low, high], device=self.device)
                first, end = torch.searchsorted(level["parent"], ends).tolist()
                parent, action = level["parent"][first:end], level["action"][first:end]
                children.append(shares[parent - low, :, action])
            plays.append(Play(torch.cat(doubt), torch.cat(children)))
        return plays

    def reach_of(self, plays, seat):
        """By level: the chance of each hand of the seat and that it bids as the history says. [n, H]"""
        reach = [self.hands[seat].chance[None]]
        for depth, level in enumerate(self.levels[:-1]):
            here = reach[-1][level["parent"]]
            reach.append(here * plays[depth].children if depth % 2 == seat else here)
        return reach

    @torch.no_grad()
    def best_response(self, plays, responder):
        """What the best response wins in that seat."""
        opponent = 1 - responder
        hands = len(self.hands[responder])
        reach = self.reach_of(plays, opponent)
        value = None
        for depth, level in reversed(list(enumerate(self.levels))):
            responds = depth % 2 == responder
            weight = reach[depth] if responds else reach[depth] * plays[depth].doubt
            here = torch.full((len(level["count"]), hands), WORST if responds else 0.0, device=self.device)
            for code, rows in by_bid(level):
                won = weight[rows] @ self.truth_for(code, responder).T
                here[rows] = -won if responds else won
            if not responds:
                here = here + self.won_elsewhere(depth, reach[depth], responder)
            if value is not None:
                if responds:
                    parent = level["parent"][:, None].expand(-1, hands)
                    here = here.scatter_reduce(0, parent, value, "amax")
                else:
                    here = here.index_add(0, level["parent"], value)
            value = here
        return float((value[0] * self.hands[responder].chance).sum())

    def exploitability(self, nets, temperature=1.0):
        return self.gain(self.plays(nets, temperature))

    def gain(self, plays):
        """What the best response wins: the mean of both seats, and each."""
        first, second = (self.best_response(plays, responder) for responder in (0, 1))
        return (first + second) / 2, [first, second]


def by_bid(level):
    """The rows of each standing bid, by its code `count * 6 + face`; histories without a bid have none."""
    codes = level["count"] * FACES + level["face"]
    for code in codes.unique().tolist():
        if code >= FACES:
            yield code, (codes == code).nonzero().squeeze(1)


class CutTree(Tree):
    """The histories that networks play: a bid is kept when its share is at least `floor` with some hand and
    one of the players gets there by the networks' play in at least `rarest` of all rounds. At any other bid
    the best response doubts at once: what it wins that way is a lower bound of exploitability."""

    def __init__(self, dice, device, nets, temperature=1.0, floor=0.05, rarest=0.02):
        self.nets, self.temperature, self.floor, self.rarest = nets, temperature, floor, rarest
        self.reach = None  # by seat: how its own play comes to the histories of the level that grows
        self.shares = []  # by level: [n, H, ACTIONS]
        self.unseen = []  # by level, of bids that are not kept: history, action, code of the bid
        super().__init__(dice, device, keep=False)

    @torch.no_grad()
    def raises(self, level, depth, state, chunk=20_000):
        mover, histories = depth % 2, len(level["count"])
        hands = len(self.hands[mover])
        reach = self.reach if depth else [each.chance[None] for each in self.hands]
        step = max(1, chunk // hands)
        parts = [
            mean_shares(self.nets, *self.inputs(level, depth, low, low + step), self.temperature)
            for low in range(0, histories, step)
        ]
        shares = torch.cat(parts).reshape(histories, hands, -1)
        self.shares.append(shares)
        legal = state.legal()[:, :BIDS]
        bids = shares[:, :, :BIDS]
        mine = torch.einsum("nh,nha->na", reach[mover], bids)
        others = reach[1 - mover].sum(1, keepdim=True)
        seen = legal & (bids.amax(1) >= self.floor) & (torch.maximum(mine, others) >= self.rarest)
        at, action = (legal & ~seen).nonzero(as_tuple=True)
        face = action // OFFSETS
        self.unseen.append((at, action, (state.least()[at, face] + action % OFFSETS) * FACES + face))
        at, action = seen.nonzero(as_tuple=True)
        self.reach = [
            r[at] * shares[at, :, action] if seat == mover else r[at] for seat, r in enumerate(reach)
        ]
        return seen

    def won_elsewhere(self, depth, reach, responder):
        at, action, codes = self.unseen[depth]
        won = torch.zeros(len(reach), len(self.hands[responder]), device=self.device)
        for code in codes.unique().tolist():
            rows = codes == code
            here = at[rows]
            weight = reach[here] * self.shares[depth][here, :, action[rows]]
            won.index_add_(0, here, -weight @ self.truth_for(code, responder).T)
        return won

    def lower_bound(self):
        plays = [
            Play(shares[:, :, DUDO], shares[level["parent"], :, level["action"]])
            for shares, level in zip(self.shares, self.levels, strict=True)
        ]
        return self.gain(plays)
