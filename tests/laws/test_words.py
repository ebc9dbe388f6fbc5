"""Every event, question, refusal and option speaks Polish and English."""

from __future__ import annotations

import pytest

from laguna.core.plugin import Plugin
from laguna.core.words import LANGUAGES
from laguna.laws import words as laws
from laws.cases import Case, every_case, every_game, every_table

BOTH = pytest.mark.parametrize("lang", LANGUAGES)


@BOTH
@every_game
def test_every_event_and_move_has_a_sentence_with_facts_that_exist(plugin: Plugin, lang: str):
    laws.every_event_and_move_has_a_sentence(plugin, [lang])


@BOTH
@every_game
def test_every_saying_of_advice_has_a_sentence_with_facts_that_exist(plugin: Plugin, lang: str):
    laws.every_saying_of_advice_has_a_sentence(plugin, [lang])


@BOTH
@every_game
def test_every_highlight_of_a_story_has_a_sentence_by_name_and_one_to_whom_it_is_about(plugin: Plugin, lang: str):
    laws.every_highlight_of_a_story_has_a_sentence(plugin, [lang])


@BOTH
@every_game
def test_every_question_has_a_sentence(plugin: Plugin, lang: str):
    assert plugin.game.questions, "every game of ours declares its questions"
    laws.every_question_has_a_sentence(plugin, [lang])


@BOTH
@every_game
def test_every_refusal_has_a_sentence(plugin: Plugin, lang: str):
    assert plugin.game.reasons, "every game of ours declares its reasons"
    laws.every_refusal_has_a_sentence(plugin, [lang])


@BOTH
@every_game
def test_every_option_has_a_label_and_a_sentence_of_help(plugin: Plugin, lang: str):
    laws.every_option_has_a_label_and_a_sentence_of_help(plugin, [lang])


@BOTH
@every_game
def test_every_part_of_the_score_has_a_name(plugin: Plugin, lang: str):
    laws.every_part_of_the_score_has_a_name(plugin, [lang])


@BOTH
@every_game
def test_what_breaks_a_tie_has_a_sentence_with_facts_that_exist(plugin: Plugin, lang: str):
    laws.what_breaks_a_tie_has_a_sentence(plugin, [lang])


@every_game
def test_both_languages_say_the_same_things(plugin: Plugin):
    laws.both_languages_say_the_same_things(plugin)


@BOTH
@every_case
def test_a_whole_game_is_told_to_everybody(case: Case, lang: str):
    laws.a_whole_game_is_told_to_everybody(case, [lang])


@every_table
def test_a_finished_game_has_a_story_that_is_told_to_everybody(case: Case):
    laws.a_finished_game_has_a_story(case)
