"""Colours of the pages by day (`web/src/tokens.css`), for pictures that are made without a browser."""

from __future__ import annotations

SKY, PAPER, SAND, SAND_SHADE = "#d9f1f1", "#fffaf0", "#f8e7c1", "#e6cb94"
INK, INK_SOFT = "#17323a", "#4d6a72"
LAGOON, LAGOON_LIGHT, DEEP = "#35a9a5", "#7fd0c6", "#0f5b6b"
CORAL, SUN, LEAF, GRASS, WOOD, WOOD_DARK = "#ee6a55", "#f6b532", "#4c9a5b", "#86b67d", "#c98f52", "#9b6533"
SEATS = ("#d9483b", "#2f7fd1", "#e7a522", "#3f9b57", "#8a5bc7", "#d6709f", "#5f6b73")
"""A colour for each seat; its sign is the drawing `seat-1` and so on."""
