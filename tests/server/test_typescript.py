"""The browser's types: they say in TypeScript what the Python types say, all of it, and the kept file is up to date."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
import pytest

from laguna.cli import main
from laguna.core.advice import SEARCH_HINTS, Saying
from laguna.core.game import Event, Move, View
from laguna.games import GAMES, PLUGINS
from laguna.server.wire import bodies, cards, messages, typescript
from laguna.server.wire.typescript import Namespace

KEPT = Path(__file__).parents[2] / "web/src/lib/wire.ts"

Fruit = Literal["fig", "plum"]
"""What grows here."""


class Weather(StrEnum):
    """What the sky does."""

    SUN = "sun"
    RAIN = "rain"


class Shell(msgspec.Struct, tag_field="kind", tag="shell"):
    """Found on the beach.

    Nobody lives in it.
    """

    size: float
    inside: Fruit | None = None
    """Somebody put it there."""


class Beach(msgspec.Struct, rename={"sky": "above"}):
    shells: tuple[Shell, ...]
    pair: tuple[int, str]
    lists: list[Weather | None]
    sky: Weather
    counts: dict[str, bool]
    how_many: Annotated[int, msgspec.Meta(ge=0)] | None
    side: Literal["north", 3]
    anything: Any


class Log(msgspec.Struct):
    moves: tuple[Move, ...]
    events: dict[str, tuple[Event, ...]]
    view: View
    why: Saying | None


class Shelf(msgspec.Struct):
    logs: list[Log]
    beach: Beach


class Wish(bodies.Body, frozen=True):
    what: str
    how_often: int = 1


class Sparse(msgspec.Struct, omit_defaults=True):
    what: str
    how_often: int = 1


class Unwritable(msgspec.Struct):
    what: set[int]


class Bare(msgspec.Struct, array_like=True):
    what: int


def written(*structs: type[msgspec.Struct]) -> str:
    namespace = Namespace()
    for struct in structs:
        namespace.struct(struct)
    return namespace.text()


def names(text: str, kinds: str = "interface|type") -> list[str]:
    return re.findall(rf"export (?:{kinds}) (\w+)", text)


@pytest.fixture(scope="module")
def module() -> str:
    return typescript.module()


def part_of(module: str, game: str) -> str:
    """The text of a game's namespace."""
    found = re.search(rf"^export namespace {typescript.camel(game)} {{\n.*?^}}", module, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[0]


def declared(text: str, struct: type[msgspec.Struct], name: str = "") -> bool:
    """Whether a structure is declared with its tag and all of its fields."""
    for found in re.finditer(rf"export interface {name or struct.__name__}(?:<.*?>)? {{\n(.*?)}}", text, re.DOTALL):
        config = struct.__struct_config__
        wanted = {field.encode_name for field in msgspec.structs.fields(struct)}
        wanted |= {config.tag_field} if config.tag else set()
        tagged = not config.tag or f'readonly {config.tag_field}: "{config.tag}";' in found[1]
        if tagged and set(re.findall(r"readonly (\w+)\??:", found[1])) == wanted:
            return True
    return False


# The file


def test_the_kept_types_are_up_to_date(module: str) -> None:
    assert KEPT.read_text("utf-8") == module, "Run `laguna types --out web/src/lib/wire.ts`, and commit the file."


def test_no_line_is_too_long(module: str) -> None:
    too_long = [line for line in module.splitlines() if len(line) > 120]
    assert not too_long, "A namespace indents what docstrings say: break their lines sooner."


def test_they_are_always_written_alike(module: str) -> None:
    assert typescript.module() == module


def test_the_command_prints_writes_and_checks(module: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wire.ts"
    assert main(["types"]) == 0
    assert capsys.readouterr().out == module
    assert main(["types", "--check", "--out", str(path)]) == 2
    assert main(["types", "--out", str(path)]) == 0
    assert main(["types", "--check", "--out", str(path)]) == 0
    path.write_text(module.replace("interface Sight<", "interface Site<"), "utf-8")
    capsys.readouterr()
    assert main(["types", "--check", "--out", str(path)]) == 2
    assert "is not up to date" in " ".join(capsys.readouterr().err.split())


# Structures


def test_a_structure_has_its_tag_its_fields_and_what_is_said_of_them() -> None:
    assert written(Shell) == (
        "/** What grows here. */\n"
        'export type Fruit = "fig" | "plum";\n'
        "\n"
        "/**\n"
        " * Found on the beach.\n"
        " *\n"
        " * Nobody lives in it.\n"
        " */\n"
        "export interface Shell {\n"
        '  readonly kind: "shell";\n'
        "  readonly size: number;\n"
        "  /** Somebody put it there. */\n"
        "  readonly inside: Fruit | null;\n"
        "}\n"
    )


def test_every_kind_of_type_has_its_name() -> None:
    assert written(Beach).endswith(
        "export interface Beach {\n"
        "  readonly shells: readonly Shell[];\n"
        "  readonly pair: readonly [number, string];\n"
        "  readonly lists: readonly (Weather | null)[];\n"
        "  readonly above: Weather;\n"
        "  readonly counts: Readonly<Record<string, boolean>>;\n"
        "  readonly how_many: number | null;\n"
        '  readonly side: "north" | 3;\n'
        "  readonly anything: unknown;\n"
        "}\n"
    )


def test_an_enumeration_is_a_union_of_its_values() -> None:
    assert '/** What the sky does. */\nexport type Weather = "sun" | "rain";\n' in written(Beach)


def test_what_depends_on_the_game_is_generic_and_so_is_what_carries_it() -> None:
    assert (
        "export interface Log<G extends GameKey = GameKey> {\n"
        "  readonly moves: readonly Moves[G][];\n"
        "  readonly events: Readonly<Record<string, readonly Events[G][]>>;\n"
        "  readonly view: Views[G];\n"
        "  readonly why: Sayings[G] | null;\n"
        "}\n"
    ) in written(Shelf)
    assert (
        "export interface Shelf<G extends GameKey = GameKey> {\n"
        "  readonly logs: readonly Log<G>[];\n"
        "  readonly beach: Beach;\n"
        "}\n"
    ) in written(Shelf)


@pytest.mark.parametrize("struct", [Wish, Sparse])
def test_what_may_be_left_out_is_optional(struct: type[msgspec.Struct]) -> None:
    assert "  readonly what: string;\n  readonly how_often?: number;\n" in written(struct)


def test_what_is_sent_in_any_case_is_not_optional() -> None:
    assert "?" not in written(Shell)


def test_a_structure_is_declared_once() -> None:
    assert names(written(Shell, Beach, Shell)) == ["Fruit", "Shell", "Weather", "Beach"]


def test_a_type_that_cannot_be_written_is_told() -> None:
    with pytest.raises(TypeError, match=r"Unwritable has a field of type set\[int\]"):
        written(Unwritable)
    with pytest.raises(TypeError, match="Bare is an array"):
        written(Bare)


def test_two_types_of_one_name_are_told() -> None:
    twin = msgspec.defstruct("Shell", ["size"])
    with pytest.raises(ValueError, match="two types called Shell"):
        written(Shell, twin)


def test_an_inner_namespace_takes_what_is_outside_and_does_not_hide_it() -> None:
    outer = Namespace()
    outer.struct(Shell)
    inner = Namespace(outer)
    inner.struct(Beach)
    assert names(inner.text()) == ["Weather", "Beach"]
    hiding = Namespace(outer)
    hiding.struct(Sparse, "Shell")
    with pytest.raises(ValueError, match="Shell is hidden"):
        hiding.struct(Beach)
    with pytest.raises(ValueError, match="Shell would hide"):
        inner.struct(Sparse, "Shell")


# All of it


def test_every_message_card_and_body_is_there(module: str) -> None:
    bases = {messages.Said, messages.Told, bodies.Body}
    found = {
        value
        for source in (cards, messages, bodies)
        for value in vars(source).values()
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == source.__name__
    }
    assert {struct.__name__ for struct in found - bases if not declared(module, struct)} == set()


@pytest.mark.parametrize("name", ["FromClient", "FromServer"])
def test_the_unions_of_messages_are_complete(module: str, name: str) -> None:
    union = re.search(rf"export type {name}<.*? =\n(.*?);\n", module, re.DOTALL)
    assert union is not None
    assert re.findall(r"\| (\w+)", union[1]) == [each.__name__ for each in get_args(getattr(messages, name))]


def test_the_keys_of_the_games_are_those_there_are(module: str) -> None:
    keys = re.search(r"^export type GameKey = (.*?);", module, re.MULTILINE | re.DOTALL)
    assert keys is not None
    assert re.findall(r'"(\w+)"', keys[1]) == list(GAMES)
    for name in ("Options", "Moves", "Events", "Views", "Sayings"):
        found = re.search(rf"^export interface {name} {{\n(.*?)^}}", module, re.MULTILINE | re.DOTALL)
        assert found is not None
        assert re.findall(r"readonly (\w+):", found[1]) == list(GAMES)


@pytest.mark.parametrize("key", GAMES)
def test_every_option_move_event_view_and_saying_of_a_game_is_there(module: str, key: str) -> None:
    game = GAMES[key]
    part = part_of(module, key)
    assert declared(part, game.options, "Options")
    assert declared(part, game.views, "View")
    own = [*(get_args(game.moves) or [game.moves]), *get_args(game.events)]
    assert [struct.__name__ for struct in own if not declared(part, struct)] == []
    sayings = get_args((PLUGINS[key].load_hints() or SEARCH_HINTS).sayings)
    assert sayings
    assert [each.__name__ for each in sayings if not declared(module, each)] == []
    union = re.search(r"export type Saying =(.*?);\n", part, re.DOTALL)
    assert union is not None
    assert re.findall(r"(?:Says\.)?(\w+)(?= \||\n|$)", union[1]) == [each.__name__ for each in sayings]


def test_fields_whose_meaning_is_narrower_than_their_python_type_are_still_fields() -> None:
    for struct, field in typescript.MEANT:
        assert field in struct.__struct_fields__
