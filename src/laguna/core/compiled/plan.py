"""What goes into the kernels of random play and what comes out of them."""

from __future__ import annotations

from laguna.core.compiled.records import Numbers, Record, numbers
from laguna.core.generator import WORDS

PLAYED, ORIGIN = range(2)
"""Of the two tables that kernels get: the one that is played on, and the one that each game begins from."""


class Plan(Record):
    """What to play."""

    seed: int
    first_game: int
    """The number of the first game."""
    games: int
    """How many."""
    most_moves: int
    """A game that is not over after so many moves is given up."""
    check_every: int
    """Invariants are checked at the end of every game, and in one of so many after every move; 0: never."""


class Totals(Record):
    """What came of all games together."""

    finished: int
    """Games that ended."""
    moves: int
    broken: int
    """The number of the first broken invariant, 0 if all held."""
    broken_game: int
    """The number of the game that it broke in."""


class Tally(Record):
    """What came of it for one seat."""

    wins: int
    """Games won or shared."""
    score: int
    """The sum of its points."""


class Move(Record):
    """Who did what."""

    seat: int
    action: int


class Workspace(Record):
    """What random games are played with, beside the table."""

    notes: Numbers = numbers("most_notes")
    """For what `choices` notes."""
    rng: Numbers = numbers(WORDS)
    """The random players' generator; the table has its own."""
