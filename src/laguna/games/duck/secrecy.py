"""What a seat may know, and tables that look the same to it."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.duck.card_piles import gain, pick, unseen_cards, value_of
from laguna.games.duck.components import KINDS, NO_CARD, NOBODY, OVER, Duck


@rule
def at_most_in_draw_pile(s: Duck, seat: int, card: int) -> int:
    """D22, D24: how many of a card may be in the draw pile, as a seat knows that drew some itself; -1: everybody."""
    return s.in_draw_pile[card] - (s.drawn[seat][card] if seat != NOBODY else 0)


@rule
def knows_draw_pile(s: Duck, seat: int) -> bool:
    """D22: a seat knows all cards of a draw pile that is empty, or made anew and nobody else has drawn from it."""
    at_most = 0
    for card in range(KINDS):
        at_most += at_most_in_draw_pile(s, seat, card)
    return s.draw_pile in (0, at_most)


@rule
def narrow_ghost(s: Duck) -> None:
    """D22, D24: whoever knows all cards of the draw pile knows which are left for hidden hands and the ghost."""
    if s.ghost_card == NO_CARD:
        return
    for knower in range(NOBODY, s.players):
        if knows_draw_pile(s, knower):
            for card in range(KINDS):
                hidden = 1 if s.ghost_card == card else 0
                for other in range(s.players):
                    if other != knower:
                        hidden += s.hand[other][card] - s.known[other][card]
                s.ghost_among[knower + 1][card] = min(s.ghost_among[knower + 1][card], hidden)


@rule
def imagine(s: Duck, seat: int) -> None:
    """D24: deal anew the hands of the others, the draw pile and the ghost's card, from what the seat may know.

    Kept: one's own hand, and what everybody knows of the others' (cards taken from discard piles). Discard piles
    were laid in the open, and what lies under a towel was chosen by rule from a hand that was shown.
    After D22 the draw pile is made of cards that everybody saw: no others are imagined in it, nor those that the seat
    has drawn from it since. The ghost's card was dealt before: it is none that the seat had seen by then.
    Not reasoned out is which of the others drew which card since D22, nor that a card was played before it could
    be drawn: what they may have drawn is dealt out among all their hands.
    """
    forget_others(s, seat)
    if s.asking == OVER:
        return
    collect_hidden(s, seat)
    if s.ghost_card != NO_CARD:
        redeal_ghost(s, seat)
    loosen(s, seat)
    for other in range(s.players):
        if other != seat:
            redeal_hand(s, other)


@rule
def forget_others(s: Duck, seat: int) -> None:
    """What the others drew, and what they know of the ghost because of their hands: only what everybody knows."""
    for other in range(s.players):
        if other != seat:
            for card in range(KINDS):
                s.drawn[other][card] = 0
                if s.players == 2:
                    s.ghost_among[other + 1][card] = s.ghost_among[0][card]


@rule
def collect_hidden(s: Duck, seat: int) -> None:
    """Everything that this seat cannot place joins the unseen; the others' hands are left with what is known."""
    for other in range(s.players):
        if other != seat:
            for card in range(KINDS):
                hidden = s.hand[other][card] - s.known[other][card]
                s.hand[other][card] -= hidden
                s.sum[other] -= hidden * value_of(card)
                s.unseen[card] += hidden
    if s.ghost_card != NO_CARD:
        s.unseen[s.ghost_card] += 1


@rule
def redeal_ghost(s: Duck, seat: int) -> None:
    """D17, D22: one of the cards it may be, if the draw pile can be made of the others."""
    spare = -s.draw_pile  # how many more cards than needed the draw pile may be made of
    for card in range(KINDS):
        spare += min(s.unseen[card], at_most_in_draw_pile(s, seat, card))
    cards = 0
    for card in range(KINDS):
        needed = max(0, min(s.unseen[card], at_most_in_draw_pile(s, seat, card)) - spare)
        s.loose[card] = min(s.ghost_among[seat + 1][card], s.unseen[card] - needed)
        cards += s.loose[card]
    s.ghost_card = pick(s, s.loose, cards)
    s.unseen[s.ghost_card] -= 1
    for card in range(KINDS):
        s.loose[card] = 0


@rule
def loosen(s: Duck, seat: int) -> None:
    """Leave as many unseen as there were before; the rest, which somebody holds, is loose."""
    cards = 0
    for card in range(KINDS):
        while s.unseen[card] > at_most_in_draw_pile(s, seat, card):
            s.unseen[card] -= 1
            s.loose[card] += 1
        cards += s.unseen[card]
    while cards > unseen_cards(s):
        s.loose[pick(s, s.unseen, cards)] += 1
        cards -= 1


@rule
def redeal_hand(s: Duck, seat: int) -> None:
    """As many loose cards as the hand has beside the known ones."""
    hidden = s.held[seat]
    loose = 0
    for card in range(KINDS):
        hidden -= s.known[seat][card]
        loose += s.loose[card]
    s.held[seat] -= hidden
    for _ in range(hidden):
        gain(s, seat, pick(s, s.loose, loose))
        loose -= 1
