"""Laws of the numbered rules: every statement has its number, in both languages, and what is cited exists."""

from __future__ import annotations

import re
from pathlib import Path

from laguna.core.plugin import Plugin
from laguna.core.words import LANGUAGES
from laguna.laws.cases import Case, steps
from laguna.laws.law import LawBroken, law

_EXAMPLES = re.compile(r"^## (?:Worked examples|Przykłady).*?$(.*)", re.MULTILINE | re.DOTALL)


def rules_of(plugin: Plugin, lang: str) -> dict[str, str]:
    """The numbered rules of a game. Raises `LawBroken` where none are written."""
    try:
        rules = plugin.digest(lang).rules
    except FileNotFoundError:
        raise LawBroken(f"{plugin.game.key} has no rules in “{lang}”: digest/{lang}.md is missing.") from None
    if not rules:
        raise LawBroken(f"{plugin.game.key} has no numbered rule in digest/{lang}.md, like “- P1. …”.")
    return rules


def examples(plugin: Plugin, lang: str) -> list[str]:
    """The numbers of the worked examples of a digest, if it has any."""
    found = _EXAMPLES.search(plugin.digest(lang).text)
    return [] if found is None else re.findall(r"(?:^|\s)(\d+)\. ", found.group(1))


@law("game")
def rules_are_numbered_without_gaps_and_alike_in_both_languages(plugin: Plugin) -> None:
    """Rules are numbered from 1 on without gaps, and both languages have the same numbers; so do worked examples."""
    english, others = rules_of(plugin, "en"), {lang: rules_of(plugin, lang) for lang in LANGUAGES}
    letter = next(iter(english))[0]
    wanted = {f"{letter}{number}" for number in range(1, len(english) + 1)}
    if odd := sorted(wanted ^ set(english)):
        raise LawBroken(f"{plugin.game.key} numbers its rules with gaps, or by several letters: see {', '.join(odd)}.")
    for lang, rules in others.items():
        if list(rules) != list(english):
            odd = sorted(set(rules) ^ set(english)) or ["their order"]
            raise LawBroken(f"{plugin.game.key} has other rules in “{lang}” than in “en”: see {', '.join(odd)}.")
        if examples(plugin, lang) != examples(plugin, "en"):
            raise LawBroken(f"{plugin.game.key} has other worked examples in “{lang}” than in “en”.")


@law("game")
def every_question_and_refusal_cites_a_rule_that_exists(plugin: Plugin) -> None:
    """Every question and every reason of a refusal that a game declares cites a rule that exists."""
    game = plugin.game
    cited = {rule for _, rule in getattr(game, "questions", {}).values()}
    cited |= {rule for rule, _ in getattr(game, "reasons", {}).values()}
    cited |= {rule for rule in (getattr(game, "turn_rule", None), getattr(game, "end_rule", None)) if rule is not None}
    if unknown := sorted(cited - set(rules_of(plugin, "en"))):
        raise LawBroken(f"{game.key} cites rules that do not exist: {', '.join(unknown)}.")


@law("case")
def every_question_that_is_put_cites_a_rule_that_exists(case: Case, seed: int = 31) -> None:
    """In a whole random game every question, and what breaks ties in the end, cites a rule that exists."""
    rules = rules_of(case.plugin, "en")
    for table, _, _ in steps(case, seed):
        for ask in case.game.asks(table):
            if ask.rule not in rules:
                raise case.broken(f"the question “{ask.about}” cites “{ask.rule}”, which is no rule.", seed, table)
    for standing in case.game.standings(table):
        if standing.tie_break is not None and standing.tie_break.rule not in rules:
            raise case.broken(f"{standing.tie_break} cites no rule that exists.", seed, table)


@law("game")
def every_numbered_rule_has_a_test_with_its_number(plugin: Plugin, tests: Path) -> None:
    """Every numbered rule has a test in the given folder that carries its number, like `test_P7_…`."""
    missing = without_test(tests, list(rules_of(plugin, "en")), r"test_(?:\w+_)?{}_")
    if missing:
        raise LawBroken(f"{plugin.game.key} has rules without a test in {tests}: {', '.join(missing)}.")


@law("game")
def every_worked_example_has_a_test_with_its_number(plugin: Plugin, tests: Path) -> None:
    """Worked examples are numbered from 1 on, and each has a test in the given folder, like `test_example_2_…`."""
    numbers = examples(plugin, "en")
    if numbers != [str(number) for number in range(1, len(numbers) + 1)]:
        raise LawBroken(f"{plugin.game.key} numbers its worked examples {', '.join(numbers)}.")
    if missing := without_test(tests, numbers, r"test_example_{}_"):
        raise LawBroken(f"{plugin.game.key} has worked examples without a test in {tests}: {', '.join(missing)}.")


def without_test(tests: Path, numbers: list[str], pattern: str) -> list[str]:
    """The numbers that no test's name in a folder carries."""
    sources = "\n".join(path.read_text("utf-8") for path in sorted(tests.rglob("test_*.py")))
    names = re.findall(r"^ *(?:async )?def (test_\w+)", sources, re.MULTILINE)
    return [number for number in numbers if not any(re.match(pattern.format(number), name) for name in names)]
