"""A job on its way to a worker and its outcome on the way back: bytes, which nobody in between has to understand.

Both ends are this program. Nothing that came from a player is ever unpickled.
"""

from __future__ import annotations

import os
import pickle
import traceback
from collections.abc import Callable
from typing import Any

import msgspec

from laguna.crew.crew import MAX_TRIES, WorkFailed


class Done(msgspec.Struct, frozen=True):
    """What came of a job."""

    result: Any


class Failed(msgspec.Struct, frozen=True):
    """A job that raised something: a sentence, or what broke, to be told with the job's name."""

    told: str
    broke: bool


def packed(work: Callable[[Any], object], job: object) -> bytes:
    """What a worker gets."""
    return pickle.dumps((work, job), pickle.HIGHEST_PROTOCOL)


def perform(task: bytes) -> bytes:
    """Do a job, in a worker: its outcome. Whatever is raised is part of it."""
    try:
        work, job = pickle.loads(task)  # noqa: S301 - from our own program
        return pickle.dumps(Done(work(job)), pickle.HIGHEST_PROTOCOL)
    except WorkFailed as failure:
        return failed(str(failure))
    except Exception as error:  # noqa: BLE001 - work may fail in any way: told to whoever wanted it done
        return pickle.dumps(Failed(_described(error), broke=True))


def failed(sentence: str) -> bytes:
    """The outcome of a job that cannot be done, and why."""
    return pickle.dumps(Failed(sentence, broke=False))


def result_of(outcome: bytes, job: object) -> Any:  # noqa: ANN401 - whatever the work returns
    """What came of a job. Raises `WorkFailed`."""
    answer: Done | Failed = pickle.loads(outcome)  # noqa: S301 - from our own program
    if isinstance(answer, Done):
        return answer.result
    raise WorkFailed(f"Something broke in {job}: {answer.told}." if answer.broke else answer.told)


def given_up(job: object) -> WorkFailed:
    """Why a job is not tried any more."""
    return WorkFailed(f"The worker process died {MAX_TRIES} times in {job}; it is not tried again.")


def _described(error: Exception) -> str:
    """A mistake in the program, and where to look."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(where.filename)}, line {where.lineno}"  # noqa: PTH119 - a name, not a file
    return " ".join(f"{type(error).__name__} {error} ({place})".split())
