"""Laws of encodings, over every game that has one: what a seat may know and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from laguna.cli.encodings import written
from laguna.core.encoding import Encoding
from laguna.core.plugin import Plugin
from laguna.games import PLUGINS
from laguna.laws import encodings as laws
from laguna.laws.cases import differing
from laguna.laws.law import LawBroken
from laws.cases import CASES, Case, usual
from tiers import tiered

DOCS = Path(__file__).parents[2] / "docs/encodings"
ENCODED = [key for key, plugin in PLUGINS.items() if plugin.encoding is not None]
USUAL_SEATS = (2, 4)

every_game = pytest.mark.parametrize("key", ENCODED)


def _plain(case: Case) -> bool:
    return usual(case) and case.seats in USUAL_SEATS


every_case = pytest.mark.parametrize(
    "case", tiered([case for case in differing(CASES) if case.key in ENCODED], _plain), ids=str
)


@every_game
def test_every_part_fits_into_bytes_and_names_a_rule(key: str):
    laws.parts_fit_into_bytes_and_name_rules(PLUGINS[key])


@every_case
def test_every_number_is_as_declared(case: Case):
    laws.numbers_are_as_declared(case)


@every_case
def test_nothing_that_is_hidden_is_observed(case: Case):
    laws.nothing_hidden_is_observed(case)


@every_case
def test_every_action_has_one_way(case: Case):
    laws.every_action_has_one_way(case)


@every_case
def test_who_is_asked_at_once_sees_nothing_of_the_others_choice(case: Case):
    laws.who_is_asked_at_once_sees_nothing_of_the_others_choice(case)


@every_case
def test_a_batch_shows_what_single_tables_show(case: Case):
    laws.a_batch_shows_what_single_tables_show(case)


@every_game
def test_the_documented_encodings_are_up_to_date(key: str):
    kept = (DOCS / f"{key}.md").read_text("utf-8")
    assert kept == written(key), "Run `laguna encodings --out docs/encodings`, and commit the files."


# Laws with teeth: an encoding that is spoilt breaks them


def spoilt(monkeypatch: pytest.MonkeyPatch, **verbs: Any) -> Case:
    """Mahé for two, with an encoding of which something is otherwise."""
    encoding = PLUGINS["mahe"].load_encoding()
    assert encoding is not None
    changed: Encoding[Any] = replace(encoding, **verbs)
    monkeypatch.setattr(Plugin, "load_encoding", lambda _: changed)
    return next(case for case in CASES if case.key == "mahe" and case.seats == 2)


def test_a_number_that_is_not_declared_is_caught(monkeypatch: pytest.MonkeyPatch):
    def observe(_s: Any, _seat: int, _begun: int, out: list[int]) -> None:
        out[0] = 77

    with pytest.raises(LawBroken, match="“asking” is told as 77"):
        laws.numbers_are_as_declared(spoilt(monkeypatch, observe=observe))


def test_a_choice_that_is_left_out_is_caught(monkeypatch: pytest.MonkeyPatch):
    legal = PLUGINS["mahe"].load_encoding().legal  # type: ignore[union-attr]

    def without_rolling(s: Any, seat: int, begun: int, notes: list[int], mask: list[int]) -> int:
        count = legal(s, seat, begun, notes, mask)
        was, mask[2] = mask[2], 0
        return count - was if count > was else count

    with pytest.raises(LawBroken, match="has the actions of its choices, but for"):
        laws.every_action_has_one_way(spoilt(monkeypatch, legal=without_rolling))


def test_a_wrong_count_of_choices_is_caught(monkeypatch: pytest.MonkeyPatch):
    legal = PLUGINS["mahe"].load_encoding().legal  # type: ignore[union-attr]

    def one_more(s: Any, seat: int, begun: int, notes: list[int], mask: list[int]) -> int:
        return legal(s, seat, begun, notes, mask) + 1

    with pytest.raises(LawBroken, match="are said to be"):
        laws.numbers_are_as_declared(spoilt(monkeypatch, legal=one_more))


def test_a_rule_that_there_is_not_is_caught(monkeypatch: pytest.MonkeyPatch):
    encoding = PLUGINS["mahe"].load_encoding()
    assert encoding is not None
    parts = (replace(encoding.parts[0], rule="M99"), *encoding.parts[1:])
    case = spoilt(monkeypatch, parts=parts)
    with pytest.raises(LawBroken, match="M99, which there is not"):
        laws.parts_fit_into_bytes_and_name_rules(case.plugin)
