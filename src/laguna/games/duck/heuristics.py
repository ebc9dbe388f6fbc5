"""How Duck is really played: what a hand still needs, when to dive, and whose game it is."""

from __future__ import annotations

from laguna.core.generator import draw
from laguna.core.heuristics import CERTAIN, Heuristics, Scratch, fading, mix
from laguna.core.rules import below, ints, rule
from laguna.games.duck.card_piles import gain, hand_number, pick_unseen, value_of
from laguna.games.duck.components import (
    COLOURS,
    COPIES,
    DIVE,
    DIVE_AT_MOST,
    DRAW,
    DUCKS,
    GHOST,
    GREEN_SIDE,
    HAND,
    HIGHEST,
    KINDS,
    MOST_NOTES,
    RED_SIDE,
    ROUNDS,
    RUN,
    SHORTEST_RUN,
    TAKE,
    VALUES,
    WHERE_TO_DRAW,
    Duck,
)
from laguna.games.duck.drawing import left_of, right_of
from laguna.games.duck.game import DuckGame
from laguna.games.duck.melds import run_action, run_colour, run_high, run_low, set_action, set_count, set_value
from laguna.games.duck.rules import choices, may_dive
from laguna.games.duck.scoring import score
from laguna.games.duck.secrecy import at_most_in_draw_pile, imagine

# A hand is one number here, two bits a card as in the rules' `hand_number`. These masks have the low bit of each card:
# of a whole hand, of one colour; and both bits of a number in all colours.
EACH = sum(1 << (2 * card) for card in range(KINDS))
ROW = sum(1 << (2 * value) for value in range(VALUES))
COLOUR_BITS = 2 * VALUES
NUMBER = sum(3 << (colour * COLOUR_BITS) for colour in range(COLOURS))

# How bad cards left in hand are, in tenths of a point; found by playing many thousands of games.
# Measure again: python bench/tune.py duck BAD_VALUE
BAD_VALUE = 7
"""For each point of the sum: it keeps from diving, and loses the card under the towel."""
# Measure again: python bench/tune.py duck BAD_TURN
BAD_TURN = 55
"""For each turn that is needed to lay the hand down."""
# Measure again: python bench/tune.py duck BAD_CARD
BAD_CARD = 10
# Measure again: python bench/tune.py duck TOSS_UP
TOSS_UP = 6
"""Plays that differ by less are all the same at a glance."""
AVERAGE = 4
"""The value of an unknown card."""

# Measure again: python bench/tune.py duck MIN_DIVE_GAIN
MIN_DIVE_GAIN = 55
"""Playing on is worth so many tenths of a point: a dive must promise more."""
# Measure again: python bench/tune.py duck ANY_DIVE_ODDS
ANY_DIVE_ODDS = 12
"""One time in so many a dive that promises anything is enough: else rounds might never end (D26)."""
# Measure again: python bench/tune.py duck LIGHTER
LIGHTER = 9
"""Others get rid of high cards: a hidden card is so many tenths of a point lighter than a card at random."""
TENTHS = 10
# Measure again: python bench/tune.py duck SHED --search 200
SHED = 5
"""The same of a hand as it is imagined: so many of ten hidden cards are the lower of two."""
MOST_KEPT = VALUES - 1
"""No card under a towel is worth more."""

LONGEST_SUM = 60


def _sums() -> tuple[int, ...]:
    """For 0 to 7 cards at random and any sum: how likely (per mille) the cards are worth more than that."""
    found: list[int] = []
    chances = [1.0]
    for _ in range(HAND + 1):
        found += [round(CERTAIN * sum(chances[total + 1 :])) for total in range(LONGEST_SUM)]
        longer = [0.0] * (len(chances) + VALUES - 1)
        for total, chance in enumerate(chances):
            for value in range(VALUES):
                longer[total + value] += chance * COPIES[value] * COLOURS / DUCKS
        chances = longer
    return tuple(found)


WORTH_MORE = _sums()


MOST_PLAYS = VALUES + 2 * COLOURS
"""All cards of each number, and two runs of each colour."""


