"""`docs/api.md` says what is there: every message, every door, every limit, and examples that the server can read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from laguna.games import GAMES
from laguna.server.settings import Limits, Rate
from laguna.server.wire import messages
from server.serving import Running

TEXT = (Path(__file__).parents[2] / "docs/api.md").read_text("utf-8")
DOOR = re.compile(r"`(GET|POST|PUT|PATCH|DELETE) (/[^`?\s]*)`")


def section(title: str) -> str:
    """What stands under a heading, up to the next one."""
    found = re.search(rf"^#+ {title}\n(.*?)(?=^#|\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def rows(title: str) -> dict[str, list[str]]:
    """The rows of the tables under a heading, by what stands in their first cell, but for their heads."""
    found = {}
    for line in section(title).splitlines():
        first, *rest = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| `"):
            found |= dict.fromkeys(re.findall(r"`(\w+)`", first), rest)
    found.pop("type", None)
    return found


def tags(union: Any) -> set[str]:
    return {each.__struct_config__.tag for each in get_args(union)}


def test_every_message_of_a_client_is_there_with_its_fields() -> None:
    described = rows("What a client says")
    assert set(described) == tags(messages.FromClient)
    for message in get_args(messages.FromClient):
        required = {
            field.name: field.required for field in msgspec.structs.fields(message) if field.name not in ("table", "id")
        }
        told = re.findall(r"`(\w+)`(\?)?", described[message.__struct_config__.tag][0])
        assert {name: not mark for name, mark in told} == required


def test_every_message_of_the_server_is_there() -> None:
    assert set(rows("What the server says")) == tags(messages.FromServer)


def test_the_examples_are_messages() -> None:
    said = re.findall(r"→ (\{\"type\".*\})$", TEXT, re.MULTILINE)
    assert len(said) >= 7
    for text in said:
        message = msgspec.json.decode(text, type=messages.FromClient)
        if isinstance(message, messages.Play):
            assert GAMES["duck"].decode_move(message.move) is not None


def test_the_answers_in_the_examples_are_messages() -> None:
    told = re.findall(r"← (\{\"type\": \"(\w+)\".*\})$", TEXT, re.MULTILINE)
    assert {name for _, name in told} <= tags(messages.FromServer)
    kinds = {each.__struct_config__.tag: each for each in get_args(messages.FromServer)}
    whole = [(text, kinds[name]) for text, name in told if "…" not in text]
    assert len(whole) >= 3
    for text, kind in whole:
        assert set(msgspec.json.decode(text)) == {"type", *kind.__struct_fields__}


def test_every_door_is_there_and_no_other(server: Running) -> None:
    paths = server.client().get("/schema/openapi.json").expect(200)["paths"]
    offered = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert {door for door in DOOR.findall(section("REST")) if "{game}" not in door[1]} == offered


@pytest.mark.parametrize("field", msgspec.structs.fields(Limits), ids=lambda field: field.name)
def test_every_limit_is_there(field: msgspec.structs.FieldInfo) -> None:
    told = rows("Limits")[field.name][0]
    limit = field.default
    numbers = [limit.per_second, limit.burst] if isinstance(limit, Rate) else [limit]
    assert [float(number) for number in re.findall(r"\d+(?:\.\d+)?", told)] == numbers
