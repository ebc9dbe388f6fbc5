"""Some sensible moves to choose among, and what there is to see of each: for learners that choose rather than aim."""

from __future__ import annotations

import math

from laguna.core.luck import SeededLuck
from laguna.envs.ship_ahoy.eyes import AIM_MS, LARGEST_SWAY
from laguna.envs.ship_ahoy.feature import Feature, Floats, row_of, size_of
from laguna.envs.ship_ahoy.frame import Frame
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.aim import bearing
from laguna.games.ship_ahoy.fleet import TOWERS
from laguna.games.ship_ahoy.moves import (
    EndSailing,
    Fight,
    HoldFire,
    LeaveDamaged,
    MoveWind,
    Repair,
    Sail,
    ShipAhoyMove,
    Shoot,
)
from laguna.games.ship_ahoy.physics.board import Kind, Piece
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.hand import sway
from laguna.games.ship_ahoy.physics.rope import length
from laguna.games.ship_ahoy.propose import propose
from laguna.games.ship_ahoy.state import Battle, Phase

PROPOSED = 24
"""How many moves are proposed at most."""
_KINDS: tuple[type[ShipAhoyMove], ...] = (
    *(Shoot, HoldFire, Sail, MoveWind, EndSailing, Fight, Repair, LeaveDamaged),  # as the rules list them
)
COLUMNS = (
    Feature("kind", (len(_KINDS),), "S7", "which move it is; all 0: there is none"),
    Feature("from", (2,), "S33", "where its piece is"),
    Feature(
        "to", (2,), "S33", "where it leads: the end of a way, the enemy of a roll, the nearest enemy ahead of a shot"
    ),
    Feature("direction", (2,), "S33", "the heading of a shot, the facing after a way"),
    Feature("strength", (), "S9", "the pull of a shot, the part of four knots that a way takes"),
    Feature("moment", (), "S34", "of a shot, of four seconds"),
    Feature("sway", (), "S34", "how far the barrel points aside then, of 10 degrees"),
    Feature("aside", (), "S34", "how far the ball, tremor apart, goes beside the middle of that enemy, of 10 degrees"),
    Feature("prey", (2,), "S21", "whether that enemy is a tower, and whether it lies"),
    Feature("load", (), "S31", "whether a barrel is taken along"),
)
"""What there is to see of each; a row for each of `PROPOSED`."""
FEATURES = (Feature("proposals", (PROPOSED, size_of(COLUMNS)), "S33", "a row for each: see `COLUMNS`"),)


def proposals(b: Battle, luck: SeededLuck) -> list[ShipAhoyMove]:
    """Up to `PROPOSED` legal moves of the active seat, no two of them alike; those that can be listed come first."""
    moves = _listed(b)
    if b.phase in (Phase.SHOOT, Phase.SAIL, Phase.FREED):
        for _ in range(PROPOSED - len(moves)):
            move = propose(b, luck)
            if move not in moves and _stands(b, move):
                moves.append(move)
    return moves[:PROPOSED]


def seen(b: Battle, moves: list[ShipAhoyMove]) -> Floats:
    """The rows of some proposals, as the active seat sees them."""
    frame = Frame.of(b, b.active)
    numbers = [number for move in moves for number in _row(b, frame, move)]
    return row_of([*numbers, *[0.0] * (size_of(FEATURES) - len(numbers))], FEATURES)


def _listed(b: Battle) -> list[ShipAhoyMove]:
    match b.phase:
        case Phase.SHOOT:
            return [HoldFire()]
        case Phase.SAIL | Phase.FREED:
            return [EndSailing()]
        case Phase.FIGHT:
            return list(rules.fights(b))
        case Phase.REPAIR:
            return [Repair(), LeaveDamaged()]
        case _:
            return []


def _stands(b: Battle, move: ShipAhoyMove) -> bool:
    """What is reckoned to the hair's breadth the referee may still refuse."""
    if isinstance(move, Shoot):
        return rules.shot_refusal(b, move) is None
    return not isinstance(move, Sail) or rules.sail_refusal(b, move) is None


def _row(b: Battle, frame: Frame, move: ShipAhoyMove) -> list[float]:
    kind = [float(type(move) is each) for each in _KINDS]
    match move:
        case Shoot():
            return [*kind, *_shot(b, frame, move)]
        case Sail():
            start = b.pieces[move.piece]
            knots = length(move.way) / PHYSICS.knot / 4.0
            places = (*frame.place(start.x, start.y), *frame.place(*move.way[-1]), *frame.direction(move.yaw))
            return [*kind, *places, knots, *[0.0] * 5, float(move.load)]
        case MoveWind():
            ship = b.pieces[move.ship]
            return [*kind, *frame.place(ship.x, ship.y), *frame.place(move.x, move.y), *[0.0] * 9]
        case Fight():
            piece, enemy = b.pieces[move.piece], b.pieces[move.enemy]
            return [
                *kind,
                *frame.place(piece.x, piece.y),
                *frame.place(enemy.x, enemy.y),
                *[0.0] * 6,
                *_prey(enemy),
                0.0,
            ]
        case _:
            return [*kind, *[0.0] * (size_of(COLUMNS) - len(kind))]


def _shot(b: Battle, frame: Frame, move: Shoot) -> list[float]:
    """A shot's numbers: where it goes, and the enemy that it comes nearest to."""
    muzzle = (move.x, move.y)
    aside = rules.steadiness(b, b.active) * sway(b.aim_seed, move.t_ms, move.pull)
    enemies = [piece for piece in b.everything if _is_enemy(b, piece)]
    heading = move.heading + aside
    ahead = min(enemies, key=lambda piece: abs(_beside(muzzle, heading, piece)), default=None)
    return [
        *frame.place(*muzzle),
        *(frame.place(ahead.x, ahead.y) if ahead else (0.0, 0.0)),
        *frame.direction(move.heading),
        move.pull,
        move.t_ms / AIM_MS,
        aside / LARGEST_SWAY,
        _beside(muzzle, heading, ahead) / LARGEST_SWAY if ahead else 0.0,
        *(_prey(ahead) if ahead else (0.0, 0.0)),
        0.0,
    ]


def _is_enemy(b: Battle, piece: Piece) -> bool:
    if piece.kind == Kind.MONSTER:
        return True
    return piece.kind in rules.FIGHTERS and not b.friendly(b.active, piece.id)


def _beside(muzzle: tuple[float, float], heading: float, piece: Piece) -> float:
    """How far a ball's heading leads beside the middle of a piece, as an angle."""
    return math.remainder(heading - bearing(muzzle, (piece.x, piece.y)), math.tau)


def _prey(piece: Piece) -> tuple[float, float]:
    return float(piece.id in TOWERS), float(piece.lying)
