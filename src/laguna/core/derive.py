"""What follows from a game's declarations and need not be written: its events, tables, order, and what actions mean.

Constants are found by name in a game's `constants`, by itself the module that has the rules' `setup`: the event
`TurnBegan` is told as `TURN_BEGAN`, the reason `nothing_to_hold` is `NOTHING_TO_HOLD`, and the move `Roll` stands for
the action `ROLL`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache, reduce
from operator import or_
from types import ModuleType
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from laguna.core.game import SEAT, Event, Move, Seat, SecretEvent, snake
from laguna.core.order import Order


def members(union: Any) -> tuple[type, ...]:  # noqa: ANN401 - a class or a union of classes
    """The classes of a union, or the only one."""
    return get_args(union) or (union,)


def events_in(module: str) -> Any:  # noqa: ANN401 - a union of classes
    """The union of all events that a module defines, in the order of their definition."""
    found = [each for each in vars(sys.modules[module]).values() if _is_event(each, module)]
    if not found:
        raise TypeError(f"{module} defines no events: derive them from laguna.core.game.Event.")
    return reduce(or_, found)


def _is_event(value: object, module: str) -> bool:
    return (
        isinstance(value, type)
        and issubclass(value, Event)
        and value not in (Event, SecretEvent)
        and value.__module__ == module
    )


def structures_in(kinds: Iterable[type]) -> list[type[msgspec.Struct]]:
    """The structures that these are made of, and those that they are made of in turn, each once."""
    found: dict[type[msgspec.Struct], None] = {}
    waiting: list[Any] = [field.type for kind in kinds for field in msgspec.structs.fields(kind)]
    while waiting:
        kind = waiting.pop(0)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind not in found:
                found[kind] = None
                waiting += [field.type for field in msgspec.structs.fields(kind)]
        else:
            waiting += [each for each in get_args(kind) if each is not ... and get_origin(kind) is not Literal]
    return list(found)


@cache
def seat_fields(*unions: Any) -> frozenset[str]:  # noqa: ANN401 - classes, or unions of classes
    """The names of fields that hold a `Seat`, several or none, in these classes and all that they are made of.

    A name under which another of them has something else is left out: values are named by their fields alone.
    """
    kinds = [kind for union in unions for kind in members(union)]
    fields = [field for kind in (*kinds, *structures_in(kinds)) for field in msgspec.structs.fields(kind)]
    others = {field.name for field in fields if not _holds_seats(field.type)}
    return frozenset(field.name for field in fields) - others


def _holds_seats(kind: Any) -> bool:  # noqa: ANN401 - a type
    return kind == SEAT or any(_holds_seats(each) for each in get_args(kind) if get_origin(kind) is not Literal)


def tellings(constants: ModuleType, events: Any) -> Mapping[int, Callable[..., Event]]:  # noqa: ANN401 - a union
    """What the rules tell, by its number: the event whose constant it is."""
    return {_constant(constants, snake(kind.__name__), "event"): kind for kind in members(events)}


def questions(constants: ModuleType, numbers: Mapping[str, str]) -> dict[int, tuple[str, str]]:
    """Each question's name and rule, by the constant of its name."""
    return {_constant(constants, name, "question"): (name, rule) for name, rule in numbers.items()}


def reasons(constants: ModuleType, numbers: Mapping[str, str]) -> dict[int, tuple[str, str]]:
    """Each reason's rule and name, by the constant of its name."""
    return {_constant(constants, name, "reason"): (rule, name) for name, rule in numbers.items()}


def any_order(moves: Any, events: Any) -> Order:  # noqa: ANN401 - unions
    """The order of a game that does not say in which order its events come: any."""
    anything = f"({' | '.join(kind.__name__ for kind in members(events))})*"
    return Order(
        told="Events come in the order in which the rules tell them.",
        setup=anything,
        moves={kind.__name__: anything for kind in members(moves)},
        phrases={},
    )


class Span(NamedTuple):
    """The actions that one kind of move stands for: one, or a row of them by the value of its only field."""

    kind: type[Move]
    field: str | None
    first: int
    actions: int


class ActionTable:
    """What actions mean where every move is a plain number: the kind of move, and at most one value."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = {span.kind: span for span in spans}

    def encode(self, move: Move) -> int | None:
        """The action that a move stands for; None: there is no such thing."""
        span = self._spans[type(move)]
        value = 0 if span.field is None else getattr(move, span.field)
        return span.first + value if 0 <= value < span.actions else None

    def decode(self, action: int) -> Move:
        """The move that an action stands for."""
        span = next(span for span in self._spans.values() if span.first <= action < span.first + span.actions)
        return span.kind() if span.field is None else span.kind(**{span.field: action - span.first})


def action_table(constants: ModuleType, moves: Any, actions: int) -> ActionTable:  # noqa: ANN401 - a union
    """The table of a game with so many actions, whose constants name each move's first one. Raises `TypeError`."""
    firsts = {kind: _constant(constants, snake(kind.__name__), "move") for kind in members(moves)}
    ends = [*sorted(firsts.values())[1:], actions]
    counts = dict(zip(sorted(firsts.values()), ends, strict=True))
    return ActionTable(Span(kind, _field(kind), first, counts[first] - first) for kind, first in firsts.items())


def _field(kind: type) -> str | None:
    """The only field of a move, a whole number; None: it has none. Raises `TypeError` for any other move."""
    fields = msgspec.structs.fields(kind)
    if len(fields) > 1 or any(field.type not in (int, Seat) for field in fields):
        raise TypeError(f"{kind.__name__} is more than a whole number: write `encode` and `decode` for this game.")
    return fields[0].name if fields else None


def _constant(constants: ModuleType, name: str, what: str) -> int:
    found = getattr(constants, name.upper(), None)
    if not isinstance(found, int):
        raise TypeError(f"{constants.__name__} has no constant {name.upper()} for the {what} “{name}”.")
    return found
