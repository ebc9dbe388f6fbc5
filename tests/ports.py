"""Ports for servers of tests that have to be told one: nobody else gets it between its choice and its use."""

from __future__ import annotations

import os
import socket

HOST = "127.0.0.1"
PORTS = range(12_000, 32_000)
"""Below those that a system gives to whoever asks for any port, or connects: nobody gets one of these by chance."""

_held: list[socket.socket] = []
"""For each port the mark that keeps other processes of tests from it, as long as this process lives."""


def free_port() -> int:
    """A port of loopback where nobody listens, and which no other test gets."""
    start = os.getpid() * 97 + len(_held)
    for number in range(len(PORTS)):
        port = PORTS[(start + number) % len(PORTS)]
        mark = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)  # UDP: the TCP port of this number stays free
        try:
            mark.bind((HOST, port))
            with socket.socket() as probe:
                probe.bind((HOST, port))
        except OSError:
            mark.close()
        else:
            _held.append(mark)
            return port
    raise AssertionError("No port is free.")
