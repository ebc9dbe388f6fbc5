"""Everything there is on a table of Ship Ahoy, and the questions one may ask of it at a glance."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

import msgspec

from laguna.core.game import Event
from laguna.games.ship_ahoy import fleet
from laguna.games.ship_ahoy.layout import Port, layout, ports_at, table_half
from laguna.games.ship_ahoy.moves import ShipAhoyOptions
from laguna.games.ship_ahoy.physics.board import Piece


class Phase(StrEnum):
    """What the active player is asked."""

    SHOOT = "shoot"
    SAIL = "sail"
    FIGHT = "fight"
    FREED = "freed"
    """S32: a ship that the Kraken let go may sail at once, in the middle of the melee step."""
    REPAIR = "repair"
    OVER = "over"


class Barrel(msgspec.Struct, frozen=True):
    """S31: a barrel of one port's colour. It lies in a port, is on a ship, or was delivered by a player."""

    colour: int
    origin: int
    port: int | None = None
    ship: int | None = None
    seat: int | None = None


class Battle(msgspec.Struct):
    """A game of Ship Ahoy. Mutable; two battles are equal if all their fields are."""

    players: int
    options: ShipAhoyOptions
    active: int = 0
    turn: int = 0
    """Turns begun, counted from 1."""
    phase: Phase = Phase.SHOOT
    pieces: dict[int, Piece] = {}
    """All pieces and tokens on the table, by number; damaged ones are `lying`."""
    trophies: list[list[int]] = []
    """Each seat's, in the order they were taken."""
    aim_seed: int = 0
    """S34: the visible sway of this turn's shot follows from it."""
    points: int = 0
    """S14: knots left to sail, for any piece; S32: for the freed ship alone."""
    own_points: dict[int, int] = {}
    """S30: knots left beside those that only this ship may sail."""
    freed: int | None = None
    """S32: the ship that the Kraken has just let go: the points are its three knots."""
    sailed: list[int] = []
    """The pieces that the active player moved this turn, each once."""
    fought: list[tuple[int, int]] = []
    """S18: the melees rolled for this turn, attacker first."""
    out: list[int] = []
    """S21: the seats that lost everything."""
    chest: int | None = None
    """S27: the piece that carries the chest, or the island."""
    lives: int = 0
    """S29: the monster's."""
    barrels: list[Barrel] = []
    held: list[int] = []
    """S32: the ships in the Kraken's arms, by number."""
    told: list[Event] = []
    """What happened since the last question; not part of the position."""

    def copy(self) -> Battle:
        """An independent battle in the same position."""
        return msgspec.structs.replace(
            self,
            pieces=dict(self.pieces),
            trophies=[list(taken) for taken in self.trophies],
            own_points=dict(self.own_points),
            sailed=list(self.sailed),
            fought=list(self.fought),
            out=list(self.out),
            barrels=list(self.barrels),
            held=list(self.held),
            told=list(self.told),
        )

    def tell(self, event: Event) -> None:
        """Report what happened, for eyes and log."""
        self.told.append(event)

    def seat(self, piece: int) -> int | None:
        """The player of a ship or tower; None: nobody's."""
        return fleet.seat_of(piece, self.players)

    def side(self, piece: int) -> int:
        """The side that a piece fights for: S22 partners are one side; the pirate is on nobody's."""
        return fleet.side_of(piece, self.players, teams=self.options.teams)

    def side_of_seat(self, seat: int) -> int:
        """The side of a player."""
        return self.options.side(seat)

    def friendly(self, seat: int, piece: int) -> bool:
        """S12: whether a piece is this player's own or an ally's."""
        return self.side(piece) == self.side_of_seat(seat)

    def fleet_of(self, seat: int) -> list[int]:
        """The ships and towers that a player still has, damaged ones too (S21)."""
        return [piece for piece in sorted(self.pieces) if self.seat(piece) == seat]

    def damaged(self, piece: int) -> bool:
        """S23: whether a piece lies on its side."""
        return self.pieces[piece].lying

    @property
    def everything(self) -> list[Piece]:
        """All pieces and tokens on the table, by number: the same table is always told in the same order."""
        return [self.pieces[piece] for piece in sorted(self.pieces)]

    def put(self, piece: Piece) -> None:
        """Put a piece where it says, in place of where it was."""
        self.pieces[piece.id] = piece

    @property
    def table(self) -> float:
        """Half the side of the table."""
        return table_half(self.options.port_distance)

    @property
    def ports(self) -> tuple[Port, ...]:
        """The ports on this table, clockwise."""
        return ports_at(self.players, self.options.port_distance)

    def home(self, piece: int) -> Piece:
        """Where a piece stood at the beginning: a tower's own place in its port."""
        return _homes(self.players, self.options.port_distance, self.options.scenario)[piece]


@cache
def _homes(players: int, port_distance: int, scenario: str) -> dict[int, Piece]:
    return {piece.id: piece for piece in layout(players, port_distance, scenario)}
