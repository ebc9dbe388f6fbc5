"""Sentences in Polish and English: one file of words per language and game, and no game's words anywhere else.

Words are TOML tables of templates. In a template `{field}` is a fact by name, `{field.form}` its name in a
grammatical form (`{turtle.acc}`), and `{count:jajo|jaja|jaj}` the noun that agrees with a number: one, few, many in
Polish; one, other in English. What a fact is called stands in the `names` table: `names.turtle` is a list or table
of names by value (`else` is the template for all other values, with `{value}` in it); a structure like a card has a
template there, under its class's name. In the table `like`, `removed = "species"` says that what `removed` holds is
called as what `species` holds; of fields that a game's types declare as a `Seat`, its plug-in's words say so.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

import msgspec

from laguna.core.game import Ask, Event, Move, Refusal, TieBreak, snake

Language = Literal["pl", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_SLOT = re.compile(r"\{(\w+)(?:\.(\w+))?(?::([^}]*))?\}")


class MissingWord(LookupError):  # noqa: N818 - says what it is
    """A sentence that no file of words has."""


def plural(lang: str, count: int) -> int:
    """Which form of a noun agrees with a number: Polish one, few, many; English one, other.

    >>> [("jajo", "jaja", "jaj")[plural("pl", count)] for count in (1, 2, 5, 12, 22)]
    ['jajo', 'jaja', 'jaj', 'jaj', 'jaja']
    """
    count = abs(count)
    if count == 1:
        return 0
    if lang == "pl":
        return 1 if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else 2
    return 1


class Words:
    """The words of one language: the common ones, and those of one game over them."""

    def __init__(self, lang: str, tables: Mapping[str, Any]) -> None:
        self.lang = lang
        self.tables = tables

    def template(self, section: str, key: str) -> str:
        """The sentence under `section.key`. Raises `MissingWord`."""
        found = self.tables.get(section, {}).get(key)
        if not isinstance(found, str):
            raise MissingWord(f"There is no sentence “{section}.{key}” in the words of “{self.lang}”.")
        return found

    def has(self, section: str, key: str) -> bool:
        """Whether there is such a sentence."""
        return isinstance(self.tables.get(section, {}).get(key), str)

    def say(self, section: str, key: str, facts: Mapping[str, object], players: Sequence[str] = ()) -> str:
        """The sentence under `section.key` with its facts filled in."""
        return self.fill(self.template(section, key), facts, players)

    def fill(self, template: str, facts: Mapping[str, object], players: Sequence[str] = ()) -> str:
        """A template with its facts filled in.

        >>> words_of("laguna", "en").fill("{seat} lays {eggs} {eggs:egg|eggs}.", {"seat": 1, "eggs": 2}, ["Ada", "Bo"])
        'Bo lays 2 eggs.'
        """

        def slot(found: re.Match[str]) -> str:
            field, form, nouns = found.groups()
            if field not in facts:
                raise MissingWord(f"The sentence “{template}” wants a fact “{field}” that is not there.")
            value = facts[field]
            if nouns is not None:
                return str(nouns.split("|")[plural(self.lang, int(str(value)))])
            return self.name(field, value, players, form)

        return _SLOT.sub(slot, template)

    def name(self, field: str, value: object, players: Sequence[str] = (), form: str | None = None) -> str:
        """What a fact is called: a player, a piece, a card, a list of them; else the value itself."""
        field = self.tables.get("like", {}).get(field, field)
        if isinstance(value, list | tuple):
            return self.listed([self.name(field, each, players, form) for each in value])
        if isinstance(value, msgspec.Struct):
            return self.say("names", _form(snake(type(value).__name__), form), msgspec.structs.asdict(value), players)
        if field == "seat" and isinstance(value, int):
            return players[value] if value < len(players) else self.say("names", "seat", {"number": value + 1})
        known = self.tables.get("names", {}).get(_form(field, form))
        if isinstance(known, list) and isinstance(value, int):
            return str(known[value])
        if isinstance(known, dict):
            word = known.get(str(value).lower(), known.get("else", "{value}"))
            return str(word).replace("{value}", str(value))
        return str(value)

    def listed(self, names: Sequence[str]) -> str:
        """Names in a row: a, b and c."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self.template('common', 'and')} {names[-1]}"


def _form(name: str, form: str | None) -> str:
    return name if form is None else f"{name}_{form}"


class Voice:
    """Speaks about one table: its game's words, and the players' names.

    >>> from laguna.core.luck import SeededLuck
    >>> from laguna.games import GAMES
    >>> voice = Voice(words_of("laguna.games.mahe", "en"), ["Ada", "Bo"])
    >>> table, events = GAMES["mahe"].start(2, GAMES["mahe"].options(first=1), SeededLuck(7))
    >>> voice.event(events[-1])
    'Bo is next.'
    >>> voice.refusal(Refusal("M7", "not_asked"))
    "It is somebody else's decision now. (M7)"
    """

    def __init__(self, words: Words, players: Sequence[str] = ()) -> None:
        self.words = words
        self.players = players

    def event(self, event: Event) -> str:
        """What happened, in a sentence. An event with a part left out has a sentence of its own, `…_hidden`."""
        facts = msgspec.structs.asdict(event)
        key = snake(type(event).__name__)
        if None in facts.values() and self.words.has("events", f"{key}_hidden"):
            key = f"{key}_hidden"
        sentence = self.words.say("events", key, facts, self.players)
        return sentence[:1].upper() + sentence[1:]

    def move(self, move: Move) -> str:
        """What a move is called among the choices."""
        return self.words.say("moves", snake(type(move).__name__), msgspec.structs.asdict(move), self.players)

    def ask(self, ask: Ask) -> str:
        """The question."""
        return self.words.say("asks", ask.about, {"seat": ask.seat}, self.players)

    def refusal(self, refusal: Refusal) -> str:
        """Why not, with the number of the rule."""
        return f"{self.words.say('reasons', refusal.reason, {}, self.players)} ({refusal.rule})"

    def hint(self, saying: msgspec.Struct) -> str:
        """A sentence of advice."""
        return self.words.say("hints", snake(type(saying).__name__), msgspec.structs.asdict(saying), self.players)

    def highlight(self, told: msgspec.Struct, you: int | None = None) -> str:
        """A sentence of a story. To whoever it is about, the seat `you`, it is told as their own."""
        facts = msgspec.structs.asdict(told)
        own = "_you" if you is not None and facts.get("seat") == you else ""
        sentence = self.words.say("story", f"{snake(type(told).__name__)}{own}", facts, self.players)
        return sentence[:1].upper() + sentence[1:]

    def tie_break(self, broken: TieBreak, counts: Sequence[str]) -> str:
        """What decided between equal points. `counts` says how many of it each had."""
        facts = {"rule": broken.rule, "counts": list(counts)}
        return self.words.say("tie_breaks", broken.what, facts, self.players)

    def part(self, name: str) -> str:
        """What a part of the score is called."""
        return self.words.template("parts", name)


@cache
def words_of(package: str, lang: str) -> Words:
    """The words of the game in `package`, over the common ones of `laguna`. Raises `MissingWord`."""
    if lang not in LANGUAGES:
        raise MissingWord(f"There are no words for the language “{lang}”. There are: {', '.join(LANGUAGES)}.")
    tables = _read("laguna", lang)
    if package != "laguna":
        for section, entries in _read(package, lang).items():
            tables[section] = {**tables.get(section, {}), **entries}
    return Words(lang, tables)


def _read(package: str, lang: str) -> dict[str, Any]:
    return tomllib.loads((files(package) / "words" / f"{lang}.toml").read_text("utf-8"))
