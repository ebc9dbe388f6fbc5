"""What REST requests carry, and answers that are not cards."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from laguna.bots.analysis import Analysis, Verdict
from laguna.core.bot import Level
from laguna.core.game import Event, Move, View
from laguna.core.sight import Sight
from laguna.server.tables.table_file import Clock
from laguna.server.wire.cards import PersonCard, TableCard
from laguna.server.wire.messages import Count, SeatNumber

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Colour = Literal["coral", "sun", "sand", "palm", "lagoon", "sea", "night", "shell"]
"""Avatars' colours; each theme paints them in its own way."""
Nonce = Annotated[str, Meta(min_length=1, max_length=64)]
Token = Annotated[str, Meta(min_length=43, max_length=43, pattern="^[A-Za-z0-9_-]+$")]
"""256 random bits in URL-safe base 64."""
GameKey = Annotated[str, Meta(min_length=1, max_length=64)]
"""The key of an installed game: `GET /api/games` lists them."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request's body."""


class NotDone(msgspec.Struct, frozen=True):
    """What cannot be done: a name for programs, and a sentence for people."""

    code: str
    sentence: str


# People


class Newcomer(Body, frozen=True):
    """Who one wants to be."""

    name: Name
    colour: Colour = "lagoon"


class Renamed(Body, frozen=True):
    """What one wants to be called or look like from now on."""

    name: Name | None = None
    colour: Colour | None = None


class Me(msgspec.Struct, frozen=True):
    """Oneself."""

    person: PersonCard
    passkeys: int
    muted: tuple[str, ...]


class SessionCard(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that knows one: since when, and when it was last used, to some minutes.

    `browser` says which it is, as "Firefox, Android", where it said so. `current`: it is the one that asks. `open`: a
    page of it is open just now.
    """

    id: str
    browser: str
    created: float
    seen: float
    current: bool
    open: bool


class Link(msgspec.Struct, frozen=True):
    """A link for people, the same as a QR code (SVG), its token for programs, and until when it holds."""

    url: str
    qr: str
    token: str
    expires: float


class ResultLink(msgspec.Struct, frozen=True):
    """A link by which anybody may watch a finished game. `key` is what the doors ask for; None: they are open."""

    url: str
    key: str | None


class Invitation(msgspec.Struct, frozen=True):
    """What an invitation says before one comes in: who hosts the table, and which game is played there."""

    host: str
    game: str


class Presented(Body, frozen=True):
    """A token that somebody was given: of an invitation, or to come back."""

    token: Token


class Ceremony(msgspec.Struct, frozen=True):
    """How a passkey is made or asked for: `options` for the browser's credentials API, and a name to answer under."""

    ceremony: str
    options: dict[str, Any]


class NewPasskey(Body, frozen=True):
    """What the browser made of a `Ceremony`, in its JSON form, and what to call it."""

    ceremony: Token
    credential: dict[str, Any]
    label: Annotated[str, Meta(max_length=40)] = ""


class ShownPasskey(Body, frozen=True):
    """The passkey that the browser found for a `Ceremony`, in its JSON form."""

    ceremony: Token
    credential: dict[str, Any]


class PasskeyCard(msgspec.Struct, frozen=True):
    """A passkey of one's own."""

    id: str
    label: str
    created: float


class NewBot(Body, frozen=True):
    """An outside bot to be."""

    name: Name
    colour: Colour = "shell"


class BotToken(msgspec.Struct, frozen=True):
    """An outside bot and its token, which is told only this once."""

    bot: PersonCard
    token: str


# Tables


class NewTable(Body, frozen=True):
    """A table to be. `first` names the seat that begins (None: luck decides)."""

    game: GameKey
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: Annotated[dict[str, Any], Meta(max_length=32)] = {}
    first: SeatNumber | None = None
    open: bool = False
    spectators: bool = True
    several: bool = False
    """At an open table, one person may take several seats, for others at their device. At any other they may anyway."""
    hints: bool = True
    clock: Clock | None = None
    sit: bool = True
    """Take the first seat at once."""


class ChangedTable(Body, frozen=True):
    """What the host changes before the start; what is not named stays. `clock`: 0 for none."""

    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: Annotated[dict[str, Any], Meta(max_length=32)] | None = None
    open: bool | None = None
    spectators: bool | None = None
    several: bool | None = None
    hints: bool | None = None
    clock: Clock | Literal[0] | None = None


class TakeSeat(Body, frozen=True, tag_field="who", tag="me"):
    """I sit here; under this name, if several share my device. `leaving`: I come from that seat of mine."""

    name: Annotated[str, Meta(max_length=24)] = ""
    leaving: SeatNumber | None = None


class SeatBot(Body, frozen=True, tag_field="who", tag="bot"):
    """A bot of this level sits here. (An outside bot takes a seat itself.)

    `policy` names one of the server's policies, which plays then; the level stands in where it cannot.
    """

    level: Level
    name: Annotated[str, Meta(max_length=24)] = ""
    policy: Annotated[str, Meta(max_length=24)] = ""


class OwnNonce(Body, frozen=True):
    """Something of one's own to be mixed into the luck."""

    nonce: Nonce


class Answered(Body, frozen=True):
    """A move by REST; see `messages.Play`."""

    seat: SeatNumber
    ask: Count
    move: dict[str, Any]


class Receipt(msgspec.Struct, frozen=True):
    """A move was made, and is stored: the version it made."""

    version: int


class Position(msgspec.Struct, frozen=True):
    """Where a table stands, by REST; see `messages.Standpoint`."""

    version: int
    card: TableCard
    sights: tuple[Sight, ...]


# Finished games


class ReplayStep(msgspec.Struct, frozen=True):
    """A step of a replay: whose move (None: the laying out), what it was, what happened and how it looked then."""

    number: int
    seat: int | None
    move: Move | None
    events: tuple[Event, ...]
    view: View


class Replay(msgspec.Struct, frozen=True):
    """Some steps of a game, from `first` on, of so many in all."""

    steps: int
    first: int
    shown: tuple[ReplayStep, ...]


class Examined(msgspec.Struct, frozen=True):
    """The analysis of a game: being thought out, so many decisions `done` of so many; ready; or it failed, and why.

    While it is being thought out, `found` has the mistakes and the slips of a hand that are known so far. If it failed,
    `code` names the problem for programs, as `NotDone` does, and `sentence` tells it in English.
    """

    state: Literal["thinking", "ready", "failed"]
    done: int
    of: int
    analysis: Analysis | None = None
    sentence: str = ""
    found: tuple[Verdict, ...] = ()
    code: str = ""


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What came of checking records: whether all holds, and the sentence that says so or what is wrong.

    The counts are of what holds: games, their moves and draws, and the nonces that players mixed into the luck.
    """

    holds: bool
    sentence: str
    games: int = 0
    moves: int = 0
    draws: int = 0
    nonces: int = 0
