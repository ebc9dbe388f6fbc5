"""How Shells is played: a beginner keeps, everybody else swaps what is below the mean."""

from __future__ import annotations

from laguna.core.heuristics import Heuristics
from laguna.core.rules import rule
from laws.shells.rules import KEEP, RULES, SWAP, Shells, refusal


@rule
def propose(s: Shells, seat: int, room: list[int], actions: list[int], weights: list[int]) -> int:
    count = RULES.choices(s, seat, room)
    for i in range(count):
        actions[i] = room[i]
        weights[i] = 1
    return count


@rule
def novice(s: Shells, seat: int, room: list[int], rng: list[int]) -> int:  # noqa: ARG001 - a verb's shape
    return KEEP


@rule
def choose(s: Shells, seat: int, room: list[int], rng: list[int]) -> int:  # noqa: ARG001 - a verb's shape
    return SWAP if s.shell[seat] < 4 and refusal(s, seat, SWAP) == 0 else KEEP


@rule
def sight(s: Shells, seat: int) -> int:
    return s.shell[seat]


@rule
def prospect(s: Shells, seat: int) -> int:
    return 100 * s.shell[seat]


HEURISTICS = Heuristics(
    rules=RULES,
    proposals=2,
    propose=propose,
    choose=choose,
    novice=novice,
    sight=sight,
    believe=RULES.imagine,
    prospect=prospect,
    horizon=10,
    margin=1,
)
