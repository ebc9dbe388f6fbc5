"""Whatever is sent over a socket, the server answers or closes it properly, stumbles over nothing, and plays on."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from laguna.core.game import snake
from laguna.games import GAMES
from laguna.server.http.quick_socket import QuickSocket
from laguna.server.http.socket import CLOSE_POLICY_VIOLATION, MAX_OFFENCES
from laguna.server.people.hub import CLOSE_TOO_SLOW
from laguna.server.settings import Limits, Rate
from laguna.server.wire.messages import FromClient, Phrase
from server.player import Message, Player, at_random
from server.serving import Client, Running, running_server, tight
from server.tables import begun, invited, person_of

many = settings(max_examples=80)
LONGEST = Limits().message_bytes
LAST = 2_000_000_000
"""The number of a message that is surely answered: all before it have been by then."""
PROTOCOL_ERROR, NOT_TEXT, TOO_LONG = 1002, 1007, 1009


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running_server(tmp_path_factory.mktemp("fuzzed")) as running:
        yield running


@pytest.fixture(scope="module")
def people(fuzzed: Running) -> list[Client]:
    return [fuzzed.guest("Ala"), fuzzed.guest("Ola")]


@pytest.fixture(scope="module")
def tables(people: list[Client]) -> list[str]:
    """A table of each game, under way."""
    return [begun(people, game, hints=False) for game in GAMES]


@pytest.fixture(autouse=True)
def _nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing that is sent makes the server complain in its log; of text that is none, uvicorn itself does."""
    caplog.set_level(logging.WARNING)
    yield
    told = [record.getMessage() for record in caplog.get_records("call")]
    assert not [each for each in told if "UTF-8" not in each]


async def sent(client: Client, messages: Sequence[str | bytes]) -> tuple[list[Message], int | None]:
    """Send these on a socket of their own: what is answered, and the code if the socket was closed."""
    async with Player.connect(client) as player:
        try:
            for message in messages:
                await player.send_raw(message)
            await player.send_raw(json.dumps({"type": "unfollow", "table": "no-such-table", "id": LAST}))
            await player.hear_until(lambda answer: answer.get("id") == LAST)
        except ConnectionClosed:
            return player.heard, player._socket.close_code
    return player.heard, None


def check_answered(client: Client, messages: Sequence[str | bytes]) -> list[Message]:
    """Send these: the socket must stay open, every answer be one of ours, and nothing stumble."""
    answers, code = asyncio.run(sent(client, messages))
    assert code is None
    assert "stumbled" not in {answer.get("code") for answer in answers}
    return answers


def check_plays_on(people: list[Client]) -> None:
    """A whole game, as if nothing had happened."""

    async def played() -> None:
        table = begun(people, "animals_on_board")
        async with Player.connect(people[0]) as one, Player.connect(people[1]) as other:
            for player in (one, other):
                await player.follow(table)
            await asyncio.gather(*(player.play_on(table, at_random(Random(1))) for player in (one, other)))

    asyncio.run(played())


# What might be sent

numbers = st.one_of(st.integers(-3, 20), st.integers(-(10**40), 10**40), st.floats(allow_nan=False))
words = st.one_of(
    st.text(max_size=20),
    st.sampled_from(["", "\0", "__proto__", "../..", "' OR 1=1 --", "<script>", "\u202e", "x" * 400]),
)
plain = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, words),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(words, inner, max_size=4)),
    max_leaves=8,
)
typed_moves = st.one_of(
    *(st.from_type(kind) for game in GAMES.values() for kind in get_args(game.moves) or (game.moves,))
).map(msgspec.to_builtins)
KINDS = [snake(each.__name__) for each in get_args(FromClient)]
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "seat": st.integers(0, 2),
    "ask": st.integers(0, 3),
    "move": typed_moves,
    "after": st.integers(0, 9),
    "version": st.integers(0, 9),
    "grant": st.booleans(),
    "step": st.sampled_from(["nudge", "reasons", "move"]),
    "text": words,
    "to": words,
    "phrase": st.sampled_from(get_args(Phrase)),
    "id": st.integers(0, 99),
}
FIELDS = {snake(each.__name__): tuple(each.__struct_fields__) for each in get_args(FromClient)}


@st.composite
def almost(draw: st.DrawFn, tables: list[str]) -> str:
    """A message, or nearly one: now and then something in it is missing, wrong or too much."""
    kind = draw(st.sampled_from(KINDS))
    message: Message = {"type": kind}
    for name in FIELDS[kind]:
        likely = st.sampled_from([*tables, "no-such-table"]) if name == "table" else LIKELY[name]
        value = draw(st.one_of(likely, likely, likely, plain, st.just(...)))
        if value is not ...:
            message[name] = value
    if draw(st.integers(0, 9)) == 0:
        message[draw(words)] = draw(plain)
    return json.dumps(message)


