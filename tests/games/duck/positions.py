"""Positions of Duck, arranged by hand. Cards are written y5, b0, r8: a colour (yellow, blue, red) and a number."""

from __future__ import annotations

from collections.abc import Sequence

from laguna.games.duck import card_piles, components, invariants
from laguna.games.duck.components import COPIES, GHOST, KINDS, NO_CARD, NOBODY, VALUES, WHAT_TO_PLAY
from laguna.games.duck.game import Card, Play
from tabletop import Tabletop

COLOURS = {"y": "yellow", "b": "blue", "r": "red"}


def number(card: str) -> int:
    return "ybr".index(card[0]) * VALUES + int(card[1])


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(COLOURS[card[0]], int(card[1])) for card in text.split())


def card(text: str) -> Card:
    return cards(text)[0]


def play(text: str) -> Play:
    return Play(cards(text))


def deal(seats: int) -> list[int]:
    """The draws of a deal in which every card is the first of the unseen: hands, the face-up card."""
    return [0] * (7 * seats + 1)


def next_deal(seats: int) -> list[int]:
    """The draws of the end of a round: the ghost's card, then the next deal."""
    return [0] * (seats == 2) + deal(seats)


def duck(seats: int = 3, **options: object) -> Tabletop:
    """A new table; seat 0 deals, so that seat 1 begins."""
    options.setdefault("dealer", 0)
    return Tabletop("duck", seats, deal(seats), **options)


def arranged(
    hands: Sequence[str],
    piles: Sequence[str] = (),
    *,
    active: int = 0,
    dealer: int | None = None,
    towels: Sequence[str] = (),
    ghost: str | None = None,
    ghost_pile: str = "",
    drawn: str | None = None,
    round: int = 1,  # noqa: A002 - as in the view
    **options: object,
) -> Tabletop:
    """A table with these hands, discard piles (bottom first) and towels, in this round, and `active` to play.

    The other cards are unseen; with `drawn` only these are, and the rest is out of the way.
    """
    table = duck(len(hands), **options)
    s = table.state
    s.dealer = (active - 1) % len(hands) if dealer is None else dealer
    s.active, s.asking, s.round = active, WHAT_TO_PLAY, round - 1
    s.taken_by = [0 if lifebuoy < s.round else NOBODY for lifebuoy in range(components.ROUNDS)]
    s.green = [int(lifebuoy < s.round) for lifebuoy in range(components.ROUNDS)]
    s.unseen = [COPIES[kind % VALUES] for kind in range(KINDS)]
    s.hand, s.known, s.towel = ([[0] * KINDS for _ in range(components.SEATS)] for _ in range(3))
    s.held, s.sum = [0] * components.SEATS, [0] * components.PLACES
    s.pile, s.height = [[0] * components.DUCKS for _ in range(components.PLACES)], [0] * components.PLACES
    for seat, hand in enumerate(hands):
        for one in hand.split():
            s.unseen[number(one)] -= 1
            card_piles.gain(s, seat, number(one))
    for place, pile in [*enumerate(piles), (GHOST, ghost_pile)]:
        for one in pile.split():
            s.unseen[number(one)] -= 1
            card_piles.put_on_pile(s, place, number(one))
    s.sum[GHOST] = sum(one.value for one in cards(ghost_pile))
    for seat, towel in enumerate(towels):
        for one in towel.split():
            s.unseen[number(one)] -= 1
            s.towel[seat][number(one)] += 1
    s.kept = [NO_CARD] * components.SEATS
    s.ghost_card = NO_CARD
    if ghost is not None:
        s.unseen[number(ghost)] -= 1
        s.ghost_card = number(ghost)
    s.in_draw_pile = [COPIES[kind % VALUES] - sum(towel[kind] for towel in s.towel) for kind in range(KINDS)]
    if drawn is not None:
        keep_only(s, drawn)
    s.draw_pile = sum(s.unseen) - (len(hands) == 2 and ghost is None)
    table.arrange()
    assert invariants.broken(s) in (0, invariants.TOWEL_TOO_FULL)
    return table


def keep_only(s: components.Duck, drawn: str) -> None:
    """Only these cards are unseen; all others are out of the way, under a towel that nobody has."""
    for kind in range(KINDS):
        left = sum(number(one) == kind for one in drawn.split())
        s.towel[-1][kind] += s.unseen[kind] - left
        s.unseen[kind] = left
