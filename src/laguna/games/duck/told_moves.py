"""Moves of Duck as people speak of them: with the cards that they were about."""

from __future__ import annotations

from laguna.core.advice import Saying
from laguna.core.ruled import RuledTable
from laguna.games.duck.components import GHOST, Duck
from laguna.games.duck.game import CARDS, Card, Dive, DuckMove, DuckOptions, Play, Take, TakeFromGhost


class Laid(Saying, frozen=True):
    """D5: these cards on one's pile, the last one on top."""

    cards: tuple[Card, ...]


class DiveWith(Saying, frozen=True):
    """D11: a dive with this sum in hand."""

    sum: int


class FromDrawPile(Saying, frozen=True):
    """D9: a card that nobody has seen."""


class FromPileOf(Saying, frozen=True):
    """D9: this card, from the top of a neighbour's pile."""

    card: Card
    seat: int


class FromGhost(Saying, frozen=True):
    """D19: this card, from the top of the ghost's pile."""

    card: Card


ToldMoves = Laid | DiveWith | FromDrawPile | FromPileOf | FromGhost


def describe(table: RuledTable[Duck, DuckOptions], seat: int, move: DuckMove) -> ToldMoves:
    """A move with the cards that it is about."""
    s = table.state
    match move:
        case Play():
            return Laid(move.cards)
        case Dive():
            return DiveWith(s.sum[seat])
        case Take():
            return FromPileOf(CARDS[_top(s, move.seat)], move.seat)
        case TakeFromGhost():
            return FromGhost(CARDS[_top(s, GHOST)])
        case _:
            return FromDrawPile()


def _top(s: Duck, place: int) -> int:
    return s.pile[place][s.height[place] - 1]
