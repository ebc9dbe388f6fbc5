"""Pig for learners: what a seat may know, in numbers, and its choices: to wait, to roll, to hold."""

from __future__ import annotations

from laguna.core.encoding import Encoding, Part, absolute, relative
from laguna.core.rules import rule
from laguna_pig.rules import ACTIONS, GOAL, SEATS, Pig, refusal


@rule
def observe(s: Pig, seat: int, begun: int, out: list[int]) -> None:  # noqa: ARG001 - the shape of the verb
    """P8: everything, seats counted from one's own. More than the goal is as good as the goal (P6)."""
    out[0] = s.players
    out[1] = s.two_dice
    out[2] = relative(s, seat, s.active)
    out[3] = min(s.turn_total, GOAL)
    for further in range(s.players):
        out[4 + further] = min(s.scores[absolute(s, seat, further)], GOAL)


@rule
def legal(s: Pig, seat: int, begun: int, notes: list[int], mask: list[int]) -> int:  # noqa: ARG001 - as above
    """P4, P5: what is not refused. Choice 0 is to wait, so the others are one more than their actions."""
    count = 0
    for action in range(ACTIONS):
        if refusal(s, seat, action) == 0:
            mask[1 + action] = 1
            count += 1
    return count


@rule
def decide(s: Pig, seat: int, begun: int, choice: int) -> int:  # noqa: ARG001 - as above
    """The action of a choice."""
    return choice - 1


ENCODING = Encoding(
    version=1,
    parts=(
        Part("players", (), SEATS, "P1", codes=True),
        Part("two_dice", (), 1, "P7"),
        Part("active", (), SEATS - 1, "P3", codes=True),
        Part("turn_total", (), GOAL, "P4"),
        Part("scores", (SEATS,), GOAL, "P8"),
    ),
    choices=1 + ACTIONS,
    observe=observe,
    legal=legal,
    decide=decide,
)
