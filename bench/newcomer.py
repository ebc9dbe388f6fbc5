"""How often somebody new to Ship Ahoy hits who aims sensibly: at the practice range, and in games with bots.

    python bench/newcomer.py [--games N] [--level LEVEL] [--seats N]

A newcomer shoots at the nearest enemy in sight, straight at its middle, with a hand that is off by 1.5 degrees (the
standard deviation of the heading, on top of the tremor), and pulls it back three quarters or more. Who aims sensibly
lets go when the barrel, which sways for all to see, points where it was set; who is hasty lets go at any moment. What
counts as a hit is that an enemy falls. Seeded: every run is the same.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
import random
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from laguna.bots.levels import bot_of
from laguna.core.bot import LEVELS, Budget, Level, knowledge
from laguna.core.game import Event
from laguna.core.luck import SeededLuck
from laguna.games.ship_ahoy import practice, rules
from laguna.games.ship_ahoy.captain.gunner import Gunner
from laguna.games.ship_ahoy.captain.prospects import Prospects
from laguna.games.ship_ahoy.captain.skill import SKILLS
from laguna.games.ship_ahoy.events import Damaged, TrophyTaken
from laguna.games.ship_ahoy.game import ShipAhoyGame
from laguna.games.ship_ahoy.moves import HoldFire, Shoot
from laguna.games.ship_ahoy.physics import cannon
from laguna.games.ship_ahoy.physics.hand import sway
from laguna.games.ship_ahoy.state import Battle, Phase

OFF = math.radians(1.5)
NEWCOMER = dataclasses.replace(SKILLS["beginner"], pointing=OFF, spares_towers=False)
SOONEST_MS, LATEST_MS = 800, 3_500
GENTLEST_PULL = 0.75
GLANCE_MS = 100
"""How often one looks where the barrel points."""
BIN_CM = 20


class Fired(NamedTuple):
    """A newcomer's shot: how far the target was, in metres, and whether an enemy fell."""

    far: float
    hit: bool


def newcomers_shot(b: Battle, rng: random.Random, *, hasty: bool) -> tuple[Shoot, float] | None:
    """A shot at the nearest enemy in sight, and how far that is; None: nobody is in sight."""
    aims = Gunner(b, NEWCOMER, Prospects(b)).aims(Budget(iterations=0))
    if not aims:
        return None
    [aim] = aims
    heading = math.remainder(aim.heading + rng.gauss(0.0, OFF), math.tau)
    pull, t_ms = rng.uniform(GENTLEST_PULL, 1.0), rng.randint(SOONEST_MS, LATEST_MS)
    if not hasty:
        t_ms = min(range(SOONEST_MS, LATEST_MS, GLANCE_MS), key=lambda moment: abs(sway(b.aim_seed, moment, pull)))
    target = b.pieces[aim.target]
    return Shoot(aim.gun, *aim.muzzle, heading, pull, t_ms), math.dist(aim.muzzle, (target.x, target.y))


def fell(b: Battle, events: Iterable[Event]) -> bool:
    """Whether an enemy of whoever shot fell."""
    return any(isinstance(event, TrophyTaken | Damaged) and not b.friendly(b.active, event.piece) for event in events)


def at_the_range(rounds: int, *, hasty: bool) -> list[Fired]:
    """Shots at the practice range, until every target that is ever in sight is gone; then once more."""
    found = []
    for number in range(rounds):
        rng, luck = random.Random(number), SeededLuck(number)
        b = practice.laid_out(number)
        for _ in range(12):
            order = newcomers_shot(b, rng, hasty=hasty)
            if order is None or rules.shot_refusal(b, order[0]) is not None:
                break
            before = b.copy()
            found.append(Fired(order[1], fell(before, practice.practise(b, order[0], luck, cannon.shoot))))
    return found


def in_games(games: int, level: Level, seats: int, *, hasty: bool) -> list[Fired]:
    """The shots of a newcomer in the first seat, everybody else being a bot of one level."""
    game, found = ShipAhoyGame(), []
    for number in range(games):
        rng, luck = random.Random(number), SeededLuck(number)
        table, _ = game.start(seats, game.options(first=number % seats), luck)
        bot = bot_of("ship_ahoy", level)
        while asks := game.asks(table):
            seat, b, before = asks[0].seat, table.battle, table.battle.copy()
            if seat == 0 and b.phase == Phase.SHOOT:
                order = newcomers_shot(b, rng, hasty=hasty)
                move = HoldFire() if order is None else order[0]
                events = game.play(table, seat, asks[0].number, move, luck)
                found += [] if order is None else [Fired(order[1], fell(before, events))]
                continue
            known = knowledge(game, table, seat, number)
            game.play(table, seat, asks[0].number, bot.answer(known, seat, number + table.played).move, luck)
    return found


def print_share(name: str, shots: list[Fired]) -> None:
    """How many of the shots hit, in all and by distance."""
    print(f"{name}: {sum(shot.hit for shot in shots)} of {len(shots)} shots hit, {_percent(shots)}")
    bins: dict[int, list[Fired]] = defaultdict(list)
    for shot in shots:
        bins[int(100 * shot.far) // BIN_CM].append(shot)
    for number, some in sorted(bins.items()):
        print(f"  {BIN_CM * number:4} to {BIN_CM * (number + 1):3} cm {len(some):5} shots {_percent(some):>6}")


def _percent(shots: list[Fired]) -> str:
    return f"{100 * sum(shot.hit for shot in shots) / max(1, len(shots)):.0f} %"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How often somebody new to Ship Ahoy hits.")
    parser.add_argument("--games", type=int, default=8, metavar="N", help="how many games (8)")
    parser.add_argument("--level", choices=LEVELS, default="easy", help="of the bots (easy)")
    parser.add_argument("--seats", type=int, default=2, metavar="N", help="how many play (2)")
    asked = parser.parse_args()
    for kind, hasty in (("sensible", False), ("hasty", True)):
        print_share(f"practice range, {kind}", at_the_range(asked.games, hasty=hasty))
        shots = in_games(asked.games, asked.level, asked.seats, hasty=hasty)
        print_share(f"games, {asked.level}, {asked.seats} seats, {kind}", shots)


if __name__ == "__main__":
    main()
