"""What a learner is shown of a table, and what comes of its choices: for tests of encodings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from laguna.core.encoding import NOTHING_BEGUN, Encoding
from laguna.core.plugin import Plugin
from laguna.games import PLUGINS, RULED
from laguna.laws.cases import Case
from laguna.laws.encodings import Shown, shown

Table = Any


class Learner:
    """One game as its encoding tells it."""

    def __init__(self, key: str) -> None:
        self.game = RULED[key]
        encoding = PLUGINS[key].load_encoding()
        assert encoding is not None
        self.encoding: Encoding[Any] = encoding

    def glance(self, table: Table, seat: int, begun: int = NOTHING_BEGUN) -> Shown:
        """Everything that a seat is shown that has begun its choice so far."""
        return shown(self.encoding, table, seat, begun, self.game.rules.most_notes)

    def seen(self, table: Table, seat: int, begun: int = NOTHING_BEGUN) -> dict[str, Any]:
        """The numbers that a seat is shown, by the names of their parts."""
        return self.encoding.named(self.glance(table, seat, begun).observation)

    def choices(self, table: Table, seat: int, begun: int = NOTHING_BEGUN) -> list[int]:
        """The choices of a seat."""
        return [choice for choice, there in enumerate(self.glance(table, seat, begun).mask) if there]

    def decide(self, table: Table, seat: int, choice: int, begun: int = NOTHING_BEGUN) -> int:
        """What a choice comes to; see `Encoding.decide`."""
        return self.encoding.decide(table.state, seat, begun, choice)

    def moves(self, table: Table, seat: int, begun: int = NOTHING_BEGUN) -> list[Any]:
        """The moves that the choices of a seat come to; None: it goes on."""
        actions = [self.decide(table, seat, choice, begun) for choice in self.choices(table, seat, begun)]
        return [self.game.decode(table.state, seat, action) if action >= 0 else None for action in actions]

    def spoilt(self, seats: int, **verbs: Callable[..., Any]) -> Case:
        """A way to play the game with some of its encoding otherwise."""
        plugin = PLUGINS[self.game.key]
        as_it_is = {field.name: getattr(plugin, field.name) for field in fields(plugin)}
        return Case(Otherwise(**as_it_is, shows=replace(self.encoding, **verbs)), seats)


@dataclass(frozen=True)
class Otherwise(Plugin):
    """A game with another encoding."""

    shows: Encoding[Any] | None = None

    def load_encoding(self) -> Encoding[Any] | None:
        return self.shows
