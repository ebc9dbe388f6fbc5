"""The rope: lengths and knots, what is in the way (against shapely), and the shortest ways."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest
from shapely import LineString, Polygon
from shapely import Point as ShapelyPoint

from laguna.games.ship_ahoy.layout import layout
from laguna.games.ship_ahoy.physics.board import Kind, Piece, footprint
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.rope import Sea, knots, length, way_distance

SHIP = Piece(0, Kind.SHIP, 0.0, 0.0, 0.0)
TABLE = PHYSICS.table_half


def ring(piece: Piece) -> Polygon:
    """A rectangle's corners, made without the code under test."""
    shape = footprint(piece)
    turn = complex(math.cos(piece.yaw), math.sin(piece.yaw))
    corners = [
        complex(piece.x, piece.y) + turn * complex(u * shape.half_x, v * shape.half_y)
        for u, v in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    ]
    return Polygon([(corner.real, corner.imag) for corner in corners])


def clearance(line: LineString | Polygon | ShapelyPoint, piece: Piece) -> float:
    """How far shapely finds something from a piece."""
    radius = footprint(piece).radius
    if radius:
        return max(0.0, line.distance(ShapelyPoint(piece.x, piece.y)) - radius)
    return line.distance(ring(piece))


def shapely_verdict(ship: Piece, pieces: list[Piece], way: list[tuple[float, float]], yaw: float) -> str | None:
    """Why not, by an independent geometry; the lengths are not looked at."""
    solid = [piece for piece in pieces if piece.kind.solid and piece.id != ship.id]
    line = LineString(way)
    for piece in solid:
        room = min(PHYSICS.rope_room, clearance(ShapelyPoint(way[0]), piece) - 1e-6)
        if clearance(line, piece) < room:
            return "way_blocked"
    end = ring(Piece(0, ship.kind, *way[-1], yaw))
    if max(map(abs, end.bounds)) > TABLE:
        return "off_table"
    return "no_room" if any(clearance(end, piece) < PHYSICS.gap for piece in solid) else None


def random_way(rng: random.Random, ship: Piece, rope: float) -> list[tuple[float, float]]:
    way = [(ship.x, ship.y)]
    stretches = rng.randint(1, 15)
    angle = rng.uniform(-math.pi, math.pi)
    for _ in range(stretches):
        angle += rng.gauss(0.0, 0.5)
        x, y = way[-1]
        way.append((x + rope / stretches * math.cos(angle), y + rope / stretches * math.sin(angle)))
    return way


def crowded_sea(rng: random.Random) -> list[Piece]:
    """Ships, towers, mountains and flat things around a ship in the middle, which touches none of them."""
    pieces = [SHIP]
    while len(pieces) < 14:
        kind = rng.choice([Kind.SHIP, Kind.SHIP, Kind.TOWER, Kind.MOUNTAIN, Kind.MONSTER, Kind.PORT, Kind.ISLAND])
        x, y, yaw = rng.uniform(-0.45, 0.45), rng.uniform(-0.45, 0.45), rng.uniform(-3.0, 3.0)
        piece = Piece(len(pieces), kind, x, y, yaw, kind.movable and rng.random() < 0.3)
        if kind.flat or clearance(ring(SHIP), piece) > 0.0:
            pieces.append(piece)
    return pieces


def test_S15_every_verdict_is_shapelys() -> None:
    rng = random.Random(15)
    verdicts: dict[str | None, int] = {}
    for _ in range(150):
        pieces = crowded_sea(rng)
        sea = Sea(SHIP, pieces)
        for _ in range(20):
            way, yaw = random_way(rng, SHIP, rng.uniform(0.02, 0.3)), rng.uniform(-3.0, 3.0)
            truth = shapely_verdict(SHIP, pieces, way, yaw)
            blocked = sea.check(way, yaw, 3)
            assert (blocked.reason if blocked else None) == truth, (pieces, way, yaw)
            verdicts[truth] = verdicts.get(truth, 0) + 1
    assert min(verdicts[None], verdicts["way_blocked"], verdicts["no_room"]) > 60, verdicts


