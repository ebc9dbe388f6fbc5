"""The WebSocket of one person, who may follow several tables; `wire.messages` has what is said."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.enums import ScopeType

from laguna.core.game import Refused
from laguna.core.record import BadRecord
from laguna.server.backend import Backend
from laguna.server.http.handshake import accept_of
from laguna.server.http.problem_response import unexpected
from laguna.server.http.quick_socket import QuickSocket
from laguna.server.people.guard import PERSON, refuse
from laguna.server.people.hub import CLOSE_KEY_REVOKED, Connection
from laguna.server.people.identity import Credential, credential, holder
from laguna.server.people.rate_limits import Bucket
from laguna.server.people.tokens import hashed
from laguna.server.people.user_agent import browser_of
from laguna.server.problem import Problem, malformed, too_many, unknown_person
from laguna.server.store.store import Conflict, Person, StoreClosed, StoreDamaged, StoreFailed
from laguna.server.tables.durable_table import StaleAnswer
from laguna.server.tables.room import Room
from laguna.server.wire import messages
from laguna.server.wire.messages import FromClient, Trouble

if TYPE_CHECKING:
    from litestar.types import Receive, Scope, Send

_LOG = logging.getLogger(__name__)

MAX_OFFENCES = 200
"""Messages that came too fast or could not be read, until a connection is closed."""
MAX_UNHEARD_MESSAGES = 8
"""How many messages may wait to be handled before reading is paused."""
CLOSE_POLICY_VIOLATION = 1008

ManagementMessage = (
    messages.Signal
    | messages.Unfollow
    | messages.AskUndo
    | messages.AnswerUndo
    | messages.Return
    | messages.Say
    | messages.SayPhrase
)
"""Whatever is done at once and answered with `Done`."""

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


class SocketEndpoint:
    """The ASGI application that accepts sockets, behind the guard, which has checked origin and person."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket for as long as it is open."""
        if scope["type"] != ScopeType.WEBSOCKET:
            await refuse(scope, send, Problem("socket", "This is a WebSocket.", HTTPStatus.UPGRADE_REQUIRED))
            return
        await receive()  # websocket.connect
        try:
            person = self._admitted(scope)
        except Problem as problem:
            await refuse(scope, send, problem)
            return
        socket = accept_of(scope)()
        shown = credential(scope["headers"], self._backend.settings)
        await SocketSession(self._backend, person, shown, socket).run(browser_of(scope["headers"]))
        await socket.lost()

    def _admitted(self, scope: Scope) -> Person:
        person: Person | None = scope.get(PERSON)  # type: ignore[assignment]
        if person is None:
            raise unknown_person()
        if len(self._backend.hub.of(person.id)) >= self._backend.settings.limits.sockets_per_person:
            raise too_many("You have too many windows open here. Close some of them.")
        return person


