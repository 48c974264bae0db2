"""What is raised: always with a sentence, and with the referee's reason and clause where there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perudo._native import Game

__all__ = ["IllegalError", "PerudoError", "RecordError", "RulesError"]


class PerudoError(ValueError):
    """Anything that is wrong with what was asked for."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are made again from their fields, not from their message.
        return (_made_again, (type(self), self.args, self.__dict__))


class IllegalError(PerudoError):
    """The rules refuse it. Nothing has changed."""

    sentence: str
    """Why, in a sentence."""
    reason: str
    """The name of the reason, such as "bid-not-higher": the same as in `perudo check --json`."""
    clause: str
    """The clause of the rules, such as "R7"."""
    player: int | None
    """The seat that wanted it."""
    turn: int | None
    """The seat whose decision it is."""
    legal: list[str]
    """What would have been legal for that seat."""

    def __init__(
        self,
        sentence: str,
        reason: str,
        clause: str,
        player: int | None,
        turn: int | None,
        legal: list[str],
    ) -> None:
        super().__init__(f"{sentence} ({clause})")
        self.sentence = sentence
        self.reason = reason
        self.clause = clause
        self.player = player
        self.turn = turn
        self.legal = legal


class RulesError(PerudoError):
    """There is no such rule set."""

    sentences: list[str]
    """Everything that is wrong with it."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


class RecordError(PerudoError):
    """A record cannot be carried out."""

    sentence: str
    """Why, in a sentence."""
    line: int
    """The first line that is wrong, from 1."""
    column: int | None
    """Where in the line, if it cannot be read."""
    reason: str
    """The name of the reason: the `error` of `perudo check --json`."""
    clause: str | None
    """The clause of the rules, if they refuse it."""
    player: str | None
    """The name of the player it speaks of."""
    legal: list[str]
    """What would have been legal."""
    game: Game | None
    """The game as it stood before that line, once the players sat down."""

    def __init__(
        self,
        sentence: str,
        line: int,
        column: int | None,
        reason: str,
        clause: str | None,
        player: str | None,
        legal: list[str],
        game: Game | None,
    ) -> None:
        clause_told = f" ({clause})" if clause else ""
        super().__init__(f"line {line}: {sentence}{clause_told}")
        self.sentence = sentence
        self.line = line
        self.column = column
        self.reason = reason
        self.clause = clause
        self.player = player
        self.legal = legal
        self.game = game


def _made_again(kind: type[PerudoError], args: tuple[Any, ...], fields: dict[str, Any]) -> PerudoError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(fields)
    return error
