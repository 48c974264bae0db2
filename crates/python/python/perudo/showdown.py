"""A showdown, as `Game.reveal` tells it."""

from __future__ import annotations

from typing import Literal, TypedDict

__all__ = ["Reveal"]


class Reveal(TypedDict):
    """What was called, what lay on the table, and who lost or gained a die. Players are seats."""

    bid: str
    bidder: int
    caller: int
    call: Literal["dudo", "calza"]
    count: int
    loser: int | None
    gainer: int | None
    hands: list[str]
