"""boardgame.io's own server, and clients that speak its protocol: socket.io over WebSockets."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
from picows import ws_connect

from load.node_server import node_server
from load.process import ServerProcess
from load.work import Player, Work

HOME = Path(__file__).parent.parent / "boardgame_io"
SEATS = 4
OPENED, PING, PONG = b"0", b"2", b"3"
"""Packets of engine.io, by how they begin."""
JOIN, JOINED, EVENT = b"40/duck,", b"40/duck,", b"42/duck,"
"""Packets of socket.io."""
MAX_CONNECTING = 20
"""How many connect at a time."""


class Card(msgspec.Struct):
    """A card in one's hand."""

    value: int


class Seen(msgspec.Struct):
    """A player, of whom one sees one's own hand."""

    hand: list[Card] | None


class Sight(msgspec.Struct):
    """What a client reads of `G`."""

    asking: str
    players: list[Seen]


class Context(msgspec.Struct):
    """What a client reads of `ctx`."""

    active: str = msgspec.field(name="currentPlayer")


class State(msgspec.Struct):
    """What a client reads of a match's state."""

    sight: Sight = msgspec.field(name="G")
    context: Context = msgspec.field(name="ctx")
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    """What comes first."""

    state: State


_event = msgspec.json.Decoder(list[msgspec.Raw])
_state = msgspec.json.Decoder(State)
_synced = msgspec.json.Decoder(Synced)


class BoardgamePlayer(Player):
    """A seat at a match: plays any one card, then draws one."""

    def __init__(self, work: Work, match: str, seat: int, credentials: str) -> None:
        super().__init__(work)
        self.synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._match, self._seat, self._credentials = match, str(seat), credentials
        self._state: State | None = None
        self._confirmed_by = -1
        """The number of the state that its move leads to."""
        self._rng = random.Random(f"{match} {seat}")

    def heard(self, message: bytes) -> None:
        """A packet came."""
        if message.startswith(EVENT):
            name, *values = _event.decode(message[len(EVENT) :])
            if bytes(name) == b'"update"':
                self._sees(_state.decode(values[1]))
            elif bytes(name) == b'"sync"':
                self._sees(_synced.decode(values[1]).state)
                self.synced.set_result(None)
        elif message == PING:
            self.say(PONG)
        elif message.startswith(JOINED):
            self.say(EVENT + msgspec.json.encode(("sync", self._match, self._seat, self._credentials, SEATS)))
        elif message.startswith(OPENED):
            self.say(JOIN)

    def _sees(self, state: State) -> None:
        self._state = state
        if state.number == self._confirmed_by:
            self.work.answered(self.since)
        if state.context.active == self._seat:
            self.work.asked(self)

    def spoken(self) -> bytes:
        """A move, as boardgame.io's client would send it."""
        assert self._state is not None  # noqa: S101 - only who saw a state is asked
        sight, number = self._state.sight, self._state.number
        self._confirmed_by = number + 1
        hand = sight.players[int(self._seat)].hand or []
        kind, arguments = (
            ("play", [[self._rng.randrange(len(hand))]]) if sight.asking == "what_to_play" else ("draw", [])
        )
        payload = {"type": kind, "args": arguments, "playerID": self._seat, "credentials": self._credentials}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return EVENT + msgspec.json.encode(("update", action, number, self._match, self._seat))


@contextmanager
def boardgame_server() -> Iterator[ServerProcess]:
    """boardgame.io's server. Raises `node.NodeFailed` if it cannot be installed."""
    with node_server(HOME) as server:
        yield server


async def boardgame_tables(server: ServerProcess, work: Work, tables: int) -> list[BoardgamePlayer]:
    """So many matches with four players each, connected."""
    players: list[BoardgamePlayer] = []
    slots = asyncio.Semaphore(MAX_CONNECTING)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}/games/duck/", timeout=60) as lobby:

        async def seated() -> None:
            async with slots:
                match = (await lobby.post("create", json={"numPlayers": SEATS})).json()["matchID"]
                for seat in range(SEATS):
                    joining = {"playerID": str(seat), "playerName": f"Player {seat}"}
                    answer = (await lobby.post(f"{match}/join", json=joining)).json()
                    players.append(BoardgamePlayer(work, match, seat, answer["playerCredentials"]))
                    await _connected(server, players[-1])

        await asyncio.gather(*(seated() for _ in range(tables)))
    return players


async def _connected(server: ServerProcess, player: BoardgamePlayer) -> None:
    await ws_connect(lambda: player, f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket")
    await player.synced
