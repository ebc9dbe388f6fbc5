"""Games go on from snapshots just as if all of their lines had been played, and a bad snapshot does no harm."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections import deque
from collections.abc import Callable, Coroutine
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from games.ship_ahoy.table import straight
from laguna.core.bot import AnyGame
from laguna.core.luck import SecretLuck, SeededLuck
from laguna.core.record import BadRecord
from laguna.core.services import GameService
from laguna.games import GAMES, RULED
from laguna.games.duck.components import Duck
from laguna.games.ship_ahoy.game import ShipAhoyGame
from laguna.server.operations.disk_space import DiskSpace
from laguna.server.operations.metrics import Metrics
from laguna.server.people.hub import Connection, Hub
from laguna.server.settings import Settings
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import (
    Append,
    Change,
    Person,
    PutPerson,
    PutSnapshot,
    PutTable,
    Resumable,
    Snapshot,
    StoreFailed,
)
from laguna.server.tables.audience import eyes_of
from laguna.server.tables.game_log import UndoneEntry, encoded, entries_of
from laguna.server.tables.history import history
from laguna.server.tables.lobby import Lobby
from laguna.server.tables.match import MAX_RECENT_STEPS, Happened, Match
from laguna.server.tables.resuming import SNAPSHOT_EVERY, SnapshotKeeper, from_snapshot, resume, snapshot_of
from laguna.server.tables.room import Room
from laguna.server.tables.services import TableServices
from laguna.server.tables.table_file import Seat, TableFile

AT, TABLE, LINES = 1_000.0, "table", 40
PEOPLE = ("ala", "bob", "cela", "dan")
MAX_SNAPSHOT_BYTES = 6_000
SECONDS = 60
"""A test that takes longer hangs."""

SOMETIMES_WITHOUT_LUCK = ("animals_on_board", "duck", "kuna_yala")
"""Games in which some moves draw no luck: they can be taken back."""
PLAYED: dict[str, AnyGame] = {**{key: GAMES[key] for key in RULED}, "ship_ahoy": ShipAhoyGame(straight)}
"""Every game, of which Ship Ahoy has its balls fly straight on: physics takes its time."""
every_game = pytest.mark.parametrize("key", PLAYED)


class Played(NamedTuple):
    """A game as it was played and stored, with some moves taken back, and a snapshot after every line."""

    game: AnyGame
    file: TableFile
    lines: list[bytes]
    snapshots: list[Snapshot]
    match: Match

    def stored(self, version: int) -> Resumable:
        """What the store has of it, if this was the last snapshot."""
        return Resumable(self.file, self.snapshots[version - 1], self.lines[version:])


def file_of(key: str) -> TableFile:
    """A table of four people."""
    luck = SecretLuck(bytes(range(32)))
    return TableFile(
        id=TABLE,
        game=key,
        options={},
        seats=tuple(Seat(person=name) for name in PEOPLE),
        host=PEOPLE[0],
        secret=luck.seed.hex(),
        commitment=luck.commitment,
        created=AT,
        started=AT,
        state="playing",
        nonces={"ala": "ahoj"},
    )


@cache
def played(key: str, count: int = LINES) -> Played:
    """A random game of so many lines, if it is not over before."""
    game, file, players = PLAYED[key], file_of(key), SeededLuck(3)
    match, header, events = Match.begin(game, file, AT)
    lines, snapshots, recent = [], [], deque[Happened](maxlen=MAX_RECENT_STEPS)

    def keep(line: bytes, step: Happened) -> None:
        lines.append(line)
        recent.append(step)
        snapshot = snapshot_of(TABLE, match, recent)
        assert snapshot is not None
        snapshots.append(snapshot)

    keep(encoded(header), Happened(1, None, False, events))
    while len(lines) < count - 1 and match.position.numbers:
        before, at = match.table.copy(), AT + len(lines)
        asked = sorted(match.position.numbers.items())
        seat, ask = asked[players.below(len(asked))]
        made = match.play(seat, ask, game.read_move(game.random_move(match.table, seat, players)), at, None)
        match.accept(made)
        keep(encoded(made.entry), Happened(match.position.version, seat, False, made.events))
        if not made.entry.line.draws and players.below(3) == 0:
            entry = UndoneEntry(at + 0.5, seat)
            match.take_back(before, match.taken_back(before, entry.at), entry)
            keep(encoded(entry), Happened(match.position.version, seat, True, ()))
    return Played(game, file, lines, snapshots, match)


def position_of(match: Match) -> list[object]:
    """All that a match goes on from."""
    game, eyes = match.game, (None, *range(match.table.seats))
    seen = (game.views_for(match.table, eyes), game.asks(match.table), game.standings(match.table))
    return [match.position, match.luck.position, encoded(match.last), game.freeze(match.table), seen]


@every_game
def test_a_game_from_any_snapshot_is_the_game_of_the_whole_log(key: str) -> None:
    it = played(key)
    entries = entries_of(it.lines[1:])
    whole, recent = Match.retrace(it.game, it.file, it.lines)
    assert position_of(whole) == position_of(it.match), "as it was played"
    for version in range(1, len(it.lines) + 1):
        if any(isinstance(entry, UndoneEntry) for entry in entries[version - 1 : version]):
            with pytest.raises(BadRecord, match="takes back a move that nobody made"):
                from_snapshot(it.game, it.stored(version), it.snapshots[version - 1])
        else:
            match, steps = from_snapshot(it.game, it.stored(version), it.snapshots[version - 1])
            assert position_of(match) == position_of(whole)
            assert steps == recent
    assert len(entries) > 2 * MAX_RECENT_STEPS
    assert any(isinstance(entry, UndoneEntry) for entry in entries) or key not in SOMETIMES_WITHOUT_LUCK


@every_game
def test_a_game_from_a_snapshot_goes_on_with_the_same_luck(key: str) -> None:
    it = played(key)
    start = next(number for number, line in enumerate(it.lines) if number > 12 and b'"undone"' not in line)
    one = Match.resume(it.game, it.file, it.lines)
    other, _ = from_snapshot(it.game, it.stored(start), it.snapshots[start - 1])
    for at in range(60):
        if one.position.over:
            break
        seat, ask = min(one.position.numbers.items())
        move = it.game.random_move(one.table, seat, SeededLuck(at))
        made = [match.play(seat, ask, it.game.read_move(move), AT + at, None) for match in (one, other)]
        assert (made[0].entry, made[0].events) == (made[1].entry, made[1].events)
        one.accept(made[0])
        other.accept(made[1])
    assert position_of(one) == position_of(other)


@every_game
def test_the_last_steps_are_those_that_the_whole_log_tells_to_each_pair_of_eyes(key: str) -> None:
    it = played(key)
    told = list(history(it.game, it.lines))
    recent = Match.retrace(it.game, it.file, it.lines)[1]
    assert len(recent) == MAX_RECENT_STEPS
    for eyes in ((None,), (0,), (1, 2), (3,)):
        assert [step.seen_by(eyes) for step in recent] == [step.seen_by(eyes) for step in told[-MAX_RECENT_STEPS:]]


@every_game
def test_a_snapshot_is_small(key: str) -> None:
    assert max(len(snapshot.state) for snapshot in played(key, 60).snapshots) < MAX_SNAPSHOT_BYTES


# What does not serve


class Counted(NamedTuple):
    """A game that counts the moves made at its tables."""

    game: AnyGame
    moves: list[int]


def counted(game: AnyGame) -> Counted:
    moves: list[int] = []

    def play_read(self: Any, table: Any, seat: int, *rest: Any) -> Any:
        moves.append(seat)
        return type(game).play_read(self, table, seat, *rest)

    return Counted(type("CountedGame", (type(game),), {"play_read": play_read})(), moves)


def wider() -> AnyGame:
    """Duck with one more number on its tables."""
    game: Any = GAMES["duck"]
    state = type("WiderDuck", (Duck,), {})
    state.FIELDS, state.ARRAYS = {**Duck.FIELDS, "ponds": None}, Duck.ARRAYS
    return type("WiderGame", (type(game),), {"rules": dataclasses.replace(game.rules, state=state)})()


def run(test: Callable[[SqliteStore], Coroutine[Any, Any, None]], folder: Path) -> None:
    async def whole() -> None:
        store = await SqliteStore.open(folder / "laguna.db")
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(asyncio.wait_for(whole(), SECONDS))


async def put(store: SqliteStore, it: Played, snapshot: Snapshot, count: int | None = None) -> Resumable:
    """Store a game, or so many lines of it, with this snapshot; what the store then has to go on with."""
    appended = [Append(TABLE, number, line, AT, 0, None) for number, line in enumerate(it.lines[:count])]
    await store.write(PutTable(it.file), *appended, PutSnapshot(snapshot))
    stored = await store.resumable(TABLE)
    assert stored is not None
    return stored


def spoilt(snapshot: Snapshot) -> list[Snapshot]:
    """The same with something else in place of a byte, cut off, or empty."""
    state = snapshot.state
    places = range(0, len(state), 7)
    changed = [state[:place] + bytes([state[place] ^ 1]) + state[place + 1 :] for place in places]
    cut = [state[:place] for place in places]
    return [msgspec.structs.replace(snapshot, state=each) for each in (*changed, *cut, b"", b"no snapshot")]


def test_a_spoilt_snapshot_is_left_aside_for_the_whole_log(tmp_path: Path) -> None:
    it = played("duck")
    for snapshot in spoilt(it.snapshots[29]):
        try:
            match, _ = from_snapshot(it.game, it.stored(30), snapshot)
        except Exception:  # noqa: BLE001, S112 - whatever it is, it is left aside
            continue
        assert position_of(match) == position_of(it.match), "a byte that says nothing"

    async def test(store: SqliteStore) -> None:
        stored = await put(store, it, msgspec.structs.replace(it.snapshots[29], state=b"no snapshot"))
        resumed = await resume(store, it.game, stored)
        assert resumed.match is not None
        assert position_of(resumed.match) == position_of(it.match)

    run(test, tmp_path)


@pytest.mark.parametrize("game", [wider(), GAMES["duck"]], ids=["other fields", "other table"])
def test_a_snapshot_in_another_form_is_left_aside(game: AnyGame, tmp_path: Path) -> None:
    it = played("duck")
    snapshot = it.snapshots[29]
    if game is it.game:
        snapshot = msgspec.structs.replace(played("mahe").snapshots[29], version=30)

    async def test(store: SqliteStore) -> None:
        playing = counted(game)
        resumed = await resume(store, playing.game, await put(store, it, snapshot))
        assert resumed.match is not None
        assert resumed.match.position == it.match.position
        assert len(playing.moves) >= len(entries_of(it.lines[1:])) / 2
        assert resumed.match.game.views_for(resumed.match.table, range(4)) == it.game.views_for(
            it.match.table, range(4)
        )

    run(test, tmp_path)


def test_a_snapshot_of_a_line_that_was_lost_is_left_aside(tmp_path: Path) -> None:
    it = played("duck")

    async def test(store: SqliteStore) -> None:
        stored = await put(store, it, it.snapshots[34], count=30)
        assert stored.lines == []
        resumed = await resume(store, it.game, stored)
        assert resumed.match is not None
        assert position_of(resumed.match) == position_of(Match.resume(it.game, it.file, it.lines[:30]))

    run(test, tmp_path)


@pytest.mark.parametrize("key", SOMETIMES_WITHOUT_LUCK)
def test_a_move_that_is_taken_back_after_its_snapshot_has_the_whole_log_played(key: str, tmp_path: Path) -> None:
    it = played(key)
    undone = next(number for number, entry in enumerate(entries_of(it.lines[1:]), 1) if isinstance(entry, UndoneEntry))

    async def test(store: SqliteStore) -> None:
        resumed = await resume(store, it.game, await put(store, it, it.snapshots[undone - 1]))
        assert resumed.match is not None
        assert position_of(resumed.match) == position_of(it.match)

    run(test, tmp_path)


def test_who_is_further_behind_than_the_last_steps_gets_all_that_are_missing(tmp_path: Path) -> None:
    it = played("duck")

    async def test(store: SqliteStore) -> None:
        stored = await put(store, it, it.snapshots[29])
        for seen in range(len(it.lines) + 1):
            resumed = await resume(store, it.game, stored, seen)
            told = [step for step in resumed.recent if step.version > seen]
            assert told == list(history(it.game, it.lines))[seen:]

    run(test, tmp_path)


# When they are taken


class Watching:
    """A store that tells when a snapshot was stored, or fails to store any."""

    def __init__(self, store: SqliteStore, *, failing: bool = False) -> None:
        self.kept = asyncio.Event()
        self._store = store
        self._failing = failing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def write(self, *changes: Change) -> None:
        if any(isinstance(change, PutSnapshot) for change in changes):
            self.kept.set()
            if self._failing:
                raise StoreFailed("The disk is full.")
        await self._store.write(*changes)


class Reader:
    """The other end of a socket."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def post(self, text: bytes) -> bool:
        self.heard.append(text)
        return True

    async def send(self, text: bytes) -> None:
        self.heard.append(text)

    async def close(self, code: int) -> None: ...

    def leave(self) -> None: ...


