"""What every screen understands of what people type: a number, and that they want to leave."""

from __future__ import annotations

LEAVE = ("q", "quit", "koniec")
MAX_DIGITS = 9
"""Digits: a longer number is no choice anywhere, and need not be read."""
MAX_QUOTED_CHARS = 40
"""Characters of what was typed that are told back: nobody reads more, and Rich takes seconds to colour it."""


def whole(typed: str) -> int:
    """A whole number as it is typed; -1: it is none."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= MAX_DIGITS else -1


def leaves(typed: str) -> bool:
    """Whether the person has had enough."""
    return typed.lower() in LEAVE


def quoted(typed: str) -> str:
    """What was typed, to be told back: of something long only the beginning."""
    return typed if len(typed) <= MAX_QUOTED_CHARS else typed[: MAX_QUOTED_CHARS - 1] + "…"
