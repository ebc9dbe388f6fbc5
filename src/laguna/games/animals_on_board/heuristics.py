"""How Animals on Board is really played.

Everybody wants herds and good single animals, nobody wants pairs, and each tile costs a crate. So a player asks of
every group: what does it add to my ark, what to the others', and who can pay for it before I can? Sets of tiles are
whole numbers, bit t for tile t; what they are worth is counted in tenths of a point.
"""

from __future__ import annotations

from laguna.core.bot import Budget
from laguna.core.generator import draw
from laguna.core.heuristics import CERTAIN, Heuristics, Scratch, mix
from laguna.core.rules import ints, rule
from laguna.games.animals_on_board.components import (
    DEALT,
    DISCARDING,
    EMPTY,
    FACE_DOWN,
    FULL_ARK,
    HERD_ANIMAL,
    KEEP,
    KEEPING,
    MOST_CRATES,
    MOST_NOTES,
    ON_ARK,
    ON_TABLE,
    OUT,
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
    Animals,
)
from laguna.games.animals_on_board.discarding import best_discard
from laguna.games.animals_on_board.game import AnimalsGame
from laguna.games.animals_on_board.rules import alone
from laguna.games.animals_on_board.secrecy import imagine
from laguna.games.animals_on_board.tile_sets import lowest, size

TENTHS = 10
A_SPECIES = (1 << VALUES) - 1
"""All animals of one species; of a larger set, those of the first one."""
COUNT = tuple(bits.bit_count() for bits in range(A_SPECIES + 1))
"""By a set of animals of one species: how many there are,"""
PRINTED = tuple(sum(value + 1 for value in range(VALUES) if bits >> value & 1) for bits in range(A_SPECIES + 1))
"""and what their values add up to."""

# What hopes are worth, in tenths of a point for each tile that the fullest ark still wants
# Measure again: python bench/tune.py animals_on_board LONER
LONER = 1
# Measure again: python bench/tune.py animals_on_board PAIR_HOPE
PAIR_HOPE = 4
"""for each animal by which a pair may yet become a herd"""
# Measure again: python bench/tune.py animals_on_board CRATE
CRATE = 2
"""that a crate is worth more than its point"""
# Measure again: python bench/tune.py animals_on_board SLOT
SLOT = 10
"""What a place on the ark costs: something better might come."""
# Measure again: python bench/tune.py animals_on_board DECISIVE
DECISIVE = 150
"""How much, at most, it counts to end the game ahead or behind."""
# Measure again: python bench/tune.py animals_on_board WAITING_COST
WAITING_COST = 10
"""What it costs to leave a good group lying and hope that nobody spoils it."""

MOST_SPLITS = 60
MOST_TAKES = PLACES + 1
# Measure again: python bench/tune.py animals_on_board HALVING --search 200
HALVING = 12
"""So many tenths behind the best make an action half as promising."""
PROMISING = 256
# Measure again: python bench/tune.py animals_on_board STEEP --search 200
STEEP = 40
"""So many tenths behind make a win half as likely in the end,"""
# Measure again: python bench/tune.py animals_on_board FLATTER --search 200
FLATTER = 2
"""and so many more for each tile that the fullest ark still wants."""
HORIZON = 24
"""Quick moves before a playout is judged: to the end of a round, or nearly."""
# Measure again: python bench/tune.py animals_on_board GLANCES
GLANCES = 8
"""How many of the splits an experienced player looks at before making one."""
# Measure again: python bench/tune.py animals_on_board NEAR
NEAR = 6
"""So many tenths make no difference at a glance."""


