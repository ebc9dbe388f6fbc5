"""What Ship Ahoy says of itself, for the law tests to compare with."""

from __future__ import annotations

TIE_BREAK = ("towers", "S21")
"""What breaks a tie, and by which rule; None: nothing does."""
ALL_BEGIN = False
"""Whether all are asked at the same time when the game begins."""
SCENES = [
    (2, "pl", {"scenario": "treasure_island"}),
    (3, "en", {"advanced": True, "scenario": "kraken"}),
    (4, "pl", {"teams": True, "scenario": "merchant"}),
]
"""The golden playthroughs: seats, language, options."""