def test_S15_the_distance_of_a_way_to_a_piece_is_shapelys() -> None:
    rng = random.Random(31)
    for _ in range(1000):
        kind = rng.choice(list(Kind))
        piece = Piece(1, kind, rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), rng.uniform(-3.0, 3.0))
        way = random_way(rng, SHIP, 0.3)
        assert way_distance(way, piece) == pytest.approx(clearance(LineString(way), piece), abs=1e-12)


@pytest.mark.parametrize(("centimetres", "points"), [(0, 1), (0.1, 1), (10, 1), (10.2, 2), (20, 2), (29.9, 3), (30, 3)])
def test_S14_S15_a_part_of_a_knot_costs_a_whole_point(centimetres: float, points: int) -> None:
    way = [(0.0, 0.0), (centimetres / 100, 0.0)]
    assert length(way) == pytest.approx(centimetres / 100)
    assert knots(way) == points
    sea = Sea(SHIP, [])
    assert sea.check(way, 0.0, points) is None
    assert points == 1 or sea.check(way, 0.0, points - 1).reason == "rope_too_short"


def test_S15_a_bent_way_is_measured_along_the_rope() -> None:
    way = [(0.0, 0.0), (0.1, 0.0), (0.1, 0.1), (0.0, 0.1)]
    assert length(way) == pytest.approx(0.3)
    assert Sea(SHIP, []).check(way, 1.0, 2).reason == "rope_too_short"
    assert Sea(SHIP, []).check(way, 1.0, 3) is None


def test_S15_a_ship_may_turn_freely_and_turning_on_the_spot_costs_a_point() -> None:
    way = [(0.0, 0.0), (0.0, 0.0)]
    assert Sea(SHIP, [SHIP]).check(way, 2.0, 1) is None
    assert knots(way) == 1


@pytest.mark.parametrize("kind", [Kind.MOUNTAIN, Kind.ISLAND, Kind.TOWER, Kind.SHIP, Kind.PIRATE, Kind.MONSTER])
def test_S15_nothing_solid_is_passed_through_and_the_answer_says_what_and_where(kind: Kind) -> None:
    blocked = Sea(SHIP, [Piece(7, kind, 0.13, 0.0)]).check([(0.0, 0.0), (0.28, 0.0)], 0.0, 3)
    assert blocked is not None
    assert (blocked.reason, blocked.by) == ("way_blocked", 7)
    assert blocked.at == pytest.approx((0.13, 0.0))


@pytest.mark.parametrize("kind", [Kind.SHIP, Kind.TOWER])
def test_S15_lying_pieces_are_obstacles(kind: Kind) -> None:
    lying = Piece(7, kind, 0.13, 0.0, 0.5, lying=True)
    assert Sea(SHIP, [lying]).check([(0.0, 0.0), (0.28, 0.0)], 0.0, 3).reason == "way_blocked"


@pytest.mark.parametrize("kind", [Kind.PORT, Kind.WIND, Kind.KRAKEN, Kind.FLAT_ISLAND])
def test_S15_flat_things_are_sailed_over_and_onto(kind: Kind) -> None:
    sea = Sea(SHIP, [Piece(7, kind, 0.13, 0.0)])
    assert sea.check([(0.0, 0.0), (0.28, 0.0)], 0.0, 3) is None
    assert sea.check([(0.0, 0.0), (0.13, 0.0)], 0.0, 3) is None


def test_S15_facing_decides_whether_there_is_room_at_the_end() -> None:
    sea = Sea(SHIP, [Piece(7, Kind.TOWER, 0.14, 0.0)])
    way = [(0.0, 0.0), (0.11, 0.0)]
    assert sea.check(way, 0.0, 3) is None
    blocked = sea.check(way, math.pi / 2, 3)
    assert (blocked.reason, blocked.by) == ("no_room", 7)
    assert sea.fits(0.11, 0.0, 0.0)
    assert not sea.fits(0.11, 0.0, math.pi / 2)


