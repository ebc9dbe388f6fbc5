"""Copies all rows from one store into another one, and compares what came there with what was sent."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from itertools import groupby

import msgspec

from laguna.server.store.kinds import KINDS, LINES, Kind
from laguna.server.store.moving.sides import CannotMove, Row, Source, Target

_encode = msgspec.msgpack.Encoder().encode

Progress = Callable[[int], None]
"""Called with how many more rows were sent or compared."""


class Fingerprint:
    """A count and hashes of rows in their order: one hash for each log, and one for all rows of any other kind."""

    def __init__(self, kind: Kind) -> None:
        self.count = 0
        self.hashes: dict[str, bytes] = {}
        self.whole = hashlib.sha256()
        """Of all rows."""
        self._by_log = kind is LINES
        self._part = ""
        self._hash = hashlib.sha256()

    def add(self, rows: list[Row]) -> None:
        """Take more rows into it."""
        self.count += len(rows)
        if not self._by_log:
            self._add("", rows)
            return
        for table, lines in groupby(rows, lambda row: str(row[0])):
            self._add(table, lines)

    def _add(self, part: str, rows: Iterable[Row]) -> None:
        if part != self._part:
            self._part, self._hash = part, hashlib.sha256()
        encoded = b"".join(map(_encode, rows))
        self.whole.update(encoded)
        self._hash.update(encoded)
        self.hashes[part] = self._hash.digest()

    def difference(self, other: Fingerprint) -> str | None:
        """Where another one is not like this one: the log of a table, or "" for other rows; None: nowhere."""
        parts = sorted(self.hashes.keys() | other.hashes.keys())
        return next((part for part in parts if self.hashes.get(part) != other.hashes.get(part)), None)


async def counted(source: Source) -> dict[Kind, int]:
    """How many rows of each kind there are."""
    return {kind: await source.count(kind) for kind in KINDS}


async def transfer(source: Source, target: Target, progress: Progress) -> str:
    """Copy everything into a target, which must be empty, and compare; the SHA-256 of all that is in either now.

    Raises `CannotMove`: then the target is void.
    """
    whole = hashlib.sha256()
    for kind, count in (await counted(target)).items():
        if count:
            raise CannotMove(f"{target.where} is not empty: it has {count} {kind.name}. Name an empty one.")
    for kind in KINDS:
        sent, found = Fingerprint(kind), Fingerprint(kind)
        async for rows in source.rows(kind):
            sent.add(rows)
            await target.put(kind, rows)
            progress(len(rows))
        async for rows in target.rows(kind):
            found.add(rows)
            progress(len(rows))
        different = sent.difference(found)
        if different is not None or sent.count != found.count:
            what = f"the log of table {different}" if different else f"what it has of {kind.name}"
            raise CannotMove(f"{target.where} did not keep what was sent: {what} is another one. Nothing was changed.")
        whole.update(sent.whole.digest())
    return whole.hexdigest()
