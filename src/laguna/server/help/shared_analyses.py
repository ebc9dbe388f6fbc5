"""Analyses as all servers see them that share a store: how far one has come, and what came of it, by whichever server.

A server that thinks a game through claims it for some seconds, and again and again while it goes on. If it dies, the
claim lapses, and whoever asks next begins anew.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Literal, NamedTuple

import msgspec

from laguna.server.store.read_cache import Cache
from laguna.server.store.store import Conflict, PutAnalysis, Store, StoreClosed, StoredAnalysis, StoreFailed
from laguna.server.wire.bodies import Examined

FORMAT = 1
"""It rises when what is stored reads otherwise than before. What has another one is made anew."""
CLAIM_S = 20.0
"""Seconds for which a server that said nothing more is believed to go on."""
MAX_KEPT_ANALYSES = 256
"""How many analyses are kept in memory, those last asked for."""
_CACHE_TTL_S = 1.0
"""Seconds after which it is read again how far another server has come."""


class ToldAnalysis(msgspec.Struct, frozen=True):
    """An analysis, or how far it has come: its state, and all that is told of it, an `Examined`, as JSON.

    In it are moves of whichever game, which need not be understood again to be passed on.
    """

    state: Literal["thinking", "ready", "failed"]
    examined: msgspec.Raw
    format: int = FORMAT

    @classmethod
    def of(cls, examined: Examined) -> ToldAnalysis:
        """What is told of this one."""
        return cls(examined.state, msgspec.Raw(msgspec.json.encode(examined)))


BEGUN = ToldAnalysis.of(Examined("thinking", 0, 0))

_read = msgspec.json.Decoder(ToldAnalysis).decode


class _Seen(NamedTuple):
    """What the store had when it was last asked. `told` is None where it was given up, or another program wrote it."""

    told: ToldAnalysis | None
    due: float


class SharedAnalyses:
    """The analyses in a store, as one of its servers reads and writes them."""

    def __init__(self, store: Store, now: Callable[[], float], server: str) -> None:
        self._store = store
        self._now = now
        self._server = server
        self._seen: Cache[str, _Seen] = Cache(self._look, now, MAX_KEPT_ANALYSES, _CACHE_TTL_S)

    async def told(self, table: str) -> ToldAnalysis | None:
        """What there is of an analysis. None: nobody has begun it, or whoever did is gone."""
        seen = await self._seen.get(table)
        if seen is None:
            return None
        if seen.told is not None and seen.told.state != "thinking":
            return seen.told
        return seen.told or BEGUN if self._now() < seen.due else None

    async def claim(self, table: str) -> None:
        """Begin an analysis. Raises `Conflict` where another server is at it."""
        await self._put(table, msgspec.json.encode(BEGUN), CLAIM_S)

    async def go_on(self, table: str, examined: Examined) -> None:
        """Store how far one has come that was claimed here, or its end. Raises `Conflict` where it is not ours now."""
        await self._check_ours(table)
        told = msgspec.json.encode(ToldAnalysis.of(examined))
        await self._put(table, told, CLAIM_S if examined.state == "thinking" else 0.0)

    async def give_back(self, table: str) -> None:
        """Let anybody begin one that was claimed here, and was not ended."""
        with suppress(Conflict, StoreFailed, StoreClosed):  # then the claim lapses
            await self._check_ours(table)
            await self._put(table, b"", 0.0)

    async def forget_failure(self, table: str) -> None:
        """A failure was told: whoever asks again begins anew."""
        with suppress(Conflict, StoreFailed):  # somebody begins at this moment; or it is told again
            await self._put(table, b"", 0.0)

    async def _look(self, table: str) -> _Seen | None:
        stored = await self._store.analysis(table)
        if stored is None:
            return None
        try:
            told = _read(stored.found)
        except msgspec.DecodeError:
            return _Seen(None, stored.due)
        return _Seen(told if told.format == FORMAT else None, stored.due)

    async def _check_ours(self, table: str) -> None:
        """Whoever was believed gone may be overtaken, and even the table may be gone: what is there now stays."""
        stored = await self._store.analysis(table)
        if stored is None or stored.server != self._server:
            raise Conflict("This analysis is not ours any more.")

    async def _put(self, table: str, found: bytes, seconds: float) -> None:
        at = self._now()
        try:
            await self._store.write(PutAnalysis(StoredAnalysis(table, self._server, at + seconds, found), at))
        finally:
            self._seen.forget(table)
