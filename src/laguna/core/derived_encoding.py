"""How a game looks to a learner that does not say so itself: its view in numbers, its actions as choices.

What a seat may see is its view, so nothing hidden is told; nor is anything remembered that is no longer in view. A view
is told field by field as its types say, and relative to a seat only where the view is:

- a whole number as itself, as far as it fits into a byte; a switch as 0 or 1;
- a word of a `Literal`, or a member of an enumeration, by its place among all, from 1 on;
- what may be None as a flag, 1 if it is there, then what it is;
- what may be of several types as which one it is, from 1 on, then all of them, with 0 for those that it is not;
- a row of any length as how many there are, then the first of them: `MOST_IN_A_ROW`, or as many as its type admits.

Any other text, number or map is left out: nobody knows beforehand what may be in it.

A choice is an action of the rules, one higher than its number: 0 is to wait. A view is no rule, so all this runs plain,
for single tables. An encoding of the game's own is better: it remembers, it is relative, and it runs as native code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from msgspec import inspect as types

from laguna.core.encoding import HIGHEST, LOWEST, WAIT, Encoding, Part
from laguna.core.ruled import RuledGame, RuledTable
from laguna.core.rules import State

MOST_IN_A_ROW = 16
"""So many of a row are told where its type admits any number."""
FIRST_CODE = 1
"""0 is nothing."""
FIRST_CHOICE = WAIT + 1
NO_RULE = ""
"""By which rule a seat may see a part of its view, the view does not say."""

_Tell = Callable[[Any, int, list[int]], None]
"""Notes a value of a view. If it is in rows, the number says in which place of all that these have together."""


def derived_encoding(game: RuledGame[Any, Any, Any], options: Any) -> Encoding[Any]:  # noqa: ANN401 - the game's own
    """The encoding of a game's views at tables with these options. Its parts are the same whatever the options."""
    rules, layout = game.rules, _Layout()
    questions = {number: FIRST_CODE + place for place, number in enumerate(sorted(game.questions))}
    you = layout.place("you", game.seats[-1] - 1, codes=True)
    players = layout.place("players", game.seats[-1], codes=True)
    question = layout.place("question", len(questions), codes=True)
    tell_view = layout.told("view", types.type_info(game.views), ())

    def observe(s: State, seat: int, begun: int, out: list[int]) -> None:  # noqa: ARG001 - every choice is made at once
        table = RuledTable(s.players, options, s)
        asked = rules.asked(s)
        table.numbers = {each: table.next_number for each in range(s.players) if asked >> each & 1}
        out[you], out[players] = seat, s.players
        if seat in table.numbers:
            out[question] = questions[game.question(s, seat)]
        tell_view(game.view(table, seat), 0, out)

    def legal(s: State, seat: int, begun: int, notes: list[int], mask: list[int]) -> int:  # noqa: ARG001 - as above
        count = rules.choices(s, seat, notes)
        for i in range(count):
            mask[FIRST_CHOICE + rules.choice(s, seat, notes, i)] = 1
        return count

    def decide(s: State, seat: int, begun: int, choice: int) -> int:  # noqa: ARG001 - as above
        return choice - FIRST_CHOICE

    choices = FIRST_CHOICE + rules.actions
    return Encoding(1, tuple(layout.parts), choices, observe=observe, legal=legal, decide=decide)


