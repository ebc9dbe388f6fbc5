"""Errors as HTTP responses: expected problems, store failures, and unhandled exceptions."""

from __future__ import annotations

import logging
import math
from http import HTTPStatus

import msgspec

from laguna.core.record import BadRecord
from laguna.server.problem import Problem, broken_table, malformed
from laguna.server.store.store import StoreClosed, StoreDamaged, StoreFailed
from laguna.server.wire.bodies import NotDone

_LOG = logging.getLogger(__name__)


def body_of(problem: Problem) -> bytes:
    """What it says: the name and the sentence."""
    return msgspec.json.encode(NotDone(problem.code, str(problem)))


def headers_of(problem: Problem) -> dict[str, str]:
    """When to come again, where that is known."""
    return {} if problem.wait is None else {"retry-after": str(math.ceil(problem.wait))}


def unexpected(error: Exception, doing: str) -> Problem:
    """What to say of an error that is nobody's wish. `doing` is for the log: it must hold no token, so no path."""
    if isinstance(error, RecursionError):  # only what strangers send is nested so deeply
        return malformed("This is nested too deeply.")
    if isinstance(error, UnicodeDecodeError):  # only what strangers send has yet to be decoded
        return malformed("This is not text in UTF-8.")
    if isinstance(error, BadRecord | StoreDamaged):
        _LOG.error("Stored data cannot be read: %s", doing, exc_info=error)
        return broken_table()
    if isinstance(error, StoreClosed | StoreFailed):
        _LOG.warning("Store error in %s: %s", doing, error)
        sentence = "The server cannot store anything at this moment: try again soon."
        return Problem("not_now", sentence, HTTPStatus.SERVICE_UNAVAILABLE, wait=5)
    _LOG.error("Unhandled error in a request: %s", doing, exc_info=error)
    return Problem("failed", "Something went wrong on the server; it was noted.", HTTPStatus.INTERNAL_SERVER_ERROR)
