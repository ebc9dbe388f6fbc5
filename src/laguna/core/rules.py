"""The words that rules are written in: State, ints, rule, below, tell.

Rules are plain Python over whole numbers and fixed-size arrays, written once and run two ways. Here they run as
they stand, for the referee; `laguna.core.compiled` runs the very same functions as native code, for bots,
simulation and research. The common subset: whole numbers, arrays of fixed size, loops, `if`, small functions.
No strings, dicts, growing lists or exceptions inside a rule.
"""

from __future__ import annotations

import inspect
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

RULES: list[Callable[..., Any]] = []
"""Every function marked with `rule`, in the order of definition: what compiled mode turns into native code."""

LONG = 16
"""A row of so many numbers is long."""

Told = tuple[int, ...]
"""One thing that was told: what happened, then its numbers."""

_F = TypeVar("_F", bound=Callable[..., Any])


def rule(function: _F) -> _F:
    """Mark a function as a rule. It is returned as it is; compiled mode finds it in `RULES`."""
    RULES.append(function)
    return function


class Luck(Protocol):
    """Where plain rules get chance from."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        ...

    def witness(self, happening: Callable[[], Any]) -> Any:  # noqa: ANN401 - plain data
        """What physically happens, as plain data: computed once, recorded, and never computed again in a replay."""
        ...


@dataclass(frozen=True, slots=True)
class Ints:
    """The shape of an array field of a `State`, and how wide its numbers are when compiled."""

    shape: tuple[int, ...]
    bits: int = 64

    def zeros(self) -> Any:  # noqa: ANN401 - as `held`
        """The array in plain mode: all zeros."""
        return _zeros(self.shape, compact=self.compact)

    def held(self, numbers: list[Any]) -> Any:  # noqa: ANN401 - stands for list[int], list[list[int]], …
        """How plain mode holds these numbers: in nested lists; long rows of bytes compactly, to be copied at once."""
        return _compact(numbers) if self.compact else numbers

    @property
    def compact(self) -> bool:
        """Whether plain mode holds its rows as bytes."""
        return self.bits == 8 and self.shape[-1] >= LONG


def _compact(numbers: list[Any]) -> Any:  # noqa: ANN401 - as `Ints.held`
    return [_compact(row) for row in numbers] if isinstance(numbers[0], list) else array("b", numbers)


def _copied(numbers: list[Any], depth: int) -> list[Any]:
    if depth == 1:
        return numbers[:]
    if depth == 2:  # by far the most: not a call a row
        return [row[:] for row in numbers]
    return [_copied(row, depth - 1) for row in numbers]


def _listed(numbers: Any) -> Any:  # noqa: ANN401 - numbers in whatever they are held
    """The same numbers in lists."""
    if isinstance(numbers, dict):
        return {name: _listed(value) for name, value in numbers.items()}
    return numbers if isinstance(numbers, int) else [_listed(row) for row in numbers]


def _plain(numbers: Any) -> Any:  # noqa: ANN401 - as `Ints.held`
    if isinstance(numbers, array):
        return numbers.tobytes()
    return numbers if isinstance(numbers, int) or isinstance(numbers[0], int) else [_plain(row) for row in numbers]


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError(f"{value!r} is no whole number.")  # noqa: TRY004 - it was read, not passed
    return value


def _held(values: Any, field: Ints, shape: tuple[int, ...]) -> Any:  # noqa: ANN401 - as `Ints.held`
    """How plain mode holds what `_plain` gave. Raises ValueError where that has another shape."""
    if len(shape) == 1 and field.compact:
        if not isinstance(values, bytes) or len(values) != shape[0]:
            raise ValueError(f"{values!r} is not {shape[0]} bytes.")
        return array("b", values)
    if not isinstance(values, list) or len(values) != shape[0]:
        raise ValueError(f"{values!r} is not a list of {shape[0]}.")
    if len(shape) > 1:
        return [_held(row, field, shape[1:]) for row in values]
    if not all(isinstance(value, int) for value in values):
        raise ValueError(f"{values!r} are no whole numbers.")
    return values


def _zeros(shape: tuple[int, ...], *, compact: bool) -> Any:  # noqa: ANN401 - as `Ints.held`
    if len(shape) == 1:
        return array("b", bytes(shape[0])) if compact else [0] * shape[0]
    return [_zeros(shape[1:], compact=compact) for _ in range(shape[0])]


def ints(*shape: int, bits: int = 64) -> Any:  # noqa: ANN401 - stands for list[int], list[list[int]], …
    """Declare an array field of a state: `hand: list[list[int]]` is five hands of 27 counts with (5, 27).

    Narrow numbers (`bits=8`: -128 to 127) make a large state cheap to copy when compiled.
    """
    return Ints(shape, bits)


class Fields:
    """Named whole numbers, and fixed-size arrays of them: what a rule may work on.

    A subclass names its fields as annotations: `players: int`, `field: list[int] = ints(7)`. Plain mode holds them as
    ints and lists, compiled mode as one NumPy record. Two of a kind are equal if all their fields are.
    """

    FIELDS: ClassVar[dict[str, Ints | None]]
    ARRAYS: ClassVar[tuple[tuple[str, int], ...]]
    """The fields that are arrays, and in how many dimensions."""

    def __init_subclass__(cls) -> None:
        cls.FIELDS = {name: cls.__dict__.get(name) for name in inspect.get_annotations(cls)}
        cls.ARRAYS = tuple((name, len(shape.shape)) for name, shape in cls.FIELDS.items() if shape is not None)
        for name, _ in cls.ARRAYS:
            delattr(cls, name)

    def __init__(self) -> None:
        """All fields zero."""
        for name, shape in self.FIELDS.items():
            setattr(self, name, 0 if shape is None else shape.zeros())

    def values(self) -> Iterator[tuple[str, Any]]:
        """Each field's name and value, in the order of declaration."""
        for name in self.FIELDS:
            yield name, getattr(self, name)

    def plain(self) -> list[Any]:
        """The value of each field, in the order of declaration: numbers, nested lists of them, and bytes for long rows.

        It is to be encoded at once: lists are those of the fields themselves.
        """
        return [_plain(value) for _, value in self.values()]

    @classmethod
    def of_plain(cls, values: list[Any]) -> Self:
        """Fields with these values, as `plain` gave them; the lists are theirs from now on. Raises ValueError else."""
        fields = cls()
        for (name, shape), value in zip(cls.FIELDS.items(), values, strict=True):
            setattr(fields, name, _number(value) if shape is None else _held(value, shape, shape.shape))
        return fields

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _listed(dict(self.values())) == _listed(dict(other.values()))

    __hash__ = None  # type: ignore[assignment]  # mutable: equal today, different tomorrow

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in self.values())})"


