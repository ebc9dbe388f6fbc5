"""What the world sees of Kuna Yala: options, moves, events and views."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Literal

import msgspec

from laguna.core.game import Event, Move, Options, Own, SecretEvent, TieBreak, View, snake
from laguna.core.ruled import RuledGame, RuledTable
from laguna.core.rules import Rules
from laguna.games.kuna_yala import card_faces, components, free_places, invariants, rules, scoring
from laguna.games.kuna_yala.components import NOTHING, PLACES, ROW, SEA, SEATS, SIZE, SLOTS, KunaYala
from laguna.games.kuna_yala.order import ORDER

Colour = Literal["red", "yellow", "blue", "purple"]
Floor = Literal["ripple", "pebble", "grass", "star"]
COLOURS: tuple[Colour, ...] = ("red", "yellow", "blue", "purple")
FLOORS: tuple[Floor, ...] = ("ripple", "pebble", "grass", "star")


class KunaYalaOptions(Options, frozen=True):
    """K4: who begins."""

    first: int | None = None


# Cards


class OneFish(msgspec.Struct, frozen=True, tag_field="card", tag=snake):
    """K2: a fish card with one fish."""

    colour: Colour
    floor: Floor


class TwoFish(msgspec.Struct, frozen=True, tag_field="card", tag=snake):
    """K2: a fish card with two fish."""

    colour: Colour
    floor: Floor


class Coral(msgspec.Struct, frozen=True, tag_field="card", tag=snake):
    """K8: suits anything."""


class Shark(msgspec.Struct, frozen=True, tag_field="card", tag=snake):
    """K10: covers a fish card of an opponent."""


class Octopus(msgspec.Struct, frozen=True, tag_field="card", tag=snake):
    """K12: covers a coral as soon as it is turned up."""


Card = OneFish | TwoFish | Coral | Shark | Octopus


@cache
def card_of(card: int) -> Card:
    """The card that a number of the rules stands for."""
    if card_faces.is_fish(card):
        colour, floor = COLOURS[card_faces.colour_of(card)], FLOORS[card_faces.floor_of(card)]
        return OneFish(colour, floor) if card_faces.count_on(card) == 1 else TwoFish(colour, floor)
    others: dict[int, Card] = {components.CORAL: Coral(), components.SHARK: Shark(), components.OCTOPUS: Octopus()}
    return others[card]


class Place(msgspec.Struct, frozen=True):
    """A place in the shoal of `seat`: x columns east and y rows south of its starting coral."""

    seat: int
    x: int
    y: int


# Moves, and the actions they stand for


class Lay(Move, frozen=True):
    """K5: the visible card of this slot is laid on this place."""

    slot: int
    place: Place


KunaYalaMove = Lay


def encode(s: KunaYala, move: Lay) -> int | None:
    """The action that a move stands for; None: no such slot or seat exists."""
    shoal = move.place.seat
    if not (0 <= move.slot < SLOTS and 0 <= shoal < SEATS):
        return None
    column = _around(move.place.x, s.west[shoal])
    row = _around(move.place.y, s.north[shoal])
    return move.slot * PLACES + shoal * SEA + row * ROW + column


def _around(number: int, first: int) -> int:
    """The column or row of a sea without a shore, where a shoal begins at `first`.

    Whatever is farther away than the sea is wide counts as the second one before the shoal, which no shoal ever
    reaches around to: a card there touches nothing.
    """
    return (number if first - 1 <= number < first - 1 + SIZE else first - 2) % SIZE


def decode(s: KunaYala, action: int) -> Lay:
    """The move that an action stands for."""
    place = action % PLACES
    return Lay(
        slot=action // PLACES, place=Place(place // SEA, free_places.column(s, place), free_places.row(s, place))
    )


# Events


class TokenDealt(SecretEvent, frozen=True):
    """K3: a secret token; its colour is for the owner alone (K18)."""

    secret = ("colour",)
    colour: Colour | None


class ShoalBegun(Event, frozen=True):
    """K3: a shoal begins with one coral."""

    seat: int


class CardTurnedUp(Event, frozen=True):
    """K6: a card for this slot, from this pile, which has so many cards left."""

    slot: int
    card: Card
    pile: int
    left: int


class OctopusHeld(Event, frozen=True):
    """K12: the octopus covers a coral in the shoal with the most of them."""

    slot: int
    place: Place


class OctopusLeft(Event, frozen=True):
    """K12: nobody has the most coral; the octopus is discarded."""

    slot: int


class FourthShark(Event, frozen=True):
    """K11: four sharks would be visible; this one is discarded."""

    slot: int


class TurnBegan(Event, frozen=True):
    """K5: a player's turn begins."""

    seat: int


