"""The components of Animals on Board (A1), its state, and the numbers of what is asked, done, refused and told."""

from __future__ import annotations

from laguna.core.rules import State, ints

# Components (A1)
SEATS = 4
SPECIES = 12
VALUES = 5
TILES = SPECIES * VALUES  # tile = species * VALUES + value - 1
CRATES = 20
MOST_CRATES = 5
FULL_ARK = 10
MOST_OWNED = 14  # nine, and a group of five on top

SPECIES_IN_PLAY = (0, 0, 8, 10, 12)  # by players (A2)
DEALT = 3
FACE_UP = (0, 0, 8, 10, 12)  # by players (A5)
PLACES = 13  # on the table: twelve tiles face up and one face down

PAIR = 2
HERD_ANIMAL = 5  # what each animal of a herd scores (A18)
NOBODY = -1

# Where a tile is. From ON_ARK on it is a player's: the seat is added.
UNSEEN, OUT, ON_TABLE, ON_ARK, WITH_NOAH, DISCARDED = 0, 1, 2, 3, 7, 11

# What lies on a place of the table, if it is not a tile that can be seen
FACE_DOWN, EMPTY = TILES, TILES + 1

# What may be asked
OVER, KEEPING, TURN, DISCARDING = 0, 1, 2, 3

# Actions: pass; split off, or take, the tiles on these places (a bit each); keep the i-th of the dealt tiles;
# discard these of one's own (a bit each). Own tiles count in the order of their numbers.
PASS, SPLIT, TAKE = 0, 0, 1 << PLACES
KEEP = TAKE + (1 << PLACES)
DISCARD = KEEP + DEALT
ACTIONS = DISCARD + (1 << MOST_OWNED)
MOST_NOTES = 1001  # ways to discard 4 of 14

# Why an action is refused
KEEP_ONE_NOW, SPLIT_OR_TAKE_NOW, DISCARD_NOW = 1, 2, 3
NOTHING_THERE, SEVERAL_GROUPS, SINGLE_TILE, ONE_SIDE_EMPTY, OTHER_HALF = 4, 5, 6, 7, 8
PART_OF_A_GROUP, TOO_FEW_CRATES, MUST_ACT, NOAHS_ANYWAY, NOT_DOWN_TO_TEN, LEAVES_A_PAIR = 9, 10, 11, 12, 13, 14

# What is told. Tiles are told as a set: bit t for tile t, bit FACE_DOWN for the face-down one.
(REMOVED, STARTS, WERE_DEALT, CHOSE, LAID, ROUND, DRAWN, DIVIDED, TOOK, FLAG, FULL, PASSED) = range(12)
(LAST_TURN, ENDS, PAIR_LEFT, THREW_OUT, SHOWN, SCORED) = range(12, 18)


class Animals(State):
    """A game of Animals on Board. A place keeps its number during a round; a group is known by its first place."""

    players: int
    first: int  # the seat that begins, or NOBODY: drawn
    out: int  # the removed species, a bit each; 0: drawn
    where: list[int] = ints(TILES, bits=8)
    secret: list[int] = ints(TILES, bits=8)  # 1: on an ark, and known to its owner alone
    unseen: int  # tiles nobody has seen: the draw pile, and the face-down one on the table
    place: list[int] = ints(PLACES, bits=8)  # what lies there: a tile, FACE_DOWN or EMPTY
    group: list[int] = ints(PLACES)  # the group whose first place this is, a bit for each of its places
    crates: list[int] = ints(SEATS, bits=8)
    supply: int
    tiles: list[int] = ints(SEATS, bits=8)  # how many a player owns, on the ark and beside it
    secrets: list[int] = ints(SEATS, bits=8)  # how many of them only the owner knows
    flags: int  # break flags that are up, a bit for each seat
    starter: int  # who holds the starting flag
    round: int
    asking: int
    active: int  # whose turn it is, or NOBODY
    owes: int  # the seats that owe an answer, a bit each
    sealed: list[int] = ints(SEATS)  # own tiles kept (A4) or discarded (A17) in secret; 0: not yet chosen
