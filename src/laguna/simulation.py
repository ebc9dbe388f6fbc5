"""Random play, plain and compiled: the same seed gives the same games either way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from laguna.core.game import Game
from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.core.record import Recorder
from laguna.core.ruled import RuledGame
from laguna.core.rules import Rules, State

MAX_MOVES = 100_000
"""Where a random game is given up. None of ours comes near it, nor does Ship Ahoy without a last round (S36)."""
GAMES_PER_REPORT = 2_000
"""Compiled games between two reports of progress."""

AnyGame = Game[Any, Any, Any]
AnyRuledGame = RuledGame[Any, Any, Any]
Progress = Callable[[int], None]
"""Called with the number of games just played."""


class Summary(msgspec.Struct):
    """What came of random games. `wins` counts a shared win for each who shares it."""

    game: str
    seats: int
    games: int
    finished: int
    moves: int
    seconds: float
    wins: list[int]
    mean_score: list[float]


class BrokenInvariant(Exception):  # noqa: N818 - says what it is
    """A game in which pieces appeared or vanished, or a limit was passed."""


def random_moves(rules: Rules[Any], state: State, seed: int, number: int) -> Iterator[tuple[int, int]]:
    """Set up and play game `number` at random in `state`; each seat and action, after it was carried out."""
    state.luck = SeededLuck(seed, number)
    players = SeededLuck(seed, number, PLAYERS)
    notes = [0] * rules.most_notes
    asked, choices, choice, apply = rules.asked, rules.choices, rules.choice, rules.apply
    rules.setup(state)
    while seats := asked(state):
        seat = (seats & -seats).bit_length() - 1
        action = choice(state, seat, notes, players.below(choices(state, seat, notes)))
        apply(state, seat, action)
        yield seat, action


def simulate_plain(
    game: AnyGame,
    seats: int,
    options: Any,  # noqa: ANN401 - the game's own
    seed: int,
    games: int,
    progress: Progress,
) -> Summary:
    """Random games in plain Python.

    >>> from laguna.games import GAMES
    >>> mahe = GAMES["mahe"]
    >>> summary = simulate_plain(mahe, seats=3, options=mahe.options(), seed=7, games=10, progress=lambda played: None)
    >>> summary.finished, summary.moves, summary.wins, summary.mean_score
    (10, 2972, [2, 5, 3], [23.1, 31.6, 24.4])
    """
    summary = Summary(game.key, seats, games, 0, 0, 0.0, [0] * seats, [0.0] * seats)
    start = time.perf_counter()
    for number in range(games):
        if isinstance(game, RuledGame):
            _play_rules(game, options, seed, number, summary)
        else:
            _play_table(game, options, seed, number, summary)
        progress(1)
    return _finish_summary(summary, start)


def _play_rules(game: AnyRuledGame, options: Any, seed: int, number: int, summary: Summary) -> None:  # noqa: ANN401
    """One random game over the bare rules, as compiled ones are played."""
    rules, state = game.rules, game.prepared(summary.seats, options)
    moves = 0
    for _ in random_moves(rules, state, seed, number):
        state.told.clear()
        moves += 1
        if moves == MAX_MOVES:
            break
    summary.moves += moves
    if rules.asked(state) == 0:
        ranks = [rules.standing(state, seat) for seat in range(summary.seats)]
        scores = [rules.score(state, seat) for seat in range(summary.seats)]
        _tally(summary, [rank == max(ranks) for rank in ranks], scores)


def _play_table(game: AnyGame, options: Any, seed: int, number: int, summary: Summary) -> None:  # noqa: ANN401
    """One random game through `Game.play`."""
    recorder = _played(game, summary.seats, options, seed, number)
    summary.moves += recorder.table.played
    if not game.asks(recorder.table):
        standings = game.standings(recorder.table)
        _tally(summary, [one.place == 1 for one in standings], [one.score for one in standings])


def _tally(summary: Summary, wins: list[bool], scores: list[int]) -> None:
    summary.finished += 1
    for seat in range(summary.seats):
        summary.wins[seat] += wins[seat]
        summary.mean_score[seat] += scores[seat]


def _finish_summary(summary: Summary, start: float) -> Summary:
    """Turn sums of points into means, and stop the clock."""
    summary.seconds = round(time.perf_counter() - start, 6)
    summary.mean_score = [round(score / max(1, summary.finished), 3) for score in summary.mean_score]
    return summary


def simulate_compiled(
    game: AnyRuledGame,
    seats: int,
    options: Any,  # noqa: ANN401 - the game's own
    seed: int,
    games: int,
    progress: Progress,
    *,
    check: int = 0,
) -> Summary:
    """The same random games as native code. Invariants: as `Runner.run` says; raises `BrokenInvariant`."""
    from laguna.core.compiled.runner import Runner  # noqa: PLC0415 - Numba only where it is wanted

    runner = Runner(game.rules, game.prepared(seats, options))
    runner.run(seed, 0, 0)  # compile or load before the clock starts
    summary = Summary(game.key, seats, games, 0, 0, 0.0, [0] * seats, [0.0] * seats)
    start = time.perf_counter()
    for first in range(0, games, GAMES_PER_REPORT):
        count = min(GAMES_PER_REPORT, games - first)
        outcome = runner.run(seed, first, count, most_moves=MAX_MOVES, check=check)
        if outcome.broken:
            where = f"game {outcome.broken_game} of seed {seed}, {seats} seats"
            raise BrokenInvariant(f"Invariant {outcome.broken} of {game.key} is broken in {where}.")
        summary.finished += outcome.finished
        summary.moves += outcome.moves
        summary.wins = [a + b for a, b in zip(summary.wins, outcome.wins, strict=True)]
        summary.mean_score = [a + b for a, b in zip(summary.mean_score, outcome.scores, strict=True)]
        progress(count)
    return _finish_summary(summary, start)


def recorded(game: AnyGame, seats: int, options: Any, seed: int, number: int) -> str:  # noqa: ANN401
    """The record of game `number` of a simulation, played through `Game.play`: moves, events and refusals."""
    return _played(game, seats, options, seed, number).close()


def _played(game: AnyGame, seats: int, options: Any, seed: int, number: int) -> Recorder:  # noqa: ANN401
    recorder = Recorder(game, seats, options, SeededLuck(seed, number))
    players = SeededLuck(seed, number, PLAYERS)
    while (asks := game.asks(recorder.table)) and recorder.table.played < MAX_MOVES:
        ask = asks[0]
        recorder.play(ask.seat, ask.number, game.random_move(recorder.table, ask.seat, players))
    return recorder
