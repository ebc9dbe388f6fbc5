"""What the world sees of Animals on Board: options, moves, events and views. Tiles are named by what is on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, get_args

import msgspec
from msgspec.structs import replace

from laguna.core.game import BadOption, Event, Move, Options, Own, SecretEvent, TieBreak, View, snake
from laguna.core.ruled import RuledGame, RuledTable
from laguna.core.rules import Rules
from laguna.games.animals_on_board import (
    components,
    discarding,
    invariants,
    rules,
    scoring,
    secrecy,
    splitting,
    tile_sets,
)
from laguna.games.animals_on_board.components import FACE_DOWN, NOBODY, VALUES, Animals
from laguna.games.animals_on_board.order import ORDER

Species = Literal[
    "camel",
    "crocodile",
    "elephant",
    "fox",
    "giraffe",
    "gorilla",
    "hippo",
    "panda",
    "rhino",
    "tiger",
    "turtle",
    "zebra",
]
SPECIES: tuple[Species, ...] = get_args(Species)
FEW = 16
"""So many splits, at most, are listed one by one; more are left to the player to name."""


class AnimalsOptions(Options, frozen=True):
    """A2, A3, A20: removed species (none named: drawn), who begins, open arks."""

    open_arks: bool = False
    first: int | None = None
    removed: tuple[str, ...] = ()


class Animal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="tile", tag=snake):
    """A1: a tile that can be seen."""

    species: Species
    value: int


class FaceDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="tile", tag=snake):
    """A5: the tile that lies face down."""


Tile = Animal | FaceDown


ANIMALS = tuple(Animal(species=species, value=value) for species in SPECIES for value in range(1, VALUES + 1))
"""Every tile, as the rules number them."""
NUMBERS: dict[Tile, int] = {**{animal: number for number, animal in enumerate(ANIMALS)}, FaceDown(): FACE_DOWN}


def animals_of(told: int) -> tuple[Animal, ...]:
    """A set of tiles as the rules tell it: bit t for tile t."""
    animals = []
    while told:
        animals.append(ANIMALS[(told & -told).bit_length() - 1])
        told &= told - 1
    return tuple(animals)


def tiles_of(told: int) -> tuple[Tile, ...]:
    """A set of tiles from the table, the face-down one last."""
    if told >> FACE_DOWN & 1:
        return (*animals_of(told & ~(1 << FACE_DOWN)), FaceDown())
    return animals_of(told)


# Moves, and the actions they stand for


class Keep(Move, frozen=True):
    """A4: this one of the three dealt tiles stays on my ark."""

    tile: Animal


class Split(Move, frozen=True):
    """A7: these tiles of one group become a group of their own. Either half may be named."""

    tiles: tuple[Tile, ...]


class Take(Move, frozen=True):
    """A9: this group, all its tiles."""

    tiles: tuple[Tile, ...]


class Pass(Move, frozen=True):
    """A12: I can neither split nor take. A13: I decline the last turn."""


class Discard(Move, frozen=True):
    """A17: these of my tiles go, so that ten remain."""

    tiles: tuple[Animal, ...]


AnimalsMove = Keep | Split | Take | Pass | Discard


def encode(s: Animals, seat: int, move: AnimalsMove) -> int | None:
    """The action that a move stands for; None: the table, or the player, has no such tiles."""
    match move:
        case Pass():
            return components.PASS
        case Keep():
            which = _chosen(_owned(s, seat)[: components.DEALT], (move.tile,))
            return None if which is None else components.KEEP + tile_sets.lowest(which)
        case Split():
            part = _chosen(s.place, move.tiles)
            return components.SPLIT + _second_half(s, part) if part else None
        case Take():
            group = _chosen(s.place, move.tiles)
            return components.TAKE + group if group else None
        case Discard():
            discarded = _chosen(_owned(s, seat), move.tiles)
            return None if discarded is None else components.DISCARD + discarded


def decode(s: Animals, seat: int, action: int) -> AnimalsMove:
    """The move that an action stands for."""
    if action == components.PASS:
        return Pass()
    if action < components.TAKE:
        return Split(tiles=tiles_of(splitting.tiles_on(s, _smaller_half(s, action - components.SPLIT))))
    if action < components.KEEP:
        return Take(tiles=tiles_of(splitting.tiles_on(s, action - components.TAKE)))
    if action < components.DISCARD:
        return Keep(tile=ANIMALS[_owned(s, seat)[action - components.KEEP]])
    return Discard(tiles=_some(_owned(s, seat), action - components.DISCARD))


def _owned(s: Animals, seat: int) -> list[int]:
    """A player's tiles in the order in which actions count them."""
    return _lying(s, components.ON_ARK + seat)


