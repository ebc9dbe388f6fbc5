"""What players choose: the options of a game, and the moves in it. Lengths are metres, angles radians."""

from __future__ import annotations

from typing import Literal

from laguna.core.game import Move, Options

ScenarioName = Literal["none", "treasure_island", "pirate_ship", "sea_monster", "fair_wind", "merchant", "kraken"]

Point = tuple[float, float]


class ShipAhoyOptions(Options, frozen=True):
    """S4, S7, S13, S22-S24, S27-S32, S34, S36: variants, scenario and host's choices."""

    advanced: bool = False
    teams: bool = False
    scenario: ScenarioName = "none"
    miss_ends_turn: bool = False
    damaged_shoot: bool = False
    """S24, advanced: one may also shoot from a damaged piece."""
    port_distance: int = 100
    """Between neighbouring ports, edge to edge, in centimetres."""
    steady_hand: tuple[int, ...] = ()
    """Each seat's tremor in percent of the usual one; none named: 100 for everybody."""
    rounds: int = 30
    """S36: after so many turns of each player a game in which nobody is out ends; 0: it does not."""
    first: int | None = None

    def side(self, seat: int) -> int:
        """S22: in teams, partners sit opposite each other."""
        return seat % 2 if self.teams else seat


class Shoot(Move, frozen=True):
    """S8, S34: the cannon's muzzle beside this piece, where it points, how far it is pulled (0 to 1) and when released.

    `t_ms` is how long the gunner has been aiming: the barrel sways visibly meanwhile.
    """

    piece: int
    x: float
    y: float
    heading: float
    pull: float
    t_ms: int = 0


class HoldFire(Move, frozen=True):
    """S8: no shot this turn."""


class Sail(Move, frozen=True):
    """S15: this piece along this way, from its centre to where it stops, then turned to `yaw`.

    S31: with `load` it takes along the barrel of the port that it leaves or passes.
    """

    piece: int
    way: tuple[Point, ...]
    yaw: float
    load: bool = False


class MoveWind(Move, frozen=True):
    """S30: this ship gives up its extra point, and the wind token goes there."""

    ship: int
    x: float
    y: float


class EndSailing(Move, frozen=True):
    """S14: enough; points that are left are lost."""


class Fight(Move, frozen=True):
    """S18: roll for this melee now. `piece` attacks: one's own, or the pirate or the monster one has moved."""

    piece: int
    enemy: int


class Repair(Move, frozen=True):
    """S26: all my damaged pieces stand up."""


class LeaveDamaged(Move, frozen=True):
    """S26: no repair now."""


ShipAhoyMove = Shoot | HoldFire | Sail | MoveWind | EndSailing | Fight | Repair | LeaveDamaged
