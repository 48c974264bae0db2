"""A game in a notebook cell, or at any prompt.

from perudo import notebook

notebook.play(["steady", "reader"])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from perudo._native import Bot, Game, Rules, View
from perudo.drawing import tell
from perudo.errors import PerudoError

__all__ = ["play"]


def play(
    opponents: Sequence[str] = ("steady",),
    rules: Rules | str = "tournament",
    *,
    seed: int = 0,
    name: str = "you",
    lang: str = "en",
    ask: Callable[[str], str] = input,
    show: Callable[[View], object] | None = None,
) -> Game:
    """Plays a tour against bots and returns it. Type actions such as 3x4, dudo, calza, maputo or pass; `stop` to stop.

    `show` shows the table before each of one's own decisions: in a notebook as a picture, elsewhere as text.
    """
    bots: list[Bot | None] = [
        None,
        *(Bot(opponent, seed=seed + seat) for seat, opponent in enumerate(opponents)),
    ]
    names = [name, *(f"{opponent}-{seat + 1}" for seat, opponent in enumerate(opponents))]
    game = Game(rules, names=names, seed=seed, lang=lang)
    show = show or _shower()
    told = 0
    while game.winner is None:
        game.deal()
        if game.turn is None:
            continue
        bot = bots[game.turn]
        if bot is not None:
            game.act(bot.decide(game.view()))
            continue
        told = _tell(game, told, lang)
        show(game.view())
        if not _decide(game, ask):
            return game
    _tell(game, told, lang)
    return game


def _decide(game: Game, ask: Callable[[str], str]) -> bool:
    """Asks until the answer is legal; False if the player wants to stop."""
    while True:
        answer = ask(f"{game.names[0]}: ").strip()
        if answer == "stop":
            return False
        try:
            game.act(answer)
        except PerudoError as error:
            print(error)
        else:
            return True


def _tell(game: Game, told: int, lang: str) -> int:
    """Prints what happened since. Dice under cups are no part of it: a round is told once it is over."""
    story = Game.read(_public(game)).story(lang)
    for line in story[told:-1]:
        print(line)
    return len(story) - 1


def _public(game: Game) -> str:
    """The record up to the last roll whose dice are still under the cups."""
    lines = game.record().splitlines(keepends=True)
    if game.hands is not None:
        last = max(index for index, line in enumerate(lines) if line.startswith("roll ") and ":" in line)
        lines = lines[:last]
    return "".join(lines)


def _shower() -> Callable[[View], object]:
    try:
        from IPython import get_ipython
        from IPython.display import display
    except ImportError:
        return lambda view: print(tell(view))
    if get_ipython() is None:
        return lambda view: print(tell(view))
    return display  # type: ignore[no-any-return]
