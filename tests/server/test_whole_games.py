"""Whole games of all five over real sockets, by people who know nothing but the protocol."""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from laguna.core import record
from laguna.games import GAMES
from server.player import Choose, Message, Player, Watched, at_random, following
from server.serving import Client, Running, running_server
from server.tables import gathered
from tiers import tiered

NAMES = ("Ala", "Ola", "Ela", "Iza")


def add_to_luck(people: list[Client], table: str) -> None:
    for client, name in zip(people, NAMES, strict=False):
        client.post(f"/api/tables/{table}/nonce", {"nonce": f"{name} likes the sea"}).expect(200)


async def played(server: Running, game: str, seats: int, choose: Choose, shared: int = 0, **new: Any) -> Watched:
    """Play a whole game; people, a second window of one of them, and a spectator must all see it right.

    The host has so many `shared` seats more, for others at the same device.
    """
    people = [server.guest(name) for name in NAMES[:seats]]
    stranger = server.guest("Obcy")
    table = gathered(people, game, **{"seats": seats + shared, "several": shared > 0, **new})
    for seat in range(seats, seats + shared):
        people[0].put(f"/api/tables/{table}/seats/{seat}", {"who": "me", "name": f"Guest {seat}"}).expect(200)
    add_to_luck(people, table)
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player.connect(client)) for client in (*people, people[0], stranger)]
        for player in players:
            await player.follow(table)
        card = people[0].post(f"/api/tables/{table}/start").expect(200)
        for player in players:
            await player.until("started")
        onlookers = players[seats:]
        ended = await asyncio.gather(
            *(player.play_on(table, choose) for player in players[:seats]),
            *(player.until("over") for player in onlookers),
        )
        watched = [player.tables[table] for player in players]
        check_the_same_game(watched, card["commitment"])
        assert ended[0] is watched[0]
        for player, client in zip(players, (*people, people[0], stranger), strict=True):
            await check_afresh(client, table, player.tables[table])
    check_record(people[0], table, card, watched[0])
    return watched[0]


async def stopped(table: str, players: list[Player], version: int, choose: Choose) -> None:
    """Play until there are so many versions; then everybody has heard all, also of what was sent at the same time."""
    await asyncio.gather(
        *(player.play_on(table, choose, lambda watched: watched.version >= version) for player in players)
    )
    for player in players * 2:
        await player.caught_up()


def check_the_same_game(watched: list[Watched], commitment: str) -> None:
    """Everybody was told the same steps, and the same end; who looks through the same eyes saw the same."""
    first, *others = watched
    assert first.over is not None
    assert hashlib.sha256(bytes.fromhex(first.over["secret"])).hexdigest() == commitment
    assert [step["version"] for step in first.steps] == list(range(1, first.version + 1))
    assert {standing["seat"] for standing in first.over["standings"]} == set(range(len(first.card["seats"])))
    for other in others:
        assert other.over == first.over
        assert [bare(step) for step in other.steps] == [bare(step) for step in first.steps]
    assert watched[-2].steps == first.steps


def bare(step: Message) -> Message:
    """A step without what only some eyes see."""
    return {name: value for name, value in step.items() if name != "sights"}


async def check_afresh(client: Client, table: str, watched: Watched) -> None:
    """Who comes anew gets exactly what somebody has who was there all the time, and all that happened meanwhile."""
    async with Player.connect(client) as anew:
        standpoint = await anew.follow(table, after=0)
    assert standpoint["version"] == watched.version
    assert anew.tables[table].views == watched.views
    eyes = {"spectator" if seat is None else str(seat): seat for seat in watched.sights}
    assert [missed["version"] for missed in standpoint["missed"]] == [step["version"] for step in watched.steps]
    for missed, step in zip(standpoint["missed"], watched.steps, strict=True):
        told = {sight["seat"]: sight["events"] for sight in step["sights"]}
        assert missed["events"] == {name: told[seat] for name, seat in eyes.items()}


def check_record(client: Client, table: str, card: Message, watched: Watched) -> None:
    """The record holds together, promises what was promised at the start, and ends as everybody was told."""
    text = client.get(f"/api/tables/{table}/record")
    assert text.status == 200
    (found,) = record.parse(text.body.decode(), "record")
    record.verify(found, GAMES)
    assert watched.over is not None
    assert found.header.commitment == card["commitment"]
    assert found.header.nonces == card["nonces"]
    assert found.end.seed == watched.over["secret"]
    assert len(found.moves) == watched.version - 1
    assert client.post("/api/verify", text.body).expect(200)["holds"]


