"""What nobody needs any more is forgotten, by the documented days; what somebody can come back to is kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from laguna.server.backend import Backend
from laguna.server.operations.metrics import Metrics
from laguna.server.people.accounts import SESSION_TTL_S
from laguna.server.problem import Problem
from laguna.server.settings import DAY_S, Rate, Retention
from laguna.server.store.store import (
    AddPasskey,
    DropExpired,
    DropGuest,
    DropTable,
    Invite,
    Passkey,
    PutInvite,
    PutPerson,
    PutRemark,
    PutTable,
    PutToken,
    Remark,
    TableAge,
    Token,
)
from laguna.server.tables.retention import BATCH_SIZE, RetentionSweep, outlived
from laguna.server.tables.table_file import TableState
from laguna.server.wire.bodies import NewTable
from server.clock import Clock
from server.player import at_random, following
from server.serving import Client, Running, running_server, tight
from server.store.keeping import line, opened, person, run, table
from server.tables import begun, made, person_of


def go_round(server: Running, keep: Retention | None = None) -> None:
    """Have everything looked at once."""
    backend = server.backend
    server.call(RetentionSweep(backend.services, backend.lobby, keep or Retention()).step())


async def whole_game(name: str, *clients: Client) -> None:
    async with following(name, *clients) as players:
        await asyncio.gather(*(player.play_on(name, at_random(Random(5))) for player in players))


# How long tables are kept


@pytest.mark.parametrize(
    ("state", "reachable", "days"),
    [
        ("closed", True, 7),
        ("gathering", True, 30),
        ("playing", True, 180),
        ("over", False, 400),
        ("over", True, None),
    ],
)
def test_a_table_is_kept_for_its_days(state: TableState, reachable: bool, days: int | None) -> None:
    now = 1000.0 * DAY_S
    ages = (TableAge("t", state, now - day * DAY_S, reachable) for day in range(999))
    assert next((day for day, age in enumerate(ages) if outlived(age, Retention(), now)), None) == days


@pytest.mark.parametrize("state", ["closed", "gathering", "playing", "over"])
def test_no_days_are_for_ever(state: TableState) -> None:
    for_ever = Retention(given_up=0, unstarted=0, abandoned=0, finished=0, guests=0)
    assert not outlived(TableAge("t", state, 0.0, reachable=False), for_ever, 1e12)


def test_a_table_that_was_given_up_goes_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.write(PutPerson(person("ala")), PutTable(table("t", people=("ala",))), PutTable(table("u")))
            await store.write(line("t", 0, at=5.0), PutInvite(Invite(b"1", "t", 9.0)), line("u", 0))
            await store.write(PutRemark(Remark("t", 1, "ala", 1.0, "hello")))
            await store.write(DropTable("t", 4.0))
            assert await store.whole("t") is not None, "something has happened there since"
            await store.write(DropTable("t", 5.0), DropTable("no-such-table", 5.0))
            assert await store.whole("t") is await store.invite(b"1") is None
            assert await store.lines("t") == await store.remarks("t", None, 9) == []
            assert await store.remarks("t", "ala", 9) == []
            assert len(await store.lines("u")) == 1

    run(test())


def test_the_clockwork_forgets_tables_step_by_step(tmp_path: Path) -> None:
    clock = Clock()
    with running_server(tmp_path, clock) as server:
        ala = server.guest()
        names = [f"t{number:04}" for number in range(BATCH_SIZE + 5)]
        files = [table(name, host=person_of(ala), state="closed", created=clock.time) for name in names]
        server.call(server.backend.store.write(*map(PutTable, files)))
        fresh = made(ala)
        clock.time += 8 * DAY_S
        tidying = RetentionSweep(server.backend.services, server.backend.lobby, Retention())
        left = []
        for _ in range(3):
            server.call(tidying.step())
            left.append(server.call(server.backend.store.count()).get("closed", 0))
        assert left[0] >= 5, "not all at once"
        assert left[-1] == 0
        ala.get(f"/api/tables/{fresh}").expect(200)


def test_a_table_that_somebody_looks_at_is_not_forgotten_under_their_eyes(tmp_path: Path) -> None:
    clock = Clock()
    with running_server(tmp_path, clock) as server:
        ala = server.guest()
        name = made(ala)

        async def look() -> None:
            async with following(name, ala):
                clock.time += 31 * DAY_S
                await asyncio.to_thread(go_round, server)
                await asyncio.to_thread(lambda: ala.get(f"/api/tables/{name}").expect(200))

        asyncio.run(look())
        assert server.call(server.backend.store.table(name)) is not None
        clock.time += DAY_S
        server.call(forget_nothing_in_use(server, name))
        go_round(server)
        assert server.call(server.backend.store.table(name)) is None


async def forget_nothing_in_use(server: Running, name: str) -> None:
    """Until the socket is gone, the table is busy."""
    while not server.backend.lobby.forget(name):
        await asyncio.sleep(0)


# Who is kept


def guest(name: str, seen: float) -> tuple[PutPerson, PutToken]:
    """Somebody whose session was last used at that moment."""
    return PutPerson(person(name)), PutToken(Token(name.encode(), name, "session", 0.0, seen + SESSION_TTL_S, seen))


def test_a_guest_who_never_came_back_is_forgotten_and_nobody_else(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            gone, here = 1.0, 100.0 * DAY_S
            for name in ("gone", "passkey", "link", "seated", "owner"):
                await store.write(*guest(name, gone))
            await store.write(*guest("here", here), PutPerson(person("keyless")))
            await store.write(AddPasskey(Passkey(b"id", "passkey", b"public", 0, 1.0, "phone")))
            await store.write(PutToken(Token(b"back", "link", "recovery", 0.0, 10 * SESSION_TTL_S)))
            await store.write(PutTable(table("t", people=("seated",), host="seated", state="over")))
            await store.write(PutPerson(person("bot", owner="owner")))

            limit = here - DAY_S
            ages = await store.guests_after("", limit, 99)
            assert [age.person for age in ages if not age.held] == ["gone", "keyless"]
            assert "bot" not in [age.person for age in ages]
            assert await store.guests_after("link", limit, 2) == [age for age in ages if age.person > "link"][:2]
            await store.write(*(DropGuest(age.person, limit) for age in ages))
            assert sorted(await store.people(tuple(age.person for age in ages))) == [
                "here",
                "link",
                "owner",
                "passkey",
                "seated",
            ]
            assert await store.token(b"gone") is None

    run(test())


def test_a_guest_is_kept_while_they_come_and_forgotten_30_days_after(tmp_path: Path) -> None:
    clock = Clock()
    with running_server(tmp_path, clock) as server:
        comes, stays_away = server.guest("Ala"), server.guest("Ola")
        for _ in range(8):
            clock.time += 5 * DAY_S
            comes.get("/api/visitor").expect(200)
            go_round(server)
        comes.get("/api/me").expect(200)
        stays_away.get("/api/me").problem(401, "who_are_you")
        assert 'laguna_tidied_total{what="guests"} 1.0' in server.client().get("/metrics").body.decode()
        clock.time += 31 * DAY_S
        go_round(server, Retention(guests=0))
        comes.get("/api/me").expect(200)
        clock.time += 31 * DAY_S
        go_round(server)
        comes.get("/api/me").problem(401, "who_are_you")


def test_a_guest_who_only_looks_on_is_not_forgotten_under_their_eyes(tmp_path: Path) -> None:
    clock = Clock()
    with running_server(tmp_path, clock) as server:
        looks_on = server.guest("Ola")

        async def look(name: str) -> None:
            async with following(name, looks_on):
                clock.time += 31 * DAY_S
                await asyncio.to_thread(go_round, server)

        asyncio.run(look(made(server.guest("Ala"), open=True)))
        looks_on.get("/api/me").expect(200)


def test_a_finished_game_keeps_who_played_it_while_somebody_can_come_back(tmp_path: Path) -> None:
    clock = Clock()
    with running_server(tmp_path, clock) as server:
        ala, ola = server.guest(), server.guest()
        name = begun([ala, ola], "mahe")
        asyncio.run(whole_game(name, ala, ola))
        store = server.backend.store
        clock.time += 399 * DAY_S
        go_round(server)
        ala.get(f"/api/tables/{name}/record")
        assert len(server.call(store.people((person_of(ala), person_of(ola))))) == 2
        people = person_of(ala), person_of(ola)
        clock.time += 402 * DAY_S  # no session holds any more
        server.call(forget_nothing_in_use(server, name))
        for _ in range(2):  # first the game, then those whom it kept
            server.call(drop_expired(server))
            go_round(server)
        assert server.call(store.table(name)) is None
        assert server.call(store.people(people)) == {}


async def drop_expired(server: Running) -> None:
    await server.backend.store.write(DropExpired(server.backend.now()))


# Making and giving up


def test_a_table_that_was_given_up_counts_for_a_day(tmp_path: Path) -> None:
    clock = Clock()
    with running_server(tmp_path, clock, limits=tight(tables_per_person=3)) as server:
        ala, ola = server.guest(), server.guest()
        for _ in range(3):
            ala.delete(f"/api/tables/{made(ala)}").expect(204)
        assert "3 tables" in ala.post("/api/tables", {"game": "duck"}).problem(429, "too_many")
        made(ola)
        clock.time += DAY_S
        made(ala)


def test_tables_that_are_made_at_once_are_counted_one_by_one(tmp_path: Path) -> None:
    async def make(server: Running, host: str) -> list[object]:
        backend = server.backend
        person = await backend.store.person(host)
        assert person is not None
        making = (backend.lobby.create(person, NewTable(game="duck")) for _ in range(10))
        return await asyncio.gather(*making, return_exceptions=True)

    with running_server(tmp_path, limits=tight(tables_per_person=3)) as server:
        made_or_not = server.call(make(server, person_of(server.guest())))
        assert [each.code for each in made_or_not if isinstance(each, Problem)] == ["too_many"] * 7


def test_tables_that_are_made_at_two_servers_at_once_stay_within_the_limit(tmp_path: Path) -> None:
    async def make(server: Running, host: str) -> list[object]:
        here = server.backend
        there = Backend(server.settings, here.store, Metrics(), here.pool, here.game_services, here.now)
        person = await here.store.person(host)
        assert person is not None
        await here.lobby.create(person, NewTable(game="duck"))
        making = (each.lobby.create(person, NewTable(game="duck")) for each in (here, there))
        return await asyncio.gather(*making, return_exceptions=True)

    with running_server(tmp_path, limits=tight(tables_per_person=2)) as server:
        ala = server.guest()
        (refused,) = [each for each in server.call(make(server, person_of(ala))) if isinstance(each, Problem)]
        assert refused.code == "too_many"
        assert "2 tables" in str(refused)
        assert server.call(server.backend.store.hosted(person_of(ala), 0.0)) == 2


def test_a_rematch_counts_too(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(tables_per_person=1)) as server:
        ala, ola = server.guest(), server.guest()
        name = begun([ala, ola], "mahe")
        asyncio.run(whole_game(name, ala, ola))
        made(ala)
        ala.post(f"/api/tables/{name}/rematch").problem(429, "too_many")
        again = ola.post(f"/api/tables/{name}/rematch").expect(200)["id"]
        assert ala.post(f"/api/tables/{name}/rematch").expect(200)["id"] == again, "it is there already"


def test_tables_from_one_address_are_limited_whoever_makes_them(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(new_tables=Rate(1e-6, 3))) as server:
        for _ in range(3):
            made(server.guest())
        refused = server.guest().post("/api/tables", {"game": "duck"})
        refused.problem(429, "too_many")
        assert int(refused.headers["retry-after"]) > 0
