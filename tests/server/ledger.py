"""One person alone at several tables, with both seats of each, who keeps an account of every move: sent, acknowledged.

Nobody else moves there. So whatever the server says of these tables must agree with the account to the letter, also
after the server was gone for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from laguna.server.settings import Limits

SEATS = 2
BUDGET = Limits().messages.burst - SEATS
"""Who sends so many messages over a socket, and then perhaps an answer for each seat, is not too fast."""


class Question(msgspec.Struct):
    ask: int
    moves: tuple[msgspec.Raw, ...]


class Sight(msgspec.Struct):
    seat: int
    view: msgspec.Raw
    question: Question | None


class Step(msgspec.Struct):
    version: int
    seat: int


class Told(msgspec.Struct):
    """What is read of any message of the server."""

    type: str
    table: str = ""
    version: int = 0
    seat: int = -1
    ask: int = -1
    sights: tuple[Sight, ...] = ()
    missed: tuple[Step, ...] = ()
    sentence: str = ""


class Sent(NamedTuple):
    """A move as it was sent."""

    seat: int
    ask: int
    move: bytes


_read = msgspec.json.Decoder(Told).decode


class Ledger:
    """A table's account. It begins with the laying out."""

    def __init__(self, table: str, random: Random) -> None:
        self.table = table
        self.acknowledged: list[Sent] = []
        """Every move that the server has said is stored, in order."""
        self.unsure: dict[int, Sent] = {}
        """For each seat: what was sent, and not answered yet."""
        self._doubled: list[Sent] = []
        """What was sent again although it is stored: it must be stale."""
        self._random = random
        self._sights: dict[int, Sight] = {}

    @property
    def version(self) -> int:
        """The last version one knows of."""
        return 1 + len(self.acknowledged)

    @property
    def over(self) -> bool:
        """Nobody is asked any more."""
        return bool(self._sights) and all(sight.question is None for sight in self._sights.values())

    def come_back(self, standpoint: Told) -> list[Sent]:
        """Where the table stands after one was away: as it was, but for what one had sent oneself.

        What has to be sent again: all that one is unsure of, and all that turned out to be stored.
        """
        before = self.version
        assert [step.version for step in standpoint.missed] == list(range(before + 1, standpoint.version + 1))
        again = list(self.unsure.values())
        self._doubled = [self.unsure.pop(step.seat) for step in standpoint.missed]
        self.acknowledged += self._doubled
        if before == standpoint.version and self._sights:
            assert _looks(standpoint.sights) == _looks(self._sights.values()), f"{self.table} looks otherwise"
        self._see(standpoint)
        return again

    def hear(self, told: Told) -> None:
        """Something about this table."""
        assert told.type not in ("refused", "closed"), told
        if told.type == "moved":
            assert told.version == self.version + 1, f"{self.table}: {told.version} after {self.version}"
            sent = self.unsure.pop(told.seat)
            assert sent.ask == told.ask
            self.acknowledged.append(sent)
            self._see(told)
        elif told.type == "stale":
            self._doubled = [sent for sent in self._doubled if sent[:2] != (told.seat, told.ask)]
        elif told.type == "standpoint":
            assert told.version == self.version
            self._see(told)

    def answers(self) -> list[Sent]:
        """A move for each seat that is asked and has not answered yet."""
        moves = []
        for seat, sight in self._sights.items():
            if sight.question is not None and seat not in self.unsure:
                move = bytes(self._random.choice(sight.question.moves))
                self.unsure[seat] = Sent(seat, sight.question.ask, move)
                moves.append(self.unsure[seat])
        return moves

    @property
    def settled(self) -> bool:
        """All that was sent is answered, and what was sent twice was stale."""
        return not self.unsure and not self._doubled

    def _see(self, told: Told) -> None:
        self._sights = {sight.seat: sight for sight in told.sights}


def _looks(sights: Iterable[Sight]) -> list[tuple[int, bytes, Question | None]]:
    return [(sight.seat, bytes(sight.view), sight.question) for sight in sights]


class Keeper:
    """The person, with one socket at a time."""

    def __init__(self, token: str, ledgers: dict[str, Ledger]) -> None:
        self.ledgers = ledgers
        self._token = token
        self._socket: ClientConnection
        self._sent = 0

    async def play(self, port: int, most: int, heard: Callable[[], None]) -> None:
        """Follow all tables, then move wherever one is asked, with up to so many messages.

        Return when all of it is answered; raise what sockets raise when the server is gone. `heard` is called at
        every message.
        """
        here = f"127.0.0.1:{port}"
        cookie = {"Cookie": f"laguna={self._token}"}
        async with connect(
            f"ws://{here}/api/socket",
            origin=f"http://{here}",  # type: ignore[arg-type]
            additional_headers=cookie,
            compression=None,
            ping_interval=None,
            open_timeout=None,
        ) as self._socket:
            self._sent = 0
            for table, ledger in self.ledgers.items():
                await self._say({"type": "follow", "table": table, "after": ledger.version})
            back: set[str] = set()
            while len(back) < len(self.ledgers) or not all(ledger.settled for ledger in self.ledgers.values()):
                told = _read(await self._socket.recv(decode=False))
                heard()
                await self._take(told, back, most)

    async def _take(self, told: Told, back: set[str], most: int) -> None:
        assert told.type != "trouble", told
        if told.table not in self.ledgers:
            return
        ledger = self.ledgers[told.table]
        if told.type == "standpoint" and told.table not in back:
            back.add(told.table)
            for sent in ledger.come_back(told):
                await self._answer(ledger, sent)
        else:
            ledger.hear(told)
        if told.table in back and self._sent < most:
            for sent in ledger.answers():
                await self._answer(ledger, sent)

    async def _answer(self, ledger: Ledger, sent: Sent) -> None:
        await self._say(
            {"type": "play", "table": ledger.table, "seat": sent.seat, "ask": sent.ask, "move": msgspec.Raw(sent.move)}
        )

    async def _say(self, message: dict[str, object]) -> None:
        self._sent += 1
        await self._socket.send(msgspec.json.encode(message).decode())
