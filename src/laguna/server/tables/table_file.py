"""What is stored of a table beside its log: game, options, seats, and what the host allows."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from laguna.core.bot import Level
from laguna.core.game import Standing
from laguna.server.people.tokens import hashed

TableState = Literal["gathering", "playing", "over", "closed"]
"""Before the start; under way; played to its end; given up before it began."""

Clock = Literal[60, 300, 86400, 259200, 604800]
"""How many seconds a move clock may give: a minute, five, a day, three, a week."""
CLOCKS: tuple[Clock, ...] = get_args(Clock)


class Seat(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):  # gc: of many, and never in a circle
    """A seat: a person's, a bot's, or nobody's yet. With both, the bot keeps the seat of a person who is away.

    `name` is whoever sits here, where that is not the person's own name: a bot's, or one of several at one device.
    """

    person: str | None = None
    bot: Level | None = None
    name: str = ""
    policy: str = ""
    """The policy that plays a bot's seat, by its name; its level stands in where that is not served, or fails."""

    @property
    def empty(self) -> bool:
        """Nobody sits here."""
        return self.person is None and self.bot is None

    @property
    def kept(self) -> bool:
        """A bot plays for a person who is away."""
        return self.person is not None and self.bot is not None


class UndoWish(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person wants to take the move back that made this version; others at the table may grant it until then."""

    version: int
    seat: int
    person: str
    until: float
    declined: bool = False


class TableFile(msgspec.Struct, frozen=True, kw_only=True):
    """A table's file. It is replaced, never changed; `revision` counts how often."""

    id: str
    game: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    host: str
    secret: str
    """The luck's 32 bytes in hexadecimal. It leaves the server only when the game is over."""
    commitment: str
    created: float
    revision: int = 1
    state: TableState = "gathering"
    open: bool = False
    """Whether the lobby shows it and everybody may sit down; else one needs an invitation."""
    spectators: bool = True
    """Whether others may look on."""
    several: bool = False
    """Whether one person may take several seats of an open table, for others at their device. At any other they may."""
    hints: bool = True
    clock: int | None = None
    """Seconds for an answer; one of `CLOCKS`, or as long as it takes."""
    nonces: dict[str, str] = {}
    """What people, by their ids, put into the luck before the start."""
    mixed: tuple[str | None, ...] = ()
    """What was mixed into the luck at the start, seat by seat: whoever leaves later leaves it behind."""
    guests: tuple[str, ...] = ()
    """Who was let in by an invitation."""
    removed: tuple[str, ...] = ()
    """Whom the host sent away: they may neither sit nor look on nor chat."""
    started: float | None = None
    ended: float | None = None
    standings: tuple[Standing, ...] = ()
    """How it ended."""
    rematch: str | None = None
    """The table where the same people play again."""
    rematch_by: str | None = None
    """Who asked for it first."""
    rematch_of: str | None = None
    """The table of which this one is the rematch."""
    awaited: tuple[str, ...] = ()
    """At a rematch before the start: who has not agreed to it yet."""
    result_links: dict[str, tuple[str, ...]] = {}
    """Links by which anybody may watch this game: for each person who made some, the SHA-256 of their keys."""
    links_withdrawn: int = 0
    """How often the host has taken all of these back."""
    wish: UndoWish | None = None
    """The last wish to take a move back; see `wish_at`."""
    returned: dict[int, float] = {}
    """When a clock that had run out began anew, since whose seat it is came back."""

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who has a seat, and the host, each once."""
        seated = (seat.person for seat in self.seats if seat.person is not None)
        return tuple(dict.fromkeys((*seated, self.host)))

    @property
    def free(self) -> int:
        """How many seats are nobody's yet."""
        return sum(seat.empty for seat in self.seats)

    @property
    def bots_alone(self) -> bool:
        """Whether no person is there to play: every seat is a bot's, or kept by one."""
        return all(seat.person is None or seat.kept for seat in self.seats)

    @property
    def luck(self) -> tuple[str | None, ...]:
        """What each seat has put into the luck, so far or for good."""
        return self.mixed or tuple(seat.person and self.nonces.get(seat.person) for seat in self.seats)

    def wish_at(self, version: int) -> UndoWish | None:
        """What waits to be granted when the log has this length: whatever is added to it ends the wish."""
        wish = self.wish
        return None if wish is None or wish.declined or wish.version != version else wish

    def due(self, seat: int, since: float) -> float | None:
        """When a seat has to answer that has been asked since then; None: whenever it likes."""
        return None if self.clock is None else max(since, self.returned.get(seat, since)) + self.clock

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Where a person sits; several places, if they share a device."""
        if person is None:
            return ()
        return tuple(number for number, seat in enumerate(self.seats) if seat.person == person)

    @property
    def shares(self) -> bool:
        """Whether several people may play at one device, and so one person have several seats."""
        return self.several or not self.open

    def invited(self, person: str) -> bool:
        """Whether a person is here by invitation: then they use words of their own, and read those of others.

        The host is, and whoever came by the host's link; at a table that is not open, everybody.
        """
        return not self.open or person == self.host or person in self.guests

    def together(self, one: str, other: str) -> bool:
        """Whether two people sit at the table: only then do they speak in private."""
        return bool(self.seats_of(one)) and bool(self.seats_of(other))

    def welcomes(self, person: str | None) -> bool:
        """Whether a person may know of the table at all: sit down before the start, or look on."""
        if person in self.removed:
            return False
        return self.open or person in self.people or person in self.guests

    def admits(self, key: str | None) -> bool:
        """Whether this is the key of a link to the result, which lets anybody watch the finished game, no more."""
        if key is None or self.state != "over":
            return False
        return any(hashed(key).hex() in keys for keys in self.result_links.values())

    def shows(self, person: str | None) -> bool:
        """Whether a person may see the game: from their seats, or as a spectator if the host allows any."""
        return self.welcomes(person) and (self.spectators or self.state == "gathering" or person in self.people)
