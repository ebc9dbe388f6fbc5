"""Playing over real sockets: rules, stale and repeated answers, reconnecting, taking back, hints, chat, clocks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from laguna.core.bot import AnyGame
from laguna.core.game import Table
from laguna.server.people.fair_limiter import FairLimiter
from laguna.server.settings import Rate
from laguna.server.tables import undo
from laguna.server.tables.services import MAX_REPLAYING_OF_ONE_TABLE
from laguna.server.tables.table_file import TableFile
from server.clock import Clock
from server.player import Choose, Message, Player, Watched, at_random, following
from server.serving import Client, Running, running_server, tight
from server.tables import begun, invited, made, person_of

SLOWLY = Rate(1e-6, 2)
"""Two at once, and then no more for days."""


def first(sight: Message) -> Message:
    """The first move that is offered. In Duck: a single card, then a card from the draw pile; no round ever ends so."""
    move: Message = sight["question"]["moves"][0]
    return move


def take(sight: Message) -> Message:
    """In Duck: a single card, then one from a neighbour's pile, where one sees what one gets."""
    question = sight["question"]
    return next((move for move in question["moves"] if move["move"] == "take"), question["moves"][0])


def duck(people: list[Client], **new: Any) -> str:
    """A game of Duck in which seat 1 begins."""
    return begun(people, "duck", first=0, **new)


def among_friends(people: list[Client], **new: Any) -> str:
    """The same, at a table to which the host has invited all of them."""
    table = duck(people, **new)
    invited(people[0], table, *people[1:])
    return table


def moves_of(watched: Watched, seat: int) -> list[Message]:
    return [step for step in watched.steps if step["type"] == "moved" and step["seat"] == seat]


# Rules, stale and repeated answers


def test_a_move_against_the_rules_is_answered_with_the_rule_and_changes_nothing(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola, ala) as (player, other):
            seat, question = player.tables[table].questions()[0]
            for move, rule, reason in (
                ({"move": "draw"}, "D9", "play_first"),
                ({"move": "play", "cards": []}, "D6", "no_cards"),
                ({"move": "fly"}, "D6", "not_a_move"),
                ([1, 2], "D6", "not_a_move"),
            ):
                refused = await player.ask("play", table, seat=seat, ask=question["ask"], move=move)
                assert (refused["type"], refused["rule"], refused["reason"]) == ("refused", rule, reason)
            trouble = await other.ask("play", table, seat=seat, ask=question["ask"], move=question["moves"][0])
            assert (trouble["type"], trouble["code"]) == ("trouble", "forbidden")
            assert not [message for message in await other.caught_up() if message["type"] == "refused"]
            assert (await player.follow(table))["version"] == 1
            assert (await player.move(table))["version"] == 2

    asyncio.run(play())


def test_an_answer_to_another_question_is_stale_and_brings_the_table_as_it_is(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola) as (player,):
            seat, question = player.tables[table].questions()[0]
            for ask in (question["ask"] + 1, 10_000):
                stale = await player.ask("play", table, seat=seat, ask=ask, move=question["moves"][0])
                assert (stale["type"], stale["seat"], stale["ask"]) == ("stale", seat, ask)
                standpoint = await player.until("standpoint", id=stale["id"])
                assert standpoint["version"] == 1

    asyncio.run(play())


def check_played_once(watched: list[Watched], told: list[Message]) -> None:
    for each in watched:
        assert each.version == 2
        assert len(each.steps) == 1
    assert [message["type"] for message in told if message["type"] in ("stale", "refused")] == ["stale"]


def test_the_same_message_twice_plays_once(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola, ala) as (player, other):
            seat, question = player.tables[table].questions()[0]
            fields = {"seat": seat, "ask": question["ask"], "move": question["moves"][0]}
            text = json.dumps({"type": "play", "table": table, "id": 7, **fields})
            await player.send_raw(text)
            await player.send_raw(text)
            await player.until("standpoint", id=7)
            await other.caught_up()
            check_played_once([player.tables[table], other.tables[table]], player.heard)

    asyncio.run(play())


def test_the_same_answer_from_two_windows_at_once_plays_once(server: Running, ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola, ola, ala) as (one, two, other):
            seat, question = one.tables[table].questions()[0]
            fields = {"seat": seat, "ask": question["ask"], "move": question["moves"][0]}
            with server.held():
                for player in (one, two):
                    await player.send("play", table, **fields)
            for player in (one, two):
                await player.until("moved")
            for player in (one, two, other):
                await player.caught_up()
            told = [message for player in (one, two, other) for message in player.heard]
            check_played_once([player.tables[table] for player in (one, two, other)], told)
            assert one.tables[table].views == two.tables[table].views

    asyncio.run(play())


