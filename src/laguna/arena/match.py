"""A match: who plays what, how often and with which luck; and one game of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec

from laguna.arena.lineup import derived_seed, lineup
from laguna.core.bot import Bot, Budget, knowledge
from laguna.core.luck import SeededLuck
from laguna.core.record import Recorder
from laguna.crew.crew import WorkFailed
from laguna.games import GAMES

MAX_MOVES = 20_000
"""Where a game is given up and judged as it stands. None of ours should come near it."""


class MatchFailed(WorkFailed):
    """Why a match cannot go on, in one sentence."""


class ArenaMatch(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides how the games of a match go.

    `budgets` overrides, by name, how long a bot that searches thinks. `policies` has the SHA-256 of the file of each
    bot that is a policy: with another file it is another match. The games are the same every time if nobody thinks by
    the clock.
    """

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    options: dict[str, Any] = {}
    budgets: dict[str, Budget] = {}
    policies: dict[str, str] = {}

    @property
    def sitting(self) -> int:
        """How many names sit at a table."""
        return min(len(self.bots), self.seats)

    @property
    def fair(self) -> float:
        """The share of a game that is due to each name at the table."""
        return 1 / self.sitting

    def games(self, wanted: int) -> int:
        """So many games, rounded up to whole rounds."""
        return -(-wanted // len(self.bots)) * len(self.bots)

    def __str__(self) -> str:
        """What it is called in a sentence."""
        return f"{self.game} between {', '.join(self.bots)}"

    def lineup(self, number: int) -> tuple[str, ...]:
        """The name in each seat in game `number`."""
        return lineup(self.bots, self.seats, self.seed, number)


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a match, by seats. `finished`: it was not given up."""

    game: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    finished: bool

    @property
    def wins(self) -> tuple[float, ...]:
        """Each seat's part of the win: those who share it get equal parts."""
        winners = self.places.count(1)
        return tuple((place == 1) / winners for place in self.places)

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's part of all points. Points below zero raise everybody's by as much; none at all: equal parts."""
        lowest = min(0, *self.scores)
        raised = [score - lowest for score in self.scores]
        total = sum(raised)
        return tuple(score / total if total else 1 / len(raised) for score in raised)


def play(match: ArenaMatch, number: int, bot_of: Callable[[str], Bot]) -> tuple[PlayedGame, Recorder]:
    """Play game `number` of a match, each seat with a new bot of its name: how it went, and who wrote it down.

    A bot gets what its seat may know, and a seed of this very question.
    """
    game = GAMES[match.game]
    names = match.lineup(number)
    bots = [bot_of(name) for name in names]
    luck = SeededLuck(match.seed, number // len(match.bots))
    recorder = Recorder(game, match.seats, game.read_options(match.options), luck)
    table = recorder.table
    moves, seconds = [0] * match.seats, [0.0] * match.seats
    while (asks := game.asks(table)) and table.played < MAX_MOVES:
        seat, ask = asks[0].seat, asks[0].number
        known = knowledge(game, table, seat, derived_seed(match.seed, number, table.played, "known"))
        seed = derived_seed(match.seed, number, table.played)
        start = time.perf_counter()
        answer = bots[seat].answer(known, seat, seed, match.budgets.get(names[seat]))
        seconds[seat] += time.perf_counter() - start
        moves[seat] += 1
        recorder.play(seat, ask, answer.move)
    standings = game.standings(table)
    played = PlayedGame(
        game=number,
        bots=names,
        scores=tuple(one.score for one in standings),
        places=tuple(one.place for one in standings),
        moves=tuple(moves),
        seconds=tuple(round(each, 6) for each in seconds),
        finished=not asks,
    )
    return played, recorder
