"""Nobody sees what they may not see: whole games, with every byte that comes over every connection looked at.

The tests sit inside the server too. After each step they write every message that somebody may get once more, from
a table on which all that these eyes cannot know was dealt anew: what came over the wire must be the same, byte by byte.
So whatever came could have been written by somebody who does not know what is hidden.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidStatus

from laguna.core.game import Event, Refused, Table
from laguna.core.luck import SEED_BYTES, LuckRanOut, ScriptedLuck, SeededLuck, commitment
from laguna.core.record import Line
from laguna.core.sight import Question, Sight
from laguna.server.tables.game_log import PlayedEntry
from laguna.server.tables.match import Eye, seen
from laguna.server.tables.room import Room
from laguna.server.wire import messages
from server.player import Message, Player
from server.serving import Client, Running
from server.tables import begun, gathered, invited, made, person_of

NAMES = ("Ala", "Ola", "Ela", "Iza", "Ula")
WHISPER = "only-for-your-ears"


class Eyes:
    """One connection, and whose eyes it has; what was proved of all that it got."""

    def __init__(self, eye: Eye, client: Client, player: Player) -> None:
        self.eye = eye
        self.client = client
        self.player = player
        self.events: list[Any] = []
        """What it was told of each step, the laying out first."""
        self.raw: list[bytes] = []
        """What it got elsewhere: on a second socket, and by REST."""

    @property
    def got(self) -> bytes:
        """Every byte, up to the end of the game."""
        return b"\n".join((*self.player.raw, *self.raw))

    async def next_one(self, kind: str) -> bytes:
        """The bytes of the next message, which must be of this kind."""
        message = await self.player.hear()
        assert message["type"] == kind, message
        return self.player.raw[-1]


class Insider:
    """Knows a table from inside, and what may be told of it to whom."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.proved: Counter[str] = Counter()

    def table(self) -> Table:
        """The true table as it is now."""
        return self._match.table.copy()

    @property
    def _match(self) -> Any:
        assert self.room.match is not None
        return self.room.match

    def started(self, eye: Eye) -> bytes:
        """What these eyes may get when the game begins."""
        sights = (self._sight(self.table(), eye, seen(self._events(), eye)),)
        told = messages.Started(table=self.room.id, version=1, card=self.room.card(), sights=sights)
        return msgspec.json.encode(told)

    def moved(self, before: Table, ask: int, eye: Eye) -> bytes:
        """What these eyes may get of the last move."""
        line = self._line()
        after, events = self._twin(before, line, eye)
        told = messages.Moved(
            table=self.room.id,
            version=self.room.version,
            seat=line.seat,
            ask=ask,
            asked=self.room.asked(),
            sights=(self._sight(after, eye, events),),
        )
        return msgspec.json.encode(told)

    def undone(self, seat: int, eye: Eye) -> bytes:
        """What these eyes may get when a move is taken back."""
        sights = (self._sight(self.table(), eye, ()),)
        told = messages.Undone(
            table=self.room.id, version=self.room.version, seat=seat, asked=self.room.asked(), sights=sights
        )
        return msgspec.json.encode(told)

    def sight(self, eye: Eye) -> Any:
        """What these eyes may see now, as plain data."""
        return json.loads(msgspec.json.encode(self._sight(self.table(), eye, ())))

    def _events(self) -> tuple[Event, ...]:
        return self.room._history.recent[-1].events

    def _line(self) -> Line:
        assert isinstance(self._match.last, PlayedEntry)
        return self._match.last.line

    def _imagined(self, table: Table, eye: Eye) -> Table:
        return self.room.game.imagine(table, eye, SeededLuck(5, table.played))

    def _twin(self, before: Table, line: Line, eye: Eye) -> tuple[Table, tuple[Event, ...]]:
        """The last move on a table that looked the same to these eyes, if they cannot tell the two apart after it.

        Where they can, or the move could not be made there, it has shown them something, as the rules want.
        """
        game, truth = self.room.game, self.table()
        twin = self._imagined(before, eye)
        hides = position(twin) != position(before)
        try:
            move = msgspec.convert(line.move, game.moves)
            ask = twin.question_number(line.seat)
            events = game.play(twin, line.seat, ask, move, ScriptedLuck(line.draws, line.seen))
        except (Refused, LuckRanOut):
            events = []
        alike = self._for_all(events) == self._for_all(self._events())
        if alike and position(self._imagined(twin, eye)) == position(self._imagined(truth, eye)):
            self.proved["twin" if hides else "open"] += 1
            return twin, seen(events, eye)
        self.proved["shown"] += 1
        return truth, seen(self._events(), eye)

    def _for_all(self, events: Sequence[Event]) -> list[object]:
        """What happened, as far as the rules let everybody see all of it; of the rest, that it did."""
        eyes = (None, *range(len(self.room.file.seats)))
        return [event if all(event.seen_by(eye) == event for eye in eyes) else type(event) for event in events]

    def _sight(self, table: Table, eye: Eye, events: tuple[Event, ...]) -> Sight:
        """What these eyes see of a table on which the hidden is dealt anew."""
        game, imagined = self.room.game, self._imagined(table, eye)
        ask = next((ask for ask in game.asks(imagined) if ask.seat == eye), None)
        number = None if eye is None else self._match.position.question_number(eye)
        question = None
        if ask is not None:
            assert number is not None
            question = Question(number, ask.about, ask.rule, ask.moves, ask.free)
        return Sight(eye, events, game.view(imagined, eye), question)


