"""What Animals on Board says of itself, for the law tests to compare with."""

from __future__ import annotations

TIE_BREAK = ("species", "A19")
"""What breaks a tie, and by which rule; None: nothing does."""
ALL_BEGIN = True
"""A4: all choose at the same time when the game begins."""
SCENES = [(2, "pl", {}), (3, "en", {"open_arks": True}), (4, "pl", {})]
"""The golden playthroughs: seats, language, options."""
