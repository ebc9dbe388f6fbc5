"""What Duck says of itself, for the law tests to compare with."""

from __future__ import annotations

TIE_BREAK = None
"""What breaks a tie, and by which rule; None: nothing does."""
ALL_BEGIN = False
"""Whether all are asked at the same time when the game begins."""
SCENES = [(2, "pl", {}), (4, "en", {"bluff_dives": True}), (5, "pl", {})]
"""The golden playthroughs: seats, language, options."""
