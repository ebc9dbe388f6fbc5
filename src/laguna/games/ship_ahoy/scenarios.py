"""The six scenarios, S27-S32: what each adds to the rules. The plain game is the scenario that adds nothing.

The rules call a scenario at fixed places; every sentence of a scenario stands in its own class.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import msgspec

from laguna.core.game import Refusal
from laguna.core.rules import Luck
from laguna.games.ship_ahoy import fleet
from laguna.games.ship_ahoy.events import (
    BarrelDealt,
    BarrelDelivered,
    BarrelLoaded,
    BarrelReturned,
    ChestReturned,
    ChestTaken,
    KrakenHolds,
    KrakenLetGo,
    Lost,
    MonsterHit,
    WindBlows,
    WindMoved,
)
from laguna.games.ship_ahoy.fleet import ISLAND, KRAKEN, MONSTER, PIRATE, SHIPS, WIND
from laguna.games.ship_ahoy.layout import Port
from laguna.games.ship_ahoy.moves import Fight, MoveWind, Point, Sail
from laguna.games.ship_ahoy.physics.board import Piece, beside, footprint, measured, on_table, overlaps, rounded
from laguna.games.ship_ahoy.physics.cannon import Shot, finite
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.rope import length, way_distance
from laguna.games.ship_ahoy.state import Barrel, Battle

CHEST_POINTS = 3
PIRATE_POINTS = 1
MONSTER_LIVES = 2
WIND_REACH = 0.30
BARREL_POINTS = 2
FREED_KNOTS = 3


class Passage(NamedTuple):
    """A piece's own move: how it stood, the way of its middle, and how it stands at the end of it."""

    start: Piece
    way: tuple[Point, ...]
    end: Piece


class Scenario:
    """What a scenario may add; here, nothing."""

    rule: str = "S18"
    """The number of the rule by which some rolls come before others."""

    def setup(self, b: Battle, luck: Luck) -> None:
        """Lay out what does not stand on the table as a piece."""

    def fires(self, b: Battle, piece: int) -> bool:
        """Whether the active player may shoot from this piece although it is not theirs."""
        del b, piece
        return False

    def sails(self, b: Battle, piece: int) -> bool:
        """Whether the active player may move this piece although it is not theirs."""
        del b, piece
        return False

    def gun_refusal(self, b: Battle, piece: int) -> Refusal | None:
        """Why one may not shoot from this piece."""

    def sailor_refusal(self, b: Battle, piece: int) -> Refusal | None:
        """Why one may not move this piece now."""

    def way_refusal(self, b: Battle, move: Sail, passage: Passage) -> Refusal | None:
        """Why a piece that may go this way may still not do it so."""
        del b, passage
        return Refusal("S31", "nothing_to_load") if move.load else None

    def wind_refusal(self, b: Battle, move: MoveWind) -> Refusal | None:
        """Why the wind may not be moved so."""
        del b, move
        return Refusal("S30", "no_wind")

    def wind_movable(self, b: Battle) -> bool:
        """Whether the active player could move the wind token now."""
        del b
        return False

    def move_wind(self, b: Battle, move: MoveWind) -> None:
        """Move the wind token."""

    def in_melee(self, b: Battle, one: int, other: int) -> bool:
        """Whether two enemies that are near each other are in melee."""
        del b, one, other
        return True

    def attacks(self, b: Battle, piece: int) -> bool:
        """Whether a piece that is not damaged may attack in melee."""
        del b, piece
        return True

    def first_fights(self, b: Battle) -> list[Fight]:
        """The rolls that come before all others in the melee step."""
        del b
        return []

    def more_fights(self, b: Battle) -> list[Fight]:
        """Rolls among which the active player chooses the order, beside their own melees."""
        del b
        return []

    def let_go(self, b: Battle, fight: Fight) -> bool:
        """A flag was rolled: whether it meant something else than that the enemy is lost."""
        del b, fight
        return False

    def settled(self, b: Battle) -> None:
        """S35: pieces were put where they belong, after a shot or a repair."""

    def shot(self, b: Battle, shot: Shot) -> bool:
        """After a shot: whether it did something that makes it no miss."""
        del b, shot
        return False

    def sailing_began(self, b: Battle, able: list[int]) -> None:
        """The knots die is rolled; these ships of the active player can sail."""

    def sailed(self, b: Battle, move: Sail, passage: Passage) -> None:
        """A piece's own move has ended."""

    def damaged(self, b: Battle, piece: int) -> None:
        """S23: a piece was knocked over and lies on its side."""

    def lost(self, b: Battle, piece: Piece, winner: int | None) -> None:
        """A piece has left the table. It lost a melee against the piece `winner`; None: it was lost otherwise."""

    def parts(self, b: Battle, seat: int) -> dict[str, int]:
        """Points that a player has from the scenario, by name."""
        del b, seat
        return {}


