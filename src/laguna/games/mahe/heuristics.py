"""How Mahé is really played: the odds of the next die, who sits on top, and who profits.

Worths are in hundredths of an egg. The turtles' places are worth what turtles have laid from there on average, in
millions of games between experienced players. What a move is worth to a seat is what it brings to the seat's own
turtles less what it brings to its rivals' turtles: so who sits on top may well sink a stack of others.
"""

from __future__ import annotations

from laguna.core.generator import draw
from laguna.core.heuristics import CERTAIN, Heuristics, Scratch, mix
from laguna.core.rules import ints, nothing_hidden, rule
from laguna.games.mahe.game import MaheGame
from laguna.games.mahe.rules import (
    ANOTHER_DIE,
    BEACH_EGGS,
    BUST_ABOVE,
    DIE,
    HIGHEST_CARD,
    LAST_FIELD,
    MOST_DICE,
    NOBODY,
    PLAY_CARD,
    RAFT,
    ROLL,
    STOP,
    TURTLES,
    WHICH_TURTLE,
    Mahe,
    choices,
    decider,
    refusal,
    score,
    standing,
    top_of,
    turtle_of,
)

EGG = 100

# Measure again: python bench/tune.py mahe FREE
FREE = (0, 40, 50, 60, 70, 78, 88, 105, 117, 127, 137, 150, 162, 178, 193, 212, 226, 242, 256, 266, 276, 40)
"""What a turtle's place is worth that nobody rides, by its field, compared with the raft."""
# Measure again: python bench/tune.py mahe RIDDEN
RIDDEN = (0, 15, 22, 32, 45, 45, 55, 80, 90, 90, 90, 100, 100, 115, 110, 115, 118, 118, 115, 120, 120, 5)
"""And if somebody rides it: the rider decides and lays, until it walks on."""
# Measure again: python bench/tune.py mahe LIFT
LIFT = 48
"""What each turtle under it is worth to the topmost one: their moves are its moves too."""
# Measure again: python bench/tune.py mahe TEMPO --search 200
TEMPO = 35
"""What it is worth to be the next to move, and how much it costs to be the last."""
# Measure again: python bench/tune.py mahe MOVE
MOVE = 98
"""What a turtle's move brings on average: it is lost with a bust of the first one where that ends the turn (M8)."""
ALL_OF_IT = 100_000
"""What it is worth to end the game as its winner."""
# Measure again: python bench/tune.py mahe DOUBLING --search 200
# Measure again: python bench/tune.py mahe DOUBLING_BY_PRIZE --search 200
# Measure again: python bench/tune.py mahe DOUBLING_BY_SEATS --search 200
DOUBLING, DOUBLING_BY_PRIZE, DOUBLING_BY_SEATS = 230, 3, 30
"""How far ahead makes a win twice as likely: more with many prizes to come, most with few players."""

# Measure again: python bench/tune.py mahe HALVED --search 200
HALVED, LIKELY, UNLIKELY = 40, 100, 4
"""Of proposals: how much less worth makes one half as promising, and the weights of the best and the worst."""
FULL_BITS = 20
"""The best outlook's part of the wins is 2^20."""


class MaheScratch(Scratch):
    """What is noted about one question: about the moving stack, before its goals are compared."""

    notes: list[int] = ints(MaheGame.rules.most_notes)
    """What `choices` notes: every action."""
    stack: int
    """The moving turtles, a bit each."""
    ridden: int
    """What an egg for each turtle of the stack that is ridden counts to the seat, added up; see `stake`,"""
    top: int
    """and for the topmost one."""
    under: int
    """How many turtles are under the topmost one."""
    sunk: int
    """What it is worth that the stack goes back to the raft."""
    occupied: int
    """The fields where other turtles lie, a bit each."""


# What a place is worth


@rule
def stake(s: Mahe, seat: int, owner: int) -> int:
    """How an egg for this owner counts to a seat: one of its own as much as one for each of its rivals."""
    return s.players - 1 if owner == seat else -1


