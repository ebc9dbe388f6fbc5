"""Drawing and dealing tiles."""

from __future__ import annotations

from laguna.core.rules import below, rule, tell
from laguna.games.animals_on_board.components import (
    CHOSE,
    DEALT,
    ON_ARK,
    OUT,
    REMOVED,
    SPECIES,
    SPECIES_IN_PLAY,
    TILES,
    UNSEEN,
    VALUES,
    WERE_DEALT,
    Animals,
)
from laguna.games.animals_on_board.tile_sets import nth_zero


@rule
def remove_species(s: Animals) -> None:
    """A2: eight species with two players, ten with three; which are out is drawn, or was chosen by the host."""
    if s.out == 0:
        for left in range(SPECIES, SPECIES_IN_PLAY[s.players], -1):
            s.out |= 1 << nth_zero(s.out, below(s, left))
    for tile in range(TILES):
        if s.out >> species_of(tile) & 1:
            s.where[tile] = OUT
    s.unseen = SPECIES_IN_PLAY[s.players] * VALUES
    if s.out != 0:
        tell(s, REMOVED, s.out)


@rule
def species_of(tile: int) -> int:
    """A1: there are five tiles of each species."""
    return tile // VALUES


@rule
def everybody(s: Animals) -> int:
    """All seats, a bit each."""
    return (1 << s.players) - 1


@rule
def draw(s: Animals, goal: int) -> int:
    """Any of the tiles nobody has seen, each equally likely, goes where it shall be."""
    pick = below(s, s.unseen)
    tile = -1
    while pick >= 0:
        tile += 1
        pick -= s.where[tile] == UNSEEN
    s.where[tile] = goal
    s.unseen -= 1
    return tile


@rule
def deal(s: Animals, seat: int) -> None:
    """A4: three tiles, for the player's eyes only."""
    dealt = 0
    for _ in range(DEALT):
        dealt |= 1 << draw_secretly(s, seat)
    s.tiles[seat] = DEALT
    s.secrets[seat] = DEALT
    tell(s, WERE_DEALT, seat, dealt)


@rule
def draw_secretly(s: Animals, seat: int) -> int:
    """A4, A10: a tile that its owner alone knows."""
    tile = draw(s, ON_ARK + seat)
    s.secret[tile] = 1
    return tile


@rule
def seal(s: Animals, seat: int, chosen: int) -> None:
    """A4, A17: a choice made in secret; the others only see that it was made."""
    s.sealed[seat] = chosen
    s.owes &= ~(1 << seat)
    tell(s, CHOSE, seat)
