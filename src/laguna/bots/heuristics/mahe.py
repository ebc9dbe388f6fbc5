"""How Mahé is really played: the odds of the next die, who sits on top, and who profits.

Worths are in hundredths of an egg. The turtles' places are worth what turtles have laid from there on average, in
millions of games between experienced players. What a move is worth to a seat is what it brings to the seat's own
turtles less what it brings to its rivals' turtles: so who sits on top may well sink a stack of others.
"""

from __future__ import annotations

from laguna.bots.heuristic import CERTAIN, Heuristics, mix
from laguna.core.generator import draw
from laguna.core.rules import rule
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
    imagine,
    refusal,
    score,
    standing,
    top_of,
    turtle_of,
)

EGG = 100

FREE = (0, 40, 50, 60, 70, 78, 88, 105, 117, 127, 137, 150, 162, 178, 193, 212, 226, 242, 256, 266, 276, 40)
"""What a turtle's place is worth that nobody rides, by its field, compared with the raft."""
RIDDEN = (0, 15, 22, 32, 45, 45, 55, 80, 90, 90, 90, 100, 100, 115, 110, 115, 118, 118, 115, 120, 120, 5)
"""And if somebody rides it: the rider decides and lays, until it walks on."""
LIFT = 48
"""What each turtle under it is worth to the topmost: their moves are its moves too."""
TEMPO = 35
"""What it is worth to be the next to move, and how much it costs to be the last."""
ALL_OF_IT = 100_000
"""What it is worth to end the game as its winner."""

# What is noted about the moving stack before its goals are compared
TURTLES_OF_IT, RIDDEN_OF_IT, TOP_OF_IT, UNDER_TOP, SUNK, OCCUPIED = range(6)


# What a place is worth


@rule
def stake(s: Mahe, seat: int, owner: int) -> int:
    """How an egg for this owner counts to a seat: its own as much as one for every rival together."""
    return s.players - 1 if owner == seat else -1


@rule
def note_stack(s: Mahe, seat: int, notes: list[int]) -> None:
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
    notes[TURTLES_OF_IT] = stack
    notes[RIDDEN_OF_IT] = ridden
    notes[TOP_OF_IT] = top
    notes[UNDER_TOP] = under
    notes[SUNK] = (ridden + top) * FREE[RAFT]
    notes[OCCUPIED] = occupied


@rule
def landed(s: Mahe, seat: int, notes: list[int], fields: int) -> int:
    """What it is worth to a seat that the stack goes so many fields, lays (M15) and climbs on who is there (M12)."""
    goal = s.field[s.mover] % LAST_FIELD + fields
    top = notes[TOP_OF_IT]
    worth = 0
    if goal >= LAST_FIELD:
        if s.face_up == 0:
            return top * ending(s, decider(s))
        worth = top * s.face_up * EGG
        if goal > LAST_FIELD:
            goal -= LAST_FIELD
    under = notes[UNDER_TOP]
    if notes[OCCUPIED] >> goal & 1:
        for other in range(TURTLES):
            if s.field[other] == goal and notes[TURTLES_OF_IT] >> other & 1 == 0:
                if s.rider[other] == NOBODY or notes[TURTLES_OF_IT] >> s.rider[other] & 1:
                    worth += stake(s, seat, s.owner[other]) * (RIDDEN[goal] - FREE[goal] - LIFT * (under - notes[UNDER_TOP]))
                under += 1
    return worth + top * (FREE[goal] + LIFT * under) + notes[RIDDEN_OF_IT] * RIDDEN[goal]


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
def last_die(s: Mahe, seat: int, notes: list[int], total: int) -> int:
    """What a third die is worth on average, in sixths. Of its six sides total - 1 are too many (M8)."""
    worth = (total - 1) * notes[SUNK]
    for sum_of_three in range(total + 1, BUST_ABOVE + 1):
        worth += landed(s, seat, notes, sum_of_three * MOST_DICE)
    return worth


@rule
def two_dice(s: Mahe, seat: int, notes: list[int], total: int) -> int:
    """What a second die is worth on average, in 36ths, if a third follows where that is better."""
    worth = (total - 1) * notes[SUNK] * DIE
    thirds = 0
    for sum_of_two in range(min(BUST_ABOVE, total + DIE), total, -1):
        stopped = landed(s, seat, notes, sum_of_two * 2) * DIE
        rolled = stopped
        if sum_of_two < BUST_ABOVE:
            thirds += landed(s, seat, notes, (sum_of_two + 1) * MOST_DICE)
            rolled = thirds + (sum_of_two - 1) * notes[SUNK]
        worth += max(stopped, rolled)
    return worth


