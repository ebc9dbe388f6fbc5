"""Measure a constant of a game's heuristics: play with other values of it against the one that stands there.

    python bench/tune.py duck BAD_TURN                       a little less and a little more than now
    python bench/tune.py duck BAD_TURN 45 65 --games 20000   these values
    python bench/tune.py duck SWING --search 200             what only the search looks at

One player at the table has the other value, all others the present one; they change seats from game to game, and the
games of a round share their luck. The share of its wins is told with its 95 % interval beside the fair one: a value
whose interval lies above the fair share is better. By default experienced players meet at a glance, thousands of games
in seconds; with `--search` they think about every move, for so many iterations.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import inspect
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from laguna.arena.interval import estimate
from laguna.bots.search.layout import EXPERIENCED, NOVICE
from laguna.bots.search.quick import compete
from laguna.bots.search.searcher import Searcher
from laguna.core.bot import Budget, knowledge
from laguna.core.heuristics import Heuristics
from laguna.core.luck import SeededLuck
from laguna.core.ruled import RuledGame
from laguna.games import PLUGINS, RULED

Value = int | tuple[int, ...]
LESS, MORE, WHOLE = 3, 5, 4
"""Without values to try: three and five quarters of the present one."""
GLANCED_GAMES, THOUGHT_GAMES = 20_000, 200
GLANCE = "choose"
THOUGHTS = ("propose", "choose", "sight", "believe", "prospect")
"""The verbs that decide a game at a glance, and one between players who think."""


class Share(NamedTuple):
    """Another value's part of the wins with its 95 % interval, and the fair one."""

    mean: float
    low: float
    high: float
    fair: float


class Tuned:
    """The module of a game's heuristics, whose constants may be changed."""

    def __init__(self, key: str) -> None:
        place = PLUGINS[key].heuristics
        if place is None:
            raise SystemExit(f"{key} brings no heuristics.")
        self.key = key
        self._name = place.partition(":")[2]
        self._module = import_module(f"{PLUGINS[key].package}.{place.partition(':')[0]}")
        self._source = inspect.getsource(self._module)

    @property
    def heuristics(self) -> Heuristics[Any]:
        """As they are."""
        found: Heuristics[Any] = getattr(self._module, self._name)
        return found

    def present(self, constant: str) -> Value:
        """A constant's present value. Leaves the program where there is none, or nothing that can be tuned."""
        value: object = getattr(self._module, constant, None)
        if constant not in self._assigned() or not _is_value(value):
            raise SystemExit(f"{self._module.__name__} has no constant {constant} made of whole numbers.")
        return value  # type: ignore[return-value]  # checked

    def with_value(self, constant: str, value: Value) -> Heuristics[Any]:
        """The heuristics as they would be with another value; whatever is computed from the constant changes, too."""
        tree = ast.parse(self._source)
        at = self._assigned()[constant]
        tree.body.insert(at + 1, ast.parse(f"{constant} = {value!r}").body[0])
        module = ModuleType(f"{self._module.__name__}_{variant_of(constant, value)}")
        module.__package__ = self._module.__package__
        sys.modules[module.__name__] = module  # where cached kernels look for the functions they are made of
        code = compile(ast.fix_missing_locations(tree), f"<{self._module.__name__}, {constant} = {value}>", "exec")
        exec(code, module.__dict__)  # noqa: S102 - our own source
        found: Heuristics[Any] = getattr(module, self._name)
        return found

    def looks_at(self, verbs: Sequence[str], constant: str) -> bool:
        """Whether any of these verbs depends on a constant, through others or constants computed from it."""
        uses = {name: set(_names(node)) for node in ast.parse(self._source).body for name in _defined(node)}
        seen, open_names = set[str](), [getattr(self.heuristics, verb).__name__ for verb in verbs]
        while open_names:
            name = open_names.pop()
            if name not in seen:
                seen.add(name)
                open_names += uses.get(name, ())
        return constant in seen

    def _assigned(self) -> dict[str, int]:
        """Where in the module each constant is given its value."""
        body = ast.parse(self._source).body
        return {name: at for at, node in enumerate(body) if isinstance(node, ast.Assign) for name in _defined(node)}


def _defined(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name))


def _names(node: ast.stmt) -> Iterator[str]:
    return (part.id for part in ast.walk(node) if isinstance(part, ast.Name))


def _is_value(value: object) -> bool:
    return type(value) is int or (isinstance(value, tuple) and all(type(number) is int for number in value))


