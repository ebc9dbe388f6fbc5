"""What goes into the kernels of a batch and what comes out of them."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from laguna.bots.search.layout import MAX_SEATS
from laguna.core.compiled.records import Floats, Numbers, Record, floats, numbers
from laguna.core.generator import WORDS

Bytes = NDArray[np.int8]

BEGIN, STEP, ANSWER = range(3)
"""What a batch is to do: begin all games anew; take a step in each; go on where an opponent was searched for."""
WIN, PLACE, MARGIN, POINTS = range(4)
"""What is rewarded."""
FORFEIT, ANY_CHOICE = range(2)
"""What a choice comes to that is not legal: the game is lost, or any legal one is made instead."""

OF_A_GLANCE = 3
"""An opponent at a glance plays as somebody with experience so many times out of these, else as a beginner."""
RANDOM_OPPONENT, SEARCHING_OPPONENT = -1, -2
"""In the place of that number: any move at all, or one that is searched for outside the kernel."""
NOBODY = -1
NO_ANSWER = -1
"""In the place of an action: nothing was searched for."""
WORD_BITS = 31
"""Bits of a random word by which a choice is sampled."""
MOST_UNWRITTEN = 8
"""So many moves are made at a table at most before they are written to the log."""
SEAT_BITS = 3
"""In the log an action stands above so many bits for the seat that made it."""


class BatchPlan(Record):
    """What to do, and how."""

    task: int
    """`BEGIN` or one of the others."""
    seed: int
    stride: int
    """How far apart the numbers of two games are that follow each other at a table."""
    reward: int
    """Which of `WIN` and the others."""
    margin: int
    """How many points ahead of the best other one are worth a whole reward, where these are rewarded."""
    illegal: int
    """`FORFEIT` or `ANY_CHOICE`."""
    learner: int
    """The learner's seat in every game; `EVERY_SEAT`; `DRAWN_SEAT`."""
    experienced: Numbers = numbers(MAX_SEATS)
    """For each seat, counted from the learner's, how often it plays with experience; see `OF_A_GLANCE`."""


class TableRow(Record):
    """What a batch knows of a table beside its state."""

    number: int
    """Which of the seed's games is played."""
    seat: int
    """Who is to choose; the game's first seat where nobody is."""
    learner: int
    """The learner's seat, or `EVERY_SEAT`."""
    legal: int
    """How many choices there are."""
    ended: int
    """Whether a game ended in this step,"""
    forfeited: int
    """and whether by an illegal choice."""
    just_begun: int
    """Whether a game began in this step."""
    reward: Floats = floats(MAX_SEATS)
    """What each seat is rewarded with for this step."""
    searching: int
    """The seat of an opponent whose answer is to be searched for, or `NOBODY`."""
    answer: int
    """The rules' action that the search gave, or `NO_ANSWER`."""
    moves: int
    """How many moves were made in this game,"""
    written: int
    """how many of them were written to the log, as far as that reaches,"""
    unwritten: int
    """and how many are still to be:"""
    last_moves: Numbers = numbers(MOST_UNWRITTEN)
    """these."""
    begun: Numbers = numbers(MAX_SEATS)
    """How far each seat has begun its choice."""
    points: Numbers = numbers(MAX_SEATS)
    """What each seat had when it was rewarded last."""
    rng: Numbers = numbers(WORDS)
    """For opponents, and for choices that are made instead of illegal ones."""
    ended_number: int
    """The number of the game before, or `NOBODY`,"""
    ended_moves: int
    """and how many moves were made in it."""
    page: int
    """Which of its two pages of the log the game is written to; the other one has the game before."""


class ByteRow(Protocol):
    """A row of an array of bytes, as a record: kernels count references of arrays, but not of a record's fields."""

    bytes: Bytes
