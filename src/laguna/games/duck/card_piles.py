"""Cards in hands, in piles and among those that nobody has seen."""

from __future__ import annotations

from laguna.core.rules import below, rule
from laguna.games.duck.components import KINDS, NO_CARD, VALUES, Duck


@rule
def value_of(card: int) -> int:
    """D1: the number on a card."""
    return card % VALUES


@rule
def gain(s: Duck, seat: int, card: int) -> None:
    """A card comes into a hand. D2: its value counts."""
    s.hand[seat][card] += 1
    s.held[seat] += 1
    s.sum[seat] += value_of(card)


@rule
def lose(s: Duck, seat: int, card: int) -> None:
    """A card leaves a hand. D24: if everybody knew of one like it, they know of one less."""
    s.hand[seat][card] -= 1
    s.held[seat] -= 1
    s.sum[seat] -= value_of(card)
    if s.known[seat][card] > 0:
        s.known[seat][card] -= 1


@rule
def hand_number(s: Duck, seat: int) -> int:
    """A whole hand as one number, to be told: two bits a card, how many of it."""
    number = 0
    for card in range(KINDS):
        number |= int(s.hand[seat][card]) << (2 * card)
    return number


@rule
def pick(s: Duck, bag: list[int], cards: int) -> int:
    """One card out of a bag of so many, each equally likely."""
    nth = below(s, cards)
    card = 0
    while nth >= bag[card]:
        nth -= bag[card]
        card += 1
    bag[card] -= 1
    return card


@rule
def unseen_cards(s: Duck) -> int:
    """How many cards are unseen: those of the draw pile, and the ghost's among them until it is told apart (D17)."""
    return s.draw_pile + (1 if s.players == 2 and s.ghost_card == NO_CARD else 0)


@rule
def pick_unseen(s: Duck) -> int:
    """One of the cards that nobody has seen, each equally likely."""
    return pick(s, s.unseen, unseen_cards(s))


@rule
def draw_unseen(s: Duck) -> int:
    """The top of the draw pile: any card that nobody has seen."""
    card = pick_unseen(s)
    s.draw_pile -= 1
    return card


@rule
def put_on_pile(s: Duck, place: int, card: int) -> None:
    """D8: face up on top of a discard pile."""
    s.pile[place][s.height[place]] = card
    s.height[place] += 1


@rule
def take_from_pile(s: Duck, place: int) -> int:
    """D8: the top of a discard pile; the card below becomes visible."""
    s.height[place] -= 1
    card = s.pile[place][s.height[place]]
    s.pile[place][s.height[place]] = 0
    return card
