"""The browser's types: they say in TypeScript what the Python types say, all of it; the kept files are up to date."""

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

KEPT = Path(__file__).parents[2] / "web/src"

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
    return typescript.shared_module()


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


def test_the_kept_types_are_up_to_date() -> None:
    stale = [path for path, text in typescript.sources(KEPT).items() if path.read_text("utf-8") != text]
    assert not stale, "Run `laguna types --out web/src`, and commit the files."


def test_every_game_with_a_table_of_its_own_has_its_types_beside_it() -> None:
    tables = {path.parent.name for path in (KEPT / "games").glob("*/index.ts")}
    assert tables
    assert {path.parent.name for path in typescript.sources(KEPT) if path.name == "wire.ts"} == {"lib", *tables}


def test_no_line_is_too_long() -> None:
    too_long = [line for text in typescript.sources(KEPT).values() for line in text.splitlines() if len(line) > 120]
    assert not too_long, "A namespace indents what docstrings say: break their lines sooner."


def test_they_are_always_written_alike(module: str) -> None:
    assert typescript.shared_module() == module
    assert [typescript.game_module(key) for key in GAMES] == [typescript.game_module(key) for key in GAMES]


def test_what_all_games_share_names_none_of_them(module: str) -> None:
    words = {word.lower() for word in re.findall(r"[A-Za-z_]+", module)}
    assert words.isdisjoint(set(GAMES) | {key.replace("_", "") for key in GAMES})


def test_the_command_prints_writes_and_checks(module: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key, other = list(GAMES)[:2]
    (tmp_path / "games" / key).mkdir(parents=True)
    path, own = tmp_path / "lib/wire.ts", tmp_path / "games" / key / "wire.ts"
    assert main(["types"]) == 0
    assert capsys.readouterr().out == module
    assert main(["types", other]) == 0
    assert capsys.readouterr().out == typescript.game_module(other)
    assert main(["types", "--check", "--out", str(tmp_path)]) == 2
    assert main(["types", "--out", str(tmp_path)]) == 0
    assert main(["types", "--check", "--out", str(tmp_path)]) == 0
    assert own.read_text("utf-8") == typescript.game_module(key)
    assert not (tmp_path / "games" / other).exists()
    path.write_text(module.replace("interface Sight<", "interface Site<"), "utf-8")
    capsys.readouterr()
    assert main(["types", "--check", "--out", str(tmp_path)]) == 2
    assert "is not up to date" in " ".join(capsys.readouterr().err.split())
    assert main(["types", key, "--out", str(tmp_path)]) == 2


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
        "export interface Log<G extends GameTypes = AnyGame> {\n"
        '  readonly moves: readonly G["Move"][];\n'
        '  readonly events: Readonly<Record<string, readonly G["Event"][]>>;\n'
        '  readonly view: G["View"];\n'
        '  readonly why: G["Saying"] | null;\n'
        "}\n"
    ) in written(Shelf)
    assert (
        "export interface Shelf<G extends GameTypes = AnyGame> {\n"
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


@pytest.mark.parametrize("key", GAMES)
def test_every_option_move_event_view_and_saying_of_a_game_is_there(module: str, key: str) -> None:
    game = GAMES[key]
    part = typescript.game_module(key)
    assert declared(part, game.options, "Options")
    assert declared(part, game.views, "View")
    own = [*(get_args(game.moves) or [game.moves]), *get_args(game.events)]
    assert [struct.__name__ for struct in own if not declared(part, struct)] == []
    sayings = get_args((PLUGINS[key].load_hints() or SEARCH_HINTS).sayings)
    assert sayings
    assert [each.__name__ for each in sayings if not declared(part + module, each)] == []
    union = re.search(r"export type Saying =(.*?);\n", part, re.DOTALL)
    assert union is not None
    assert re.findall(r"(?:Says\.)?(\w+)(?= \||\n|$)", union[1]) == [each.__name__ for each in sayings]


@pytest.mark.parametrize("key", GAMES)
def test_the_types_of_a_game_are_all_there_and_import_what_they_share(module: str, key: str) -> None:
    part = typescript.game_module(key)
    together = re.search(r"export interface Types extends GameTypes \{\n(.*?)\}", part, re.DOTALL)
    assert together is not None
    assert re.findall(r"readonly (\w+): (\w+);", together[1]) == [(name, name) for name in typescript.PARTS]
    imported = re.search(r'^import type \{(.*?)\} from "\$lib/wire";$', part, re.MULTILINE | re.DOTALL)
    assert imported is not None
    used = {name.strip() for name in imported[1].split(",")} - {""}
    assert used <= set(names(module))
    assert used.isdisjoint(names(part))


def test_fields_whose_meaning_is_narrower_than_their_python_type_are_still_fields() -> None:
    for struct, field in typescript.MEANT:
        assert field in struct.__struct_fields__