def _lying(s: Animals, there: int) -> list[int]:
    """The tiles that are at this `where`."""
    return [number for number, where in enumerate(s.where) if where == there]


def _some(numbers: list[int], bits: int) -> tuple[Animal, ...]:
    """Some of these tiles, a bit each."""
    return tuple([ANIMALS[number] for index, number in enumerate(numbers) if bits >> index & 1])


def _chosen(among: list[int], tiles: Sequence[Tile]) -> int | None:
    """Where among these the tiles are, a bit each; None: they are not all there, or one is named twice."""
    bits = 0
    for tile in tiles:
        number = NUMBERS.get(tile)
        if number not in among or bits >> among.index(number) & 1:
            return None
        bits |= 1 << among.index(number)
    return bits


def _second_half(s: Animals, part: int) -> int:
    """Of the two halves of a split, the one without the group's first place: so the rules name it."""
    first = splitting.group_of(s, part)
    rest = s.group[first] & ~part
    return rest if part >> first & 1 and rest and part | rest == s.group[first] else part


def _smaller_half(s: Animals, part: int) -> int:
    """Of the two halves of a split, the one that is named more shortly, as in `GroupSplit`."""
    rest = s.group[splitting.group_of(s, part)] & ~part
    return rest if rest.bit_count() < part.bit_count() else part


# Events


class SpeciesRemoved(Event, frozen=True):
    """A2: these species do not take part."""

    species: tuple[Species, ...]


class Started(Event, frozen=True):
    """A3: who holds the starting flag first."""

    seat: int


class Dealt(SecretEvent, frozen=True):
    """A4: three tiles to choose one from; only their owner sees them."""

    secret = ("tiles",)
    tiles: tuple[Animal, ...] | None


class Chosen(Event, frozen=True):
    """A4, A17: a secret choice is made."""

    seat: int


class Laid(SecretEvent, frozen=True):
    """A4: a player's two other tiles go face up to the table; the kept one only its owner knows (A20)."""

    secret = ("kept",)
    tiles: tuple[Animal, ...]
    kept: Animal | None


class RoundBegan(Event, frozen=True):
    """A5, A6: a round, who begins it, and whether the face-down tile is one left over."""

    round: int
    seat: int
    left_over: bool


class TilesDrawn(Event, frozen=True):
    """A5: tiles drawn face up to the table."""

    tiles: tuple[Animal, ...]


class GroupSplit(Event, frozen=True):
    """A7, A8: a group falls into `rest` and `tiles`, the smaller part; a crate earned (1) or given back (-1)."""

    seat: int
    tiles: tuple[Tile, ...]
    rest: tuple[Tile, ...]
    smaller: int
    larger: int
    earned: int
    crates: int


class GroupTaken(Event, frozen=True):
    """A9: a group is taken and paid for; the break flag is up."""

    seat: int
    tiles: tuple[Animal, ...]
    price: int
    crates: int


class HiddenTaken(SecretEvent, frozen=True):
    """A9, A10: a group with the face-down tile is taken; only the taker learns what was `found`."""

    secret = ("found",)
    tiles: tuple[Tile, ...]
    found: Animal | None
    price: int
    crates: int


