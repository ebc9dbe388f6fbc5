"""What a game is to the world: asks, moves, events, views, refusals and standings.

Asks, not turns: an `Ask` is one open question to one seat. Another player's decision, a turn in several steps and
simultaneous secret choices are all just asks. Views and events are the only things that leave a table; secrecy of a
game sits on the page that makes them. An illegal move is answered with the number of the rule that forbids it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar, get_args

import msgspec

from laguna.core.order import Order
from laguna.core.rules import Luck

NOT_READABLE = (msgspec.DecodeError, TypeError, ValueError, OverflowError, RecursionError)
"""What reading may raise if anything at all may have been sent."""
SEAT = "seat"
Seat = Annotated[int, SEAT]
"""A seat, in a field of a move, event or view that is not called `seat`: a whole number, told as the player's name."""


def snake(name: str) -> str:
    """The tag of a class on the wire and in the words.

    >>> snake("PlayCard")
    'play_card'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class BadOption(ValueError):  # noqa: N818 - the caller's mistake, told in a sentence
    """Options or a seat count that the game does not have."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every variant and house rule of a game, with its default. A value of another type raises `BadOption`."""

    def __post_init__(self) -> None:
        for field in _fields(type(self)):
            value = getattr(self, field.name)
            if not _fits(value, field.type):
                raise BadOption(f"The option “{field.name}” is {_wanted(field)}, not {value!r}.")

    def side(self, seat: int) -> int:
        """The side that a seat plays on: its own, or that of its team."""
        return seat


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="move", tag=snake):
    """What a seat answers to an ask: a small named structure, like `PlayCard(value=3)`."""


class NoSuchSeat(ValueError):  # noqa: N818 - says what it is
    """A seat that the table does not have. Seats are whole numbers from 0; a spectator is None, and never -1."""

    def __init__(self, seat: object, seats: int | None = None) -> None:
        which = "are whole numbers from 0 on" if seats is None else f"are 0 to {seats - 1}"
        super().__init__(f"There is no seat {seat!r}: seats {which}, and None is a spectator.")


class NotAsked(ValueError):  # noqa: N818 - says what it is
    """A seat of the table that is not asked anything now, where somebody was to choose a move for it."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"Seat {seat} is not asked anything now, so it has no move to choose.")


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=snake, gc=False):  # gc: of many, and never in a circle
    """Something that happened, for eyes and log. What not everybody may know is None to the others."""

    def seen_by(self, seat: int | None) -> Event:
        """The event as this seat may see it; None: a spectator. Secret parts are left out.

        Raises `NoSuchSeat` for what can be no seat. How many sit at the table an event does not know: a seat beyond
        them sees what a spectator sees.
        """
        if seat is not None and (type(seat) is not int or seat < 0):
            raise NoSuchSeat(seat)
        return self


class SecretEvent(Event, frozen=True):
    """Something that happened to one seat, of which the others may not know all."""

    secret: ClassVar[tuple[str, ...]]
    """The parts that only `seat` may know: None to everybody else."""
    seat: int

    def seen_by(self, seat: int | None) -> Event:
        """Whole to its own seat; see `Event.seen_by`."""
        super().seen_by(seat)
        return self if seat == self.seat else msgspec.structs.replace(self, **dict.fromkeys(self.secret))


class View(msgspec.Struct, frozen=True):
    """All that one seat (or a spectator) may see of a table."""


class Own(msgspec.Struct, frozen=True):
    """What a seat sees of itself, in a field that tells of each seat what everybody sees of it."""

    value: Any

    def among(self, public: tuple[Any, ...], seat: int) -> tuple[Any, ...]:
        """The field as this seat sees it."""
        return (*public[:seat], self.value, *public[seat + 1 :])


class Ask(msgspec.Struct, frozen=True):
    """One open question to one seat.

    `number` names this very question: an answer that quotes another number is stale. `moves` lists the possible
    answers; kinds of moves that are too many to list are named in `free` instead, and `moves` proposes some of them
    where there is nothing else to propose: it is never empty.
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


class TieBreak(msgspec.Struct, frozen=True):
    """What decides between equal points: how many of something a seat has. More is better.

    `what` is the same word throughout a game (`cards`), `rule` the number of the rule that says so.
    """

    what: str
    rule: str
    count: int


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a seat stands: its place (1 is best; equal: shared), points, the parts they are made of, and the tie-breaker.

    Of equal points the greater `tie_break` is placed better; equal again: the place is shared. None: there is no
    tie-breaker in this game.
    """

    seat: int
    place: int
    score: int
    parts: dict[str, int]
    tie_break: TieBreak | None = None


class Refused(Exception):  # noqa: N818 - reads as a sentence: the move is refused
    """A move that was played although it is refused; the table is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.rule}: {refusal.reason}")
        self.refusal = refusal


