"""All laws over one game: what `laguna check` runs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from laguna.core.plugin import Plugin
from laguna.core.ruled import RuledGame
from laguna.laws import (
    compiled,
    contract,
    encodings,
    event_order,
    frozen,
    numbers,
    options,
    play,
    refusals,
    replay,
    secrets,
    words,
)
from laguna.laws.cases import Case, cases_of, differing
from laguna.laws.law import LAWS as _REGISTERED
from laguna.laws.law import Law, LawBroken

DEFAULT_GAMES = 200
"""Compiled games of each way to play, unless somebody wants more."""
MAX_ERROR_CHARS = 400
"""Characters of an error's message that are quoted."""
SEED = 1
"""By which every law plays a game that is not of whole numbers: each way to play it once, since it takes its time."""
FAMILIES = (
    contract,
    options,
    numbers,
    words,
    event_order,
    play,
    replay,
    frozen,
    refusals,
    secrets,
    encodings,
    compiled,
)
"""Where the laws are, in the order in which they are looked at: the first ones explain most of the later."""


def _place(law: Law) -> int:
    return [family.__name__ for family in FAMILIES].index(law.holds.__module__)


LAWS: tuple[Law, ...] = tuple(sorted(_REGISTERED, key=_place))
"""All laws, by family."""


class Finding(msgspec.Struct, frozen=True):
    """What came of one law: where it was looked at, and the sentence about where it is broken, if it is."""

    law: str
    states: str
    looked_at: str
    seconds: float
    broken: str | None = None


def usual_cases(plugin: Plugin) -> list[Case]:
    """Every seat count with the usual sets of options: none, each by itself, all."""
    return [case for case in cases_of(plugin) if case.usual]


def check_laws(
    plugin: Plugin, *, games: int = DEFAULT_GAMES, tests: Path | None = None, swap: secrets.Swap | None = None
) -> Iterator[Finding]:
    """Look at every law that there is for an installed game, one after another.

    `games`: so many compiled games of each way to play. `tests`: the folder in which every numbered rule has a test.
    `swap`: see `secrets.Swap`. A law that needs what is not given is left out.
    """
    settings: dict[str, Any] = {"games": games, "tests": tests, "swap": swap}
    given = {name: value for name, value in settings.items() if value is not None}
    if not isinstance(plugin.game, RuledGame):
        given |= {"seed": SEED, "seeds": (SEED,)}
    cases = usual_cases(plugin)
    for law in laws_for(plugin):
        if law.needs <= set(given):
            yield _check_law(law, plugin, cases, given)


def laws_for(plugin: Plugin) -> list[Law]:
    """The laws that make sense for a game."""
    return [law for law in LAWS if isinstance(plugin.game, RuledGame) or not law.ruled]


def assert_lawful(plugin: Plugin, **settings: Any) -> None:  # noqa: ANN401 - as `check_laws`
    """Raise `LawBroken`, with a line for each broken law, unless a game keeps them all. Settings: see `check_laws`."""
    if broken := [
        f"{found.law}: {found.broken}" for found in check_laws(plugin, **settings) if found.broken is not None
    ]:
        raise LawBroken("\n".join(broken))


def _check_law(law: Law, plugin: Plugin, cases: list[Case], given: dict[str, Any]) -> Finding:
    """Look at one law, until it is broken."""
    start = time.perf_counter()
    asked: Sequence[Plugin | Case] = [plugin]
    if law.scope != "game":
        asked = cases if law.scope == "case" else differing(cases)
    looked_at = "the game" if law.scope == "game" else f"{len(asked)} ways to play"
    if "games" in law.settings_in(given):
        looked_at += f", {given['games']} games of each"
    broken = next((told for each in asked if (told := broken_by(law, each, given)) is not None), None)
    seconds = round(time.perf_counter() - start, 3)
    return Finding(f"{law.family}: {law.name}", law.states, looked_at, seconds, broken)


def broken_by(law: Law, asked: Plugin | Case, given: dict[str, Any]) -> str | None:
    """The sentence about how a law is broken; None: it holds."""
    try:
        law.holds(asked, **law.settings_in(given))
    except LawBroken as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - whatever an outside game does: the law does not hold
        where = str(asked) if isinstance(asked, Case) else asked.game.key
        place = _innermost(error)
        said = " ".join(str(error).split())[:MAX_ERROR_CHARS] or "no more is known"
        return f"{where}: {type(error).__name__} at {place}: {said}."
    return None


def _innermost(error: BaseException) -> str:
    """Where an error was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "an unknown place" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
