"""Which tiles may be thrown out when an ark is too full."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.animals_on_board.components import (
    DISCARD,
    FULL_ARK,
    LEAVES_A_PAIR,
    NOAHS_ANYWAY,
    NOBODY,
    NOT_DOWN_TO_TEN,
    NOTHING_THERE,
    PASS,
    Animals,
)
from laguna.games.animals_on_board.sailing import aboard, noahs
from laguna.games.animals_on_board.scoring import worth
from laguna.games.animals_on_board.tile_sets import size


@rule
def discard_refusal(s: Animals, seat: int, chosen: int) -> int:
    """A17: exactly ten remain, and not exactly two of a species."""
    if chosen >> s.tiles[seat]:
        return NOTHING_THERE
    if chosen & noahs(s, seat):
        return NOAHS_ANYWAY
    if aboard(s, seat) - size(chosen) != FULL_ARK:
        return NOT_DOWN_TO_TEN
    return LEAVES_A_PAIR if worth(s, seat, chosen) == NOBODY else 0


@rule
def note_discards(s: Animals, seat: int, notes: list[int]) -> int:
    """A17: every way to discard down to ten that leaves no pair."""
    ways = 0
    noahs_tiles = noahs(s, seat)
    chosen = (1 << (aboard(s, seat) - FULL_ARK)) - 1
    while chosen >> s.tiles[seat] == 0:
        if chosen & noahs_tiles == 0 and worth(s, seat, chosen) != NOBODY:
            notes[ways] = DISCARD + chosen
            ways += 1
        chosen = next_as_many(chosen)
    return ways


@rule
def next_as_many(chosen: int) -> int:
    """The next larger number with as many bits set: 0011, 0101, 0110, 1001, … (known as Gosper's hack)."""
    lowest_bit = chosen & -chosen
    carried = chosen + lowest_bit
    return carried | (carried ^ chosen) // lowest_bit >> 2


@rule
def best_discard(s: Animals, seat: int, notes: list[int]) -> int:
    """A17: what the table proposes: most points, then most species."""
    best = NOBODY
    action = PASS
    for i in range(note_discards(s, seat, notes)):
        found = worth(s, seat, notes[i] - DISCARD)
        if found > best:
            best = found
            action = notes[i]
    return action
