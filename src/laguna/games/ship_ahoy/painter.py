"""Ship Ahoy as text: the table from above, what can be seen from where, and aims and ways to be typed.

Directions are degrees: 0 is to the right, 90 up. A damaged piece is written in small letters.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from laguna.core.game import Ask, Move
from laguna.core.painter import Painter
from laguna.games.ship_ahoy.aim import bearing, in_line, muzzle_beside
from laguna.games.ship_ahoy.fleet import KRAKEN, MONSTER, PIRATE, WIND
from laguna.games.ship_ahoy.moves import MoveWind, Point, Sail, Shoot
from laguna.games.ship_ahoy.physics.board import Kind, Piece, footprint, turned
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.hand import sway
from laguna.games.ship_ahoy.picture import label
from laguna.games.ship_ahoy.rules import FIGHTERS
from laguna.games.ship_ahoy.view import PieceView, ShipAhoyView, as_piece

COLUMNS, ROWS = 68, 34
"""Of the map. A row is twice as high as a column is wide."""
STYLES = {"red": "bold red", "blue": "bold blue", "yellow": "bold yellow", "green": "bold green"}
OTHERS = {PIRATE: "PP", MONSTER: "MM", WIND: "WW", KRAKEN: "KK"}
"""The labels of pieces that are nobody's."""
FILLS = {
    Kind.MOUNTAIN: "^",
    Kind.GREAT_MOUNTAIN: "^",
    Kind.ISLAND: "#",
    Kind.FLAT_ISLAND: ":",
    Kind.WIND: "~",
    Kind.KRAKEN: "%",
}
MOST_TARGETS = 3
LAST_ROUNDS = 2
"""So many rounds before its end a battle says how long it still lasts."""
MOMENTS = (0.0, 0.5, 1.0, 1.5)
"""Seconds of aiming for which the sway is shown, at half a pull."""

_NUMBER = re.compile(r"-?\d{1,9}(?:[.,]\d{1,9})?", re.ASCII)
_Cells = list[list[tuple[str, str]]]


