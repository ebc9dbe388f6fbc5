"""Thousands of quick games between players at a glance: how heuristics are measured in seconds."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from laguna.bots.search.layout import QuickGame, SearchPlan
from laguna.bots.search.searcher import load, scratch, workspace
from laguna.core.compiled import tables_of
from laguna.core.compiled.records import Floats
from laguna.core.heuristics import Heuristics
from laguna.core.rules import State


class QuickResult(NamedTuple):
    """A player's part of the wins with its 95 % half-width (over rounds, whose games share their luck), and points."""

    share: float
    within: float
    points: float


def compete(
    heuristics: Heuristics[Any],
    prepared: State,
    players: list[int],
    games: int,
    seed: int = 0,
    variant: str = "search",
) -> list[QuickResult]:
    """Play so many games between these players (`layout.RANDOM`, `NOVICE`, `EXPERIENCED`), one for each seat.

    They change seats from game to game; `games` is rounded up to whole rounds. `variant` names the heuristics' kernels.
    """
    seats = prepared.players
    rounds = -(-games // seats)
    results = QuickGame.zeros(rounds * seats)
    plan = SearchPlan.zeros()
    plan[0].seed, plan[0].iterations = seed, rounds * seats
    load(heuristics, variant).compete(
        plan, tables_of(prepared), scratch(heuristics), workspace(heuristics), np.array(players), results
    )
    return [_result(results["shares"][:, player], results["points"][:, player], rounds) for player in range(seats)]


def _result(shares: Floats, points: Floats, rounds: int) -> QuickResult:
    by_round = shares.reshape(rounds, -1).mean(axis=1)
    within = 1.96 * by_round.std(ddof=1) / math.sqrt(rounds)
    return QuickResult(float(by_round.mean()), float(within), float(points.mean()))
