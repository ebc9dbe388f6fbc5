"""What a typed command answers, and how games are asked for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from laguna.arena.match import ArenaMatch, PlayedGame


class Answer(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Answer]
Play = Callable[[ArenaMatch, Iterable[int]], list[PlayedGame]]
