"""Laws of play: games end, records replay, copies are independent, nothing is lost on the way."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laguna import simulation
from laguna.core.game import BadOption, Game, Move, Refused
from laguna.core.luck import SeededLuck
from laguna.core.record import Record, parse, replay, verify
from laguna.games import GAMES
from laws.cases import CASES, Case, every_case, random_play, sampled


def record_of(case: Case, seed: int) -> Record:
    text = simulation.recorded(case.game, case.seats, case.options, seed, 0)
    return next(parse(text, "a record"))


@every_case
def test_random_play_ends_and_somebody_wins(case: Case):
    *_, table = random_play(case, seed=1)
    assert case.game.asks(table) == []
    places = [standing.place for standing in case.game.standings(table)]
    assert min(places) == 1
    assert len(places) == case.seats


@every_case
def test_parts_of_the_score_add_up(case: Case):
    *_, table = random_play(case, seed=2)
    for standing in case.game.standings(table):
        assert sum(standing.parts.values()) == standing.score


@every_case
def test_points_and_then_the_tie_breaker_place_the_seats(case: Case):
    for table in sampled(case, seed=2, every=9):
        standings = case.game.standings(table)
        ranks = [(one.score, -1 if one.tie_break is None else one.tie_break.count) for one in standings]
        assert [one.place for one in standings] == [1 + sum(other > rank for other in ranks) for rank in ranks]
        broken = {None if one.tie_break is None else (one.tie_break.what, one.tie_break.rule) for one in standings}
        assert broken == {TIE_BREAKS[case.key]}


TIE_BREAKS = {
    "mahe": ("cards", "M19"),
    "duck": None,
    "animals_on_board": ("species", "A19"),
    "kuna_yala": ("fish", "K17"),
}


@every_case
def test_invariants_hold_after_every_move(case: Case):
    for table in random_play(case, seed=3):
        assert case.game.rules.broken(table.state) == 0


@every_case
def test_a_record_replays_to_the_same_table_and_verifies(case: Case):
    record = record_of(case, seed=4)
    *_, played = replay(record, GAMES)
    *_, again = replay(record, GAMES)
    assert played.table.state == again.table.state
    assert case.game.standings(played.table) == record.end.standings
    verify(record, GAMES)


@every_case
def test_the_front_door_plays_the_games_of_a_simulation(case: Case):
    record = record_of(case, seed=5)
    state = case.game.prepared(case.seats, case.options)
    actions = list(simulation.random_moves(case.game.rules, state, 5, 0))
    assert [line.seat for line in record.moves] == [seat for seat, _ in actions]
    *_, last = replay(record, GAMES)
    assert last.table.state == state


@every_case
def test_a_copy_is_independent(case: Case):
    tables = random_play(case, seed=6)
    table = next(islice(tables, 3, None))
    kept = table.copy()
    before = kept.copy()
    assert kept.state == table.state
    for _ in islice(tables, 5):
        pass
    assert kept.state == before.state
    assert kept.numbers == before.numbers


@every_case
def test_exactly_the_offered_actions_are_accepted_without_a_trace(case: Case):
    game = case.game
    for table in sampled(case, seed=7, every=12):
        for seat in table.numbers:
            offered = game.actions(table.state, seat)
            before = table.state.copy()
            accepted = [
                action for action in range(game.rules.actions) if game.rules.refusal(table.state, seat, action) == 0
            ]
            assert sorted(offered) == accepted
            assert len(offered) > 0
            assert table.state == before


@every_case
def test_encode_undoes_decode(case: Case):
    for table in sampled(case, seed=8, every=9):
        for seat in table.numbers:
            for action in case.game.actions(table.state, seat)[:2000]:
                move = case.game.decode(table.state, seat, action)
                assert case.game.encode(table.state, seat, move) == action
                assert msgspec.json.decode(msgspec.json.encode(move), type=case.game.moves) == move


@every_case
def test_listed_moves_are_accepted_and_every_action_is_listed_or_free(case: Case):
    game = case.game
    for table in sampled(case, seed=9, every=9):
        for ask in game.asks(table):
            assert ask.moves
            for move in ask.moves:
                assert game.refusal(table, ask.seat, ask.number, move) is None
            listed = set(ask.moves)
            for action in game.actions(table.state, ask.seat)[:500]:
                move = game.decode(table.state, ask.seat, action)
                assert move in listed or move.__struct_config__.tag in ask.free


@every_case
def test_a_move_out_of_turn_or_to_a_past_question_is_refused_by_a_rule(case: Case):
    game = case.game
    rules = set()
    for table in sampled(case, seed=10, every=9):
        before = table.copy()
        for ask in game.asks(table):
            move = game.random_move(table, ask.seat, SeededLuck(1))
            for number in (ask.number - 1, ask.number + 1, -1, None, float(ask.number), str(ask.number), True):
                stale = game.refusal(table, ask.seat, number, move)
                assert stale is not None
                assert stale.reason == "stale"
                with pytest.raises(Refused, match="stale"):
                    game.play(table, ask.seat, number, move, SeededLuck(1))
            for seat in set(range(case.seats)) - set(table.numbers):
                refusal = game.refusal(table, seat, ask.number, move)
                assert refusal is not None
                assert refusal.reason == "not_asked"
                rules.add(refusal.rule)
        assert table.state == before.state
        assert table.numbers == before.numbers
    assert rules
    assert all(rule[1:].isdigit() for rule in rules)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(data=st.data(), case=st.sampled_from(CASES), seed=st.integers(0, 50))
@settings(max_examples=300)
def test_anything_at_all_may_be_sent_as_a_move_and_is_refused_by_a_rule(data: st.DataObject, case: Case, seed: int):
    table = next(islice(random_play(case, seed), seed % 7, None)).copy()
    before = table.copy()
    seat = min(table.numbers)
    kinds = getattr(case.game.moves, "__args__", (case.game.moves,))
    names = [kind.__struct_config__.tag for kind in kinds]
    fields = {name for kind in kinds for name in kind.__struct_fields__}
    raw = data.draw(
        JSON
        | st.fixed_dictionaries(
            {"move": st.sampled_from(names)},
            optional={name: JSON | st.integers(-3, 1 << 70) for name in sorted(fields)},
        )
    )
    refusal = case.game.refusal(table, seat, table.numbers[seat], raw)
    if refusal is not None:
        assert refusal.rule[1:].isdigit()
    else:
        assert msgspec.convert(raw, case.game.moves) is not None
    assert table.state == before.state
    assert table.numbers == before.numbers


@every_case
def test_a_move_may_come_as_plain_data_from_the_wire(case: Case):
    table, twin = case.start(13), case.start(13)
    seat = min(table.numbers)
    move = case.game.random_move(table, seat, SeededLuck(1))
    told = case.game.play(table, seat, 0, move, SeededLuck(2))
    assert case.game.play(twin, seat, 0, msgspec.to_builtins(move), SeededLuck(2)) == told
    assert twin.state == table.state


@every_case
def test_a_move_is_decoded_from_json_as_it_was_encoded(case: Case):
    for table in sampled(case, seed=14, every=9):
        for seat in table.numbers:
            move = case.game.random_move(table, seat, SeededLuck(1))
            raw = msgspec.json.encode(move)
            assert case.game.decode_move(raw) == move
            assert case.game.decode_move(raw.decode()) == move
            assert case.game.decode_move(msgspec.Raw(raw)) == move


@given(game=st.sampled_from(list(GAMES.values())), raw=st.binary() | st.text() | JSON.map(msgspec.json.encode))
def test_whatever_is_no_move_in_json_is_decoded_as_none(game: Game[Any, Any, Any], raw: bytes | str):
    assert game.decode_move(raw) is None


def test_json_that_is_broken_or_too_deep_is_decoded_as_none():
    for game in GAMES.values():
        for raw in (b"", b"\xff", "\ud800", b"[" * 100_000, b'{"move":' * 100_000, b'{"move":NaN}', b"{}{}"):
            assert game.decode_move(raw) is None


class Foreign(Move, frozen=True):
    """A move of no game."""

    x: int = 1


@every_case
def test_a_refused_move_cannot_be_played_and_leaves_no_trace(case: Case):
    table = case.start(11)
    before = table.copy()
    for move in (Foreign(), None, 7, "roll", b"\xff", object(), [1], {"move": "nothing"}):
        try:
            case.game.play(table, min(table.numbers), 0, move, SeededLuck(1))
        except Refused as refused:
            assert refused.refusal.reason == "not_a_move"  # noqa: PT017
        else:
            raise AssertionError(move)
    assert table.state == before.state
    assert table.played == 0


def test_a_seat_count_or_option_that_does_not_exist_is_answered_in_a_sentence():
    for game in GAMES.values():
        for seats in (0, 1, game.seats[-1] + 1, -3):
            try:
                game.start(seats, game.options(), SeededLuck(1))
            except BadOption as error:
                assert f"not {seats}" in str(error)  # noqa: PT017
            else:
                raise AssertionError(seats)
        seat = game.seat_option
        for raw in ({"nothing": 1}, {seat: "x"}, {seat: -1}, {seat: 10**30}, {seat: [1]}):
            try:
                game.start(game.seats[0], game.read_options(raw), SeededLuck(1))
            except BadOption as error:
                assert str(error).endswith(".")  # noqa: PT017
            else:
                raise AssertionError(raw)
