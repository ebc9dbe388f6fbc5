"""What is told of people, tables and games: the nouns that messages and answers are made of."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from laguna.core.bot import Level
from laguna.core.game import Event, Standing
from laguna.server.tables.table_file import TableState


class PersonCard(msgspec.Struct, frozen=True):
    """Somebody, as others see them. `bot`: it is a program that somebody brought along."""

    id: str
    name: str
    colour: str
    bot: bool = False


class SeatCard(msgspec.Struct, frozen=True):
    """A seat: a person's, a bot's, nobody's yet; with both, the bot keeps the seat of a person who is away.

    `name` is told where it is not the person's own: of a bot, or of one of several people at one device. Seats with the
    same `side` are a team. `namesake` is 1; or the number to show after the name, which looks like another one here.
    `policy` names the policy that plays a bot's seat; `bot` is the level that stands in for it then.
    """

    person: PersonCard | None
    bot: Level | None
    name: str
    side: int
    namesake: int
    policy: str | None


class Asked(msgspec.Struct, frozen=True):
    """A seat that is to answer, and until when (seconds since 1970 by the server's own time), if there is a clock."""

    seat: int
    due: float | None


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """A table, as everybody may know it who may know of it."""

    id: str
    game: str
    options: dict[str, Any]
    state: TableState
    seats: tuple[SeatCard, ...]
    host: PersonCard
    open: bool
    spectators: bool
    several: bool
    """Whether one person may take several seats of an open table, for others at their device."""
    hints: bool
    clock: int | None
    commitment: str
    """SHA-256 of the luck's secret, shown before anybody adds to the luck."""
    nonces: tuple[str | None, ...]
    """What each seat put into the luck."""
    created: float
    started: float | None
    ended: float | None
    moved: float
    """When something last happened."""
    asked: tuple[Asked, ...]
    standings: tuple[Standing, ...]
    """How it ended; nothing before the end."""
    secret: str | None
    """The luck's secret, once the game is over."""
    rematch: str | None
    rematch_by: PersonCard | None
    """Who asked for the rematch first."""
    rematch_of: str | None
    """The table of which this one is the rematch: whoever is awaited agrees by asking that one for it, too."""
    awaited: tuple[str, ...]
    """At a rematch before the start: the ids of those who have not agreed to it yet."""


class Happening(msgspec.Struct, frozen=True):
    """A step of a game that was missed: which version it made, whose move it was, and what a seat saw of it.

    `seat` is None at the laying out. `undone`: the move before was taken back.
    """

    version: int
    seat: int | None
    undone: bool
    events: dict[str, tuple[Event, ...]]
    """For each pair of eyes: the seat's number, or "spectator"."""


class RemarkCard(msgspec.Struct, frozen=True):
    """Something said at a table: free words, or a quick phrase by its name. `to` names whom alone it is for."""

    number: int
    person: PersonCard
    at: float
    text: str
    phrase: str | None
    to: PersonCard | None


class OptionCard(msgspec.Struct, frozen=True):
    """An option of a game: what may be chosen. What it is called, the game's words say under `options`.

    A `switch` is true or false, a `choice` one of `choices`, a `number` whole, a `seat` one of the table's seats or
    None (luck decides); `names` are a list of different `choices`, `numbers` a list: empty, it is left to the game.
    """

    name: str
    kind: Literal["switch", "choice", "number", "seat", "names", "numbers"]
    default: Any
    choices: tuple[str, ...] = ()
    least: int | None = None
    """The smallest number that it takes, if there is one."""
    most: int | None = None
    counts: tuple[int, ...] = ()
    """For each number of players, from the fewest on, how many values it takes: of a list so many, of anything else
    one; 0 where there is nothing to choose."""
    sides: tuple[int, ...] = ()
    """Of a switch that makes teams: the side of each seat while it is on."""


class GameCard(msgspec.Struct, frozen=True):
    """A game: for how many, and what may be chosen. `first` names the option that says who begins."""

    key: str
    version: int
    fewest: int
    most: int
    options: tuple[OptionCard, ...]
    first: str
    titles: dict[str, str]
    """What it is called, by language."""
    summaries: dict[str, str]
    """What it is about, in a sentence or two, by language."""


class PolicyCard(msgspec.Struct, frozen=True):
    """A policy that may be seated as a bot: what it is called, which game it plays, and by how many players."""

    name: str
    game: str
    seats: tuple[int, ...]


class Catalogue(msgspec.Struct, frozen=True):
    """All that a table may be made of: games, levels of bots, move clocks in seconds, and policies beside levels."""

    games: tuple[GameCard, ...]
    levels: tuple[Level, ...]
    clocks: tuple[int, ...]
    languages: tuple[str, ...]
    policies: tuple[PolicyCard, ...]


class RulesDigest(msgspec.Struct, frozen=True):
    """A game's rules in one language: the whole text, as Markdown, and every numbered rule by its number."""

    text: str
    rules: dict[str, str]
