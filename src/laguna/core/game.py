"""What a game is to the world: asks, moves, events, views, refusals and standings.

Asks, not turns: an `Ask` is one open question to one seat. Another player's decision, a turn in several steps and
simultaneous secret choices are all just asks. Views and events are the only things that leave a table; secrecy of a
game sits on the page that makes them. An illegal move is answered with the number of the rule that forbids it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Self, TypeVar, get_args

import msgspec

from laguna.core.rules import Luck


def snake(name: str) -> str:
    """The tag of a class on the wire and in the words: `PlayCard` is `play_card`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every variant and house rule of a game, with its default."""


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag=snake):
    """What a seat answers to an ask: a small named structure, like `PlayCard(value=3)`."""


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=snake):
    """Something that happened, for eyes and log. What not everybody may know is None to the others."""

    def seen_by(self, seat: int | None) -> Event:
        """The event as this seat may see it; None: a spectator. Secret parts are left out."""
        del seat
        return self


class View(msgspec.Struct, frozen=True):
    """All that one seat (or a spectator) may see of a table."""


class Ask(msgspec.Struct, frozen=True):
    """One open question to one seat.

    `number` names this very question: an answer that quotes another number is stale. `moves` lists the possible
    answers; kinds of moves that are too many to list are named in `free` instead, and `moves` may still propose
    some of them.
    """

    seat: int
    number: int
    about: str
    rule: str
    moves: tuple[Move, ...]
    free: tuple[str, ...] = ()


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not accepted: the number of the rule that forbids it, and the reason by name."""

    rule: str
    reason: str


class Standing(msgspec.Struct, frozen=True):
    """How a seat stands: its place (1 is best; equal: shared), points, and the parts they are made of."""

    seat: int
    place: int
    score: int
    parts: dict[str, int]


class Refused(Exception):  # noqa: N818 - reads as a sentence: the move is refused
    """A move that was played although it is refused; the table is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.rule}: {refusal.reason}")
        self.refusal = refusal


class BadOption(ValueError):  # noqa: N818 - the caller's mistake, told in a sentence
    """Options or a seat count that the game does not have."""


class Table(ABC):
    """A game under way. Only its game reads it; everybody else gets views."""

    seats: int
    options: Options
    played: int
    """How many moves were made."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent table in the same position."""


_T = TypeVar("_T", bound=Table)
_O = TypeVar("_O", bound=Options)
_M = TypeVar("_M", bound=Move)


class Game(ABC, Generic[_T, _O, _M]):
    """One game's rules as a referee applies them. Stateless: everything is in the table."""

    key: ClassVar[str]
    """Its name in the program: "mahe"."""
    seats: ClassVar[range]
    """How many may play."""
    version: ClassVar[int]
    """Rises when an old record would replay differently."""
    options: type[_O]
    moves: Any
    """The union of its move classes."""
    events: Any
    """The union of its event classes."""
    views: type[View]

    @abstractmethod
    def start(self, seats: int, options: _O, luck: Luck) -> tuple[_T, list[Event]]:
        """A new table, and what happened while it was laid out. Raises `BadOption`."""

    @abstractmethod
    def asks(self, table: _T) -> list[Ask]:
        """The open questions, at most one a seat. None: the game is over."""

    @abstractmethod
    def refusal(self, table: _T, seat: int, move: object, ask: int | None = None) -> Refusal | None:
        """Why this seat may not make this move now; None: it may. Anything at all may be passed as a move.

        `ask` is the number of the question that is being answered, where it is known.
        """

    @abstractmethod
    def play(self, table: _T, seat: int, move: _M, luck: Luck) -> list[Event]:
        """Make a move and report, unfiltered, what happened. Raises `Refused` and leaves the table as it was."""

    @abstractmethod
    def view(self, table: _T, seat: int | None) -> View:
        """What a seat may see; None: a spectator."""

    @abstractmethod
    def standings(self, table: _T) -> list[Standing]:
        """How the seats stand, in their order. For the referee: not to be shown before the game is over."""

    @abstractmethod
    def random_move(self, table: _T, seat: int, luck: Luck) -> _M:
        """One of an asked seat's moves, each equally likely."""

    @abstractmethod
    def imagine(self, table: _T, seat: int | None, luck: Luck) -> _T:
        """A table that looks the same to a seat, with all that it cannot know dealt anew."""

    def read_move(self, sent: object) -> _M | None:
        """What was sent, if it is a move of this game with values of the right types. Never trust the sender."""
        try:
            move: _M = msgspec.convert(msgspec.to_builtins(sent), self.moves)
        except (msgspec.ValidationError, TypeError, ValueError, OverflowError, RecursionError):
            return None
        return move

    def read_options(self, raw: Mapping[str, object]) -> _O:
        """Options from plain data, or from text as it is typed: `{"advanced": "yes"}`. Raises `BadOption`."""
        known = self.options.__struct_fields__
        for name in raw:
            if name not in known:
                raise BadOption(f"{self.key} has no option “{name}”. It has: {', '.join(known)}.")
        chosen: dict[str, Any] = {}
        for field in msgspec.structs.fields(self.options):
            if field.name in raw:
                chosen[field.name] = self._read_option(field, raw[field.name])
        return self.options(**chosen)

    def _read_option(self, field: msgspec.structs.FieldInfo, value: object) -> object:
        try:
            return msgspec.convert(_typed(value, field.default), field.type, strict=False)
        except msgspec.ValidationError as error:
            wanted = _wanted(field)
            raise BadOption(f"The option “{field.name}” of {self.key} is {wanted}, not “{value}”.") from error

    def check_seat(self, option: str, seat: int | None, seats: int) -> None:
        """Raise `BadOption` unless an option names one of the seats, or none."""
        if seat is not None and not 0 <= seat < seats:
            raise BadOption(f"The option “{option}” is a seat from 0 to {seats - 1}, not {seat}.")

    def check_seats(self, seats: int) -> None:
        """Raise `BadOption` unless so many may play."""
        if seats not in self.seats:
            raise BadOption(f"{self.key} is for {self.seats[0]} to {self.seats[-1]} players, not {seats}.")


def _typed(value: object, default: object) -> object:
    """A word typed on a command line as msgspec's lax mode understands it: yes, off; a,b,c where a list is wanted."""
    if not isinstance(value, str):
        return value
    word = value.strip().lower()
    if isinstance(default, tuple):
        return [each.strip() for each in word.split(",") if each.strip()]
    if isinstance(default, bool):
        return {"yes": True, "on": True, "no": False, "off": False}.get(word, word)
    return None if default is None and word in ("", "none") else word


def _wanted(field: msgspec.structs.FieldInfo) -> str:
    """What an option must be, in words."""
    if isinstance(field.default, bool):
        return "yes or no"
    if isinstance(field.default, tuple):
        return "a list like a,b,c"
    if isinstance(field.default, str):
        return f"one of {', '.join(get_args(field.type))}"
    return "a whole number"
