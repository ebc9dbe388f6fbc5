"""Moves of Animals on Board as people speak of them: with the animals, and what they cost."""

from __future__ import annotations

from laguna.core.advice import Saying
from laguna.core.ruled import RuledTable
from laguna.games.animals_on_board.components import Animals
from laguna.games.animals_on_board.game import (
    Animal,
    AnimalsMove,
    AnimalsOptions,
    Discard,
    Keep,
    Split,
    Take,
    Tile,
)


class KeptFirst(Saying, frozen=True):
    """A4: the tile that begins the ark."""

    tile: Animal


class SplitOff(Saying, frozen=True):
    """A7: a group is split, and these tiles are one half."""

    tiles: tuple[Tile, ...]


class TakenFor(Saying, frozen=True):
    """A9: a group, for as many crates as it has tiles."""

    tiles: tuple[Tile, ...]
    crates: int


class Passed(Saying, frozen=True):
    """A12, A13: nothing is taken or split."""


class LeftAshore(Saying, frozen=True):
    """A17: the animals that do not count."""

    tiles: tuple[Animal, ...]


ToldMoves = KeptFirst | SplitOff | TakenFor | Passed | LeftAshore


def describe(table: RuledTable[Animals, AnimalsOptions], seat: int, move: AnimalsMove) -> ToldMoves:
    """A move with the animals that it is about."""
    del table, seat
    match move:
        case Keep():
            return KeptFirst(move.tile)
        case Split():
            return SplitOff(move.tiles)
        case Take():
            return TakenFor(move.tiles, len(move.tiles))
        case Discard():
            return LeftAshore(move.tiles)
        case _:
            return Passed()