class FlagWon(Event, frozen=True):
    """A11: the first to take gets the starting flag, for the next round."""

    seat: int


class ArkFilled(Event, frozen=True):
    """A14: ten tiles or more: this is the last round."""

    seat: int
    tiles: int


class Passed(Event, frozen=True):
    """A12, A13: neither split nor taken."""

    seat: int


class LastTurn(Event, frozen=True):
    """A13: only one player has no break flag."""

    seat: int


class ArksClosed(Event, frozen=True):
    """A15: the game ends with this round."""

    round: int


class PairLeft(Event, frozen=True):
    """A16: exactly two of a species: both go to Noah."""

    seat: int
    tiles: tuple[Animal, ...]


class Discarded(Event, frozen=True):
    """A17: what a player discarded down to ten."""

    seat: int
    tiles: tuple[Animal, ...]


class ArkShown(Event, frozen=True):
    """A20: what is on a player's ark in the end."""

    seat: int
    tiles: tuple[Animal, ...]


class ArkEmptied(Event, frozen=True):
    """A16, A20: Noah has taken every animal of a player; nothing is on the ark in the end."""

    seat: int


class Scored(Event, frozen=True):
    """A18: a player's points."""

    seat: int
    points: int


def _split(seat: int, first: int, second: int, earned: int, crates: int) -> GroupSplit:
    rest, tiles = sorted((tiles_of(first), tiles_of(second)), key=len, reverse=True)
    return GroupSplit(
        seat=seat, tiles=tiles, rest=rest, smaller=len(tiles), larger=len(rest), earned=earned, crates=crates
    )


def _taken(seat: int, seen: int, found: int, price: int, crates: int) -> GroupTaken | HiddenTaken:
    if found == NOBODY:
        return GroupTaken(seat=seat, tiles=animals_of(seen), price=price, crates=crates)
    return HiddenTaken(seat=seat, tiles=tiles_of(seen), found=ANIMALS[found], price=price, crates=crates)


def _shown_ark(seat: int, shown: int) -> ArkShown | ArkEmptied:
    return ArkShown(seat=seat, tiles=animals_of(shown)) if shown else ArkEmptied(seat=seat)


# Views


class Group(msgspec.Struct, frozen=True):
    """A5, A9: tiles that lie together, and what they cost."""

    tiles: tuple[Tile, ...]
    price: int


CountsAs = Literal["single", "pair", "herd"]


class Kin(msgspec.Struct, frozen=True):
    """A16, A18: those of a player's tiles that are of one species, and what they score as they are; a pair nothing.

    While it is asked what to discard (A17), `staying` says what they score if only none, one, two … of them stay;
    None: the value of the one that does.
    """

    tiles: tuple[Animal, ...]
    counts_as: CountsAs
    points: int
    staying: tuple[int | None, ...]


class Player(msgspec.Struct, frozen=True):
    """A20: what may be seen of a player.

    `tiles`, `ark`, `kin` and `points` speak of the same tiles: all that the player owns now. Those are the three that
    were dealt until all have kept one (A4), then everything on the ark and beside it (A14), pairs and surplus included
    until everybody has discarded (A16, A17), and in the end what sails. `tiles` is how many, `ark` which, `kin` the
    same by species, and `points` what they and the crates score as they are: what `kin` says, and one for each crate.
    To whom they are secret, `kin` and `points` are None, and so is `ark`; with open arks it is what was taken face up.
    `secret` are those of one's own that nobody else knows. `noah` and `discarded` are what scoring took away: nothing
    before. `earns` is what a split brings in crates (A8: -1 if there is no room for more).
    """

    tiles: int
    crates: int
    earns: int
    resting: bool
    chosen: bool
    ark: tuple[Animal, ...] | None
    secret: tuple[Animal, ...] | None
    noah: tuple[Animal, ...] | None
    discarded: tuple[Animal, ...] | None
    points: int | None
    kin: tuple[Kin, ...] | None


