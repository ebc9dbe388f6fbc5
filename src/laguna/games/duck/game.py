"""What the world sees of Duck: options, moves, events and views."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from laguna.core.game import Event, Move, Options, Own, SecretEvent, View
from laguna.core.ruled import RuledGame, RuledTable
from laguna.core.rules import Rules, noted
from laguna.games.duck import components, invariants, melds, rules, scoring, secrecy
from laguna.games.duck.components import (
    GHOST,
    GREEN_SIDE,
    HAND,
    KINDS,
    MOST_ALIKE,
    NOBODY,
    OVER,
    RED_SIDE,
    VALUES,
    Duck,
)
from laguna.games.duck.order import ORDER

Colour = Literal["yellow", "blue", "red"]
COLOURS: tuple[Colour, ...] = ("yellow", "blue", "red")


class DuckOptions(Options, frozen=True):
    """D23, D3: whether one may dive with more than 10, and who deals first."""

    bluff_dives: bool = False
    dealer: int | None = None


# Cards and people


class Card(msgspec.Struct, frozen=True):
    """D1: a duck card."""

    colour: Colour
    value: int


class Player(msgspec.Struct, frozen=True):
    """Somebody else at the table."""

    seat: int


CARDS = tuple(Card(COLOURS[card // VALUES], card % VALUES) for card in range(KINDS))
"""Every card, as the rules number them."""


def cards_of(counts: Iterable[int]) -> tuple[Card, ...]:
    """The cards of a hand or towel, which the rules count by kind."""
    return _cards_of(bytes(counts))


@lru_cache(maxsize=16_384)
def _cards_of(counts: bytes) -> tuple[Card, ...]:
    """Remembered: from one move to the next, hardly any of a table's hands and towels changes."""
    return tuple([card for card, count in zip(CARDS, counts, strict=True) if count for _ in range(count)])


def hand_of(number: int) -> tuple[Card, ...]:
    """A hand that the rules told as one number."""
    return cards_of(number >> 2 * card & MOST_ALIKE for card in range(KINDS))


# Moves, and the actions they stand for


class Play(Move, frozen=True):
    """D6, D7: a set or a run from the hand. D8: the last of the cards ends on top."""

    cards: tuple[Card, ...]


class Dive(Move, frozen=True):
    """D11: mine is the lowest sum."""


class Draw(Move, frozen=True):
    """D9: the top card of the draw pile."""


class Take(Move, frozen=True):
    """D9: the top card of this neighbour's discard pile."""

    seat: int


class TakeFromGhost(Move, frozen=True):
    """D19: the top card of the ghost's discard pile."""


DuckMove = Play | Dive | Draw | Take | TakeFromGhost


def encode(move: DuckMove) -> int | None:
    """The action that a move stands for; None: no such cards or seat exist."""
    match move:
        case Play():
            return _encode_cards(move.cards)
        case Dive():
            return components.DIVE
        case Draw():
            return components.DRAW
        case Take():
            return components.TAKE + move.seat if 0 <= move.seat < components.SEATS else None
        case TakeFromGhost():
            return components.TAKE + GHOST


@lru_cache(maxsize=16_384)
def _encode_cards(cards: tuple[Card, ...]) -> int | None:
    """A set if all numbers are equal, a run if they are consecutive in one colour, or neither. None: no such cards.

    The order matters only in which card is the last: what lies beneath is not the player's choice (D8). Remembered:
    there are a few thousand answers, and one card alone is the most frequent of them.
    """
    if len(cards) > HAND or any(not 0 <= card.value < VALUES or cards.count(card) > MOST_ALIKE for card in cards):
        return None
    values = sorted(card.value for card in cards)
    colours = [card.colour for card in cards]
    if len(set(values)) <= 1:
        yellow, blue, red = (colours.count(colour) for colour in COLOURS)
        value, top = (values[0], COLOURS.index(colours[-1])) if cards else (0, 0)
        return melds.set_action(value, yellow, blue, red, top)
    if len(set(colours)) == 1 and values == list(range(values[0], values[-1] + 1)):
        top = {values[0]: components.LOWEST, values[-1]: components.HIGHEST}.get(cards[-1].value, components.MIDDLE)
        return melds.run_action(COLOURS.index(colours[0]), values[0], values[-1], top)
    return components.NEITHER


@cache
def decode(action: int) -> DuckMove:
    """The move that an action stands for: one of a few thousand, each made once."""
    if action < components.NEITHER:
        return Play(cards_of_action(action))
    if action == components.DIVE:
        return Dive()
    if action == components.DRAW:
        return Draw()
    return TakeFromGhost() if action == components.TAKE + GHOST else Take(action - components.TAKE)