class Table(ABC):
    """A game under way. Only its game reads it; everybody else gets views."""

    seats: int
    options: Options
    played: int
    """How many moves were made."""
    skipped_numbers: int = 0
    """How many numbers of questions were left out; see `skip_numbers`."""

    @property
    def next_number(self) -> int:
        """The number of a question that is put now: it never comes again at this table."""
        return self.played + self.skipped_numbers

    def skip_numbers(self, count: int) -> None:
        """Give the open questions, and all that follow, numbers greater by so many.

        For a table at which a move was taken back: its questions have had their numbers already, and so had others.
        """
        self.skipped_numbers += count

    @abstractmethod
    def copy(self) -> Self:
        """An independent table in the same position."""

    @abstractmethod
    def question_number(self, seat: int) -> int | None:
        """The number of the question that a seat is asked, as in its `Ask`; None: it is not. Raises `NoSuchSeat`."""

    def check_asked(self, seat: int) -> None:
        """Raise `NoSuchSeat` or `NotAsked` unless a seat is asked."""
        if self.question_number(seat) is None:
            raise NotAsked(seat)

    def check_seat(self, seat: object) -> None:
        """Raise `NoSuchSeat` unless this is one of the table's seats."""
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise NoSuchSeat(seat, self.seats)


_T = TypeVar("_T", bound=Table)
_O = TypeVar("_O", bound=Options)
_M = TypeVar("_M", bound=Move)


