"""Kuna Yala for learners: what a seat may know, and its choices by number. Numbers of rules are those of the digest.

All but the tokens is public (K18). Colours are told as seen from the seat's own: 0 is its own, 1 to 3 are the others;
nothing in the rules tells colours apart but whose they are. Of another's token nothing speaks but its seat's deeds,
which all have seen: the fish it kept, gave away, killed and left.

A shoal is told on a map of 32 by 32 cells, its starting coral in the middle. The map has no shore: east of the last
column is the first one again, and so with the rows. So as long as a shoal spans no more than 32 columns and rows, the
free places around it included, every place has a cell of its own; the longest of 78,000 random games spanned 19. In a
longer one, up to four places share a cell: the card seen there is the one that was laid first, and a card laid there
goes to the first place, by its number, where it may lie. What lies under a shark or an octopus, or on the other side of
bones, is out of the game and not told.

Laying a card takes two choices: which one goes to whose shoal, then where.
"""

from __future__ import annotations

from laguna.core.encoding import NOTHING_BEGUN, WAIT, Encoding, Part, absolute, going_on, relative, starts_of
from laguna.core.rules import rule
from laguna.games.kuna_yala.card_faces import fish_on, is_fish
from laguna.games.kuna_yala.components import (
    BONES,
    CARDS,
    COLOURS,
    CORAL,
    FISH,
    FLOORS,
    KINDS,
    LAY_LAST,
    MAJORITY_POINTS,
    OCTOPUSES,
    OVER,
    PILES,
    PLACES,
    SEA,
    SEATS,
    SHARK,
    SHARK_POINTS,
    SHARKS,
    SIZE,
    SLOTS,
    KunaYala,
)
from laguna.games.kuna_yala.rules import asked, choices, place_refusal
from laguna.games.kuna_yala.scoring import fish_points, majority_points, shark_points

# The map of a shoal
ACROSS = 32
CELLS = ACROSS * ACROSS
MIDDLE = CELLS // 2 + ACROSS // 2
COLUMN_BITS = ACROSS - 1
ROW_BITS = CELLS - ACROSS
ALIKE = SIZE // ACROSS
"""So many columns of the sea are one of the map, and so many rows."""

