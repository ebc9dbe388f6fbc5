"""The captain: answers every question of Ship Ahoy, with the gunner's and the helmsman's advice."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from laguna.bots.bot import Answer, Budget, Considered, Level, Thought
from laguna.bots.ship_ahoy.gunner import Aim, Gunner
from laguna.bots.ship_ahoy.helmsman import FLAG, Helmsman
from laguna.bots.ship_ahoy.prospects import Prospects, Shares, expected
from laguna.bots.ship_ahoy.skill import SKILLS, Skill
from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.fleet import WIND
from laguna.games.ship_ahoy.game import ShipAhoyTable
from laguna.games.ship_ahoy.moves import (
    EndSailing,
    Fight,
    HoldFire,
    LeaveDamaged,
    MoveWind,
    Repair,
    ShipAhoyMove,
)
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.scenarios import scenario_of
from laguna.games.ship_ahoy.state import Battle, Phase

_TOLD = 5
"""How many considered moves are told."""
_TURN = 0.01
"""What the rest of a turn is worth, as a chance, where a miss ends it."""

Options = list[tuple[ShipAhoyMove, Shares]]
"""Moves, best first, each with how it changes every seat's chance to win."""


class Captain:
    """A bot for Ship Ahoy. It has all in view (S33), so it may look at the whole table."""

    def __init__(self, skill: Skill) -> None:
        self._skill = skill

    def answer(self, known: ShipAhoyTable, seat: int, seed: int, budget: Budget | None = None) -> Answer:
        """The move of the active seat. An iteration of the budget is a simulated shot."""
        del seat  # S8: only the active player is asked
        began = time.monotonic()
        b, luck = known.battle, SeededLuck(seed, 0, PLAYERS)
        prospects = Prospects(b)
        simulated = 0
        match b.phase:
            case Phase.SHOOT:
                options, simulated = self._shots(b, prospects, luck, budget or Budget())
            case Phase.SAIL | Phase.FREED:
                options = self._ways(b, prospects)
            case Phase.FIGHT:
                options = _fights(b, prospects)
            case _:
                options = [(Repair(), (0.0,) * b.players), (LeaveDamaged(), (0.0,) * b.players)]
        considered = tuple(_considered(prospects, options[:_TOLD]))
        return Answer(options[0][0], Thought(considered, simulated, time.monotonic() - began))

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
    options: Options = []
    for fight in rules.fights(b):
        chance = 1.0 if b.damaged(fight.enemy) else FLAG
        change = prospects.change(fight.enemy, _taker(b, fight)) if b.seat(fight.enemy) is not None else None
        options.append((fight, tuple(chance * part for part in change) if change else (0.0,) * b.players))
    return sorted(options, key=lambda option: -option[1][b.active])


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
    """A seat's gain as a change for all: its team has it too, and the others lose it in proportion."""
    values = prospects.now.values
    team = rules.team(b, b.active)
    own = values[b.active]
    gain = max(-own, min(1.0 - own, gain))
    rest = 1.0 - own
    return tuple(gain if seat in team else -gain * value / rest if rest else 0.0 for seat, value in enumerate(values))


def _considered(prospects: Prospects, options: Sequence[tuple[ShipAhoyMove, Shares]]) -> list[Considered]:
    """The options as they are told, with the chance of every seat and the points to expect."""
    now = prospects.now
    found = []
    for move, changes in options:
        values = tuple(min(1.0, max(0.0, old + more)) for old, more in zip(now.values, changes, strict=True))
        points = tuple(
            old + (more / prospects.point(seat) if prospects.point(seat) > 1e-6 else 0.0)
            for seat, (old, more) in enumerate(zip(now.points, changes, strict=True))
        )
        found.append(Considered(move, 1.0 / len(options), values, points))
    return found
