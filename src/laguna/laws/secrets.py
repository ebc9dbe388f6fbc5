"""Laws of secrecy: what a seat cannot know changes nothing it sees, and `imagine` forgets exactly that.

Two tables look alike to a seat if its view is the same and everything it was ever told is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import msgspec

from laguna.core.game import Event
from laguna.core.luck import SeededLuck
from laguna.core.ruled import SPECTATOR, RuledTable
from laguna.core.rules import State
from laguna.laws.cases import Case, sampled
from laguna.laws.law import law

OUTCOMES_PER_MOVE = 6
"""How often a move is tried, each time under other luck."""
ACTION_STRIDE = 7
"""Of a seat's actions one in so many is tried, to see how it is answered."""

Swap = Callable[[Any, int, Random], State | None]
"""`swap(state, seat, random)`: a state in which something that the seat (-1: a spectator) cannot know is otherwise;
None: there is nothing of that kind."""


def visible_state(case: Case, table: Any, seat: int | None) -> object:  # noqa: ANN401 - the game's own
    """All that leaves a table for a seat: the view, its asks, and how each of its actions is answered."""
    asks = [ask if ask.seat == seat else (ask.seat, ask.number, ask.about) for ask in case.game.asks(table)]
    answers: tuple[int, ...] = ()
    if isinstance(table, RuledTable) and seat in table.numbers:
        rules = case.ruled.rules
        answers = tuple(rules.refusal(table.state, seat, action) for action in range(0, rules.actions, ACTION_STRIDE))
    return case.game.view(table, seat), asks, answers


