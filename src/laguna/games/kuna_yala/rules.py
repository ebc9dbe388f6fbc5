"""The rules of Kuna Yala, in the order of the rulebook. Numbers are those of the digest."""

from __future__ import annotations

from laguna.core.rules import State, below, ints, rule, tell

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
    colour: list[int] = ints(SEATS)  # each seat's secret token
    unseen: list[int] = ints(KINDS)  # how many of each card lie in the piles
    pile: list[int] = ints(PILES)  # how many cards each pile has
    visible: list[int] = ints(SLOTS)
    discarded: list[int] = ints(KINDS)  # how many of each card left the game
    active: int
    asking: int
    # The shoals. At a place: a card; NOTHING; or, if it is free and beside a card, -1 - its number among the edges.
    sea: list[int] = ints(PLACES, bits=8)
    edge: list[list[int]] = ints(SEATS, MOST_EDGES)  # the free places beside the cards of each shoal
    suits: list[list[int]] = ints(SEATS, MOST_EDGES)  # bit per fish that suits all the neighbours there
    edges: list[int] = ints(SEATS)  # how many
    fits: list[list[int]] = ints(SEATS, FISH)  # on how many of the edges each fish suits
    laid: list[list[int]] = ints(SEATS, MOST_CARDS)  # where the cards lie, in the order they were laid
    laid_card: list[list[int]] = ints(SEATS, MOST_CARDS)  # and which they were, now covered or dead or not
    cards: list[int] = ints(SEATS)  # how many
    west: list[int] = ints(SEATS)  # the westernmost column of a shoal, 0 or less
    north: list[int] = ints(SEATS)  # the northernmost row
    corals: list[int] = ints(SEATS)  # uncovered ones
    octopuses: list[int] = ints(SEATS)
    sharks: list[int] = ints(SEATS)
    fish_cards: list[int] = ints(SEATS)  # living and uncovered
    fish: list[list[int]] = ints(SEATS, COLOURS)  # living and uncovered, by colour; a double counts two
    # What each seat has done, as all have seen it: fish by colour, a double counts two. It betrays secret colours.
    kept: list[list[int]] = ints(SEATS, COLOURS)  # laid at home
    given: list[list[int]] = ints(SEATS, COLOURS)  # laid away
    killed: list[list[int]] = ints(SEATS, COLOURS)  # eaten by its sharks, or cursed by its cards
    left: list[list[int]] = ints(SEATS, COLOURS)  # left lying at the end of its turns


# Setup


@rule
def setup(s: KunaYala) -> None:
    """K3, K4: tokens, starting corals, four piles, four visible cards, somebody begins."""
    deal_tokens(s, NOBODY)
    for seat in range(s.players):
        tell(s, TOKEN, seat, s.colour[seat])
    for card in range(KINDS):
        s.unseen[card] = CARDS[card]
    for shoal in range(s.players):
        s.unseen[CORAL] -= 1
        begin_shoal(s, shoal)
    make_piles(s)
    turn_up_cards(s)
    s.active = below(s, s.players) if s.first == NOBODY else s.first
    begin_turn(s)


@rule
def deal_tokens(s: KunaYala, keeper: int) -> None:
    """K3: a token each; nobody knows the unused ones. `keeper` keeps the one that seat has."""
    tokens = (1 << COLOURS) - 1
    count = COLOURS
    if keeper != NOBODY:
        tokens -= 1 << s.colour[keeper]
        count -= 1
    for seat in range(s.players):
        if seat != keeper:
            s.colour[seat] = nth_bit(tokens, below(s, count))
            tokens -= 1 << s.colour[seat]
            count -= 1


@rule
def nth_bit(bits: int, n: int) -> int:
    """The number of the n-th bit that is set, counted from 0."""
    bit = 0
    while True:
        if bits >> bit & 1:
            if n == 0:
                return bit
            n -= 1
        bit += 1


@rule
def begin_shoal(s: KunaYala, shoal: int) -> None:
    """K3: one coral to start from."""
    start = shoal * SEA
    add_edge(s, start)
    lay_on_free_place(s, start, CORAL)
    tell(s, BEGUN, shoal)


