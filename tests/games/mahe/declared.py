"""What Mahé says of itself, for the law tests to compare with."""

from __future__ import annotations

TIE_BREAK = ("cards", "M19")
"""What breaks a tie, and by which rule; None: nothing does."""
ALL_BEGIN = False
"""Whether all are asked at the same time when the game begins."""
SCENES = [(3, "pl", {"advanced": True}), (5, "en", {}), (7, "pl", {"advanced": True, "open_piles": True})]
"""The golden playthroughs: seats, language, options."""
