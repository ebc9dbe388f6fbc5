"""What a seat cannot know of a table of Kuna Yala."""

from __future__ import annotations

from random import Random

from laguna.games.kuna_yala.components import COLOURS, OVER, KunaYala


def swap(s: KunaYala, seat: int, random: Random) -> KunaYala | None:
    """K18: the others' tokens, until the end."""
    if s.asking == OVER:
        return None
    twin = s.copy()
    left = [colour for colour in range(COLOURS) if seat < 0 or colour != s.colour[seat]]
    while twin == s:
        random.shuffle(left)
        others = iter(left)
        for other in range(s.players):
            if other != seat:
                twin.colour[other] = next(others)
    return twin
