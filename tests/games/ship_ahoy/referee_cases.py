"""What the referee says in some hundred cases: written down for the browser's tests, which must say the same.

python tests/games/ship_ahoy/referee_cases.py     writes them anew
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from random import Random

import msgspec

from laguna.core.luck import SeededLuck
from laguna.games.ship_ahoy.captain.sight import Panorama, felled, hit, seen
from laguna.games.ship_ahoy.layout import layout, table_half
from laguna.games.ship_ahoy.moves import ScenarioName, ShipAhoyOptions
from laguna.games.ship_ahoy.physics.board import Kind, Piece, nearest_free_place, rounded, turned
from laguna.games.ship_ahoy.physics.body import placement
from laguna.games.ship_ahoy.physics.cannon import muzzle_refusal, plain, shoot
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.hand import AIM_SEEDS, LATEST, sway
from laguna.games.ship_ahoy.physics.rope import Sea
from laguna.games.ship_ahoy.physics.shape import Point
from laguna.games.ship_ahoy.rules import setup
from laguna.games.ship_ahoy.scenarios import Passage, port_left_or_passed
from laguna.games.ship_ahoy.view import view_of

KEPT = Path(__file__).parents[3] / "web/tests/ship_ahoy/referee.cases.json"
TABLES: tuple[tuple[int, ScenarioName], ...] = (
    (2, "none"), (3, "treasure_island"), (4, "pirate_ship"), (2, "sea_monster"), (4, "kraken"), (3, "none"),
)  # fmt: skip
EACH = 12


def cases() -> str:
    """All of them, as JSON."""
    luck = Random(7)
    told = {
        "tables": [_table(luck, players, scenario) for players, scenario in TABLES],
        "sways": [_sway(luck) for _ in range(EACH)],
        "loads": [_load(luck) for _ in range(3 * EACH)],
        "view": msgspec.to_builtins(view_of(setup(3, ShipAhoyOptions(first=0), SeededLuck(7)))),
        "falls": _falls(luck),
        "shots": [_shot(offset) for offset in (0.0, 0.012, 0.3)],
    }
    return json.dumps(told, separators=(",", ":")) + "\n"


def _table(luck: Random, players: int, scenario: ScenarioName) -> object:
    table = table_half(100)
    pieces = {piece.id: piece for piece in layout(players, 100, scenario)}
    for piece in list(pieces.values()):
        if piece.kind in (Kind.SHIP, Kind.MONSTER) and luck.random() < 0.8:
            place = (luck.uniform(-0.5, 0.5), luck.uniform(-0.5, 0.5))
            moved = msgspec.structs.replace(
                piece,
                x=rounded(place[0]),
                y=rounded(place[1]),
                yaw=turned(luck.uniform(-3, 3)),
                lying=luck.random() < 0.2,
            )
            pieces[piece.id] = nearest_free_place(moved, pieces.values(), table)
    everything = [pieces[number] for number in sorted(pieces)]
    movers = [piece for piece in everything if piece.kind in (Kind.SHIP, Kind.PIRATE, Kind.MONSTER, Kind.KRAKEN)]
    guns = [piece for piece in everything if piece.kind in (Kind.SHIP, Kind.TOWER)]
    return {
        "table": table,
        "pieces": [_piece(piece) for piece in everything],
        "ways": [_way(luck, luck.choice(movers), everything, table) for _ in range(EACH)],
        "goals": [_goal(luck, luck.choice(movers), everything, table) for _ in range(EACH)],
        "muzzles": [_muzzle(luck, luck.choice(guns), everything, table) for _ in range(EACH)],
    }


def _piece(piece: Piece) -> object:
    place, turn = placement(piece) if piece.kind.movable else ((piece.x, piece.y, 0.0), None)
    body = {"at": _near(place), "turn": turn and _near(turn)}
    return {**msgspec.to_builtins(piece), "piece": piece.id, "body": body}


def _way(luck: Random, mover: Piece, pieces: list[Piece], table: float) -> object:
    way = [(mover.x, mover.y)]
    for _ in range(luck.randint(1, 3)):
        way.append(_off(luck, way[-1], 0.16))
    yaw, points = luck.uniform(-3, 3), luck.randint(1, 4)
    blocked = Sea(mover, pieces, table).check(way, yaw, points)
    said = blocked and {"reason": blocked.reason, "by": blocked.by, "at": blocked.at and _near(blocked.at)}
    return {"piece": mover.id, "way": way, "yaw": yaw, "points": points, "blocked": said}


def _goal(luck: Random, mover: Piece, pieces: list[Piece], table: float) -> object:
    goal, points = _off(luck, (mover.x, mover.y), 0.3), luck.randint(1, 4)
    length = Sea(mover, pieces, table).reach(points).length_to(*goal)
    return {"piece": mover.id, "goal": goal, "points": points, "length": None if length is None else round(length, 6)}


def _muzzle(luck: Random, gun: Piece, pieces: list[Piece], table: float) -> object:
    at = _off(luck, (gun.x, gun.y), 0.12)
    return {"piece": gun.id, "at": at, "reason": muzzle_refusal(gun, at, pieces, table)}


def _load(luck: Random) -> object:
    """S31: a ship near a port, a way, and the port whose barrel it may take along."""
    b = setup(4, ShipAhoyOptions(scenario="merchant", first=0), SeededLuck(7))
    port = luck.choice(b.ports)
    x, y = _off(luck, (port.x, port.y), 0.16)
    ship = Piece(0, Kind.SHIP, x, y, turned(luck.uniform(-3, 3)))
    way = [(x, y), *(_off(luck, (port.x, port.y), 0.16) for _ in range(luck.randint(1, 2)))]
    end = msgspec.structs.replace(ship, x=way[-1][0], y=way[-1][1], yaw=turned(luck.uniform(-3, 3)))
    left = port_left_or_passed(b, Passage(ship, tuple(way), end))
    ports = [{"port": each.port, "x": each.x, "y": each.y} for each in b.ports]
    return {"ship": _piece(ship), "way": way, "yaw": end.yaw, "ports": ports, "port": left}


def _falls(luck: Random) -> object:
    """Pieces, and shots near one of them: how likely the gunners take it to fall."""
    everything = list(layout(3, 100, "none"))
    targets = [piece for piece in everything if piece.kind in (Kind.SHIP, Kind.TOWER)]
    return {
        "pieces": [_piece(piece) for piece in everything],
        "shots": [_fall(luck, luck.choice(targets), everything) for _ in range(3 * EACH)],
    }


def _fall(luck: Random, target: Piece, everything: list[Piece]) -> object:
    muzzle = _off(luck, (target.x, target.y), 0.5)
    look, speed, spread = seen(muzzle, target), luck.uniform(0.8, 3.6), luck.uniform(0.005, 0.06)
    aim = luck.uniform(-0.05, 0.05)
    chance = hit(look, Panorama(muzzle, everything).gaps(look), aim, spread) * felled(look, speed)
    shot = {"muzzle": muzzle, "heading": round(look.bearing + aim, 9), "speed": speed, "spread": spread}
    return {**shot, "piece": target.id, "chance": round(chance, 6)}


def _sway(luck: Random) -> object:
    seed, t_ms, pull = luck.randrange(AIM_SEEDS), luck.randint(0, LATEST // 4), luck.random()
    return {"seed": seed, "ms": t_ms, "pull": pull, "sway": round(sway(seed, t_ms, pull), 9)}


def _shot(offset: float) -> object:
    """A ship broadside on, and one that lies behind it; fired at so far beside the middle."""
    pieces = [Piece(0, Kind.SHIP, 0.4, 0.0, math.pi), Piece(1, Kind.SHIP, 0.6, 0.05, 1.0, lying=True)]
    shot = shoot(pieces, (0.0, offset), 0.0, 2.6, PHYSICS.table_half)
    return {"pieces": [_piece(piece) for piece in pieces], "shot": plain(shot)}


def _off(luck: Random, start: Point, far: float) -> Point:
    return round(start[0] + luck.uniform(-far, far), 4), round(start[1] + luck.uniform(-far, far), 4)


def _near(numbers: tuple[float, ...]) -> list[float]:
    return [round(number, 6) for number in numbers]


if __name__ == "__main__":
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    KEPT.write_text(cases(), "utf-8", newline="\n")
