"""The contract is strict: a seat that does not exist opens no door, whoever asks."""

from __future__ import annotations

import pytest

from laguna.core.plugin import Plugin
from laguna.games import PLUGINS
from laguna.laws import contract as laws
from laguna.laws import replay
from laws.cases import Case, declared, every_game, every_table


@every_table
def test_a_seat_that_does_not_exist_is_answered_in_a_sentence_at_every_door(case: Case):
    laws.a_seat_that_does_not_exist_is_answered_in_a_sentence(case)
    laws.bots_and_hints_know_no_seat_that_does_not_exist(case)
    assert set(laws.bot_functions_of_seat(case, case.start(1))) == {"bot", "hint"}, "every game of ours has bots"


@every_table
def test_every_seat_and_a_spectator_may_look_and_know(case: Case):
    laws.every_seat_and_a_spectator_may_look_and_know(case)


@every_table
def test_who_is_not_asked_has_no_move_to_choose(case: Case):
    assert laws.who_is_not_asked_has_no_move_to_choose(case) or declared(case.key).ALL_BEGIN
    laws.bots_and_hints_choose_for_nobody_who_is_not_asked(case)


@every_table
def test_a_seat_that_is_asked_has_the_number_of_its_ask(case: Case):
    laws.a_seat_that_is_asked_has_the_number_of_its_ask(case)


@every_table
def test_an_event_is_shown_to_no_seat_that_cannot_be(case: Case):
    laws.an_event_is_shown_to_no_seat_that_cannot_be(case)


@every_game
def test_what_an_event_keeps_secret_is_one_of_its_parts_and_may_be_left_out(plugin: Plugin):
    laws.what_an_event_keeps_secret_is_declared(plugin)


@every_game
@pytest.mark.parametrize("seat", [-1, 99])
def test_a_record_with_a_move_of_nobody_names_the_line(plugin: Plugin, seat: int):
    replay.a_record_with_a_move_of_nobody_names_the_line(plugin, (seat,))


@every_game
def test_what_a_plugin_names_can_be_loaded(plugin: Plugin):
    laws.what_the_plugin_names_can_be_loaded(plugin)


def test_a_bot_still_answers_for_a_seat_that_is_asked():
    for plugin in PLUGINS.values():
        laws.a_bot_answers_for_a_seat_that_is_asked(plugin)
