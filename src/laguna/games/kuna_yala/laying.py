"""Laying a card: on a free place, a shark on a fish, and the curse."""

from __future__ import annotations

from laguna.core.rules import rule, tell
from laguna.games.kuna_yala.card_faces import colour_of, count_on, floor_of, is_fish
from laguna.games.kuna_yala.components import (
    BONES,
    CORAL,
    CURSED,
    DIED,
    EAST,
    EATEN,
    LAID,
    NORTH,
    NOTHING,
    RUN,
    SEA,
    SHARK,
    SOUTH,
    WEST,
    KunaYala,
)
from laguna.games.kuna_yala.deeds import note_killed, note_laid
from laguna.games.kuna_yala.free_places import beside, column, look_around, remove_edge, row, turn_to

# Laying


@rule
def lay(s: KunaYala, slot: int, place: int) -> None:
    """K5, K7, K10: the slot's card goes to its place; K13: and may bring the curse."""
    card = s.visible[slot]
    s.visible[slot] = NOTHING
    shoal = place // SEA
    if card == SHARK:
        tell(s, EATEN, s.active, slot, shoal, column(s, place), row(s, place), s.sea[place])
        eat(s, place)
        return
    tell(s, LAID, s.active, slot, card, shoal, column(s, place), row(s, place))
    lay_on_free_place(s, place, card)
    if is_fish(card):
        curse(s, place)


@rule
def lay_on_free_place(s: KunaYala, place: int, card: int) -> None:
    """K7: a coral or fish card becomes part of the shoal."""
    shoal = place // SEA
    s.west[shoal] = min(s.west[shoal], column(s, place))
    s.north[shoal] = min(s.north[shoal], row(s, place))
    remove_edge(s, place)
    s.sea[place] = card
    look_around(s, place)
    s.laid[shoal][s.cards[shoal]] = place
    s.shown[shoal][s.cards[shoal]] = card
    s.laid_card[shoal][s.cards[shoal]] = card
    s.cards[shoal] += 1
    if card == CORAL:
        s.corals[shoal] += 1
    else:
        s.fish_cards[shoal] += 1
        s.fish[shoal][colour_of(card)] += count_on(card)
        note_laid(s, shoal, card)


@rule
def eat(s: KunaYala, place: int) -> None:
    """K10: the shark covers a fish card, which is out of the game."""
    lose_fish(s, place)
    s.sharks[place // SEA] += 1
    turn_to(s, place, SHARK)
    look_around(s, place)


@rule
def lose_fish(s: KunaYala, place: int) -> None:
    """K10, K13: the fish of a card no longer count."""
    shoal = place // SEA
    card = s.sea[place]
    s.fish_cards[shoal] -= 1
    s.fish[shoal][colour_of(card)] -= count_on(card)
    note_killed(s, card)


# The curse


@rule
def curse(s: KunaYala, place: int) -> None:
    """K13: three or more of one floor in a row or column die, both runs if the new card completes both."""
    across = 1 + run_length(s, place, WEST) + run_length(s, place, EAST)
    down = 1 + run_length(s, place, NORTH) + run_length(s, place, SOUTH)
    if across < RUN and down < RUN:
        return
    tell(s, CURSED, place // SEA, floor_of(s.sea[place]), across if across >= RUN else 0, down if down >= RUN else 0)
    if across >= RUN:
        kill_run(s, place, WEST)
        kill_run(s, place, EAST)
    if down >= RUN:
        kill_run(s, place, NORTH)
        kill_run(s, place, SOUTH)
    die(s, place)


@rule
def run_length(s: KunaYala, place: int, side: int) -> int:
    """K13: how many cards follow on this side, unbroken, with the floor of the card at `place`."""
    floor = floor_of(s.sea[place])
    length = 0
    place = beside(place, side)
    while is_fish(s.sea[place]) and floor_of(s.sea[place]) == floor:
        length += 1
        place = beside(place, side)
    return length


@rule
def kill_run(s: KunaYala, place: int, side: int) -> None:
    """K13: all cards of the run on this side of `place` die."""
    for _ in range(run_length(s, place, side)):
        place = beside(place, side)
        die(s, place)


@rule
def die(s: KunaYala, place: int) -> None:
    """K13, K14: a fish card is turned to bones."""
    tell(s, DIED, place // SEA, column(s, place), row(s, place), s.sea[place])
    lose_fish(s, place)
    turn_to(s, place, BONES)
    look_around(s, place)
