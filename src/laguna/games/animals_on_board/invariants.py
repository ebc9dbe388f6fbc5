"""What must hold after every move of Animals on Board, whatever was played."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.animals_on_board.components import (
    CRATES,
    DEALT,
    DISCARDED,
    DISCARDING,
    EMPTY,
    FACE_DOWN,
    FACE_UP,
    FULL_ARK,
    KEEPING,
    MOST_CRATES,
    MOST_OWNED,
    NOBODY,
    ON_ARK,
    ON_TABLE,
    OUT,
    OVER,
    PAIR,
    PLACES,
    SEATS,
    SPECIES,
    SPECIES_IN_PLAY,
    TILES,
    TURN,
    UNSEEN,
    WITH_NOAH,
    Animals,
)
from laguna.games.animals_on_board.dealing import everybody, species_of
from laguna.games.animals_on_board.rules import alone
from laguna.games.animals_on_board.sailing import aboard, owner
from laguna.games.animals_on_board.tile_sets import count, lowest, size

TILE_ASTRAY, SPECIES_MISCOUNTED, ARK_MISCOUNTED, SECRETS_MISCOUNTED, UNSEEN_MISCOUNTED = 1, 2, 3, 4, 5
PILE_TOO_SHORT, PLACE_AND_TILE_DISAGREE, PLACES_OUT_OF_ORDER, GROUPS_WRONG, CRATES_MISCOUNTED = 6, 7, 8, 9, 10
TOO_MANY_TILES, FORCED_TO_PASS, PAIR_ON_ARK, NOT_TEN, QUESTION_WRONG, TURN_WRONG = 11, 12, 13, 14, 15, 16


@rule
def broken(s: Animals) -> int:
    """The number of the first invariant that does not hold; 0: all is sound."""
    wrong = tiles_wrong(s)
    if wrong == 0:
        wrong = table_wrong(s)
    if wrong == 0:
        wrong = players_wrong(s)
    if wrong == 0:
        wrong = question_wrong(s)
    return wrong


@rule
def tiles_wrong(s: Animals) -> int:
    """A1, A2: every tile is in exactly one place, removed species are nowhere, the draw pile is never short."""
    unseen = 0
    for tile in range(TILES):
        where = s.where[tile]
        if where < UNSEEN or where >= DISCARDED + SEATS or owner(s, tile) >= s.players:
            return TILE_ASTRAY
        if (where == OUT) != (s.out >> species_of(tile) & 1 == 1):
            return TILE_ASTRAY
        if s.secret[tile] and (where < ON_ARK or where >= WITH_NOAH):
            return SECRETS_MISCOUNTED
        if s.asking != OVER and where >= WITH_NOAH:
            return TILE_ASTRAY
        if where == UNSEEN:
            unseen += 1
    if SPECIES - size(s.out) != SPECIES_IN_PLAY[s.players]:
        return SPECIES_MISCOUNTED
    if unseen != s.unseen:
        return UNSEEN_MISCOUNTED
    return PILE_TOO_SHORT if unseen < 2 else 0


@rule
def table_wrong(s: Animals) -> int:
    """A5, A7: places hold what is on the table, in order, and every tile there is in exactly one group."""
    face_up = 0
    for tile in range(TILES):
        if s.where[tile] == ON_TABLE:
            face_up += 1
    last = -1
    lying = 0
    for place in range(PLACES):
        tile = s.place[place]
        if tile != EMPTY:
            lying |= 1 << place
        if tile < TILES:
            face_up -= 1
            if s.where[tile] != ON_TABLE:
                return PLACE_AND_TILE_DISAGREE
            if tile <= last:
                return PLACES_OUT_OF_ORDER
            last = tile
        if tile == FACE_DOWN and place != FACE_UP[s.players]:
            return PLACES_OUT_OF_ORDER
    if face_up != 0:
        return PLACE_AND_TILE_DISAGREE
    return groups_wrong(s, lying)


@rule
def groups_wrong(s: Animals, lying: int) -> int:
    """A7: groups do not overlap, cover what lies there, and stand at their first place."""
    for first in range(PLACES):
        group = s.group[first]
        if group & ~lying or (group != 0 and lowest(group) != first):
            return GROUPS_WRONG
        lying &= ~group
    return GROUPS_WRONG if lying else 0


@rule
def players_wrong(s: Animals) -> int:
    """A3, A8, A14, A17: crates, of which the supply is never short, and how many tiles each has."""
    crates = s.supply
    for seat in range(s.players):
        owned = 0
        secrets = 0
        for tile in range(TILES):
            if s.where[tile] == ON_ARK + seat:
                owned += 1
                secrets += s.secret[tile]
        if owned != s.tiles[seat]:
            return ARK_MISCOUNTED
        if secrets != s.secrets[seat]:
            return SECRETS_MISCOUNTED
        if owned > MOST_OWNED:
            return TOO_MANY_TILES
        if s.crates[seat] < 0 or s.crates[seat] > MOST_CRATES:
            return CRATES_MISCOUNTED
        crates += s.crates[seat]
        if s.asking == OVER and ark_wrong(s, seat):
            return ark_wrong(s, seat)
    return CRATES_MISCOUNTED if crates != CRATES or s.supply < 0 else 0


@rule
def ark_wrong(s: Animals, seat: int) -> int:
    """A16, A17: at the end no pair is on an ark; who discarded has exactly ten; all is shown (A20)."""
    for species in range(SPECIES):
        if count(s, seat, species) == PAIR:
            return PAIR_ON_ARK
    discarded = 0
    for tile in range(TILES):
        if s.where[tile] == DISCARDED + seat:
            discarded += 1
    if s.tiles[seat] > FULL_ARK or (discarded > 0 and s.tiles[seat] != FULL_ARK):
        return NOT_TEN
    return SECRETS_MISCOUNTED if s.secrets[seat] else 0


@rule
def question_wrong(s: Animals) -> int:
    """A4, A6, A12, A17: who is asked fits what is asked; a forced pass happens only when the table is empty."""
    if (s.owes == 0) != (s.asking == OVER) or s.owes & ~everybody(s):
        return QUESTION_WRONG
    if (s.active == NOBODY) != (s.asking != TURN):
        return TURN_WRONG
    if s.asking == TURN:
        return turn_wrong(s)
    for seat in range(s.players):
        owes = s.owes >> seat & 1 == 1
        if owes and s.sealed[seat] != 0:
            return QUESTION_WRONG
        if s.asking == KEEPING and (s.tiles[seat] != DEALT or owes == (s.sealed[seat] != 0)):
            return QUESTION_WRONG
        if s.asking == DISCARDING and (owes or s.sealed[seat] != 0) != (aboard(s, seat) > FULL_ARK):
            return QUESTION_WRONG
    return 0


@rule
def turn_wrong(s: Animals) -> int:
    """A6, A12, A13: one player without a break flag is asked, and can do something."""
    if s.owes != 1 << s.active or s.flags & s.owes:
        return TURN_WRONG
    tiles = 0
    largest = 0
    for first in range(PLACES):
        tiles += size(s.group[first])
        largest = max(largest, size(s.group[first]))
    if tiles == 0 and not alone(s):
        return FORCED_TO_PASS
    return FORCED_TO_PASS if largest == 1 and s.crates[s.active] == 0 else 0
