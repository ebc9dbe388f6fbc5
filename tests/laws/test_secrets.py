"""Laws of secrecy: what a seat cannot know changes nothing it sees, and `imagine` forgets exactly that.

Two tables look alike to a seat if its view is the same and everything it was ever told is.
"""

from __future__ import annotations

from random import Random

from laguna.core.luck import SeededLuck
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


@every_case
def test_events_tell_a_seat_just_what_it_may_know(case: Case):
    """The same move under different luck: a seat that saw the same has the same knowledge, and the other way round."""
    game = case.game
    for number, table in enumerate(sampled(case, seed=25, every=20)):
        for mover in sorted(table.numbers):
            move = game.random_move(table, mover, SeededLuck(25, number))
            outcomes = []
            for luck in range(5):
                after = table.copy()
                outcomes.append((after, game.play(after, mover, move, SeededLuck(26, luck))))
            for seat in onlookers(case):
                seen = [
                    ([event.seen_by(seat) for event in events], looks(case, after, seat)) for after, events in outcomes
                ]
                known = [game.imagine(after, seat, SeededLuck(27, number)).state for after, _ in outcomes]
                for i in range(len(outcomes)):
                    for j in range(i):
                        assert (seen[i] == seen[j]) == (known[i] == known[j])
