"""What must hold after every move of Duck, whatever was played."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.duck.rules import (
    COLOURS,
    COPIES,
    DUCKS,
    GHOST,
    HAND,
    KINDS,
    NO_CARD,
    NOBODY,
    OVER,
    PLACES,
    ROUNDS,
    SEATS,
    VALUES,
    WHERE_TO_DRAW,
    Duck,
    can_draw,
    unseen_cards,
    value_of,
)

CARDS_APPEARED, HAND_MISCOUNTED, HAND_TOO_LARGE, KNOWN_NOT_HELD, NOBODYS_CARDS = 1, 2, 3, 4, 5
DRAW_PILE_MISCOUNTED, IMPOSSIBLE_DRAW_PILE, LEFTOVERS_ABOVE_A_PILE, GHOST_WITHOUT_A_PLACE = 6, 7, 8, 9
LIFEBUOY_OUT_OF_ORDER, TOWEL_TOO_FULL, NOTHING_TO_ANSWER, LOOSE_CARDS = 10, 11, 12, 13

BOX = sum(COPIES[value_of(card)] << (2 * card) for card in range(KINDS))
"""A tally of cards: two bits a card, how many of it. No other cards of the same count have the same tally."""


@rule
def broken(s: Duck) -> int:
    """The number of the first invariant that does not hold; 0: all is sound."""
    wrong = cards_wrong(s)
    if wrong == 0:
        wrong = hands_wrong(s)
    if wrong == 0:
        wrong = draw_pile_wrong(s)
    if wrong == 0:
        wrong = piles_wrong(s)
    if wrong == 0:
        wrong = rounds_wrong(s)
    return wrong


@rule
def cards_wrong(s: Duck) -> int:
    """D1: every card of the box is in exactly one place. As many cards as the box has, and the same tally."""
    count = 0
    tally = 0
    for card in range(KINDS):
        here = s.unseen[card] + (1 if s.ghost_card == card else 0)
        for seat in range(SEATS):
            here += s.hand[seat][card] + s.towel[seat][card]
        count += here
        tally += here * (1 << (2 * card))
    for place in range(PLACES):
        count += s.height[place]
        for i in range(s.height[place]):
            tally += 1 << (2 * s.pile[place][i])
    return 0 if count == DUCKS and tally == BOX else CARDS_APPEARED


@rule
def hands_wrong(s: Duck) -> int:
    """Every hand, and D9: whoever is asked to draw can."""
    for seat in range(SEATS):
        wrong = hand_wrong(s, seat)
        if wrong != 0:
            return wrong
    if s.asking == WHERE_TO_DRAW and not can_draw(s, s.active):
        return NOTHING_TO_ANSWER
    return 0


@rule
def hand_wrong(s: Duck, seat: int) -> int:
    """D4, D9: at most seven cards, and some while the round goes on. D2: their sum. D24: what is known is there."""
    count = 0
    unheld = 0
    for card in range(KINDS):
        count += s.hand[seat][card]
        unheld += max(0, s.known[seat][card] - s.hand[seat][card]) + max(0, -s.known[seat][card])
    if unheld > 0:
        return KNOWN_NOT_HELD
    if count != s.held[seat] or sum_wrong(s, seat):
        return HAND_MISCOUNTED
    if count > HAND:
        return HAND_TOO_LARGE
    if seat >= s.players:
        return NOBODYS_CARDS if count > 0 else 0
    return NOTHING_TO_ANSWER if count == 0 and s.asking != OVER else 0


@rule
def sum_wrong(s: Duck, seat: int) -> bool:
    """D2: the sum that is kept is not that of the cards."""
    total = 0
    for value in range(VALUES):
        for colour in range(COLOURS):
            total += s.hand[seat][colour * VALUES + value] * value
    return total != s.sum[seat]


@rule
def draw_pile_wrong(s: Duck) -> int:
    """D4, D17, D22: the unseen are the draw pile and the ghost's card; only what everybody knows possible is there."""
    unseen = 0
    for card in range(KINDS):
        unseen += s.unseen[card]
        if s.loose[card] != 0:
            return LOOSE_CARDS
        if s.unseen[card] < 0 or s.unseen[card] > s.in_draw_pile[card]:
            return IMPOSSIBLE_DRAW_PILE
    return 0 if unseen == unseen_cards(s) and s.draw_pile >= 0 else DRAW_PILE_MISCOUNTED


@rule
def piles_wrong(s: Duck) -> int:
    """D8, D17: nothing above the top of a discard pile, and only two players have a ghost."""
    for place in range(PLACES):
        if place >= s.players and place != GHOST and s.height[place] > 0:
            return NOBODYS_CARDS
        everything = 0
        for i in range(DUCKS):
            everything += s.pile[place][i]
        laid = 0
        for i in range(s.height[place]):
            laid += s.pile[place][i]
        if everything != laid:
            return LEFTOVERS_ABOVE_A_PILE
    if s.players > 2 and (s.height[GHOST] > 0 or s.ghost_card != NO_CARD):
        return GHOST_WITHOUT_A_PLACE
    return 0


@rule
def rounds_wrong(s: Duck) -> int:
    """D3, D12, D16: one lifebuoy a round, in order, and at most one card a round under a towel."""
    if (s.round == ROUNDS) != (s.asking == OVER):
        return LIFEBUOY_OUT_OF_ORDER
    for lifebuoy in range(ROUNDS):
        if (s.taken_by[lifebuoy] == NOBODY) != (lifebuoy >= s.round) or s.taken_by[lifebuoy] >= s.players:
            return LIFEBUOY_OUT_OF_ORDER
    for seat in range(s.players):
        kept = 0
        for card in range(KINDS):
            kept += s.towel[seat][card]
        if kept > s.round:
            return TOWEL_TOO_FULL
    return 0
