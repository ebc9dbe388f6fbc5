"""Every event, question, refusal and option speaks Polish and English."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec
import pytest

from laguna import simulation
from laguna.core.advice import SEARCH_HINTS
from laguna.core.game import Options, snake
from laguna.core.record import parse, replay
from laguna.core.words import LANGUAGES, Voice, Words
from laguna.games import GAMES, PLUGINS
from laws.cases import Case, every_case

SLOT = re.compile(r"\{(\w+)(?:\.(\w+))?(?::([^}]*))?\}")
COMMON_REASONS = {"over", "not_asked", "stale", "not_a_move"}
BOTH = pytest.mark.parametrize("lang", LANGUAGES)


def words(key: str, lang: str) -> Words:
    return PLUGINS[key].words(lang)


def kinds(union: Any) -> list[type[msgspec.Struct]]:
    return list(getattr(union, "__args__", (union,)))


def check_slots(template: str, fields: tuple[str, ...], lang: str) -> None:
    """Every slot of a template is a fact that is there, and every noun has as many forms as the language."""
    for field, _, nouns in SLOT.findall(template):
        assert field in fields, template
        if nouns:
            assert len(nouns.split("|")) == {"pl": 3, "en": 2}[lang], template


@BOTH
@pytest.mark.parametrize("key", GAMES)
def test_every_event_and_move_has_a_sentence_with_facts_that_exist(key: str, lang: str):
    for section, union in (("events", GAMES[key].events), ("moves", GAMES[key].moves)):
        entries = words(key, lang).tables[section]
        known = set()
        for kind in kinds(union):
            name = snake(kind.__name__)
            known |= {name, f"{name}_hidden"}
            check_slots(entries[name], kind.__struct_fields__, lang)
            if f"{name}_hidden" in entries:
                check_slots(entries[f"{name}_hidden"], kind.__struct_fields__, lang)
        assert set(entries) <= known, "sentences that nothing says"


@BOTH
@pytest.mark.parametrize("key", GAMES)
def test_every_saying_of_advice_has_a_sentence_with_facts_that_exist(key: str, lang: str):
    writer = PLUGINS[key].load_hints() or SEARCH_HINTS
    sayings = get_args(writer.sayings)
    entries = words(key, lang).tables["hints"]
    for saying in sayings:
        check_slots(entries[snake(saying.__name__)], saying.__struct_fields__, lang)
    known = {snake(saying.__name__) for saying in (*sayings, *get_args(SEARCH_HINTS.sayings))}
    assert set(entries) == known, "sentences that nothing says"


@BOTH
@pytest.mark.parametrize("key", GAMES)
def test_every_question_has_a_sentence(key: str, lang: str):
    abouts = {about for about, _ in GAMES[key].questions.values()}
    assert set(words(key, lang).tables["asks"]) == abouts


@BOTH
@pytest.mark.parametrize("key", GAMES)
def test_every_refusal_has_a_sentence(key: str, lang: str):
    reasons = {reason for _, reason in GAMES[key].reasons.values()}
    assert set(words(key, lang).tables["reasons"]) == reasons | COMMON_REASONS


@BOTH
@pytest.mark.parametrize("key", GAMES)
def test_every_option_has_a_label_and_a_sentence_of_help(key: str, lang: str):
    options = words(key, lang).tables["options"]
    for name in GAMES[key].options.__struct_fields__:
        assert options[name]["label"]
        assert options[name]["help"].endswith(".")


@BOTH
@pytest.mark.parametrize("key", GAMES)
def test_every_part_of_the_score_has_a_name(key: str, lang: str):
    game = GAMES[key]
    parts = set()
    for raw in choices_of(game.options):
        table, _ = game.start(game.seats[-1], game.read_options(raw), simulation.SeededLuck(1))
        parts |= set(game.standings(table)[0].parts)
    assert set(words(key, lang).tables["parts"]) == parts


@BOTH
@pytest.mark.parametrize("key", GAMES)
def test_what_breaks_a_tie_has_a_sentence_with_facts_that_exist(key: str, lang: str):
    game = GAMES[key]
    table, _ = game.start(game.seats[0], game.options(), simulation.SeededLuck(1))
    broken = {one.tie_break.what for one in game.standings(table) if one.tie_break is not None}
    sentences = words(key, lang).tables.get("tie_breaks", {})
    assert set(sentences) == broken
    for sentence in sentences.values():
        check_slots(sentence, ("rule", "counts"), lang)
        assert {field for field, _, _ in SLOT.findall(sentence)} == {"rule", "counts"}


def choices_of(options: type[Options]) -> list[dict[str, object]]:
    """No option, and each that is a switch or a choice of names by itself."""
    found: list[dict[str, object]] = [{}]
    for field in msgspec.inspect.type_info(options).fields:
        if isinstance(field.type, msgspec.inspect.BoolType):
            found.append({field.name: True})
        if isinstance(field.type, msgspec.inspect.LiteralType):
            found += [{field.name: value} for value in field.type.values]
    return found


@pytest.mark.parametrize("key", GAMES)
def test_both_languages_say_the_same_things(key: str):
    polish, english = (words(key, lang).tables for lang in ("pl", "en"))
    assert set(polish) == set(english)
    for section in set(polish) - {"names"}:
        assert set(polish[section]) == set(english[section]), section


@BOTH
@every_case
def test_a_whole_game_is_told_to_everybody(case: Case, lang: str):
    players = ["Ania", "Bartek", "Celina", "Darek", "Ela", "Franek", "Gosia"][: case.seats]
    voice = Voice(words(case.key, lang), players)
    text = simulation.recorded(case.game, case.seats, case.options, 30, 0)
    for number, step in enumerate(replay(next(parse(text, "a record")), GAMES)):
        for seat in (None, 0, case.seats - 1):
            for event in step.events:
                assert_spoken(voice.event(event.seen_by(seat)))
        if number % 8 == 0:
            for ask in case.game.asks(step.table):
                assert_spoken(voice.ask(ask))
                for move in ask.moves[:40]:
                    assert_spoken(voice.move(move))


def assert_spoken(sentence: str) -> None:
    assert "{" not in sentence
    assert "None" not in sentence
    assert "Struct" not in sentence
    assert sentence == sentence.strip()
    assert sentence
