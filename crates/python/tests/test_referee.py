"""The referee, records, odds, bots, network, solver and arena from Python."""

import copy
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

import perudo

RECORD = """perudo 1
rules calza
seats anna boris
start anna
roll anna:11346 boris:22456
anna 3x6
"""


def finished(game: perudo.Game, bots: list[perudo.Bot]) -> perudo.Game:
    """Plays a tour to its end."""
    while game.winner is None:
        game.deal()
        view = game.view()
        game.act(bots[view.seat].decide(view))
    return game


def test_a_refusal_has_the_reason_the_clause_and_what_would_be_legal() -> None:
    game = perudo.Game("calza", names=["anna", "boris"])
    game.start(0)
    game.roll(["11346", "22456"])
    with pytest.raises(perudo.IllegalError) as raised:
        game.act("3x1")
    error = raised.value
    assert (error.reason, error.clause, error.player, error.turn) == ("aces-cannot-open", "R6", 0, 0)
    assert error.sentence in str(error) and "(R6)" in str(error)
    assert "1x2" in error.legal and "3x1" not in error.legal
    assert error.legal == game.legal
    game.act("3x6")
    with pytest.raises(perudo.IllegalError, match="R7") as raised:
        game.act("3x5")
    assert raised.value.reason == "bid-not-higher"
    with pytest.raises(perudo.IllegalError) as raised:
        game.act("4x6", seat=0)
    assert raised.value.reason == "not-your-turn"
    assert game.bids == [("3x6", 0)], "refusals change nothing"