class AnimalsScratch(Scratch):
    """What is noted during a turn."""

    notes: list[int] = ints(MOST_NOTES)
    """What `choices` notes: ways to discard."""
    gain: list[list[int]] = ints(SEATS, PLACES)
    """What each player gains by the group that begins on each place."""
    group: list[int] = ints(PLACES)
    """The groups as they would lie, at their first places."""
    ark: list[int] = ints(SEATS)
    """What the seat knows of each ark: a set of tiles."""
    worth: list[int] = ints(SEATS)
    """What each ark is worth to its player."""
    dip: list[int] = ints(SEATS)
    """What the face-down tile is worth to each player."""
    money: list[int] = ints(SEATS)
    """Each player's crates, as they would be."""
    free: int
    """The tiles that may still be had."""
    before: list[int] = ints(SEATS)
    """What each player gained by a group before it was split."""
    kin: list[int] = ints(PLACES)
    """The places of a group, species by species,"""
    liked: list[int] = ints(PLACES)
    """and how much a player likes each species."""
    parts: list[int] = ints(MOST_SPLITS)
    """What might be split off."""


# What an ark is worth


@rule
def species_worth(own: int, free: int, left: int) -> int:
    """A16, A18: the animals of one species; `free` ones may still be had, `left` is how long the game goes on."""
    animals = COUNT[own]
    if animals == 0:
        return 0
    if animals == 1:
        return TENTHS * PRINTED[own] + LONER * left
    if animals == PAIR:
        return PAIR_HOPE * COUNT[free] * left
    return TENTHS * HERD_ANIMAL * animals


@rule
def ark_worth(own: int, free: int, left: int) -> int:
    """All animals of an ark. In the end there is room for ten, and the cheapest stay ashore (A17)."""
    total = 0
    excess = -FULL_ARK
    for species in range(SPECIES):
        shift = species * VALUES
        animals = own >> shift & A_SPECIES
        total += species_worth(animals, free >> shift & A_SPECIES, left)
        if COUNT[animals] != PAIR:
            excess += COUNT[animals]
    if excess > 0:
        total -= TENTHS * cheapest(own, excess)
    return total


@rule
def cheapest(own: int, excess: int) -> int:
    """A17: what the animals are worth that do not fit: single ones by their values, else one of a herd."""
    points = 0
    for value in range(VALUES):
        for species in range(SPECIES):
            if excess > 0 and own >> species * VALUES & A_SPECIES == 1 << value:
                points += value + 1
                excess -= 1
    return points + HERD_ANIMAL * excess


@rule
def crate_worth(left: int) -> int:
    """A18: a point in the end; before, it also buys animals."""
    return TENTHS + CRATE * left


@rule
def tiles_left(s: Animals) -> int:
    """A15: how many tiles the fullest ark still wants: how long the game goes on."""
    most = 0
    for seat in range(s.players):
        most = max(most, s.tiles[seat])
    return max(0, FULL_ARK - most)


@rule
def gain(s: Animals, player: int, scratch: AnimalsScratch, group: int, left: int) -> int:
    """What a group of places would add to a player's ark, its price paid."""
    price = size(group)
    if price > MOST_CRATES:
        return 0
    tiles = 0
    hidden = 0
    for place in range(PLACES):
        if group >> place & 1:
            if s.place[place] == FACE_DOWN:
                hidden = scratch.dip[player]
            else:
                tiles |= 1 << s.place[place]
    if s.tiles[player] + price >= FULL_ARK:  # A15: the last round
        return ark_worth(scratch.ark[player] | tiles, 0, 0) + hidden - scratch.worth[player] - price * TENTHS
    added = added_worth(scratch.ark[player], tiles, scratch.free, left)
    return added + hidden - price * (crate_worth(left) + SLOT)


@rule
def added_worth(own: int, tiles: int, free: int, left: int) -> int:
    """What tiles add to an ark that has room for them."""
    total = 0
    while tiles != 0:
        added = tiles & A_SPECIES
        if added != 0:
            before = own & A_SPECIES
            rest = free & A_SPECIES & ~added
            total += species_worth(before | added, rest, left) - species_worth(before, rest | added, left)
        own >>= VALUES
        free >>= VALUES
        tiles >>= VALUES
    return total


