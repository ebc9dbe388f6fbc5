"""Advice for Animals on Board: herds and pairs, prices and crates, and what the next player could take."""

from __future__ import annotations

from typing import cast

from laguna.core.advice import (
    Advice,
    ChanceToWin,
    Chapters,
    Expected,
    HintWriter,
    Saying,
    chance_to_win,
    outcome,
    percent,
)
from laguna.core.bot import Thought
from laguna.core.ruled import RuledTable
from laguna.games.animals_on_board import components, rules, scoring, splitting, tile_sets
from laguna.games.animals_on_board.components import (
    DISCARD,
    FACE_DOWN,
    FULL_ARK,
    KEEP,
    MOST_CRATES,
    PAIR,
    PASS,
    PLACES,
    SPECIES,
    TAKE,
    TILES,
    VALUES,
    Animals,
)
from laguna.games.animals_on_board.game import (
    AnimalsMove,
    AnimalsOptions,
    Discard,
    Keep,
    Pass,
    RoundBegan,
    Split,
    Take,
    encode,
)
from laguna.games.animals_on_board.heuristics import A_SPECIES, COUNT, TENTHS, AnimalsScratch, ark_worth, look_at_arks
from laguna.games.animals_on_board.told_moves import ToldMoves, describe

REASONS = 3


# Nudges


class LookAtValues(Saying, frozen=True):
    """A4, A18: which of the dealt tiles is worth most alone."""


class LookForHerds(Saying, frozen=True):
    """A18: where animals become a herd."""


class LookAtPrices(Saying, frozen=True):
    """A9: what helps one's ark and can be paid."""


class LookAtNext(Saying, frozen=True):
    """A6, A9: who plays next, and what they can pay."""

    seat: int
    crates: int


class LookAtLastTurn(Saying, frozen=True):
    """A13: nobody comes after this turn."""


class LookAtSurplus(Saying, frozen=True):
    """A17: who counts least on a crowded ark."""


# Reasons


class CountsAlone(Saying, frozen=True):
    """A18: what the animal is worth alone."""

    speaks_for = (Keep,)

    points: int


class KinToCome(Saying, frozen=True):
    """A18: how many more of its species there are among the tiles that the player has not seen."""

    speaks_for = (Keep,)

    kin: int
    unseen: int


class Adds(Saying, frozen=True):
    """A9, A18: so many points more on the ark, for so many crates."""

    speaks_for = (Take,)

    points: int
    price: int


class MakesHerd(Saying, frozen=True):
    """A18: so many animals of a species make a herd, and count so many points."""

    speaks_for = (Take,)

    animals: int
    points: int


class MakesPair(Saying, frozen=True):
    """A16, A18: a pair that is one animal short of a herd, and so many that could join it are still to be had."""

    speaks_for = (Take,)

    free: int


class HiddenTile(Saying, frozen=True):
    """A10, A16: how likely the face-down tile makes a pair, and how likely it joins two or more."""

    speaks_for = (Take,)

    pair: int
    herd: int


class FillsArk(Saying, frozen=True):
    """A15: the ark is full with so many tiles, and this is the last round."""

    speaks_for = (Take,)

    tiles: int


class Denies(Saying, frozen=True):
    """A6: the next player can pay for it too, and it would add so many points to what is known of their ark."""

    speaks_for = (Take,)

    seat: int
    points: int


class LeavesNext(Saying, frozen=True):
    """A6, A9: the most that the next player can take: so many points after the split, so many without it."""

    speaks_for = (Split,)

    seat: int
    points: int
    before: int


class OutOfReach(Saying, frozen=True):
    """A9: the group that suits the player best costs more crates than the next player has."""

    speaks_for = (Split,)

    seat: int
    price: int
    crates: int


class Affords(Saying, frozen=True):
    """A9: the group that suits the player best then adds so many points for so many crates."""

    speaks_for = (Split,)

    points: int
    price: int


class HasCrates(Saying, frozen=True):
    """A7, A8: so many crates after the split."""

    speaks_for = (Split,)

    crates: int


class CratesCount(Saying, frozen=True):
    """A18: crates that are not spent are points."""

    speaks_for = (Pass,)

    crates: int