class State(Fields):
    """Everything there is on a table. Where luck comes from and what was told is not part of a state."""

    players: int
    asking: int
    luck: Luck
    told: list[Told]

    def __init__(self) -> None:
        """All fields zero, nothing told, and no luck yet: whoever runs the rules supplies it."""
        super().__init__()
        self.told = []

    def copy(self) -> Self:
        """An independent state with the same fields. It shares the luck and starts with nothing told."""
        twin = object.__new__(type(self))
        fields = twin.__dict__
        fields.update(self.__dict__)
        for name, depth in self.ARRAYS:
            fields[name] = _copied(fields[name], depth)
        twin.told = []
        return twin


def below(s: State, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely: all the chance there is.

    Plain: asks the table's luck, which may be seeded, scripted or read from a record. Compiled: draws from the
    generator inside the state.
    """
    return s.luck.below(n)


def tell(s: State, what: int, *numbers: int) -> None:
    """Report what happened, for eyes and log: one of the game's `what` constants, and its numbers.

    Compiled: nothing at all.
    """
    s.told.append((what, *numbers))


_S = TypeVar("_S", bound=State)


@rule
def noted(s: State, seat: int, notes: list[int], i: int) -> int:  # noqa: ARG001 - the shape of `Rules.choice`
    """The `choice` of a game whose `choices` notes every action."""
    return notes[i]


@rule
def nothing_hidden(s: State, seat: int) -> None:
    """The `imagine` of a game in which everybody may know everything."""


@rule
def always_sound(s: State) -> int:  # noqa: ARG001 - the shape of `Rules.broken`
    """The `broken` of a game that declares no invariants."""
    return 0


def accepted(s: State, seat: int, notes: list[int]) -> int:
    """Stands for the `choices` of a game that leaves them to its `refusal`: every action that is not refused."""
    raise NotImplementedError


def by_points(s: State, seat: int) -> int:
    """Stands for the `standing` of a game in which nothing but points counts."""
    raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Rules(Generic[_S]):
    """The verbs of one game's rules: all that a referee, a bot or a simulation needs to run it.

    Every verb is a `rule`, takes the state first and works plain and compiled. An action is a whole number from 0
    to `actions` - 1; what it means is the business of the game's `encode` and `decode`. Verbs with a default are for
    games that need more than it gives.
    """

    state: type[_S]
    actions: int
    """Actions are numbered below this."""
    setup: Callable[[_S], None]
    """Lay out the game. `players` and the fields that hold options are set; all others are zero."""
    asked: Callable[[_S], int]
    """Bit per seat that owes an answer. None: the game is over. Several: they choose at the same time."""
    refusal: Callable[[_S, int, int], int]
    """0 if an asked seat may take this action, else the game's number for the reason why not."""
    apply: Callable[[_S, int, int], None]
    """Carry out an action that is not refused, and everything that follows from it until somebody is asked."""
    score: Callable[[_S, int], int]
    """A seat's points, as they stand."""
    standing: Callable[[_S, int], int] = by_points
    """A number that ranks the seats: points first, then what breaks ties. Equal: shared. Default: the points alone."""
    choices: Callable[[_S, int, list[int]], int] = accepted
    """How many actions an asked seat has; may note what `choice` needs. Default: all that are not refused."""
    choice: Callable[[_S, int, list[int], int], int] = noted
    """The i-th of the choices just counted. Default: `choices` notes every action."""
    most_notes: int = 0
    """How many numbers `choices` may note. Default: as many as there are actions."""
    imagine: Callable[[_S, int], None] = nothing_hidden
    """Deal anew all that this seat cannot know, from what it may know. -1: a spectator. Default: nothing is hidden."""
    broken: Callable[[_S], int] = always_sound
    """0 if all is sound: pieces conserved, limits held. Else the number of the invariant that is broken."""

    def __post_init__(self) -> None:
        """Make the verbs that follow from others."""
        if self.choices is accepted:
            object.__setattr__(self, "choices", _all_accepted(self.refusal, self.actions))
        if self.standing is by_points:
            object.__setattr__(self, "standing", self.score)
        if self.most_notes == 0:
            object.__setattr__(self, "most_notes", self.actions)


def _all_accepted(refusal: Callable[[Any, int, int], int], actions: int) -> Callable[[Any, int, list[int]], int]:
    @rule
    def choices(s: State, seat: int, notes: list[int]) -> int:
        """Note every action that is not refused."""
        count = 0
        for action in range(actions):
            if refusal(s, seat, action) == 0:
                notes[count] = action
                count += 1
        return count

    return choices
