"""What goes into the search's kernels and what comes out of them."""

from __future__ import annotations

from typing import Protocol

from laguna.core.compiled.records import Floats, Numbers, Record, floats, numbers
from laguna.core.generator import WORDS

ANY = -1
"""Of `SearchPlan.only`: whatever is proposed is considered."""
MAX_DECISIONS = 64
"""How many decisions deep the tree is followed."""
MAX_SEATS = 7

RANDOM, NOVICE, EXPERIENCED = range(3)
"""Who plays a quick game."""


class SearchPlan(Record):
    """What to think about, and how far the search has come."""

    seed: int
    first: int
    """The number of the first iteration."""
    iterations: int
    """How many."""
    seat: int
    """Who thinks."""
    horizon: int
    """How many moves quick play goes on."""
    only: int
    """The one action to consider, or `ANY`."""
    count: int
    """Noted by the kernel: how many actions are considered."""
    used: int
    """Noted by the kernel: how many entries of the tree are used."""


class Edge(Record):
    """An entry of the tree: one action of one decision."""

    key: int
    """A hash of who decides, what they see, and the action; 0: a free entry."""
    visits: int
    total: float
    """What it was worth to the seat that decides, added up over its visits."""


class ConsideredRecord(Record):
    """A move that is considered, with sums over its visits.

    One type for all seat counts: for another the kernels would be compiled again.
    """

    action: int
    weight: int
    visits: int
    values: Floats = floats(MAX_SEATS)
    """Every seat's chances to win."""
    points: Floats = floats(MAX_SEATS)


class ScratchRecord(Protocol):
    """A game's `Heuristics.scratch` as a record: its fields, of which kernels know this one."""

    notes: Numbers
    """For what `choices` notes."""


class SearchWorkspace(Record):
    """What iterations and quick games are played with, beside the table and what the heuristics note."""

    rng: Numbers = numbers(WORDS)
    """The generator of quick play; the table has its own."""

    actions: Numbers = numbers("proposals")
    """The actions of a decision that are worth a thought, the most promising first,"""
    weights: Numbers = numbers("proposals")
    """how promising each is at a glance,"""
    slots: Numbers = numbers("proposals")
    """and its entry in the tree, if it has one."""

    path_slots: Numbers = numbers(MAX_DECISIONS)
    """The way through the tree, decision by decision: the entry of the action that was followed,"""
    path_seats: Numbers = numbers(MAX_DECISIONS)
    """and who decided."""

    worth: Floats = floats(MAX_SEATS)
    """What came of a playout to each seat, from 0 to 1: what the tree learns,"""
    chance: Floats = floats(MAX_SEATS)
    """and its chance to win: what is told."""


class QuickGame(Record):
    """What came of a quick game, player by player."""

    shares: Floats = floats(MAX_SEATS)
    """Parts of the win."""
    points: Floats = floats(MAX_SEATS)
