"""The rope: whether a ship may go a way, how long it is, and where it can get to (S14, S15)."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise

import msgspec

from laguna.games.ship_ahoy.physics.board import Piece, footprint, obstacles, outline, turned
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.shape import Outline, Point, nearest_on_segment

Way = Sequence[Point]
"""A line of 2 to 16 points; the first is the middle of the ship that moves."""

_TINY = 1e-6
_RIM_CORNERS = 20


class Blocked(msgspec.Struct, frozen=True):
    """Why a way cannot be gone: the reason by name, where on the table, and which piece is in the way."""

    reason: str
    at: Point | None = None
    by: int | None = None


def length(way: Way) -> float:
    """How much rope a way takes."""
    return sum(math.dist(a, b) for a, b in pairwise(way))


def knots(way: Way) -> int:
    """How many points a way costs: a part of a knot costs a whole one, and no move is free (S15)."""
    return knots_of(length(way))


def knots_of(rope: float) -> int:
    """How many points so much rope costs."""
    return max(1, math.ceil((rope - PHYSICS.rope_slack) / PHYSICS.knot))


def way_distance(way: Way, piece: Piece) -> float:
    """How near a way comes to a piece; 0 where it leads over it."""
    edge = outline(piece)
    return min(edge.to_segment(a, b) for a, b in pairwise(way))


class Obstacle:
    """Something solid near a piece that moves, and how far from it the piece's middle must keep."""

    __slots__ = ("outline", "piece", "room")

    def __init__(self, piece: Piece, start: Point) -> None:
        self.piece = piece
        self.outline = outline(piece)
        self.room = min(PHYSICS.rope_room, self.outline.to_point(*start) - _TINY)
        """Who already stands nearer than the rule wants may leave, but come no nearer."""

    def bars(self, a: Point, b: Point) -> bool:
        """Whether the straight way from a to b comes too near."""
        edge = self.outline
        middle_x, middle_y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        reach = edge.bound + PHYSICS.rope_room + math.dist(a, b) / 2
        dx, dy = edge.x - middle_x, edge.y - middle_y
        return dx * dx + dy * dy < reach * reach and edge.to_segment(a, b) < self.room


class Sea:
    """The sea around one piece that is about to move: a ship, the pirate, the monster or a flat token."""

    def __init__(self, mover: Piece, pieces: Iterable[Piece], table: float = PHYSICS.table_half) -> None:
        self.mover = mover
        self.start: Point = (mover.x, mover.y)
        self.table = table
        self.obstacles = [Obstacle(piece, self.start) for piece in obstacles(mover, pieces)]

    def check(self, way: Way, yaw: float, points: int) -> Blocked | None:
        """Why the mover may not go this way and then face `yaw` for so many points; None: it may.

        Reasons: `too_few_points`, `too_many_points`, `not_a_number`, `facing_out_of_range`, `not_at_ship` (the way
        starts elsewhere), `off_table`, `rope_too_short`, `way_blocked`, `no_room` (at the end, with the yaw as it is
        kept).
        """
        return (
            self._misdrawn(way, yaw)
            or self._overlong(way, points)
            or self._barred(way)
            or self._crowded(way, turned(yaw))
        )

    def fits(self, x: float, y: float, yaw: float) -> bool:
        """Whether the mover has room there: all of it on the table, and clear of everything solid."""
        return self._crowded([(x, y)], yaw) is None

    def reach(self, points: int) -> Reach:
        """Where the mover can get to with so many points."""
        return Reach(self, points * PHYSICS.knot)

    def barrier(self, a: Point, b: Point) -> Obstacle | None:
        """The first obstacle in the straight way from a to b; None: it is free."""
        for obstacle in self.obstacles:
            if obstacle.bars(a, b):
                return obstacle
        return None

    def _misdrawn(self, way: Way, yaw: float) -> Blocked | None:
        """What is wrong with a way that is no line on this table from this ship."""
        if len(way) < 2:
            return Blocked("too_few_points")
        if len(way) > PHYSICS.rope_points:
            return Blocked("too_many_points")
        if not math.isfinite(yaw) or not all(math.isfinite(x) and math.isfinite(y) for x, y in way):
            return Blocked("not_a_number")
        if abs(yaw) > math.tau:
            return Blocked("facing_out_of_range")
        for x, y in way:
            if max(abs(x), abs(y)) > self.table:
                return Blocked("off_table", (x, y))
        if math.dist(way[0], self.start) > PHYSICS.rope_slack:
            return Blocked("not_at_ship", way[0])
        return None

    def _overlong(self, way: Way, points: int) -> Blocked | None:
        return None if knots(way) <= points else Blocked("rope_too_short", way[-1])

    def _barred(self, way: Way) -> Blocked | None:
        for a, b in pairwise([self.start, *way[1:]]):
            obstacle = self.barrier(a, b)
            if obstacle is not None:
                middle = (obstacle.outline.x, obstacle.outline.y)
                return Blocked("way_blocked", nearest_on_segment(a, b, middle), obstacle.piece.id)
        return None

    def _crowded(self, way: Way, yaw: float) -> Blocked | None:
        """Why the mover has no room at the end of the way."""
        x, y = way[-1]
        place = Outline(footprint(self.mover), x, y, yaw)
        if not place.within(self.table):
            return Blocked("off_table", (x, y))
        for obstacle in self.obstacles:
            edge = obstacle.outline
            near = math.hypot(edge.x - x, edge.y - y) < edge.bound + place.bound + PHYSICS.gap
            if near and place.to_outline(edge) < PHYSICS.gap:
                return Blocked("no_room", (x, y), obstacle.piece.id)
        return None


