"""Sockets to listen on, and the event loop for them."""

from __future__ import annotations

import asyncio
import errno
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

BACKLOG = 2048
SILENT_CONNECTION_TIMEOUT_S = 60
"""Seconds until the system cuts a connection whose other end takes nothing of what was sent to it."""


class CannotListen(Exception):  # noqa: N818 - told to whoever starts the server
    """The address cannot be had, in a sentence. `taken`: somebody else has it."""

    def __init__(self, sentence: str, *, taken: bool = False) -> None:
        super().__init__(sentence)
        self.taken = taken


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 is any free one. Raises `CannotListen`."""
    listener = bind(host, port)
    try:
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise _cannot_listen(host, port, error) from error
    return listener


def bind(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A socket for that address, which nobody can connect to before it listens. Raises `CannotListen`.

    `shared`: several sockets may have the same port; the system shares out connections between those that listen.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError) as error:
        raise CannotListen(f"There is no address “{host}” to listen on.") from error
    family, kind, protocol, _, address = min(found, key=lambda each: each[0] != socket.AF_INET)
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # there it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux; every connection has it from its listener
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * SILENT_CONNECTION_TIMEOUT_S)
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise _cannot_listen(host, port, error) from error
    return listener


@contextmanager
def claimed(host: str, port: int) -> Iterator[None]:
    """Keep a port from others who share theirs, as long as the block lasts. Raises `CannotListen`.

    Sockets of two such programs could have the same port. So each claims a name first that the system (Linux) gives
    only once in a network, and takes back with the process.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as name:
        if sys.platform == "linux":
            try:
                name.bind(f"\0laguna-{host}-{port}")
            except OSError as error:
                raise _cannot_listen(host, port, error) from error
        yield


def _cannot_listen(host: str, port: int, error: OSError) -> CannotListen:
    taken = error.errno == errno.EADDRINUSE
    reason = "is taken" if taken else f"cannot be used: {error.strerror or error}"
    return CannotListen(f"Port {port} of {host} {reason}.", taken=taken)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The quick event loop, where there is one."""
    if sys.platform == "win32":
        return None
    import uvloop  # noqa: PLC0415 - is not there on Windows

    return uvloop.new_event_loop