@rule
def make_piles(s: KunaYala) -> None:
    """K4: nearly equal, the first ones a card larger if need be."""
    cards = 0
    for card in range(KINDS):
        cards += s.unseen[card]
    for pile in range(PILES):
        s.pile[pile] = (cards + PILES - 1 - pile) // PILES


# Piles and visible cards


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
    s.sea[place] = OCTOPUS  # which fish suit beside it does not change (K8)
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
    while s.sea[s.laid[shoal][card]] != CORAL:
        card += 1
    return s.laid[shoal][card]


# Turn


@rule
def begin_turn(s: KunaYala) -> None:
    """K5, K19: two cards are to be laid; as long as no two can be, cards are replaced. K20: or they run out."""
    tell(s, TURN, s.active)
    two_fit = pair_fits(s)
    while not two_fit and cards_left(s) > 0:
        tell(s, NO_PAIR, s.active)
        replace_cards(s)
        two_fit = pair_fits(s)
    if two_fit:
        s.asking = LAY_TWO
    elif fitting_at_home(s) | fitting_away(s):
        s.asking = LAY_LAST
        tell(s, LAST_CARD, s.active)
    else:
        end_game(s)


@rule
def pair_fits(s: KunaYala) -> bool:
    """K5: one visible card can be laid at home, and another one away."""
    home = fitting_at_home(s)
    away = fitting_away(s)
    for slot in range(SLOTS):
        if home >> slot & 1 and away & ~(1 << slot):
            return True
    return False


@rule
def fitting_at_home(s: KunaYala) -> int:
    """Bit per slot whose card the active player can lay in their own shoal."""
    slots = 0
    for slot in range(SLOTS):
        if places(s, slot, s.active) > 0:
            slots |= 1 << slot
    return slots


@rule
def fitting_away(s: KunaYala) -> int:
    """Bit per slot whose card the active player can lay in some opponent's shoal."""
    slots = 0
    for slot in range(SLOTS):
        for shoal in range(s.players):
            if shoal != s.active and places(s, slot, shoal) > 0:
                slots |= 1 << slot
    return slots


@rule
def replace_cards(s: KunaYala) -> None:
    """K19: the cards that fit nowhere are discarded and replaced; if there is none such, all four."""
    fitting = fitting_at_home(s) | fitting_away(s)
    if fitting == (1 << SLOTS) - 1:
        fitting = 0
    for slot in range(SLOTS):
        if not fitting >> slot & 1:
            tell(s, DISCARDED, slot, s.visible[slot])
            s.discarded[s.visible[slot]] += 1
            s.visible[slot] = NOTHING
    turn_up_cards(s)


@rule
def end_turn(s: KunaYala) -> None:
    """K6, K15: new cards; the game ends if three piles are empty. Else the next player's turn (K4: clockwise)."""
    note_left(s)
    turn_up_cards(s)
    if empty_piles(s) >= PILES - 1:
        end_game(s)
    else:
        s.active = (s.active + 1) % s.players
        begin_turn(s)


@rule
def note_left(s: KunaYala) -> None:
    """What the active player did not want, for all to see."""
    for slot in range(SLOTS):
        card = s.visible[slot]
        if is_fish(card):
            s.left[s.active][colour_of(card)] += count_on(card)


@rule
def empty_piles(s: KunaYala) -> int:
    """K15: how many piles have no card left."""
    empty = 0
    for pile in range(PILES):
        if s.pile[pile] == 0:
            empty += 1
    return empty


# Places


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
        place = s.laid[shoal][number]
        if is_fish(s.sea[place]):
            if n == 0:
                return place
            n -= 1
        number += 1


# Cards


@rule
def is_fish(card: int) -> bool:
    """Whether a card, or what a place shows, is a living fish card."""
    return 1 <= card <= LAST_FISH


@rule
def fish_on(card: int) -> int:
    """K2: the fish of a fish card: its colour and floor as one number."""
    return (card - 1) % FISH