class NoPair(Event, frozen=True):
    """K19: no two of the visible cards can be laid."""

    seat: int


class CardDiscarded(Event, frozen=True):
    """K19: a visible card leaves the game."""

    slot: int
    card: Card


class CardsRanOut(Event, frozen=True):
    """K19: no two cards can be laid and none is left to replace them; one card may still be laid."""

    seat: int


class LaidAtHome(Event, frozen=True):
    """K5: a card in one's own shoal."""

    seat: int
    slot: int
    card: Card
    place: Place


class LaidAway(Event, frozen=True):
    """K5: a card in an opponent's shoal."""

    seat: int
    slot: int
    card: Card
    place: Place


class FishEaten(Event, frozen=True):
    """K10: a shark covers this fish card."""

    seat: int
    slot: int
    card: Card
    place: Place


class Cursed(Event, frozen=True):
    """K13: the curse strikes the shoal of `seat`: so many cards of one floor, across and down (0: no run that way)."""

    seat: int
    floor: Floor
    cards: int
    across: int
    down: int


class FishDied(Event, frozen=True):
    """K13: a fish card is turned to bones."""

    card: Card
    place: Place


class Ended(Event, frozen=True):
    """K15: the game is over."""


class TokenRevealed(Event, frozen=True):
    """K18: at the end all tokens are turned up."""

    seat: int
    colour: Colour


def _laid(seat: int, slot: int, card: int, shoal: int, x: int, y: int) -> Event:
    kind = LaidAtHome if shoal == seat else LaidAway
    return kind(seat=seat, slot=slot, card=card_of(card), place=Place(shoal, x, y))


def _cursed(shoal: int, floor: int, across: int, down: int) -> Event:
    cards = across + down - 1 if across and down else across + down  # the new card is in both runs
    return Cursed(shoal, FLOORS[floor], cards, across, down)


# Views


class LaidCard(msgspec.Struct, frozen=True):
    """A card of a shoal, what became of it, and the slots whose sharks may be laid on it now (K10)."""

    x: int
    y: int
    card: Card
    state: Literal["open", "shark", "octopus", "bones"]
    slots: tuple[int, ...]


class FreePlace(msgspec.Struct, frozen=True):
    """K7: an empty place beside a card, and the slots whose cards may be laid there now."""

    x: int
    y: int
    slots: tuple[int, ...]


class Shoal(msgspec.Struct, frozen=True):
    """A shoal: its cards in the order they were laid, and what is counted. A double counts as two fish."""

    cards: tuple[LaidCard, ...]
    free: tuple[FreePlace, ...]
    fish: dict[str, int]
    corals: int
    octopuses: int
    sharks: int


class Points(msgspec.Struct, frozen=True):
    """K16: what a seat's points are made of."""

    fish: int
    majority: int
    octopuses: int
    sharks: int


class KunaYalaView(View, frozen=True):
    """K18: all but the tokens is public. `to_lay` says what the active player is to do; None: the game is over.

    Before that there are no `points`, and no `fish_in`: of every seat's points for fish, those in each shoal (K16).
    `own_points` is what the onlooker's seat would have if the game ended now: it tells of the own token, so nobody
    else is told.
    """

    seats: int
    active: int
    to_lay: Literal["two", "at_home", "away", "last"] | None
    visible: tuple[Card | None, ...]
    piles: tuple[int, ...]
    shoals: tuple[Shoal, ...]
    discarded: tuple[Card, ...]
    tokens: tuple[Colour | None, ...]
    points: tuple[Points, ...] | None
    fish_in: tuple[tuple[int, ...], ...] | None
    own_points: Points | None


RULES = Rules(
    state=KunaYala,
    actions=components.ACTIONS,
    most_notes=SLOTS * SEATS,
    setup=rules.setup,
    asked=rules.asked,
    choices=rules.choices,
    choice=rules.choice,
    refusal=rules.refusal,
    apply=rules.apply,
    imagine=rules.imagine,
    score=scoring.score,
    standing=scoring.standing,
    broken=invariants.broken,
)

