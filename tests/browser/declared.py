"""What `games/<game>/browser.py` may declare beyond how the game is played; see `browser.games`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Page


class Forbidden(NamedTuple):
    """Something that can be tried at a table, and that the rules forbid."""

    attempt: Callable[[Page], None]
    """Try it, where one is asked."""
    rule: str
    """The number of the rule that the answer shows."""
    after: int
    """How many answers it takes until it can be tried."""


class Dragged(NamedTuple):
    """Something at a table that is dragged to and fro, to count the frames meanwhile."""

    what: str
    """“a card is dragged”."""
    selector: str
    """Its middle is where one takes hold."""
    reach: tuple[float, float]
    """Pixels to each side."""
    turns: int = 0
    """How often the wheel is turned before, to come nearer."""
