"""The beginning of a round: cards are collected and dealt."""

from __future__ import annotations

from laguna.core.rules import rule, tell
from laguna.games.duck.card_piles import draw_unseen, gain, hand_number, put_on_pile, take_from_pile, value_of
from laguna.games.duck.components import (
    COPIES,
    DEALT,
    GHOST_DEALT,
    HAND,
    KINDS,
    NO_CARD,
    NOBODY,
    PLACES,
    ROUND,
    SEATS,
    TURNED_UP,
    WHAT_TO_PLAY,
    Duck,
)


@rule
def begin_round(s: Duck) -> None:
    """D4, D5, D17: collect, deal, turn one card up; the player left of the dealer begins."""
    tell(s, ROUND, s.round, s.dealer)
    collect(s)
    for i in range(1, s.players + 1):
        deal_hand(s, (s.dealer + i) % s.players)
    if s.players == 2:
        tell(s, GHOST_DEALT)  # nobody sees it: it stays among the unseen
    face_up = draw_unseen(s)
    put_on_pile(s, s.dealer, face_up)
    tell(s, TURNED_UP, s.dealer, face_up)
    s.active = (s.dealer + 1) % s.players
    s.asking = WHAT_TO_PLAY


@rule
def collect(s: Duck) -> None:
    """D4: all duck cards that are not under a towel are shuffled. D17: one of them will be the ghost's."""
    s.ghost_card = NO_CARD
    s.draw_pile = -1 if s.players == 2 else 0
    for card in range(KINDS):
        s.unseen[card] = COPIES[value_of(card)]
        for seat in range(s.players):
            s.unseen[card] -= s.towel[seat][card]
            s.hand[seat][card] = 0
            s.known[seat][card] = 0
            s.drawn[seat][card] = 0
        s.in_draw_pile[card] = s.unseen[card]
        s.draw_pile += s.unseen[card]
        if s.players == 2:
            for knower in range(NOBODY, s.players):
                s.ghost_among[knower + 1][card] = s.unseen[card]
    for seat in range(s.players):
        s.held[seat] = 0
    for seat in range(SEATS):
        s.kept[seat] = NO_CARD
    for place in range(PLACES):
        s.sum[place] = 0
        while s.height[place] > 0:
            take_from_pile(s, place)


@rule
def deal_hand(s: Duck, seat: int) -> None:
    """D4: seven cards."""
    for _ in range(HAND):
        gain(s, seat, draw_unseen(s))
    tell(s, DEALT, seat, hand_number(s, seat))
