"""Animals on Board for learners: what a seat may know, and its choices by number. Numbers of rules: the digest's.

A seat knows where each tile is that ever lay face up: on the table, on whose ark (A20), removed (A2); its own tiles,
and which of them only it knows. All others are unseen, or one of the secrets that the others have: how many these are
is public. A tile is a number as the rules have it, and the face-down one comes after all others. In `where`, 0 is a
tile that the seat has not seen, 1 a removed one, 2 one on the table, 3 an own one that only the seat knows; from 4, 8
and 12 on they are on a player's ark, with Noah or left ashore, the players counted from the seat that looks. `group` is
which group a tile lies in, counted from 1, and `price` what each of them costs; `named` are the tiles that the seat has
named for a choice that goes on, or that it chose in secret.

Choices name tiles. To keep one is one choice, and so is to take a group: by its first tile. Tiles to split off or to
discard are named one by one, in rising order: so every action has exactly one way. It ends by itself when no more may
be named, else a split ends with a choice of its own.
"""

from __future__ import annotations

from laguna.core.encoding import NOTHING_BEGUN, WAIT, Encoding, Part, absolute, going_on, relative, starts_of
from laguna.core.rules import rule
from laguna.games.animals_on_board.components import (
    DEALT,
    DISCARD,
    DISCARDED,
    DISCARDING,
    EMPTY,
    FULL_ARK,
    HERD_ANIMAL,
    KEEP,
    KEEPING,
    MOST_CRATES,
    MOST_OWNED,
    ON_ARK,
    ON_TABLE,
    OUT,
    OVER,
    PAIR,
    PASS,
    PLACES,
    SEATS,
    SPECIES,
    SPLIT,
    TAKE,
    TILES,
    TURN,
    VALUES,
    WITH_NOAH,
    Animals,
)
from laguna.games.animals_on_board.discarding import note_discards
from laguna.games.animals_on_board.rules import alone
from laguna.games.animals_on_board.sailing import aboard
from laguna.games.animals_on_board.scoring import score
from laguna.games.animals_on_board.splitting import group_of
from laguna.games.animals_on_board.tile_sets import lowest, size

SIGHTS = TILES + 1
"""Tiles as they are seen: the face-down one is one of them."""
MOST_POINTS = MOST_OWNED * HERD_ANIMAL + MOST_CRATES
MOST_ROUNDS = 2 * (FULL_ARK - 2) + 1
"""In each round all but one take a tile or more (A13): of two players one has ten then, and begins with one (A4)."""

# Where a tile is as a seat knows it. A player's: the seat is added, counted from the one that looks.
NOT_SEEN, REMOVED, LYING, IN_SECRET, ABOARD = 0, 1, 2, 3, 4
NOAHS, ASHORE = ABOARD + SEATS, ABOARD + 2 * SEATS
CODE_BITS = 4
"""The codes of all places are held in one number, so many bits for each."""

PARTS = (
    Part("asking", (), DISCARDING, "A6", codes=True),
    Part("asked", (SEATS,), 1, "A4"),
    Part("sealed", (SEATS,), 1, "A4"),
    Part("players", (), SEATS, "A2", codes=True),
    Part("round", (), MOST_ROUNDS, "A5"),
    Part("active", (), SEATS, "A6", codes=True),
    Part("starter", (), SEATS - 1, "A11", codes=True),
    Part("last_turn", (), 1, "A13"),
    Part("resting", (SEATS,), 1, "A9"),
    Part("crates", (SEATS,), MOST_CRATES, "A8"),
    Part("tiles", (SEATS,), MOST_OWNED, "A20"),
    Part("secrets", (SEATS,), MOST_OWNED, "A20"),
    Part("points", (SEATS,), MOST_POINTS, "A18"),
    Part("unseen", (), TILES, "A20"),
    Part("where", (TILES,), ASHORE + SEATS - 1, "A20", codes=True),
    Part("group", (SIGHTS,), PLACES, "A7", codes=True),
    Part("price", (PLACES,), PLACES, "A9"),
    Part("named", (SIGHTS,), 1, "A7"),
)
STARTS = starts_of(PARTS)
ASKING, ASKED, SEALED, PLAYERS, ROUND, ACTIVE, STARTER, LAST_TURN, RESTING = STARTS[:9]
CRATES_OF, TILES_OF, SECRETS_OF, POINTS, NOBODY_SAW, WHERE, GROUP, PRICE, NAMED = STARTS[9:]


