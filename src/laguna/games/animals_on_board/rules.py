"""The rules of Animals on Board: setup, rounds, questions and answers. Numbers are those of the digest.

The chapters: `components` (A1), `tile_sets` (sets as whole numbers), `dealing`, `splitting` (and taking), `scoring`,
`sailing` (the end of the game), `discarding` (what may be thrown out), `secrecy` (what a seat may know).
"""

from __future__ import annotations

from laguna.core.rules import below, rule, tell
from laguna.games.animals_on_board.components import (
    CRATES,
    DEALT,
    DISCARD,
    DISCARD_NOW,
    DISCARDING,
    DRAWN,
    EMPTY,
    ENDS,
    FACE_DOWN,
    FACE_UP,
    FULL_ARK,
    KEEP,
    KEEP_ONE_NOW,
    KEEPING,
    LAID,
    LAST_TURN,
    MUST_ACT,
    NOBODY,
    NOTHING_THERE,
    ON_ARK,
    ON_TABLE,
    ONE_SIDE_EMPTY,
    OTHER_HALF,
    PART_OF_A_GROUP,
    PASS,
    PASSED,
    PLACES,
    ROUND,
    SEVERAL_GROUPS,
    SINGLE_TILE,
    SPLIT,
    SPLIT_OR_TAKE_NOW,
    STARTS,
    TAKE,
    TILES,
    TOO_FEW_CRATES,
    TURN,
    Animals,
)
from laguna.games.animals_on_board.dealing import deal, draw, everybody, remove_species, seal
from laguna.games.animals_on_board.discarding import discard_refusal, note_discards
from laguna.games.animals_on_board.sailing import discard, end_game
from laguna.games.animals_on_board.splitting import group_of, split, take
from laguna.games.animals_on_board.tile_sets import size

# Setup


@rule
def setup(s: Animals) -> None:
    """A2-A4: species in play, a crate each, the starting flag, three tiles each to choose one from."""
    remove_species(s)
    for place in range(PLACES):
        s.place[place] = EMPTY
    s.starter = below(s, s.players) if s.first == NOBODY else s.first
    tell(s, STARTS, s.starter)
    s.supply = CRATES
    for seat in range(s.players):
        s.crates[seat] = 1
        s.supply -= 1
    for seat in range(s.players):
        deal(s, seat)
    s.asking = KEEPING
    s.active = NOBODY
    s.owes = everybody(s)


@rule
def keep(s: Animals, seat: int, which: int) -> None:
    """A4: one of the three stays on the ark. Nobody sees which before all have chosen."""
    seal(s, seat, 1 << which)
    if s.owes == 0:
        for player in range(s.players):
            lay_the_others(s, player)
        begin_round(s)


@rule
def lay_the_others(s: Animals, seat: int) -> None:
    """A4: the two tiles that were not kept go face up to the middle."""
    kept = NOBODY
    laid = 0
    index = 0
    for tile in range(TILES):
        if s.where[tile] == ON_ARK + seat:
            if s.sealed[seat] >> index & 1:
                kept = tile
            else:
                s.where[tile] = ON_TABLE
                s.secret[tile] = 0
                laid |= 1 << tile
            index += 1
    s.tiles[seat] = 1
    s.secrets[seat] = 1
    s.sealed[seat] = 0
    tell(s, LAID, seat, laid, kept)


# Round


@rule
def begin_round(s: Animals) -> None:
    """A5, A6: one group of all tiles, filled up; flags down; the holder of the starting flag begins."""
    s.round += 1
    s.flags = 0
    left_over = 0
    for place in range(PLACES):
        if s.place[place] == FACE_DOWN:
            left_over = 1
    tell(s, ROUND, s.round, s.starter, left_over)
    fill_up(s)
    lay_out(s)
    s.asking = TURN
    give_turn(s, s.starter)


@rule
def fill_up(s: Animals) -> None:
    """A5: draw tiles face up until there are 12 (10, 8)."""
    face_up = 0
    for tile in range(TILES):
        if s.where[tile] == ON_TABLE:
            face_up += 1
    drawn = 0
    while face_up < FACE_UP[s.players]:
        drawn |= 1 << draw(s, ON_TABLE)
        face_up += 1
    if drawn != 0:
        tell(s, DRAWN, drawn)


@rule
def lay_out(s: Animals) -> None:
    """A5: one group, animals of a species side by side, and one face-down tile.

    Whether it was left over or is new makes no difference: nobody has seen it, so it is any of the unseen ones.
    """
    place = 0
    for tile in range(TILES):
        if s.where[tile] == ON_TABLE:
            s.place[place] = tile
            place += 1
    s.place[place] = FACE_DOWN
    for other in range(PLACES):
        s.group[other] = 0
    s.group[0] = (1 << (place + 1)) - 1


@rule
def give_turn(s: Animals, seat: int) -> None:
    """A6: this seat's turn: one action."""
    s.active = seat
    s.owes = 1 << seat
    if alone(s):
        tell(s, LAST_TURN, seat)


@rule
def alone(s: Animals) -> bool:
    """A13: only one player has no break flag."""
    awake = everybody(s) & ~s.flags
    return awake & (awake - 1) == 0


