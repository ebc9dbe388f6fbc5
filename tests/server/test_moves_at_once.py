"""A plain move is made in one go and told when it is stored; whatever speaks against that is found out in turn."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from laguna.core.game import Ask, Refused
from laguna.core.services import GameService
from laguna.games import GAMES
from laguna.server.operations.metrics import Metrics
from laguna.server.people.hub import Connection, Hub
from laguna.server.problem import Problem
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import Conflict, PutPerson, StoreClosed, StoreFailed
from laguna.server.tables.durable_table import StaleAnswer
from laguna.server.tables.room import Room
from laguna.server.tables.services import TableServices
from server.laid import lay_out
from server.store.keeping import held, opened, person

SECONDS = 120
"""A test that takes longer hangs."""
TABLE, PEOPLE = "some-table", ["ala", "ola"]

Message = dict[str, Any]


class Ear:
    """The other end of a socket: it keeps what is told, or is torn off."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.torn = False

    def post(self, text: bytes) -> bool:
        if self.torn:
            raise RuntimeError("torn off")
        self.heard.append(json.loads(text))
        return True

    async def send(self, text: bytes) -> None:
        raise NotImplementedError

    async def close(self, code: int) -> None:
        raise NotImplementedError

    def leave(self) -> None:
        """See `SocketWriter`."""

    @property
    def moves(self) -> list[int]:
        """The versions that moves made which were told."""
        return [message["version"] for message in self.heard if message["type"] == "moved"]


class Ended:
    """What became of a move that was made at once."""

    def __init__(self) -> None:
        self._outcome: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()

    def __call__(self, error: Exception | None) -> None:
        self._outcome.set_result(error)

    @property
    def over(self) -> bool:
        return self._outcome.done()

    async def outcome(self) -> Exception | None:
        return await self._outcome


class Laid(NamedTuple):
    """A table of two people, loaded by one server; both look on."""

    store: SqliteStore
    room: Room
    ears: list[Ear]

    @property
    def ask(self) -> Ask:
        """The first open question."""
        assert self.room.match is not None
        ask: Ask = self.room.game.asks(self.room.match.table)[0]
        return ask

    @property
    def busy(self) -> bool:
        """Whether somebody has the table's turn."""
        return self.room._turn.taken

    def answer(self, ask: Ask, move: object = None) -> tuple[str, int, int, bytes]:
        """What its seat sends, by default the first move that is offered."""
        return PEOPLE[ask.seat], ask.seat, ask.number, msgspec.json.encode(ask.moves[0] if move is None else move)

    def play_at_once(self, ask: Ask) -> Ended:
        """Answer a question."""
        ended = Ended()
        assert self.room.play_at_once(*self.answer(ask), ended)
        return ended

    async def other_room(self) -> Room:
        """The same table, loaded by another server."""
        return await loaded(self.store, self.room.game.key)


async def loaded(store: SqliteStore, game: str) -> Room:
    services = TableServices(store, Hub(), Metrics(), time.time)
    stored = await store.whole(TABLE)
    assert stored is not None
    return await Room.open(services, GameService(GAMES[game]), *stored)


@asynccontextmanager
async def laid(folder: Path, game: str) -> AsyncIterator[Laid]:
    async with opened(folder) as store:
        await store.write(*(PutPerson(person(who)) for who in PEOPLE))
        await lay_out(store, TABLE, game, PEOPLE, Random(game))
        room, ears = await loaded(store, game), [Ear() for _ in PEOPLE]
        for who, ear in zip(PEOPLE, ears, strict=True):
            await room.follow(Connection(person(who), ear))
        yield Laid(store, room, ears)


def run(folder: Path, test: Callable[[Laid], Coroutine[Any, Any, None]], game: str = "duck") -> None:
    async def whole() -> None:
        async with laid(folder, game) as table:
            await test(table)

    asyncio.run(asyncio.wait_for(whole(), SECONDS))


def test_a_move_is_told_to_everybody_when_it_is_stored_and_not_before(tmp_path: Path) -> None:
    async def test(table: Laid) -> None:
        async with held(table.store, tmp_path):
            ended = table.play_at_once(table.ask)
            looking = asyncio.create_task(table.room.stand("ala"))
            await asyncio.sleep(0)
            assert not ended.over
            assert table.busy
            assert [ear.moves for ear in table.ears] == [[], []]
        assert await ended.outcome() is None
        assert [ear.moves for ear in table.ears] == [[2], [2]]
        version, *_ = await looking
        assert version == len(await table.store.lines(TABLE)) == 2
        assert not table.busy

    run(tmp_path, test)


