"""`laguna move` and `laguna backup`: all that a store keeps, from one address to another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from laguna.server.store.addresses import database_file, is_postgresql
from laguna.server.store.engine import sqlite3
from laguna.server.store.moving import sqlite
from laguna.server.store.moving.sides import CannotMove, Source, Target
from laguna.server.store.moving.transfer import Progress, counted, transfer

__all__ = ["CannotMove", "Moved", "back_up", "move"]


class Moved(NamedTuple):
    """What was copied and compared."""

    counts: dict[str, int]
    """How many rows of each kind."""
    sha256: str
    """Of all of them: the same for the same contents, in whichever store they are."""


Bar = Callable[[int], AbstractContextManager[Progress]]
"""Shows how far a move has come, of so many rows to be sent or compared."""


async def move(source: str, target: str, bar: Bar) -> Moved:
    """Copy everything a store keeps into another one, which must be empty; the source is left as it is.

    No server may be running on either. Raises `CannotMove`, `CannotOpen`: then there is nothing in the target.
    """
    if not is_postgresql(source) and not is_postgresql(target):
        raise CannotMove("Both are files of SQLite: copy one by `laguna backup`.")
    if source == target:
        raise CannotMove("Source and target are the same.")
    async with _source(source) as rows, _target(target) as place:
        return await _moved(rows, place, bar)


async def back_up(source: str, target: Path, bar: Bar) -> Moved:
    """Copy a PostgreSQL store as it is at one moment into a new file of SQLite, whoever writes meanwhile.

    Raises `CannotMove`, `CannotOpen`: then there is no such file.
    """
    from laguna.server.store.moving import postgres  # noqa: PLC0415 - asyncpg may not be installed

    async with postgres.source(source, running=True) as rows, _new_file(target) as place:
        return await _moved(rows, place, bar)


async def _moved(source: Source, target: Target, bar: Bar) -> Moved:
    counts = {kind.name: count for kind, count in (await counted(source)).items()}
    with bar(2 * sum(counts.values())) as progress:
        return Moved(counts, await transfer(source, target, progress))


@asynccontextmanager
async def _source(address: str) -> AsyncIterator[Source]:
    if is_postgresql(address):
        from laguna.server.store.moving import postgres  # noqa: PLC0415 - asyncpg may not be installed

        async with postgres.source(address) as side:
            yield side
        return
    path = database_file(address)
    try:
        with sqlite.source(path) as file:
            yield file
    except (OSError, sqlite3.Error) as error:
        said = str(error).partition(" with text ")[0]  # and not what is stored: luck may be in it
        raise CannotMove(f"{path} cannot be read: {said}. Nothing was changed.") from error


@asynccontextmanager
async def _target(address: str) -> AsyncIterator[Target]:
    if is_postgresql(address):
        from laguna.server.store.moving import postgres  # noqa: PLC0415 - asyncpg may not be installed

        async with postgres.target(address) as side:
            yield side
        return
    async with _new_file(database_file(address)) as file:
        yield file


@asynccontextmanager
async def _new_file(path: Path) -> AsyncIterator[Target]:
    try:
        with sqlite.target(path) as file:
            yield file
    except (OSError, sqlite3.Error) as error:
        raise CannotMove(f"{path} cannot be written: {error}. Nothing was changed.") from error
