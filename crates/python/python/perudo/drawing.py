"""A table as text and as an image, as one player sees it."""

from __future__ import annotations

from html import escape

import numpy as np
from numpy.typing import NDArray

from perudo._native import View

__all__ = ["draw", "svg", "tell"]

_DICE = "⚀⚁⚂⚃⚄⚅"


def _rows(view: View) -> list[tuple[int, str, str | None]]:
    """Each seat with its dice (faces of the own, question marks of others) and its latest bid."""
    latest = {seat: bid for bid, seat in view.bids}
    return [
        (seat, view.hand if seat == view.seat and view.hand else "?" * count, latest.get(seat))
        for seat, count in enumerate(view.dice)
    ]


def tell(view: View) -> str:
    """The table in lines of text."""
    lines = [f"round {view.round}, {view.kind}, {view.in_play} dice in play"]
    for seat, dice, bid in _rows(view):
        turn = "→" if seat == view.turn else " "
        shown = " ".join(_DICE[int(die) - 1] if die != "?" else "▢" for die in dice) or "out"
        said = f"  {bid}" if bid else ""
        lines.append(f"{turn} player_{seat:<2} {shown}{said}")
    if view.phase == "declaring":
        lines.append("shall the round be maputo?")
    return "\n".join(lines)


# The size of a die in pixels, and where the pips of each face are on it.
_DIE = 20
_PIPS: dict[str, list[tuple[int, int]]] = {
    "1": [(1, 1)],
    "2": [(0, 0), (2, 2)],
    "3": [(0, 0), (1, 1), (2, 2)],
    "4": [(0, 0), (0, 2), (2, 0), (2, 2)],
    "5": [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
    "6": [(0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 2)],
}
# Digits, three pixels wide and five high: a row is three bits.
_DIGITS = [
    (7, 5, 5, 5, 7),
    (2, 6, 2, 2, 7),
    (7, 1, 7, 4, 7),
    (7, 1, 7, 1, 7),
    (5, 5, 7, 1, 1),
    (7, 4, 7, 1, 7),
    (7, 4, 7, 5, 7),
    (7, 1, 2, 2, 2),
    (7, 5, 7, 5, 7),
    (7, 5, 7, 1, 7),
]
_FELT, _TURN, _BONE, _CUP, _INK = (24, 92, 60), (222, 178, 60), (244, 240, 228), (110, 70, 40), (20, 20, 24)
_GAP = 6
_SCALE = 3

_Image = NDArray[np.uint8]


def draw(view: View) -> _Image:
    """The table as an image: a row for each seat with its number, its dice, and its latest bid as a count and a die."""
    rows = _rows(view)
    most = max(int(view.rules.dice), 1)
    step = _DIE + _GAP
    width = 2 * _GAP + 8 * _SCALE + _GAP + most * step + 3 * step + 12 * _SCALE
    image: _Image = np.empty((_GAP + len(rows) * step, width, 3), np.uint8)
    image[:] = _FELT
    for row, (seat, dice, bid) in enumerate(rows):
        top = _GAP + row * step
        if seat == view.turn:
            image[top - 2 : top + _DIE + 2, :4] = _TURN
        _number(image, top, 2 * _GAP, seat)
        left = 2 * _GAP + 8 * _SCALE + _GAP
        for die in dice:
            _die(image, top, left, die)
            left += step
        if bid:
            count, face = bid.split("x")
            left = 2 * _GAP + 8 * _SCALE + _GAP + most * step + step
            _number(image, top, left, int(count))
            _die(image, top, left + 12 * _SCALE + _GAP, face)
    return image


def _number(image: _Image, top: int, left: int, number: int) -> None:
    for digit in str(number):
        for y, bits in enumerate(_DIGITS[int(digit)]):
            for x in range(3):
                if bits >> (2 - x) & 1:
                    below, right = top + 2 + y * _SCALE, left + x * _SCALE
                    image[below : below + _SCALE, right : right + _SCALE] = _BONE
        left += 4 * _SCALE


def _die(image: _Image, top: int, left: int, face: str) -> None:
    if face == "?":
        image[top : top + _DIE, left : left + _DIE] = _CUP
        return
    image[top : top + _DIE, left : left + _DIE] = _BONE
    for y, x in _PIPS[face]:
        below, right = top + 2 + y * 6, left + 2 + x * 6
        image[below : below + 4, right : right + 4] = _INK


def svg(view: View) -> str:
    """The table as an SVG picture for a notebook cell."""
    step, rows = 34, _rows(view)
    parts = []
    for row, (seat, dice, bid) in enumerate(rows):
        y = 10 + row * step
        mark = "▶" if seat == view.turn else ""
        parts.append(_text(8, y + 20, mark, "#deb23c") + _text(28, y + 20, f"player_{seat}", "#f4f0e4"))
        for place, die in enumerate(dice):
            parts.append(_svg_die(120 + place * 30, y, die))
        if bid:
            count, face = bid.split("x")
            x = 140 + int(view.rules.dice) * 30
            parts.append(_text(x, y + 20, f"{count} ×", "#f4f0e4") + _svg_die(x + 44, y, face))
    width, height = 230 + int(view.rules.dice) * 30, 14 + len(rows) * step
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(tell(view), quote=True)}">'
        f'<rect width="{width}" height="{height}" rx="8" fill="#185c3c"/>{"".join(parts)}</svg>'
    )


def _text(x: int, y: int, text: str, colour: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{colour}" font-family="sans-serif" font-size="15">{escape(text)}</text>'


def _svg_die(x: int, y: int, face: str) -> str:
    if face == "?":
        return f'<rect x="{x}" y="{y}" width="26" height="26" rx="5" fill="#6e4628"/>'
    pips = "".join(
        f'<circle cx="{x + 6 + column * 7}" cy="{y + 6 + row * 7}" r="2.4" fill="#141418"/>' for row, column in _PIPS[face]
    )
    return f'<rect x="{x}" y="{y}" width="26" height="26" rx="5" fill="#f4f0e4"/>{pips}'
