"""Mahé for learners: what a seat may know, and its choices by number. Numbers of rules are those of the digest.

Everything that exists lies open or was won openly (M25), so every pile is told. Turtles are told in the order of their
owners, those of the seat that looks first; a turtle is called by its place in that order.
"""

from __future__ import annotations

from laguna.core.encoding import WAIT, Encoding, Part, absolute, relative, starts_of
from laguna.core.rules import rule
from laguna.games.mahe.rules import (
    ANOTHER_DIE,
    BEACH,
    BEACH_EGGS,
    BUST_ABOVE,
    CARD_INSTEAD,
    DIE,
    EGG_CARDS,
    HIGHEST_CARD,
    MOST_DICE,
    NOBODY,
    PLAY_CARD,
    ROLL,
    SEATS,
    STOP,
    TURTLES,
    WHICH_TURTLE,
    Mahe,
    asked,
    count_to,
    decider,
    field_at,
    passes_the_beach,
    turtles_each,
)

PLACE_BITS = 4
"""The places of all turtles are held in one number, so many bits for each."""
COUNTS_AHEAD = DIE + 1
"""What is told ahead: what stopping brings, then each value of a further die or card."""
MOST_FIELDS = BUST_ABOVE * MOST_DICE
MOST_ALIKE = max(EGG_CARDS)

PARTS = (
    Part("asking", (), CARD_INSTEAD, "M7", codes=True),
    Part("asked", (), 1, "M7"),
    Part("players", (), SEATS, "M5", codes=True),
    Part("advanced", (), 1, "M21"),
    Part("bust_ends_turn", (), 1, "M8"),
    Part("active", (), SEATS - 1, "M4", codes=True),
    Part("decider", (), SEATS, "M7", codes=True),
    Part("owner", (TURTLES,), SEATS, "M5", codes=True),
    Part("field", (TURTLES,), BEACH, "M10"),
    Part("beneath", (TURTLES,), TURTLES, "M12", codes=True),
    Part("riders", (TURTLES,), TURTLES - 1, "M12"),
    Part("mover", (), TURTLES, "M6", codes=True),
    Part("waiting", (), TURTLES, "M20", codes=True),
    Part("carried", (TURTLES,), 1, "M13"),
    Part("dice", (), MOST_DICE, "M6"),
    Part("total", (), BUST_ABOVE, "M6"),
    Part("card_played", (), 1, "M22"),
    Part("ahead_bust", (COUNTS_AHEAD,), 1, "M8"),
    Part("ahead_fields", (COUNTS_AHEAD,), MOST_FIELDS, "M10"),
    Part("ahead_field", (COUNTS_AHEAD,), BEACH, "M11"),
    Part("ahead_eggs", (COUNTS_AHEAD,), BEACH_EGGS, "M15"),
    Part("ahead_climbs", (COUNTS_AHEAD,), 1, "M12"),
    Part("prize", (), BEACH_EGGS, "M15"),
    Part("deck", (), sum(EGG_CARDS), "M3"),
    Part("unseen", (HIGHEST_CARD,), MOST_ALIKE, "M2"),
    Part("pile", (SEATS, HIGHEST_CARD), MOST_ALIKE, "M25"),
    Part("points", (SEATS,), 127, "M19"),
    Part("beach", (), SEATS, "M18", codes=True),
)
STARTS = starts_of(PARTS)
ASKING, ASKED, PLAYERS, ADVANCED, BUST_ENDS_TURN, ACTIVE, DECIDER = STARTS[:7]
OWNER, FIELD, BENEATH, RIDERS, MOVER, WAITING, CARRIED = STARTS[7:14]
DICE, TOTAL, CARD_PLAYED, AHEAD_BUST, AHEAD_FIELDS, AHEAD_FIELD, AHEAD_EGGS, AHEAD_CLIMBS = STARTS[14:22]
PRIZE, DECK, UNSEEN, PILE, POINTS, AT_BEACH = STARTS[22:]

# Choices: the card of value v is CARD + v, one's first and second turtle are FIRST and FIRST + 1
CHOOSE_STOP, CHOOSE_ROLL, CARD = WAIT + 1, WAIT + 2, WAIT + 2
FIRST = CARD + HIGHEST_CARD + 1
CHOICES = FIRST + 2


# Turtles in the order of their owners


@rule
def places_of(s: Mahe, seat: int) -> int:
    """Each turtle's place among all, seen from a seat; see `place_in`."""
    each = turtles_each(s.players)
    places = 0
    met = 0
    for turtle in range(TURTLES):
        owner = s.owner[turtle]
        if owner != NOBODY:
            place = relative(s, seat, owner) * each + (met >> owner & 1)
            places |= place << turtle * PLACE_BITS
            met |= 1 << owner
    return places


@rule
def place_in(places: int, turtle: int) -> int:
    """The place of a turtle, counted from 1; 0: no turtle."""
    return 0 if turtle == NOBODY else 1 + (places >> turtle * PLACE_BITS & (1 << PLACE_BITS) - 1)


@rule
def own_turtle(s: Mahe, seat: int, second: int) -> int:
    """M5: a seat's first or second turtle; NOBODY: it has none."""
    found = NOBODY
    count = 0
    for turtle in range(TURTLES):
        if s.owner[turtle] == seat:
            if count == second:
                found = turtle
            count += 1
    return found


# What a seat may know