def test_the_last_answer_of_a_game_that_comes_again_is_stale_too(ala: Client, ola: Client) -> None:
    table = begun([ala, ola], "animals_on_board")

    async def play() -> None:
        async with following(table, ala, ola) as players:
            choose = at_random(Random(0))
            ended = await asyncio.gather(*(player.play_on(table, choose) for player in players))
            last = ended[0].steps[-1]
            again = {"seat": last["seat"], "ask": last["ask"], "move": {}}
            player = players[last["seat"]]
            assert (await player.ask("play", table, **again))["type"] == "stale"
            assert (await player.until("standpoint"))["version"] == last["version"]

    asyncio.run(play())


def test_an_answer_that_comes_again_after_it_was_taken_back_changes_nothing(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola, ala) as (player, other):
            seat, question = player.tables[table].questions()[0]
            fields = {"seat": seat, "ask": question["ask"], "move": question["moves"][0]}
            await player.send("play", table, **fields)
            await taken_back(player, other, table, seat)
            stale = await player.ask("play", table, **fields)
            assert stale["type"] == "stale"
            assert (await player.until("standpoint"))["version"] == 3
            assert (await player.move(table))["version"] == 4

    asyncio.run(play())


async def answer_both(server: Running, table: str, players: list[Player], number: int) -> dict[int, Message]:
    """Everybody answers before the server has read any answer; what each seat answered."""
    questions = [player.tables[table].questions()[0] for player in players]
    answers = {seat: question["moves"][number % len(question["moves"])] for seat, question in questions}
    with server.held():
        for player, (seat, question) in zip(players, questions, strict=True):
            await player.play(table, seat, question, answers[seat])
    return answers


def test_two_people_who_answer_at_the_same_moment_are_both_heard(server: Running, ala: Client, ola: Client) -> None:
    rounds = [begun([ala, ola], "animals_on_board") for _ in range(50)]

    async def play() -> None:
        async with Player.connect(ala) as one, Player.connect(ola) as two:
            for number, table in enumerate(rounds):
                players = [one, two] if number % 2 else [two, one]
                for player in players:
                    await player.follow(table)
                kept = await answer_both(server, table, players, number)
                assert set(kept) == {0, 1}
                for player in players:
                    await player.until("moved", version=3)
                    watched = player.tables[table]
                    (seat,) = (seat for seat in watched.sights if seat is not None)
                    assert watched.sights[seat]["view"]["players"][seat]["ark"] == [kept[seat]["tile"]]
                orders = [[step["seat"] for step in player.tables[table].steps] for player in players]
                assert orders[0] == orders[1]
                assert sorted(orders[0]) == [0, 1]
                for player in players:
                    assert (await player.ask("unfollow", table))["type"] == "done"
            assert not [each for each in one.heard + two.heard if each["type"] in ("stale", "refused", "trouble")]

    asyncio.run(play())


def test_a_socket_that_does_not_follow_a_table_cannot_play_there(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola) as (player,):
            seat, question = player.tables[table].questions()[0]
            await player.ask("unfollow", table)
            trouble = await player.ask("play", table, seat=seat, ask=question["ask"], move=question["moves"][0])
            assert trouble["code"] == "not_following"
            assert (await player.follow(table))["version"] == 1

    asyncio.run(play())


# Reconnecting


def check_missed(standpoint: Message, steady: Watched, after: int) -> None:
    """What somebody is told who comes back is what their other window, which never left, was told."""
    assert standpoint["version"] == steady.version
    assert {sight["seat"]: sight for sight in standpoint["sights"]} == steady.views
    missed = [step for step in steady.steps if step["version"] > after]
    told = [
        {
            "version": step["version"],
            "seat": step.get("seat"),
            "undone": step["type"] == "undone",
            "events": {str(sight["seat"]): sight["events"] for sight in step["sights"]},
        }
        for step in missed
    ]
    assert standpoint["missed"] == told


async def play_some(table: str, players: list[Player], moves: int, choose: Choose) -> None:
    """So many moves, by whoever is asked; everybody hears of each."""
    for _ in range(moves):
        active = next(player for player in players if player.tables[table].questions())
        moved = await active.move(table, choose)
        for player in players:
            if player is not active:
                await player.until("moved", version=moved["version"])


async def taken_back(player: Player, other: Player, table: str, seat: int) -> Message:
    """A player's last move is taken back, which somebody else grants."""
    await player.send("ask_undo", table, seat=seat)
    asked = await other.until("undo_asked", seat=seat)
    await other.send("answer_undo", table, version=asked["version"], grant=True)
    undone = await player.until("undone")
    assert await other.until("undone", version=undone["version"])
    return undone


def test_who_comes_back_at_any_moment_gets_the_present_view_and_exactly_what_they_missed(
    ala: Client, ola: Client
) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ala, ola) as players:
            steady = players[0].tables[table]
            for away in (0, 1, 2, 7, 8, 9, 30):
                seen = steady.version
                await play_some(table, players, away, first)
                async with Player.connect(ala) as again:
                    check_missed(await again.follow(table, after=seen), steady, seen)
                async with Player.connect(ala) as again:
                    assert (await again.follow(table))["missed"] == []
                    assert (await again.follow(table, after=10_000))["missed"] == []

    asyncio.run(play())