def _who(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


@law("case")
def views_made_together_are_those_made_one_by_one(case: Case, seed: int = 19, every: int = 6) -> None:
    """`views_for` makes what `view` makes for each, of the game's own class, and nothing for nobody."""
    for table in sampled(case, seed, every):
        seats = [*case.onlookers, *reversed(case.onlookers), 0]  # no list that is the same backwards
        together = case.game.views_for(table, seats)
        alone = [case.game.view(table, seat) for seat in seats]
        for seat, one, other in zip(seats, together, alone, strict=True):
            if msgspec.json.encode(one) != msgspec.json.encode(other):
                raise case.broken(f"{_who(seat)} sees something else alone than together.", seed, table)
        if not all(type(view) is case.game.views for view in together):
            raise case.broken(f"a view is no {case.game.views.__name__}.", seed, table)
        if case.game.views_for(table, []) != []:
            raise case.broken("there are views for nobody.", seed, table)


@law("case")
def views_and_events_come_back_from_json(case: Case, seed: int = 19, every: int = 20) -> None:
    """Every view and every event is plain data: it comes back from JSON as it was."""
    for table in sampled(case, seed, every):
        for seat in case.onlookers:
            view = case.game.view(table, seat)
            if msgspec.json.decode(msgspec.json.encode(view), type=case.game.views) != view:
                raise case.broken(f"the view of {_who(seat)} does not come back from JSON.", seed, table)
        for event in _next_events(case, table):
            if msgspec.json.decode(msgspec.json.encode(event), type=case.game.events) != event:
                raise case.broken(f"{event} does not come back from JSON.", seed, table)


def _next_events(case: Case, table: Any) -> list[Event]:  # noqa: ANN401 - the game's own
    """What some move at a table makes happen; the table stays as it is."""
    for seat in case.asked(table):
        after = table.copy()
        move = case.game.random_move(after, seat, SeededLuck(1))
        return case.game.play(after, seat, after.question_number(seat), move, SeededLuck(1))
    return []


@law("case")
def imagine_changes_nothing_that_the_seat_sees(case: Case, seed: int = 20, every: int = 15) -> None:
    """An imagined table looks the same to its seat, asks and refusals included, and breaks no invariant."""
    for number, table in enumerate(sampled(case, seed, every)):
        for seat in case.onlookers:
            twin = case.game.imagine(table, seat, SeededLuck(seed, number))
            if visible_state(case, twin, seat) != visible_state(case, table, seat):
                raise case.broken(f"to {_who(seat)} the table that it imagines looks otherwise.", seed, table)
            if isinstance(twin, RuledTable) and (broken := case.ruled.rules.broken(twin.state)):
                raise case.broken(f"what {_who(seat)} imagines breaks invariant {broken}.", seed, table)


@law("case")
def imagine_leaves_the_table_as_it_was(case: Case, seed: int = 21, every: int = 25) -> None:
    """To imagine a table changes nothing of the table itself."""
    for number, table in enumerate(sampled(case, seed, every)):
        before = table.copy()
        for seat in case.onlookers:
            case.game.imagine(table, seat, SeededLuck(seed, number))
        if not case.same(table, before):
            raise case.broken("`imagine` changes the table.", seed, table)


@law("case")
def tables_that_look_alike_become_identical_under_imagine(case: Case, seed: int = 22, every: int = 15) -> None:
    """Two tables that look alike to a seat are the same table when it imagines them with the same luck."""
    for number, table in enumerate(sampled(case, seed, every)):
        for seat in case.onlookers:
            twin = case.game.imagine(table, seat, SeededLuck(seed, number))
            one = case.game.imagine(table, seat, SeededLuck(seed + 1, number))
            other = case.game.imagine(twin, seat, SeededLuck(seed + 1, number))
            if not case.same(one, other):
                what = f"{_who(seat)} imagines two tables that look alike to it as two different ones: `imagine` peeks."
                raise case.broken(what, seed, table)


@law("case", ruled=True)
def hidden_things_swapped_change_no_view_and_are_forgotten(
    case: Case, swap: Swap, seed: int = 24, every: int = 10
) -> None:
    """What a seat cannot know, swapped by the given function, changes nothing it sees and nothing it imagines."""
    random = Random(seed)
    for number, table in enumerate(sampled(case, seed, every)):
        for seat in case.onlookers:
            swapped = swap(table.state, SPECTATOR if seat is None else seat, random)
            if swapped is None:
                continue
            twin = table.copy()
            twin.state = swapped
            if twin.state == table.state:
                raise case.broken(f"`swap` says that it swaps, but changes nothing for {_who(seat)}.", seed, table)
            if visible_state(case, twin, seat) != visible_state(case, table, seat):
                raise case.broken(f"what {_who(seat)} sees depends on what is hidden from it.", seed, table)
            one = case.game.imagine(table, seat, SeededLuck(seed, number))
            other = case.game.imagine(twin, seat, SeededLuck(seed, number))
            if one.state != other.state:
                raise case.broken(f"what {_who(seat)} imagines depends on what is hidden from it.", seed, table)


class MoveOutcome(NamedTuple):
    """One way a move may turn out, as one seat lives through it."""

    table: Any
    events: list[str]
    seen: list[Event]
    visible_state: object
    known: Any


def outcomes(case: Case, table: Any, number: int) -> Iterator[tuple[int | None, list[MoveOutcome]]]:  # noqa: ANN401
    """The same move of the same table under different luck, as each onlooker lives through it."""
    game, after = case.game, []
    for mover in case.asked(table)[:1]:
        move = game.random_move(table, mover, SeededLuck(25, number))
        for luck in range(OUTCOMES_PER_MOVE):
            twin = table.copy()
            after.append((twin, game.play(twin, mover, twin.question_number(mover), move, SeededLuck(26, luck))))
        for seat in case.onlookers:
            yield seat, [_lived_through(case, *each, number, seat) for each in after]


def _lived_through(case: Case, table: Any, events: list[Event], number: int, seat: int | None) -> MoveOutcome:  # noqa: ANN401
    known = case.game.imagine(table, seat, SeededLuck(27, number))
    seen = [event.seen_by(seat) for event in events]
    return MoveOutcome(table, [type(event).__name__ for event in events], seen, visible_state(case, table, seat), known)


@law("case")
def who_saw_the_same_imagines_the_same(case: Case, seed: int = 25, every: int = 20) -> None:
    """`imagine` uses nothing but what a seat was shown and told."""
    for number, table in enumerate(sampled(case, seed, every)):
        for seat, found in outcomes(case, table, number):
            for one, other in combinations(found, 2):
                if (
                    one.seen == other.seen
                    and one.visible_state == other.visible_state
                    and not case.same(one.known, other.known)
                ):
                    what = f"{_who(seat)} then imagines more than it was shown and told: `imagine` peeks."
                    raise case.broken(what, seed, table)


@law("case")
def events_do_not_tell_a_seat_what_it_cannot_know(case: Case, seed: int = 28, every: int = 20) -> None:
    """Where two outcomes of a move differ only in what a seat cannot know, it is told the same."""
    for number, table in enumerate(sampled(case, seed, every)):
        for seat, found in outcomes(case, table, number):
            for one, other in combinations(found, 2):
                alike = one.events == other.events and one.seen != other.seen and case.same(one.known, other.known)
                if alike and not case.same(one.table, other.table):
                    told = next(pair for pair in zip(one.seen, other.seen, strict=True) if pair[0] != pair[1])
                    what = f"{_who(seat)} is told what it cannot know: {told[0]} or {told[1]}, as luck has it."
                    raise case.broken(what, seed, table)
