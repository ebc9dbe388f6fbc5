"""A table of Ship Ahoy for tests: luck and shots are written down, pieces are put where a rule wants them.

Four players: red (seat 0) lower left, blue upper left, yellow upper right, green lower right; red begins.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec

from laguna.core.game import Event, Move, Refusal
from laguna.core.luck import ScriptedLuck
from laguna.games.ship_ahoy import fleet, rules
from laguna.games.ship_ahoy.aim import in_line, muzzle_beside
from laguna.games.ship_ahoy.game import ShipAhoyGame
from laguna.games.ship_ahoy.moves import EndSailing, Fight, HoldFire, Point, Sail, Shoot
from laguna.games.ship_ahoy.physics import hand
from laguna.games.ship_ahoy.physics.board import Kind, Piece, rounded
from laguna.games.ship_ahoy.physics.cannon import Pose, Shot, plain
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.hand import Aim, aimed
from laguna.games.ship_ahoy.state import Battle, Phase
from tabletop import told

RED, BLUE, YELLOW, GREEN = range(4)
RED_SHIPS, BLUE_SHIPS, YELLOW_SHIPS, GREEN_SHIPS = (fleet.ships_of(port) for port in range(4))
RED_TOWER, BLUE_TOWER, YELLOW_TOWER, GREEN_TOWER = fleet.TOWERS

KNOTS = {1: 0, 2: 2, 3: 4}
"""The draw for each face of the knots die."""
FLAG, SWORDS = 0, 3
"""Draws of the melee die."""
SEED = 7
"""An aim's seed, drawn when a turn begins with a shot."""
TREMOR = (512 << 20 | 512 << 10 | 512,) * 8
"""The draws of one shot's tremor: a hand that hardly trembles."""
CM = 0.01

GAME = ShipAhoyGame()


def outcome(
    toppled: Iterable[int] = (),
    poses: dict[int, Pose] | None = None,
    hit: Iterable[int] = (),
    off: Iterable[int] = (),
    fired: tuple[Point, float, float] = ((0.0, 0.0), 0.0, 2.0),
) -> Shot:
    """What came of a shot; `fired` is its muzzle, heading and speed."""
    muzzle, heading, speed = fired
    return Shot(
        physics=PHYSICS.version,
        muzzle=muzzle,
        heading=heading,
        speed=speed,
        hit=[*(hit or toppled)],
        toppled=[*toppled],
        off=[*off],
        poses=poses or {},
        ball=[],
        tracks={},
        duration=1.0,
    )


