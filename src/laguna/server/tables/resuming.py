"""A stored game taken up where it stands: from its last snapshot where that serves, else from its first line on.

A snapshot spares the playing of the lines before it, and nothing else. Whatever is wrong with one, or if a move before
it was taken back, the whole log is played.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from functools import cache
from typing import Any, NamedTuple

import msgspec

from laguna.core import record
from laguna.core.bot import AnyGame
from laguna.core.record import BadRecord
from laguna.server.problem import not_found
from laguna.server.store.store import PutSnapshot, Resumable, Snapshot, Store, StoreClosed, StoreFailed
from laguna.server.tables.game_log import Entry, entries_of, lines_of
from laguna.server.tables.match import MAX_RECENT_STEPS, Happened, Match, MatchPosition, luck_of
from laguna.server.tables.table_file import TableFile

_LOG = logging.getLogger(__name__)

SNAPSHOT_EVERY = 64
"""So many lines of a log are played at most to go on with a game that is kept in snapshots."""


class Resumed(NamedTuple):
    """A table from the store: its file, its game (None: not begun), and the last steps of that."""

    file: TableFile
    match: Match | None
    recent: deque[Happened]


class _State(msgspec.Struct, frozen=True, array_like=True):
    """What a snapshot holds."""

    version: int
    table: bytes
    luck: tuple[int, ...]
    since: dict[int, float]
    last: Entry | None
    recent: msgspec.Raw
    """The last steps, with the events of the game: see `_recent_decoder`."""


_state = msgspec.msgpack.Decoder(_State)
_encode = msgspec.msgpack.Encoder().encode


async def resume(store: Store, game: AnyGame, stored: Resumable, seen: int | None = None) -> Resumed:
    """Take a stored table up. Its last steps are at hand, all those after version `seen` among them.

    Raises `BadRecord`, or `Problem` for a table that is gone meanwhile.
    """
    resumed = await _from_snapshot(store, game, stored, stored.snapshot, seen) if stored.snapshot else None
    if resumed is not None:
        return resumed
    file, lines = stored.file, stored.lines
    if stored.snapshot is not None:
        whole = await store.whole(file.id)
        if whole is None:
            raise not_found("table")
        file, lines = whole
    if not lines:
        if file.started is not None:
            raise BadRecord("The game has begun, and its log is gone.")
        return Resumed(file, None, deque())
    return Resumed(file, *Match.retrace(game, file, lines, _kept(len(lines), seen)))


async def _from_snapshot(
    store: Store, game: AnyGame, stored: Resumable, snapshot: Snapshot, seen: int | None
) -> Resumed | None:
    """A table from its snapshot; None, if that does not serve."""
    if not stored.lines and not await store.lines(snapshot.table, snapshot.version - 1):
        _LOG.warning("Snapshot is ahead of the log: it is left aside.", extra={"table": snapshot.table})
        return None
    keep = _kept(snapshot.version + len(stored.lines), seen)
    try:
        match, recent = from_snapshot(game, stored, snapshot, keep)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with it: the log alone is the truth
        why = f"{type(error).__name__}: {error}"
        _LOG.info("Snapshot does not serve: the whole log is played.", extra={"table": snapshot.table, "why": why})
        return None
    if seen is not None and not (recent and recent[0].version <= seen + 1):
        return None
    return Resumed(stored.file, match, recent)


def _kept(version: int, seen: int | None) -> int:
    """How many of the last steps are wanted."""
    return MAX_RECENT_STEPS if seen is None else max(MAX_RECENT_STEPS, version - seen)


def snapshot_of(table: str, match: Match, recent: Iterable[Happened]) -> Snapshot | None:
    """Where a game stands, with its last steps, as it may be stored; None: its tables cannot be frozen."""
    frozen = match.game.freeze(match.table)
    if frozen is None:
        return None
    position = match.position
    steps = msgspec.Raw(_encode([msgspec.structs.astuple(step) for step in recent]))
    state = _State(position.version, frozen, match.luck.position, position.since, match.last, steps)
    return Snapshot(table, position.version, zlib.compress(_encode(state)))


def from_snapshot(
    game: AnyGame, stored: Resumable, snapshot: Snapshot, keep: int = MAX_RECENT_STEPS
) -> tuple[Match, deque[Happened]]:
    """A game from its snapshot and the lines since, and so many of the last steps. May raise anything."""
    state, file = _state.decode(zlib.decompress(snapshot.state)), stored.file
    table = game.thaw(state.table)
    laid_out = (snapshot.version, len(file.seats), game.read_options(file.options))
    if table is None or (state.version, table.seats, table.options) != laid_out:
        raise BadRecord("It is of another table, or another version of the game.")
    luck, entries = luck_of(file), entries_of(stored.lines)
    luck.rewind(state.luck)
    match = Match(game, luck, table, MatchPosition(state.version, {}, state.since), state.last)
    recent = deque([Happened(*step) for step in _recent_decoder(game.events).decode(state.recent)], maxlen=keep)
    first = state.version + 1
    match.go_on(entries, record.steps_from(game, table, lines_of(entries), luck=luck, first=first), recent)
    return match, recent


@cache
def _recent_decoder(events: Any) -> msgspec.msgpack.Decoder[list[Any]]:  # noqa: ANN401 - a type or a union of types
    """Reads the steps of a snapshot, with these events."""
    return msgspec.msgpack.Decoder(list[tuple[int, int | None, bool, tuple[events, ...]]])


class SnapshotKeeper:
    """Stores a snapshot of one game now and then: when its log has grown by a move, and nobody waits for it."""

    __slots__ = ("_keeping", "_store", "_take")

    def __init__(self, store: Store, take: Callable[[], Awaitable[Snapshot | None]]) -> None:
        self._store = store
        self._take = take
        self._keeping: asyncio.Task[None] | None = None

    def grown(self, version: int, *, undone: bool = False) -> None:
        """The log has so many lines now. `undone`: the last takes a move back, of which there may be a snapshot."""
        if version % SNAPSHOT_EVERY == 0 or (undone and version % SNAPSHOT_EVERY == 1):
            self._keeping = asyncio.get_running_loop().create_task(self._keep())

    async def _keep(self) -> None:
        try:
            snapshot = await self._take()
            if snapshot is not None:
                await self._store.write(PutSnapshot(snapshot))
        except StoreClosed:
            return  # the server is going home, and the log is stored
        except StoreFailed as error:
            _LOG.warning("A snapshot could not be stored: more of the log has to be played again. %s", error)
        except Exception:  # noqa: BLE001 - the log is stored, which is all that counts
            _LOG.exception("A snapshot could not be stored: more of the log has to be played again.")
