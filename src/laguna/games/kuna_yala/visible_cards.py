"""Piles and visible cards, and octopuses that come with them."""

from __future__ import annotations

from laguna.core.rules import below, rule, tell
from laguna.games.kuna_yala.components import (
    CORAL,
    FOURTH_SHARK,
    NOBODY,
    NOTHING,
    OCTOPUS,
    OCTOPUS_HELD,
    OCTOPUS_LEFT,
    PILES,
    SHARK,
    SLOTS,
    TURNED_UP,
    KunaYala,
)
from laguna.games.kuna_yala.free_places import column, row, turn_to


@rule
def turn_up_cards(s: KunaYala) -> None:
    """K6: until four are visible again, from left to right, each finished before the next."""
    for slot in range(SLOTS):
        if s.visible[slot] == NOTHING:
            turn_up(s, slot)


@rule
def turn_up(s: KunaYala, slot: int) -> None:
    """K6, K11, K12: cards for this slot until one stays there, or none is left."""
    pile = pile_for(s, slot)
    while s.visible[slot] == NOTHING and s.pile[pile] > 0:
        card = draw_from(s, pile)
        tell(s, TURNED_UP, slot, card, pile, s.pile[pile])
        if card == OCTOPUS:
            welcome_octopus(s, slot)
        elif card == SHARK and visible_sharks(s) == SLOTS - 1:
            tell(s, FOURTH_SHARK, slot)
            s.discarded[SHARK] += 1
        else:
            s.visible[slot] = card
        if s.pile[pile] == 0:  # K11, K12: the pile the card came from turns up the next one, if it has any
            pile = pile_for(s, slot)


@rule
def pile_for(s: KunaYala, slot: int) -> int:
    """K6: the slot's own pile; if that is empty, the fullest other one, of equally full ones the leftmost."""
    if s.pile[slot] > 0:
        return slot
    fullest = 0
    for pile in range(1, PILES):
        if s.pile[pile] > s.pile[fullest]:
            fullest = pile
    return fullest


@rule
def draw_from(s: KunaYala, pile: int) -> int:
    """The top card of a pile: any of those that nobody has seen."""
    pick = below(s, cards_left(s))
    card = 1
    while pick >= s.unseen[card]:
        pick -= s.unseen[card]
        card += 1
    s.unseen[card] -= 1
    s.pile[pile] -= 1
    return card


@rule
def cards_left(s: KunaYala) -> int:
    """How many cards the piles have together."""
    cards = 0
    for pile in range(PILES):
        cards += s.pile[pile]
    return cards


@rule
def visible_sharks(s: KunaYala) -> int:
    """K11: how many of the visible cards are sharks."""
    sharks = 0
    for slot in range(SLOTS):
        if s.visible[slot] == SHARK:
            sharks += 1
    return sharks


@rule
def welcome_octopus(s: KunaYala, slot: int) -> None:
    """K12: it covers a coral, the first laid, of whoever has the most uncovered ones; shared or none: discarded."""
    shoal = most_corals(s)
    if shoal == NOBODY:
        tell(s, OCTOPUS_LEFT, slot)
        s.discarded[OCTOPUS] += 1
        return
    place = first_coral(s, shoal)
    turn_to(s, place, OCTOPUS)  # which fish suit beside it does not change (K8)
    s.corals[shoal] -= 1
    s.octopuses[shoal] += 1
    tell(s, OCTOPUS_HELD, slot, shoal, column(s, place), row(s, place))


@rule
def most_corals(s: KunaYala) -> int:
    """K12: whose shoal has more uncovered corals than any other, or NOBODY."""
    most = 0
    owner = NOBODY
    for shoal in range(s.players):
        if s.corals[shoal] > most:
            most = s.corals[shoal]
            owner = shoal
        elif s.corals[shoal] == most:
            owner = NOBODY
    return owner


@rule
def first_coral(s: KunaYala, shoal: int) -> int:
    """K12: the place of the uncovered coral that was laid first."""
    card = 0
    while s.shown[shoal][card] != CORAL:
        card += 1
    return s.laid[shoal][card]


@rule
def empty_piles(s: KunaYala) -> int:
    """K15: how many piles have no card left."""
    empty = 0
    for pile in range(PILES):
        if s.pile[pile] == 0:
            empty += 1
    return empty
