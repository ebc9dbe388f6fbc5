"""Every way to play a game: seat count × set of options, and random play through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import msgspec

from laguna import simulation
from laguna.core.game import BadOption, Event, Game, Move, Table
from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.core.plugin import Plugin
from laguna.core.record import Record, parse, replay
from laguna.core.ruled import RuledGame, RuledTable
from laguna.core.rules import State
from laguna.laws.law import LawBroken

FIRST_SAMPLED, LAST_SAMPLED = 4, 3
"""So many tables of a game are always looked at, from its beginning and its end."""

Chosen = tuple[tuple[str, Any], ...]
"""Options by name, each with its value."""
Choose = Callable[[Any, int], Move]
"""Who plays: from a table and an asked seat to a move."""


class Case(NamedTuple):
    """One way to play one game. Options that are not chosen are as usual."""

    plugin: Plugin
    seats: int
    chosen: Chosen = ()

    @property
    def key(self) -> str:
        """The game's key."""
        return self.plugin.game.key

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game."""
        return self.plugin.game

    @property
    def games(self) -> dict[str, Game[Any, Any, Any]]:
        """The game by its key: for whoever replays its records."""
        return {self.key: self.game}

    @property
    def ruled(self) -> RuledGame[Any, Any, Any]:
        """The game, if it is one of whole numbers. Raises TypeError."""
        if not isinstance(self.plugin.game, RuledGame):
            raise TypeError(f"{self.key} is not a RuledGame.")
        return self.plugin.game

    @property
    def options(self) -> Any:  # noqa: ANN401 - the game's own
        """The options. Raises `BadOption`."""
        return self.game.read_options(dict(self.chosen))

    @property
    def prepared(self) -> State:
        """A state with players and options set, before its setup. Raises `BadOption`."""
        state: State = self.ruled.prepared(self.seats, self.options)
        return state

    @property
    def onlookers(self) -> list[int | None]:
        """A spectator, and every seat."""
        return [None, *range(self.seats)]

    def start(self, seed: int) -> Any:  # noqa: ANN401 - the game's own
        """A new table."""
        return self.game.start(self.seats, self.options, SeededLuck(seed))[0]

    def asked(self, table: Table) -> list[int]:
        """The seats that are asked."""
        if isinstance(table, RuledTable):
            return sorted(table.numbers)
        return [seat for seat in range(self.seats) if table.question_number(seat) is not None]

    def same(self, one: Table, other: Table) -> bool:
        """Whether two tables are in the same position, as far as can be told from outside.

        A position of whole numbers is compared as it is; of any other game all that all seats see and are asked.
        """
        if one.played != other.played:
            return False
        if isinstance(one, RuledTable) and isinstance(other, RuledTable):
            return bool(one.state == other.state) and one.numbers == other.numbers
        return self.shown(one) == self.shown(other)

    def shown(self, table: Table) -> object:
        """All that all seats see and are asked, as it is now: it stays so when the table changes."""
        return self.game.views_for(table, self.onlookers), self.game.asks(table)

    def broken(self, what: str, seed: int | None = None, table: Table | None = None) -> LawBroken:
        """What does not hold, in a sentence that begins with where: game, seats, options, seed and move."""
        chosen = [name if value is True else f"{name}={value}" for name, value in self.chosen if value is not False]
        where = [f"{self.key} with {self.seats} seats", *chosen]
        if seed is not None:
            where.append(f"seed {seed}")
        if table is not None:
            where.append(f"after {table.played} moves")
        return LawBroken(f"{', '.join(where)}: {what}")

    def __str__(self) -> str:
        chosen = [name if value is True else f"{name}={value}" for name, value in self._unusual]
        return "-".join([self.key, str(self.seats), *chosen])

    @property
    def plays(self) -> tuple[object, Chosen]:
        """What tells it from others: what the rules see of it, and the options that only change what is shown.

        An option that does nothing with so many seats makes no case of its own. What the rules of a game that is not of
        whole numbers see, nobody knows: there every choice counts.
        """
        if not isinstance(self.game, RuledGame):
            return None, self.chosen
        fields = self.game.rules.state.FIELDS
        return self.prepared, tuple((name, value) for name, value in self.chosen if name not in fields)

    @property
    def usual(self) -> bool:
        """Whether no option is other than usual, one alone, or all switches: other sets prove little more."""
        switches = tuple(name for name, value in self.chosen if isinstance(value, bool))
        return len(self._unusual) <= 1 or tuple(name for name, _ in self._unusual) == switches

    @property
    def _unusual(self) -> Chosen:
        usual = msgspec.structs.asdict(self.game.options())
        return tuple((name, value) for name, value in self.chosen if value != usual[name])


def cases_of(plugin: Plugin) -> Iterator[Case]:
    """Every seat count × set of options, each that plays differently once. Switches and choices of a name are options.

    Numbers and lists are not gone through: there are too many.
    """
    choices = dict(_choices(plugin.game))
    for seats in plugin.game.seats:
        found: list[tuple[object, Chosen]] = []
        for values in product(*choices.values()):
            case = Case(plugin, seats, tuple(zip(choices, values, strict=True)))
            if _may_be_played(case) and case.plays not in found:
                found.append(case.plays)
                yield case


def _choices(game: Game[Any, Any, Any]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for field in msgspec.inspect.type_info(game.options).fields:  # type: ignore[attr-defined]  # a structure's
        if isinstance(field.type, msgspec.inspect.BoolType):
            yield field.name, (False, True)
        if isinstance(field.type, msgspec.inspect.LiteralType):
            yield field.name, tuple(field.type.values)


def _may_be_played(case: Case) -> bool:
    """Whether the game has these options with so many seats."""
    try:
        case.start(0)
    except BadOption:
        return False
    return True


def differing(cases: Iterable[Case]) -> list[Case]:
    """Those cases that differ in the rules themselves, not only in what is shown."""
    found: dict[tuple[str, int], list[object]] = {}
    kept = []
    for case in cases:
        states = found.setdefault((case.key, case.seats), [])
        if case.plays[0] not in states:
            states.append(case.plays[0])
            kept.append(case)
    return kept


class Step(NamedTuple):
    """A move of a game under way (None: its setup), what happened then, and the table after it, which is live."""

    table: Any
    move: Move | None
    events: list[Event]


@lru_cache(maxsize=64)
def record_of(case: Case, seed: int) -> Record:
    """A random game on file."""
    return next(parse(simulation.recorded(case.game, case.seats, case.options, seed, 0), "a record"))


def steps(case: Case, seed: int, choose: Choose | None = None) -> Iterator[Step]:
    """A whole game, step by step: who is asked is drawn, and so is the move, unless somebody chooses.

    A game that does not end is given up. One that is not of whole numbers is played once, and then replayed: physics
    takes its time.
    """
    if choose is None and not isinstance(case.game, RuledGame):
        yield from (Step(step.table, step.move, step.events) for step in replay(record_of(case, seed), case.games))
        return
    game, luck, players = case.game, SeededLuck(seed), SeededLuck(seed, 0, PLAYERS)
    table, events = game.start(case.seats, case.options, luck)
    yield Step(table, None, events)
    while (asked := case.asked(table)) and table.played < simulation.MAX_MOVES:
        seat = asked[players.below(len(asked))]
        move = game.random_move(table, seat, players) if choose is None else choose(table, seat)
        yield Step(table, move, game.play(table, seat, table.question_number(seat), move, luck))


def random_play(case: Case, seed: int) -> Iterator[Any]:
    """The table at every question of a random game, and at its end. The table is live: copy it to keep it."""
    return (step.table for step in steps(case, seed))


def sampled(case: Case, seed: int, every: int) -> Iterator[Any]:
    """Some of the tables of a random game: the first and last few, and one in `every`."""
    tables = [table.copy() for table in random_play(case, seed)]
    for i, table in enumerate(tables):
        if i < FIRST_SAMPLED or i % every == seed % every or i >= len(tables) - LAST_SAMPLED:
            yield table


def kinds(union: Any) -> Sequence[type[msgspec.Struct]]:  # noqa: ANN401 - a type or a union of types
    """The classes that a game's moves or events are made of."""
    return tuple(getattr(union, "__args__", (union,)))
