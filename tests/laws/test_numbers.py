"""Every numbered rule and every worked example of a digest has a test that carries its number."""

from __future__ import annotations

from pathlib import Path

from laguna.core.plugin import Plugin
from laguna.laws import numbers as laws
from laws.cases import Case, every_case, every_game

TESTS = Path(__file__).parents[1] / "games"


@every_game
def test_every_numbered_rule_has_a_test_with_its_number(plugin: Plugin):
    laws.every_numbered_rule_has_a_test_with_its_number(plugin, TESTS / plugin.game.key)


@every_game
def test_every_worked_example_has_a_test_with_its_number(plugin: Plugin):
    assert laws.examples(plugin, "en"), "every game of ours has worked examples"
    laws.every_worked_example_has_a_test_with_its_number(plugin, TESTS / plugin.game.key)


@every_game
def test_rules_are_numbered_without_gaps_and_alike_in_both_languages(plugin: Plugin):
    laws.rules_are_numbered_without_gaps_and_alike_in_both_languages(plugin)


@every_game
def test_every_question_and_refusal_cites_a_rule_that_exists(plugin: Plugin):
    laws.every_question_and_refusal_cites_a_rule_that_exists(plugin)


@every_case
def test_every_question_of_a_whole_game_cites_a_rule_that_exists(case: Case):
    laws.every_question_that_is_put_cites_a_rule_that_exists(case)
