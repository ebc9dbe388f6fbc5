"""What clients have to do: answer at once or when it is due; and what came of it."""

from __future__ import annotations

import asyncio
import math
import time
from abc import abstractmethod
from collections import deque

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport

from load.process import ServerProcess

Figures = dict[str, float]
"""What was measured, by name."""


class Stint(msgspec.Struct, frozen=True):
    """Some seconds of work: how many moves came through, how long they took, and what that cost."""

    seconds: float
    moves: int
    p50_ms: float
    p99_ms: float
    worst_ms: float
    server_cpu_us: float
    """Of the server, for each move."""
    beside_cpu_us: dict[str, float]
    """Of what works for it, for each move."""
    server_busy: float
    """Of one core."""
    server_waited: float
    """Of the time, for the core that something else had. Much more than 0, the machine is too busy to measure on."""
    load_busy: float
    """Of the core of whoever loads the server: near 1, it is they who are measured."""
    watched: Figures
    """How soon somebody who watches saw it, if anybody does: since it was to be made, and since its maker's receipt."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds


class Troubled(Exception):  # noqa: N818 - what went wrong at the other end
    """The server refused what a client did, or hung up."""


class Work:
    """Keeps all tables moving: each at once (saturated), or some table whenever a move is due (paced)."""

    def __init__(self) -> None:
        self._ready: deque[Player] = deque()
        self._overdue: deque[float] = deque()
        self._going = False
        self._paced = False
        self._spent: list[float] | None = None
        self._seen: list[tuple[float, float]] | None = None
        self.troubles: list[str] = []

    def asked(self, player: Player) -> None:
        """A player has something to answer."""
        if self._overdue:
            player.answer(self._overdue.popleft())
        elif self._going and not self._paced:
            player.answer(time.perf_counter())
        else:
            self._ready.append(player)

    def answered(self, since: float) -> None:
        """A move that was to be made then is now confirmed."""
        if self._spent is not None:
            self._spent.append(time.perf_counter() - since)

    def seen(self, spent: float, later: float) -> None:
        """Somebody who watches saw a move so long after it was to be made, and so long after its maker's receipt."""
        if self._seen is not None:
            self._seen.append((spent, later))

    async def stint(self, server: ServerProcess, warm: float, seconds: float, rate: float | None = None) -> Stint:
        """Work for so long, of which the last seconds count; with a rate so many moves a second. Raises `Troubled`."""
        pacing = self._begin(rate)
        try:
            await asyncio.sleep(warm)
            return await self._measured(server, seconds)
        finally:
            self._spent, self._seen, self._going = None, None, False
            self._overdue.clear()
            if pacing is not None:
                pacing.cancel()

    def _begin(self, rate: float | None) -> asyncio.Task[None] | None:
        self._going, self._paced = True, rate is not None
        if rate is not None:
            return asyncio.create_task(self._pace(rate))
        for player in tuple(self._ready):
            player.answer(time.perf_counter())
        self._ready.clear()
        return None

    async def _pace(self, rate: float) -> None:
        """Have a move made at each of its moments, however long others take. Its time runs from that moment on."""
        due = time.perf_counter()
        while True:
            due += 1 / rate
            if (early := due - time.perf_counter()) > 0:
                await asyncio.sleep(early)
            if self._ready:
                self._ready.popleft().answer(due)
            else:
                self._overdue.append(due)

    async def _measured(self, server: ServerProcess, seconds: float) -> Stint:
        self._spent, self._seen = [], []
        before = _Used.by(server)
        await asyncio.sleep(seconds)
        used = _Used.by(server).since(before)
        spent, seen = sorted(self._spent), self._seen
        if self.troubles or not spent:
            raise Troubled(" ".join(self.troubles[:3]) or "No move came through.")
        return Stint(
            seconds=used.time,
            moves=len(spent),
            p50_ms=1000 * quantile(spent, 0.5),
            p99_ms=1000 * quantile(spent, 0.99),
            worst_ms=1000 * spent[-1],
            server_cpu_us=1e6 * used.cpu / len(spent),
            beside_cpu_us={name: 1e6 * cpu / len(spent) for name, cpu in used.beside.items()},
            server_busy=used.cpu / used.time,
            server_waited=used.waited / used.time,
            load_busy=used.own / used.time,
            watched=_quantiles("seen", seen, 0) | _quantiles("later", seen, 1),
        )


class _Used(msgspec.Struct, frozen=True):
    """Seconds that were used, so far or in between: by the clock, and of processor time."""

    time: float
    cpu: float
    beside: dict[str, float]
    waited: float
    own: float

    @classmethod
    def by(cls, server: ServerProcess) -> _Used:
        """By a server, by what works for it, and by this process, so far."""
        beside = {name: cpu() for name, cpu in server.beside.items()}
        return cls(time.perf_counter(), server.cpu(), beside, server.waited(), time.process_time())

    def since(self, then: _Used) -> _Used:
        """What was used since then."""
        beside = {name: cpu - then.beside[name] for name, cpu in self.beside.items()}
        return _Used(self.time - then.time, self.cpu - then.cpu, beside, self.waited - then.waited, self.own - then.own)


def _quantiles(name: str, times: list[tuple[float, float]], which: int) -> Figures:
    ordered = sorted(each[which] for each in times)
    parts = {"p50": 0.5, "p99": 0.99} if ordered else {}
    return {f"{name}_{part}_ms": 1000 * quantile(ordered, value) for part, value in parts.items()}


def quantile(ordered: list[float], part: float) -> float:
    """The value that this part of them does not exceed."""
    return ordered[math.ceil(part * len(ordered)) - 1]


class Player(WSListener):
    """A client at one table. Says what it hears of to the work."""

    transport: WSTransport
    frames = WSMsgType.TEXT
    """Of which kind its messages are, both ways."""

    def __init__(self, work: Work) -> None:
        super().__init__()
        self.work = work
        self.since = 0.0
        """From when the time of its answer runs."""
        self.leaving = False

    @abstractmethod
    def heard(self, message: bytes) -> None:
        """A message came."""

    @abstractmethod
    def spoken(self) -> bytes:
        """The answer to what was asked last."""

    def answer(self, since: float) -> None:
        """Answer what was asked; its time runs from then on."""
        self.since = since
        self.say(self.spoken())

    def say(self, message: bytes) -> None:
        """Send a message."""
        self.transport.send(self.frames, message)

    def leave(self) -> None:
        """Hang up."""
        self.leaving = True
        self.transport.disconnect()

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The line is open."""
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Something came in."""
        if frame.msg_type == self.frames:
            self.heard(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """The line is closed: a trouble, unless it was we who wanted it."""
        del transport
        if not self.leaving:
            self.work.troubles.append("The server hung up.")
