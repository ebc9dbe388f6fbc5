"""The cannon: where it may stand, and what a shot does, as properties of the physics."""

from __future__ import annotations

import asyncio
import math
import random
import subprocess
import sys
from pathlib import Path

import msgspec
import mujoco
import numpy as np
import pytest

from laguna.games.ship_ahoy.layout import layout
from laguna.games.ship_ahoy.physics import simulation, wire
from laguna.games.ship_ahoy.physics.board import STANDING, Kind, Piece, distance, nearest_free_place, turned
from laguna.games.ship_ahoy.physics.cannon import (
    BadShot,
    Pose,
    Shot,
    muzzle_refusal,
    plain,
    read_shot,
    shoot,
)
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.simulation import Range, Unsolved

TABLE, FASTEST = PHYSICS.table_half, PHYSICS.speed_limit
NOTHING, FAR = float("nan"), float("inf")
BROADSIDE, END_ON = 0.0, math.pi / 2


def at_middle(kind: Kind, yaw: float = BROADSIDE, *, lying: bool = False) -> Piece:
    return Piece(0, kind, 0.0, 0.0, yaw, lying)


def topples(kind: Kind, yaw: float, away: float, speed: float, shots: int = 20) -> float:
    """How many of the shots at the middle of a piece topple it: the hand and the facing differ a little."""
    rng = random.Random(f"{kind} {yaw:.2f} {away} {speed}")
    down = 0
    for _ in range(shots):
        piece = at_middle(kind, turned(yaw + rng.uniform(-0.1, 0.1)))
        shot = shoot([piece], (-away, rng.uniform(-0.012, 0.012)), 0.0, speed * rng.uniform(0.98, 1.02))
        down += shot.toppled == [0]
    return down / shots


def random_battle(rng: random.Random, count: int = 16) -> list[Piece]:
    """Pieces close together, some of them lying, none in another's room."""
    placed: list[Piece] = []
    for number in range(count):
        kind = rng.choice([Kind.SHIP, Kind.SHIP, Kind.SHIP, Kind.TOWER, Kind.MONSTER, Kind.MOUNTAIN, Kind.KRAKEN])
        place = (round(rng.uniform(-0.25, 0.25), 4), round(rng.uniform(-0.25, 0.25), 4))
        piece = Piece(number, kind, *place, turned(rng.uniform(-3, 3)), kind.movable and rng.random() < 0.3)
        placed.append(nearest_free_place(piece, placed))
    return placed


def random_shots(
    seed: int, count: int, speeds: tuple[float, ...]
) -> list[tuple[list[Piece], tuple[float, float], float, float]]:
    """Shots from a circle around a random battle into it."""
    rng = random.Random(seed)
    battle = random_battle(rng)
    found = []
    while len(found) < count:
        angle = rng.uniform(-math.pi, math.pi)
        muzzle = (0.6 * math.cos(angle), 0.6 * math.sin(angle))
        if all(distance(Piece(99, Kind.WIND, *muzzle), piece) > 0.0 for piece in battle):
            found.append((battle, muzzle, turned(angle + math.pi + rng.uniform(-0.35, 0.35)), rng.choice(speeds)))
    return found


# ---- Where the muzzle may be (S8)


def test_S8_the_muzzle_is_beside_the_piece_and_clear_of_everything() -> None:
    ship = at_middle(Kind.SHIP)
    assert muzzle_refusal(ship, (0.05, 0.0), [ship]) is None
    assert muzzle_refusal(ship, (0.008 + 0.0599, 0.0), [ship]) is None
    assert muzzle_refusal(ship, (0.008 + 0.0601, 0.0), [ship]) == "muzzle_too_far"
    assert muzzle_refusal(ship, (0.008 + 0.0101, 0.0), [ship]) is None
    assert muzzle_refusal(ship, (0.008 + 0.0099, 0.0), [ship]) == "muzzle_blocked"
    assert muzzle_refusal(ship, (0.0, 0.0), [ship]) == "muzzle_blocked"


@pytest.mark.parametrize("kind", [Kind.MOUNTAIN, Kind.TOWER, Kind.SHIP, Kind.ISLAND, Kind.MONSTER])
def test_S8_the_muzzle_is_not_inside_a_mountain_or_anything_solid(kind: Kind) -> None:
    ship, other = Piece(0, Kind.SHIP, -0.05, 0.0), Piece(1, kind, 0.0, 0.0)
    muzzle = (0.0, 0.0)
    assert muzzle_refusal(ship, muzzle, [ship, other]) == "muzzle_blocked"
    with pytest.raises(BadShot, match="does not fit"):
        shoot([ship, other], muzzle, 0.0, 2.0)