def test_what_is_no_message_is_answered_so(people: list[Client]):
    @many
    @given(st.lists(st.one_of(st.text(), st.binary(), plain.map(json.dumps)), max_size=8))
    def checked(messages: list[str | bytes]) -> None:
        answers = check_answered(people[0], messages)
        assert [answer["code"] for answer in answers[:-1]] == ["malformed"] * len(messages)

    checked()
    check_plays_on(people)


def test_what_is_nearly_a_message_is_answered_by_one_of_ours(people: list[Client], tables: list[str]):
    follow = [json.dumps({"type": "follow", "table": table}) for table in tables]

    @many
    @given(st.lists(almost(tables), max_size=12))
    def checked(messages: list[str]) -> None:
        check_answered(people[0], [*follow, *messages])

    checked()
    check_plays_on(people)


def open_question(client: Client, table: str) -> int:
    """The number of what somebody is asked there; 0: they are not."""
    (sight,) = client.get(f"/api/tables/{table}/position").expect(200)["sights"]
    return 0 if sight["question"] is None else int(sight["question"]["ask"])


def test_moves_of_the_right_form_and_any_values_are_made_or_refused(people: list[Client], tables: list[str]):
    follow = [json.dumps({"type": "follow", "table": table}) for table in tables]

    @many
    @given(st.lists(st.tuples(st.sampled_from(tables), typed_moves), min_size=1, max_size=12))
    def checked(wanted: list[tuple[str, Message]]) -> None:
        for seat, client in enumerate(people):
            asks = {table: open_question(client, table) for table, _ in wanted}
            plays = [
                json.dumps({"type": "play", "table": table, "seat": seat, "ask": asks[table], "move": move})
                for table, move in wanted
            ]
            check_answered(client, [*follow, *plays])

    checked()
    check_plays_on(people)


def test_messages_in_any_order_and_any_number_of_times_leave_a_whole_game(people: list[Client]):
    table = begun(people, "animals_on_board", hints=False)

    def script(client: Client, seat: int) -> list[str]:
        """All that may be said now, by itself sensible."""
        (sight,) = client.get(f"/api/tables/{table}/position").expect(200)["sights"]
        question = sight["question"] or {"ask": 1, "moves": [{"move": "pass"}]}
        play = {"type": "play", "seat": seat, "ask": question["ask"]}
        version = client.get(f"/api/tables/{table}/position").json["version"]
        said: list[Message] = [
            {"type": "follow", "after": 0},
            *({**play, "move": move} for move in question["moves"][:3]),
            {**play, "ask": question["ask"] + 1, "move": question["moves"][0]},
            {"type": "follow", "after": 10**9},
            {"type": "unfollow"},
            {"type": "ask_undo", "seat": seat},
            {"type": "answer_undo", "version": version, "grant": True},
            {"type": "answer_undo", "version": version + 1, "grant": False},
            {"type": "signal", "seat": seat, "ask": question["ask"]},
            {"type": "return"},
            {"type": "say_phrase", "phrase": "oops"},
        ]
        return [json.dumps({**each, "table": table}) for each in said]

    @many
    @given(st.integers(0, 1), st.lists(st.integers(0, 12), max_size=12))
    def checked(seat: int, order: list[int]) -> None:
        said = script(people[seat], seat)
        check_answered(people[seat], [said[0], *(said[each % len(said)] for each in order)])

    checked()
    check_log(people[0], table)
    check_plays_on(people)


def check_log(client: Client, table: str) -> None:
    """Every version of a table is there once."""
    (standpoint, *_), _ = asyncio.run(sent(client, [json.dumps({"type": "follow", "table": table, "after": 0})]))
    assert [each["version"] for each in standpoint["missed"]] == list(range(1, standpoint["version"] + 1))


def test_what_is_said_plays_no_tricks_on_the_eye(people: list[Client], tables: list[str]):
    said = {
        "a\u202eb\u0000c\u200b\u2066d": "abcd",
        " two\n\tlines\u2028and more ": "two lines and more",
        "\U0001f468\u200d\U0001f467": "\U0001f468\u200d\U0001f467",
        "<script>alert('ż')</script>": "<script>alert('ż')</script>",
    }
    talk = [json.dumps({"type": "say", "table": tables[0], "text": text}) for text in (*said, "\u202e\u2066")]
    answers = check_answered(people[0], [json.dumps({"type": "follow", "table": tables[0]}), *talk])
    assert [answer["remark"]["text"] for answer in answers if answer["type"] == "remarked"] == [*said.values()]
    assert answers[-2]["code"] == "nothing_said"


# What is too much


