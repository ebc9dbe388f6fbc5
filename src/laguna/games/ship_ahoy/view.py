"""What a table of Ship Ahoy shows: everything, to everybody (S33)."""

from __future__ import annotations

import msgspec

from laguna.core.game import View
from laguna.games.ship_ahoy import fleet, rules
from laguna.games.ship_ahoy.fleet import COLOURS, ISLAND, WIND
from laguna.games.ship_ahoy.moves import ScenarioName
from laguna.games.ship_ahoy.physics.board import Kind, Piece
from laguna.games.ship_ahoy.scenarios import carried_by
from laguna.games.ship_ahoy.state import Barrel, Battle, Phase


class PortView(msgspec.Struct, frozen=True):
    """A port, a flat disc in its player's colour, and the barrel that lies there."""

    port: int
    colour: str
    seat: int
    x: float
    y: float
    barrel: int | None


class PieceView(msgspec.Struct, frozen=True):
    """A piece or token on the table. Damaged pieces are `lying`; `foes` are the pieces it is in melee with."""

    piece: int
    kind: Kind
    x: float
    y: float
    yaw: float
    lying: bool
    seat: int | None
    colour: str | None
    foes: tuple[int, ...]
    chest: bool
    barrel: int | None
    held: bool
    own_points: int


class ShipAhoyView(View, frozen=True):
    """S33: nothing is hidden. Lengths are metres, angles radians, (0, 0) is the middle of the table."""

    seats: int
    advanced: bool
    scenario: ScenarioName
    teams: bool
    table: float
    """Half the side of the table."""
    turn: int
    last_turn: int | None
    """S36: the game ends after this turn at the latest; None: only when somebody is out."""
    active: int
    phase: Phase
    ports: tuple[PortView, ...]
    pieces: tuple[PieceView, ...]
    guns: tuple[int, ...]
    """The pieces that the active player may shoot from now."""
    sailors: tuple[int, ...]
    """The pieces that the active player may move now."""
    points: int
    """S14: knots left to sail; S32: of a freed ship's three. S30: a ship's `own_points` come on top of them."""
    aim_seed: int
    """The barrel's visible sway follows from it (S34)."""
    steady_hand: tuple[float, ...]
    trophies: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    out: tuple[int, ...]
    chest_on_island: bool
    monster_lives: int
    wind_moved: bool
    barrels: tuple[Barrel, ...]


def view_of(b: Battle) -> ShipAhoyView:
    """The whole table."""
    return ShipAhoyView(
        seats=b.players,
        advanced=b.options.advanced,
        scenario=b.options.scenario,
        teams=b.options.teams,
        table=b.table,
        turn=b.turn,
        last_turn=rules.last_turn(b),
        active=b.active,
        phase=b.phase,
        ports=_ports(b),
        pieces=tuple(_piece(b, piece) for piece in b.everything),
        guns=tuple(rules.guns(b)) if b.phase == Phase.SHOOT else (),
        sailors=tuple(rules.sailors(b)) if b.phase in (Phase.SAIL, Phase.FREED) else (),
        points=b.points,
        aim_seed=b.aim_seed,
        steady_hand=tuple(rules.steadiness(b, seat) for seat in range(b.players)),
        trophies=tuple(tuple(taken) for taken in b.trophies),
        scores=tuple(rules.score(b, seat) for seat in range(b.players)),
        out=tuple(b.out),
        chest_on_island=b.chest == ISLAND,
        monster_lives=b.lives,
        wind_moved=WIND in b.sailed,
        barrels=tuple(b.barrels),
    )


def _ports(b: Battle) -> tuple[PortView, ...]:
    lying = {barrel.port: barrel.colour for barrel in b.barrels if barrel.port is not None}
    return tuple(
        PortView(port.port, COLOURS[port.port], port.port % b.players, port.x, port.y, lying.get(port.port))
        for port in b.ports
    )


def _piece(b: Battle, piece: Piece) -> PieceView:
    port = fleet.port_of(piece.id)
    barrel = carried_by(b, piece.id)
    return PieceView(
        piece=piece.id,
        kind=piece.kind,
        x=piece.x,
        y=piece.y,
        yaw=piece.yaw,
        lying=piece.lying,
        seat=b.seat(piece.id),
        colour=None if port is None else COLOURS[port],
        foes=tuple(rules.foes(b, piece.id)),
        chest=b.chest == piece.id and piece.id != ISLAND,
        barrel=None if barrel is None else barrel.colour,
        held=piece.id in b.held,
        own_points=b.own_points.get(piece.id, 0),
    )


def as_piece(seen: PieceView) -> Piece:
    """A piece as one sees it, to measure with."""
    return Piece(seen.piece, seen.kind, seen.x, seen.y, seen.yaw, seen.lying)
