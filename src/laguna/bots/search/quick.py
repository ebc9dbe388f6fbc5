"""Thousands of quick games between players at a glance: how heuristics are measured in seconds."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from laguna.bots.search import layout as at
from laguna.bots.search.searcher import load
from laguna.core.compiled import Numbers, to_record
from laguna.core.generator import WORDS
from laguna.core.heuristics import Heuristics
from laguna.core.rules import State


class Result(NamedTuple):
    """A player's part of the wins with its 95 % half-width (over rounds, whose games share their luck), and points."""

    share: float
    within: float
    points: float


def compete(
    heuristics: Heuristics[Any], prepared: State, players: list[int], games: int, seed: int = 0
) -> list[Result]:
    """Play so many games between these players (`layout.RANDOM`, `NOVICE`, `EXPERIENCED`), one for each seat.

    They change seats from game to game; `games` is rounded up to whole rounds.
    """
    seats = prepared.players
    rounds = -(-games // seats)
    shares = np.zeros((rounds * seats, seats))
    points = np.zeros((rounds * seats, seats))
    plan: Numbers = np.zeros(at.PLAN, np.int64)
    plan[at.SEED], plan[at.ITERATIONS] = seed, rounds * seats
    template = to_record(prepared)
    room: Numbers = np.zeros(heuristics.rules.room, np.int64)
    rng: Numbers = np.zeros(WORDS, np.int64)
    load(heuristics).compete(template.copy(), template, room, rng, plan, np.array(players), shares, points)
    return [_result(shares, points, player, rounds) for player in range(seats)]


def _result(shares: NDArray[np.float64], points: NDArray[np.float64], player: int, rounds: int) -> Result:
    by_round = shares[:, player].reshape(rounds, -1).mean(axis=1)
    within = 1.96 * by_round.std(ddof=1) / math.sqrt(rounds)
    return Result(float(by_round.mean()), float(within), float(points[:, player].mean()))
