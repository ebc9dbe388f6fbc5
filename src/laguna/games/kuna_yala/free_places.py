"""The free places beside the cards of a shoal, and what suits them."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.kuna_yala.card_faces import fish_on, is_fish
from laguna.games.kuna_yala.components import (
    ANY_FISH,
    COLUMN_BITS,
    COLUMNS_ON,
    CORAL,
    FISH,
    NOTHING,
    ROW,
    ROW_BITS,
    ROWS_ON,
    SEA,
    SHARK,
    SIDES,
    SUITING,
    KunaYala,
)


@rule
def beside(place: int, side: int) -> int:
    """The next place on this side, in the sea of the same shoal."""
    across = (place + COLUMNS_ON[side]) & COLUMN_BITS
    down = (place + ROWS_ON[side]) & ROW_BITS
    return place // SEA * SEA + down + across


@rule
def column(s: KunaYala, place: int) -> int:
    """How far east of the starting coral a place is; negative: west. It is a card's, or beside one."""
    west = s.west[place // SEA] - 1
    return west + ((place - west) & COLUMN_BITS)


@rule
def row(s: KunaYala, place: int) -> int:
    """How far south of the starting coral a place is; negative: north. It is a card's, or beside one."""
    north = s.north[place // SEA] - 1
    return north + ((place // ROW - north) & COLUMN_BITS)


@rule
def add_edge(s: KunaYala, place: int) -> None:
    """A free place beside a new card joins the edges of the shoal; nothing is known to suit there yet."""
    shoal = place // SEA
    number = s.edges[shoal]
    s.edge[shoal][number] = place
    s.suits[shoal][number] = 0
    s.sea[place] = -1 - number
    s.edges[shoal] = number + 1


@rule
def remove_edge(s: KunaYala, place: int) -> None:
    """A place is no longer free; the last of the edges takes over its number."""
    shoal = place // SEA
    number = -1 - s.sea[place]
    change_suits(s, shoal, number, 0)
    last = s.edges[shoal] - 1
    s.edges[shoal] = last
    s.edge[shoal][number] = s.edge[shoal][last]
    s.suits[shoal][number] = s.suits[shoal][last]
    s.sea[s.edge[shoal][number]] = -1 - number
    s.edge[shoal][last] = 0
    s.suits[shoal][last] = 0


@rule
def change_suits(s: KunaYala, shoal: int, number: int, fish: int) -> None:
    """From now on these fish, a bit each, suit on this edge."""
    before = s.suits[shoal][number]
    s.suits[shoal][number] = fish
    if fish == before:
        return
    for f in range(FISH):
        s.fits[shoal][f] += (fish >> f & 1) - (before >> f & 1)


@rule
def look_around(s: KunaYala, place: int) -> None:
    """A place shows another card than before: what suits on the free places beside it is another matter now."""
    for side in range(SIDES):
        near = beside(place, side)
        if s.sea[near] == NOTHING:
            add_edge(s, near)
        if s.sea[near] < 0:
            change_suits(s, near // SEA, -1 - s.sea[near], suiting(s, near))


@rule
def turn_to(s: KunaYala, place: int, shown: int) -> None:
    """K10, K12, K13: a card shows something else from now on: the shark or octopus on it, or bones."""
    shoal = place // SEA
    number = 0
    while s.laid[shoal][number] != place:
        number += 1
    s.shown[shoal][number] = shown
    s.sea[place] = shown


@rule
def suiting(s: KunaYala, place: int) -> int:
    """K7-K9, K14: bit per fish that suits every card beside a free place."""
    fish = ANY_FISH
    for side in range(SIDES):
        card = s.sea[beside(place, side)]
        if card > 0:
            fish &= SUITING[card]
    return fish


@rule
def places(s: KunaYala, slot: int, shoal: int) -> int:
    """K7-K10, K14: on how many places of a shoal the active player can lay a slot's card."""
    card = s.visible[slot]
    if card == NOTHING:
        return 0
    if card == CORAL:
        return s.edges[shoal]
    if card == SHARK:
        return 0 if shoal == s.active else s.fish_cards[shoal]
    return s.fits[shoal][fish_on(card)]


@rule
def nth_place(s: KunaYala, card: int, shoal: int, n: int) -> int:
    """The n-th of the places in a shoal where this card can be laid, counted from 0."""
    if card == CORAL:
        return s.edge[shoal][n]
    if card == SHARK:
        return nth_fish_card(s, shoal, n)
    fish = fish_on(card)
    number = 0
    while True:
        if s.suits[shoal][number] >> fish & 1:
            if n == 0:
                return s.edge[shoal][number]
            n -= 1
        number += 1


@rule
def nth_fish_card(s: KunaYala, shoal: int, n: int) -> int:
    """K10: the place of the n-th living, uncovered fish card, in the order they were laid."""
    number = 0
    while True:
        if is_fish(s.shown[shoal][number]):
            if n == 0:
                return s.laid[shoal][number]
            n -= 1
        number += 1