class SocketSession:
    """One open socket. Its messages are handled one after the other, in the order in which they came."""

    __slots__ = (
        "_backend",
        "_busy",
        "_doing",
        "_ended",
        "_limits",
        "_me",
        "_messages",
        "_offences",
        "_shown",
        "_socket",
        "_tasks",
        "_unheard",
    )

    def __init__(self, backend: Backend, person: Person, shown: Credential | None, socket: QuickSocket) -> None:
        self._backend = backend
        self._shown = shown
        self._limits = backend.settings.limits
        self._socket = socket
        self._me = Connection(person, self, b"" if shown is None else hashed(shown.token))
        self._messages = Bucket(self._limits.messages)
        self._offences = 0
        self._unheard: list[str | bytes | None] = []
        """Messages that have come and are not handled yet: few. At last None, when the socket is closed."""
        self._busy = True
        """A message is being handled, or the key is still being checked."""
        self._doing: asyncio.Task[None] | None = None
        """What is done for the message that is being handled, if it has to be waited for."""
        self._ended = asyncio.get_running_loop().create_future()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, browser: str = "") -> None:
        """Serve until one end closes, and all that was sent before is done."""
        self._backend.hub.add(self._me)
        self._socket.listen(self.hear)
        try:
            await self._check_key(browser)
            self._go_on()
            await self._ended
        finally:
            self._backend.hub.remove(self._me)
            self._me.gone()
            if self._doing is not None:
                self._doing.cancel()
            self.leave()

    async def _check_key(self, browser: str) -> None:
        """The key may have been ended while the socket was being opened, before anybody knew of it."""
        if await holder(self._shown, self._backend.people) is None:
            self._me.close(CLOSE_KEY_REVOKED)
        elif self._shown is not None and self._shown.kind == "cookie":
            await self._backend.people.renew(self._shown.token, browser)

    def hear(self, sent: str | bytes | None) -> None:
        """A message has come. It is handled at once, unless another one is still being handled."""
        self._unheard.append(sent)
        if not self._busy:
            self._handle_unheard()
        elif len(self._unheard) == MAX_UNHEARD_MESSAGES:
            self._socket.pause_reading()

    def _go_on(self, _: object = None) -> None:
        """A message is done."""
        self._busy, self._doing = False, None
        self._handle_unheard()
        if not self._unheard:
            self._socket.resume_reading()

    def _handle_unheard(self) -> None:
        """Handle one message after the other, until one has to be waited for."""
        while self._unheard and not self._busy:
            sent = self._unheard.pop(0)
            if sent is None:
                self._ended.set_result(None)
            elif not self._me.closing:  # its reader may be too slow to see that: whatever still comes is not heard
                self._handle(sent)

    def _handle(self, sent: str | bytes) -> None:
        """One message. Whatever is wrong with it gets an answer, and the socket stays open."""
        try:
            self._check_pace()
            message = self._read_message(sent)
        except Problem as problem:
            self._me.tell(Trouble(0, problem.code, str(problem)))
            if self._offences >= MAX_OFFENCES:
                self._me.close(CLOSE_POLICY_VIOLATION)
            return
        self._busy = True
        if not self._play_at_once(message):
            self._begin(message)

    def _begin(self, message: FromClient) -> None:
        """Do what a message wants, which has to be waited for."""
        work = self._safely(message.id, partial(self._do, message))
        self._doing = asyncio.get_running_loop().create_task(work)
        self._doing.add_done_callback(self._go_on)

    def _play_at_once(self, message: FromClient) -> bool:
        """Make a plain move without waiting; whether the message was one."""
        if not isinstance(message, messages.Play) or (room := self._me.following.get(message.table)) is None:
            return False
        done = partial(self._played, message)
        return room.play_at_once(self._person, message.seat, message.ask, message.move, done)

    def _played(self, message: messages.Play, error: Exception | None) -> None:
        """A move that was made at once is stored and told, or it has failed."""
        if isinstance(error, Conflict):  # somebody was quicker elsewhere: it is made again, or stale
            self._begin(message)
            return
        if error is not None:
            self._tell_failure(message.id, error)
        self._go_on()

    async def _safely(self, number: int, work: Callable[[], Awaitable[None]]) -> None:
        """Do what a message wants; say so if it cannot be done."""
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - one message's bad luck is nobody else's
            self._tell_failure(number, error)

    def _tell_failure(self, number: int, error: Exception) -> None:
        """Say why something could not be done."""
        match error:
            case Problem():
                self._me.tell(Trouble(number, error.code, str(error)))
            case BadRecord() | StoreDamaged():
                broken = unexpected(error, "a message")
                self._me.tell(Trouble(number, broken.code, str(broken)))
            case StoreFailed() | StoreClosed():
                _LOG.warning("Store error while handling a socket message: %s", error)
                sentence = "The server cannot store anything at this moment. Look again soon whether it was done."
                self._me.tell(Trouble(number, "not_now", sentence))
            case _:
                _LOG.error("Unhandled error while handling a socket message", exc_info=error)
                self._me.tell(Trouble(number, "stumbled", "Something went wrong on the server. Nothing was changed."))

    def _check_pace(self) -> None:
        if self._messages.take():
            self._offences += 1
            raise too_many("You send faster than anybody plays. Wait a moment.")

    def _read_message(self, sent: str | bytes) -> FromClient:
        try:
            return _decoder.decode(sent)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            self._offences += 1
            raise malformed(f"This is not a message: {error}.") from error

    async def _do(self, message: FromClient) -> None:
        """What was asked for. Its answer tells that it is done: the table's new state, or else `Done`."""
        if isinstance(message, messages.Follow):
            await self._follow(message)
            return
        room = self._me.following.get(message.table)
        if room is None:
            raise Problem("not_following", "Follow the table first.")
        if isinstance(message, messages.Play):
            await self._play(room, message)
        elif isinstance(message, messages.AskHint):
            self._meanwhile(self._safely(message.id, partial(self._hint, room, message)))
        elif isinstance(message, messages.MayUndo):
            self._meanwhile(self._safely(message.id, partial(self._offer_undo, room, message)))
        else:
            await self._manage(room, message)
            self._me.tell(messages.Done(table=message.table, id=message.id))

    async def _manage(self, room: Room, message: ManagementMessage) -> None:
        match message:
            case messages.Signal():
                room.signal(self._person, message.seat, message.ask)
            case messages.Unfollow():
                room.unfollow(self._me)
            case messages.AskUndo():
                await room.ask_undo(self._person, message.seat)
            case messages.AnswerUndo():
                await room.answer_undo(self._person, message.version, message.grant)
            case messages.Return():
                await room.come_back(self._person)
            case messages.Say():
                await self._say(room, message.text, None, message.to)
            case messages.SayPhrase():
                await self._say(room, "", message.phrase, message.to)

    @property
    def _person(self) -> str:
        return self._me.person.id

    async def _follow(self, message: messages.Follow) -> None:
        following = self._me.following
        if message.table not in following and len(following) >= self._limits.tables_per_socket:
            raise too_many(f"One socket follows {self._limits.tables_per_socket} tables at most.")
        room = await self._backend.lobby.known(message.table, self._person)
        await room.follow(self._me, message.id, message.after)

    async def _play(self, room: Room, message: messages.Play) -> None:
        """A move. Its receipt is `Moved`, which everybody gets."""
        seat, ask = message.seat, message.ask
        try:
            await room.play(self._person, seat, ask, message.move)
        except Refused as refused:
            self._backend.metrics.refused(room.game.key)
            why = refused.refusal
            answer = messages.Refused(
                table=room.id, id=message.id, seat=seat, ask=ask, rule=why.rule, reason=why.reason
            )
            self._me.tell(answer)
        except StaleAnswer:
            self._backend.metrics.stale(room.game.key)
            self._me.tell(messages.Stale(table=room.id, id=message.id, seat=seat, ask=ask))
            await room.follow(self._me, message.id)

    async def _offer_undo(self, room: Room, message: messages.MayUndo) -> None:
        """Whether a move may be taken back takes a while to judge: other messages are heard meanwhile."""
        await room.offer_undo(self._me, message.seat)
        self._me.tell(messages.Done(table=message.table, id=message.id))

    async def _hint(self, room: Room, message: messages.AskHint) -> None:
        """Help takes a while: other messages are heard meanwhile."""
        if self._backend.hinting.take(self._person):
            raise too_many("Those were many hints. Try a move of your own first.")
        try:
            self._me.tell(await self._backend.hints.give(room, self._person, message))
        except StaleAnswer:
            stale = messages.Stale(table=room.id, id=message.id, seat=message.seat, ask=message.ask)
            self._me.tell(stale)

    async def _say(self, room: Room, text: str, phrase: str | None, to: str | None) -> None:
        if self._backend.chatting.take(self._person):
            raise too_many("You speak faster than anybody reads. Wait a moment.")
        await room.say(self._me.person, text, phrase, to)

    def _meanwhile(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def post(self) -> Callable[[bytes], bool]:
        """See `SocketWriter.post`."""
        return self._socket.post

    async def send(self, text: bytes) -> None:
        """See `SocketWriter.send`."""
        await self._socket.send(text)

    async def close(self, code: int) -> None:
        """See `SocketWriter.close`."""
        await self._socket.close(code)

    def leave(self) -> None:
        """See `SocketWriter.leave`."""
        for task in self._tasks:
            task.cancel()
        for room in list(self._me.following.values()):
            room.unfollow(self._me)
