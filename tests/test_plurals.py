"""In Polish a noun agrees with the number before it: 1 punkt, 2 punkty, 47 punktów."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from laguna.core.words import plural
from laguna.games import PLUGINS

COUNTS = (0, 1, 2, 5, 12, 22, 25, 47)
NOUNS = (
    ("punkt", "punkty", "punktów"),
    ("karta|kartę", "karty", "kart"),
    ("jajo", "jaja", "jaj"),
    ("pole", "pola", "pól"),
    ("skrzynka|skrzynkę", "skrzynki", "skrzynek"),
    ("płytka|płytkę", "płytki", "płytek"),
    ("zwierzę", "zwierzęta", "zwierząt"),
    ("węzeł", "węzły", "węzłów"),
    ("statek", "statki", "statków"),
    ("runda|rundę", "rundy", "rund"),
    ("ryba|rybę", "ryby", "ryb"),
    ("koral", "korale", "korali"),
    ("rekin|rekina", "rekiny", "rekinów"),
    ("życie", "życia", "żyć"),
    ("ruch", "ruchy", "ruchów"),
)
"""One, few, many; where the accusative is another word for one, it too."""
SLOT = re.compile(r"\{(\w+)(?:\.\w+)?(?::([^}]*))?\}")


def templates(table: dict[str, Any]) -> Iterator[str]:
    """All sentences of words but hints, which speak of counts that the game knows: a herd's points are never 1."""
    for section, value in table.items():
        if section == "hints":
            continue
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from templates(value)


def counted(template: str, count: int) -> str:
    """A template with this count in every place."""
    return SLOT.sub(lambda slot: slot[2].split("|")[plural("pl", count)] if slot[2] else str(count), template)


def disagreeing(sentence: str) -> str | None:
    """The first number of a sentence with a noun that does not agree with it."""
    for number, noun in re.findall(r"(?<![\d,])(\d+) (\w+)", sentence):
        for forms in NOUNS:
            words = [form.split("|") for form in forms]
            if any(noun in form for form in words) and noun not in words[plural("pl", int(number))]:
                return f"{number} {noun}"
    return None


def test_a_noun_that_does_not_agree_is_found():
    assert disagreeing("Ola ma 47 punkty.") == "47 punkty"
    assert disagreeing("Ola ma 22 punkty i 1 kartę.") is None


@pytest.mark.parametrize("key", PLUGINS)
def test_every_sentence_of_a_game_agrees_with_its_counts(key: str):
    for template in templates(PLUGINS[key].words("pl").tables):
        for count in COUNTS:
            found = disagreeing(counted(template, count))
            assert found is None, f"“{found}” in “{template}”"
