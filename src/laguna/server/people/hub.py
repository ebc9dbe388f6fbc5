"""Connected people: every open socket of every person, and its queue of unsent messages."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec

from laguna.server.people.revoked import Revoked
from laguna.server.store.store import Person
from laguna.server.wire.messages import FromServer, YourTurn

if TYPE_CHECKING:
    from laguna.server.tables.room import Room

MAX_UNSENT_BYTES = 4 << 20
"""Bytes that may wait for a slow reader. Who is slower is cut off, and follows again when they can."""

CLOSE_TOO_SLOW = 1013
CLOSE_KEY_REVOKED = 4401
CLOSE_RESTARTING = 1012
CLOSED_ALREADY = 0
"""Why a socket is closed: try again later; its key holds no more; the server restarts; it is closed already."""

encode_message: Callable[[FromServer], bytes] = msgspec.json.Encoder().encode
"""A message as JSON. Whoever sends the same to several connections encodes it once."""


class SocketWriter(Protocol):
    """The sending side of a socket."""

    @property
    def post(self) -> Callable[[bytes], bool]:
        """Send a message soon. Whether it will be: not while the other end is slow, or if that is gone."""
        ...

    async def send(self, text: bytes) -> None:
        """Send a message; waits while the other end is slow. Raises `OSError` if that is gone."""
        ...

    async def close(self, code: int) -> None:
        """Close the socket."""
        ...

    def leave(self) -> None:
        """The socket is about to be closed: leave every table."""
        ...


class Connection:
    """One open socket of a person. `post` never waits: what a slow reader has not taken yet is kept here."""

    __slots__ = ("_at_once", "_closing", "_flushing", "_line", "_waiting", "_weight", "following", "key", "person")

    def __init__(self, person: Person, line: SocketWriter, key: bytes = b"") -> None:
        self.person = person
        self.key = key
        """The hash of the token that opened it."""
        self.following: dict[str, Room] = {}
        """The tables it is told of."""
        self._line = line
        self._at_once = line.post
        self._waiting: deque[bytes] | None = None
        """There while the reader is slow: hardly ever, and an empty one takes as much as all the rest of this."""
        self._weight = 0
        self._closing: int | None = None
        self._flushing: asyncio.Task[None] | None = None

    def post(self, text: bytes) -> None:
        """Send this, after all that was posted before."""
        if self._closing is not None or (self._flushing is None and self._at_once(text)):
            return
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.append(text)
        self._weight += len(text)
        if self._weight > MAX_UNSENT_BYTES:
            self._waiting = None
            self.close(CLOSE_TOO_SLOW)
        self._start()

    def tell(self, message: FromServer) -> None:
        """Send this to this connection alone."""
        self.post(encode_message(message))

    @property
    def occupied(self) -> bool:
        """Whether a table that it follows is just being changed, or its person has begun there what the game times."""
        return any(room.changing or room.times(self.person.id) for room in self.following.values())

    @property
    def closing(self) -> bool:
        """Whether the socket is closed, or will be as soon as its reader has taken what was posted before."""
        return self._closing is not None

    def close(self, code: int) -> None:
        """Close the socket, after all that was posted before. Nothing more is posted, nor heard."""
        if self._closing is None:
            self._closing = code
            self._start()
            asyncio.get_running_loop().call_soon(self._line.leave)  # not while a table tells its followers something

    def gone(self) -> None:
        """The other end has closed: nothing can be sent any more."""
        self._closing = CLOSED_ALREADY
        self._waiting = None

    def _start(self) -> None:
        if self._flushing is None:
            self._flushing = asyncio.get_running_loop().create_task(self._flush())

    async def _flush(self) -> None:
        try:
            while self._waiting:
                text = self._waiting.popleft()
                self._weight -= len(text)
                await self._line.send(text)
            self._waiting = None
            if self._closing not in (None, CLOSED_ALREADY):
                await self._line.close(self._closing)
                self._closing = CLOSED_ALREADY
        except OSError:
            self.gone()
        finally:
            self._flushing = None


class Hub:
    """All connections of this process."""

    def __init__(self) -> None:
        self._connections: dict[str, set[Connection]] = {}
        self.when_came: Callable[[str], None] = lambda _: None
        self.when_gone: Callable[[str], None] = lambda _: None
        """Called with a person's id at their first connection, and when the last one is gone."""

    def __len__(self) -> int:
        return sum(map(len, self._connections.values()))

    @property
    def people(self) -> int:
        """How many people are connected."""
        return len(self._connections)

    def of(self, person: str) -> frozenset[Connection]:
        """A person's connections."""
        return frozenset(self._connections.get(person, ()))

    @property
    def connections(self) -> list[Connection]:
        """All connections there are now."""
        return [connection for connections in self._connections.values() for connection in connections]

    def add(self, connection: Connection) -> None:
        """Somebody connected."""
        person = connection.person.id
        if person not in self._connections:
            self._connections[person] = set()
            self.when_came(person)
        self._connections[person].add(connection)

    def remove(self, connection: Connection) -> None:
        """A connection is gone."""
        person = connection.person.id
        mine = self._connections.get(person, set())
        mine.discard(connection)
        if not mine and self._connections.pop(person, None) is not None:
            self.when_gone(person)

    def call(self, person: str, table: str, game: str) -> bool:
        """A table waits for a person: tell those of their connections that do not follow it.

        Returns whether another one follows it here.
        """
        follows = False
        for connection in self._connections.get(person, ()):
            if table in connection.following:
                follows = True
            else:
                connection.tell(YourTurn(table=table, game=game))
        return follows

    def renamed(self, person: Person) -> None:
        """Somebody is called otherwise now, or mutes somebody else."""
        for connection in self.of(person.id):
            connection.person = person

    def dismiss(self, revoked: Revoked) -> None:
        """Keys hold no more: close the sockets that they opened."""
        for connection in self.of(revoked.person):
            if revoked.ends(connection.key):
                connection.close(CLOSE_KEY_REVOKED)

    def close(self) -> None:
        """Nobody is told anything any more."""
        for connection in self.connections:
            connection.close(CLOSE_RESTARTING)
