"""What is written once for several onlookers is what each of them would be sent alone."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from laguna.core.sight import Question, Sight
from laguna.games import GAMES
from laguna.server.tables.match import Eye, Made, Match, question_of, seen
from laguna.server.tables.written_sights import SIGHTS, around_sights, written_sights
from laguna.server.wire.messages import Undone
from server.laid import gathered

MOVES = 40


def played(key: str, seats: int) -> Iterator[tuple[Match, Made]]:
    """A game under way, after each of its first moves."""
    game, rng = GAMES[key], random.Random(seats)
    file = gathered("table", key, [f"person{seat}" for seat in range(seats)], rng)
    match, _, _ = Match.begin(game, file, 0.0)
    for _ in range(MOVES):
        asks = game.asks(match.table)
        if not asks:
            return
        ask = rng.choice(asks)
        made = match.play(ask.seat, ask.number, rng.choice(ask.moves), 1.0, None)
        match.accept(made)
        yield match, made


def sights_alone(match: Match, made: Made, eyes: list[Eye]) -> dict[Eye, Sight]:
    """What these eyes see, by the game's own words."""
    questions: dict[Eye, Question] = {seat: question_of(ask) for seat, ask in made.asks.items()}
    return {
        eye: Sight(eye, seen(made.events, eye), match.game.view(match.table, eye), questions.get(eye)) for eye in eyes
    }


@pytest.mark.parametrize("key", GAMES)
def test_sights_written_together_say_what_each_says_alone(key: str) -> None:
    seats = GAMES[key].seats[-1]
    eyes: list[Eye] = [*range(seats), None]
    steps = 0
    for match, made in played(key, seats):
        written = written_sights(match, eyes, made.events, made.asks)
        for eye, sight in sights_alone(match, made, eyes).items():
            assert msgspec.json.decode(written[eye]) == msgspec.json.decode(msgspec.json.encode(sight))
        steps += 1
    assert steps == MOVES


def test_a_message_holds_sights_where_they_belong() -> None:
    message = Undone(table="abcdefgh12345678", version=3, seat=0, asked=(), sights=SIGHTS)
    before, after = around_sights(msgspec.json.encode(message))
    told = msgspec.json.decode(before + b'{"seat":1},{"seat":2}' + after)
    assert told["sights"] == [{"seat": 1}, {"seat": 2}]
    assert told["version"] == message.version