def position(table: Table) -> object:
    """What makes two tables equal."""
    return getattr(table, "state", table)


# Whole games


class Game:
    """A game with a person in each seat and a spectator, played step by step under an insider's eyes."""

    def __init__(self, inside: Insider, onlookers: list[Eyes], random: Random) -> None:
        self.table = inside.room.id
        self.onlookers = onlookers
        self.inside = inside
        self.hearing = onlookers
        """Those who are told of each step at once."""
        self.owed: list[tuple[Eyes, bytes]] = []
        """What the others have still to be told."""
        self._random = random
        self.undos: Counter[str] = Counter()

    @property
    def over(self) -> bool:
        return self.inside.room.file.state == "over"

    async def start(self, host: Client) -> None:
        (await asyncio.to_thread(host.post, f"/api/tables/{self.table}/start")).expect(200)
        for each in self.onlookers:
            await self.check_started(each)

    async def check_started(self, each: Eyes) -> None:
        """What somebody gets next tells them how the game begins, and no more."""
        assert await each.next_one("started") == self.inside.started(each.eye)
        self.note(each)

    async def step(self) -> None:
        """Somebody who is asked moves; sometimes they would like to take it back."""
        asked = [each for each in self.hearing if each.eye is not None and self._question(each) is not None]
        mover = self._random.choice(asked)
        assert mover.eye is not None
        question = self._question(mover)
        before = self.inside.table()
        await mover.player.play(self.table, mover.eye, question, self._choice(question["moves"]))
        for each in self.hearing:
            assert await each.next_one("moved") == self.inside.moved(before, question["ask"], each.eye)
            self.note(each)
        for each in self.onlookers:
            if each not in self.hearing:
                self.owed.append((each, self.inside.moved(before, question["ask"], each.eye)))
        if not self.over and not self.owed and self._random.random() < 0.3:
            await self._would_take_back(mover)

    async def _would_take_back(self, mover: Eyes) -> None:
        assert mover.eye is not None
        answer = await mover.player.ask("ask_undo", self.table, seat=mover.eye)
        if answer["type"] == "trouble":
            assert answer["code"] == "revealed"
            self.undos["revealed"] += 1
            for each in self.onlookers:  # that they asked is nobody's business
                assert mover is each or not await each.player.caught_up()
            return
        other = next(each for each in self.onlookers if each.eye not in (None, mover.eye))
        version, grant = self.inside.room.version, self._random.random() < 0.7
        wish = {"table": self.table, "version": version, "seat": mover.eye}
        for each in self.onlookers:
            await self.hear_all(each)
            assert {"type": "undo_asked", **wish} in each.player.heard
        done = await other.player.ask("answer_undo", self.table, version=version, grant=grant)
        assert done["type"] == "done"
        self.undos["granted" if grant else "declined"] += 1
        for each in self.onlookers:
            await self.hear_all(each)
            assert ({"type": "undo_declined", **wish} in each.player.heard) != grant
            if grant:
                self.check_undone(each, mover.eye)
                each.events.append({name_of(each.eye): []})

    async def hear_all(self, each: Eyes) -> None:
        """Have somebody hear all that was told by now."""
        await each.player.caught_up()

    def check_undone(self, each: Eyes, seat: int) -> None:
        """What somebody got last tells them that a seat has its move back, and no more."""
        raw = next(raw for raw in reversed(each.player.raw) if b'"undone"' in raw[:20])
        assert raw == self.inside.undone(seat, each.eye)

    async def check_standpoints(self) -> None:
        """Who comes anew gets what these eyes may see now, and of each step what they saw then; so by REST."""
        for each in self.onlookers:
            async with Player.connect(each.client) as anew:
                told = await anew.follow(self.table, after=0)
            assert told["sights"] == [self.inside.sight(each.eye)]
            assert [step["events"] for step in told["missed"]] == each.events
            by_rest = await asyncio.to_thread(each.client.get, f"/api/tables/{self.table}/position")
            assert by_rest.expect(200)["sights"] == [self.inside.sight(each.eye)]
            each.raw += [*anew.raw, by_rest.body]

    async def look_around(self) -> None:
        """Whatever else one may ask for by REST; what is kept for the end is refused."""
        path = f"/api/tables/{self.table}"
        for each in self.onlookers:
            for place in (path, "/api/tables", "/api/me/tables", "/api/me/tables?which=waiting", "/api/me"):
                answer = await asyncio.to_thread(each.client.get, place)
                each.raw.append(answer.body)
                answer.expect(200)
            for place in ("record", "replay", "replay?seat=0", "replay?seat=1"):
                (await asyncio.to_thread(each.client.get, f"{path}/{place}")).problem(409, "not_over")
            (await asyncio.to_thread(each.client.post, f"{path}/analysis")).problem(409, "not_over")

    async def all_caught_up(self) -> None:
        """Everybody has heard all that was told by now."""
        for each in self.onlookers:
            await self.hear_all(each)

    def _choice(self, moves: Sequence[Message]) -> Message:
        """Any move; now and then of a rare kind, so that games come to an end."""
        if self._random.random() < 0.6:
            return self._random.choice(moves)
        kind = self._random.choice(sorted({move["move"] for move in moves}))
        return self._random.choice([move for move in moves if move["move"] == kind])

    def _question(self, each: Eyes) -> Any:
        return each.player.tables[self.table].sights[each.eye]["question"]

    def note(self, each: Eyes) -> None:
        """Keep what somebody was told of the last step."""
        sight = each.player.tables[self.table].sights[each.eye]
        each.events.append({name_of(each.eye): sight["events"]})


