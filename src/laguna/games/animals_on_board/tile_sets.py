"""Sets as whole numbers, a bit for each member."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.animals_on_board.components import ON_ARK, VALUES, Animals


@rule
def count(s: Animals, seat: int, species: int) -> int:
    """How many animals of a species a player has."""
    where = s.where
    mine = ON_ARK + seat
    animals = 0
    for tile in range(species * VALUES, (species + 1) * VALUES):
        if where[tile] == mine:
            animals += 1
    return animals


@rule
def lowest(chosen: int) -> int:
    """The first of the chosen places."""
    place = 0
    while chosen >> place & 1 == 0:
        place += 1
    return place


@rule
def size(chosen: int) -> int:
    """How many are chosen."""
    count = 0
    while chosen != 0:
        chosen &= chosen - 1
        count += 1
    return count


@rule
def nth_zero(bits: int, n: int) -> int:
    """The n-th bit that is not set, counted from 0."""
    bit = 0
    while n > 0 or bits >> bit & 1:
        if bits >> bit & 1 == 0:
            n -= 1
        bit += 1
    return bit
