"""A player for any game at all: each offered move is tried in random games to the end, and the best on average is made.

It is for games that are not made of whole numbers and bring no players of their own: the compiled search cannot play
them. It knows nothing but the `Game` contract.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from laguna.core.bot import Answer, AnyGame, Budget, Considered, Level, Thought
from laguna.core.game import Move, Table
from laguna.core.generator import BOTS
from laguna.core.luck import SeededLuck

LEVEL_BUDGETS: dict[Level, Budget] = {
    "beginner": Budget(iterations=4),
    "easy": Budget(iterations=20),
    "good": Budget(seconds=1.0, iterations=100),
    "strong": Budget(seconds=1.0, iterations=500),
}
MAX_MOVES = 2_000
"""Where a random game is given up and judged as it stands."""


class _Tally:
    """What the random games after one move came to."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.wins = [0.0] * seats
        self.points = [0.0] * seats


class PlayoutBot:
    """Tries every offered move equally often. It plays, and it thinks for people."""

    def __init__(self, game: AnyGame, budget: Budget) -> None:
        self._game = game
        self._budget = budget

    def answer(self, known: Table, seat: int, seed: int, budget: Budget | None = None) -> Answer:
        """The move with the best results; see `Bot.answer`."""
        thought = self.think(known, seat, seed, budget or self._budget)
        return Answer(thought.considered[0].move, thought)

    def think(self, known: Table, seat: int, seed: int, budget: Budget, only: Move | None = None) -> Thought:
        """What random games say of the moves; see `Adviser.think`. Each move is tried at least once."""
        known.check_asked(seat)
        start = time.perf_counter()
        moves = self._moves(known, seat) if only is None else (only,)
        tallies = [_Tally(known.seats) for _ in moves]
        tried = 0
        while tried < len(moves) or not _is_spent(budget, tried, time.perf_counter() - start):
            self._try(
                known, seat, moves[tried % len(moves)], SeededLuck(seed, tried, BOTS), tallies[tried % len(moves)]
            )
            tried += 1
        found = [_considered(move, tally, tried) for move, tally in zip(moves, tallies, strict=True)]
        found.sort(key=lambda each: -each.values[seat])
        return Thought(tuple(found), tried, time.perf_counter() - start)

    def _moves(self, known: Table, seat: int) -> Sequence[Move]:
        return next(ask.moves for ask in self._game.asks(known) if ask.seat == seat)

    def _try(self, known: Table, seat: int, move: Move, luck: SeededLuck, tally: _Tally) -> None:
        """One random game after a move, with what the seat cannot know dealt anew."""
        game, table = self._game, self._game.imagine(known, seat, luck)
        game.play(table, seat, table.question_number(seat), move, luck)
        while (asks := game.asks(table)) and table.played < known.played + MAX_MOVES:
            ask = asks[0]
            game.play(table, ask.seat, ask.number, game.random_move(table, ask.seat, luck), luck)
        standings = game.standings(table)
        winners = sum(standing.place == 1 for standing in standings)
        tally.games += 1
        for standing in standings:
            tally.wins[standing.seat] += (standing.place == 1) / winners
            tally.points[standing.seat] += standing.score


def _is_spent(budget: Budget, tried: int, spent_s: float) -> bool:
    out_of_time = budget.seconds is not None and spent_s >= budget.seconds
    return out_of_time or (budget.iterations is not None and tried >= budget.iterations)


def _considered(move: Move, tally: _Tally, tried: int) -> Considered:
    games = max(1, tally.games)
    return Considered(
        move=move,
        share=tally.games / tried,
        values=tuple(wins / games for wins in tally.wins),
        points=tuple(points / games for points in tally.points),
    )
