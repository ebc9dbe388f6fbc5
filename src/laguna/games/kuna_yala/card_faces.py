"""What is on a card."""

from __future__ import annotations

from laguna.core.rules import rule
from laguna.games.kuna_yala.components import FISH, FLOORS, LAST_FISH


@rule
def is_fish(card: int) -> bool:
    """Whether a card, or what a place shows, is a living fish card."""
    return 1 <= card <= LAST_FISH


@rule
def fish_on(card: int) -> int:
    """K2: the fish of a fish card: its colour and floor as one number."""
    return (card - 1) % FISH


@rule
def colour_of(card: int) -> int:
    """K2: the colour of the fish on a fish card."""
    return fish_on(card) // FLOORS


@rule
def floor_of(card: int) -> int:
    """K2: the sea floor of a fish card."""
    return fish_on(card) % FLOORS


@rule
def count_on(card: int) -> int:
    """K2: one fish or two."""
    return 1 + (card - 1) // FISH
