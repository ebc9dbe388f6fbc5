"""Animals on Board as text: the groups and their prices, the players, and one's own ark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from string import ascii_lowercase

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from laguna.core.game import Ask, Move
from laguna.core.painter import Painter
from laguna.games.animals_on_board.components import FULL_ARK, MOST_CRATES, PAIR, PLACES
from laguna.games.animals_on_board.game import Animal, AnimalsView, Discard, FaceDown, Group, Player, Split, Tile

STYLES = {
    "camel": "yellow",
    "crocodile": "green",
    "elephant": "bright_blue",
    "fox": "red",
    "giraffe": "bright_yellow",
    "gorilla": "bright_black",
    "hippo": "magenta",
    "panda": "bright_white",
    "rhino": "cyan",
    "tiger": "bright_red",
    "turtle": "bright_green",
    "zebra": "white",
}
WIDTH = 78
CELL = 15
COLUMNS = 4


class AnimalsPainter(Painter[AnimalsView]):
    """Draws Animals on Board. Every tile that may be chosen has a letter, by which splits and discards are typed."""

    def draw(self, view: AnimalsView, seat: int | None) -> RenderableType:
        """The table, then the players, then the arks that this seat may see."""
        table = Panel(self._middle(view, seat), title=self._title(view), width=WIDTH)
        arks = [self._ark(view, owner, own=owner == seat) for owner in range(view.seats) if _on_ark(view, owner)]
        return Stack(table, self._players(view), *arks)

    def parse(self, text: str, ask: Ask, view: AnimalsView) -> Move | None:
        """Letters of tiles: those to split off, or those to discard."""
        by_letter = dict(zip(ascii_lowercase, _choosable(view, ask.seat), strict=False))
        typed = text.lower().replace(",", "").split()
        chosen = [by_letter.get(letter) for letter in "".join(typed)]
        tiles = tuple(tile for tile in chosen if tile is not None)
        if not tiles or len(tiles) < len(chosen):
            return None
        if "split" in ask.free:
            return Split(tiles=tiles)
        return Discard(tiles=tuple(tile for tile in tiles if isinstance(tile, Animal)))

    # The table

    def _title(self, view: AnimalsView) -> str:
        if view.round == 0:
            return self.say("opening")
        return self.say("round", round=view.round, pile=view.pile, supply=view.supply)

    def _middle(self, view: AnimalsView, seat: int | None) -> RenderableType:
        """The groups; while everybody chooses in secret, one's own tiles instead."""
        if view.active is None and not view.over:
            own = _choosable(view, seat)
            return self._tiles(own, iter(ascii_lowercase)) if own else Text(self.say("choosing"))
        rows = Table.grid(padding=(0, 1))
        letters = iter(" " * PLACES if view.over else ascii_lowercase)
        for group in view.groups:
            rows.add_row(self._price(group, view, seat), self._tiles(group.tiles, letters))
        removed = Text(self.say("removed", species=view.removed), style="dim")
        return Stack(rows, removed) if view.removed else rows

    def _price(self, group: Group, view: AnimalsView, seat: int | None) -> Text:
        """What a group costs, with a mark if this seat could pay for it."""
        player = None if seat is None or view.over else view.players[seat]
        if player is None or player.resting or player.crates < group.price:
            return Text(f"{self.say('price', price=group.price)}  ", style="dim")
        return Text(f"{self.say('price', price=group.price)} ✓", style="bold green")

    def _tiles(self, tiles: Sequence[Tile], letters: Iterator[str]) -> Text:
        """Tiles in rows, each behind its letter."""
        text = Text()
        for index, tile in enumerate(tiles):
            cell = Text(f"{next(letters)} ", style="dim").append_text(self._tile(tile))
            cell.pad_right(CELL - cell.cell_len)
            text.append("\n" if index and index % COLUMNS == 0 else "").append_text(cell)
        return text

    def _tile(self, tile: Tile) -> Text:
        if isinstance(tile, FaceDown):
            return Text(self.say("face_down"), style="reverse")
        return Text(self.voice.words.name("tile", tile), style=STYLES[tile.species])

    # The players

    def _players(self, view: AnimalsView) -> Table:
        table = Table(box=None, pad_edge=False, show_header=False)
        for seat, player in enumerate(view.players):
            table.add_row(
                "▶" if seat == view.active else " ",
                self._name(seat),
                "■" * player.crates + "□" * (MOST_CRATES - player.crates),
                self.say("tiles", tiles=player.tiles, room=FULL_ARK),
                self.say("starter") if seat == view.starter else "",
                self._doing(player),
            )
        return table

    def _name(self, seat: int) -> str:
        return self.voice.words.name("seat", seat, self.voice.players)

    def _doing(self, player: Player) -> str:
        if player.resting:
            return self.say("resting")
        return self.say("chosen") if player.chosen else ""

    def _ark(self, view: AnimalsView, seat: int, *, own: bool) -> Text:
        """What a player has, species by species; herds and pairs are marked where all of it is seen."""
        player = view.players[seat]
        line = Text(self.say("own_ark") if own else self.say("ark", seat=seat), style="bold")
        known = len(player.ark or ()) == player.tiles
        for number, (_, animals) in enumerate(groupby(player.ark or (), key=lambda animal: animal.species)):
            line.append(" · " if number else " ")
            line.append_text(self._herd(list(animals), marked=known))
        for name, gone in (("noah", player.noah), ("ashore", player.discarded)):
            if gone:
                line.append(f" · {self.say(name, tiles=gone)}", style="dim")
        if player.points is not None:
            line.append(f" · {self.say('worth', points=player.points)}")
        return line

    def _herd(self, animals: list[Animal], *, marked: bool) -> Text:
        """Animals of one species: the name once, then the values."""
        values = " ".join(str(animal.value) for animal in animals)
        name = self.voice.words.name("species", animals[0].species)
        text = Text(f"{name} {values}", style=STYLES[animals[0].species])
        if marked and len(animals) >= PAIR:
            text.append(f" ({self.say('pair' if len(animals) == PAIR else 'herd')})")
        return text


def _choosable(view: AnimalsView, seat: int | None) -> tuple[Tile, ...]:
    """The tiles that have letters: all on the table in a turn, else one's own; at the end without Noah's pairs."""
    if view.active is not None or view.over:
        return tuple(tile for group in view.groups for tile in group.tiles)
    if seat is None:
        return ()
    player = view.players[seat]
    if view.round == 0:
        return player.ark or ()
    return tuple(tile for kin in player.kin or () if kin.counts_as != "pair" for tile in kin.tiles)


def _on_ark(view: AnimalsView, seat: int) -> bool:
    """Whether there is anything to show of a player's ark: not in the opening, when the tiles are still in hand."""
    player = view.players[seat]
    return view.round > 0 and bool(player.ark or player.noah)
