"""Every numbered rule and every worked example of a digest has a test that carries its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from laguna.games import GAMES, PLUGINS

TESTS = Path(__file__).parents[1] / "games"
EXAMPLES = re.compile(r"^## (?:Worked examples|Przykłady).*?$(.*)", re.MULTILINE | re.DOTALL)


def names_of_tests(key: str) -> list[str]:
    """The names of all tests of a game."""
    sources = "\n".join(path.read_text("utf-8") for path in sorted((TESTS / key).rglob("test_*.py")))
    return re.findall(r"^def (test_\w+)", sources, re.MULTILINE)


def without_test(key: str, numbers: list[str], pattern: str) -> list[str]:
    """The numbers that no test's name carries."""
    names = names_of_tests(key)
    return [number for number in numbers if not any(re.match(pattern.format(number), name) for name in names)]


def examples(key: str, lang: str) -> list[str]:
    """The numbers of the worked examples."""
    found = EXAMPLES.search(PLUGINS[key].digest(lang).text)
    assert found is not None, f"{key} has no worked examples in {lang}"
    return re.findall(r"(?:^|\s)(\d+)\. ", found.group(1))


@pytest.mark.parametrize("key", GAMES)
def test_every_numbered_rule_has_a_test_with_its_number(key: str):
    assert without_test(key, list(PLUGINS[key].digest("en").rules), r"test_(?:\w+_)?{}_") == []


@pytest.mark.parametrize("key", GAMES)
def test_every_worked_example_has_a_test_with_its_number(key: str):
    numbers = examples(key, "en")
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert without_test(key, numbers, r"test_example_{}_") == []


@pytest.mark.parametrize("key", GAMES)
def test_rules_are_numbered_without_gaps_and_alike_in_both_languages(key: str):
    english, polish = PLUGINS[key].digest("en").rules, PLUGINS[key].digest("pl").rules
    letter = next(iter(english))[0]
    assert set(english) == {f"{letter}{number}" for number in range(1, len(english) + 1)}
    assert list(english) == list(polish)
    assert examples(key, "en") == examples(key, "pl")


@pytest.mark.parametrize("key", GAMES)
def test_every_question_and_refusal_cites_a_rule_that_exists(key: str):
    game = GAMES[key]
    questions = {rule for _, rule in game.questions.values()}
    reasons = {rule for rule, _ in game.reasons.values()}
    turns = {getattr(game, "turn_rule", None) or game.end_rule}
    assert questions | reasons | turns | {game.end_rule} <= set(PLUGINS[key].digest("en").rules)
