"""Passkeys: whole ceremonies with a software authenticator over real HTTP, and all that must not get in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laguna.server.people.accounts import People
from laguna.server.people.challenges import Challenges
from laguna.server.people.passkeys import CHALLENGE_TTL_S, Passkeys
from laguna.server.problem import Problem
from laguna.server.settings import Settings
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import Person, Store
from server.authenticator import PRESENT, Authenticator, data, text
from server.clock import Clock
from server.serving import Client, Running, running_server, tight


class Site(NamedTuple):
    """A server under the name that its passkeys are bound to, and its clock."""

    server: Running
    clock: Clock

    @property
    def origin(self) -> str:
        return f"http://localhost:{self.server.settings.port}"

    def browser(self) -> Browser:
        return Browser(self.server.settings.port)

    def guest(self, name: str = "Ala") -> Browser:
        browser = self.browser()
        browser.post("/api/me", {"name": name}).expect(201)
        return browser


class Browser(Client):
    """A browser that has typed localhost."""

    def __init__(self, port: int) -> None:
        super().__init__(port, origin=f"http://localhost:{port}")

    def _headers(self, method: str, brings: bool) -> dict[str, str]:
        return {**super()._headers(method, brings), "Host": f"localhost:{self.port}"}

    @property
    def person(self) -> dict[str, Any]:
        return self.get("/api/me").expect(200)["person"]

    def add(self, key: Authenticator, label: str = "") -> dict[str, Any]:
        """Make this key a passkey of whoever sits here."""
        offered = self.offer()
        made = key.create(offered["options"], self.origin)
        return self.post(
            "/api/me/passkeys", {"ceremony": offered["ceremony"], "credential": made, "label": label}
        ).expect(201)

    def offer(self) -> dict[str, Any]:
        return self.post("/api/me/passkeys/options").expect(200)

    def asked(self) -> dict[str, Any]:
        return self.post("/api/passkeys/options").expect(200)

    def show(self, ceremony: str, credential: dict[str, Any]):
        return self.post("/api/passkeys/login", {"ceremony": ceremony, "credential": credential})

    def log_in(self, key: Authenticator) -> Any:
        asked = self.asked()
        return self.show(asked["ceremony"], key.get(asked["options"], self.origin))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    clock = Clock()
    with running_server(tmp_path_factory.mktemp("passkeys"), clock) as server:
        yield Site(server, clock)


def test_a_guest_adds_a_passkey_and_comes_back_with_it_elsewhere(site: Site) -> None:
    guest, key = site.guest(), Authenticator()
    card = guest.add(key, " Telephone ")
    assert card == {"id": text(key.name), "label": "Telephone", "created": card["created"]}
    assert guest.get("/api/me/passkeys").expect(200) == [card]
    assert guest.get("/api/me").expect(200)["passkeys"] == 1
    elsewhere = site.browser()
    assert elsewhere.log_in(key).expect(200)["person"] == guest.person
    assert elsewhere.person == guest.person
    assert elsewhere.cookies != guest.cookies
    site.browser().log_in(key).expect(200)


def test_the_options_ask_for_a_key_that_is_found_without_a_name(site: Site) -> None:
    guest, key = site.guest("Żółw"), Authenticator()
    guest.add(key)
    options = guest.offer()["options"]
    assert options["rp"]["id"] == "localhost"
    assert options["user"]["name"] == "Żółw"
    assert data(options["user"]["id"]).decode() == guest.person["id"]
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["attestation"] == "none"
    assert [each["id"] for each in options["excludeCredentials"]] == [text(key.name)]
    assert len(data(options["challenge"])) == 32
    assert site.browser().asked()["options"]["rpId"] == "localhost"


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost", "http://127.0.0.1:{port}"])
def test_what_was_signed_for_another_page_is_refused(site: Site, origin: str) -> None:
    elsewhere = origin.format(port=site.server.settings.port)
    guest, key = site.guest(), Authenticator()
    offered = guest.offer()
    made = key.create(offered["options"], elsewhere)
    guest.post("/api/me/passkeys", {"ceremony": offered["ceremony"], "credential": made}).problem(403, "not_proved")
    assert guest.get("/api/me/passkeys").expect(200) == []
    guest.add(key)
    asked = guest.asked()
    site.browser().show(asked["ceremony"], key.get(asked["options"], elsewhere)).problem(403, "not_proved")


def test_what_was_signed_for_another_site_is_refused(site: Site) -> None:
    guest, key = site.guest(), Authenticator()
    offered = guest.offer()
    options = {**offered["options"], "rp": {"id": "evil.example"}}
    body = {"ceremony": offered["ceremony"], "credential": key.create(options, guest.origin or "")}
    guest.post("/api/me/passkeys", body).problem(403, "not_proved")
    guest.add(key)
    asked = guest.asked()
    shown = key.get({**asked["options"], "rpId": "evil.example"}, site.origin)
    site.browser().show(asked["ceremony"], shown).problem(403, "not_proved")


def test_a_challenge_is_answered_once(site: Site) -> None:
    guest, key = site.guest(), Authenticator()
    offered = guest.offer()
    body = {"ceremony": offered["ceremony"], "credential": key.create(offered["options"], site.origin)}
    guest.post("/api/me/passkeys", body).expect(201)
    guest.post("/api/me/passkeys", body).problem(403, "not_proved")
    asked = site.browser().asked()
    shown = key.get(asked["options"], site.origin)
    site.browser().show(asked["ceremony"], shown).expect(200)
    replayed = site.browser()
    replayed.show(asked["ceremony"], shown).problem(403, "not_proved")
    assert replayed.cookies == {}


def test_an_answer_to_another_challenge_is_refused_and_ends_this_one(site: Site) -> None:
    guest, key = site.guest(), Authenticator()
    guest.add(key)
    first, second = guest.asked(), guest.asked()
    site.browser().show(second["ceremony"], key.get(first["options"], site.origin)).problem(403, "not_proved")
    site.browser().show(second["ceremony"], key.get(second["options"], site.origin)).problem(403, "not_proved")
    site.browser().show(first["ceremony"], key.get(first["options"], site.origin)).expect(200)


def test_a_challenge_holds_for_five_minutes(site: Site) -> None:
    guest, key = site.guest(), Authenticator()
    guest.add(key)
    for seconds, status in [(CHALLENGE_TTL_S - 1, 200), (CHALLENGE_TTL_S, 403)]:
        asked = guest.asked()
        site.clock.time += seconds
        assert site.browser().show(asked["ceremony"], key.get(asked["options"], site.origin)).status == status


def test_a_sign_count_that_goes_back_is_a_copied_key(site: Site) -> None:
    guest, key = site.guest(), Authenticator()
    guest.add(key)
    for _ in range(3):
        site.browser().log_in(key).expect(200)
    key.count = 1
    site.browser().log_in(key).problem(403, "not_proved")
    key.count = 3
    site.browser().log_in(key).expect(200)


def test_a_key_that_never_counts_is_welcome(site: Site) -> None:
    guest, key = site.guest(), Authenticator()
    guest.add(key)
    for _ in range(2):
        key.count = -1  # so it signs with 0
        site.browser().log_in(key).expect(200)


def test_nobody_takes_over_anothers_passkey(site: Site) -> None:
    owner, thief, key = site.guest("Ala"), site.guest("Mallory"), Authenticator()
    owner.add(key)
    for browser in (thief, owner):
        offered = browser.offer()
        made = Authenticator(key.name).create(offered["options"], site.origin)
        body = {"ceremony": offered["ceremony"], "credential": made}
        browser.post("/api/me/passkeys", body).problem(409, "taken")
    assert site.browser().log_in(key).expect(200)["person"] == owner.person


def test_another_key_under_the_same_name_does_not_sign_for_it(site: Site) -> None:
    owner, key = site.guest(), Authenticator()
    owner.add(key)
    forged = Authenticator(key.name)
    forged.owner, forged.count = key.owner, 1000
    site.browser().log_in(forged).problem(403, "not_proved")


def test_a_passkey_that_names_another_person_is_refused(site: Site) -> None:
    owner, other, key = site.guest(), site.guest("Olek"), Authenticator()
    owner.add(key)
    key.owner = text(other.person["id"].encode())
    site.browser().log_in(key).problem(403, "not_proved")


def test_a_ceremony_of_one_person_is_not_finished_by_another(site: Site) -> None:
    one, other, key = site.guest(), site.guest("Olek"), Authenticator()
    offered = one.offer()
    body = {"ceremony": offered["ceremony"], "credential": key.create(offered["options"], site.origin)}
    other.post("/api/me/passkeys", body).problem(403, "not_proved")
    asked = site.browser().asked()
    made = key.create({**offered["options"], "challenge": asked["options"]["challenge"]}, site.origin)
    one.post("/api/me/passkeys", {"ceremony": asked["ceremony"], "credential": made}).problem(403, "not_proved")


def test_a_key_that_nobody_touched_proves_nothing(site: Site) -> None:
    guest, key = site.guest(), Authenticator()
    guest.add(key)
    asked = guest.asked()
    site.browser().show(asked["ceremony"], key.get(asked["options"], site.origin, flags=0)).problem(403, "not_proved")
    asked = guest.asked()
    site.browser().show(asked["ceremony"], key.get(asked["options"], site.origin, flags=PRESENT)).expect(200)


def test_a_removed_passkey_brings_nobody_back(site: Site) -> None:
    guest, other, key = site.guest(), site.guest("Olek"), Authenticator()
    card = guest.add(key)
    other.delete(f"/api/me/passkeys/{card['id']}").problem(404, "not_found")
    guest.delete(f"/api/me/passkeys/{card['id']}").expect(204)
    guest.delete(f"/api/me/passkeys/{card['id']}").problem(404, "not_found")
    guest.delete("/api/me/passkeys/A").problem(404, "not_found")
    site.browser().log_in(key).problem(403, "not_proved")


def test_passkeys_are_limited(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(passkeys_per_person=2)) as server:
        guest = Site(server, Clock()).guest()
        early = guest.offer()
        for _ in range(2):
            guest.add(Authenticator())
        guest.post("/api/me/passkeys/options").problem(429, "too_many")
        made = Authenticator().create(early["options"], guest.origin or "")
        body = {"ceremony": early["ceremony"], "credential": made}
        guest.post("/api/me/passkeys", body).problem(429, "too_many")


def test_who_came_by_an_ip_address_is_told_the_name(site: Site) -> None:
    by_address = site.server.guest()
    assert site.origin in by_address.post("/api/me/passkeys/options").problem(409, "no_domain")
    assert site.origin in by_address.post("/api/passkeys/options").problem(409, "no_domain")


def test_a_server_that_is_only_an_ip_address_has_no_passkeys(tmp_path: Path) -> None:
    with running_server(tmp_path, public_url="http://192.168.1.5:8000") as server:
        client = server.client(origin="http://192.168.1.5:8000")
        assert "IP address" in client.post("/api/passkeys/options").problem(409, "no_domain")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("id", "rawId", "type", "response", "authenticatorAttachment")
RESPONSE = ("clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle", "transports")


@given(field=st.sampled_from((*FIELDS, *RESPONSE)), value=JSON, login=st.booleans())
def test_nonsense_in_any_part_of_a_passkey_is_refused_and_never_fails(
    site: Site, field: str, value: Any, login: bool
) -> None:
    guest, key = site.guest(), Authenticator()
    if login:
        guest.add(key)
    asked = guest.asked() if login else guest.offer()
    sent = (key.get if login else key.create)(asked["options"], site.origin)
    (sent if field in FIELDS else sent["response"])[field] = value
    path = "/api/passkeys/login" if login else "/api/me/passkeys"
    answer = guest.post(path, {"ceremony": asked["ceremony"], "credential": sent})
    harmless = field in {"authenticatorAttachment", "userHandle", "transports"} or field not in _read(login)
    assert answer.status in ({200, 201, 403} if harmless else {403}), (answer.status, answer.body[:300])
    json.loads(answer.body)


def _read(login: bool) -> set[str]:
    """The parts of a response that are read."""
    return {*FIELDS, *(("authenticatorData", "signature") if login else ("attestationObject",)), "clientDataJSON"}


# Two servers that share a store


class TwoServers(NamedTuple):
    """The passkeys of two servers over one store, their people, and their clock."""

    here: Passkeys
    there: Passkeys
    people: People
    store: Store
    clock: Clock
    settings: Settings

    @property
    def site(self) -> str:
        return self.settings.url

    async def added(self, person: Person, key: Authenticator) -> None:
        """Make this key a passkey of a person, begun at one server and finished at the other."""
        offered = await self.here.offer(person, self.site)
        await self.there.add(person, offered.ceremony, key.create(offered.options, self.site), "")


def at_two_servers(folder: Path, story: Callable[[TwoServers], Awaitable[None]], **limits: Any) -> None:
    async def told() -> None:
        settings, clock = Settings(data=folder, limits=tight(**limits)), Clock()
        store = await SqliteStore.open(settings.database)
        here, there = (People(store, settings, clock) for _ in range(2))
        passkeys = (Passkeys(store, people, settings, clock) for people in (here, there))
        try:
            await story(TwoServers(*passkeys, here, store, clock, settings))
        finally:
            await store.close()

    asyncio.run(told())


def test_a_challenge_put_by_one_server_is_answered_at_another(tmp_path: Path) -> None:
    async def story(servers: TwoServers) -> None:
        person, _ = await servers.people.newcomer("Ala", "sun")
        key = Authenticator()
        await servers.added(person, key)
        asked = await servers.here.ask(servers.site)
        came, session = await servers.there.log_in(asked.ceremony, key.get(asked.options, servers.site))
        assert came == await servers.people.by_session(session) == person
        stored = await servers.store.passkey(key.name)
        assert stored is not None
        assert stored.count == key.count == 1

    at_two_servers(tmp_path, story)


def test_of_two_servers_that_get_an_answer_at_once_one_takes_it(tmp_path: Path) -> None:
    async def story(servers: TwoServers) -> None:
        person, _ = await servers.people.newcomer("Ala", "sun")
        key = Authenticator()
        await servers.added(person, key)
        asked = await servers.here.ask(servers.site)
        shown = key.get(asked.options, servers.site)
        came = await asyncio.gather(
            *(server.log_in(asked.ceremony, shown) for server in (servers.here, servers.there)), return_exceptions=True
        )
        (refused,) = [each for each in came if isinstance(each, BaseException)]
        assert isinstance(refused, Problem)
        assert refused.code == "not_proved"

    at_two_servers(tmp_path, story)


def test_passkeys_added_at_two_servers_at_once_stay_within_the_limit_and_are_nobodys_twice(tmp_path: Path) -> None:
    async def story(servers: TwoServers) -> None:
        async def add(server: Passkeys, person: Person, key: Authenticator) -> str:
            offered = await server.offer(person, servers.site)
            try:
                await server.add(person, offered.ceremony, key.create(offered.options, servers.site), "")
            except Problem as problem:
                return problem.code
            return "added"

        people = [(await servers.people.newcomer(name, "sun"))[0] for name in ("Ala", "Ola", "Ela")]
        keys = [Authenticator() for _ in range(2)]
        outcomes = await asyncio.gather(add(servers.here, people[0], keys[0]), add(servers.there, people[0], keys[1]))
        assert sorted(outcomes) == ["added", "too_many"]
        same = b"one credential"
        outcomes = await asyncio.gather(
            add(servers.here, people[1], Authenticator(same)), add(servers.there, people[2], Authenticator(same))
        )
        assert sorted(outcomes) == ["added", "taken"]

    at_two_servers(tmp_path, story, passkeys_per_person=1)


def test_challenges_are_bounded_and_the_oldest_are_given_up(tmp_path: Path) -> None:
    async def story(servers: TwoServers) -> None:
        here, there = (Challenges(servers.store, servers.clock, seconds=300, most=3) for _ in range(2))
        names = []
        for server in (here, there, here, there):
            names.append((await server.put()).name)
            servers.clock.time += 1
        assert await there.take(names[0]) is None
        assert await here.take(names[1]) is not None
        servers.clock.time += 300
        assert await here.take(names[3]) is None, "it is over"

    at_two_servers(tmp_path, story)


def test_a_challenge_is_somebodys_own(tmp_path: Path) -> None:
    async def story(servers: TwoServers) -> None:
        challenges = Challenges(servers.store, servers.clock, seconds=300, most=10)
        for put_to, taken_by in [("a", "b"), ("a", None), (None, "a")]:
            challenge = await challenges.put(put_to)
            assert await challenges.take(challenge.name, taken_by) is None
            assert await challenges.take(challenge.name, put_to) is None, "it was spent by the attempt"

    at_two_servers(tmp_path, story)