class TreasureIsland(Scenario):
    """S27: an island with a chest in the middle. Whoever has the chest at the end has 3 points more."""

    def setup(self, b: Battle, luck: Luck) -> None:
        """The chest lies on the island."""
        del luck
        b.chest = ISLAND

    def sailed(self, b: Battle, move: Sail, passage: Passage) -> None:
        """A ship whose own move ends near the island takes the chest, if it is there."""
        del passage
        if b.chest == ISLAND and beside(b.pieces[move.piece], b.pieces[ISLAND]):
            b.chest = move.piece
            b.tell(ChestTaken(piece=move.piece))

    def damaged(self, b: Battle, piece: int) -> None:
        """Advanced: a carrier knocked over by anybody's shot loses the chest."""
        if b.chest == piece:
            self._return(b, piece)

    def lost(self, b: Battle, piece: Piece, winner: int | None) -> None:
        """To the piece that won the melee, a tower too; destroyed by a shot: back to the island."""
        if b.chest != piece.id:
            return
        if winner is None:
            self._return(b, piece.id)
        else:
            b.chest = winner
            b.tell(ChestTaken(piece=winner))

    def _return(self, b: Battle, piece: int) -> None:
        b.chest = ISLAND
        b.tell(ChestReturned(piece=piece))

    def parts(self, b: Battle, seat: int) -> dict[str, int]:
        """3 points to the holder's player; none while it lies on the island."""
        holder = None if b.chest is None else b.seat(b.chest)
        return {"chest": CHEST_POINTS if holder == seat else 0}


class PirateShip(Scenario):
    """S28: a ship that anybody may sail instead of their own, and fire from; everybody's enemy."""

    rule = "S28"

    def fires(self, b: Battle, piece: int) -> bool:
        """One may fire from the pirate as one's one shot."""
        return piece == PIRATE and PIRATE in b.pieces

    def sails(self, b: Battle, piece: int) -> bool:
        """One may sail the pirate."""
        return piece == PIRATE and PIRATE in b.pieces

    def sailor_refusal(self, b: Battle, piece: int) -> Refusal | None:
        """The pirate instead of one's own ships, with all points: one or the other."""
        pirate_sailed = PIRATE in b.sailed
        if b.sailed and pirate_sailed != (piece == PIRATE):
            return Refusal("S28", "pirate_or_own_ships")
        return None

    def first_fights(self, b: Battle) -> list[Fight]:
        """Whoever sailed it rolls for it, against everybody near it, their own pieces too; a damaged one is done."""
        if PIRATE not in b.sailed or PIRATE not in b.pieces or b.damaged(PIRATE):
            return []
        pirate = b.pieces[PIRATE]
        return [
            Fight(PIRATE, piece)
            for piece in sorted(b.pieces)
            if b.seat(piece) is not None and beside(pirate, b.pieces[piece])
        ]

    def parts(self, b: Battle, seat: int) -> dict[str, int]:
        """A pirate that was beaten is a trophy worth 1."""
        return {"pirate": PIRATE_POINTS * (PIRATE in b.trophies[seat])}


class SeaMonster(Scenario):
    """S29: a monster in the middle that anybody may move against anybody's ships. Two hits drive it away."""

    def setup(self, b: Battle, luck: Luck) -> None:
        """It has two lives."""
        del luck
        b.lives = MONSTER_LIVES

    def sails(self, b: Battle, piece: int) -> bool:
        """Points may be spent to move it as if it were a ship of one's own."""
        return piece == MONSTER and MONSTER in b.pieces

    def shot(self, b: Battle, shot: Shot) -> bool:
        """A ball that hits it takes one life, one per shot; at none it is gone and nobody's trophy."""
        if MONSTER not in b.pieces or MONSTER not in shot.hit:
            return False
        b.lives -= 1
        b.tell(MonsterHit(lives=b.lives))
        if b.lives == 0:
            del b.pieces[MONSTER]
            b.tell(Lost(piece=MONSTER))
        return True

    def more_fights(self, b: Battle) -> list[Fight]:
        """Whoever moved it rolls once for each ship beside it, of every side, their own too; towers are safe."""
        if MONSTER not in b.sailed or MONSTER not in b.pieces:
            return []
        monster = b.pieces[MONSTER]
        return [Fight(MONSTER, ship) for ship in SHIPS if ship in b.pieces and beside(monster, b.pieces[ship])]


