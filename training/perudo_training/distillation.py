"""A network that learns to play as solved rounds of two players say."""

import contextlib
import time

import torch

from .checkpoints import half_state, load_state
from .exported import quantise
from .features import ROUND_INPUTS
from .networks import Policy, masked_log_softmax, move_towards, shares
from .round_targets import SEATS, Reader, joined, load

# How often a row is of a round with so many dice in all. A duel goes through each of these numbers once;
# small ones are soon learnt.
SHARE_OF_DICE = {10: 20, 9: 16, 8: 14, 7: 13, 6: 12, 5: 10, 4: 8, 3: 5, 2: 2}
# Who opens has just lost a die, unless a third player went out: an opener with all dice is rare.
FULL_OPENER = 0.35
ALL_DICE = 5
HELD_OUT = 0.01  # of each round's rows, to see how well it is learnt
MOST_HELD_OUT = 65536
AVERAGE_RATE = 1e-3
WARM_UP = 500  # steps
# Who goes on from a network: how often small rounds are drawn, for once that they were, and how it learns.
AGAIN = 3.0
AGAIN_WARM_UP = 100
AGAIN_RATES = (2e-4, 5e-6)
AGAIN_AVERAGE_RATE = 4e-3


class Rounds:
    """Rows of all solved rounds, drawn so that each number of dice has its share."""

    """`again`: the most dice of rounds that are drawn more often."""

    def __init__(self, files, device, again=0):
        self.again = again
        parts, dice = zip(*(load(path, device) for path in sorted(files)), strict=True)
        seats = [SEATS[int(part["turn"][0])] for part in parts]
        self.names = [f"{own}v{other} {seat}" for (own, other), seat in zip(dice, seats, strict=True)]
        self.dice = torch.tensor(dice, device=device)
        self.totals = self.dice.sum(1)
        self.chances = torch.tensor(chances(dice), device=device) * torch.where(self.totals > again, 1, AGAIN)
        self.sizes = torch.tensor([len(part["turn"]) for part in parts], device=device)
        self.starts = self.sizes.cumsum(0) - self.sizes
        self.learnt = (self.sizes * (1 - HELD_OUT)).long()
        self.columns = joined(parts)
        self.reader = Reader(device)

    def rows(self, index, which):
        """Inputs, legal actions and shares of some rows; `which` rounds they are of."""
        rows = {name: column[index] for name, column in self.columns.items()}
        return self.reader.read(rows, self.dice[which])

    def draw(self, count):
        """Some rows, and the dice in all of their rounds."""
        which = torch.multinomial(self.chances, count, replacement=True)
        place = torch.rand(count, dtype=torch.float64, device=which.device) * self.learnt[which]
        return *self.rows(self.starts[which] + place.long(), which), self.totals[which]

    def held_out(self):
        """By round: some of the rows that are not learnt from."""
        ends = zip(self.names, self.starts + self.learnt, self.starts + self.sizes, strict=True)
        for number, (name, first, end) in enumerate(ends):
            index = torch.arange(int(first), min(int(end), int(first) + MOST_HELD_OUT), device=first.device)
            yield name, self.rows(index, torch.full_like(index, number))


def chances(dice):
    """How often each round is drawn, in proportion."""
    weights = [FULL_OPENER if own == ALL_DICE > other else 1.0 for own, other in dice]
    totals = [own + other for own, other in dice]
    shared = {total: sum(w for w, t in zip(weights, totals, strict=True) if t == total) for total in totals}
    return [w / shared[t] * SHARE_OF_DICE[t] for w, t in zip(weights, totals, strict=True)]


def divergence(net, inputs, legal, shares):
    """How far the network is from the solution: the mean of the Kullback-Leibler divergences."""
    learnt = masked_log_softmax(net(inputs, heads=False), legal)
    return (torch.xlogy(shares, shares) - shares * learnt.masked_fill(~legal, 0.0)).sum(1).mean()


@contextlib.contextmanager
def rounded(net):
    """The network as it is shipped, with 8 bits a weight; what it learns meanwhile is learnt by its own
    weights."""
    weights = [parameter for parameter in net.parameters() if parameter.dim() == 2]
    exact = [weight.detach().clone() for weight in weights]
    with torch.no_grad():
        for weight in weights:
            whole, scale = quantise(weight)
            weight.copy_(whole * scale[:, None])
    try:
        yield
    finally:
        with torch.no_grad():
            for weight, before in zip(weights, exact, strict=True):
                weight.copy_(before)


class Distillation:
    """`start`: a network to go on from. Of rounds with more than `again` dice it then learns to play what
    that one plays, of those with more than `alone` the mean of that and the solution, and it learns as it
    will be shipped, with 8 bits a weight. `begun`: a network that has gone on from there already."""

    def __init__(
        self,
        rounds,
        device,
        width=1024,
        seed=1,
        batch=65536,
        rates=(1.2e-3, 2e-5),
        start=None,
        alone=None,
        begun=None,
    ):
        torch.manual_seed(seed)
        self.rounds, self.batch = rounds, batch
        self.rates = AGAIN_RATES if start else rates
        self.policy, self.ship = (Policy(width, inputs=ROUND_INPUTS).to(device) for _ in range(2))
        if start:
            load_state(self.policy, (begun or start).state_dict())
        self.start, self.again = start and start.to(device), rounds.again
        self.alone = self.again if alone is None else alone
        self.ship.load_state_dict(self.policy.state_dict())
        self.ship.requires_grad_(False)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=self.rates[0], betas=(0.9, 0.99))
        self.steps = 0

    def step(self, done):
        """One step; `done` is the share of the time that is over."""
        first, last = self.rates
        warm_up = AGAIN_WARM_UP if self.start else WARM_UP
        rate = first * (last / first) ** done * min(1.0, (self.steps + 1) / warm_up)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        rows = self.draw()
        self.optimizer.zero_grad(set_to_none=True)
        with rounded(self.policy) if self.start else contextlib.nullcontext():
            divergence(self.policy, *rows).backward()
        self.optimizer.step()
        self.steps += 1
        rate = AGAIN_AVERAGE_RATE if self.start else AVERAGE_RATE
        move_towards(self.ship, self.policy, max(rate, 1 / self.steps))

    @torch.no_grad()
    def draw(self):
        inputs, legal, wanted, dice = self.rounds.draw(self.batch)
        inputs = inputs.bfloat16()  # which a CPU multiplies several times as fast, too
        if self.start:
            large = (dice > self.alone).nonzero().squeeze(1)
            before = shares(self.start, inputs[large], legal[large])
            weight = torch.where(dice[large] > self.again, 1.0, 0.5)[:, None]
            wanted[large] = wanted[large].lerp(before, weight)
        return inputs, legal, wanted

    def train(self, seconds, log_every=60.0):
        start = last = time.time()
        while (elapsed := time.time() - start) < seconds:
            self.step(elapsed / seconds)
            if self.steps % 20 == 0 and torch.cuda.is_available():
                torch.cuda.synchronize()
            if time.time() - last > log_every:
                last = time.time()
                self.report(elapsed)
        self.report(seconds)

    @torch.no_grad()
    def report(self, seconds):
        far = ", ".join(
            f"{name} {float(divergence(self.ship, *rows)):.4f}" for name, rows in self.rounds.held_out()
        )
        print(f"{seconds:.0f} s, {self.steps} steps, divergence: {far}", flush=True)

    def save(self, path):
        states = dict(ship=half_state(self.ship), policy=half_state(self.policy))
        torch.save(dict(states, width=self.ship.width), path)
