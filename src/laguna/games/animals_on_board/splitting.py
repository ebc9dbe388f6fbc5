"""Splitting groups, and taking them aboard."""

from __future__ import annotations

from laguna.core.rules import rule, tell
from laguna.games.animals_on_board.components import (
    DIVIDED,
    EMPTY,
    FACE_DOWN,
    FLAG,
    FULL,
    FULL_ARK,
    MOST_CRATES,
    NOBODY,
    ON_ARK,
    PLACES,
    TOOK,
    Animals,
)
from laguna.games.animals_on_board.dealing import draw_secretly
from laguna.games.animals_on_board.tile_sets import lowest, size

# Split


@rule
def split(s: Animals, seat: int, part: int) -> None:
    """A7: the part becomes a group of its own, other groups stay; one crate from the supply."""
    first = group_of(s, part)
    s.group[first] &= ~part
    s.group[lowest(part)] = part
    earn = split_earns(s, seat)
    s.crates[seat] += earn
    s.supply -= earn
    tell(s, DIVIDED, seat, tiles_on(s, s.group[first]), tiles_on(s, part), earn, s.crates[seat])


@rule
def split_earns(s: Animals, seat: int) -> int:
    """A7: a split brings a crate. A8: never a sixth; one goes back instead."""
    return -1 if s.crates[seat] == MOST_CRATES else 1


@rule
def group_of(s: Animals, chosen: int) -> int:
    """The first place of the first group that has any of the chosen places; NOBODY: none has."""
    for first in range(PLACES):
        if s.group[first] & chosen:
            return first
    return NOBODY


@rule
def tiles_on(s: Animals, chosen: int) -> int:
    """The set of tiles on these places, as it is told."""
    tiles = 0
    for place in range(PLACES):
        tiles |= (chosen >> place & 1) << s.place[place]
    return tiles


# Take


@rule
def take(s: Animals, seat: int, group: int) -> None:
    """A9: pay a crate for each tile, put them all on the ark, raise the break flag."""
    price = size(group)
    s.crates[seat] -= price
    s.supply += price
    seen = tiles_on(s, group)
    found = board(s, seat, group)
    tell(s, TOOK, seat, seen, found, price, s.crates[seat])
    if s.flags == 0:  # A11: the first of the round; the flag counts in the next one
        s.starter = seat
        tell(s, FLAG, seat)
    s.flags |= 1 << seat
    if s.tiles[seat] >= FULL_ARK > s.tiles[seat] - price:
        tell(s, FULL, seat, s.tiles[seat])  # A14


@rule
def board(s: Animals, seat: int, group: int) -> int:
    """A9: the group's tiles are the player's. A10: the face-down one is seen by them only, and returned here."""
    found = NOBODY
    for place in range(PLACES):
        if group >> place & 1:
            if s.place[place] == FACE_DOWN:
                found = draw_secretly(s, seat)
                s.secrets[seat] += 1
            else:
                s.where[s.place[place]] = ON_ARK + seat
            s.place[place] = EMPTY
            s.tiles[seat] += 1
    s.group[lowest(group)] = 0
    return found
