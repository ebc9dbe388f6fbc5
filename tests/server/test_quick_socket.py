"""An open socket, frame by frame: messages in parts, pings, slow readers, closing, and what is sent together."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.server import ServerProtocol

from laguna.server.http.limited_http import LimitedHttp
from laguna.server.http.quick_socket import Outbox
from laguna.server.operations import serving
from laguna.server.operations.serving import loop_factory
from laguna.server.settings import Limits
from laguna.server.store.engine import sqlite3
from server.player import Player
from server.serving import Client, LoopFactory, Running, running_server
from server.tables import begun, person_of

LONGEST = Limits().message_bytes
CONTINUATION, TEXT, BINARY, CLOSE, PING = 0, 1, 2, 8, 9
NORMAL, PROTOCOL_ERROR, NOT_TEXT, TOO_LONG, NO_PONG = 1000, 1002, 1007, 1009, 1011


@pytest.fixture(scope="module", params=[None, loop_factory()], ids=["asyncio", "quick loop"])
def loop_factory(request: pytest.FixtureRequest) -> LoopFactory | None:
    """Asyncio's own event loop, and the one that the server takes where it is there."""
    factory: LoopFactory | None = request.param
    return factory


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, loop_factory: LoopFactory | None) -> Iterator[Running]:
    with running_server(tmp_path_factory.mktemp("sockets"), loop_factory=loop_factory) as server:
        yield server


@pytest.fixture
def guest(running: Running) -> Client:
    return running.guest("Ala")


@contextmanager
def nothing_written(running: Running) -> Iterator[None]:
    """Whatever is stored meanwhile has to wait."""
    with closing(sqlite3.connect(running.settings.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def until(settled: Callable[[], bool]) -> None:
    """Wait until that is so."""
    while not settled():
        await asyncio.sleep(0)


def frame(kind: int, payload: bytes, *, last: bool = True) -> bytes:
    """A frame of a client, masked by zeros."""
    length = len(payload)
    size = bytes((0x80 | length,)) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    return bytes((kind | 0x80 * last,)) + size + bytes(4) + payload


def parts(kind: int, message: bytes, *cuts: int) -> list[bytes]:
    """A message in several frames, cut there."""
    bounds = [0, *cuts, len(message)]
    pieces = [message[start:end] for start, end in pairwise(bounds)]
    kinds = [kind, *[CONTINUATION] * len(cuts)]
    lasts = [False] * len(cuts) + [True]
    return [frame(each, piece, last=last) for each, piece, last in zip(kinds, pieces, lasts, strict=True)]


def unfollow(number: int, table: str = "no-such-table") -> bytes:
    """A message that changes nothing, and is answered."""
    return json.dumps({"type": "unfollow", "table": table, "id": number}).encode()


async def closed(client: Client, *frames: bytes) -> int | None:
    """The code by which the socket is closed after these, which are not answered otherwise."""
    async with Player.connect(client) as player:
        await player.caught_up()
        player._socket.transport.write(b"".join(frames))
        with pytest.raises(ConnectionClosed):
            await player.hear()
        return player._socket.close_code


@pytest.mark.parametrize("kind", [TEXT, BINARY], ids=["text", "bytes"])
def test_a_message_in_several_frames_is_one_with_control_frames_in_between(guest: Client, kind: int) -> None:
    async def test() -> None:
        first, second, third = parts(kind, unfollow(1), 1, 20)
        async with Player.connect(guest) as player:
            sent = [first, frame(PING, b"?"), second, frame(CONTINUATION, b"", last=False), third]
            player._socket.transport.write(b"".join([*sent, frame(kind, unfollow(2))]))
            assert [(await player.hear())["id"] for _ in range(2)] == [1, 2]

    asyncio.run(test())


def test_a_letter_may_be_cut_in_two(guest: Client) -> None:
    async def test() -> None:
        message = json.dumps({"type": "say", "table": "no-such-table", "text": "ż", "id": 7}, ensure_ascii=False)
        sent = message.encode()
        async with Player.connect(guest) as player:
            player._socket.transport.write(b"".join(parts(TEXT, sent, sent.index("ż".encode()) + 1)))
            assert (await player.hear())["id"] == 7

    asyncio.run(test())


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (parts(TEXT, b" " * (LONGEST + 1), LONGEST), TOO_LONG),
        (parts(TEXT, b" " * (2 * LONGEST), LONGEST), TOO_LONG),
        (parts(TEXT, b'"\xff"', 1), NOT_TEXT),
        ([*parts(TEXT, b"{}", 1)[:1], frame(TEXT, b"{}")], PROTOCOL_ERROR),
        ([*parts(BINARY, b"{}", 1)[:1], frame(BINARY, b"{}")], PROTOCOL_ERROR),
        ([frame(CONTINUATION, b"{}")], PROTOCOL_ERROR),
        ([frame(PING, b"", last=False)], PROTOCOL_ERROR),
    ],
    ids=["too long", "much too long", "no UTF-8", "two at once", "two of bytes", "no beginning", "a ping in parts"],
)
def test_parts_against_the_protocol_close_the_socket(guest: Client, frames: list[bytes], code: int) -> None:
    assert asyncio.run(closed(guest, *frames, frame(TEXT, unfollow(1)))) == code