class AnimalsView(View, frozen=True):
    """A20: all but the tiles on the arks is public. `choice` is what this seat chose in secret (A4, A17).

    `joining` is for the seat whose turn it is: for each species on the table what one's own animals of it count as with
    one, two … of those aboard (A16, A18).
    """

    seats: int
    round: int
    active: int | None
    starter: int
    last_turn: bool
    groups: tuple[Group, ...]
    pile: int
    supply: int
    removed: tuple[Species, ...]
    players: tuple[Player, ...]
    choice: tuple[Animal, ...]
    joining: dict[str, tuple[CountsAs, ...]]
    over: bool


RULES = Rules(
    state=Animals,
    actions=components.ACTIONS,
    most_notes=components.MOST_NOTES,
    setup=rules.setup,
    asked=rules.asked,
    choices=rules.choices,
    choice=rules.choice,
    refusal=rules.refusal,
    apply=rules.apply,
    imagine=secrecy.imagine,
    score=scoring.score,
    standing=scoring.standing,
    broken=invariants.broken,
)

LAST = -components.TURN
"""The question of a turn that is the round's last."""
QUESTIONS = {
    components.KEEPING: ("keep_one", "A4"),
    components.TURN: ("split_or_take", "A6"),
    LAST: ("last_turn", "A13"),
    components.DISCARDING: ("discard", "A17"),
}
REASON_RULES = {
    "keep_one_now": "A4",
    "split_or_take_now": "A6",
    "discard_now": "A17",
    "nothing_there": "A7",
    "several_groups": "A7",
    "single_tile": "A7",
    "one_side_empty": "A7",
    "other_half": "A7",
    "part_of_a_group": "A9",
    "too_few_crates": "A9",
    "must_act": "A12",
    "noahs_anyway": "A16",
    "not_down_to_ten": "A17",
    "leaves_a_pair": "A17",
}
TELLINGS: dict[int, Callable[..., Event]] = {
    components.REMOVED: lambda out: SpeciesRemoved(species=_species(out)),
    components.STARTS: Started,
    components.WERE_DEALT: lambda seat, dealt: Dealt(seat=seat, tiles=animals_of(dealt)),
    components.CHOSE: Chosen,
    components.LAID: lambda seat, laid, kept: Laid(seat=seat, tiles=animals_of(laid), kept=ANIMALS[kept]),
    components.ROUND: lambda number, seat, left_over: RoundBegan(round=number, seat=seat, left_over=bool(left_over)),
    components.DRAWN: lambda drawn: TilesDrawn(tiles=animals_of(drawn)),
    components.DIVIDED: _split,
    components.TOOK: _taken,
    components.FLAG: FlagWon,
    components.FULL: ArkFilled,
    components.PASSED: Passed,
    components.LAST_TURN: LastTurn,
    components.ENDS: ArksClosed,
    components.PAIR_LEFT: lambda seat, pair: PairLeft(seat=seat, tiles=animals_of(pair)),
    components.THREW_OUT: lambda seat, thrown: Discarded(seat=seat, tiles=animals_of(thrown)),
    components.SHOWN: _shown_ark,
    components.SCORED: Scored,
}