def _species_points() -> bytes:
    """A16, A18: what animals of one species score: by which values there are, a bit each."""
    points = []
    for values in range(1 << VALUES):
        animals = values.bit_count()
        alone = values.bit_length()  # the value, if there is only one
        points.append(0 if animals == PAIR else alone if animals < PAIR else animals * HERD_ANIMAL)
    return bytes(points)


SPECIES_POINTS = _species_points()

# Choices: NAME + tile is to keep it, to split it off or to discard it; TAKE_FIRST + tile is to take the group whose
# first tile it is
CHOOSE_PASS, DONE, NAME = WAIT + 1, WAIT + 2, WAIT + 3
TAKE_FIRST = NAME + SIGHTS
CHOICES = TAKE_FIRST + SIGHTS


# What a seat may know


@rule
def observe(s: Animals, seat: int, begun: int, out: list[int]) -> None:
    """Note what lies or lay face up, what is the seat's own, and how many tiles are hidden where (A20)."""
    observe_round(s, seat, out)
    observe_players(s, seat, out)
    observe_tiles(s, seat, out)
    observe_groups(s, out)
    observe_points(s, seat, out)
    if begun | s.sealed[seat] != 0:
        observe_named(s, seat, begun | s.sealed[seat], out)


@rule
def observe_round(s: Animals, seat: int, out: list[int]) -> None:
    """A4-A6, A17: what is asked, whose turn it is, and who begins the next round."""
    out[ASKING] = s.asking
    out[PLAYERS] = s.players
    out[ROUND] = s.round
    if s.asking == TURN:
        out[ACTIVE] = 1 + relative(s, seat, s.active)
        out[LAST_TURN] = 1 if alone(s) else 0
    out[STARTER] = relative(s, seat, s.starter)
    out[NOBODY_SAW] = s.unseen


@rule
def observe_players(s: Animals, seat: int, out: list[int]) -> None:
    """A20: what everybody sees of each player."""
    for further in range(s.players):
        player = absolute(s, seat, further)
        out[ASKED + further] = s.owes >> player & 1
        out[SEALED + further] = 1 if s.sealed[player] != 0 else 0
        out[RESTING + further] = s.flags >> player & 1
        out[CRATES_OF + further] = s.crates[player]
        out[TILES_OF + further] = s.tiles[player]
        out[SECRETS_OF + further] = s.secrets[player]


@rule
def observe_tiles(s: Animals, seat: int, out: list[int]) -> None:
    """A4, A9, A10, A20: where each tile is, if the seat may know."""
    codes = codes_of(s, seat)
    mine = ON_ARK + seat
    for tile in range(TILES):
        where = s.where[tile]
        secretly = IN_SECRET if where == mine else NOT_SEEN
        openly = codes >> CODE_BITS * where & (1 << CODE_BITS) - 1
        out[WHERE + tile] = secretly if s.secret[tile] != 0 else openly


@rule
def codes_of(s: Animals, seat: int) -> int:
    """By where the rules say that a tile is: what a seat is told of it, unless it is a secret."""
    codes = REMOVED << CODE_BITS * OUT | LYING << CODE_BITS * ON_TABLE
    for further in range(s.players):
        player = absolute(s, seat, further)
        codes |= ABOARD + further << CODE_BITS * (ON_ARK + player)
        codes |= NOAHS + further << CODE_BITS * (WITH_NOAH + player)
        codes |= ASHORE + further << CODE_BITS * (DISCARDED + player)
    return codes


@rule
def observe_groups(s: Animals, out: list[int]) -> None:
    """A7, A9: which tiles lie together, and what each group costs. Groups count in the order of their first tiles."""
    groups = 0
    for first in range(PLACES):
        group = s.group[first]
        if group != 0:
            out[PRICE + groups] = size(group)
            groups += 1
            for place in range(first, PLACES):
                if group >> place & 1:
                    out[GROUP + s.place[place]] = groups


@rule
def observe_points(s: Animals, seat: int, out: list[int]) -> None:
    """A18, A20: one's own points as they stand; in the end those of all."""
    mine = ON_ARK + seat
    own = 0
    for tile in range(TILES):
        own |= (1 if s.where[tile] == mine else 0) << tile
    points = int(s.crates[seat])
    for species in range(SPECIES):
        points += SPECIES_POINTS[own >> VALUES * species & (1 << VALUES) - 1]
    out[POINTS] = points
    if s.asking == OVER:
        for further in range(1, s.players):
            out[POINTS + further] = score(s, absolute(s, seat, further))


