"""What all doors take alike: a game, a kind of reward, a seed, a choice; and the sentence for whatever does not fit."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any, Literal, get_args

from laguna.core.derived_encoding import derived_encoding
from laguna.core.encoding import Encoding
from laguna.core.game import Options
from laguna.core.ruled import RuledGame
from laguna.games import PLUGINS, RULED

Reward = Literal["win", "place", "margin", "points"]
"""A share of the win, with all rewards together 0; the place, from 1 to -1; how far ahead of the best other one, in
clear wins; one's own points, as they come."""
Illegal = Literal["forfeit", "random"]
"""What an illegal choice comes to: the game is lost with a reward of -1, or any legal choice is made instead."""

LARGEST_SEED = (1 << 63) - 1
LARGEST_NUMBER = (1 << 32) - 1
"""A game's number has so many values: see `laguna.core.generator.sow`."""
DEFAULTS_VERSION = 1
"""Rises when an environment means something else although its game and its encoding are the same."""

AnyRuledGame = RuledGame[Any, Any, Any]


class NoSuchGame(KeyError):  # noqa: N818 - says what it is
    """A game that there is not, or not as an environment."""

    def __str__(self) -> str:
        return str(self.args[0])


class NoGame(RuntimeError):  # noqa: N818 - says what it is
    """A step where no game is under way."""


def ruled_game(key: str) -> AnyRuledGame:
    """A game of whole numbers. Raises `NoSuchGame`."""
    if key not in RULED:
        raise NoSuchGame(f"There is no game of whole numbers called {key!r}; there are {', '.join(RULED)}.")
    return RULED[key]


def encoding_of(key: str, options: Options | None = None) -> Encoding[Any]:
    """How a game of whole numbers looks to a learner: as it says, else as its views do at tables with these options.

    Raises `NoSuchGame` or `BrokenPlugin`.
    """
    game = ruled_game(key)
    encoding = PLUGINS[key].load_encoding()
    return derived_encoding(game, game.options() if options is None else options) if encoding is None else encoding


def native_encoding_of(key: str) -> Encoding[Any]:
    """How a game looks to a learner, as native code: only if it says so itself. Raises as `encoding_of`."""
    ruled_game(key)
    encoding = PLUGINS[key].load_encoding()
    if encoding is None:
        raise NoSuchGame(
            f"{key} does not say how it looks to a learner, and its views cannot be native code: declare an encoding "
            "in its plug-in for a batch, or play single tables."
        )
    return encoding


def version_of(key: str) -> int:
    """The version of a game's environments: it rises with that of its rules, its encoding, or our defaults."""
    encoding = encoding_of(key)
    return ruled_game(key).version - encoding.first_rules + encoding.version + DEFAULTS_VERSION - 1


def read_layout(key: str, seats: int | None, options: Mapping[str, Any] | Options | None) -> tuple[int, Any]:
    """How many play, by default the fewest who may, and the options. Raises `BadOption`."""
    game = ruled_game(key)
    chosen = options if isinstance(options, Options) else game.read_options(dict(options or {}))
    count = game.seats[0] if seats is None else seats
    game.check_layout(count, chosen)
    return count, chosen


def one_of(name: str, given: object, kind: Any) -> Any:  # noqa: ANN401 - a Literal, and one of its words
    """A keyword's value, as it was given. Raises ValueError."""
    words = get_args(kind)
    if given not in words:
        raise ValueError(f"`{name}` is one of {', '.join(map(str, words))}, not {given!r}.")
    return given


def checked_seed(seed: object) -> int:
    """A seed, as it was given. Raises ValueError."""
    return _below("seed", seed, LARGEST_SEED)


def checked_number(number: object) -> int:
    """The number of one of a seed's games, as it was given. Raises ValueError."""
    return _below("game's number", number, LARGEST_NUMBER)


def _below(what: str, given: object, largest: int) -> int:
    number = _whole(given)
    if number is None or not 0 <= number <= largest:
        raise ValueError(f"A {what} is a whole number from 0 to {largest}, not {given!r}.")
    return number


def checked_choice(choice: object, choices: int) -> int:
    """A choice by its number, legal or not. Raises TypeError."""
    number = _whole(choice)
    if number is None:
        raise TypeError(f"A choice is one whole number from 0 to {choices - 1}, not {choice!r}.")
    return number


def _whole(given: Any) -> int | None:  # noqa: ANN401 - whatever was given
    """A whole number of Python or NumPy as one of Python; None: it is something else."""
    if type(given) is int:
        return given
    if isinstance(given, bool):
        return None
    try:
        return operator.index(given)
    except TypeError:
        return None
