"""The rules of Animals on Board, in the order of the rulebook. Numbers: the digest."""

from __future__ import annotations

from laguna.core.rules import State, below, ints, rule, tell

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
def keep(s: Animals, seat: int, which: int) -> None:
    """A4: one of the three stays on the ark. Nobody sees which before all have chosen."""
    seal(s, seat, 1 << which)
    if s.owes == 0:
        for player in range(s.players):
            lay_the_others(s, player)
        begin_round(s)


@rule
def seal(s: Animals, seat: int, chosen: int) -> None:
    """A4, A17: a choice made in secret; the others only see that it was made."""
    s.sealed[seat] = chosen
    s.owes &= ~(1 << seat)
    tell(s, CHOSE, seat)


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


# Scoring


@rule
def worth(s: Animals, seat: int, discarded: int) -> int:
    """A18, A19: a hundred for each point of the animals, one for each species. NOBODY: a pair would be left (A17).

    `discarded` has a bit for each of the player's tiles, in order; those that go to Noah (A16) score nothing.
    """
    total = 0
    for species in range(SPECIES):
        animals = count(s, seat, species)
        if animals == 0:
            continue
        gone = discarded & ((1 << animals) - 1)
        discarded >>= animals
        kept = animals - size(gone)
        if kept == PAIR and animals != PAIR:
            return NOBODY
        if kept == 1:
            total += 1 + 100 * single_value(s, seat, species, gone)
        elif kept > PAIR:
            total += 1 + 100 * kept * HERD_ANIMAL
    return total


@rule
def single_value(s: Animals, seat: int, species: int, gone: int) -> int:
    """A18: the printed value of the only animal of a species that is left."""
    which = nth_zero(gone, 0)
    value = 0
    while which >= 0:
        if s.where[species * VALUES + value] == ON_ARK + seat:
            which -= 1
        value += 1
    return value


@rule
def score(s: Animals, seat: int) -> int:
    """A18: the animals, pairs left out (A16), and one for each crate. Before A17 the surplus counts too."""
    return worth(s, seat, 0) // 100 + s.crates[seat]


@rule
def species_aboard(s: Animals, seat: int) -> int:
    """A19: how many species score on an ark: what breaks a tie."""
    return worth(s, seat, 0) % 100


@rule
def standing(s: Animals, seat: int) -> int:
    """A19: most points, then most species on the ark."""
    return worth(s, seat, 0) + 100 * s.crates[seat]


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


# Sets as whole numbers, a bit for each member


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


# What a seat cannot know


@rule
def imagine(s: Animals, seat: int) -> None:
    """A20: deal anew the others' setup tiles and the face-down tiles they took, and what they chose in secret."""
    redeal(s, seat)
    if s.asking == DISCARDING:
        while not believable(s, seat):
            redeal(s, seat)
    for other in range(s.players):
        if other != seat and s.sealed[other] != 0:
            if s.asking == KEEPING:
                s.sealed[other] = 1 << below(s, DEALT)
            else:
                s.sealed[other] = any_discard(s, other)


@rule
def redeal(s: Animals, seat: int) -> None:
    """Back to the unseen ones with all tiles that only their owners know, and as many to each again."""
    for tile in range(TILES):
        if s.secret[tile] and s.where[tile] != ON_ARK + seat:
            s.where[tile] = UNSEEN
            s.secret[tile] = 0
            s.unseen += 1
    for other in range(s.players):
        if other != seat:
            for _ in range(s.secrets[other]):
                draw_secretly(s, other)


@rule
def believable(s: Animals, seat: int) -> bool:
    """A17: who was asked to discard has more than ten without pairs, and nobody else has: that is public."""
    for other in range(s.players):
        chooses = s.owes >> other & 1 == 1 or s.sealed[other] != 0
        if other != seat and chooses != (aboard(s, other) > FULL_ARK):
            return False
    return True


@rule
def any_discard(s: Animals, seat: int) -> int:
    """A17: one of the ways to discard, each equally likely."""
    chosen = 0
    while discard_refusal(s, seat, chosen):
        chosen = noahs(s, seat)
        for left in range(aboard(s, seat), FULL_ARK, -1):
            chosen |= 1 << nth_zero(chosen, below(s, left))
        chosen &= ~noahs(s, seat)
    return chosen
