"""The store's interface: typed changes go in, durable when `write` returns; reads see what was committed.

Rooms know this page alone. A table's moves are an append-only log under its id; a line's number is given by the writer,
so that of two processes that write the same number one gets `Conflict`, catches up and tries again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

from laguna.server.tables.table_file import TableFile, TableState


class Conflict(Exception):  # noqa: N818 - it is expected, and answered by reading again
    """Somebody else wrote this line or revision first, or what it belongs to is gone. Nothing of the write was kept."""


class LimitReached(Exception):  # noqa: N818 - it is told, in a sentence
    """There are as many as may be of what was to be added: see `AtMost`. Nothing of the write was kept."""


class StoreClosed(Exception):  # noqa: N818 - the server is going home
    """The store takes no more writes."""

    def __init__(self) -> None:
        super().__init__("The store is closed.")


class StoreFailed(Exception):  # noqa: N818 - it is told, in a sentence
    """The disk is full or broken, or the database is gone. The store lives on and tries the next write anew.

    What was to be written is not acknowledged, and hardly ever kept: read again before going on.
    """


class StoreDamaged(StoreFailed):
    """What is stored of something cannot be read. All else can: it is told of that one thing, and goes on."""


class CannotOpen(Exception):  # noqa: N818 - it is told, in a sentence
    """A store that another server has open, that a newer Laguna wrote, or that is none."""


# What is kept


class Person(msgspec.Struct, frozen=True, kw_only=True, gc=False):  # gc: of many, and never in a circle
    """A guest, or somebody's outside bot. `colour` is one of the avatars' colours."""

    id: str
    name: str
    colour: str
    created: float
    owner: str | None = None
    """Whose bot it is; None: a person."""
    muted: tuple[str, ...] = ()
    """Whose chat they do not want to read."""
    revision: int = 1
    """It counts how often the person was changed."""


TokenKind = Literal["session", "bot", "recovery"]


class Token(msgspec.Struct, frozen=True):
    """A key that somebody holds, by its SHA-256: a browser's cookie, a bot's token, or a link to come back with."""

    hash: bytes
    person: str
    kind: TokenKind
    created: float
    expires: float
    seen: float = 0.0
    """When a session was last used, to some minutes."""
    browser: str = ""
    """What used it, in two words."""


class Passkey(msgspec.Struct, frozen=True):
    """A person's passkey (WebAuthn)."""

    credential: bytes
    person: str
    public_key: bytes
    count: int
    created: float
    label: str


class Challenge(msgspec.Struct, frozen=True):
    """Random bytes that a passkey is to sign. `person`: who alone may answer; None: whoever asked for it."""

    name: str
    """Only those know it to whom the challenge was put."""
    signed: bytes
    person: str | None
    expires: float


class Invite(msgspec.Struct, frozen=True):
    """A link to a table, by its token's SHA-256."""

    hash: bytes
    table: str
    expires: float


class Remark(msgspec.Struct, frozen=True):
    """Something said at a table: free words, or a quick phrase by its name. `to` names whom alone it is for."""

    table: str
    number: int
    person: str
    at: float
    text: str
    phrase: str | None = None
    to: str | None = None


class Snapshot(msgspec.Struct, frozen=True):
    """Where a game stood when its log had so many lines, as `Match.snapshot` made it; it spares playing them."""

    table: str
    version: int
    state: bytes


class Resumable(msgspec.Struct, frozen=True):
    """What it takes to go on with a table: its file, the last snapshot, and the lines after that (without one: all)."""

    file: TableFile
    snapshot: Snapshot | None
    lines: list[bytes]


class StoredAnalysis(msgspec.Struct, frozen=True):
    """The analysis of a finished game as far as it has come, as JSON; nobody else is at it before `due`."""

    table: str
    server: str
    due: float
    found: bytes


class Listed(msgspec.Struct, frozen=True):
    """A table in a list: its file, when something last happened there, and which seats are asked now, as bits.

    What happens is that a table is made, started or ended, or gets a line.
    """

    file: TableFile
    moved: float
    asked: int


class TableAge(msgspec.Struct, frozen=True):
    """When something last happened at a table, and whether anybody who sits there could still come back to it."""

    table: str
    state: TableState
    moved: float
    reachable: bool


class GuestAge(msgspec.Struct, frozen=True):
    """A person, and whether anything keeps them here; see `DropGuest`."""

    person: str
    held: bool


# Changes


class Beat(msgspec.Struct, frozen=True):
    """A sign of life. It goes all the way to the disk as every change does, and changes nothing that is kept."""


