"""A room: one table with whoever follows it. Every change is stored first, then told; one at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import Raw
from msgspec.structs import replace

from laguna.core.bot import Level
from laguna.core.game import BadOption, Event, Move, Table
from laguna.core.record import BadRecord
from laguna.core.services import GameService, NotNow, ServiceFailed
from laguna.server.people.hub import Connection
from laguna.server.problem import Problem, malformed, service_failed
from laguna.server.store.store import Appended, AtMost, Person, PutTable, Remark, Resumable, SetWake, Snapshot
from laguna.server.tables import seating
from laguna.server.tables.audience import Audience, eyes_of
from laguna.server.tables.chat import Chat, not_together
from laguna.server.tables.durable_table import DurableTable, StaleAnswer, Unstored, in_turn
from laguna.server.tables.game_log import Entry, PlayedEntry, UndoneEntry, encoded, entries_of
from laguna.server.tables.history import History
from laguna.server.tables.match import Happened, Made, Match, MatchPosition, asks_of
from laguna.server.tables.resuming import Resumed, SnapshotKeeper, snapshot_of
from laguna.server.tables.services import TableServices
from laguna.server.tables.table_card import person_card
from laguna.server.tables.table_file import TableFile
from laguna.server.tables.undo import Undo
from laguna.server.tables.written_sights import SIGHTS
from laguna.server.wire import messages
from laguna.server.wire.cards import Happening, RemarkCard


class Answer(NamedTuple):
    """An answer to an open question of a seat, by whom it may be given. Only the rules may still refuse the move."""

    match: Match
    seat: int
    ask: int
    move: Move | None
    file: TableFile
    """The table's file, as it is from then on."""
    bot: Level | None
    policy: str = ""
    """The policy that gives it in the bot's place."""


class AskedBot(NamedTuple):
    """A seat where a bot is to answer: the question's number, the bot's level, and the policy that plays it, if any."""

    seat: int
    ask: int
    level: Level
    policy: str