def name_of(eye: Eye) -> str:
    return "spectator" if eye is None else str(eye)


@asynccontextmanager
async def at_a_table(
    server: Running, key: str, seats: int, options: dict[str, Any], random: Random
) -> AsyncIterator[Game]:
    """A table with a person in each seat and a spectator, all of whom follow it; not yet begun."""
    people = [server.guest(name) for name in NAMES[:seats]]
    spectator = server.guest("Obcy")
    table = gathered(people, key, options=options)
    invited(people[0], table, people[1])
    async with AsyncExitStack() as stack:
        onlookers = []
        for eye, client in (*enumerate(people), (None, spectator)):
            player = await stack.enter_async_context(Player.connect(client))
            onlookers.append(Eyes(eye, client, player))
            await player.follow(table)
        room = server.call(server.backend.lobby.room(table))
        secret = random.randbytes(SEED_BYTES)  # the same game every time
        room.file = replace(room.file, secret=secret.hex(), commitment=commitment(secret))
        game = Game(Insider(room), onlookers, random)
        await game.all_caught_up()
        yield game


async def played(server: Running, key: str, seats: int, options: dict[str, Any], seed: str) -> Game:
    """Play a whole game, and look at every byte that anybody got before its end."""
    async with at_a_table(server, key, seats, options, Random(seed)) as game:
        first, second = game.onlookers[:2]
        secret = game.inside.room.file.secret
        await game.start(first.client)
        for number in range(10_000):
            await game.step()
            if game.over:
                break
            if number in (2, 25):
                await first.player.ask("say", game.table, text=WHISPER, to=person_of(second.client))
                await game.all_caught_up()
                await game.check_standpoints()
                await game.look_around()
                await game.all_caught_up()
        for each in game.onlookers:
            assert secret.encode() not in each.got
            assert (await each.player.until("over"))["secret"] == secret
            assert (WHISPER.encode() in each.got) == (each in (first, second))
            for other in game.onlookers:
                assert not any(token.encode() in each.got for token in other.client.cookies.values())
        return game


