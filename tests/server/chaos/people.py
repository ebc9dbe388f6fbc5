"""People at tables of several servers, who move, chat, take back and doze off, and go wherever a server is well."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from random import Random
from typing import Any, Protocol

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from server.chaos.account import Account, Sent, Step, canonical
from server.chaos.servers import Cluster, Server

Message = dict[str, Any]

GONE = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError)
"""What is met where a server is gone, `TimeoutError` among it."""
OPEN_TIMEOUT_S = 3.0
QUIET_S = 0.5
"""Who hears nothing for so long looks up."""
PATIENCE_S = 2.0
"""Who is at a server that has been unwell for so long goes elsewhere."""
AGAIN_S = 0.3
"""Who was told that it does not go now tries again after this."""
CHANCE_TO_MOVE_ON, CHANCE_TO_SPEAK, CHANCE_TO_TAKE_BACK = 0.01, 0.02, 0.04
CHANCE_TO_GRANT, CHANCE_TO_DOZE, CHANCE_TO_LEAVE = 0.7, 0.1, 0.05
BROKEN = ("stumbled", "broken_table", "not_found", "forbidden", "malformed")
"""Troubles that nobody should be in."""


class Scene(Protocol):
    """What people know of what goes on around them."""

    cluster: Cluster
    pace_s: float
    """How long people think, on average."""
    resting: bool
    """Nobody moves any more."""


class Sitter:
    """Somebody at one table, with one socket at a time; without a seat they look on."""

    def __init__(self, scene: Scene, account: Account, seat: int | None, token: str, random: Random) -> None:
        self.account = account
        self.version = 1
        self.agrees = False
        """Whether, in the end, somebody who comes afresh sees the same."""
        self._scene = scene
        self._seat = seat
        self._token = token
        self._random = random
        self._unsure: Sent | None = None
        """What was sent, and not answered yet."""
        self._last = 0
        self._remarks = 0
        self._heard_at = time.monotonic()
        self._begin()

    @property
    def state(self) -> str:
        """What to look at where something hangs."""
        asked = (self._asked(), self._asked_here, self._dozing, self._following)
        return f"{self.account.table} {self._seat}: {self.version} of {self.account.version}, {self._unsure}, {asked}"

    def _begin(self) -> None:
        """A fresh socket."""
        self._following = 0
        """The number under which one asked to follow, until that is answered."""
        self._sights: list[Message] = []
        self._asked_here: int | None = None
        """The question that was answered over this socket."""
        self._dozing: int | None = None
        self._left = False
        """A bot has one's seat until it has moved."""
        self._undoing: set[int] = set()
        self._saying: dict[int, str] = {}
        self._heard_remarks: set[int] = set()

    async def stay(self) -> None:
        """Until the game is over, or all rest and the table looks to everybody as it should."""
        while not (self.account.over or self.agrees):
            server = self._random.choice(await self._scene.cluster.some_well())
            try:
                async with self._connected(server) as self._socket:
                    self._note_return()
                    self._begin()
                    await self._sit(server)
            except GONE:
                await asyncio.sleep(self._random.uniform(0, AGAIN_S))

    def _note_return(self) -> None:
        """Whoever was away for too long is back: the bot that kept the seat may be thinking."""
        clock, away = self.account.clock_s, time.monotonic() - self._heard_at
        if self._left or (clock is not None and (self._dozing is not None or away >= clock - 1)):
            self.account.withdrawn += 1

    def _connected(self, server: Server) -> connect:
        here = f"127.0.0.1:{server.port}"
        return connect(
            f"ws://{here}/api/socket",
            origin=f"http://{here}",  # type: ignore[arg-type]
            additional_headers={"Cookie": f"laguna={self._token}"},
            compression=None,
            ping_interval=None,
            open_timeout=OPEN_TIMEOUT_S,
            close_timeout=QUIET_S,
            max_size=None,
        )

    async def _sit(self, server: Server) -> None:
        await self._follow()
        while not self.account.over:
            try:
                told = json.loads(await asyncio.wait_for(self._socket.recv(), QUIET_S))
            except TimeoutError:
                if server.unwell_since is not None and time.monotonic() - server.unwell_since > PATIENCE_S:
                    return
                if self._scene.resting and not self._following and await self._looks_the_same():
                    self.agrees = True
                    return
                continue
            await self._hear(told)
            if not self._scene.resting and self._random.random() < CHANCE_TO_MOVE_ON:
                return

    async def _looks_the_same(self) -> bool:
        """Whether the table looks to oneself, who was told of every step, as it does to whoever comes to any server."""
        for server in self._scene.cluster.servers:
            fresh = Sitter(self._scene, self.account, self._seat, self._token, self._random)
            async with fresh._connected(server) as fresh._socket:
                await fresh._follow(after=None)
                while fresh._following:
                    await fresh._hear(json.loads(await fresh._socket.recv()))
            if fresh.version != self.version:
                return False
            assert _views(fresh._sights) == _views(self._sights), f"{self.account.table} looks otherwise"
        return True

    # Hearing

    async def _hear(self, told: Message) -> None:
        self._heard_at = time.monotonic()
        match told["type"]:
            case "standpoint":
                self._hear_standpoint(told)
                await self._come_back()
            case "moved" | "undone":
                self._take_step(told["version"], Step(told["seat"], told["type"] == "undone"), told.get("ask"))
                self._sights = told["sights"]
                await self._react(told)
            case "stale" if self._unsure is not None and self._unsure.ask == told["ask"]:
                self._unsure = None
            case "over":
                self.account.over = True
                return
            case "trouble":
                await self._be_troubled(told)
            case "refused" | "closed":
                raise AssertionError(told)
            case _:
                await self._hear_people(told)
        await self._answer()

    async def _hear_people(self, told: Message) -> None:
        """What others say and wish, and what came of one's own remarks."""
        match told["type"]:
            case "undo_asked" if self._seat not in (None, told["seat"]):
                granted = self._random.random() < CHANCE_TO_GRANT
                await self._say("answer_undo", version=told["version"], grant=granted)
            case "remarked":
                number = told["remark"]["number"]
                assert number not in self._heard_remarks, f"{self.account.table}: a remark came twice"
                self._heard_remarks.add(number)
            case "done" if told["id"] in self._saying:
                self.account.was_said(self._saying.pop(told["id"]))

    def _hear_standpoint(self, told: Message) -> None:
        """Where the table stands; nobody has been told of more, and nothing is missing in between."""
        assert told["version"] >= self.version, f"{self.account.table} went back from {self.version}: {told}"
        fresh = self.version == 1 and not self._sights and not told["missed"]
        missed = [step for step in told["missed"] if step["version"] > self.version]
        if told["id"] == self._following:
            self._following = 0
        if fresh:
            self.version = told["version"]
        assert [step["version"] for step in missed] == list(range(self.version + 1, told["version"] + 1)), told
        for step in missed:
            self._take_step(step["version"], Step(step["seat"], step["undone"]), None)
        self._sights = told["sights"]
        if told["card"]["state"] == "over":
            self.account.over = True
        if self._unsure is not None and self._unsure.ask != self._asked():
            self._unsure = None  # the question is gone, and this answer can never be made any more

    def _take_step(self, version: int, step: Step, ask: int | None) -> None:
        """The next step. `ask`: the question that was answered; None: it is not told."""
        assert version == self.version + 1, f"{self.account.table}: {version} after {self.version}"
        self.version = version
        self.account.told(version, step)
        mine = self._unsure is not None and step == Step(self._seat, False) and ask in (None, self._unsure.ask)
        if mine and self._unsure is not None:
            self.account.counts(version, self._unsure)
            self._unsure = None

    async def _be_troubled(self, told: Message) -> None:
        assert told["code"] not in BROKEN, told
        self._saying.pop(told["id"], None)
        if told["id"] not in self._undoing:
            await asyncio.sleep(AGAIN_S)
            self._asked_here = None
            await self._follow()

    # Doing

    async def _react(self, told: Message) -> None:
        """Speak, take back, come back: now and then, after a step."""
        if self._scene.resting or self._seat is None:
            return
        if self._random.random() < CHANCE_TO_SPEAK:
            text = f"seat {self._seat} says {self._remarks}"
            self._remarks += 1
            self.account.says(text)
            self._saying[await self._say("say", text=text)] = text
        if told["seat"] == self._seat and told["type"] == "moved" and self._random.random() < CHANCE_TO_TAKE_BACK:
            self.account.withdrawn += 1
            self._undoing.add(await self._say("ask_undo", seat=self._seat))
        if told["seat"] == self._seat:
            await self._come_back()
        elif self._unsure is None and self._asked() is None and self._random.random() < CHANCE_TO_LEAVE:
            await self._leave()

    async def _leave(self) -> None:
        """Leave the table, at any server, while somebody else is to move."""
        self.account.leaves(self._seat)
        with suppress(OSError):  # they may have left, or not: whoever moves is back
            await self._random.choice(await self._scene.cluster.some_well()).leave(self.account.table, self._token)
            self._left = True

    async def _come_back(self) -> None:
        """The seat is one's own again, if one has dozed off or left."""
        if self._dozing is not None or self._left:
            self.account.withdrawn += self._dozing is not None or self._asked() is not None
            self._dozing, self._left = None, False
            await self._say("return")

    async def _answer(self) -> None:
        """Answer the question that is open, if it was not answered over this socket."""
        ask = self._asked()
        if ask is None or ask in (self._asked_here, self._dozing):
            return
        if self._left or self._scene.resting or self._following:
            return
        if self._unsure is None or self._unsure.ask != ask:
            if self.account.clock_s is not None and self._random.random() < CHANCE_TO_DOZE:
                self._dozing = ask
                self.account.awaits_clock()
                return
            await asyncio.sleep(self._random.uniform(0, 2 * self._scene.pace_s))
            self._unsure = Sent(self._seat or 0, ask, canonical(self._random.choice(self._question()["moves"])))
            self.account.sends(self._unsure)
        self._asked_here = ask
        await self._say("play", seat=self._seat, ask=ask, move=json.loads(self._unsure.move))

    def _question(self) -> Message:
        found: Message = next(sight["question"] for sight in self._sights if sight["seat"] == self._seat)
        return found

    def _asked(self) -> int | None:
        """The number of the question that is open for one's seat, if one is."""
        questions = [sight["question"] for sight in self._sights if sight["seat"] == self._seat]
        return questions[0]["ask"] if questions and questions[0] is not None else None

    async def _follow(self, after: int | None = -1) -> None:
        self._following = self._last + 1
        await self._say("follow", after=self.version if after == -1 else after)

    async def _say(self, kind: str, **fields: Any) -> int:
        self._last += 1
        await self._socket.send(json.dumps({"type": kind, "table": self.account.table, "id": self._last, **fields}))
        return self._last


def _views(sights: list[Message]) -> list[Message]:
    return [{**sight, "events": []} for sight in sights]