class Game(ABC, Generic[_T, _O, _M]):
    """One game's rules as a referee applies them. Stateless: everything is in the table.

    >>> from laguna.core.luck import SeededLuck
    >>> from laguna.games import GAMES
    >>> mahe, luck = GAMES["mahe"], SeededLuck(7)
    >>> table, events = mahe.start(4, mahe.options(first=0), luck)
    >>> events[-1]
    Rolled(turtle=0, die=6, total=6)
    >>> [ask] = mahe.asks(table)
    >>> ask.seat, ask.about, ask.moves
    (0, 'another_die', (Stop(), Roll()))
    >>> stop, roll = ask.moves
    >>> mahe.refusal(table, 3, ask.number, stop)
    Refusal(rule='M7', reason='not_asked')
    >>> mahe.play(table, ask.seat, ask.number, stop, luck)[:2]
    [Stopped(seat=0, turtle=0, total=6, dice=1), Moved(turtle=0, start=0, field=6)]
    >>> mahe.refusal(table, 0, ask.number, roll) is None
    False
    """

    key: ClassVar[str]
    """Its name in the program: "mahe"."""
    seats: ClassVar[range]
    """How many may play."""
    version: ClassVar[int]
    """Rises when an old record would replay differently, or when what is frozen of a table means something else."""
    options: type[_O]
    moves: Any
    """The union of its move classes."""
    events: Any
    """The union of its event classes."""
    order: ClassVar[Order]
    """In which order they come: after the setup, and after each kind of move."""
    views: type[View]
    seat_option: ClassVar[str] = "first"
    """The option that names who begins."""
    option_names: ClassVar[Mapping[str, Sequence[str]]] = {}
    """What there is to choose from where an option is a list of names."""
    option_ranges: ClassVar[Mapping[str, range]] = {}
    """Which numbers an option takes, or each of a list of them; those that are not here take any."""
    waits: ClassVar[bool] = False
    """`play` may wait for another process: not for an event loop."""
    _envelope: Any
    _decoder: msgspec.json.Decoder[_M]

    def __init_subclass__(cls) -> None:
        """Prepare, once, to read moves: msgspec studies a union anew whenever it meets one outside a structure."""
        super().__init_subclass__()
        if "moves" in cls.__dict__:
            cls._envelope = msgspec.defstruct("Envelope", [("move", cls.moves)])
            cls._decoder = msgspec.json.Decoder(cls.moves)

    @abstractmethod
    def start(self, seats: int, options: _O, luck: Luck) -> tuple[_T, list[Event]]:
        """A new table, and what happened while it was laid out. Raises `BadOption`."""

    @abstractmethod
    def asks(self, table: _T) -> list[Ask]:
        """The open questions, at most one a seat. None: the game is over.

        This is the referee's: the moves of a question tell what its seat has in hand. It must not leave the server as
        it stands; each seat may be told of its own question, and of the others only who is asked.
        """

    def refusal(self, table: _T, seat: int, ask: int | None, move: object) -> Refusal | None:
        """Why this seat may not answer this question with this move now; None: it may.

        `ask` is the question's number, `Ask.number`: any other than that of the seat's open question is stale. Who
        replays what was accepted, and has no number, takes `Table.question_number`. Anything at all may be passed as a
        move. The seat is the caller's to know: raises `NoSuchSeat`.
        """
        return self.refusal_of_read(table, seat, ask, self.read_move(move))

    def play(self, table: _T, seat: int, ask: int | None, move: _M, luck: Luck) -> list[Event]:
        """Answer a question with a move, and report, unfiltered, what happened.

        Raises `Refused` for all that `refusal` refuses, an answer to a past question included, and changes nothing.
        """
        return self.play_read(table, seat, ask, self.read_move(move), luck)

    @abstractmethod
    def refusal_of_read(self, table: _T, seat: int, ask: int | None, move: _M | None) -> Refusal | None:
        """`refusal` of what `read_move` or `decode_move` returned, None included: its types are not looked at again.

        For these alone: a move that a program made may have values of any type, which only reading finds out.
        """

    @abstractmethod
    def play_read(self, table: _T, seat: int, ask: int | None, move: _M | None, luck: Luck) -> list[Event]:
        """`play` of what `read_move` or `decode_move` returned, None included; see `refusal_of_read`."""

    def starting_seat(self, table: _T) -> int | None:
        """Which seat `seat_option` stands for at a table that was just laid out, chosen or drawn; None: none."""
        asked = [ask.seat for ask in self.asks(table)]
        return asked[0] if len(asked) == 1 else None

    def views_for(self, table: _T, onlookers: Sequence[int | None]) -> list[View]:
        """What each of these seats may see; None: a spectator. Raises `NoSuchSeat`."""
        for onlooker in onlookers:
            if onlooker is not None:
                table.check_seat(onlooker)
        public = self.public_view(table)
        return [public if onlooker is None else self._own_view(table, onlooker, public) for onlooker in onlookers]

    def view(self, table: _T, seat: int | None) -> View:
        """What one seat may see; None: a spectator. Raises `NoSuchSeat`."""
        return self.views_for(table, (seat,))[0]

    @abstractmethod
    def public_view(self, table: _T) -> View:
        """What everybody may see, and a spectator does."""

    def own_fields(self, table: _T, seat: int, public: Any) -> dict[str, Any]:  # noqa: ANN401 - the game's own view
        """The fields of the public view that this seat, which exists, sees otherwise. As it stands: none.

        Where only the part of a field that tells of this seat is otherwise, `Own` stands for it. What is the same for
        all is made, and written, once for all of them.
        """
        del table, seat, public
        return {}

    def _own_view(self, table: _T, seat: int, public: View) -> View:
        own = self.own_fields(table, seat, public)
        whole = {
            name: value.among(getattr(public, name), seat) if type(value) is Own else value
            for name, value in own.items()
        }
        return msgspec.structs.replace(public, **whole) if whole else public

    @abstractmethod
    def standings(self, table: _T) -> list[Standing]:
        """How the seats stand, in their order. For the referee: not to be shown before the game is over."""

    @abstractmethod
    def random_move(self, table: _T, seat: int, luck: Luck) -> _M:
        """One of an asked seat's moves, each equally likely. Raises `NoSuchSeat` or `NotAsked`."""

    @abstractmethod
    def imagine(self, table: _T, seat: int | None, luck: Luck) -> _T:
        """A table that looks the same to a seat (None: to a spectator), with all that it cannot know dealt anew.

        Raises `NoSuchSeat`.
        """

    def freeze(self, table: _T) -> bytes | None:
        """A table as bytes, of which `thaw` makes one in the same position; None: this game has no such form.

        Who keeps them goes on with a long game without playing it again. The luck is no part of them: whoever has it
        knows how far it has come. As it stands, a game has no such form and is always played again.
        """
        del table
        return None

    def thaw(self, frozen: bytes) -> _T | None:
        """The table that was frozen, to be played on; None for bytes that another version of the game made, or nobody.

        Bytes may be kept for long: they tell in which form they are, and one that has changed since is not understood.
        """
        del frozen
        return None

    def read_move(self, sent: object) -> _M | None:
        """What was sent, if it is a move of this game with values of the right types. Never trust the sender."""
        try:
            move: _M = msgspec.convert({"move": msgspec.to_builtins(sent)}, self._envelope).move
        except NOT_READABLE:
            return None
        return move

    def decode_move(self, raw: bytes | str | msgspec.Raw) -> _M | None:
        """What was sent as JSON, if it is a move of this game with values of the right types; None for all else."""
        try:
            return self._decoder.decode(raw)
        except NOT_READABLE:
            return None

    def read_options(self, raw: Mapping[str, object]) -> _O:
        """Options from plain data, as of a request or a record: `{"advanced": True}`. Raises `BadOption`.

        Lists stand for tuples; else a value of another type is refused, as `Options` does.
        """
        return self._chosen({name: tuple(value) if isinstance(value, list) else value for name, value in raw.items()})

    def read_typed_options(self, raw: Mapping[str, str]) -> _O:
        """Options from text as it is typed: `{"advanced": "yes", "first": "0", "colours": "red,blue"}`.

        Raises `BadOption`.

        >>> from laguna.games import GAMES
        >>> GAMES["mahe"].read_typed_options({"advanced": "yes"}) == GAMES["mahe"].options(advanced=True)
        True
        >>> GAMES["mahe"].read_typed_options({"sharks": "yes"})
        Traceback (most recent call last):
        laguna.core.game.BadOption: mahe has no option “sharks”. It has: ...
        """
        fields = {field.name: field for field in _fields(self.options)}
        return self._chosen(
            {name: _typed(text, fields[name]) if name in fields else text for name, text in raw.items()}
        )

    def _chosen(self, chosen: Mapping[str, object]) -> _O:
        known = self.options.__struct_fields__
        for name in chosen:
            if name not in known:
                raise BadOption(f"{self.key} has no option “{name}”. It has: {', '.join(known)}.")
        return self.options(**chosen)

    def check_layout(self, seats: int, options: _O) -> None:
        """Raise `BadOption` unless so many may play, and the options are this game's."""
        self.check_seats(seats)
        if type(options) is not self.options:
            raise BadOption(f"{self.key} takes {self.options.__name__}, not {type(options).__name__}.")

    def check_seat(self, option: str, seat: int | None, seats: int) -> None:
        """Raise `BadOption` unless an option names one of the seats, or none."""
        if seat is not None and not 0 <= seat < seats:
            raise BadOption(f"The option “{option}” is a seat from 0 to {seats - 1}, not {seat}.")

    def check_seats(self, seats: int) -> None:
        """Raise `BadOption` unless so many may play."""
        if type(seats) is not int or seats not in self.seats:
            raise BadOption(f"{self.key} is for {self.seats[0]} to {self.seats[-1]} players, not {seats!r}.")


