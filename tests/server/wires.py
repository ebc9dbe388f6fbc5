"""A wire between a client and a server that can be cut, at any moment or at a chosen one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Self

CHUNK = 1 << 16


class Wire:
    """A loopback port behind which a server on another one is reached. Make it with `to`."""

    def __init__(self, port: int) -> None:
        self._far = port
        self._listener: asyncio.Server
        self._ends: dict[asyncio.Task[None], tuple[asyncio.StreamWriter, ...]] = {}
        self._losing: bytes | None = None
        self._through = asyncio.Event()
        self._through.set()
        self.lost = 0
        """How many answers were lost."""
        self.down = False
        """Nobody gets through any more."""
        self.delay_s = 0.0
        """How long everything takes."""

    @classmethod
    @asynccontextmanager
    async def to(cls, port: int) -> AsyncIterator[Self]:
        wire = cls(port)
        wire._listener = await asyncio.start_server(wire._connected, "127.0.0.1", 0)
        try:
            yield wire
        finally:
            wire._listener.close()
            wire.release()
            wire.cut()
            if wire._ends:
                await asyncio.wait(wire._ends)

    @property
    def port(self) -> int:
        return int(self._listener.sockets[0].getsockname()[1])

    def cut(self) -> None:
        """Cut every connection as it is."""
        for ends in self._ends.values():
            for end in ends:
                end.transport.abort()

    def hold(self) -> None:
        """Nothing gets through, and nobody is told so: what is sent waits."""
        self._through.clear()

    def release(self) -> None:
        """Let through what was held, and all that comes from now on."""
        self._through.set()

    @property
    def held(self) -> bool:
        return not self._through.is_set()

    def lose_answer(self, to: bytes = b"") -> None:
        """Cut the connection over which the next thing with these bytes in it is sent, once the server answers it."""
        self._losing = to

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._ends[task] = (writer,)
        with suppress(OSError):
            if not self.down:
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._far)
                self._ends[task] = (writer, far_writer)
                deaf = asyncio.Event()
                await asyncio.gather(
                    self._send(reader, far_writer, deaf), self._answer(far_reader, writer, far_writer, deaf)
                )
        for end in self._ends.pop(task):
            end.transport.abort()

    async def _send(self, reader: asyncio.StreamReader, far: asyncio.StreamWriter, deaf: asyncio.Event) -> None:
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                if self._losing is not None and self._losing in chunk:
                    self._losing = None
                    deaf.set()
                await self._delayed()
                far.write(chunk)
                await far.drain()
        far.transport.abort()

    async def _answer(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, far: asyncio.StreamWriter, deaf: asyncio.Event
    ) -> None:
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                if deaf.is_set():
                    self.lost += 1
                    far.transport.abort()
                    break
                await self._delayed()
                writer.write(chunk)
                await writer.drain()
        writer.transport.abort()

    async def _delayed(self) -> None:
        if self.delay_s:
            await asyncio.sleep(self.delay_s)
        await self._through.wait()


def through(wire: Wire, url: str) -> str:
    """The address of a database, by a wire."""
    return url.replace(f":{port_of(url)}/", f":{wire.port}/")


def port_of(url: str) -> int:
    """The port in the address of a database."""
    return int(url.rpartition(":")[2].partition("/")[0])
