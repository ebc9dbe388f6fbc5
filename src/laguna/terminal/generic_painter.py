"""Any game's table as text: every part of the view under its name, what the players have in rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from laguna.core.game import View
from laguna.core.painter import Painter

NOTHING = "–"


class GenericPainter(Painter[View]):
    """Draws a view without knowing the game. What its parts are called, the words' section `view` may say."""

    def draw(self, view: View, seat: int | None) -> RenderableType:
        """Single facts first, then a table for each list of structures."""
        del seat
        facts, tables = Text(), list[RenderableType]()
        for name, value in msgspec.structs.asdict(view).items():
            if _is_rows(value):
                tables += [Text(self._label(name), style="cyan"), self._rows(value)]
            else:
                facts.append(f"{self._label(name)}: ", style="cyan")
                facts.append(f"{self._told(name, value)}\n")
        return Group(*([facts] if facts else []), *tables)

    def _rows(self, structures: Sequence[msgspec.Struct]) -> Table:
        fields = structures[0].__struct_fields__
        table = Table(box=None, pad_edge=False, header_style="dim")
        for field in fields:
            table.add_column(self._label(field))
        for structure in structures:
            table.add_row(*(Text(self._told(field, getattr(structure, field))) for field in fields))
        return table

    def _label(self, name: str) -> str:
        labels = self.voice.words.tables.get("view", {})
        return str(labels.get(name, name.replace("_", " ")))

    def _told(self, field: str, value: object) -> str:
        if value is None:
            return NOTHING
        if isinstance(value, bool):
            return self.voice.words.template("common", "yes" if value else "no")
        if isinstance(value, msgspec.Struct):
            return ", ".join(self._parts(value))
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(self._told(field, each) for each in value) or NOTHING
        if isinstance(value, dict):
            return ", ".join(f"{key} {self._told(field, each)}" for key, each in value.items()) or NOTHING
        return self.voice.words.name(field, value, self.voice.players)

    def _parts(self, structure: msgspec.Struct) -> Iterator[str]:
        for field in structure.__struct_fields__:
            yield f"{self._label(field)} {self._told(field, getattr(structure, field))}"


def _is_rows(value: Any) -> bool:  # noqa: ANN401 - any part of a view
    return isinstance(value, tuple) and bool(value) and all(isinstance(each, msgspec.Struct) for each in value)
