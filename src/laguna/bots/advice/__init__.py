"""Advice to a person, from what their own seat may know: sentences as facts, spoken by the games' words."""

from __future__ import annotations

import msgspec

from laguna.core.game import snake


class Saying(msgspec.Struct, frozen=True, tag_field="says", tag=snake):
    """One sentence of advice: its facts. The words stand in the game's `[hints]` under the name of the class."""


class Advice(msgspec.Struct, frozen=True):
    """First a nudge where to look, then the reasons for the best move; none of them names the move itself."""

    nudge: Saying
    reasons: tuple[Saying, ...]
