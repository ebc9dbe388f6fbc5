"""Undo: a move may be taken back only while its maker has learnt nothing by it, and nobody has answered since."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from msgspec.structs import replace

from laguna.core.bot import AnyGame, knowledge
from laguna.core.game import Table
from laguna.core.record import BadRecord, Line, steps_from
from laguna.server.problem import Problem, forbidden
from laguna.server.tables import seating
from laguna.server.tables.audience import Audience
from laguna.server.tables.game_log import PlayedEntry, entries_of
from laguna.server.tables.match import Match, seen
from laguna.server.tables.services import TableServices
from laguna.server.tables.table_file import TableFile, UndoWish
from laguna.server.wire.messages import UndoAsked, UndoDeclined, UndoOffered

UNDO_TIMEOUT_S = 30.0
"""Seconds until a wish that nobody has granted is declined."""
IMAGINED_TABLES = 4
"""How many tables that looked the same are tried. If the move would look alike on all of them, it revealed nothing."""


class Judging(msgspec.Struct, frozen=True):
    """The judging of the move that made a version: in the end the table before it, or None if it has to stand."""

    version: int
    task: asyncio.Task[Table | None]

    @property
    def failed(self) -> bool:
        """Whether it ended without a verdict."""
        return self.task.done() and (self.task.cancelled() or self.task.exception() is not None)


class Undo:
    """The wishes of one table to take its last move back, one at a time. To be used in its turn, but `offer`.

    A wish is kept in the table's file, and ends by itself when the log grows: see `TableFile.wish_at`.
    """

    __slots__ = ("_audience", "_change", "_judging", "_services", "_table", "_take_back", "_told")

    def __init__(
        self,
        services: TableServices,
        table: str,
        audience: Audience,
        take_back: Callable[[Match, int, Table], Awaitable[None]],
        change: Callable[[TableFile], Awaitable[None]],
    ) -> None:
        """`take_back` stores and tells that a seat has its last move back; the table is as it was before.

        `change` stores another file of the table, and tells what it changes.
        """
        self._told: UndoWish | None = None
        """The wish that everybody knows to be open."""
        self._judging: Judging | None = None
        """The last move that was looked at to see if it could be taken back."""
        self._services = services
        self._table = table
        self._audience = audience
        self._take_back = take_back
        self._change = change

    def message(self, file: TableFile, version: int) -> UndoAsked | None:
        """What those are told who are to grant the wish that is open; None: none is."""
        wish = file.wish_at(version)
        return None if wish is None else UndoAsked(table=self._table, version=wish.version, seat=wish.seat)

    def tell(self, file: TableFile, version: int) -> None:
        """Tell everybody of a wish that was not open before, and that the move stands if one is not any more."""
        told, wish = self._told, file.wish_at(version)
        if told != wish:
            self._told = wish
            if told is not None:
                self._audience.tell(UndoDeclined(table=self._table, version=told.version, seat=told.seat))
            if wish is not None:
                self._audience.tell(UndoAsked(table=self._table, version=wish.version, seat=wish.seat))

    def forget(self) -> None:
        """The move is taken back: nothing is left to be granted."""
        self._told = None

    async def offer(self, match: Match, file: TableFile, seat: int) -> UndoOffered | None:
        """That a seat's last move may be taken back, or asked back; None: it stands, or something has happened since.

        It takes a while, and is to be called outside the table's turn: nobody waits for it. From now on the table is
        kept before every move of a person: whoever asks once asks again.
        """
        match.keeps_before = True
        version = match.position.version
        if not self._may_be_asked(match, file, version, seat):
            return None
        before = await self._judged(match, file)
        if before is None or not self._may_be_asked(match, file, version, seat):
            return None
        return UndoOffered(table=self._table, version=version, seat=seat)

    async def ask(self, match: Match, file: TableFile, person: str, seat: int) -> None:
        """A person asks to take a seat's last move back: done at once, if nobody else has to grant it."""
        check(match, seat)
        version = match.position.version
        if file.wish_at(version) is not None:
            return  # it is asked already, and waits no longer for being asked again
        if file.wish is not None and file.wish.version == version:
            # Else whoever goes on asking keeps the bots waiting for ever.
            raise Problem("asked_already", "You have asked to take this move back already: it stands.")
        before = await self._before(match, file)
        if not any(other.person not in (None, person) and not other.kept for other in file.seats):
            await self._take_back(match, seat, before)
            return
        until = self._services.now() + UNDO_TIMEOUT_S
        await self._change(replace(file, wish=UndoWish(version, seat, person, until)))

    async def answer(self, match: Match, file: TableFile, person: str, version: int, *, grant: bool) -> None:
        """Somebody else grants or declines the wish that was told at a version."""
        wish = file.wish_at(match.position.version)
        if wish is None or wish.version != version:
            raise Problem("nothing_to_undo", "Nobody asks to take a move back.")
        if wish.person == person or not file.seats_of(person):
            raise forbidden("Only somebody else at the table can grant it.")
        if grant:
            await self._take_back(match, wish.seat, await self._before(match, file))
        else:
            await self._change(seating.declined(file))

    def _may_be_asked(self, match: Match, file: TableFile, version: int, seat: int) -> bool:
        """Whether a seat may still ask for the move back that made this version, as far as can be told at once."""
        asked_already = file.wish is not None and file.wish.version == version
        return match.position.version == version and not asked_already and may_be_asked(match, seat)

    async def _before(self, match: Match, file: TableFile) -> Table:
        """The table before the last move, to be played on. Raises `Problem` if the move has to stand."""
        before = await self._judged(match, file)
        if before is None:
            raise _revealed()
        return before.copy()

    async def _judged(self, match: Match, file: TableFile) -> Table | None:
        """The table before the last move, which is for looking; None: the move has revealed something.

        Each version is judged once, also if whoever asked does not wait for it. Raises `Problem` where many look back
        just now: that is no verdict, and it may be asked again.
        """
        version = match.position.version
        if self._judging is None or self._judging.version != version or self._judging.failed:
            self._judging = Judging(version, asyncio.create_task(self._judge(match, file, version)))
        return await asyncio.shield(self._judging.task)

    async def _judge(self, match: Match, file: TableFile, version: int) -> Table | None:
        game, before, last = match.game, match.before, match.last
        if before is not None and isinstance(last, PlayedEntry):
            async with self._services.looking_back.next(self._table):
                revealed = await asyncio.to_thread(reveals, game, before, last.line)
            return None if revealed else before
        lines = (await self._services.store.lines(self._table))[:version]
        async with self._services.looking_back.next(self._table):
            return await asyncio.to_thread(table_before, game, file, lines)


