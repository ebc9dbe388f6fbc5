"""Duck as text: everybody's cards and piles in a table, and the hands one may see below it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from laguna.core.painter import Painter
from laguna.games.duck.game import COLOURS, Card, DuckPlayer, DuckView, Ghost

STYLES = {"yellow": "bold yellow", "blue": "bold blue", "red": "bold red"}
WIDTH = 78
COLUMNS = {"player": 14, "dealer": 7, "cards": 5, "pile": 7, "known": 11, "towel": 7, "lifebuoys": 15}
"""How wide each column is, so that the table stands still from turn to turn."""


class DuckPainter(Painter[DuckView]):
    """Draws Duck. A card is its colour's letter and its number; of a pile its top and, in brackets, its height."""

    def draw(self, view: DuckView, seat: int | None) -> RenderableType:
        """The table, then one's own hand and towel; at the end of the game everybody's hand."""
        title = self.say("round", round=view.round, rounds=len(view.lifebuoys), cards=view.draw_pile)
        table = Group(self._players(view), self._to_win(view)) if not view.over else self._players(view)
        hands = [self._hand(player, mine=player.seat == seat) for player in view.players if player.hand is not None]
        if view.ghost is not None and view.ghost.card is not None:
            hands.append(Text(f" {self.say('ghost')}: {self.say('sum', sum=view.ghost.sum)}"))
        return Group(Panel(table, title=title, border_style="cyan", width=WIDTH), *hands)

    def _players(self, view: DuckView) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column("", width=1)
        for name, width in COLUMNS.items():
            heading = "" if name == "dealer" else self.say(name)
            table.add_column(heading, width=width, no_wrap=name == "player")
        for player in view.players:
            table.add_row(
                "▶" if player.seat == view.active and not view.over else " ",
                self._name(player.seat),
                self.say("dealer") if player.seat == view.dealer else "",
                str(player.cards),
                self._pile(player),
                self._cards(player.known),
                str(player.towel),
                self._lifebuoys(view, player.seat),
            )
            if view.ghost is not None and player.seat == view.dealer:
                table.add_row("", self.say("ghost"), "", self._ghost_card(view.ghost), self._pile(view.ghost))
        return table

    def _name(self, seat: int) -> str:
        return self.voice.words.name("seat", seat, self.voice.players)

    def _card(self, card: Card) -> Text:
        letter = self.say("letters")[COLOURS.index(card.colour)]
        return Text(f"{letter}{card.value}", style=STYLES[card.colour])

    def _cards(self, cards: Iterable[Card]) -> Text:
        return Text(" ").join(self._card(card) for card in cards)

    def _pile(self, owner: DuckPlayer | Ghost) -> Text:
        if owner.top is None:
            return Text("–", style="dim")
        return self._card(owner.top).append(f" ({owner.pile})", style="dim")

    def _ghost_card(self, ghost: Ghost) -> Text:
        """D17: its one card, face down until the end."""
        return Text("?", style="dim") if ghost.card is None else self._card(ghost.card)

    def _lifebuoys(self, view: DuckView, seat: int) -> Text:
        """Green ones with a plus, red ones with a minus."""
        taken = [lifebuoy for lifebuoy in view.lifebuoys if lifebuoy.seat == seat]
        return Text(" ").join(
            Text(f"+{lifebuoy.points}", style="green") if lifebuoy.green else Text(f"−{lifebuoy.penalty}", style="red")
            for lifebuoy in taken
        )

    def _to_win(self, view: DuckView) -> Text:
        """The lifebuoys that are left; this round's in brackets."""
        left = [str(lifebuoy.points) for lifebuoy in view.lifebuoys if lifebuoy.seat is None]
        now, later = (f"[{left[0]}]", "bold green"), "".join(f" {points}" for points in left[1:])
        return Text.assemble("\n", self.say("to_win"), " ", now, later)

    def _hand(self, player: DuckPlayer, *, mine: bool) -> Text:
        """A hand and its sum; under the owner's own the cards under the towel."""
        who = self.say("hand") if mine else f"{self._name(player.seat)}:"
        line = Text.assemble(" ", who, " ", self._cards(player.hand or ()))
        if player.hand:
            line.append(f"  ({self.say('sum', sum=player.sum)})")
        else:
            line.append(self.say("nothing"), style="dim")
        if player.kept:
            line.append_text(Text.assemble("   ", self.say("kept"), " ", self._cards(player.kept)))
        return line
