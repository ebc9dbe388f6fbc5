"""Duck for learners: what a seat may know, and its choices by number. Numbers of rules are those of the digest.

A seat knows more than it sees: cards that were taken from discard piles are known in hands (D24), discard piles were
laid in the open, what is under towels was seen when it was put there, and after D22 the draw pile is made of cards that
everybody saw. So all cards are counted by where they are or may be, a number for each card of the rules: in hands as
far as known (`hand`; `shown` is what everybody knows of one's own), in the players' discard piles (`laid`), where the
seat cannot place them (`hidden`), and how many of these may be in the draw pile (`drawable`) or be the ghost's
(`ghost`). `top` has the uppermost cards of each pile as codes, 0 for none. Not told is what hardly makes a difference:
whose card under a towel is which (how many they are, and everybody's points, are told), and the order of a pile below
its uppermost three.

Choices are to dive, to draw, to take from the next neighbour or from the one before; then sets number by number, and
runs colour by colour: only those that some hand of seven has, each once for every card that may end on top.

With two players the neighbour on one side is always the other player, and on the other side always the ghost, whoever
deals (D19): so a choice means the same in every round.
"""

from __future__ import annotations

from laguna.core.encoding import WAIT, Encoding, Part, absolute, relative, starts_of
from laguna.core.rules import rule
from laguna.games.duck.components import (
    ALIKE,
    COLOURS,
    COPIES,
    DIVE,
    DRAW,
    DUCKS,
    GHOST,
    GREEN_SIDE,
    HAND,
    HIGHEST,
    KINDS,
    LOWEST,
    MOST_ALIKE,
    NO_CARD,
    OVER,
    PLACES,
    RED_SIDE,
    ROUNDS,
    SEATS,
    SET,
    SHORTEST_RUN,
    TAKE,
    VALUES,
    WHERE_TO_DRAW,
    Duck,
)
from laguna.games.duck.drawing import left_of, right_of
from laguna.games.duck.melds import run_action, set_action
from laguna.games.duck.rules import may_dive
from laguna.games.duck.scoring import score
from laguna.games.duck.secrecy import at_most_in_draw_pile

BY_VALUE = sorted((card % VALUES for card in range(KINDS) for _ in range(COPIES[card % VALUES])), reverse=True)
HEAVIEST = sum(BY_VALUE[:HAND])
"""No hand is worth more (D2)."""
LEAST_POINTS = -sum(RED_SIDE)
MOST_POINTS = sum(GREEN_SIDE) + sum(BY_VALUE[:ROUNDS])
TOPS = 3
"""So many cards of a discard pile are told in their order: what lies deeper is rarely drawn before it is shuffled."""
BOX = bytes(COPIES[card % VALUES] for card in range(KINDS))
"""How many there are of each card (D1)."""

PARTS = (
    Part("asking", (), WHERE_TO_DRAW, "D9", codes=True),
    Part("asked", (), 1, "D5"),
    Part("players", (), SEATS, "D17", codes=True),
    Part("bluff_dives", (), 1, "D23"),
    Part("round", (), ROUNDS, "D3"),
    Part("dealer", (), SEATS - 1, "D3", codes=True),
    Part("active", (), SEATS - 1, "D5", codes=True),
    Part("held", (SEATS,), HAND, "D24"),
    Part("hand", (SEATS, KINDS), MOST_ALIKE, "D24"),
    Part("shown", (KINDS,), MOST_ALIKE, "D24"),
    Part("sum", (), HEAVIEST, "D2"),
    Part("top", (PLACES, TOPS), KINDS, "D8", codes=True),
    Part("height", (PLACES,), DUCKS, "D24"),
    Part("laid", (KINDS,), MOST_ALIKE, "D22"),
    Part("hidden", (KINDS,), MOST_ALIKE, "D24"),
    Part("draw_pile", (), DUCKS, "D24"),
    Part("drawable", (KINDS,), MOST_ALIKE, "D22"),
    Part("ghost", (KINDS,), MOST_ALIKE, "D17"),
    Part("ghost_sum", (), HEAVIEST, "D20"),
    Part("towels", (KINDS,), MOST_ALIKE, "D12"),
    Part("towel", (SEATS,), ROUNDS, "D24"),
    Part("points", (SEATS,), MOST_POINTS, "D16", low=LEAST_POINTS),
    Part("taken_by", (ROUNDS,), SEATS, "D3", codes=True),
    Part("green", (ROUNDS,), 1, "D13"),
)
STARTS = starts_of(PARTS)
ASKING, ASKED, PLAYERS, BLUFF_DIVES, ROUND, DEALER, ACTIVE = STARTS[:7]
HELD, HANDS, SHOWN, SUM, TOP, HEIGHT, LAID, HIDDEN = STARTS[7:15]
DRAW_PILE, DRAWABLE, AT_GHOST, GHOST_SUM, TOWELS, TOWEL, POINTS, TAKEN_BY, GREEN = STARTS[15:]

