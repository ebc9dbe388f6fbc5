"""What must hold after every move of Duck, whatever was played."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.duck.card_piles import unseen_cards, value_of
from laguna.games.duck.components import (
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
)
from laguna.games.duck.drawing import can_draw

CARDS_APPEARED, DRAW_PILE_MISCOUNTED, IMPOSSIBLE_DRAW_PILE = 1, 2, 3
HAND_MISCOUNTED, HAND_TOO_LARGE, EMPTY_HAND, KNOWN_NOT_HELD, TOWEL_TOO_FULL = 4, 5, 6, 7, 8
LEFTOVERS_ABOVE_A_PILE, NOBODYS_PILE, GHOST_MISCOUNTED = 9, 10, 11
LIFEBUOY_OUT_OF_ORDER, GHOST_WITHOUT_A_PLACE, NOTHING_TO_DRAW = 12, 13, 14
IMPOSSIBLE_GHOST, KEPT_FROM_NO_HAND = 15, 16

BOX = sum(COPIES[value_of(card)] << (2 * card) for card in range(KINDS))
"""A tally of cards: two bits a card, how many of it. No other cards of the same count have the same tally."""


@rule
def broken(s: Duck) -> int:
    """The number of the first invariant that does not hold; 0: all is sound."""
    wrong = cards_wrong(s)
    for seat in range(SEATS):
        if wrong == 0:
            wrong = seat_wrong(s, seat)
    for place in range(PLACES):
        if wrong == 0:
            wrong = pile_wrong(s, place)
    return wrong if wrong != 0 else round_wrong(s)


@rule
def cards_wrong(s: Duck) -> int:
    """D1: every card of the box is in exactly one place. D22: in the draw pile only what may be, and nobody drew.

    D24: in the end a kept card is under the towel, and noted in the hand that it was shown with.
    """
    tally = 0
    count = 0
    unseen = 0
    for card in range(KINDS):
        left = s.in_draw_pile[card]
        for seat in range(SEATS):
            left -= s.drawn[seat][card]
        if s.unseen[card] < 0 or s.unseen[card] > left or s.loose[card] != 0:
            return IMPOSSIBLE_DRAW_PILE
        unseen += s.unseen[card]
        here = s.unseen[card] + (1 if s.ghost_card == card else 0)
        for seat in range(SEATS):
            here += s.hand[seat][card] + s.towel[seat][card] - (1 if s.kept[seat] == card else 0)
        tally += here * (1 << (2 * card))
        count += here
    for place in range(PLACES):
        count += s.height[place]
        for i in range(s.height[place]):
            tally += 1 << (2 * s.pile[place][i])
    if unseen != unseen_cards(s):
        return DRAW_PILE_MISCOUNTED
    return 0 if count == DUCKS and tally == BOX else CARDS_APPEARED


@rule
def seat_wrong(s: Duck, seat: int) -> int:
    """D4, D9: at most seven cards in hand. D2: their sum. D24: what is known is there. D12: one card a round kept."""
    count = 0
    total = 0
    kept = 0
    for card in range(KINDS):
        count += s.hand[seat][card]
        total += s.hand[seat][card] * value_of(card)
        kept += s.towel[seat][card]
        if s.known[seat][card] < 0 or s.known[seat][card] > s.hand[seat][card]:
            return KNOWN_NOT_HELD
    if count != s.held[seat] or total != s.sum[seat]:
        return HAND_MISCOUNTED
    if kept > s.round:
        return TOWEL_TOO_FULL
    if s.kept[seat] != NO_CARD and (s.asking != OVER or s.hand[seat][s.kept[seat]] == 0):
        return KEPT_FROM_NO_HAND
    if count == 0:
        return EMPTY_HAND if seat < s.players and s.asking != OVER else 0
    return 0 if count <= HAND and seat < s.players else HAND_TOO_LARGE


@rule
def pile_wrong(s: Duck, place: int) -> int:
    """D8: nothing above the top of a discard pile, and nobody has one who does not play. D20: the ghost's sum."""
    total = 0
    for i in range(DUCKS):
        if i < s.height[place]:
            total += value_of(s.pile[place][i])
        elif s.pile[place][i] != 0:
            return LEFTOVERS_ABOVE_A_PILE
    if place == GHOST:
        if s.asking == OVER and s.players == 2:
            total += value_of(s.ghost_card)
        return 0 if total == s.sum[GHOST] else GHOST_MISCOUNTED
    return NOBODYS_PILE if place >= s.players and s.height[place] > 0 else 0


@rule
def round_wrong(s: Duck) -> int:
    """D3, D16: one lifebuoy a round, in order. D17: only two players have a ghost. D9: who is asked can draw."""
    if (s.round == ROUNDS) != (s.asking == OVER):
        return LIFEBUOY_OUT_OF_ORDER
    for lifebuoy in range(ROUNDS):
        if (s.taken_by[lifebuoy] == NOBODY) != (lifebuoy >= s.round) or s.taken_by[lifebuoy] >= s.players:
            return LIFEBUOY_OUT_OF_ORDER
    if s.players > 2 and (s.height[GHOST] > 0 or s.ghost_card != NO_CARD):
        return GHOST_WITHOUT_A_PLACE
    if s.players == 2 and ghost_impossible(s):
        return IMPOSSIBLE_GHOST
    return NOTHING_TO_DRAW if s.asking == WHERE_TO_DRAW and not can_draw(s, s.active) else 0


@rule
def ghost_impossible(s: Duck) -> bool:
    """D22, D24: the ghost's card is one that it may be as far as anybody knows; nobody knows less than everybody."""
    for seat in range(s.players):
        if s.ghost_card != NO_CARD and s.ghost_among[seat + 1][s.ghost_card] == 0:
            return True
        for card in range(KINDS):
            if s.ghost_among[seat + 1][card] > s.ghost_among[0][card]:
                return True
    return False
