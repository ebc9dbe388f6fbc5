"""Connections without end from one address: they are refused in a sentence or cut off, and nobody else notices."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from laguna.server.http import limited_http
from laguna.server.operations.metrics import Metrics
from laguna.server.people import connection_limits
from laguna.server.people.connection_limits import ConnectionLimits
from laguna.server.problem import Problem
from laguna.server.settings import Limits, Settings
from server.distant import PROXY, Distant, guest_from
from server.serving import SECONDS, Client, Running, running_server, tight

MOST, MOST_OF_ONE = 12, 5
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
HERE, THERE = "127.0.0.1", "127.0.0.2"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Running]:
    with running_server(tmp_path, limits=tight(connections=MOST, connections_per_address=MOST_OF_ONE)) as running:
        yield running


@contextmanager
def knocking(server: Running, address: str, count: int) -> Iterator[list[socket.socket]]:
    """So many connections from there that say nothing."""
    with ExitStack() as stack:
        target = ("127.0.0.1", server.settings.port)
        yield [
            stack.enter_context(socket.create_connection(target, SECONDS, source_address=(address, 0)))
            for _ in range(count)
        ]


def said(connection: socket.socket, text: bytes = b"") -> bytes:
    """All that is answered to this until the connection is closed."""
    told = b""
    try:
        connection.sendall(text)
        while more := connection.recv(1 << 16):
            told += more
    except ConnectionError:
        pass
    return told


def head_of(connection: socket.socket) -> bytes:
    """The first line of what is answered to a request of a connection that stays open."""
    connection.sendall(HEALTH)
    return connection.recv(1 << 16).split(b"\r\n")[0]


def test_more_connections_of_one_address_are_refused_in_a_sentence_and_others_get_in(small: Running) -> None:
    with knocking(small, THERE, MOST_OF_ONE) as held, knocking(small, THERE, 1) as [more]:
        assert head_of(held[-1]) == b"HTTP/1.1 200 OK"
        head, _, body = said(more, HEALTH).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 429 ")
        assert b"\r\nretry-after: " in head
        told = json.loads(body)
        assert told["code"] == "too_many_connections"
        assert "from your address" in told["sentence"]
        small.client().get("/healthz").expect(200)
        page = small.client().get("/metrics").body.decode()
        assert 'laguna_limited_total{limit="connections_per_address"} 1.0' in page
        assert f"laguna_connections {MOST_OF_ONE + 1:.1f}" in page


def test_a_place_is_free_again_as_soon_as_a_connection_is_gone(small: Running) -> None:
    with knocking(small, THERE, MOST_OF_ONE) as held:
        assert head_of(held[-1]) == b"HTTP/1.1 200 OK"
        said(held[0], HEALTH.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        with knocking(small, THERE, 1) as [more]:
            assert head_of(more) == b"HTTP/1.1 200 OK"


def test_sockets_count_for_as_long_as_they_are_open(small: Running) -> None:
    guest = small.guest()
    with ExitStack() as stack:
        for _ in range(MOST_OF_ONE):
            stack.enter_context(opened(guest))
        with pytest.raises(InvalidStatus) as refused, opened(guest):
            pass
        assert refused.value.response.status_code == 429
        with knocking(small, THERE, 1) as [stranger]:
            assert head_of(stranger) == b"HTTP/1.1 200 OK"
    with opened(guest):
        pass
    assert small.client().get("/healthz").status == 200


def opened(client: Client) -> ClientConnection:
    """A socket of somebody."""
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = {"Cookie": cookie, **{k: v for k, v in client._headers("GET", False).items() if k.startswith("X-")}}
    uri = f"ws://127.0.0.1:{client.port}/api/socket"
    return connect(uri, origin=client.origin, additional_headers=headers, open_timeout=SECONDS)  # type: ignore[arg-type]


def test_when_all_is_full_whoever_has_most_gives_an_idle_one_up_for_a_stranger(small: Running) -> None:
    with (
        knocking(small, "127.0.0.3", MOST_OF_ONE) as most,
        knocking(small, "127.0.0.4", MOST_OF_ONE - 1),
        knocking(small, "127.0.0.5", MOST - 2 * MOST_OF_ONE + 1) as few,
    ):
        assert head_of(few[-1]) == b"HTTP/1.1 200 OK"
        small.client().get("/healthz").expect(200)
        assert said(most[0]) == b"", "the one that waited longest is cut off"
        assert head_of(most[-1]) == b"HTTP/1.1 200 OK"


def test_who_is_refused_and_says_nothing_is_told_and_closed_soon(
    small: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limited_http, "REFUSED_LINGER_S", 0.05)
    with knocking(small, THERE, MOST_OF_ONE + 1) as [*_, refused]:
        assert said(refused).startswith(b"HTTP/1.1 429 ")


def test_refusals_that_do_not_go_away_are_cut_off_without_a_word(
    small: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limited_http, "REFUSED_LINGER_S", 3600.0)
    monkeypatch.setattr(connection_limits, "MAX_LINGERING", 3)
    with knocking(small, THERE, MOST_OF_ONE + 4) as [*_, cut]:
        assert said(cut) == b""
        assert len(small.backend.connection_limits._refused) == 3
        small.client().get("/healthz").expect(200)


def test_behind_a_proxy_its_guests_are_counted_and_not_its_connections(tmp_path: Path) -> None:
    with (
        running_server(tmp_path, limits=tight(connections_per_address=MOST_OF_ONE), proxies=(PROXY,)) as server,
        ExitStack() as stack,
    ):
        stack.enter_context(knocking(server, HERE, 2 * MOST_OF_ONE))
        guest, stranger = guest_from(server, "203.0.113.1"), Distant(server, "203.0.113.2")
        for _ in range(MOST_OF_ONE):
            stack.enter_context(opened(guest))
        guest.get("/api/me").problem(429, "too_many_connections")
        with pytest.raises(InvalidStatus), opened(guest):
            pass
        stranger.get("/healthz").expect(200)


class Idler:
    def __init__(self, idle: bool = True) -> None:
        self.idle = idle
        self.here = True

    def cut(self) -> None:
        self.here = False


def limits_of(most: int, most_of_one: int) -> ConnectionLimits:
    return ConnectionLimits(Settings(limits=Limits(connections=most, connections_per_address=most_of_one)), Metrics())


def test_a_connection_that_becomes_a_socket_is_counted_once_and_not_cut_off() -> None:
    full, host = limits_of(1, 1), "203.0.113.1"
    request, socket = Idler(), Idler(idle=False)
    full.enter(host, request)
    full.go_on(host, request, socket)
    with pytest.raises(Problem, match="Too many people"):
        full.enter("203.0.113.2", Idler())
    full.leave(host, request)
    assert (len(full), socket.here) == (1, True)
    full.leave(host, socket)
    assert len(full) == 0


def test_who_is_served_is_not_cut_off_for_anybody() -> None:
    full = limits_of(3, 3)
    busy = [Idler(idle=False) for _ in range(3)]
    for guest in busy:
        full.enter("203.0.113.1", guest)
    with pytest.raises(Problem, match="Too many people") as refused:
        full.enter("203.0.113.2", Idler())
    assert (refused.value.code, refused.value.status) == ("crowded", 503)
    assert all(guest.here for guest in busy)


def test_nobody_is_cut_off_for_who_has_as_many() -> None:
    full = limits_of(4, 3)
    guests = [Idler() for _ in range(4)]
    for number, guest in enumerate(guests):
        full.enter(f"203.0.113.{number % 2}", guest)
    with pytest.raises(Problem, match="Too many people"):
        full.enter("203.0.113.0", Idler())
    full.enter("203.0.113.9", Idler())
    assert [guest.here for guest in guests].count(False) == 1
    assert len(full) == 4


def test_nobody_is_cut_off_for_who_would_then_have_more() -> None:
    full = limits_of(3, 3)
    guests = [Idler() for _ in range(3)]
    for host, guest in zip(("203.0.113.1", "203.0.113.1", "203.0.113.2"), guests, strict=True):
        full.enter(host, guest)
    with pytest.raises(Problem, match="Too many people"):
        full.enter("203.0.113.2", Idler())
    assert all(guest.here for guest in guests)


def test_a_household_of_ipv6_is_one_address() -> None:
    limits = limits_of(9, 2)
    for number in range(2):
        limits.enter(f"2001:db8::{number}", Idler())
    with pytest.raises(Problem, match="from your address"):
        limits.enter("2001:db8::ffff", Idler())
    limits.enter("2001:db8:0:1::1", Idler())