@rule
def colour_of(card: int) -> int:
    """K2: the colour of the fish on a fish card."""
    return fish_on(card) // FLOORS


@rule
def floor_of(card: int) -> int:
    """K2: the sea floor of a fish card."""
    return fish_on(card) % FLOORS


@rule
def count_on(card: int) -> int:
    """K2: one fish or two."""
    return 1 + (card - 1) // FISH


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
    s.laid_card[shoal][s.cards[shoal]] = card
    s.cards[shoal] += 1
    if card == CORAL:
        s.corals[shoal] += 1
    else:
        s.fish_cards[shoal] += 1
        s.fish[shoal][colour_of(card)] += count_on(card)
        note_laid(s, shoal, card)


@rule
def note_laid(s: KunaYala, shoal: int, card: int) -> None:
    """Where the active player wanted these fish, for all to see."""
    if shoal == s.active:
        s.kept[s.active][colour_of(card)] += count_on(card)
    else:
        s.given[s.active][colour_of(card)] += count_on(card)


@rule
def eat(s: KunaYala, place: int) -> None:
    """K10: the shark covers a fish card, which is out of the game."""
    lose_fish(s, place)
    s.sharks[place // SEA] += 1
    s.sea[place] = SHARK
    look_around(s, place)


@rule
def lose_fish(s: KunaYala, place: int) -> None:
    """K10, K13: the fish of a card no longer count, and all see whose doing it was."""
    shoal = place // SEA
    card = s.sea[place]
    s.fish_cards[shoal] -= 1
    s.fish[shoal][colour_of(card)] -= count_on(card)
    s.killed[s.active][colour_of(card)] += count_on(card)


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
    s.sea[place] = BONES
    look_around(s, place)


# End and scoring


@rule
def end_game(s: KunaYala) -> None:
    """K15, K18: the game is over and all tokens are turned up."""
    s.asking = OVER
    tell(s, ENDED)
    for seat in range(s.players):
        tell(s, REVEALED, seat, s.colour[seat])


@rule
def score(s: KunaYala, seat: int) -> int:
    """K16: fish, the majority at home, octopuses and sharks."""
    return fish_points(s, seat) + majority_points(s, seat) + s.octopuses[seat] + shark_points(s, seat)


@rule
def fish_points(s: KunaYala, seat: int) -> int:
    """K16: one for every living, uncovered fish of one's colour, in any shoal."""
    fish = 0
    for shoal in range(s.players):
        fish += s.fish[shoal][s.colour[seat]]
    return fish


@rule
def majority_points(s: KunaYala, seat: int) -> int:
    """K16, K21: three if one's colour has strictly more fish in one's own shoal than any other colour."""
    mine = s.colour[seat]
    for colour in range(COLOURS):
        if colour != mine and s.fish[seat][colour] >= s.fish[seat][mine]:
            return 0
    return MAJORITY_POINTS


@rule
def shark_points(s: KunaYala, seat: int) -> int:
    """K16, K21: two for the most sharks in one's own shoal, at least one; all who are tied get them."""
    if s.sharks[seat] == 0:
        return 0
    for other in range(s.players):
        if s.sharks[other] > s.sharks[seat]:
            return 0
    return SHARK_POINTS


@rule
def fish_at_home(s: KunaYala, seat: int) -> int:
    """K17: the living fish of all colours in one's own shoal."""
    fish = 0
    for colour in range(COLOURS):
        fish += s.fish[seat][colour]
    return fish


@rule
def standing(s: KunaYala, seat: int) -> int:
    """K17: most points, then most living fish at home."""
    return score(s, seat) * 1000 + fish_at_home(s, seat)


# Questions and answers


@rule
def asked(s: KunaYala) -> int:
    """K5: the active player alone; nobody off turn is ever waited for (K12)."""
    return 0 if s.asking == OVER else 1 << s.active


@rule
def refusal(s: KunaYala, seat: int, action: int) -> int:
    """Why the asked seat may not do this; 0: it may."""
    slot = action // PLACES
    place = action % PLACES
    shoal = place // SEA
    if s.visible[slot] == NOTHING:
        return NO_CARD
    if shoal >= s.players:
        return NO_SHOAL
    if s.asking == LAY_AWAY and shoal == seat:
        return HOME_IS_DONE
    if s.asking == LAY_AT_HOME and shoal != seat:
        return HOME_IS_NEXT
    reason = place_refusal(s, s.visible[slot], place)
    if reason == 0 and s.asking == LAY_TWO and not second_fits(s, slot, shoal):
        reason = NO_SECOND_CARD
    return reason


@rule
def second_fits(s: KunaYala, slot: int, shoal: int) -> bool:
    """K5: once this slot's card lies in this shoal, another card has a place: away after home, home after away.

    The two cards go to different shoals, so the first never changes where the second may go.
    """
    others = fitting_away(s) if shoal == s.active else fitting_at_home(s)
    return others & ~(1 << slot) != 0


@rule
def place_refusal(s: KunaYala, card: int, place: int) -> int:
    """Why a card may not be laid on a place; 0: it may."""
    if card == SHARK:
        return shark_refusal(s, place)
    there = s.sea[place]
    if there == BONES:
        return ON_BONES
    if there > 0:
        return OCCUPIED
    if there == NOTHING:
        return NOT_TOUCHING
    if card == CORAL or s.suits[place // SEA][-1 - there] >> fish_on(card) & 1:
        return 0
    for side in range(SIDES):
        if s.sea[beside(place, side)] == BONES:
            return BESIDE_BONES
    return NOTHING_IN_COMMON


@rule
def shark_refusal(s: KunaYala, place: int) -> int:
    """K10, K14: a shark is laid on a fish card of an opponent, never on bones."""
    if place // SEA == s.active:
        return SHARK_AT_HOME
    if s.sea[place] == BONES:
        return ON_BONES
    return 0 if is_fish(s.sea[place]) else NOT_ON_FISH


@rule
def choices(s: KunaYala, seat: int, notes: list[int]) -> int:
    """Note for each slot and shoal how many actions the asked seat has there."""
    home = fitting_at_home(s)
    away = fitting_away(s)
    count = 0
    for slot in range(SLOTS):
        for shoal in range(SEATS):
            here = 0
            if shoal < s.players and wanted(s, slot, shoal == seat, away if shoal == seat else home):
                here = places(s, slot, shoal)
            notes[slot * SEATS + shoal] = here
            count += here
    return count


@rule
def wanted(s: KunaYala, slot: int, at_home: bool, others: int) -> bool:
    """K5, K19: whether a card is to be laid there, where `others` are the slots that fit on the other side."""
    if s.asking == LAY_TWO:
        return others & ~(1 << slot) != 0
    if s.asking == LAY_LAST:
        return True
    return at_home == (s.asking == LAY_AT_HOME)


@rule
def choice(s: KunaYala, seat: int, notes: list[int], i: int) -> int:  # noqa: ARG001 - the shape of `Rules.choice`
    """The i-th of the actions that `choices` counted: by slot, then shoal, then place."""
    group = 0
    while i >= notes[group]:
        i -= notes[group]
        group += 1
    slot = group // SEATS
    return slot * PLACES + nth_place(s, s.visible[slot], group % SEATS, i)


@rule
def apply(s: KunaYala, seat: int, action: int) -> None:
    """K5: lay a card; after the first the second is asked for, after the second the turn is over (K19: or the game)."""
    place = action % PLACES
    lay(s, action // PLACES, place)
    if s.asking == LAY_TWO:
        s.asking = LAY_AWAY if place // SEA == seat else LAY_AT_HOME
    elif s.asking == LAY_LAST:
        end_game(s)
    else:
        end_turn(s)


@rule
def imagine(s: KunaYala, seat: int) -> None:
    """K18: the others' tokens could be any that this seat does not hold; at the end all lie open."""
    if s.asking != OVER:
        deal_tokens(s, seat)
