"""The rules of Duck: setup, a turn, questions and answers. Numbers are those of the digest.

The chapters: `components` (D1), `card_piles` and `melds` (what cards and actions are as numbers), `dealing` (a round's
beginning), `drawing`, `round_end` (going out, diving, what it brings), `scoring`, `secrecy` (what a seat may know).
"""

from __future__ import annotations

from laguna.core.rules import below, rule, tell
from laguna.games.duck.card_piles import lose, put_on_pile
from laguna.games.duck.components import (
    COLOURS,
    DIVE,
    DIVE_AT_MOST,
    DRAW,
    DRAW_NOW,
    DRAW_PILE_EMPTY,
    HIGHEST,
    LOWEST,
    MIDDLE,
    MIDDLE_ON_TOP,
    NEITHER,
    NEITHER_SET_NOR_RUN,
    NO_CARDS,
    NOBODY,
    NOT_A_NEIGHBOUR,
    OVER,
    OWN_PILE,
    PILE_EMPTY,
    PLAY_FIRST,
    PLAYED,
    ROUNDS,
    RUN,
    RUN_NOT_IN_HAND,
    RUN_TOO_SHORT,
    SET_NOT_IN_HAND,
    SHORTEST_RUN,
    SUM_TOO_HIGH,
    TAKE,
    TOP_NOT_PLAYED,
    VALUES,
    WHERE_TO_DRAW,
    Duck,
)
from laguna.games.duck.dealing import begin_round
from laguna.games.duck.drawing import begin_drawing, draw, end_turn, left_of, right_of
from laguna.games.duck.melds import (
    run_action,
    run_colour,
    run_high,
    run_low,
    run_top,
    set_action,
    set_count,
    set_value,
    top_colour,
)
from laguna.games.duck.round_end import end_round

# Setup and round setup


@rule
def setup(s: Duck) -> None:
    """D1, D3: towels empty, all lifebuoys in the pile, and the first deal."""
    for lifebuoy in range(ROUNDS):
        s.taken_by[lifebuoy] = NOBODY
    if s.dealer == NOBODY:
        s.dealer = below(s, s.players)
    s.round = 0
    begin_round(s)


# Turn: play


@rule
def play(s: Duck, seat: int, action: int) -> None:
    """D6, D7: a set or a run."""
    tell(s, PLAYED, seat, action)
    if action < RUN:
        play_set(s, seat, action)
    else:
        play_run(s, seat, action)


@rule
def lay(s: Duck, seat: int, card: int) -> None:
    """D8: one card from the hand to the player's own discard pile."""
    lose(s, seat, card)
    put_on_pile(s, seat, card)


@rule
def lay_alike(s: Duck, seat: int, card: int, count: int) -> None:
    """D8: some cards that are alike."""
    for _ in range(count):
        lay(s, seat, card)


@rule
def play_set(s: Duck, seat: int, action: int) -> None:
    """D6, D8: cards of one number; from the bottom yellow, blue, red, and one of the chosen colour on top."""
    top = top_colour(action)
    value = set_value(action)
    for colour in range(COLOURS):
        beneath = set_count(action, colour) - (1 if colour == top else 0)
        lay_alike(s, seat, colour * VALUES + value, beneath)
    lay(s, seat, top * VALUES + value)


@rule
def play_run(s: Duck, seat: int, action: int) -> None:
    """D7, D8: consecutive numbers of one colour, the lowest or the highest on top."""
    first = run_colour(action) * VALUES
    low = run_low(action)
    high = run_high(action)
    for i in range(high - low + 1):
        lay(s, seat, first + (low + i if run_top(action) == HIGHEST else high - i))


# Turn: dive


@rule
def may_dive(s: Duck, seat: int) -> bool:
    """D11: with a sum of 10 or less. D23: or with any, if bluffing is allowed."""
    return s.bluff_dives != 0 or s.sum[seat] <= DIVE_AT_MOST


# Questions and answers


@rule
def asked(s: Duck) -> int:
    """D5: the one seat whose turn it is."""
    return 0 if s.asking == OVER else 1 << s.active


@rule
def refusal(s: Duck, seat: int, action: int) -> int:
    """Why the asked seat may not do this; 0: it may."""
    if s.asking == WHERE_TO_DRAW:
        return draw_refusal(s, seat, action)
    if action >= DRAW:
        return PLAY_FIRST
    if action == DIVE:
        return 0 if may_dive(s, seat) else SUM_TOO_HIGH
    if action == NEITHER:
        return NEITHER_SET_NOR_RUN
    if action >= RUN:
        return run_refusal(s, seat, action)
    return set_refusal(s, seat, action)


