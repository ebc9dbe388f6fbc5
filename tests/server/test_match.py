"""A match takes an answer by the number of its question, also where moves were taken back."""

from __future__ import annotations

import pytest

from laguna.core.game import Refused
from laguna.core.luck import SecretLuck
from laguna.games import GAMES
from laguna.games.animals_on_board.game import Keep
from laguna.server.tables.game_log import UndoneEntry
from laguna.server.tables.match import Match
from laguna.server.tables.table_file import Seat, TableFile

ANIMALS, AT = GAMES["animals_on_board"], 1_000.0


def begun() -> Match:
    """A table of four at which everybody chooses the first animal (A4): no answer draws luck."""
    luck = SecretLuck(bytes(32))
    file = TableFile(
        id="table",
        game=ANIMALS.key,
        options={},
        seats=tuple(Seat(person=name) for name in ("ala", "bob", "cela", "dan")),
        host="ala",
        secret=luck.seed.hex(),
        commitment=luck.commitment,
        created=AT,
        started=AT,
        state="playing",
    )
    return Match.begin(ANIMALS, file, AT)[0]


def first(match: Match, seat: int) -> Keep:
    return next(ask.moves[0] for ask in ANIMALS.asks(match.table) if ask.seat == seat)


def test_an_answer_to_another_question_is_refused_by_the_match_itself():
    match = begun()
    for ask in (-1, 1, 2):
        with pytest.raises(Refused, match="A4: stale"):
            match.play(0, ask, first(match, 0), AT, None)
    assert match.table.played == 0
    assert match.play(0, 0, first(match, 0), AT, None).entry.line.seat == 0


def test_a_question_put_again_after_a_move_was_taken_back_has_a_new_number():
    match = begun()
    before = match.table.copy()
    match.accept(match.play(1, 0, first(match, 1), AT, None))
    match.take_back(before, match.taken_back(before, AT), UndoneEntry(AT, 1))
    assert match.position.question_number(1) == 2
    with pytest.raises(Refused, match="A4: stale"):
        match.play(1, 0, first(match, 1), AT, None)
    assert match.play(1, 2, first(match, 1), AT, None).position.version == 4
