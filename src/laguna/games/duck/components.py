"""The components of Duck (D1), its state, and the numbers of what is asked, done, refused and told."""

from __future__ import annotations

from laguna.core.rules import State, ints

# Components (D1). A card is colour * VALUES + value; colours in the order yellow, blue, red (D8, D25).
SEATS = 5
ROUNDS = 5
COLOURS = 3
VALUES = 9
KINDS = COLOURS * VALUES
COPIES = (1, 3, 3, 3, 3, 3, 3, 3, 1)
"""How many duck cards each colour has of the values 0 to 8."""
DUCKS = 69
MOST_ALIKE = 3
GREEN_SIDE = (6, 7, 8, 9, 10)
RED_SIDE = (2, 2, 3, 3, 4)
"""The penalty on the back of each lifebuoy. Assumed: no public source lists them (D1)."""

HAND = 7
SHORTEST_RUN = 3
DIVE_AT_MOST = 10
GHOST = SEATS  # the ghost's place (D17): its discard pile comes after those of the seats
PLACES = SEATS + 1
NOBODY = -1
NO_CARD = -1

# What may be asked
OVER, WHAT_TO_PLAY, WHERE_TO_DRAW = 0, 1, 2

# Actions. A set: value, how many yellow, blue and red cards, which colour on top. A run: colour, lowest and highest
# value, and what is on top. Cards that are neither; dive; draw; take from the discard pile of a place.
ALIKE = MOST_ALIKE + 1  # 0 to 3 cards alike
LOWEST, HIGHEST, MIDDLE = 0, 1, 2
SET = 0
RUN = SET + VALUES * ALIKE * ALIKE * ALIKE * COLOURS
NEITHER = RUN + COLOURS * VALUES * VALUES * 3
DIVE = NEITHER + 1
DRAW = DIVE + 1
TAKE = DRAW + 1
ACTIONS = TAKE + PLACES
MOST_NOTES = 80
"""Seven cards of one value, 3 + 2 + 2, are the hand with most answers: 75 sets and the dive."""

# Why an action is refused
PLAY_FIRST, DRAW_NOW, NO_CARDS, NEITHER_SET_NOR_RUN, SET_NOT_IN_HAND, TOP_NOT_PLAYED = range(1, 7)
RUN_TOO_SHORT, RUN_NOT_IN_HAND, MIDDLE_ON_TOP, SUM_TOO_HIGH = range(7, 11)
DRAW_PILE_EMPTY, OWN_PILE, NOT_A_NEIGHBOUR, PILE_EMPTY = range(11, 15)

# What is told
ROUND, DEALT, GHOST_DEALT, TURNED_UP, PLAYED, DREW, TOOK, DREW_NOTHING, RESHUFFLED = range(9)
GHOST_TURNED, GHOST_WAITED, WENT_OUT, DIVED, SHOWED, GHOST_SHOWED = range(9, 15)
DIVE_SUCCEEDED, DIVE_FAILED, TOOK_LIFEBUOY, DISCARDED, KEPT = range(15, 20)


class Duck(State):
    """A game of Duck. Hands, towels and what nobody has seen are counted by card; discard piles lie in order."""

    players: int
    bluff_dives: int
    dealer: int  # before the setup: the host's choice, or NOBODY: drawn
    round: int  # 0 to 4: also which lifebuoy is on top
    active: int
    asking: int
    hand: list[list[int]] = ints(SEATS, KINDS, bits=8)
    held: list[int] = ints(SEATS)  # how many cards are in each hand
    sum: list[int] = ints(PLACES)  # the sum of their values (D2), and of the ghost's pile (D20)
    known: list[list[int]] = ints(SEATS, KINDS, bits=8)  # cards that everybody knows to be in that hand (D24)
    pile: list[list[int]] = ints(PLACES, DUCKS, bits=8)  # discard piles from the bottom; 0 above the top
    height: list[int] = ints(PLACES)  # how many cards are in each discard pile
    unseen: list[int] = ints(KINDS, bits=8)  # the draw pile, and the ghost's card as long as it is one of these
    draw_pile: int  # how many cards are in the draw pile
    in_draw_pile: list[int] = ints(KINDS, bits=8)  # at most so many of a card are in it, as everybody knows
    drawn: list[list[int]] = ints(SEATS, KINDS, bits=8)  # what each seat drew from it since it was made
    ghost_card: int  # the ghost's hidden card, once it is told apart from the unseen; else NO_CARD
    ghost_among: list[list[int]] = ints(3, KINDS, bits=8)  # it is one of these, as everybody knows, and either of two
    towel: list[list[int]] = ints(SEATS, KINDS, bits=8)
    kept: list[int] = ints(SEATS)  # the card under each towel that is of the hand it was shown with; else NO_CARD
    taken_by: list[int] = ints(ROUNDS)  # who has each lifebuoy, or NOBODY
    green: list[int] = ints(ROUNDS)  # whether it lies green side up
    loose: list[int] = ints(KINDS, bits=8)  # only while imagining: the cards to be dealt out again
