"""Requests that do not come to an end: their heads and bodies are cut off, and nobody else notices."""

from __future__ import annotations

import socket

import pytest

from laguna.server.http import limited_http
from laguna.server.http.limited_http import MAX_HEAD_BYTES
from laguna.server.people import guard
from server.serving import Running

HEAD = b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
SECONDS = 30
"""Whoever waits longer for an answer waits in vain."""


def answered(server: Running, *parts: bytes) -> bytes:
    """Send this, part by part, as far as it is taken; all that is answered until the connection is closed."""
    found = b""
    with socket.create_connection(("127.0.0.1", server.settings.port), timeout=SECONDS) as connection:
        try:
            for part in parts:
                connection.sendall(part)
            while more := connection.recv(1 << 16):
                found += more
        except ConnectionError:  # closed while we were still sending
            pass
    return found


@pytest.mark.parametrize(
    "endless",
    [b"X-More: " + b"a" * 1000 + b"\r\n", b"X-More: " + b"a" * 1000, b"\r\nX-More:"],
    ids=["lines", "one", "names"],
)
def test_a_head_without_end_is_cut_off(server: Running, endless: bytes) -> None:
    many = 4 * MAX_HEAD_BYTES // len(endless)
    assert b" 200 " not in answered(server, HEAD, *[endless * (many // 64)] * 64)
    server.client().get("/healthz").expect(200)


def test_a_path_without_end_is_cut_off(server: Running) -> None:
    assert b" 200 " not in answered(server, b"GET /", *[b"a" * (MAX_HEAD_BYTES // 16)] * 64)


@pytest.mark.parametrize("part", [b"", b"G", HEAD], ids=["nothing", "a letter", "some lines"])
def test_a_head_that_does_not_come_is_not_waited_for(
    server: Running, part: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limited_http, "HEAD_TIMEOUT_S", 0.05)
    assert answered(server, part) == b""


def test_a_body_that_does_not_come_is_not_waited_for(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_TIMEOUT_S", 0.05)
    told = answered(server, HEAD + b"Content-Length: 20\r\nConnection: close\r\n\r\n{")
    assert told.startswith(b"HTTP/1.1 408 ")
    assert b"too_slow" in told


def test_a_large_body_with_its_head_and_the_next_request_in_one_piece_are_read(server: Running) -> None:
    bot = server.client(token=server.guest().post("/api/bots", {"name": "B"}).expect(201)["token"])
    body = b'{"holds": "' + b"a" * 300_000 + b'"}'
    head = f"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {bot.token}\r\n".encode()
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    last = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    told = answered(server, (head + body) * 3 + last)
    assert told.count(b"HTTP/1.1 200 ") == 4