@rule
def note_stack(s: Mahe, seat: int, scratch: MaheScratch) -> None:
    """Note what does not depend on where the moving stack goes."""
    stack = 1 << s.mover
    ridden = 0
    under = 0
    turtle = s.mover
    while s.rider[turtle] != NOBODY:
        ridden += stake(s, seat, s.owner[turtle])
        under += 1
        turtle = s.rider[turtle]
        stack |= 1 << turtle
    occupied = 0
    for other in range(TURTLES):
        if s.field[other] > RAFT and stack >> other & 1 == 0:
            occupied |= 1 << s.field[other]
    top = stake(s, seat, s.owner[turtle])
    scratch.stack = stack
    scratch.ridden = ridden
    scratch.top = top
    scratch.under = under
    scratch.sunk = (ridden + top) * FREE[RAFT]
    if s.bust_ends_turn and s.waiting != NOBODY:
        scratch.sunk -= stake(s, seat, s.active) * MOVE
    scratch.occupied = occupied


@rule
def landed(s: Mahe, seat: int, scratch: MaheScratch, fields: int) -> int:
    """What it is worth to a seat that the stack goes so many fields, lays (M15) and climbs on who is there (M12)."""
    goal = s.field[s.mover] % LAST_FIELD + fields
    top = scratch.top
    worth = 0
    if goal >= LAST_FIELD:
        if s.face_up == 0:
            return top * ending(s, decider(s))
        worth = top * s.face_up * EGG
        if goal > LAST_FIELD:
            goal -= LAST_FIELD
    worth += top * (FREE[goal] + LIFT * scratch.under) + scratch.ridden * RIDDEN[goal]
    if scratch.occupied >> goal & 1:
        worth += climbed(s, seat, scratch, goal)
    return worth


@rule
def climbed(s: Mahe, seat: int, scratch: MaheScratch, goal: int) -> int:
    """What it is worth that the stack climbs on those on its goal: their topmost is ridden, and all of them lift."""
    worth = 0
    for other in range(TURTLES):
        if s.field[other] == goal and scratch.stack >> other & 1 == 0:
            worth += scratch.top * LIFT
            if s.rider[other] == NOBODY or scratch.stack >> s.rider[other] & 1:
                worth += stake(s, seat, s.owner[other]) * (RIDDEN[goal] - FREE[goal])
            else:
                worth -= stake(s, seat, s.owner[top_below(s, scratch, other)]) * LIFT
    return worth


@rule
def top_below(s: Mahe, scratch: MaheScratch, turtle: int) -> int:
    """The topmost of the turtles that stay: the moving stack itself may still be noted on their backs."""
    while s.rider[turtle] != NOBODY and scratch.stack >> s.rider[turtle] & 1 == 0:
        turtle = s.rider[turtle]
    return turtle


@rule
def ending(s: Mahe, seat: int) -> int:
    """What it is worth to a seat to win the beach, which ends the game (M18): all, if no rival has more (M19)."""
    mine = standing(s, seat) + BEACH_EGGS * 100 + 1
    for other in range(s.players):
        if other != seat and standing(s, other) > mine:
            return -ALL_OF_IT
    return ALL_OF_IT


# Another die?


@rule
def last_die(s: Mahe, seat: int, scratch: MaheScratch, total: int) -> int:
    """What a third die is worth on average, in sixths. Of its six sides total - 1 are too many (M8)."""
    worth = (total - 1) * scratch.sunk
    for sum_of_three in range(total + 1, BUST_ABOVE + 1):
        worth += landed(s, seat, scratch, sum_of_three * MOST_DICE)
    return worth


@rule
def two_dice(s: Mahe, seat: int, scratch: MaheScratch, total: int) -> int:
    """What a second die is worth on average, in 36ths, if a third follows where that is better."""
    worth = (total - 1) * scratch.sunk * DIE
    thirds = 0
    for sum_of_two in range(min(BUST_ABOVE, total + DIE), total, -1):
        stopped = landed(s, seat, scratch, sum_of_two * 2) * DIE
        rolled = stopped
        if sum_of_two < BUST_ABOVE:
            thirds += landed(s, seat, scratch, (sum_of_two + 1) * MOST_DICE)
            rolled = thirds + (sum_of_two - 1) * scratch.sunk
        worth += max(stopped, rolled)
    return worth


