"""Every game × seat count × set of options, and random play through them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from itertools import product
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
import pytest

from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.core.ruled import RuledGame, RuledTable
from laguna.games import RULED
from tiers import tiered

Table = RuledTable[Any, Any]


class Case(NamedTuple):
    """One way to play one game."""

    key: str
    seats: int
    switches: tuple[tuple[str, bool], ...]

    @property
    def game(self) -> RuledGame[Any, Any, Any]:
        return RULED[self.key]

    @property
    def options(self) -> Any:
        return self.game.read_options(dict(self.switches))

    @property
    def plays(self) -> tuple[Any, dict[str, bool]]:
        """What tells it from others: what the rules see of it, and the switches that only change what is shown.

        A switch that does nothing with so many seats makes no case of its own.
        """
        shown = {name: on for name, on in self.switches if name not in self.game.rules.state.FIELDS}
        return self.game.prepared(self.seats, self.options), shown

    def start(self, seed: int) -> Table:
        return self.game.start(self.seats, self.options, SeededLuck(seed))[0]

    def __str__(self) -> str:
        return "-".join([self.key, str(self.seats), *(name for name, on in self.switches if on)])


def _cases() -> Iterator[Case]:
    for key, game in RULED.items():
        switches = [name for name, value in msgspec.structs.asdict(game.options()).items() if isinstance(value, bool)]
        for seats in game.seats:
            found: list[tuple[Any, Any]] = []
            for values in product((False, True), repeat=len(switches)):
                case = Case(key, seats, tuple(zip(switches, values, strict=True)))
                if case.plays not in found:
                    found.append(case.plays)
                    yield case


CASES = list(_cases())


def usual(case: Case) -> bool:
    """Whether every run goes through it: no option is on, one alone, or all; the other sets prove little more."""
    on = sum(value for _, value in case.switches)
    return on <= 1 or on == len(case.switches)


def random_play(case: Case, seed: int) -> Iterator[Table]:
    """The table at every question of a random game, and at its end. The table is live: copy it to keep it."""
    luck, players = SeededLuck(seed), SeededLuck(seed, 0, PLAYERS)
    table = case.game.start(case.seats, case.options, luck)[0]
    yield table
    while asks := sorted(table.numbers):
        seat = asks[players.below(len(asks))]
        case.game.play(table, seat, table.numbers[seat], case.game.random_move(table, seat, players), luck)
        yield table


def sampled(case: Case, seed: int, every: int) -> Iterator[Table]:
    """Some of the tables of a random game: the first and last few, and one in `every`."""
    tables = [table.copy() for table in random_play(case, seed)]
    for i, table in enumerate(tables):
        if i < 4 or i % every == seed % every or i >= len(tables) - 3:
            yield table


def hidden(key: str) -> ModuleType:
    """A game's `swap`: what a seat cannot know, changed."""
    return importlib.import_module(f"games.{key}.hidden")


def every_case(function: Any) -> Any:
    """Run a law over every case."""
    return pytest.mark.parametrize("case", tiered(CASES, usual), ids=str)(function)
