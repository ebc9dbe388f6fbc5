"""The numbered rules are what players read: they say how one plays, not how we came to know it."""

from __future__ import annotations

import re

import pytest

from laguna.core.words import LANGUAGES
from laguna.games import PLUGINS

EDITORS = {
    "pl": r"przyjęt|instrukcj|źródł|recenz|\bboty\b|\*[^*\s]",
    "en": r"assumed|rulebook|the book|source|review|\bbots\b|\*[^*\s]",
}
"""What only editors write, and their emphasis; a scenario's name stands between two stars on each side."""
BOLD = re.compile(r"\*\*[^*]+\*\*")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", PLUGINS)
def test_no_rule_for_players_carries_a_note_of_its_editors(key: str, lang: str):
    for number, text in PLUGINS[key].digest(lang).rules.items():
        note = re.search(EDITORS[lang], BOLD.sub("", text), re.IGNORECASE)
        assert note is None, f"{number}: {text}"
