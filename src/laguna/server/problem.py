"""Expected errors: a code for programs, a sentence for people, and an HTTP status."""

from __future__ import annotations

from http import HTTPStatus

from laguna.core.services import ServiceFailed


class Problem(Exception):  # noqa: N818 - it is told, not a fault of the program
    """What a person or program wanted and cannot have. `code` names it for programs; `str` is the sentence.

    `wait` says after how many seconds it is worth trying again, where that is known.
    """

    def __init__(self, code: str, sentence: str, status: int = HTTPStatus.CONFLICT, wait: float | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.status = int(status)
        self.wait = wait


def not_found(what: str) -> Problem:
    """There is no such thing, or not for this person: which of the two is nobody's business."""
    return Problem("not_found", f"There is no such {what}.", HTTPStatus.NOT_FOUND)


def broken_table() -> Problem:
    """What is stored of a table cannot be read."""
    sentence = "This table cannot be read: it is damaged, or another version of Laguna made it. What is stored is kept."
    return Problem("broken_table", sentence, HTTPStatus.GONE)


def forbidden(sentence: str) -> Problem:
    """Somebody else may do it."""
    return Problem("forbidden", sentence, HTTPStatus.FORBIDDEN)


def unknown_person() -> Problem:
    """Nobody knows who asks: there is no valid cookie or token."""
    return Problem("who_are_you", "Say who you are first: POST /api/me with a name.", HTTPStatus.UNAUTHORIZED)


def too_many(sentence: str, wait: float | None = None) -> Problem:
    """A limit is reached."""
    return Problem("too_many", sentence, HTTPStatus.TOO_MANY_REQUESTS, wait)


def service_failed(failure: ServiceFailed) -> Problem:
    """A game's own worker failed; whoever asked may try again."""
    return Problem(failure.code, failure.sentence, HTTPStatus.SERVICE_UNAVAILABLE, wait=failure.retry_s)


def malformed(sentence: str) -> Problem:
    """What was sent is not of the right form."""
    return Problem("malformed", sentence, HTTPStatus.BAD_REQUEST)
