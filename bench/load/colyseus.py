"""Colyseus' own server, and clients that speak its protocol: rooms by HTTP, state and messages over WebSockets.

A client reads of the state no more than it needs. So it costs less than Colyseus' own, which follows all of it.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
from picows import WSMsgType, ws_connect

from load.node_server import node_server
from load.process import ServerProcess
from load.work import Player, Work

HOME = Path(__file__).parent.parent / "colyseus"
SEATS = 4
HAND = 7
"""Cards in one's hand whenever one has to play: one is played, then one is drawn."""
JOIN_ROOM, ROOM_DATA, ROOM_STATE, ROOM_STATE_PATCH = 10, 13, 14, 15
"""Of what kind a message is, by its first byte."""
FIELD = 0b111111
"""Which field of a structure has changed, in the byte that says so; how it did, the other bits say."""
NEXT_STRUCTURE = 255
MOVES, ACTIVE, ASKING = range(3)
"""The first fields of the state, which changes before all others: see `colyseus/duck_room.js`."""
SHORT_STRING = 0b11111
"""How long it is, in its first byte."""
DRAW = b"where_to_draw"
MAX_CONNECTING = 20
"""How many rooms are filled at a time."""


class ColyseusPlayer(Player):
    """A seat in a room: plays any one card, then draws one."""

    frames = WSMsgType.BINARY

    def __init__(self, work: Work, room: str, seat: int) -> None:
        super().__init__(work)
        self.synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._seat = seat
        self._moves, self._active, self._asking = 0, 0, b""
        self._confirmed_by = -1
        """How many moves will have been made with its own."""
        self._rng = random.Random(f"{room} {seat}")

    def heard(self, message: bytes) -> None:
        """A message came."""
        if message[0] == ROOM_STATE_PATCH:
            self._read(message)
            if self._moves == self._confirmed_by:
                self.work.answered(self.since)
            if self._active == self._seat:
                self.work.asked(self)
        elif message[0] == JOIN_ROOM:
            self.say(bytes((JOIN_ROOM,)))
        elif message[0] == ROOM_STATE:
            self.synced.set_result(None)

    def begin(self) -> None:
        """All have come; the first seat is asked first."""
        if self._active == self._seat:
            self.work.asked(self)

    def _read(self, patch: bytes) -> None:
        """What has changed of the first fields: a number of four bytes, one of one byte, a short string."""
        at = 1
        while at < len(patch) and patch[at] != NEXT_STRUCTURE:
            field = patch[at] & FIELD
            if field == MOVES:
                self._moves = int.from_bytes(patch[at + 1 : at + 5], "little")
                at += 5
            elif field == ACTIVE:
                self._active = patch[at + 1]
                at += 2
            elif field == ASKING:
                end = at + 2 + (patch[at + 1] & SHORT_STRING)
                self._asking = patch[at + 2 : end]
                at = end
            else:
                break

    def spoken(self) -> bytes:
        """A move, as Colyseus' client would send it."""
        self._confirmed_by = self._moves + 1
        if self._asking == DRAW:
            return _message(b"draw")
        return _message(b"play", msgspec.msgpack.encode([self._rng.randrange(HAND)]))


def _message(kind: bytes, value: bytes = b"") -> bytes:
    return bytes((ROOM_DATA, 0b10100000 | len(kind))) + kind + value


@contextmanager
def colyseus_server() -> Iterator[ServerProcess]:
    """Colyseus' server. Raises `node.NodeFailed` if it cannot be installed."""
    with node_server(HOME) as server:
        yield server


async def colyseus_rooms(server: ServerProcess, work: Work, rooms: int) -> list[ColyseusPlayer]:
    """So many rooms with four players each, connected."""
    slots = asyncio.Semaphore(MAX_CONNECTING)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}/matchmake/", timeout=60) as lobby:

        async def filled() -> list[ColyseusPlayer]:
            async with slots:
                place = (await lobby.post("create/duck", json={})).json()
                room = place["roomId"]
                players = [await _connected(server, ColyseusPlayer(work, room, 0), place)]
                for seat in range(1, SEATS):
                    place = (await lobby.post(f"joinById/{room}", json={})).json()
                    players.append(await _connected(server, ColyseusPlayer(work, room, seat), place))
                return players

        tables = await asyncio.gather(*(filled() for _ in range(rooms)))
    players = [player for table in tables for player in table]
    for player in players:
        player.begin()
    return players


async def _connected(server: ServerProcess, player: ColyseusPlayer, place: dict[str, str]) -> ColyseusPlayer:
    path = f"{place['processId']}/{place['roomId']}?sessionId={place['sessionId']}"
    await ws_connect(lambda: player, f"ws://127.0.0.1:{server.port}/{path}")
    await player.synced
    return player
