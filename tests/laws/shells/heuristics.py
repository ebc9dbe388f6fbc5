"""How Shells is played: a beginner keeps, everybody else swaps what is below the mean."""

from __future__ import annotations

from laguna.core.heuristics import Heuristics, Scratch
from laguna.core.rules import ints, rule
from laws.shells.rules import KEEP, RULES, SWAP, Shells, refusal


class ShellsScratch(Scratch):
    """What is noted while one thinks."""

    notes: list[int] = ints(2)


@rule
def propose(s: Shells, seat: int, scratch: ShellsScratch, actions: list[int], weights: list[int]) -> int:
    count = RULES.choices(s, seat, scratch.notes)
    for i in range(count):
        actions[i] = scratch.notes[i]
        weights[i] = 1
    return count


@rule
def novice(s: Shells, seat: int, scratch: ShellsScratch, rng: list[int]) -> int:  # noqa: ARG001 - a verb's shape
    return KEEP


@rule
def choose(s: Shells, seat: int, scratch: ShellsScratch, rng: list[int]) -> int:  # noqa: ARG001 - a verb's shape
    return SWAP if s.shell[seat] < 4 and refusal(s, seat, SWAP) == 0 else KEEP


@rule
def sight(s: Shells, seat: int) -> int:
    return s.shell[seat]


@rule
def prospect(s: Shells, seat: int) -> int:
    return 100 * s.shell[seat]


HEURISTICS = Heuristics(
    rules=RULES,
    scratch=ShellsScratch,
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
