"""The catalogue of games as it is sent to browsers: options, words and rules, made once from the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import msgspec

from laguna.core.bot import LEVELS, AnyGame
from laguna.core.game import BadOption
from laguna.core.luck import SeededLuck
from laguna.core.words import LANGUAGES, words_of
from laguna.games import GAMES, PLUGINS
from laguna.server.http.etag import TaggedContent
from laguna.server.problem import not_found
from laguna.server.served_policy import ServedPolicy
from laguna.server.tables.table_file import CLOCKS
from laguna.server.wire.cards import Catalogue, GameCard, OptionCard, PolicyCard, RulesDigest


@cache
def games(policies: tuple[ServedPolicy, ...]) -> TaggedContent:
    """The `Catalogue`."""
    cards = tuple(_card(game) for game in GAMES.values())
    offered = tuple(PolicyCard(policy.name, policy.game, policy.seats) for policy in policies)
    return TaggedContent.of_json(Catalogue(cards, LEVELS, CLOCKS, LANGUAGES, offered))


@cache
def words(key: str | None, lang: str) -> TaggedContent:
    """The words of a game over the common ones; None: the common ones alone. Raises `Problem`."""
    _check(key, lang)
    return TaggedContent.of_json((words_of("laguna", lang) if key is None else PLUGINS[key].words(lang)).tables)


@cache
def rules(key: str, lang: str) -> TaggedContent:
    """The `RulesDigest` of a game. Raises `Problem`."""
    _check(key, lang)
    digest = PLUGINS[key].digest(lang)
    return TaggedContent.of_json(RulesDigest(digest.text, digest.rules))


def _check(key: str | None, lang: str) -> None:
    """Raise `Problem` for an unknown game or language; which, unlike an answer, no cache remembers."""
    if key is not None and key not in GAMES:
        raise not_found("game")
    if lang not in LANGUAGES:
        raise not_found("language")


def _card(game: AnyGame) -> GameCard:
    options = tuple(_option(game, field) for field in msgspec.structs.fields(game.options))
    titles, summaries = _said_of(game, "title"), _said_of(game, "summary")
    return GameCard(game.key, game.version, game.seats[0], game.seats[-1], options, game.seat_option, titles, summaries)


def _said_of(game: AnyGame, key: str) -> dict[str, str]:
    """A sentence about the game itself, in every language."""
    return {lang: PLUGINS[game.key].words(lang).template("game", key) for lang in LANGUAGES}


def _option(game: AnyGame, field: msgspec.structs.FieldInfo) -> OptionCard:
    chosen = get_args(field.type) if get_origin(field.type) is Literal else game.option_names.get(field.name, ())
    numbers = game.option_ranges.get(field.name)
    least, most = (None, None) if numbers is None else (numbers[0], numbers[-1])
    option = OptionCard(field.name, _kind(game, field), field.default, tuple(chosen), least, most)
    counts = tuple(_count(game, option, seats) for seats in game.seats)
    return msgspec.structs.replace(option, counts=counts, sides=_sides(game, option))


def _sides(game: AnyGame, option: OptionCard) -> tuple[int, ...]:
    """The side of each seat while a switch is on; nothing where it makes no teams."""
    seats = range(game.seats[-1])
    if option.kind != "switch":
        return ()
    sides = tuple(game.read_options({option.name: True}).side(seat) for seat in seats)
    return () if sides == tuple(seats) else sides


def _count(game: AnyGame, option: OptionCard, seats: int) -> int:
    """How many values an option takes at a table of so many: what the game lets itself be laid out with."""
    match option.kind:
        case "names":
            lists: list[Sequence[object]] = [option.choices[:count] for count in range(1, len(option.choices) + 1)]
        case "numbers":
            lists = [[option.least or 0] * count for count in range(1, seats + 1)]
        case "switch":
            return int(_playable(game, seats, {option.name: True}))
        case _:
            return 1
    return next((len(each) for each in lists if _playable(game, seats, {option.name: each})), 0)


def _playable(game: AnyGame, seats: int, options: Mapping[str, object]) -> bool:
    try:
        game.start(seats, game.read_options(options), SeededLuck(0))
    except BadOption:
        return False
    return True


def _kind(
    game: AnyGame, field: msgspec.structs.FieldInfo
) -> Literal["switch", "choice", "number", "seat", "names", "numbers"]:
    kind: Any = field.type
    if field.name == game.seat_option or NoneType in get_args(kind):
        return "seat"
    if get_origin(kind) is Literal:
        return "choice"
    if get_origin(kind) is tuple:
        return "names" if get_args(kind)[0] is str else "numbers"
    return "switch" if kind is bool else "number"