def test_who_comes_back_after_moves_were_taken_back_is_told_of_both(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ala, ola) as (host, player):
            steady = host.tables[table]
            for _ in range(2):
                await play_some(table, [host, player], 1, first)
                await taken_back(player, host, table, 1)
            await play_some(table, [host, player], 5, first)
            for after in range(1, steady.version + 1):
                async with Player.connect(ala) as again:
                    check_missed(await again.follow(table, after=after), steady, after)

    asyncio.run(play())


def test_a_server_that_starts_again_goes_on_exactly_where_it_was(tmp_path: Path) -> None:
    clock = Clock()

    async def before(table: str, ala: Client, ola: Client) -> tuple[Watched, Message, Message]:
        async with following(table, ala, ola) as (host, player):
            await host.ask("say", table, text="hello")
            clock.time += 10
            await play_some(table, [host, player], 1, first)
            await taken_back(player, host, table, 1)
            for _ in range(12):
                clock.time += 10
                await play_some(table, [host, player], 1, first)
            clock.time += 10
            stood = await host.follow(table)
            return host.tables[table], stood, await player.follow(table)

    async def after(table: str, ala: Client, ola: Client, steady: Watched, *stood: Message) -> None:
        async with following(table, ala, ola) as (host, player):
            again = await host.follow(table), await player.follow(table)
            for now, then in zip(again, stood, strict=True):
                assert {**now, "id": 0} == {**then, "id": 0}
            for seen in range(1, steady.version):
                check_missed(await host.follow(table, after=seen), steady, seen)
            await play_some(table, [host, player], 4, first)

    with running_server(tmp_path, clock) as server:
        ala, ola = server.guest("Ala"), server.guest("Ola")
        table = duck([ala, ola], clock=300)
        known = asyncio.run(before(table, ala, ola))
    with running_server(tmp_path, clock) as server:
        asyncio.run(after(table, server.again(ala), server.again(ola), *known))


def test_several_windows_of_one_person_are_told_the_same(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ala, ala, ola, ola) as (one, two, three, four):
            for active in (three, four, one, two):  # play and draw, each from another window
                await active.move(table)
                for player in (one, two, three, four):
                    await player.caught_up()
            assert one.tables[table].steps == two.tables[table].steps
            assert three.tables[table].steps == four.tables[table].steps
            online = (await one.follow(table))["online"]
            assert sorted(online) == sorted({person_of(ala), person_of(ola)})

    asyncio.run(play())


def test_everybody_is_told_who_comes_goes_and_is_called_otherwise(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def watch() -> None:
        async with following(table, ala) as (host,):
            async with following(table, ola):
                both = {person_of(ala), person_of(ola)}
                await host.hear_until(lambda each: each["type"] == "presence" and set(each["online"]) == both)
                ola.patch("/api/me", {"name": "Aleksandra"}).expect(200)
                assert (await host.until("changed"))["card"]["seats"][1]["person"]["name"] == "Aleksandra"
            assert (await host.until("presence"))["online"] == [person_of(ala)]

    asyncio.run(watch())


# Outside bots, and playing without a socket


def test_an_outside_bot_plays_by_its_token_on_a_socket(server: Running, ala: Client) -> None:
    token = ala.post("/api/bots", {"name": "Robot"}).expect(201)["token"]
    bot = server.client(token=token)
    table = begun([ala, bot], "duck", first=0)

    async def play() -> None:
        async with following(table, ala, bot) as (host, robot):
            assert host.tables[table].card["seats"][1]["person"]["bot"]
            await robot.move(table)
            assert (await host.until("moved"))["seat"] == 1

    asyncio.run(play())


def test_a_game_can_be_played_by_rest_alone(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])
    path = f"/api/tables/{table}"
    position = ola.get(f"{path}/position").expect(200)
    (sight,) = position["sights"]
    answer = {"seat": 1, "ask": sight["question"]["ask"], "move": first(sight)}
    ala.post(f"{path}/moves", answer).problem(403, "forbidden")
    sentence = ola.post(f"{path}/moves", {**answer, "move": {"move": "draw"}}).problem(422, "play_first")
    assert sentence.startswith("Rule D9 ")
    assert ola.post(f"{path}/moves", answer).expect(200) == {"version": 2}
    ola.post(f"{path}/moves", answer).problem(409, "stale")
    later = ala.get(f"{path}/position?after=1&wait=25").expect(200)
    assert later["version"] == 2
    assert [sight["seat"] for sight in later["sights"]] == [0]


def test_a_program_that_waits_for_a_move_by_rest_is_answered_when_it_comes(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola) as (player,):
            waiting = asyncio.create_task(asyncio.to_thread(ala.get, f"/api/tables/{table}/position?after=1&wait=25"))
            await player.move(table)
            assert (await waiting).expect(200)["version"] == 2

    asyncio.run(play())


