"""Bots at tables are shared: on the account of their host, after all others where they are alone, and not too many."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from laguna.bots.wire import BotRequest
from laguna.server.people.last_addresses import MAX_KEPT_PEOPLE, LastAddresses
from laguna.server.wire.messages import AskHint
from server.distant import PROXY, guest_from
from server.serving import SECONDS, Client, Running, running_server, tight
from server.tables import begun, made, person_of

SLOW = 3600.0
"""Bots that take an hour for a move: a game that is begun goes on."""
PER_PERSON, PER_ADDRESS, IN_ALL = 2, 3, 5


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running_server(tmp_path_factory.mktemp("slow"), bot_pause=SLOW, proxies=(PROXY,)) as running:
        yield running


@pytest.fixture
def few(tmp_path: Path) -> Iterator[Running]:
    limits = tight(bot_tables_per_person=PER_PERSON, bot_tables_per_address=PER_ADDRESS, bot_tables=IN_ALL)
    with running_server(tmp_path, bot_pause=SLOW, proxies=(PROXY,), limits=limits) as running:
        yield running


def bots_alone(host: Client) -> Any:
    """What is answered to whoever starts another table of bots alone."""
    table = made(host, "mahe", sit=False)
    for seat in range(2):
        host.put(f"/api/tables/{table}/seats/{seat}", {"who": "bot", "level": "beginner"}).expect(200)
    return host.post(f"/api/tables/{table}/start")


def abandoned(host: Client) -> None:
    """Start a game against a bot, and leave it."""
    table = begun([host], "mahe", ["beginner"])
    host.post(f"/api/tables/{table}/leave").expect(200)


def test_bots_play_alone_at_so_many_tables_of_one_person_and_the_next_is_refused_in_a_sentence(few: Running) -> None:
    ala, ola = guest_from(few, "203.0.113.1"), guest_from(few, "203.0.113.2")
    for _ in range(PER_PERSON):
        bots_alone(ala).expect(200)
    answer = bots_alone(ala)
    assert "bots play alone already" in answer.problem(429, "bots_alone")
    assert "retry-after" in answer.headers
    bots_alone(ola).expect(200)
    begun([ala], "mahe", ["beginner"])
    page = few.client().get("/metrics").body.decode()
    assert f"laguna_tables_of_bots_alone {PER_PERSON + 1:.1f}" in page
    assert 'laguna_limited_total{limit="bots_alone"} 1.0' in page


def test_many_people_of_one_address_have_no_more_such_tables_than_a_household(few: Running) -> None:
    statuses = [bots_alone(guest_from(few, "203.0.113.1")).status for _ in range(PER_ADDRESS + 1)]
    assert statuses == [200] * PER_ADDRESS + [429]


def test_in_all_there_are_so_many_such_tables_and_no_more(few: Running) -> None:
    statuses = [bots_alone(guest_from(few, f"203.0.113.{n}")).status for n in range(IN_ALL + 1)]
    assert statuses == [200] * IN_ALL + [429]


def test_who_leaves_many_games_takes_away_their_own_places_and_nobody_elses(few: Running) -> None:
    ala = guest_from(few, "203.0.113.1")
    for _ in range(IN_ALL):
        abandoned(ala)
    bots_alone(ala).problem(429, "bots_alone")
    bots_alone(guest_from(few, "203.0.113.2")).expect(200)


def test_a_start_that_fails_takes_no_place(few: Running) -> None:
    ala = guest_from(few, "203.0.113.1")
    for _ in range(PER_PERSON + 1):
        table = made(ala, "mahe", sit=False)
        ala.post(f"/api/tables/{table}/start").problem(409, "seat_empty")
    assert few.backend.lobby.bots_alone == []


def asked_of(server: Running, monkeypatch: pytest.MonkeyPatch, what: str = "answer") -> SimpleQueue[BotRequest]:
    """The questions that the pool gets from now on."""
    heard: SimpleQueue[BotRequest] = SimpleQueue()
    answered = getattr(server.backend.pool, what)

    async def noting(question: BotRequest) -> Any:
        heard.put(question)
        return await answered(question)

    monkeypatch.setattr(server.backend.pool, what, noting)
    return heard


def test_a_bots_thinking_is_on_the_account_of_its_host_and_their_address(
    slow: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ala = guest_from(slow, "203.0.113.9")
    heard = asked_of(slow, monkeypatch)
    begun([ala], "mahe", ["beginner"], first=1)
    question = heard.get(timeout=SECONDS)
    assert question.share == ("203.0.113.9", person_of(ala))
    assert not question.patient


def test_where_bots_are_alone_they_think_after_all_others(slow: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = asked_of(slow, monkeypatch)
    bots_alone(guest_from(slow, "203.0.113.9")).expect(200)
    assert heard.get(timeout=SECONDS).patient


def test_a_hint_is_on_the_account_of_who_asks_for_it(slow: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ala, ola = guest_from(slow, "203.0.113.1"), guest_from(slow, "203.0.113.2")
    heard = asked_of(slow, monkeypatch, "think")
    table = begun([ala, ola], "ship_ahoy", first=1)
    room = slow.call(slow.backend.lobby.room(table))
    ask = room.match.position.question_number(1)
    slow.call(slow.backend.hints.give(room, person_of(ola), AskHint(table=table, seat=1, ask=ask, step="nudge")))
    question = heard.get(timeout=SECONDS)
    assert question.share == ("203.0.113.2", person_of(ola))
    assert not question.patient


def test_a_household_of_ipv6_is_one_address(slow: Running) -> None:
    ala, ola = guest_from(slow, "2001:db8:1:2::a"), guest_from(slow, "2001:db8:1:2::b")
    address = slow.backend.services.last_addresses.address
    assert address(person_of(ala)) == address(person_of(ola)) == "2001:db8:1:2::"


def test_of_whom_it_is_not_known_where_they_are_is_somewhere_of_their_own() -> None:
    last_addresses = LastAddresses()
    last_addresses.note("ala", "here")
    assert last_addresses.share("ala") == ("here", "ala")
    assert last_addresses.share("ola") == ("ola", "ola")
    for number in range(MAX_KEPT_PEOPLE):
        last_addresses.note(f"person {number}", "there")
    assert last_addresses.share("ala") == ("ala", "ala")
