"""Servers that were away for a moment, or did not hear what became of a write: nothing waits for them in vain."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from laguna.server.clock import elapsed
from laguna.server.help import bot_seats
from laguna.server.store.shared import LIVING
from laguna.server.store.store import Append, Appended, Change, SetWake, StoreFailed
from laguna.server.tables.durable_table import BOT_TIMEOUT_S
from laguna.server.tables.table_file import Seat
from server.player import Player
from server.several import TABLE, Kind, Several, Side, counted


def test_who_comes_from_another_server_is_not_shown_what_was_before(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck", (0, 0))
        async with both.following(0, 1) as (near, _), Player.connect(both.client(0, 1)) as again:
            both.hold_news()
            await near.move(TABLE)
            standpoint = await again.follow(TABLE, after=2)
            assert (standpoint["version"], standpoint["missed"]) == (2, [])
            both.bring_news()

    kind.run(test)


async def silence(side: Side) -> None:
    """As if a server had been stopped for so long that the others take it for dead."""
    await beat_no_more(side)
    await side.store.give_back()
    side.sharing._beaten -= LIVING


async def beat_no_more(side: Side) -> None:
    """A server gives signs of life only where the test has it do so."""
    side.running.cancel()
    await asyncio.gather(side.running, return_exceptions=True)


async def beat_in_time(side: Side) -> None:
    """A server that has given signs of life all along gives another one."""
    side.sharing._beaten, side.sharing._judging_from = elapsed(), 0.0
    await side.sharing._beat()


def test_a_server_that_was_taken_for_dead_is_known_again_when_it_goes_on(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck")
        ala_id, ola_id, _ = both.people
        async with both.following(0, 1) as (ala, _):
            await ala.until("presence", online=[ala_id, ola_id])
            await beat_no_more(both.sides[0])
            await silence(both.sides[1])
            await beat_in_time(both.sides[0])
            await ala.until("presence", online=[ala_id])
            await both.sides[1].sharing._beat()
            await ala.until("presence", online=[ala_id, ola_id])

    kind.run(test)


def test_who_was_away_does_not_take_over_what_servers_look_after_that_return_as_well(
    database: str, tmp_path: Path
) -> None:
    async def test(both: Several) -> None:
        for side in both.sides:
            side.backend.services.bots_asked = lambda _: None
        await both.lay_out("duck", (0, 0), seats=(Seat(person=both.people[0]), Seat(bot="beginner")))
        await both.sides[1].store.write(SetWake(TABLE, both.sides[1].backend.now() + BOT_TIMEOUT_S - 1))
        for side in both.sides:
            await silence(side)
        await both.sides[0].sharing._beat()
        await both.sides[0].look()
        assert counted(both.sides[0], "laguna_claims_total") == 0
        await beat_in_time(both.sides[0])
        await both.sides[0].look()
        assert counted(both.sides[0], "laguna_claims_total") == 1

    Kind(tmp_path, database).run(test)


def lose_answers(side: Side) -> None:
    """Lines are stored, and who stores them is told that it failed."""
    append = side.store.append

    def lossy(line: Append, done: Appended) -> None:
        append(line, lambda error: done(error or StoreFailed("The answer is lost.")))

    side.store.append = lossy


def test_a_bot_is_asked_although_who_moved_was_told_that_it_failed(kind: Kind) -> None:
    async def test(both: Several) -> None:
        seats = (Seat(person=both.people[0]), Seat(bot="beginner"))
        await both.lay_out("duck", (0, 0), seats=seats, options={"dealer": 1})
        async with both.following(0) as (ala,):
            lose_answers(both.sides[0])
            while ala.tables[TABLE].questions():
                seat, question = ala.tables[TABLE].questions()[0]
                await ala.play(TABLE, seat, question, question["moves"][0])
                assert (await ala.until("trouble"))["code"] == "not_now"
                await ala.follow(TABLE, after=ala.tables[TABLE].version)
            await ala.until("moved", seat=1)

    kind.run(test)


def fail_once(side: Side, failing: type[Change]) -> None:
    """The next write of this kind fails."""
    write = side.store.write

    async def failed(*changes: Change) -> None:
        if any(isinstance(change, failing) for change in changes):
            side.store.write = write
            raise StoreFailed("The database is away.")
        await write(*changes)

    side.store.write = failed


def test_a_bot_whose_answer_could_not_be_stored_answers_again(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "STORE_PAUSE_S", 0.0)

    async def test(both: Several) -> None:
        seats = (Seat(person=both.people[0]), Seat(bot="beginner"))
        await both.lay_out("duck", (0, 0), seats=seats, options={"dealer": 1})
        async with both.following(0) as (ala,):
            fail_once(both.sides[0], Append)
            while ala.tables[TABLE].questions():
                await ala.move(TABLE)
            await ala.until("moved", seat=1)

    kind.run(test)
