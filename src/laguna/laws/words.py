"""Laws of words: every event, move, question, refusal, option and part of the score speaks every language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, get_args

import msgspec

from laguna.core.advice import SEARCH_HINTS
from laguna.core.game import Options, snake
from laguna.core.luck import SeededLuck
from laguna.core.plugin import Plugin
from laguna.core.record import replay
from laguna.core.story import highlights_of, story_of
from laguna.core.words import LANGUAGES, MissingWord, Voice, Words
from laguna.laws.cases import Case, kinds, record_of
from laguna.laws.law import LawBroken, law

SLOT = re.compile(r"\{(\w+)(?:\.(\w+))?(?::([^}]*))?\}")
NOUN_FORMS = {"pl": 3, "en": 2}
COMMON_REASONS = {"over", "not_asked", "stale", "not_a_move"}
COMMON_PARTS = {"points"}
"""Why a move of any game may be refused; the sentences are Laguna's."""
PLAYERS = ["Ania", "Bartek", "Celina", "Darek", "Ela", "Franek", "Gosia"]
MAX_MOVES_TOLD = 40
"""So many of a question's moves are told."""


def _words(plugin: Plugin, lang: str) -> Words:
    try:
        return plugin.words(lang)
    except FileNotFoundError:
        raise LawBroken(f"{plugin.game.key} has no words in “{lang}”: words/{lang}.toml is missing.") from None


def _sentence(plugin: Plugin, lang: str, section: str, name: str) -> str:
    """The template under `section.name`. Raises `LawBroken`."""
    try:
        return _words(plugin, lang).template(section, name)
    except MissingWord:
        raise LawBroken(f"{plugin.game.key} has no sentence “{section}.{name}” in words/{lang}.toml.") from None


def _check_names(plugin: Plugin, lang: str, section: str, wanted: Iterable[str]) -> None:
    """Raise `LawBroken` unless a section has sentences for these and for nothing else."""
    entries, wanted = _words(plugin, lang).tables.get(section, {}), set(wanted)
    for name in sorted(wanted):
        _sentence(plugin, lang, section, name)
    if surplus := sorted(set(entries) - wanted):
        raise LawBroken(
            f"{plugin.game.key} has sentences that nothing says in [{section}] of words/{lang}.toml: "
            f"{', '.join(surplus)}."
        )


def check_slots(plugin: Plugin, template: str, facts: Sequence[str], lang: str) -> None:
    """Raise `LawBroken` unless every slot is a fact that is there, and every noun has as many forms as the language."""
    for field, _, nouns in SLOT.findall(template):
        if field not in facts:
            raise LawBroken(f"{plugin.game.key} says “{template}” in “{lang}”, but there is no fact “{field}”.")
        if nouns and len(nouns.split("|")) != NOUN_FORMS[lang]:
            raise LawBroken(f"{plugin.game.key} says “{template}”: “{lang}” has {NOUN_FORMS[lang]} forms of a noun.")


@law("game")
def every_event_and_move_has_a_sentence(plugin: Plugin, languages: Sequence[str] = LANGUAGES) -> None:
    """Every event and move has a sentence with facts that exist, and no sentence is left over."""
    for lang in languages:
        for section, union in (("events", plugin.game.events), ("moves", plugin.game.moves)):
            entries = _words(plugin, lang).tables.get(section, {})
            wanted = set()
            for kind in kinds(union):
                name = snake(kind.__name__)
                hidden = {f"{name}_hidden"} & set(entries)
                for each in (name, *hidden):
                    check_slots(plugin, _sentence(plugin, lang, section, each), kind.__struct_fields__, lang)
                wanted |= {name, *hidden}
            _check_names(plugin, lang, section, wanted)