MOST_FISH = sum(CARDS[1 + floor] + 2 * CARDS[1 + FISH + floor] for floor in range(FLOORS))
"""How many fish of one colour there are (K2)."""
MOST_LEFT = 104
"""At most 51 turns are taken, 26 by the same seat: each leaves two cards of two fish at most."""
MOST_IN_PILE = -(-sum(CARDS) // PILES)

PARTS = (
    Part("asking", (), LAY_LAST, "K5", codes=True),
    Part("asked", (), 1, "K5"),
    Part("players", (), SEATS, "K3", codes=True),
    Part("active", (), SEATS - 1, "K4", codes=True),
    Part("begun_slot", (), SLOTS, "K5", codes=True),
    Part("begun_shoal", (), SEATS, "K5", codes=True),
    Part("visible", (SLOTS,), SHARK, "K4", codes=True),
    Part("piles", (PILES,), MOST_IN_PILE, "K18"),
    Part("unseen", (KINDS - 1,), max(CARDS), "K18"),
    Part("discarded", (KINDS - 1,), max(CARDS), "K18"),
    Part("token", (SEATS,), COLOURS, "K18", codes=True),
    Part("fish", (SEATS, COLOURS), MOST_FISH, "K16"),
    Part("corals", (SEATS,), CARDS[CORAL], "K12"),
    Part("octopuses", (SEATS,), OCTOPUSES, "K16"),
    Part("sharks", (SEATS,), SHARKS, "K16"),
    Part("kept", (SEATS, COLOURS), MOST_FISH, "K18"),
    Part("given", (SEATS, COLOURS), MOST_FISH, "K18"),
    Part("killed", (SEATS, COLOURS), MOST_FISH, "K18"),
    Part("left", (SEATS, COLOURS), MOST_LEFT, "K18"),
    Part("fish_points", (), MOST_FISH, "K16"),
    Part("majority_points", (), MAJORITY_POINTS, "K16"),
    Part("shark_points", (), SHARK_POINTS, "K16"),
    Part("shoal", (SEATS, ACROSS, ACROSS), BONES, "K7", codes=True),
)
STARTS = starts_of(PARTS)
ASKING, ASKED, PLAYERS, ACTIVE, BEGUN_SLOT, BEGUN_SHOAL, VISIBLE, IN_PILE, UNSEEN, AWAY = STARTS[:10]
TOKEN, LIVING, UNCOVERED, HELD, WITH_SHARKS, KEPT, GIVEN, KILLED, LEFT = STARTS[10:19]
FISH_POINTS, MAJORITY, MOST_SHARKS, SHOAL = STARTS[19:]

# Choices: the card of a slot in a shoal is GROUP + slot * SEATS + seats further; the place is PLACE + cell
GROUP = WAIT + 1
PLACE = GROUP + SLOTS * SEATS
CHOICES = PLACE + CELLS


# Colours and cells


@rule
def told_colour(colour: int, own: int) -> int:
    """A colour as seen from one's own, which is 0: there are four, so it takes two bits."""
    return colour ^ own


@rule
def told_card(card: int, own: int) -> int:
    """K2: a card, or what a place shows, with its colour as seen from one's own.

    Compiled without a branch: what lies there cannot be foreseen, and guessing wrong takes longer than all the rest.
    """
    return 1 + (card - 1 ^ (own * FLOORS if is_fish(card) else 0))


@rule
def cell_of(place: int) -> int:
    """K7: where a place is on the map of its shoal."""
    return (place & COLUMN_BITS | place // ALIKE & ROW_BITS) ^ MIDDLE


@rule
def nth_place_at(shoal: int, cell: int, n: int) -> int:
    """The n-th of the places of a shoal that share a cell."""
    at = cell ^ MIDDLE
    column = (at & COLUMN_BITS) + n % ALIKE * ACROSS
    row = at // ACROSS + n // ALIKE * ACROSS
    return shoal * SEA + row * SIZE + column


# What a seat may know


@rule
def observe(s: KunaYala, seat: int, begun: int, out: list[int]) -> None:
    """Note all but the others' tokens (K18)."""
    observe_turn(s, seat, begun, out)
    observe_cards(s, seat, out)
    observe_points(s, seat, out)
    for further in range(s.players):
        owner = absolute(s, seat, further)
        observe_seat(s, seat, owner, further, out)
        observe_shoal(s, owner, s.colour[seat], SHOAL + further * CELLS, out)


@rule
def observe_turn(s: KunaYala, seat: int, begun: int, out: list[int]) -> None:
    """K5: what is asked of whom, and which card one has chosen for whose shoal."""
    out[ASKING] = s.asking
    out[ASKED] = asked(s) >> seat & 1
    out[PLAYERS] = s.players
    out[ACTIVE] = relative(s, seat, s.active)
    if begun != NOTHING_BEGUN:
        out[BEGUN_SLOT] = 1 + (begun - GROUP) // SEATS
        out[BEGUN_SHOAL] = 1 + (begun - GROUP) % SEATS


@rule
def observe_cards(s: KunaYala, seat: int, out: list[int]) -> None:
    """K4, K18: the visible cards, and how many of each are in the piles and out of the game."""
    own = s.colour[seat]
    for slot in range(SLOTS):
        out[VISIBLE + slot] = told_card(s.visible[slot], own)
    for pile in range(PILES):
        out[IN_PILE + pile] = s.pile[pile]
    for card in range(1, KINDS):
        told = told_card(card, own) - 1  # there is no card 0
        out[UNSEEN + told] = s.unseen[card]
        out[AWAY + told] = s.discarded[card]


@rule
def observe_points(s: KunaYala, seat: int, out: list[int]) -> None:
    """K16: what one's points are made of, but for octopuses."""
    out[FISH_POINTS] = fish_points(s, seat)
    out[MAJORITY] = majority_points(s, seat)
    out[MOST_SHARKS] = shark_points(s, seat)


@rule
def observe_seat(s: KunaYala, seat: int, owner: int, further: int, out: list[int]) -> None:
    """K16, K18: what a player's shoal counts, and what they did. Tokens lie open at the end."""
    own = s.colour[seat]
    if owner == seat or s.asking == OVER:
        out[TOKEN + further] = 1 + told_colour(s.colour[owner], own)
    out[UNCOVERED + further] = s.corals[owner]
    out[HELD + further] = s.octopuses[owner]
    out[WITH_SHARKS + further] = s.sharks[owner]
    for colour in range(COLOURS):
        at = further * COLOURS + told_colour(colour, own)
        out[LIVING + at] = s.fish[owner][colour]
        out[KEPT + at] = s.kept[owner][colour]
        out[GIVEN + at] = s.given[owner][colour]
        out[KILLED + at] = s.killed[owner][colour]
        out[LEFT + at] = s.left[owner][colour]


@rule
def observe_shoal(s: KunaYala, shoal: int, own: int, start: int, out: list[int]) -> None:
    """K7: what every card of a shoal shows. Of two that share a cell, the one that was laid first."""
    for later in range(s.cards[shoal]):
        number = s.cards[shoal] - 1 - later
        out[start + cell_of(s.laid[shoal][number])] = told_card(s.shown[shoal][number], own)


# Choices


@rule
def legal(s: KunaYala, seat: int, begun: int, notes: list[int], mask: list[int]) -> int:
    """K5: which card goes to whose shoal, then where it may lie."""
    if begun != NOTHING_BEGUN:
        slot = (begun - GROUP) // SEATS
        return legal_places(s, s.visible[slot], absolute(s, seat, (begun - GROUP) % SEATS), mask)
    choices(s, seat, notes)
    count = 0
    for slot in range(SLOTS):
        for further in range(s.players):
            if notes[slot * SEATS + absolute(s, seat, further)] > 0:
                mask[GROUP + slot * SEATS + further] = 1
                count += 1
    return count


@rule
def legal_places(s: KunaYala, card: int, shoal: int, mask: list[int]) -> int:
    """K7-K10, K14: the cells where a card may be laid in a shoal."""
    count = 0
    if card == SHARK:
        for number in range(s.cards[shoal]):
            if is_fish(s.shown[shoal][number]):
                choice = PLACE + cell_of(s.laid[shoal][number])
                count += 1 - mask[choice]
                mask[choice] = 1
        return count
    fish = fish_on(card)
    for number in range(s.edges[shoal]):
        fits = 1 if card == CORAL else s.suits[shoal][number] >> fish & 1
        choice = PLACE + cell_of(s.edge[shoal][number])
        count += fits & ~mask[choice]
        mask[choice] |= fits
    return count


@rule
def decide(s: KunaYala, seat: int, begun: int, choice: int) -> int:
    """The rules' action, once the place is chosen."""
    if begun == NOTHING_BEGUN:
        return going_on(choice)
    slot = (begun - GROUP) // SEATS
    shoal = absolute(s, seat, (begun - GROUP) % SEATS)
    n = 0
    while n < ALIKE * ALIKE - 1 and place_refusal(s, s.visible[slot], nth_place_at(shoal, choice - PLACE, n)) != 0:
        n += 1
    return slot * PLACES + nth_place_at(shoal, choice - PLACE, n)


ENCODING = Encoding(
    version=1,
    parts=PARTS,
    choices=CHOICES,
    observe=observe,
    legal=legal,
    decide=decide,
    first_rules=2,
)
