"""Laws of options: they are what their types say, by whatever door they come in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import msgspec

from laguna.core.game import BadOption, Options
from laguna.core.luck import SeededLuck
from laguna.core.plugin import Plugin
from laguna.core.record import BadRecord, Recorder, parse, replay
from laguna.laws.law import LawBroken, law

JSON_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 1.0, 1.5),
    *("", "0", "1", "no", "yes", "true", "none"),
    *([], [0], ["red"], {}, {"a": 1}),
)
"""What a request or a record may carry: plain data of every kind."""
PYTHON_VALUES: tuple[Any, ...] = (
    *((), (0,), (True,), (1.0,), ("red",), ("red", 1)),
    *({"red"}, b"0", object(), int, float("nan")),
)
"""What else a program may pass."""
TYPED_VALUES = ("1.5", "x", "true", "red,blue", "0x1", "1e3", "-", "[]")
"""What may be typed."""

Field = msgspec.structs.FieldInfo
ReadTyped = Callable[[Any, str, str], Options]
"""How an option is read that somebody types: from a game, the option's name, and the text."""


class OtherOptions(Options, frozen=True):
    """Options of no game."""


def fields_of(plugin: Plugin) -> tuple[Field, ...]:
    """The options of a game, with their types."""
    return msgspec.structs.fields(plugin.game.options)


def fits(value: object, kind: Any) -> bool:  # noqa: ANN401 - a type
    """Whether a value is of a type, by our own reckoning. Raises TypeError for a type that no option has."""
    if get_origin(kind) is Literal:
        return type(value) is str and value in get_args(kind)
    if get_origin(kind) is tuple:
        return type(value) is tuple and all(type(each) is get_args(kind)[0] for each in value)
    allowed = get_args(kind) or (kind,)
    if not set(allowed) <= {bool, int, NoneType}:
        raise TypeError(f"An option is yes or no, a number, a name or a list of these, not {kind}.")
    return type(value) in allowed


def _bad_option(make: Callable[..., object], *given: Any, **named: Any) -> str | None:  # noqa: ANN401 - anything
    """What is said to a bad option that something is made with; None: it was taken."""
    try:
        make(*given, **named)
    except BadOption as error:
        return str(error)
    return None


def _check_refusal(plugin: Plugin, field: Field, value: object, told: str | None) -> None:
    """Raise `LawBroken` unless this is what is to be told to a value of another type."""
    if told is None or not re.match(rf"^The option “{field.name}” is .*, not .*\.$", told):
        raise LawBroken(f"{plugin.game.key} answers {value!r} as the option “{field.name}” with “{told}”.")


@law("game")
def a_keyword_of_another_type_is_a_bad_option(plugin: Plugin, fields: Sequence[Field] | None = None) -> None:
    """An option that is made, or replaced, with a value of another type raises `BadOption` in a sentence."""
    options = plugin.game.options
    for field in fields or fields_of(plugin):
        misfits = [value for value in (*JSON_VALUES, *PYTHON_VALUES) if not fits(value, field.type)]
        if not misfits:
            raise LawBroken(f"{plugin.game.key} takes anything as the option “{field.name}”.")
        for value in misfits:
            chosen = {field.name: value}
            _check_refusal(plugin, field, value, _bad_option(options, **chosen))
            _check_refusal(plugin, field, value, _bad_option(msgspec.structs.replace, options(), **chosen))


@law("game")
def what_fits_is_taken_as_it_is(plugin: Plugin, fields: Sequence[Field] | None = None) -> None:
    """An option that is made with a value of its type has that very value."""
    for field in fields or fields_of(plugin):
        for value in (*JSON_VALUES, *PYTHON_VALUES, field.default):
            if fits(value, field.type):
                made = plugin.game.options(**{field.name: value})
                if getattr(made, field.name) is not value:
                    raise LawBroken(f"{plugin.game.key} changes the option “{field.name}” from {value!r}.")


@law("game")
def plain_data_of_another_type_is_a_bad_option(plugin: Plugin, fields: Sequence[Field] | None = None) -> None:
    """Of plain data, as in a request's body, only a list stands for a tuple; else another type is a bad option."""
    game = plugin.game
    for field in fields or fields_of(plugin):
        for value in JSON_VALUES:
            wanted = tuple(value) if isinstance(value, list) else value
            chosen = {field.name: value}
            if not fits(wanted, field.type):
                _check_refusal(plugin, field, value, _bad_option(game.read_options, chosen))
            elif getattr(game.read_options(chosen), field.name) != wanted:
                raise LawBroken(f"{game.key} reads {value!r} as another value of the option “{field.name}”.")


