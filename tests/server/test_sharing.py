"""What several servers share beside moves: wishes, chat, presence, calls, names, keys, clocks, and bots' questions."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from laguna.server.people.hub import CLOSE_KEY_REVOKED
from laguna.server.store.postgres.store import MAX_CLAIMS
from laguna.server.store.store import SetWake
from laguna.server.tables import undo
from laguna.server.tables.table_file import Seat
from server.clock import Clock
from server.laid import lay_out
from server.player import STEPS, Player, Watched, at_random
from server.several import TABLE, Kind, Several, check_told, counted, passed, reached, until
from tiers import tiered_rows

TOLD = (*STEPS, "over", "changed", "undo_asked", "undo_declined")
"""Messages that are the same to whoever has the same eyes, wherever they are connected."""


def is_over(watched: Watched) -> bool:
    return watched.over is not None


def told(player: Player) -> list[bytes]:
    """What came to somebody, byte by byte, of all that everybody with these eyes is told."""
    return [raw for raw, message in zip(player.raw, player.heard, strict=True) if message["type"] in TOLD]


# Moves and wishes


@pytest.mark.parametrize(
    ("game", "doubling"),
    tiered_rows(
        [("duck", True), ("animals_on_board", False), ("mahe", False)],
        {("duck", True), ("animals_on_board", False)}.__contains__,
    ),
)
def test_who_follows_from_afar_is_told_byte_for_byte_what_others_are_told(
    kind: Kind, game: str, doubling: bool
) -> None:
    async def test(both: Several) -> None:
        await both.lay_out(game)
        for side in both.sides:
            side.bus.doubling = doubling
        async with both.following(0, 0, 1, 1, 2, 2) as players:
            choose = at_random(Random(game))
            await asyncio.gather(players[0].play_on(TABLE, choose), players[3].play_on(TABLE, choose))
            version = players[0].tables[TABLE].version
            for player in players:
                while not is_over(player.tables[TABLE]):
                    await player.hear()
                await player.until("changed")
            for near, far in zip(players[::2], players[1::2], strict=True):
                assert told(near) == told(far)
                assert len(told(near)) >= version
        assert counted(both.sides[0], "laguna_heard_seconds_count") > 0

    kind.run(test)


def test_what_was_held_is_told_step_by_step_once_it_comes(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck", (1, 1))
        async with both.following(1, 0) as (near, far):
            both.sides[1].bus.hold()
            for _ in range(5):
                await near.move(TABLE)
            await passed(both, 0, 1)
            both.sides[1].bus.bring()
            await check_told([near, far], 1, 6)
            assert [step["type"] for step in far.heard if step["type"] in STEPS] == ["moved"] * 5

    kind.run(test)


def test_who_comes_from_another_server_is_never_told_less_than_they_know(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck", (1, 1))
        async with both.following(1, 0) as (near, far):
            for side in both.sides:
                side.bus.dropping = True
            for version in (3, 5):
                while near.tables[TABLE].version < version:
                    await near.move(TABLE)
                async with Player.connect(both.client(1, 1)) as again:
                    assert (await again.follow(TABLE, after=version))["version"] == version
                await until(far, version)
            await near.move(TABLE)
            path = f"/api/tables/{TABLE}/position?after=6&wait=0.01"
            told = await asyncio.to_thread(both.client(1, 1).get, path)
            assert told.expect(200)["version"] == 6

    kind.run(test)


def test_what_no_hint_told_is_found_by_comparing(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("kuna_yala")
        for side in both.sides:
            side.bus.dropping = True
            side.sharing.hint_delay_s = 0.0
        async with both.following(0, 1) as players:
            choose = at_random(Random(1))
            await asyncio.gather(*(player.play_on(TABLE, choose, reached(20)) for player in players))
            await check_told(players, 1, max(player.tables[TABLE].version for player in players))
        assert counted(both.sides[0], "laguna_missed_hints_total") > 0

    kind.run(test, compare_interval_s=0.01)


def test_a_move_is_taken_back_when_somebody_grants_it_at_another_server(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("animals_on_board")
        async with both.following(0, 1, 1, 0) as players:
            ala, ola = players[:2]
            for grant in (False, True):
                version = ala.tables[TABLE].version + 1
                await ala.move(TABLE)
                await ala.ask("ask_undo", TABLE, seat=0)
                assert (await ola.until("undo_asked"))["version"] == version
                assert (await ola.follow(TABLE))["undo"]["version"] == version
                assert (await ola.ask("answer_undo", TABLE, version=version, grant=grant))["type"] == "done"
                if grant:
                    await until(ala, version + 1)
                    break
                await ala.until("undo_declined", version=version)
                assert (await ala.ask("ask_undo", TABLE, seat=0))["code"] == "asked_already"
                await ola.move(TABLE)
                await until(ala, version + 1)
            await check_told(players, 1, ala.tables[TABLE].version)
            for near, far in ((players[0], players[3]), (players[2], players[1])):
                assert told(near) == told(far)

    kind.run(test)


def test_a_wish_that_nobody_grants_ends_at_whichever_server_looks(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo, "UNDO_TIMEOUT_S", -60.0)

    async def test(both: Several) -> None:
        await both.lay_out("animals_on_board")
        async with both.following(0, 1) as (ala, ola):
            await ala.move(TABLE)
            await ala.ask("ask_undo", TABLE, seat=0)
            await ola.until("undo_asked")
            await both.sides[1].look()
            for player in (ala, ola):
                await player.until("undo_declined")

    kind.run(test)


# People


async def say(player: Player, text: str, to: str | None = None) -> None:
    assert (await player.ask("say", TABLE, text=text, to=to))["type"] == "done"


def read(player: Player) -> list[str]:
    return [message["remark"]["text"] for message in player.heard if message["type"] == "remarked"]


async def heard_all(both: Several, players: list[Player]) -> None:
    """Everybody has heard what was said by now, wherever."""
    for teller, hearer in ((0, 1), (1, 0)):
        await passed(both, teller, hearer)
        await both.sides[hearer].settled()
    for player in players:
        await player.caught_up()


def test_a_remark_is_read_at_every_server_by_whom_it_is_for_and_who_wants_it(kind: Kind) -> None:
    async def test(both: Several) -> None:
        ala_id, ola_id, ela_id = both.people
        await both.lay_out("duck", open=False, guests=(ela_id,))
        (await asyncio.to_thread(both.client(2, 1).put, f"/api/me/muted/{ola_id}")).expect(200)
        for side in both.sides:
            side.bus.doubling = True
        async with both.following(0, 1, 2, 2) as players:
            ala, ola, ela, ela_there = players
            await say(ala, "to all")
            await say(ola, "back")
            await say(ala, "to Ola alone", ola_id)
            await say(ola, "to Ala alone", ala_id)
            await heard_all(both, players)
            assert sorted(read(ala)) == sorted(read(ola)) == ["back", "to Ala alone", "to Ola alone", "to all"]
            assert read(ela) == read(ela_there) == ["to all"]

    kind.run(test)


def test_a_remark_that_was_stored_before_somebody_came_is_not_told_them_again(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck", open=False)
        async with both.following(0, 1) as (ala, ola):
            both.sides[1].bus.hold()
            await say(ala, "hello")
            await passed(both, 0, 1)
            standpoint = await ola.follow(TABLE)
            assert [remark["text"] for remark in standpoint["remarks"]] == ["hello"]
            both.sides[1].bus.bring()
            await heard_all(both, [ala, ola])
            assert read(ola) == []

    kind.run(test)


def test_what_was_said_while_no_hint_came_is_read_once_and_by_whom_it_is_for(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck", open=False, guests=(both.people[2],))
        async with both.following(0, 1, 2, 2) as (ala, ola, _, ela):
            await say(ala, "before")
            await ola.until("remarked")
            both.sides[1].bus.dropping = True
            await say(ala, "to Ola alone", both.people[1])
            await say(ala, "to all")
            while read(ola)[-1:] != ["to all"]:
                await ola.hear()
            both.sides[1].bus.dropping = False
            await say(ala, "after")
            for player in (ola, ela):
                while read(player)[-1:] != ["after"]:
                    await player.hear()
            assert read(ola) == ["before", "to Ola alone", "to all", "after"]
            assert read(ela) == ["before", "to all", "after"]
        assert counted(both.sides[1], "laguna_missed_hints_total") > 0

    kind.run(test, compare_interval_s=0.01)


def test_everybody_knows_who_follows_the_table_at_any_server(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck")
        ala_id, ola_id, _ = both.people
        async with both.following(0) as (ala,):
            async with Player.connect(both.client(1, 1)) as ola:
                assert set((await ola.follow(TABLE))["online"]) in ({ola_id}, {ala_id, ola_id})
                await ala.until("presence", online=[ala_id, ola_id])
                assert set((await ola.follow(TABLE))["online"]) == {ala_id, ola_id}
            await ala.until("presence", online=[ala_id])
            async with Player.connect(both.client(1, 1)) as ola:
                await ola.follow(TABLE)
                await ala.until("presence", online=[ala_id, ola_id])
                await both.sides[1].sharing.say_goodbye()
                await ala.until("presence", online=[ala_id])

    kind.run(test)


def test_what_happens_before_a_server_knows_of_the_others_is_not_kept_from_them(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("animals_on_board", whos=(1, 0))
        ala_id, ola_id, _ = both.people
        async with both.following(0) as (ala,):
            both.sides[1].bus.hold()  # the answer to its greeting comes later than whoever comes, and moves
            async with Player.connect(both.client(1, 1)) as ola:
                await ola.follow(TABLE)
                await ola.move(TABLE)
                await passed(both, 1, 0)
                assert ala.tables[TABLE].version == 1
                both.sides[1].bus.bring()
                await ala.until("presence", online=[ala_id, ola_id])
                await until(ala, 2)

    kind.run(test)


def test_a_server_that_was_taken_for_dead_is_known_again_when_it_speaks(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("animals_on_board", whos=(1, 0))
        ala_id, ola_id, _ = both.people
        async with both.following(0, 1) as (ala, ola):
            await ala.until("presence", online=[ala_id, ola_id])
            for table in both.sides[0].sharing._tables.values():
                table.keep(frozenset())
            await ala.until("presence", online=[ala_id])
            await ola.move(TABLE)
            await ala.until("presence", online=[ala_id, ola_id])

    kind.run(test)


def test_who_was_at_a_server_that_died_is_there_no_more(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck")
        ala_id, ola_id, _ = both.people
        async with both.following(0, 1) as (ala, _):
            await ala.until("presence", online=[ala_id, ola_id])
            await both.sides[1].die()
            await ala.until("presence", online=[ala_id])

    kind.run(test)


async def move_on(mover: Player, other: Player) -> None:
    """Move until somebody else is asked."""
    while mover.tables[TABLE].questions():
        await mover.move(TABLE)
    await until(other, mover.tables[TABLE].version)


def test_whose_turn_it_is_is_called_wherever_they_are_connected(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck")
        async with both.following(0, 1) as (ala, ola):
            if not ola.tables[TABLE].questions():
                await move_on(ala, ola)
            await ala.ask("unfollow", TABLE)
            async with Player.connect(both.client(0, 1)) as ala_elsewhere:
                await ala_elsewhere.caught_up()
                await both.sides[1].settled()
                await passed(both, 0, 1)
                while ola.tables[TABLE].questions():
                    await ola.move(TABLE)
                for player in (ala, ala_elsewhere):
                    assert (await player.until("your_turn"))["table"] == TABLE
                await ala.follow(TABLE)
                await ala_elsewhere.follow(TABLE)
                await move_on(ala, ola)
                known = len(ala.heard), len(ala_elsewhere.heard)
                await move_on(ola, ala)
                await heard_all(both, [ala, ala_elsewhere])
                calls = [*ala.heard[known[0] :], *ala_elsewhere.heard[known[1] :]]
                assert "your_turn" not in {message["type"] for message in calls}

    kind.run(test)


def test_a_new_name_is_shown_and_a_mute_holds_at_every_server(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck")
        _, ola_id, _ = both.people
        async with both.following(0, 1) as (ala, ola):
            (await asyncio.to_thread(both.client(0, 0).patch, "/api/me", {"name": "Alicja"})).expect(200)
            card = (await ola.until("changed"))["card"]
            assert [seat["person"]["name"] for seat in card["seats"]] == ["Alicja", "Ola"]
            (await asyncio.to_thread(both.client(0, 1).put, f"/api/me/muted/{ola_id}")).expect(200)
            await passed(both, 1, 0)
            await both.sides[0].settled()
            assert (await ola.ask("say_phrase", TABLE, phrase="good_luck"))["type"] == "done"
            await heard_all(both, [ala, ola])
            assert len(read(ola)) == 1
            assert read(ala) == []

    kind.run(test)


def test_a_key_that_is_ended_at_one_server_opens_nothing_and_closes_its_sockets_at_all(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck")
        async with both.following(0, 0) as (_, there):
            (await asyncio.to_thread(both.client(0, 1).get, "/api/me")).expect(200)
            (await asyncio.to_thread(both.client(0, 0).delete, "/api/me/session")).expect(204)
            with suppress(ConnectionClosed):
                while True:
                    await there.hear()
            assert there._socket.close_code == CLOSE_KEY_REVOKED
            (await asyncio.to_thread(both.client(0, 1).get, "/api/me")).problem(401, "who_are_you")

    kind.run(test)


def test_without_a_hint_a_key_that_was_ended_and_a_mute_are_found_by_comparing(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck")
        async with both.following(1, 0) as (ola, ala), Player.connect(both.client(2, 1)) as ela:
            both.sides[1].bus.dropping = True
            (await asyncio.to_thread(both.client(2, 0).delete, "/api/me/session")).expect(204)
            (await asyncio.to_thread(both.client(0, 0).put, f"/api/me/muted/{both.people[1]}")).expect(200)
            await passed(both, 0, 1)
            assert await ela.caught_up() == [], "nobody has told it"
            await both.sides[1].sharing._compare_people()
            with suppress(ConnectionClosed):
                while True:
                    await ela.hear()
            assert ela._socket.close_code == CLOSE_KEY_REVOKED
            both.sides[1].bus.dropping = False
            assert (await ola.ask("say_phrase", TABLE, phrase="good_luck"))["type"] == "done"
            await heard_all(both, [ola, ala])
            assert (len(read(ola)), read(ala)) == (1, [])

    kind.run(test)


# Time


def test_a_shot_that_was_aimed_at_one_server_is_fired_at_another(kind: Kind) -> None:
    shot = {"move": "shoot", "piece": 999, "x": 0.0, "y": 0.0, "heading": 0.0, "pull": 0.5, "t_ms": 2000}

    async def test(both: Several) -> None:
        await both.lay_out("ship_ahoy", (0, 0))
        clock = Clock(time.time())
        for side in both.sides:
            side.backend.services.now = clock
        async with both.following(0, 0) as (here, there):
            seat, question = here.tables[TABLE].questions()[0]
            aim = {"seat": seat, "ask": question["ask"]}
            assert (await there.ask("play", TABLE, **aim, move=shot))["code"] == "wrong_moment"
            assert (await here.ask("signal", TABLE, **aim))["type"] == "done"
            await passed(both, 0, 1)
            clock.time += 2.0
            told = await there.ask("play", TABLE, **aim, move=shot)
            assert told.get("reason") == "no_such_piece", "the moment was right"

    kind.run(test)


def test_a_clock_that_has_run_out_is_seen_to_by_whichever_server_looks(kind: Kind) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("duck", clock=60)
        async with both.following(0, 1) as players:
            await both.store.write(SetWake(TABLE, 0.0))
            for side in both.sides:
                side.sharing.now = side.backend.services.now = lambda: time.time() + 100.0
            await both.sides[1].look()
            for player in players:
                card = (await player.until("changed"))["card"]
                assert [seat["bot"] for seat in card["seats"]].count("good") == 1
                await player.until("moved")
            assert counted(both.sides[1], "laguna_claims_total") >= 1
            for near, far in zip(players, reversed(players), strict=True):
                assert told(near)[0] == told(far)[0]

    kind.run(test)


def test_a_clock_that_began_anew_runs_alike_at_every_server_and_after_a_restart(kind: Kind) -> None:
    async def test(both: Several) -> None:
        long_ago = time.time() - 1000.0
        seats = tuple(Seat(person=who, bot="good") for who in both.people[:2])
        for side in both.sides:
            side.backend.services.bots_asked = lambda _: None
        await both.lay_out("duck", clock=60, seats=seats, created=long_ago)
        async with Player.connect(both.client(0, 0)) as ala, Player.connect(both.client(1, 1)) as ola:
            standpoints = [await player.follow(TABLE) for player in (ala, ola)]
            await until_alike(ala, ola)
            rooms = [await side.backend.lobby.room(TABLE) for side in both.sides]
            (due,) = {asked.due for room in rooms for asked in room.asked()}
            assert due is not None
            assert due > long_ago + 1000.0
            assert standpoints[0]["now"] <= due - 60 + 1
        stored = await both.store.table(TABLE)
        assert stored is not None
        assert [stored.due(asked.seat, long_ago) for asked in rooms[0].asked()] == [due]

    kind.run(test)


async def until_alike(*players: Player) -> None:
    """Hear until nobody's seat is kept any more, as everybody was told."""
    for player in players:
        while any(seat["bot"] for seat in player.tables[TABLE].card["seats"]):
            await player.hear()