def variant_of(constant: str, value: Value) -> str:
    """A name for the kernels of a value: one for each, so that none is mistaken for another in the cache."""
    return f"tuned_{constant}_{hashlib.sha256(repr(value).encode()).hexdigest()[:8]}"


def around(value: Value) -> list[Value]:
    """A little less and a little more."""
    if isinstance(value, int):
        return [_scaled(value, LESS), _scaled(value, MORE)]
    return [tuple(_scaled(number, part) for number in value) for part in (LESS, MORE)]


def _scaled(number: int, part: int) -> int:
    step = -(-abs(number) * abs(part - WHOLE) // WHOLE) * (1 if part > WHOLE else -1)
    return number + (step if number >= 0 else -step)


def at_a_glance(tuned: Tuned, constant: str, value: Value, seats: int, games: int) -> Share:
    """Quick games: who plays with the other value takes the beginner's place."""
    game = RULED[tuned.key]
    rivals = replace(tuned.heuristics, novice=tuned.with_value(constant, value).choose)
    players = [NOVICE] + [EXPERIENCED] * (seats - 1)
    prepared = game.prepared(seats, game.options())
    result = compete(rivals, prepared, players, games, variant=variant_of(constant, value))[0]
    low, high = max(0.0, result.share - result.within), min(1.0, result.share + result.within)
    return Share(result.share, low, high, 1 / seats)


def thinking(tuned: Tuned, constant: str, value: Value, seats: int, games: int, budget: Budget) -> Share:
    """Games between players who think about every move."""
    other = tuned.with_value(constant, value)
    rounds = []
    for luck in range(-(-games // seats)):
        won = 0.0
        for seat in range(seats):
            searchers = [Searcher(RULED[tuned.key], tuned.heuristics) for _ in range(seats)]
            searchers[seat] = Searcher(RULED[tuned.key], other, variant=variant_of(constant, value))
            won += _played(RULED[tuned.key], searchers, luck, budget)[seat]
        rounds.append(won / seats)
    found = estimate(rounds)
    return Share(found.mean, found.low, found.high, 1 / seats)


def _played(game: RuledGame[Any, Any, Any], searchers: list[Searcher], number: int, budget: Budget) -> list[float]:
    """One game; each seat's part of the win."""
    luck = SeededLuck(0, number)
    table, _ = game.start(len(searchers), game.options(), luck)
    while table.numbers:
        seat, seed = min(table.numbers), table.played
        known = knowledge(game, table, seat, seed)
        move = searchers[seat].think(known, seat, seed, budget).considered[0].move  # type: ignore[arg-type]
        game.play(table, seat, table.question_number(seat), move, luck)
    places = [standing.place for standing in game.standings(table)]
    return [(place == 1) / places.count(1) for place in places]


def measure(arguments: Sequence[str] | None = None) -> Iterator[str]:
    """What the command line asks for, a line for each value. Leaves the program where that cannot be measured."""
    asked = _parser().parse_args(arguments)
    tuned = Tuned(asked.game)
    present = tuned.present(asked.constant)
    if not tuned.looks_at(THOUGHTS if asked.search else [GLANCE], asked.constant):
        raise SystemExit(f"Nobody looks at {asked.constant} there: with --search others do, or it is a beginner's.")
    seats = asked.seats or RULED[asked.game].seats[-1]
    games = asked.games or (THOUGHT_GAMES if asked.search else GLANCED_GAMES)
    yield f"{asked.game}: {asked.constant} = {present}, {seats} seats, {games} games"
    for value in [ast.literal_eval(text) for text in asked.values] or around(present):
        if asked.search:
            share = thinking(tuned, asked.constant, value, seats, games, Budget(iterations=asked.search))
        else:
            share = at_a_glance(tuned, asked.constant, value, seats, games)
        yield f"{value}: {share.mean:.1%} of the wins ({share.low:.1%} to {share.high:.1%}), fair is {share.fair:.1%}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure a constant of a game's heuristics.")
    parser.add_argument("game", choices=[key for key in RULED if PLUGINS[key].heuristics])
    parser.add_argument("constant", help="its name in the game's heuristics.py")
    parser.add_argument("values", nargs="*", help="what to try, as Python writes it; else a quarter less and more")
    parser.add_argument("--search", type=int, metavar="ITERATIONS", help="players think; else they play at a glance")
    parser.add_argument("--games", type=int, help="how many for each value")
    parser.add_argument("--seats", type=int, help="how many players; else as many as can play")
    return parser


def main() -> None:
    """Print what was measured."""
    for line in measure():
        print(line, flush=True)


if __name__ == "__main__":
    main()