class ShipAhoyPainter(Painter[ShipAhoyView]):
    """Draws Ship Ahoy, and reads typed shots and ways."""

    def draw(self, view: ShipAhoyView, seat: int | None) -> RenderableType:
        """The map, the players, and what the asked player may want to know."""
        sea = Panel(self._map(view), title=self._title(view), border_style="cyan", width=COLUMNS + 4)
        notes = [*self._news(view), *(self._hints(view) if seat == view.active else ())]
        return Group(sea, self._players(view), *notes)

    def _title(self, view: ShipAhoyView) -> str:
        """Which turn it is; of a battle that ends by itself, how many are left once these are few (S36)."""
        scenario = self.voice.words.name("scenario", view.scenario)
        left = None if view.last_turn is None else view.last_turn - view.turn
        if left is None or left >= LAST_ROUNDS * view.seats:
            return self.say("turn", turn=view.turn, scenario=scenario)
        if left == 0:
            return self.say("last_turn", turn=view.turn, scenario=scenario)
        return self.say("turns_left", turn=view.turn, left=left, scenario=scenario)

    # The map

    def _map(self, view: ShipAhoyView) -> Text:
        cells: _Cells = [[(" ", "")] * COLUMNS for _ in range(ROWS)]
        for port in view.ports:
            _fill(cells, view, (port.x, port.y), PHYSICS.port_radius, (".", STYLES[port.colour]))
        for seen in view.pieces:
            piece = as_piece(seen)
            if piece.kind in FILLS:
                _fill(cells, view, (piece.x, piece.y), footprint(piece).radius, (FILLS[piece.kind], "dim"))
        taken: set[tuple[int, int]] = set()
        for seen in view.pieces:
            short = self._label(seen.piece)
            if short and seen.piece not in (WIND, KRAKEN):
                row, column = _free_cell(view, seen, taken)
                short = short.lower() if seen.lying else short
                for at, letter in enumerate(short):
                    cells[row][column + at] = (letter, STYLES.get(seen.colour or "", "bold"))
        text = Text()
        for number, line in enumerate(cells):
            text.append("\n" if number else "")
            for letter, style in line:
                text.append(letter, style=style)
        return text

    def _label(self, piece: int) -> str:
        return OTHERS.get(piece) or label(piece, self.say("letters"), self.say("tower"))

    def _typed_labels(self, piece: int) -> set[str]:
        """What may be typed for a piece: its label, or the same without a letter that some keyboards do not have."""
        plain = label(piece, self.say("typed_letters"), self.say("tower"))
        return {self._label(piece).casefold(), plain.casefold()} - {""}

    # The players

    def _players(self, view: ShipAhoyView) -> Table:
        table = Table(box=None, pad_edge=False, show_header=False)
        for seat in range(view.seats):
            name = self.voice.words.name("seat", seat, self.voice.players)
            pieces = Text()
            for seen in view.pieces:
                if seen.seat == seat:
                    pieces.append(f"{self._label(seen.piece)}{self._state(seen)} ", style=STYLES[seen.colour or ""])
            marker = "▶" if seat == view.active else " "
            trophies = " ".join(self._label(piece) for piece in view.trophies[seat])
            points = self.say("score", points=view.scores[seat])
            table.add_row(marker, name, pieces, points, f"({trophies})" if trophies else "")
        return table

    def _state(self, seen: PieceView) -> str:
        """What there is to know about a piece, in brackets."""
        states = [
            self.say("lying") if seen.lying else "",
            self.say("melee") if seen.foes else "",
            self.say("held") if seen.held else "",
            self.say("with_chest") if seen.chest else "",
            "" if seen.barrel is None else self.say("with_barrel", barrel=seen.barrel),
        ]
        told = ", ".join(state for state in states if state)
        return f" ({told})" if told else ""

    def _news(self, view: ShipAhoyView) -> Iterator[Text]:
        """How the scenario stands."""
        if view.monster_lives:
            yield Text(self.say("lives", lives=view.monster_lives))
        if view.chest_on_island:
            yield Text(self.say("chest"))
        for port in view.ports:
            if port.barrel is not None:
                yield Text(self.say("barrel_in_port", port=port.port, barrel=port.barrel))

    # What the asked player may want to know

    def _hints(self, view: ShipAhoyView) -> Iterator[Text]:
        pieces = [as_piece(seen) for seen in view.pieces]
        for gun in view.guns:
            targets = self._targets(view, pieces, gun)
            if targets:
                yield Text(self.say("gun", piece=self._label(gun), targets=", ".join(targets)))
        if view.guns:
            steady = view.steady_hand[view.active]
            moments = [
                self.say("moment", seconds=f"{moment:.1f}", degrees=_degrees(steady * _sway(view, moment), signed=True))
                for moment in MOMENTS
            ]
            yield Text(self.say("sway", moments=", ".join(moments)))
        for seen in view.pieces:
            if seen.piece in view.sailors:
                x, y, points = round(seen.x * 100), round(seen.y * 100), view.points + seen.own_points
                yield Text(self.say("sailor", piece=self._label(seen.piece), x=x, y=y, knots=points))

    def _targets(self, view: ShipAhoyView, pieces: list[Piece], gun: int) -> list[str]:
        """The nearest enemies that a ball could reach straight from a gun: where, and how far."""
        found = []
        by_number = {piece.id: piece for piece in pieces}
        start = by_number[gun]
        for seen in view.pieces:
            target = by_number[seen.piece]
            if target.kind not in (*FIGHTERS, Kind.MONSTER) or seen.piece == gun or _friendly(view, seen.seat):
                continue
            goal = (target.x, target.y)
            muzzle = muzzle_beside(start, pieces, bearing((start.x, start.y), goal), view.table)
            if muzzle is not None and in_line(muzzle, goal, pieces) == [target.id]:
                found.append((math.dist(muzzle, goal), target.id, bearing(muzzle, goal)))
        return [
            self.say("target", piece=self._label(target), angle=_degrees(angle), cm=round(far * 100))
            for far, target, angle in sorted(found)[:MOST_TARGETS]
        ]

    # What was typed

    def parse(self, text: str, ask: Ask, view: ShipAhoyView) -> Move | None:
        """A typed shot, way or wind: what to do, which piece, then numbers. The rules judge it afterwards."""
        del ask
        verb, *rest = text.casefold().split() or [""]
        pieces = {name: seen for seen in view.pieces for name in self._typed_labels(seen.piece)}
        if not rest or rest[0] not in pieces:
            return None
        seen = pieces[rest[0]]
        words = [word for word in rest[1:] if word not in self._typed("filler")]
        if verb in self._typed("shoot"):
            return _read_shot(view, seen, words)
        if verb in self._typed("sail"):
            return self._read_way(seen, words)
        if verb in self._typed("wind"):
            return _read_wind(view, seen, words)
        return None

    def spell(self, move: Move, view: ShipAhoyView, seat: int) -> str:
        """As it is typed. The muzzle is not typed: it goes where there is room."""
        del seat
        match move:
            case Shoot():
                return self._spelt("shoot", move.piece, [_angle(move.heading), 100 * move.pull, move.t_ms / 1000])
            case Sail():
                turns = [self._typed("face")[0], _short(_angle(move.yaw))]
                load = self._typed("load")[:1] if move.load else []
                return " ".join([self._spelt("sail", move.piece, _steps(move.way)), *turns, *load])
            case MoveWind():
                wind = next(other for other in view.pieces if other.piece == WIND)
                return self._spelt("wind", move.ship, _steps(((wind.x, wind.y), (move.x, move.y))))
            case _:
                return self.voice.move(move)

    def _spelt(self, verb: str, piece: int, numbers: list[float]) -> str:
        return " ".join([self._typed(verb)[0], self._label(piece), *map(_short, numbers)])

    def _typed(self, key: str) -> list[str]:
        return self.say(f"typed_{key}").split()

    def _read_way(self, seen: PieceView, words: list[str]) -> Sail | None:
        load = any(word in self._typed("load") for word in words)
        words = [word for word in words if word not in self._typed("load")]
        yaw = seen.yaw
        turns = [at for at, word in enumerate(words) if word in self._typed("face")]
        if turns:
            facing = _numbers(words[turns[0] + 1 :])
            if facing is None or len(facing) != 1:
                return None
            yaw, words = turned(math.radians(facing[0])), words[: turns[0]]
        steps = _numbers(words)
        if steps is None or len(steps) % 2:
            return None
        way = [(seen.x, seen.y)]
        for angle, knots in zip(steps[::2], steps[1::2], strict=True):
            way.append(_step(way[-1], angle, knots))
        return Sail(seen.piece, tuple(way) if len(way) > 1 else (way[0], way[0]), yaw, load)