def person(name: str) -> Person:
    return Person(id=name, name=name, colour="lagoon", created=AT)


def lobby_over(store: Any, game: AnyGame, folder: Path) -> Lobby:
    """The tables of a server that has just been started."""
    services = TableServices(store, Hub(), Metrics(), time.time)
    return Lobby(services, Settings(data=folder), {game.key: GameService(game)}, DiskSpace(folder, 0))


async def play_on(room: Room, version: int) -> None:
    """Play a table on until its log has so many lines."""
    assert room.match is not None
    while room.version < version:
        seat, ask = min(room.match.position.numbers.items())
        move = room.game.random_move(room.match.table, seat, SeededLuck(room.version))
        await room.play(PEOPLE[seat], seat, ask, msgspec.json.encode(move))


async def missed_by(room: Room, name: str, after: int) -> Any:
    """What a person is told who comes back."""
    reader = Reader()
    await room.follow(Connection(person(name), reader), 1, after)
    return msgspec.json.decode(reader.heard[0])["missed"]


def test_a_server_that_is_started_again_goes_on_from_the_snapshot(tmp_path: Path) -> None:
    async def test(store: SqliteStore) -> None:
        it, watching = played("duck"), Watching(store)
        begun = [PutTable(it.file), Append(TABLE, 0, it.lines[0], AT, 15, None)]
        await store.write(*(PutPerson(person(name)) for name in PEOPLE), *begun)
        room = await lobby_over(watching, it.game, tmp_path).room(TABLE)
        await play_on(room, SNAPSHOT_EVERY - 1)
        assert not watching.kept.is_set()
        await play_on(room, SNAPSHOT_EVERY + 3)
        await watching.kept.wait()
        stored = await store.resumable(TABLE)
        assert stored is not None
        assert stored.snapshot is not None
        assert stored.snapshot.version + len(stored.lines) == room.version
        playing = counted(it.game)
        again = await lobby_over(store, playing.game, tmp_path).room(TABLE)
        told = list(history(it.game, await store.lines(TABLE)))
        for name in PEOPLE:
            for after in range(again.version - MAX_RECENT_STEPS, again.version + 1):
                steps = [step.seen_by(eyes_of(it.file, name)) for step in told[after:]]
                assert await missed_by(again, name, after) == msgspec.json.decode(msgspec.json.encode(steps))
        assert len(playing.moves) == len(stored.lines)
        assert again.match is not None
        assert room.match is not None
        assert position_of(again.match)[:4] == position_of(room.match)[:4]

    run(test, tmp_path)