@cache
def cards_of_action(action: int) -> tuple[Card, ...]:
    """D8: the cards of a set or a run from the bottom up, as they are laid."""
    return _set(action) if action < components.RUN else _run(action)


def _set(action: int) -> tuple[Card, ...]:
    value, top = melds.set_value(action), melds.top_colour(action)
    counts = [melds.set_count(action, colour) - (colour == top) for colour in range(components.COLOURS)]
    beneath = (Card(COLOURS[colour], value) for colour, count in enumerate(counts) for _ in range(count))
    return (*beneath, Card(COLOURS[top], value))


def _run(action: int) -> tuple[Card, ...]:
    colour, low, high = melds.run_colour(action), melds.run_low(action), melds.run_high(action)
    rising = tuple(Card(COLOURS[colour], value) for value in range(low, high + 1))
    return rising if melds.run_top(action) == components.HIGHEST else rising[::-1]


# Events: the deal


class RoundBegan(Event, frozen=True):
    """D3, D4: a round, counted from 1; who deals; the lifebuoy to be won."""

    round: int
    seat: int
    lifebuoy: int


class CardsDealt(SecretEvent, frozen=True):
    """D4: a hand of seven; only its owner sees it (D24)."""

    secret = ("cards",)
    cards: tuple[Card, ...] | None


class GhostDealt(Event, frozen=True):
    """D17: one face-down card for the ghost."""


class CardTurnedUp(Event, frozen=True):
    """D4: one card face up on the dealer's own discard pile."""

    seat: int
    card: Card


# Events: turns


class CardPlayed(Event, frozen=True):
    """D6: one card."""

    seat: int
    card: Card


class SetPlayed(Event, frozen=True):
    """D6, D8: several cards of one number, from the bottom up."""

    seat: int
    cards: tuple[Card, ...]
    top: Card


class RunPlayed(Event, frozen=True):
    """D7, D8: consecutive numbers of one colour, from the bottom up."""

    seat: int
    cards: tuple[Card, ...]
    top: Card


class CardDrawn(SecretEvent, frozen=True):
    """D9: the top of the draw pile; only its new owner sees it (D24)."""

    secret = ("card",)
    card: Card | None


class CardTaken(Event, frozen=True):
    """D9: the top of a neighbour's discard pile."""

    seat: int
    neighbour: Player
    card: Card


class CardTakenFromGhost(Event, frozen=True):
    """D19: the top of the ghost's discard pile."""

    seat: int
    card: Card


class NothingDrawn(Event, frozen=True):
    """D22: there is nothing to draw."""

    seat: int


class DrawPileRefilled(Event, frozen=True):
    """D22: the discard piles but for their tops are the draw pile again, so many cards."""

    cards: int


class GhostTurnedUp(Event, frozen=True):
    """D18: a card on the ghost's discard pile."""

    card: Card


class GhostWaited(Event, frozen=True):
    """D22: no card for the ghost."""


# Events: the end of a round, step by step


class WentOut(Event, frozen=True):
    """D10: no card left."""

    seat: int


class Dived(Event, frozen=True):
    """D11: somebody dives."""

    seat: int


class HandShown(Event, frozen=True):
    """D24: a hand, and its sum."""

    seat: int
    cards: tuple[Card, ...]
    sum: int


class GhostShown(Event, frozen=True):
    """D20: the ghost's hidden card, and its sum."""

    card: Card
    sum: int


class DiveSucceeded(Event, frozen=True):
    """D13: the diver has the lowest sum of all."""

    seat: int


class DiveFailed(Event, frozen=True):
    """D14: somebody has the same sum or a lower one."""

    seat: int
    rival: Player


class DiveFailedToGhost(Event, frozen=True):
    """D21: the ghost has the same sum or a lower one."""

    seat: int


class BluffFailed(Event, frozen=True):
    """D23: a dive with more than 10."""

    seat: int


class GreenLifebuoyTaken(Event, frozen=True):
    """D10, D13: the top lifebuoy, green side up: so many points."""

    seat: int
    points: int


class RedLifebuoyTaken(Event, frozen=True):
    """D14: the top lifebuoy, red side up: so many points are lost."""

    seat: int
    penalty: int


class HandDiscarded(Event, frozen=True):
    """D12, D21: too high a sum; the whole hand is discarded."""

    seat: int
    sum: int


class CardKept(Event, frozen=True):
    """D12, D13: the highest card of a hand goes under the towel."""

    seat: int
    card: Card


def _round(number: int, dealer: int) -> Event:
    return RoundBegan(number + 1, dealer, GREEN_SIDE[number])


def _played(seat: int, action: int) -> Event:
    cards = cards_of_action(action)
    if len(cards) == 1:
        return CardPlayed(seat, cards[0])
    return (SetPlayed if action < components.RUN else RunPlayed)(seat, cards, cards[-1])


