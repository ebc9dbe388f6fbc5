"""The table as rigid bodies: MuJoCo computes how the ball flies and what it knocks over.

A hit lasts about four steps, so contacts are read at every one. Pieces sleep until something touches them: those that
nothing reaches stay bit for bit where they are, and a full table costs little more than an empty one. Only `cannon`
imports this module, and only when a shot is fired.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import mujoco
import numpy as np
import numpy.typing as npt

from laguna.games.ship_ahoy.physics import wire
from laguna.games.ship_ahoy.physics.board import HEIGHT, STANDING, Piece, rounded, turned
from laguna.games.ship_ahoy.physics.body import PARTS, placement
from laguna.games.ship_ahoy.physics.cannon import Pose, Shot, Track
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.shape import Point

Numbers = npt.NDArray[np.float64]

HALVINGS = 3
"""So many times a shot with a solver's warning is repeated, each time with half the step."""

_AWAY = (9.0, 9.0, PHYSICS.ball_radius)
"""Where a ball waits that is not, or no longer, on the table."""


class Unsolved(RuntimeError):  # noqa: N818 - the solver gave up, which is told in a sentence
    """The solver warned even with the smallest step."""


class _Flight(NamedTuple):
    """One run of the solver: every frame's numbers, what the ball touched, and how the bodies ended."""

    frames: list[Numbers]
    ball_frames: int
    """In so many of them the ball was on the table."""
    hit: list[int]
    data: Any


def ignore_warning(_text: str) -> None:
    """Warnings are read from the data of each run. Without this MuJoCo writes a log file beside the program."""


mujoco.set_mju_user_warning(ignore_warning)


@lru_cache(maxsize=4)
def range_of(pieces: tuple[Piece, ...], table: float, steps: int = PHYSICS.steps) -> Range:
    """The range for these pieces; the last few are kept, for whoever tries several shots."""
    return Range(pieces, table, steps)


def fire(pieces: tuple[Piece, ...], table: float, muzzle: Point, heading: float, speed: float) -> Shot:
    """One shot; where the solver warns, repeated with half the step. Raises `Unsolved`."""
    for halving in range(HALVINGS + 1):
        shot = range_of(pieces, table, PHYSICS.steps << halving).shoot(muzzle, heading, speed)
        if shot is not None:
            return shot
    raise Unsolved(f"No step is small enough for a shot from {muzzle} towards {heading} at {speed} m/s.")