class AnimalsGame(RuledGame[Animals, AnimalsOptions, AnimalsMove]):
    """Animals on Board for 2 to 4."""

    key = "animals_on_board"
    seats = range(2, 5)
    version = 1
    options = AnimalsOptions
    moves = AnimalsMove
    order = ORDER
    views = AnimalsView
    rules = RULES
    constants = components
    end_rule = "A15"
    questions = QUESTIONS
    reason_rules = REASON_RULES
    tellings = TELLINGS
    option_names: ClassVar[Mapping[str, Sequence[str]]] = {"removed": SPECIES}

    def starting_seat(self, table: RuledTable[Animals, AnimalsOptions]) -> int | None:
        """A3: who holds the starting flag. At first everybody is asked at once."""
        return table.state.starter

    def prepare(self, state: Animals, seats: int, options: AnimalsOptions) -> None:
        """Players and options; A2: as many removed species as the number of players wants, or none named."""
        super().prepare(state, seats, options)
        removed = options.removed
        wanted = len(SPECIES) - components.SPECIES_IN_PLAY[seats]
        if removed and wanted == 0:
            raise BadOption(f"With {seats} players all species take part: the option “removed” names none.")
        if removed and (len(removed) != wanted or len(set(removed) & set(SPECIES)) != wanted):
            raise BadOption(
                f"With {seats} players the option “removed” names {wanted} different ones of: {', '.join(SPECIES)}."
            )
        for species in removed:
            state.out |= 1 << SPECIES.index(species)

    def question(self, state: Animals, seat: int) -> int:
        """Which question: the one the rules are at; a round's last turn is one of its own."""
        del seat
        return LAST if state.asking == components.TURN and rules.alone(state) else state.asking

    def encode(self, state: Animals, seat: int, move: AnimalsMove) -> int | None:
        """See `encode`."""
        return encode(state, seat, move)

    def decode(self, state: Animals, seat: int, action: int) -> AnimalsMove:
        """See `decode`."""
        return decode(state, seat, action)

    def listed(self, state: Animals, seat: int) -> tuple[tuple[AnimalsMove, ...], tuple[str, ...]]:
        """Splits are listed if they are few. Of all ways to discard, the best one is proposed (A17)."""
        if state.asking == components.DISCARDING:
            best = discarding.best_discard(state, seat, [0] * components.MOST_NOTES)
            return (decode(state, seat, best),), ("discard",)
        groups = [group for group in state.group if group]
        if state.asking == components.TURN and sum(rules.splits(group.bit_count()) for group in groups) > FEW:
            others = [components.TAKE + group for group in groups] + [components.PASS]
            legal = [action for action in others if not rules.refusal(state, seat, action)]
            listed = tuple(decode(state, seat, action) for action in legal)
            return listed or self.proposed(state, seat), ("split",)
        return super().listed(state, seat)

    def parts(self, table: RuledTable[Animals, AnimalsOptions], seat: int) -> dict[str, int]:
        """A18: animals alone, animals in herds, crates."""
        s = table.state
        herds = sum(
            components.HERD_ANIMAL * animals
            for species in range(len(SPECIES))
            if (animals := tile_sets.count(s, seat, species)) > components.PAIR
        )
        crates = s.crates[seat]
        return {"singles": scoring.score(s, seat) - herds - crates, "herds": herds, "crates": crates}

    def tie_break(self, state: Animals, seat: int) -> TieBreak:
        """A19: species on the ark."""
        return TieBreak("species", "A19", scoring.species_aboard(state, seat))

    def public_view(self, table: RuledTable[Animals, AnimalsOptions]) -> AnimalsView:
        """A20: what everybody sees; at the end all of it."""
        return _public(table.state, open_arks=table.options.open_arks)

    def own_fields(self, table: RuledTable[Animals, AnimalsOptions], seat: int, public: AnimalsView) -> dict[str, Any]:
        """A20: what a player sees: also the own tiles and choices."""
        s = table.state
        return {
            "players": Own(_shown(s, seat, public.players[seat])),
            "choice": _some(_owned(s, seat), s.sealed[seat]) if s.sealed[seat] else (),
            "joining": _joining(s, seat, public) if public.active == seat else {},
        }