def check(match: Match, seat: int) -> None:
    """Raise `Problem` where a seat's last move cannot be taken back, as far as can be told without looking deeper."""
    if not isinstance(match.last, PlayedEntry) or match.position.over:
        raise Problem("nothing_to_undo", "There is no move to take back.")
    if match.last.line.seat != seat or match.last.bot is not None:
        raise Problem("answered_since", "Somebody has answered since: the move stands.")
    if match.last.line.draws or match.last.line.seen:
        raise _revealed()


def may_be_asked(match: Match, seat: int) -> bool:
    """Whether `check` has nothing against it."""
    try:
        check(match, seat)
    except Problem:
        return False
    return True


def table_before(game: AnyGame, file: TableFile, lines: Sequence[bytes]) -> Table | None:
    """The table before the last move of a log, played again; None: the move has revealed something to its maker."""
    before = Match.resume(game, file, lines[:-1]).table
    (last,) = entries_of(lines[-1:])
    if not isinstance(last, PlayedEntry) or reveals(game, before, last.line):
        return None
    return before


def reveals(game: AnyGame, before: Table, line: Line) -> bool:
    """Whether the maker of a move has learnt something by it: luck, physics, or what others hide.

    What the others learnt of the maker's own hand is the maker's loss.
    """
    if line.draws or line.seen:
        return True
    true = _told(game, before.copy(), line)
    return any(_told(game, knowledge(game, before, line.seat, seed), line) != true for seed in range(IMAGINED_TABLES))


def _told(game: AnyGame, table: Table, line: Line) -> object:
    """What a seat sees of its own move on a table, and afterwards; None: it could not be made there."""
    try:
        (step,) = steps_from(game, table, [line])
    except BadRecord:
        return None
    return seen(step.events, line.seat), game.view(table, line.seat)


def _revealed() -> Problem:
    return Problem("revealed", "The move has revealed something: it stands.")
