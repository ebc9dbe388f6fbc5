"""The host's end of a worker process."""

from __future__ import annotations

import asyncio
import logging
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from laguna.core import frames

_LOG = logging.getLogger("laguna.bots.worker")


class Died(Exception):  # noqa: N818 - a sentence: the worker died
    """A worker ended, or had to be ended, without a reply."""


class WorkerProcess:
    """A worker: it gets one request at a time and replies to each. Started by the first request after a death.

    Whatever it writes to its error output is logged. `on_death` is called when it ends without having been asked
    anything.
    """

    def __init__(self, command: Sequence[str], on_death: Callable[[], None]) -> None:
        self._command = command
        self._on_death = on_death
        self._process: Process | None = None
        self._follower: asyncio.Task[None] | None = None
        self._deadline: asyncio.Timeout | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return None if self._process is None else self._process.pid

    async def request(self, frame: bytes, seconds: float) -> Any:  # noqa: ANN401 - whatever it replies
        """The reply to a framed message. Raises `Died`; a worker that takes longer is ended."""
        try:
            async with asyncio.timeout(seconds) as self._deadline:
                return await self._exchange(frame)
        except TimeoutError:
            reason = "it did not answer in time"
        except (EOFError, OSError) as error:
            reason = str(error) if isinstance(error, OSError) and error.strerror else "it ended"
        finally:
            self._deadline = None
        await self.end()
        raise Died(reason)

    def hurry(self, seconds: float) -> None:
        """Give the request under way no more than so many seconds from now."""
        when = None if self._deadline is None else self._deadline.when()
        if self._deadline is not None and when is not None:
            self._deadline.reschedule(min(when, asyncio.get_running_loop().time() + seconds))

    async def end(self) -> None:
        """Kill the process, if there is one, and wait until nothing is left of it. It has nothing to lose."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
        if self._follower is not None:
            await asyncio.wait({self._follower})

    async def _exchange(self, frame: bytes) -> Any:  # noqa: ANN401 - whatever it replies
        if self._process is None:
            # A session of its own: Ctrl-C in a terminal is for the host, which ends its workers itself.
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
            )
            self._follower = asyncio.create_task(self._follow(self._process))
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None, "it is a pipe"  # noqa: S101
        assert stdout is not None, "it is a pipe"  # noqa: S101
        stdin.write(frame)
        await stdin.drain()
        return await frames.receive(stdout)

    async def _follow(self, process: Process) -> None:
        """Log what a process complains about until it ends, and tidy up."""
        assert process.stdin is not None, "it is a pipe"  # noqa: S101
        assert process.stderr is not None, "it is a pipe"  # noqa: S101
        rest = b""
        while part := await process.stderr.read(1 << 16):
            *lines, rest = (rest + part).split(b"\n")
            for line in lines:
                _LOG.warning("%d: %s", process.pid, line.decode(errors="replace"))
        code = await process.wait()
        process.stdin.close()
        with suppress(OSError):
            await process.stdin.wait_closed()
        if self._process is process and self._deadline is None:
            _LOG.warning("%d: ended by itself with code %d", process.pid, code)
            self._process = None
            self._on_death()
