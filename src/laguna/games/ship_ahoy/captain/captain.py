"""The captain: answers every question of Ship Ahoy, with the gunner's and the helmsman's advice."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from laguna.core.bot import Answer, Budget, Considered, Level, Thought
from laguna.core.game import Move
from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.captain.gunner import Aim, Gunner
from laguna.games.ship_ahoy.captain.helmsman import FLAG, Helmsman
from laguna.games.ship_ahoy.captain.lines import lying_counts
from laguna.games.ship_ahoy.captain.outlook import Outlook
from laguna.games.ship_ahoy.captain.prospects import Prospects, Shares, expected
from laguna.games.ship_ahoy.captain.skill import SKILLS, Skill
from laguna.games.ship_ahoy.fleet import WIND
from laguna.games.ship_ahoy.game import ShipAhoyTable
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
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.hand import jammed
from laguna.games.ship_ahoy.scenarios import scenario_of
from laguna.games.ship_ahoy.state import Battle, Phase

_TOLD = 5
"""How many considered moves are told."""
_TURN = 0.01
"""What the rest of a turn is worth, as a chance, where a miss ends it."""
_DOUBT = 0.01
"""How far a chance that was worked out may be off."""
_ALIKE = 0.02
"""A move that is worse by so much has a third of the better one's part of the thinking."""

Options = list[tuple[ShipAhoyMove, Shares]]
"""Moves, best first, each with how it changes every seat's chance to win."""


class Captain:
    """A bot for Ship Ahoy. It has all in view (S33), so it may look at the whole table."""

    def __init__(self, skill: Skill) -> None:
        self._skill = skill

    def answer(self, known: ShipAhoyTable, seat: int, seed: int, budget: Budget | None = None) -> Answer:
        """The move of the active seat. An iteration of the budget is a simulated shot."""
        thought = self.think(known, seat, seed, budget or Budget())
        return Answer(thought.considered[0].move, thought)

    def think(self, known: ShipAhoyTable, seat: int, seed: int, budget: Budget, only: Move | None = None) -> Thought:
        """What the active seat may expect of its moves, or `only` of one of them, as it was asked for."""
        known.check_asked(seat)
        began = time.monotonic()
        b = known.battle
        prospects = Prospects(b)
        if only is None:
            options, simulated = self._options(b, prospects, SeededLuck(seed, 0, PLAYERS), budget)
        else:
            options, simulated = self._judged(b, prospects, only, budget)
        outlook = Outlook(b, prospects, self._next_shot(b, prospects))
        return Thought(tuple(_considered(b, outlook, options[:_TOLD])), simulated, time.monotonic() - began)

    def _next_shot(self, b: Battle, prospects: Prospects) -> float:
        """What the next shot is worth to whoever fires it: the active player, or the next one."""
        if b.phase != Phase.SHOOT:
            b = b.copy()
            b.active = (b.active + 1) % b.players
        return Gunner(b, self._skill, prospects).promise

    def _options(self, b: Battle, prospects: Prospects, luck: SeededLuck, budget: Budget) -> tuple[Options, int]:
        """The moves worth a thought, and how many shots were simulated."""
        match b.phase:
            case Phase.SHOOT:
                shots, simulated = self._shots(b, prospects, luck, budget)
                return [shot for shot in shots if _allowed(b, shot[0])], simulated
            case Phase.SAIL | Phase.FREED:
                return [way for way in self._ways(b, prospects) if _allowed(b, way[0])], 0
            case Phase.FIGHT:
                return _fights(b, prospects), 0
            case _:
                return [(Repair(), (0.0,) * b.players), (LeaveDamaged(), _left_lying(b, prospects))], 0

    def _judged(self, b: Battle, prospects: Prospects, move: Move, budget: Budget) -> tuple[Options, int]:
        """One move by the same measure, and how many shots were simulated."""
        match move:
            case Shoot() if not jammed(move.pull):
                gunner = Gunner(b, self._skill, prospects)
                aim = gunner.judged(move, budget)
                return [(move, _effect(b, gunner, aim))], aim.simulated
            case Sail():
                gain = Helmsman(b, self._skill, prospects).judged(move).gain + self._sailed_on(b, move)
                return [(move, _spread(prospects, b, gain))], 0
            case MoveWind():
                return [(move, _spread(prospects, b, _windfall(b, move, prospects)))], 0
            case Fight():
                return [(move, _rolled(b, prospects, move))], 0
            case LeaveDamaged():
                return [(move, _left_lying(b, prospects))], 0
            case Shoot() | HoldFire() | EndSailing() | Repair():
                return [(move, (0.0,) * b.players)], 0
            case _:
                raise TypeError(f"{move} is no move of Ship Ahoy.")

    def _sailed_on(self, b: Battle, move: Sail) -> float:
        """What the knots are worth that are left after a way: else whoever sails in steps would seem to go wrong."""
        after = b.copy()
        rules.sail(after, move, SeededLuck(0))
        if (after.phase, after.turn) != (b.phase, b.turn):
            return 0.0
        courses = Helmsman(after, self._skill, Prospects(after)).courses()
        return max(0.0, courses[0].gain) if courses else 0.0

    def _shots(self, b: Battle, prospects: Prospects, luck: SeededLuck, budget: Budget) -> tuple[Options, int]:
        """The best aims as this hand fires them, and to hold fire."""
        gunner = Gunner(b, self._skill, prospects)
        aims = gunner.aims(budget)
        options: Options = [(gunner.fire(aim, luck), _effect(b, gunner, aim)) for aim in aims[:_TOLD]]
        options.append((HoldFire(), (0.0,) * b.players))
        if self._skill.weighs:
            options.sort(key=lambda option: -option[1][b.active])
        return options, sum(aim.simulated for aim in aims)

    def _ways(self, b: Battle, prospects: Prospects) -> Options:
        """The best ways, the wind if it can be moved, and to stay."""
        courses = Helmsman(b, self._skill, prospects).courses()
        options: Options = [(course.move, _spread(prospects, b, course.gain)) for course in courses[:_TOLD]]
        wind = wind_nearer(b)
        if wind is not None:
            options.append((wind, _spread(prospects, b, _windfall(b, wind, prospects))))
        options.append((EndSailing(), (0.0,) * b.players))
        return sorted(options, key=lambda option: -option[1][b.active])


