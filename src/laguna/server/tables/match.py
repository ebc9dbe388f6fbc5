"""A game under way: the table, its luck, its questions, and what each pair of eyes sees. No storing, no sending."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import msgspec

from laguna.core import record
from laguna.core.bot import AnyGame, Level
from laguna.core.game import Ask, Event, Move, Table
from laguna.core.luck import SecretLuck
from laguna.core.record import Header
from laguna.core.sight import Question, Sight
from laguna.server.tables.game_log import Entry, GameLog, PlayedEntry, UndoneEntry
from laguna.server.tables.table_file import TableFile
from laguna.server.wire.cards import Happening

LINES_OF_UNDO = 2
"""Lines of the log that a move leaves which was taken back: its own, and that of its undoing.

Numbers of questions skip as many, so that a question put by the log's last line has the number before its length.
"""
MAX_RECENT_STEPS = 8
"""The last steps are kept at hand for those whose connection was gone for a moment."""
Eye = int | None
"""A seat's eyes, or a spectator's."""


class Happened(msgspec.Struct, frozen=True, gc=False):  # gc: of many, and never in a circle
    """A step, unfiltered: the version it made, whose it was (None: the laying out), whether a move was taken back."""

    version: int
    seat: int | None
    undone: bool
    events: tuple[Event, ...]

    def seen_by(self, eyes: Iterable[Eye]) -> Happening:
        """As somebody saw it who has these eyes."""
        told = {"spectator" if eye is None else str(eye): seen(self.events, eye) for eye in eyes}
        return Happening(self.version, self.seat, self.undone, told)


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
        return cls.retrace(game, file, lines)[0]

    @classmethod
    def retrace(
        cls, game: AnyGame, file: TableFile, lines: Sequence[bytes], keep: int = MAX_RECENT_STEPS
    ) -> tuple[Match, deque[Happened]]:
        """The same, with the last steps: so many, if there are. Raises `BadRecord`."""
        log = GameLog.read(lines)
        luck = luck_of(file)
        steps = record.resume(game, log.header, log.lines(), luck)
        laid_out = next(steps)
        since = dict.fromkeys(range(log.header.seats), file.started or file.created)
        match = cls(game, luck, laid_out.table, MatchPosition(1, {}, since), None)
        recent = deque([happened(1, None, laid_out)], maxlen=keep)
        match.go_on(log.entries, steps, recent)
        return match, recent

    def go_on(self, entries: Sequence[Entry], steps: Iterator[record.Step], recent: deque[Happened]) -> None:
        """Go on with the lines of the log that follow, played by `record.steps`; `recent` gets what happened.

        Raises `BadRecord`: then this match is of no more use.
        """
        first, since, table = self.table.next_number, self.position.since, self.table
        version, skipped, undone = self.position.version, 0, 0.0
        made: list[float] = []
        """When those of the moves were made that stand."""
        for entry, step in zip(entries, steps, strict=True):
            version, table, self.last = version + 1, step.table, entry
            recent.append(happened(version, entry, step))
            if isinstance(entry, PlayedEntry):
                made.append(entry.at)
            else:
                made.pop()
                skipped, undone = skipped + LINES_OF_UNDO, max(undone, entry.at)
        table.skip_numbers(skipped)
        numbers = numbers_of(table)
        asked_after = {seat: number - skipped - first for seat, number in numbers.items()}
        times = {seat: made[moves - 1] if moves > 0 else since[seat] for seat, moves in asked_after.items()}
        self.table = table
        self.luck.rest()  # whoever has a table loaded may only look at it
        self.position = MatchPosition(version, numbers, {seat: max(at, undone) for seat, at in times.items()})

    def play(self, seat: int, ask: int, move: Move | None, at: float, bot: Level | None, policy: str = "") -> Made:
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
        return self._made(PlayedEntry(at, line, bot, policy), events, before)

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

    async def play_async(
        self, seat: int, ask: int, move: Move | None, at: float, bot: Level | None, policy: str = ""
    ) -> Made:
        """The same for an event loop: in a thread, if the game waits for another process."""
        if self.game.waits:
            return await asyncio.to_thread(self.play, seat, ask, move, at, bot, policy)
        return self.play(seat, ask, move, at, bot, policy)

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

    def sights(self, eyes: Sequence[Eye]) -> tuple[Sight, ...]:
        """What each of these eyes sees, when nothing has happened: the table, and what their seat is asked."""
        views = self.game.views_for(self.table, eyes)
        questions: dict[Eye, Question] = {
            seat: question_of(ask) for seat, ask in asks_of(self.game, self.table).items()
        }
        return tuple([Sight(eye, (), view, questions.get(eye)) for eye, view in zip(eyes, views, strict=True)])


def asks_of(game: AnyGame, table: Table) -> dict[int, Ask]:
    """The open questions by seat. They are made when they are wanted: a table that waits need not hold them."""
    return {ask.seat: ask for ask in game.asks(table)}


def question_of(ask: Ask) -> Question:
    """A question, as its seat is told of it."""
    return Question(ask.number, ask.about, ask.rule, ask.moves, ask.free)


def happened(version: int, entry: Entry | None, step: record.Step) -> Happened:
    """What an entry of the log did that was played again; None: the header."""
    if isinstance(entry, UndoneEntry):
        return Happened(version, entry.seat, True, ())
    return Happened(version, None if entry is None else entry.line.seat, False, tuple(step.events))


def numbers_of(table: Table) -> dict[int, int]:
    """The numbers of the open questions by seat, as in their asks; these need not be made for that."""
    numbers = {seat: table.question_number(seat) for seat in range(table.seats)}
    return {seat: number for seat, number in numbers.items() if number is not None}


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
    newest = table.next_number
    since = {seat: at if ask.number == newest else before.get(seat, at) for seat, ask in asks.items()}
    return MatchPosition(1 + newest, _numbers(asks), since)


def _numbers(asks: Mapping[int, Ask]) -> dict[int, int]:
    return {seat: ask.number for seat, ask in asks.items()}