@law("game")
def every_saying_of_advice_has_a_sentence(plugin: Plugin, languages: Sequence[str] = LANGUAGES) -> None:
    """Every saying of a hint has a sentence with facts that exist, and no sentence is left over."""
    writer = plugin.load_hints() or SEARCH_HINTS
    common = {snake(saying.__name__) for saying in get_args(SEARCH_HINTS.sayings)}
    for lang in languages:
        for saying in kinds(writer.sayings):
            sentence = _sentence(plugin, lang, "hints", snake(saying.__name__))
            check_slots(plugin, sentence, saying.__struct_fields__, lang)
        _check_names(plugin, lang, "hints", common | {snake(saying.__name__) for saying in kinds(writer.sayings)})


@law("game")
def every_highlight_of_a_story_has_a_sentence(plugin: Plugin, languages: Sequence[str] = LANGUAGES) -> None:
    """Every highlight has a sentence, one to whom it is about as well, with facts that exist, and none is left over."""
    highlights = highlights_of(plugin.load_story())
    for lang in languages:
        wanted = set()
        for highlight in highlights:
            name = snake(highlight.__name__)
            names = {name, f"{name}_you"} if "seat" in highlight.__struct_fields__ else {name}
            for each in names:
                check_slots(plugin, _sentence(plugin, lang, "story", each), highlight.__struct_fields__, lang)
            wanted |= names
        _check_names(plugin, lang, "story", wanted)


@law("game")
def every_question_has_a_sentence(plugin: Plugin, languages: Sequence[str] = LANGUAGES) -> None:
    """Every question that a game declares has a sentence, and no sentence is left over."""
    questions: Mapping[Any, tuple[str, str]] | None = getattr(plugin.game, "questions", None)
    for lang in languages if questions is not None else ():
        _check_names(plugin, lang, "asks", {about for about, _ in (questions or {}).values()})


@law("game")
def every_refusal_has_a_sentence(plugin: Plugin, languages: Sequence[str] = LANGUAGES) -> None:
    """Every reason of a refusal that a game declares has a sentence, and no sentence is left over."""
    reasons: Mapping[Any, tuple[str, str]] | None = getattr(plugin.game, "reasons", None)
    for lang in languages if reasons is not None else ():
        _check_names(plugin, lang, "reasons", COMMON_REASONS | {reason for _, reason in (reasons or {}).values()})


@law("game")
def every_option_has_a_label_and_a_sentence_of_help(plugin: Plugin, languages: Sequence[str] = LANGUAGES) -> None:
    """Every option has a label, and a help text that ends like a sentence."""
    for lang in languages:
        options = _words(plugin, lang).tables.get("options", {})
        for name in plugin.game.options.__struct_fields__:
            told = options.get(name, {})
            if not told.get("label") or not told.get("help", "").endswith("."):
                raise LawBroken(
                    f"{plugin.game.key} has no label, or no help that ends with a full stop, for the option “{name}”: "
                    f"see [options.{name}] of words/{lang}.toml."
                )


@law("game")
def every_part_of_the_score_has_a_name(plugin: Plugin, languages: Sequence[str] = LANGUAGES) -> None:
    """Every part that points are made of, with whatever option, has a name, and no name is left over."""
    game = plugin.game
    parts: set[str] = set()
    for raw in _options_by_themselves(game.options):
        table, _ = game.start(game.seats[-1], game.read_options(raw), SeededLuck(1))
        parts |= set(game.standings(table)[0].parts)
    for lang in languages:
        _check_names(plugin, lang, "parts", parts | COMMON_PARTS)


def _options_by_themselves(options: type[Options]) -> Iterator[dict[str, object]]:
    """No option, and each that is a switch or a choice of names by itself."""
    yield {}
    for field in msgspec.inspect.type_info(options).fields:  # type: ignore[attr-defined]  # a structure's
        if isinstance(field.type, msgspec.inspect.BoolType):
            yield {field.name: True}
        if isinstance(field.type, msgspec.inspect.LiteralType):
            for value in field.type.values:
                yield {field.name: value}


