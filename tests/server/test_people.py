"""People: guests, sessions, the link to come back with, bots, mutes; over real HTTP, and with a clock in hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from laguna.server.people.accounts import MAX_MUTED, RECOVERY_TTL_S, SESSION_TTL_S, People
from laguna.server.people.names import clean_name
from laguna.server.people.tokens import fresh_id, fresh_token, hashed, looks_like_token
from laguna.server.problem import Problem
from laguna.server.settings import Rate, Settings
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import Change, PutPerson
from server.clock import Clock
from server.serving import Client, Running, running_server, tight

# Tokens and names


def test_tokens_have_256_bits_in_43_characters_and_ids_never_repeat() -> None:
    tokens = {fresh_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(looks_like_token(token) and len(token) == 43 for token in tokens)
    assert len({fresh_id() for _ in range(10_000)}) == 10_000
    assert len(hashed(fresh_token())) == 32


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ala", "Ala"),
        ("  Zażółć  ", "Zażółć"),
        ("e\u0301", "é"),
        ("Ala ma kota", "Ala ma kota"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("🏴‍☠️ Jack", "🏴‍☠️ Jack"),
        ("<b>&'\"", "<b>&'\""),
        ("x" * 24, "x" * 24),
        ("老虎", "老虎"),
    ],
)
def test_a_name_is_kept_in_its_normal_form(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "a\nb", "a\x00b", "a\u202eb", "\u2066a", "A\u200dla", "\u200d👨", "x" * 25, "\u200b", "\u3164",
     "\ufeffa", "\u0301", "a\u00adb", "a\u2028b", "\ue000", "\ud800"],
)  # fmt: skip
def test_a_name_that_tricks_the_eye_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(Problem, match=r"^A name .+\.$"):
        clean_name(typed)


# Over HTTP


def test_a_guest_is_somebody_at_once_by_a_cookie_that_no_script_reads(server: Running) -> None:
    client = server.client()
    answer = client.post("/api/me", {"name": " Ala ", "colour": "sun"})
    me = answer.expect(201)
    assert me["person"] == {"id": me["person"]["id"], "name": "Ala", "colour": "sun", "bot": False}
    assert (me["passkeys"], me["muted"]) == (0, [])
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("laguna=")
    assert {"Path=/", "HttpOnly", "SameSite=Lax", f"Max-Age={SESSION_TTL_S}"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert client.get("/api/me").expect(200) == me


def test_behind_tls_the_cookie_is_secure_and_of_this_host_alone(tmp_path: Path) -> None:
    with running_server(tmp_path, public_url="https://laguna.example") as server:
        client = server.client(origin="https://laguna.example")
        answer = client.post("/api/me", {"name": "Ala"})
        assert answer.headers["set-cookie"].startswith("__Host-laguna=")
        assert "Secure" in answer.headers["set-cookie"].split("; ")
        assert "max-age" in answer.headers["strict-transport-security"]
        assert client.get("/api/me").status == 200
        plain = server.client()
        plain.cookies = {"laguna": client.cookies["__Host-laguna"]}
        plain.get("/api/me").problem(401, "who_are_you")


def test_tokens_are_nowhere_in_the_database(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        guest = server.guest()
        tokens = [
            guest.cookies["laguna"],
            guest.post("/api/me/recovery").expect(201)["token"],
            guest.post("/api/bots", {"name": "Bot"}).expect(201)["token"],
        ]
    everything = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Ala" in everything
    assert hashed(tokens[0]) in everything
    assert not [token for token in tokens if token.encode() in everything]


def test_nobody_is_somebody_without_a_valid_cookie_or_token(server: Running) -> None:
    for cookies in ({}, {"laguna": ""}, {"laguna": "x"}, {"laguna": fresh_token()}, {"other": fresh_token()}):
        client = server.client()
        client.cookies = cookies
        client.get("/api/me").problem(401, "who_are_you")
    server.client(token=fresh_token()).get("/api/me").problem(401, "who_are_you")
    server.client().get("/api/me", Authorization="Basic abc").problem(401, "who_are_you")


def test_a_session_is_no_bots_token_and_a_bots_token_no_session(server: Running) -> None:
    guest = server.guest()
    server.client(token=guest.cookies["laguna"]).get("/api/me").problem(401, "who_are_you")
    bot = guest.post("/api/bots", {"name": "Bot"}).expect(201)["token"]
    as_cookie = server.client()
    as_cookie.cookies = {"laguna": bot}
    as_cookie.get("/api/me").problem(401, "who_are_you")
    link = guest.post("/api/me/recovery").expect(201)["token"]
    as_cookie.cookies = {"laguna": link}
    as_cookie.get("/api/me").problem(401, "who_are_you")


def test_the_password_of_a_proxy_does_not_hide_the_cookie(server: Running) -> None:
    assert server.guest().get("/api/me", Authorization="Basic YTpi").status == 200


def test_one_changes_name_and_colour_and_nothing_else(server: Running) -> None:
    guest = server.guest("Ala", "sun")
    assert guest.patch("/api/me", {"name": "Ola"}).expect(200)["person"]["name"] == "Ola"
    person = guest.patch("/api/me", {"colour": "sea"}).expect(200)["person"]
    assert (person["name"], person["colour"]) == ("Ola", "sea")
    guest.patch("/api/me", {"colour": "pink"}).problem(400, "malformed")
    guest.patch("/api/me", {"name": "a\u202eb"}).problem(400, "malformed")
    guest.patch("/api/me", {"id": "somebody"}).problem(400, "malformed")
    assert guest.get("/api/me").expect(200)["person"] == person


def test_after_leaving_the_cookie_is_worth_nothing(server: Running) -> None:
    guest = server.guest()
    kept = dict(guest.cookies)
    assert guest.get("/api/me").status == 200
    guest.delete("/api/me/session").expect(204)
    assert guest.cookies == {}
    guest.cookies = kept
    guest.get("/api/me").problem(401, "who_are_you")


def test_a_recovery_link_brings_back_once_and_only_the_newest(server: Running) -> None:
    guest = server.guest()
    me = guest.get("/api/me").expect(200)
    older, link = (guest.post("/api/me/recovery").expect(201) for _ in range(2))
    assert link["url"] == f"{server.url}/recover#{link['token']}"
    assert link["qr"].startswith("<svg")
    elsewhere = server.client()
    elsewhere.post("/api/me/recover", {"token": older["token"]}).problem(404, "not_found")
    assert elsewhere.post("/api/me/recover", {"token": link["token"]}).expect(200) == me
    assert elsewhere.get("/api/me").expect(200) == me
    server.client().post("/api/me/recover", {"token": link["token"]}).problem(404, "not_found")
    server.client().post("/api/me/recover", {"token": guest.cookies["laguna"]}).problem(404, "not_found")
    server.client().post("/api/me/recover", {"token": "short"}).problem(400, "malformed")


def test_a_link_names_the_address_under_which_somebody_came(server: Running) -> None:
    guest, port = server.guest(), server.settings.port
    for host, url in [
        (f"192.168.1.5:{port}", f"http://192.168.1.5:{port}"),
        (f"localhost:{port}", f"http://localhost:{port}"),
        ("evil.example", server.settings.url),
        ("127.0.0.1.evil.example", server.settings.url),
        ("evil.example@127.0.0.1", server.settings.url),
    ]:
        link = guest.post("/api/me/recovery", Host=host).expect(201)
        assert link["url"] == f"{url}/recover#{link['token']}"
    guest.post("/api/me/recovery", Host="127.0.0.1/x").problem(400, "malformed")


def test_a_bot_has_its_own_token_which_is_told_once_and_can_be_revoked(server: Running) -> None:
    owner = server.guest()
    made = owner.post("/api/bots", {"name": "Deep Duck", "colour": "night"}).expect(201)
    bot = server.client(token=made["token"])
    assert bot.get("/api/me").expect(200)["person"] == made["bot"]
    assert made["bot"]["bot"] is True
    assert owner.get("/api/bots").expect(200) == [made["bot"]]
    owner.delete(f"/api/bots/{made['bot']['id']}").expect(204)
    assert owner.get("/api/bots").expect(200) == []
    bot.get("/api/me").problem(401, "who_are_you")


def test_with_its_key_a_socket_ends_too(server: Running) -> None:
    owner = server.guest()
    made = owner.post("/api/bots", {"name": "Bot"}).expect(201)
    address = f"ws://127.0.0.1:{server.settings.port}/api/socket"
    cookie = {"Cookie": f"laguna={owner.cookies['laguna']}"}
    with (
        connect(address, additional_headers={"Authorization": f"Bearer {made['token']}"}) as bots,
        connect(address, additional_headers=cookie, origin=server.url) as owners,
    ):
        owner.delete(f"/api/bots/{made['bot']['id']}").expect(204)
        with pytest.raises(ConnectionClosed):
            bots.recv(timeout=30)
        assert owners.ping().wait(30)
        owner.delete("/api/me/session").expect(204)
        with pytest.raises(ConnectionClosed):
            owners.recv(timeout=30)


def test_nobody_revokes_anothers_bot_or_a_person(server: Running) -> None:
    owner, other = server.guest(), server.guest("Olek")
    bot = owner.post("/api/bots", {"name": "Bot"}).expect(201)["bot"]
    for target in (bot["id"], owner.get("/api/me").expect(200)["person"]["id"], fresh_id()):
        other.delete(f"/api/bots/{target}").problem(404, "not_found")
    assert owner.get("/api/bots").expect(200) == [bot]


def test_a_bot_can_neither_breed_nor_pose_as_a_person(server: Running) -> None:
    token = server.guest().post("/api/bots", {"name": "Bot"}).expect(201)["token"]
    bot = server.client(token=token)
    bot.post("/api/bots", {"name": "Child"}).problem(403, "forbidden")
    bot.patch("/api/me", {"name": "Ala"}).problem(403, "forbidden")
    bot.post("/api/me/recovery").problem(403, "forbidden")
    bot.post("/api/me/passkeys/options").problem(403, "forbidden")
    bot.delete("/api/me/session").problem(403, "forbidden")


def test_bots_are_limited_also_if_asked_for_at_once(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(bots_per_person=3)) as server:
        owner = server.guest()
        for _ in range(3):
            owner.post("/api/bots", {"name": "Bot"}).expect(201)
        assert "3" in owner.post("/api/bots", {"name": "Bot"}).problem(429, "too_many")
        assert server.guest().post("/api/bots", {"name": "Bot"}).status == 201


def test_newcomers_from_one_address_are_limited(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(newcomers=Rate(0.001, 2))) as server:
        first = server.guest()
        server.guest()
        refused = server.client().post("/api/me", {"name": "Ala"})
        refused.problem(429, "too_many")
        assert 900 <= int(refused.headers["retry-after"]) <= 1000
        assert first.get("/api/me").status == 200


def test_one_mutes_and_unmutes_others_but_not_oneself(server: Running) -> None:
    me, other = server.guest(), server.guest("Olek")
    them, myself = (each.get("/api/me").expect(200)["person"]["id"] for each in (other, me))
    for _ in range(2):
        assert me.put(f"/api/me/muted/{them}").expect(200)["muted"] == [them]
    assert other.get("/api/me").expect(200)["muted"] == []
    for _ in range(2):
        assert me.delete(f"/api/me/muted/{them}").expect(200)["muted"] == []
    me.put(f"/api/me/muted/{myself}").problem(400, "malformed")
    me.put(f"/api/me/muted/{fresh_id()}").problem(404, "not_found")


def test_people_are_still_known_after_a_restart(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        guest = server.guest()
        me = guest.get("/api/me").expect(200)
    with running_server(tmp_path) as server:
        again = Client(server.settings.port)
        again.cookies = guest.cookies
        assert again.get("/api/me").expect(200) == me


# With a clock in hand

Story = Callable[[People, Clock, "CountingStore"], Awaitable[None]]


class CountingStore(SqliteStore):
    """The real store, which counts how often it is asked for a token or a person."""

    reads = 0

    async def token(self, hash: bytes):  # noqa: A002
        self.reads += 1
        return await super().token(hash)

    async def person(self, person: str):
        self.reads += 1
        return await super().person(person)


@asynccontextmanager
async def people_in(folder: Path) -> AsyncIterator[tuple[People, Clock, CountingStore]]:
    settings, clock = Settings(data=folder), Clock()
    store = await CountingStore.open(settings.database)
    try:
        yield People(store, settings, clock), clock, store
    finally:
        await store.close()


def tell(folder: Path, story: Story) -> None:
    async def told() -> None:
        async with people_in(folder) as (people, clock, store):
            await story(people, clock, store)

    asyncio.run(told())


def test_a_session_ends_400_days_after_it_was_last_renewed(tmp_path: Path) -> None:
    async def story(people: People, clock: Clock, _store: CountingStore) -> None:
        person, session = await people.newcomer("Ala", "sun")
        assert not await people.renew(session), "too early"
        clock.time += SESSION_TTL_S * 0.6
        assert await people.renew(session)
        assert not await people.renew(session), "once is enough"
        clock.time += SESSION_TTL_S * 0.9
        assert await people.by_session(session) == person
        clock.time += SESSION_TTL_S * 0.1
        assert await people.by_session(session) is None
        assert not await people.renew(session)

    tell(tmp_path, story)


def test_a_session_expires_also_while_it_is_cached(tmp_path: Path) -> None:
    async def story(people: People, clock: Clock, _store: CountingStore) -> None:
        _, session = await people.newcomer("Ala", "sun")
        clock.time += SESSION_TTL_S - 1
        assert await people.by_session(session) is not None
        clock.time += 1
        assert await people.by_session(session) is None

    tell(tmp_path, story)


def test_a_recovery_link_holds_for_its_time(tmp_path: Path) -> None:
    async def story(people: People, clock: Clock, _store: CountingStore) -> None:
        person, _ = await people.newcomer("Ala", "sun")
        link, until = await people.recovery(person.id)
        assert until == clock.time + RECOVERY_TTL_S
        clock.time = until
        with pytest.raises(Problem, match="link"):
            await people.recover(link)

    tell(tmp_path, story)


def test_of_many_who_use_a_link_at_once_one_gets_in(tmp_path: Path) -> None:
    async def story(people: People, _clock: Clock, _store: CountingStore) -> None:
        person, _ = await people.newcomer("Ala", "sun")
        link, _ = await people.recovery(person.id)
        came = await asyncio.gather(*(people.recover(link) for _ in range(20)), return_exceptions=True)
        assert sum(not isinstance(each, BaseException) for each in came) == 1
        assert all(isinstance(each, Problem | tuple) for each in came)

    tell(tmp_path, story)


def test_who_is_known_costs_no_reading_of_the_store(tmp_path: Path) -> None:
    async def story(people: People, clock: Clock, store: CountingStore) -> None:
        _, session = await people.newcomer("Ala", "sun")
        for _ in range(1000):
            assert await people.by_session(session) is not None
        assert store.reads == 2
        clock.time += 61  # another process may have revoked it by now
        assert await people.by_session(session) is not None
        assert store.reads == 4

    tell(tmp_path, story)


def test_what_was_changed_or_revoked_is_known_at_once(tmp_path: Path) -> None:
    async def story(people: People, _clock: Clock, _store: CountingStore) -> None:
        heard: list[str] = []
        people.when_revoked(lambda revoked: heard.append(revoked.person))
        person, session = await people.newcomer("Ala", "sun")
        bot, token = await people.new_bot(person.id, "Bot", "shell")
        assert await people.by_session(session) == person
        assert await people.by_bot_token(token) == bot
        renamed = await people.change(person.id, name="Ola")
        assert await people.by_session(session) == renamed
        await people.drop_bot(person.id, bot.id)
        assert await people.by_bot_token(token) is None
        await people.log_out(renamed, session)
        assert await people.by_session(session) is None
        assert heard == [bot.id, person.id]

    tell(tmp_path, story)


def test_a_reading_under_way_does_not_bring_back_what_was_revoked(tmp_path: Path) -> None:
    async def story(people: People, _clock: Clock, _store: CountingStore) -> None:
        for _ in range(50):
            person, session = await people.newcomer("Ala", "sun")
            await asyncio.gather(
                people.by_session(session), people.log_out(person, session), people.by_session(session)
            )
            assert await people.by_session(session) is None

    tell(tmp_path, story)


def test_changes_at_the_same_time_do_not_undo_each_other(tmp_path: Path) -> None:
    async def story(people: People, _clock: Clock, _store: CountingStore) -> None:
        person, session = await people.newcomer("Ala", "sun")
        others = [(await people.newcomer(f"Guest {number}", "sea"))[0].id for number in range(10)]
        await asyncio.gather(
            people.change(person.id, name="Ola"),
            *(people.mute(person.id, other) for other in others),
            people.change(person.id, colour="night"),
        )
        found = await people.by_session(session)
        assert found is not None
        assert (found.name, found.colour, set(found.muted)) == ("Ola", "night", set(others))

    tell(tmp_path, story)


def test_bots_asked_for_at_once_stay_within_the_limit(tmp_path: Path) -> None:
    async def story(people: People, _clock: Clock, _store: CountingStore) -> None:
        person, _ = await people.newcomer("Ala", "sun")
        made = await asyncio.gather(
            *(people.new_bot(person.id, "Bot", "shell") for _ in range(30)), return_exceptions=True
        )
        most = Settings().limits.bots_per_person
        assert sum(not isinstance(each, BaseException) for each in made) == most
        assert len(await people.bots(person.id)) == most

    tell(tmp_path, story)


def test_changes_at_two_servers_do_not_undo_each_other(tmp_path: Path) -> None:
    async def story(here: People, clock: Clock, store: CountingStore) -> None:
        there = People(store, Settings(data=tmp_path), clock)
        person, session = await here.newcomer("Ala", "sun")
        other, _ = await here.newcomer("Olek", "sea")
        await asyncio.gather(
            here.change(person.id, name="Ola"),
            there.change(person.id, colour="night"),
            there.mute(person.id, other.id),
        )
        found = await there.by_session(session)
        assert found is not None
        assert (found.name, found.colour, found.muted, found.revision) == ("Ola", "night", (other.id,), 4)
        assert await here.change(person.id, name="Ola") == found, "what changes nothing is no revision"

    tell(tmp_path, story)


def test_who_is_always_outrun_is_told_to_try_again(tmp_path: Path) -> None:
    class Outrun(SqliteStore):
        """Somebody else changes a person just before every change of theirs."""

        async def write(self, *changes: Change) -> None:
            for change in changes:
                if isinstance(change, PutPerson) and change.person.revision > 1:
                    await super().write(PutPerson(replace(change.person, name="Ela")))
            await super().write(*changes)

    async def told() -> None:
        store = await Outrun.open(Settings(data=tmp_path).database)
        people = People(store, Settings(data=tmp_path), Clock())
        person, _ = await people.newcomer("Ala", "sun")
        with pytest.raises(Problem, match="quicker") as busy:
            await people.change(person.id, name="Ola")
        assert busy.value.code == "busy"
        await store.close()

    asyncio.run(told())


def test_bots_asked_for_at_two_servers_stay_within_the_limit(tmp_path: Path) -> None:
    async def story(here: People, clock: Clock, store: CountingStore) -> None:
        there = People(store, Settings(data=tmp_path), clock)
        person, _ = await here.newcomer("Ala", "sun")
        most = Settings().limits.bots_per_person
        for number in range(most - 1):
            await here.new_bot(person.id, f"Bot {number}", "shell")
        made = await asyncio.gather(
            *(server.new_bot(person.id, "Bot", "shell") for server in (here, there)), return_exceptions=True
        )
        refused = [each for each in made if isinstance(each, BaseException)]
        assert [str(each) for each in refused] == [f"You have {most} bots, as many as one may have: remove one first."]
        assert len(await there.bots(person.id)) == most

    tell(tmp_path, story)


def test_what_another_server_tells_is_known_before_the_cache_expires(tmp_path: Path) -> None:
    async def story(here: People, clock: Clock, store: CountingStore) -> None:
        there = People(store, Settings(data=tmp_path), clock)
        here.when_revoked(there.forget_tokens)
        person, session = await here.newcomer("Ala", "sun")
        kept, put = here.session_for(person.id)
        await store.write(put)
        bot, token = await here.new_bot(person.id, "Bot", "shell")
        assert await there.by_session(session) == await there.by_session(kept) == person
        assert await there.by_bot_token(token) == bot
        renamed = await here.change(person.id, name="Ola")
        assert await there.by_session(session) == person
        there.forget_person(person.id)
        assert await there.by_session(session) == renamed
        await here.end_other_sessions(person.id, hashed(kept))
        assert await there.by_session(session) is None
        assert await there.by_session(kept) == renamed
        await here.drop_bot(person.id, bot.id)
        assert await there.by_bot_token(token) is None
        await here.log_out(renamed, kept)
        assert await there.by_session(kept) is None

    tell(tmp_path, story)


def test_mutes_are_limited(tmp_path: Path) -> None:
    async def story(people: People, _clock: Clock, _store: CountingStore) -> None:
        person, _ = await people.newcomer("Ala", "sun")
        others = await asyncio.gather(*(people.newcomer("Guest", "sea") for _ in range(MAX_MUTED + 1)))
        for other, _ in others[:MAX_MUTED]:
            await people.mute(person.id, other.id)
        with pytest.raises(Problem, match=str(MAX_MUTED)):
            await people.mute(person.id, others[MAX_MUTED][0].id)

    tell(tmp_path, story)


def test_a_page_learns_who_comes_and_that_a_newcomer_is_nobody_yet(server: Running) -> None:
    client = server.client()
    assert client.get("/api/visitor").expect(200) is None
    me = client.post("/api/me", {"name": "Ala"}).expect(201)
    assert client.get("/api/visitor").expect(200) == me
