"""The rules of Mahé, in the order of the rulebook. Numbers are those of the digest."""

from __future__ import annotations

from laguna.core.rules import State, below, ints, rule, tell

# Components (M1, M2)
SEATS = 7
TURTLES = 7
OUT_OF_PLAY, RAFT = -1, 0
LAST_FIELD = 21
BEACH = 22
BEACH_EGGS = 7
DIE = 6
EGG_CARDS = (0, 3, 3, 5, 5, 5, 3)
"""How many egg cards there are of each value, 1 to 6. Assumed: no public source lists them (M2)."""
HIGHEST_CARD = 6
REMOVED_CARDS = 4

BUST_ABOVE = 7
MOST_DICE = 3
NOBODY = -1

# What may be asked
OVER, WHICH_TURTLE, ANOTHER_DIE, CARD_INSTEAD = 0, 1, 2, 3

# Actions: turtle t goes first as t, stop, roll, the card of value v as PLAY_CARD + v
STOP, ROLL, PLAY_CARD = TURTLES, TURTLES + 1, TURTLES + 1
ACTIONS = PLAY_CARD + HIGHEST_CARD + 1

# Why an action is refused
NOT_THE_QUESTION, NOT_YOUR_TURTLE, NOT_ADVANCED, CARD_PLAYED_ALREADY, NO_SUCH_CARD, PAST_SEVEN = range(1, 7)

# What is told
TURN, CHOSE, ROLLED, ORDERED, STOPPED, PLAYED, SANK, MOVED, CLIMBED, LAID = range(10)
TURNED_UP, UNCOVERED, BEACHED = range(10, 13)


class Mahe(State):
    """A game of Mahé. Turtles are numbered by colour, cards counted by value."""

    players: int
    advanced: int
    bust_ends_turn: int  # M8: a bust of the first of two turtles takes the second one's move, too
    first: int  # the seat that begins, or NOBODY: drawn
    owner: list[int] = ints(TURTLES)  # the seat that chose this colour, or NOBODY
    field: list[int] = ints(TURTLES)
    rider: list[int] = ints(TURTLES)  # who stands on my back, or NOBODY
    unseen: list[int] = ints(HIGHEST_CARD + 1)  # cards nobody has seen: the deck and the removed ones
    deck: int  # how many of them are in the deck
    face_up: int  # the prize; 0: the beach
    pile: list[list[int]] = ints(SEATS, HIGHEST_CARD + 1)  # cards won
    beach: int  # the seat that won the beach, or NOBODY
    active: int
    asking: int
    mover: int  # the turtle that is moving
    waiting: int  # the active player's other turtle that still has to move, or NOBODY
    thrown: list[int] = ints(MOST_DICE)  # dice and card of this move, as they came
    dice: int
    total: int
    card_at: int  # which of the thrown is a card, counted from 1; 0: none


# Setup


@rule
def setup(s: Mahe) -> None:
    """M2-M5: all turtles on the raft, four unseen cards out of the game, one card face up."""
    cards = 0
    for value in range(1, HIGHEST_CARD + 1):
        s.unseen[value] = EGG_CARDS[value]
        cards += EGG_CARDS[value]
    s.deck = cards - REMOVED_CARDS
    for turtle in range(TURTLES):
        s.field[turtle] = OUT_OF_PLAY if s.owner[turtle] == NOBODY else RAFT
        s.rider[turtle] = NOBODY
    s.beach = NOBODY
    s.waiting = NOBODY
    turn_up(s)
    s.active = below(s, s.players) if s.first == NOBODY else s.first
    begin_turn(s)


@rule
def turn_up(s: Mahe) -> None:
    """M3, M15: the next card of the deck; none left: the beach's eggs are the prize (M18)."""
    if s.deck == 0:
        s.face_up = 0
        tell(s, UNCOVERED, BEACH_EGGS)
        return
    pick = below(s, s.deck + REMOVED_CARDS)
    value = 1
    while pick >= s.unseen[value]:
        pick -= s.unseen[value]
        value += 1
    s.unseen[value] -= 1
    s.deck -= 1
    s.face_up = value
    tell(s, TURNED_UP, value, s.deck)


@rule
def turtles_each(players: int) -> int:
    """M5: one turtle each with 4-7 players, two with 2-3."""
    return 2 if players <= 3 else 1


@rule
def turtle_of(s: Mahe, seat: int, other: int) -> int:
    """A seat's turtle other than `other`: its second one, or with `other` NOBODY its first or only one."""
    for turtle in range(TURTLES):
        if s.owner[turtle] == seat and turtle != other:
            return turtle
    return NOBODY


# Turn


@rule
def begin_turn(s: Mahe) -> None:
    """M6: the first die. With two turtles the player first says which goes first (M20)."""
    tell(s, TURN, s.active)
    if turtles_each(s.players) == 2:
        s.asking = WHICH_TURTLE
    else:
        begin_move(s, turtle_of(s, s.active, NOBODY))


