"""The end of a turn: drawing a card, the ghost's turn, a new draw pile."""

from __future__ import annotations

from laguna.core.rules import rule, tell
from laguna.games.duck.card_piles import draw_unseen, gain, pick_unseen, put_on_pile, take_from_pile, value_of
from laguna.games.duck.components import (
    DRAW,
    DREW,
    DREW_NOTHING,
    GHOST,
    GHOST_TURNED,
    GHOST_WAITED,
    KINDS,
    NO_CARD,
    RESHUFFLED,
    TAKE,
    TOOK,
    WHAT_TO_PLAY,
    WHERE_TO_DRAW,
    Duck,
)
from laguna.games.duck.secrecy import narrow_ghost


@rule
def begin_drawing(s: Duck, seat: int) -> None:
    """D9: with cards left in hand the player must draw one. D22: if there is any."""
    refill_draw_pile(s)
    if can_draw(s, seat):
        s.asking = WHERE_TO_DRAW
    else:
        tell(s, DREW_NOTHING, seat)
        end_turn(s)


@rule
def left_of(s: Duck, seat: int) -> int:
    """D5, D17: the next place clockwise; left of the dealer of two sits the ghost."""
    if s.players == 2 and seat == s.dealer:
        return GHOST
    return (seat + 1) % s.players


@rule
def right_of(s: Duck, seat: int) -> int:
    """D5, D17, D19: the place before; the ghost is a neighbour of both."""
    if s.players == 2 and seat != s.dealer:
        return GHOST
    return (seat + s.players - 1) % s.players


@rule
def can_draw(s: Duck, seat: int) -> bool:
    """D9, D22: whether there is any card to draw."""
    return s.draw_pile > 0 or s.height[left_of(s, seat)] > 0 or s.height[right_of(s, seat)] > 0


@rule
def draw(s: Duck, seat: int, action: int) -> None:
    """D9, D19: the top of the draw pile, or of a neighbour's discard pile, which everybody knows then (D24)."""
    if action == DRAW:
        narrow_ghost(s)
        card = draw_unseen(s)
        s.drawn[seat][card] += 1
        tell(s, DREW, seat, card)
    else:
        card = take_from_pile(s, action - TAKE)
        s.known[seat][card] += 1
        if action == TAKE + GHOST:
            s.sum[GHOST] -= value_of(card)
        tell(s, TOOK, seat, action - TAKE, card)
    gain(s, seat, card)


@rule
def end_turn(s: Duck) -> None:
    """D5, D18: the next player; with two players the ghost's turn comes after the dealer's."""
    if s.players == 2 and s.active == s.dealer:
        ghost_turn(s)
    s.active = (s.active + 1) % s.players
    s.asking = WHAT_TO_PLAY


@rule
def ghost_turn(s: Duck) -> None:
    """D18: the top of the draw pile goes face up on the ghost's discard pile. D22: or nothing, if there is none."""
    refill_draw_pile(s)
    if s.draw_pile == 0:
        tell(s, GHOST_WAITED)
        return
    card = draw_unseen(s)
    s.in_draw_pile[card] -= 1
    put_on_pile(s, GHOST, card)
    s.sum[GHOST] += value_of(card)
    tell(s, GHOST_TURNED, card)


@rule
def refill_draw_pile(s: Duck) -> None:
    """D22: an empty draw pile is made anew from the players' discard piles, all but their tops."""
    if s.draw_pile > 0:
        return
    if s.players == 2 and s.ghost_card == NO_CARD:
        s.ghost_card = pick_unseen(s)  # the one unseen card left: before others are mixed in
    narrow_ghost(s)
    for card in range(KINDS):
        s.in_draw_pile[card] = 0
        for seat in range(s.players):
            s.drawn[seat][card] = 0
    for seat in range(s.players):
        shuffle_in(s, seat)
    if s.draw_pile > 0:
        tell(s, RESHUFFLED, s.draw_pile)


@rule
def shuffle_in(s: Duck, seat: int) -> None:
    """D22: what lies under the top of one discard pile goes to the draw pile."""
    if s.height[seat] < 2:
        return
    top = take_from_pile(s, seat)
    while s.height[seat] > 0:
        card = take_from_pile(s, seat)
        s.unseen[card] += 1
        s.in_draw_pile[card] += 1
        s.draw_pile += 1
    put_on_pile(s, seat, top)