@pytest.mark.parametrize(
    "message",
    ["[" * LONGEST, '{"a":' * (LONGEST // 5), '{"type":"play","table":"no-such-table","move":' + "[" * 9000, '"' * 99],
    ids=["lists", "objects", "a move", "quotes"],
)
def test_what_is_nested_too_deeply_is_malformed(people: list[Client], message: str):
    (answer, _) = check_answered(people[0], [message])
    assert answer["code"] == "malformed"


def test_a_deeply_nested_move_is_no_move(people: list[Client], tables: list[str]):
    nested = '{"move":' * 1800 + "0" + "}" * 1800
    play = (
        f'{{"type":"play","table":"{tables[0]}","seat":0,"ask":{open_question(people[0], tables[0])},"move":{nested}}}'
    )
    answers = check_answered(people[0], [json.dumps({"type": "follow", "table": tables[0]}), play])
    assert answers[-2]["type"] in ("refused", "stale", "trouble", "standpoint")


def test_a_message_that_is_too_long_closes_the_socket(people: list[Client]):
    answers, code = asyncio.run(sent(people[0], [" " * (LONGEST + 1)]))
    assert (answers, code) == ([], TOO_LONG)
    assert len(check_answered(people[0], [" " * LONGEST])) == 2
    check_plays_on(people)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\x81\x82\0\0\0\0\xff\xfe", NOT_TEXT),
        (b"\x83\x80\0\0\0\0", PROTOCOL_ERROR),
        (b"\xf1\x80\0\0\0\0", PROTOCOL_ERROR),
        (b"\x81\x00", PROTOCOL_ERROR),
        (b"\x80\x80\0\0\0\0", PROTOCOL_ERROR),
        (b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", TOO_LONG),
        (b"GET / HTTP/1.1\r\n\r\n", PROTOCOL_ERROR),
    ],
    ids=["no UTF-8", "unknown opcode", "reserved bits", "not masked", "nothing to continue", "huge", "HTTP"],
)
def test_a_frame_against_the_protocol_closes_the_socket(people: list[Client], frame: bytes, code: int):
    async def tried() -> int | None:
        async with Player.connect(people[0]) as player:
            player._socket.transport.write(frame)
            with suppress(ConnectionClosed):
                await player.hear()
            return player._socket.close_code

    assert asyncio.run(tried()) == code


def test_who_sends_too_fast_is_told_so_and_in_the_end_shown_the_door(tmp_path: Path):
    with running_server(tmp_path, limits=tight(messages=Rate(0.001, 5))) as server:
        hasty, other = server.guest("Ala"), server.guest("Ola")
        return_ = json.dumps({"type": "return", "table": "no-such-table"})
        answers, code = asyncio.run(sent(hasty, [return_] * (MAX_OFFENCES + 20)))
        codes = [answer["code"] for answer in answers]
        assert codes == ["not_following"] * 5 + ["too_many"] * MAX_OFFENCES
        assert code == CLOSE_POLICY_VIOLATION
        assert asyncio.run(sent(other, []))[1] is None


def test_who_only_sends_what_cannot_be_read_is_shown_the_door(people: list[Client]):
    answers, code = asyncio.run(sent(people[0], ["?"] * (MAX_OFFENCES + 20)))
    assert [answer["code"] for answer in answers] == ["malformed"] * MAX_OFFENCES
    assert code == CLOSE_POLICY_VIOLATION


def test_who_does_not_read_is_cut_off_and_heard_no_more_while_others_play_on(people: list[Client], fuzzed: Running):
    """Much is told to somebody who takes nothing of it: that is thrown away, and the table forgets them."""
    table = begun(people, "animals_on_board")
    slow = fuzzed.guest("Obcy")
    invited(people[0], table, slow)
    who = person_of(slow)

    async def tried() -> None:
        async with Player.connect(people[0]) as one, Player.connect(people[1]) as other, Player.connect(slow) as lazy:
            for player in (one, other):
                await player.follow(table)
            for _ in range(50):
                await one.ask("say", table, text="ż" * 300)
            await lazy.follow(table)
            await one.until("presence")
            while who in (await asyncio.to_thread(online)):
                for _ in range(50):
                    await lazy.send("follow", table)
            await lazy.send("say", table, text="I am still here")
            await asyncio.gather(*(player.play_on(table, at_random(Random(2))) for player in (one, other)))
            assert "I am still here" not in str(one.heard)
            with suppress(ConnectionClosed):
                while True:
                    await lazy.hear()
            assert lazy._socket.close_code == CLOSE_TOO_SLOW

    def online() -> tuple[str, ...]:
        room = fuzzed.call(fuzzed.backend.lobby.room(table))
        return room._audience.online

    asyncio.run(tried())
    check_plays_on(people)


def test_answers_to_pings_do_not_pile_up_for_who_does_not_read(people: list[Client], tables: list[str]):
    ping = b"\x89\xfd" + bytes(4) + bytes(125)

    async def tried() -> None:
        async with Player.connect(people[0]) as lazy, Player.connect(people[1]) as other:
            for player in (lazy, other):
                await player.follow(tables[0])
            lazy._socket.transport.pause_reading()
            for _ in range(100):
                lazy._socket.transport.write(ping * 1000)
            await lazy.send("say_phrase", tables[0], phrase="hello")
            await other.until("remarked")
            unsent = [each._transport.underlying_transport.get_write_buffer_size() for each in open_sockets()]
            assert max(unsent) < 1 << 20
            lazy._socket.transport.resume_reading()

    asyncio.run(tried())


def open_sockets() -> list[QuickSocket]:
    """The server's ends of all sockets."""
    return [each for each in gc.get_objects() if type(each) is QuickSocket and each._open]
