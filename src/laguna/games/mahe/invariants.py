"""What must hold after every move of Mahé, whatever was played."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.mahe.rules import (
    BEACH,
    EGG_CARDS,
    HIGHEST_CARD,
    LAST_FIELD,
    MOST_DICE,
    NOBODY,
    OUT_OF_PLAY,
    OVER,
    RAFT,
    REMOVED_CARDS,
    TURTLES,
    Mahe,
)

CARDS_APPEARED, DECK_MISCOUNTED, OFF_THE_BOARD, RIDER_ELSEWHERE, RIDING_ON_THE_RAFT = 1, 2, 3, 4, 5
TWO_ON_ONE_BACK, STACKS_ON_ONE_FIELD, TOO_MANY_DICE, BEACH_AND_END_DISAGREE = 6, 7, 8, 9


@rule
def broken(s: Mahe) -> int:
    """The number of the first invariant that does not hold; 0: all is sound."""
    wrong = cards_wrong(s)
    if wrong == 0:
        wrong = turtles_wrong(s)
    if wrong == 0 and (s.dice > MOST_DICE or s.total > s.dice * HIGHEST_CARD):
        wrong = TOO_MANY_DICE
    if wrong == 0 and (s.beach != NOBODY) != (s.asking == OVER):
        wrong = BEACH_AND_END_DISAGREE
    return wrong


@rule
def cards_wrong(s: Mahe) -> int:
    """M2, M3: no more cards of a value than the box has; the deck is what is unseen less the removed four."""
    unseen = 0
    for value in range(1, HIGHEST_CARD + 1):
        unseen += s.unseen[value]
        seen = 1 if s.face_up == value else 0
        for seat in range(s.players):
            seen += s.pile[seat][value]
        if seen + s.unseen[value] > EGG_CARDS[value] or (not s.advanced and seen + s.unseen[value] < EGG_CARDS[value]):
            return CARDS_APPEARED
    if unseen != s.deck + REMOVED_CARDS:
        return DECK_MISCOUNTED
    return 0


@rule
def turtles_wrong(s: Mahe) -> int:
    """M1, M12, M14: every turtle on the loop, one stack a field, nobody riding on the raft."""
    for turtle in range(TURTLES):
        field = s.field[turtle]
        if (field == OUT_OF_PLAY) != (s.owner[turtle] == NOBODY):
            return OFF_THE_BOARD
        if field < OUT_OF_PLAY or field > BEACH or (field == BEACH and s.asking != OVER):
            return OFF_THE_BOARD
        rider = s.rider[turtle]
        if rider != NOBODY and s.field[rider] != field:
            return RIDER_ELSEWHERE
        if rider != NOBODY and (field <= RAFT or field > LAST_FIELD):
            return RIDING_ON_THE_RAFT
        for other in range(turtle):
            if rider != NOBODY and s.rider[other] == rider:
                return TWO_ON_ONE_BACK
            if RAFT < field < BEACH and s.field[other] == field and rider == NOBODY == s.rider[other]:
                return STACKS_ON_ONE_FIELD
    return 0
