"""Perudo (Dudo, liar's dice): the referee, exact odds, bots, the trained network, the solver and the arena.

    >>> import perudo
    >>> game = perudo.Game("classic", names=["anna", "boris"], seed=1)
    >>> game.deal()
    >>> game.act(perudo.Bot("steady").decide(game.view()))

Environments to learn in are modules of their own, which need more packages: `perudo.pettingzoo`, `perudo.openspiel`.
`perudo.VectorEnv` steps thousands of tables at a time and needs NumPy alone.
"""

from __future__ import annotations

from perudo._native import (
    Bot,
    Contestant,
    Game,
    Odds,
    Outlook,
    Quality,
    Reply,
    RoundSolver,
    Rules,
    Table,
    VectorEnv,
    View,
    axes,
    bot_names,
    chances,
    contest,
    exploitability,
    outlook,
    play_randomly,
    presets,
    table_policy,
    use_weights,
    win_chance,
)
from perudo.errors import IllegalError, PerudoError, RecordError, RulesError
from perudo.showdown import Reveal

__all__ = [
    "BOTS",
    "PRESETS",
    "Bot",
    "Contestant",
    "Game",
    "IllegalError",
    "Odds",
    "Outlook",
    "PerudoError",
    "Quality",
    "RecordError",
    "Reply",
    "Reveal",
    "RoundSolver",
    "Rules",
    "RulesError",
    "Table",
    "VectorEnv",
    "View",
    "axes",
    "chances",
    "check",
    "contest",
    "exploitability",
    "outlook",
    "play_randomly",
    "table_policy",
    "use_weights",
    "win_chance",
]

PRESETS: tuple[str, ...] = tuple(presets())
"""The presets of the rules; the first is the default."""

BOTS: tuple[str, ...] = tuple(bot_names())
"""The bots: those that reason, then those that learnt, each from the weakest to the strongest."""


def check(record: str | bytes, *, lang: str = "en") -> RecordError | None:
    """What is wrong with a record, as `perudo check` tells it; None if nothing is."""
    try:
        Game.read(record, lang=lang)
    except RecordError as error:
        return error
    return None


def _restored(record: str, seed: int, lang: str) -> Game:
    """A game that was pickled."""
    return Game.read(record, seed=seed, lang=lang)