def test_of_two_moves_in_one_turn_of_the_loop_the_second_is_made_after_the_first_is_stored(tmp_path: Path) -> None:
    async def test(table: Laid) -> None:
        assert table.room.match is not None
        asks = table.room.game.asks(table.room.match.table)  # everybody chooses at the same time
        ended = table.play_at_once(asks[0])
        second = table.answer(asks[1])
        assert not table.room.play_at_once(*second, Ended())
        await table.room.play(*second)
        assert await ended.outcome() is None
        assert [ear.moves for ear in table.ears] == [[2, 3], [2, 3]]
        assert len(await table.store.lines(TABLE)) == 3

    run(tmp_path, test, "animals_on_board")


@pytest.mark.parametrize(
    ("seat", "number", "move", "raised"),
    [(0, 0, b"{}", Refused), (0, 1, None, StaleAnswer), (1, 0, None, StaleAnswer)],
    ids=["no move", "another question", "another seat"],
)
def test_a_wrong_answer_is_left_to_its_turn_and_changes_nothing(
    tmp_path: Path, seat: int, number: int, move: bytes | None, raised: type[Exception]
) -> None:
    async def test(table: Laid) -> None:
        ask = table.ask
        who = (ask.seat + seat) % len(PEOPLE)
        wrong = (PEOPLE[who], who, ask.number + number, move or table.answer(ask)[-1])
        assert not table.room.play_at_once(*wrong, Ended())
        assert not table.busy
        with pytest.raises(raised):
            await table.room.play(*wrong)
        assert await table.play_at_once(ask).outcome() is None

    run(tmp_path, test)


def test_nobody_plays_from_anothers_seat(tmp_path: Path) -> None:
    async def test(table: Laid) -> None:
        _, *answer = table.answer(table.ask)
        wrong = ("ela", *answer)
        assert not table.room.play_at_once(*wrong, Ended())
        with pytest.raises(Problem, match="not your seat"):
            await table.room.play(*wrong)

    run(tmp_path, test)


def test_after_a_conflict_the_table_catches_up_and_the_answer_is_stale(tmp_path: Path) -> None:
    async def test(table: Laid) -> None:
        ask = table.ask
        await (await table.other_room()).play(*table.answer(ask))
        assert isinstance(await table.play_at_once(ask).outcome(), Conflict)
        assert not table.room.play_at_once(*table.answer(ask), Ended()), "it has to catch up first"
        with pytest.raises(StaleAnswer):
            await table.room.play(*table.answer(ask))
        assert table.room.version == 2
        assert [ear.heard[-1]["version"] for ear in table.ears] == [2, 2]
        assert await table.play_at_once(table.ask).outcome() is None

    run(tmp_path, test)


def test_a_move_that_cannot_be_stored_never_happened_and_the_table_plays_on(tmp_path: Path) -> None:
    async def test(table: Laid) -> None:
        ask = table.ask
        table.store._writer._db.execute("PRAGMA query_only = ON")
        assert isinstance(await table.play_at_once(ask).outcome(), StoreFailed)
        table.store._writer._db.execute("PRAGMA query_only = OFF")
        await table.room.play(*table.answer(ask))
        assert [ear.moves for ear in table.ears] == [[2], [2]]
        other = await table.other_room()
        assert await other.stand("ala") == await table.room.stand("ala")

    run(tmp_path, test)


def test_where_the_store_is_closed_the_move_is_told_so(tmp_path: Path) -> None:
    async def test(table: Laid) -> None:
        ask = table.ask
        await table.store.close()
        assert isinstance(await table.play_at_once(ask).outcome(), StoreClosed)
        assert not table.busy

    run(tmp_path, test)


def test_a_move_that_cannot_be_told_is_stored_and_everybody_catches_up(tmp_path: Path) -> None:
    async def test(table: Laid) -> None:
        table.ears[0].torn = True
        assert isinstance(await table.play_at_once(table.ask).outcome(), RuntimeError)
        table.ears[0].torn = False
        await table.room.stand("ala")
        assert table.room.version == len(await table.store.lines(TABLE)) == 2
        assert await table.play_at_once(table.ask).outcome() is None

    run(tmp_path, test)


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if not game.waits])
def test_a_whole_game_is_played_at_once_to_its_end(tmp_path: Path, game: str) -> None:
    async def test(table: Laid) -> None:
        random = Random(game)
        while table.room.file.state == "playing":
            assert table.room.match is not None
            ask = random.choice(table.room.game.asks(table.room.match.table))
            ended = Ended()
            assert table.room.play_at_once(*table.answer(ask, random.choice(ask.moves)), ended)
            assert await ended.outcome() is None
        lines = len(await table.store.lines(TABLE))
        for ear in table.ears:
            assert ear.moves == list(range(2, lines + 1))
            assert [message["type"] for message in ear.heard].count("over") == 1
        file = await table.store.table(TABLE)
        assert file == table.room.file
        assert file.state == "over"

    run(tmp_path, test, game)
