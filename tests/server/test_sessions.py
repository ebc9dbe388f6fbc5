"""Sessions: where one is known, listed and ended, with their sockets; over real HTTP, and with a clock in hand."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from laguna.server.http.quick_socket import Outbox, QuickSocket, SocketRules
from laguna.server.http.socket import SocketSession
from laguna.server.people.accounts import LAST_SEEN_RESOLUTION_S, SESSION_TTL_S, People
from laguna.server.people.hub import CLOSE_KEY_REVOKED
from laguna.server.people.identity import Credential
from laguna.server.people.tokens import fresh_id
from laguna.server.people.user_agent import browser_of
from laguna.server.settings import Settings
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import RenewToken, StoreFailed
from server.clock import Clock
from server.serving import Client, Running
from server.tables import person_of

SECONDS = 60
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox, Android"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
         "Chrome, Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1",
         "Safari, iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1",
         "Safari, macOS"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 SamsungBrowser/26.0 Chrome/122.0 Safari/537.36",
         "Samsung Internet, Android"),
        ("curl/8.5.0", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_a_browser_is_known_in_two_words(agent: str, told: str) -> None:
    assert browser_of([(b"host", b"x"), (b"user-agent", agent.encode())]) == told


# Over HTTP


def elsewhere(server: Running, client: Client, browser: str = "Safari, iPhone") -> Client:
    """The same person in another browser, as after coming with a passkey."""
    people = server.backend.people
    session, put = people.session_for(person_of(client), browser)
    server.call(server.backend.store.write(put))
    other = server.client()
    other.cookies = {"laguna": session}
    return other


def sessions(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/me/sessions").expect(200)
    return found


def own(client: Client) -> str:
    """What the session of this browser is called."""
    [found] = [each["id"] for each in sessions(client) if each["current"]]
    return str(found)


@contextmanager
def socket(server: Running, client: Client) -> Iterator[ClientConnection]:
    headers = {"Cookie": f"laguna={client.cookies['laguna']}"}
    address = f"ws://127.0.0.1:{server.settings.port}/api/socket"
    with connect(address, additional_headers=headers, origin=server.url) as opened:
        assert opened.ping().wait(SECONDS)
        yield opened


def closed_by_the_server(opened: ClientConnection) -> bool:
    with pytest.raises(ConnectionClosed) as closed:
        opened.recv(timeout=SECONDS)
    return closed.value.rcvd is not None and closed.value.rcvd.code == CLOSE_KEY_REVOKED


def lives(opened: ClientConnection) -> bool:
    opened.send('{"type": "unfollow", "table": "no-such-table", "id": 1}')
    return '"not_following"' in str(opened.recv(timeout=SECONDS))


def test_one_sees_where_one_is_known_and_which_is_here(server: Running) -> None:
    here = server.client()
    here.post("/api/me", {"name": "Ala"}, **{"User-Agent": FIREFOX}).expect(201)
    there = elsewhere(server, here)
    found = sessions(here)
    assert {each["browser"]: each["current"] for each in found} == {"Firefox, Linux": True, "Safari, iPhone": False}
    assert all(each["created"] <= each["seen"] and set(each) >= {"id", "open"} for each in found)
    assert own(there) != own(here)
    assert sessions(server.guest()) != found
    with socket(server, there):
        assert {each["browser"]: each["open"] for each in sessions(here)} == {
            "Firefox, Linux": False,
            "Safari, iPhone": True,
        }


def test_no_session_tells_what_opens_it(server: Running) -> None:
    guest = server.guest()
    told = guest.get("/api/me/sessions")
    assert guest.cookies["laguna"].encode() not in told.body
    impostor = server.client()
    impostor.cookies = {"laguna": own(guest)}
    impostor.get("/api/me").problem(401, "who_are_you")


def test_a_session_is_ended_from_another_browser_with_its_sockets_and_no_others(server: Running) -> None:
    here = server.guest()
    there, third = elsewhere(server, here), elsewhere(server, here)
    with socket(server, here) as mine, socket(server, there) as theirs, socket(server, third) as others:
        here.delete(f"/api/me/sessions/{own(there)}").expect(204)
        assert closed_by_the_server(theirs)
        there.get("/api/me").problem(401, "who_are_you")
        assert lives(mine)
        assert lives(others)
    assert len(sessions(here)) == 2


def test_all_other_sessions_are_ended_at_once_with_the_link_back_but_bots_go_on(server: Running) -> None:
    here = server.guest()
    there = elsewhere(server, here)
    link = there.post("/api/me/recovery").expect(201)["token"]
    bot = server.client(token=here.post("/api/bots", {"name": "Bot"}).expect(201)["token"])
    with socket(server, here) as mine, socket(server, there) as theirs:
        here.delete("/api/me/sessions").expect(204)
        assert closed_by_the_server(theirs)
        assert lives(mine)
    there.get("/api/me").problem(401, "who_are_you")
    there.post("/api/me/recover", {"token": link}).problem(404, "not_found")
    assert [each["current"] for each in sessions(here)] == [True]
    assert bot.get("/api/me").status == 200


def test_who_comes_back_by_the_link_is_alone_again(server: Running) -> None:
    lost = server.guest()
    bot = server.client(token=lost.post("/api/bots", {"name": "Bot"}).expect(201)["token"])
    other = elsewhere(server, lost)
    link = lost.post("/api/me/recovery").expect(201)["token"]
    with socket(server, lost) as first, socket(server, other) as second:
        back = server.client()
        back.post("/api/me/recover", {"token": link}).expect(200)
        assert closed_by_the_server(first)
        assert closed_by_the_server(second)
    for ended in (lost, other):
        ended.get("/api/me").problem(401, "who_are_you")
    assert [each["current"] for each in sessions(back)] == [True]
    assert bot.get("/api/me").status == 200


def test_the_session_that_asks_can_be_ended_too_and_its_browser_forgets(server: Running) -> None:
    guest = server.guest()
    kept = dict(guest.cookies)
    guest.delete(f"/api/me/sessions/{own(guest)}").expect(204)
    assert guest.cookies == {}
    guest.cookies = kept
    guest.get("/api/me").problem(401, "who_are_you")


def test_nobody_ends_anothers_session_and_a_bot_ends_none(server: Running) -> None:
    owner, other = server.guest(), server.guest()
    for session in (own(owner), fresh_id()):
        other.delete(f"/api/me/sessions/{session}").problem(404, "not_found")
    other.delete("/api/me/sessions").expect(204)
    assert owner.get("/api/me").status == 200
    bot = server.client(token=owner.post("/api/bots", {"name": "Bot"}).expect(201)["token"])
    bot.get("/api/me/sessions").problem(403, "forbidden")
    bot.delete("/api/me/sessions").problem(403, "forbidden")
    bot.delete(f"/api/me/sessions/{own(owner)}").problem(403, "forbidden")


class NewSocket(QuickSocket):
    """A socket that nobody has sent anything on yet."""

    def __init__(self) -> None:
        super().__init__(SocketRules(1000, 20.0, 20.0), Outbox(), lambda: None)
        self.code = 0

    def resume_reading(self) -> None:
        """There is nothing to read."""

    async def close(self, code: int) -> None:
        self.code = code
        self._end()


def test_a_socket_whose_session_ends_while_it_is_opened_is_closed(server: Running) -> None:
    guest = server.guest()
    token = guest.cookies["laguna"]

    async def open_late() -> int:
        """The handshake knew who it was; before the socket is listed anywhere, the session is ended."""
        people, socket = server.backend.people, NewSocket()
        person = await people.by_session(token)
        assert person is not None
        await people.log_out(person, token)
        session = SocketSession(server.backend, person, Credential("cookie", token), socket)
        await asyncio.wait_for(session.run(), SECONDS)
        return socket.code

    assert server.call(open_late()) == CLOSE_KEY_REVOKED


# With a clock in hand


class FullStore(SqliteStore):
    """The real store, which may have no room for more; it counts what it is asked to write."""

    full = False
    renewals = 0

    async def write(self, *changes: Any) -> None:
        self.renewals += any(isinstance(change, RenewToken) for change in changes)
        if self.full:
            raise StoreFailed("The disk is full.")
        await super().write(*changes)


def tell(folder: Path, story: Any) -> None:
    async def told() -> None:
        settings, clock = Settings(data=folder), Clock()
        store = await FullStore.open(settings.database)
        try:
            await story(People(store, settings, clock), clock, store)
        finally:
            await store.close()

    asyncio.run(told())


def test_when_a_session_was_last_used_is_noted_every_few_minutes(tmp_path: Path) -> None:
    async def story(people: People, clock: Clock, store: FullStore) -> None:
        person, session = await people.newcomer("Ala", "sun", "Firefox, Linux")
        began = clock.time
        clock.time += LAST_SEEN_RESOLUTION_S - 1
        await people.renew(session, "Firefox, Linux")
        assert [held.seen for held in await people.sessions(person.id)] == [began]
        clock.time += 1
        for _ in range(5):
            assert not await people.renew(session, "Firefox, Android"), "it holds for as long as before"
        [held] = await people.sessions(person.id)
        assert (held.seen, held.browser, held.expires) == (clock.time, "Firefox, Android", began + SESSION_TTL_S)
        assert store.renewals == 1

    tell(tmp_path, story)


def test_a_full_disk_keeps_nobody_out_who_only_comes(tmp_path: Path) -> None:
    async def story(people: People, clock: Clock, store: FullStore) -> None:
        person, session = await people.newcomer("Ala", "sun")
        store.full = True
        clock.time += SESSION_TTL_S * 0.6
        assert not await people.renew(session)
        assert await people.by_session(session) == person
        store.full = False
        assert await people.renew(session)

    tell(tmp_path, story)


def test_a_session_that_has_run_out_is_not_listed_and_one_that_was_ended_does_not_come_back(tmp_path: Path) -> None:
    async def story(people: People, clock: Clock, store: FullStore) -> None:
        person, old = await people.newcomer("Ala", "sun")
        clock.time += SESSION_TTL_S * 0.6
        fresh, put = people.session_for(person.id)
        await store.write(put)
        await asyncio.gather(people.renew(old), people.end_other_sessions(person.id, put.token.hash), people.renew(old))
        assert [held.hash for held in await people.sessions(person.id)] == [put.token.hash]
        assert await people.by_session(old) is None
        assert await people.by_session(fresh) == person
        clock.time += SESSION_TTL_S
        assert await people.sessions(person.id) == []

    tell(tmp_path, story)
