"""Laws of play: games end, records replay, copies are independent, nothing is lost on the way."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from laguna.core.game import Game
from laguna.games import GAMES, PLUGINS
from laguna.laws import options, play, refusals, replay
from laguna.laws.cases import kinds
from laws.cases import CASES, Case, declared, every_case, random_play


@every_case
def test_random_play_ends_and_somebody_wins(case: Case):
    play.random_play_ends_and_somebody_wins(case)


@every_case
def test_parts_of_the_score_add_up(case: Case):
    play.parts_of_the_score_add_up(case)


@every_case
def test_points_and_then_the_tie_breaker_place_the_seats(case: Case):
    assert play.points_then_the_tie_breaker_place_the_seats(case) == {declared(case.key).TIE_BREAK}


@every_case
def test_invariants_hold_after_every_move(case: Case):
    play.invariants_hold_after_every_move(case)


@every_case
def test_a_record_replays_to_the_same_table_and_verifies(case: Case):
    replay.a_record_replays_to_the_same_table_and_verifies(case)


@every_case
def test_the_front_door_plays_the_games_of_a_simulation(case: Case):
    play.the_front_door_plays_the_games_of_a_simulation(case)


@every_case
def test_a_copy_is_independent(case: Case):
    play.a_copy_is_independent(case)


@every_case
def test_exactly_the_offered_actions_are_accepted_without_a_trace(case: Case):
    refusals.exactly_the_offered_actions_are_accepted(case)


@every_case
def test_encode_undoes_decode(case: Case):
    play.encode_undoes_decode(case)


@every_case
def test_listed_moves_are_accepted_and_every_action_is_listed_or_free(case: Case):
    refusals.listed_moves_are_accepted(case)


@every_case
def test_a_move_out_of_turn_or_to_a_past_question_is_refused_by_a_rule(case: Case):
    assert refusals.a_move_out_of_turn_or_to_a_past_question_is_refused(case)


@every_case
def test_junk_is_refused_by_a_rule_that_exists(case: Case):
    refusals.junk_is_refused_by_a_rule_that_exists(case)


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
    names = [kind.__struct_config__.tag for kind in kinds(case.game.moves)]
    fields = {name for kind in kinds(case.game.moves) for name in kind.__struct_fields__}
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
    play.a_move_may_come_as_plain_data(case)


@every_case
def test_a_move_is_decoded_from_json_as_it_was_encoded(case: Case):
    play.a_move_is_decoded_from_json_as_it_was_encoded(case)


@given(game=st.sampled_from(list(GAMES.values())), raw=st.binary() | st.text() | JSON.map(msgspec.json.encode))
def test_whatever_is_no_move_in_json_is_decoded_as_none(game: Game[Any, Any, Any], raw: bytes | str):
    assert game.decode_move(raw) is None


def test_json_that_is_broken_or_too_deep_is_decoded_as_none():
    for plugin in PLUGINS.values():
        play.json_that_is_broken_or_too_deep_is_decoded_as_none(plugin)


@every_case
def test_a_refused_move_cannot_be_played_and_leaves_no_trace(case: Case):
    refusals.what_is_no_move_cannot_be_played(case)


def test_a_seat_count_or_option_that_does_not_exist_is_answered_in_a_sentence():
    for plugin in PLUGINS.values():
        options.a_game_takes_its_own_options_and_a_whole_number_of_seats(plugin)
        options.an_option_that_does_not_exist_is_answered_in_a_sentence(plugin)
        assert plugin.game.seat_option in plugin.game.options.__struct_fields__, "somebody begins in every game of ours"