@rule
def set_refusal(s: Duck, seat: int, action: int) -> int:
    """D6, D8: one or more cards from the hand, one of them on top."""
    cards = 0
    for colour in range(COLOURS):
        count = set_count(action, colour)
        cards += count
        if count > s.hand[seat][colour * VALUES + set_value(action)]:
            return SET_NOT_IN_HAND
    if cards == 0:
        return NO_CARDS
    return 0 if set_count(action, top_colour(action)) > 0 else TOP_NOT_PLAYED


@rule
def run_refusal(s: Duck, seat: int, action: int) -> int:
    """D7, D8: three or more consecutive numbers of one colour from the hand, one end of it on top."""
    if run_low(action) + SHORTEST_RUN - 1 > run_high(action):
        return RUN_TOO_SHORT
    for value in range(run_low(action), run_high(action) + 1):
        if s.hand[seat][run_colour(action) * VALUES + value] == 0:
            return RUN_NOT_IN_HAND
    return MIDDLE_ON_TOP if run_top(action) == MIDDLE else 0


@rule
def draw_refusal(s: Duck, seat: int, action: int) -> int:
    """D9, D19: from the draw pile or a neighbour's discard pile, never one's own, never an empty one."""
    if action < DRAW:
        return DRAW_NOW
    if action == DRAW:
        return 0 if s.draw_pile > 0 else DRAW_PILE_EMPTY
    place = action - TAKE
    if place == seat:
        return OWN_PILE
    if place not in (left_of(s, seat), right_of(s, seat)):
        return NOT_A_NEIGHBOUR
    return 0 if s.height[place] > 0 else PILE_EMPTY


@rule
def choices(s: Duck, seat: int, notes: list[int]) -> int:
    """Note every action of the asked seat."""
    if s.asking == WHERE_TO_DRAW:
        return note_draws(s, seat, notes)
    count = 0
    for value in range(VALUES):
        count = note_sets(s, seat, value, notes, count)
    for colour in range(COLOURS):
        count = note_runs(s, seat, colour, notes, count)
    if may_dive(s, seat):
        notes[count] = DIVE
        count += 1
    return count


@rule
def note_draws(s: Duck, seat: int, notes: list[int]) -> int:
    """D9, D19: the piles to draw from."""
    count = 0
    if s.draw_pile > 0:
        notes[count] = DRAW
        count += 1
    if s.height[left_of(s, seat)] > 0:
        notes[count] = TAKE + left_of(s, seat)
        count += 1
    if s.height[right_of(s, seat)] > 0:
        notes[count] = TAKE + right_of(s, seat)
        count += 1
    return count


@rule
def note_sets(s: Duck, seat: int, value: int, notes: list[int], count: int) -> int:
    """D6, D8: every choice of cards of one number, with every colour of it on top."""
    hand = s.hand[seat]
    yellows = hand[value]
    blues = hand[VALUES + value]
    reds = hand[2 * VALUES + value]
    if yellows + blues + reds == 0:
        return count
    if yellows + blues + reds == 1:  # as most are: the card itself is on top
        notes[count] = set_action(value, yellows, blues, reds, blues + 2 * reds)
        return count + 1
    for yellow in range(yellows + 1):
        for blue in range(blues + 1):
            for red in range(reds + 1):
                if yellow > 0:
                    notes[count] = set_action(value, yellow, blue, red, 0)
                    count += 1
                if blue > 0:
                    notes[count] = set_action(value, yellow, blue, red, 1)
                    count += 1
                if red > 0:
                    notes[count] = set_action(value, yellow, blue, red, 2)
                    count += 1
    return count


@rule
def note_runs(s: Duck, seat: int, colour: int, notes: list[int], count: int) -> int:
    """D7, D8: every run of one colour, either end on top."""
    hand = s.hand[seat]
    low = 0  # where the unbroken row of numbers that ends at `high` began
    for high in range(VALUES):
        if hand[colour * VALUES + high] == 0:
            low = high + 1
        elif low + SHORTEST_RUN - 1 <= high:
            for start in range(low, high - SHORTEST_RUN + 2):
                notes[count] = run_action(colour, start, high, LOWEST)
                notes[count + 1] = run_action(colour, start, high, HIGHEST)
                count += 2
    return count


@rule
def apply(s: Duck, seat: int, action: int) -> None:
    """Carry out the asked seat's answer: D6-D8 play, D11 or dive; then D9 draw, unless the round ends (D10)."""
    if action >= DRAW:
        draw(s, seat, action)
        end_turn(s)
        return
    if action != DIVE:
        play(s, seat, action)
    if action == DIVE or s.held[seat] == 0:
        end_round(s, seat, action == DIVE)
    else:
        begin_drawing(s, seat)