class DuckScratch(Scratch):
    """What is noted about one question."""

    notes: list[int] = ints(MOST_NOTES)
    """What `choices` notes: every action."""
    plays: list[int] = ints(MOST_PLAYS)
    """The plays that come to mind at a glance."""


# What a hand still needs


@rule
def bits(number: int) -> int:
    """How many bits are set."""
    count = 0
    while number != 0:
        number &= number - 1
        count += 1
    return count


@rule
def how_many(hand: int, value: int) -> int:
    """How many cards of a number are in a hand."""
    alike = hand >> 2 * value
    return (alike & 3) + (alike >> COLOUR_BITS & 3) + (alike >> 2 * COLOUR_BITS & 3)


@rule
def row_of(hand: int, colour: int) -> int:
    """Which numbers of a colour are in a hand: a bit in two each."""
    return (hand | hand >> 1) >> colour * COLOUR_BITS & ROW


@rule
def in_runs(row: int) -> int:
    """D7: which numbers of a colour's row stand three or more in a row."""
    first = row & row >> 2 & row >> 4
    return first | first << 2 | first << 4


@rule
def turns_to_empty(hand: int) -> int:
    """In how many turns a hand can be laid down: one for each number, and one for all that only a run needs."""
    yellow = row_of(hand, 0)
    blue = row_of(hand, 1)
    red = row_of(hand, 2)
    twice = hand >> 1 & EACH
    several = (twice | twice >> COLOUR_BITS | twice >> 2 * COLOUR_BITS) & ROW
    several |= yellow & blue | yellow & red | blue & red
    numbers = yellow | blue | red
    turns = bits(numbers)
    for colour in range(COLOURS):
        alone = bits(in_runs(row_of(hand, colour)) & ~several)
        if alone > 1:
            turns -= alone - 1
    return turns


@rule
def badness(hand: int) -> int:
    """How bad cards left in hand are: their sum, their number, and the turns they need."""
    bad = BAD_TURN * turns_to_empty(hand)
    for value in range(VALUES):
        bad += (BAD_VALUE * value + BAD_CARD) * how_many(hand, value)
    return bad


@rule
def badness_after_drawing(hand: int) -> int:
    """The same with one unknown card more: it needs a turn of its own unless its number is there."""
    return badness(hand) + BAD_VALUE * AVERAGE + BAD_CARD + BAD_TURN * (VALUES - turns_to_empty(hand)) // VALUES


@rule
def highest_in(hand: int) -> int:
    """D12: the number of the highest card."""
    for lower in range(VALUES):
        value = VALUES - 1 - lower
        if hand & NUMBER << 2 * value:
            return value
    return 0


@rule
def cards_of_set(action: int) -> int:
    """D6: the cards of a set as a hand."""
    cards = 0
    for colour in range(COLOURS):
        cards |= set_count(action, colour) << 2 * (colour * VALUES + set_value(action))
    return cards


@rule
def cards_of_run(action: int) -> int:
    """D7: the cards of a run as a hand."""
    length = run_high(action) - run_low(action) + 1
    return (ROW & (1 << 2 * length) - 1) << 2 * (run_colour(action) * VALUES + run_low(action))


@rule
def left_after(hand: int, action: int) -> int:
    """What stays in a hand after a set or a run."""
    return hand - (cards_of_set(action) if action < RUN else cards_of_run(action))


# The dive


@rule
def worth_more(cards: int, total: int) -> int:
    """How likely (per mille) so many hidden cards are worth more than this."""
    if total < 0:
        return CERTAIN
    return WORTH_MORE[cards * LONGEST_SUM + total]


