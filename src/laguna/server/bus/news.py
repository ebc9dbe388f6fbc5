"""What servers that share a store tell each other, and how it goes over the bus: msgpack, an array each.

Two versions of the program may run side by side. So what is here keeps its meaning: a kind may get fields at its end,
with defaults, and there may be new kinds; whoever does not know them leaves them out. What must mean something else is
a new kind. Lines and remarks hold what players must not see: only servers may subscribe.
"""

from __future__ import annotations

import re

import msgspec

SUBJECTS = "laguna"
"""What all subjects on the bus begin with."""
SERVERS = f"{SUBJECTS}.servers"
"""What all servers hear."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class _News(msgspec.Struct, frozen=True, array_like=True):
    """Something that a server tells."""


# Of a table, to the servers that have it in memory


class Hello(_News, frozen=True, tag="hello"):
    """A server has loaded the table: so many lines, this revision of its file, and these people follow it there.

    Who has the table, too, answers with `Here`.
    """

    version: int
    revision: int
    people: tuple[str, ...]


class Here(_News, frozen=True, tag="here"):
    """The same, told by a server that has had the table for longer."""

    version: int
    revision: int
    people: tuple[str, ...]


class Line(_News, frozen=True, tag="line"):
    """A line of the log is stored: its number, counted from 0, and the file's revision since then."""

    number: int
    line: bytes
    revision: int
    at: float
    """When this was told, by the clock that all servers share."""


class FileChanged(_News, frozen=True, tag="file"):
    """The table's file has this revision."""

    revision: int


class Said(_News, frozen=True, tag="said"):
    """A remark is stored."""

    number: int
    person: str
    at: float
    text: str
    phrase: str | None
    to: str | None


class Present(_News, frozen=True, tag="present"):
    """These people follow the table at the server."""

    people: tuple[str, ...]


class Aiming(_News, frozen=True, tag="aim"):
    """A seat began what the game times; see `TableTimer.signal`."""

    seat: int
    ask: int
    at: float


class Bye(_News, frozen=True, tag="bye"):
    """The server does not have the table any more; told to all servers: it goes."""


# Of a person, to the servers where they are connected


class YourTurn(_News, frozen=True, tag="turn"):
    """A table that they do not follow waits for them."""

    table: str
    game: str


# Of a person, to all servers


class PersonChanged(_News, frozen=True, tag="person"):
    """Somebody is called otherwise, or mutes somebody: what is known of them is to be read anew."""

    person: str


class KeysRevoked(_News, frozen=True, tag="keys"):
    """Keys of a person, by their hashes, hold no more; without any, all of theirs but one: see `Revoked`."""

    person: str
    keys: tuple[bytes, ...] | None
    kept: bytes | None


News = Hello | Here | Line | FileChanged | Said | Present | Aiming | Bye | YourTurn | PersonChanged | KeysRevoked


class _Letter(msgspec.Struct, frozen=True, array_like=True):
    """What goes over the bus."""

    server: str
    """Who tells it."""
    news: News


class BadNews(ValueError):  # noqa: N818 - it is left out
    """What came over the bus is of no kind that is known here, or malformed."""


_encode = msgspec.msgpack.Encoder().encode
_decoder: msgspec.msgpack.Decoder[_Letter] = msgspec.msgpack.Decoder(_Letter)


def encoded(server: str, news: News) -> bytes:
    """What a server tells, as it goes over the bus."""
    return _encode(_Letter(server, news))


def decoded(sent: bytes) -> tuple[str, News]:
    """Which server tells what. Raises `BadNews`."""
    try:
        letter = _decoder.decode(sent)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadNews(str(error)) from error
    return letter.server, letter.news


def of_table(table: str) -> str:
    """The subject of a table."""
    return f"{SUBJECTS}.t.{_checked(table)}"


def of_person(person: str) -> str:
    """The subject of a person."""
    return f"{SUBJECTS}.p.{_checked(person)}"


def _checked(identity: str) -> str:
    """An id that names one subject: no wildcards, no spaces, no dots."""
    if not _ID.fullmatch(identity):
        raise ValueError(f"This cannot be an id: {identity!r}.")
    return identity
