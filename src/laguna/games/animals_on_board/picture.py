"""Animals on Board as a picture: the groups on the quay with what they cost, and everybody's ark with its crates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby

from laguna.core.canvas import EDGE, SIDE, Canvas
from laguna.core.game import Event
from laguna.core.lettering import HEADLINE, NAME, NOTE, QUIET
from laguna.core.palette import INK, PAPER, SAND, SEATS, WOOD, WOOD_DARK
from laguna.core.picture import PicturePainter
from laguna.games.animals_on_board.components import FULL_ARK, MOST_CRATES
from laguna.games.animals_on_board.game import Animal, AnimalsView, FaceDown, Group, Player, Tile

_TINTS = {
    "camel": "#f3dcb0",
    "crocodile": "#cfe8b9",
    "elephant": "#d3dfea",
    "fox": "#fbd5b5",
    "giraffe": "#fbe8a6",
    "gorilla": "#d6d3df",
    "hippo": "#e8d5e6",
    "panda": "#dff0ea",
    "rhino": "#dbe0dc",
    "tiger": "#fde0b2",
    "turtle": "#c5e8d4",
    "zebra": "#e4eaf0",
}
"""Each species has a tint of its own, as in the browser."""
_QUAY = (20.0, 92.0, 960.0, 400.0)
"""Where the groups lie: left, top, width, height."""
_LARGEST_TILE, _SMALLEST_TILE = 104.0, 40.0
_MOST_COLUMNS = 4
"""So many tiles of a group lie side by side."""


class AnimalsPicture(PicturePainter[AnimalsView]):
    """Draws Animals on Board. What is on an ark is drawn as far as the onlooker may know it (A20)."""

    def draw(self, view: AnimalsView, seat: int | None, events: Sequence[Event] = ()) -> str:
        """The quay, then the arks."""
        del events
        canvas = Canvas()
        self._quay(canvas, view)
        top = _QUAY[1] + _QUAY[3] + 34
        canvas.waves([top - 4, top + 110, top + 220, top + 330, top + 440])
        columns = 2
        rows = -(-view.seats // columns)
        width, height = (SIDE - EDGE) / columns - EDGE, (SIDE - EDGE - top) / rows - 12
        for number in range(view.seats):
            row, column = divmod(number, columns)
            self._ark(canvas, view, number, (EDGE + (width + EDGE) * column, top + (height + 12) * row, width, height))
        del seat
        return canvas.svg()

    # The quay

    def _quay(self, canvas: Canvas, view: AnimalsView) -> None:
        """Planks, the heading, the supply, and the groups wherever there is room."""
        left, top, width, height = _QUAY
        canvas.box(0, 0, SIDE, top + height + 10, WOOD, radius=0)
        for plank in range(1, int((top + height) // 46) + 1):
            canvas.box(0, 46 * plank, SIDE, 3, WOOD_DARK, radius=0, line='fill-opacity=".45"')
        canvas.box(0, top + height + 4, SIDE, 14, WOOD_DARK, radius=0)
        canvas.plate(EDGE, 14, SIDE - 2 * EDGE, 62)
        canvas.words(self._heading(view), EDGE + 22, 45, 23, NOTE._replace(colour=INK))
        for number, species in enumerate(view.removed):
            x = SIDE - EDGE - 40 - 52 * (len(view.removed) - 1 - number)
            canvas.add('<g opacity=".55">')
            canvas.art(f"animal-{species}", x, 45, 42)
            canvas.add("</g>")
            canvas.add(
                f'<path d="M{x - 20:g} 65L{x + 20:g} 25" stroke="{SEATS[0]}" stroke-width="6" stroke-linecap="round"/>'
            )
        if view.active is None and not view.over:
            canvas.words(self.say("choosing"), SIDE / 2, top + height / 2, 30, HEADLINE, "middle")
            return
        size = _tile_size([len(group.tiles) for group in view.groups], width, height)
        for group, (x, y, wide, high) in zip(view.groups, _laid_out(view.groups, size), strict=True):
            _group(canvas, group, size, (left + x, top + y, wide, high))

    def _heading(self, view: AnimalsView) -> str:
        return (
            self.say("round", round=view.round, pile=view.pile, supply=view.supply)
            if view.round
            else self.say("opening")
        )

    # The arks

    def _ark(self, canvas: Canvas, view: AnimalsView, seat: int, place: tuple[float, float, float, float]) -> None:
        left, top, width, height = place
        player = view.players[seat]
        canvas.plate(left, top, width, height, lit=seat == view.active and not view.over)
        canvas.player(seat, self.name(seat), left + 14, top + 34, 46, 210)
        canvas.words(self._doing(view, seat), left + 16, top + 72, 18, QUIET)
        size = 34.0
        for crate in range(MOST_CRATES):
            x = left + width - 24 - 35 * (MOST_CRATES - crate) + size / 2
            if crate < player.crates:
                canvas.art("crate", x, top + 34, size)
            else:
                canvas.disc(x, top + 36, 9, INK, 'fill-opacity=".12"')
        hold = (left + 14, top + 92, width - 28, height - 104)
        canvas.art("ark", left + width - 62, top + height - 58, 96, seat=SEATS[seat])
        _hold(canvas, player, hold)
        if seat == view.starter:
            canvas.art("start-flag", left + 236, top + 34, 44)
        if player.resting:
            canvas.art("break-flag", left + 284, top + 34, 44)

    def _doing(self, view: AnimalsView, seat: int) -> str:
        """How full the ark is, and what its player does."""
        player = view.players[seat]
        found = [self.say("tiles", tiles=player.tiles, room=FULL_ARK)]
        if player.resting:
            found.append(self.say("resting"))
        if player.chosen:
            found.append(self.say("chosen"))
        if player.points is not None:
            found.append(self.say("worth", points=player.points))
        return " · ".join(found)


def _hold(canvas: Canvas, player: Player, room: tuple[float, float, float, float]) -> None:
    """What is on an ark, species by species; what the onlooker does not know lies face down."""
    left, top, width, height = room
    tiles: list[Tile] = list(player.ark or ())
    herds = [list(herd) for _, herd in groupby(tiles, key=_species)]
    hidden = player.tiles - len(tiles)
    herds += [[FaceDown()]] * hidden
    if not herds:
        return
    size = min(86.0, _herd_size([len(herd) for herd in herds], width - 100, height))
    x, y = left, top
    for herd in herds:
        wide = _herd_width(len(herd), size)
        if x > left and x + wide > left + width - 100:
            x, y = left, y + size * 1.08
        for number, tile in enumerate(herd):
            _tile(canvas, tile, x + size / 2 + size * _OVERLAP * number, y + size / 2, size)
        x += wide + size * 0.12


_OVERLAP = 0.6
"""Of a tile this much shows where the next of its species lies on it."""


def _herd_width(count: int, size: float) -> float:
    return size * (1 + _OVERLAP * (count - 1))


def _herd_size(herds: Sequence[int], width: float, height: float) -> float:
    """How large tiles may be so that all herds have room."""
    size = _LARGEST_TILE
    while size > 20 and not _herds_fit(herds, size, width, height):
        size *= 0.95
    return size


def _herds_fit(herds: Sequence[int], size: float, width: float, height: float) -> bool:
    x, rows = 0.0, 1
    for count in herds:
        wide = _herd_width(count, size)
        if x and x + wide > width:
            x, rows = 0.0, rows + 1
        x += wide + size * 0.12
    return rows * size * 1.08 <= height


def _group(canvas: Canvas, group: Group, size: float, place: tuple[float, float, float, float]) -> None:
    """Tiles that lie together, and below them the crates that they cost (A9)."""
    left, top, width, height = place
    canvas.box(left, top, width, height, SAND, radius=20, line=f'stroke="{INK}" stroke-opacity=".35" stroke-width="3"')
    columns = _columns(len(group.tiles))
    for number, tile in enumerate(group.tiles):
        row, column = divmod(number, columns)
        _tile(canvas, tile, left + 12 + size * (column + 0.5), top + 12 + size * (row + 0.5), size * 0.94)
    middle = left + width / 2
    crate = 0.34 * size
    for number in range(group.price):
        canvas.art(
            "crate",
            middle + (number - (group.price - 1) / 2) * min(crate, (width - crate) / group.price),
            top + height - 0.25 * size,
            crate,
        )
    if not group.price:
        canvas.words("0", middle, top + height - 0.25 * size, 0.28 * size, HEADLINE, "middle")


def _columns(tiles: int) -> int:
    return max(1, min(_MOST_COLUMNS, math.ceil(math.sqrt(tiles))))


def _frame(tiles: int, size: float) -> tuple[float, float]:
    """How wide and high a group is."""
    columns = _columns(tiles)
    return size * columns + 24, size * -(-tiles // columns) + 24 + 0.42 * size


def _laid_out(groups: Sequence[Group], size: float) -> Iterator[tuple[float, float, float, float]]:
    """Where each group lies: row by row, in the middle."""
    _, _, width, height = _QUAY
    rows = _rows([len(group.tiles) for group in groups], size, width)
    highs = [max((high for _, high in row), default=0.0) for row in rows]
    y = (height - sum(highs) - 14 * (len(rows) - 1)) / 2
    for row, high in zip(rows, highs, strict=True):
        x = (width - sum(wide for wide, _ in row) - 16 * (len(row) - 1)) / 2
        for wide, own in row:
            yield x, y + (high - own) / 2, wide, own
            x += wide + 16
        y += high + 14


def _rows(counts: Sequence[int], size: float, width: float) -> list[list[tuple[float, float]]]:
    rows: list[list[tuple[float, float]]] = [[]]
    for count in counts:
        frame = _frame(count, size)
        if rows[-1] and sum(wide + 16 for wide, _ in rows[-1]) + frame[0] > width:
            rows.append([])
        rows[-1].append(frame)
    return rows


def _tile_size(counts: Sequence[int], width: float, height: float) -> float:
    """How large tiles may be so that all groups have room."""
    size = _LARGEST_TILE
    while size > _SMALLEST_TILE:
        rows = _rows(counts, size, width)
        wide = max((sum(each + 16 for each, _ in row) - 16 for row in rows), default=0.0)
        if wide <= width and sum(max((high for _, high in row), default=0.0) + 14 for row in rows) - 14 <= height:
            break
        size *= 0.96
    return size


def _tile(canvas: Canvas, tile: Tile, x: float, y: float, size: float) -> None:
    """A tile: the animal and its value, or its back."""
    if isinstance(tile, FaceDown):
        canvas.art("tile-back", x, y, size * 1.06)
        return
    canvas.art("tile", x, y, size * 1.06, tile=_TINTS[tile.species])
    canvas.art(f"animal-{tile.species}", x + 0.05 * size, y + 0.07 * size, size * 0.7)
    canvas.box(
        x - 0.48 * size,
        y - 0.5 * size,
        0.36 * size,
        0.38 * size,
        PAPER,
        radius=0.13 * size,
        line=f'stroke="{INK}" stroke-width="{0.025 * size:.1f}"',
    )
    canvas.words(str(tile.value), x - 0.3 * size, y - 0.3 * size, 0.3 * size, NAME._replace(weight=800), "middle")


def _species(tile: Tile) -> str:
    return tile.species if isinstance(tile, Animal) else ""
