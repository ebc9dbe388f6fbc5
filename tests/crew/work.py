"""What crews are given to do in tests: workers import it, so their PYTHONPATH names the folder above."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import NamedTuple

from laguna.crew.crew import WorkFailed


class Deadly(NamedTuple):
    """A job that kills its worker so many times before it is done. The folder keeps count."""

    number: int
    deaths: int
    folder: Path

    def __str__(self) -> str:
        return f"job {self.number}"


def square(number: int) -> int:
    return number * number


def survive(job: Deadly) -> int:
    died = len(list(job.folder.glob(f"{job.number}-*")))
    if died < job.deaths:
        (job.folder / f"{job.number}-{died}").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return job.number


def divide(number: int) -> float:
    return 6 / number


def refuse(number: int) -> int:
    if number == 2:
        raise WorkFailed("Two is one too many.")
    return number


def pid(_: int) -> int:
    return os.getpid()
