"""Any game's table as text: every part of the view under its name, what the players have in rows.

The browser's generic table is made alike (`view.ts` and `plain.ts` in `web/src/lib/generic`), but for cards and the
like, which the game's words name as a whole: here a hand of them is one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from laguna.core.game import SEAT, View, snake
from laguna.core.painter import Painter

NOTHING = "–"
PER_SEAT = frozenset({"players", "seats", "scores", "score", "points"})
"""Lists of these names have one place for each seat, in order."""


class GenericPainter(Painter[View]):
    """Draws a view without knowing the game.

    What its parts are called, the words' section `view` may say; what values and structures are, the section `names`.
    """

    def draw(self, view: View, seat: int | None) -> RenderableType:
        """Single facts first, then a table for each list of structures."""
        del seat
        facts, tables = Text(), list[RenderableType]()
        for name, value in msgspec.structs.asdict(view).items():
            if _is_rows(value) and not all(self._has_name(each) for each in value):
                tables += [Text(self._label(name), style="cyan"), self._rows(name, value)]
            else:
                facts.append(f"{self._label(name)}: ", style="cyan")
                facts.append(f"{self._fact(name, value)}\n")
        return Group(*([facts] if facts else []), *tables)

    def _rows(self, name: str, structures: Sequence[msgspec.Struct]) -> Table:
        """A row for each structure, a column for every field of any; where they are the seats', the players' names."""
        fields = list(dict.fromkeys(field for structure in structures for field in structure.__struct_fields__))
        per_seat = self._is_per_seat(name, structures) and SEAT not in fields
        table = Table(box=None, pad_edge=False, header_style="dim")
        for title in [*([""] if per_seat else []), *map(self._label, fields)]:
            table.add_column(title)
        for place, structure in enumerate(structures):
            whose = [self._told(SEAT, place)] if per_seat else []
            cells = [self._told(field, getattr(structure, field, None)) for field in fields]
            table.add_row(*map(Text, [*whose, *cells]))
        return table

    def _fact(self, name: str, value: Any) -> str:  # noqa: ANN401 - any part of a view
        """A part of the view in one line."""
        if not self._is_per_seat(name, value):
            return self._told(name, value)
        return ", ".join(f"{self._told(SEAT, place)} {self._told(name, each)}" for place, each in enumerate(value))

    def _is_per_seat(self, name: str, value: Any) -> bool:  # noqa: ANN401 - any part of a view
        return name in PER_SEAT and isinstance(value, tuple | list) and 0 < len(value) == len(self.voice.players)

    def _label(self, name: str) -> str:
        labels = self.voice.words.tables.get("view", {})
        return str(labels.get(name, name.replace("_", " ")))

    def _told(self, field: str, value: object) -> str:
        """A value in words."""
        if value is None:
            return NOTHING
        if isinstance(value, bool):
            return self.voice.words.template("common", "yes" if value else "no")
        if isinstance(value, msgspec.Struct):
            return self._structure(field, value)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(self._told(field, each) for each in value) or NOTHING
        if isinstance(value, dict):
            return ", ".join(f"{key} {self._told(field, each)}" for key, each in value.items()) or NOTHING
        name = self.voice.words.name(SEAT if field.endswith("_seat") else field, value, self.voice.players)
        return name.replace("_", " ") if name == value else name

    def _structure(self, field: str, structure: msgspec.Struct) -> str:
        """A card, a tile: as the game's words name it as a whole, else all its parts."""
        if self._has_name(structure):
            return self.voice.words.name(field, structure, self.voice.players)
        parts = msgspec.structs.asdict(structure).items()
        return ", ".join(f"{self._label(part)} {self._told(part, value)}" for part, value in parts) or NOTHING

    def _has_name(self, structure: msgspec.Struct) -> bool:
        """Whether the words name it as a whole. A player's name tells nothing of what they have."""
        return SEAT not in structure.__struct_fields__ and self.voice.words.has(
            "names", snake(type(structure).__name__)
        )


def _is_rows(value: Any) -> bool:  # noqa: ANN401 - any part of a view
    return isinstance(value, tuple | list) and bool(value) and all(isinstance(each, msgspec.Struct) for each in value)