@rule
def begin_move(s: Mahe, turtle: int) -> None:
    """M6: the turtle's first die, which can neither bust nor reach 7: there is always a decision."""
    s.mover = turtle
    s.dice = 0
    s.total = 0
    s.card_at = 0
    roll(s)
    s.asking = ANOTHER_DIE


@rule
def top_of(s: Mahe, turtle: int) -> int:
    """The topmost turtle of the stack that `turtle` carries; itself, if nobody rides it."""
    while s.rider[turtle] != NOBODY:
        turtle = s.rider[turtle]
    return turtle


@rule
def decider(s: Mahe) -> int:
    """M7: the owner of the topmost turtle decides, not the active player."""
    return s.owner[top_of(s, s.mover)]


@rule
def roll(s: Mahe) -> None:
    """M6: one more die."""
    die = 1 + below(s, DIE)
    add(s, die)
    tell(s, ROLLED, s.mover, die, s.total)


@rule
def add(s: Mahe, value: int) -> None:
    """A die or a card joins the sum (M6, M21)."""
    s.thrown[s.dice] = value
    s.dice += 1
    s.total += value


@rule
def consider(s: Mahe) -> None:
    """After a die or card. M8: past 7 is a bust. M9: at exactly 7, or after the third, there is no decision."""
    if s.total > BUST_ABOVE:
        back_to_raft(s)
        if s.bust_ends_turn:
            s.waiting = NOBODY
        end_move(s)
    elif s.total == BUST_ABOVE or s.dice == MOST_DICE:
        move(s)
        end_move(s)
    else:
        s.asking = ANOTHER_DIE


@rule
def end_move(s: Mahe) -> None:
    """M8, M20: the other turtle's move is still to come, or the next player's turn (M4: clockwise)."""
    if s.asking == OVER:
        return
    if s.waiting != NOBODY:
        turtle = s.waiting
        s.waiting = NOBODY
        begin_move(s, turtle)
    else:
        s.active = (s.active + 1) % s.players
        begin_turn(s)


@rule
def back_to_raft(s: Mahe) -> None:
    """M8: the mover and everything above it go back; those below stay. M14: on the raft they stand apart."""
    tell(s, SANK, s.mover, s.total)
    climb_down(s, s.mover)
    turtle = s.mover
    while turtle != NOBODY:
        above = s.rider[turtle]
        s.field[turtle] = RAFT
        s.rider[turtle] = NOBODY
        turtle = above


# Movement and stacks


@rule
def move(s: Mahe) -> None:
    """M10-M13: sum times dice fields, riders and all; the beach is at field 21 (M15)."""
    climb_down(s, s.mover)
    start = s.field[s.mover]
    count = count_to(s, s.total, s.dice)
    goal = field_at(count)
    tell(s, MOVED, s.mover, start, goal)
    top = top_of(s, s.mover)
    if top != s.mover or not wins_the_beach(s, count):  # M26: who goes to the beach climbs on nobody
        climb_on(s, s.mover, goal, top)
    turtle = s.mover
    while turtle != NOBODY:
        s.field[turtle] = goal
        turtle = s.rider[turtle]
    if passes_the_beach(count):
        lay_eggs(s, top)


@rule
def count_to(s: Mahe, total: int, dice: int) -> int:
    """M10: where the mover's walk would end, counted on past 21. M16: who stands on 21 starts a new lap."""
    return s.field[s.mover] % LAST_FIELD + total * dice


@rule
def field_at(count: int) -> int:
    """M11: after 21 comes 1 again."""
    return count - LAST_FIELD if count > LAST_FIELD else count


@rule
def passes_the_beach(count: int) -> bool:
    """M15: reaching 21 or passing it."""
    return count >= LAST_FIELD


@rule
def wins_the_beach(s: Mahe, count: int) -> bool:
    """M18: no card is left, and the walk reaches 21 or passes it."""
    return s.face_up == 0 and passes_the_beach(count)


@rule
def climb_down(s: Mahe, turtle: int) -> None:
    """M13: those under a moving turtle stay where they are."""
    for other in range(TURTLES):
        if s.rider[other] == turtle:
            s.rider[other] = NOBODY


@rule
def climb_on(s: Mahe, turtle: int, goal: int, top: int) -> None:
    """M12: on top of the stack on the goal; M13: of those that stayed, if it is the field it left."""
    for other in range(TURTLES):
        if s.field[other] == goal and s.rider[other] == NOBODY and other != top:
            s.rider[other] = turtle
            tell(s, CLIMBED, turtle, other)
            return


# Eggs and the end


@rule
def lay_eggs(s: Mahe, turtle: int) -> None:
    """M15: the prize goes to the owner of the topmost turtle. M18: the beach is the last one."""
    seat = s.owner[turtle]
    if s.face_up == 0:
        lie_on_the_beach(s, turtle)
    else:
        tell(s, LAID, turtle, s.face_up)
        s.pile[seat][s.face_up] += 1
        turn_up(s)


