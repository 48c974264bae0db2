"""Many tables at a time."""

import os

import numpy as np
import pytest

import perudo

TABLES = [("tournament", 2), ("classic", 3), ("calza dice=2", 4), ("international dice=10", 20)]


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_random_play_keeps_every_promise(rules: str, players: int) -> None:
    env = perudo.VectorEnv(96, players, rules, seed=1, threads=2)
    assert len(env) == 96
    ended = 0
    for _ in range(400):
        actions = env.sample()
        rows = np.arange(96)
        assert (env.action_masks[rows, actions] == 1).all()
        assert (env.observations[rows, 14] == 1).all(), "whoever decides sees that it is their turn"
        assert ((env.turns >= 0) & (env.turns < players)).all()
        env.step(actions)
        done = env.terminations
        ended += int(done.sum())
        assert (env.rewards[~done] == 0).all()
        assert (env.rewards[done].max(axis=1, initial=0) == 1).all() if done.any() else True
        assert np.abs(env.rewards.sum(axis=1)).max() < 1e-5
    if players < 20:
        assert ended > 0


def test_the_same_seed_plays_the_same_on_any_number_of_threads() -> None:
    def play(threads: int) -> list[bytes]:
        env = perudo.VectorEnv(200, 3, "classic", seed=4, threads=threads)
        seen = []
        for _ in range(60):
            env.step(env.sample())
            seen.append(env.observations.tobytes() + env.action_masks.tobytes() + env.rewards.tobytes())
        return seen

    assert play(1) == play(3)


def test_it_is_the_same_game_as_a_table_of_its_own() -> None:
    """Table 0 has the seed of the environment, so both throw the same dice."""
    env = perudo.VectorEnv(1, 3, "calza dice=3", seed=7, threads=1)
    table = perudo.Table("calza dice=3", 3, seed=7)
    env_began = env.observations.copy()
    chance = np.random.default_rng(3)
    # The environment begins anew when it is made: the second tour of its seed is its first.
    table.reset()
    for _ in range(500):
        turn = table.turn
        if turn is None:
            table.reset()
            continue
        observation, mask = table.observe(turn)
        assert (env.observations[0] == observation).all() and (env.action_masks[0] == mask).all()
        assert env.turns[0] == turn
        action = int(chance.choice(np.flatnonzero(mask)))
        table.step(action)
        env.step(np.array([action]))
        assert env.terminations[0] == (table.winner is not None)
    assert env_began.shape == env.observations.shape


def test_an_illegal_action_changes_nothing_anywhere() -> None:
    env = perudo.VectorEnv(8, 2, "tournament", threads=1)
    before = env.observations.copy()
    actions = env.sample().copy()
    actions[5] = 0  # one ace: no round is opened on aces
    with pytest.raises(perudo.IllegalError) as raised:
        env.step(actions)
    assert (raised.value.reason, raised.value.clause) == ("aces-cannot-open", "R6")
    assert (env.observations == before).all()
    for wrong, sentence in [
        (actions[:3], "give one for each"),
        (np.full(8, -1), "from 0 to"),
        (np.full(8, 2**40), "from 0 to"),
    ]:
        with pytest.raises(perudo.PerudoError, match=sentence):
            env.step(wrong)
    with pytest.raises((TypeError, ValueError)):
        env.step(np.array(["a"] * 8))


def test_bots_play_in_rust_between_ones_own_decisions() -> None:
    env = perudo.VectorEnv(16, 3, "tournament", opponents=[None, "novice", "steady"], seed=2)
    for _ in range(200):
        assert (env.turns == 0).all()
        env.step(env.sample())
    mistakes: list[tuple[list[str | None], str]] = [
        (["novice"], "give a name or None"),
        (["novice", "novice", "novice"], "must be None"),
        ([None, "novise", None], "no bot"),
    ]
    for opponents, sentence in mistakes:
        with pytest.raises(perudo.PerudoError, match=sentence):
            perudo.VectorEnv(4, 3, opponents=opponents)


def test_a_tour_that_goes_on_for_too_long_is_broken_off() -> None:
    env = perudo.VectorEnv(64, 3, "calza", max_rounds=2, seed=1)
    cut = 0
    for _ in range(200):
        env.step(env.sample())
        cut += int(env.truncations.sum())
        assert not (env.truncations & env.terminations).any()
        assert (env.rewards[env.truncations] == 0).all()
    assert cut > 0


@pytest.mark.parametrize(
    "arguments",
    [{"tables": 0}, {"tables": 2**40}, {"tables": 2**22, "players": 20, "rules": "dudo"},
     {"tables": 2, "players": 1}, {"tables": 2, "players": 99},
     {"tables": 1, "threads": 10**6}, {"tables": 1, "max_rounds": 0}, {"tables": 1, "rules": "nonsense"}],
)  # fmt: skip
def test_what_cannot_be_made_is_an_exception(arguments: dict[str, int]) -> None:
    with pytest.raises(perudo.PerudoError):
        perudo.VectorEnv(**arguments)  # type: ignore[arg-type]


def test_arrays_that_python_locked_are_an_exception() -> None:
    env = perudo.VectorEnv(4, threads=1)
    env.observations.flags.writeable = False
    with pytest.raises((TypeError, ValueError)):
        env.step(env.sample())


def test_the_engine_alone_plays_as_many_decisions_as_asked_for() -> None:
    steps, seconds = perudo.play_randomly(1000, 4, "calza")
    assert steps == 1000 and seconds > 0


@pytest.mark.filterwarnings("ignore")
def test_an_environment_that_was_forked_off_says_so_instead_of_waiting_for_ever() -> None:
    env = perudo.VectorEnv(256, threads=2)
    child = os.fork()
    if child == 0:
        try:
            env.sample()
        except perudo.PerudoError as error:
            os._exit(7 if "fork" in str(error) else 1)
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
