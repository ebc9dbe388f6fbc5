"""Logging to stderr: a JSON object a line for programs, plain text at a terminal.

    _LOG.warning("A worker died.", extra={"game": "duck", "tries": 2})

`time`, `level` (how grave it is), `logger`, `message` and `traceback` are the log's own words: a field of such a name
is told with an underscore behind it, so that nothing that is logged can pass for something else.

Nobody's secrets are for logs: no tokens, cookies, chat, hands or paths that strangers typed. Whoever logs sees to that;
whatever still looks like a token, and passwords in addresses, are blotted out here, in messages, fields and tracebacks
alike.
"""

from __future__ import annotations

import logging
import re
import sys
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Literal, TextIO, get_args

import msgspec

from laguna.server.addresses import redacted

Style = Literal["auto", "json", "words"]
Level = Literal["debug", "info", "warning", "error"]
STYLES: tuple[Style, ...] = get_args(Style)
LEVELS: tuple[Level, ...] = get_args(Level)

_TOKEN = re.compile(r"(?<![\w-])[\w-]{43}(?![\w-])", re.ASCII)
_REDACTED = "[token]"
_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
"""What every record has, and uvicorn's own colours: all else came by `extra`."""
_TAKEN = frozenset({"time", "level", "logger", "message", "traceback"})
"""What every line says of itself."""


def write_logs(style: Style = "auto", level: Level = "info", stream: TextIO | None = None, *, server: str = "") -> None:
    """Have all logging of this process, and an error that ends it, written to a stream (None: stderr) in one style.

    `server` is told on every line, where several servers write to one log.
    """
    stream = sys.stderr if stream is None else stream
    handler = logging.StreamHandler(stream)
    words = stream.isatty() if style == "auto" else style == "words"
    handler.setFormatter(_Words(server) if words else _Json(server))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)  # of others' libraries only what goes wrong
    logging.getLogger("laguna").setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)  # its own level: uvicorn looks at nothing else before it traces
    logging.captureWarnings(capture=True)
    sys.excepthook = _log_crash


def _log_crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log what ends the program, as everything is logged: Python's own traceback would show a password in it."""
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        logging.getLogger("laguna").critical("The program ends by an error", exc_info=(kind, error, trace))


def _redacted(text: str) -> str:
    return _TOKEN.sub(_REDACTED, redacted(text))


class _Formatter(logging.Formatter):
    """What both styles have in common."""

    def __init__(self, server: str) -> None:
        super().__init__()
        self._every = {"server": server} if server else {}
        """What is told on every line."""

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """What came by `extra`."""
        given = {name: value for name, value in vars(record).items() if name not in _OWN}
        return {**self._every, **{f"{name}_" if name in _TAKEN else name: value for name, value in given.items()}}


class _Json(_Formatter):
    """A record as a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **self.fields(record),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return _redacted(msgspec.json.encode(told, enc_hook=str).decode())


class _Words(_Formatter):
    """A record for whoever watches the server: the time, how bad it is unless all is well, what and where."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        grave = f"{record.levelname.lower()}: " if record.levelno != logging.INFO else ""
        fields = "".join(f"  {name}={value}" for name, value in self.fields(record).items())
        told = f"{at}  {grave}{record.getMessage()}{fields}"
        if record.exc_info:
            told += "\n" + self.formatException(record.exc_info)
        return _redacted(told)