class Range:
    """A table laid out for the solver: made once for a position, then good for any number of shots."""

    def __init__(self, pieces: Sequence[Piece], table: float, steps: int = PHYSICS.steps) -> None:
        self.table = table
        self.steps = steps
        """Of the solver, in a frame."""
        self.movable = [piece for piece in pieces if piece.kind.movable]
        self.model = mujoco.MjModel.from_xml_string("\n".join(_scene(pieces, steps)))
        self.bodies = [int(self.model.body(_name(piece)).id) for piece in self.movable]
        self.trees = np.array([self.model.body_treeid[body] for body in self.bodies], dtype=int)
        self.ball = self._first_number("ball")
        """Where the ball's place begins among the numbers of a frame."""
        self._ball_velocity = int(self.model.jnt_dofadr[self.model.body("ball").jntadr[0]])
        self._ball_geom = int(self.model.body("ball").geomadr[0])
        self._piece_of = self._owners(pieces)

    def shoot(self, muzzle: Point, heading: float, speed: float) -> Shot | None:
        """Fire and judge; None: the solver warned, so the outcome is worth nothing."""
        flight = self._fly(self.launched(muzzle, heading, speed))
        if flight is None:
            return None
        return self._judged(flight, muzzle, heading, speed)

    def launched(self, muzzle: Point, heading: float, speed: float) -> Any:  # noqa: ANN401 - MuJoCo has no types
        """The solver's data at the moment when the ball leaves the barrel."""
        data = mujoco.MjData(self.model)
        self._put_ball(data, (*muzzle, PHYSICS.muzzle_height))
        at = self._ball_velocity
        data.qvel[at : at + 2] = (speed * math.cos(heading), speed * math.sin(heading))
        return data

    def _fly(self, data: Any) -> _Flight | None:  # noqa: ANN401
        """Let time pass until everything is at rest, or for the longest time."""
        at, away = self.ball, False
        hit: list[int] = []
        frames = [data.qpos.copy()]
        ball_frames = 1
        for _ in range(round(PHYSICS.longest * PHYSICS.frames)):
            for _ in range(self.steps):
                mujoco.mj_step(self.model, data)
                if data.ncon:
                    self._note_hits(data, hit)
            if data.warning.number.any():
                return None
            frames.append(data.qpos.copy())
            if not away:
                ball_frames = len(frames)
                if np.abs(data.qpos[at : at + 2]).max() > self.table:
                    self._put_ball(data, _AWAY)
                    away = True
            if (away or self._ball_rests(data)) and not (data.tree_asleep[self.trees] < 0).any():
                break
        return _Flight(frames, ball_frames, hit, data)

    def _ball_rests(self, data: Any) -> bool:  # noqa: ANN401
        at = self._ball_velocity
        slow = math.hypot(*data.qvel[at : at + 2]) < PHYSICS.ball_rests
        return slow and bool(data.qpos[self.ball + 2] < 1.2 * PHYSICS.ball_radius)

    def _put_ball(self, data: Any, place: tuple[float, float, float]) -> None:  # noqa: ANN401
        """Put the ball somewhere, at rest."""
        data.qpos[self.ball : self.ball + 3] = place
        data.qvel[self._ball_velocity : self._ball_velocity + 6] = 0.0

    def _note_hits(self, data: Any, hit: list[int]) -> None:  # noqa: ANN401
        """Add to `hit` what the ball touches now."""
        for one, other in data.contact.geom[: data.ncon].tolist():
            if self._ball_geom in (one, other):
                piece = self._piece_of.get(other if one == self._ball_geom else one)
                if piece is not None and piece not in hit:
                    hit.append(piece)

    def _judged(self, flight: _Flight, muzzle: Point, heading: float, speed: float) -> Shot:
        toppled, off, poses = [], [], {}
        mujoco.mj_kinematics(self.model, flight.data)
        mujoco.mj_comPos(self.model, flight.data)
        for piece, body in zip(self.movable, self.bodies, strict=True):
            pose = _pose(piece, flight.data.xpos[body], flight.data.xmat[body])
            if np.abs(flight.data.xipos[body][:2]).max() > self.table:
                off.append(piece.id)
                pose = self._at_edge(pose)
            if piece.id in off or (pose.lying and not piece.lying):
                toppled.append(piece.id)
            if piece.id in toppled or _moved(piece, pose):
                poses[piece.id] = pose
        frames = np.rint(np.stack(flight.frames) * wire.UNITS).astype(int)
        return Shot(
            physics=PHYSICS.version,
            muzzle=muzzle,
            heading=heading,
            speed=speed,
            hit=flight.hit,
            toppled=toppled,
            off=off,
            poses=poses,
            ball=wire.encode(frames[: flight.ball_frames, self.ball : self.ball + wire.BALL].tolist()),
            tracks=dict(self._tracks(frames)),
            duration=rounded((len(flight.frames) - 1) / PHYSICS.frames),
        )

    def _at_edge(self, pose: Pose) -> Pose:
        """Where a piece that is off the table went over its edge."""
        edge = self.table
        return Pose(min(edge, max(-edge, pose.x)), min(edge, max(-edge, pose.y)), pose.yaw, lying=True)

    def _tracks(self, frames: npt.NDArray[np.int64]) -> Iterator[tuple[int, Track]]:
        """The track of every piece that visibly moved, from the frame before it did to the last one in which it did."""
        for piece in self.movable:
            at = self._first_number(_name(piece))
            way = frames[:, at : at + wire.PIECE]
            changes = np.flatnonzero((way[1:] != way[:-1]).any(axis=1))
            if changes.size:
                first, last = int(changes[0]), int(changes[-1]) + 1
                yield piece.id, Track(first, wire.encode(way[first : last + 1].tolist()))

    def _first_number(self, body: str) -> int:
        """Where a body's place and rotation begin among the numbers of a frame."""
        return int(self.model.jnt_qposadr[self.model.body(body).jntadr[0]])

    def _owners(self, pieces: Sequence[Piece]) -> dict[int, int]:
        """Whose each shape of the scene is."""
        owners = {}
        for piece in pieces:
            if piece.kind.movable:
                body = self.model.body(_name(piece))
                first, count = int(body.geomadr[0]), int(body.geomnum[0])
                owners.update(dict.fromkeys(range(first, first + count), piece.id))
            elif piece.kind.solid:
                owners[int(self.model.geom(_name(piece)).id)] = piece.id
        return owners


