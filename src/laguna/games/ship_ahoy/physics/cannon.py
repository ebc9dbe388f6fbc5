"""The cannon: where it may be put, and what a shot does."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable

import msgspec

from laguna.games.ship_ahoy.physics.board import Piece, outline, rounded
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.shape import Point


class BadShot(ValueError):  # noqa: N818 - the caller's mistake, told in a sentence
    """A shot that cannot be computed: not numbers, or a muzzle where none can be."""


class Pose(msgspec.Struct, frozen=True):
    """Where a piece came to rest; see `Piece` for what the numbers mean."""

    x: float
    y: float
    yaw: float
    lying: bool


class Track(msgspec.Struct, frozen=True):
    """How a piece moved, frame by frame; see `wire` for the numbers."""

    first: int
    """The frame before it began to move; the ball leaves the muzzle in frame 0."""
    poses: list[int]


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """What one shot did. Plain data: `plain` makes it ready for a record, `read_shot` reads it back."""

    physics: int
    """The version of the constants that it was computed with."""
    muzzle: Point
    heading: float
    speed: float
    hit: list[int]
    """Every piece that the ball touched, in that order."""
    toppled: list[int]
    """Every piece that was knocked over or pushed off the table, in the order of their numbers."""
    off: list[int]
    """Those of them that were pushed off the table."""
    poses: dict[int, Pose]
    """Every piece that is not where it was, towers too. Knocked over: lying. Off the table: where it went over."""
    ball: list[int]
    """The ball's track from frame 0 on."""
    tracks: dict[int, Track]
    duration: float
    """In seconds."""


def muzzle_refusal(
    piece: Piece, muzzle: Point, pieces: Iterable[Piece], table: float = PHYSICS.table_half
) -> str | None:
    """Why the muzzle may not be put there to fire from a piece; None: it may (S8).

    `not_a_number`, `muzzle_off_table`, `muzzle_too_far` from the piece, or `muzzle_blocked` by something solid.
    Whether the piece may fire at all is for the rules to say.
    """
    if not finite(*muzzle):
        return "not_a_number"
    if max(map(abs, muzzle)) > table - PHYSICS.muzzle_rim:
        return "muzzle_off_table"
    if outline(piece).to_point(*muzzle) > PHYSICS.beside:
        return "muzzle_too_far"
    if not _clear(muzzle, [piece, *pieces], PHYSICS.ball_radius + PHYSICS.muzzle_room):
        return "muzzle_blocked"
    return None


def shoot(
    pieces: Iterable[Piece], muzzle: Point, heading: float, speed: float, table: float = PHYSICS.table_half
) -> Shot:
    """Fire, and report everything that happened: who counts for what is for the rules to say.

    Computed here and now, in some 20 milliseconds: never in an event loop (see `worker`). The same input gives the
    same result on one machine, in whatever order the pieces are given. Raises `BadShot`.
    """
    refuse_in_event_loop()
    pieces = tuple(sorted(pieces, key=lambda piece: piece.id))
    _check(pieces, muzzle, heading, speed, table)
    from laguna.games.ship_ahoy.physics import simulation  # noqa: PLC0415 - costs time and memory: only who fires pays

    muzzle = (rounded(muzzle[0]), rounded(muzzle[1]))
    return simulation.fire(pieces, table, muzzle, round(heading * 1e5) / 1e5, round(speed * 1e4) / 1e4)


def plain(shot: Shot) -> dict[str, object]:
    """A shot as plain data, such as JSON holds."""
    data: dict[str, object] = msgspec.to_builtins(shot, str_keys=True)
    return data


def read_shot(data: object) -> Shot:
    """A shot from plain data. Raises `msgspec.ValidationError`."""
    return msgspec.convert(data, Shot, str_keys=True)


def refuse_in_event_loop() -> None:
    """Raise RuntimeError where an event loop would have to wait for a shot."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise RuntimeError("An event loop must not wait for a shot: await a future of worker.Gunnery.submit.")


def _check(pieces: tuple[Piece, ...], muzzle: Point, heading: float, speed: float, table: float) -> None:
    """Raise `BadShot` for what cannot be computed."""
    if not finite(*muzzle, heading, speed, table, *(number for p in pieces for number in (p.x, p.y, p.yaw))):
        raise BadShot("A shot is made of numbers; one of these is none.")
    if len({piece.id for piece in pieces}) < len(pieces):
        raise BadShot("Two pieces have the same number.")
    if not 0.0 < speed <= PHYSICS.speed_limit:
        raise BadShot(f"A ball flies at more than 0 and at most {PHYSICS.speed_limit} m/s, not {speed}.")
    if abs(heading) > 2 * math.tau:
        raise BadShot(f"A heading is an angle in radians, not {heading}.")
    if max(map(abs, muzzle)) >= table:
        raise BadShot(f"The muzzle is not on the table: {muzzle}.")
    if not _clear(muzzle, pieces, PHYSICS.ball_radius):
        raise BadShot(f"The ball does not fit at {muzzle}: something stands there.")


def _clear(muzzle: Point, pieces: Iterable[Piece], room: float) -> bool:
    """Whether nothing solid is nearer to the muzzle than this."""
    return all(outline(piece).to_point(*muzzle) >= room for piece in pieces if piece.kind.solid)


def finite(*numbers: float) -> bool:
    """Whether all of them are numbers to reckon with."""
    return all(math.isfinite(number) for number in numbers)