@rule
def lie_on_the_beach(s: Mahe, turtle: int) -> None:
    """M18, M26: the topmost turtle goes to the beach, those under it have finished their move; the game ends."""
    climb_down(s, turtle)
    s.field[turtle] = BEACH
    s.beach = s.owner[turtle]
    s.asking = OVER
    tell(s, BEACHED, turtle, BEACH_EGGS)


@rule
def score(s: Mahe, seat: int) -> int:
    """M19: eggs, the beach counting 7."""
    eggs = BEACH_EGGS if s.beach == seat else 0
    for value in range(1, HIGHEST_CARD + 1):
        eggs += value * s.pile[seat][value]
    return eggs


@rule
def cards(s: Mahe, seat: int) -> int:
    """How many cards a seat has won and not played (M19, M22)."""
    count = 0
    for value in range(1, HIGHEST_CARD + 1):
        count += s.pile[seat][value]
    return count


@rule
def prizes(s: Mahe, seat: int) -> int:
    """M19: the cards that break a tie, the beach counting as one."""
    return cards(s, seat) + (1 if s.beach == seat else 0)


@rule
def standing(s: Mahe, seat: int) -> int:
    """M19: most eggs, then most cards, the beach counting as one."""
    return score(s, seat) * 100 + prizes(s, seat)


# Questions and answers


@rule
def asked(s: Mahe) -> int:
    """M7, M20, M24: the one seat whose answer is awaited."""
    if s.asking == OVER:
        return 0
    if s.asking == ANOTHER_DIE:
        return 1 << decider(s)
    return 1 << s.active


@rule
def refusal(s: Mahe, seat: int, action: int) -> int:
    """Why the asked seat may not do this; 0: it may."""
    if (s.asking == WHICH_TURTLE) != (action < TURTLES):
        return NOT_THE_QUESTION
    if action < TURTLES:
        return 0 if s.owner[action] == seat else NOT_YOUR_TURTLE
    if action == ROLL:
        return 0
    if action == STOP:
        return 0 if s.asking == ANOTHER_DIE else NOT_THE_QUESTION
    return card_refusal(s, seat, action - PLAY_CARD)


@rule
def card_refusal(s: Mahe, seat: int, value: int) -> int:
    """M21-M23: one card a move, one's own, and never past 7."""
    if not s.advanced:
        return NOT_ADVANCED
    if s.card_at != 0:
        return CARD_PLAYED_ALREADY
    if s.pile[seat][value] == 0:
        return NO_SUCH_CARD
    if s.total + value > BUST_ABOVE:
        return PAST_SEVEN
    return 0


@rule
def choices(s: Mahe, seat: int, notes: list[int]) -> int:
    """Note every action of the asked seat."""
    count = 0
    if s.asking == WHICH_TURTLE:
        for turtle in range(TURTLES):
            if s.owner[turtle] == seat:
                notes[count] = turtle
                count += 1
        return count
    if s.asking == ANOTHER_DIE:
        notes[count] = STOP
        count += 1
    notes[count] = ROLL
    count += 1
    if s.advanced and s.card_at == 0:
        for value in range(1, BUST_ABOVE - s.total + 1):
            if value <= HIGHEST_CARD and s.pile[seat][value] > 0:
                notes[count] = PLAY_CARD + value
                count += 1
    return count


@rule
def apply(s: Mahe, seat: int, action: int) -> None:
    """Carry out the asked seat's answer."""
    if s.asking == WHICH_TURTLE:
        choose_turtle(s, action)
    elif action == STOP:
        tell(s, STOPPED, seat, s.mover, s.total, s.dice)
        move(s)
        end_move(s)
    elif action == ROLL:
        order_die(s, seat)
    else:
        play_card(s, seat, action - PLAY_CARD)


@rule
def choose_turtle(s: Mahe, turtle: int) -> None:
    """M20: this turtle goes first, the other after it."""
    s.waiting = turtle_of(s, s.active, turtle)
    tell(s, CHOSE, s.active, turtle)
    begin_move(s, turtle)


@rule
def order_die(s: Mahe, seat: int) -> None:
    """M6: another die. M24: ordered by somebody else, the active player may answer with a card."""
    if s.asking == ANOTHER_DIE and seat != s.active:
        tell(s, ORDERED, seat, s.mover)
        if s.advanced and s.card_at == 0 and cards(s, s.active) > 0:
            s.asking = CARD_INSTEAD
            return
    roll(s)
    consider(s)


@rule
def play_card(s: Mahe, seat: int, value: int) -> None:
    """M21, M22: a won card as if it were a die; it leaves the game at once."""
    s.pile[seat][value] -= 1
    add(s, value)
    s.card_at = s.dice
    tell(s, PLAYED, seat, value, s.total)
    consider(s)