# Taking back


async def may_undo(player: Player, table: str, seat: int) -> list[Message]:
    """Ask whether a seat's last move could be taken back; what is offered."""
    known = len(player.heard)
    assert (await player.ask("may_undo", table, seat=seat))["type"] == "done"
    return [message for message in player.heard[known:] if message["type"] == "undo_offered"]


def test_whoever_made_a_move_hears_that_it_may_be_asked_back_until_they_did(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola, ala) as (player, other):
            assert await may_undo(player, table, 1) == []  # nothing has been played
            await player.move(table)  # cards are laid: that reveals nothing
            for _ in range(2):
                [offered] = await may_undo(player, table, 1)
                assert (offered["version"], offered["seat"]) == (2, 1)
            assert (await other.ask("may_undo", table, seat=1))["code"] == "forbidden"
            assert await may_undo(other, table, 0) == []
            await player.ask("ask_undo", table, seat=1)
            assert await may_undo(player, table, 1) == []  # once is enough

    asyncio.run(play())


@pytest.mark.parametrize(("choose", "event", "offered"), [(first, "card_drawn", 0), (take, "card_taken", 1)])
def test_a_card_that_was_drawn_is_not_offered_to_be_taken_back_and_one_that_lay_open_is(
    ala: Client, ola: Client, choose: Choose, event: str, offered: int
) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola, ala) as (player, _):
            await player.move(table)
            moved = await player.move(table, choose)
            assert event in [each["event"] for each in moved["sights"][0]["events"]]
            assert len(await may_undo(player, table, 1)) == offered

    asyncio.run(play())


@asynccontextmanager
async def inside(server: Running, held: AbstractAsyncContextManager[None]) -> AsyncIterator[None]:
    """Something held inside the server meanwhile."""
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(held.__aenter__(), server.loop))
    try:
        yield
    finally:
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(held.__aexit__(None, None, None), server.loop))


def test_while_it_is_judged_if_a_move_may_be_taken_back_nobody_waits(server: Running, ala: Client, ola: Client) -> None:
    table = duck([ala, ola])
    looking_back = server.backend.services.looking_back

    async def play() -> None:
        async with following(table, ola, ala) as (player, _):
            await player.move(table)
            async with inside(server, looking_back.next(table)):  # nobody looks back at this table now
                number = await player.send("may_undo", table, seat=1)
                await player.caught_up()
                await player.move(table, take)
                assert not [each for each in player.heard if each.get("id") == number]
            assert (await player.hear_until(lambda each: each.get("id") == number))["type"] == "done"
            assert not [each for each in player.heard if each["type"] == "undo_offered"], "it has been gone beyond"

    asyncio.run(play())


def test_where_too_many_look_back_a_move_is_offered_later(server: Running, ala: Client, ola: Client) -> None:
    table = duck([ala, ola])
    looking_back = server.backend.services.looking_back

    async def play() -> None:
        async with following(table, ola, ala) as (player, _), AsyncExitStack() as busy:
            await player.move(table)
            for _ in range(MAX_REPLAYING_OF_ONE_TABLE):
                await busy.enter_async_context(inside(server, placed(looking_back, table)))
            assert (await player.ask("may_undo", table, seat=1))["code"] == "too_many"
            await busy.aclose()
            assert len(await may_undo(player, table, 1)) == 1

    asyncio.run(play())


@asynccontextmanager
async def placed(limiter: FairLimiter, group: str) -> AsyncIterator[None]:
    with limiter.place(group):
        yield