@rule
def has_more(s: Duck, other: int, total: int) -> int:
    """How likely (per mille) another player's sum is higher: by the known cards, and by how many are hidden."""
    hidden = s.held[other]
    for card in range(KINDS):
        hidden -= s.known[other][card]
        total -= s.known[other][card] * value_of(card)
    return worth_more(hidden, total + LIGHTER * hidden // 10)


@rule
def dive_chance(s: Duck, seat: int) -> int:
    """D13, D21: how likely (per mille) everybody has more, the ghost too."""
    total = s.sum[seat]
    if total > DIVE_AT_MOST:
        return 0
    chance = CERTAIN
    for other in range(s.players):
        if other != seat:
            chance = chance * has_more(s, other, total) // CERTAIN
    if s.players == 2:
        chance = chance * worth_more(1, total - s.sum[GHOST]) // CERTAIN
    return chance


@rule
def dive_worth(s: Duck, seat: int, hand: int) -> int:
    """D13, D14: what a dive promises in tenths of a point: the lifebuoy and a card, or the penalty."""
    chance = dive_chance(s, seat)
    gain = GREEN_SIDE[s.round] + highest_in(hand)
    return (chance * gain - (CERTAIN - chance) * RED_SIDE[s.round]) // 100


@rule
def wins_anyway(s: Duck, seat: int) -> bool:
    """D16: in the last round even a failed dive wins, since nobody can make up for it with one card."""
    if s.round < ROUNDS - 1:
        return False
    after = score(s, seat) - RED_SIDE[s.round]
    for other in range(s.players):
        if other != seat and score(s, other) + MOST_KEPT >= after:
            return False
    return True


# At a glance


@rule
def wanted(s: Duck, seat: int, card: int) -> int:
    """D9: how many cards that a neighbour is known to hold go with this one."""
    count = 0
    for side in range(2):
        neighbour = left_of(s, seat) if side == 0 else right_of(s, seat)
        if neighbour != GHOST:
            for other in range(KINDS):
                if s.known[neighbour][other] > 0:
                    apart = abs(value_of(other) - value_of(card))
                    count += apart == 0 or (apart < SHORTEST_RUN and other // VALUES == card // VALUES)
    return count


@rule
def whole_set(s: Duck, seat: int, hand: int, value: int) -> int:
    """D6, D8: all cards of a number; on top a colour that no neighbour is known to want."""
    alike = hand >> 2 * value
    yellow = alike & 3
    blue = alike >> COLOUR_BITS & 3
    red = alike >> 2 * COLOUR_BITS & 3
    top = 0 if yellow > 0 else 1 if blue > 0 else 2
    if yellow + blue + red > max(yellow, blue, red):
        least = KINDS
        for colour in range(COLOURS):
            if alike >> colour * COLOUR_BITS & 3:
                want = wanted(s, seat, colour * VALUES + value)
                if want < least:
                    least = want
                    top = colour
    return set_action(value, yellow, blue, red, top)


@rule
def note_whole_runs(hand: int, plays: list[int], count: int) -> int:
    """D7, D8: each longest run, the high end on top: nobody likes high cards."""
    for colour in range(COLOURS):
        row = in_runs(row_of(hand, colour))
        low = 0
        for value in range(VALUES):
            if row >> 2 * value & 1 == 0:
                low = value + 1
            elif row >> 2 * (value + 1) & 1 == 0:
                plays[count] = run_action(colour, low, value, HIGHEST)
                count += 1
    return count


@rule
def note_natural_plays(s: Duck, seat: int, hand: int, plays: list[int]) -> int:
    """All cards of each number, and each longest run."""
    count = 0
    for value in range(VALUES):
        if hand & NUMBER << 2 * value:
            plays[count] = whole_set(s, seat, hand, value)
            count += 1
    return note_whole_runs(hand, plays, count)


@rule
def wants_to_dive(s: Duck, seat: int, hand: int, rng: list[int]) -> bool:
    """Dive when it promises more than going out (D10) or playing on."""
    if wins_anyway(s, seat):
        return True
    worth = dive_worth(s, seat, hand)
    if turns_to_empty(hand) == 1:
        return worth > 10 * GREEN_SIDE[s.round]
    return worth >= (MIN_DIVE_GAIN if draw(rng, ANY_DIVE_ODDS) > 0 else 1)


@rule
def choose(s: Duck, seat: int, scratch: DuckScratch, rng: list[int]) -> int:
    """An experienced player: dives when it pays, else keeps the best hand; takes the card that fits best."""
    hand = hand_number(s, seat)
    if s.asking == WHERE_TO_DRAW:
        return choose_pile(s, seat, hand, rng)
    if may_dive(s, seat) and wants_to_dive(s, seat, hand, rng):
        return DIVE
    count = note_natural_plays(s, seat, hand, scratch.plays)
    best = scratch.plays[0]
    least = badness(hand) + TOSS_UP
    for i in range(count):
        bad = badness(left_after(hand, scratch.plays[i])) + draw(rng, TOSS_UP)
        if bad < least:
            least = bad
            best = scratch.plays[i]
    return best


@rule
def choose_pile(s: Duck, seat: int, hand: int, rng: list[int]) -> int:
    """D9: the visible card that fits best, if it is better than one at random."""
    best = DRAW
    least = badness_after_drawing(hand) + draw(rng, TOSS_UP) if s.draw_pile > 0 else badness(EACH)
    for side in range(2):
        place = left_of(s, seat) if side == 0 else right_of(s, seat)
        if s.height[place] > 0:
            bad = badness(hand + (1 << 2 * s.pile[place][s.height[place] - 1]))
            if bad < least:
                least = bad
                best = TAKE + place
    return best


# A beginner


@rule
def novice(s: Duck, seat: int, scratch: DuckScratch, rng: list[int]) -> int:  # noqa: ARG001 - a beginner has no doubts
    """A beginner lays down as many cards as possible, else the highest, and dives as soon as it is allowed."""
    hand = hand_number(s, seat)
    if s.asking == WHERE_TO_DRAW:
        return novice_pile(s, seat, hand)
    if s.sum[seat] <= DIVE_AT_MOST:
        return DIVE
    count = note_natural_plays(s, seat, hand, scratch.plays)
    best = scratch.plays[0]
    most = 0
    for i in range(count):
        cards = hand - left_after(hand, scratch.plays[i])
        much = VALUES * bits(cards & EACH) + highest_in(cards)
        if much > most:
            most = much
            best = scratch.plays[i]
    return best


@rule
def novice_pile(s: Duck, seat: int, hand: int) -> int:
    """A beginner takes a card whose number is in hand, whatever it costs; else an unknown one."""
    for side in range(2):
        place = left_of(s, seat) if side == 0 else right_of(s, seat)
        if s.height[place] > 0 and hand & NUMBER << 2 * value_of(s.pile[place][s.height[place] - 1]):
            return TAKE + place
    return (
        DRAW if s.draw_pile > 0 else TAKE + (left_of(s, seat) if s.height[left_of(s, seat)] > 0 else right_of(s, seat))
    )


# All that is worth a thought


# Measure again: python bench/tune.py duck STEP --search 200
STEP = 12
"""A play that is so much worse (in tenths of a point) is half as promising."""
NATURAL = 1024
"""The weight of the best one."""


@rule
def promise(bad: int, least: int) -> int:
    """How promising a play is that leaves this much, when the best leaves `least`."""
    return max(1, NATURAL >> min(20, (bad - least) // STEP))


@rule
def propose(s: Duck, seat: int, scratch: DuckScratch, actions: list[int], weights: list[int]) -> int:
    """Every play, draw and dive, by what a glance thinks of it."""
    hand = hand_number(s, seat)
    count = choices(s, seat, scratch.notes)
    least = badness(EACH)
    for i in range(count):
        actions[i] = scratch.notes[i]
        weights[i] = badness_of(s, seat, hand, scratch.notes[i])
        least = min(least, weights[i])
    for i in range(count):
        weights[i] = promise(weights[i], least)
    return count


@rule
def badness_of(s: Duck, seat: int, hand: int, action: int) -> int:
    """How bad an action looks beside the others."""
    if action == DRAW:
        return badness_after_drawing(hand)
    if action >= TAKE:
        return badness(hand + (1 << 2 * s.pile[action - TAKE][s.height[action - TAKE] - 1]))
    if action == DIVE:
        return badness(hand) - dive_worth(s, seat, hand)
    return badness(left_after(hand, action))


@rule
def sight(s: Duck, seat: int) -> int:
    """Own cards, how many the others have, and where a card is to be drawn, what lies on top."""
    seen = mix(s.round * 4 + s.asking, hand_number(s, seat))
    others = s.sum[GHOST]
    for other in range(s.players):
        others = others * 8 + s.held[other]
    seen = mix(seen, others)
    if s.asking == WHERE_TO_DRAW:
        seen = mix(seen, top_of(s, left_of(s, seat)) * KINDS + top_of(s, right_of(s, seat)))
    return seen


@rule
def top_of(s: Duck, place: int) -> int:
    """The card on top of a discard pile, counted from 1; 0: none."""
    return s.pile[place][s.height[place] - 1] + 1 if s.height[place] > 0 else 0


# What the others hold


@rule
def believe(s: Duck, seat: int) -> None:
    """As the rules imagine it, but who has played holds lighter cards: high ones go first."""
    imagine(s, seat)
    for other in range(s.players):
        if other != seat and s.held[other] < HAND:
            lighten(s, seat, other)


@rule
def lighten(s: Duck, seat: int, other: int) -> None:
    """Most hidden cards of a hand are the lower of two. D22: a card only goes where the seat may believe it to be."""
    for card in range(KINDS):
        for _ in range(s.hand[other][card] - s.known[other][card]):
            if s.draw_pile > 0 and below(s, TENTHS) < SHED:
                swap_for_lower(s, seat, other, card)
    for card in range(KINDS):
        for _ in range(s.loose[card]):
            gain(s, other, card)
        s.loose[card] = 0


@rule
def swap_for_lower(s: Duck, seat: int, other: int, card: int) -> None:
    """Put a lower unseen card aside for a hand instead of one of its cards, if chance finds one."""
    if s.unseen[card] >= at_most_in_draw_pile(s, seat, card):
        return
    lower = pick_unseen(s)
    if value_of(lower) >= value_of(card):
        s.unseen[lower] += 1
        return
    s.hand[other][card] -= 1
    s.held[other] -= 1
    s.sum[other] -= value_of(card)
    s.unseen[card] += 1
    s.loose[lower] += 1


# Whose game it is


# Measure again: python bench/tune.py duck SWING --search 200
SWING = (95, 85, 75, 60, 45)
# Measure again: python bench/tune.py duck SWING_OF_TWO --search 200 --seats 2
SWING_OF_TWO = (125, 115, 105, 85, 55)
"""In each round: how many tenths of a point behind leave a third of the chances. Two players are seldom close."""
# Measure again: python bench/tune.py duck DRAG --search 200
DRAG = 2
# Measure again: python bench/tune.py duck DRAG_TURN --search 200
DRAG_TURN = 15
"""What each point of the sum, and each turn that the hand needs, costs in the round, in tenths of a point."""


@rule
def hopes(s: Duck, seat: int) -> int:
    """What a seat may count on, in tenths of a point: what it has, less what its hand will cost."""
    return 10 * score(s, seat) - DRAG * s.sum[seat] - DRAG_TURN * turns_to_empty(hand_number(s, seat))


@rule
def prospect(s: Duck, seat: int) -> int:
    """Everybody's chances, by how far they are behind the first; the later the round, the more that counts."""
    swing = SWING_OF_TWO[s.round] if s.players == 2 else SWING[s.round]
    first = hopes(s, 0)
    for other in range(1, s.players):
        first = max(first, hopes(s, other))
    everybodys = 0
    own = 0
    for other in range(s.players):
        chances = fading(first - hopes(s, other), swing)
        everybodys += chances
        if other == seat:
            own = chances
    return CERTAIN * own // everybodys


HEURISTICS = Heuristics(
    rules=DuckGame.rules,
    scratch=DuckScratch,
    proposals=MOST_NOTES,
    propose=propose,
    choose=choose,
    novice=novice,
    sight=sight,
    believe=believe,
    prospect=prospect,
    horizon=24,
    margin=20,
)
