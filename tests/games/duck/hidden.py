"""What a seat cannot know of a table of Duck."""

from __future__ import annotations

from random import Random

from laguna.games.duck.rules import KINDS, NO_CARD, OVER, Duck, gain, lose

DRAW_PILE, GHOST = -1, -2


def swap(s: Duck, seat: int, random: Random) -> Duck | None:
    """D24: two cards trade places: in others' hands and not known to be there, in the draw pile, the ghost's."""
    if s.asking == OVER:
        return None
    hidden = list(hidden_cards(s, seat))
    trades = [(one, two) for one in hidden for two in hidden if one < two and possible(s, one, two)]
    if not trades:
        return None
    twin = s.copy()
    (place, card), (other, other_card) = random.choice(trades)
    move(twin, place, card, other_card)
    move(twin, other, other_card, card)
    return twin


def hidden_cards(s: Duck, seat: int):
    """Each place and kind of card that is hidden there."""
    for card in range(KINDS):
        for other in range(s.players):
            if other != seat and s.hand[other][card] > s.known[other][card]:
                yield other, card
        if s.unseen[card] > 0:
            yield DRAW_PILE, card
    if s.ghost_card != NO_CARD:
        yield GHOST, s.ghost_card


def possible(s: Duck, one: tuple[int, int], two: tuple[int, int]) -> bool:
    """The trade changes something, and nobody knows that the draw pile cannot hold the card (D22)."""
    (place, card), (other, other_card) = one, two
    if place == other or card == other_card:
        return False
    into_draw_pile = other_card if place == DRAW_PILE else card if other == DRAW_PILE else None
    return into_draw_pile is None or s.unseen[into_draw_pile] < s.in_draw_pile[into_draw_pile]


def move(s: Duck, place: int, old: int, new: int) -> None:
    """One card instead of another at a place."""
    if place == DRAW_PILE:
        s.unseen[old] -= 1
        s.unseen[new] += 1
    elif place == GHOST:
        s.ghost_card = new
    else:
        known = list(s.known[place])
        lose(s, place, old)
        gain(s, place, new)
        s.known[place] = known