class ShipTable:
    """One table. Every move brings the draws that it wants; the seed of the next turn's aim is always at hand."""

    def __init__(self, seats: int = 4, draws: tuple[int, ...] = (SEED,), **options: object) -> None:
        options.setdefault("first", 0)
        luck = ScriptedLuck(draws)
        self.table, self.events = GAME.start(seats, GAME.read_options(options), luck)
        assert luck.left == 0, f"{luck.left} draws of the setup were not used"

    @property
    def b(self) -> Battle:
        return self.table.battle

    def put(self, piece: int, x: float, y: float, yaw: float = 0.0, *, lying: bool = False) -> Piece:
        """Put a piece somewhere: centimetres, and degrees."""
        moved = msgspec.structs.replace(
            self.b.pieces[piece], x=round(x * CM, 4), y=round(y * CM, 4), yaw=math.radians(yaw), lying=lying
        )
        self.b.put(moved)
        return moved

    def take_away(self, *pieces: int) -> None:
        for piece in pieces:
            del self.b.pieces[piece]

    def at(self, piece: int) -> tuple[float, float]:
        """Where a piece is, in centimetres."""
        return round(self.b.pieces[piece].x * 100, 2), round(self.b.pieces[piece].y * 100, 2)

    def sailing(self, points: int = 3, seat: int = 0) -> None:
        """It is this seat's sailing step."""
        self.b.active, self.b.phase, self.b.points = seat, Phase.SAIL, points

    def fighting(self, seat: int = 0) -> None:
        """It is this seat's melee step."""
        self.b.active, self.b.phase, self.b.points = seat, Phase.FIGHT, 0

    # Moves

    def play(self, seat: int, move: Move, *draws: int, seen: Iterable[object] = ()) -> list[Event]:
        """Make a move for which these draws and happenings are wanted, and perhaps the next turn's seed."""
        luck = ScriptedLuck([*draws, SEED], seen)
        self.events = GAME.play(self.table, seat, self.table.question_number(seat), move, luck)
        assert luck.left <= 1, f"{luck.left - 1} draws were not used"
        assert GAME.order.fits(move, self.events), told(self.events)
        return self.events

    def shot(self, gun: int, heading: float = 0.0, pull: float = 0.6, **other: Any) -> Shoot:
        """A shot that may be fired from a piece, the muzzle wherever there is room. Degrees."""
        aim = math.radians(heading)
        muzzle = muzzle_beside(self.b.pieces[gun], self.b.everything, aim, self.b.table)
        assert muzzle is not None
        return Shoot(gun, *muzzle, aim, pull, **other)

    def shoot(self, gun: int, shot: Shot, *then: int) -> list[Event]:
        """Fire a shot with this outcome. `then` are the draws after the tremor: usually the knots die."""
        return self.fire(self.shot(gun), shot, TREMOR, *then)

    def fire(self, move: Shoot, shot: Shot, tremor: Iterable[int], *then: int, **damage: object) -> list[Event]:
        """Make this move, with these draws for the tremor and this outcome. `damage` is what was changed in it."""
        seen = {**self.written(move, shot, tremor), **damage}
        return self.play(self.b.active, move, *tremor, *then, seen=[seen])

    def written(self, move: Shoot, shot: Shot, tremor: Iterable[int]) -> dict[str, object]:
        """An outcome as a record tells it: with the muzzle, heading and speed of this move."""
        aim = Aim(move.heading, move.pull, self.b.aim_seed, move.t_ms)
        heading, speed = aimed(aim, hand.tremor(ScriptedLuck(tremor)), rules.steadiness(self.b, self.b.active))
        fired = {"muzzle": (rounded(move.x), rounded(move.y)), "heading": heading, "speed": speed}
        return plain(msgspec.structs.replace(shot, **fired))

    def way(self, piece: int, *places: Point, yaw: float | None = None, load: bool = False) -> Sail:
        """A way from where a piece is over these places: centimetres, and degrees."""
        start = self.b.pieces[piece]
        way = ((start.x, start.y), *((x * CM, y * CM) for x, y in places))
        return Sail(piece, way, start.yaw if yaw is None else math.radians(yaw), load)

    def sail(self, piece: int, *places: Point, **other: Any) -> list[Event]:
        """Sail a piece over these places."""
        return self.play(self.b.active, self.way(piece, *places, **other))

    def end_sailing(self) -> list[Event]:
        return self.play(self.b.active, EndSailing())

    def fight(self, piece: int, enemy: int, *draws: int) -> list[Event]:
        return self.play(self.b.active, Fight(piece, enemy), *draws)

    def hold_fire(self, knots: int = 1) -> list[Event]:
        return self.play(self.b.active, HoldFire(), KNOTS[knots])

    # Questions

    def refusal(self, move: object, seat: int | None = None) -> Refusal | None:
        """Why not; it leaves no trace."""
        before = self.table.copy()
        seat = self.b.active if seat is None else seat
        refusal = GAME.refusal(self.table, seat, self.table.question_number(seat), move)
        assert self.table == before
        return refusal

    def refused(self, move: object, seat: int | None = None) -> tuple[str, str]:
        """The rule by which a move is refused, and the reason."""
        refusal = self.refusal(move, seat)
        assert refusal is not None, f"{move} is not refused"
        return refusal.rule, refusal.reason

    @property
    def asked(self) -> list[int]:
        return [ask.seat for ask in GAME.asks(self.table)]

    @property
    def about(self) -> str:
        return GAME.asks(self.table)[0].about

    @property
    def moves(self) -> tuple[Move, ...]:
        return GAME.asks(self.table)[0].moves

    @property
    def scores(self) -> list[int]:
        return [standing.score for standing in GAME.standings(self.table)]

    @property
    def places(self) -> list[int]:
        return [standing.place for standing in GAME.standings(self.table)]

    @property
    def view(self) -> Any:
        return GAME.view(self.table, None)


def straight(pieces: Iterable[Piece], muzzle: Point, heading: float, speed: float, table: float) -> Shot:
    """A cannon without physics, for many quick games: a fast ball fells the first piece in its line."""
    pieces = list(pieces)
    far = 2 * table
    goal = (muzzle[0] + far * math.cos(heading), muzzle[1] + far * math.sin(heading))
    by_number = {piece.id: piece for piece in pieces}
    touched = sorted(
        in_line(muzzle, goal, pieces), key=lambda number: math.dist(muzzle, (by_number[number].x, by_number[number].y))
    )
    fired = (muzzle, heading, speed)
    if not touched or not by_number[touched[0]].kind.movable:
        return outcome(hit=touched[:1], fired=fired)
    piece = by_number[touched[0]]
    fell = speed > (2.5 if piece.kind == Kind.TOWER else 2.0) and not piece.lying
    pose = Pose(piece.x + 0.01 * math.cos(heading), piece.y + 0.01 * math.sin(heading), piece.yaw, piece.lying or fell)
    return outcome([piece.id] if fell else [], {piece.id: pose}, [piece.id], fired=fired)