@rule
def lucky_dip(own: int, unseen: int, free: int, left: int) -> int:
    """A10: what the face-down tile adds to an ark on average."""
    tiles = 0
    total = 0
    while unseen != 0:
        likely = unseen & A_SPECIES
        if likely != 0:
            tiles += COUNT[likely]
            if own & A_SPECIES == 0:
                total += TENTHS * PRINTED[likely] + COUNT[likely] * LONER * left
            else:  # which one it is makes no difference
                total += COUNT[likely] * added_worth(own & A_SPECIES, likely & -likely, free & A_SPECIES, left)
        own >>= VALUES
        unseen >>= VALUES
        free >>= VALUES
    return total // max(1, tiles)


# What a player sees before a turn


@rule
def look(s: Animals, seat: int, scratch: AnimalsScratch, left: int) -> None:
    """Note what the seat knows of the arks, and what every group would be worth to every player."""
    unseen = look_at_arks(s, seat, scratch)
    for place in range(PLACES):
        scratch.group[place] = s.group[place]
    for player in range(s.players):
        if s.flags >> player & 1:
            continue
        scratch.money[player] = s.crates[player]
        scratch.worth[player] = ark_worth(scratch.ark[player], scratch.free, left)
        scratch.dip[player] = lucky_dip(scratch.ark[player], unseen, scratch.free, left)
        for place in range(PLACES):
            if s.group[place] != 0:
                scratch.gain[player][place] = gain(s, player, scratch, s.group[place], left)


@rule
def look_at_arks(s: Animals, seat: int, scratch: AnimalsScratch) -> int:
    """A20: own tiles, and those that the others took face up. Returns what may lie face down."""
    for player in range(s.players):
        scratch.ark[player] = 0
    free = 0
    unseen = 0
    for tile in range(TILES):
        where = s.where[tile]
        if where >= ON_ARK and (where == ON_ARK + seat or s.secret[tile] == 0):
            scratch.ark[where - ON_ARK] |= 1 << tile
        elif where != OUT:
            free |= 1 << tile
            if where != ON_TABLE:
                unseen |= 1 << tile
    scratch.free = free
    return unseen


@rule
def best_group(player: int, scratch: AnimalsScratch, taken: int) -> int:
    """The first place of the group that a player would like best and can pay; -1: none is worth its price."""
    best = 0
    which = -1
    for place in range(PLACES):
        group = scratch.group[place]
        if group != 0 and taken >> place & 1 == 0 and size(group) <= scratch.money[player]:
            found = scratch.gain[player][place]
            if found > best:
                best = found
                which = place
    return which


@rule
def harvest(s: Animals, seat: int, scratch: AnimalsScratch, first: int, taken: int) -> int:
    """If everybody takes in turn what they like best: how much more the seat gets than the others on average.

    `first` begins. If `taken` names a group's place, the seat has that already.
    """
    mine = 0
    others = 0
    for step in range(s.players):
        player = (first + step) % s.players
        if s.flags >> player & 1 == 0 and (player != seat or taken == 0):
            place = best_group(player, scratch, taken)
            if place >= 0:
                taken |= 1 << place
                if player == seat:
                    mine = scratch.gain[seat][place]
                else:
                    others += scratch.gain[player][place]
    return mine - others // (s.players - 1)


# What an action is worth


@rule
def take_worth(s: Animals, seat: int, scratch: AnimalsScratch, place: int) -> int:
    """To take a group, and leave the others what remains."""
    price = size(scratch.group[place])
    total = scratch.gain[seat][place] + harvest(s, seat, scratch, (seat + 1) % s.players, 1 << place)
    if s.tiles[seat] + price >= FULL_ARK:
        total += max(-DECISIVE, min(DECISIVE, lead(s, seat, scratch, place)))
    return total