@law("game")
def what_breaks_a_tie_has_a_sentence(plugin: Plugin, languages: Sequence[str] = LANGUAGES) -> None:
    """What breaks ties has a sentence with its rule and its counts, and no sentence is left over."""
    game = plugin.game
    table, _ = game.start(game.seats[0], game.options(), SeededLuck(1))
    broken = {one.tie_break.what for one in game.standings(table) if one.tie_break is not None}
    for lang in languages:
        _check_names(plugin, lang, "tie_breaks", broken)
        for what in broken:
            sentence = _sentence(plugin, lang, "tie_breaks", what)
            check_slots(plugin, sentence, ("rule", "counts"), lang)
            if {field for field, _, _ in SLOT.findall(sentence)} != {"rule", "counts"}:
                raise LawBroken(f"{game.key} says “{sentence}” of a tie, without its rule or its counts.")


@law("game")
def both_languages_say_the_same_things(plugin: Plugin) -> None:
    """Every section of words has the same entries in every language; only names may differ, by their grammar."""
    first, *others = LANGUAGES
    tables = _words(plugin, first).tables
    for lang in others:
        translated = _words(plugin, lang).tables
        if odd := sorted(set(tables) ^ set(translated)):
            raise LawBroken(f"{plugin.game.key} has sections of words in one language only: {', '.join(odd)}.")
        for section in sorted(set(tables) - {"names"}):
            if odd := sorted(set(tables[section]) ^ set(translated[section])):
                raise LawBroken(f"{plugin.game.key} has words of [{section}] in one language only: {', '.join(odd)}.")


@law("case")
def a_whole_game_is_told_to_everybody(case: Case, languages: Sequence[str] = LANGUAGES, seed: int = 30) -> None:
    """All that happens in a whole game, every question and every move is told in whole sentences, to every seat."""
    record = record_of(case, seed)
    for lang in languages:
        voice = Voice(_words(case.plugin, lang), PLAYERS[: case.seats])
        for number, step in enumerate(replay(record, case.games)):
            for sentence in _told(case, voice, step.table, step.events, asks=number % 8 == 0):
                if not _is_spoken(sentence):
                    raise case.broken(f"“{sentence}” is no sentence in “{lang}”.", seed, step.table)


@law("case")
def a_finished_game_has_a_story(case: Case, languages: Sequence[str] = LANGUAGES, seed: int = 30) -> None:
    """A finished game has something to tell, of seats that there are, in whole sentences to everybody."""
    story = story_of(record_of(case, seed), case.games, case.plugin.load_story())
    if not story.candidates or not story.winners:
        raise case.broken("the story is empty.", seed)
    for candidate in story.candidates:
        seat = getattr(candidate.highlight, "seat", 0)
        if seat not in range(case.seats):
            raise case.broken(f"the story speaks of seat {seat}, which there is not.", seed)
        for lang in languages:
            voice = Voice(_words(case.plugin, lang), PLAYERS[: case.seats])
            for sentence in (voice.highlight(candidate.highlight), voice.highlight(candidate.highlight, seat)):
                if not _is_spoken(sentence):
                    raise case.broken(f"“{sentence}” is no sentence of a story in “{lang}”.", seed)


def _told(case: Case, voice: Voice, table: Any, events: list[Any], *, asks: bool) -> Iterator[str]:  # noqa: ANN401
    """The sentences at one moment of a game, as a spectator and the first and last seat hear them."""
    for seat in (None, 0, case.seats - 1):
        yield from (voice.event(event.seen_by(seat)) for event in events)
    for ask in case.game.asks(table) if asks else []:
        yield voice.ask(ask)
        yield from (voice.move(move) for move in ask.moves[:MAX_MOVES_TOLD])


def _is_spoken(sentence: str) -> bool:
    """Whether it is a sentence for people: nothing unfilled, unnamed or left empty."""
    return bool(sentence) and sentence == sentence.strip() and not any(w in sentence for w in ("{", "None", "Struct"))
