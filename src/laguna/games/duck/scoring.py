"""The end of the game: what everybody has."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.duck.card_piles import value_of
from laguna.games.duck.components import GREEN_SIDE, KINDS, RED_SIDE, ROUNDS, Duck


@rule
def ducks(s: Duck, seat: int) -> int:
    """D16: the values of the duck cards under a towel."""
    points = 0
    for card in range(KINDS):
        points += value_of(card) * s.towel[seat][card]
    return points


@rule
def green_points(s: Duck, seat: int) -> int:
    """D16: the green lifebuoys of a seat."""
    points = 0
    for lifebuoy in range(ROUNDS):
        if s.taken_by[lifebuoy] == seat and s.green[lifebuoy]:
            points += GREEN_SIDE[lifebuoy]
    return points


@rule
def penalties(s: Duck, seat: int) -> int:
    """D16: the red lifebuoys of a seat."""
    points = 0
    for lifebuoy in range(ROUNDS):
        if s.taken_by[lifebuoy] == seat and not s.green[lifebuoy]:
            points += RED_SIDE[lifebuoy]
    return points


@rule
def score(s: Duck, seat: int) -> int:
    """D16: ducks, plus green lifebuoys, minus red penalties."""
    return ducks(s, seat) + green_points(s, seat) - penalties(s, seat)


@rule
def standing(s: Duck, seat: int) -> int:
    """D16: most points; a tie is shared."""
    return score(s, seat)
