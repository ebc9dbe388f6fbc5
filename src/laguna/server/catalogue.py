"""What may be played here, and in which words: made once from the games themselves."""

from __future__ import annotations

from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import msgspec

from laguna.bots.bot import LEVELS, AnyGame
from laguna.core.digest import digest_of
from laguna.core.words import LANGUAGES, words_of
from laguna.games import GAMES
from laguna.server.problem import not_found
from laguna.server.sheet import Sheet
from laguna.server.table import CLOCKS
from laguna.server.wire.cards import Catalogue, GameCard, OptionCard, RulesDigest


@cache
def games() -> Sheet:
    """The `Catalogue`."""
    cards = tuple(_card(game) for game in GAMES.values())
    return Sheet.of_json(Catalogue(cards, LEVELS, CLOCKS, LANGUAGES))


@cache
def words(key: str | None, lang: str) -> Sheet:
    """The words of a game over the common ones; None: the common ones alone. Raises `Problem`."""
    _check(key, lang)
    return Sheet.of_json(words_of("laguna" if key is None else f"laguna.games.{key}", lang).tables)


@cache
def rules(key: str, lang: str) -> Sheet:
    """The `RulesDigest` of a game. Raises `Problem`."""
    _check(key, lang)
    digest = digest_of(key, lang)
    return Sheet.of_json(RulesDigest(digest.text, digest.rules))


def _check(key: str | None, lang: str) -> None:
    """Raise `Problem` for an unknown game or language; which, unlike an answer, no cache remembers."""
    if key is not None and key not in GAMES:
        raise not_found("game")
    if lang not in LANGUAGES:
        raise not_found("language")


def _card(game: AnyGame) -> GameCard:
    options = tuple(_option(game, field) for field in msgspec.structs.fields(game.options))
    return GameCard(game.key, game.version, game.seats[0], game.seats[-1], options, game.seat_option)


def _option(game: AnyGame, field: msgspec.structs.FieldInfo) -> OptionCard:
    choices = get_args(field.type) if get_origin(field.type) is Literal else ()
    return OptionCard(field.name, _kind(game, field), field.default, choices)


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