class _Layout:
    """The parts of an observation, as the types of a view are gone through."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self._size = 0
        self._within: list[type] = []

    def place(self, name: str, high: int, shape: tuple[int, ...] = (), low: int = 0, *, codes: bool = False) -> int:
        """Where the numbers of a new part begin."""
        start = self._size
        self.parts.append(Part(name, shape, high, NO_RULE, low, codes))
        self._size += prod(shape)
        return start

    def told(self, name: str, kind: types.Type, shape: tuple[int, ...]) -> _Tell:
        """How to tell values of a type, in a new part for each of their numbers. `shape` is that of their rows."""
        match kind:
            case types.BoolType():
                return self._number(name, 0, 1, shape)
            case types.IntType():
                return self._number(name, *_bounds(kind), shape)
            case types.LiteralType():
                return self._code(name, kind.values, shape)
            case types.EnumType():
                return self._code(name, list(kind.cls), shape)
            case types.UnionType():
                return self._one_of(name, [each for each in kind.types if not isinstance(each, types.NoneType)], shape)
            case types.VarTupleType() | types.ListType():
                return self._row(name, kind, shape)
            case types.StructType() if kind.cls not in self._within:
                return self._structure(name, kind, shape)
            case _:
                return _left_out

    def _number(self, name: str, low: int, high: int, shape: tuple[int, ...]) -> _Tell:
        start = self.place(name, high, shape, low)

        def tell(value: int, at: int, out: list[int]) -> None:
            out[start + at] = int(min(max(value, low), high))

        return tell

    def _code(self, name: str, values: Sequence[Any], shape: tuple[int, ...]) -> _Tell:
        codes = {value: FIRST_CODE + place for place, value in enumerate(values)}
        start = self.place(name, len(codes), shape, codes=True)

        def tell(value: Any, at: int, out: list[int]) -> None:  # noqa: ANN401 - one of the values
            out[start + at] = codes[value]

        return tell

    def _one_of(self, name: str, kinds: Sequence[types.Type], shape: tuple[int, ...]) -> _Tell:
        """Values of several types; None is of none of them. Of one type and None only the name is the field's."""
        if len(kinds) == 1:
            start = self.place(f"{name}.there", 1, shape)
            told = [self.told(name, kinds[0], shape)]
        else:
            start = self.place(f"{name}.which", len(kinds), shape, codes=True)
            told = [self.told(f"{name}.{_class_of(kind).__name__}", kind, shape) for kind in kinds]
        by_class = {_class_of(kind): (FIRST_CODE + i, told[i]) for i, kind in enumerate(kinds)}

        def tell(value: Any, at: int, out: list[int]) -> None:  # noqa: ANN401 - None, or of one of the types
            found = by_class.get(type(value))
            if found is not None:
                out[start + at], tell_it = found
                tell_it(value, at, out)

        return tell

    def _row(self, name: str, kind: types.VarTupleType | types.ListType, shape: tuple[int, ...]) -> _Tell:
        most = MOST_IN_A_ROW if kind.max_length is None else kind.max_length
        start = self.place(f"{name}.count", HIGHEST, shape)
        tell_item = self.told(name, kind.item_type, (*shape, most))

        def tell(value: Sequence[Any], at: int, out: list[int]) -> None:
            out[start + at] = min(len(value), HIGHEST)
            for place, item in enumerate(value[:most]):
                tell_item(item, at * most + place, out)

        return tell

    def _structure(self, name: str, kind: types.StructType, shape: tuple[int, ...]) -> _Tell:
        self._within.append(kind.cls)
        fields = [(field.name, self.told(f"{name}.{field.name}", field.type, shape)) for field in kind.fields]
        self._within.pop()

        def tell(value: object, at: int, out: list[int]) -> None:
            for field, tell_it in fields:
                tell_it(getattr(value, field), at, out)

        return tell


def _left_out(value: object, at: int, out: list[int]) -> None:
    """Tells nothing of a value."""


def _bounds(kind: types.IntType) -> tuple[int, int]:
    """Between which bounds, those of its type and those of a byte, a number is told."""
    low = LOWEST if kind.ge is None else max(kind.ge, LOWEST)
    high = HIGHEST if kind.le is None else min(kind.le, HIGHEST)
    return low, high


_CLASSES: dict[type[types.Type], type] = {
    types.BoolType: bool,
    types.IntType: int,
    types.FloatType: float,
    types.StrType: str,
    types.VarTupleType: tuple,
    types.TupleType: tuple,
    types.ListType: list,
    types.DictType: dict,
}


def _class_of(kind: types.Type) -> type:
    """The class of the values of a type; of a type that views are hardly made of, none that a value has."""
    match kind:
        case types.StructType() | types.EnumType():
            return kind.cls
        case types.LiteralType():
            return type(kind.values[0])
        case _:
            return _CLASSES.get(type(kind), type)