def _pose(piece: Piece, place: Numbers, turn: Numbers) -> Pose:
    """Where a piece stands, or how it lies, from its foot and its rotation matrix.

    Also what only leans on something is judged here: it lies, or it stands.
    """
    up = (float(turn[2]), float(turn[5]), float(turn[8]))
    if piece.lying or up[2] < math.cos(PHYSICS.topple_tilt):
        half = HEIGHT[piece.kind] / 2
        x, y, yaw = place[0] + half * up[0], place[1] + half * up[1], math.atan2(up[1], up[0])
        return Pose(rounded(float(x)), rounded(float(y)), turned(yaw), lying=True)
    yaw = math.atan2(turn[3], turn[0])
    return Pose(rounded(float(place[0])), rounded(float(place[1])), turned(yaw), lying=False)


def _moved(piece: Piece, pose: Pose) -> bool:
    """Whether a piece that was not knocked over is elsewhere, or faces elsewhere."""
    shove = math.hypot(pose.x - piece.x, pose.y - piece.y)
    turn = abs(turned(pose.yaw - piece.yaw))
    return shove > PHYSICS.shoved or turn > PHYSICS.turned


def _name(piece: Piece) -> str:
    return f"piece {piece.id}"


def _scene(pieces: Sequence[Piece], steps: int) -> Iterator[str]:
    """The table in MuJoCo's language."""
    p = PHYSICS
    yield f"""<mujoco>
<option timestep="{1.0 / (p.frames * steps)!r}" gravity="0 0 {-p.gravity}" integrator="implicitfast" solver="Newton"
 cone="elliptic" sleep_tolerance="{p.asleep}"><flag sleep="enable"/></option>
<size memory="16M"/>
<default><geom condim="3" friction="{p.friction} 0.0001 0.00001" solref="{p.piece_contact} 1"
 solimp="0.95 0.99 0.001"/></default>
<worldbody><geom type="plane" size="3 3 1"/>"""
    for piece in pieces:
        if piece.kind.movable:
            yield from _body(piece)
        elif piece.kind.solid:
            half = HEIGHT[piece.kind] / 2
            yield (
                f'<geom name="{_name(piece)}" type="cylinder" size="{STANDING[piece.kind].radius} {half}"'
                f' pos="{piece.x!r} {piece.y!r} {half}"/>'
            )
    yield f"""<body name="ball" pos="{_words(_AWAY)}" sleep="never"><freejoint/>
<geom type="sphere" size="{p.ball_radius}" mass="{p.ball_mass}" priority="1" condim="6"
 friction="{p.ball_friction} 0.0001 {p.rolling * p.ball_radius}" solref="{_words(_bounce())}"
 solimp="0.99 0.99 0.001"/></body>
</worldbody></mujoco>"""


def _body(piece: Piece) -> Iterator[str]:
    place, turn = placement(piece)
    yield f'<body name="{_name(piece)}" pos="{_words(place)}" quat="{_words(turn)}" sleep="init"><freejoint/>'
    for part in PARTS[piece.kind]:
        sides = (part.depth / 2, part.width / 2, part.height / 2)
        middle = part.above + part.height / 2
        yield f'<geom type="box" size="{_words(sides)}" pos="0 0 {middle}" mass="{part.mass}"/>'
    yield "</body>"


def _words(numbers: Sequence[float]) -> str:
    return " ".join(repr(float(number)) for number in numbers)


def _bounce() -> tuple[float, float]:
    """Stiffness and damping, as MuJoCo takes them, of a contact with the ball's half period and restitution."""
    log = math.log(PHYSICS.bounce)
    damping = -log / math.hypot(math.pi, log)
    pulse = math.pi / PHYSICS.ball_contact / math.sqrt(1.0 - damping * damping)
    return -pulse * pulse, -2.0 * damping * pulse
