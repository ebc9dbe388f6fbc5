"""Several servers at one table: everybody is told every step once and in order, wherever they and others connect.

Everything runs twice: over SQLite, with a bus within the process, and over a real PostgreSQL and a real NATS.
"""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from laguna.core import record
from laguna.games import GAMES
from laguna.server.problem import Problem
from laguna.server.store.store import PutTable
from laguna.server.tables import seating
from laguna.server.tables.game_log import record_of
from laguna.server.tables.table_file import Seat
from server.laid import gathered
from server.player import Choose, Message, Player, Watched, at_random
from server.several import TABLE, Kind, Several, check_told, counted, passed, until


def first(sight: Message) -> Message:
    move: Message = sight["question"]["moves"][0]
    return move


def last(sight: Message) -> Message:
    move: Message = sight["question"]["moves"][-1]
    return move


def is_over(watched: Watched) -> bool:
    return bool(watched.card["state"] == "over")


async def answer(player: Player, choose: Choose = first) -> int:
    """Send an answer to the first question of one's seats, and do not wait; the message's number."""
    watched = player.tables[TABLE]
    seat, question = watched.questions()[0]
    return await player.play(TABLE, seat, question, choose(watched.sights[seat]))


@pytest.mark.parametrize("game", ["kuna_yala", "animals_on_board"])
def test_a_game_at_two_servers_is_told_to_everybody_step_by_step_and_its_record_holds(kind: Kind, game: str) -> None:
    async def test(both: Several) -> None:
        await both.lay_out(game)
        async with both.following(0, 1, 1, 0) as players:
            choose = at_random(Random(game))
            await asyncio.gather(*(player.play_on(TABLE, choose, is_over) for player in players[:2]))
            version = players[0].tables[TABLE].version
            await check_told(players, 1, version)
        file = await both.store.table(TABLE)
        assert file is not None
        (found,) = record.parse(record_of(file, await both.store.lines(TABLE)), "record")
        record.verify(found, GAMES)
        assert len(found.moves) == version - 1

    kind.run(test)


def test_two_answers_at_two_servers_in_one_moment_are_both_made(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("animals_on_board")  # everybody chooses at the same time
        async with both.following(0, 1) as players:
            both.hold_news()
            for player in players:
                await answer(player)
            for seat, player in enumerate(players):
                await player.until("moved", seat=seat)
            assert len(await both.store.lines(TABLE)) == 3
            assert sorted(player.tables[TABLE].version for player in players) == [2, 3]
            both.bring_news()
            await check_told(players, 1, 3)

    kind.run(test)


def test_of_two_answers_to_one_question_at_two_servers_one_is_made_and_the_other_is_stale(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck", (1, 1))
        async with both.following(1, 1) as windows:
            both.hold_news()
            for window, choose in zip(windows, (first, last), strict=True):
                await answer(window, choose)
            for window in windows:
                await window.until("moved", version=2)
            both.bring_news()
            await check_told(windows, 1, 2)
            assert sum(told["type"] == "stale" for window in windows for told in window.heard) == 1
            assert sum(counted(side, "laguna_conflicts_total") for side in both.sides) == 1
        assert len(await both.store.lines(TABLE)) == 2

    kind.run(test)


def test_what_happens_elsewhere_while_a_server_reads_is_not_missed(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck", (1, 1))
        async with both.following(0, 1) as (far, near):
            store, bus = both.sides[0].store, both.sides[0].bus
            bus.dropping = True
            await near.move(TABLE)
            await passed(both, 1, 0)
            bus.dropping = False
            store.reads.clear()
            store.has_read.clear()
            await near.move(TABLE)  # far has a gap, and reads
            await store.has_read.wait()
            await near.move(TABLE)
            store.reads.set()
            await check_told([far, near], 1, 4)

    kind.run(test)


def test_what_happens_elsewhere_while_a_server_loads_a_table_is_not_missed(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck", (1, 1))
        store = both.sides[0].store
        async with Player.connect(both.client(0, 0)) as far, Player.connect(both.client(1, 1)) as near:
            await near.follow(TABLE)
            store.reads.clear()
            await far.send("follow", TABLE)
            await store.has_read.wait()
            await near.move(TABLE)
            store.reads.set()
            await far.until("standpoint")
            await until(far, 2)

    kind.run(test)


def test_a_wish_to_take_back_ends_when_somebody_answers_elsewhere(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("animals_on_board")
        async with both.following(0, 1, 1) as (ala, ola, other_window):
            await ala.move(TABLE)
            await until(ola, 2)
            await ala.ask("ask_undo", TABLE, seat=0)
            wish = await other_window.until("undo_asked")
            await ola.move(TABLE)
            await other_window.until("undo_declined", version=wish["version"])
            await until(other_window, 3)
            late = await other_window.ask("answer_undo", TABLE, version=wish["version"], grant=True)
            assert (late["type"], late["code"]) == ("trouble", "nothing_to_undo")
            await check_told([ala, ola, other_window], 1, 3)

    kind.run(test)


def test_a_game_that_is_started_at_two_servers_begins_once(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.store.write(PutTable(gathered(TABLE, "duck", both.people[:2], Random(0))))
        async with both.following(0, 1) as players:
            both.hold_news()
            rooms = [await side.backend.lobby.room(TABLE) for side in both.sides]
            ended = await asyncio.gather(*(room.start(both.people[0]) for room in rooms), return_exceptions=True)
            (refused,) = [problem for problem in ended if isinstance(problem, Problem)]
            assert refused.code == "too_late"
            both.bring_news()
            await check_told(players, 0, 1)

    kind.run(test)


def test_a_seat_that_two_people_want_at_two_servers_is_one_persons(kind: Kind) -> None:
    async def test(both: Several) -> None:
        file = gathered(TABLE, "duck", both.people[:2], Random(0))
        await both.store.write(PutTable(replace(file, seats=(*file.seats, Seat()), several=True)))
        async with both.following(0, 1) as players:
            both.hold_news()
            rooms = [await side.backend.lobby.room(TABLE) for side in both.sides]
            wishes = [
                room.change(lambda file, who=who: seating.taken(file, who, 2, ""))  # type: ignore[misc]
                for room, who in zip(rooms, both.people[:2], strict=True)
            ]
            ended = await asyncio.gather(*wishes, return_exceptions=True)
            (refused,) = [problem for problem in ended if isinstance(problem, Problem)]
            assert refused.code == "seat_taken"
            both.bring_news()
            for player in players:
                while (seat := player.tables[TABLE].card["seats"][2])["person"] is None:
                    await player.hear()
                assert seat["person"]["id"] == both.people[ended.index(None)]

    kind.run(test)
