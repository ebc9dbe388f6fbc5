"""The end of the game: Noah's pairs, what does not fit, and what everybody has."""

from __future__ import annotations

from laguna.core.rules import rule, tell
from laguna.games.animals_on_board.components import (
    DISCARDED,
    DISCARDING,
    FULL_ARK,
    NOBODY,
    ON_ARK,
    OVER,
    PAIR,
    PAIR_LEFT,
    SCORED,
    SEATS,
    SHOWN,
    SPECIES,
    THREW_OUT,
    TILES,
    VALUES,
    WITH_NOAH,
    Animals,
)
from laguna.games.animals_on_board.dealing import seal
from laguna.games.animals_on_board.scoring import score
from laguna.games.animals_on_board.tile_sets import count, size


@rule
def end_game(s: Animals) -> None:
    """A17: who has more than ten without Noah's pairs chooses what to discard, all at the same time."""
    s.flags = 0
    s.active = NOBODY
    s.owes = 0
    s.asking = DISCARDING
    for seat in range(s.players):
        if aboard(s, seat) > FULL_ARK:
            s.owes |= 1 << seat
    if s.owes == 0:
        set_sail(s)


@rule
def noahs(s: Animals, seat: int) -> int:
    """A16: which of a player's tiles, counted in order, are one of exactly two: a bit each."""
    pairs = 0
    index = 0
    for species in range(SPECIES):
        animals = count(s, seat, species)
        if animals == PAIR:
            pairs |= 0b11 << index
        index += animals
    return pairs


@rule
def aboard(s: Animals, seat: int) -> int:
    """A16: how many tiles a player has without the pairs that go to Noah."""
    return s.tiles[seat] - size(noahs(s, seat))


@rule
def discard(s: Animals, seat: int, chosen: int) -> None:
    """A17: chosen in secret; when all have chosen, the arks set sail."""
    seal(s, seat, chosen)
    if s.owes == 0:
        set_sail(s)


@rule
def set_sail(s: Animals) -> None:
    """A16-A18, A20: pairs go to Noah, then the surplus is discarded, and everything is shown."""
    for seat in range(s.players):
        give_noah_the_pairs(s, seat)
    for seat in range(s.players):
        throw_out(s, seat)
    for seat in range(s.players):
        show(s, seat)
    s.asking = OVER


@rule
def give_noah_the_pairs(s: Animals, seat: int) -> None:
    """A16: both tiles of every species of which a player has exactly two."""
    for species in range(SPECIES):
        if count(s, seat, species) == PAIR:
            pair = 0
            for tile in range(species * VALUES, (species + 1) * VALUES):
                if s.where[tile] == ON_ARK + seat:
                    s.where[tile] = WITH_NOAH + seat
                    pair |= 1 << tile
            s.tiles[seat] -= PAIR
            tell(s, PAIR_LEFT, seat, pair)


@rule
def throw_out(s: Animals, seat: int) -> None:
    """A17: what the player chose, counted among all their tiles, those that Noah has now included."""
    if s.sealed[seat] == 0:
        return
    thrown = 0
    index = 0
    for tile in range(TILES):
        if owner(s, tile) == seat:
            if s.sealed[seat] >> index & 1:
                s.where[tile] = DISCARDED + seat
                s.tiles[seat] -= 1
                thrown |= 1 << tile
            index += 1
    s.sealed[seat] = 0
    tell(s, THREW_OUT, seat, thrown)


@rule
def show(s: Animals, seat: int) -> None:
    """A20: at scoring there are no secrets left; an ark that Noah emptied (A16) is told, too."""
    shown = 0
    for tile in range(TILES):
        if s.where[tile] == ON_ARK + seat:
            shown |= 1 << tile
        if owner(s, tile) == seat:
            s.secret[tile] = 0
    s.secrets[seat] = 0
    tell(s, SHOWN, seat, shown)
    tell(s, SCORED, seat, score(s, seat))


@rule
def owner(s: Animals, tile: int) -> int:
    """Whose tile it is or was: on an ark, given to Noah or discarded. NOBODY: no player's."""
    if s.where[tile] < ON_ARK:
        return NOBODY
    return (s.where[tile] - ON_ARK) % SEATS
