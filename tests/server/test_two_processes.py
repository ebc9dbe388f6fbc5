"""Two servers at one table: who comes second reads what is stored, tries again, and tells everybody every step once.

Such servers need a store that several processes share, and that tells each what the others changed. There is none yet:
so two whole servers run in one process here, over one SQLite store, each by a branch of it that hears of the other's.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from laguna.bots.pool import BotPool
from laguna.core import record
from laguna.games import GAMES
from laguna.server.backend import Backend, open_services
from laguna.server.operations.metrics import Metrics
from laguna.server.operations.serving import _Server, config_of, listen
from laguna.server.problem import Problem
from laguna.server.settings import Settings
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import Append, Appended, Change, PutRemark, PutTable, SetWake
from laguna.server.tables import seating
from laguna.server.tables.game_log import record_of
from laguna.server.tables.table_file import Seat, TableFile
from server.laid import gathered, lay_out
from server.player import STEPS, Choose, Message, Player, Watched, at_random
from server.serving import GENEROUS, Client

SECONDS = 120
"""A test that takes longer hangs."""
TABLE = "some-table"


class Branch:
    """The common store, as one of its processes has it."""

    def __init__(self, store: SqliteStore) -> None:
        self.other: Branch
        self.news, self.reads = asyncio.Event(), asyncio.Event()
        """Not set: what the other changed, or what is read of a table, does not get through yet."""
        self.news.set()
        self.reads.set()
        self.has_read = asyncio.Event()
        self._store = store
        self._listeners: list[Callable[[str], None]] = []
        self._telling: set[asyncio.Task[None]] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def write(self, *changes: Change) -> None:
        await self._store.write(*changes)
        self._tell_other(*changes)

    def append(self, line: Append, done: Appended) -> None:
        def stored(error: Exception | None) -> None:
            if error is None:
                self._tell_other(line)
            done(error)

        self._store.append(line, stored)

    def _tell_other(self, *changes: Change) -> None:
        for table in dict.fromkeys(filter(None, map(table_of, changes))):
            task = asyncio.create_task(self.other.tell(table))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def whole(self, table: str) -> tuple[TableFile, list[bytes]] | None:
        found = await self._store.whole(table)
        self.has_read.set()
        await self.reads.wait()
        return found

    def listen(self, heard: Callable[[str], None]) -> None:
        self._listeners.append(heard)

    async def tell(self, table: str) -> None:
        """The other one has changed a table."""
        await self.news.wait()
        for heard in self._listeners:
            heard(table)


def table_of(change: Change) -> str | None:
    """Which table a change is of, if of any."""
    match change:
        case PutTable(file):
            return file.id
        case Append(table) | SetWake(table):
            return table
        case PutRemark(remark):
            return remark.table
        case _:
            return None


class Side(NamedTuple):
    """One of the two servers."""

    backend: Backend
    branch: Branch

    def client(self, token: str) -> Client:
        """Somebody, by the token of their session, who comes to this one."""
        client = Client(self.backend.settings.port)
        client.cookies["laguna"] = token
        return client


class Both(NamedTuple):
    """Two servers over one store, and two people whom both know."""

    store: SqliteStore
    sides: tuple[Side, Side]
    people: list[str]
    tokens: list[str]

    async def lay_out(self, game: str, seats: tuple[int, int] = (0, 1)) -> None:
        """A game of the two people, or of one of them who has both seats."""
        await lay_out(self.store, TABLE, game, [self.people[who] for who in seats], Random(game))

    def hold_news(self) -> None:
        """Neither server hears of what the other one does."""
        for side in self.sides:
            side.branch.news.clear()

    def bring_news(self) -> None:
        """They hear of it, and of all they have not heard of yet."""
        for side in self.sides:
            side.branch.news.set()

    @asynccontextmanager
    async def following(self, *whos: int) -> AsyncIterator[list[Player]]:
        """A socket for each of these people: at the first server, at the second one, at the first one, and so on."""
        async with AsyncExitStack() as stack:
            players = []
            for number, who in enumerate(whos):
                client = self.sides[number % 2].client(self.tokens[who])
                players.append(await stack.enter_async_context(Player.connect(client)))
                await players[-1].follow(TABLE)
            yield players


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[Both]:
    store = await SqliteStore.open(folder / "laguna.db")
    branches = Branch(store), Branch(store)
    branches[0].other, branches[1].other = branches[1], branches[0]
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        pool = await stack.enter_async_context(BotPool(1))
        houses = [await stack.enter_async_context(serving(folder, branch, pool)) for branch in branches]
        joined = [await houses[0].people.newcomer(name, "coral") for name in ("Ala", "Ola")]
        people, tokens = [person.id for person, _ in joined], [token for _, token in joined]
        yield Both(store, (Side(houses[0], branches[0]), Side(houses[1], branches[1])), people, tokens)


@asynccontextmanager
async def serving(folder: Path, branch: Branch, pool: BotPool) -> AsyncIterator[Backend]:
    """A server over a branch of the store."""
    listener, game_services, ready = listen("127.0.0.1", 0), open_services(), asyncio.Event()
    settings = Settings(port=listener.getsockname()[1], data=folder, limits=GENEROUS)
    backend = Backend(settings, branch, Metrics(), pool, game_services, time.time)
    server = _Server(config_of(backend), ready.set, lambda _: None)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        await ready.wait()
        yield backend
    finally:
        backend.hub.close()
        server.should_exit = True
        await task
        await backend.bots.close()
        for service in game_services.values():
            service.close()


def run(test: Callable[[Both], Coroutine[Any, Any, None]], folder: Path) -> None:
    async def whole() -> None:
        async with two_servers(folder) as both:
            await test(both)

    asyncio.run(asyncio.wait_for(whole(), SECONDS))


def versions(player: Player) -> list[int]:
    """Every version a follower was told of since they came, as a step of its own or as one that they missed."""
    told: list[int] = []
    for message in player.heard:
        if message["type"] == "standpoint":
            told += [missed["version"] for missed in message["missed"]]
        elif message["type"] in STEPS:
            told.append(message["version"])
    return told


async def until(player: Player, version: int) -> None:
    """Hear until the table stands there."""
    while player.tables[TABLE].version < version:
        await player.hear()


async def check_told(players: list[Player], came: int, version: int) -> None:
    """Everybody was told of every version, once and in order, and sees what somebody sees who comes afresh."""
    for player in players:
        await until(player, version)
        await player.caught_up()
        assert versions(player) == list(range(came + 1, version + 1))
        views = player.tables[TABLE].views
        await player.follow(TABLE)
        assert player.tables[TABLE].views == views


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
def test_a_game_at_two_servers_is_told_to_everybody_step_by_step_and_its_record_holds(
    tmp_path: Path, game: str
) -> None:
    async def test(both: Both) -> None:
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

    run(test, tmp_path)


def test_two_answers_at_two_servers_in_one_moment_are_both_made(tmp_path: Path) -> None:
    async def test(both: Both) -> None:
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

    run(test, tmp_path)


def test_of_two_answers_to_one_question_at_two_servers_one_is_made_and_the_other_is_stale(tmp_path: Path) -> None:
    async def test(both: Both) -> None:
        await both.lay_out("duck", (1, 1))
        async with both.following(1, 1) as windows:
            both.hold_news()
            numbers = [await answer(window, choose) for window, choose in zip(windows, (first, last), strict=True)]
            answers = [
                await window.hear_until(lambda told, number=number: told["type"] == "moved" or told.get("id") == number)
                for window, number in zip(windows, numbers, strict=True)
            ]
            assert sorted(told["type"] for told in answers) == ["moved", "stale"]
            both.bring_news()
            await check_told(windows, 1, 2)
        assert len(await both.store.lines(TABLE)) == 2

    run(test, tmp_path)


def test_what_happens_elsewhere_while_a_server_reads_is_not_missed(tmp_path: Path) -> None:
    async def test(both: Both) -> None:
        await both.lay_out("duck", (1, 1))
        async with both.following(0, 1) as (far, near):
            branch = both.sides[0].branch
            branch.reads.clear()
            branch.has_read.clear()
            await near.move(TABLE)
            await branch.has_read.wait()
            await near.move(TABLE)
            branch.reads.set()
            await check_told([far, near], 1, 3)

    run(test, tmp_path)


def test_what_happens_elsewhere_while_a_server_loads_a_table_is_not_missed(tmp_path: Path) -> None:
    async def test(both: Both) -> None:
        await both.lay_out("duck", (1, 1))
        branch = both.sides[0].branch
        clients = [side.client(token) for side, token in zip(both.sides, both.tokens, strict=True)]
        async with Player.connect(clients[0]) as far, Player.connect(clients[1]) as near:
            await near.follow(TABLE)
            branch.reads.clear()
            await far.send("follow", TABLE)
            await branch.has_read.wait()
            await near.move(TABLE)
            branch.reads.set()
            await far.until("standpoint")
            await until(far, 2)

    run(test, tmp_path)


def test_a_wish_to_take_back_ends_when_somebody_answers_elsewhere(tmp_path: Path) -> None:
    async def test(both: Both) -> None:
        await both.lay_out("animals_on_board")
        async with both.following(0, 1, 1) as (ala, ola, other_window):
            await ala.move(TABLE)
            await until(ola, 2)
            await ala.ask("ask_undo", TABLE, seat=0)
            wish = await other_window.until("undo_asked")
            await ola.move(TABLE)
            standpoint = await other_window.until("standpoint", version=3)
            assert standpoint["undo"] is None
            assert "undo_declined" in [message["type"] for message in other_window.heard]
            late = await other_window.ask("answer_undo", TABLE, version=wish["version"], grant=True)
            assert (late["type"], late["code"]) == ("trouble", "nothing_to_undo")
            await check_told([ala, ola, other_window], 1, 3)

    run(test, tmp_path)


def test_a_game_that_is_started_at_two_servers_begins_once(tmp_path: Path) -> None:
    async def test(both: Both) -> None:
        await both.store.write(PutTable(gathered(TABLE, "duck", both.people, Random(0))))
        async with both.following(0, 1) as players:
            both.hold_news()
            rooms = [await side.backend.lobby.room(TABLE) for side in both.sides]
            ended = await asyncio.gather(*(room.start(both.people[0]) for room in rooms), return_exceptions=True)
            (refused,) = [problem for problem in ended if isinstance(problem, Problem)]
            assert refused.code == "too_late"
            both.bring_news()
            await check_told(players, 0, 1)

    run(test, tmp_path)


def test_a_seat_that_two_people_want_at_two_servers_is_one_persons(tmp_path: Path) -> None:
    async def test(both: Both) -> None:
        file = gathered(TABLE, "duck", both.people, Random(0))
        await both.store.write(PutTable(replace(file, seats=(*file.seats, Seat()), several=True)))
        async with both.following(0, 1) as players:
            both.hold_news()
            rooms = [await side.backend.lobby.room(TABLE) for side in both.sides]
            wishes = [
                room.change(lambda file, who=who: seating.taken(file, who, 2, ""))  # type: ignore[misc]
                for room, who in zip(rooms, both.people, strict=True)
            ]
            ended = await asyncio.gather(*wishes, return_exceptions=True)
            (refused,) = [problem for problem in ended if isinstance(problem, Problem)]
            assert refused.code == "seat_taken"
            both.bring_news()
            for player in players:
                while (seat := player.tables[TABLE].card["seats"][2])["person"] is None:
                    await player.hear()
                assert seat["person"]["id"] == both.people[ended.index(None)]

    run(test, tmp_path)
