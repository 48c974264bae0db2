"""How fast tables are stepped, beside the engine alone and beside a card game of PettingZoo: all in one run, in turns.

One table is compared with one table of theirs in three ways: each as its `env()` gives it, both bare (`raw_env`), and both in
the three wrappers that `texas_holdem_no_limit_v6.env()` comes in. The loop is that of PettingZoo's manual, which draws an
action from the environment's own action space.

    pip install perudo[pettingzoo] 'pettingzoo[classic]'
    python examples/python/speed.py

Random legal play. A step is a decision of one player. Machines are noisy, so everything is measured several times in turn:
speeds are those of the fastest turn, ratios the median over turns. What runs on one core is measured in processor time.
"""

import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any

import perudo
from perudo import pettingzoo

TURNS = 15
PLAYERS = 4
TABLES = 1024


def engine() -> float:
    """The Rust engine alone, on one core: decisions a second."""
    start = time.process_time()
    steps, _ = perudo.play_randomly(200_000, PLAYERS, "tournament", seed=1)
    return steps / (time.process_time() - start)


def vector(threads: int) -> Callable[[], float]:
    """Many tables with observations, masks and rewards."""
    env = perudo.VectorEnv(TABLES, PLAYERS, "tournament", seed=1, threads=threads)
    clock = time.process_time if threads == 1 else time.perf_counter

    def measure() -> float:
        rounds = 200
        start = clock()
        for _ in range(rounds):
            env.step(env.sample())
        return rounds * TABLES / (clock() - start)

    return measure


def single(env: Any) -> Callable[[], float]:
    """One table by PettingZoo's own loop."""

    def measure() -> float:
        steps, seed = 0, 0
        start = time.process_time()
        while steps < 1500:
            env.reset(seed=seed)
            seed += 1
            for agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                done = terminated or truncated
                env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
                steps += 1
        return steps / (time.process_time() - start)

    return measure


def main() -> None:
    warnings.simplefilter("ignore")
    from pettingzoo.classic import texas_holdem_no_limit_v6
    from pettingzoo.utils import wrappers

    def wrapped(env: Any) -> Any:
        """What `texas_holdem_no_limit_v6.env()` does."""
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))

    def own() -> Any:
        return pettingzoo.raw_env(rules="tournament", players=PLAYERS)

    measured: dict[str, Callable[[], float]] = {
        "engine, one core": engine,
        "VectorEnv, one core": vector(1),
        "VectorEnv, all cores": vector(0),
        "one table": single(pettingzoo.env(rules="tournament", players=PLAYERS)),
        "one table, bare": single(own()),
        "one table, wrapped": single(wrapped(own())),
        "cards": single(texas_holdem_no_limit_v6.env(num_players=PLAYERS)),
        "cards, bare": single(texas_holdem_no_limit_v6.raw_env(num_players=PLAYERS)),
    }
    speeds: dict[str, list[float]] = {name: [] for name in measured}
    for _ in range(TURNS):
        for name, measure in measured.items():
            speeds[name].append(measure())
    for name, values in speeds.items():
        print(f"{name:26} {max(values):14,.0f} steps a second")

    def show(what: str, one: str, other: str) -> None:
        ratio = statistics.median(a / b for a, b in zip(speeds[one], speeds[other], strict=True))
        print(f"{what:40} {ratio:8,.1f}")

    show("engine / VectorEnv on one core", "engine, one core", "VectorEnv, one core")
    show("VectorEnv on one core / cards", "VectorEnv, one core", "cards")
    show("VectorEnv on all cores / cards", "VectorEnv, all cores", "cards")
    show("one table / cards, as each env() is", "one table", "cards")
    show("one table / cards, both bare", "one table, bare", "cards, bare")
    show("one table / cards, both in wrappers", "one table, wrapped", "cards")


if __name__ == "__main__":
    main()