class BestTen(Saying, frozen=True):
    """A17: so many animals stay ashore, and the best ten count so many points."""

    speaks_for = (Discard,)

    ashore: int
    points: int


Nudges = LookAtValues | LookForHerds | LookAtPrices | LookAtNext | LookAtLastTurn | LookAtSurplus
Reasons = (
    CountsAlone
    | KinToCome
    | Adds
    | MakesHerd
    | MakesPair
    | HiddenTile
    | FillsArk
    | Denies
    | LeavesNext
    | OutOfReach
    | Affords
    | HasCrates
    | CratesCount
    | BestTen
    | Expected
    | ChanceToWin
)
Sayings = Nudges | Reasons


class Arks:
    """What a seat knows: its own tiles, and those that the others took face up. Sets of tiles, bit t for tile t."""

    def __init__(self, s: Animals, seat: int) -> None:
        scratch = AnimalsScratch()
        self.unseen = look_at_arks(s, seat, scratch)
        self.known = scratch.ark[: s.players]
        self.table = sum(1 << tile for tile in range(TILES) if s.where[tile] == components.ON_TABLE)

    def added(self, player: int, tiles: int) -> int:
        """How many points these tiles add to what is known of a player's ark, as it would count today."""
        ark = self.known[player]
        return (ark_worth(ark | tiles, 0, 0) - ark_worth(ark, 0, 0)) // TENTHS


def advise(table: RuledTable[Animals, AnimalsOptions], seat: int, thought: Thought) -> Advice:
    """What to tell an asked seat about its best move, without naming it."""
    s = table.state
    action = cast("int", encode(s, seat, cast("AnimalsMove", thought.considered[0].move)))
    arks = Arks(s, seat)
    if action >= DISCARD:
        return Advice(LookAtSurplus(), (_best_ten(s, seat, action - DISCARD), chance_to_win(thought, seat)))
    if action >= KEEP:
        return _about(LookAtValues(), _kept(s, seat, arks, action - KEEP), thought, seat)
    if action >= TAKE:
        return _about(_take_nudge(s, seat, arks, action), _taken(s, seat, arks, action - TAKE), thought, seat)
    if rules.alone(s) or action == PASS:
        return _about(LookAtLastTurn(), _last(s, seat, action), thought, seat)
    follower = _next(s, seat)
    nudge = LookAtNext(follower, s.crates[follower])
    return _about(nudge, _split(s, seat, arks, action), thought, seat)


def _about(nudge: Nudges, reasons: list[Reasons], thought: Thought, seat: int) -> Advice:
    return Advice(nudge, (*reasons[: REASONS - 1], outcome(thought, seat)))


# The first tile, and the last ones


