"""Plain geometry of outlines on the table: discs and turned rectangles, and how far apart they are."""

from __future__ import annotations

import math
from typing import NamedTuple

Point = tuple[float, float]


class Shape(NamedTuple):
    """A rectangle with rounded corners, in its own frame. Without sides it is a disc, without a radius a rectangle."""

    half_x: float
    half_y: float
    radius: float = 0.0


class Outline:
    """A shape at its place on the table."""

    __slots__ = ("bound", "cos", "half_x", "half_y", "is_disc", "radius", "sin", "x", "y")

    def __init__(self, shape: Shape, x: float, y: float, yaw: float) -> None:
        self.x, self.y = x, y
        self.half_x, self.half_y, self.radius = shape
        self.is_disc = self.half_x == 0.0 and self.half_y == 0.0
        self.cos, self.sin = math.cos(yaw), math.sin(yaw)
        self.bound = math.hypot(self.half_x, self.half_y) + self.radius
        """No point of the outline is further from its middle."""

    @property
    def extent(self) -> Point:
        """How far it reaches from its middle along the table's x and y."""
        cos, sin = abs(self.cos), abs(self.sin)
        return (
            cos * self.half_x + sin * self.half_y + self.radius,
            sin * self.half_x + cos * self.half_y + self.radius,
        )

    def within(self, half: float) -> bool:
        """Whether all of it lies in the square of this half side around the middle of the table."""
        reach_x, reach_y = self.extent
        return abs(self.x) + reach_x <= half and abs(self.y) + reach_y <= half

    def corners(self, grow: float = 0.0) -> list[Point]:
        """The four corners, each side pushed out by `grow`."""
        hx, hy = self.half_x + grow, self.half_y + grow
        return [self._outward(a, b) for a, b in ((hx, hy), (-hx, hy), (-hx, -hy), (hx, -hy))]

    def to_segment(self, a: Point, b: Point) -> float:
        """Distance to the straight line from a to b; 0 where they meet."""
        if self.is_disc:
            return max(0.0, math.dist((self.x, self.y), nearest_on_segment(a, b, (self.x, self.y))) - self.radius)
        return max(0.0, _segment_to_box(self._inward(*a), self._inward(*b), self.half_x, self.half_y) - self.radius)

    def to_outline(self, other: Outline) -> float:
        """Distance edge to edge; 0 where they meet."""
        if other.is_disc:
            apart = self._box_to_point(other.x, other.y)
        elif self.is_disc:
            apart = other._box_to_point(self.x, self.y)
        else:
            apart = _box_to_box(self, other)
        return max(0.0, apart - self.radius - other.radius)

    def to_point(self, x: float, y: float) -> float:
        """Distance to a point; 0 inside."""
        return max(0.0, self._box_to_point(x, y) - self.radius)

    def _box_to_point(self, x: float, y: float) -> float:
        u, v = self._inward(x, y)
        return math.hypot(max(abs(u) - self.half_x, 0.0), max(abs(v) - self.half_y, 0.0))

    def _inward(self, x: float, y: float) -> Point:
        """A point of the table in the shape's own frame."""
        dx, dy = x - self.x, y - self.y
        return self.cos * dx + self.sin * dy, self.cos * dy - self.sin * dx

    def _outward(self, u: float, v: float) -> Point:
        """A point of the shape's own frame on the table."""
        return self.x + self.cos * u - self.sin * v, self.y + self.sin * u + self.cos * v


def _box_to_box(one: Outline, other: Outline) -> float:
    """Distance of the sharp rectangles inside two outlines; 0 where they meet.

    Convex shapes that are apart are nearest at a corner of one of them.
    """
    if not _parted(one, other) and not _parted(other, one):
        return 0.0
    return min(
        *(one._box_to_point(*corner) for corner in other.corners()),  # noqa: SLF001 - of the same kind
        *(other._box_to_point(*corner) for corner in one.corners()),  # noqa: SLF001
    )


def _parted(one: Outline, other: Outline) -> bool:
    """Whether a side of the first rectangle has all of the second one beyond it."""
    u, v = one._inward(other.x, other.y)  # noqa: SLF001 - of the same kind
    cos = abs(one.cos * other.cos + one.sin * other.sin)
    sin = abs(one.cos * other.sin - one.sin * other.cos)
    return (
        abs(u) > one.half_x + cos * other.half_x + sin * other.half_y
        or abs(v) > one.half_y + sin * other.half_x + cos * other.half_y
    )


def nearest_on_segment(a: Point, b: Point, p: Point) -> Point:
    """The point of the straight line from a to b that is nearest to p."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if square == 0.0:
        return a
    along = min(1.0, max(0.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return a[0] + along * dx, a[1] + along * dy


def _segment_to_box(a: Point, b: Point, half_x: float, half_y: float) -> float:
    """Distance of a segment to the upright box around (0, 0); 0 where they meet."""
    if _crosses_box(a, b, half_x, half_y):
        return 0.0
    ends = min(math.hypot(max(abs(x) - half_x, 0.0), max(abs(y) - half_y, 0.0)) for x, y in (a, b))
    corners = ((half_x, half_y), (-half_x, half_y), (-half_x, -half_y), (half_x, -half_y))
    return min(ends, *(math.dist(corner, nearest_on_segment(a, b, corner)) for corner in corners))


def _crosses_box(a: Point, b: Point, half_x: float, half_y: float) -> bool:
    """Whether some of the segment is left when the box's four sides have cut it (Liang and Barsky)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    first, last = 0.0, 1.0
    for slope, room in ((-dx, a[0] + half_x), (dx, half_x - a[0]), (-dy, a[1] + half_y), (dy, half_y - a[1])):
        if slope == 0.0:
            if room < 0.0:
                return False
        elif slope < 0.0:
            first = max(first, room / slope)
        else:
            last = min(last, room / slope)
    return first <= last
