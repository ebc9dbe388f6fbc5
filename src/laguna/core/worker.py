"""The worker's end of a worker process: it reads requests and writes a reply to each, until its host is gone.

The host's end is `laguna.core.worker_process`.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, NoReturn

from laguna.core import frames


def serve(reply: Callable[[Any], object], niceness: int = 0) -> NoReturn:
    """Answer every request until the input is over; see `frames`. `niceness` lowers its priority, as `nice` does.

    A worker ends when its host does, however that ends: its input is over then, also in the middle of a thought.
    """
    if niceness:
        os.nice(niceness)
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints goes to the host's log
    requests: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    while True:
        frames.write(replies, frames.framed(reply(requests.get())))


def _listen(requests: SimpleQueue[Any]) -> None:
    """Note what is asked. When nothing more can come, end at once."""
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as stream:
        try:
            while True:
                requests.put(frames.read(stream))
        except EOFError:
            os._exit(0)