# Servers that die


def test_a_bot_is_asked_once_and_by_another_server_when_its_own_is_dead(database: str, tmp_path: Path) -> None:
    async def test(both: Several) -> None:
        seats = (Seat(person=both.people[0]), Seat(bot="easy"), Seat(person=both.people[0]))
        both.sides[0].backend.services.bots_asked = lambda _: None  # it would answer too soon
        await both.lay_out("duck", (0, 0, 0), seats=seats)
        async with both.following(0, 0) as (here, there):
            while here.tables[TABLE].questions():
                await here.move(TABLE)
            await until(there, here.tables[TABLE].version)
            await both.sides[1].look()
            assert counted(both.sides[1], "laguna_claims_total") == 0, "its server lives"
            await both.sides[0].die()
            await both.sides[1].look()
            assert counted(both.sides[1], "laguna_claims_total") == 1
            assert (await there.until("moved"))["seat"] == 1
            await both.sides[1].look()
            assert counted(both.sides[1], "laguna_claims_total") == 1

    Kind(tmp_path, database).run(test)


def test_all_tables_of_a_dead_server_are_looked_after_at_once_however_many(database: str, tmp_path: Path) -> None:
    async def test(several: Several) -> None:
        tables = [f"table-{number}" for number in range(MAX_CLAIMS + 1)]
        for table in tables:
            await lay_out(several.store, table, "mahe", several.people[:2], Random(table))
            await several.store.write(SetWake(table, 1.0))
        (side,) = several.sides
        await side.look()
        assert counted(side, "laguna_claims_total") == len(tables)

    Kind(tmp_path, database).run(test, servers=1)


def test_without_nats_play_goes_on_and_with_it_again_all_is_told_at_once(database: str, tmp_path: Path) -> None:
    async def test(both: Several) -> None:
        await both.lay_out("kuna_yala")
        assert both.broker is not None
        async with both.following(0, 1) as players:
            choose = at_random(Random(2))
            for beyond in (10, 20):
                os.kill(both.broker.pid, signal.SIGKILL)  # it is started again after a moment
                goal = players[0].tables[TABLE].version + beyond
                await asyncio.gather(*(player.play_on(TABLE, choose, reached(goal)) for player in players))
            await check_told(players, 1, max(player.tables[TABLE].version for player in players))
            for side in both.sides:
                while not side.bus.connected:
                    await asyncio.sleep(0)
            missed = sum(counted(side, "laguna_missed_hints_total") for side in both.sides)
            assert missed > 0

    Kind(tmp_path, database).run(test, compare_interval_s=0.05)
