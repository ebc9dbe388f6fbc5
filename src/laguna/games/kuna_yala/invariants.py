"""What must hold after every move of Kuna Yala, whatever was played."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.kuna_yala.card_faces import colour_of, count_on, fish_on, is_fish
from laguna.games.kuna_yala.components import (
    BONES,
    CARDS,
    COLOURS,
    CORAL,
    EAST,
    FISH,
    KINDS,
    LAY_AT_HOME,
    LAY_AWAY,
    LAY_LAST,
    MOST_CARDS,
    NOTHING,
    OCTOPUS,
    OVER,
    PILES,
    RUN,
    SEA,
    SHARK,
    SIDES,
    SLOTS,
    SOUTH,
    SUITING,
    KunaYala,
)
from laguna.games.kuna_yala.free_places import beside, suiting
from laguna.games.kuna_yala.laying import run_length
from laguna.games.kuna_yala.visible_cards import cards_left, empty_piles, visible_sharks

CARDS_APPEARED, PILES_MISCOUNTED, VISIBLE_WRONG, SHARED_TOKEN, ENDED_EARLY, TOO_MANY_CARDS = 1, 2, 3, 4, 5, 6
COVERED_WRONG, TWO_ON_ONE_PLACE, APART, NOTHING_IN_COMMON, RUN_ALIVE, TOO_FEW_BONES = 7, 8, 9, 10, 11, 12
COUNTED_WRONG, COLOURS_MISCOUNTED, EDGE_MISSING, EDGE_WRONG, FITS_MISCOUNTED = 13, 14, 15, 16, 17
DEEDS_MISCOUNTED = 18


@rule
def broken(s: KunaYala) -> int:
    """The number of the first invariant that does not hold; 0: all is sound."""
    wrong = table_wrong(s)
    for colour in range(COLOURS):
        if wrong == 0 and deeds_wrong(s, colour):
            wrong = DEEDS_MISCOUNTED
    for card in range(1, KINDS):
        if wrong == 0 and cards_in_play(s, card) != CARDS[card]:
            wrong = CARDS_APPEARED
    for shoal in range(s.players):
        if wrong == 0:
            wrong = cards_wrong(s, shoal)
        if wrong == 0:
            wrong = counts_wrong(s, shoal)
        if wrong == 0:
            wrong = edges_wrong(s, shoal)
    return wrong


@rule
def table_wrong(s: KunaYala) -> int:
    """K6, K11, K12, K15: piles, visible cards and the end."""
    unseen = 0
    for card in range(KINDS):
        unseen += s.unseen[card]
    if unseen != cards_left(s):
        return PILES_MISCOUNTED
    empty = 0
    for slot in range(SLOTS):
        if s.visible[slot] == NOTHING:
            empty += 1
        if s.visible[slot] == OCTOPUS or s.visible[slot] == BONES:
            return VISIBLE_WRONG
    laying = 1 if s.asking in (LAY_AT_HOME, LAY_AWAY) else 0
    if visible_sharks(s) == SLOTS or empty < laying or (unseen > 0 and (empty > laying or s.asking == LAY_LAST)):
        return VISIBLE_WRONG
    return ENDED_EARLY if s.asking == OVER and empty_piles(s) < PILES - 1 else tokens_wrong(s)


@rule
def tokens_wrong(s: KunaYala) -> int:
    """K3: everybody has a token of their own."""
    for seat in range(s.players):
        for other in range(seat):
            if s.colour[seat] == s.colour[other]:
                return SHARED_TOKEN
    return 0


@rule
def deeds_wrong(s: KunaYala, colour: int) -> bool:
    """Whether some living fish of a colour were laid by nobody, or some that were laid are neither alive nor killed."""
    fish = 0
    for seat in range(s.players):
        fish += s.kept[seat][colour] + s.given[seat][colour] - s.killed[seat][colour] - s.fish[seat][colour]
    return fish != 0


@rule
def cards_in_play(s: KunaYala, card: int) -> int:
    """K1: how many cards of a kind there are, wherever they are."""
    count = s.unseen[card] + s.discarded[card]
    for slot in range(SLOTS):
        if s.visible[slot] == card:
            count += 1
    for shoal in range(s.players):
        if card == SHARK:
            count += s.sharks[shoal]
        elif card == OCTOPUS:
            count += s.octopuses[shoal]
        else:
            for number in range(s.cards[shoal]):
                if s.laid_card[shoal][number] == card:
                    count += 1
    return count


@rule
def cards_wrong(s: KunaYala, shoal: int) -> int:
    """K7-K14: each card on a place of its own in one connected shoal, beside cards that suit it, no run alive."""
    if s.cards[shoal] > MOST_CARDS or s.laid[shoal][0] != shoal * SEA:
        return TOO_MANY_CARDS
    for number in range(s.cards[shoal]):
        place = s.laid[shoal][number]
        shown = s.sea[place]
        card = s.laid_card[shoal][number]
        if shown != s.shown[shoal][number] or (shown != card and (shown == OCTOPUS) != (card == CORAL)):
            return COVERED_WRONG
        for other in range(number):
            if s.laid[shoal][other] == place:
                return TWO_ON_ONE_PLACE
        if is_fish(shown):
            if run_length(s, place, EAST) >= RUN - 1 or run_length(s, place, SOUTH) >= RUN - 1:
                return RUN_ALIVE
            for side in (EAST, SOUTH):
                near = s.sea[beside(place, side)]
                if is_fish(near) and not SUITING[shown] >> fish_on(near) & 1:
                    return NOTHING_IN_COMMON
    return 0


@rule
def counts_wrong(s: KunaYala, shoal: int) -> int:
    """K12, K13, K16: what is counted as cards are laid is what lies there."""
    corals, octopuses, sharks, fish_cards, bones, fish = 0, 0, 0, 0, 0, 0
    for number in range(s.cards[shoal]):
        shown = s.shown[shoal][number]
        if shown == CORAL:
            corals += 1
        elif shown == OCTOPUS:
            octopuses += 1
        elif shown == SHARK:
            sharks += 1
        elif shown == BONES:
            bones += 1
        else:
            fish_cards += 1
            fish += count_on(shown) << 8 * colour_of(shown)
    if (corals, octopuses, sharks, fish_cards) != (
        s.corals[shoal],
        s.octopuses[shoal],
        s.sharks[shoal],
        s.fish_cards[shoal],
    ):
        return COUNTED_WRONG
    for colour in range(COLOURS):
        if fish >> 8 * colour & 255 != s.fish[shoal][colour]:
            return COLOURS_MISCOUNTED
    return TOO_FEW_BONES if 0 < bones < RUN else 0


@rule
def edges_wrong(s: KunaYala, shoal: int) -> int:
    """K7: the edges are the free places beside the cards, each once, with the fish that suit there."""
    for number in range(s.cards[shoal]):
        cards = 0
        for side in range(SIDES):
            near = s.sea[beside(s.laid[shoal][number], side)]
            if near == NOTHING:
                return EDGE_MISSING
            if near > 0:
                cards += 1
        if cards == 0 and s.cards[shoal] > 1:
            return APART
    for number in range(s.edges[shoal]):
        place = s.edge[shoal][number]
        if s.sea[place] != -1 - number or s.suits[shoal][number] != suiting(s, place):
            return EDGE_WRONG
    return fits_wrong(s, shoal)


@rule
def fits_wrong(s: KunaYala, shoal: int) -> int:
    """K7-K9: for each fish, the number of edges where it suits."""
    for fish in range(FISH):
        count = 0
        for number in range(s.edges[shoal]):
            count += s.suits[shoal][number] >> fish & 1
        if count != s.fits[shoal][fish]:
            return FITS_MISCOUNTED
    return 0