@pytest.mark.parametrize("kind", [Kind.PORT, Kind.WIND, Kind.KRAKEN, Kind.FLAT_ISLAND])
def test_S8_the_muzzle_may_be_above_flat_things(kind: Kind) -> None:
    ship = at_middle(Kind.SHIP)
    assert muzzle_refusal(ship, (0.05, 0.0), [ship, Piece(1, kind, 0.05, 0.0)]) is None


def test_S8_the_muzzle_is_on_the_table() -> None:
    ship = Piece(0, Kind.SHIP, TABLE - 0.02, 0.0)
    assert muzzle_refusal(ship, (TABLE - 0.01, 0.05), [ship]) == "muzzle_off_table"
    assert muzzle_refusal(ship, (TABLE - 0.021, 0.05), [ship]) is None
    assert muzzle_refusal(ship, (TABLE - 0.01, 0.05), [ship], table=1.5) is None


@pytest.mark.parametrize("muzzle", [(NOTHING, 0.0), (0.0, FAR), (-FAR, NOTHING)])
def test_S8_a_muzzle_at_no_place_is_refused(muzzle: tuple[float, float]) -> None:
    assert muzzle_refusal(at_middle(Kind.SHIP), muzzle, []) == "not_a_number"


def test_S8_a_muzzle_at_a_huge_place_is_refused() -> None:
    assert muzzle_refusal(at_middle(Kind.SHIP), (1e308, -1e308), []) == "muzzle_off_table"


@pytest.mark.parametrize(
    ("muzzle", "heading", "speed", "reason"),
    [
        ((NOTHING, 0.0), 0.0, 2.0, "made of numbers"),
        ((0.0, FAR), 0.0, 2.0, "made of numbers"),
        ((0.5, 0.0), NOTHING, 2.0, "made of numbers"),
        ((0.5, 0.0), -FAR, 2.0, "made of numbers"),
        ((0.5, 0.0), 0.0, NOTHING, "made of numbers"),
        ((0.5, 0.0), 0.0, FAR, "made of numbers"),
        ((0.5, 0.0), 0.0, 0.0, "at more than 0"),
        ((0.5, 0.0), 0.0, -2.0, "at more than 0"),
        ((0.5, 0.0), 0.0, 1e300, "at more than 0"),
        ((0.5, 0.0), 1e300, 2.0, "an angle"),
        ((1e300, 0.0), 0.0, 2.0, "not on the table"),
        ((-1.11, 0.0), 0.0, 2.0, "not on the table"),
    ],
)
def test_what_is_no_shot_is_refused_in_a_sentence(
    muzzle: tuple[float, float], heading: float, speed: float, reason: str
) -> None:
    with pytest.raises(BadShot, match=reason):
        shoot([at_middle(Kind.SHIP)], muzzle, heading, speed)


def test_pieces_at_no_place_or_twice_the_same_are_refused() -> None:
    with pytest.raises(BadShot, match="made of numbers"):
        shoot([Piece(0, Kind.SHIP, NOTHING, 0.0)], (0.5, 0.0), 0.0, 2.0)
    with pytest.raises(BadShot, match="same number"):
        shoot([at_middle(Kind.SHIP), Piece(0, Kind.SHIP, 0.3, 0.0)], (0.5, 0.0), 0.0, 2.0)


# ---- What a shot does (S10, S11)


def test_nothing_moves_when_nothing_is_hit() -> None:
    pieces = layout(4, 100, "none")
    shot = shoot(pieces, (0.25, -0.1), 0.02, 3.6)
    assert (shot.hit, shot.toppled, shot.off, shot.poses, shot.tracks) == ([], [], [], {}, {})


def test_pieces_that_stand_or_lie_stay_so_for_ten_seconds_also_awake() -> None:
    kinds = [Kind.SHIP, Kind.TOWER, Kind.MONSTER, Kind.PIRATE]
    standing = [Piece(i, kind, 0.3 * i, 0.0, 0.3 * i) for i, kind in enumerate(kinds)]
    lying = [Piece(10 + i, kind, 0.3 * i, 0.5, 0.3 * i, lying=True) for i, kind in enumerate(kinds)]
    course = Range([*standing, *lying], TABLE)
    course.model.opt.enableflags &= ~int(mujoco.mjtEnableBit.mjENBL_SLEEP)
    data = mujoco.MjData(course.model)
    before = data.qpos.copy()
    mujoco.mj_step(course.model, data, 9600)
    assert np.abs(data.qpos - before).max() < 1e-5