@pytest.mark.parametrize(("payload", "code"), [(b"", NORMAL), (b"\x0b\xb8bye", 3000)], ids=["without", "with a code"])
def test_who_closes_is_answered_and_heard_no_more(guest: Client, payload: bytes, code: int) -> None:
    assert asyncio.run(closed(guest, frame(CLOSE, payload), frame(TEXT, unfollow(1)))) == code


def test_messages_that_come_in_one_piece_are_answered_in_their_order(guest: Client) -> None:
    table = begun([guest], "duck", bots=["easy"])

    async def test() -> None:
        async with Player.connect(guest) as player:
            follow = json.dumps({"type": "follow", "table": table, "id": 1}).encode()
            sent = [follow, b"?", unfollow(2, table), unfollow(3, table), *map(unfollow, range(4, 60))]
            player._socket.transport.write(b"".join(frame(TEXT, each) for each in sent))
            await player.hear_until(lambda message: message.get("id") == 59)
            answers = [(message["type"], message["id"]) for message in player.heard if "id" in message]
            assert answers[:4] == [("standpoint", 1), ("trouble", 0), ("done", 2), ("trouble", 3)]
            assert [number for _, number in answers[4:]] == list(range(4, 60))

    asyncio.run(test())


def test_a_move_counts_whose_maker_is_gone_before_it_is_stored(running: Running) -> None:
    people = [running.guest(name) for name in ("Ala", "Ola")]
    table = begun(people, "animals_on_board")

    room = running.call(running.backend.lobby.room(table))

    async def test() -> None:
        async with Player.connect(people[1]) as other:
            await other.follow(table)
            with nothing_written(running):
                async with Player.connect(people[0]) as mover:
                    await mover.follow(table)
                    seat, question = mover.tables[table].questions()[0]
                    await mover.play(table, seat, question, question["moves"][0])
                    running.call(until(lambda: room._turn.taken))
                running.call(until(lambda: len(running.backend.connection_limits) == 1))
            await other.until("moved", seat=seat)
            await other.until("presence")

    asyncio.run(test())


def test_messages_of_every_length_come_whole_and_in_their_order(running: Running, guest: Client) -> None:
    me = person_of(guest)
    told = [str(length % 10).encode() * length for length in (1, 125, 126, 8193, 65535, 65536, 300_000, 2)]

    async def post() -> None:
        [connection] = running.backend.hub.of(me)
        for text in told:
            connection.post(text)

    async def test() -> None:
        async with Player.connect(guest) as player:
            await player.caught_up()
            await asyncio.to_thread(running.call, post())
            assert [await player._socket.recv(decode=False) for _ in told] == told

    asyncio.run(test())


def test_an_open_socket_keeps_nothing_of_what_read_its_handshake(running: Running, guest: Client) -> None:
    async def test() -> None:
        async with Player.connect(guest) as player:
            await player.caught_up()
            gc.collect()
            assert [each for each in gc.get_objects() if isinstance(each, LimitedHttp | ServerProtocol)] == []

    running.call(until(lambda: len(running.backend.connection_limits) == 0))
    asyncio.run(test())


def test_who_answers_pings_stays_and_who_does_not_is_closed(
    tmp_path: Path, loop_factory: LoopFactory | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "PING_INTERVAL_S", 0.02)
    monkeypatch.setattr(serving, "PONG_TIMEOUT_S", 1.0)

    async def test(server: Running) -> None:
        async with Player.connect(server.guest("Ala")) as lively, Player.connect(server.guest("Ola")) as mute:
            mute._socket.transport.pause_reading()
            await asyncio.to_thread(server.call, until(lambda: len(server.backend.connection_limits) == 1))
            mute._socket.transport.resume_reading()
            with pytest.raises(ConnectionClosed):
                await mute.hear()
            assert mute._socket.close_code == NO_PONG
            assert await lively.caught_up() == []

    with running_server(tmp_path, loop_factory=loop_factory) as server:
        asyncio.run(test(server))


def test_what_is_posted_in_one_turn_of_the_loop_is_sent_at_its_end_and_what_fails_keeps_nothing_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sent: list[bytes] = []

    def broken(_: bytes) -> None:
        raise RuntimeError("broken")

    async def test() -> None:
        outbox = Outbox()
        for send, text in ((sent.append, b"1"), (broken, b"2"), (sent.append, b"3")):
            outbox.post(send, text)
        assert sent == []
        await asyncio.sleep(0)
        assert sent == [b"1", b"3"]
        outbox.post(sent.append, b"4")
        await asyncio.sleep(0)

    asyncio.run(test())
    assert sent == [b"1", b"3", b"4"]
    assert "broken" in caplog.text
