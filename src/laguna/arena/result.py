"""What came of a match, name by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

import msgspec

from laguna.arena.interval import ALLOWED_ERROR, Estimate, estimate
from laguna.arena.match import ArenaMatch, PlayedGame
from laguna.arena.rating import Rating, ratings


class BotResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a name did.

    `win_rate` and `score_share` are of a game it sat in, all its seats together; both have the same fair share.
    A shared win counts as its part. Scores and places are means over its seats.
    """

    name: str
    games: int
    win_rate: Estimate
    score_share: Estimate
    mean_score: float
    mean_place: float
    moves: int
    moves_per_game: float
    seconds_per_move: float
    rating: Rating


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """A match, and what came of its whole rounds. `unfinished` games were given up and are judged as they stood."""

    match: ArenaMatch
    rounds: int
    games: int
    unfinished: int
    confidence: float
    fair: float
    rows: list[BotResult]
    seat_wins: list[float]
    """Each seat's part of the wins, whoever sat there."""


def whole_rounds(match: ArenaMatch, games: Iterable[PlayedGame], most: int | None = None) -> list[list[PlayedGame]]:
    """The rounds of which every game was played, in order; the first `most` of the match at most."""
    rounds: dict[int, dict[int, PlayedGame]] = {}
    for game in games:
        rounds.setdefault(game.game // len(match.bots), {})[game.game] = game
    return [
        [rounds[number][game] for game in sorted(rounds[number])]
        for number in sorted(rounds)
        if len(rounds[number]) == len(match.bots) and (most is None or number < most)
    ]


def result(
    match: ArenaMatch, games: Iterable[PlayedGame], *, most: int | None = None, error: float = ALLOWED_ERROR
) -> MatchResult | None:
    """What came of the games played so far; None without a whole round. `error`: how often an interval may miss."""
    rounds = whole_rounds(match, games, most)
    if not rounds:
        return None
    played = [game for each in rounds for game in each]
    rated = ratings(match.bots, played)[-1]
    return MatchResult(
        match=match,
        rounds=len(rounds),
        games=len(played),
        unfinished=sum(not game.finished for game in played),
        confidence=1 - error,
        fair=match.fair,
        rows=[_row(match, name, rounds, rated[name], error) for name in match.bots],
        seat_wins=[round(fmean(game.wins[seat] for game in played), 6) for seat in range(match.seats)],
    )


def _row(
    match: ArenaMatch, name: str, rounds: Sequence[Sequence[PlayedGame]], rating: Rating, error: float
) -> BotResult:
    seats = [(game, seat) for each in rounds for game in each for seat in range(match.seats) if game.bots[seat] == name]
    moves = sum(game.moves[seat] for game, seat in seats)
    games = len(rounds) * match.sitting
    return BotResult(
        name=name,
        games=games,
        win_rate=estimate(_by_round(match, name, rounds, lambda game: game.wins), error),
        score_share=estimate(_by_round(match, name, rounds, lambda game: game.shares), error),
        mean_score=round(fmean(game.scores[seat] for game, seat in seats), 3),
        mean_place=round(fmean(game.places[seat] for game, seat in seats), 3),
        moves=moves,
        moves_per_game=round(moves / games, 2),
        seconds_per_move=round(sum(game.seconds[seat] for game, seat in seats) / max(1, moves), 6),
        rating=rating,
    )


def _by_round(
    match: ArenaMatch, name: str, rounds: Sequence[Sequence[PlayedGame]], parts: Callable[[PlayedGame], Sequence[float]]
) -> list[float]:
    """A name's part of each round, a game it sat in: from 0 to 1."""
    return [
        sum(part for game in each for bot, part in zip(game.bots, parts(game), strict=True) if bot == name)
        / match.sitting
        for each in rounds
    ]
