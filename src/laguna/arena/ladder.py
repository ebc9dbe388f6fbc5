"""The ladder: in every game and seat count each level against the one below, and strong against its measures.

A match is looked at after 10, 20, 40 … rounds and stops when it is clear: when the interval of the win rate or of the
score share does not hold the fair share. Looking often and at two figures would find luck to be skill too often, so the
allowed error of 5 % is spent in parts: the k-th look gets 5 % / (k · (k + 1)), half for each figure. All parts together
are 5 % however long a match goes on (the union bound).
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

from laguna.arena.game_jobs import played_games, prepare
from laguna.arena.interval import ALLOWED_ERROR
from laguna.arena.match import ArenaMatch
from laguna.arena.match_log import MatchLog, header_of
from laguna.arena.result import MatchResult, result, whole_rounds
from laguna.core.bot import LEVELS, Budget
from laguna.crew.crew import Crew
from laguna.games import GAMES, PLUGINS, RULED

FIRST_LOOK_ROUNDS = 10
MAX_LOOKS = 9
"""After the last look, at 2,560 rounds, a match is left open."""
TWO_SEATS = 2
STRONGEST = LEVELS[-1]


class Rung(msgspec.Struct, frozen=True):
    """A match of the ladder, the better bot first, and what came of it; None: no round was played to its end."""

    match: ArenaMatch
    result: MatchResult | None

    @property
    def side(self) -> int:
        """1 if the better bot is clearly better, -1 if it is clearly worse, 0 if that is open."""
        if self.result is None:
            return 0
        better = self.result.rows[0]
        return better.win_rate.side(self.result.fair) or better.score_share.side(self.result.fair)


def matches(keys: Sequence[str], seed: int, budget: Budget | None) -> list[ArenaMatch]:
    """The matches of the ladder. The budget (None: a quick one) is strong's, and that of the search against it."""
    budgets = {key: budget or Budget(seconds=PLUGINS[key].ladder_move_s) for key in keys}
    return [
        ArenaMatch(
            game=key,
            seats=seats,
            bots=pair,
            seed=seed,
            options=msgspec.to_builtins(GAMES[key].options()),
            budgets={name: budgets[key] for name in pair if name in (STRONGEST, "search")},
        )
        for key in keys
        for seats in GAMES[key].seats
        for pair in _pairs(key, seats)
    ]


def _pairs(key: str, seats: int) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = [(better, worse) for worse, better in pairwise(LEVELS)]
    if seats == TWO_SEATS:
        pairs.append((STRONGEST, "random"))
        if key in RULED:  # the search without heuristics runs compiled
            pairs.append((STRONGEST, "search"))
    return pairs


def play_ladder(wanted: Sequence[ArenaMatch], folder: Path, crew: Crew, seconds: float) -> Iterator[Rung]:
    """Play the matches one after another, each within its part of the time; what one leaves goes to the others.

    Games are kept in the folder. Played again, a match that is clear stays as it is and one that is open goes on.
    """
    left = seconds
    for index, match in enumerate(wanted):
        rung, used = _play_rung(match, folder / folder_name(match), crew, left / (len(wanted) - index))
        left = max(0.0, left - used)
        yield rung


def folder_name(match: ArenaMatch) -> str:
    """A folder of its own for a match, for this program and these parameters."""
    digest = hashlib.blake2b(msgspec.json.encode(header_of(match)), digest_size=4).hexdigest()
    return f"{match.game}-{match.seats}-{'-'.join(match.bots)}-{digest}"


def _play_rung(match: ArenaMatch, folder: Path, crew: Crew, seconds: float) -> tuple[Rung, float]:
    """A match played as far as so many seconds go, and how many were used. Compiling is not playing."""
    with MatchLog(folder, match) as log:
        rung, end = Rung(match, None), math.inf
        for look in range(1, MAX_LOOKS + 1):
            rounds = FIRST_LOOK_ROUNDS * 2 ** (look - 1)
            missing = [number for number in range(rounds * len(match.bots)) if number not in log.played]
            if missing and end == math.inf:
                prepare(crew, match)
                end = time.monotonic() + seconds
            for game in played_games(crew, match, _until(match, missing, end)):
                log.add(game)
            rung = Rung(match, result(match, log.played.values(), most=rounds, error=error_spent_at(look) / 2))
            if rung.side or len(whole_rounds(match, log.played.values(), rounds)) < rounds:
                break
    return rung, max(0.0, time.monotonic() + seconds - end)


def error_spent_at(look: int) -> float:
    """The part of the allowed error that the k-th look gets: all looks together spend no more than the whole."""
    return ALLOWED_ERROR / (look * (look + 1))


def _until(match: ArenaMatch, numbers: Sequence[int], end: float) -> Iterator[int]:
    """The numbers, until the time is over; never in the middle of a round."""
    for number in numbers:
        if number % len(match.bots) == 0 and time.monotonic() >= end:
            return
        yield number