@rule
def one_more(s: Mahe, seat: int, scratch: MaheScratch, total: int, dice: int) -> int:
    """What another die is worth on average, in 36ths."""
    if dice + 1 == MOST_DICE:
        return last_die(s, seat, scratch, total) * DIE
    return two_dice(s, seat, scratch, total)


@rule
def worth_of(s: Mahe, seat: int, scratch: MaheScratch, action: int) -> int:
    """What an answer is worth to a seat, in 36ths: the eggs of a card are lost (M22)."""
    if action == ROLL:
        return one_more(s, seat, scratch, s.total, s.dice)
    if action == STOP:
        return landed(s, seat, scratch, s.total * s.dice) * DIE * DIE
    value = action - PLAY_CARD
    total, dice = s.total + value, s.dice + 1
    worth = landed(s, seat, scratch, total * dice) * DIE * DIE
    if total < BUST_ABOVE and dice < MOST_DICE and s.asking == ANOTHER_DIE:
        worth = max(worth, one_more(s, seat, scratch, total, dice))
    return worth - value * EGG * (s.players - 1) * DIE * DIE


@rule
def last_answer(s: Mahe) -> int:
    """The answers to “another die?” go from STOP to this: with cards in the advanced variant only (M21)."""
    return PLAY_CARD + HIGHEST_CARD if s.advanced else ROLL


# Which turtle first?


@rule
def first_turtle(s: Mahe, seat: int) -> int:
    """M20: who carries the other goes first, so that the other walks twice; else the one that is ahead."""
    one = turtle_of(s, seat, NOBODY)
    other = turtle_of(s, seat, one)
    if top_of(s, one) == other:
        return one
    if top_of(s, other) == one:
        return other
    return one if s.field[one] % LAST_FIELD > s.field[other] % LAST_FIELD else other


# The verbs