def test_S15_a_ship_does_not_leave_the_table() -> None:
    ship = Piece(0, Kind.SHIP, 1.0, 0.0, 0.0)
    sea = Sea(ship, [])
    assert sea.check([(1.0, 0.0), (1.12, 0.0)], 0.0, 3).reason == "off_table"
    assert sea.check([(1.0, 0.0), (1.12, 0.0), (1.0, 0.02)], 0.0, 3).reason == "off_table"
    assert sea.check([(1.0, 0.0), (1.08, 0.0)], 0.0, 3) is None
    assert sea.check([(1.0, 0.0), (1.08, 0.0)], math.pi / 2, 3).reason == "off_table", "its bow would stick out"
    assert Sea(ship, [], table=1.5).check([(1.0, 0.0), (1.12, 0.0)], 0.0, 3) is None


def test_S15_a_ship_that_touches_another_can_leave_but_not_pass_through_it() -> None:
    sea = Sea(SHIP, [Piece(7, Kind.SHIP, 0.0161, 0.0)])
    assert sea.check([(0.0, 0.0), (-0.05, 0.0)], 0.0, 1) is None
    assert sea.check([(0.0, 0.0), (0.0, 0.08)], 0.0, 1) is None
    assert sea.check([(0.0, 0.0), (0.06, 0.0)], 0.0, 1).reason == "way_blocked"


@pytest.mark.parametrize("kind", [Kind.WIND, Kind.KRAKEN])
def test_S30_S32_a_flat_token_goes_anywhere_on_the_table(kind: Kind) -> None:
    token = Piece(5, kind, 0.0, 0.0)
    sea = Sea(token, [Piece(6, Kind.GREAT_MOUNTAIN, 0.0, 0.0), Piece(7, Kind.SHIP, 0.1, 0.0)])
    assert sea.check([(0.0, 0.0), (0.1, 0.0)], 0.0, 1) is None
    assert Sea(Piece(5, kind, 1.0, 0.0), []).check([(1.0, 0.0), (1.09, 0.0)], 0.0, 1).reason == "off_table"


NOTHING = float("nan")
FAR = float("inf")


@pytest.mark.parametrize(
    ("way", "yaw", "points", "reason"),
    [
        ([], 0.0, 3, "too_few_points"),
        ([(0.0, 0.0)], 0.0, 3, "too_few_points"),
        ([(0.0, 0.0)] * 17, 0.0, 3, "too_many_points"),
        ([(0.0, 0.0)] * 10_000, 0.0, 3, "too_many_points"),
        ([(0.0, 0.0), (NOTHING, 0.0)], 0.0, 3, "not_a_number"),
        ([(0.0, 0.0), (0.0, FAR)], 0.0, 3, "not_a_number"),
        ([(NOTHING, 0.0), (0.1, 0.0)], 0.0, 3, "not_a_number"),
        ([(0.0, 0.0), (0.1, 0.0)], NOTHING, 3, "not_a_number"),
        ([(0.0, 0.0), (0.1, 0.0)], -FAR, 3, "not_a_number"),
        ([(0.0, 0.0), (0.1, 0.0)], 1e300, 3, "facing_out_of_range"),
        ([(0.0, 0.0), (1e308, -1e308)], 0.0, 3, "off_table"),
        ([(-1e308, 0.0), (1e308, 0.0)], 0.0, 3, "off_table"),
        ([(0.0, 0.0), (0.0, -1.2)], 0.0, 3, "off_table"),
        ([(0.01, 0.0), (0.1, 0.0)], 0.0, 3, "not_at_ship"),
        ([(0.0, 0.0), (0.1, 0.0)], 0.0, 0, "rope_too_short"),
        ([(0.0, 0.0), (0.1, 0.0)], 0.0, -5, "rope_too_short"),
        ([(0.0, 0.0), (0.0, 0.0)], 0.0, 0, "rope_too_short"),
        ([(0.0, 0.0), (0.0, 0.0)], 0.0, -1, "rope_too_short"),
    ],
)
def test_S15_what_is_no_way_is_refused_with_a_reason(
    way: list[tuple[float, float]], yaw: float, points: int, reason: str
) -> None:
    blocked = Sea(SHIP, [SHIP, Piece(1, Kind.MOUNTAIN, 0.0, 0.3)]).check(way, yaw, points)
    assert blocked is not None
    assert blocked.reason == reason


