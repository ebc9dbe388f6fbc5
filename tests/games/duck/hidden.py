"""What a seat cannot know of a table of Duck."""

from __future__ import annotations

from random import Random

from laguna.games.duck.card_piles import gain, lose
from laguna.games.duck.components import KINDS, NO_CARD, NOBODY, OVER, Duck

DRAW_PILE, GHOST = -1, -2
OLD, NEW = "since before the draw pile was made", "from the draw pile"


def swap(s: Duck, seat: int, random: Random) -> Duck | None:
    """D24: two cards trade places: in others' hands and not known to be there, in the draw pile, the ghost's."""
    if s.asking == OVER:
        return None
    hidden = list(hidden_cards(s, seat))
    trades = [(one, two) for one in hidden for two in hidden if one < two and possible(s, one, two)]
    if not trades:
        return None
    twin = s.copy()
    one, two = random.choice(trades)
    origin = min(origins(s, *one) & origins(s, *two))
    move(twin, *one, two[1], origin)
    move(twin, *two, one[1], origin)
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
    """The trade changes something, and chance might as well have brought it about: both came from the same deal.

    D22: a card that was dealt before the draw pile was made anew cannot trade with one that was in it then. The
    ghost's card was dealt before it was made anew for the first time.
    """
    (place, card), (other, other_card) = one, two
    if place == other or card == other_card or origins(s, *one).isdisjoint(origins(s, *two)):
        return False
    return place != GHOST or all(
        s.ghost_among[knower + 1][other_card] > 0 for knower in range(NOBODY, s.players) if knower != other
    )


def made_anew(s: Duck) -> bool:
    """Whether the draw pile is what everybody saw before, less what was drawn since (D22)."""
    return sum(s.in_draw_pile) == s.draw_pile + sum(map(sum, s.drawn))


def origins(s: Duck, place: int, card: int) -> set[str]:
    """Where the card at a place may come from. Cards alike are told apart by nobody."""
    if place == DRAW_PILE or not made_anew(s):
        return {NEW}
    if place == GHOST:
        return {OLD}
    drawn = s.drawn[place][card]
    old = s.hand[place][card] - s.known[place][card] > drawn
    return {origin for origin, may_be in ((OLD, old), (NEW, drawn > 0)) if may_be}


def move(s: Duck, place: int, old: int, new: int, origin: str) -> None:
    """One card instead of another at a place. What its owner knows by it is left open."""
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
        if origin == NEW and s.drawn[place][old] > 0:
            s.drawn[place][old] -= 1
            s.drawn[place][new] += 1
        if origin == OLD and s.players == 2:
            s.ghost_among[place + 1] = list(s.ghost_among[0])
