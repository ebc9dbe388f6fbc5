"""Every REST door against what its description promises: strangers' input of every kind, right and wrong.

By people and programs of every kind, at tables of every state.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from laguna.core.advice import SEARCH_HINTS
from laguna.games import GAMES, PLUGINS
from laguna.laws.cases import kinds
from server.player import Player, at_random
from server.serving import Client, Running, running_server
from server.tables import begun, gathered, made, person_of

PROMISES = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
LEAVING = "/api/me/session"
"""Whoever goes through this door is nobody at the next one."""

Door = Any
"""An operation of schemathesis, which has no public type for it."""


class World(NamedTuple):
    """A server with people and programs, and tables of every state that are theirs."""

    server: Running
    callers: list[dict[str, str]]
    """What each of them sends along."""
    known: dict[str, list[str]]
    """What a path may name, by the parameter."""
    doors: list[Door]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with running_server(tmp_path_factory.mktemp("world")) as server:
        host, guest, stranger = (server.guest(name) for name in ("Ala", "Ola", "Obcy"))
        made_bot = host.post("/api/bots", {"name": "Bot"}).expect(201)
        bot = server.client(token=made_bot["token"])
        tables = [
            made(host),
            gathered([host, guest]),
            begun([host, guest, bot]),
            begun([guest, host], "kuna_yala", spectators=False),
            begun([host, guest], "ship_ahoy"),
            played_out(host, guest),
            "no-such-table",
        ]
        people = [person_of(each) for each in (host, guest, stranger)]
        known = {"table_id": tables, "other": people, "bot_id": [made_bot["bot"]["id"], "no-such-bot"]}
        callers = [sent_along(each) for each in (host, host, guest, stranger, bot, server.client())]
        description = schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")
        doors = [found.ok() for found in description.get_all_operations()]
        yield World(server, callers, known, [door for door in doors if door.path != LEAVING])


def played_out(host: Client, guest: Client) -> str:
    """A table where the game is over."""
    table = begun([host, guest], "animals_on_board")

    async def played() -> None:
        async with Player.connect(host) as one, Player.connect(guest) as other:
            for player in (one, other):
                await player.follow(table)
            await asyncio.gather(*(player.play_on(table, at_random(Random(3))) for player in (one, other)))

    asyncio.run(played())
    return table


def sent_along(client: Client) -> dict[str, str]:
    return client._headers("POST", False)


@pytest.mark.parametrize(
    ("mode", "examples", "doors_at_least"),
    [
        (GenerationMode.POSITIVE, 12, 30),
        pytest.param(GenerationMode.POSITIVE, 60, 30, marks=pytest.mark.thorough),
        pytest.param(GenerationMode.NEGATIVE, 12, 15, marks=pytest.mark.thorough),
    ],
)
def test_every_door_keeps_what_its_description_promises(
    world: World, mode: GenerationMode, examples: int, doors_at_least: int
) -> None:
    assert sum(_knock(world, door, mode, examples) for door in world.doors) >= doors_at_least


def _knock(world: World, door: Door, mode: GenerationMode, examples: int) -> bool:
    """Try a door with much; nothing to try, if there is nothing that could be sent wrongly."""
    random = Random(door.label)
    strategy: Callable[..., Any] = door.as_strategy

    @given(case=strategy(generation_mode=mode))
    @settings(max_examples=examples, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    def knock(case: Any) -> None:
        if mode is GenerationMode.POSITIVE:  # else hardly anybody would find a table
            named = {name: random.choice(world.known[name]) for name in case.path_parameters if name in world.known}
            case.path_parameters.update(named)
        if case.query and "wait" in case.query:
            case.query["wait"] = 0  # nobody has the time
        case.validate_response(case.call(headers=random.choice(world.callers)), checks=PROMISES)

    try:
        knock()
    except Unsatisfiable:
        return False
    return True


@pytest.mark.parametrize("game", GAMES)
def test_what_hints_and_analyses_say_is_described_for_every_game(world: World, game: str) -> None:
    schemas = world.server.client().get("/schema/openapi.json").expect(200)["components"]["schemas"]
    assert {"$ref": f"#/components/schemas/{game}.Saying"} in schemas["Saying"]["anyOf"]
    described = [schemas[each["$ref"].rpartition("/")[2]] for each in schemas[f"{game}.Saying"]["anyOf"]]
    writer = PLUGINS[game].load_hints() or SEARCH_HINTS
    said = [each["properties"]["says"]["enum"] for each in described]
    assert sorted(said) == sorted([saying.__struct_config__.tag] for saying in kinds(writer.sayings))


NOT_NUMBERS = ["nan", "inf", "-inf", "1e400", "1" + "0" * 40, "", "%00", "%D9%A3", "0x10", "[1]", "a" * 5000, "%FF%FE"]


@pytest.mark.parametrize("value", NOT_NUMBERS, ids=lambda value: value[:12] or "nothing")
def test_a_query_with_any_value_is_read_or_refused(world: World, value: str) -> None:
    somebody = world.server.guest()
    table = begun([somebody, world.server.guest()])
    for path in (
        f"/api/tables/{table}/position?after=0&wait=",
        f"/api/tables/{table}/position?after=",
        f"/api/tables/{table}/replay?first=",
        f"/api/tables/{table}/replay?seat=",
        "/api/tables?before=",
        "/api/me/tables?before=",
        "/api/me/tables?count=",
    ):
        assert somebody.get(path + value).status in (200, 400, 409)


BODIES = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"[" * 30_000,
    b'{"name":"\xff\xfe"}',
    b'{"name":"\\ud800"}',
    b'{"name":1e400}',
    b"\xef\xbb\xbf{}",
]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:16]))
def test_a_body_that_cannot_be_read_is_malformed(world: World, body: bytes, caplog: pytest.LogCaptureFixture) -> None:
    somebody = world.server.guest()
    with caplog.at_level(logging.WARNING):
        for method, path in (("PATCH", "/api/me"), ("POST", "/api/bots"), ("POST", "/api/tables")):
            assert somebody.send(method, path, body, **{"Content-Type": "application/json"}).problem(400, "malformed")
    assert not caplog.records


def test_who_goes_away_in_the_middle_of_a_request_is_no_error(world: World, caplog: pytest.LogCaptureFixture) -> None:
    port = world.server.settings.port
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", port)) as going:
                head = f"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
                going.sendall(f"{head}Content-Length: 99\r\n\r\n{{".encode())
        for _ in range(20):  # by then it was noticed
            world.server.client().get("/healthz").expect(200)
    assert not caplog.records
