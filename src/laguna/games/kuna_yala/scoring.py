"""Points and places."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.kuna_yala.components import COLOURS, MAJORITY_POINTS, SHARK_POINTS, KunaYala


@rule
def score(s: KunaYala, seat: int) -> int:
    """K16: fish, the majority at home, octopuses and sharks."""
    return fish_points(s, seat) + majority_points(s, seat) + s.octopuses[seat] + shark_points(s, seat)


@rule
def fish_points(s: KunaYala, seat: int) -> int:
    """K16: one for every living, uncovered fish of one's colour, in any shoal."""
    fish = 0
    for shoal in range(s.players):
        fish += fish_in(s, seat, shoal)
    return fish


@rule
def fish_in(s: KunaYala, seat: int, shoal: int) -> int:
    """K16: those of them that are in one shoal."""
    return s.fish[shoal][s.colour[seat]]


@rule
def majority_points(s: KunaYala, seat: int) -> int:
    """K16, K21: three if one's colour has strictly more fish in one's own shoal than any other colour."""
    mine = s.colour[seat]
    for colour in range(COLOURS):
        if colour != mine and s.fish[seat][colour] >= s.fish[seat][mine]:
            return 0
    return MAJORITY_POINTS


@rule
def shark_points(s: KunaYala, seat: int) -> int:
    """K16, K21: two for the most sharks in one's own shoal, at least one; all who are tied get them."""
    if s.sharks[seat] == 0:
        return 0
    for other in range(s.players):
        if s.sharks[other] > s.sharks[seat]:
            return 0
    return SHARK_POINTS


@rule
def fish_at_home(s: KunaYala, seat: int) -> int:
    """K17: the living fish of all colours in one's own shoal."""
    fish = 0
    for colour in range(COLOURS):
        fish += s.fish[seat][colour]
    return fish


@rule
def standing(s: KunaYala, seat: int) -> int:
    """K17: most points, then most living fish at home."""
    return score(s, seat) * 1000 + fish_at_home(s, seat)