def test_a_refusal_speaks_russian_too() -> None:
    game = perudo.Game("classic", lang="ru")
    with pytest.raises(perudo.IllegalError) as raised:
        game.act("dudo")
    assert raised.value.reason == "wrong-phase"
    assert any("а" <= letter <= "я" for letter in raised.value.sentence)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"players": 1}, "bad-seats"),
        ({"players": 21}, "bad-seats"),
        ({"rules": "tournament", "players": 7}, "bad-seats"),
        ({"names": ["anna", "anna"]}, "bad-seats"),
        ({"names": ["an na", "boris"]}, "bad-seats"),
    ],
)
def test_a_table_that_cannot_be_says_why(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(perudo.IllegalError) as raised:
        perudo.Game(**arguments)  # type: ignore[arg-type]
    assert (raised.value.reason, raised.value.clause) == (reason, "R2")


def test_everything_wrong_with_rules_is_told_at_once() -> None:
    with pytest.raises(perudo.RulesError) as raised:
        perudo.Rules("clasic dice=11")
    assert len(raised.value.sentences) == 2
    assert perudo.Rules("classic", dice=3, calza="on") == perudo.Rules("classic dice=3 calza=on")
    assert str(perudo.Rules("classic", open_aces="no")) == "classic open-aces=no"
    with pytest.raises(perudo.RulesError):
        perudo.Rules("classic", dise=3)


def test_presets_and_axes_are_those_of_the_rules() -> None:
    assert perudo.PRESETS == ("tournament", "classic", "international", "calza", "dudo")
    for preset in perudo.PRESETS:
        rules = perudo.Rules(preset)
        assert set(rules.axes) == set(perudo.axes())
        assert all(rules.axes[axis] in values for axis, values in perudo.axes().items())
        assert all(clause.startswith("R") and text for clause, text in rules.rulebook())
    assert perudo.Rules("classic").differences(perudo.Rules("dudo")) == []


def test_a_record_is_read_and_written_back() -> None:
    game = perudo.Game.read(RECORD)
    assert game.record() == RECORD
    assert (game.turn, game.standing, game.hands) == (1, ("3x6", 0), ["11346", "22456"])
    assert perudo.check(RECORD) is None and perudo.check(RECORD.encode()) is None


@pytest.mark.parametrize(
    ("record", "line", "column", "reason", "clause"),
    [
        (RECORD + "boris 2x6\n", 7, None, "bid-not-higher", "R7"),
        (RECORD + "boris 3y6\n", 7, 7, "syntax", None),
        ("perudo 1\nrules clasic\n", 2, None, "unknown-rules", None),
        ("perudo 1\nrules classic\nseats anna\n", 3, None, "bad-seats", "R2"),
        ("", 1, 1, "syntax", None),
    ],
)
def test_what_is_wrong_with_a_record_is_told_as_perudo_check_tells_it(
    record: str, line: int, column: int | None, reason: str, clause: str | None
) -> None:
    error = perudo.check(record)
    assert error is not None
    assert (error.line, error.column, error.reason, error.clause) == (line, column, reason, clause)
    assert error.sentence in str(error)
    if record.startswith(RECORD):
        assert error.game is not None and error.game.record() == RECORD


def test_a_view_has_no_dice_but_the_own() -> None:
    game = perudo.Game.read(RECORD)
    view = game.view(1)
    assert (view.seat, view.hand, view.bids, view.dice) == (1, "22456", [("3x6", 0)], [5, 5])
    assert "11346" not in repr(view)
    assert view.odds().at_least("3x6") == perudo.Odds("22456", 10).at_least("3x6")


def test_odds_are_exact() -> None:
    odds = perudo.Odds("11346", 6)
    assert odds.at_least("3x6") == 1.0
    assert odds.at_least("4x6") == pytest.approx(1 / 3, abs=1e-12)
    assert perudo.Odds("11346", 6, jokers=False).exactly("2x6") == pytest.approx(1 / 6, abs=1e-12)
    with pytest.raises(perudo.PerudoError, match="not a bid"):
        odds.at_least("dudo")


@pytest.mark.parametrize("preset", perudo.PRESETS)
def test_bots_play_whole_tours_and_their_records_are_good(preset: str) -> None:
    bots = [perudo.Bot(name, seed=3) for name in ("steady", "novice", "random")]
    game = finished(perudo.Game(preset, 3, seed=5), bots)
    assert game.dice.count(0) == 2 and game.winner is not None and game.wins[game.winner] == 1
    again = perudo.Game.read(game.record())
    assert again.winner == game.winner and again.record() == game.record()
    assert len(game.story()) > 10 and game.story("ru") != game.story("en")
    game.next_tour()
    assert game.phase == "draw"


def test_every_bot_decides_legally_and_says_how_it_plays() -> None:
    game = perudo.Game("tournament", 2, seed=11)
    game.deal()
    for name in perudo.BOTS:
        bot = perudo.Bot(name)
        assert bot.decide(game.view()) in game.legal
        assert sum(bot.weigh(game.view()).values()) == pytest.approx(1.0, abs=1e-6)
        assert bot.about() and bot.about("ru")
    with pytest.raises(perudo.PerudoError, match="steady"):
        perudo.Bot("stedy")
    with pytest.raises(perudo.PerudoError, match="turn"):
        perudo.Bot("steady").decide(game.view(1 - game.view().seat))


def test_the_same_seed_throws_the_same_dice() -> None:
    def dealt(seed: int) -> list[str] | None:
        game = perudo.Game(seed=seed)
        game.deal()
        return game.hands

    assert dealt(7) == dealt(7)
    assert len({str(dealt(seed)) for seed in range(20)}) > 10


def test_games_are_copied_and_pickled() -> None:
    game = perudo.Game.read(RECORD)
    for other in (copy.copy(game), copy.deepcopy(game), game.copy(), pickle.loads(pickle.dumps(game))):
        assert other.record() == game.record()
        other.act("dudo")
    assert game.record() == RECORD
    rules = pickle.loads(pickle.dumps(perudo.Rules("calza dice=3")))
    assert rules == perudo.Rules("calza dice=3")
    error = perudo.check(RECORD + "boris 2x6\n")
    assert pickle.loads(pickle.dumps(error)).clause == "R7"


def test_the_network_has_an_outlook() -> None:
    game = perudo.Game.read(RECORD.replace("calza", "tournament"))
    outlook = perudo.outlook(game.view(), wanted="10x6")
    assert outlook.best in game.legal and "10x6" in outlook.after
    assert outlook.after[outlook.best] == max(outlook.after.values()) >= outlook.before > 0
    assert outlook.policy.keys() == outlook.after.keys() and not outlook.perfect
    assert sum(perudo.chances(game)) == pytest.approx(1.0, abs=1e-6)
    with pytest.raises(perudo.PerudoError, match="turn"):
        perudo.outlook(game.view(0))


def test_a_round_is_solved() -> None:
    solver = perudo.RoundSolver((1, 1), "tournament")
    quality = solver.solve(0.0005)
    assert quality.exploitability <= 0.0005
    assert quality.value == pytest.approx(-1 / 18, abs=0.001)
    side, replies = solver.replies(["1x6"])
    assert side == 1 and [reply.hand for reply in replies] == list("123456")
    assert all(sum(reply.chances.values()) == pytest.approx(1.0, abs=1e-6) for reply in replies)
    with pytest.raises(perudo.IllegalError) as raised:
        solver.replies(["1x6", "1x6"])
    assert raised.value.clause == "R7"


@pytest.mark.parametrize("dice", [(0, 1), (6, 6), (255, 255)])
def test_rounds_that_cannot_be_solved_say_why(dice: tuple[int, int]) -> None:
    with pytest.raises(perudo.PerudoError):
        perudo.RoundSolver(dice)


def test_exploitability_of_a_policy_of_ones_own() -> None:
    def doubts_everything(view: perudo.View) -> dict[str, float]:
        return {"dudo": 1.0} if view.standing else {"1x2": 1.0}

    solved = perudo.exploitability(lambda view: perudo.table_policy(view) or {}, (1, 1), "tournament")
    assert solved < 0.001 < 0.1 < perudo.exploitability(doubts_everything, (1, 1), "tournament")
    assert perudo.exploitability(perudo.Bot("steady").weigh) > solved

    def broken(view: perudo.View) -> dict[str, float]:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        perudo.exploitability(broken)
    with pytest.raises(perudo.PerudoError, match="not open"):
        perudo.exploitability(lambda view: {"calza": 1.0})
    with pytest.raises(perudo.PerudoError, match="weight"):
        perudo.exploitability(lambda view: {"dudo": float("nan")})


def test_the_tables_know_finals() -> None:
    chance = perudo.win_chance(1, 1, "tournament")
    assert chance == pytest.approx((1 - 1 / 18) / 2, abs=0.001)
    assert perudo.win_chance(5, 5, "tournament") is None


def test_a_function_plays_in_a_contest() -> None:
    def doubter(view: perudo.View) -> str:
        return "dudo" if view.standing else view.legal[0]

    mine, steady = perudo.contest([doubter, "steady"], games=40, threads=2)
    assert (mine.name, steady.name) == ("doubter", "steady")
    assert mine.wins + steady.wins == 40 and steady.win_rate > mine.win_rate
    assert mine.faults == 0
    again = perudo.contest([doubter, "steady"], games=40)
    assert [one.wins for one in again] == [mine.wins, steady.wins]

    def broken(view: perudo.View) -> str:
        raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea"):
        perudo.contest([broken, "steady"], games=4)
    assert perudo.contest([lambda view: "99x6", "steady"], games=4)[0].faults > 0
    with pytest.raises(perudo.PerudoError, match="no bot"):
        perudo.contest(["stedy", "steady"])
    with pytest.raises(perudo.IllegalError):
        perudo.contest(["random", "steady"], players=99)


@contextmanager
def interrupts(handler: Callable[[int, FrameType | None], Any] | signal.Handlers) -> Iterator[None]:
    """What SIGINT does meanwhile. Otherwise it does what it did to whoever started the tests: a script's background job and
    all that it starts ignore it."""
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def interrupter() -> Callable[[perudo.View], str]:
    """A bot that sends one interrupt."""
    once = threading.Lock()

    def interrupter(view: perudo.View) -> str:
        # The bot plays in another thread: the one that waits for the contest gets the signal.
        if once.acquire(blocking=False):
            os.kill(os.getpid(), signal.SIGINT)
        return view.legal[-1]

    return interrupter


def test_a_contest_can_be_interrupted() -> None:
    # Far more games than are played until the interrupt is seen, but not without end if it is not.
    with interrupts(signal.default_int_handler), pytest.raises(KeyboardInterrupt):
        perudo.contest([interrupter(), "random"], games=100_000, threads=2)


def test_an_interrupt_that_is_ignored_breaks_off_no_contest() -> None:
    with interrupts(signal.SIG_IGN):
        results = perudo.contest([interrupter(), "random"], games=40, threads=2)
    assert sum(result.wins for result in results) == 40