QUESTION_RULES = {
    "lay_two": "K5",
    "lay_at_home": "K5",
    "lay_away": "K5",
    "lay_last": "K19",
}
REASON_RULES = {
    "no_card": "K5",
    "no_shoal": "K5",
    "home_is_done": "K5",
    "home_is_next": "K5",
    "no_second_card": "K5",
    "occupied": "K7",
    "not_touching": "K7",
    "nothing_in_common": "K9",
    "shark_at_home": "K10",
    "not_on_fish": "K10",
    "on_bones": "K14",
    "beside_bones": "K14",
}
TELLINGS: dict[int, Callable[..., Event]] = {
    components.TOKEN: lambda seat, colour: TokenDealt(seat, COLOURS[colour]),
    components.BEGUN: ShoalBegun,
    components.TURNED_UP: lambda slot, card, pile, left: CardTurnedUp(slot, card_of(card), pile, left),
    components.OCTOPUS_HELD: lambda slot, shoal, x, y: OctopusHeld(slot, Place(shoal, x, y)),
    components.OCTOPUS_LEFT: OctopusLeft,
    components.FOURTH_SHARK: FourthShark,
    components.TURN: TurnBegan,
    components.NO_PAIR: NoPair,
    components.DISCARDED: lambda slot, card: CardDiscarded(slot, card_of(card)),
    components.LAST_CARD: CardsRanOut,
    components.LAID: _laid,
    components.EATEN: lambda seat, slot, shoal, x, y, card: FishEaten(seat, slot, card_of(card), Place(shoal, x, y)),
    components.CURSED: _cursed,
    components.DIED: lambda shoal, x, y, card: FishDied(card_of(card), Place(shoal, x, y)),
    components.ENDED: Ended,
    components.REVEALED: lambda seat, colour: TokenRevealed(seat, COLOURS[colour]),
}
TO_LAY: dict[int, Literal["two", "at_home", "away", "last"]] = {
    components.LAY_TWO: "two",
    components.LAY_AT_HOME: "at_home",
    components.LAY_AWAY: "away",
    components.LAY_LAST: "last",
}
NAMED = tuple(tuple(slot for slot in range(SLOTS) if bits >> slot & 1) for bits in range(1 << SLOTS))
"""Sets of slots, a bit each, as tuples."""
COVERED: dict[int, Literal["shark", "octopus", "bones"]] = {
    components.SHARK: "shark",
    components.OCTOPUS: "octopus",
    components.BONES: "bones",
}


class KunaYalaGame(RuledGame[KunaYala, KunaYalaOptions, KunaYalaMove]):
    """Kuna Yala for 2 to 4."""

    key = "kuna_yala"
    seats = range(2, 5)
    version = 2
    options = KunaYalaOptions
    moves = KunaYalaMove
    order = ORDER
    views = KunaYalaView
    rules = RULES
    constants = components
    end_rule = "K15"
    question_rules = QUESTION_RULES
    reason_rules = REASON_RULES
    tellings = TELLINGS

    def encode(self, state: KunaYala, seat: int, move: Lay) -> int | None:
        """See `encode`."""
        del seat
        return encode(state, move)

    def decode(self, state: KunaYala, seat: int, action: int) -> Lay:
        """See `decode`."""
        del seat
        return decode(state, action)

    def listed(self, state: KunaYala, seat: int) -> tuple[tuple[Lay, ...], tuple[str, ...]]:
        """Hundreds: only some are proposed. The view says of every place which visible cards may be laid there now."""
        return self.proposed(state, seat), ("lay",)

    def parts(self, table: RuledTable[KunaYala, KunaYalaOptions], seat: int) -> dict[str, int]:
        """K16: fish, majority, octopuses, sharks."""
        return msgspec.structs.asdict(_points(table.state, seat))

    def tie_break(self, state: KunaYala, seat: int) -> TieBreak:
        """K17: living fish of all colours at home."""
        return TieBreak("fish", "K17", scoring.fish_at_home(state, seat))

    def public_view(self, table: RuledTable[KunaYala, KunaYalaOptions]) -> KunaYalaView:
        """K18: what everybody sees."""
        return _public(table.state)

    def own_fields(
        self, table: RuledTable[KunaYala, KunaYalaOptions], seat: int, public: KunaYalaView
    ) -> dict[str, Any]:
        """K18: what a player sees: also the own token, and what it counts."""
        del public
        s = table.state
        return {"tokens": Own(COLOURS[s.colour[seat]]), "own_points": _points(s, seat)}


