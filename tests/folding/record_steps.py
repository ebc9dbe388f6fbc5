"""Whole games as the server tells them, step by step, for the laws of the browser (web/tests/laws).

    python tests/folding/record_steps.py FOLDER     writes FOLDER/<game>.jsonl: a line for each game that was played

Every game there is, with every number of seats and every usual set of options, at random, and more games until every
kind of event has been seen; `web/build.py test` runs this when a source has changed. Ship Ahoy's physics may round
otherwise on another processor, so its golden records are told as well: these are the same everywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from laguna.core.game import BadOption, Event, Game, Standing, View, snake
from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.core.record import parse, replay
from laguna.games import GAMES

GOLDEN = Path(__file__).parents[1] / "golden"
SEED = 5
MOST_STEPS = 200
"""Of a longer game the steps after these are left out, they tell nothing new; but not how it ends."""
MOST_SOUGHT = 400
"""So many games more are played, but not where moves cost time, to find one with each rare kind of event."""

AnyGame = Game[Any, Any, Any]


class Sight(msgspec.Struct, frozen=True):
    """What one pair of eyes was told and sees, as in the messages of the server."""

    events: tuple[Event, ...]
    view: View


class SeenStep(msgspec.Struct, frozen=True):
    """A step of a game: all different sights of it, and which of them each seat has, and last a spectator."""

    sights: list[Sight]
    eyes: list[int]


class SeenEnd(msgspec.Struct, frozen=True):
    """How a game ended: the last step, and how everybody stands."""

    step: SeenStep
    standings: list[Standing]


class SeenGame(msgspec.Struct, frozen=True):
    """A game that was played: the first step is its laying out. One that was never played to its end has none."""

    name: str
    steps: list[SeenStep]
    end: SeenEnd | None


class Heading(msgspec.Struct, frozen=True):
    """The first line of a file: all kinds of events that the game has."""

    kinds: list[str]


class Moment(NamedTuple):
    """A table, live, and what has just happened at it."""

    table: Any
    events: Sequence[Event]


class Case(NamedTuple):
    """One way to play a game."""

    game: AnyGame
    seats: int
    chosen: dict[str, object]

    def __str__(self) -> str:
        words = [name if value is True else f"{name}={value}" for name, value in self.chosen.items()]
        return " ".join([f"{self.seats} seats", *words])

    def play(self, number: int) -> Iterator[Moment]:
        """Game `number`, at random. Raises `BadOption` where so many may not play so."""
        luck, players = SeededLuck(SEED, number), SeededLuck(SEED, number, PLAYERS)
        table, events = self.game.start(self.seats, self.game.read_options(self.chosen), luck)
        yield Moment(table, events)
        while asks := self.game.asks(table):
            ask = asks[players.below(len(asks))]
            move = self.game.random_move(table, ask.seat, players)
            yield Moment(table, self.game.play(table, ask.seat, ask.number, move, luck))

    def is_possible(self) -> bool:
        """Whether so many may play so."""
        try:
            next(self.play(0))
        except BadOption:
            return False
        return True


def option_sets(game: AnyGame) -> Iterator[dict[str, object]]:
    """The usual sets of options: as they are; one switched on or chosen alone; all switches, with each choice."""
    fields = msgspec.structs.fields(game.options)
    switches: dict[str, object] = {field.name: True for field in fields if field.default is False}
    choices = [
        {field.name: value}
        for field in fields
        if get_origin(field.type) is Literal
        for value in get_args(field.type)
        if value != field.default
    ]
    yield {}
    yield from ({name: True} for name in switches)
    yield from choices
    if len(switches) > 1:
        yield switches
        yield from ({**switches, **choice} for choice in choices)


def cases(game: AnyGame) -> Iterator[Case]:
    """Every set of options with every number of seats; where moves cost time (physics), each with one, in turn."""
    numbers = cycle(game.seats)
    for chosen in option_sets(game):
        possible = [case for case in (Case(game, next(numbers), chosen) for _ in game.seats) if case.is_possible()]
        yield from possible[:1] if game.waits else possible
        next(numbers)


def seen(game: AnyGame, moment: Moment) -> SeenStep:
    """What everybody is told of a step, and sees after it."""
    eyes = [*range(moment.table.seats), None]
    views = game.views_for(moment.table, eyes)
    sights: list[Sight] = []
    places = []
    for eye, view in zip(eyes, views, strict=True):
        sight = Sight(tuple([event.seen_by(eye) for event in moment.events]), view)
        if sight not in sights:
            sights.append(sight)
        places.append(sights.index(sight))
    return SeenStep(sights, places)


def told(game: AnyGame, name: str, moments: Iterator[Moment]) -> SeenGame:
    """A game as everybody saw it."""
    steps: list[SeenStep] = []
    for last in moments:
        if len(steps) < MOST_STEPS:
            steps.append(seen(game, last))
    over = not game.asks(last.table)
    return SeenGame(name, steps, SeenEnd(seen(game, last), list(game.standings(last.table))) if over else None)


def golden(game: AnyGame) -> Iterator[SeenGame]:
    """The games that are kept for the golden playthroughs."""
    for path in sorted(GOLDEN.glob(f"{game.key}_*.jsonl")):
        record = next(parse(path.read_text("utf-8"), path.name))
        yield told(game, path.name, (Moment(step.table, step.events) for step in replay(record, GAMES)))


def kinds_of(moments: Iterator[Moment]) -> set[str]:
    """The kinds of events that a game brings, as far as it is told."""
    return {snake(type(event).__name__) for moment in islice(moments, MOST_STEPS) for event in moment.events}


def rare(game: AnyGame, missing: set[str]) -> Iterator[SeenGame]:
    """Games with kinds of events that are missing so far."""
    for number, case in zip(range(1, MOST_SOUGHT), cycle(list(cases(game))), strict=False):
        found = kinds_of(case.play(number)) & missing
        if found:
            missing -= found
            yield told(game, f"{case}, with {', '.join(sorted(found))}", case.play(number))
        if not missing:
            return


def games(game: AnyGame, kinds: set[str]) -> Iterator[SeenGame]:
    """All games of one kind that are told."""
    yield from golden(game)
    for case in cases(game):
        yield told(game, str(case), case.play(0))
    if not game.waits:
        yield from rare(game, kinds.difference(*(kinds_of(case.play(0)) for case in cases(game))))


def main(folder: Path) -> None:
    """Write the steps of all games."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES.values():
        kinds = {snake(event.__name__) for event in get_args(game.events)}
        with (folder / f"{game.key}.jsonl").open("wb") as file:
            file.write(msgspec.json.encode(Heading(sorted(kinds))) + b"\n")
            file.writelines(msgspec.json.encode(each) + b"\n" for each in games(game, kinds))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