@cache
def _fields(options: type[Options]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(options)


def _fits(value: object, kind: Any) -> bool:  # noqa: ANN401 - a type
    """Whether a value is of this very type: no text for a number, no number for yes or no, no list for a tuple."""
    try:
        return type(msgspec.convert(value, kind)) is type(value)
    except msgspec.ValidationError:
        return False


_SWITCHES = {**dict.fromkeys(("yes", "on", "true", "1"), True), **dict.fromkeys(("no", "off", "false", "0"), False)}
_WHOLE = re.compile(r"-?[0-9]{1,30}")


def _typed(text: str, field: msgspec.structs.FieldInfo) -> object:
    """The value that typed text stands for: yes, off, 0, a,b,c. The text itself, where it stands for none."""
    word = text.strip().lower()
    if isinstance(field.default, bool):
        return _SWITCHES.get(word, word)
    if isinstance(field.default, str):
        return word
    if isinstance(field.default, tuple):
        words = tuple([each.strip() for each in word.split(",") if each.strip()])
        return words if get_args(field.type)[0] is str else tuple(map(_number, words))
    return None if field.default is None and word in ("", "none") else _number(word)


def _number(word: str) -> int | str:
    return int(word) if _WHOLE.fullmatch(word) else word


def _wanted(field: msgspec.structs.FieldInfo) -> str:
    """What an option must be, in words."""
    if isinstance(field.default, bool):
        return "yes or no"
    if isinstance(field.default, tuple):
        return "a list of names" if get_args(field.type)[0] is str else "a list of whole numbers"
    if isinstance(field.default, str):
        return f"one of {', '.join(get_args(field.type))}"
    return "a whole number" if field.default is not None else "a whole number, or none"