HIDING = [
    ("duck", 2, {}),
    pytest.param("duck", 4, {}, marks=pytest.mark.thorough),
    ("duck", 5, {"bluff_dives": True}),
    ("animals_on_board", 2, {}),
    pytest.param("animals_on_board", 4, {}, marks=pytest.mark.thorough),
    ("animals_on_board", 3, {"open_arks": True}),
    ("kuna_yala", 2, {}),
    pytest.param("kuna_yala", 4, {}, marks=pytest.mark.thorough),
]
"""Games that hide something, and options that change what is hidden."""


@pytest.mark.parametrize(("key", "seats", "options"), HIDING, ids=str)
def test_every_byte_could_have_been_written_without_knowing_what_is_hidden(
    server: Running, key: str, seats: int, options: dict[str, Any]
):
    game = asyncio.run(played(server, key, seats, options, f"{key} {seats}"))
    assert game.inside.proved["twin"] > 40, "in many steps something was hidden, and stayed so"
    assert game.undos["granted"]


OPEN = [("mahe", 3, {}), ("mahe", 2, {"advanced": True}), ("ship_ahoy", 2, {})]
"""Games in which nothing is hidden but what has not been drawn yet; luck's secret and what is said are, everywhere."""


@pytest.mark.parametrize(("key", "seats", "options"), OPEN, ids=str)
def test_every_byte_of_an_open_game_is_what_its_reader_may_see(
    server: Running, key: str, seats: int, options: dict[str, Any]
):
    game = asyncio.run(played(server, key, seats, options, f"{key} {seats}"))
    assert not game.inside.proved["twin"]


# Doors that are not one's own


SEATED = [
    ("play", {"ask": 0, "move": {"move": "draw"}}),
    ("signal", {"ask": 0}),
    ("ask_undo", {}),
    ("ask_hint", {"ask": 0, "step": "move"}),
]
"""Whatever a message may want of a seat."""
UNDO = {"version": 1, "grant": True}


@asynccontextmanager
async def three_at_duck(server: Running, **new: Any) -> AsyncIterator[tuple[str, list[Client], list[Player]]]:
    """A game of two, and a spectator, each on a socket; all have heard what was told."""
    clients = [server.guest(name) for name in NAMES[:3]]
    table = begun(clients[:2], options={"dealer": 1}, **new)
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player.connect(client)) for client in clients]
        for player in players:
            await player.follow(table)
        for player in players:
            await player.caught_up()
        yield table, clients, players


