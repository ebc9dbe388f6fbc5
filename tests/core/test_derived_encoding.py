"""A game that does not say how it looks to a learner: its view in numbers, its actions as choices."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from encoded import Otherwise
from laguna.core.derived_encoding import MOST_IN_A_ROW, derived_encoding
from laguna.core.encoding import Encoding
from laguna.core.game import View
from laguna.core.luck import SeededLuck
from laguna.laws import encodings as laws
from laguna.laws.cases import Case
from laguna.laws.law import LawBroken
from laws.shells import PLUGIN
from laws.shells.game import ShellsGame, ShellsOptions
from laws.shells.rules import KEEP, KEEP_OR_SWAP, SWAP

SEATS = pytest.mark.parametrize("seats", ShellsGame.seats)


class Shade(Enum):
    """Two of a kind."""

    LIGHT = "light"
    DARK = "dark"


class Wave(msgspec.Struct, frozen=True, tag=True):
    """Something with a number."""

    height: int


class Gull(msgspec.Struct, frozen=True, tag=True):
    """Something with a word."""

    cry: Literal["ha", "kri"]


class Beach(msgspec.Struct, frozen=True):
    """Something with a row."""

    name: str
    stones: tuple[int, ...]


class Nest(msgspec.Struct, frozen=True):
    """Something within itself."""

    eggs: int
    within: Nest | None = None


class AllKinds(View, frozen=True):
    """A view of everything that views are made of."""

    number: int = 0
    dice: Annotated[int, msgspec.Meta(ge=1, le=6)] = 1
    over: bool = False
    word: Literal["sand", "rock", "mud"] = "sand"
    shade: Shade = Shade.LIGHT
    maybe: int | None = None
    one_of: Wave | Gull | None = None
    beaches: tuple[Beach, ...] = ()
    few: Annotated[tuple[bool, ...], msgspec.Meta(max_length=3)] = ()
    nest: Nest | None = None
    text: str | None = None
    share: float = 0.0
    by_name: dict[str, int] = msgspec.field(default_factory=dict)


def seeing(view: AllKinds, **otherwise: Any) -> type[ShellsGame]:
    """The game with another view."""

    class Seeing(ShellsGame):
        views = type(view)

        def public_view(self, table: Any) -> Any:
            del table
            return view

        def own_fields(self, table: Any, seat: int, public: Any) -> dict[str, Any]:
            del table, seat, public
            return otherwise

    return Seeing


def told(seats: int = 2, seat: int = 0, **values: Any) -> dict[str, Any]:
    """What is told of a view with these values, by the names of its fields."""
    game = seeing(AllKinds(**values))()
    table, _ = game.start(seats, ShellsOptions(first=0), SeededLuck(1))
    encoding = derived_encoding(game, table.options)
    out = [0] * encoding.size
    encoding.observe(table.state, seat, 0, out)
    return {name.removeprefix("view."): value for name, value in encoding.named(out).items()}


def padded(*numbers: int, to: int = MOST_IN_A_ROW) -> list[int]:
    return [*numbers, *[0] * (to - len(numbers))]


# The view


def test_the_seat_the_players_and_what_is_asked_come_first():
    names = ("you", "players", "question")
    assert [[told(3, seat)[name] for name in names] for seat in range(3)] == [[0, 3, 1], [1, 3, 0], [2, 3, 0]]


@pytest.mark.parametrize(("number", "as_told"), [(-500, -128), (-1, -1), (127, 127), (1000, 127)])
def test_a_number_is_told_as_far_as_it_fits_into_a_byte(number: int, as_told: int):
    assert told(number=number)["number"] == as_told


def test_a_number_with_bounds_keeps_them():
    (part,) = (part for part in derived().parts if part.name == "view.dice")
    assert (part.low, part.high, part.codes) == (1, 6, False)
    assert told(dice=6)["dice"] == 6


def derived() -> Encoding[Any]:
    return derived_encoding(seeing(AllKinds())(), ShellsOptions())


def test_switches_words_and_members_are_told_by_their_places():
    first, other = told(), told(over=True, word="sand", shade=Shade.DARK)
    assert (first["over"], other["over"]) == (0, 1)
    assert (first["shade"], other["shade"]) == (1, 2)
    assert {told(word=word)["word"] for word in ("mud", "rock", "sand")} == {1, 2, 3}


def test_what_may_be_nothing_says_whether_it_is_there():
    assert [(told(maybe=value)["maybe.there"], told(maybe=value)["maybe"]) for value in (None, 0, 7)] == [
        (0, 0),
        (1, 0),
        (1, 7),
    ]


def test_of_several_types_it_is_told_which_one_it_is():
    nothing, wave, gull = told(), told(one_of=Wave(3)), told(one_of=Gull("kri"))
    names = ("one_of.which", "one_of.Wave.height", "one_of.Gull.cry")
    assert [nothing[name] for name in names] == [0, 0, 0]
    assert sorted([wave[names[0]], gull[names[0]]]) == [1, 2]
    assert [wave[name] for name in names[1:]] == [3, 0]
    assert [gull[name] for name in names[1:]] == [0, 2]


def test_rows_are_counted_and_told_from_the_first_on_rows_in_rows_too():
    seen = told(beaches=(Beach("a", (4, 5)), Beach("b", ()), Beach("c", (6,))))
    assert seen["beaches.count"] == 3
    assert seen["beaches.stones.count"] == padded(2, 0, 1)
    assert seen["beaches.stones"][:4] == [padded(4, 5), padded(), padded(6), padded()]


def test_of_a_long_row_the_first_are_told_and_how_many_there_are():
    many = tuple(range(200))
    seen = told(beaches=(Beach("a", many),) * 20)
    assert seen["beaches.count"] == 20
    assert seen["beaches.stones.count"] == [127] * MOST_IN_A_ROW
    assert seen["beaches.stones"] == [list(many[:MOST_IN_A_ROW])] * MOST_IN_A_ROW
    assert told(few=(True, False, True))["few"] == [1, 0, 1], "as many as the type admits"


def test_other_texts_numbers_maps_and_what_is_within_itself_are_left_out():
    seen = told(text="secret", share=0.5, by_name={"a": 1}, nest=Nest(3, Nest(4)))
    assert (seen["nest.there"], seen["nest.eggs"], seen["nest.within.there"]) == (1, 3, 1)
    assert seen["text.there"] == 1
    assert not {"text", "share", "by_name", "nest.within.eggs", "beaches.name"} & seen.keys()


def test_a_view_is_made_at_a_table_with_its_options_and_open_questions():
    class Telling(ShellsGame):
        views = AllKinds

        def public_view(self, table: Any) -> AllKinds:
            return AllKinds(number=table.options.first, over=table.options.two_swaps, maybe=table.question_number(1))

        def own_fields(self, table: Any, seat: int, public: Any) -> dict[str, Any]:
            del table, seat, public
            return {}

    game, options = Telling(), ShellsOptions(first=1, two_swaps=True)
    table, _ = game.start(2, options, SeededLuck(1))
    encoding = derived_encoding(game, options)
    out = [0] * encoding.size
    encoding.observe(table.state, 0, 0, out)
    seen = encoding.named(out)
    assert (seen["view.number"], seen["view.over"], seen["view.maybe.there"]) == (1, 1, 1)


def test_the_parts_are_the_same_with_all_options():
    assert derived_encoding(ShellsGame(), ShellsOptions()).parts == (
        derived_encoding(ShellsGame(), ShellsOptions(two_swaps=True, first=1)).parts
    )


# Choices


def test_a_choice_is_an_action_one_higher_than_its_number():
    encoding = derived_encoding(ShellsGame(), ShellsOptions())
    table, _ = ShellsGame().start(2, ShellsOptions(first=0), SeededLuck(1))
    assert encoding.choices == 1 + ShellsGame.rules.actions
    mask = [0] * encoding.choices
    assert encoding.legal(table.state, 0, 0, [0, 0], mask) == 2
    assert mask == [0, 1, 1]
    assert [encoding.decide(table.state, 0, 0, choice) for choice in (1, 2)] == [KEEP, SWAP]
    assert table.state.asking == KEEP_OR_SWAP


# The laws


def shells(seats: int, game: ShellsGame | None = None) -> Case:
    """The game, as a learner sees it that it says nothing to."""
    as_it_is = {field.name: getattr(PLUGIN, field.name) for field in fields(PLUGIN)} | {"game": game or ShellsGame()}
    return Case(Otherwise(**as_it_is, shows=derived_encoding(as_it_is["game"], ShellsOptions())), seats)


@SEATS
@pytest.mark.parametrize(
    "law", [laws.numbers_are_as_declared, laws.nothing_hidden_is_observed, laws.every_action_has_one_way]
)
def test_it_keeps_the_laws_of_encodings(seats: int, law: Any):
    law(shells(seats))


class Blabbing(ShellsGame):
    """Shows everybody all shells."""

    def own_fields(self, table: Any, seat: int, public: Any) -> dict[str, Any]:
        del seat, public
        return {"shells": tuple(table.state.shell[: table.seats])}


@SEATS
def test_a_view_that_shows_too_much_is_caught(seats: int):
    with pytest.raises(LawBroken, match=r"“view\.shells”"):
        laws.nothing_hidden_is_observed(shells(seats, Blabbing()))
