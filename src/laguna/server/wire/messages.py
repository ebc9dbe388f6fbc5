"""The socket's messages. One socket serves one person at several tables; who they are, the cookie or token says.

A client follows a table, gets where it stands, and from then on every change, each exactly once and in order:
`version` counts the lines of the table's log. Whoever was away follows again, naming the last version they saw.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from laguna.core.advice import Saying
from laguna.core.game import Move, Standing, snake
from laguna.core.sight import Sight
from laguna.server.wire.cards import Asked, Happening, RemarkCard, TableCard

TableId = Annotated[str, Meta(min_length=8, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, lt=1 << 31)]
SessionId = Annotated[str, Meta(min_length=8, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
PersonId = Annotated[str, Meta(min_length=8, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
Text = Annotated[str, Meta(min_length=1, max_length=300)]
Phrase = Literal[
    "hello", "good_luck", "well_played", "nice_move", "oops", "thanks", "sorry", "thinking", "your_turn", "good_game"
]
"""Quick phrases: everybody reads them in their own language."""


# From the client


class Said(msgspec.Struct, frozen=True, tag_field="type", tag=snake, forbid_unknown_fields=True, kw_only=True):
    """A message of a client. `id` is its own number for it: an answer to it alone quotes it."""

    # A `TableId`, but for its signs: to look at them takes longer than all the rest of reading a message.
    table: Annotated[str, Meta(min_length=8, max_length=32)]
    id: Count = 0


class Follow(Said, frozen=True):
    """Tell me of this table from now on. With `after` also what I missed since that version (0: all of it)."""

    after: Count | None = None


class Unfollow(Said, frozen=True):
    """Tell me no more of this table."""


class Play(Said, frozen=True):
    """My move: the answer of one of my seats to a question. A stale or repeated one changes nothing."""

    seat: SeatNumber
    ask: Count
    move: msgspec.Raw


class Signal(Said, frozen=True):
    """I begin now what my answer will time: where a move says when it was made, the server measures from here."""

    seat: SeatNumber
    ask: Count


class MayUndo(Said, frozen=True):
    """Could my last move be taken back, or asked back? If so, `UndoOffered` comes before `Done`."""

    seat: SeatNumber


class AskUndo(Said, frozen=True):
    """I would like to take my last move back."""

    seat: SeatNumber


class AnswerUndo(Said, frozen=True):
    """Somebody may take their move back, or not. `version` is where the table stood when they asked."""

    version: Count
    grant: bool


class AskHint(Said, frozen=True):
    """Help me: first a nudge, then reasons, then the move."""

    seat: SeatNumber
    ask: Count
    step: Literal["nudge", "reasons", "move"]


class Return(Said, frozen=True):
    """I am back: my seats are mine again."""


class Say(Said, frozen=True):
    """Chat: words of my own, to everybody here by invitation, or to one person whom I sit with."""

    text: Text
    to: PersonId | None = None


class SayPhrase(Said, frozen=True):
    """Chat: a quick phrase, to everybody, or to one person whom I sit with."""

    phrase: Phrase
    to: PersonId | None = None


FromClient = Follow | Unfollow | Play | Signal | MayUndo | AskUndo | AnswerUndo | AskHint | Return | Say | SayPhrase


# From the server

Reason = Literal["given_up", "sent_away", "no_spectators"]
"""Why one cannot follow a table any more."""


class Told(msgspec.Struct, frozen=True, tag_field="type", tag=snake, kw_only=True):
    """A message of the server about a table."""

    table: str


class Standpoint(Told, frozen=True):
    """Where a table stands: the answer to `Follow`, and whatever a client needs that may have lost the thread."""

    id: int
    """The client's own number, or 0."""
    version: int
    card: TableCard
    sights: tuple[Sight, ...]
    """What each of one's seats sees, or a spectator; nothing before the start. Their `events` are empty."""
    missed: tuple[Happening, ...]
    remarks: tuple[RemarkCard, ...]
    online: tuple[str, ...]
    """Ids of people who follow the table."""
    undo: UndoAsked | None
    """Whether a move is being asked back."""
    words: bool
    """Whether one may say words of one's own here, or quick phrases alone."""
    now: float
    """The server's time as this was told: whoever counts down to `due` counts from here."""


class Moved(Told, frozen=True):
    """A move was made, and is stored: what each of one's seats saw, and sees now. To its maker it is the receipt."""

    version: int
    seat: int
    ask: int
    """The question that was answered."""
    asked: tuple[Asked, ...]
    sights: tuple[Sight, ...]


class Started(Told, frozen=True):
    """The game begins: what is seen of the laying out."""

    version: int
    card: TableCard
    sights: tuple[Sight, ...]


class Undone(Told, frozen=True):
    """A seat took its move back: the table is as it was before it."""

    version: int
    seat: int
    asked: tuple[Asked, ...]
    sights: tuple[Sight, ...]


class Over(Told, frozen=True):
    """The game is over: how the seats stand, and the luck's secret, so that everybody may check every draw."""

    version: int
    standings: tuple[Standing, ...]
    secret: str


class Changed(Told, frozen=True):
    """Something else about the table changed: who sits where, what the host allows, when an answer is due."""

    card: TableCard


class Closed(Told, frozen=True):
    """There is nothing more to follow: the table was given up, or one may not look on any more."""

    reason: Reason


class UndoOffered(Told, frozen=True):
    """A seat's last move, which made this version, may be taken back or asked back: whoever asked is told."""

    version: int
    seat: int


class UndoAsked(Told, frozen=True):
    """A seat would like to take its last move back; anybody else at the table may grant it."""

    version: int
    seat: int


class UndoDeclined(Told, frozen=True):
    """The move stands."""

    version: int
    seat: int


class Hint(Told, frozen=True):
    """Help for one seat; the reasons and the move only when they are asked for."""

    id: int
    seat: int
    ask: int
    nudge: Saying
    reasons: tuple[Saying, ...] | None
    move: Move | None
    told: Saying | None = None
    """The move as people speak of it, with what it is about; None: by its own sentence."""


class Remarked(Told, frozen=True):
    """Something was said."""

    remark: RemarkCard


class Talk(Told, frozen=True):
    """What one may say here has changed: words of one's own, or quick phrases alone."""

    words: bool


class Presence(Told, frozen=True):
    """Who follows the table now."""

    online: tuple[str, ...]


class YourTurn(Told, frozen=True):
    """A table that one does not follow here waits for an answer."""

    game: str


class Refused(Told, frozen=True):
    """A move against the rules: the number of the rule, and the reason by its name. The table is as it was."""

    id: int
    seat: int
    ask: int
    rule: str
    reason: str


class Stale(Told, frozen=True):
    """The answer came to a question that is not open: it was answered already, or taken back. Nothing was changed.

    A `Standpoint` follows.
    """

    id: int
    seat: int
    ask: int


class Done(Told, frozen=True):
    """What was asked for was done."""

    id: int


class Trouble(msgspec.Struct, frozen=True, tag_field="type", tag="trouble"):
    """What cannot be done: a name for programs, a sentence for people. `id` is the client's number, where known."""

    id: int
    code: str
    sentence: str


FromServer = (
    Standpoint
    | Moved
    | Started
    | Undone
    | Over
    | Changed
    | Closed
    | UndoOffered
    | UndoAsked
    | UndoDeclined
    | Hint
    | Remarked
    | Talk
    | Presence
    | YourTurn
    | Refused
    | Stale
    | Done
    | Trouble
)
