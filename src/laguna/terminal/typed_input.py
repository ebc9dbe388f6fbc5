"""Parsing of what people type at the terminal: a number, or that they want to quit."""

from __future__ import annotations

QUIT_WORDS = ("q", "quit", "koniec")
MAX_DIGITS = 9
"""Digits: a longer number is no choice anywhere, and need not be read."""
MAX_QUOTED_CHARS = 40
"""Characters of what was typed that are told back: nobody reads more, and Rich takes seconds to colour it."""


def parse_whole_number(typed: str) -> int:
    """A whole number as it was typed; -1: it is none."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= MAX_DIGITS else -1


def wants_to_quit(typed: str) -> bool:
    """Whether a word to quit was typed."""
    return typed.lower() in QUIT_WORDS


def quoted(typed: str) -> str:
    """What was typed, to be told back: of something long only the beginning."""
    return typed if len(typed) <= MAX_QUOTED_CHARS else typed[: MAX_QUOTED_CHARS - 1] + "…"