def _public(s: Animals, *, open_arks: bool) -> AnimalsView:
    groups = [splitting.tiles_on(s, group) for group in s.group if group]
    players = [_player(s, seat, open_arks=open_arks) for seat in range(s.players)]
    if s.asking == components.OVER:
        players = [_shown(s, seat, player) for seat, player in enumerate(players)]
    return AnimalsView(
        seats=s.players,
        round=s.round,
        active=None if s.active == NOBODY else s.active,
        starter=s.starter,
        last_turn=s.asking == components.TURN and rules.alone(s),
        groups=tuple(Group(tiles=tiles_of(group), price=group.bit_count()) for group in groups),
        pile=s.unseen - sum(group >> FACE_DOWN & 1 for group in groups),
        supply=s.supply,
        removed=_species(s.out),
        players=tuple(players),
        choice=(),
        joining={},
        over=s.asking == components.OVER,
    )


def _joining(s: Animals, seat: int, public: AnimalsView) -> dict[str, tuple[CountsAs, ...]]:
    """A16, A18: what a player's animals of each species on the table count as with one, two … of those aboard."""
    lying = Counter(tile.species for group in public.groups for tile in group.tiles if isinstance(tile, Animal))
    aboard = {name: tile_sets.count(s, seat, species) for species, name in enumerate(SPECIES)}
    return {
        species: tuple([_counts_as(aboard[species] + more) for more in range(1, count + 1)])
        for species, count in lying.items()
    }


def _species(out: int) -> tuple[Species, ...]:
    return tuple(name for species, name in enumerate(SPECIES) if out >> species & 1)


def _player(s: Animals, seat: int, *, open_arks: bool) -> Player:
    """A20: what everybody sees of a player: with open arks also the tiles that were taken face up."""
    taken = tuple(ANIMALS[number] for number in _owned(s, seat) if not s.secret[number]) if open_arks else None
    return Player(
        tiles=s.tiles[seat],
        crates=s.crates[seat],
        earns=splitting.split_earns(s, seat),
        resting=bool(s.flags >> seat & 1),
        chosen=s.sealed[seat] != 0,
        ark=taken,
        secret=None,
        noah=None,
        discarded=None,
        points=None,
        kin=None,
    )


def _shown(s: Animals, seat: int, player: Player) -> Player:
    """A20: what the owner sees of a player, and at the end everybody."""
    owned = _owned(s, seat)
    return replace(
        player,
        ark=tuple([ANIMALS[number] for number in owned]),
        secret=tuple([ANIMALS[number] for number in owned if s.secret[number]]),
        noah=_gone(s, components.WITH_NOAH + seat),
        discarded=_gone(s, components.DISCARDED + seat),
        points=scoring.score(s, seat),
        kin=_kin(s, seat),
    )


def _kin(s: Animals, seat: int) -> tuple[Kin, ...]:
    """A16, A18: species by species, what a player's animals count as."""
    families = []
    for species in range(len(SPECIES)):
        mine = range(species * VALUES, (species + 1) * VALUES)
        tiles = tuple([ANIMALS[number] for number in mine if s.where[number] == components.ON_ARK + seat])
        if tiles:
            points = _scored(len(tiles))
            asked = s.asking == components.DISCARDING
            kin = Kin(
                tiles=tiles,
                counts_as=_counts_as(len(tiles)),
                points=tiles[0].value if points is None else points,
                staying=tuple([_scored(animals) for animals in range(len(tiles) + 1)]) if asked else (),
            )
            families.append(kin)
    return tuple(families)


def _counts_as(animals: int) -> CountsAs:
    """A16, A18: what so many animals of a species are, if there are any."""
    points = _scored(animals)
    return "single" if points is None else "herd" if points else "pair"


def _scored(animals: int) -> int | None:
    """A16, A18: what so many animals of a species score; None: a single one, its value."""
    if animals == 1:
        return None
    return 0 if animals <= components.PAIR else animals * components.HERD_ANIMAL


def _gone(s: Animals, where: int) -> tuple[Animal, ...]:
    if where not in s.where:  # so it is until the arks set sail
        return ()
    return tuple([ANIMALS[number] for number in _lying(s, where)])
