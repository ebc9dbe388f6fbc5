"""The contract is strict: a seat that does not exist opens no door, whoever asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from laguna.bots.hints import hint
from laguna.bots.levels import bot_of
from laguna.core.bot import Answer, Thought, knowledge
from laguna.core.game import Ask, Event, NoSuchSeat, NotAsked, SecretEvent, Table
from laguna.core.luck import SeededLuck
from laguna.core.record import BadRecord, Recorder, parse, replay
from laguna.games import GAMES

TABLES = [pytest.param(key, seats, id=f"{key}-{seats}") for key, game in GAMES.items() for seats in game.seats]
every_table = pytest.mark.parametrize(("key", "seats"), TABLES)

NO_SEATS = (-1, -2, 99, 10**30, True, False, 0.0, 1.0, "0", [0], (0,), {})


def started(key: str, seats: int) -> tuple[Table, list[Event]]:
    return GAMES[key].start(seats, GAMES[key].options(), SeededLuck(1))


def asked(key: str, table: Table) -> Ask:
    return GAMES[key].asks(table)[0]


def doors(key: str, table: Table) -> dict[str, Callable[[Any], object]]:
    """Whatever takes a seat: what it is called, and how it is called."""
    game, luck = GAMES[key], SeededLuck(2)
    ask = asked(key, table)
    return {
        "view": lambda seat: game.view(table, seat),
        "views_for": lambda seat: game.views_for(table, (None, 0, seat)),
        "refusal": lambda seat: game.refusal(table, seat, ask.number, ask.moves[0]),
        "play": lambda seat: game.play(table, seat, ask.number, ask.moves[0], luck),
        "random_move": lambda seat: game.random_move(table, seat, luck),
        "imagine": lambda seat: game.imagine(table, seat, luck),
        "knowledge": lambda seat: knowledge(game, table, seat, 3),
        "question_number": table.question_number,
        "bot": lambda seat: bot_of(key, "beginner").answer(table, seat, 4),
        "hint": lambda seat: hint(key, table, seat, Thought((), 0, 0.0)),
    }


@every_table
def test_a_seat_that_does_not_exist_is_answered_in_a_sentence_at_every_door(key: str, seats: int):
    table, _ = started(key, seats)
    before = GAMES[key].view(table, 0)
    for name, door in doors(key, table).items():
        for seat in (*NO_SEATS, seats):
            with pytest.raises(NoSuchSeat, match=f"seats are 0 to {seats - 1}, and None is") as raised:
                door(seat)
            assert repr(seat) in str(raised.value), name
    assert GAMES[key].view(table, 0) == before
    assert table.played == 0


@every_table
def test_every_seat_and_a_spectator_may_look_and_know(key: str, seats: int):
    game = GAMES[key]
    table, _ = started(key, seats)
    views = game.views_for(table, (None, *range(seats)))
    assert views == [game.view(table, eye) for eye in (None, *range(seats))]
    for eye in (None, *range(seats)):
        assert game.view(game.imagine(table, eye, SeededLuck(5)), eye) == game.view(table, eye)


@every_table
def test_who_is_not_asked_has_no_move_to_choose(key: str, seats: int):
    table, _ = started(key, seats)
    waiting = [seat for seat in range(seats) if table.question_number(seat) is None]
    assert waiting or key == "animals_on_board", "in Animals on Board all choose at the same time (A4)"
    choosing = doors(key, table)
    for seat in waiting:
        for name in ("random_move", "bot", "hint"):
            with pytest.raises(NotAsked, match=f"Seat {seat} is not asked anything now"):
                choosing[name](seat)


@every_table
def test_a_seat_that_is_asked_has_the_number_of_its_ask(key: str, seats: int):
    table, _ = started(key, seats)
    numbers = {ask.seat: ask.number for ask in GAMES[key].asks(table)}
    assert numbers == {seat: number for seat in range(seats) if (number := table.question_number(seat)) is not None}


def events_of(key: str) -> list[type[Event]]:
    return list(getattr(GAMES[key].events, "__args__", (GAMES[key].events,)))


@every_table
def test_an_event_is_shown_to_no_seat_that_cannot_be(key: str, seats: int):
    _, events = started(key, seats)
    for event in events:
        for seat in NO_SEATS:
            if type(seat) is int and seat >= 0:
                assert event.seen_by(seat) == event.seen_by(None), "beyond the table one sees what everybody sees"
            else:
                with pytest.raises(NoSuchSeat, match="seats are whole numbers from 0 on"):
                    event.seen_by(seat)


@pytest.mark.parametrize("key", GAMES)
def test_what_an_event_keeps_secret_is_one_of_its_parts_and_may_be_left_out(key: str):
    for kind in events_of(key):
        if issubclass(kind, SecretEvent):
            optional = {field.name for field in msgspec.inspect.type_info(kind).fields if _may_be_none(field.type)}
            assert set(kind.secret) == optional, kind
        else:
            assert "seen_by" not in kind.__dict__, "what is secret is declared"


def _may_be_none(kind: msgspec.inspect.Type) -> bool:
    return isinstance(kind, msgspec.inspect.UnionType) and kind.includes_none


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seat", [-1, 99])
def test_a_record_with_a_move_of_nobody_names_the_line(key: str, seat: int):
    game = GAMES[key]
    recorder = Recorder(game, game.seats[0], game.options(), SeededLuck(1))
    ask = asked(key, recorder.table)
    recorder.play(ask.seat, ask.number, ask.moves[0])
    record = next(parse(recorder.close(), "a record"))
    forged = msgspec.structs.replace(record, moves=(msgspec.structs.replace(record.moves[0], seat=seat),))
    with pytest.raises(BadRecord, match=f"Line 2: There is no seat {seat}: seats are 0 to {game.seats[0] - 1}"):
        list(replay(forged, GAMES))


def test_a_bot_still_answers_for_a_seat_that_is_asked():
    for key, game in GAMES.items():
        table, _ = started(key, game.seats[0])
        seat = asked(key, table).seat
        assert isinstance(bot_of(key, "beginner").answer(table, seat, 4), Answer)