class Room(DurableTable):
    """One table, loaded. Whoever wants something of it awaits these methods; they are served in turn.

    All that change the table or look at it are `in_turn`; the others do neither. Each raises `Problem` where the table
    does not let a person do something; then nothing has happened.
    """

    __slots__ = ("_audience", "_chat", "_history", "_snapshots", "_timer", "_undo")

    def __init__(
        self, services: TableServices, service: GameService, file: TableFile, people: dict[str, Person]
    ) -> None:
        """See `DurableTable`."""
        super().__init__(services, service, file, people)
        self._audience = Audience()
        self._chat = Chat(services, file.id, self._audience)
        self._history = History(services, self.game, file.id)
        self._snapshots = SnapshotKeeper(services.store, self._snapshot)
        self._timer = service.timer()
        self._undo = Undo(services, file.id, self._audience, self._take_back, self._put)

    @property
    def busy(self) -> bool:
        """Whether somebody follows it, or something is being done."""
        return bool(self._audience) or self._history.awaited or self.changing

    @property
    def changing(self) -> bool:
        """Whether something is being done that is to be stored and told."""
        return self._turn.taken

    def bots_asked(self) -> list[AskedBot]:
        """Seats where a bot is to answer."""
        if self.match is None or self.file.wish_at(self.version) is not None:
            return []
        return [
            AskedBot(seat, number, level, self.file.seats[seat].policy)
            for seat, number in self.match.position.numbers.items()
            if (level := self.file.seats[seat].bot) is not None
        ]

    @property
    def bots_pause(self) -> bool:
        """Whether bots wait a moment before they answer: after anything but a bot's move, or where they are alone."""
        last = self.match.last if self.match else None
        return self.file.bots_alone or not isinstance(last, PlayedEntry) or last.bot is None

    # Following

    @in_turn
    async def follow(self, connection: Connection, id: int = 0, after: int | None = None) -> None:  # noqa: A002
        """Tell a connection where the table stands, and from then on every change. Whoever was away is back."""
        person = connection.person.id
        if after is not None and after > self.version:  # another server has told them more than is known here
            await self._catch_up()
        self.check_shown(person)
        if after is not None and self.version < after:  # they have heard more at another server
            await self._catch_up()
        await self._bring_back(person)
        eyes = eyes_of(self.file, person)
        remarks = await self._chat.last(self.file, connection.person)
        missed = await self._history.missed(after, self.version, eyes)
        online = self._audience.online
        self._audience.add(connection, eyes)
        connection.following[self.id] = self
        connection.tell(self._standpoint(person, id, missed, remarks))
        self._chat.came(connection, remarks)
        self._tell_presence(online)

    def unfollow(self, connection: Connection) -> None:
        """Tell a connection no more."""
        online = self._audience.online
        self._audience.remove(connection)
        connection.following.pop(self.id, None)
        self._tell_presence(online)

    async def wait_beyond(self, version: int, timeout_s: float) -> None:
        """Wait until the table's log has grown beyond a version, but no longer than so many seconds."""
        if self.version < version:  # whoever asks has heard more at another server
            await self.follow_others(version, 0)
        if self.version == version:
            await self._history.wait(timeout_s)

    def end_waiting(self) -> None:
        """Whoever waits for something to happen waits no longer."""
        self._history.end_waiting()

    # Playing

    @in_turn
    async def start(self, person: str, may: Callable[[TableFile], None] = lambda _: None) -> None:
        """Lay out the game. Raises `Problem`, also if `may` does for the table as it would be played."""
        at = self._services.now()
        file = seating.begun(self.file, person, at)
        may(file)
        try:
            match, header, events = Match.begin(self.game, file, at)
        except BadOption as error:
            raise malformed(str(error)) from error
        line = self._line(file, encoded(header), match.position, at)
        await self._store(Unstored(file, line, partial(self._accept_start, match, events, file)))

    def _accept_start(self, match: Match, events: tuple[Event, ...], file: TableFile) -> None:
        """The laying out is stored: it counts, and is told."""
        self._adopt(self._revised(file))
        self._tell_start(match, events)
        self._call_asked(match)

    @in_turn
    async def play(self, person: str, seat: int, ask: int, raw: bytes | Raw) -> None:
        """A person's answer, as it was sent. It is stored when this returns.

        Raises `StaleAnswer`, `Refused` or `Problem`: then nothing has happened.
        """
        await self._answer(self._read_answer(person, seat, ask, raw))

    def play_at_once(self, person: str, seat: int, ask: int, raw: bytes | Raw, done: Appended) -> bool:
        """The same without waiting, where nothing has to be waited for; see `do_at_once`."""
        return not self.game.waits and self.do_at_once(partial(self._played, person, seat, ask, raw), done)

    @in_turn
    async def bot_plays(self, seat: int, ask: int, move: Move, policy: str = "") -> None:
        """A bot's answer, or a policy's, by the same door.

        Raises `StaleAnswer`, also if its person is back, or `Refused`.
        """
        bot = self.file.seats[seat].bot
        if bot is None or self.file.wish_at(self.version) is not None:
            raise StaleAnswer
        match = self._asking(seat, ask)
        await self._answer(Answer(match, seat, ask, self.game.read_move(move), self.file, bot, policy))

    def signal(self, person: str, seat: int, ask: int) -> None:
        """A person begins what the game times; see `TableTimer`."""
        self.check_seat(person, seat)
        at = self._services.now()
        self._timer.signal(seat, ask, at)
        self.link.aiming(seat, ask, at)

    def times(self, person: str) -> bool:
        """Whether one of a person's seats has begun what the game times, and has not answered yet."""
        asked = {} if self.match is None else self.match.position.numbers
        return any(
            self._timer.timing(seat, ask) for seat, ask in asked.items() if self.file.seats[seat].person == person
        )

    def _read_answer(self, person: str, seat: int, ask: int, raw: bytes | Raw) -> Answer:
        """A person's answer, as it was sent. Raises `StaleAnswer` or `Problem`."""
        self._begun()
        self.check_seat(person, seat)
        match = self._asking(seat, ask)
        move = self.game.decode_move(raw)
        if move is not None:
            self._check_time(seat, ask, move)
        file = seating.returned(self.file, person) if self.file.seats[seat].kept else self.file
        return Answer(match, seat, ask, move, file, None)

    def _played(self, person: str, seat: int, ask: int, raw: bytes | Raw) -> Unstored:
        """A person's answer, made."""
        answer = self._read_answer(person, seat, ask, raw)
        match, seat, ask, move, _, bot, policy = answer
        return self._unstored(answer, match.play(seat, ask, move, self._services.now(), bot, policy))

    async def _answer(self, answer: Answer) -> None:
        """Make a move, store it and tell it."""
        match, seat, ask, move, _, bot, policy = answer
        try:
            made = await match.play_async(seat, ask, move, self._services.now(), bot, policy)
        except ServiceFailed as failure:
            raise service_failed(failure) from failure
        await self._store(self._unstored(answer, made))

    def _unstored(self, answer: Answer, made: Made) -> Unstored:
        """What is to be stored of an answer that was made."""
        match, file, at = answer.match, answer.file, made.entry.at
        if made.position.over:
            file = replace(file, state="over", ended=at, standings=tuple(self.game.standings(match.table)))
        line = self._line(file, encoded(made.entry), made.position, at)
        return Unstored(file, line, partial(self._accept, match, made, answer.ask, file))

    def _accept(self, match: Match, made: Made, ask: int, file: TableFile) -> None:
        """A move is stored: it counts, and is told."""
        match.accept(made)
        self._tell_move(match, made, ask, changed=self._adopt(self._revised(file)))
        self._services.metrics.moved(self.game.key, "person" if made.entry.bot is None else "bot")
        self._call_asked(match)
        self._snapshots.grown(match.position.version)

    # Telling what happened to the game, here or at another server

    def _tell_start(self, match: Match, events: tuple[Event, ...]) -> None:
        """The game begins."""
        self.match = match
        self._history.add(Happened(1, None, False, events))
        started = messages.Started(table=self.id, version=1, card=self.card(), sights=SIGHTS)
        self._audience.show(match, events, asks_of(self.game, match.table), started)

    def _tell_move(self, match: Match, made: Made, ask: int, *, changed: bool) -> None:
        """A move was made: show it to everybody."""
        seat, version = made.entry.line.seat, match.position.version
        self._undo.tell(self.file, version)
        self._history.add(Happened(version, seat, False, made.events))
        moved = messages.Moved(table=self.id, version=version, seat=seat, ask=ask, asked=self.asked(), sights=SIGHTS)
        self._audience.show(match, made.events, made.asks, moved)
        if match.position.over:
            told = messages.Over(table=self.id, version=version, standings=self.file.standings, secret=self.file.secret)
            self._audience.tell(told)
        if changed:
            self._tell_change()

    def _tell_undone(self, match: Match, seat: int) -> None:
        """A seat has its last move back: show that to everybody."""
        self._undo.forget()
        self._history.add(Happened(match.position.version, seat, True, ()))
        version = match.position.version
        undone = messages.Undone(table=self.id, version=version, seat=seat, asked=self.asked(), sights=SIGHTS)
        self._audience.show(match, (), asks_of(self.game, match.table), undone)

    def _call_asked(self, match: Match) -> None:
        """Call whoever is asked just now: bots, and people who look elsewhere."""
        for seat in match.position.just_asked:
            holder = self.file.seats[seat]
            if holder.person is not None and not holder.kept:
                follows = self._services.hub.call(holder.person, self.id, self.game.key)
                if not follows and holder.person not in self._audience.elsewhere:
                    self._services.others.call(holder.person, self.id, self.game.key)
        self._call_bots()

    def _call_bots(self) -> None:
        self._services.bots_asked(self)

    def _check_time(self, seat: int, ask: int, move: Move) -> None:
        """Raise `Problem` where the game's timer does not let a move pass."""
        try:
            self._timer.check(seat, ask, move, self._services.now())
        except NotNow as refused:
            raise Problem(refused.code, str(refused)) from refused

    # Taking back

    async def offer_undo(self, connection: Connection, seat: int) -> None:
        """Tell a person if their last move could be taken back, or asked back: see `Undo.offer`. Play goes on."""
        match = await self._match_of(connection.person.id, seat)
        offered = None if match is None else await self._undo.offer(match, self.file, seat)
        if offered is not None:
            connection.tell(offered)

    @in_turn
    async def _match_of(self, person: str, seat: int) -> Match | None:
        """The game in which this is a person's own seat; None: it has not begun."""
        self.check_seat(person, seat)
        return self.match

    @in_turn
    async def ask_undo(self, person: str, seat: int) -> None:
        """A person would like to take their last move back; see `Undo.ask`."""
        match = self._playing()
        self.check_seat(person, seat)
        await self._undo.ask(match, self.file, person, seat)

    @in_turn
    async def answer_undo(self, person: str, version: int, grant: bool) -> None:
        """Somebody else lets them, or not; see `Undo.answer`."""
        await self._undo.answer(self._playing(), self.file, person, version, grant=grant)

    async def _take_back(self, match: Match, seat: int, before: Table) -> None:
        """A seat has its last move back: store it, and show it to everybody."""
        entry = UndoneEntry(self._services.now(), seat)
        position = match.taken_back(before, entry.at)
        line = self._line(self.file, encoded(entry), position, entry.at)
        await self._store(Unstored(self.file, line, partial(self._accept_undo, match, before, position, entry)))

    def _accept_undo(self, match: Match, before: Table, position: MatchPosition, entry: UndoneEntry) -> None:
        """That is stored: it counts, and is told."""
        match.take_back(before, position, entry)
        self._tell_undone(match, entry.seat)
        self._call_asked(match)
        self._snapshots.grown(position.version, undone=True)

    @in_turn
    async def _snapshot(self) -> Snapshot | None:
        """Where the game stands, as it may be stored; None: it has no such form."""
        return snapshot_of(self.id, self._begun(), self._history.recent)

    # Everything else that changes

    @in_turn
    async def change(self, change: Callable[[TableFile], TableFile]) -> None:
        """Change the table's file; see `seating`."""
        await self._put(change(self.file))

    @in_turn
    async def come_back(self, person: str) -> None:
        """A person is back: their seats are theirs again."""
        await self._bring_back(person)

    @in_turn
    async def say(self, speaker: Person, text: str, phrase: str | None, to: str | None) -> None:
        """Somebody says something; see `Chat`. In turn, so that nobody who comes in meanwhile misses it."""
        self.check_shown(speaker.id)
        reader = None if to is None else self._people.get(to)
        if to is not None and reader is None:
            raise not_together()
        self.link.said(await self._chat.say(self.file, speaker, text, phrase, reader))

    @in_turn
    async def rematch(self, person: str, table: str, limit: AtMost) -> None:
        """Agree on another table, of this id, for the same people; once that is done, it is done.

        Raises `LimitReached` where its host has as many as that.
        """
        if self.file.rematch is None:
            again = seating.again(self.file, table, person, self._services.now(), await self._next_first())
            file = replace(self.file, rematch=table, rematch_by=person)
            await self._write(file, limit, PutTable(again))
            self._accept_file(file)

    async def _next_first(self) -> dict[str, int]:
        """The option of a rematch that says who begins: the seat after the one that began, or dealt, this game."""
        lines = await self._services.store.lines(self.id)
        if self.match is None:
            return {}
        began = self.game.starting_seat(Match.resume(self.game, self.file, lines[:1]).table)
        return {} if began is None else {self.game.seat_option: (began + 1) % len(self.file.seats)}

    @in_turn
    async def look_after(self) -> None:
        """Do what nobody comes to do: let bots keep the seats of people who are away too long, and bots answer."""
        if self.match is None or self.match.position.over:
            await self._services.store.write(SetWake(self.id, None))
            return
        wish = self.file.wish_at(self.version)
        overdue = wish is not None and wish.until <= self._services.now()
        file = seating.kept(seating.declined(self.file) if overdue else self.file, self._late())
        await self._services.store.write(SetWake(self.id, self._wake(file, self.match.position)))
        await self._put(file)
        self._call_bots()

    def renamed(self, person: Person) -> None:
        """Somebody at the table may be called otherwise now. Whatever else of them changed, nobody else hears of it."""
        known = self._people.get(person.id)
        if known is not None:
            self._people[person.id] = person
            if person_card(known) != person_card(person):
                self._tell_change()

    async def _put(self, file: TableFile) -> None:
        """Store the table's file, if it is another one, and tell everybody."""
        if file is self.file:
            return
        asked = set(self.bots_asked())
        await self._write(file, *self._wakes(file))
        self._accept_file(file)
        if set(self.bots_asked()) - asked:  # else all think already, perhaps at another server
            self._call_bots()

    def _accept_file(self, file: TableFile) -> None:
        """Another file is stored: it counts, and is told here and to other servers."""
        if self._adopt(self._revised(file)):
            self._tell_change()
        self._undo.tell(self.file, self.version)
        self.link.file_changed(self.file.revision)

    async def _bring_back(self, person: str) -> None:
        """Their seats are theirs again. A clock that has run out begins anew: nobody comes back only to be late."""
        await self._put(seating.returned(self.file, person, self._late(), self._services.now()))

    def _adopt(self, file: TableFile) -> bool:
        """The file is stored: it counts. Whether everybody is to be told; of a wish to take back, `Undo` tells them."""
        if file is self.file:
            return False
        before, self.file = self.file, file
        self._audience.seat(file)
        self._audience.tell_talk(before, file)
        self.link.present(self._audience.here)
        return replace(before, wish=file.wish, revision=file.revision) != file

    # What other servers did

    def follow_line(self, number: int, line: bytes, revision: int) -> bool:
        """Another server has stored a line: have it count, and tell it, if that can be done at once. Whether it was.

        Not if somebody has the turn, and not if anything is missing before it: see `follow_others`.
        """
        if self._turn.taken or self._unsure or not self._fits(number, revision):
            return False
        (entry,) = entries_of((line,))
        if not isinstance(entry, PlayedEntry):
            return False
        self._follow_move(entry)
        return True

    @in_turn
    async def follow_others(self, version: int, revision: int) -> bool:
        """Others may have stored so many lines, and this file: read what is not here yet. Whether anything was not."""
        behind = self.version < version or self.file.revision < revision
        if behind:
            await self._catch_up()
        return behind

    def _fits(self, number: int, revision: int) -> bool:
        """Whether a line is the next one, and nothing else has changed."""
        match = self.match
        return match is not None and not match.ahead and (number, revision) == (self.version, self.file.revision)

    def _follow_move(self, entry: PlayedEntry) -> None:
        """Make the log's next move, and tell it."""
        match = self._begun()
        ask = match.position.question_number(entry.line.seat)
        if ask is None:
            raise BadRecord(f"Line {self.version + 1} of the log: seat {entry.line.seat} was not asked.")
        made = match.follow(entry)
        match.accept(made)
        self.moved = entry.at
        self._tell_move(match, made, ask, changed=False)

    def _go_on(self, resumed: Resumed) -> None:
        """Go on with the game, and with its history."""
        super()._go_on(resumed)
        self._history.go_on_from(resumed.recent)

    async def _follow(self, stored: Resumable, missing: Sequence[Entry]) -> bool:
        """What other servers stored is told step by step, as if it had been done here."""
        if self._begun().ahead:  # a move that did not count was made on it
            self.match = await self._match_before(stored, len(missing)) or self.match
        changed = self._adopt(stored.file)
        followed = not self._begun().ahead and await self._follow_all(stored, missing)
        if changed:
            self._tell_change()
        self._undo.tell(self.file, self.version)
        return followed

    async def _follow_all(self, stored: Resumable, missing: Sequence[Entry]) -> bool:
        for left, entry in zip(range(len(missing) - 1, -1, -1), missing, strict=True):
            if isinstance(entry, PlayedEntry):
                self._follow_move(entry)
            elif (match := await self._match_before(stored, left)) is not None:
                self.match = match
                self.moved = entry.at
                self._tell_undone(match, entry.seat)
            else:
                return False
        return True

    def _take_up(self, resumed: Resumed) -> None:
        """Show everybody what they have not seen. At once: nobody is told a part of it, whatever fails."""
        seen = self.version
        self._adopt(resumed.file)
        self._go_on(resumed)
        missed = [step for step in resumed.recent if step.version > seen]
        if any(step.undone for step in missed):
            self._undo.forget()
        self._undo.tell(self.file, self.version)
        for connection in self._audience:
            person = connection.person.id
            seen_since = tuple(step.seen_by(eyes_of(self.file, person)) for step in missed)
            connection.tell(self._standpoint(person, 0, seen_since, ()))

    def present_elsewhere(self, people: tuple[str, ...]) -> None:
        """These people follow the table at other servers."""
        online = self._audience.online
        self._audience.elsewhere = people
        self._audience.tell_presence(self.id, online)

    def aiming_elsewhere(self, seat: int, ask: int, at: float) -> None:
        """A seat began what the game times, and another server was told."""
        self._timer.signal(seat, ask, at)

    @in_turn
    async def said_elsewhere(self, remark: Remark) -> None:
        """Another server has stored a remark. In turn, so that nobody who comes in meanwhile misses it."""
        await self._chat.pass_on(self.file, remark)

    # Telling everything else

    def _tell_presence(self, before: tuple[str, ...]) -> None:
        """Tell who follows the table, if these were others before."""
        self._audience.tell_presence(self.id, before)
        self.link.present(self._audience.here)

    def _tell_change(self) -> None:
        if self._audience:
            self._audience.tell(messages.Changed(table=self.id, card=self.card()))

    def _standpoint(
        self, person: str, request: int, missed: tuple[Happening, ...], remarks: tuple[RemarkCard, ...]
    ) -> messages.Standpoint:
        """Where the table stands, for a person; `request` is the id of their request, 0 if there was none."""
        return messages.Standpoint(
            table=self.id,
            id=request,
            version=self.version,
            card=self.card(),
            sights=self.sights(eyes_of(self.file, person)),
            missed=missed,
            remarks=remarks,
            online=self._audience.online,
            undo=self._undo.message(self.file, self.version),
            words=self.file.invited(person),
            now=self._services.now(),
        )
