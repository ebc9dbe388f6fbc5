"""A game under way: the table, its luck, its questions, and what each pair of eyes sees. No storing, no sending."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import msgspec

from laguna.core import record
from laguna.core.bot import AnyGame, Level
from laguna.core.game import Ask, Event, Move, Table
from laguna.core.luck import SecretLuck
from laguna.core.record import Header
from laguna.core.sight import Question, Sight
from laguna.server.tables.game_log import GameLog, PlayedEntry, UndoneEntry
from laguna.server.tables.table_file import TableFile

LINES_OF_UNDO = 2
"""Lines of the log that a move leaves which was taken back: its own, and that of its undoing.

Numbers of questions skip as many, so that a question put by the log's last line has the number before its length.
"""
Eye = int | None
"""A seat's eyes, or a spectator's."""


class MatchPosition(msgspec.Struct, frozen=True):
    """Where a game stands: the log's length, and for each seat that is asked its question's number and since when.

    An answer has to quote the number. It never comes again, also after a move is taken back.
    """

    version: int
    numbers: dict[int, int]
    since: dict[int, float]

    @property
    def over(self) -> bool:
        """Nobody is asked any more."""
        return not self.numbers

    @property
    def asked(self) -> int:
        """The seats that are asked, as bits."""
        return sum(1 << seat for seat in self.numbers)

    @property
    def just_asked(self) -> list[int]:
        """The seats whose questions were put by the last entry of the log."""
        return [seat for seat, number in self.numbers.items() if number + 1 == self.version]

    def question_number(self, seat: int) -> int | None:
        """What an answer of this seat has to quote; None: it is not asked."""
        return self.numbers.get(seat)


class Made(msgspec.Struct, frozen=True):
    """A move that was made on the table, and is to be stored: then it counts."""

    position: MatchPosition
    asks: dict[int, Ask]
    entry: PlayedEntry
    events: tuple[Event, ...]
    before: Table | None
    """See `Match.before`."""


class Match:
    """One game under way. What it tells, each seat gets through its own eyes only."""

    __slots__ = ("ahead", "before", "game", "keeps_before", "last", "luck", "position", "table")

    def __init__(
        self,
        game: AnyGame,
        luck: SecretLuck,
        table: Table,
        position: MatchPosition,
        last: PlayedEntry | UndoneEntry | None,
    ) -> None:
        self.game = game
        self.luck = luck
        self.table = table
        self.position = position
        self.last = last
        """The log's last entry."""
        self.before: Table | None = None
        """The table before the last entry, if that is a person's move without luck, made here: it may be taken back.

        Nobody plays at it, so it may be looked at from anywhere; a copy is to be played on. It is kept once somebody
        has asked what may be taken back: programs do not, and a copy for every move costs a tenth of the server's time.
        """
        self.keeps_before = False
        self.ahead = False
        """Whether the table may be ahead of `position`: a move was made and does not count yet, or never will."""

    @classmethod
    def begin(cls, game: AnyGame, file: TableFile, at: float) -> tuple[Match, Header, tuple[Event, ...]]:
        """Lay out the game. Raises `BadOption`."""
        luck = luck_of(file)
        header, table, events = record.begin(game, len(file.seats), game.read_options(file.options), luck)
        return cls(game, luck, table, _position(table, asks_of(game, table), at), None), header, tuple(events)

    @classmethod
    def resume(cls, game: AnyGame, file: TableFile, lines: Sequence[bytes]) -> Match:
        """Take a stored game up where it stands. Raises `BadRecord`."""
        log = GameLog.read(lines)
        luck = luck_of(file)
        moves = log.standing()
        for step in record.resume(game, log.header, [entry.line for entry in moves], luck):
            table = step.table
        times = (file.started or file.created, *(entry.at for entry in moves))
        undone = max((entry.at for entry in log.entries if isinstance(entry, UndoneEntry)), default=0.0)
        table.skip_numbers(LINES_OF_UNDO * log.undos)
        asks = asks_of(game, table)
        since = {seat: max(times[ask.number - table.skipped_numbers], undone) for seat, ask in asks.items()}
        position = MatchPosition(log.version, _numbers(asks), since)
        return cls(game, luck, table, position, log.entries[-1] if log.entries else None)

    def play(self, seat: int, ask: int, move: Move | None, at: float, bot: Level | None) -> Made:
        """Make a move, the answer to question `ask`. Raises `Refused`, or what physics may raise: nothing has happened.

        The move is what the game read of what was sent (`Game.decode_move`, `Game.read_move`): None is refused.
        From here on the table is ahead of `position`. When the move is stored, `accept` it; if it cannot be, this
        match is of no more use: take it up anew from the store.
        """
        before = self._kept_before(bot)
        self.ahead = True
        try:
            line, events = record.play_read(self.game, self.table, seat, ask, move, self.luck)
        except Exception:
            self.ahead = False
            raise
        return self._made(PlayedEntry(at, line, bot), events, before)

    def follow(self, entry: PlayedEntry) -> Made:
        """Make a move that another server has stored. Raises `BadRecord` if it does not follow.

        Its draws are derived from the luck, and must be those of the line. Otherwise as for `play`: `accept` it.
        """
        before = self._kept_before(entry.bot)
        self.ahead = True
        (step,) = record.steps_from(
            self.game, self.table, [entry.line], luck=self.luck, first=1 + self.position.version
        )
        return self._made(entry, step.events, before)

    def _kept_before(self, bot: Level | None) -> Table | None:
        return self.table.copy() if self.keeps_before and bot is None else None

    def _made(self, entry: PlayedEntry, events: Sequence[Event], before: Table | None) -> Made:
        asks = asks_of(self.game, self.table)
        position = _position(self.table, asks, entry.at, self.position.since)
        lucky = entry.line.draws or entry.line.seen
        return Made(position, asks, entry, tuple(events), None if lucky else before)

    async def play_async(self, seat: int, ask: int, move: Move | None, at: float, bot: Level | None) -> Made:
        """The same for an event loop: in a thread, if the game waits for another process."""
        if self.game.waits:
            return await asyncio.to_thread(self.play, seat, ask, move, at, bot)
        return self.play(seat, ask, move, at, bot)

    def accept(self, made: Made) -> None:
        """It is stored: it counts."""
        self.position = made.position
        self.last = made.entry
        self.before = made.before
        self.ahead = False

    def taken_back(self, before: Table, at: float) -> MatchPosition:
        """The position after the last move, which drew no luck, is undone: the table is as it was before it.

        Its questions get fresh numbers, so that no answer to one that was open meanwhile is taken for theirs.
        """
        before.skip_numbers(LINES_OF_UNDO)
        return _position(before, asks_of(self.game, before), at)

    def take_back(self, before: Table, position: MatchPosition, entry: UndoneEntry) -> None:
        """That is stored: it counts."""
        self.table, self.position, self.last, self.before = before, position, entry, None

    def sights(
        self, eyes: Iterable[Eye], events: Sequence[Event] = (), asks: Mapping[int, Ask] | None = None
    ) -> dict[Eye, Sight]:
        """What these eyes see: what just happened, the table, and what their seat is asked (of `asks`, if at hand)."""
        eyes = list(eyes)
        views = self.game.views_for(self.table, eyes)
        open_asks = asks_of(self.game, self.table) if asks is None else asks
        return {
            eye: Sight(eye, seen(events, eye), view, self._question(eye, open_asks))
            for eye, view in zip(eyes, views, strict=True)
        }

    def _question(self, eye: Eye, asks: Mapping[int, Ask]) -> Question | None:
        if eye is None or (ask := asks.get(eye)) is None:
            return None
        return Question(ask.number, ask.about, ask.rule, ask.moves, ask.free)


def asks_of(game: AnyGame, table: Table) -> dict[int, Ask]:
    """The open questions by seat. They are made when they are wanted: a table that waits need not hold them."""
    return {ask.seat: ask for ask in game.asks(table)}


def seen(events: Sequence[Event], eye: Eye) -> tuple[Event, ...]:
    """What happened, as these eyes saw it."""
    return tuple([event.seen_by(eye) for event in events])


def luck_of(file: TableFile) -> SecretLuck:
    """A table's luck at its beginning: the host's secret, with what people put into it."""
    return SecretLuck(bytes.fromhex(file.secret), file.luck)


def _position(
    table: Table, asks: Mapping[int, Ask], at: float, before: Mapping[int, float] = MappingProxyType({})
) -> MatchPosition:
    """Where a table stands at which something happened just now. A question with an older number was put `before`."""
    since = {seat: at if ask.number == table.next_number else before.get(seat, at) for seat, ask in asks.items()}
    return MatchPosition(1 + table.next_number, _numbers(asks), since)


def _numbers(asks: Mapping[int, Ask]) -> dict[int, int]:
    return {seat: ask.number for seat, ask in asks.items()}