GAMES_PLAYED = [
    ("mahe", 3, {}),
    ("mahe", 2, {"advanced": True}),
    ("duck", 4, {}),
    ("duck", 2, {"bluff_dives": True}),
    ("animals_on_board", 3, {}),
    ("kuna_yala", 4, {}),
]


@pytest.mark.parametrize(("game", "seats", "options"), GAMES_PLAYED, ids=str)
def test_a_whole_game_is_told_to_everybody_exactly(
    server: Running, game: str, seats: int, options: dict[str, Any]
) -> None:
    asyncio.run(played(server, game, seats, at_random(Random(f"{game} {seats}")), options=options))


@pytest.mark.parametrize("game", tiered(["kuna_yala", "animals_on_board"], lambda game: game == "animals_on_board"))
def test_a_whole_game_with_several_people_at_one_device_is_told_to_everybody_exactly(
    server: Running, game: str
) -> None:
    watched = asyncio.run(played(server, game, 2, at_random(Random(game)), shared=2))
    assert set(watched.sights) == {0, 2, 3}


# Ship Ahoy: what can be shot and where one sails, nobody lists

ROUND = [2 * math.pi * part / 12 for part in range(12)]
LIVELY = 6
"""In the first turns people shoot and sail; later they take whatever is offered, for the sake of time."""


class Captain:
    """Tries shots and ways by what the view shows, one after another, until one is not refused."""

    def __init__(self) -> None:
        self._tried: Counter[int] = Counter()

    def __call__(self, sight: Message) -> Message:
        view, question = sight["view"], sight["question"]
        wanted = [*self._wanted(view, question["free"]), question["moves"][0]]
        number = self._tried[question["ask"]]
        self._tried[question["ask"]] += 1
        return wanted[min(number, len(wanted) - 1)]

    def _wanted(self, view: Message, free: list[str]) -> Iterator[Message]:
        lively = view["turn"] < LIVELY
        if lively and "shoot" in free:
            yield from (shot(view, gun, heading) for gun in view["guns"] for heading in ROUND)
        if lively and "sail" in free and not view["turn"] % 2:
            yield from (way(view, ship, course) for ship in view["sailors"] for course in ROUND)


def shot(view: Message, number: int, heading: float) -> Message:
    gun = piece_of(view, number)
    x, y = gun["x"] + 0.06 * math.cos(heading), gun["y"] + 0.06 * math.sin(heading)
    return {"move": "shoot", "piece": number, "x": x, "y": y, "heading": heading, "pull": 0.6, "t_ms": 0}


def way(view: Message, number: int, course: float) -> Message:
    ship = piece_of(view, number)
    end = [ship["x"] + 0.05 * math.cos(course), ship["y"] + 0.05 * math.sin(course)]
    return {"move": "sail", "piece": number, "way": [[ship["x"], ship["y"]], end], "yaw": ship["yaw"]}


def piece_of(view: Message, number: int) -> Message:
    found: Message = next(piece for piece in view["pieces"] if piece["piece"] == number)
    return found


def test_a_whole_game_of_ship_ahoy_with_shots_and_ways_is_told_to_everybody_exactly(server: Running) -> None:
    watched = asyncio.run(played(server, "ship_ahoy", 2, Captain()))
    events = Counter(event["event"] for step in watched.steps for event in step["sights"][0]["events"])
    assert events["shot_fired"]
    assert events["sailed"]


def test_a_whole_game_of_ship_ahoy_in_teams_is_told_to_everybody_exactly(server: Running) -> None:
    asyncio.run(played(server, "ship_ahoy", 4, lambda sight: sight["question"]["moves"][0], options={"teams": True}))


# Servers that end in the middle


@pytest.mark.parametrize("game", tiered(sorted(GAMES), {"duck", "ship_ahoy"}.__contains__))
def test_a_game_goes_on_after_its_server_has_ended_twice(tmp_path: Path, game: str) -> None:
    choose = Captain() if game == "ship_ahoy" else at_random(Random(game))
    with running_server(tmp_path) as server:
        people = [server.guest(name) for name in NAMES[:2]]
        table = gathered(people, game)
        add_to_luck(people, table)
        card = people[0].post(f"/api/tables/{table}/start").expect(200)

    async def go_on(clients: list[Client], known: list[Watched], version: int) -> list[Watched]:
        async with following(table, *clients) as players:
            for player, before in zip(players, known, strict=False):
                assert player.tables[table].version == before.version
                assert player.tables[table].views == before.views
            await stopped(table, players, version, choose)
            return [player.tables[table] for player in players]

    known: list[Watched] = []
    for version in (2, 12, 10_000):
        with running_server(tmp_path) as server:
            known = asyncio.run(go_on([server.again(client) for client in people], known, version))
            if version == 10_000:
                check_record(server.again(people[0]), table, card, known[0])