def _taken(seat: int, place: int, card: int) -> Event:
    if place == GHOST:
        return CardTakenFromGhost(seat, CARDS[card])
    return CardTaken(seat, Player(place), CARDS[card])


def _dive_failed(seat: int, place: int) -> Event:
    if place == seat:
        return BluffFailed(seat)
    return DiveFailedToGhost(seat) if place == GHOST else DiveFailed(seat, Player(place))


def _lifebuoy(seat: int, lifebuoy: int, green: int) -> Event:
    if green:
        return GreenLifebuoyTaken(seat, GREEN_SIDE[lifebuoy])
    return RedLifebuoyTaken(seat, RED_SIDE[lifebuoy])


# Views


class DuckPlayer(msgspec.Struct, frozen=True):
    """D24: what is seen of a player.

    `cards`, `hand`, `sum` and `known` are of the same hand: as it is now, and when the game is over as it was shown
    when the last round ended, the card that was kept included. `known` are those of it that everybody saw taken from a
    discard pile. `towel` and `kept` are the cards under the towel: their number, and which; the owner sees them, and
    when the game is over everybody.
    """

    seat: int
    cards: int
    hand: tuple[Card, ...] | None
    sum: int | None
    known: tuple[Card, ...]
    pile: int
    top: Card | None
    towel: int
    kept: tuple[Card, ...] | None


class Ghost(msgspec.Struct, frozen=True):
    """D24: what is seen of the ghost; its hidden card and its sum when the round is over."""

    pile: int
    top: Card | None
    card: Card | None
    sum: int | None


class Lifebuoy(msgspec.Struct, frozen=True):
    """D1: its two sides, and who has it lying how; nobody before its round is over."""

    points: int
    penalty: int
    seat: int | None
    green: bool | None


UNTAKEN = tuple(Lifebuoy(points, penalty, None, None) for points, penalty in zip(GREEN_SIDE, RED_SIDE, strict=True))


class DuckView(View, frozen=True):
    """D24: who sees what. `round` is counted from 1; the ghost, if there is one, sits left of the dealer (D17).

    `step` is what the active player is to do (D6, D9): play, or dive, or draw; None when the game is over.
    """

    round: int
    dealer: int
    active: int
    step: Literal["play", "draw"] | None
    over: bool
    players: tuple[DuckPlayer, ...]
    ghost: Ghost | None
    draw_pile: int
    lifebuoys: tuple[Lifebuoy, ...]


RULES = Rules(
    state=Duck,
    actions=components.ACTIONS,
    most_notes=components.MOST_NOTES,
    setup=rules.setup,
    asked=rules.asked,
    choices=rules.choices,
    choice=noted,
    refusal=rules.refusal,
    apply=rules.apply,
    imagine=secrecy.imagine,
    score=scoring.score,
    standing=scoring.standing,
    broken=invariants.broken,
)

STEPS: dict[int, Literal["play", "draw"]] = {components.WHAT_TO_PLAY: "play", components.WHERE_TO_DRAW: "draw"}
QUESTION_RULES = {
    "what_to_play": "D6",
    "where_to_draw": "D9",
}
REASONS = {
    components.PLAY_FIRST: ("D9", "play_first"),
    components.DRAW_NOW: ("D9", "draw_now"),
    components.NO_CARDS: ("D6", "no_cards"),
    components.NEITHER_SET_NOR_RUN: ("D7", "neither_set_nor_run"),
    components.SET_NOT_IN_HAND: ("D6", "not_in_hand"),
    components.TOP_NOT_PLAYED: ("D8", "top_not_played"),
    components.RUN_TOO_SHORT: ("D7", "run_too_short"),
    components.RUN_NOT_IN_HAND: ("D7", "not_in_hand"),
    components.MIDDLE_ON_TOP: ("D8", "middle_on_top"),
    components.SUM_TOO_HIGH: ("D11", "sum_too_high"),
    components.DRAW_PILE_EMPTY: ("D22", "draw_pile_empty"),
    components.OWN_PILE: ("D9", "own_pile"),
    components.NOT_A_NEIGHBOUR: ("D9", "not_a_neighbour"),
    components.PILE_EMPTY: ("D9", "pile_empty"),
}
TELLINGS: dict[int, Callable[..., Event]] = {
    components.ROUND: _round,
    components.DEALT: lambda seat, hand: CardsDealt(seat, hand_of(hand)),
    components.GHOST_DEALT: GhostDealt,
    components.TURNED_UP: lambda seat, card: CardTurnedUp(seat, CARDS[card]),
    components.PLAYED: _played,
    components.DREW: lambda seat, card: CardDrawn(seat, CARDS[card]),
    components.TOOK: _taken,
    components.DREW_NOTHING: NothingDrawn,
    components.RESHUFFLED: DrawPileRefilled,
    components.GHOST_TURNED: lambda card: GhostTurnedUp(CARDS[card]),
    components.GHOST_WAITED: GhostWaited,
    components.WENT_OUT: WentOut,
    components.DIVED: Dived,
    components.SHOWED: lambda seat, hand, total: HandShown(seat, hand_of(hand), total),
    components.GHOST_SHOWED: lambda card, total: GhostShown(CARDS[card], total),
    components.DIVE_SUCCEEDED: DiveSucceeded,
    components.DIVE_FAILED: _dive_failed,
    components.TOOK_LIFEBUOY: _lifebuoy,
    components.DISCARDED: HandDiscarded,
    components.KEPT: lambda seat, card: CardKept(seat, CARDS[card]),
}