@pytest.mark.parametrize("table", [0.3, TABLE, 1.6])
def test_an_empty_table_is_a_table_too(table: float) -> None:
    shot = shoot([], (0.0, 0.0), 1.0, 3.6, table)
    assert (shot.hit, shot.poses) == ([], {})
    last = wire.decode(shot.ball, wire.BALL)[-1]
    assert max(map(abs, last[:2])) < (table + 0.07) * wire.UNITS


@pytest.mark.parametrize("yaw", [BROADSIDE, END_ON])
def test_a_ball_at_eight_metres_a_second_does_not_pass_through_a_card(yaw: float) -> None:
    rng = random.Random(8)
    half = 0.028 if yaw == BROADSIDE else 0.007
    for _ in range(30):
        shot = shoot(
            [at_middle(Kind.SHIP, turned(yaw))], (-0.3 - rng.random() / 100, rng.uniform(-half, half)), 0.0, FASTEST
        )
        assert shot.hit == [0]
        assert 0 in shot.poses


@pytest.mark.parametrize("kind", [Kind.MOUNTAIN, Kind.GREAT_MOUNTAIN, Kind.ISLAND])
def test_a_ball_at_eight_metres_a_second_stays_out_of_mountains(kind: Kind) -> None:
    rng = random.Random(9)
    mountain = at_middle(kind)
    for _ in range(12):
        shot = shoot([mountain], (-0.4 - rng.random() / 100, rng.uniform(-0.07, 0.07)), 0.0, FASTEST)
        assert shot.hit == [0]
        assert shot.poses == {}
        for x, y, _ in wire.decode(shot.ball, wire.BALL):
            assert math.hypot(x, y) > STANDING[kind].radius * wire.UNITS


def test_energy_never_grows() -> None:
    energy_on = int(mujoco.mjtEnableBit.mjENBL_ENERGY)
    for pieces, muzzle, heading, speed in random_shots(4, 12, (1.5, 2.5, 3.6, FASTEST)):
        course = Range(pieces, TABLE)
        course.model.opt.enableflags |= energy_on
        data = course.launched(muzzle, heading, speed)
        mujoco.mj_forward(course.model, data)
        first = sum(data.energy)
        fired = 0.5 * PHYSICS.ball_mass * speed**2
        for _ in range(900):
            mujoco.mj_step(course.model, data)
            assert sum(data.energy) <= first + 0.01 * fired


def test_S10_a_broadside_from_half_a_metre_topples_from_2_2_and_hardly_ever_at_1_4() -> None:
    assert topples(Kind.SHIP, BROADSIDE, 0.5, 2.2, 40) >= 0.95
    assert topples(Kind.SHIP, BROADSIDE, 0.5, 2.8, 20) >= 0.95
    assert topples(Kind.SHIP, BROADSIDE, 0.5, 3.6, 20) >= 0.95
    assert topples(Kind.SHIP, BROADSIDE, 0.5, 1.4, 40) <= 0.20


def test_S10_the_further_away_the_harder() -> None:
    near, far = topples(Kind.SHIP, BROADSIDE, 0.3, 1.7, 30), topples(Kind.SHIP, BROADSIDE, 1.05, 1.7, 30)
    assert near >= 0.6
    assert far <= near - 0.3


def test_S10_a_ship_seen_end_on_needs_more() -> None:
    for speed in (2.0, 2.4):
        assert topples(Kind.SHIP, END_ON, 0.5, speed, 30) <= topples(Kind.SHIP, BROADSIDE, 0.5, speed, 30) - 0.15


def test_S10_a_tower_needs_more_than_a_ship_but_can_be_felled() -> None:
    assert topples(Kind.TOWER, BROADSIDE, 0.5, 2.0) <= 0.1
    assert topples(Kind.SHIP, BROADSIDE, 0.5, 2.0) >= 0.8
    assert topples(Kind.TOWER, BROADSIDE, 0.5, 3.4) >= 0.9


def test_S29_the_monster_is_steadier_than_a_ship_and_a_touch_is_a_hit() -> None:
    assert topples(Kind.MONSTER, BROADSIDE, 0.5, 2.0) <= 0.3
    shot = shoot([at_middle(Kind.MONSTER)], (-0.3, 0.0), 0.0, 1.2)
    assert (shot.hit, shot.toppled) == ([0], [])