def test_who_wants_something_of_anothers_seat_is_refused_and_nobody_hears_of_it(server: Running):
    async def tried() -> None:
        async with three_at_duck(server) as (table, clients, players):
            owner = players[0]
            version = owner.tables[table].version
            for intruder in players[1:]:
                for kind, fields in SEATED:
                    answer = await intruder.ask(kind, table, seat=0, **fields)
                    assert answer["type"] == "trouble"
                    assert answer["code"] == "forbidden"
                    assert "hand" not in str(answer)
            for client in clients[1:]:
                body = {"seat": 0, "ask": 0, "move": {"move": "draw"}}
                client.post(f"/api/tables/{table}/moves", body).problem(403, "forbidden")
                assert {each["seat"] for each in sights_by_rest(client, table)} <= {1, None}
            for player in players:
                assert not await player.caught_up()
            assert (await owner.follow(table))["version"] == version

    asyncio.run(tried())


def sights_by_rest(client: Client, table: str) -> list[Message]:
    found: list[Message] = client.get(f"/api/tables/{table}/position").expect(200)["sights"]
    return found


DOORS = [
    ("GET", "", None),
    ("PATCH", "", {"open": True}),
    ("DELETE", "", None),
    ("POST", "/start", None),
    ("POST", "/rematch", None),
    ("POST", "/nonce", {"nonce": "x"}),
    ("PUT", "/seats/0", {"who": "me"}),
    ("PUT", "/seats/0", {"who": "bot", "level": "easy"}),
    ("DELETE", "/seats/0", None),
    ("POST", "/leave", None),
    ("POST", "/return", None),
    ("DELETE", "/people/somebody-else", None),
    ("POST", "/invite", None),
    ("GET", "/position", None),
    ("POST", "/moves", {"seat": 0, "ask": 0, "move": {"move": "draw"}}),
    ("GET", "/record", None),
    ("GET", "/replay", None),
    ("POST", "/analysis", None),
]
"""Everything that can be asked of a table by REST."""


def test_to_a_stranger_a_private_table_is_like_none_at_all(server: Running):
    host, stranger = server.guest(), server.guest("Obcy")
    table = made(host, seats=2)
    host.put(f"/api/tables/{table}/seats/1", {"who": "me", "name": "Ola"}).expect(200)
    host.post(f"/api/tables/{table}/start").expect(200)

    async def tried() -> None:
        async with Player.connect(stranger) as player:
            for kind, fields in (("follow", {}), ("unfollow", {}), ("return", {}), ("say", {"text": "x"})):
                here, nowhere = [await player.ask(kind, each, **fields) for each in (table, "no-such-table")]
                assert here["type"] == "trouble"
                assert {**here, "id": 0} == {**nowhere, "id": 0}

    asyncio.run(tried())
    for method, path, body in DOORS:
        here, nowhere = [stranger.send(method, f"/api/tables/{each}{path}", body) for each in (table, "no-such-table")]
        assert here.problem(404, "not_found")
        assert here.body == nowhere.body
    for place in ("/api/tables", "/api/me/tables"):
        assert table.encode() not in stranger.get(place).body


def test_who_is_sent_away_gets_not_one_byte_more_and_moves_nothing(server: Running):
    async def tried() -> None:
        async with three_at_duck(server) as (table, (host, removed, _), (player, gone, spectator)):
            path = f"/api/tables/{table}/people/{person_of(removed)}"
            await asyncio.to_thread(host.delete(path).expect, 200)
            await gone.caught_up()
            assert gone.heard[-2] == {"type": "closed", "table": table, "reason": "sent_away"}
            await player.move(table)
            await spectator.ask("say_phrase", table, phrase="oops")
            seated = [(kind, {"seat": 1, **fields}) for kind, fields in SEATED]
            for kind, fields in (*seated, ("say", {"text": "x"}), ("return", {}), ("answer_undo", UNDO)):
                assert (await gone.ask(kind, table, **fields))["code"] == "not_following"
            assert (await gone.ask("follow", table))["code"] == "not_found"
            for method, door, body in DOORS:
                removed.send(method, f"/api/tables/{table}{door}", body).problem(404, "not_found")
            assert not await gone.caught_up()

    asyncio.run(tried())


