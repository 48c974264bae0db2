"""The environment before PettingZoo's own tests."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.env_logger import EnvLogger

import perudo
from perudo import pettingzoo

TABLES = [
    ("tournament", 2),
    ("tournament", 6),
    ("classic", 3),
    ("international", 11),
    ("calza", 4),
    ("dudo dice=10", 20),
    ("calza dice=2", 2),
]


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_pettingzoo_finds_nothing(rules: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        # Two that only environments of PettingZoo's own are spared: their observations are dictionaries, too.
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message=".*observation_spaces.*|.*action_spaces.*")
        api_test(pettingzoo.env(rules=rules, players=players), num_cycles=40)


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_a_seed_gives_the_same_game(rules: str, players: int) -> None:
    seed_test(lambda: pettingzoo.env(rules=rules, players=players), num_cycles=40)


@pytest.mark.filterwarnings("ignore")
def test_the_parallel_conversion_passes_too() -> None:
    parallel_api_test(pettingzoo.parallel_env(rules="classic", players=3), num_cycles=30)
    parallel_seed_test(lambda: pettingzoo.parallel_env(rules="classic", players=3), num_cycles=30)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_renders_it() -> None:
    modes: dict[str, Any] = {
        "ansi": lambda text: "dice in play" in text,
        "rgb_array": lambda image: image.dtype == np.uint8 and image.ndim == 3 and image.std() > 5,
    }
    render_test(lambda render_mode: pettingzoo.env(rules="calza", players=5, render_mode=render_mode), modes)


def play(env: Any, seed: int) -> dict[str, float]:
    """A tour of random play: what each agent got."""
    chance = np.random.default_rng(seed)
    env.reset(seed=seed)
    got: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            got[agent] = reward
            env.step(None)
        else:
            env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    return got


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_a_tour_has_one_winner_and_sums_to_nothing(rules: str, players: int) -> None:
    got = play(pettingzoo.env(rules=rules, players=players), seed=9)
    assert len(got) == players
    assert sorted(got.values())[-1] == 1.0 and sum(got.values()) == pytest.approx(0.0, abs=1e-5)


def test_an_illegal_action_raises_the_referees_reason() -> None:
    env = pettingzoo.raw_env(rules="tournament", players=2)
    env.reset(seed=1)
    with pytest.raises(perudo.IllegalError) as raised:
        env.step(env.table.action_number("3x1"))
    assert raised.value.clause == "R6"
    with pytest.raises(perudo.PerudoError, match="from 0 to"):
        env.step(10_000)
    with pytest.raises(ValueError, match="number"):
        env.step(None)
    with pytest.raises(ValueError, match="render mode"):
        pettingzoo.raw_env(render_mode="hologram")


def test_whoever_does_what_is_not_legal_loses() -> None:
    env = pettingzoo.env(rules="tournament", players=3)
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(env.table.action_number("dudo"))
    got = {}
    for agent in env.agent_iter():
        _, got[agent], terminated, _, _ = env.last()
        assert terminated
        env.step(None)
    assert got == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}


def test_the_mask_is_what_the_referee_lists() -> None:
    env = pettingzoo.raw_env(rules="calza dice=3", players=4)
    chance = np.random.default_rng(4)
    env.reset(seed=4)
    for _ in range(300):
        turn = env.table.turn
        if turn is None:
            env.reset()
            continue
        mask = env.observe(env.agent_selection)["action_mask"]
        listed = {env.table.action_name(int(number)) for number in np.flatnonzero(mask)}
        assert listed == set(env.table.view().legal)
        for other in set(range(4)) - {turn}:
            assert not env.observe(f"player_{other}")["action_mask"].any()
        env.step(int(chance.choice(np.flatnonzero(mask))))


def test_nobody_observes_dice_of_others() -> None:
    """The same table with other dice under the others' cups looks the same."""
    env = pettingzoo.raw_env(rules="tournament", players=3)
    seen: dict[str, set[bytes]] = {}
    for seed in range(400):
        env.reset(seed=seed)
        turn = env.table.turn
        assert turn is not None and env.table.hands is not None
        own = env.table.hands[turn]
        seen.setdefault(own, set()).add(env.observe(f"player_{turn}")["observation"].tobytes())
    assert max(len(different) for different in seen.values()) == 1


def test_nothing_is_known_before_the_first_reset() -> None:
    env = pettingzoo.env(rules="tournament", players=2)
    for ask in (lambda: env.agent_selection, env.last, lambda: env.step(0), lambda: next(iter(env.agent_iter()))):
        with pytest.raises(AttributeError, match="before reset"):
            ask()
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = env.nonsense
    env.reset(seed=1)
    assert env.agent_selection in env.agents


def test_a_step_after_the_end_is_a_warning() -> None:
    env = pettingzoo.env(rules="tournament dice=1", players=2)
    play(env, seed=1)
    assert env.agents == []
    for action in (None, 3):
        EnvLogger.flush()
        env.step(action)
        assert len(EnvLogger.mqueue) == 1


def test_actions_are_drawn_from_those_that_are_legal_each_as_often() -> None:
    env = pettingzoo.env(rules="tournament", players=2)
    space = env.action_space("player_0")
    mask = np.zeros(space.n, np.int8)
    mask[[3, 5, 8]] = 1
    space.seed(1)
    drawn = np.bincount([space.sample(mask) for _ in range(3000)], minlength=space.n)
    assert np.flatnonzero(drawn).tolist() == [3, 5, 8] and drawn[[3, 5, 8]].min() > 900
    space.seed(1)
    again = np.bincount([space.sample(mask) for _ in range(3000)], minlength=space.n)
    assert (drawn == again).all()
    # Everything else is as its parent has it.
    parent = gymnasium.spaces.Discrete(int(space.n))
    assert space == parent
    assert space.sample(np.zeros(space.n, np.int8)) == 0
    for number in (0, int(space.n) - 1, int(space.n), -1, np.int64(3), np.int64(-1), np.int8(3), 3.0, None, "3", True):
        assert space.contains(number) == parent.contains(number), number
    for wrong in (np.ones(space.n), np.ones(3, np.int8), np.ones((space.n, 1), np.int8), [1] * int(space.n)):
        with pytest.raises(AssertionError):
            space.sample(wrong)