def _allowed(b: Battle, move: ShipAhoyMove) -> bool:
    """What gunner and helmsman reckon to the hair's breadth the referee may still refuse."""
    match move:
        case Shoot():
            return rules.shot_refusal(b, move) is None
        case Sail():
            return rules.sail_refusal(b, move) is None
        case _:
            return True


def make(level: Level) -> Captain:
    """A captain of a level."""
    return Captain(SKILLS[level])


def _effect(b: Battle, gunner: Gunner, aim: Aim) -> Shares:
    """How a shot changes every seat's chance: by all that it may knock over, and by a miss that ends the turn."""
    whole = [0.0] * b.players
    missed = 1.0
    for piece, chance in aim.odds.items():
        for seat, part in enumerate(gunner.effect(aim.gun, piece, aim.speed)):
            whole[seat] += chance * part
        if not b.friendly(b.active, piece):
            missed *= 1.0 - min(1.0, chance)
    if b.options.miss_ends_turn:
        whole[b.active] -= missed * _TURN
    return tuple(whole)


def _fights(b: Battle, prospects: Prospects) -> Options:
    """The rolls to be made, in a good order: what would end the game badly last, else the best first."""
    options: Options = [(fight, _rolled(b, prospects, fight)) for fight in rules.fights(b)]
    return sorted(options, key=lambda option: -option[1][b.active])


def _rolled(b: Battle, prospects: Prospects, fight: Fight) -> Shares:
    """How a roll changes every seat's chance. Pirate and Kraken are nobody's: they count for nothing here."""
    if b.seat(fight.enemy) is None:
        return (0.0,) * b.players
    chance = 1.0 if b.damaged(fight.enemy) else FLAG
    return tuple(chance * part for part in prospects.change(fight.enemy, _taker(b, fight)))


def _left_lying(b: Battle, prospects: Prospects) -> Shares:
    """How it changes every seat's chance that what is damaged is not repaired."""
    lost = [prospects.change(piece, None) for piece in rules.damaged_pieces(b)]
    return tuple(lying_counts(b) * sum(parts) for parts in zip(*lost, strict=True))


def _taker(b: Battle, fight: Fight) -> int | None:
    """Who gets the trophy if this roll is a flag."""
    return b.active if b.seat(fight.piece) == b.active else None


def wind_nearer(b: Battle) -> MoveWind | None:
    """S30: the wind a knot nearer to one's ships, for the extra point of the one that needs it least."""
    if not scenario_of(b).wind_movable(b):
        return None
    wind = b.pieces[WIND]
    ships = [b.pieces[ship] for ship in rules.sailors(b) if b.seat(ship) == b.active]
    if not ships:
        return None
    x, y = sum(ship.x for ship in ships) / len(ships), sum(ship.y for ship in ships) / len(ships)
    course = math.atan2(y - wind.y, x - wind.x)
    far = min(PHYSICS.knot, math.dist((x, y), (wind.x, wind.y)))
    move = MoveWind(min(b.own_points), wind.x + far * math.cos(course), wind.y + far * math.sin(course))
    return None if scenario_of(b).wind_refusal(b, move) else move


def _windfall(b: Battle, move: MoveWind, prospects: Prospects) -> float:
    """What it is worth to have the wind there."""
    after = b.copy()
    scenario_of(after).move_wind(after, move)
    more = [new - old for new, old in zip(expected(after), expected(b), strict=True)]
    return prospects.point(b.active) * (2.0 * more[b.active] - sum(more))


def _spread(prospects: Prospects, b: Battle, gain: float) -> Shares:
    """A seat's gain as a change for all: its team has it too, and the others lose it in proportion.

    What a way promises is added up freely, so it is made to fit: however much it is, the chance stays one.
    """
    values = prospects.now.values
    team = rules.team(b, b.active)
    own = values[b.active]
    room = (1.0 - own if gain > 0.0 else own) or 1.0
    gain = math.copysign(room * -math.expm1(-abs(gain) / room), gain)
    rest = 1.0 - own
    return tuple(gain if seat in team else -gain * value / rest if rest else 0.0 for seat, value in enumerate(values))


def _considered(b: Battle, outlook: Outlook, options: Sequence[tuple[ShipAhoyMove, Shares]]) -> list[Considered]:
    """The options as they are told, with the chance of every seat and the points to expect."""
    shares = _parts([changes[b.active] for _, changes in options])
    found = []
    for share, (move, changes) in zip(shares, options, strict=True):
        told = outlook.after(changes)
        found.append(Considered(move, share, told.values, told.points, _DOUBT))
    return found


def _parts(gains: list[float]) -> list[float]:
    """What part of the thinking each option has: the better it is, the more; all together 1."""
    weights = [math.exp((gain - max(gains)) / _ALIKE) for gain in gains]
    return [weight / sum(weights) for weight in weights]