class Reach:
    """Everywhere that a piece can get to with so much rope, by the shortest ways.

    Shortest ways bend only at corners of what is in the way: a graph of those corners that see each other, searched
    from the mover outwards. A disc's rim is taken for a polygon around it, which makes a way at most two hundredths
    too long.
    """

    def __init__(self, sea: Sea, rope: float) -> None:
        self.sea = sea
        self.rope = rope + _TINY

    def way_to(self, x: float, y: float) -> list[Point] | None:
        """The shortest way to a place; None: out of reach. Whether there is room for the ship, `Sea.fits` says."""
        found = self._last_corner((x, y))
        if found is None:
            return None
        _, corner = found
        way = [(x, y)]
        while corner:
            way.append(self._corners[corner])
            corner = self._before[corner]
        way.append(self.sea.start)
        return way[::-1] if len(way) <= PHYSICS.rope_points else None

    def length_to(self, x: float, y: float) -> float | None:
        """How long the shortest way to a place is; None: out of reach."""
        found = self._last_corner((x, y))
        return None if found is None else found[0]

    def area(self, step: float = 0.02) -> list[tuple[float, float, int]]:
        """The places of a grid that can be reached, each with the points it costs: for hints and for bots."""
        found = []
        far = math.floor(self.rope / step)
        for i in range(-far, far + 1):
            for j in range(-far, far + 1):
                x, y = self.sea.start[0] + i * step, self.sea.start[1] + j * step
                reached = self.length_to(x, y)
                if reached is not None:
                    found.append((x, y, knots_of(reached)))
        return found

    def _last_corner(self, goal: Point) -> tuple[float, int] | None:
        """The length of the shortest way to a place, and the corner from which it goes straight there."""
        if not (abs(goal[0]) <= self.sea.table and abs(goal[1]) <= self.sea.table):
            return None
        lengths = sorted(
            (known + math.dist(self._corners[corner], goal), corner) for corner, known in self._lengths.items()
        )
        for whole, corner in lengths:
            if whole > self.rope:
                return None
            if self.sea.barrier(self._corners[corner], goal) is None:
                return whole, corner
        return None

    @cached_property
    def _corners(self) -> list[Point]:
        """Where a way may bend: first the mover's own place, then all around what is within reach."""
        corners = [self.sea.start]
        for obstacle in self.sea.obstacles:
            for x, y in _bends(obstacle.outline):
                corner = (round(x, 5), round(y, 5))
                if math.dist(corner, self.sea.start) <= self.rope and self._free(corner):
                    corners.append(corner)
        return corners

    def _free(self, corner: Point) -> bool:
        return max(abs(corner[0]), abs(corner[1])) <= self.sea.table and self.sea.barrier(corner, corner) is None

    @cached_property
    def _search(self) -> tuple[dict[int, float], dict[int, int]]:
        """Dijkstra's search: each corner's shortest length, and the corner before it."""
        corners = self._corners
        lengths: dict[int, float] = {}
        before: dict[int, int] = {}
        best = [math.inf] * len(corners)
        heap = [(0.0, 0, 0)]
        while heap:
            known, corner, previous = heapq.heappop(heap)
            if corner in lengths:
                continue
            lengths[corner], before[corner] = known, previous
            for other, place in enumerate(corners):
                whole = known + math.dist(corners[corner], place)
                if other in lengths or whole >= best[other] or whole > self.rope:
                    continue
                if self.sea.barrier(corners[corner], place) is None:
                    best[other] = whole
                    heapq.heappush(heap, (whole, other, corner))
        return lengths, before

    @property
    def _lengths(self) -> dict[int, float]:
        return self._search[0]

    @property
    def _before(self) -> dict[int, int]:
        return self._search[1]


def _bends(edge: Outline) -> list[Point]:
    """The corners of a way that hugs something: just further from it than the rule wants."""
    room = PHYSICS.rope_room + PHYSICS.gap
    if not edge.radius:
        return edge.corners(room)
    rim = (edge.radius + room) / math.cos(math.pi / _RIM_CORNERS)
    angles = (math.tau * i / _RIM_CORNERS for i in range(_RIM_CORNERS))
    return [(edge.x + rim * math.cos(angle), edge.y + rim * math.sin(angle)) for angle in angles]