def _read_shot(view: ShipAhoyView, seen: PieceView, words: list[str]) -> Shoot | None:
    """An angle, a pull in percent, and perhaps the seconds before release."""
    numbers = _numbers(words)
    if numbers is None or not 2 <= len(numbers) <= 3:
        return None
    heading = turned(math.radians(numbers[0]))
    pieces = [as_piece(other) for other in view.pieces]
    muzzle = muzzle_beside(as_piece(seen), pieces, heading, view.table) or (seen.x, seen.y)
    seconds = numbers[2] if len(numbers) == 3 else 0.0
    return Shoot(seen.piece, *muzzle, heading, numbers[1] / 100.0, round(seconds * 1000))


def _read_wind(view: ShipAhoyView, seen: PieceView, words: list[str]) -> MoveWind | None:
    """An angle, and at most one knot."""
    numbers = _numbers(words)
    wind = next((other for other in view.pieces if other.piece == WIND), seen)
    if numbers is None or len(numbers) != 2:
        return None
    return MoveWind(seen.piece, *_step((wind.x, wind.y), *numbers))


def _numbers(words: list[str]) -> list[float] | None:
    """Typed numbers; None: one of them is none."""
    if not all(_NUMBER.fullmatch(word) for word in words):
        return None
    return [float(word.replace(",", ".")) for word in words]


def _steps(way: Sequence[Point]) -> list[float]:
    """A way as it is typed: for each of its legs the degrees and the knots."""
    numbers = []
    for start, end in pairwise(way):
        numbers += [_angle(bearing(start, end)), math.dist(start, end) / PHYSICS.knot]
    return numbers


def _angle(heading: float) -> float:
    return math.degrees(heading) % 360


def _short(number: float) -> str:
    """A number as it is typed: as short as it says enough."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _step(start: Point, angle: float, knots: float) -> Point:
    """A place so many knots away."""
    course, far = math.radians(angle), knots * PHYSICS.knot
    return start[0] + far * math.cos(course), start[1] + far * math.sin(course)


def _degrees(angle: float, *, signed: bool = False) -> str:
    degrees = math.degrees(angle)
    return f"{degrees:+.1f}" if signed else str(round(degrees) % 360)


def _sway(view: ShipAhoyView, seconds: float) -> float:
    return sway(view.aim_seed, round(seconds * 1000), 0.5)


def _friendly(view: ShipAhoyView, seat: int | None) -> bool:
    """S12: the active player's own, or an ally's."""
    if seat is None:
        return False
    return seat == view.active or (view.teams and seat % 2 == view.active % 2)


def _cell(view: ShipAhoyView, x: float, y: float) -> tuple[int, int]:
    """The row and column of the map in which a place lies."""
    row = int((view.table - y) / (2 * view.table) * ROWS)
    column = int((x + view.table) / (2 * view.table) * COLUMNS)
    return max(0, min(ROWS - 1, row)), max(0, min(COLUMNS - 1, column))


def _fill(cells: _Cells, view: ShipAhoyView, centre: Point, radius: float, paint: tuple[str, str]) -> None:
    """Paint every cell whose middle lies in a disc, and the disc's own middle."""
    side = 2 * view.table
    for row in range(ROWS):
        for column in range(COLUMNS):
            x = (column + 0.5) / COLUMNS * side - view.table
            y = view.table - (row + 0.5) / ROWS * side
            if math.dist((x, y), centre) <= radius:
                cells[row][column] = paint
    row, column = _cell(view, *centre)
    cells[row][column] = paint


def _free_cell(view: ShipAhoyView, seen: PieceView, taken: set[tuple[int, int]]) -> tuple[int, int]:
    """Where a label of two letters is written: at its piece, or as near as there is room."""
    row, column = _cell(view, seen.x, seen.y)
    places = [(r, c) for r in range(max(0, row - 3), min(ROWS, row + 4)) for c in range(COLUMNS - 1)]
    places.sort(key=lambda place: math.hypot(2 * (place[0] - row), place[1] + 0.5 - column))
    for r, c in places:
        if not {(r, c), (r, c + 1)} & taken:
            taken |= {(r, c), (r, c + 1)}
            return r, c
    return row, min(column, COLUMNS - 2)