@pytest.mark.parametrize("kind", [Kind.SHIP, Kind.TOWER, Kind.MONSTER, Kind.PIRATE])
def test_S11_a_weak_hit_shoves_and_what_was_shoved_is_told(kind: Kind) -> None:
    shot = shoot([at_middle(kind)], (-0.3, 0.003), 0.0, 1.3)
    assert (shot.hit, shot.toppled, shot.off) == ([0], [], [])
    pose = shot.poses[0]
    assert not pose.lying
    assert 0.0005 < pose.x < 0.05
    assert shot.tracks[0].poses, "a shove is seen"


@pytest.mark.parametrize("kind", [Kind.MOUNTAIN, Kind.GREAT_MOUNTAIN, Kind.ISLAND])
def test_S11_mountains_and_islands_stay_where_they_are(kind: Kind) -> None:
    shot = shoot([at_middle(kind)], (-0.4, 0.0), 0.0, 3.6)
    assert (shot.hit, shot.toppled, shot.poses, shot.tracks) == ([0], [], {}, {})


def test_S10_a_toppled_ship_lies_where_it_fell_with_its_mast_along_its_yaw() -> None:
    ship = at_middle(Kind.SHIP, 0.2)
    shot = shoot([ship], (-0.4, 0.0), 0.0, 2.6)
    assert shot.toppled == [0]
    pose = shot.poses[0]
    assert pose.lying
    w, x, y, z = (number / wire.UNITS for number in wire.decode(shot.tracks[0].poses, wire.PIECE)[-1][3:])
    mast = math.atan2(2 * (y * z - w * x), 2 * (x * z + w * y))
    assert abs(turned(mast - pose.yaw)) < 0.01


def test_S10_one_shot_may_fell_several() -> None:
    row = [Piece(i, Kind.SHIP, 0.03 * i, 0.0) for i in range(3)]
    assert len(shoot(row, (-0.3, 0.0), 0.0, 3.6).toppled) >= 2


def test_S10_a_piece_pushed_off_the_table_counts_as_knocked_over() -> None:
    ship = Piece(0, Kind.SHIP, TABLE - 0.004, 0.0)
    shot = shoot([ship], (TABLE - 0.3, 0.0), 0.0, 1.5)
    assert (shot.toppled, shot.off) == ([0], [0])
    assert shot.poses[0].lying
    assert shot.poses[0].x <= TABLE


@pytest.mark.parametrize("yaw", [0.0, 0.8, END_ON])
def test_S25_a_lying_ship_is_an_obstacle_can_be_shoved_and_stays_lying(yaw: float) -> None:
    lying = at_middle(Kind.SHIP, yaw, lying=True)
    behind = Piece(1, Kind.SHIP, 0.12, 0.0)
    shot = shoot([lying, behind], (-0.3, 0.01), 0.0, 1.2)
    assert shot.hit == [0]
    assert 0 not in shot.toppled
    assert shot.poses[0].lying
    assert 1 not in shot.poses


def test_S28_S32_flat_things_are_shot_over() -> None:
    flat = [Piece(i, kind, 0.0, 0.0) for i, kind in enumerate((Kind.PORT, Kind.WIND, Kind.KRAKEN, Kind.FLAT_ISLAND))]
    assert shoot(flat, (-0.2, 0.0), 0.0, 2.0) == shoot([], (-0.2, 0.0), 0.0, 2.0)


def test_hits_are_told_in_the_order_of_touching() -> None:
    pieces = [Piece(5, Kind.SHIP, 0.0, 0.0), Piece(2, Kind.MOUNTAIN, 0.2, 0.0), Piece(9, Kind.TOWER, -0.9, 0.0)]
    assert shoot(pieces, (-0.3, 0.0), 0.0, 3.6).hit[0] == 5
    assert shoot(pieces[1:], (-0.3, 0.0), 0.0, 3.6).hit[0] == 2


# ---- The same input, the same result


def test_the_order_of_shots_and_of_pieces_does_not_matter() -> None:
    orders = random_shots(11, 6, (1.5, 2.5, 3.6))
    forwards = [shoot(*order) for order in orders]
    simulation.range_of.cache_clear()
    backwards = [shoot(pieces[::-1], *rest) for pieces, *rest in reversed(orders)]
    assert backwards[::-1] == forwards