def test_a_snapshot_that_cannot_be_stored_holds_up_no_move(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test(store: SqliteStore) -> None:
        it, watching = played("duck"), Watching(store, failing=True)
        begun = [PutTable(it.file), Append(TABLE, 0, it.lines[0], AT, 15, None)]
        await store.write(*(PutPerson(person(name)) for name in PEOPLE), *begun)
        room = await lobby_over(watching, it.game, tmp_path).room(TABLE)
        await play_on(room, SNAPSHOT_EVERY + 3)
        await watching.kept.wait()
        await play_on(room, SNAPSHOT_EVERY + 4)

    run(test, tmp_path)
    assert "A snapshot could not be stored" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    ("version", "undone", "kept"),
    [(63, False, 0), (64, False, 1), (64, True, 1), (65, False, 0), (65, True, 1), (66, True, 0), (128, False, 1)],
)
def test_snapshots_are_taken_every_64_lines_and_anew_where_one_was_undone(
    version: int, undone: bool, kept: int, tmp_path: Path
) -> None:
    async def test(store: SqliteStore) -> None:
        watching, taken = Watching(store), asyncio.Event()

        async def take() -> Snapshot | None:
            taken.set()
            return Snapshot(TABLE, version, b"state")

        keeper = SnapshotKeeper(watching, take)  # type: ignore[arg-type]
        keeper.grown(version, undone=undone)
        if kept:
            await taken.wait()
            await watching.kept.wait()
        assert (keeper._keeping is not None) == bool(kept)

    run(test, tmp_path)