# Sets and runs that there may be (D6, D7). Sets without two cards alike come first: others there are none of 0 and 8.


def _ways() -> list[tuple[int, int, int]]:
    """How many yellow, blue and red cards a set may have."""
    all_ways = [(yellow, blue, red) for yellow in range(ALIKE) for blue in range(ALIKE) for red in range(ALIKE)]
    return sorted((way for way in all_ways if 0 < sum(way) <= HAND), key=lambda way: (max(way) > 1, way))


def _sets() -> bytes:
    """Each with every colour of it on top (D8), as actions of the number 0."""
    return bytes(set_action(0, *way, top) - SET for way in _ways() for top in range(COLOURS) if way[top] > 0)


def _first_sets() -> bytes:
    """By how many yellow, blue and red cards: where among `_sets` the first of them is. 0: there are none."""
    first = bytearray(ALIKE * ALIKE * ALIKE)
    sets = _sets()
    for at in reversed(range(len(sets))):
        first[sets[at] // COLOURS] = at
    return bytes(first)


def _runs() -> bytes:
    """From which number to which (D7): lowest * VALUES + highest."""
    longest = range(SHORTEST_RUN, HAND + 1)
    return bytes(
        low * VALUES + high for low in range(VALUES) for high in range(low, VALUES) if high - low + 1 in longest
    )


ALL_SETS, FIRST_SETS, ALL_RUNS = _sets(), _first_sets(), _runs()
WHICH_RUN = bytes(max(0, ALL_RUNS.find(ends)) for ends in range(VALUES * VALUES))
"""By lowest * VALUES + highest: which of `ALL_RUNS`."""
FEW_SETS = sum(max(way) == 1 and way[top] > 0 for way in _ways() for top in range(COLOURS))
"""So many sets there are of 0 and of 8 (D1),"""
MANY_SETS = len(ALL_SETS)
"""and so many of each number between."""

# Choices: sets number by number, the last ones of 8; runs colour by colour, each with either end on top
CHOOSE_DIVE, CHOOSE_DRAW, TAKE_NEXT, TAKE_BEFORE = range(WAIT + 1, WAIT + 5)
SETS = TAKE_BEFORE + 1
RUNS = SETS + FEW_SETS + (VALUES - 2) * MANY_SETS + FEW_SETS
ENDS = 2
CHOICES = RUNS + COLOURS * len(ALL_RUNS) * ENDS


# What a seat may know


@rule
def observe(s: Duck, seat: int, begun: int, out: list[int]) -> None:  # noqa: ARG001 - every choice is made at once
    """Note what the seat saw, and what follows for all that is hidden from it (D24)."""
    observe_round(s, seat, out)
    observe_hands(s, seat, out)
    observe_piles(s, seat, out)
    observe_cards(s, seat, out)
    if s.round > 0:
        observe_scores(s, seat, out)


@rule
def observe_round(s: Duck, seat: int, out: list[int]) -> None:
    """D3, D5: what is asked of whom, which round it is, and who deals."""
    out[ASKING] = s.asking
    out[ASKED] = 1 if s.asking != OVER and s.active == seat else 0
    out[PLAYERS] = s.players
    out[BLUFF_DIVES] = s.bluff_dives
    out[ROUND] = s.round
    out[DEALER] = relative(s, seat, s.dealer)
    out[ACTIVE] = relative(s, seat, s.active)


@rule
def observe_hands(s: Duck, seat: int, out: list[int]) -> None:
    """D24: one's own hand, and what everybody knows of any; in the end all hands, which were shown."""
    for card in range(KINDS):
        out[HANDS + card] = s.hand[seat][card]
        out[SHOWN + card] = s.known[seat][card]
    out[SUM] = s.sum[seat]
    out[HELD] = s.held[seat]
    for further in range(1, s.players):
        other = absolute(s, seat, further)
        out[HELD + further] = s.held[other]
        first = HANDS + further * KINDS
        if s.asking == OVER:
            for card in range(KINDS):
                out[first + card] = s.hand[other][card]
        else:
            for card in range(KINDS):
                out[first + card] = s.known[other][card]


@rule
def observe_piles(s: Duck, seat: int, out: list[int]) -> None:
    """D8, D18: discard piles from the top. D20: more than any hand has is all the same."""
    for further in range(s.players):
        observe_pile(s, absolute(s, seat, further), further, out)
    if s.players == 2:
        observe_pile(s, GHOST, GHOST, out)
        out[GHOST_SUM] = min(s.sum[GHOST], HEAVIEST)


@rule
def observe_pile(s: Duck, place: int, row: int, out: list[int]) -> None:
    """D8, D24: one discard pile."""
    height = s.height[place]
    out[HEIGHT + row] = height
    for depth in range(min(height, TOPS)):
        out[TOP + row * TOPS + depth] = 1 + s.pile[place][height - 1 - depth]


@rule
def observe_cards(s: Duck, seat: int, out: list[int]) -> None:
    """D12, D22, D24: where every card is or may be, counted card by card.

    Hidden are those that the seat cannot place. What everybody laid down is the rest of the box: without the ghost's
    pile, since that is what D22 shuffles, but the tops. Seats that nobody plays have nothing.
    """
    out[DRAW_PILE] = s.draw_pile
    for card in range(KINDS):
        ghosts = 1 if card == s.ghost_card else 0
        held = 0
        known = 0
        towels = 0
        for player in range(SEATS):
            held += s.hand[player][card]
            known += s.known[player][card]
            towels += s.towel[player][card]
        hidden = s.unseen[card] + ghosts + held - known - (s.hand[seat][card] - s.known[seat][card])
        out[HIDDEN + card] = hidden
        out[DRAWABLE + card] = min(hidden, at_most_in_draw_pile(s, seat, card))
        out[LAID + card] = BOX[card] - s.unseen[card] - ghosts - held - towels
        out[TOWELS + card] = towels
    if s.players == 2:
        observe_ghost(s, seat, out)
    if s.asking == OVER:
        observe_end(s, out)


@rule
def observe_ghost(s: Duck, seat: int, out: list[int]) -> None:
    """D17, D22: what the ghost's hidden card may be, and its pile."""
    for i in range(s.height[GHOST]):
        out[LAID + s.pile[GHOST][i]] -= 1
    for card in range(KINDS):
        out[AT_GHOST + card] = min(out[HIDDEN + card], s.ghost_among[seat + 1][card])


@rule
def observe_end(s: Duck, out: list[int]) -> None:
    """D20, D24: hands and the ghost's card were shown; a card that was kept is noted in its hand, too."""
    for card in range(KINDS):
        out[HIDDEN + card] = s.unseen[card]
        out[DRAWABLE + card] = s.unseen[card]
        out[AT_GHOST + card] = 1 if card == s.ghost_card else 0
    for seat in range(s.players):
        if s.kept[seat] != NO_CARD:
            out[LAID + s.kept[seat]] += 1


@rule
def observe_scores(s: Duck, seat: int, out: list[int]) -> None:
    """D12, D16: how many cards are under each towel, lifebuoys, and what all that is worth."""
    for further in range(s.players):
        owner = absolute(s, seat, further)
        cards = 0
        for card in range(KINDS):
            cards += s.towel[owner][card]
        out[TOWEL + further] = cards
        out[POINTS + further] = score(s, owner)
    for lifebuoy in range(s.round):
        out[TAKEN_BY + lifebuoy] = 1 + relative(s, seat, s.taken_by[lifebuoy])
        out[GREEN + lifebuoy] = s.green[lifebuoy]


# Choices


@rule
def legal(s: Duck, seat: int, begun: int, notes: list[int], mask: list[int]) -> int:  # noqa: ARG001 - as above
    """D6-D9, D11: sets, runs and the dive, or where to draw from."""
    if s.asking == WHERE_TO_DRAW:
        return legal_draws(s, seat, mask)
    count = 0
    if may_dive(s, seat):
        mask[CHOOSE_DIVE] = 1
        count = 1
    rows = 0  # which numbers there are of each colour, a bit each
    for value in range(VALUES):
        yellows = s.hand[seat][value]
        blues = s.hand[seat][VALUES + value]
        reds = s.hand[seat][2 * VALUES + value]
        if yellows + blues + reds > 0:
            count += legal_sets(value, yellows, blues, reds, mask)
            found = (1 if yellows > 0 else 0) | (1 << VALUES if blues > 0 else 0) | (1 << 2 * VALUES if reds > 0 else 0)
            rows |= found << value
    for colour in range(COLOURS):
        row = rows >> colour * VALUES & (1 << VALUES) - 1
        if row & row >> 1 & row >> 2 != 0:
            count += legal_runs(colour, row, mask)
    return count


@rule
def legal_draws(s: Duck, seat: int, mask: list[int]) -> int:
    """D9, D19: the piles to draw from."""
    count = 0
    if s.draw_pile > 0:
        mask[CHOOSE_DRAW] = 1
        count = 1
    if s.height[next_place(s, seat)] > 0:
        mask[TAKE_NEXT] = 1
        count += 1
    if s.height[place_before(s, seat)] > 0:
        mask[TAKE_BEFORE] = 1
        count += 1
    return count


@rule
def next_place(s: Duck, seat: int) -> int:
    """D5, D9: the left neighbour. D19: with two players the other one, whoever deals."""
    return 1 - seat if s.players == 2 else left_of(s, seat)


@rule
def place_before(s: Duck, seat: int) -> int:
    """D5, D9: the right neighbour. D19: with two players the ghost, whoever deals."""
    return GHOST if s.players == 2 else right_of(s, seat)


@rule
def sets_of(value: int) -> int:
    """The first choice of a set of this number."""
    return SETS if value == 0 else SETS + FEW_SETS + (value - 1) * MANY_SETS


@rule
def legal_sets(value: int, yellows: int, blues: int, reds: int, mask: list[int]) -> int:
    """D6, D8: every set out of so many cards of a number, with every colour of it on top."""
    first = sets_of(value)
    if yellows + blues + reds == 1:  # as most are
        mask[first + FIRST_SETS[(yellows * ALIKE + blues) * ALIKE + reds]] = 1
        return 1
    count = 0
    for yellow in range(yellows + 1):
        for blue in range(blues + 1):
            for red in range(reds + 1):
                tops = (1 if yellow > 0 else 0) + (1 if blue > 0 else 0) + (1 if red > 0 else 0)
                at = first + FIRST_SETS[(yellow * ALIKE + blue) * ALIKE + red]
                for choice in range(at, at + tops):
                    mask[choice] = 1
                count += tops
    return count


@rule
def legal_runs(colour: int, row: int, mask: list[int]) -> int:
    """D7, D8: every run out of a row of numbers, a bit each, with either end on top."""
    count = 0
    low = 0  # where the unbroken row of numbers that ends at `high` began
    for high in range(VALUES):
        if row >> high & 1 == 0:
            low = high + 1
        for start in range(low, high - SHORTEST_RUN + 2):
            choice = RUNS + (colour * len(ALL_RUNS) + WHICH_RUN[start * VALUES + high]) * ENDS
            mask[choice + LOWEST] = 1
            mask[choice + HIGHEST] = 1
            count += ENDS
    return count


@rule
def decide(s: Duck, seat: int, begun: int, choice: int) -> int:  # noqa: ARG001 - as above
    """The rules' action; every choice is made at once."""
    if choice >= RUNS:
        return chosen_run(choice - RUNS)
    if choice >= SETS:
        return chosen_set(choice - SETS)
    if choice == CHOOSE_DIVE:
        return DIVE
    if choice == CHOOSE_DRAW:
        return DRAW
    return TAKE + (next_place(s, seat) if choice == TAKE_NEXT else place_before(s, seat))


@rule
def chosen_set(choice: int) -> int:
    """D6: the action of a set; choices of sets are counted from 0 here."""
    value = 0
    sets = FEW_SETS
    while choice >= sets:
        choice -= sets
        sets = MANY_SETS
        value += 1
    return set_action(value, 0, 0, 0, 0) + ALL_SETS[choice]


@rule
def chosen_run(choice: int) -> int:
    """D7: the action of a run; choices of runs are counted from 0 here."""
    colour = 0
    while choice >= len(ALL_RUNS) * ENDS:
        choice -= len(ALL_RUNS) * ENDS
        colour += 1
    top = LOWEST if choice & 1 == LOWEST else HIGHEST
    ends = ALL_RUNS[choice >> 1]
    return run_action(colour, ends // VALUES, ends % VALUES, top)


ENCODING = Encoding(
    version=1,
    parts=PARTS,
    choices=CHOICES,
    observe=observe,
    legal=legal,
    decide=decide,
)
