"""What must hold after every move of Duck, whatever was played."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.duck.rules import (
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
    WHERE_TO_DRAW,
    Duck,
    can_draw,
    value_of,
)

CARDS_APPEARED, HAND_MISCOUNTED, HAND_TOO_LARGE, KNOWN_NOT_HELD, NOBODYS_CARDS = 1, 2, 3, 4, 5
DRAW_PILE_MISCOUNTED, IMPOSSIBLE_DRAW_PILE, LEFTOVERS_ABOVE_A_PILE, GHOST_WITHOUT_A_PLACE = 6, 7, 8, 9
LIFEBUOY_OUT_OF_ORDER, TOWEL_TOO_FULL, NOTHING_TO_ANSWER, LOOSE_CARDS = 10, 11, 12, 13


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
    """D1: every card of the box is in exactly one place."""
    for card in range(KINDS):
        count = s.unseen[card] + on_piles(s, card) + (1 if s.ghost_card == card else 0)
        for seat in range(SEATS):
            count += s.hand[seat][card] + s.towel[seat][card]
        if count != COPIES[value_of(card)]:
            return CARDS_APPEARED
        if s.loose[card] != 0:
            return LOOSE_CARDS
    return 0


@rule
def on_piles(s: Duck, card: int) -> int:
    """How many of a card lie on discard piles."""
    count = 0
    for place in range(PLACES):
        for i in range(s.height[place]):
            if s.pile[place][i] == card:
                count += 1
    return count


@rule
def hands_wrong(s: Duck) -> int:
    """D4, D9: a hand never grows beyond seven. D24: what everybody knows of it is in it."""
    for seat in range(SEATS):
        count = 0
        total = 0
        for card in range(KINDS):
            count += s.hand[seat][card]
            total += s.hand[seat][card] * value_of(card)
            if s.known[seat][card] < 0 or s.known[seat][card] > s.hand[seat][card]:
                return KNOWN_NOT_HELD
        if count != s.held[seat] or total != s.sum[seat]:
            return HAND_MISCOUNTED
        if count > HAND:
            return HAND_TOO_LARGE
        if seat >= s.players and count > 0:
            return NOBODYS_CARDS
        if count == 0 and seat < s.players and s.asking != OVER:
            return NOTHING_TO_ANSWER
    if s.asking == WHERE_TO_DRAW and not can_draw(s, s.active):
        return NOTHING_TO_ANSWER
    return 0


@rule
def draw_pile_wrong(s: Duck) -> int:
    """D4, D17, D22: the unseen are the draw pile and the ghost's card; only what everybody knows possible is there."""
    unseen = 0
    for card in range(KINDS):
        unseen += s.unseen[card]
        if s.unseen[card] < 0 or s.unseen[card] > s.in_draw_pile[card]:
            return IMPOSSIBLE_DRAW_PILE
    ghost = 1 if s.players == 2 and s.ghost_card == NO_CARD else 0
    return 0 if unseen == s.draw_pile + ghost and s.draw_pile >= 0 else DRAW_PILE_MISCOUNTED


@rule
def piles_wrong(s: Duck) -> int:
    """D8, D17: nothing above the top of a discard pile, and only two players have a ghost."""
    for place in range(PLACES):
        if place >= s.players and place != GHOST and s.height[place] > 0:
            return NOBODYS_CARDS
        for i in range(s.height[place], DUCKS):
            if s.pile[place][i] != 0:
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