@law("game")
def a_record_with_an_option_of_another_type_names_the_line(
    plugin: Plugin, fields: Sequence[Field] | None = None
) -> None:
    """A record with an option of another type is refused, with the number of the line and the option's name."""
    game = plugin.game
    record = next(parse(Recorder(game, game.seats[0], game.options(), SeededLuck(1)).close(), "a record"))
    for field in fields or fields_of(plugin):
        for value in (1.5, "0x", {"a": 1}):
            header = msgspec.structs.replace(record.header, options={**record.header.options, field.name: value})
            told = ""
            try:
                next(replay(msgspec.structs.replace(record, header=header), {game.key: game}))
            except BadRecord as error:
                told = str(error)
            if not told.startswith(f"Line 1: the game cannot be set up: The option “{field.name}” is "):
                raise LawBroken(f"{game.key} answers a record with {value!r} as “{field.name}” with “{told}”.")


def read_typed(game: Any, name: str, text: str) -> Options:  # noqa: ANN401 - any game
    """An option as the game itself reads it."""
    options: Options = game.read_typed_options({name: text})
    return options


@law("game")
def what_is_typed_is_understood_or_a_bad_option(
    plugin: Plugin, fields: Sequence[Field] | None = None, read: ReadTyped = read_typed
) -> None:
    """What is typed for an option becomes a value of its type, or is answered in a sentence that names the option."""
    for field in fields or fields_of(plugin):
        for text in TYPED_VALUES:
            try:
                value = getattr(read(plugin.game, field.name, text), field.name)
            except BadOption as error:
                if not str(error).startswith(f"The option “{field.name}” is "):
                    raise LawBroken(f"{plugin.game.key} answers “{field.name}={text}” with “{error}”.") from None
                if field.type is bool and text == "true":
                    raise LawBroken(f"{plugin.game.key} does not understand “{field.name}=true”.") from None
            else:
                if not fits(value, field.type) or field.type in {int, int | None}:  # none of these is a whole number
                    raise LawBroken(f"{plugin.game.key} reads “{field.name}={text}” as {value!r}.")


@law("game")
def a_game_takes_its_own_options_and_a_whole_number_of_seats(plugin: Plugin) -> None:
    """`start` raises `BadOption`, in a sentence, for options of another kind and for what is no number of seats."""
    game, luck = plugin.game, SeededLuck(1)
    others: tuple[Any, ...] = (OtherOptions(), {}, None, msgspec.to_builtins(game.options()))
    for options in others:
        told = _bad_option(game.start, game.seats[0], options, luck)
        if told is None or not re.match(rf"^{game.key} takes {game.options.__name__}, not \w+\.$", told):
            raise LawBroken(f"{game.key} answers {options!r} as its options with “{told}”.")
    no_seats = (True, 2.0, 2.5, "2", None, [2], 0, game.seats[0] - 1, game.seats[-1] + 1, -3)
    for seats in no_seats:
        told = _bad_option(game.start, seats, game.options(), luck)
        wanted = f"{game.key} is for {game.seats[0]} to {game.seats[-1]} players, not {seats!r}"
        if told is None or not told.startswith(wanted):
            raise LawBroken(f"{game.key} answers {seats!r} as its number of players with “{told}”.")


@law("game")
def an_option_that_does_not_exist_is_answered_in_a_sentence(plugin: Plugin) -> None:
    """An option that the game does not have, or a seat that cannot begin, raises `BadOption` in a sentence."""
    for raw in _bad_options(plugin):
        told = _bad_option(_start, plugin, raw)
        if told is None or not told.endswith("."):
            raise LawBroken(f"{plugin.game.key} answers the options {raw} with “{told}”.")


def _bad_options(plugin: Plugin) -> Iterator[dict[str, object]]:
    yield {"nothing": 1}
    seat = plugin.game.seat_option
    if seat in plugin.game.options.__struct_fields__:
        for value in ("x", -1, 10**30, [1]):
            yield {seat: value}


def _start(plugin: Plugin, raw: dict[str, object]) -> None:
    plugin.game.start(plugin.game.seats[0], plugin.game.read_options(raw), SeededLuck(1))