def _public(s: KunaYala) -> KunaYalaView:
    seats = range(s.players)
    over = s.asking == components.OVER
    slots = {} if over else _slots(s)
    return KunaYalaView(
        seats=s.players,
        active=s.active,
        to_lay=TO_LAY.get(s.asking),
        visible=tuple(None if card == NOTHING else card_of(card) for card in s.visible),
        piles=tuple(s.pile),
        shoals=tuple(_shoal(s, shoal, slots) for shoal in seats),
        discarded=tuple(card_of(card) for card, count in enumerate(s.discarded) for _ in range(count)),
        tokens=tuple(COLOURS[s.colour[owner]] if over else None for owner in seats),
        points=tuple(_points(s, owner) for owner in seats) if over else None,
        fish_in=tuple(tuple(scoring.fish_in(s, owner, shoal) for shoal in seats) for owner in seats) if over else None,
        own_points=None,
    )


def _slots(s: KunaYala) -> dict[int, int]:
    """For each place where the active player may lay a card now: the slots of those cards, a bit each."""
    slots: dict[int, int] = {}
    notes = [0] * RULES.most_notes
    rules.choices(s, s.active, notes)
    for group, choices in enumerate(notes):
        if choices:
            slot, shoal = divmod(group, SEATS)
            for place in _fitting(s, s.visible[slot], shoal):
                slots[place] = slots.get(place, 0) | 1 << slot
    return slots


def _fitting(s: KunaYala, card: int, shoal: int) -> list[int]:
    """All that `free_places.nth_place` finds, at one go."""
    if card == components.SHARK:
        laid = zip(s.laid[shoal][: s.cards[shoal]], s.shown[shoal], strict=False)
        return [place for place, shown in laid if card_faces.is_fish(shown)]
    edge = s.edge[shoal][: s.edges[shoal]]
    if card == components.CORAL:
        return edge
    fish = 1 << card_faces.fish_on(card)
    return [place for place, suits in zip(edge, s.suits[shoal], strict=False) if suits & fish]


def _points(s: KunaYala, seat: int) -> Points:
    return Points(
        fish=scoring.fish_points(s, seat),
        majority=scoring.majority_points(s, seat),
        octopuses=s.octopuses[seat],
        sharks=scoring.shark_points(s, seat),
    )


def _shoal(s: KunaYala, shoal: int, slots: dict[int, int]) -> Shoal:
    return Shoal(
        cards=_laid_cards(s, shoal, slots),
        free=_free_places(s, shoal, slots),
        fish=dict(zip(COLOURS, s.fish[shoal], strict=True)),
        corals=s.corals[shoal],
        octopuses=s.octopuses[shoal],
        sharks=s.sharks[shoal],
    )


def _laid_cards(s: KunaYala, shoal: int, slots: dict[int, int]) -> tuple[LaidCard, ...]:
    columns, rows = _numbers(s.west[shoal]), _numbers(s.north[shoal])
    laid = zip(s.laid[shoal][: s.cards[shoal]], s.laid_card[shoal], s.shown[shoal], strict=False)
    return tuple(
        [
            LaidCard(
                columns[place % SIZE],
                rows[place // ROW % SIZE],
                card_of(card),
                COVERED.get(shown, "open"),
                NAMED[slots.get(place, 0)],
            )
            for place, card, shown in laid
        ]
    )


def _free_places(s: KunaYala, shoal: int, slots: dict[int, int]) -> tuple[FreePlace, ...]:
    """From north to south, each row from west to east."""
    columns, rows = _numbers(s.west[shoal]), _numbers(s.north[shoal])
    edge = s.edge[shoal][: s.edges[shoal]]
    found = sorted([(rows[place // ROW % SIZE], columns[place % SIZE], place) for place in edge])
    return tuple([FreePlace(x, y, NAMED[slots.get(place, 0)]) for y, x, place in found])


@cache
def _numbers(first: int) -> tuple[int, ...]:
    """The numbers of the sea's columns, or rows, where a shoal begins at `first`: see `free_places.column`."""
    return tuple(first - 1 + (number - first + 1) % SIZE for number in range(SIZE))