def test_the_log_is_not_played_again_to_judge_a_move_that_was_made_here(
    server: Running, ala: Client, ola: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = duck([ala, ola])
    read: list[int] = []

    def table_before(game: AnyGame, file: TableFile, lines: Sequence[bytes]) -> Table | None:
        read.append(len(lines))
        return told(game, file, lines)

    told = undo.table_before
    monkeypatch.setattr(undo, "table_before", table_before)

    async def play() -> None:
        async with following(table, ola, ala) as (player, other):
            await player.move(table)
            assert len(await may_undo(player, table, 1)) == 1
            assert read == [2], "nobody had asked before"
            await taken_back(player, other, table, 1)
            await player.move(table)
            assert len(await may_undo(player, table, 1)) == 1
            await taken_back(player, other, table, 1)
            assert read == [2]
            await player.move(table)
            server.call(read_anew(server, table))
            assert len(await may_undo(player, table, 1)) == 1
            assert read == [2, 6]

    asyncio.run(play())


async def read_anew(server: Running, table: str) -> None:
    """As if something had failed there."""
    room = await server.backend.lobby.room(table)
    assert room.match is not None
    room.match.ahead = room._unsure = True
    await room.change(lambda file: file)


def test_a_move_is_taken_back_when_somebody_else_grants_it(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola, ala) as (player, other):
            stood = player.tables[table].views, other.tables[table].views
            await player.move(table)
            undone = await taken_back(player, other, table, 1)
            assert (undone["version"], undone["seat"]) == (3, 1)
            for views, watched in zip(stood, (player.tables[table], other.tables[table]), strict=True):
                assert {seat: sight["view"] for seat, sight in watched.views.items()} == {
                    seat: sight["view"] for seat, sight in views.items()
                }
            question = player.tables[table].questions()[0][1]
            assert question["moves"] == stood[0][1]["question"]["moves"]
            assert question["ask"] != stood[0][1]["question"]["ask"]
            trouble = await player.ask("ask_undo", table, seat=1)
            assert trouble["code"] == "nothing_to_undo"

    asyncio.run(play())


def test_nobody_grants_their_own_wish_and_no_spectator_does(ala: Client, ola: Client, ela: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola, ala, ela) as (player, other, stranger):
            await player.move(table)
            await player.ask("ask_undo", table, seat=1)
            for cheat in (player, stranger):
                trouble = await cheat.ask("answer_undo", table, version=2, grant=True)
                assert trouble["code"] == "forbidden"
            trouble = await other.ask("answer_undo", table, version=1, grant=True)
            assert trouble["code"] == "nothing_to_undo"
            assert (await other.follow(table))["undo"] == {
                "type": "undo_asked",
                "table": table,
                "version": 2,
                "seat": 1,
            }
            await other.send("answer_undo", table, version=2, grant=False)
            for each in (player, other, stranger):
                assert (await each.until("undo_declined"))["version"] == 2
            assert player.tables[table].version == 2
            trouble = await other.ask("answer_undo", table, version=2, grant=True)
            assert trouble["code"] == "nothing_to_undo"

    asyncio.run(play())


def test_a_wish_to_take_back_ends_with_the_next_move(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola, ala) as (player, other):
            await player.move(table)
            await player.ask("ask_undo", table, seat=1)
            await player.move(table, take)
            await other.until("undo_declined")
            await other.until("moved", version=3)
            trouble = await other.ask("answer_undo", table, version=2, grant=True)
            assert trouble["code"] == "nothing_to_undo"

    asyncio.run(play())


def test_what_was_drawn_or_answered_stands(ala: Client, ola: Client) -> None:
    table = duck([ala, ola], options={})

    async def play() -> None:
        async with following(table, ola, ala) as (player, other):
            assert (await player.ask("ask_undo", table, seat=1))["code"] == "nothing_to_undo"
            await player.move(table)
            assert (await player.ask("ask_undo", table, seat=0))["code"] == "forbidden"
            assert (await other.ask("ask_undo", table, seat=0))["code"] == "answered_since"
            await player.move(table, first)
            assert (await player.ask("ask_undo", table, seat=1))["code"] == "revealed"
            await other.until("moved", version=3)
            await other.move(table)
            assert (await player.ask("ask_undo", table, seat=1))["code"] == "answered_since"
            assert (await other.ask("ask_undo", table, seat=0))["type"] == "done"

    asyncio.run(play())


def test_a_sealed_choice_is_taken_back_while_others_still_choose(ala: Client, ola: Client) -> None:
    table = begun([ala, ola], "animals_on_board")

    async def play() -> None:
        async with following(table, ala, ola) as (one, two):
            await one.move(table)
            await two.until("moved", version=2)
            await taken_back(one, two, table, 0)
            assert two.tables[table].questions() != []
            last = one.tables[table].questions()[0][1]["moves"][-1]
            await one.move(table, lambda _: last)
            await two.until("moved", version=4)
            await two.move(table)
            await one.until("moved", version=5)
            assert one.tables[table].sights[0]["view"]["players"][0]["ark"] == [last["tile"]]
            async with Player.connect(ola) as again:
                check_missed(await again.follow(table, after=1), two.tables[table], 1)

    asyncio.run(play())


def test_a_wish_that_nobody_answers_lapses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo, "UNDO_TIMEOUT_S", 0.0)
    with running_server(tmp_path) as server:
        ala, ola = server.guest(), server.guest()
        table = duck([ala, ola])

        async def play() -> None:
            async with following(table, ola, ala) as (player, other):
                await player.move(table)
                await player.send("ask_undo", table, seat=1)
                for each in (player, other):
                    await each.until("undo_asked")
                    await each.until("undo_declined")
                assert (await other.follow(table))["undo"] is None

        asyncio.run(play())


def test_who_plays_with_bots_alone_takes_back_at_once(ala: Client) -> None:
    table = begun([ala], "duck", ["beginner", "beginner"], first=2)

    async def play() -> None:
        async with following(table, ala) as (player,):
            await player.move(table)
            await player.send("ask_undo", table, seat=0)
            assert (await player.until("undone", "undo_asked"))["type"] == "undone"

    asyncio.run(play())