def _kept(s: Animals, seat: int, arks: Arks, which: int) -> list[Reasons]:
    owned = [tile for tile in range(TILES) if s.where[tile] == components.ON_ARK + seat]
    kin = COUNT[_of_species(arks.unseen, owned[which] // VALUES)]
    return [CountsAlone(owned[which] % VALUES + 1), KinToCome(kin, arks.unseen.bit_count())]


def _best_ten(s: Animals, seat: int, chosen: int) -> BestTen:
    return BestTen(tile_sets.size(chosen), scoring.worth(s, seat, chosen) // 100)


# Taking


def _take_nudge(s: Animals, seat: int, arks: Arks, action: int) -> Nudges:
    if rules.alone(s):
        return LookAtLastTurn()
    return LookForHerds() if _herds(arks.known[seat], _tiles(s, action - TAKE)) else LookAtPrices()


def _taken(s: Animals, seat: int, arks: Arks, group: int) -> list[Reasons]:
    """What a group brings, most telling first."""
    own, tiles, price = arks.known[seat], _tiles(s, group), tile_sets.size(group)
    reasons: list[Reasons] = []
    if s.tiles[seat] < FULL_ARK <= s.tiles[seat] + price:
        reasons.append(FillsArk(s.tiles[seat] + price))
    if herds := _herds(own, tiles):
        reasons.append(MakesHerd(max(herds), max(herds) * components.HERD_ANIMAL))
    elif arks.added(seat, tiles) > 0:
        reasons.append(Adds(arks.added(seat, tiles), price))
    hidden = hidden_tile(own | tiles, arks.unseen)
    if tiles.bit_count() < price and hidden.herd > hidden.pair:
        reasons.append(hidden)
    if not rules.alone(s):
        reasons += _denied(s, seat, arks, group)
    return reasons + _pairs(own, tiles, (arks.unseen | arks.table) & ~tiles)


def hidden_tile(own: int, unseen: int) -> HiddenTile:
    """A10: how likely the face-down tile meets exactly one animal of its species on an ark, or two and more."""
    met = [COUNT[_of_species(own, tile // VALUES)] for tile in range(TILES) if unseen >> tile & 1]
    if not met:
        return HiddenTile(0, 0)
    return HiddenTile(
        percent(sum(animals == 1 for animals in met) / len(met)),
        percent(sum(animals >= PAIR for animals in met) / len(met)),
    )


def _herds(own: int, tiles: int) -> list[int]:
    """The sizes of the herds that these tiles make or enlarge."""
    found = []
    for species in range(SPECIES):
        animals = COUNT[_of_species(own | tiles, species)]
        if _of_species(tiles, species) and animals > PAIR:
            found.append(animals)
    return found


def _pairs(own: int, tiles: int, free: int) -> list[Reasons]:
    """The pair that these tiles make, if they make one that may still become a herd."""
    for species in range(SPECIES):
        others = COUNT[_of_species(free, species)]
        if others and _of_species(tiles, species) and COUNT[_of_species(own | tiles, species)] == PAIR:
            return [MakesPair(others)]
    return []


def _denied(s: Animals, seat: int, arks: Arks, group: int) -> list[Reasons]:
    """What the next player would gain by the same group."""
    follower = _next(s, seat)
    points = arks.added(follower, _tiles(s, group))
    return [Denies(follower, points)] if points > 0 and tile_sets.size(group) <= s.crates[follower] else []


# Splitting


def _split(s: Animals, seat: int, arks: Arks, part: int) -> list[Reasons]:
    """What a split does to the next player's choice and to one's own."""
    follower = _next(s, seat)
    whole = s.group[splitting.group_of(s, part)]
    before = [group for group in s.group if group]
    after = [group for group in before if group != whole] + [part, whole & ~part]
    crates = s.crates[seat] + (1 if s.crates[seat] < MOST_CRATES else -1)
    reasons: list[Reasons] = []
    now, then = (_most(s, arks, follower, groups, s.crates[follower])[0] for groups in (before, after))
    if then < now:
        reasons.append(LeavesNext(follower, then, now))
    points, price = _most(s, arks, seat, after, crates)
    if price > s.crates[follower]:
        reasons.append(OutOfReach(follower, price, s.crates[follower]))
    elif price:
        reasons.append(Affords(points, price))
    return [*reasons, HasCrates(crates)] if crates > s.crates[seat] else reasons


def _last(s: Animals, seat: int, action: int) -> list[Reasons]:
    """A13: a crate is better than any group, or nothing is."""
    return [CratesCount(s.crates[seat]) if action == PASS else HasCrates(s.crates[seat] + 1)]


def _most(s: Animals, arks: Arks, player: int, groups: list[int], crates: int) -> tuple[int, int]:
    """The most points that a player can add by a group for so many crates, and its price; (0, 0): none adds any."""
    found = [(arks.added(player, _tiles(s, group)), -tile_sets.size(group)) for group in groups]
    points, price = max([(0, 0), *((points, -size) for points, size in found if 0 < -size <= crates)])
    return points, price


# Sets


def _next(s: Animals, seat: int) -> int:
    """A6: who plays next of those who have no break flag."""
    follower = (seat + 1) % s.players
    while s.flags >> follower & 1:
        follower = (follower + 1) % s.players
    return follower


def _tiles(s: Animals, group: int) -> int:
    """The tiles on these places that lie face up."""
    return sum(1 << s.place[place] for place in range(PLACES) if group >> place & 1 and s.place[place] != FACE_DOWN)


def _of_species(tiles: int, species: int) -> int:
    return tiles >> species * VALUES & A_SPECIES


HINTS = HintWriter(advise, Sayings | ToldMoves, describe, chapters=Chapters(RoundBegan, "round"))
