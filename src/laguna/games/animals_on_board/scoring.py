"""Points and places."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.animals_on_board.components import HERD_ANIMAL, NOBODY, ON_ARK, PAIR, SPECIES, VALUES, Animals
from laguna.games.animals_on_board.tile_sets import count, nth_zero, size


@rule
def worth(s: Animals, seat: int, discarded: int) -> int:
    """A18, A19: a hundred for each point of the animals, one for each species. NOBODY: a pair would be left (A17).

    `discarded` has a bit for each of the player's tiles, in order; those that go to Noah (A16) score nothing.
    """
    total = 0
    for species in range(SPECIES):
        animals = count(s, seat, species)
        if animals == 0:
            continue
        gone = discarded & ((1 << animals) - 1)
        discarded >>= animals
        kept = animals - size(gone)
        if kept == PAIR and animals != PAIR:
            return NOBODY
        if kept == 1:
            total += 1 + 100 * single_value(s, seat, species, gone)
        elif kept > PAIR:
            total += 1 + 100 * kept * HERD_ANIMAL
    return total


@rule
def single_value(s: Animals, seat: int, species: int, gone: int) -> int:
    """A18: the printed value of the only animal of a species that is left."""
    which = nth_zero(gone, 0)
    value = 0
    while which >= 0:
        if s.where[species * VALUES + value] == ON_ARK + seat:
            which -= 1
        value += 1
    return value


@rule
def score(s: Animals, seat: int) -> int:
    """A18: the animals, pairs left out (A16), and one for each crate. Before A17 the surplus counts too."""
    return worth(s, seat, 0) // 100 + s.crates[seat]


@rule
def species_aboard(s: Animals, seat: int) -> int:
    """A19: how many species score on an ark: what breaks a tie."""
    return worth(s, seat, 0) % 100


@rule
def standing(s: Animals, seat: int) -> int:
    """A19: most points, then most species on the ark."""
    return worth(s, seat, 0) + 100 * s.crates[seat]
