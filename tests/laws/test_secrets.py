"""Laws of secrecy: what a seat cannot know changes nothing it sees, and `imagine` forgets exactly that.

Two tables look alike to a seat if its view is the same and everything it was ever told is.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import NamedTuple

import msgspec

from laguna.core.game import Event
from laguna.core.luck import SeededLuck
from laguna.core.rules import State
from laws.cases import Case, Table, every_case, hidden, sampled


def onlookers(case: Case) -> list[int | None]:
    return [None, *range(case.seats)]


def as_seat(seat: int | None) -> int:
    return -1 if seat is None else seat


def looks(case: Case, table: Table, seat: int | None) -> object:
    """All that leaves a table for a seat: the view, its asks, and how each of its actions is answered."""
    asks = [ask if ask.seat == seat else (ask.seat, ask.number, ask.about) for ask in case.game.asks(table)]
    answers = ()
    if seat in table.numbers:
        rules = case.game.rules
        answers = tuple(rules.refusal(table.state, seat, action) for action in range(0, rules.actions, 7))
    return case.game.view(table, seat), asks, answers


@every_case
def test_views_that_are_made_together_are_those_made_one_by_one(case: Case):
    for table in sampled(case, seed=19, every=6):
        seats = [*onlookers(case), *reversed(onlookers(case))]
        together = case.game.views_for(table, seats)
        alone = [case.game.view(table, seat) for seat in seats]
        assert [msgspec.json.encode(view) for view in together] == [msgspec.json.encode(view) for view in alone]
        assert all(type(view) is case.game.views for view in together)
        assert case.game.views_for(table, []) == []


@every_case
def test_imagine_changes_nothing_that_the_seat_sees(case: Case):
    for number, table in enumerate(sampled(case, seed=20, every=15)):
        for seat in onlookers(case):
            twin = case.game.imagine(table, seat, SeededLuck(20, number))
            assert looks(case, twin, seat) == looks(case, table, seat)
            assert case.game.rules.broken(twin.state) == 0


@every_case
def test_imagine_leaves_the_table_as_it_was(case: Case):
    for number, table in enumerate(sampled(case, seed=21, every=25)):
        before = table.state.copy()
        for seat in onlookers(case):
            case.game.imagine(table, seat, SeededLuck(21, number))
        assert table.state == before


@every_case
def test_tables_that_look_alike_become_identical_under_imagine(case: Case):
    for number, table in enumerate(sampled(case, seed=22, every=15)):
        for seat in onlookers(case):
            twin = case.game.imagine(table, seat, SeededLuck(22, number))
            one = case.game.imagine(table, seat, SeededLuck(23, number))
            other = case.game.imagine(twin, seat, SeededLuck(23, number))
            assert one.state == other.state


@every_case
def test_hidden_things_swapped_change_no_view_and_are_forgotten_by_imagine(case: Case):
    random = Random(24)
    for number, table in enumerate(sampled(case, seed=24, every=10)):
        for seat in onlookers(case):
            swapped = hidden(case.key).swap(table.state, as_seat(seat), random)
            if swapped is None:
                continue
            twin = table.copy()
            twin.state = swapped
            assert twin.state != table.state
            assert looks(case, twin, seat) == looks(case, table, seat)
            one = case.game.imagine(table, seat, SeededLuck(24, number))
            other = case.game.imagine(twin, seat, SeededLuck(24, number))
            assert one.state == other.state


class Outcome(NamedTuple):
    """One way a move may turn out, as one seat lives through it."""

    state: State
    events: list[str]
    seen: list[Event]
    looks: object
    known: State


def outcomes(case: Case, table: Table, number: int, seat: int | None) -> list[Outcome]:
    """The same move of the same table under different luck."""
    game, found = case.game, []
    mover = min(table.numbers)
    move = game.random_move(table, mover, SeededLuck(25, number))
    for luck in range(6):
        after = table.copy()
        events = game.play(after, mover, after.numbers[mover], move, SeededLuck(26, luck))
        known = game.imagine(after, seat, SeededLuck(27, number)).state
        seen = [event.seen_by(seat) for event in events]
        names = [type(event).__name__ for event in events]
        found.append(Outcome(after.state, names, seen, looks(case, after, seat), known))
    return found


@every_case
def test_who_saw_the_same_imagines_the_same(case: Case):
    """`imagine` uses nothing but what a seat was shown and told."""
    for number, table in enumerate(sampled(case, seed=25, every=20)):
        for seat in onlookers(case) if table.numbers else []:
            for one, other in combinations(outcomes(case, table, number, seat), 2):
                if one.seen == other.seen and one.looks == other.looks:
                    assert one.known == other.known


@every_case
def test_events_do_not_tell_a_seat_what_it_cannot_know(case: Case):
    """Where two outcomes differ only in what a seat cannot know, it is told the same."""
    for number, table in enumerate(sampled(case, seed=28, every=20)):
        for seat in onlookers(case) if table.numbers else []:
            for one, other in combinations(outcomes(case, table, number, seat), 2):
                if one.state != other.state and one.known == other.known and one.events == other.events:
                    assert one.seen == other.seen
