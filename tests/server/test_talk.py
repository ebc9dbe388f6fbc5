"""What people may say to whom: words by invitation, quick phrases for strangers, mutes that nobody hears of."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from msgspec.structs import replace

from laguna.server.tables import seating
from server.laid import gathered as table_of
from server.player import Message, Player, following
from server.serving import Client
from server.tables import begun, gathered, invited, made, person_of


def remarks(heard: list[Message]) -> list[tuple[str, str]]:
    """What was said, and by whom."""
    told = [message["remark"] for message in heard if message["type"] == "remarked"]
    return [(remark["person"]["name"], remark["phrase"] or remark["text"]) for remark in told]


async def all_heard(*players: Player) -> list[list[tuple[str, str]]]:
    for player in players:
        await player.caught_up()
    return [remarks(player.heard) for player in players]


# Open tables


def test_strangers_at_an_open_table_sitting_or_looking_on_have_quick_phrases_alone(
    ala: Client, ola: Client, ela: Client
) -> None:
    table = begun([ala, ola])

    async def talk() -> None:
        async with following(table, ala, ola, ela) as (host, stranger, spectator):
            for who in (stranger, spectator):
                refused = await who.ask("say", table, text="psst, kid")
                assert (refused["type"], refused["code"]) == ("trouble", "phrases_only")
                assert refused["sentence"].endswith("Choose a quick phrase.")
                assert (await who.ask("say_phrase", table, phrase="hello"))["type"] == "done"
            phrases = [("Ola", "hello"), ("Ela", "hello")]
            assert await all_heard(host, stranger, spectator) == [phrases] * 3

    asyncio.run(talk())


def test_words_at_an_open_table_are_among_the_invited_and_strangers_read_none_of_them(
    ala: Client, ola: Client, ela: Client
) -> None:
    table = begun([ala, ola])
    invited(ala, table, ela)

    async def talk() -> None:
        async with following(table, ala, ola, ela) as (host, stranger, friend):
            await host.ask("say", table, text="our secret word")
            await friend.ask("say", table, text="another one")
            words = [("Ala", "our secret word"), ("Ela", "another one")]
            assert await all_heard(host, stranger, friend) == [words, [], words]
            assert (await stranger.follow(table))["remarks"] == []
            assert [remark["text"] for remark in (await friend.follow(table))["remarks"]] == [w for _, w in words]
            assert not any(b"secret word" in sent for sent in stranger.raw)

    asyncio.run(talk())


def test_at_a_table_by_invitation_everybody_has_words(ala: Client, ola: Client, ela: Client) -> None:
    table = made(ala, seats=2)
    invited(ala, table, ola, ela)
    ola.put(f"/api/tables/{table}/seats/1", {"who": "me"}).expect(200)

    async def talk() -> None:
        async with following(table, ala, ola, ela) as players:
            for player in players:
                assert (await player.ask("say", table, text="ahoj"))["type"] == "done"
            assert await all_heard(*players) == [[("Ala", "ahoj"), ("Ola", "ahoj"), ("Ela", "ahoj")]] * 3

    asyncio.run(talk())


def test_everybody_is_told_what_they_may_say_and_whenever_that_changes(ala: Client, ola: Client) -> None:
    table = gathered([ala, ola])

    async def talk() -> None:
        async with Player.connect(ala) as host, Player.connect(ola) as stranger:
            assert (await host.follow(table))["words"] is True
            assert (await stranger.follow(table))["words"] is False
            await asyncio.to_thread(invited, ala, table, ola)
            assert (await stranger.until("talk")) == {"type": "talk", "table": table, "words": True}
            assert (await stranger.ask("say", table, text="now I may"))["type"] == "done"
            await host.caught_up()
            assert "talk" not in [message["type"] for message in host.heard]

    asyncio.run(talk())


def test_a_table_that_is_opened_to_everybody_or_closed_to_strangers_says_what_may_be_said(
    ala: Client, ola: Client
) -> None:
    table = gathered([ala, ola])

    async def talk() -> None:
        async with following(table, ala, ola) as (_, player):
            for is_open in (False, True):
                ala.patch(f"/api/tables/{table}", {"open": is_open}).expect(200)
                assert (await player.until("talk"))["words"] is not is_open
            assert (await player.ask("say", table, text="hello"))["code"] == "phrases_only"

    asyncio.run(talk())


def test_a_stranger_makes_no_invitation_to_an_open_table_for_whoever_is_no_stranger_then(
    ala: Client, ola: Client
) -> None:
    table = gathered([ala, ola])
    ola.post(f"/api/tables/{table}/invite").problem(403, "forbidden")
    ala.patch(f"/api/tables/{table}", {"open": False}).expect(200)
    ola.post(f"/api/tables/{table}/invite").expect(201)


def test_a_stranger_who_becomes_the_host_gets_no_words_with_the_guests_of_the_host_before(
    ala: Client, ola: Client, ela: Client
) -> None:
    table = gathered([ala, ola], seats=3)
    invited(ala, table, ela)
    ala.post(f"/api/tables/{table}/leave").expect(200)

    async def talk() -> None:
        async with following(table, ola, ela) as (host, guest):
            await host.ask("say", table, text="psst, kid")
            assert await all_heard(guest) == [[]]
            assert (await guest.ask("say", table, text="hello"))["code"] == "phrases_only"

    asyncio.run(talk())


def test_a_host_who_leaves_gives_the_table_to_somebody_invited_rather_than_to_a_stranger(
    ala: Client, ola: Client, ela: Client
) -> None:
    table = gathered([ala, ola, ela])
    invited(ala, table, ela)
    left = ala.post(f"/api/tables/{table}/leave").expect(200)
    assert left["host"]["id"] == person_of(ela)


@pytest.mark.parametrize(("who", "guests"), [("ala", ("ala", "ela")), ("ela", ("ala", "ela")), ("ola", ())])
def test_after_a_rematch_only_whom_one_of_the_invited_asked_is_no_stranger(who: str, guests: tuple[str, ...]) -> None:
    file = replace(table_of("t", "duck", ["ala", "ola", "ela"], Random(0)), state="over", guests=("ela",))
    again = seating.again(file, "again", who, 1.0)
    assert again.guests == guests
    assert [person for person in file.people if again.invited(person)] == (list(guests) or [who])


# In private


def test_in_private_one_speaks_only_with_whom_one_sits_with(ala: Client, ola: Client, ela: Client) -> None:
    table = begun([ala, ola])
    invited(ala, table, ola, ela)

    async def talk() -> None:
        async with following(table, ala, ola, ela) as (host, player, spectator):
            cases = ((spectator, ala), (spectator, ela), (host, ela), (player, ela))
            for kind, said in (("say", {"text": "psst"}), ("say_phrase", {"phrase": "oops"})):
                for speaker, to in cases:
                    refused = await speaker.ask(kind, table, to=person_of(to), **said)
                    assert refused["code"] == "not_together"
                assert (await host.ask(kind, table, to=person_of(ola), **said))["type"] == "done"
            private = [("Ala", "psst"), ("Ala", "oops")]
            assert await all_heard(host, player, spectator) == [private, private, []]

    asyncio.run(talk())


def test_strangers_who_sit_together_have_phrases_in_private_and_no_words(ala: Client, ola: Client) -> None:
    table = begun([ala, ola])

    async def talk() -> None:
        async with following(table, ala, ola) as (host, stranger):
            for speaker, to in ((host, ola), (stranger, ala)):
                refused = await speaker.ask("say", table, text="psst", to=person_of(to))
                assert refused["code"] == "phrases_only"
                assert (await speaker.ask("say_phrase", table, phrase="thanks", to=person_of(to)))["type"] == "done"
            assert len((await all_heard(host))[0]) == 2

    asyncio.run(talk())


# Muting


async def spoken(player: Player, table: str, to: str) -> list[Message]:
    """Say all that can be said; whatever is heard then, but for numbers, times and names."""
    await player.caught_up()
    known = len(player.heard)
    await player.ask("say", table, text="noise")
    await player.ask("say_phrase", table, phrase="hello")
    await player.ask("say", table, text="psst", to=to)
    await player.caught_up()
    return [_without(message, "id", "number", "at", "person") for message in player.heard[known:]]


def _without(message: Message, *names: str) -> Message:
    return {
        name: _without(value, *names) if isinstance(value, dict) else value
        for name, value in message.items()
        if name not in names
    }


@pytest.mark.parametrize("state", ["gathering", "playing"])
def test_whom_somebody_mutes_hears_nothing_that_they_would_not_hear_anyway(
    ala: Client, ola: Client, ela: Client, state: str
) -> None:
    """Ola is muted by Ala, Ela by nobody: both hear and are answered the same, and see the same table."""
    table = (gathered if state == "gathering" else begun)([ala, ola, ela])
    invited(ala, table, ola, ela)
    her, to = person_of(ola), person_of(ala)

    async def talk() -> None:
        async with following(table, ala, ola, ela) as (deaf, muted, control):
            await muted.caught_up()
            ala.put(f"/api/me/muted/{her}").expect(200)
            assert await muted.caught_up() == []
            assert await spoken(muted, table, to) == await spoken(control, table, to)
            await muted.caught_up()
            ala.delete(f"/api/me/muted/{her}").expect(200)
            assert await muted.caught_up() == []
            stand = [await player.follow(table) for player in (muted, control)]
            assert [stand[0][name] for name in ("card", "words")] == [stand[1][name] for name in ("card", "words")]
            assert (await all_heard(deaf)) == [[("Ela", "noise"), ("Ela", "hello"), ("Ela", "psst")]]

    asyncio.run(talk())


def test_only_another_name_or_colour_is_told_at_the_table(ala: Client, ola: Client) -> None:
    table = gathered([ala, ola])

    async def watch() -> None:
        async with following(table, ola) as (player,):
            await player.caught_up()
            ala.patch("/api/me", {"name": "Ala"}).expect(200)
            assert await player.caught_up() == []
            ala.patch("/api/me", {"name": "Alicja"}).expect(200)
            assert (await player.until("changed"))["card"]["seats"][0]["person"]["name"] == "Alicja"

    asyncio.run(watch())
