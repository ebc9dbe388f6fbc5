"""Two servers that write at one table in the same moment, before either has heard of the other: nothing gets lost.

Over a real PostgreSQL and a real NATS; those races that need neither are in `test_two_processes`.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from laguna.server.bus.news import Hello, Line
from laguna.server.problem import Problem
from laguna.server.store.store import Append, PutTable
from laguna.server.tables import durable_table, seating
from laguna.server.tables.room import Room
from laguna.server.tables.table_file import Seat
from server.finished import Finished
from server.player import Player
from server.several import TABLE, Kind, Several, check_told, counted, passed, until

BOT_LATER = {"whos": (0, 0), "options": {"dealer": 1}}
"""A game of Duck in which a person moves before the bot in the second seat."""


@pytest.fixture
def real(database: str, tmp_path: Path) -> Callable[[Callable[[Several], Coroutine[Any, Any, None]]], None]:
    """Runs a test with two servers."""
    return Kind(tmp_path, database).run


Real = Callable[[Callable[[Several], Coroutine[Any, Any, None]]], None]


async def rooms_of(several: Several, table: str = TABLE) -> list[Room]:
    return [await side.backend.lobby.room(table) for side in several.sides]


async def move_on(mover: Player) -> None:
    """Move as long as one is asked."""
    while mover.tables[TABLE].questions():
        await mover.move(TABLE)


async def against_a_bot(several: Several) -> None:
    """A table where the first person moves, and then a bot, which no server asks by itself."""
    for side in several.sides:
        side.backend.services.bots_asked = lambda _: None
    seats = (Seat(person=several.people[0]), Seat(bot="beginner"))
    await several.lay_out("duck", **BOT_LATER, seats=seats, open=False)


def refusals(outcomes: list[Any]) -> list[str]:
    """The codes of what was refused; whatever else went wrong is raised."""
    for outcome in outcomes:
        if isinstance(outcome, BaseException) and not isinstance(outcome, Problem):
            raise outcome
    return [outcome.code for outcome in outcomes if isinstance(outcome, Problem)]


# Bots and clocks


def test_a_bot_keeps_the_seat_of_who_left_at_one_server_while_another_stored_the_move_before(
    real: Real, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durable_table, "RECHECK_S", 0.0)

    async def test(both: Several) -> None:
        await both.lay_out("duck")
        async with both.following(0, 1) as players:
            mover, leaver = sorted(players, key=lambda player: not player.tables[TABLE].questions())
            there = players.index(leaver)
            both.hold_news()
            client = both.client(there, there)
            (await asyncio.to_thread(client.post, f"/api/tables/{TABLE}/leave")).expect(200)
            await move_on(mover)
            both.bring_news()
            for player in players:
                await until(player, mover.tables[TABLE].version)
                while player.tables[TABLE].card["seats"][there]["bot"] is None:
                    await player.hear()
            assert "moved" not in {told["type"] for told in await leaver.caught_up()}, "neither has asked the bot"
            for side in both.sides[::-1]:
                await side.look()
            await mover.until("moved", seat=there)

    real(test)


def test_a_file_that_is_changed_meanwhile_keeps_no_bot_from_being_asked_when_its_server_dies(real: Real) -> None:
    async def test(both: Several) -> None:
        await against_a_bot(both)
        async with both.following(0, 0) as (here, there):
            room = (await rooms_of(both))[1]
            both.hold_news()
            await move_on(here)
            await room.change(lambda file: replace(file, guests=(both.people[2],)))
            assert room.version == 1, "it judged by what was before the move"
            both.bring_news()
            await until(there, here.tables[TABLE].version)
            await both.sides[0].die()
            both.sides[1].backend.services.bots_asked = both.sides[1].backend.bots.look
            await both.sides[1].look()
            await there.until("moved", seat=1)

    real(test)


def test_a_bot_that_thinks_is_not_asked_again_since_the_file_is_changed_at_another_server(real: Real) -> None:
    async def test(both: Several) -> None:
        await against_a_bot(both)
        asked: list[Room] = []
        both.sides[1].backend.services.bots_asked = asked.append
        async with both.following(0, 0) as (here, there):
            await move_on(here)
            await until(there, here.tables[TABLE].version)
            room = (await rooms_of(both))[1]
            await room.change(lambda file: replace(file, guests=(both.people[2],)))
            await both.sides[1].look()
            assert asked == []

    real(test)


def test_a_clock_that_runs_out_while_its_server_is_dead_is_seen_to_by_another(real: Real) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck", clock=60)
        async with both.following(0, 1) as players:
            mover = next(player for player in players if player.tables[TABLE].questions())
            await move_on(mover)
            version = mover.tables[TABLE].version
            for player in players:
                await until(player, version)
            side = players.index(mover)
            living, onlooker = both.sides[1 - side], players[1 - side]
            await living.look()
            assert counted(living, "laguna_claims_total") == 0
            await both.sides[side].die()
            living.sharing.now = living.backend.services.now = lambda at=living.backend.now: at() + 61.0  # type: ignore[misc]
            await living.look()
            assert counted(living, "laguna_claims_total") == 1
            await onlooker.until("moved", seat=1 - side)

    real(test)


# People


def test_a_move_and_the_taking_back_of_the_one_before_it_at_two_servers_are_one_or_the_other(real: Real) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("animals_on_board")  # everybody chooses at the same time
        async with both.following(0, 1, 1) as players:
            ala, ola, _ = players
            await ala.move(TABLE)
            await ala.ask("ask_undo", TABLE, seat=0)
            version = (await ola.until("undo_asked"))["version"]
            seat, question = ola.tables[TABLE].questions()[0]
            rooms = await rooms_of(both)
            both.hold_news()
            move = msgspec.json.encode(question["moves"][0])
            outcomes = await asyncio.gather(
                rooms[0].answer_undo(both.people[1], version, grant=True),
                rooms[1].play(both.people[1], seat, question["ask"], move),
                return_exceptions=True,
            )
            both.bring_news()
            assert outcomes.count(None) == 1, outcomes
            assert len(await both.store.lines(TABLE)) == version + 1
            await check_told(players, 1, version + 1)

    real(test)


def test_a_rematch_that_is_asked_for_at_two_servers_at_once_is_one_and_begins_once(real: Real) -> None:
    game = Finished("kuna_yala", 2)

    async def test(both: Several) -> None:
        people = both.people[:2]
        seats, mixed = tuple(Seat(person=who) for who in people), tuple(game.file.luck)
        file = replace(game.file, id=TABLE, seats=seats, host=people[0], mixed=mixed)
        lines = [Append(TABLE, number, line, 1.0, 0, None) for number, line in enumerate(game.lines)]
        await both.store.write(PutTable(file), *lines)
        rooms = await rooms_of(both)
        both.hold_news()
        asking = (
            side.backend.lobby.rematch(room, who) for side, room, who in zip(both.sides, rooms, people, strict=True)
        )
        again = await asyncio.gather(*asking)
        both.bring_news()
        assert again[0].id == again[1].id != TABLE
        whole = await both.store.whole(again[0].id)
        assert whole is not None
        assert (whole[0].state, whole[0].awaited, len(whole[1])) == ("playing", (), 1)

    real(test)


@pytest.mark.parametrize("started_first", [True, False])
def test_a_table_that_is_given_up_at_one_server_and_begun_at_another_is_one_or_the_other(
    real: Real, started_first: bool
) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck")
        host, table = both.people[0], "another-table"
        file = await both.store.table(TABLE)
        assert file is not None
        await both.store.write(PutTable(replace(file, id=table, state="gathering", started=None)))
        rooms = await rooms_of(both, table)
        both.hold_news()
        doing = [rooms[0].start(host), rooms[1].change(lambda file: seating.closed(file, host))]
        outcomes = await asyncio.gather(*(doing if started_first else doing[::-1]), return_exceptions=True)
        both.bring_news()
        assert refusals(outcomes) == ["too_late"]
        whole = await both.store.whole(table)
        assert whole is not None
        assert (whole[0].state, len(whole[1])) in (("playing", 1), ("closed", 0))

    real(test)


# Hints


def test_lines_are_told_only_while_another_server_has_the_table(real: Real) -> None:
    def lines(several: Several) -> int:
        return sum(isinstance(news, Line) for _, news in several.sides[0].bus.told)

    async def test(both: Several) -> None:
        await both.lay_out("duck", (0, 0))
        async with both.following(0) as (here,):
            await here.move(TABLE)
            assert [type(news) for _, news in both.sides[0].bus.told] == [Hello]
            async with Player.connect(both.client(0, 1)) as there:
                await there.follow(TABLE)
                await passed(both, 1, 0)
                await here.move(TABLE)
                await until(there, 3)
                assert lines(both) == 1
            assert both.sides[1].backend.lobby.forget(TABLE) is False, "it was used just now"
            both.sides[1].backend.lobby._drop(TABLE)
            await passed(both, 1, 0)
            await here.move(TABLE)
            assert lines(both) == 1

    real(test)


def test_what_was_missed_is_read_as_soon_as_nats_is_back(real: Real) -> None:
    """No comparison comes by itself in this test."""

    async def test(both: Several) -> None:
        await both.lay_out("duck", (0, 0))
        assert both.broker is not None
        async with both.following(0, 0) as (here, there):
            os.kill(both.broker.pid or 0, signal.SIGKILL)
            while any(side.bus.connected for side in both.sides):
                await asyncio.sleep(0)
            for _ in range(3):
                await here.move(TABLE)
            await until(there, 4)

    real(test)


def test_a_name_and_a_mute_that_are_changed_at_two_servers_at_once_both_hold(real: Real) -> None:
    async def test(both: Several) -> None:
        ala, ola, _ = both.people
        here, there = (side.backend.people for side in both.sides)
        await asyncio.gather(here.change(ala, name="Alicja"), there.mute(ala, ola))
        stored = await both.store.person(ala)
        assert stored is not None
        assert (stored.name, stored.muted, stored.revision) == ("Alicja", (ola,), 3)

    real(test)