def test_a_move_is_asked_back_once_and_asking_again_holds_up_no_bot(ala: Client, ola: Client, ela: Client) -> None:
    table = duck([ala, ola, ela])

    async def play() -> None:
        async with following(table, ola, ala) as (player, other):
            await player.move(table)
            await player.move(table, take)
            for _ in range(3):
                assert (await player.ask("ask_undo", table, seat=1))["type"] == "done"
            await other.until("undo_asked", version=3)
            await other.send("answer_undo", table, version=3, grant=False)
            await player.until("undo_declined")
            for _ in range(3):
                assert (await player.ask("ask_undo", table, seat=1))["code"] == "asked_already"
            ela.post(f"/api/tables/{table}/leave").expect(200)  # a bot keeps the seat that is asked
            assert (await player.until("undo_asked", "moved"))["type"] == "moved"
            assert [heard["type"] for heard in player.heard].count("undo_asked") == 1

    asyncio.run(play())


def test_after_another_move_there_is_another_wish(ala: Client, ola: Client) -> None:
    table = duck([ala, ola])

    async def play() -> None:
        async with following(table, ola, ala) as (player, other):
            for version in (2, 3):
                await player.move(table, take)
                await player.ask("ask_undo", table, seat=1)
                assert (await other.until("undo_asked"))["version"] == version
                await other.send("answer_undo", table, version=version, grant=False)
                await player.until("undo_declined", version=version)

    asyncio.run(play())


@pytest.mark.parametrize("grant", [True, False])
def test_bots_wait_while_a_move_is_being_asked_back(ala: Client, ola: Client, ela: Client, grant: bool) -> None:
    table = duck([ala, ola, ela])
    elsewhere = begun([ela], "duck", ["good"], first=0)

    async def play() -> None:
        async with following(table, ola, ala) as (player, other):
            await player.move(table)
            await player.move(table, take)
            await player.ask("ask_undo", table, seat=1)
            ela.post(f"/api/tables/{table}/leave").expect(200)  # a bot keeps the seat that is asked
            async with following(elsewhere, ela) as (waiting,):  # a bot that need not wait answers meanwhile
                await waiting.play_on(elsewhere, first, lambda watched: bool(moves_of(watched, 1)))
            await other.until("undo_asked")
            await other.send("answer_undo", table, version=3, grant=grant)
            step = await player.until("undone", "moved")
            if grant:
                assert (step["type"], step["version"]) == ("undone", 4)
            else:
                assert (step["type"], step["seat"]) == ("moved", 2)

    asyncio.run(play())


# Hints


def test_a_hint_comes_in_three_steps_from_one_thought(ala: Client, ola: Client) -> None:
    table = begun([ala, ola], "mahe", first=1)

    async def play() -> None:
        async with following(table, ola, ala) as (player, other):
            seat, question = player.tables[table].questions()[0]
            hints = [
                await player.ask("ask_hint", table, seat=seat, ask=question["ask"], step=step)
                for step in ("nudge", "reasons", "move")
            ]
            nudge, reasons, move = hints
            assert [hint["type"] for hint in hints] == ["hint"] * 3
            assert nudge["nudge"] == reasons["nudge"] == move["nudge"]
            assert (nudge["reasons"], nudge["move"], reasons["move"]) == (None, None, None)
            assert reasons["reasons"] == move["reasons"] != []
            assert move["move"] in question["moves"]
            assert not [message for message in await other.caught_up() if message["type"] == "hint"]
            trouble = await other.ask("ask_hint", table, seat=seat, ask=question["ask"], step="move")
            assert trouble["code"] == "forbidden"
            stale = await player.ask("ask_hint", table, seat=seat, ask=question["ask"] + 1, step="move")
            assert stale["type"] == "stale"

    asyncio.run(play())


def test_the_host_may_forbid_hints(ala: Client, ola: Client) -> None:
    table = begun([ala, ola], "mahe", first=1, hints=False)

    async def play() -> None:
        async with following(table, ola) as (player,):
            seat, question = player.tables[table].questions()[0]
            trouble = await player.ask("ask_hint", table, seat=seat, ask=question["ask"], step="nudge")
            assert (trouble["type"], trouble["code"]) == ("trouble", "forbidden")

    asyncio.run(play())


# Chat


def test_what_is_said_is_heard_by_everybody_and_kept(ala: Client, ola: Client, ela: Client) -> None:
    table = among_friends([ala, ola])

    async def talk() -> None:
        async with following(table, ala, ola) as (one, two):
            await one.ask("say", table, text="  hello \n there ")
            await two.ask("say_phrase", table, phrase="good_luck")
            for player in (one, two):
                await player.caught_up()
                said = [each["remark"] for each in player.heard if each["type"] == "remarked"]
                assert [(remark["person"]["name"], remark["text"], remark["phrase"]) for remark in said] == [
                    ("Ala", "hello there", None),
                    ("Ola", "", "good_luck"),
                ]
            invited(ala, table, ela)
            async with Player.connect(ela) as friend:
                assert (await friend.follow(table))["remarks"] == said

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"type": "say", "text": " \t "}, "nothing_said"),
        ({"type": "say", "text": ""}, "malformed"),
        ({"type": "say", "text": "x" * 301}, "malformed"),
        ({"type": "say", "text": "psst", "to": "nobody-at-all"}, "not_together"),
        ({"type": "say_phrase", "phrase": "you_lose"}, "malformed"),
    ],
)
def test_what_cannot_be_said_is_answered_with_a_sentence(ala: Client, ola: Client, fields: Message, code: str) -> None:
    table = among_friends([ala, ola])

    async def talk() -> None:
        async with following(table, ala) as (player,):
            await player.send_raw(json.dumps({**fields, "table": table}))
            trouble = await player.until("trouble")
            assert trouble["code"] == code
            assert trouble["sentence"].endswith(".")
            assert (await player.follow(table))["remarks"] == []

    asyncio.run(talk())


