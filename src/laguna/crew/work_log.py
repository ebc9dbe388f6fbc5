"""What comes of jobs, on file: a line each, written as each ends, and read again to go on where it stopped."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Generic, Self, TypeVar

import msgspec

from laguna.crew.crew import WorkFailed

Line = TypeVar("Line", bound=msgspec.Struct)


@contextmanager
def told_if_not_written(path: Path) -> Iterator[None]:
    """Raise `WorkFailed` where a file cannot be written: the error alone would not name it."""
    try:
        yield
    except OSError as error:
        raise WorkFailed(f"{path} cannot be written: {error.strerror or error}.") from error


def check_header(path: Path, line: bytes, wanted: msgspec.Struct, kind: str) -> None:
    """Raise `WorkFailed` unless a file begins with the header that is wanted. `kind` names what it is to hold."""
    try:
        found = msgspec.json.decode(line, type=type(wanted))
    except msgspec.MsgspecError as error:
        raise WorkFailed(f"{path} does not hold a {kind}; choose another place.") from error
    there, here = _plain(found), _plain(wanted)
    for name, value in here.items():
        if there[name] != value:
            raise WorkFailed(
                f"{path} holds another {kind}: {name} is {_told(there[name])} there and {_told(value)} now; "
                "choose another place."
            )


class WorkLog(Generic[Line]):
    """A file of JSON lines below a header. A context: `found` has the lines that are there, `add` writes another.

    A last line that was torn off in the middle is dropped. Raises `WorkFailed` for a file with another header, or that
    another command writes, for a line that cannot be read, and where nothing can be written.
    """

    def __init__(self, path: Path, header: msgspec.Struct, line: type[Line], kind: str) -> None:
        self.found: list[Line] = []
        self._path = path
        self._header = header
        self._line = line
        self._kind = kind

    def __enter__(self) -> Self:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._path.open("a+b")
        try:
            _lock(self._file, self._path)
            self._resume()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def add(self, line: Line) -> None:
        """Write a line down at once."""
        self._write(line)

    def _close(self) -> None:
        """Close the file, which tries again to write what could not be written, and was told of."""
        with suppress(OSError):
            self._file.close()

    def _write(self, line: msgspec.Struct) -> None:
        with told_if_not_written(self._path):
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()

    def _resume(self) -> None:
        self._file.seek(0)
        text = self._file.read()
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if lines:
            check_header(self._path, lines[0], self._header, self._kind)
        self.found = [self._read(line, number) for number, line in enumerate(lines[1:], 2)]
        self._file.truncate(len(whole))
        if not lines:
            self._write(self._header)

    def _read(self, line: bytes, number: int) -> Line:
        try:
            return msgspec.json.decode(line, type=self._line)
        except msgspec.MsgspecError as error:
            raise WorkFailed(
                f"Line {number} of {self._path} is no line of a {self._kind}; choose another place."
            ) from error


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep a file for this command until it is closed, where the system can do that. Raises `WorkFailed`."""
    if sys.platform == "win32":
        return
    import fcntl  # noqa: PLC0415 - is not there on Windows

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise WorkFailed(f"Another command is writing {path}; wait until it has ended.") from error
    except OSError:  # a file system without locks
        return


def _plain(header: msgspec.Struct) -> dict[str, Any]:
    """Everything a header says, by name, as JSON; a struct in it counts as what is in that."""
    plain: dict[str, Any] = {}
    for name in header.__struct_fields__:
        value = getattr(header, name)
        plain |= _plain(value) if isinstance(value, msgspec.Struct) else {name: _as_json(value)}
    return plain


def _as_json(value: object) -> Any:  # noqa: ANN401 - anything that JSON has
    return msgspec.json.decode(msgspec.json.encode(value))


def _told(value: object) -> str:
    return msgspec.json.encode(value).decode() if isinstance(value, (dict, list, type(None))) else str(value)
