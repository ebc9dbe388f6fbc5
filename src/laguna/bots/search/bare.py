"""The same search without heuristics: all moves alike, random play to the end. What heuristics are measured against."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from laguna.bots.heuristic import Heuristics
from laguna.core.generator import draw
from laguna.core.rules import State, rule

LONGEST_PLAYOUT = 100_000


def without_heuristics(heuristics: Heuristics[Any]) -> Heuristics[Any]:
    """Any move may be proposed (of too many, evenly picked ones), and any is chosen in quick play."""
    rules = heuristics.rules
    choices, choice, proposals = rules.choices, rules.choice, heuristics.proposals

    @rule
    def propose(s: State, seat: int, room: list[int], actions: list[int], weights: list[int]) -> int:
        """All actions, or evenly picked ones."""
        count = choices(s, seat, room)
        noted = min(count, proposals)
        for i in range(noted):
            actions[i] = choice(s, seat, room, i * count // noted)
            weights[i] = 1
        return noted

    @rule
    def choose(s: State, seat: int, room: list[int], rng: list[int]) -> int:
        """Any action."""
        return choice(s, seat, room, draw(rng, choices(s, seat, room)))

    return replace(
        heuristics,
        propose=propose,
        choose=choose,
        novice=choose,
        believe=rules.imagine,
        horizon=LONGEST_PLAYOUT,
    )
