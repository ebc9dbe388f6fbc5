"""Verification of records that somebody uploads: form, hash chain, luck, rules and result.

They are checked by a process of their own (`checker`), which is ended when it takes too long: whoever wrote a record
may have meant it to keep us busy.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus

from laguna.core.frames import framed
from laguna.core.worker_process import WarmUp, WorkerDied, WorkerProcess
from laguna.server.operations.metrics import Metrics
from laguna.server.people.fair_limiter import FairLimiter
from laguna.server.people.rate_limits import Buckets
from laguna.server.problem import Problem, too_many
from laguna.server.settings import Rate
from laguna.server.wire.bodies import Checked

CHECKER = (sys.executable, "-m", "laguna.server.help.record_checker")
MAX_WAITING, MAX_WAITING_OF_ONE = 16, 2
"""How many texts may be checked or wait for it, in all and of one address: each may have megabytes."""
CHECK_TIMEOUT_S = 10.0
"""Seconds until the check of one text is given up. The largest one of honest games takes a fifth of it."""
START_TIMEOUT_S = 60.0
"""Seconds until a checker that is not ready is replaced."""


class RecordChecks:
    """Checks records, one text at a time: others wait, and callers are served in turn."""

    def __init__(self, rate: Rate, metrics: Metrics, command: Sequence[str] = CHECKER) -> None:
        self._quota = Buckets(rate)
        self._metrics = metrics
        self._worker = WorkerProcess(command, warm_up=WarmUp(framed(b""), START_TIMEOUT_S))
        sentence = "Many records are being checked: try again in a minute."
        self._turns = FairLimiter(sentence, wait=10, most=MAX_WAITING, each=MAX_WAITING_OF_ONE)

    async def check(self, share: tuple[str, ...], text: Callable[[], Awaitable[bytes]]) -> Checked:
        """What came of checking a text of one record or several. Raises `Problem` if it cannot be done, or not now.

        It is on the account of `share`: an address, and a person there. The text is read only when there is room for
        it.
        """
        wait = self._quota.take(share[-1])
        if wait:
            self._metrics.limited("checks")
            raise too_many("You have had many records checked: wait a little.", wait)
        with self._turns.place(*share):
            raw = await text()
            async with self._turns.turn(*share):
                return await self._checked(raw)

    async def close(self) -> None:
        """Check no more."""
        await self._worker.close_async()

    async def _checked(self, raw: bytes) -> Checked:
        try:
            answer: Checked = await self._worker.request_async(framed(raw), CHECK_TIMEOUT_S)
        except WorkerDied as death:
            self._metrics.limited("checks_cut_off")
            sentence = f"This could not be checked within {CHECK_TIMEOUT_S:.0f} seconds, and was given up."
            raise Problem("too_long", sentence, HTTPStatus.UNPROCESSABLE_ENTITY) from death
        return answer