@rule
def propose(s: Mahe, seat: int, scratch: MaheScratch, actions: list[int], weights: list[int]) -> int:
    """All of them. Half as promising is what is worth `HALVED` less."""
    if s.asking == WHICH_TURTLE:
        return propose_turtles(s, seat, scratch, actions, weights)
    note_stack(s, seat, scratch)
    count = 0
    best = 0
    for action in range(STOP, last_answer(s) + 1):
        if refusal(s, seat, action) == 0:
            worth = worth_of(s, seat, scratch, action) // (DIE * DIE * (s.players - 1))
            best = worth if count == 0 else max(best, worth)
            actions[count] = action
            weights[count] = worth
            count += 1
    for i in range(count):
        weights[i] = max(UNLIKELY, LIKELY * HALVED // (HALVED + best - weights[i]))
    return count


@rule
def propose_turtles(s: Mahe, seat: int, scratch: MaheScratch, actions: list[int], weights: list[int]) -> int:
    """Both turtles, the natural one a little before the other."""
    count = choices(s, seat, scratch.notes)
    for i in range(count):
        actions[i] = scratch.notes[i]
        weights[i] = 60 if scratch.notes[i] == first_turtle(s, seat) else 40
    return count


@rule
def choose(s: Mahe, seat: int, scratch: MaheScratch, rng: list[int]) -> int:  # noqa: ARG001 - nothing is left to chance
    """What is worth most."""
    if s.asking == WHICH_TURTLE:
        return first_turtle(s, seat)
    note_stack(s, seat, scratch)
    best = ROLL
    most = worth_of(s, seat, scratch, ROLL)
    for action in range(STOP, last_answer(s) + 1):
        if action != ROLL and refusal(s, seat, action) == 0:
            worth = worth_of(s, seat, scratch, action)
            if worth > most:
                most = worth
                best = action
    return best


@rule
def novice(s: Mahe, seat: int, scratch: MaheScratch, rng: list[int]) -> int:
    """Stops for eggs that are there at once and else hopes for the next die: whatever the risk, whoever rides along.

    Only a sum of 6 makes it stop now and then. It plays a card if that brings eggs, even fewer than the card has.
    """
    if s.asking == WHICH_TURTLE:
        return scratch.notes[draw(rng, choices(s, seat, scratch.notes))]
    start = s.field[s.mover] % LAST_FIELD
    if s.asking == ANOTHER_DIE and start + s.total * s.dice >= LAST_FIELD:
        return STOP
    for value in range(HIGHEST_CARD, 0, -1):
        if refusal(s, seat, PLAY_CARD + value) == 0 and start + (s.total + value) * (s.dice + 1) >= LAST_FIELD:
            return PLAY_CARD + value
    if s.asking == ANOTHER_DIE and s.total == BUST_ABOVE - 1 and draw(rng, 2) == 0:
        return STOP
    return ROLL


@rule
def sight(s: Mahe, seat: int) -> int:  # noqa: ARG001 - all seats see the same
    """The whole table: but for cards that nobody has seen there are no secrets (M25), and single dice do not matter."""
    turtles = 0
    for turtle in range(TURTLES):
        turtles = turtles << 8 | (s.field[turtle] + 1) << 3 | (s.rider[turtle] + 1)
    seen = mix(turtles, s.face_up << 10 | s.deck << 4 | s.asking)
    if s.asking != WHICH_TURTLE:
        seen = mix(seen, s.mover << 10 | s.total << 6 | s.dice << 4 | (s.waiting + 1) << 1 | (s.card_at > 0))
    for owner in range(s.players):
        seen = mix(seen, held(s, owner) if s.advanced else standing(s, owner))
    return seen


@rule
def held(s: Mahe, owner: int) -> int:
    """A seat's cards in one number."""
    cards = 0
    for value in range(1, HIGHEST_CARD + 1):
        cards = cards << 3 | s.pile[owner][value]
    return cards


# The chance to win


@rule
def outlook(s: Mahe, seat: int) -> int:
    """A seat's eggs, and those that the places of its turtles promise."""
    behind = (seat - s.active) % s.players
    worth = score(s, seat) * EGG + TEMPO - 2 * TEMPO * behind // (s.players - 1)
    for turtle in range(TURTLES):
        field = s.field[turtle]
        if s.rider[turtle] == NOBODY:
            if s.owner[turtle] == seat and field <= LAST_FIELD:
                worth += FREE[field]
        else:
            if s.owner[turtle] == seat:
                worth += RIDDEN[field]
            if s.owner[top_of(s, turtle)] == seat:
                worth += LIFT
    return worth


@rule
def doubling(s: Mahe) -> int:
    """By how much an outlook must be ahead of another to make a win twice as likely."""
    prizes = s.deck + (1 if s.face_up > 0 else 0)
    return DOUBLING + prizes * (DOUBLING_BY_PRIZE + DOUBLING_BY_SEATS // s.players)


@rule
def part_of_wins(behind: int, double: int) -> int:
    """2^20 for the best outlook, half of it for one that is `double` behind, and so on; straight lines between."""
    return ((2 * double - behind % double << FULL_BITS) // (2 * double)) >> min(FULL_BITS, behind // double)


@rule
def prospect(s: Mahe, seat: int) -> int:
    """A seat's part of the wins, by how far its outlook is behind the best."""
    best = outlook(s, 0)
    for other in range(1, s.players):
        best = max(best, outlook(s, other))
    double = doubling(s)
    total = 0
    for other in range(s.players):
        total += part_of_wins(best - outlook(s, other), double)
    return CERTAIN * part_of_wins(best - outlook(s, seat), double) // total


HEURISTICS = Heuristics(
    rules=MaheGame.rules,
    scratch=MaheScratch,
    proposals=2 + HIGHEST_CARD,
    propose=propose,
    choose=choose,
    novice=novice,
    sight=sight,
    believe=nothing_hidden,
    prospect=prospect,
    horizon=12,
    margin=10,
)