def test_inputs_are_rounded_so_that_a_recorded_shot_is_exactly_what_was_fired() -> None:
    pieces = [at_middle(Kind.SHIP)]
    shot = shoot(pieces, (-0.30004, 0.00301), 0.0000012, 2.600049)
    assert (shot.muzzle, shot.heading, shot.speed) == ((-0.3, 0.003), 0.0, 2.6)
    assert shoot(pieces, shot.muzzle, shot.heading, shot.speed) == shot
    for pose in shot.poses.values():
        assert (pose.x, pose.y, pose.yaw) == (round(pose.x, 4), round(pose.y, 4), round(pose.yaw, 4))


def test_a_shot_goes_into_a_record_and_comes_back_the_same() -> None:
    shot = shoot([at_middle(Kind.SHIP)], (-0.3, 0.003), 0.0, 2.6)
    assert shot.physics == PHYSICS.version
    assert read_shot(plain(shot)) == shot
    assert read_shot(msgspec.json.decode(msgspec.json.encode(plain(shot)))) == shot
    with pytest.raises(msgspec.ValidationError):
        read_shot({"hit": "everything"})


def test_tracks_begin_at_the_piece_and_end_where_it_is_told_to_stand() -> None:
    ship = Piece(3, Kind.SHIP, 0.1, -0.05, 0.3)
    shot = shoot([ship], (-0.3, -0.05), 0.0, 1.3)
    track = wire.decode(shot.tracks[3].poses, wire.PIECE)
    assert track[0][:3] == (1000, -500, 0)
    assert shot.tracks[3].first + len(track) - 1 <= round(shot.duration * PHYSICS.frames)
    pose = shot.poses[3]
    assert track[-1][:2] == pytest.approx((pose.x * 1e4, pose.y * 1e4), abs=1.01)
    ball = wire.decode(shot.ball, wire.BALL)
    assert ball[0] == (-3000, -500, 180)


# ---- The solver


def test_a_warning_of_the_solver_repeats_the_shot_with_half_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    real = Range.shoot

    def warned(course: Range, *order: object) -> Shot | None:
        seen.append(course.steps)
        return None if course.steps < 4 * PHYSICS.steps else real(course, *order)

    monkeypatch.setattr(Range, "shoot", warned)
    shot = shoot([at_middle(Kind.SHIP)], (-0.3, 0.0), 0.0, 2.6)
    assert seen == [16, 32, 64]
    assert shot.toppled == [0]


def test_a_solver_that_never_stops_warning_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Range, "shoot", lambda *_: None)
    with pytest.raises(Unsolved, match="No step is small enough"):
        shoot([at_middle(Kind.SHIP)], (-0.3, 0.0), 0.0, 2.6)


def test_an_unstable_run_is_noticed_and_no_log_file_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    course = Range([at_middle(Kind.SHIP)], TABLE)
    data = course.launched((-0.3, 0.0), 0.0, 2.6)
    data.qvel[0] = NOTHING
    assert course._fly(data) is None
    assert list(tmp_path.iterdir()) == []


def test_the_step_may_be_halved_without_changing_a_clear_outcome() -> None:
    ship = at_middle(Kind.SHIP)
    for speed, fate in ((1.0, []), (3.0, [0])):
        for steps in (PHYSICS.steps, 2 * PHYSICS.steps, 4 * PHYSICS.steps):
            shot = Range([ship], TABLE, steps).shoot((-0.5, 0.0), 0.0, speed)
            assert shot is not None
            assert shot.toppled == fate


def test_a_shot_is_never_computed_in_an_event_loop() -> None:
    async def fire() -> Shot:
        return shoot([], (0.0, 0.0), 0.0, 2.0)

    with pytest.raises(RuntimeError, match="event loop"):
        asyncio.run(fire())


def test_the_engine_is_not_loaded_before_the_first_shot() -> None:
    names = ", ".join(f"laguna.games.ship_ahoy.physics.{name}" for name in ("cannon", "hand", "rope", "wire", "worker"))
    code = f"import sys, {names}; sys.exit('mujoco' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_lying_pose_is_where_the_middle_of_the_piece_is() -> None:
    """A pose read from a body that lies as `placement` puts it is the piece's own."""
    for kind in (Kind.SHIP, Kind.TOWER, Kind.MONSTER):
        for yaw in (0.0, 1.0, -2.5, math.pi):
            piece = Piece(0, kind, 0.1, -0.2, turned(yaw), lying=True)
            course = Range([piece], TABLE)
            data = mujoco.MjData(course.model)
            mujoco.mj_kinematics(course.model, data)
            body = course.bodies[0]
            assert simulation._pose(piece, data.xpos[body], data.xmat[body]) == Pose(0.1, -0.2, turned(yaw), lying=True)
