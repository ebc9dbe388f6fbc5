"""Sets and runs (D6–D8) as actions: how they are made of their parts, and what their parts are."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.duck.components import ALIKE, COLOURS, RUN, SET, VALUES


@rule
def set_action(value: int, yellow: int, blue: int, red: int, top: int) -> int:
    """D6, D8: a set as an action."""
    return SET + (((value * ALIKE + yellow) * ALIKE + blue) * ALIKE + red) * COLOURS + top


@rule
def top_colour(action: int) -> int:
    """D8: the colour on top of a set."""
    return (action - SET) % COLOURS


@rule
def set_count(action: int, colour: int) -> int:
    """D6: how many cards of a colour a set has."""
    counts = (action - SET) // COLOURS
    for _ in range(COLOURS - 1 - colour):
        counts //= ALIKE
    return counts % ALIKE


@rule
def set_value(action: int) -> int:
    """D6: the number of a set."""
    return (action - SET) // (COLOURS * ALIKE * ALIKE * ALIKE)


@rule
def run_action(colour: int, low: int, high: int, top: int) -> int:
    """D7, D8: a run as an action."""
    return RUN + ((colour * VALUES + low) * VALUES + high) * 3 + top


@rule
def run_top(action: int) -> int:
    """D8: whether the lowest or the highest card of a run ends on top; the rules refuse a middle one."""
    return (action - RUN) % 3


@rule
def run_high(action: int) -> int:
    """D7: the highest number of a run."""
    return (action - RUN) // 3 % VALUES


@rule
def run_low(action: int) -> int:
    """D7: the lowest number of a run."""
    return (action - RUN) // (3 * VALUES) % VALUES


@rule
def run_colour(action: int) -> int:
    """D7: the colour of a run."""
    return (action - RUN) // (3 * VALUES * VALUES)