@rule
def lead(s: Animals, seat: int, scratch: AnimalsScratch, place: int) -> int:
    """By how much the seat is ahead if it takes this group and the game ends."""
    mine = scratch.worth[seat] + scratch.gain[seat][place] + TENTHS * s.crates[seat]
    best = 0
    for player in range(s.players):
        if player != seat:
            theirs = ark_worth(scratch.ark[player], 0, 0) + TENTHS * s.crates[player]
            if s.flags >> player & 1 == 0:
                another = best_group(player, scratch, 1 << place)
                if another >= 0:
                    theirs += scratch.gain[player][another]
            best = max(best, theirs)
    return mine - best


@rule
def split_worth(s: Animals, seat: int, scratch: AnimalsScratch, part: int, left: int) -> int:
    """To split and earn a crate: the others take before me, or they wait too and I am the first."""
    first = group_with(scratch, part)
    whole = scratch.group[first]
    apart = lowest(part)
    scratch.group[first] = whole & ~part
    scratch.group[apart] = part
    for player in range(s.players):
        if s.flags >> player & 1 == 0:
            gains = scratch.gain[player]
            scratch.before[player] = gains[first]
            gains[first] = gain(s, player, scratch, whole & ~part, left)
            gains[apart] = gain(s, player, scratch, part, left)
    earned = -1 if s.crates[seat] == MOST_CRATES else 1
    scratch.money[seat] += earned
    after = harvest(s, seat, scratch, (seat + 1) % s.players, 0)
    before = harvest(s, seat, scratch, seat, 0) - WAITING_COST
    scratch.money[seat] -= earned
    scratch.group[apart] = 0
    scratch.group[first] = whole
    for player in range(s.players):
        if s.flags >> player & 1 == 0:
            scratch.gain[player][first] = scratch.before[player]
    return min(after, before) + earned * crate_worth(left)


@rule
def group_with(scratch: AnimalsScratch, part: int) -> int:
    """The first place of the group that has these places."""
    first = 0
    while scratch.group[first] & part == 0:
        first += 1
    return first


# Splits worth a thought


@rule
def note_splits(s: Animals, seat: int, scratch: AnimalsScratch, left: int) -> int:
    """Note parts to split off: bundles that somebody wants, species by species and two by two, single tiles."""
    count = 0
    for first in range(PLACES):
        if size(s.group[first]) > 1:
            count = note_parts(s, seat, scratch, first, left, count)
    return count


@rule
def note_parts(s: Animals, seat: int, scratch: AnimalsScratch, first: int, left: int, count: int) -> int:
    """The parts of one group."""
    kinds = note_species(s, scratch, s.group[first])
    for player in range(s.players):
        if s.flags >> player & 1 == 0 and (player == seat or player == (seat + 1) % s.players):
            sort_species(s, player, scratch, kinds, left)
            bundle = 0
            for i in range(kinds):
                bundle |= scratch.kin[i]
                count = note(s, scratch, first, bundle, count)
    for i in range(kinds):
        for j in range(i + 1):
            count = note(s, scratch, first, scratch.kin[i] | scratch.kin[j], count)
    for place in range(first, PLACES):
        if s.group[first] >> place & 1:
            count = note(s, scratch, first, 1 << place, count)
    return count


@rule
def note(s: Animals, scratch: AnimalsScratch, first: int, part: int, count: int) -> int:
    """Note a part of a group, unless it is all of it, known already, or there are enough. How many there are now."""
    if part >> first & 1:
        part = s.group[first] & ~part
    if part == 0 or count == MOST_SPLITS:
        return count
    for i in range(count):
        if scratch.parts[i] == part:
            return count
    scratch.parts[count] = part
    return count + 1


@rule
def note_species(s: Animals, scratch: AnimalsScratch, group: int) -> int:
    """Note the group's places species by species, the face-down one by itself. A5: a species lies side by side."""
    kinds = 0
    before = -1
    for place in range(PLACES):
        if group >> place & 1:
            species = s.place[place] // VALUES
            if species != before:
                scratch.kin[kinds] = 0
                kinds += 1
                before = species
            scratch.kin[kinds - 1] |= 1 << place
    return kinds


