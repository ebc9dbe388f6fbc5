"""Tables before, around and after a game: who may come, sit, change, start, send away; over real HTTP and sockets."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from laguna.server.people.tokens import hashed, invitation_name
from laguna.server.tables.lobby import INVITATION_TTL_S
from server.clock import Clock
from server.player import Message, Player, at_random
from server.serving import Client, Running, running_server, tight
from server.tables import begun, gathered, made, person_of


def card(client: Client, table: str) -> Message:
    found: Message = client.get(f"/api/tables/{table}").expect(200)
    return found


def sit(client: Client, table: str, seat: int, name: str = "") -> Any:
    return client.put(f"/api/tables/{table}/seats/{seat}", {"who": "me", "name": name})


def seat_bot(client: Client, table: str, seat: int, level: str = "beginner") -> Any:
    return client.put(f"/api/tables/{table}/seats/{seat}", {"who": "bot", "level": level})


def start(client: Client, table: str) -> Any:
    return client.post(f"/api/tables/{table}/start")


# Making a table


def test_a_new_table_has_its_host_on_the_first_seat_and_every_option_written_out(server: Running) -> None:
    ala = server.guest("Ala")
    new = {"game": "mahe", "seats": 3, "options": {"advanced": True}, "clock": 300, "hints": False}
    made = ala.post("/api/tables", new).expect(201)
    assert made["options"] == {
        "advanced": True,
        "bust_ends_turn": False,
        "open_piles": False,
        "first": None,
        "colours": [],
    }
    assert [seat["person"] and seat["person"]["name"] for seat in made["seats"]] == ["Ala", None, None]
    assert (made["state"], made["clock"], made["hints"], made["open"], made["spectators"]) == (
        "gathering", 300, False, False, True,
    )  # fmt: skip
    assert made["secret"] is None
    assert len(made["commitment"]) == 64
    assert card(ala, made["id"]) == made


def test_a_host_may_keep_out_of_the_game(server: Running) -> None:
    ala = server.guest()
    table = made(ala, sit=False)
    assert [seat["person"] for seat in card(ala, table)["seats"]] == [None, None]


@pytest.mark.parametrize(
    "new",
    [
        {"game": "chess"},
        {"game": "duck", "seats": 6},
        {"game": "duck", "seats": 1},
        {"game": "duck", "options": {"speed": 3}},
        {"game": "duck", "options": {"bluff_dives": "perhaps"}},
        {"game": "duck", "options": {"bluff_dives": "yes"}},
        {"game": "duck", "options": {"bluff_dives": 1}},
        {"game": "duck", "options": {"dealer": "0"}},
        {"game": "duck", "options": {"dealer": 1.5}},
        {"game": "duck", "options": {"dealer": True}},
        {"game": "mahe", "seats": 4, "options": {"colours": ["red", "blue", "pink", 3]}},
        {"game": "mahe", "seats": 4, "options": {"colours": "red,blue,pink,grey"}},
        {"game": "duck", "first": 2},
        {"game": "duck", "clock": 61},
        {"game": "duck", "surprise": 1},
        {"game": "ship_ahoy", "seats": 3, "options": {"teams": True}},
        {},
    ],
)
def test_a_table_that_cannot_be_played_is_refused_with_a_sentence(server: Running, new: Message) -> None:
    assert server.guest().post("/api/tables", new).problem(400, "malformed").endswith(".")


@pytest.mark.parametrize(("game", "option"), [("duck", "dealer"), ("mahe", "first"), ("ship_ahoy", "first")])
def test_the_seat_that_begins_may_be_named(server: Running, game: str, option: str) -> None:
    ala, ola = server.guest(), server.guest()
    table = begun([ala, ola], game, first=1)
    assert card(ala, table)["options"][option] == 1
    asked = [asked["seat"] for asked in card(ala, table)["asked"]]
    assert asked == ([1] if option == "first" else [0])  # Duck: the dealer's neighbour begins


def test_a_person_hosts_so_many_tables(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(tables_per_person=2)) as server:
        ala = server.guest()
        made(ala)
        made(ala)
        assert "2 tables" in ala.post("/api/tables", {"game": "duck"}).problem(429, "too_many")
        made(server.guest())


# Changing what was agreed


def test_the_host_changes_a_table_before_the_start(server: Running) -> None:
    ala = server.guest()
    table = made(ala, clock=60)
    change = {"seats": 4, "options": {"bluff_dives": True}, "clock": 0, "open": True, "spectators": False}
    changed = ala.patch(f"/api/tables/{table}", change).expect(200)
    assert len(changed["seats"]) == 4
    assert changed["options"]["bluff_dives"]
    assert (changed["clock"], changed["open"], changed["spectators"]) == (None, True, False)
    assert card(ala, table) == changed


def test_a_change_may_not_take_somebodys_seat_nor_make_the_game_unplayable(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    table = gathered([ala, ola], seats=4, several=True)
    seat_bot(ala, table, 3).expect(200)
    sit(ola, table, 2).expect(200)
    ala.patch(f"/api/tables/{table}", {"seats": 2}).problem(409, "seat_taken")
    assert len(ala.patch(f"/api/tables/{table}", {"seats": 3}).expect(200)["seats"]) == 3
    ala.patch(f"/api/tables/{table}", {"seats": 9}).problem(400, "malformed")
    ola.patch(f"/api/tables/{table}", {"seats": 4}).problem(403, "forbidden")


def test_once_a_game_has_begun_nothing_agreed_is_changed(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    table = begun([ala, ola])
    before = card(ala, table)
    ala.patch(f"/api/tables/{table}", {"seats": 3}).problem(409, "too_late")
    ala.delete(f"/api/tables/{table}").problem(409, "too_late")
    ala.delete(f"/api/tables/{table}/seats/0").problem(409, "too_late")
    ala.post(f"/api/tables/{table}/nonce", {"nonce": "x"}).problem(409, "too_late")
    seat_bot(ala, table, 1).problem(409, "too_late")
    sit(ola, table, 0).problem(409, "too_late")
    start(ala, table).problem(409, "too_late")
    assert card(ala, table) == before


def test_a_closed_table_tells_its_followers_and_is_gone(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    table = gathered([ala, ola])

    async def watch() -> Message:
        async with Player.connect(ola) as player:
            await player.follow(table)
            ola.delete(f"/api/tables/{table}").problem(403, "forbidden")
            ala.delete(f"/api/tables/{table}").expect(204)
            return await player.until("closed")

    assert asyncio.run(watch())["reason"] == "given_up"
    start(ala, table).problem(409, "too_late")
    assert table not in [found["id"] for found in ola.get("/api/me/tables?which=gathering").expect(200)]


# Seats


def test_people_and_bots_take_free_seats_and_leave_them_again(server: Running) -> None:
    ala, ola, ela = server.guest("Ala"), server.guest("Ola"), server.guest("Ela")
    table = gathered([ala, ola], seats=4)
    sit(ela, table, 1).problem(409, "seat_taken")
    sit(ela, table, 4).problem(404, "not_found")
    sit(ela, table, 3).expect(200)
    seat_bot(ala, table, 2, "easy").expect(200)
    seat_bot(ala, table, 2, "strong").expect(200)
    sit(ela, table, 2).problem(409, "seat_taken")
    seat_bot(ala, table, 1).problem(409, "seat_taken")
    seat_bot(ola, table, 2).problem(403, "forbidden")
    seat_bot(ala, table, 2, "divine").problem(400, "malformed")
    ola.delete(f"/api/tables/{table}/seats/3").problem(403, "forbidden")
    ola.delete(f"/api/tables/{table}/seats/2").problem(403, "forbidden")
    ela.delete(f"/api/tables/{table}/seats/3").expect(200)
    seats = ala.delete(f"/api/tables/{table}/seats/2").expect(200)["seats"]
    assert [seat["person"] and seat["person"]["name"] for seat in seats] == ["Ala", "Ola", None, None]
    assert [seat["bot"] for seat in seats] == [None] * 4


def test_everybody_who_follows_is_told_who_sits_down(server: Running) -> None:
    ala, ola = server.guest(), server.guest("Ola")
    table = gathered([ala], seats=2)

    async def watch() -> Message:
        async with Player.connect(ala) as player:
            await player.follow(table)
            sit(ola, table, 1).expect(200)
            return await player.until("changed")

    assert asyncio.run(watch())["card"]["seats"][1]["person"]["name"] == "Ola"


def test_a_game_starts_only_by_its_host_and_when_every_seat_is_somebodys(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    table = gathered([ala, ola], seats=3)
    assert "Seat 3 is empty" in start(ala, table).problem(409, "seat_empty")
    seat_bot(ala, table, 2).expect(200)
    start(ola, table).problem(403, "forbidden")
    assert start(ala, table).expect(200)["state"] == "playing"


def test_in_teams_partners_sit_opposite_and_win_together(server: Running) -> None:
    people = [server.guest() for _ in range(4)]
    table = begun(people, "ship_ahoy", options={"teams": True})
    position = people[0].get(f"/api/tables/{table}/position").expect(200)
    assert position["sights"][0]["view"]["teams"]
    assert [seat["side"] for seat in position["card"]["seats"]] == [0, 1, 0, 1]
    alone = begun(people, "duck")
    assert [seat["side"] for seat in card(people[0], alone)["seats"]] == [0, 1, 2, 3]


def test_what_people_put_into_the_luck_is_shown_seat_by_seat(server: Running) -> None:
    ala, ola, ela = server.guest(), server.guest(), server.guest()
    table = gathered([ala, ola], bots=["beginner"])
    ola.post(f"/api/tables/{table}/nonce", {"nonce": "conch"}).expect(200)
    ela.post(f"/api/tables/{table}/nonce", {"nonce": "crab"}).problem(403, "forbidden")
    ola.post(f"/api/tables/{table}/nonce", {"nonce": "x" * 65}).problem(400, "malformed")
    assert card(ala, table)["nonces"] == [None, "conch", None]
    ola.post(f"/api/tables/{table}/nonce", {"nonce": "cowrie"}).expect(200)
    assert start(ala, table).expect(200)["nonces"] == [None, "cowrie", None]


def test_several_people_at_one_device_each_have_a_seat_a_name_and_a_view(server: Running) -> None:
    ala, ola = server.guest("Ala"), server.guest("Ola")
    table = gathered([ala, ola], seats=3, several=True)
    sit(ala, table, 2, "Grandma").expect(200)
    start(ala, table).expect(200)

    async def watch() -> None:
        async with Player.connect(ala) as player, Player.connect(ola) as other:
            await other.follow(table)
            standpoint = await player.follow(table)
            assert [sight["seat"] for sight in standpoint["sights"]] == [0, 2]
            assert [seat["name"] for seat in standpoint["card"]["seats"]] == ["", "", "Grandma"]
            hands = [sight["view"]["players"][sight["seat"]] for sight in standpoint["sights"]]
            assert hands[0] != hands[1]
            assert [sight["seat"] for sight in other.tables[table].sights.values()] == [1]
            watched = player.tables[table]
            while {step["seat"] for step in watched.steps} < {0, 2}:
                mine = bool(watched.questions())
                moved = await (player if mine else other).move(table)
                if not mine:
                    await player.until("moved", version=moved["version"])
                else:
                    await other.until("moved", version=moved["version"])
            assert all([sight["seat"] for sight in step["sights"]] == [0, 2] for step in watched.steps)

    asyncio.run(watch())


def test_at_an_open_table_everybody_has_one_seat_also_its_host(server: Running) -> None:
    ala, ola = server.guest("Ala"), server.guest("Ola")
    table = gathered([ala, ola], seats=4)
    for client in (ala, ola):
        assert "several at one device" in sit(client, table, 2, "Grandma").problem(409, "one_seat")
        sit(client, table, 2).problem(409, "one_seat")
    assert [seat["person"] is not None for seat in card(ala, table)["seats"]] == [True, True, False, False]
    sit(ola, table, 1, "Oleńka").expect(200)


def test_where_everybody_has_one_seat_one_moves_to_another_at_one_stroke(server: Running) -> None:
    ala, ola = server.guest("Ala"), server.guest("Ola")
    table = gathered([ala, ola], seats=4)
    path = f"/api/tables/{table}/seats"
    moved = ola.put(f"{path}/3", {"who": "me", "leaving": 1}).expect(200)
    assert [seat["person"] and seat["person"]["name"] for seat in moved["seats"]] == ["Ala", None, None, "Ola"]
    ola.put(f"{path}/2", {"who": "me", "leaving": 0}).problem(403, "forbidden")
    ola.put(f"{path}/0", {"who": "me", "leaving": 3}).problem(409, "seat_taken")
    assert card(ola, table) == moved


def test_several_at_a_device_sit_at_an_open_table_if_the_host_allows_it_and_its_card_says_so(server: Running) -> None:
    ala, ola = server.guest("Ala"), server.guest("Ola")
    table = gathered([ala, ola], seats=4)
    assert card(ola, table)["several"] is False
    ola.patch(f"/api/tables/{table}", {"several": True}).problem(403, "forbidden")
    ala.patch(f"/api/tables/{table}", {"several": True}).expect(200)
    sit(ola, table, 2, "Grandma").expect(200)
    assert {each["id"]: each["several"] for each in ola.get("/api/tables").expect(200)}[table] is True
    ala.patch(f"/api/tables/{table}", {"several": False}).problem(409, "one_seat")
    sit(ala, table, 3).expect(200)
    start(ala, table).expect(200)
    assert card(ola, table)["several"] is True


def test_a_table_with_a_shared_device_is_opened_only_together_with_that_permission(server: Running) -> None:
    ala = server.guest("Ala")
    table = made(ala, seats=3)
    sit(ala, table, 1, "Tata").expect(200)
    ala.patch(f"/api/tables/{table}", {"open": True}).problem(409, "one_seat")
    assert ala.patch(f"/api/tables/{table}", {"open": True, "several": True}).expect(200)["open"]


# Who may come


def test_a_table_by_invitation_is_nobodys_business_else(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    table = made(ala)
    path = f"/api/tables/{table}"
    ola.get(path).problem(404, "not_found")
    sit(ola, table, 1).problem(404, "not_found")
    ola.get(f"{path}/position").problem(404, "not_found")
    ola.post(f"{path}/invite").problem(404, "not_found")
    ola.post(f"{path}/leave").problem(404, "not_found")
    assert table not in [found["id"] for found in ola.get("/api/tables").expect(200)]

    async def knock() -> Message:
        async with Player.connect(ola) as player:
            return await player.ask("follow", table)

    trouble = asyncio.run(knock())
    assert (trouble["type"], trouble["code"]) == ("trouble", "not_found")


def test_an_invitation_lets_people_in(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    table = made(ala)
    link = ala.post(f"/api/tables/{table}/invite").expect(201)
    name = invitation_name(hashed(link["token"]))
    assert link["url"] == f"{server.url}/join/{name}#{link['token']}"
    assert link["qr"].startswith("<svg")
    assert ola.post("/api/invites", {"token": link["token"]}).expect(200)["id"] == table
    assert ola.post("/api/invites", {"token": link["token"]}).expect(200)["id"] == table
    sit(ola, table, 1).expect(200)
    assert start(ala, table).expect(200)["state"] == "playing"


def test_a_host_takes_invitations_back(server: Running) -> None:
    ala, ola, ela = server.guest(), server.guest(), server.guest()
    table = made(ala)
    token = ala.post(f"/api/tables/{table}/invite").expect(201)["token"]
    ola.post("/api/invites", {"token": token}).expect(200)
    ola.delete(f"/api/tables/{table}/invite").problem(403, "forbidden")
    ala.delete(f"/api/tables/{table}/invite").expect(204)
    ela.post("/api/invites", {"token": token}).problem(404, "not_found")
    sit(ola, table, 1).expect(200)


def test_a_wrong_or_old_invitation_lets_nobody_in(tmp_path: Path) -> None:
    clock = Clock()
    with running_server(tmp_path, clock) as server:
        ala, ola = server.guest(), server.guest()
        token = ala.post(f"/api/tables/{made(ala)}/invite").expect(201)["token"]
        ola.post("/api/invites", {"token": token[::-1]}).problem(404, "not_found")
        ola.post("/api/invites", {"token": token[1:]}).problem(400, "malformed")
        clock.time += INVITATION_TTL_S - 1
        server.guest().post("/api/invites", {"token": token}).expect(200)
        clock.time += 1
        ola.post("/api/invites", {"token": token}).problem(404, "not_found")


def test_the_lobby_shows_open_tables_with_a_free_seat(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    table = gathered([ala], seats=2)

    def shown(game: str) -> bool:
        return table in [found["id"] for found in ola.get(f"/api/tables?game={game}&count=100").expect(200)]

    assert shown("duck")
    assert not shown("mahe")
    sit(ola, table, 1).expect(200)
    assert not shown("duck")


def test_spectators_look_on_unless_the_host_forbids_it(server: Running) -> None:
    ala, ola, ela = server.guest(), server.guest(), server.guest()
    allowed, private = begun([ala, ola]), begun([ala, ola], spectators=False)

    async def look() -> None:
        async with Player.connect(ela) as player:
            standpoint = await player.follow(allowed)
            assert [sight["seat"] for sight in standpoint["sights"]] == [None]
            trouble = await player.ask("follow", private)
            assert (trouble["type"], trouble["code"]) == ("trouble", "forbidden")
            seat, question = 0, {"ask": 0}
            await player.play(allowed, seat, question, {"move": "stop"})
            assert (await player.until("trouble"))["code"] == "forbidden"

    asyncio.run(look())
    ela.get(f"/api/tables/{private}/position").problem(403, "forbidden")
    ela.get(f"/api/tables/{allowed}/position").expect(200)


def test_who_waits_without_a_seat_where_nobody_may_look_on_is_told_so_at_the_start(server: Running) -> None:
    ala, ola, ela = server.guest(), server.guest(), server.guest()
    table = gathered([ala, ola], spectators=False)

    async def wait() -> None:
        async with Player.connect(ela) as player, Player.connect(ola) as other:
            await player.follow(table)
            await other.follow(table)
            start(ala, table).expect(200)
            assert (await player.until("closed", "started"))["type"] == "closed"
            assert player.heard[-1]["reason"] == "no_spectators"
            await other.until("started")

    asyncio.run(wait())


# Leaving and being sent away


def test_a_host_who_leaves_before_the_start_hands_the_table_on_and_the_last_closes_it(server: Running) -> None:
    ala, ola = server.guest("Ala"), server.guest("Ola")
    table = gathered([ala, ola])
    left = ala.post(f"/api/tables/{table}/leave").expect(200)
    assert left["host"]["name"] == "Ola"
    assert left["seats"][0]["person"] is None
    assert ola.post(f"/api/tables/{table}/leave").expect(200)["state"] == "closed"


def test_who_leaves_in_the_middle_is_stood_in_for_by_a_bot_until_they_come_back(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    table = begun([ala, ola])
    seats = ola.post(f"/api/tables/{table}/leave").expect(200)["seats"]
    assert seats[1]["bot"] == "good"
    assert seats[1]["person"] is not None
    assert ola.post(f"/api/tables/{table}/return").expect(200)["seats"][1]["bot"] is None


def test_who_is_sent_away_before_the_start_cannot_come_back(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    table = gathered([ala, ola])
    token = ala.post(f"/api/tables/{table}/invite").expect(201)["token"]
    ola.delete(f"/api/tables/{table}/people/{person_of(ala)}").problem(403, "forbidden")
    ala.delete(f"/api/tables/{table}/people/{person_of(ala)}").problem(403, "forbidden")
    seats = ala.delete(f"/api/tables/{table}/people/{person_of(ola)}").expect(200)["seats"]
    assert seats[1] == {"person": None, "bot": None, "name": "", "side": 1, "namesake": 1, "policy": None}
    sit(ola, table, 1).problem(404, "not_found")
    ola.post("/api/invites", {"token": token}).problem(403, "forbidden")


def test_who_is_sent_away_in_the_middle_hears_no_more_and_a_bot_plays_on(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    table = begun([ala, ola])

    async def watch() -> None:
        async with Player.connect(ala) as host, Player.connect(ola) as player:
            await host.follow(table)
            await player.follow(table)
            ala.delete(f"/api/tables/{table}/people/{person_of(ola)}").expect(200)
            assert (await player.until("closed"))["reason"] == "sent_away"
            trouble = await player.ask("follow", table)
            assert trouble["code"] == "not_found"
            changed = await host.until("changed")
            assert changed["card"]["seats"][1] == {
                "person": None,
                "bot": "good",
                "name": "",
                "side": 1,
                "namesake": 1,
                "policy": None,
            }
            watched = host.tables[table]
            await host.play_on(table, lambda sight: sight["question"]["moves"][0], lambda _: moved_by(watched, 1))
            told = await player.caught_up()
            assert not [message for message in told if message.get("table") == table]

    def moved_by(watched: Any, seat: int) -> bool:
        return any(step["seat"] == seat for step in watched.steps)

    asyncio.run(watch())
    ola.get(f"/api/tables/{table}").problem(404, "not_found")
    ola.get(f"/api/tables/{table}/position").problem(404, "not_found")
    ola.post(f"/api/tables/{table}/return").problem(404, "not_found")


# Mine


def test_my_tables_are_listed_by_where_they_stand(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    waiting, playing = gathered([ala, ola]), begun([ala, ola], "mahe", first=1)

    def mine(client: Client, which: str) -> list[str]:
        return [found["id"] for found in client.get(f"/api/me/tables?which={which}").expect(200)]

    assert mine(ala, "gathering") == mine(ola, "gathering") == [waiting]
    assert mine(ala, "playing") == mine(ola, "playing") == [playing]
    assert (mine(ala, "waiting"), mine(ola, "waiting")) == ([], [playing])
    assert mine(ala, "over") == []
    assert mine(server.guest(), "playing") == []


def test_no_table_waits_for_somebody_whose_seat_a_bot_keeps(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    table = begun([ala, ola], "ship_ahoy", first=1)
    ola.post(f"/api/tables/{table}/leave").expect(200)
    card = ola.get(f"/api/tables/{table}").expect(200)
    assert card["seats"][1]["bot"] is not None
    assert ola.get("/api/me/tables?which=waiting").expect(200) == []


def test_who_looks_elsewhere_is_called_when_a_table_waits_for_them(server: Running) -> None:
    ala, ola = server.guest(), server.guest()
    table = gathered([ala, ola], "mahe", first=1)

    async def wait() -> None:
        async with Player.connect(ola) as elsewhere, Player.connect(ola) as here, Player.connect(ala) as other:
            await here.follow(table)
            await other.follow(table)
            await elsewhere.caught_up()
            start(ala, table).expect(200)
            assert await elsewhere.hear() == {"type": "your_turn", "table": table, "game": "mahe"}
            await here.until("started")
            assert not [each for each in await here.caught_up() if each["type"] == "your_turn"]
            assert not [each for each in other.heard if each["type"] == "your_turn"]

    asyncio.run(wait())


def test_the_same_people_play_again_at_one_table_whoever_asks_first(server: Running) -> None:
    ala, ola, ela = server.guest("Ala"), server.guest("Ola"), server.guest()
    table = begun([ala, ola], bots=["beginner"])
    ola.post(f"/api/tables/{table}/rematch").problem(409, "not_over")

    async def play() -> Message:
        async with Player.connect(ala) as first, Player.connect(ola) as second:
            await first.follow(table)
            await second.follow(table)
            choose = at_random(Random(0))  # who always takes the first move may play for ever
            await asyncio.gather(*(player.play_on(table, choose) for player in (first, second)))
            ela.post(f"/api/tables/{table}/rematch").problem(403, "forbidden")
            ala.delete(f"/api/tables/{table}/people/{person_of(ola)}").problem(409, "too_late")
            again = ola.post(f"/api/tables/{table}/rematch").expect(200)
            await first.hear_until(lambda each: each["type"] == "changed" and each["card"]["rematch"] == again["id"])
            return again

    again: Message = asyncio.run(play())
    assert (again["state"], again["awaited"]) == ("gathering", [person_of(ala)])
    assert (again["rematch_of"], card(ala, table)["rematch_of"]) == (table, None)
    assert card(ala, table)["rematch_by"]["name"] == again["host"]["name"] == "Ola"
    assert [seat["person"] and seat["person"]["name"] for seat in again["seats"]] == ["Ala", "Ola", None]
    assert again["seats"][2]["bot"] == "beginner"
    assert again["commitment"] != card(ala, table)["commitment"]
    assert ala.post(f"/api/tables/{table}/rematch").expect(200)["id"] == again["id"]
    assert (card(ola, again["id"])["state"], card(ola, again["id"])["awaited"]) == ("playing", [])


def test_who_asked_for_a_rematch_may_start_it_before_all_have_agreed(server: Running) -> None:
    ala, ola, table = finished_game(server)
    again = ola.post(f"/api/tables/{table}/rematch").expect(200)
    begun_now = start(ola, again["id"]).expect(200)
    assert (begun_now["state"], begun_now["awaited"]) == ("playing", [])
    assert ala.post(f"/api/tables/{table}/rematch").expect(200)["id"] == again["id"]


def test_who_leaves_a_rematch_is_not_waited_for(server: Running) -> None:
    ala, ola, table = finished_game(server)
    again = ola.post(f"/api/tables/{table}/rematch").expect(200)["id"]
    ala.post(f"/api/tables/{again}/leave").expect(200)
    assert card(ola, again)["awaited"] == []
    assert card(ola, again)["state"] == "gathering", "a seat is empty now: whom to play with, the host says"


def test_only_who_is_asked_begins_a_rematch_by_agreeing_to_it(server: Running) -> None:
    ala, ola, table = finished_game(server)
    again = ola.post(f"/api/tables/{table}/rematch").expect(200)["id"]
    ala.post(f"/api/tables/{again}/leave").expect(200)
    seat_bot(ola, again, 0).expect(200)  # nobody is awaited and no seat is free: now only its host starts it
    for client in (server.guest("Spectator"), ala, ola):
        told = client.post(f"/api/tables/{table}/rematch").expect(200)
        assert (told["id"], told["state"]) == (again, "gathering")
    assert start(ola, again).expect(200)["state"] == "playing"


def test_who_was_sent_away_from_a_rematch_hears_of_no_such_table(server: Running) -> None:
    ala, ola, table = finished_game(server)
    again = ola.post(f"/api/tables/{table}/rematch").expect(200)["id"]
    ola.delete(f"/api/tables/{again}/people/{person_of(ala)}").expect(200)
    seat_bot(ola, again, 0).expect(200)
    sentence = ala.post(f"/api/tables/{table}/rematch").problem(404, "not_found")
    assert sentence == ala.post("/api/tables/nobody_there/rematch").problem(404, "not_found")
    assert card(ola, again)["state"] == "gathering"


def finished_game(server: Running) -> tuple[Client, Client, str]:
    """A game of two people that is over."""
    ala, ola = server.guest("Ala"), server.guest("Ola")
    table = begun([ala, ola], "mahe")
    luck = Random(0)
    while (now := ala.get(f"/api/tables/{table}/position").expect(200))["card"]["state"] == "playing":
        seat = now["card"]["asked"][0]["seat"]
        client = (ala, ola)[seat]
        [sight] = client.get(f"/api/tables/{table}/position").expect(200)["sights"]
        move = luck.choice(sight["question"]["moves"])
        body = {"seat": seat, "ask": sight["question"]["ask"], "move": move}
        client.post(f"/api/tables/{table}/moves", body).expect(200)
    return ala, ola, table