@rule
def one_more(s: Mahe, seat: int, notes: list[int], total: int, dice: int) -> int:
    """What another die is worth on average, in 36ths."""
    if dice + 1 == MOST_DICE:
        return last_die(s, seat, notes, total) * DIE
    return two_dice(s, seat, notes, total)


@rule
def worth_of(s: Mahe, seat: int, notes: list[int], action: int) -> int:
    """What stopping, rolling or a card is worth to a seat, in 36ths of a hundredth of an egg for each rival."""
    if action == ROLL:
        return one_more(s, seat, notes, s.total, s.dice)
    if action == STOP:
        return landed(s, seat, notes, s.total * s.dice) * DIE * DIE
    value = action - PLAY_CARD
    total, dice = s.total + value, s.dice + 1
    worth = landed(s, seat, notes, total * dice) * DIE * DIE
    if total < BUST_ABOVE and dice < MOST_DICE and s.asking == ANOTHER_DIE:
        worth = max(worth, one_more(s, seat, notes, total, dice))
    return worth - value * EGG * (s.players - 1) * DIE * DIE


@rule
def answers(s: Mahe, seat: int, i: int) -> int:
    """The i-th answer to “another die?” that the asked seat may give, or NOBODY if it may not: stop, roll, cards."""
    action = STOP + i
    return action if refusal(s, seat, action) == 0 else NOBODY


# Which turtle first?


@rule
def goes_first(s: Mahe, seat: int) -> int:
    """M20: who carries the other one's stack goes first, so that it walks twice; else the one that is behind."""
    one = turtle_of(s, seat, NOBODY)
    other = turtle_of(s, seat, one)
    return one if s.field[one] % LAST_FIELD <= s.field[other] % LAST_FIELD else other


# The verbs


@rule
def propose(s: Mahe, seat: int, room: list[int], actions: list[int], weights: list[int]) -> int:
    """All of them, by their worth."""
    if s.asking == WHICH_TURTLE:
        count = choices(s, seat, room)
        for i in range(count):
            actions[i] = room[i]
            weights[i] = 60 if room[i] == goes_first(s, seat) else 40
        return count
    note_stack(s, seat, room)
    count = 0
    best = 0
    for i in range(HIGHEST_CARD + 2):
        action = answers(s, seat, i)
        if action != NOBODY:
            actions[count] = action
            weights[count] = worth_of(s, seat, room, action) // (DIE * DIE * (s.players - 1))
            if count == 0 or weights[count] > best:
                best = weights[count]
            count += 1
    for i in range(count):
        weights[i] = max(LEAST, LIKELY * HALVED // (HALVED + best - weights[i]))
    return count


LEAST, LIKELY, HALVED = 4, 100, 40


@rule
def choose(s: Mahe, seat: int, room: list[int], rng: list[int]) -> int:
    """What is worth most."""
    if s.asking == WHICH_TURTLE:
        return goes_first(s, seat)
    note_stack(s, seat, room)
    best = ROLL
    most = worth_of(s, seat, room, ROLL)
    for i in range(HIGHEST_CARD + 2 if s.advanced else 1):
        action = answers(s, seat, i)
        if action != NOBODY and action != ROLL:
            worth = worth_of(s, seat, room, action)
            if worth > most:
                most = worth
                best = action
    return best


@rule
def novice(s: Mahe, seat: int, room: list[int], rng: list[int]) -> int:
    """Any."""
    return room[draw(rng, choices(s, seat, room))]


@rule
def sight(s: Mahe, seat: int) -> int:
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
    """By how much one outlook must be ahead to make a win twice as likely: less when few prizes are left."""
    prizes = s.deck + (1 if s.face_up > 0 else 0)
    return 230 + prizes * (3 + 30 // s.players)


FULL = 1 << 20


@rule
def prospect(s: Mahe, seat: int) -> int:
    """The chances to win are as the outlooks' powers of two."""
    most = outlook(s, 0)
    for other in range(1, s.players):
        most = max(most, outlook(s, other))
    double = doubling(s)
    mine = 0
    total = 0
    for other in range(s.players):
        behind = most - outlook(s, other)
        chance = FULL * (2 * double - behind % double) // (2 * double) >> min(20, behind // double)
        total += chance
        if other == seat:
            mine = chance
    return CERTAIN * mine // total


HEURISTICS = Heuristics(
    rules=MaheGame.rules,
    proposals=2 + HIGHEST_CARD,
    propose=propose,
    choose=choose,
    novice=novice,
    sight=sight,
    believe=imagine,
    prospect=prospect,
    horizon=12,
    margin=10,
)
