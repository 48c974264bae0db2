"""A small agent that learns to beat `novice` in minutes: PPO in NumPy alone.

    python examples/python/ppo.py                  learns until it wins 60 % of its games, then plays 2,000 more to be sure
    python examples/python/ppo.py --minutes 1      stops after a minute at the latest

The agent sits in seat 0 of many tables, and `novice` in seat 1, which is played in Rust. It is told who won, and on the way who
loses dice: the difference of dice is a potential, which changes no optimum.
"""

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import perudo

Array = NDArray[Any]

TABLES, STEPS, EPOCHS, BATCH = 256, 32, 4, 1024
DISCOUNT, TRACE, CLIP, RATE, ENTROPY = 1.0, 0.9, 0.2, 1e-3, 0.01
HIDDEN = 64


def tails(chance: float, most: int) -> Array:
    """The chance that at least so many (column) of so many dice (row) count for a face."""
    table = np.zeros((most + 1, most + 2), np.float32)
    table[:, 0] = 1
    for dice in range(1, most + 1):
        table[dice, 1:] = chance * table[dice - 1, :-1] + (1 - chance) * table[dice - 1, 1:]
    return table


DICE = 10
TAILS = np.stack([tails(1 / 6, DICE), tails(1 / 3, DICE)])


def look(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> tuple[Array, Array, Array]:
    """What the agent is shown, the actions that it chooses among, and which of these are legal.

    It chooses among the least legal bid of each face, one more of each, and to doubt. It is shown how likely all of
    these bids and the standing one are by its own dice.
    """
    rows = np.arange(len(observations))
    legal_bids = masks[:, : 6 * DICE].reshape(-1, 6, DICE)
    least = legal_bids.argmax(axis=2)
    counts = np.concatenate([least, least + 1], axis=1)
    faces = np.tile(np.arange(6), 2)
    numbers = faces * DICE + np.minimum(counts, DICE - 1)
    legal = np.take_along_axis(masks, numbers, axis=1) * (counts < DICE)
    dudo = np.full((len(rows), 1), 6 * DICE)
    numbers, legal = np.append(numbers, dudo, axis=1), np.append(legal, masks[:, dudo[0]], axis=1)

    own = observations[:, :6].astype(int)
    jokers = (observations[:, 7] != 1)[:, None] & (np.arange(6) > 0)
    matching = own + jokers * own[:, :1]
    unknown = observations[:, 15].astype(int) - own.sum(axis=1)

    def truth(count: Array, face: Array) -> Array:
        needed = np.clip(count - np.take_along_axis(matching, face, axis=1), 0, DICE + 1)
        joker = np.take_along_axis(jokers, face, axis=1).astype(int)
        odds: Array = TAILS[joker, unknown[:, None], needed]
        return odds

    standing = observations[:, 9:10].astype(int)
    odds = [
        truth(counts + 1, np.broadcast_to(faces, counts.shape)) * legal[:, :-1],
        truth(observations[:, 8:9].astype(int), np.maximum(standing - 1, 0)) * (standing > 0),
    ]
    shown = [*odds, legal, matching / 5, observations[:, 17:19] / 5, observations[:, 8:9] / 10, standing > 0]
    return np.concatenate(shown, axis=1).astype(np.float32), numbers, legal


class Agent:
    """A network of two layers with two heads: how much it likes each action, and what it hopes to get."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        chance = np.random.default_rng(seed)

        def layer(rows: int, columns: int, scale: float) -> Array:
            drawn: Array = chance.standard_normal((rows, columns)) * scale / np.sqrt(rows)
            return drawn.astype(np.float32)

        self.weights = [
            layer(inputs + 1, HIDDEN, 1.0),
            layer(HIDDEN + 1, HIDDEN, 1.0),
            layer(HIDDEN + 1, actions + 1, 0.1),
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def forward(self, inputs: Array) -> tuple[Array, Array, list[Array]]:
        """Logits, values and what the way back needs."""
        ones = np.ones((len(inputs), 1), np.float32)
        layers = [np.concatenate([inputs, ones], axis=1)]
        for weights in self.weights[:-1]:
            layers.append(np.concatenate([np.tanh(layers[-1] @ weights), ones], axis=1))
        out = layers[-1] @ self.weights[-1]
        return out[:, :-1], out[:, -1], layers

    def policy(self, inputs: Array, mask: Array) -> tuple[Array, Array, list[Array]]:
        """The chances of legal actions, and values."""
        logits, values, layers = self.forward(inputs)
        logits = np.where(mask > 0, logits, -1e9)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True), values, layers

    def descend(self, layers: list[Array], slope: Array) -> None:
        """One step of Adam against the slope of the loss by the network's output."""
        self.updates += 1
        for index in range(len(self.weights) - 1, -1, -1):
            gradient = layers[index].T @ slope
            if index:
                below = layers[index][:, :-1]
                slope = (slope @ self.weights[index][:-1].T) * (1 - below**2)
            first, second = self.moments[index]
            first[:] = 0.9 * first + 0.1 * gradient
            second[:] = 0.999 * second + 0.001 * gradient**2
            even = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
            self.weights[index] -= RATE * even * first / (np.sqrt(second) + 1e-8)


def draw(chances: Array, chance: np.random.Generator) -> Array:
    """One action a row. Rounding never picks one without a chance."""
    sums = chances.cumsum(axis=1)
    picked: Array = (sums < chance.random((len(chances), 1)) * sums[:, -1:]).sum(axis=1)
    return np.clip(picked, 0, chances.shape[1] - 1)


def potential(observations: NDArray[np.uint8]) -> Array:
    """Own dice less the opponent's."""
    return (observations[:, 17].astype(np.float32) - observations[:, 18]) / 10


def learn(agent: Agent, env: perudo.VectorEnv, chance: np.random.Generator) -> tuple[int, int, float]:
    """Plays a while and learns from it: games, wins, and the mean reward of a decision."""
    histories: list[list[Array]] = [[] for _ in range(7)]
    seen, masks, taken, kept, hoped, got, ends = histories
    games = wins = 0
    rows = np.arange(len(env))
    for _ in range(STEPS):
        inputs, numbers, mask = look(env.observations, env.action_masks)
        before = potential(env.observations)
        chances, values, _ = agent.policy(inputs, mask)
        actions = draw(chances, chance)
        env.step(numbers[rows, actions])
        over = env.terminations | env.truncations
        reward = env.rewards[:, 0] + np.where(over, 0, potential(env.observations)) - before
        games, wins = games + int(over.sum()), wins + int((env.rewards[:, 0] > 0).sum())
        happened: list[Array] = [inputs, mask, actions, chances[rows, actions], values, reward, over]
        for history, value in zip(histories, happened, strict=True):
            history.append(value)
    inputs, _, mask = look(env.observations, env.action_masks)
    _, last, _ = agent.policy(inputs, mask)
    advantages = np.zeros((STEPS, len(env)), np.float32)
    trace = np.zeros(len(env), np.float32)
    for step in range(STEPS - 1, -1, -1):
        following = last if step == STEPS - 1 else hoped[step + 1]
        alive = 1 - ends[step]
        surprise = got[step] + DISCOUNT * following * alive - hoped[step]
        trace = surprise + DISCOUNT * TRACE * alive * trace
        advantages[step] = trace
    targets = advantages + np.array(hoped)
    everything = [np.concatenate(part) for part in (seen, masks, taken, kept)]
    flat, goals = advantages.ravel(), targets.ravel()
    for _ in range(EPOCHS):
        order = chance.permutation(len(flat))
        for start in range(0, len(order), BATCH):
            improve(agent, [part[order[start : start + BATCH]] for part in (*everything, flat, goals)])
    return games, wins, float(np.mean(got))


def improve(agent: Agent, batch: list[Array]) -> None:
    """The clipped objective, its slope worked out by hand."""
    inputs, mask, actions, before, advantage, goal = batch
    size = len(inputs)
    rows = np.arange(size)
    chances, values, layers = agent.policy(inputs, mask)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    ratio = chances[rows, actions] / np.maximum(before, 1e-8)
    clipped = np.where(advantage > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    push = np.where(clipped, 0, -advantage * ratio)
    slope = chances * -push[:, None]
    slope[rows, actions] += push
    logs = np.log(np.maximum(chances, 1e-9))
    entropy = -(chances * logs).sum(axis=1, keepdims=True)
    slope += ENTROPY * chances * (logs + entropy)
    hope = 0.5 * (values - goal)
    agent.descend(layers, np.concatenate([slope, hope[:, None]], axis=1).astype(np.float32) / size)


def new_agent(env: perudo.VectorEnv, seed: int) -> Agent:
    """An agent that has learnt nothing yet."""
    inputs, numbers, _ = look(env.observations, env.action_masks)
    return Agent(inputs.shape[1], numbers.shape[1], seed)


def win_rate(agent: Agent, games: int, seed: int) -> float:
    """Against novice, with the same play."""
    env = perudo.VectorEnv(256, 2, "tournament", opponents=[None, "novice"], seed=seed)
    chance = np.random.default_rng(seed)
    played = won = 0
    while played < games:
        inputs, numbers, mask = look(env.observations, env.action_masks)
        chances, _, _ = agent.policy(inputs, mask)
        env.step(numbers[np.arange(len(numbers)), draw(chances, chance)])
        played += int((env.terminations | env.truncations).sum())
        won += int((env.rewards[:, 0] > 0).sum())
    return won / played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="stop after so many at the latest")
    parser.add_argument("--goal", type=float, default=0.6, help="stop when it wins so much while it learns")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = np.random.default_rng(options.seed)
    env = perudo.VectorEnv(TABLES, 2, "tournament", opponents=[None, "novice"], seed=options.seed)
    agent = new_agent(env, options.seed)
    print(f"before learning it wins {win_rate(agent, 500, 90):.1%}")
    began, recent = time.monotonic(), []
    for number in range(1, 1_000_000):
        recent.append(learn(agent, env, chance))
        recent = recent[-10:]
        games, wins = sum(one[0] for one in recent), sum(one[1] for one in recent)
        minutes = (time.monotonic() - began) / 60
        if number % 10 == 0:
            print(f"{minutes:5.1f} min, {number * TABLES * STEPS:9,} decisions: wins {wins / max(games, 1):.1%}")
        if (number >= 10 and wins >= options.goal * games) or minutes >= options.minutes:
            break
    print(f"in 2,000 games against novice it wins {win_rate(agent, 2000, 91):.1%}")


if __name__ == "__main__":
    main()