class AtMost(msgspec.Struct, frozen=True):
    """Raises `LimitReached`, unless a person has fewer than so many of something. It precedes what adds one.

    Of two such writes at once, one sees what the other adds. `since` is for tables, see `Store.hosted`.
    """

    what: Literal["bots", "passkeys", "hosted"]
    person: str
    most: int
    since: float = 0.0


class PutPerson(msgspec.Struct, frozen=True):
    """A new person (`revision` 1), or one that follows the stored revision. Raises `Conflict` else."""

    person: Person


class DropPerson(msgspec.Struct, frozen=True):
    """Forget an outside bot, with its tokens."""

    person: str


class DropGuest(msgspec.Struct, frozen=True):
    """Forget a person, with their keys, unless something keeps them here.

    That is a session that was used after `seen`, a recovery link, a passkey, an outside bot, or a table.
    """

    person: str
    seen: float


class PutToken(msgspec.Struct, frozen=True):
    """A new token."""

    token: Token


class RenewToken(msgspec.Struct, frozen=True):
    """The same token, used again: it may hold for longer. Raises `Conflict` where there is none any more."""

    token: Token


class DropToken(msgspec.Struct, frozen=True):
    """A token that no longer holds. Raises `Conflict` where there is none: so one is used only once."""

    hash: bytes


class DropTokens(msgspec.Struct, frozen=True):
    """All tokens of a kind that a person has; but for one, where it is named by its hash."""

    person: str
    kind: TokenKind
    but: bytes = b""


class DropExpired(msgspec.Struct, frozen=True):
    """All tokens, invitations and challenges that were to hold until then or less."""

    at: float


class AddPasskey(msgspec.Struct, frozen=True):
    """A new passkey. Raises `Conflict` if it is known already, whosever it is."""

    passkey: Passkey


class PutPasskey(msgspec.Struct, frozen=True):
    """A passkey that was used."""

    passkey: Passkey


class DropPasskey(msgspec.Struct, frozen=True):
    """A passkey that no longer holds."""

    credential: bytes


class PutChallenge(msgspec.Struct, frozen=True):
    """A new challenge. Of more than so many, those that expire first are given up."""

    challenge: Challenge
    most: int


class DropChallenge(msgspec.Struct, frozen=True):
    """A challenge that is answered. Raises `Conflict` where there is none: so one is answered only once."""

    name: str


class PutInvite(msgspec.Struct, frozen=True):
    """A new link."""

    invite: Invite


class DropInvites(msgspec.Struct, frozen=True):
    """No link to a table holds any more."""

    table: str


class PutTable(msgspec.Struct, frozen=True):
    """A table's file, new (`revision` 1) or following the stored revision. Raises `Conflict` else."""

    file: TableFile


class DropTable(msgspec.Struct, frozen=True):
    """Forget a table with all that belongs to it, unless something has happened there since `moved`."""

    table: str
    moved: float


class Append(msgspec.Struct, frozen=True):
    """A line of a table's log, counted from 0. Raises `Conflict` if `number` is taken or leaves a gap.

    With it goes what lists need: which seats are asked now (bits), and when the table must be looked after although
    nobody comes (`wake`: a bot to answer, a clock that runs out; None: never).
    """

    table: str
    number: int
    line: bytes
    at: float
    asked: int
    wake: float | None


class SetWake(msgspec.Struct, frozen=True):
    """When a table must next be looked after; nothing else of it changes."""

    table: str
    wake: float | None


class WakeBy(msgspec.Struct, frozen=True):
    """When a table must be looked after at the latest; if it is to be sooner, nothing changes."""

    table: str
    wake: float


class PutRemark(msgspec.Struct, frozen=True):
    """Something said. Raises `Conflict` if its number is taken; see `Store.add_remark`."""

    remark: Remark


class PutSnapshot(msgspec.Struct, frozen=True):
    """A snapshot that takes the place of an older one of its table."""

    snapshot: Snapshot


class PutAnalysis(msgspec.Struct, frozen=True):
    """An analysis that is begun, goes on or is done at this moment. Raises `Conflict` while another server is at it."""

    analysis: StoredAnalysis
    at: float


Change = (
    AtMost
    | Beat
    | PutPerson
    | DropPerson
    | DropGuest
    | PutToken
    | RenewToken
    | DropToken
    | DropTokens
    | DropExpired
    | AddPasskey
    | PutPasskey
    | DropPasskey
    | PutChallenge
    | DropChallenge
    | PutInvite
    | DropInvites
    | PutTable
    | DropTable
    | Append
    | SetWake
    | WakeBy
    | PutRemark
    | PutSnapshot
    | PutAnalysis
)


Appended = Callable[[Exception | None], None]
"""Told, in the event loop, what became of a line: None, it is durable; or what `Store.write` would have raised."""