class FairWind(Scenario):
    """S30: ships near the wind token sail one knot more."""

    def sailing_began(self, b: Battle, able: list[int]) -> None:
        """Every ship within 30 cm of the token, edge to edge, that can sail has one extra point for itself."""
        near = [ship for ship in able if measured(b.pieces[ship], b.pieces[WIND]) <= WIND_REACH]
        b.own_points = dict.fromkeys(near, 1)
        if near:
            b.tell(WindBlows(seat=b.active, piece=tuple(near)))

    def wind_movable(self, b: Battle) -> bool:
        """While there is an extra point to give up, once a turn."""
        return bool(b.own_points) and WIND not in b.sailed

    def wind_refusal(self, b: Battle, move: MoveWind) -> Refusal | None:
        """Once a turn, for one extra point, by at most one knot, anywhere on the table."""
        if WIND in b.sailed:
            return Refusal("S30", "wind_moved_already")
        if not b.own_points.get(move.ship):
            return Refusal("S30", "no_extra_point")
        if not finite(move.x, move.y):
            return Refusal("S30", "not_a_number")
        wind = b.pieces[WIND]
        moved = msgspec.structs.replace(wind, x=move.x, y=move.y)
        if not on_table(moved, b.table):
            return Refusal("S30", "off_table")
        way = abs(complex(move.x - wind.x, move.y - wind.y))
        return Refusal("S30", "wind_too_far") if way > PHYSICS.knot + PHYSICS.rope_slack else None

    def move_wind(self, b: Battle, move: MoveWind) -> None:
        """The ship's extra point is spent on the token."""
        del b.own_points[move.ship]
        b.sailed.append(WIND)
        moved = msgspec.structs.replace(b.pieces[WIND], x=rounded(move.x), y=rounded(move.y))
        b.put(moved)
        b.tell(WindMoved(seat=b.active, piece=move.ship, x=moved.x, y=moved.y))


class Merchant(Scenario):
    """S31: barrels to be carried to the ports of their colours, 2 points each."""

    def setup(self, b: Battle, luck: Luck) -> None:
        """One barrel at random in each port, of the colours in play, never of a colour of the port's player."""
        ports = fleet.ports(b.players)
        fair = [
            order
            for order in permutations(ports)
            if all(colour % b.players != port % b.players for port, colour in enumerate(order))
        ]
        dealt = fair[luck.below(len(fair))]
        b.barrels = sorted(
            (Barrel(colour=colour, origin=port, port=port) for port, colour in enumerate(dealt)),
            key=lambda barrel: barrel.colour,
        )
        for port, colour in enumerate(dealt):
            b.tell(BarrelDealt(barrel=colour, port=port))

    def gun_refusal(self, b: Battle, piece: int) -> Refusal | None:
        """A carrier cannot shoot."""
        return Refusal("S31", "carrier_cannot_shoot") if carried_by(b, piece) else None

    def in_melee(self, b: Battle, one: int, other: int) -> bool:
        """Two carriers are not in melee with each other."""
        return carried_by(b, one) is None or carried_by(b, other) is None

    def attacks(self, b: Battle, piece: int) -> bool:
        """A carrier in melee is locked and does not roll."""
        return carried_by(b, piece) is None

    def way_refusal(self, b: Battle, move: Sail, passage: Passage) -> Refusal | None:
        """A ship may load the barrel of a port that it moves from or through, one at a time. Unloading comes first."""
        if not move.load:
            return None
        if barrel_of(b, port_left_or_passed(b, passage)) is None:
            return Refusal("S31", "nothing_to_load")
        carried = carried_by(b, move.piece)
        if carried is not None and not _reaches(passage, b.ports[carried.colour]):
            return Refusal("S31", "one_barrel_at_a_time")
        return None

    def sailed(self, b: Battle, move: Sail, passage: Passage) -> None:
        """Unloading happens by itself on reaching the port of the barrel's colour; then the ship may load."""
        carried = carried_by(b, move.piece)
        if carried is not None and _reaches(passage, b.ports[carried.colour]):
            seat = b.active
            _replace(b, carried, Barrel(colour=carried.colour, origin=carried.origin, seat=seat))
            b.tell(BarrelDelivered(seat=seat, piece=move.piece, barrel=carried.colour))
        if move.load:
            barrel = barrel_of(b, port_left_or_passed(b, passage))
            if barrel is not None:
                self._load(b, move.piece, barrel)

    def lost(self, b: Battle, piece: Piece, winner: int | None) -> None:
        """Beaten in melee: to the winner's ship. Beaten by a tower or lost otherwise: to the port it came from."""
        barrel = carried_by(b, piece.id)
        if barrel is None:
            return
        if winner is not None and winner in SHIPS:
            self._load(b, winner, barrel)
        else:
            _replace(b, barrel, Barrel(colour=barrel.colour, origin=barrel.origin, port=barrel.origin))
            b.tell(BarrelReturned(barrel=barrel.colour, port=barrel.origin))

    def _load(self, b: Battle, ship: int, barrel: Barrel) -> None:
        _replace(b, barrel, Barrel(colour=barrel.colour, origin=barrel.origin, ship=ship))
        b.tell(BarrelLoaded(piece=ship, barrel=barrel.colour))

    def parts(self, b: Battle, seat: int) -> dict[str, int]:
        """2 points for each delivered barrel."""
        return {"barrels": BARREL_POINTS * sum(barrel.seat == seat for barrel in b.barrels)}