def test_a_private_word_reaches_one_person_alone(ala: Client, ola: Client, ela: Client) -> None:
    table = among_friends([ala, ola, ela])

    async def talk() -> None:
        async with following(table, ala, ola, ela) as (one, two, three):
            await one.ask("say", table, text="psst", to=person_of(ola))
            for player, hears in ((one, True), (two, True), (three, False)):
                await player.caught_up()
                assert [each["type"] for each in player.heard].count("remarked") == hears
                assert len((await player.follow(table))["remarks"]) == hears
                assert any(b"psst" in sent for sent in player.raw) == hears

    asyncio.run(talk())


def test_who_is_muted_is_not_heard_until_they_are_heard_again(ala: Client, ola: Client) -> None:
    table = among_friends([ala, ola])

    async def talk() -> None:
        async with following(table, ala, ola) as (one, two):
            ola.put(f"/api/me/muted/{person_of(ala)}").expect(200)
            await one.ask("say", table, text="noise")
            assert not [each for each in await two.caught_up() if each["type"] == "remarked"]
            assert (await two.follow(table))["remarks"] == []
            ola.delete(f"/api/me/muted/{person_of(ala)}").expect(200)
            await one.ask("say", table, text="music")
            assert (await two.until("remarked"))["remark"]["text"] == "music"

    asyncio.run(talk())


def test_who_speaks_too_fast_is_told_so(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(chat=SLOWLY)) as server:
        ala, ola = server.guest(), server.guest()
        table = among_friends([ala, ola])

        async def talk() -> list[str]:
            async with following(table, ala) as (player,):
                return [(await player.ask("say", table, text="hello")).get("code", "done") for _ in range(3)]

        assert asyncio.run(talk()) == ["done", "done", "too_many"]


def test_no_remark_is_lost_on_somebody_who_comes_in_that_moment(server: Running, ala: Client, ola: Client) -> None:
    table = among_friends([ala, ola])

    async def talk() -> None:
        async with following(table, ala, ola) as players:
            await play_some(table, players, 20, first)  # so that there is something to look up for who comes in
            speaker = players[0]
            for number in range(15):
                async with Player.connect(ola) as player:
                    with server.held():
                        await player.send("follow", table, after=0)
                        await speaker.send("say", table, text=f"remark {number}")
                    await speaker.until("remarked")
                    standpoint = await player.until("standpoint")
                    await player.caught_up()
                    live = [each["remark"]["text"] for each in player.heard if each["type"] == "remarked"]
                    told = [remark["text"] for remark in standpoint["remarks"]]
                    assert (told + live).count(f"remark {number}") == 1

    asyncio.run(talk())


# Clocks, and who is away


def test_past_the_clock_a_bot_keeps_the_seat_until_its_person_follows_again(tmp_path: Path) -> None:
    clock = Clock()
    with running_server(tmp_path, clock) as server:
        ala, ola = server.guest(), server.guest()
        table = begun([ala, ola], "mahe", first=1, clock=60)

        async def wait() -> None:
            async with following(table, ala) as (host,):
                assert host.tables[table].card["asked"] == [{"seat": 1, "due": clock.time + 60}]
                clock.time += 60
                kept = await host.until("changed")
                assert kept["card"]["seats"][1]["bot"] == "good"
                assert kept["card"]["seats"][1]["person"]["id"] == person_of(ola)
                assert (await host.until("moved"))["seat"] == 1
                async with following(table, ola) as (player,):
                    assert player.tables[table].card["seats"][1]["bot"] is None
                    back = await host.hear_until(lambda each: each["type"] == "changed")
                    assert back["card"]["seats"][1]["bot"] is None

        asyncio.run(wait())


def test_bots_wait_after_a_persons_move_and_where_they_are_alone_and_not_for_each_other(server: Running) -> None:
    ala = server.guest()
    table = begun([ala], "mahe", ["beginner", "beginner", "beginner"], first=1)
    for version in (1, 2, 3):  # bots move, one after another
        ala.get(f"/api/tables/{table}/position?after={version}&wait=20").expect(200)
    alone = made(ala, "mahe", seats=2, sit=False)
    for seat in range(2):
        ala.put(f"/api/tables/{alone}/seats/{seat}", {"who": "bot", "level": "beginner"}).expect(200)

    async def pauses(name: str) -> bool:
        return (await server.backend.lobby.room(name)).bots_pause

    assert not server.call(pauses(table))
    assert server.call(pauses(begun([ala], "mahe", ["beginner"], first=0)))
    assert server.call(pauses(alone))