def test_where_nobody_may_look_on_a_guest_gets_nothing_of_the_game(server: Running):
    clients = [server.guest(name) for name in NAMES[:3]]
    table = gathered(clients[:2])
    clients[0].patch(f"/api/tables/{table}", {"spectators": False}).expect(200)

    async def tried() -> None:
        async with Player.connect(clients[0]) as host, Player.connect(clients[2]) as guest:
            await host.follow(table)
            await guest.follow(table)
            await asyncio.to_thread(clients[0].post(f"/api/tables/{table}/start").expect, 200)
            await host.until("started")
            await guest.caught_up()
            assert guest.heard[-2] == {"type": "closed", "table": table, "reason": "no_spectators"}
            assert (await guest.ask("follow", table, after=0))["code"] == "forbidden"
            assert b"sights" not in b"".join(guest.raw).replace(b'"sights":[]', b"")

    asyncio.run(tried())
    clients[2].get(f"/api/tables/{table}/position").problem(403, "forbidden")
    for method, door in (("GET", "/record"), ("GET", "/replay"), ("POST", "/analysis")):
        clients[2].send(method, f"/api/tables/{table}{door}").problem(404, "not_found")


async def close_code(player: Player) -> int | None:
    """Hear all that still comes; how the socket was closed."""
    with suppress(ConnectionClosed):
        while True:
            await player.hear()
    return player._socket.close_code


def test_a_key_that_holds_no_more_opens_nothing_and_its_socket_is_deaf_and_dumb(server: Running):
    async def tried() -> None:
        async with three_at_duck(server) as (table, (leaver, _, __), (left, other, ___)):
            seat, question = left.tables[table].questions()[0]
            cookies = dict(leaver.cookies)
            await asyncio.to_thread(leaver.delete("/api/me/session").expect, 204)
            with suppress(ConnectionClosed):
                await left.play(table, seat, question, question["moves"][0])
            assert await close_code(left) == 4401
            assert {message["type"] for message in left.heard} <= {"standpoint", "presence", "trouble"}
            assert "moved" not in {message["type"] for message in await other.caught_up()}
            leaver.cookies = cookies
            leaver.get(f"/api/tables/{table}/position").problem(401, "who_are_you")
            with pytest.raises(InvalidStatus):
                async with Player.connect(leaver):
                    pass

    asyncio.run(tried())


def test_the_token_of_one_bot_is_not_that_of_another_nor_of_its_owner(server: Running):
    owner = server.guest()
    one, other = (server.client(token=owner.post("/api/bots", {"name": n}).expect(201)["token"]) for n in "AB")
    table = gathered([owner, one], options={"dealer": 0})
    owner.post(f"/api/tables/{table}/start").expect(200)
    body = {"seat": 1, "ask": 0, "move": {"move": "draw"}}
    other.post(f"/api/tables/{table}/moves", body).problem(403, "forbidden")
    other.post(f"/api/tables/{table}/moves", {**body, "seat": 0}).problem(403, "forbidden")
    one.post(f"/api/tables/{table}/moves", {**body, "seat": 0}).problem(403, "forbidden")
    assert [sight["seat"] for sight in sights_by_rest(one, table)] == [1]
    assert [sight["seat"] for sight in sights_by_rest(other, table)] == [None]
    other.post("/api/me/recovery").problem(403, "forbidden")
    browser = server.client()
    browser.cookies = dict.fromkeys(owner.cookies, one.token or "")
    browser.get("/api/me").problem(401, "who_are_you")
    thief = server.client(token=next(iter(owner.cookies.values())))
    thief.get("/api/me").problem(401, "who_are_you")