@rule
def end_turn(s: Animals, last: bool) -> None:
    """A6: clockwise, skipping break flags. A13: the last player's turn ends the round."""
    if last:
        end_round(s)
        return
    seat = (s.active + 1) % s.players
    while s.flags >> seat & 1:
        seat = (seat + 1) % s.players
    give_turn(s, seat)


# End


@rule
def end_round(s: Animals) -> None:
    """A15: with ten or more on anybody's ark the game ends; else there is a new round."""
    ends = False
    for seat in range(s.players):
        ends = ends or s.tiles[seat] >= FULL_ARK
    if ends:
        tell(s, ENDS, s.round)
        end_game(s)
    else:
        begin_round(s)


# Questions and answers


@rule
def asked(s: Animals) -> int:
    """A4, A6, A17: who owes an answer."""
    return s.owes


@rule
def refusal(s: Animals, seat: int, action: int) -> int:
    """Why the asked seat may not do this; 0: it may."""
    if s.asking == KEEPING:
        return 0 if KEEP <= action < DISCARD else KEEP_ONE_NOW
    if s.asking == DISCARDING:
        return discard_refusal(s, seat, action - DISCARD) if action >= DISCARD else DISCARD_NOW
    if action >= KEEP:
        return SPLIT_OR_TAKE_NOW
    if action >= TAKE:
        return take_refusal(s, seat, action - TAKE)
    return pass_refusal(s, seat) if action == PASS else split_refusal(s, action - SPLIT)


@rule
def pass_refusal(s: Animals, seat: int) -> int:
    """A12: only who can neither split nor take passes; A13: the last player may."""
    if alone(s):
        return 0
    for first in range(PLACES):
        tiles = size(s.group[first])
        if tiles > 1 or (tiles == 1 and s.crates[seat] > 0):
            return MUST_ACT
    return 0


@rule
def group_refusal(s: Animals, chosen: int) -> int:
    """A7, A9: the tiles are there, and of one group."""
    first = group_of(s, chosen)
    if first == NOBODY:
        return NOTHING_THERE
    return SEVERAL_GROUPS if chosen & ~s.group[first] else 0


@rule
def split_refusal(s: Animals, part: int) -> int:
    """A7: some but not all tiles of a group; it is named by the half that has not the group's first place."""
    wrong = group_refusal(s, part)
    if wrong:
        return wrong
    first = group_of(s, part)
    if part == s.group[first]:
        return SINGLE_TILE if size(part) == 1 else ONE_SIDE_EMPTY
    return OTHER_HALF if part >> first & 1 else 0


@rule
def take_refusal(s: Animals, seat: int, group: int) -> int:
    """A9: the whole group, the whole price, or not at all."""
    wrong = group_refusal(s, group)
    if wrong:
        return wrong
    if group != s.group[group_of(s, group)]:
        return PART_OF_A_GROUP
    return TOO_FEW_CRATES if size(group) > s.crates[seat] else 0


@rule
def choices(s: Animals, seat: int, notes: list[int]) -> int:
    """How many actions the asked seat has. Splits are counted without listing them; discards are noted."""
    if s.asking == KEEPING:
        return DEALT
    if s.asking == DISCARDING:
        return note_discards(s, seat, notes)
    ways = 0
    for first in range(PLACES):
        if s.group[first] != 0:
            tiles = size(s.group[first])
            ways += splits(tiles)
            if tiles <= s.crates[seat]:
                ways += 1
    if ways == 0 or alone(s):
        ways += 1
    return ways


@rule
def splits(tiles: int) -> int:
    """A7: in how many ways so many tiles fall into two groups."""
    return (1 << (tiles - 1)) - 1


@rule
def choice(s: Animals, seat: int, notes: list[int], i: int) -> int:
    """The i-th action: group by group its splits, then taking it if it can be paid; passing comes last."""
    if s.asking == KEEPING:
        return KEEP + i
    if s.asking == DISCARDING:
        return notes[i]
    for first in range(PLACES):
        if s.group[first] != 0:
            tiles = size(s.group[first])
            if i < splits(tiles):
                return SPLIT + nth_split(s, first, i)
            i -= splits(tiles)
            if tiles <= s.crates[seat]:
                if i == 0:
                    return TAKE + s.group[first]
                i -= 1
    return PASS


@rule
def nth_split(s: Animals, first: int, n: int) -> int:
    """The bits of n + 1, one by one, say which places after the group's first one are split off."""
    bits = n + 1
    part = 0
    for place in range(first + 1, PLACES):
        inside = s.group[first] >> place & 1
        part |= (bits & inside) << place
        bits >>= inside
    return part


@rule
def apply(s: Animals, seat: int, action: int) -> None:
    """Carry out the asked seat's answer."""
    if s.asking == KEEPING:
        keep(s, seat, action - KEEP)
    elif s.asking == DISCARDING:
        discard(s, seat, action - DISCARD)
    else:
        last = alone(s)
        if action == PASS:
            tell(s, PASSED, seat)  # A12: no break flag
        elif action < TAKE:
            split(s, seat, action - SPLIT)
        else:
            take(s, seat, action - TAKE)
        end_turn(s, last)
