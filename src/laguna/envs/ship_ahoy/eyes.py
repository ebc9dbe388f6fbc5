"""What a seat sees of a battle, as a row of floats: everything (S33), from where it sits."""

from __future__ import annotations

import math
from typing import get_args

from laguna.envs.ship_ahoy.feature import Feature, Floats, row_of
from laguna.envs.ship_ahoy.frame import ROWS, Frame
from laguna.games.ship_ahoy import fleet, rules
from laguna.games.ship_ahoy.fleet import ISLAND, WIND
from laguna.games.ship_ahoy.moves import ScenarioName
from laguna.games.ship_ahoy.physics.hand import sway
from laguna.games.ship_ahoy.scenarios import MONSTER_LIVES, carried_by
from laguna.games.ship_ahoy.state import Battle, Phase

SEATS = fleet.PORTS
AIM_MS = 4_000
"""So long an arm is fresh: whoever aims longer sways more, and gains nothing that did not come before."""
MOMENTS_MS = range(0, AIM_MS + 1, 125)
"""When the sway is looked at: its fastest wave comes 1.9 times a second, so nothing between two looks is missed."""
LARGEST_SWAY = math.radians(10.0)
"""What a whole 1 means: the unsteadiest hand (S34) at half a pull comes near it."""
_PULL = 0.5
_MOST_POINTS = 24.0
_MOST_KNOTS = 4.0
"""S14, S30: three, and one of a ship's own."""
_SCENARIOS = get_args(ScenarioName)
_PHASES = tuple(Phase)

PIECE_COLUMNS = (
    *("on_table", "x", "y", "facing_cos", "facing_sin", "lying", "in_melee", "may_act", "chest", "held", "own_points"),
    *(f"owner_{further}" for further in range(SEATS)),
    *("friend", "moved"),
    *(f"barrel_{further}" for further in range(fleet.PORTS)),
)
"""What the numbers of a piece are. Owners and barrels are counted from the onlooker's own seat and port."""

FEATURES = (
    Feature(
        "phase", (len(_PHASES),), "S7", "what is asked: shoot, sail, fight, sail freed, repair, or the game is over"
    ),
    Feature("active", (SEATS,), "S7", "who is asked, by how many seats further they sit"),
    Feature("turn", (), "S36", "which part of the turns has begun; 0 where no turn is the last"),
    Feature("knots", (), "S14", "points left to sail, of 4"),
    Feature("variant", (4,), "S22", "advanced, in teams, whether a miss ends the turn, whether damaged pieces shoot"),
    Feature("scenario", (len(_SCENARIOS),), "S27", "which one is played"),
    Feature("points", (SEATS,), "S21", "of each side, of 24, oneself first"),
    Feature("towers", (SEATS,), "S21", "taken by each side, of 4: they break ties"),
    Feature("pieces", (ROWS, len(PIECE_COLUMNS)), "S33", "a row for each piece that may move: see `PIECE_COLUMNS`"),
    Feature("barrels", (fleet.PORTS, fleet.PORTS), "S31", "which port's barrel lies in each port"),
    Feature("chest", (), "S27", "whether the chest is on its island"),
    Feature("lives", (), "S29", "the monster's, of 2"),
    Feature("wind_moved", (), "S30", "whether the wind was moved in this turn"),
    Feature(
        "sway", (len(MOMENTS_MS),), "S34", "of the barrel that is aimed, each 125 ms, at half a pull, of 10 degrees"
    ),
)


def observe(b: Battle, seat: int) -> Floats:
    """The row of one seat."""
    frame = Frame.of(b, seat)
    sides = [(frame.seat + further) % b.players for further in range(b.players)]
    over = b.phase == Phase.OVER
    last = rules.last_turn(b)
    numbers = [
        *(float(phase == b.phase) for phase in _PHASES),
        *(float(not over and frame.further(b.active) == further) for further in range(SEATS)),
        b.turn / last if last else 0.0,
        b.points / _MOST_KNOTS,
        *map(float, (b.options.advanced, b.options.teams, b.options.miss_ends_turn, b.options.damaged_shoot)),
        *(float(name == b.options.scenario) for name in _SCENARIOS),
        *_padded([rules.score(b, side) / _MOST_POINTS for side in sides]),
        *_padded([rules.towers_taken(b, side) / len(fleet.TOWERS) for side in sides]),
    ]
    acting = acting_pieces(b)
    for piece in frame.pieces():
        numbers += _piece(b, frame, piece, acting) if piece in b.pieces else [0.0] * len(PIECE_COLUMNS)
    numbers += _barrels(b, frame)
    numbers += [float(b.chest == ISLAND), b.lives / MONSTER_LIVES, float(WIND in b.sailed)]
    numbers += swaying(b)
    return row_of(numbers, FEATURES)


def acting_pieces(b: Battle) -> list[int]:
    """The pieces that the active player may shoot from, sail or fight with now."""
    match b.phase:
        case Phase.SHOOT:
            return rules.guns(b)
        case Phase.SAIL | Phase.FREED:
            return rules.sailors(b)
        case Phase.FIGHT:
            return [fight.piece for fight in rules.fights(b)]
        case Phase.REPAIR:
            return rules.damaged_pieces(b)
        case _:
            return []


def swaying(b: Battle) -> list[float]:
    """How far the barrel sways that is aimed now, moment by moment; zeros where none is."""
    if b.phase != Phase.SHOOT:
        return [0.0] * len(MOMENTS_MS)
    shake = rules.steadiness(b, b.active) / LARGEST_SWAY
    return [shake * sway(b.aim_seed, moment, _PULL) for moment in MOMENTS_MS]


def _piece(b: Battle, frame: Frame, number: int | None, acting: list[int]) -> list[float]:
    """A piece's numbers; see `PIECE_COLUMNS`."""
    assert number is not None  # noqa: S101 - it is on the table
    piece, owner = b.pieces[number], b.seat(number)
    further = None if owner is None else frame.further(owner)
    barrel = carried_by(b, number)
    colour = None if barrel is None else frame.further_port(barrel.colour)
    return [
        1.0,
        *frame.place(piece.x, piece.y),
        *frame.direction(piece.yaw),
        float(piece.lying),
        float(rules.locked(b, number)),
        float(number in acting),
        float(b.chest == number),
        float(number in b.held),
        float(b.own_points.get(number, 0)),
        *(float(further == each) for each in range(SEATS)),
        float(owner is not None and b.friendly(frame.seat, number)),
        float(number in b.sailed),
        *(float(colour == each) for each in range(fleet.PORTS)),
    ]


def _barrels(b: Battle, frame: Frame) -> list[float]:
    """S31: for each port from one's own on, whose barrel lies there."""
    lying = {
        frame.further_port(barrel.port): frame.further_port(barrel.colour)
        for barrel in b.barrels
        if barrel.port is not None
    }
    return [float(lying.get(port) == colour) for port in range(fleet.PORTS) for colour in range(fleet.PORTS)]


def _padded(numbers: list[float]) -> list[float]:
    return [*numbers, *[0.0] * (SEATS - len(numbers))]
