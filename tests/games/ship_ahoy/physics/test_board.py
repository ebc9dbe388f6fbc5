"""Pieces at their places: distances edge to edge, against shapely, and the nearest free place."""

from __future__ import annotations

import math
import random

import pytest
from shapely import Point as ShapelyPoint
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from laguna.games.ship_ahoy.physics.board import (
    Kind,
    Piece,
    beside,
    distance,
    footprint,
    nearest_free_place,
    on_table,
    outline,
    overlaps,
    rounded,
    turned,
)
from laguna.games.ship_ahoy.physics.constants import PHYSICS

TABLE = PHYSICS.table_half


def shapely_outline(piece: Piece) -> tuple[BaseGeometry, float]:
    """A piece as shapely sees it: a polygon or a point, and the radius around it."""
    shape = footprint(piece)
    if shape.radius:
        return ShapelyPoint(piece.x, piece.y), shape.radius
    turn = complex(math.cos(piece.yaw), math.sin(piece.yaw))
    corners = [
        complex(piece.x, piece.y) + turn * complex(u * shape.half_x, v * shape.half_y)
        for u, v in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    ]
    return Polygon([(corner.real, corner.imag) for corner in corners]), 0.0


def shapely_distance(one: Piece, other: Piece) -> float:
    (shape, radius), (other_shape, other_radius) = shapely_outline(one), shapely_outline(other)
    return max(0.0, shape.distance(other_shape) - radius - other_radius)


def random_piece(rng: random.Random, number: int, spread: float) -> Piece:
    kind = rng.choice(list(Kind))
    x, y = rng.uniform(-spread, spread), rng.uniform(-spread, spread)
    return Piece(number, kind, x, y, rng.uniform(-math.pi, math.pi), kind.movable and rng.random() < 0.3)


def test_S17_distance_is_edge_to_edge_as_shapely_measures_it() -> None:
    rng = random.Random(17)
    met = 0
    for _ in range(4000):
        one, other = random_piece(rng, 0, 0.12), random_piece(rng, 1, 0.12)
        truth = shapely_distance(one, other)
        assert distance(one, other) == pytest.approx(truth, abs=1e-12), (one, other)
        assert overlaps(one, other) == (distance(one, other) == 0.0)
        met += truth == 0.0
    assert 500 < met < 3500, "the cases should be of both sorts"


def test_S17_a_ships_height_is_seven_centimetres_and_is_the_melee_distance() -> None:
    assert PHYSICS.ship_height == pytest.approx(0.07)
    ship = Piece(0, Kind.SHIP, 0.0, 0.0)
    for apart, fight in ((0.0699, True), (0.0701, False)):
        broadside = Piece(1, Kind.SHIP, 0.016 + apart, 0.0)
        end_to_end = Piece(1, Kind.SHIP, 0.0, 0.060 + apart)
        assert beside(ship, broadside) is fight
        assert beside(ship, end_to_end) is fight


def test_S17_exactly_a_ships_height_apart_is_no_melee_wherever_on_the_table() -> None:
    for step in range(200):
        ship = Piece(0, Kind.SHIP, rounded(-0.9 + 0.0083 * step), 0.3)
        assert not beside(ship, Piece(1, Kind.SHIP, rounded(ship.x + 0.016 + 0.0700), 0.3))
        assert beside(ship, Piece(1, Kind.SHIP, rounded(ship.x + 0.016 + 0.0699), 0.3))


def test_S17_facing_matters_because_edges_are_measured_not_centres() -> None:
    tower = Piece(1, Kind.TOWER, 0.10, 0.0)
    assert beside(Piece(0, Kind.SHIP, 0.0, 0.0, math.pi / 2), tower)
    assert not beside(Piece(0, Kind.SHIP, 0.0, 0.0, 0.0), tower)


def test_S23_a_lying_ship_is_as_long_as_it_was_tall() -> None:
    standing, lying = Piece(0, Kind.SHIP, 0.0, 0.0), Piece(0, Kind.SHIP, 0.0, 0.0, lying=True)
    assert footprint(standing)[:2] == (0.008, 0.030)
    assert footprint(lying)[:2] == (pytest.approx(0.035), 0.030)


def test_every_kind_is_either_flat_or_solid_and_only_solid_ones_move() -> None:
    for kind in Kind:
        assert kind.flat != kind.solid
        assert not (kind.movable and kind.flat)


def test_angles_are_kept_between_minus_pi_and_pi_and_straight_back_is_pi() -> None:
    for back in (math.pi, -math.pi, 3 * math.pi, -3 * math.pi, math.pi + 1e-6, 1e-6 - math.pi):
        assert turned(back) == 3.1416
    assert turned(-0.25) == -0.25
    assert turned(math.tau + 0.25) == 0.25


def test_S35_a_piece_with_room_stays_where_it_is() -> None:
    ship = Piece(0, Kind.SHIP, 0.2, 0.3, 0.4)
    touching = Piece(1, Kind.SHIP, 0.2 + 0.016 * math.cos(0.4), 0.3 + 0.016 * math.sin(0.4), 0.4)
    assert nearest_free_place(ship, [ship, touching, Piece(2, Kind.PORT, 0.2, 0.3)]) is ship


def test_S35_a_piece_without_room_goes_to_the_nearest_free_place() -> None:
    rng = random.Random(35)
    for _ in range(25):
        others = [random_piece(rng, number, 0.2) for number in range(1, 9)]
        solid = [other for other in others if other.kind.solid]
        piece = Piece(
            0, Kind.SHIP, rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), rng.uniform(-3, 3), rng.random() < 0.5
        )
        found = nearest_free_place(piece, others)
        assert (found.yaw, found.lying) == (piece.yaw, piece.lying)
        if found is piece:
            assert all(distance(piece, other) > 0.0 or _barely(piece, other) for other in solid)
            continue
        assert all(shapely_distance(found, other) >= PHYSICS.gap - 1e-9 for other in solid)
        moved = math.dist((piece.x, piece.y), (found.x, found.y))
        for _ in range(150):
            angle, far = rng.uniform(-math.pi, math.pi), (moved - 0.004) * math.sqrt(rng.random())
            if far <= 0.0:
                break
            x, y = piece.x + far * math.cos(angle), piece.y + far * math.sin(angle)
            nearer = Piece(0, piece.kind, x, y, piece.yaw, piece.lying)
            assert any(distance(nearer, other) < PHYSICS.gap for other in solid), "a nearer place was free"


def _barely(piece: Piece, other: Piece) -> bool:
    """Whether two footprints share no more than a rim as thin as rounding."""
    (shape, _), (other_shape, radius) = shapely_outline(piece), shapely_outline(other)
    return shape.buffer(-PHYSICS.rope_slack).distance(other_shape) > radius


def test_S35_a_piece_off_the_table_comes_back_to_its_edge() -> None:
    for x, y in ((1.5, 0.2), (-1.1, 1.1), (0.3, -40.0)):
        found = nearest_free_place(Piece(0, Kind.SHIP, x, y, 0.7, lying=True), [])
        assert on_table(found)
        reach_x, reach_y = outline(found).extent
        assert abs(found.x) + reach_x > TABLE - 2e-4 or abs(found.y) + reach_y > TABLE - 2e-4


def test_S35_there_is_no_place_on_a_full_table() -> None:
    with pytest.raises(ValueError, match="no free place"):
        nearest_free_place(Piece(0, Kind.SHIP, 0.0, 0.0), [Piece(1, Kind.MOUNTAIN, 0.0, 0.0)], table=0.08)
