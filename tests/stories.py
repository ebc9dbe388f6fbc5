"""Stories for tests: those of whole seeded games, and the games once more, to count for oneself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from laguna.core.record import Line, replay
from laguna.core.story import Story, story_of
from laguna.games import GAMES, PLUGINS
from laguna.laws.cases import Case, record_of

SEEDS = (1, 2, 3)


class Played(NamedTuple):
    """One move: its line, and what each seat saw before and after it. `events` is what happened."""

    line: Line
    before: list[Any]
    after: list[Any]
    events: list[Any]


def story_and_moves(key: str, seats: int, seed: int) -> tuple[Story, list[Played]]:
    """The story of a random game, and all its moves."""
    record = record_of(Case(PLUGINS[key], seats), seed)
    return story_of(record, GAMES, PLUGINS[key].load_story()), list(_moves(key, seats, seed))


def _moves(key: str, seats: int, seed: int) -> Iterator[Played]:
    game = GAMES[key]
    before: list[Any] = []
    for step in replay(record_of(Case(PLUGINS[key], seats), seed), GAMES):
        after: list[Any] = game.views_for(step.table, range(seats))
        if step.line is not None:
            yield Played(step.line, before, after, step.events)
        before = after
