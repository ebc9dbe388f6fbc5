"""Ratings by openskill's Plackett–Luce model, game after game in the order of their numbers.

A name enters a game once, whatever the number of its seats: with the mean of their places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

import msgspec

from laguna.arena.match import PlayedGame

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating


class Rating(msgspec.Struct, frozen=True):
    """How good a name is held to be, how unsure that is, and a number to sort by: mu less three sigmas."""

    mu: float
    sigma: float
    ordinal: float


def ratings(names: Sequence[str], games: Sequence[PlayedGame]) -> list[dict[str, Rating]]:
    """Everybody's rating before the first of these games, and after each."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only who rates needs it

    model = PlackettLuce()
    current = {name: model.rating(name=name) for name in names}
    curve = [_written(current)]
    for game in games:
        ranks = _ranks(game)
        rated = model.rate([[current[name]] for name in ranks], ranks=list(map(float, ranks.values())))
        current.update(zip(ranks, (team[0] for team in rated), strict=True))
        curve.append(_written(current))
    return curve


def _ranks(game: PlayedGame) -> dict[str, int]:
    """Each name's rank among the names at the table, 1 is best. Whole numbers: openskill cuts off fractions."""
    held: dict[str, list[int]] = {}
    for name, place in zip(game.bots, game.places, strict=True):
        held.setdefault(name, []).append(place)
    means = {name: fmean(places) for name, places in held.items()}
    return {name: 1 + sum(other < mean for other in means.values()) for name, mean in means.items()}


def _written(current: Mapping[str, PlackettLuceRating]) -> dict[str, Rating]:
    return {
        name: Rating(round(one.mu, 3), round(one.sigma, 3), round(one.ordinal(), 3)) for name, one in current.items()
    }