@rule
def sort_species(s: Animals, player: int, scratch: AnimalsScratch, kinds: int, left: int) -> None:
    """Put the species first that a player likes best."""
    for i in range(kinds):
        scratch.liked[i] = liking(s, player, scratch, scratch.kin[i], left)
        j = i
        while j > 0 and scratch.liked[j - 1] < scratch.liked[j]:
            swap(scratch.liked, j)
            swap(scratch.kin, j)
            j -= 1


@rule
def swap(noted: list[int], at: int) -> None:
    """Change the places of a noted number and the one before it."""
    number = noted[at]
    noted[at] = noted[at - 1]
    noted[at - 1] = number


@rule
def liking(s: Animals, player: int, scratch: AnimalsScratch, kin: int, left: int) -> int:
    """What places with animals of one species add to an ark for each crate of their price."""
    first = lowest(kin)
    if s.place[first] == FACE_DOWN:
        return scratch.dip[player]
    shift = s.place[first] // VALUES * VALUES
    tiles = 0
    for place in range(first, PLACES):
        if kin >> place & 1:
            tiles |= 1 << s.place[place] - shift
    own = scratch.ark[player] >> shift & A_SPECIES
    free = scratch.free >> shift & A_SPECIES
    return added_worth(own, tiles, free, left) // COUNT[tiles]


# Questions


@rule
def propose(s: Animals, seat: int, scratch: AnimalsScratch, actions: list[int], weights: list[int]) -> int:
    """The groups that can be paid and the splits worth a thought; the more promising, the less they leave to others."""
    if s.asking == KEEPING:
        return propose_keeping(s, seat, actions, weights)
    if s.asking == DISCARDING:
        actions[0] = best_discard(s, seat, scratch.notes)
        weights[0] = PROMISING
        return 1
    left = tiles_left(s)
    look(s, seat, scratch, left)
    count = propose_takes(s, seat, scratch, actions, weights)
    if alone(s):
        count = propose_last(s, seat, actions, weights, count, left)
    else:
        for i in range(note_splits(s, seat, scratch, left)):
            actions[count] = SPLIT + scratch.parts[i]
            weights[count] = split_worth(s, seat, scratch, scratch.parts[i], left)
            count += 1
    if count == 0:
        actions[0] = PASS
        weights[0] = 0
        count = 1
    weigh(weights, count)
    return count


@rule
def propose_keeping(s: Animals, seat: int, actions: list[int], weights: list[int]) -> int:
    """A4: all three."""
    index = 0
    for tile in range(TILES):
        if s.where[tile] == ON_ARK + seat:
            actions[index] = KEEP + index
            weights[index] = TENTHS * (tile % VALUES + 1)
            index += 1
    weigh(weights, DEALT)
    return DEALT


@rule
def propose_takes(s: Animals, seat: int, scratch: AnimalsScratch, actions: list[int], weights: list[int]) -> int:
    """A9: every group that can be paid."""
    count = 0
    for place in range(PLACES):
        if s.group[place] != 0 and size(s.group[place]) <= s.crates[seat]:
            actions[count] = TAKE + s.group[place]
            weights[count] = take_worth(s, seat, scratch, place)
            count += 1
    return count


@rule
def propose_last(s: Animals, seat: int, actions: list[int], weights: list[int], count: int, left: int) -> int:
    """A13: one split is as good as another, since the groups are pushed together again; or decline."""
    actions[count] = PASS
    weights[count] = 0
    count += 1
    for place in range(PLACES):
        if size(s.group[place]) > 1:
            actions[count] = SPLIT + (s.group[place] & ~(1 << place))
            weights[count] = crate_worth(left) if s.crates[seat] < MOST_CRATES else -crate_worth(left)
            return count + 1
    return count


