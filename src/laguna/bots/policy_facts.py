"""What a policy says of itself: which game it plays, of which versions, and what it was trained on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import msgspec

from laguna.core.encoding import Encoding
from laguna.core.game import BadOption
from laguna.games import GAMES, PLUGINS, RULED

MAX_FACTS_BYTES = 64 << 10
MAX_TRAINED = 10_000
"""Characters that a policy may say of its training."""
MAX_TEMPERATURE = 100.0


class BadPolicy(Exception):  # noqa: N818 - says what it is
    """A policy that cannot be played, in one sentence that names its file."""


class Unfit(Exception):  # noqa: N818 - says what it is
    """Why a policy cannot be played: what comes after the colon of that sentence."""


class PolicyFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in the file of a policy beside its network."""

    game: str
    game_version: int
    """Of the rules that it was trained on."""
    encoding_version: int
    seats: tuple[int, ...]
    """The numbers of players that it was trained for."""
    options: dict[str, Any] = {}
    """The options that it was trained with. It may be sat at any table; elsewhere it plays what it has never seen."""
    temperature: float = 0.0
    """0: it makes the choice that it likes best; else it draws one, the more freely the higher this is."""
    trained: str = ""
    """How it was trained, in anybody's words: steps, seed, against whom."""


def facts_of(
    game: str,
    *,
    seats: Sequence[int],
    options: Mapping[str, Any] | None = None,
    temperature: float = 0.0,
    trained: str = "",
) -> PolicyFacts:
    """What is to be said of a policy that was trained with this program. Raises `Unfit`."""
    return PolicyFacts(
        game=game,
        encoding_version=_encoding_of(game).version,
        game_version=GAMES[game].version,
        seats=tuple(seats),
        options=dict(options or {}),
        temperature=temperature,
        trained=trained,
    )


def check_facts(facts: PolicyFacts) -> Encoding[Any]:
    """The encoding that a policy was trained on. Raises `Unfit` where this program has no such, or another one."""
    encoding = _encoding_of(facts.game)
    if facts.game_version != (version := GAMES[facts.game].version):
        raise Unfit(f"it learned version {facts.game_version} of the rules of {facts.game}, and this is {version}")
    if facts.encoding_version != encoding.version:
        raise Unfit(
            f"it learned from version {facts.encoding_version} of the encoding of {facts.game}, "
            f"and this is {encoding.version}"
        )
    game = GAMES[facts.game]
    if not facts.seats or not all(seats in game.seats for seats in facts.seats):
        raise Unfit(f"it has to say for how many players it was trained: {game.seats[0]} to {game.seats[-1]}")
    try:
        game.read_options(facts.options)
    except BadOption as error:
        raise Unfit(f"it was trained with options that {facts.game} does not have: {error}") from error
    if not (isfinite(facts.temperature) and 0 <= facts.temperature <= MAX_TEMPERATURE):
        raise Unfit(f"its temperature is {facts.temperature}, and may be 0 to {MAX_TEMPERATURE:g}")
    if len(facts.trained) > MAX_TRAINED:
        raise Unfit(f"what it says of its training is longer than {MAX_TRAINED:,} characters")
    return encoding


def _encoding_of(game: str) -> Encoding[Any]:
    """How a game looks to a learner. Raises `Unfit`."""
    encodings = {key: encoding for key in RULED if (encoding := PLUGINS[key].load_encoding()) is not None}
    if game not in encodings:
        raise Unfit(f"it plays “{_short(game)}”; policies can play {', '.join(encodings)}")
    return encodings[game]


def _short(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:39]}…"
