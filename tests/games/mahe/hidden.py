"""What a seat cannot know of a table of Mahé."""

from __future__ import annotations

from random import Random

from laguna.games.mahe.rules import Mahe


def swap(s: Mahe, seat: int, random: Random) -> Mahe | None:
    """M25: nothing. The deck and the removed cards have not been dealt; every pile was won in the open."""
    del s, seat, random
    return None
