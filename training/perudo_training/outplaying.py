"""A learner that plays duels against the program, by proximal policy optimisation."""

import time

import torch
from torch import nn
from torch.nn import functional

from .checkpoints import load_state
from .features import ROUND_INPUTS
from .matches import in_percent, wilson
from .networks import Policy, masked_log_softmax, sample
from .program import MEMORY, ProgramTables
from .rules import pick

WIDTH = 1024
VALUE_WIDTH = 512
RATES = (2e-4, 2e-5)  # of learning, at the start and at the end
FROM_NOTHING = 3.0  # who starts from nothing learns so many times as quickly
VALUE_RATE = 1e-3
ENTROPY = (4e-3, 5e-4)
LAMBDA = 0.9
CLIP = 0.2
PASSES = 3  # over what was played
ROWS = 16384  # that are learnt from at once
LOOK = 30.0  # seconds between two reports


class Value(nn.Module):
    """What is still to be won, beyond what the dice promise."""

    def __init__(self, inputs):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(inputs, VALUE_WIDTH),
            nn.ReLU(),
            nn.Linear(VALUE_WIDTH, VALUE_WIDTH),
            nn.ReLU(),
            nn.Linear(VALUE_WIDTH, 1),
        )

    def forward(self, inputs):
        return self.net(inputs)[:, 0]


class Outplayer:
    """`start`: the network to start from, or None."""

    def __init__(self, bot, device, start, tables, steps, seed, threads):
        torch.manual_seed(seed)
        self.tables = ProgramTables(tables, bot, device, seed, threads)
        self.device, self.steps = device, steps
        inputs = ROUND_INPUTS + MEMORY
        self.policy = Policy(WIDTH if start is None else start.width, inputs=inputs).to(device)
        self.haste = FROM_NOTHING
        if start is not None:
            load_state(self.policy, start.state_dict())
            self.haste = 1.0
        self.value = Value(inputs).to(device)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=RATES[0])
        self.value_optimizer = torch.optim.Adam(self.value.parameters(), lr=VALUE_RATE)

    def inputs(self):
        return torch.cat([self.tables.inputs, self.tables.memory], 1)

    def train(self, seconds):
        """Rows of seconds, tours played since the last row, and what share was won, with its interval."""
        start = last = time.time()
        rows, won, played, decisions = [], 0, 0, 0
        while (elapsed := time.time() - start) < seconds:
            batch, these_won, these_played = self.play()
            won, played = won + these_won, played + these_played
            decisions += batch["action"].numel()
            self.learn(batch, elapsed / seconds)
            if time.time() - last > LOOK and played:
                last = time.time()
                rows.append(self.report(f"learns, {decisions} decisions", last - start, won, played))
                won = played = 0
        self.trained = time.time() - start
        return rows

    @torch.no_grad()
    def test(self, seconds, greedy):
        """What it wins with what it has learnt."""
        start = time.time()
        won = played = 0
        # Tours that began with what it had learnt before are not counted, nor only those that end early.
        fresh = torch.zeros(self.tables.count, dtype=torch.bool, device=self.device)
        while time.time() - start < seconds:
            _, over, wins = self.tables.step(self.choose(greedy)[0])
            won += int((wins * (over & fresh)).sum())
            played += int((over & fresh).sum())
            fresh |= over
        return self.report("greedy" if greedy else "has learnt", self.trained, won, max(played, 1))

    def report(self, name, seconds, won, played):
        share = wilson(won, played)
        print(f"{seconds:.0f} s, {name}: wins {in_percent(*share)} of {played}", flush=True)
        return [round(seconds, 1), played, *[round(value, 4) for value in share]]

    def choose(self, greedy=False):
        inputs, legal = self.inputs(), self.tables.legal
        logits = self.policy(inputs, heads=False)
        action = logits.masked_fill(~legal, -torch.inf).argmax(1) if greedy else sample(logits, legal)
        return action, inputs, legal, pick(masked_log_softmax(logits, legal), action)

    @torch.no_grad()
    def play(self):
        """Some decisions at all tables, as rows; how many tours were won, and how many came to an end."""
        rows = {name: [] for name in ("inputs", "legal", "action", "log_share", "value", "reward", "over")}
        won = played = 0
        for _ in range(self.steps):
            action, inputs, legal, log_share = self.choose()
            value = self.value(inputs)
            reward, over, wins = self.tables.step(action)
            kept = (inputs, legal, action, log_share, value, reward, over)
            for column, new in zip(rows.values(), kept, strict=True):
                column.append(new)
            won += int((wins * over).sum())
            played += int(over.sum())
        batch = {name: torch.stack(column) for name, column in rows.items()}
        batch["advantage"] = self.advantages(batch)
        batch["target"] = batch["advantage"] + batch["value"]
        return {name: column.flatten(0, 1) for name, column in batch.items()}, won, played

    def advantages(self, batch):
        """How much better than expected it went, by step and table."""
        following, sums = self.value(self.inputs()), torch.zeros(self.tables.count, device=self.device)
        advantages = []
        for reward, value, over in zip(
            *(batch[name].flip(0) for name in ("reward", "value", "over")), strict=True
        ):
            goes_on = (~over).float()
            sums = reward + goes_on * following - value + LAMBDA * goes_on * sums
            advantages.append(sums)
            following = value
        return torch.stack(advantages).flip(0)

    def learn(self, batch, done):
        first, last = RATES
        for group in self.optimizer.param_groups:
            group["lr"] = self.haste * first * (last / first) ** done
        entropy_weight = self.haste * ENTROPY[0] * (ENTROPY[1] / ENTROPY[0]) ** done
        batch["advantage"] = batch["advantage"] / (batch["advantage"].std() + 1e-8)
        count = len(batch["action"])
        for _ in range(PASSES):
            for rows in torch.randperm(count, device=self.device).split(ROWS):
                self.step({name: column[rows] for name, column in batch.items()}, entropy_weight)

    def step(self, rows, entropy_weight):
        log_shares = masked_log_softmax(self.policy(rows["inputs"], heads=False), rows["legal"])
        ratio = (pick(log_shares, rows["action"]) - rows["log_share"]).exp()
        clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
        gain = torch.minimum(ratio * rows["advantage"], clipped * rows["advantage"]).mean()
        entropy = -(log_shares.exp() * torch.where(rows["legal"], log_shares, 0)).sum(1).mean()
        update(self.optimizer, self.policy, -gain - entropy_weight * entropy)
        error = functional.mse_loss(self.value(rows["inputs"]), rows["target"])
        update(self.value_optimizer, self.value, error)


def update(optimizer, net, loss):
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