class Page(msgspec.Struct, frozen=True):
    """Which part of a list: so many, those before this moment, newest first."""

    count: int = 50
    before: float = float("inf")


class Store(Protocol):
    """Where everything is kept. What is damaged raises `StoreDamaged` where it is asked for; lists leave it out."""

    async def write(self, *changes: Change) -> None:
        """Make changes, all or none, in this order. They are durable when it returns.

        Raises `Conflict`, `LimitReached`, `StoreFailed`. Writes of one table or person are made in the order of the
        calls. Whoever is cancelled while waiting takes nothing back.
        """
        ...

    def append(self, line: Append, done: Appended) -> None:
        """Append a line, as `write` does, without waiting for it: the quick way of a move.

        `done` is called in the event loop, never before this returns, when the line is durable, or with what became of
        it: `Conflict`, `StoreFailed` or `StoreClosed`.
        """
        ...

    async def person(self, person: str) -> Person | None:
        """A person by id."""
        ...

    async def people(self, ids: tuple[str, ...]) -> dict[str, Person]:
        """Several people by their ids; unknown ones are left out."""
        ...

    async def bots_of(self, owner: str) -> list[Person]:
        """A person's outside bots."""
        ...

    async def token(self, hash: bytes) -> Token | None:  # noqa: A002 - what it is
        """A token, expired or not."""
        ...

    async def tokens_of(self, person: str, kind: TokenKind) -> list[Token]:
        """A person's tokens of a kind, expired or not, the one used last first."""
        ...

    async def passkey(self, credential: bytes) -> Passkey | None:
        """A passkey by its credential's id."""
        ...

    async def passkeys_of(self, person: str) -> list[Passkey]:
        """A person's passkeys."""
        ...

    async def invite(self, hash: bytes) -> Invite | None:  # noqa: A002 - what it is
        """A link, expired or not."""
        ...

    async def table(self, table: str) -> TableFile | None:
        """A table's file."""
        ...

    async def lines(self, table: str, after: int = 0) -> list[bytes]:
        """A table's log from this number on."""
        ...

    async def whole(self, table: str) -> tuple[TableFile, list[bytes]] | None:
        """A table's file and its log, both as they stood at one moment."""
        ...

    async def resumable(self, table: str) -> Resumable | None:
        """A table's file, its last snapshot and the lines since, all as they stood at one moment."""
        ...

    async def open_tables(self, game: str | None, page: Page) -> list[Listed]:
        """Open tables with a free seat, not yet started, by `created`."""
        ...

    async def tables_of(self, person: str, states: tuple[TableState, ...], page: Page) -> list[Listed]:
        """A person's tables, by `moved`."""
        ...

    async def hosted(self, person: str, since: float) -> int:
        """How many tables a person hosts that are gathering or playing, or were made after `since` and given up."""
        ...

    async def remarks(self, table: str, person: str | None, count: int) -> list[Remark]:
        """The last things said at a table that this person may read, oldest first."""
        ...

    async def add_remark(self, remark: Remark) -> Remark:
        """Store something said under the next number of its table; the remark with that number. Raises `Conflict`."""
        ...

    async def claim_due(self, now: float, orphans_until: float) -> list[str]:
        """Tables to be looked after by now, soonest first; and until then, where the server that was to do it is gone.

        Where several servers share a store, each table is told to one of them, and for some time to nobody else: at
        first to the one that wrote last when it is due, which knows of a bot that still thinks there.
        """
        ...

    async def challenge(self, name: str) -> Challenge | None:
        """A challenge, expired or not."""
        ...

    async def analysis(self, table: str) -> StoredAnalysis | None:
        """The analysis of a game, as far as it has come."""
        ...

    async def tables_after(self, table: str, count: int) -> list[TableAge]:
        """So many tables whose ids come after this one, in the order of their ids."""
        ...

    async def guests_after(self, person: str, seen: float, count: int) -> list[GuestAge]:
        """So many people (no bots) whose ids come after this one, in the order of their ids; see `DropGuest`."""
        ...

    async def latest(self) -> float:
        """The latest moment at which something happened at any table; 0: nothing ever did."""
        ...

    async def count(self) -> dict[TableState, int]:
        """How many tables there are in each state."""
        ...

    async def check(self) -> list[str]:
        """Look through all that is stored, beside whatever else is going on: what is wrong; nothing, if it is sound."""
        ...

    def listen(self, heard: Callable[[str], None]) -> None:
        """Have `heard` called, in the event loop, with the id of each table that another process changed."""
        ...

    async def close(self) -> None:
        """Write what was accepted, and end. Raises `StoreClosed` in whatever comes later."""
        ...