def carried_by(b: Battle, piece: int) -> Barrel | None:
    """The barrel on a ship."""
    return next((barrel for barrel in b.barrels if barrel.ship == piece), None)


def barrel_of(b: Battle, port: int | None) -> Barrel | None:
    """The barrel that lies in a port."""
    return next((barrel for barrel in b.barrels if port is not None and barrel.port == port), None)


def _replace(b: Battle, barrel: Barrel, moved: Barrel) -> None:
    b.barrels[b.barrels.index(barrel)] = moved


def in_port(piece: Piece, port: Port) -> bool:
    """Whether a piece is in a port: its edge reaches into the port's disc."""
    return measured(piece, port.tile) == 0.0


def _reaches(passage: Passage, port: Port) -> bool:
    """Whether a piece is in a port at either end of its way or anywhere on it.

    Under way it may face as it likes, and takes at least half of its narrow side to the left and right of the rope.
    """
    if in_port(passage.start, port) or in_port(passage.end, port):
        return True
    shape = footprint(passage.start)
    return round(way_distance(passage.way, port.tile) - min(shape.half_x, shape.half_y), 6) <= 0.0


def port_left_or_passed(b: Battle, passage: Passage) -> int | None:
    """The port that a way begins in, or leads into and out of again. A way that ends in a port has not passed it.

    Who only turns on the spot has not moved from a port.
    """
    if length(passage.way) <= PHYSICS.rope_slack:
        return None
    for port in b.ports:
        if in_port(passage.start, port) or (_reaches(passage, port) and not in_port(passage.end, port)):
            return port.port
    return None


class Kraken(Scenario):
    """S32: a flat token that holds the ships above it."""

    rule = "S32"

    def sails(self, b: Battle, piece: int) -> bool:
        """Points may be spent to move it instead of a ship."""
        return piece == KRAKEN and KRAKEN in b.pieces

    def sailor_refusal(self, b: Battle, piece: int) -> Refusal | None:
        """A held ship cannot sail, and its player may not move the Kraken."""
        if piece in b.held:
            return Refusal("S32", "held_by_kraken")
        if piece == KRAKEN and any(b.seat(ship) == b.active for ship in b.held):
            return Refusal("S32", "kraken_holds_you")
        return None

    def sailed(self, b: Battle, move: Sail, passage: Passage) -> None:
        """It holds every ship it overlaps when its own or the ship's move ends."""
        del passage
        kraken = b.pieces[KRAKEN]
        moved = SHIPS if move.piece == KRAKEN else (move.piece,)
        caught = [ship for ship in moved if ship in b.pieces and overlaps(kraken, b.pieces[ship])]
        free = [ship for ship in b.held if move.piece == KRAKEN and ship not in caught]
        for ship in free:
            b.tell(KrakenLetGo(piece=ship))
        for ship in caught:
            if ship not in b.held:
                b.tell(KrakenHolds(piece=ship))
        b.held = sorted({*b.held, *caught} - {*free})

    def settled(self, b: Battle) -> None:
        """A ship that it is no longer under is free: pushed away, stood up in less room, or making way."""
        for ship in list(b.held):
            if not overlaps(b.pieces[KRAKEN], b.pieces[ship]):
                b.held.remove(ship)
                b.tell(KrakenLetGo(piece=ship))

    def first_fights(self, b: Battle) -> list[Fight]:
        """The ship's player rolls against it, before all other melees; a damaged ship does not."""
        return [Fight(ship, KRAKEN) for ship in b.held if b.seat(ship) == b.active and not b.damaged(ship)]

    def let_go(self, b: Battle, fight: Fight) -> bool:
        """A flag: the ship is free and may at once sail 3 knots."""
        if fight.enemy != KRAKEN:
            return False
        b.held.remove(fight.piece)
        b.freed, b.points = fight.piece, FREED_KNOTS
        b.tell(KrakenLetGo(piece=fight.piece))
        return True

    def lost(self, b: Battle, piece: Piece, winner: int | None) -> None:
        """A ship that is gone is no longer held."""
        del winner
        if piece.id in b.held:
            b.held.remove(piece.id)


SCENARIOS: dict[str, Scenario] = {
    "none": Scenario(),
    "treasure_island": TreasureIsland(),
    "pirate_ship": PirateShip(),
    "sea_monster": SeaMonster(),
    "fair_wind": FairWind(),
    "merchant": Merchant(),
    "kraken": Kraken(),
}


def scenario_of(b: Battle) -> Scenario:
    """The scenario that is being played."""
    return SCENARIOS[b.options.scenario]