@pytest.mark.parametrize("place", [(NOTHING, 0.0, 0.0), (0.0, -FAR, 0.0), (1e308, 0.0, 0.0)])
def test_S15_a_ship_does_not_fit_where_there_is_no_place(place: tuple[float, float, float]) -> None:
    sea = Sea(SHIP, [])
    assert not sea.fits(*place)
    assert sea.reach(3).way_to(*place[:2]) is None


def test_reach_offers_only_ways_that_the_rule_allows() -> None:
    rng = random.Random(3)
    reached = 0
    for _ in range(12):
        pieces = crowded_sea(rng)
        sea = Sea(SHIP, pieces)
        for points in (1, 3):
            reach = sea.reach(points)
            for _ in range(25):
                x, y = rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3)
                way = reach.way_to(x, y)
                assert (way is None) == (reach.length_to(x, y) is None)
                if way is None:
                    continue
                reached += 1
                assert length(way) == pytest.approx(reach.length_to(x, y), abs=1e-9)
                assert way[0] == (0.0, 0.0)
                assert way[-1] == (x, y)
                blocked = sea.check(way, 0.3, points)
                assert blocked is None or blocked.reason in {"no_room", "off_table"}
    assert reached > 100


def test_reach_finds_the_shortest_way_around_a_mountain() -> None:
    """Tangent, arc, tangent: reckoned on paper, at most a hundredth is added."""
    mountain = Piece(1, Kind.MOUNTAIN, 0.1, 0.0)
    radius = PHYSICS.mountain_radius + PHYSICS.rope_room
    reach = Sea(SHIP, [mountain]).reach(3)
    for goal in ((0.2, 0.02), (0.2, -0.03), (0.195, 0.0)):
        start_leg = math.sqrt(0.1**2 - radius**2)
        far = math.dist((0.1, 0.0), goal)
        goal_leg = math.sqrt(far**2 - radius**2)
        apart = math.pi - abs(math.atan2(goal[1], goal[0] - 0.1))
        arc = radius * (apart - math.acos(radius / 0.1) - math.acos(radius / far))
        found = reach.length_to(*goal)
        assert found is not None
        assert start_leg + arc + goal_leg <= found <= (start_leg + arc + goal_leg) * 1.02


def test_reach_is_never_beaten_by_a_random_way() -> None:
    rng = random.Random(8)
    for _ in range(4):
        pieces = crowded_sea(rng)
        sea = Sea(SHIP, pieces)
        reach = sea.reach(3)
        for _ in range(1500):
            way = [(0.0, 0.0)] + [(rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2)) for _ in range(rng.choice((1, 2)))]
            if length(way) < 0.29 and all(sea.barrier(a, b) is None for a, b in pairwise(way)):
                found = reach.length_to(*way[-1])
                assert found is not None
                assert found <= length(way) * 1.03 + 0.002


def test_reach_tells_the_area_with_what_each_place_costs() -> None:
    pieces = layout(4, 100, "none")
    ship = next(piece for piece in pieces if piece.kind is Kind.SHIP)
    sea = Sea(ship, pieces)
    area = sea.reach(2).area(step=0.03)
    assert {cost for _, _, cost in area} == {1, 2}
    for x, y, cost in area:
        way = sea.reach(2).way_to(x, y) if cost == 2 else [(ship.x, ship.y), (x, y)]
        assert way is not None
        assert knots(way) <= cost
        assert math.dist((ship.x, ship.y), (x, y)) <= 0.1 * cost + 0.001


def test_reach_of_nothing_is_the_place_itself() -> None:
    reach = Sea(SHIP, []).reach(0)
    assert reach.way_to(0.0, 0.0) == [(0.0, 0.0), (0.0, 0.0)]
    assert reach.way_to(0.01, 0.0) is None
    assert Sea(SHIP, []).reach(3).way_to(5.0, 0.0) is None