class DuckGame(RuledGame[Duck, DuckOptions, DuckMove]):
    """Duck for 2 to 5."""

    key = "duck"
    seats = range(2, 6)
    version = 1
    options = DuckOptions
    moves = DuckMove
    order = ORDER
    views = DuckView
    rules = RULES
    constants = components
    seat_option = "dealer"
    turn_rule = "D5"
    end_rule = "D16"
    question_rules = QUESTION_RULES
    reasons = REASONS
    tellings = TELLINGS

    def starting_seat(self, table: RuledTable[Duck, DuckOptions]) -> int | None:
        """D4: the dealer."""
        return table.state.dealer

    def encode(self, state: Duck, seat: int, move: DuckMove) -> int | None:
        """See `encode`."""
        del state, seat
        return encode(move)

    def decode(self, state: Duck, seat: int, action: int) -> DuckMove:
        """See `decode`."""
        del state, seat
        return decode(action)

    def parts(self, table: RuledTable[Duck, DuckOptions], seat: int) -> dict[str, int]:
        """D16: ducks under the towel, green lifebuoys, red ones."""
        s = table.state
        return {
            "ducks": scoring.ducks(s, seat),
            "green": scoring.green_points(s, seat),
            "red": -scoring.penalties(s, seat),
        }

    def public_view(self, table: RuledTable[Duck, DuckOptions]) -> DuckView:
        """D24: what everybody sees."""
        return _public(table.state)

    def own_fields(self, table: RuledTable[Duck, DuckOptions], seat: int, public: DuckView) -> dict[str, Any]:
        """D24: what a player sees: also the own hand, and what is under the own towel."""
        s = table.state
        own = replace(public.players[seat], hand=cards_of(s.hand[seat]), sum=s.sum[seat], kept=cards_of(s.towel[seat]))
        return {"players": Own(own)}


def _public(s: Duck) -> DuckView:
    return DuckView(
        round=min(s.round + 1, components.ROUNDS),
        dealer=s.dealer,
        active=s.active,
        step=STEPS.get(s.asking),
        over=s.asking == OVER,
        players=tuple([_player(s, seat) for seat in range(s.players)]),
        ghost=_ghost(s) if s.players == 2 else None,
        draw_pile=s.draw_pile,
        lifebuoys=_lifebuoys_seen(tuple(s.taken_by), tuple(s.green)),
    )


def _player(s: Duck, seat: int) -> DuckPlayer:
    over, kept = s.asking == OVER, cards_of(s.towel[seat])
    return DuckPlayer(
        seat=seat,
        cards=s.held[seat],
        hand=cards_of(s.hand[seat]) if over else None,
        sum=s.sum[seat] if over else None,
        known=cards_of(s.known[seat]),
        pile=s.height[seat],
        top=_top(s, seat),
        towel=len(kept),
        kept=kept if over else None,
    )


def _ghost(s: Duck) -> Ghost:
    over = s.asking == OVER
    return Ghost(
        pile=s.height[GHOST],
        top=_top(s, GHOST),
        card=CARDS[s.ghost_card] if over else None,
        sum=s.sum[GHOST] if over else None,
    )


def _top(s: Duck, place: int) -> Card | None:
    return CARDS[s.pile[place][s.height[place] - 1]] if s.height[place] else None


@lru_cache(maxsize=16_384)
def _lifebuoys_seen(taken_by: tuple[int, ...], green: tuple[int, ...]) -> tuple[Lifebuoy, ...]:
    """Remembered: they change once a round."""
    return tuple(
        [
            untaken if seat == NOBODY else Lifebuoy(untaken.points, untaken.penalty, seat, bool(lies_green))
            for untaken, seat, lies_green in zip(UNTAKEN, taken_by, green, strict=True)
        ]
    )
