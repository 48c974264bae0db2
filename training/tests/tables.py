"""States of tables for tests."""

import torch

from perudo_training.habits import HABITS
from perudo_training.rules import FACES, HISTORY, PRESETS, State


def table(dice, hands=None, preset="tournament", **changes):
    """One table, before the first bid; seat 0 opens. `hands` as text, like "1 1 5" with one die of each face
    written as in a record; `changes` of numbers, flags and lists."""
    seats = len(dice)
    state = dict(
        axes=[bool(axis) for axis in PRESETS[preset]],
        dice_each=5,
        dice=list(dice),
        used=[False] * seats,
        hands=[hand(text) for text in hands] if hands else [[0] * FACES] * seats,
        opener=0,
        turn=0,
        lost=False,
        maputo_of=-1,
        maputo=False,
        declaring=False,
        count=0,
        face=0,
        plain_count=0,
        plain_face=0,
        past_counts=[0] * HISTORY,
        past_faces=[0] * HISTORY,
        bids=0,
        highest=[[0] * FACES] * seats,
        habits=[[0.0] * HABITS] * seats,
        shown=[[0.0] * HABITS] * seats,
    )
    unknown = set(changes) - set(state)
    if unknown:
        raise ValueError(f"a state has no {unknown}")
    return State(**{name: torch.tensor([value]) for name, value in (state | changes).items()})


def hand(text):
    """Dice by face of a hand like "1 1 5"."""
    faces = [int(die) - 1 for die in text.split()]
    return [faces.count(face) for face in range(FACES)]


def bid(count, face, **changes):
    """The changes of a table with that standing bid; faces as in records, from 1."""
    plain = dict(plain_count=count, plain_face=face - 1) if face > 1 else {}
    return dict(count=count, face=face - 1, bids=1) | plain | changes
