"""A worker that serves nothing but who it is, and does to its parent whatever a worker may do.

It tells everybody who connects its number, name and what it was told, and ends by SIGTERM, of which it leaves a file
`signalled-PID`, or with its parent. A file in its data folder makes it behave: `refuses` (it says why it cannot serve),
`dies` (it says nothing), `lingers` (it does not end by SIGTERM).
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import sys

import msgspec

from laguna.server.operations import assignment
from laguna.server.operations.assignment import Report

told = assignment.assignment(sys.stdin.buffer.raw.readline())  # type: ignore[attr-defined]


def end(*_: object) -> None:
    (told.settings.data / f"signalled-{os.getpid()}").touch()
    if not (told.settings.data / "lingers").exists():
        sys.exit(0)


signal.signal(signal.SIGTERM, end)


def report(ready: bool, sentence: str = "") -> None:
    sys.stdout.buffer.write(assignment.line(Report(ready=ready, sentence=sentence)))
    sys.stdout.buffer.flush()


if (told.settings.data / "dies").exists():
    sys.exit(1)
if (told.settings.data / "refuses").exists():
    report(False, "There is no sand left.")
    sys.exit(2)

events = selectors.DefaultSelector()
for descriptor in told.listeners:
    listener = socket.socket(fileno=descriptor)
    listener.listen()
    listener.setblocking(False)
    events.register(listener, selectors.EVENT_READ)
events.register(sys.stdin, selectors.EVENT_READ)
report(True)
answer = {"pid": os.getpid(), "name": told.settings.name, "bots": told.settings.bot_workers, "nats": told.settings.nats}
while True:
    for key, _ in events.select():
        if not isinstance(key.fileobj, socket.socket):
            sys.exit(0)  # its parent is gone
        try:
            connection, _ = key.fileobj.accept()
        except BlockingIOError:  # the one before it on this place has taken it
            continue
        with connection:
            connection.setblocking(True)
            connection.sendall(msgspec.json.encode(answer))
