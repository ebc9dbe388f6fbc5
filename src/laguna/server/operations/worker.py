"""A worker: one server process of several, started by a parent (`workers`) as `python -m` this module.

Its settings come by its input, what it has to say goes by its output. When its input ends, its parent is gone, and it
ends in good order.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from io import FileIO

from laguna.core.missing import missing_package
from laguna.server.addresses import redacted
from laguna.server.operations import assignment
from laguna.server.operations.assignment import Report
from laguna.server.operations.serving import CannotListen, serve
from laguna.server.operations.structured_logs import write_logs
from laguna.server.store.store import CannotOpen

EXIT_REFUSED = 2
"""The code of a worker that said why it cannot serve."""


def main() -> int:
    """Serve as the parent says, until a signal or its end; the exit code."""
    reports = FileIO(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints goes to the log
    parent = FileIO(sys.stdin.fileno(), "rb", closefd=False)  # no buffer: its lock would be held while this ends
    told = assignment.assignment(parent.readline())
    threading.Thread(target=_end_without, args=(parent,), daemon=True).start()
    write_logs(told.log_style, told.log_level, server=told.settings.name)
    listeners = [socket.socket(fileno=descriptor) for descriptor in told.listeners]
    for listener in listeners:
        listener.set_inheritable(False)
    try:
        serve(told.settings, listeners, lambda: _report(reports, Report(ready=True)))
    except (CannotOpen, CannotListen) as error:
        sentence = str(error)
    except ModuleNotFoundError as error:
        sentence = missing_package(error) or ""
        if not sentence:
            raise
    else:
        return 0
    _report(reports, Report(ready=False, sentence=redacted(sentence)))
    return EXIT_REFUSED


def _end_without(parent: FileIO) -> None:
    """Wait until the parent is gone; then end as if it had said so."""
    parent.read()
    os.kill(os.getpid(), signal.SIGTERM)


def _report(reports: FileIO, report: Report) -> None:
    reports.write(assignment.line(report))


if __name__ == "__main__":
    sys.exit(main())
