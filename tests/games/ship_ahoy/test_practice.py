"""The practice range: a table's shots at targets, from whatever stands there now."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ship_ahoy.table import SEED, outcome, straight
from laguna.core.game import Event, Refused
from laguna.core.luck import ScriptedLuck, SeededLuck
from laguna.games.ship_ahoy import practice, rules
from laguna.games.ship_ahoy.aim import bearing, muzzle_beside
from laguna.games.ship_ahoy.events import Jammed, Missed, Pushed, PutBack, ShotFired, TrophyTaken
from laguna.games.ship_ahoy.moves import Shoot
from laguna.games.ship_ahoy.physics import cannon, hand
from laguna.games.ship_ahoy.physics.board import FLAT, Piece, on_table, overlaps
from laguna.games.ship_ahoy.physics.cannon import Pose, Shot
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.hand import AIM_SEEDS, LATEST
from laguna.games.ship_ahoy.practice import GUNNER, LAYOUT, TARGETS, BadRange, RangePiece
from laguna.games.ship_ahoy.state import Battle

SHIP, TOWER, *_ = (piece.id for piece in LAYOUT)
NEAR = LAYOUT[2].id
FAR_TOWER = LAYOUT[7].id


def standing(b: Battle) -> list[RangePiece]:
    """What stands on a range, as whoever practises tells it."""
    return [RangePiece(piece.id, piece.x, piece.y, piece.yaw) for piece in b.everything]


def shot_at(b: Battle, target: int, gun: int = SHIP, pull: float = 0.6) -> Shoot:
    """A shot from a gun at a target, released when the barrel sways just over the line."""
    start, goal = b.pieces[gun], b.pieces[target]
    muzzle = muzzle_beside(start, b.everything, bearing((start.x, start.y), (goal.x, goal.y)), b.table)
    assert muzzle is not None
    heading = bearing(muzzle, (goal.x, goal.y)) - hand.sway(b.aim_seed, 0, pull)
    return Shoot(gun, *muzzle, heading, pull)


def fired(b: Battle, move: Shoot, shot: Shot) -> list[Event]:
    """Fire, with this outcome."""

    def written(pieces: object, muzzle: tuple[float, float], heading: float, speed: float, table: float) -> Shot:
        del pieces, table
        return msgspec.structs.replace(shot, muzzle=muzzle, heading=heading, speed=speed)

    return practice.practise(b, move, SeededLuck(1), written)


def test_a_fresh_range_has_guns_and_targets_at_several_distances_and_facings() -> None:
    b = practice.laid_out(SEED)
    assert rules.guns(b) == [SHIP, TOWER]
    gun = b.pieces[SHIP]
    targets = [b.pieces[target] for target in b.fleet_of(TARGETS)]
    far = sorted(math.hypot(target.x - gun.x, target.y - gun.y) for target in targets)
    assert far[0] < 0.5
    assert far[-1] > 1.4
    assert len({target.yaw for target in targets}) >= 4
    assert all(on_table(piece, b.table) for piece in LAYOUT)
    assert not [(a, c) for a in LAYOUT for c in LAYOUT if a.id < c.id and overlaps(a, c)]


def test_it_is_seen_like_a_table_without_ports() -> None:
    view = practice.range_view(practice.laid_out(SEED))
    assert view.guns == (SHIP, TOWER)
    assert (view.aim_seed, view.active, view.phase, view.ports) == (SEED, GUNNER, "shoot", ())
    assert len(view.pieces) == len(LAYOUT)


def test_a_straight_shot_fells_the_near_ship_by_the_tables_own_physics() -> None:
    b = practice.laid_out(SEED)
    move = shot_at(b, NEAR)
    shot, trophy = practice.practise(b, move, SeededLuck(1), cannon.shoot)
    assert isinstance(shot, ShotFired)
    assert shot.shot == cannon.shoot(LAYOUT, (move.x, move.y), shot.heading, shot.speed)
    assert trophy == TrophyTaken(GUNNER, NEAR)
    assert NEAR not in b.pieces
    assert practice.range_view(b).trophies == ((NEAR,), ())
    assert b.aim_seed != SEED
    assert b.told == []


def test_s9_a_weak_pull_jams_and_the_same_sway_goes_on() -> None:
    b = practice.laid_out(SEED)
    luck = ScriptedLuck([])
    assert practice.practise(b, shot_at(b, NEAR, pull=0.05), luck, cannon.shoot) == [Jammed(GUNNER, SHIP)]
    assert b.aim_seed == SEED


def test_s11_what_floats_stays_where_it_was_pushed_and_a_tower_is_put_back() -> None:
    b = practice.laid_out(SEED)
    poses = {NEAR: Pose(0.1, -0.3, 0.5, lying=False), FAR_TOWER: Pose(-0.6, 0.6, 0.0, lying=False)}
    told = fired(b, shot_at(b, NEAR), outcome(poses=poses, hit=(NEAR, FAR_TOWER)))
    assert told[1:] == [PutBack(FAR_TOWER, -0.65, 0.6, 1.5708), Pushed(NEAR, 0.1, -0.3, 0.5), Missed(GUNNER)]
    again = practice.as_it_stands(standing(b), b.aim_seed)
    assert again.pieces == b.pieces
    assert (again.pieces[NEAR].x, again.pieces[NEAR].yaw) == (0.1, 0.5)


def test_after_the_last_target_one_may_still_shoot() -> None:
    b = practice.laid_out(SEED)
    move = shot_at(b, NEAR)
    told = fired(b, move, outcome(toppled=b.fleet_of(TARGETS)))
    assert [type(event) for event in told] == [ShotFired, *[TrophyTaken] * 6]
    assert fired(practice.as_it_stands(standing(b), SEED), move, outcome())[-1] == Missed(GUNNER)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"piece": NEAR}, ("S8", "not_your_gun")),
        ({"piece": 99}, ("S8", "no_such_piece")),
        ({"x": 0.3}, ("S8", "muzzle_too_far")),
        ({"x": 0.0, "y": -0.8}, ("S8", "muzzle_blocked")),
        ({"y": -1.2}, ("S8", "muzzle_off_table")),
        ({"pull": 1.5}, ("S34", "pull_out_of_range")),
        ({"t_ms": -1}, ("S34", "moment_out_of_range")),
    ],
)
def test_s8_s34_what_a_table_refuses_the_range_refuses(change: dict[str, float], why: tuple[str, str]) -> None:
    b = practice.laid_out(SEED)
    before = b.copy()
    with pytest.raises(Refused) as refused:
        practice.practise(b, msgspec.structs.replace(shot_at(b, NEAR), **change), ScriptedLuck([]), cannon.shoot)
    assert (refused.value.refusal.rule, refused.value.refusal.reason) == why
    assert b == before


def test_targets_that_are_not_named_are_trophies_and_guns_are_always_there() -> None:
    b = practice.as_it_stands([], SEED)
    assert b.trophies == [practice.laid_out(SEED).fleet_of(TARGETS), []]
    assert rules.guns(b) == [SHIP, TOWER]


def test_a_piece_that_is_not_of_the_range_or_stands_twice_is_no_range() -> None:
    with pytest.raises(BadRange, match="no pieces of the range"):
        practice.as_it_stands([RangePiece(8, 0.0, 0.0, 0.0)], SEED)
    with pytest.raises(BadRange, match="two places"):
        practice.as_it_stands([RangePiece(NEAR, 0.0, 0.0, 0.0), RangePiece(NEAR, 0.5, 0.0, 0.0)], SEED)


HALF = PHYSICS.table_half
places = st.floats(-HALF, HALF)
pieces = st.builds(RangePiece, st.sampled_from([piece.id for piece in LAYOUT]), places, places, st.floats(-4.0, 4.0))
told = st.lists(pieces, max_size=len(LAYOUT), unique_by=lambda each: each.piece)
moves = st.builds(
    Shoot, st.sampled_from([SHIP, TOWER]), places, places, st.floats(-6, 6), st.floats(0, 1), st.integers(0, LATEST)
)


@given(told, st.integers(0, AIM_SEEDS - 1))
def test_whatever_is_told_is_a_range_on_which_everything_has_room(told: list[RangePiece], seed: int) -> None:
    b = practice.as_it_stands(told, seed)
    pieces = b.everything
    assert all(on_table(piece, b.table) for piece in pieces)
    assert not [(a, c) for a in pieces for c in pieces if a.id < c.id and _clash(a, c)]
    fixed = [piece for piece in pieces if piece.kind not in rules.FLOATS]
    assert set(fixed) <= set(LAYOUT)
    assert practice.as_it_stands(standing(b), seed).pieces.keys() == b.pieces.keys()


def _clash(one: Piece, other: Piece) -> bool:
    """Whether two pieces take the same room by more than rounding."""
    if FLAT & {one.kind, other.kind}:
        return False
    far = math.hypot(one.x - other.x, one.y - other.y)
    nudged = msgspec.structs.replace(
        one, x=one.x + (one.x - other.x) / far * 0.001, y=one.y + (one.y - other.y) / far * 0.001
    )
    return overlaps(nudged, other)


@given(told, moves)
@settings(max_examples=60)
def test_every_shot_on_every_range_is_refused_or_told(told: list[RangePiece], move: Shoot) -> None:
    b = practice.as_it_stands(told, SEED)
    try:
        events = practice.practise(b, move, SeededLuck(2), straight)
    except Refused:
        return
    assert isinstance(events[0], ShotFired | Jammed)
    assert practice.range_view(b).guns