@rule
def weigh(weights: list[int], count: int) -> None:
    """From tenths of points to proportions: what is so much behind the best is half as promising."""
    best = weights[0]
    for i in range(count):
        best = max(best, weights[i])
    for i in range(count):
        behind = best - weights[i]
        weight = PROMISING - PROMISING * (behind % HALVING) // (2 * HALVING)
        weights[i] = max(1, weight >> min(60, behind // HALVING))


@rule
def choose(s: Animals, seat: int, scratch: AnimalsScratch, rng: list[int]) -> int:
    """Take the group that puts me ahead most, unless one of a few splits promises more."""
    if s.asking == KEEPING:
        return KEEP + keep_at_a_glance(s, seat, rng)
    if s.asking == DISCARDING:
        return best_discard(s, seat, scratch.notes)
    left = tiles_left(s)
    look(s, seat, scratch, left)
    action = PASS
    best = 0 if alone(s) else -1000000
    for place in range(PLACES):
        if s.group[place] != 0 and size(s.group[place]) <= s.crates[seat]:
            worth = take_worth(s, seat, scratch, place) + draw(rng, NEAR)
            if worth > best:
                best = worth
                action = TAKE + s.group[place]
    if alone(s):
        return last_glance(s, seat, left, best, action)
    splits = note_splits(s, seat, scratch, left)
    for i in range(min(splits, GLANCES)):
        pick = i + draw(rng, splits - i)
        part = scratch.parts[pick]
        scratch.parts[pick] = scratch.parts[i]
        worth = split_worth(s, seat, scratch, part, left) + draw(rng, NEAR)
        if worth > best:
            best = worth
            action = SPLIT + part
    return action


@rule
def last_glance(s: Animals, seat: int, left: int, best: int, action: int) -> int:
    """A13: in the last turn, a split earns a crate, unless there are five."""
    if s.crates[seat] < MOST_CRATES and best < crate_worth(left):
        for place in range(PLACES):
            if size(s.group[place]) > 1:
                return SPLIT + (s.group[place] & ~(1 << place))
    return action


@rule
def keep_at_a_glance(s: Animals, seat: int, rng: list[int]) -> int:
    """A4: which of the three is the most valuable animal; one of equals."""
    index = 0
    best = -1
    kept = 0
    for tile in range(TILES):
        if s.where[tile] == ON_ARK + seat:
            value = DEALT * (tile % VALUES) + draw(rng, DEALT)
            if value > best:
                best = value
                kept = index
            index += 1
    return kept


# A beginner


@rule
def novice(s: Animals, seat: int, scratch: AnimalsScratch, rng: list[int]) -> int:
    """Take what looks like most points now; else cut something off and get a crate."""
    if s.asking == KEEPING:
        return KEEP + keep_at_a_glance(s, seat, rng)
    if s.asking == DISCARDING:
        return best_discard(s, seat, scratch.notes)
    look_at_arks(s, seat, scratch)
    action = PASS
    best = 0
    for place in range(PLACES):
        if s.group[place] != 0 and size(s.group[place]) <= s.crates[seat]:
            points = plain_points(s, seat, scratch, s.group[place])
            if points > best:
                best = points
                action = TAKE + s.group[place]
    if action == PASS or best < TENTHS * draw(rng, 8):
        part = any_split(s, rng)
        if part != 0:
            return SPLIT + part
    if action == PASS and not alone(s):
        return smallest_group(s, seat)
    return action


@rule
def plain_points(s: Animals, seat: int, scratch: AnimalsScratch, group: int) -> int:
    """What a group adds to the ark as it is today, without a thought of its price or of herds to come."""
    own = scratch.ark[seat]
    tiles = 0
    for place in range(PLACES):
        if group >> place & 1 and s.place[place] != FACE_DOWN:
            tiles |= 1 << s.place[place]
    return added_worth(own, tiles, 0, 0)


@rule
def any_split(s: Animals, rng: list[int]) -> int:
    """Some tiles of the largest group apart; 0: all tiles lie alone."""
    largest = 0
    for place in range(PLACES):
        if size(s.group[place]) > size(s.group[largest]):
            largest = place
    tiles = size(s.group[largest])
    if tiles < PAIR:
        return 0
    bits = 1 + draw(rng, (1 << (tiles - 1)) - 1)
    part = 0
    for place in range(largest + 1, PLACES):
        inside = s.group[largest] >> place & 1
        part |= (bits & inside) << place
        bits >>= inside
    return part


@rule
def smallest_group(s: Animals, seat: int) -> int:
    """The cheapest group that can be paid; else pass."""
    action = PASS
    price = s.crates[seat] + 1
    for place in range(PLACES):
        if s.group[place] != 0 and size(s.group[place]) < price:
            price = size(s.group[place])
            action = TAKE + s.group[place]
    return action


# What the search wants to know


@rule
def sight(s: Animals, seat: int) -> int:
    """The groups, crates and flags, and what lies on the arks for all to know; own secrets where they are all there is.

    In a turn a seat's own secret tiles are left out: they are one or two of many, the same in all that the thinking
    seat imagines of itself, and of the others it learns more if it does not tell their secrets apart.
    """
    seen = mix(s.asking, s.flags * SEATS + s.starter)
    if s.asking != TURN:
        for tile in range(TILES):
            if s.where[tile] == ON_ARK + seat:
                seen = mix(seen, tile)
        return seen
    for place in range(PLACES):
        if s.place[place] != EMPTY:
            seen = mix(seen, s.group[place] << 8 | s.place[place])
    for player in range(s.players):
        tiles = s.tiles[player] * 16 + s.secrets[player]
        seen = mix(seen, tiles * 8 + s.crates[player])
    return mix_arks(s, seen)


@rule
def mix_arks(s: Animals, seen: int) -> int:
    """A20: what was taken face up."""
    for tile in range(TILES):
        if s.where[tile] >= ON_ARK and s.secret[tile] == 0:
            seen = mix(seen, s.where[tile] * TILES + tile)
    return seen


@rule
def whole_ark(s: Animals, seat: int) -> int:
    """All tiles that a player has."""
    tiles = 0
    for tile in range(TILES):
        if s.where[tile] == ON_ARK + seat:
            tiles |= 1 << tile
    return tiles


@rule
def prospect(s: Animals, seat: int) -> int:
    """By what the arks and crates are worth: so many points behind make a win half as likely."""
    left = tiles_left(s)
    best = -1000000
    for player in range(s.players):
        best = max(best, fortune(s, player, left))
    total = 0
    mine = 0
    halving = STEEP + FLATTER * left
    for player in range(s.players):
        behind = best - fortune(s, player, left)
        share = (PROMISING - PROMISING * (behind % halving) // (2 * halving)) << 10 >> min(60, behind // halving)
        total += share
        if player == seat:
            mine = share
    return CERTAIN * mine // total


@rule
def fortune(s: Animals, player: int, left: int) -> int:
    """What a player has: animals, hopes and crates; and places on the ark that are filled."""
    free = 0
    for tile in range(TILES):
        if s.where[tile] < ON_ARK and s.where[tile] != OUT:
            free |= 1 << tile
    return ark_worth(whole_ark(s, player), free, left) + s.crates[player] * crate_worth(left)


HEURISTICS = Heuristics(
    rules=AnimalsGame.rules,
    scratch=AnimalsScratch,
    proposals=MOST_TAKES + MOST_SPLITS,
    propose=propose,
    choose=choose,
    novice=novice,
    sight=sight,
    believe=imagine,
    prospect=prospect,
    horizon=HORIZON,
    margin=15,
    good=Budget(iterations=40),
)
