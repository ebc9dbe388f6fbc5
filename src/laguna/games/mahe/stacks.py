"""Stacks of turtles, as a view tells of them."""

from __future__ import annotations

from collections.abc import Sequence

from laguna.games.mahe.game import Turtle


def bottom_first(turtles: Sequence[Turtle]) -> list[Turtle]:
    """The turtles of a field from the bottom of its stack up; on the raft, side by side."""
    by_number = {turtle.turtle: turtle for turtle in turtles}
    ridden = {turtle.rider for turtle in turtles}
    ordered: list[Turtle] = []
    for bottom in (turtle for turtle in turtles if turtle.turtle not in ridden):
        turtle: Turtle | None = bottom
        while turtle is not None:
            ordered.append(turtle)
            turtle = None if turtle.rider is None else by_number[turtle.rider]
    return ordered