def come_back_by_following(player: Player, table: str) -> Any:
    return player.follow(table)


def come_back_by_saying_so(player: Player, table: str) -> Any:
    return player.ask("return", table)


def come_back_by_playing(player: Player, table: str) -> Any:
    return player.move(table)


@pytest.mark.parametrize("come_back", [come_back_by_following, come_back_by_saying_so, come_back_by_playing])
def test_who_was_late_takes_the_seat_back_while_the_bot_still_thinks(tmp_path: Path, come_back: Any) -> None:
    clock = Clock()
    with running_server(tmp_path, clock, bot_pause=600.0) as server:
        ala, ola = server.guest(), server.guest()
        table = begun([ala, ola], "mahe", first=1, clock=60)

        async def wait() -> None:
            async with following(table, ala, ola) as (host, player):
                clock.time += 60
                for each in (host, player):
                    assert (await each.until("changed"))["card"]["seats"][1]["bot"] == "good"
                await come_back(player, table)
                back = await host.until("changed")
                assert back["card"]["seats"][1]["bot"] is None
                assert [asked["due"] for asked in back["card"]["asked"]] == [clock.time + 60]
                await player.caught_up()
                assert (await player.move(table))["seat"] == 1

        asyncio.run(wait())


def test_clocks_run_on_while_nobody_is_connected_and_no_server_runs(tmp_path: Path) -> None:
    clock = Clock()
    with running_server(tmp_path, clock) as server:
        ala, ola = server.guest(), server.guest()
        table = begun([ala, ola], "mahe", first=1, clock=86_400)
    clock.time += 86_400

    async def look(client: Client) -> None:
        async with following(table, client) as (host,):
            watched = host.tables[table]
            while watched.version < 3:
                await host.hear()
            assert watched.card["seats"][1]["bot"] == "good"

    with running_server(tmp_path, clock) as server:
        asyncio.run(look(server.again(ala)))


def slow_bot(ala: Client, _ola: Client) -> str:
    return begun([ala], "duck", ["beginner"], first=0)


def left_seat(ala: Client, ola: Client) -> str:
    table = duck([ala, ola])
    ola.post(f"/api/tables/{table}/leave").expect(200)
    return table


def emptied_seat(ala: Client, ola: Client) -> str:
    table = duck([ala, ola])
    ala.delete(f"/api/tables/{table}/people/{person_of(ola)}").expect(200)
    return table


@pytest.mark.parametrize("lay", [slow_bot, left_seat, emptied_seat])
def test_a_bot_that_was_asked_when_the_server_ended_answers_when_it_starts_again(tmp_path: Path, lay: Any) -> None:
    clock = Clock()  # it stands still: nothing comes later of itself
    with running_server(tmp_path, clock, bot_pause=600.0) as server:
        ala, ola = server.guest(), server.guest()
        table = lay(ala, ola)

    async def look(client: Client) -> None:
        async with following(table, client) as (host,):
            while host.tables[table].version < 2:
                await host.hear()

    with running_server(tmp_path, clock) as server:
        asyncio.run(look(server.again(ala)))


# Ship Ahoy's clock of its own


def test_a_shot_is_released_at_the_moment_it_says(tmp_path: Path) -> None:
    clock = Clock()
    shot = {"move": "shoot", "piece": 999, "x": 0.0, "y": 0.0, "heading": 0.0, "pull": 0.5}
    with running_server(tmp_path, clock) as server:
        ala, ola = server.guest(), server.guest()
        table = begun([ala, ola], "ship_ahoy", first=1)

        async def aim() -> None:
            async with following(table, ola, ala) as (player, other):
                seat, question = player.tables[table].questions()[0]

                async def answer(t_ms: int) -> str:
                    fields = {"seat": seat, "ask": question["ask"], "move": {**shot, "t_ms": t_ms}}
                    told = await player.ask("play", table, **fields)
                    found: str = told.get("code") or told["reason"]  # no such piece: the moment was right
                    return found

                assert await answer(251) == "wrong_moment"
                assert await answer(250) == "no_such_piece"
                assert (await other.ask("signal", table, seat=seat, ask=question["ask"]))["code"] == "forbidden"
                assert (await player.ask("signal", table, seat=seat, ask=question["ask"]))["type"] == "done"
                clock.time += 2
                for t_ms in (0, 1749, 2251, 5000):
                    assert await answer(t_ms) == "wrong_moment"
                for t_ms in (1750, 2000, 2250):
                    assert await answer(t_ms) == "no_such_piece"
                assert player.tables[table].version == 1

        asyncio.run(aim())
