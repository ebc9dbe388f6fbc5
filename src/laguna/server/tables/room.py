"""A room: one table with whoever follows it. Every change is stored first, then told; one at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from http import HTTPStatus

from msgspec import Raw
from msgspec.structs import replace

from laguna.core.bot import Level, fresh_seed, knowledge
from laguna.core.game import BadOption, Move, Refused, Table
from laguna.core.services import GameService, NotNow, ServiceFailed
from laguna.core.sight import Sight
from laguna.server.people.hub import Connection
from laguna.server.problem import Problem, forbidden, malformed, not_found, service_failed
from laguna.server.store.store import Person, PutTable, SetWake
from laguna.server.tables import seating, undo
from laguna.server.tables.audience import Audience, Eyes, eyes_of
from laguna.server.tables.chat import Chat
from laguna.server.tables.durable_table import DurableTable, StaleAnswer
from laguna.server.tables.game_log import Undone, encoded
from laguna.server.tables.history import Happened, history
from laguna.server.tables.match import Made, Match
from laguna.server.tables.services import TableServices
from laguna.server.tables.table_card import person_card
from laguna.server.tables.table_file import TableFile
from laguna.server.wire import messages
from laguna.server.wire.cards import Happening, RemarkCard, TableCard

REMEMBERED = 8
"""The last steps are kept at hand for those whose connection was gone for a moment."""


class Room(DurableTable):
    """One table, loaded. Whoever wants something of it awaits these methods; they are served in turn."""

    __slots__ = ("_audience", "_chat", "_recent", "_timer", "_waiting", "_wished", "wish")

    def __init__(
        self, services: TableServices, service: GameService, file: TableFile, people: dict[str, Person]
    ) -> None:
        """See `DurableTable`."""
        super().__init__(services, service, file, people)
        self.wish: undo.Wish | None = None
        """Somebody's wish to take a move back."""
        self._wished = 0
        """The last version at which there was such a wish."""
        self._audience = Audience()
        self._chat = Chat(services, file.id, self._audience)
        self._recent: deque[Happened] = deque(maxlen=REMEMBERED)
        self._timer = service.timer()
        self._waiting: list[asyncio.Future[None]] = []
        """Who waits for the next change."""

    @property
    def busy(self) -> bool:
        """Whether somebody follows it, or something is being done."""
        return bool(self._audience) or bool(self._waiting) or self._lock.locked()

    def bots_asked(self) -> list[tuple[int, int, Level]]:
        """Seats where a bot is to answer: the seat, the question's number, and its level."""
        if self.match is None or self.wish is not None:
            return []
        return [
            (seat, number, level)
            for seat, number in self.match.position.numbers.items()
            if (level := self.file.seats[seat].bot) is not None
        ]

    # Following

    async def follow(self, connection: Connection, id: int = 0, after: int | None = None) -> None:  # noqa: A002
        """Tell a connection where the table stands, and from then on every change. Whoever was away is back."""
        online = self._audience.online
        await self._in_turn(lambda: self._follow(connection, id, after))
        self._tell_presence(online)

    async def _follow(self, connection: Connection, id: int, after: int | None) -> None:  # noqa: A002
        person = connection.person.id
        self._check_shown(person)
        await self._return(person)
        eyes = eyes_of(self.file, person)
        remarks = await self._chat.last(self.file, connection.person)
        missed = await self._missed(after, eyes)
        self._audience.add(connection, eyes)
        connection.following[self.id] = self
        connection.tell(self._standpoint(connection, id, missed, remarks))

    def unfollow(self, connection: Connection) -> None:
        """Tell a connection no more."""
        online = self._audience.online
        self._audience.remove(connection)
        connection.following.pop(self.id, None)
        self._tell_presence(online)

    def _tell_presence(self, before: tuple[str, ...]) -> None:
        online = self._audience.online
        if set(online) != set(before):
            self._audience.tell(messages.Presence(table=self.id, online=online))

    async def stand(self, person: str) -> tuple[int, TableCard, tuple[Sight, ...]]:
        """Where the table stands for a person: version, card and what their eyes see. Raises `Problem`."""
        return await self._in_turn(lambda: self._stand(person))

    async def _stand(self, person: str) -> tuple[int, TableCard, tuple[Sight, ...]]:
        self._check_shown(person)
        return self.version, self.card(), self._sights(eyes_of(self.file, person))

    async def known_to(self, seat: int, ask: int) -> Table:
        """What a seat that is asked may know of the table: for a bot, or for a hint. Raises `StaleAnswer`."""
        return await self._in_turn(lambda: self._known_to(seat, ask))

    async def _known_to(self, seat: int, ask: int) -> Table:
        if self.match is None or self.match.position.question_number(seat) != ask:
            raise StaleAnswer
        return knowledge(self.game, self.match.table, seat, fresh_seed())

    async def wait_beyond(self, version: int, seconds: float) -> None:
        """Wait until the table's log has grown beyond a version, or so many seconds have passed."""
        if self.version == version:
            changed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(changed)
            try:
                await asyncio.wait((changed,), timeout=seconds)
            finally:
                self._waiting.remove(changed)

    def _standpoint(
        self,
        connection: Connection,
        id: int,  # noqa: A002
        missed: tuple[Happening, ...],
        remarks: tuple[RemarkCard, ...],
    ) -> messages.Standpoint:
        return messages.Standpoint(
            table=self.id,
            id=id,
            version=self.version,
            card=self.card(),
            sights=self._sights(eyes_of(self.file, connection.person.id)),
            missed=missed,
            remarks=remarks,
            online=self._audience.online,
            undo=self._undo_asked(),
            words=self.file.invited(connection.person.id),
            now=self._services.now(),
        )

    # Playing

    async def play(self, person: str, seat: int, ask: int, raw: bytes | Raw) -> None:
        """A person's answer, as it was sent. It is stored when this returns.

        Raises `StaleAnswer`, `Refused` or `Problem`: then nothing has happened.
        """
        await self._in_turn(lambda: self._play(person, seat, ask, raw))

    async def bot_plays(self, seat: int, ask: int, move: Move) -> None:
        """A bot's answer, by the same door. Raises `StaleAnswer`, also if its person is back, or `Refused`."""
        await self._in_turn(lambda: self._bot_plays(seat, ask, move))

    def signal(self, person: str, seat: int, ask: int) -> None:
        """A person begins what the game times; see `TableTimer`. Raises `Problem`."""
        self.check_seat(person, seat)
        self._timer.signal(seat, ask, self._services.now())

    async def _play(self, person: str, seat: int, ask: int, raw: bytes | Raw) -> None:
        match = self._begun()
        self.check_seat(person, seat)
        if match.position.question_number(seat) != ask:
            raise StaleAnswer
        move = self.game.decode_move(raw)
        if move is None:
            refusal = self.game.refusal(match.table, seat, match.table.question_number(seat), None)
            assert refusal is not None, "nothing is not a move"  # noqa: S101
            raise Refused(refusal)
        self._check_time(seat, ask, move)
        file = seating.returned(self.file, person) if self.file.seats[seat].kept else self.file
        await self._answer(seat, ask, move, file, None)

    async def _bot_plays(self, seat: int, ask: int, move: Move) -> None:
        bot = self.file.seats[seat].bot
        if bot is None or self.wish is not None:
            raise StaleAnswer
        await self._answer(seat, ask, move, self.file, bot)

    async def _answer(self, seat: int, ask: int, move: Move, file: TableFile, bot: Level | None) -> None:
        match = self._begun()
        if match.position.question_number(seat) != ask:
            raise StaleAnswer
        at = self._services.now()
        made = await self._made(match, seat, ask, move, at, bot)
        if made.position.over:
            file = replace(file, state="over", ended=at, standings=tuple(self.game.standings(match.table)))
        await self._write(file, self._line(file, encoded(made.entry), made.position, at))
        match.accept(made)
        self._tell_move(match, made, ask, changed=self._adopt(file))

    async def _made(self, match: Match, seat: int, ask: int, move: Move, at: float, bot: Level | None) -> Made:
        """What a move makes of the game; see `Match.play`. Raises `Problem` where physics fails."""
        if not self.game.waits:
            return match.play(seat, ask, move, at, bot)
        try:
            return await asyncio.to_thread(match.play, seat, ask, move, at, bot)
        except ServiceFailed as failure:
            raise service_failed(failure) from failure

    def _tell_move(self, match: Match, made: Made, ask: int, *, changed: bool) -> None:
        """The move is stored: show it to everybody, and tell those it asks."""
        table, seat, version = self.id, made.entry.line.seat, match.position.version
        self._decline_undo()
        self._remember(Happened(version, seat, False, made.events))
        asked = self.asked()
        self._audience.show(
            match,
            made.events,
            lambda sights: messages.Moved(table=table, version=version, seat=seat, ask=ask, asked=asked, sights=sights),
            made.asks,
        )
        if match.position.over:
            told = messages.Over(table=self.id, version=version, standings=self.file.standings, secret=self.file.secret)
            self._audience.tell(told)
        if changed:
            self._tell_change()
        self._services.metrics.moved(self.game.key, "person" if made.entry.bot is None else "bot")
        self._ask(match)

    def _ask(self, match: Match) -> None:
        """Call whoever is asked just now: bots, and people who look elsewhere."""
        for seat in match.position.just_asked:
            holder = self.file.seats[seat]
            if holder.person is not None and not holder.kept:
                self._services.hub.call(holder.person, self.id, self.game.key)
        self._services.bots_asked(self)

    # Taking back

    async def ask_undo(self, person: str, seat: int) -> None:
        """A person would like to take their last move back: at once, if nobody else has to grant it."""
        await self._in_turn(lambda: self._ask_undo(person, seat))

    async def answer_undo(self, person: str, version: int, grant: bool) -> None:
        """Somebody else lets them, or not."""
        await self._in_turn(lambda: self._answer_undo(person, version, grant))

    async def _ask_undo(self, person: str, seat: int) -> None:
        match = self._playing()
        self.check_seat(person, seat)
        undo.check(match, seat)
        version = match.position.version
        if self.wish is not None:
            return  # it is asked already, and waits no longer for being asked again
        if version == self._wished:  # else whoever goes on asking keeps the bots waiting for ever
            raise Problem("asked_already", "You have asked to take this move back already: it stands.")
        before = await self._before(match)
        if not any(other.person not in (None, person) and not other.kept for other in self.file.seats):
            await self._take_back(match, seat, before)
        else:
            self.wish = undo.Wish(version, seat, person)
            self._wished = version
            self._audience.tell(messages.UndoAsked(table=self.id, version=version, seat=seat))
            asyncio.get_running_loop().call_later(undo.WAITING, self._forget, self.wish)

    async def _answer_undo(self, person: str, version: int, grant: bool) -> None:
        match, wish = self._playing(), self.wish
        if wish is None or wish.version != version:
            raise Problem("nothing_to_undo", "Nobody asks to take a move back.")
        if wish.person == person or not self.file.seats_of(person):
            raise forbidden("Only somebody else at the table can grant it.")
        if grant:
            await self._take_back(match, wish.seat, await self._before(match))
        else:
            self._decline_undo()
            self._services.bots_asked(self)

    async def _before(self, match: Match) -> Table:
        """The table before the last move. Raises `Problem` if the move has to stand."""
        lines = await self._services.store.lines(self.id)
        async with self._services.looking_back.next(self.id):
            return await asyncio.to_thread(undo.table_before, match.game, self.file, lines)

    async def _take_back(self, match: Match, seat: int, before: Table) -> None:
        entry = Undone(self._services.now(), seat)
        position = match.taken_back(before, entry.at)
        await self._write(self.file, self._line(self.file, encoded(entry), position, entry.at))
        match.take_back(before, position, entry)
        self.wish = None
        self._remember(Happened(position.version, seat, True, ()))
        asked = self.asked()
        self._audience.show(
            match,
            (),
            lambda sights: messages.Undone(
                table=self.id, version=position.version, seat=seat, asked=asked, sights=sights
            ),
        )
        self._ask(match)

    def _decline_undo(self) -> None:
        wish, self.wish = self.wish, None
        if wish is not None:
            self._audience.tell(messages.UndoDeclined(table=self.id, version=wish.version, seat=wish.seat))

    def _forget(self, wish: undo.Wish) -> None:
        """Nobody has granted it in time."""
        if self.wish is wish:
            self._decline_undo()
            self._services.bots_asked(self)

    # Everything else that changes

    async def change(self, change: Callable[[TableFile], TableFile]) -> None:
        """Change the table's file; see `seating`. Raises `Problem`."""
        await self._in_turn(lambda: self._change(change))

    async def come_back(self, person: str) -> None:
        """A person is back: their seats are theirs again."""
        await self._in_turn(lambda: self._return(person))

    async def say(self, speaker: Person, text: str, phrase: str | None, to: str | None) -> None:
        """Somebody says something; see `Chat`. In turn, so that nobody who comes in meanwhile misses it."""
        await self._in_turn(lambda: self._say(speaker, text, phrase, to))

    async def start(self, person: str, may: Callable[[TableFile], None] = lambda _: None) -> None:
        """Lay out the game. Raises `Problem`, also if `may` does for the table as it would be played."""
        await self._in_turn(lambda: self._start(person, may))

    async def rematch(self, person: str, table: str) -> None:
        """Agree on another table, of this id, for the same people; once that is done, it is done. Raises `Problem`."""
        await self._in_turn(lambda: self._rematch(person, table))

    async def look_after(self) -> None:
        """Do what nobody comes to do: let bots keep the seats of people who are away too long, and bots answer."""
        await self._in_turn(self._look_after)

    async def news(self) -> None:
        """Another process changed the table."""
        self._unsure = True
        await self.change(lambda file: file)

    def renamed(self, person: Person) -> None:
        """Somebody at the table may be called otherwise now. Whatever else of them changed, nobody else hears of it."""
        known = self._people.get(person.id)
        if known is not None:
            self._people[person.id] = person
            if person_card(known) != person_card(person):
                self._tell_change()

    async def _say(self, speaker: Person, text: str, phrase: str | None, to: str | None) -> None:
        self._check_shown(speaker.id)
        reader = None if to is None else self._people.get(to)
        if to is not None and (reader is None or not self.file.together(speaker.id, to)):
            sentence = "In private one speaks only with somebody whom one sits at the table with."
            raise Problem("not_together", sentence, HTTPStatus.FORBIDDEN)
        await self._chat.say(self.file, speaker, text, phrase, reader)

    async def _change(self, change: Callable[[TableFile], TableFile]) -> None:
        file = change(self.file)
        running = file is not self.file and self.match is not None and not self.match.position.over
        await self._write(file, *([self._wake_anew(file)] if running else []))
        if self._adopt(file):
            self._tell_change()
            self._services.bots_asked(self)

    async def _return(self, person: str) -> None:
        """Their seats are theirs again. A clock that has run out begins anew: nobody comes back only to be late."""
        if self.match is not None:
            seats = self.file.seats
            back = [seat for seat in self._late() if seats[seat].person == person and seats[seat].kept]
            self.match.position.since.update(dict.fromkeys(back, self._services.now()))
        await self._change(lambda file: seating.returned(file, person))

    async def _start(self, person: str, may: Callable[[TableFile], None]) -> None:
        at = self._services.now()
        file = seating.begun(self.file, person, at)
        may(file)
        try:
            match, header, events = Match.begin(self.game, file, at)
        except BadOption as error:
            raise malformed(str(error)) from error
        await self._write(file, self._line(file, encoded(header), match.position, at))
        self.match = match
        self._adopt(file)
        self._remember(Happened(1, None, False, events))
        card = self.card()
        self._audience.show(
            match, events, lambda sights: messages.Started(table=self.id, version=1, card=card, sights=sights)
        )
        self._ask(match)

    async def _rematch(self, person: str, table: str) -> None:
        if self.file.rematch is None:
            again = seating.again(self.file, table, person, self._services.now())
            file = replace(self.file, rematch=table)
            await self._write(file, PutTable(again))
            self._adopt(file)
            self._tell_change()

    async def _look_after(self) -> None:
        if self.match is None or self.match.position.over:
            await self._services.store.write(SetWake(self.id, None))
            return
        late = self._late()
        await self._change(lambda file: seating.kept(file, late))
        await self._services.store.write(self._wake_anew(self.file))
        self._services.bots_asked(self)

    # Telling what is stored

    def _caught_up(self, seen: int, lines: Sequence[bytes]) -> None:
        """Show everybody what they have not seen. At once: nobody is told a part of it, whatever fails."""
        missed = [step for step in history(self.game, lines) if step.version > seen] if self.version > seen else []
        if missed:
            self._decline_undo()
        for step in missed:
            self._remember(step)
        self._seat_audience()
        for connection in self._audience:
            eyes = eyes_of(self.file, connection.person.id)
            connection.tell(self._standpoint(connection, 0, tuple(step.seen_by(eyes) for step in missed), ()))

    def _adopt(self, file: TableFile) -> bool:
        """The file is stored: it counts. Whether it is another one."""
        if file is self.file:
            return False
        before, self.file = self.file, replace(file, revision=self.file.revision + 1)
        self._seat_audience()
        self._tell_talk(before)
        return True

    def _tell_talk(self, before: TableFile) -> None:
        """Tell those who may use words of their own now and could not before, or the other way round."""
        for connection in self._audience:
            words = self.file.invited(connection.person.id)
            if words != before.invited(connection.person.id):
                connection.tell(messages.Talk(table=self.id, words=words))

    def _seat_audience(self) -> None:
        """Let everybody look through the eyes they have now; who has none any more is told so."""
        for connection in self._audience:
            person = connection.person.id
            if self.file.shows(person) and self.file.state != "closed":
                self._audience.add(connection, eyes_of(self.file, person))
            else:
                self._audience.remove(connection)
                connection.following.pop(self.id, None)
                connection.tell(messages.Closed(table=self.id, reason=self._why_not(person)))

    def _why_not(self, person: str) -> messages.Reason:
        """Why somebody cannot follow the table any more."""
        if self.file.state == "closed":
            return "given_up"
        return "sent_away" if person in self.file.removed else "no_spectators"

    def _tell_change(self) -> None:
        if self._audience:
            self._audience.tell(messages.Changed(table=self.id, card=self.card()))

    # What one person may see

    def _check_shown(self, person: str) -> None:
        if not self.file.welcomes(person):
            raise not_found("table")
        if not self.file.shows(person):
            raise forbidden("The host of this table does not want spectators.")

    def _check_time(self, seat: int, ask: int, move: Move) -> None:
        """Raise `Problem` where the game's timer does not let a move pass."""
        try:
            self._timer.check(seat, ask, move, self._services.now())
        except NotNow as refused:
            raise Problem(refused.code, str(refused)) from refused

    def _sights(self, eyes: Eyes) -> tuple[Sight, ...]:
        if self.match is None:
            return ()
        sights = self.match.sights(eyes)
        return tuple(sights[eye] for eye in eyes)

    async def _missed(self, after: int | None, eyes: Eyes) -> tuple[Happening, ...]:
        """What happened after a version, as these eyes saw it. What is stored but not yet known here, is told later."""
        if after is None or after >= self.version:
            return ()
        if self._recent and self._recent[0].version <= after + 1:
            steps: Iterable[Happened] = self._recent
        else:
            lines = await self._services.store.lines(self.id)
            async with self._services.looking_back.next(self.id):
                steps = await asyncio.to_thread(lambda: list(history(self.game, lines)))
        return tuple(step.seen_by(eyes) for step in steps if after < step.version <= self.version)

    def _remember(self, step: Happened) -> None:
        """The log has grown."""
        self._recent.append(step)
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)

    def _undo_asked(self) -> messages.UndoAsked | None:
        if self.wish is None:
            return None
        return messages.UndoAsked(table=self.id, version=self.wish.version, seat=self.wish.seat)
