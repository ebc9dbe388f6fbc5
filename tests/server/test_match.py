"""A match takes an answer by the number of its question, also where moves were taken back."""

from __future__ import annotations

import pytest

from laguna.core.game import Refused
from laguna.core.luck import SecretLuck, SeededLuck
from laguna.games import GAMES
from laguna.games.animals_on_board.game import Keep
from laguna.server.tables.game_log import UndoneEntry, encoded
from laguna.server.tables.match import Match
from laguna.server.tables.table_file import Seat, TableFile

SOMETIMES_WITHOUT_LUCK = ("animals_on_board", "duck", "kuna_yala")
"""Games in which some moves draw luck and some do not."""
ANIMALS, AT = GAMES["animals_on_board"], 1_000.0


def file_of(game: str) -> TableFile:
    """A table of four people."""
    luck = SecretLuck(bytes(32))
    return TableFile(
        id="table",
        game=game,
        options={},
        seats=tuple(Seat(person=name) for name in ("ala", "bob", "cela", "dan")),
        host="ala",
        secret=luck.seed.hex(),
        commitment=luck.commitment,
        created=AT,
        started=AT,
        state="playing",
    )


def begun() -> Match:
    """A table of four at which everybody chooses the first animal (A4): no answer draws luck."""
    return Match.begin(ANIMALS, file_of(ANIMALS.key), AT)[0]


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


@pytest.mark.parametrize("key", SOMETIMES_WITHOUT_LUCK)
def test_the_table_before_a_persons_move_without_luck_is_kept_as_the_log_tells_it(key: str):
    game, file, players = GAMES[key], file_of(key), SeededLuck(3)
    match, header, _ = Match.begin(game, file, AT)
    match.keeps_before = True
    lines, kept = [encoded(header)], 0
    for _ in range(40):
        seat, ask = next(iter(match.position.numbers.items()))
        move = game.read_move(game.random_move(match.table, seat, players))
        made = match.play(seat, ask, move, AT, None)
        assert match.before is not made.before or made.before is None, "it is not stored yet"
        match.accept(made)
        if made.entry.line.draws:
            assert match.before is None
        else:
            kept += 1
            told = Match.resume(game, file, lines).table
            assert match.before is not None
            for eye in (None, *range(4)):
                assert game.view(match.before, eye) == game.view(told, eye)
            assert game.asks(match.before) == game.asks(told)
        lines.append(encoded(made.entry))
    assert kept > 0


def test_before_a_bots_move_nothing_is_kept_nor_before_anybody_asked():
    match = begun()
    match.accept(match.play(0, 0, first(match, 0), AT, None))
    assert match.before is None
    match = begun()
    match.keeps_before = True
    match.accept(match.play(0, 0, first(match, 0), AT, None))
    assert match.before is not None
    match.accept(match.play(1, 0, first(match, 1), AT, "easy"))
    assert match.before is None
