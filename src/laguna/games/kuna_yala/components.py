"""The components of Kuna Yala (K1, K2), its state, and the numbers of what is asked, done, refused and told."""

from __future__ import annotations

from laguna.core.rules import State, ints

# Components (K1, K2)
SEATS = 4
COLOURS = 4
FLOORS = 4
FISH = COLOURS * FLOORS
FISH_CARDS = (
    # one fish: the four floors of the first colour, of the second, …
    *(3, 3, 3, 3),
    *(3, 3, 3, 3),
    *(3, 3, 3, 3),
    *(3, 3, 3, 3),
    # two fish, in the same order
    *(1, 1, 1, 1),
    *(1, 1, 1, 1),
    *(1, 1, 1, 1),
    *(1, 1, 1, 1),
)
"""How many fish cards there are of each kind. Assumed: no public source lists them (K2)."""
CORALS, SHARKS, OCTOPUSES = 22, 8, 10

# Cards: fish f = colour * FLOORS + floor is the card 1 + f alone, and 1 + FISH + f in a pair
NOTHING = 0
LAST_FISH = 2 * FISH
CORAL, SHARK, OCTOPUS, BONES = 33, 34, 35, 36
KINDS = 36
"""The box has cards numbered below this. Bones are the backs of fish cards that died."""
CARDS = (0, *FISH_CARDS, CORALS, SHARKS, OCTOPUSES)

SLOTS = 4
PILES = 4
RUN = 3
MAJORITY_POINTS = 3
SHARK_POINTS = 2
NOBODY = -1
ANY_FISH = (1 << FISH) - 1

# A shoal has no size limit (K7), so each lies on a sea of 64 by 64 places that has no shore: east of its last column
# comes the first one again, and so with the rows. No shoal ever meets itself there. A turn takes two cards and a
# shoal gets one of them at most; 102 cards are dealt at most (104 less two corals), so there are at most 51 turns and
# 52 cards in a shoal: with the free places on both sides of it at most 54 columns or rows.
# A place is one number: the shoal, the row and the column, as bits; row 0, column 0 is the starting coral.
SIZE = 64
ROW = SIZE
SEA = SIZE * SIZE
COLUMN_BITS = SIZE - 1
ROW_BITS = SEA - ROW
MOST_CARDS = 52
MOST_EDGES = 2 * MOST_CARDS + 2
"""The first card has four free places beside it; each further one takes one of them away and adds three at most."""

# The four sides of a place, and how far away the next place is, counted around the sea
EAST, SOUTH, WEST, NORTH = 0, 1, 2, 3
SIDES = 4
COLUMNS_ON = (1, 0, SIZE - 1, 0)
ROWS_ON = (0, ROW, 0, SEA - ROW)

# What may be asked: the first of two cards, the second one at home or away, or the very last one (K19)
OVER, LAY_TWO, LAY_AT_HOME, LAY_AWAY, LAY_LAST = 0, 1, 2, 3, 4

# An action is a slot and a place: the slot's visible card is laid there
ACTIONS = SLOTS * SEATS * SEA
PLACES = SEATS * SEA

# Why an action is refused
(NO_CARD, NO_SHOAL, HOME_IS_DONE, HOME_IS_NEXT, NO_SECOND_CARD) = range(1, 6)
(OCCUPIED, NOT_TOUCHING, NOTHING_IN_COMMON, SHARK_AT_HOME, NOT_ON_FISH, ON_BONES, BESIDE_BONES) = range(6, 13)

# What is told
(TOKEN, BEGUN, TURNED_UP, OCTOPUS_HELD, OCTOPUS_LEFT, FOURTH_SHARK, TURN, NO_PAIR, DISCARDED, LAST_CARD) = range(10)
(LAID, EATEN, CURSED, DIED, ENDED, REVEALED) = range(10, 16)


def _suiting(card: int) -> int:
    """K8, K9, K14: bit per fish that may lie beside this card."""
    if card == BONES:
        return 0
    if not 1 <= card <= LAST_FISH:
        return ANY_FISH
    fish = (card - 1) % FISH
    return sum(1 << f for f in range(FISH) if f // FLOORS == fish // FLOORS or f % FLOORS == fish % FLOORS)


SUITING = tuple(_suiting(card) for card in range(BONES + 1))


class KunaYala(State):
    """A game of Kuna Yala. A shoal has the number of its owner's seat."""

    players: int
    first: int  # the seat that begins, or NOBODY: drawn
    active: int
    asking: int
    visible: list[int] = ints(SLOTS)
    pile: list[int] = ints(PILES)  # how many cards each pile has
    # From here on numbers are narrow: whoever plays thousands of tables in turn has little of each at hand. Those above
    # are not, as rules write one of them and then read all at once, for which native code would have to wait.
    colour: list[int] = ints(SEATS, bits=8)  # each seat's secret token
    unseen: list[int] = ints(KINDS, bits=16)  # how many of each card lie in the piles
    discarded: list[int] = ints(KINDS, bits=16)  # how many of each card left the game
    cards: list[int] = ints(SEATS, bits=8)  # how many cards a shoal has
    edges: list[int] = ints(SEATS, bits=8)  # how many free places there are beside them
    west: list[int] = ints(SEATS, bits=8)  # the westernmost column of a shoal, 0 or less
    north: list[int] = ints(SEATS, bits=8)  # the northernmost row
    corals: list[int] = ints(SEATS, bits=8)  # uncovered ones
    octopuses: list[int] = ints(SEATS, bits=8)
    sharks: list[int] = ints(SEATS, bits=8)
    fish_cards: list[int] = ints(SEATS, bits=8)  # living and uncovered
    fish: list[list[int]] = ints(SEATS, COLOURS, bits=8)  # living and uncovered, by colour; a double counts two
    # For bots alone, no rule and no view looks at it: what each seat has done, as all have seen it; fish by colour, a
    # double counts two. It betrays secret colours: `deeds` notes it, `likelihood` of the heuristics weighs it. It is in
    # the state because a bot gets nothing but a state, and past turns cannot be read from what lies there.
    kept: list[list[int]] = ints(SEATS, COLOURS, bits=8)  # laid at home
    given: list[list[int]] = ints(SEATS, COLOURS, bits=8)  # laid away
    killed: list[list[int]] = ints(SEATS, COLOURS, bits=8)  # eaten by its sharks, or cursed by its cards
    left: list[list[int]] = ints(SEATS, COLOURS, bits=8)  # left lying at the end of its turns
    # The shoals. At a place of the sea: a card; NOTHING; or, if it is free and beside a card, -1 - its number among the
    # edges.
    laid: list[list[int]] = ints(SEATS, MOST_CARDS, bits=16)  # where the cards lie, in the order they were laid
    shown: list[list[int]] = ints(SEATS, MOST_CARDS, bits=8)  # what they show, as the sea does
    laid_card: list[list[int]] = ints(SEATS, MOST_CARDS, bits=8)  # and which they were, now covered or dead or not
    fits: list[list[int]] = ints(SEATS, FISH, bits=16)  # on how many of the edges each fish suits
    edge: list[list[int]] = ints(SEATS, MOST_EDGES, bits=16)  # the free places beside the cards of each shoal
    suits: list[list[int]] = ints(SEATS, MOST_EDGES, bits=32)  # bit per fish that suits all the neighbours there
    sea: list[int] = ints(PLACES, bits=8)
