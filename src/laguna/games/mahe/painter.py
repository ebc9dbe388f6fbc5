"""Mahé as text: the loop of fields around the island, and everybody's cards."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from laguna.core.painter import Painter
from laguna.games.mahe.game import MaheView, Turtle
from laguna.games.mahe.rules import LAST_FIELD, RAFT
from laguna.games.mahe.stacks import bottom_first

STYLES = {
    "red": "bold red",
    "blue": "bold blue",
    "yellow": "bold yellow",
    "green": "bold green",
    "purple": "bold magenta",
    "pink": "bold bright_magenta",
    "grey": "bold bright_black",
}
WIDTH = 9
COLUMNS = 8
SHORE = (
    (18, 17, 16, 15, 14, 13, 12, 11),
    (19, None, None, None, None, None, None, 10),
    (20, None, None, None, None, None, None, 9),
    (21, None, None, None, None, None, None, 8),
    (RAFT, 1, 2, 3, 4, 5, 6, 7),
)
"""The loop as it lies on the screen: from the raft to the right and round, against the clock (M11)."""


class MahePainter(Painter[MaheView]):
    """Draws Mahé. A stack of turtles is written bottom first."""

    def draw(self, view: MaheView, seat: int | None) -> RenderableType:
        """The island, then the players."""
        del seat
        island = Panel(self._island(view), title=self._prize(view), border_style="cyan", width=78)
        return Group(island, self._players(view))

    def _prize(self, view: MaheView) -> str:
        return self.say("prize" if view.deck or view.prize != 7 else "beach", eggs=view.prize, deck=view.deck)

    def _island(self, view: MaheView) -> Text:
        island = Text()
        middle = [Text(self._dice(view)), Text(self._decider(view)), self._raft(view)]
        for row, fields in enumerate(SHORE):
            if fields[1] is None:
                island.append_text(self._cell(view, fields[0]))
                middle[row - 1].align("center", WIDTH * (COLUMNS - 2))
                island.append_text(middle[row - 1])
                island.append_text(self._cell(view, fields[-1]))
            else:
                for field in fields:
                    island.append_text(self._cell(view, field))
            island.append("\n" if row < len(SHORE) - 1 else "")
        return island

    def _cell(self, view: MaheView, field: int | None) -> Text:
        """A field: its number, and the turtles on it."""
        name = self.say("raft") if field == RAFT else str(field)
        cell = Text()
        cell.append(f"{name} ", style="bold cyan" if field == LAST_FIELD else "dim")
        if field != RAFT:
            self._add_turtles(cell, view, field)
        cell.pad_right(max(0, WIDTH - cell.cell_len))
        return cell

    def _add_turtles(self, text: Text, view: MaheView, field: int | None) -> None:
        standing = [turtle for turtle in view.turtles if turtle.field == field]
        for turtle in bottom_first(standing):
            moving = turtle.turtle == view.mover
            text.append(self._letter(turtle), style=STYLES[turtle.colour] + (" underline" if moving else ""))

    def _raft(self, view: MaheView) -> Text:
        """Who is on the raft: up to seven, side by side."""
        raft = Text()
        if any(turtle.field == RAFT for turtle in view.turtles):
            raft.append(self.say("on_raft"))
            self._add_turtles(raft, view, RAFT)
        return raft

    def _letter(self, turtle: Turtle) -> str:
        return self.say("letters")[turtle.turtle]

    def _dice(self, view: MaheView) -> str:
        if view.mover is None:
            return ""
        thrown = [f"[{die}]" if at == view.card_at else str(die) for at, die in enumerate(view.thrown)]
        fields = view.total * len(view.thrown)
        return self.say("dice", turtle=view.mover, dice=" + ".join(thrown), total=view.total, fields=fields)

    def _decider(self, view: MaheView) -> str:
        if view.decider is None or view.decider == view.active:
            return ""
        return self.say("decider", seat=view.decider)

    def _players(self, view: MaheView) -> Table:
        table = Table(box=None, pad_edge=False, show_header=False)
        for seat, pile in enumerate(view.piles):
            letters = Text()
            for turtle in view.turtles:
                if turtle.seat == seat:
                    letters.append(self._letter(turtle), style=STYLES[turtle.colour])
            values = "" if pile.values is None else " ".join(map(str, pile.values))
            marker = "▶" if seat == view.active else " "
            name = self.voice.words.name("seat", seat, self.voice.players)
            table.add_row(marker, name, letters, self.say("cards", cards=pile.cards), values)
        return table