@rule
def observe_named(s: Animals, seat: int, chosen: int, out: list[int]) -> None:
    """A4, A7, A17: which tiles of a group, or of its own, a seat has named so far, or chosen in secret."""
    if s.asking == TURN:
        for place in range(PLACES):
            if chosen >> place & 1:
                out[NAMED + s.place[place]] = 1
        return
    index = 0
    for tile in range(TILES):
        if s.where[tile] == ON_ARK + seat:
            out[NAMED + tile] = chosen >> index & 1
            index += 1


# Choices


@rule
def legal(s: Animals, seat: int, begun: int, notes: list[int], mask: list[int]) -> int:
    """A4, A6, A7, A17: which tile to keep; to split or to take; which tile more to split off or to discard."""
    if s.asking == KEEPING:
        return legal_own(s, seat, (1 << DEALT) - 1, mask)
    if s.asking == DISCARDING:
        return legal_own(s, seat, discardable(s, seat, begun, notes), mask)
    return legal_turn(s, seat, mask) if begun == NOTHING_BEGUN else legal_more(s, begun, mask)


@rule
def legal_own(s: Animals, seat: int, which: int, mask: list[int]) -> int:
    """These of one's own tiles, a bit each."""
    index = 0
    for tile in range(TILES):
        if s.where[tile] == ON_ARK + seat:
            mask[NAME + tile] = which >> index & 1
            index += 1
    return size(which)


@rule
def legal_turn(s: Animals, seat: int, mask: list[int]) -> int:
    """A7: a group is split by naming what is not its first tile. A9: it is taken by that. A12, A13: or one passes."""
    count = 0
    for place in range(PLACES):
        tile = s.place[place]
        if tile == EMPTY:
            continue
        if s.group[place] == 0:
            mask[NAME + tile] = 1
            count += 1
        elif size(s.group[place]) <= s.crates[seat]:
            mask[TAKE_FIRST + tile] = 1
            count += 1
    if count == 0 or alone(s):
        mask[CHOOSE_PASS] = 1
        count += 1
    return count


@rule
def legal_more(s: Animals, begun: int, mask: list[int]) -> int:
    """A7: a further tile of the group, after those that are named; or that is all."""
    group = s.group[group_of(s, begun)]
    count = 1
    mask[DONE] = 1
    for place in range(PLACES):
        if group >> place & 1 and begun >> place == 0:
            mask[NAME + s.place[place]] = 1
            count += 1
    return count


@rule
def discardable(s: Animals, seat: int, begun: int, notes: list[int]) -> int:
    """A17: which of one's own tiles may be named next, so that the rest can still be named."""
    settled = 0
    while settled < begun:
        settled += settled + 1
    found = 0
    for i in range(note_discards(s, seat, notes)):
        chosen = notes[i] - DISCARD
        if chosen & settled == begun:
            found |= 1 << lowest(chosen & ~settled)
    return found


@rule
def decide(s: Animals, seat: int, begun: int, choice: int) -> int:
    """The rules' action, or how far it is begun: the places to split off, or the own tiles to discard, a bit each."""
    if choice == CHOOSE_PASS:
        return PASS
    if choice == DONE:
        return SPLIT + begun
    if choice >= TAKE_FIRST:
        return TAKE + s.group[place_of(s, choice - TAKE_FIRST)]
    if s.asking == TURN:
        return split_off(s, begun, place_of(s, choice - NAME))
    which = own_index(s, seat, choice - NAME)
    if s.asking == KEEPING:
        return KEEP + which
    chosen = begun | 1 << which
    return DISCARD + chosen if size(chosen) == aboard(s, seat) - FULL_ARK else going_on(chosen)


@rule
def split_off(s: Animals, begun: int, place: int) -> int:
    """A7: one tile more; where no further one can follow, that is all."""
    part = begun | 1 << place
    return going_on(part) if s.group[group_of(s, part)] >> place > 1 else SPLIT + part


@rule
def place_of(s: Animals, tile: int) -> int:
    """Where on the table a tile lies."""
    place = 0
    while s.place[place] != tile:
        place += 1
    return place


@rule
def own_index(s: Animals, seat: int, tile: int) -> int:
    """Which of a player's tiles, counted in order, this one is."""
    index = 0
    for other in range(tile):
        if s.where[other] == ON_ARK + seat:
            index += 1
    return index


ENCODING = Encoding(
    version=1,
    parts=PARTS,
    choices=CHOICES,
    observe=observe,
    legal=legal,
    decide=decide,
)
