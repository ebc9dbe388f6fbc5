"""How much Ship Ahoy costs: a shot on the full board, a check of a way, the playback on the wire, and whole games.

    python bench/ship_ahoy.py [--shots N] [--json]

CPU time of this process, so that a busy machine disturbs little. Seeded: every run fires the same shots.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
import zlib
from collections.abc import Iterator

import msgspec

from laguna.games.ship_ahoy import fleet
from laguna.games.ship_ahoy.game import ShipAhoyGame
from laguna.games.ship_ahoy.layout import layout
from laguna.games.ship_ahoy.physics import simulation
from laguna.games.ship_ahoy.physics.board import Kind, Piece, nearest_free_place
from laguna.games.ship_ahoy.physics.cannon import Shot, muzzle_refusal, plain, shoot
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.rope import Sea
from laguna.simulation import simulate_plain

LIMITS = {"shot_ms": 60.0, "rope_check_ms": 0.3, "playback_bytes": 2000.0, "game_s": 10.0, "advanced_game_s": 10.0}
"""What must be reached, at the median."""
GAMES = 8

Order = tuple[tuple[float, float], float, float]


class Figure(msgspec.Struct, frozen=True):
    """One thing measured many times."""

    name: str
    median: float
    p95: float
    worst: float
    limit: float | None = None

    @property
    def reached(self) -> bool:
        """Whether the median is within the limit, if there is one."""
        return self.limit is None or self.median <= self.limit


def figure(name: str, values: list[float]) -> Figure:
    """The figure of these values."""
    ordered = sorted(values)
    p95 = ordered[math.ceil(0.95 * len(ordered)) - 1]
    return Figure(name, statistics.median(ordered), p95, ordered[-1], LIMITS.get(name))


def orders(rng: random.Random, pieces: list[Piece]) -> Iterator[Order]:
    """Shots as players would fire them: from a free place beside a piece towards an enemy piece, not quite straight."""
    own = [piece for piece in pieces if fleet.port_of(piece.id) is not None]
    while True:
        gun, target = rng.sample(own, 2)
        if fleet.port_of(gun.id) == fleet.port_of(target.id):
            continue
        heading = math.atan2(target.y - gun.y, target.x - gun.x)
        side = heading + rng.uniform(-1.0, 1.0)
        muzzle = (gun.x + 0.055 * math.cos(side), gun.y + 0.055 * math.sin(side))
        if muzzle_refusal(gun, muzzle, pieces) is None:
            heading = math.atan2(target.y - muzzle[1], target.x - muzzle[0])
            yield muzzle, heading + rng.gauss(0.0, 0.03), rng.uniform(1.6, PHYSICS.fastest)


def timed_shots(count: int) -> tuple[list[float], list[Shot]]:
    """Milliseconds of each shot on the full board, laid out anew for each as after any move, and the shots."""
    pieces = layout(4, 100, "none")
    aims = orders(random.Random(3), pieces)
    shoot(pieces, (0.3, 0.0), 0.0, 1.0)  # loads the engine
    spent, shots = [], []
    for _ in range(count):
        order = next(aims)
        simulation.range_of.cache_clear()
        before = time.process_time()
        shots.append(shoot(pieces, *order))
        spent.append(1000 * (time.process_time() - before))
    return spent, shots


def timed_ways(count: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each check in the middle of a battle, with the sea laid out for it; and of each reach."""
    rng = random.Random(15)
    pieces: list[Piece] = [piece for piece in layout(4, 100, "none") if fleet.port_of(piece.id) is None]
    for ship in fleet.SHIPS:
        place = rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3)
        pieces.append(nearest_free_place(Piece(ship, Kind.SHIP, *place, rng.uniform(-3.0, 3.0)), pieces))
    ships = [piece for piece in pieces if piece.kind is Kind.SHIP]
    checks, reaches = [], []
    for turn in range(count):
        ship = ships[turn % len(ships)]
        way = winding(rng, ship)
        before = time.process_time_ns()
        Sea(ship, pieces).check(way, 1.0, 3)
        checks.append((time.process_time_ns() - before) / 1e6)
        if turn % 20 == 0:
            before = time.process_time_ns()
            Sea(ship, pieces).reach(3).way_to(ship.x + 0.15, ship.y)
            reaches.append((time.process_time_ns() - before) / 1e6)
    return checks, reaches


def timed_games(count: int, *, advanced: bool) -> list[float]:
    """Seconds of each random game of four players."""
    game, spent = ShipAhoyGame(), []
    for number in range(count):
        before = time.process_time()
        simulate_plain(game, 4, game.options(advanced=advanced), number, 1, lambda _: None)
        spent.append(time.process_time() - before)
    return spent


def winding(rng: random.Random, ship: Piece) -> list[tuple[float, float]]:
    """A way of three knots with as many points as a way may have."""
    way = [(ship.x, ship.y)]
    angle, step = rng.uniform(-math.pi, math.pi), 3 * PHYSICS.knot / (PHYSICS.rope_points - 1)
    while len(way) < PHYSICS.rope_points:
        angle += rng.gauss(0.0, 0.3)
        way.append((way[-1][0] + step * math.cos(angle), way[-1][1] + step * math.sin(angle)))
    return way


def measured(shots: int) -> list[Figure]:
    """All figures."""
    spent, fired = timed_shots(shots)
    texts = [msgspec.json.encode(plain(shot)) for shot in fired]
    checks, reaches = timed_ways(20 * shots)
    return [
        figure("shot_ms", spent),
        figure("shot_seconds_on_the_table", [shot.duration for shot in fired]),
        figure("playback_bytes", [float(len(zlib.compress(text))) for text in texts]),
        figure("playback_bytes_plain", [float(len(text)) for text in texts]),
        figure("rope_check_ms", checks),
        figure("reach_ms", reaches),
        figure("game_s", timed_games(GAMES, advanced=False)),
        figure("advanced_game_s", timed_games(GAMES, advanced=True)),
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How much Ship Ahoy's physics costs.")
    parser.add_argument("--shots", type=int, default=100, metavar="N", help="how many shots (100)")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    asked = parser.parse_args()
    figures = measured(max(1, asked.shots))
    if asked.json:
        print(msgspec.json.encode({"physics": PHYSICS.version, "figures": figures}).decode())
        return
    print(f"{'':28}{'median':>10}{'95 %':>10}{'worst':>10}{'limit':>10}")
    for one in figures:
        limit = "" if one.limit is None else f"{one.limit:10.3f}{'' if one.reached else '  not reached'}"
        print(f"{one.name:28}{one.median:10.3f}{one.p95:10.3f}{one.worst:10.3f}{limit}")


if __name__ == "__main__":
    main()
