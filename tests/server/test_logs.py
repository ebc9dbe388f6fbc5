"""A server's log: a JSON object a line, or words at a terminal; and never a token."""

from __future__ import annotations

import io
import json
import logging
import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from laguna.server.operations.structured_logs import Style, write_logs

NAMES = ("", "laguna", "uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Where the log goes; afterwards logging is as it was."""
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(each.handlers[:], each.level, each.propagate) for each in loggers]
    yield io.StringIO()
    logging.captureWarnings(capture=False)
    for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
        logger.handlers[:] = handlers
        logger.setLevel(level)
        logger.propagate = propagate


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def stumble(sentence: str) -> None:
    raise ValueError(sentence)


def test_a_record_is_one_json_object_with_its_fields(stream: io.StringIO) -> None:
    write_logs("json", stream=stream)
    logging.getLogger("laguna.some").warning("A worker of %s died.\nTwice.", "duck", extra={"tries": 2})
    (told,) = lines(stream)
    assert told["time"].endswith("+00:00")
    del told["time"]
    assert told == {
        "level": "warning",
        "logger": "laguna.some",
        "message": "A worker of duck died.\nTwice.",
        "tries": 2,
    }


def test_the_level_is_the_severity_whatever_a_field_is_called(stream: io.StringIO) -> None:
    write_logs("json", stream=stream)
    fields = {"level": "easy", "time": 3.5, "logger": "mine", "traceback": "none", "table": "t"}
    logging.getLogger("laguna").error("A bot did not answer.", extra=fields)
    (told,) = lines(stream)
    assert (told["level"], told["logger"], told["message"]) == ("error", "laguna", "A bot did not answer.")
    assert told["time"].endswith("+00:00")
    assert "traceback" not in told
    assert (told["level_"], told["time_"], told["logger_"], told["table"]) == ("easy", 3.5, "mine", "t")


def test_an_exception_is_told_on_the_same_line(stream: io.StringIO) -> None:
    write_logs("json", stream=stream)
    try:
        stumble("too deep")
    except ValueError:
        logging.getLogger("laguna").exception("Unhandled error.", extra={"where": {1, 2}})
    (told,) = lines(stream)
    assert told["traceback"].endswith("ValueError: too deep")
    assert told["where"] == [1, 2]


def test_words_are_for_people(stream: io.StringIO) -> None:
    write_logs("words", stream=stream)
    logging.getLogger("laguna").info("All is well.", extra={"tables": 3})
    logging.getLogger("laguna").error("Not so.")
    well, ill = (line[10:] for line in stream.getvalue().splitlines())
    assert (well, ill) == ("All is well.  tables=3", "error: Not so.")


def test_where_nobody_sees_it_the_log_is_json(stream: io.StringIO) -> None:
    write_logs("auto", stream=stream)
    logging.getLogger("laguna").info("All is well.")
    assert lines(stream)[0]["message"] == "All is well."


def test_the_level_decides_what_is_told(stream: io.StringIO) -> None:
    write_logs("json", "warning", stream)
    logging.getLogger("laguna").info("All is well.")
    assert stream.getvalue() == ""


def test_uvicorn_tells_what_goes_wrong_in_the_same_log_and_nothing_else(stream: io.StringIO) -> None:
    write_logs("json", stream=stream)
    logging.getLogger("uvicorn.error").info("Uvicorn running on …")
    logging.getLogger("uvicorn.error").error("Exception in ASGI application")
    assert [told["logger"] for told in lines(stream)] == ["uvicorn.error"]


@pytest.mark.parametrize("style", ["json", "words"])
def test_a_token_never_gets_into_the_log(stream: io.StringIO, style: Style) -> None:
    write_logs(style, stream=stream)
    token = secrets.token_urlsafe(32)
    logger = logging.getLogger("laguna")
    logger.warning("Cookie: laguna=%s; other=1", token, extra={"path": f"/join/{token}", "key": token})
    try:
        stumble(f"no such token: {token}")
    except ValueError:
        logger.exception("Unhandled error.")
    assert token not in stream.getvalue()
    assert stream.getvalue().count("[token]") == 4