@rule
def observe(s: Mahe, seat: int, begun: int, out: list[int]) -> None:  # noqa: ARG001 - every choice is made at once
    """Note everything: nothing that exists is hidden (M25)."""
    places = places_of(s, seat)
    observe_table(s, seat, out)
    observe_turtles(s, seat, places, out)
    if s.asking in (ANOTHER_DIE, CARD_INSTEAD):
        observe_move(s, seat, places, out)
    observe_prizes(s, seat, out)


@rule
def observe_table(s: Mahe, seat: int, out: list[int]) -> None:
    """What is asked of whom, and how it is played."""
    out[ASKING] = s.asking
    out[ASKED] = asked(s) >> seat & 1
    out[PLAYERS] = s.players
    out[ADVANCED] = s.advanced
    out[BUST_ENDS_TURN] = s.bust_ends_turn
    out[ACTIVE] = relative(s, seat, s.active)


@rule
def observe_turtles(s: Mahe, seat: int, places: int, out: list[int]) -> None:
    """M5, M10, M12: whose turtles are where, and who carries whom."""
    for turtle in range(TURTLES):
        if s.owner[turtle] != NOBODY:
            at = place_in(places, turtle) - 1
            out[OWNER + at] = 1 + relative(s, seat, s.owner[turtle])
            out[FIELD + at] = s.field[turtle]
            rider = s.rider[turtle]
            if rider != NOBODY:
                out[BENEATH + place_in(places, rider) - 1] = 1 + at
            while rider != NOBODY:
                out[RIDERS + at] += 1
                rider = s.rider[rider]


@rule
def observe_move(s: Mahe, seat: int, places: int, out: list[int]) -> None:
    """M6, M7: the turtle that moves, who decides for it, what was thrown, and what comes next."""
    out[DECIDER] = 1 + relative(s, seat, decider(s))
    out[MOVER] = place_in(places, s.mover)
    out[WAITING] = place_in(places, s.waiting)
    out[DICE] = s.dice
    out[TOTAL] = s.total
    out[CARD_PLAYED] = 1 if s.card_at > 0 else 0
    occupied = 0
    for turtle in range(TURTLES):
        if s.owner[turtle] != NOBODY:
            occupied |= 1 << s.field[turtle]
    turtle = s.mover
    while turtle != NOBODY:
        out[CARRIED + place_in(places, turtle) - 1] = 1
        turtle = s.rider[turtle]
    for value in range(COUNTS_AHEAD):
        observe_ahead(s, value, occupied, out)


@rule
def observe_ahead(s: Mahe, value: int, occupied: int, out: list[int]) -> None:
    """M8, M10-M12, M15: what another die or card of this value would bring; 0: what stopping brings."""
    total = s.total + value
    if total > BUST_ABOVE:
        out[AHEAD_BUST + value] = 1
        return
    dice = s.dice + 1 if value > 0 else s.dice
    count = count_to(s, total, dice)
    out[AHEAD_FIELDS + value] = total * dice
    out[AHEAD_FIELD + value] = field_at(count)
    out[AHEAD_CLIMBS + value] = occupied >> field_at(count) & 1
    if passes_the_beach(count):
        out[AHEAD_EGGS + value] = prize(s)


@rule
def prize(s: Mahe) -> int:
    """M15, M18: the eggs on the face-up card, in the end those on the beach."""
    return s.face_up if s.face_up > 0 else BEACH_EGGS


@rule
def observe_prizes(s: Mahe, seat: int, out: list[int]) -> None:
    """M15, M18, M19: what is to be won, and what everybody has."""
    out[PRIZE] = prize(s)
    out[DECK] = s.deck
    if s.beach != NOBODY:
        out[AT_BEACH] = 1 + relative(s, seat, s.beach)
    for value in range(HIGHEST_CARD):
        out[UNSEEN + value] = s.unseen[value + 1]
    for further in range(s.players):
        owner = absolute(s, seat, further)
        points = BEACH_EGGS if s.beach == owner else 0
        for value in range(HIGHEST_CARD):
            count = s.pile[owner][value + 1]
            out[PILE + further * HIGHEST_CARD + value] = count
            points += (value + 1) * count
        out[POINTS + further] = points


# Choices


@rule
def legal(s: Mahe, seat: int, begun: int, notes: list[int], mask: list[int]) -> int:  # noqa: ARG001 - as above
    """M6, M20-M24: stop, roll, a card, or the turtle that goes first."""
    if s.asking == WHICH_TURTLE:
        mask[FIRST] = 1
        mask[FIRST + 1] = 1
        return 2
    count = 1
    mask[CHOOSE_ROLL] = 1
    if s.asking == ANOTHER_DIE:
        mask[CHOOSE_STOP] = 1
        count = 2
    if s.advanced and s.card_at == 0:
        for value in range(1, min(HIGHEST_CARD, BUST_ABOVE - s.total) + 1):
            if s.pile[seat][value] > 0:
                mask[CARD + value] = 1
                count += 1
    return count


@rule
def decide(s: Mahe, seat: int, begun: int, choice: int) -> int:  # noqa: ARG001 - as above
    """The rules' action; every choice is made at once."""
    if choice >= FIRST:
        return own_turtle(s, seat, choice - FIRST)
    if choice == CHOOSE_STOP:
        return STOP
    if choice == CHOOSE_ROLL:
        return ROLL
    return PLAY_CARD + choice - CARD


ENCODING = Encoding(
    version=1,
    parts=PARTS,
    choices=CHOICES,
    observe=observe,
    legal=legal,
    decide=decide,
)
