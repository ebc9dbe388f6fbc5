"""A rematch against bots: one request, and the next seat begins. With people, see `test_tables.py`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from laguna.core.luck import SeededLuck
from laguna.games import GAMES
from laguna.server.tables.match import Match
from server.finished import TOKEN, Finished, stored
from server.serving import Running, running_server

PLAYED = {"mahe": 3, "duck": 2, "animals_on_board": 3, "kuna_yala": 2}
"""Games that are quickly played at random, and how many play them."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("rematch")
    stored(folder, [Finished(game, seats) for game, seats in PLAYED.items()])
    with running_server(folder, bot_pause=3600.0) as running:
        yield running


async def starting_seat(server: Running, table: str) -> int | None:
    """Who began at a table, or dealt."""
    room = await server.backend.lobby.room(table)
    lines = await server.backend.services.store.lines(table)
    return room.game.starting_seat(Match.resume(room.game, room.file, lines[:1]).table)


@pytest.mark.parametrize("game", PLAYED)
def test_a_rematch_against_bots_begins_at_once_with_the_next_seat_and_the_same_bots(game: str, server: Running) -> None:
    ala = server.client()
    ala.cookies["laguna"] = TOKEN
    table = f"{game}_over_open".ljust(12, "_")
    before = server.call(starting_seat(server, table))
    assert before is not None, "it was drawn, and can be told"
    again = ala.post(f"/api/tables/{table}/rematch").expect(200)
    assert (again["state"], again["awaited"]) == ("playing", [])
    seats = ala.get(f"/api/tables/{table}").expect(200)["seats"]
    assert [(seat["bot"], seat["name"]) for seat in again["seats"]] == [(seat["bot"], seat["name"]) for seat in seats]
    assert server.call(starting_seat(server, again["id"])) == (before + 1) % len(seats)
    assert ala.post(f"/api/tables/{table}/rematch").expect(200)["id"] == again["id"], "it is there already"


@pytest.mark.parametrize("key", GAMES)
def test_the_starting_seat_is_the_one_that_the_option_names(key: str) -> None:
    game = GAMES[key]
    for seat in range(game.seats[0]):
        table, _ = game.start(game.seats[0], game.read_options({game.seat_option: seat}), SeededLuck(1))
        assert game.starting_seat(table) == seat
