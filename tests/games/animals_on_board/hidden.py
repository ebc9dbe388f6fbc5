"""What a seat cannot know of a table of Animals on Board."""

from __future__ import annotations

from random import Random

from laguna.games.animals_on_board.components import (
    DEALT,
    DISCARD,
    DISCARDING,
    KEEPING,
    MOST_NOTES,
    ON_ARK,
    TILES,
    UNSEEN,
    Animals,
)
from laguna.games.animals_on_board.discarding import note_discards
from laguna.games.animals_on_board.secrecy import believable

TRIES = 200


def swap(s: Animals, seat: int, random: Random) -> Animals | None:
    """A20: the others' setup tiles and face-down tiles, among themselves and the unseen; what they chose in secret."""
    for _ in range(TRIES):
        twin = s.copy()
        _swap_tiles(twin, seat, random)
        if s.asking != DISCARDING or believable(twin, seat):
            _swap_choices(twin, seat, random)
            if twin != s:
                return twin
    return None


def _swap_tiles(s: Animals, seat: int, random: Random) -> None:
    """Deal all that the seat cannot know once more."""
    secret = [tile for tile in range(TILES) if s.secret[tile] and s.where[tile] != ON_ARK + seat]
    owners = [s.where[tile] for tile in secret]
    pool = secret + [tile for tile in range(TILES) if s.where[tile] == UNSEEN]
    for tile in pool:
        s.where[tile] = UNSEEN
        s.secret[tile] = 0
    for tile, owner in zip(random.sample(pool, len(owners)), owners, strict=True):
        s.where[tile] = owner
        s.secret[tile] = 1


def _swap_choices(s: Animals, seat: int, random: Random) -> None:
    """Choose anew what the others have chosen in secret."""
    for other in range(s.players):
        if other != seat and s.sealed[other]:
            if s.asking == KEEPING:
                s.sealed[other] = 1 << random.randrange(DEALT)
            else:
                notes = [0] * MOST_NOTES
                s.sealed[other] = notes[random.randrange(note_discards(s, other, notes))] - DISCARD
