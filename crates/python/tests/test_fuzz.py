"""Nonsense from Python: an exception with a reason, never a crash and never a state that the rules do not know."""

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import perudo

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))

rules = st.one_of(
    st.sampled_from([*perudo.PRESETS, "calza dice=2", "classic dice=1", "dudo maputo=auto players=3"]),
    st.text(max_size=20),
)
actions = st.one_of(
    st.sampled_from(["dudo", "calza", "maputo", "pass"]),
    st.builds(lambda count, face: f"{count}x{face}", st.integers(-1, 300), st.integers(-1, 8)),
    st.text(max_size=8),
)
seats = st.integers(-3, 25)
hands = st.lists(st.one_of(st.text("123456", max_size=6), st.text(max_size=4)), max_size=5)
calls: st.SearchStrategy[tuple[str, tuple[Any, ...]]] = st.one_of(
    st.tuples(st.just("act"), st.tuples(actions)),
    st.tuples(st.just("act"), st.tuples(actions, seats)),
    st.tuples(st.just("check"), st.tuples(actions, seats)),
    st.tuples(st.just("deal"), st.just(())),
    st.tuples(st.just("draw"), st.tuples(st.lists(st.one_of(st.none(), st.integers(0, 255)), max_size=5))),
    st.tuples(st.just("roll"), st.tuples(hands)),
    st.tuples(st.just("rethrow"), st.tuples(seats, st.text("1234567", max_size=6))),
    st.tuples(st.just("set_dice"), st.tuples(st.lists(st.integers(0, 255), max_size=5))),
    st.tuples(st.just("set_used"), st.tuples(st.lists(seats, max_size=4))),
    st.tuples(st.just("start"), st.tuples(seats)),
    st.tuples(st.just("leave"), st.tuples(seats)),
    st.tuples(st.just("next_tour"), st.just(())),
)


@QUICK
@given(rules, st.integers(0, 30), st.lists(calls, max_size=40), st.integers(0, 2**64 - 1))
def test_whatever_is_asked_of_a_referee(text: str, players: int, asked: list[Any], seed: int) -> None:
    try:
        game = perudo.Game(text, players, seed=seed)
    except perudo.PerudoError as error:
        assert str(error)
        return
    for name, arguments in asked:
        before = game.record()
        try:
            getattr(game, name)(*arguments)
        except perudo.IllegalError as error:
            assert error.clause.startswith("R") and error.reason and error.sentence
            assert error.legal == game.legal and error.turn == game.turn
            assert game.record() == before
        except perudo.PerudoError as error:
            assert str(error) and game.record() == before
        assert sum(game.dice) == game.in_play
        seat = game.turn
        if seat is not None:
            assert game.view().legal == game.legal != []
            assert game.copy().record() == game.record()
        # What the referee let happen is a good record.
        assert perudo.check(game.record()) is None
        game.story()


@QUICK
@given(st.one_of(st.text(), st.binary(), st.lists(st.sampled_from(
    ["perudo 1", "rules calza", "seats anna boris", "start anna", "roll anna:11346 boris:22456", "anna 3x6",
     "boris dudo", "boris calza", "anna out", "tour", "draw anna:1 boris:6", "dice anna:1 boris:2", "# x"]
)).map("\n".join)))  # fmt: skip
def test_whatever_is_read_as_a_record(text: str | bytes) -> None:
    error = perudo.check(text)
    if error is None:
        assert perudo.check(perudo.Game.read(text).record()) is None
    else:
        assert error.line >= 1 and error.reason and error.sentence


@QUICK
@given(rules, st.integers(0, 22), st.lists(st.integers(-5, 1300), max_size=30), st.integers(0, 2**64 - 1))
def test_whatever_is_done_at_a_table(text: str, players: int, numbers: list[int], seed: int) -> None:
    try:
        table = perudo.Table(text, players, seed=seed, max_rounds=3)
    except perudo.PerudoError:
        return
    for number in numbers:
        turn = table.turn
        if turn is None:
            table.reset()
            continue
        legal = table.observe(turn)[1]
        try:
            table.step(number)
            assert legal[number] == 1
        except perudo.IllegalError as error:
            assert legal[number] == 0 and error.clause
        except perudo.PerudoError:
            assert not 0 <= number < table.action_count
        picked = table.sample()
        if picked is not None:
            table.step(picked)


@QUICK
@given(
    st.text(max_size=12), st.integers(0, 2**64 - 1), actions,
    st.tuples(st.integers(0, 255), st.integers(0, 255)), st.text(max_size=8),
)  # fmt: skip
def test_whatever_is_asked_of_odds_bots_and_solver(
    dice: str, in_play: int, action: str, pair: tuple[int, int], kind: str
) -> None:
    asked: list[Callable[[], object]] = [
        lambda: perudo.Odds(dice, in_play).at_least(action),
        lambda: perudo.Bot(dice),
        lambda: perudo.Rules(dice, **{kind: action}),
        lambda: perudo.win_chance(*pair),
        lambda: perudo.exploitability(lambda view: {action: 1.0}, (min(pair), 0), kind=kind),
        lambda: perudo.RoundSolver((pair[0] // 2, 6), kind="final"),
        lambda: perudo.contest([dice, "random"], games=1),
    ]
    for ask in asked:
        try:
            ask()
        except perudo.PerudoError as error:
            assert str(error)


@QUICK
@given(st.integers(1, 5), st.integers(2, 4), st.lists(st.lists(st.integers(-2, 400), max_size=6), max_size=8))
def test_whatever_many_tables_are_told(tables: int, players: int, steps: list[list[int]]) -> None:
    env = perudo.VectorEnv(tables, players, "calza dice=2", threads=1)
    for numbers in steps:
        try:
            env.step(np.array(numbers, dtype=np.int64))
        except perudo.PerudoError as error:
            assert str(error)
        env.step(env.sample())
