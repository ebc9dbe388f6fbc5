"""Options are what their types say, by whatever door they come in."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from laguna.cli.shared import read_options as read_typed
from laguna.core.game import BadOption
from laguna.core.luck import SeededLuck
from laguna.core.record import BadRecord, Recorder, parse, replay
from laguna.games import GAMES

PLAIN = (
    None,
    True,
    False,
    0,
    1,
    -1,
    1.0,
    1.5,
    "",
    "0",
    "1",
    "no",
    "yes",
    "true",
    "none",
    [],
    [0],
    ["red"],
    {},
    {"a": 1},
)
"""What a request or a record may carry: plain data of every kind."""
PYTHON = ((), (0,), (True,), (1.0,), ("red",), ("red", 1), {"red"}, b"0", object(), int, float("nan"))
"""What else a program may pass."""
TYPED = ("1.5", "x", "true", "red,blue", "0x1", "1e3", "-", "[]")
"""What may be typed."""

OPTIONS = [
    pytest.param(key, field, id=f"{key}-{field.name}")
    for key, game in GAMES.items()
    for field in msgspec.structs.fields(game.options)
]
every_option = pytest.mark.parametrize(("key", "field"), OPTIONS)


def fits(value: object, kind: Any) -> bool:
    """Whether a value is of a type, by our own reckoning."""
    if get_origin(kind) is Literal:
        return type(value) is str and value in get_args(kind)
    if get_origin(kind) is tuple:
        return type(value) is tuple and all(type(each) is get_args(kind)[0] for each in value)
    kinds = get_args(kind) or (kind,)
    assert set(kinds) <= {bool, int, NoneType}, kind
    return type(value) in kinds


def misfits(kind: Any, values: tuple[object, ...]) -> Iterator[object]:
    found = [value for value in values if not fits(value, kind)]
    assert found
    yield from found


@every_option
def test_a_keyword_of_another_type_is_a_bad_option(key: str, field: msgspec.structs.FieldInfo):
    for value in misfits(field.type, (*PLAIN, *PYTHON)):
        with pytest.raises(BadOption, match=rf"^The option “{field.name}” is .*, not .*\.$"):
            GAMES[key].options(**{field.name: value})
        with pytest.raises(BadOption, match=f"“{field.name}”"):
            msgspec.structs.replace(GAMES[key].options(), **{field.name: value})


@every_option
def test_what_fits_is_taken_as_it_is(key: str, field: msgspec.structs.FieldInfo):
    for value in (*PLAIN, *PYTHON, field.default):
        if fits(value, field.type):
            assert getattr(GAMES[key].options(**{field.name: value}), field.name) is value


@every_option
def test_plain_data_of_another_type_is_a_bad_option(key: str, field: msgspec.structs.FieldInfo):
    """As of a request's body: only a list stands for a tuple."""
    for value in PLAIN:
        wanted = tuple(value) if isinstance(value, list) else value
        if fits(wanted, field.type):
            assert getattr(GAMES[key].read_options({field.name: value}), field.name) == wanted
        else:
            with pytest.raises(BadOption, match=rf"^The option “{field.name}” is .*\.$"):
                GAMES[key].read_options({field.name: value})


@every_option
def test_a_record_with_an_option_of_another_type_names_the_line(key: str, field: msgspec.structs.FieldInfo):
    game = GAMES[key]
    record = next(parse(Recorder(game, game.seats[0], game.options(), SeededLuck(1)).close(), "a record"))
    for value in (1.5, "0x", {"a": 1}):
        header = msgspec.structs.replace(record.header, options={**record.header.options, field.name: value})
        with pytest.raises(BadRecord, match=f"^Line 1: the game cannot be set up: The option “{field.name}” is "):
            next(replay(msgspec.structs.replace(record, header=header), GAMES))


@every_option
def test_what_is_typed_for_an_option_is_understood_or_a_bad_option(key: str, field: msgspec.structs.FieldInfo):
    for text in TYPED:
        try:
            value = getattr(read_typed(GAMES[key], [f"{field.name}={text}"]), field.name)
        except BadOption as error:
            assert str(error).startswith(f"The option “{field.name}” is ")  # noqa: PT017
            assert not (field.type is bool and text == "true")
        else:
            assert fits(value, field.type)
            assert field.type not in {int, int | None}, "none of these words is a whole number"


def test_what_is_typed_is_read_as_it_is_meant():
    mahe, duck, ship = GAMES["mahe"], GAMES["duck"], GAMES["ship_ahoy"]
    assert read_typed(mahe, ["first=2", "advanced=yes"]) == mahe.options(first=2, advanced=True)
    assert read_typed(mahe, ["colours= red, blue "]) == mahe.options(colours=("red", "blue"))
    assert read_typed(duck, ["dealer=none", "bluff_dives=off"]) == duck.options()
    assert read_typed(ship, ["steady_hand=100,50", "scenario=Kraken"]) == ship.options(
        steady_hand=(100, 50), scenario="kraken"
    )


@pytest.mark.parametrize("key", GAMES)
def test_a_game_takes_its_own_options_and_a_whole_number_of_seats(key: str):
    game = GAMES[key]
    other = next(each for each in GAMES.values() if each is not game)
    for options in (other.options(), {}, None, msgspec.to_builtins(game.options())):
        with pytest.raises(BadOption, match=rf"^{key} takes {game.options.__name__}, not \w+\.$"):
            game.start(game.seats[0], options, SeededLuck(1))
    for seats in (True, 2.0, 2.5, "2", None, [2]):
        with pytest.raises(BadOption, match=f"^{key} is for {game.seats[0]} to {game.seats[-1]} players, not "):
            game.start(seats, game.options(), SeededLuck(1))
