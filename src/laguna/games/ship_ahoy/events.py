"""What happens in Ship Ahoy, for eyes and log. Nothing is hidden (S33): every event is the same to all.

Where a piece is, is told by its place (x, y) in metres and its heading (yaw) in radians, as in a view.
"""

from __future__ import annotations

from laguna.core.game import Event
from laguna.games.ship_ahoy.moves import Point
from laguna.games.ship_ahoy.physics.cannon import Shot

# Turns and the end


class TurnBegan(Event, frozen=True):
    """S7: a player's turn begins; turns are counted from 1."""

    seat: int
    turn: int


class PlayerOut(Event, frozen=True):
    """S21: a player has lost all ships and towers."""

    seat: int


class RoundsOver(Event, frozen=True):
    """S36: nobody is out after the last round; the trophies decide."""

    rounds: int


# Shooting


class HeldFire(Event, frozen=True):
    """S8: the player declines to shoot."""

    seat: int


class Jammed(Event, frozen=True):
    """S9: too weak a pull; the ball stayed in the barrel."""

    seat: int
    piece: int


class ShotFired(Event, frozen=True):
    """S34: where the ball really went, after sway and tremor, and all that came of it, for playback."""

    seat: int
    piece: int
    x: float
    y: float
    heading: float
    speed: float
    shot: Shot


class Missed(Event, frozen=True):
    """S13: the shot knocked over no enemy."""

    seat: int


class TrophyTaken(Event, frozen=True):
    """S10, S18: an enemy piece is this player's trophy."""

    seat: int
    piece: int


class Lost(Event, frozen=True):
    """S28, S29: a piece is gone and nobody's trophy."""

    piece: int


class StoodUp(Event, frozen=True):
    """S12: a piece knocked over by its own side stands again. S29: so does the monster."""

    piece: int
    x: float
    y: float
    yaw: float


class Damaged(Event, frozen=True):
    """S23: a piece knocked over lies on its side."""

    piece: int
    x: float
    y: float
    yaw: float


class Pushed(Event, frozen=True):
    """S11: a ship stays where it was pushed to."""

    piece: int
    x: float
    y: float
    yaw: float


class PutBack(Event, frozen=True):
    """S11: a tower, mountain or island that the shot moved is back exactly where it was."""

    piece: int
    x: float
    y: float
    yaw: float


class MadeWay(Event, frozen=True):
    """S35: what stands on its own place again needs this room; the piece gave way to the nearest free place."""

    piece: int
    x: float
    y: float
    yaw: float


# Sailing


class KnotsRolled(Event, frozen=True):
    """S14: so many points."""

    seat: int
    knots: int


class Sailed(Event, frozen=True):
    """S15: a piece went along this way, for so many knots."""

    seat: int
    piece: int
    way: tuple[Point, ...]
    yaw: float
    knots: int


# Melee and repair


class Fought(Event, frozen=True):
    """S18: a roll of the melee die; swords: it goes on next turn."""

    seat: int
    piece: int
    enemy: int
    flag: bool


class Captured(Event, frozen=True):
    """S25: a melee against a damaged piece, won without a roll."""

    seat: int
    piece: int
    enemy: int


class Repaired(Event, frozen=True):
    """S26: a damaged piece stands again."""

    seat: int
    piece: int
    x: float
    y: float
    yaw: float


# Scenarios


class ChestTaken(Event, frozen=True):
    """S27: a piece has the chest now."""

    piece: int


class ChestReturned(Event, frozen=True):
    """S27: the chest is on the island again."""

    piece: int


class MonsterHit(Event, frozen=True):
    """S29: the monster lost a life; at none it is gone."""

    lives: int


class WindBlows(Event, frozen=True):
    """S30: these ships have an extra point each."""

    seat: int
    piece: tuple[int, ...]


class WindMoved(Event, frozen=True):
    """S30: a ship gave up its extra point, and the wind token is there now."""

    seat: int
    piece: int
    x: float
    y: float


class BarrelDealt(Event, frozen=True):
    """S31: a barrel of this colour lies in this port."""

    barrel: int
    port: int


class BarrelLoaded(Event, frozen=True):
    """S31: a ship carries this barrel now."""

    piece: int
    barrel: int


class BarrelDelivered(Event, frozen=True):
    """S31: a barrel reached the port of its colour."""

    seat: int
    piece: int
    barrel: int


class BarrelReturned(Event, frozen=True):
    """S31: a barrel is back in the port it came from."""

    barrel: int
    port: int


class KrakenHolds(Event, frozen=True):
    """S32: a ship is in the Kraken's arms."""

    piece: int


class KrakenLetGo(Event, frozen=True):
    """S32: a ship is free of the Kraken."""

    piece: int


ShipAhoyEvent = (
    TurnBegan
    | PlayerOut
    | RoundsOver
    | HeldFire
    | Jammed
    | ShotFired
    | Missed
    | TrophyTaken
    | Lost
    | StoodUp
    | Damaged
    | Pushed
    | PutBack
    | MadeWay
    | KnotsRolled
    | Sailed
    | Fought
    | Captured
    | Repaired
    | ChestTaken
    | ChestReturned
    | MonsterHit
    | WindBlows
    | WindMoved
    | BarrelDealt
    | BarrelLoaded
    | BarrelDelivered
    | BarrelReturned
    | KrakenHolds
    | KrakenLetGo
)
