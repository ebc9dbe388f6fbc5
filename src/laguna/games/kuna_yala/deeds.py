"""What each seat did with fish, noted for bots alone: no rule and no view looks at it."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.kuna_yala.card_faces import colour_of, count_on, is_fish
from laguna.games.kuna_yala.components import SLOTS, KunaYala


@rule
def note_left(s: KunaYala) -> None:
    """What the active player did not want, for all to see."""
    for slot in range(SLOTS):
        card = s.visible[slot]
        if is_fish(card):
            s.left[s.active][colour_of(card)] += count_on(card)


@rule
def note_laid(s: KunaYala, shoal: int, card: int) -> None:
    """Where the active player wanted these fish, for all to see."""
    if shoal == s.active:
        s.kept[s.active][colour_of(card)] += count_on(card)
    else:
        s.given[s.active][colour_of(card)] += count_on(card)


@rule
def note_killed(s: KunaYala, card: int) -> None:
    """Whose doing it was that fish died, for all to see."""
    s.killed[s.active][colour_of(card)] += count_on(card)
