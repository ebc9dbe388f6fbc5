"""Names that look alike at one table, and how it tells them apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from laguna.server.tables.bot_names import BOT_NAMES
from laguna.server.tables.namesakes import looks, told_apart
from server.serving import Client, Running
from server.tables import gathered, made

CAST_OF_THE_PAGES = Path(__file__).parents[2] / "web/src/lib/cast.ts"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ala", "ala"),
        ("Ala", " A la"),
        ("Ala", "Ala."),
        ("Ala", "Αlа"),  # Greek and Cyrillic letters
        ("Ala", "A\u0142a"),
        ("Ala", "\uff21\uff4c\uff41"),  # wide ones
        ("Ala", "\U0001d4d0\U0001d4f5\U0001d4ea"),  # those of mathematicians
        ("Ala", "\u24b6\u24db\u24d0"),  # in circles
        ("Ala", "A\u0323la"),
        ("Ala", "A\u200dla"),
        ("Ala", "AIa"),
        ("Ala", "A1a"),
        ("Ala", "A\u04cfa"),
        ("Ola", "0la"),
        ("Ida", "lda"),
        ("Ida", "ida"),
        ("Marta", "rnarta"),
        ("Ewa", "Evva"),
        ("\u041d\u0410\u041b\u0410", "\u043d\u0430\u043b\u0430"),  # Cyrillic in both cases
        ("Hala", "\u041dala"),
        ("Kuba", "\u043auba"),
        ("\U0001f44d\U0001f3fd", "\U0001f44d"),
    ],
)
def test_these_look_alike(one: str, other: str) -> None:
    assert looks(one) & looks(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ala", "Ola"), ("Ela", "Ewa"), ("Gość 1", "Gość 2"), ("\u8001\u864e", "\u8001\u5e08"),
     ("\U0001f419", "\U0001f422"), ("!!!", "???"), ("Jan", "Jana"), ("Ela", "Eia")],
)  # fmt: skip
def test_these_do_not(one: str, other: str) -> None:
    assert not looks(one) & looks(other)


def test_numbers_follow_the_order_and_never_make_a_name_that_somebody_has() -> None:
    names = [["Ala"], ["ala"], ["Ala 2"], [], ["Ala (3)"], ["ALA"]]
    assert told_apart(names, range(6)) == [1, 4, 1, 1, 1, 5]
    assert told_apart(names, [5, 4, 3, 2, 1, 0]) == [5, 4, 1, 1, 1, 1]


def test_whoever_is_called_differently_in_another_language_is_told_apart_in_both() -> None:
    assert told_apart([["Mewa", "Gull"], ["GULL"], ["mewa"], ["Foka", "Seal"]], range(4)) == [1, 2, 2, 1]


def test_the_server_knows_the_cast_of_the_pages() -> None:
    names = re.findall(r'names: \{ pl: "(.+?)", en: "(.+?)" \}', CAST_OF_THE_PAGES.read_text("utf-8"))
    assert tuple(names) == BOT_NAMES


# At a table


def sat(client: Client, table: str, seat: int) -> None:
    client.put(f"/api/tables/{table}/seats/{seat}", {"who": "me"}).expect(200)


def namesakes(client: Client, table: str) -> list[int]:
    return [seat["namesake"] for seat in client.get(f"/api/tables/{table}").expect(200)["seats"]]


def test_guests_of_the_same_name_get_a_number_and_lose_it_with_the_name(server: Running) -> None:
    people = [server.guest("Kapitan") for _ in range(2)] + [server.guest("K\u0430pitan")]
    table = gathered(people, seats=4)
    assert namesakes(people[0], table) == [1, 2, 3, 1]
    people[1].patch("/api/me", {"name": "Ola"}).expect(200)
    assert namesakes(people[0], table) == [1, 1, 2, 1]
    listed = {each["id"]: each for each in people[0].get("/api/tables").expect(200)}
    assert [seat["namesake"] for seat in listed[table]["seats"]] == [1, 1, 2, 1]


def test_the_host_keeps_the_plain_name_wherever_somebody_else_of_that_name_sits(server: Running) -> None:
    host, impostor = server.guest("Ala"), server.guest("AIa")
    table = made(host, seats=2, open=True, sit=False)
    sat(impostor, table, 0)
    sat(host, table, 1)
    assert namesakes(host, table) == [2, 1]


@pytest.mark.parametrize(
    ("name", "bot"), [("Krab", "Krab"), ("crab", "Krab"), ("Кrab", "Crab"), ("Gull", ""), ("Hal", "HAL")]
)
def test_nobody_poses_as_a_bot_whatever_it_is_called_in_another_language(server: Running, name: str, bot: str) -> None:
    host, impostor = server.guest("Ola"), server.guest(name)
    table = made(host, seats=3, open=True, sit=False)
    seat = {"who": "bot", "level": "easy", "name": bot}
    host.put(f"/api/tables/{table}/seats/0", seat).expect(200)
    sat(impostor, table, 1)
    sat(host, table, 2)
    assert namesakes(host, table) == [1, 2, 1]


def test_names_at_one_device_are_told_apart_too(server: Running) -> None:
    host = server.guest("Ala")
    table = made(host, seats=3)
    for seat, name in ((1, "Tata"), (2, "TATA")):
        host.put(f"/api/tables/{table}/seats/{seat}", {"who": "me", "name": name}).expect(200)
    assert namesakes(host, table) == [1, 1, 2]
