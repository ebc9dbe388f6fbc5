"""Advice for Ship Ahoy: who can be hit and how surely, who comes close, and what the scenario wants."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from laguna.core.advice import Advice, ChanceToWin, Chapters, HintWriter, Saying, chance_to_win, percent
from laguna.core.bot import Budget, Thought
from laguna.core.game import Move
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.aim import bearing, in_line, muzzle_beside
from laguna.games.ship_ahoy.captain.boarding import boarders, boarding, fallen, in_reach
from laguna.games.ship_ahoy.captain.goals import hopes
from laguna.games.ship_ahoy.captain.helmsman import FLAG, sailed
from laguna.games.ship_ahoy.captain.lines import LinesOfFire
from laguna.games.ship_ahoy.captain.prospects import Prospects
from laguna.games.ship_ahoy.events import TurnBegan
from laguna.games.ship_ahoy.fleet import KRAKEN, MONSTER, PIRATE, SHIPS, TOWERS, WIND
from laguna.games.ship_ahoy.game import ShipAhoyTable
from laguna.games.ship_ahoy.moves import (
    EndSailing,
    Fight,
    HoldFire,
    LeaveDamaged,
    MoveWind,
    Repair,
    Sail,
    ScenarioName,
    Shoot,
)
from laguna.games.ship_ahoy.physics.board import Piece, beside, measured
from laguna.games.ship_ahoy.scenarios import BARREL_POINTS, CHEST_POINTS, PIRATE_POINTS, WIND_REACH, scenario_of
from laguna.games.ship_ahoy.state import Battle
from laguna.games.ship_ahoy.told_moves import (
    ToldMoves,
    adviser_gunner,
    centimetres,
    describe,
    figures,
    meant,
    target_of,
)

REASONS = 3
WORTH_TELLING = 5
"""From so many percent on, what may happen besides is worth telling."""
SAFER = 10
"""So many percent less are worth calling it a shelter."""
_WORKED_OUT = Budget(iterations=0)


# Nudges


class LookForTarget(Saying, frozen=True):
    """S8: an enemy worth a shot, and how far it is from a good place for the muzzle."""

    piece: int
    cm: int


class LookForLine(Saying, frozen=True):
    """S8: something stands before every enemy."""


class LookWhetherToFire(Saying, frozen=True):
    """S8: enemies are on free lines, but one need not shoot."""


class LookWhoMayBoard(Saying, frozen=True):
    """S17: an enemy that may get beside one's piece in its next turn."""

    enemy: int
    piece: int


class LookAtGoal(Saying, frozen=True):
    """S27-S32: the scenario has a goal, and there are so many knots to sail."""

    scenario: ScenarioName
    knots: int


class LookAtKnots(Saying, frozen=True):
    """S14: so many knots to sail."""

    knots: int


class LookAtMelees(Saying, frozen=True):
    """S18: so many rolls to be made now, in an order of one's own."""

    melees: int


class LookAtDamaged(Saying, frozen=True):
    """S26: so many own pieces lie on their sides."""

    pieces: int


# Reasons for a shot


class ChanceToHit(Saying, frozen=True):
    """S10: how likely a piece is knocked over, from so far."""

    speaks_for = (Shoot,)

    piece: int
    cm: int
    percent: int


class HitsMonster(Saying, frozen=True):
    """S29: how likely the monster is hit, and how many lives it has."""

    speaks_for = (Shoot,)

    cm: int
    percent: int
    lives: int


class TrophyCounts(Saying, frozen=True):
    """S21: the points of the trophy."""

    speaks_for = (Shoot, Fight)

    points: int


class NobodysTrophy(Saying, frozen=True):
    """S28, S29: what the pirate or the monster destroys counts for nobody."""

    speaks_for = (Shoot, Fight)


class MayBoardIt(Saying, frozen=True):
    """S25: how likely one gets beside what was knocked over, this turn."""

    speaks_for = (Shoot,)

    percent: int


class MayFallToo(Saying, frozen=True):
    """S10: another enemy near the line."""

    speaks_for = (Shoot,)

    piece: int
    percent: int


class RiskForOwn(Saying, frozen=True):
    """S23: a piece of one's own side that may be damaged."""

    speaks_for = (HoldFire,)

    piece: int
    percent: int


class BehindCover(Saying, frozen=True):
    """S8: an enemy is nearer, but something is in the way."""

    speaks_for = (Shoot,)

    enemy: int
    piece: int


class BestShot(Saying, frozen=True):
    """S8: how likely the best shot knocks something over, where fire is better held."""

    speaks_for = (HoldFire,)

    piece: int
    percent: int


class NothingToHit(Saying, frozen=True):
    """S8: no shot has a target."""

    speaks_for = (HoldFire,)


# Reasons for a way


class TakesChest(Saying, frozen=True):
    """S27: the chest is in reach."""

    speaks_for = (Sail,)

    points: int


class LoadsBarrel(Saying, frozen=True):
    """S31: there is a barrel on the way."""

    speaks_for = (Sail,)

    points: int


class DeliversBarrel(Saying, frozen=True):
    """S31: a barrel comes to its port."""

    speaks_for = (Sail,)

    points: int


class NearerToGoal(Saying, frozen=True):
    """S27-S32: nearer to what the scenario promises."""

    speaks_for = (Sail,)

    scenario: ScenarioName


class KrakenHolds(Saying, frozen=True):
    """S32: the ships that it then holds."""

    speaks_for = (Sail,)

    piece: tuple[int, ...]


class Shelter(Saying, frozen=True):
    """S8: how likely a seat's next shot knocks the piece over, before and then."""

    speaks_for = (Sail,)

    seat: int
    before: int
    percent: int


class AimsAt(Saying, frozen=True):
    """S8: whom one's next shot may knock over then."""

    speaks_for = (Sail,)

    enemy: int
    percent: int


class MayBeBoarded(Saying, frozen=True):
    """S17: how likely an enemy gets beside the piece in its next turn."""

    speaks_for = (Repair,)

    enemy: int
    percent: int


class WindFor(Saying, frozen=True):
    """S30: so many own ships are then near the wind."""

    speaks_for = (MoveWind,)

    ships: int


class NoBetterPlace(Saying, frozen=True):
    """S14: nothing in reach is better."""

    speaks_for = (Sail, EndSailing)


class HarderToBoard(Saying, frozen=True):
    """S17: how likely the enemy that threatens most gets beside the piece in its next turn, before and then."""

    speaks_for = (Sail,)

    enemy: int
    before: int
    percent: int


class NearerToEnemy(Saying, frozen=True):
    """S14: the enemy that the piece comes nearer to: what is near is easier to hit."""

    speaks_for = (Sail,)

    enemy: int


# Reasons for a roll, and a repair


class MeleeOdds(Saying, frozen=True):
    """S18: how likely a flag is."""

    speaks_for = (Sail, Fight)

    enemy: int
    percent: int


class Captures(Saying, frozen=True):
    """S25: a damaged enemy needs no roll."""

    speaks_for = (Sail, Fight)

    enemy: int


class RollsBack(Saying, frozen=True):
    """S18: else the enemy's player rolls, in their turn."""

    speaks_for = (Fight,)

    seat: int
    percent: int


class LetsGo(Saying, frozen=True):
    """S32: how likely the Kraken lets go."""

    speaks_for = (Fight,)

    percent: int


class StandsAgain(Saying, frozen=True):
    """S24-S26: what lies neither shoots nor sails, and is taken without a roll."""

    speaks_for = (Repair,)


class SailsAgain(Saying, frozen=True):
    """S24-S26, where damaged pieces may shoot: what lies does not sail, and is taken without a roll."""

    speaks_for = (Repair,)


Nudges = (
    LookForTarget
    | LookForLine
    | LookWhetherToFire
    | LookWhoMayBoard
    | LookAtGoal
    | LookAtKnots
    | LookAtMelees
    | LookAtDamaged
)
ShotReasons = (
    ChanceToHit
    | HitsMonster
    | TrophyCounts
    | NobodysTrophy
    | MayBoardIt
    | MayFallToo
    | RiskForOwn
    | BehindCover
    | BestShot
    | NothingToHit
)
GoalReasons = TakesChest | LoadsBarrel | DeliversBarrel | NearerToGoal | KrakenHolds
WayReasons = GoalReasons | Shelter | AimsAt | MayBeBoarded | WindFor | NoBetterPlace | HarderToBoard | NearerToEnemy
RepairReasons = StandsAgain | SailsAgain
RollReasons = MeleeOdds | Captures | RollsBack | LetsGo
Sayings = Nudges | ShotReasons | WayReasons | RollReasons | RepairReasons | ChanceToWin


def advise(table: ShipAhoyTable, seat: int, thought: Thought) -> Advice:
    """Where to look, and why the best move is good: both about the one plan that is the best move."""
    b, move = table.battle, thought.considered[0].move
    reasons = _reasons(b, thought)[: REASONS - 1]
    return Advice(_nudge(b, move), (*reasons, chance_to_win(thought, seat)))


def _nudge(b: Battle, move: Move) -> Saying:
    """Where an experienced eye looks who has this move in mind."""
    match move:
        case Shoot():
            target = target_of(b, move)
            if target is not None:
                return LookForTarget(target, centimetres((move.x, move.y), b.pieces[target]))
            return LookForLine()
        case HoldFire():
            return LookWhetherToFire() if any(not line.before for line in _lines(b)) else LookForLine()
        case Fight():
            return LookAtMelees(len(rules.fights(b)))
        case Repair() | LeaveDamaged():
            return LookAtDamaged(len(rules.damaged_pieces(b)))
        case _:
            return _sailing_nudge(b, move)


def _sailing_nudge(b: Battle, move: Move) -> Saying:
    knots = max((rules.points_for(b, sailor) for sailor in rules.sailors(b)), default=0)
    reasons = _for_way(b, move) if isinstance(move, Sail) else []
    for reason in reasons[: REASONS - 1]:
        if isinstance(reason, GoalReasons):
            return LookAtGoal(b.options.scenario, knots)
        if isinstance(reason, HarderToBoard) and isinstance(move, Sail):
            return LookWhoMayBoard(reason.enemy, move.piece)
    return LookAtGoal(b.options.scenario, knots) if isinstance(move, MoveWind) else LookAtKnots(knots)


def _reasons(b: Battle, thought: Thought) -> list[Saying]:
    """What speaks for the best move, the weightiest first."""
    match thought.considered[0].move:
        case Shoot() as move:
            return _for_shot(b, move)
        case HoldFire():
            return _for_holding_fire(b, thought)
        case Sail() as move:
            return _for_way(b, move)
        case MoveWind() as move:
            after = b.copy()
            scenario_of(after).move_wind(after, move)
            return [WindFor(_in_the_wind(after))]
        case EndSailing():
            return [NoBetterPlace()]
        case Fight() as move:
            return _for_roll(b, move)
        case Repair():
            lying = (b.pieces[piece] for piece in rules.damaged_pieces(b))
            again = SailsAgain() if b.options.damaged_shoot else StandsAgain()
            return [again, *_may_be_boarded(b, lying)]
        case _:
            return []


# Shots


class Line(NamedTuple):
    """From a gun to an enemy, and what stands before it."""

    target: int
    before: list[int]
    """The nearest first."""


def _lines(b: Battle) -> Iterable[Line]:
    """From every gun to every enemy, the nearest first."""
    prey = [piece for piece in b.everything if piece.kind.movable and not b.friendly(b.active, piece.id)]
    pairs = [(b.pieces[gun], piece) for gun in rules.guns(b) for piece in prey if gun != piece.id and not piece.lying]
    for gun, target in sorted(pairs, key=lambda pair: (_apart(*pair), pair[0].id, pair[1].id)):
        goal = (target.x, target.y)
        muzzle = muzzle_beside(gun, b.everything, bearing((gun.x, gun.y), goal), b.table)
        if muzzle is not None:
            before = [piece for piece in in_line(muzzle, goal, b.everything) if piece != target.id]
            before.sort(key=lambda piece: math.dist(muzzle, (b.pieces[piece].x, b.pieces[piece].y)))
            yield Line(target.id, before)


def _for_shot(b: Battle, move: Shoot) -> list[Saying]:
    """How surely it hits, what that brings, and what else may fall."""
    aim = adviser_gunner(b).judged(move, _WORKED_OUT)
    aimed_at = target_of(b, move)
    if aimed_at is None:
        return _covered(b)
    chance, target = percent(min(1.0, aim.odds.get(aimed_at, 0.0))), b.pieces[aimed_at]
    cm = centimetres(aim.muzzle, target)
    if target.id == MONSTER:
        return [HitsMonster(cm, chance, b.lives)]
    found: list[Saying] = [ChanceToHit(target.id, cm, chance)]
    if b.options.advanced:
        lies = fallen(target, aim.heading, math.dist(aim.muzzle, (target.x, target.y)), aim.speed)
        near = percent(boarding(b, lies, b.active))
        found += [MayBoardIt(near)] if near >= WORTH_TELLING else []
    found += [MayFallToo(*risk) for risk in _besides(aim.odds, target.id) if not b.friendly(b.active, risk[0])]
    nearest = next(iter(_lines(b)), None)
    if nearest is not None and nearest.target != target.id:
        found += _covered(b)
    return [*found, _prize(target.id) if b.seat(move.piece) == b.active else NobodysTrophy()]


def _besides(odds: dict[int, float], target: int) -> list[tuple[int, int]]:
    """What else a shot may knock over, and how likely in percent, the likeliest first."""
    found = [(piece, percent(min(1.0, chance))) for piece, chance in odds.items() if piece != target]
    return sorted((each for each in found if each[1] >= WORTH_TELLING), key=lambda each: -each[1])


def _covered(b: Battle) -> list[Saying]:
    """The nearest enemy, if something stands before it."""
    nearest = next(iter(_lines(b)), None)
    return [BehindCover(nearest.target, nearest.before[0])] if nearest is not None and nearest.before else []


def _for_holding_fire(b: Battle, thought: Thought) -> list[Saying]:
    """How little the best shot promises that is not fired, and which of one's own pieces it endangers."""
    shots = [each.move for each in thought.considered if isinstance(each.move, Shoot)]
    if not shots:
        return [NothingToHit()]
    aim = adviser_gunner(b).judged(shots[0], _WORKED_OUT)
    if aim.target == aim.gun:
        return [NothingToHit()]
    risks = [risk for risk in _besides(aim.odds, aim.target) if b.friendly(b.active, risk[0])]
    endangered = [RiskForOwn(*risk) for risk in risks] if b.options.advanced else []
    return [BestShot(aim.target, percent(min(1.0, aim.odds[aim.target]))), *endangered]


def _prize(piece: int) -> Saying:
    if piece == PIRATE:
        return TrophyCounts(PIRATE_POINTS)
    return TrophyCounts(rules.TOWER_POINTS if piece in TOWERS else rules.SHIP_POINTS)


# Ways


def _for_way(b: Battle, move: Sail) -> list[Saying]:
    """Melees, the goal, shelter, shots to come, and who can no longer come beside; the weightiest first."""
    after = sailed(b, move)
    mover = after.pieces[move.piece]
    melees = _melees(after, mover)
    found = [*melees[:1], *_goals(b, after, move), *melees[1:]]
    if b.seat(mover.id) != b.active:
        return found or [NoBetterPlace()]
    met = bool(rules.foes(after, mover.id))
    found += [*([] if met else _harder_to_board(b, after, mover)), *_shelter(b, after, mover)]
    found += [] if met else _aims_at(after, mover)
    return found or [*_nearer(b, mover), NoBetterPlace()]


def _melees(after: Battle, mover: Piece) -> list[Saying]:
    """The rolls that follow: one's own, or those of a pirate or a monster that one sends."""
    if mover.id in (MONSTER, PIRATE):
        kinds = SHIPS if mover.id == MONSTER else (*SHIPS, *TOWERS)
        near = [piece for piece in kinds if piece in after.pieces and beside(mover, after.pieces[piece])]
    else:
        near = rules.foes(after, mover.id)
    return [Captures(foe) if after.damaged(foe) else MeleeOdds(foe, percent(FLAG)) for foe in near]


def _goals(b: Battle, after: Battle, move: Sail) -> list[Saying]:
    """What the scenario gives or promises for the way."""
    if after.chest != b.chest:
        return [TakesChest(CHEST_POINTS)]
    if sum(barrel.seat == b.active for barrel in after.barrels) > sum(barrel.seat == b.active for barrel in b.barrels):
        return [DeliversBarrel(BARREL_POINTS)]
    if move.load:
        return [LoadsBarrel(BARREL_POINTS)]
    caught = tuple(ship for ship in after.held if ship not in b.held)
    if move.piece == KRAKEN and caught:
        return [KrakenHolds(caught)]
    return [NearerToGoal(b.options.scenario)] if hopes(after)[b.active] > hopes(b)[b.active] else []


def _shelter(b: Battle, after: Battle, mover: Piece) -> list[Saying]:
    """The seat that shot best at a piece, if its chance is clearly less now."""
    before, seat = _worst_gun(b, b.pieces[mover.id])
    now = percent(LinesOfFire(after, Prospects(after)).falling(mover, seat))
    return [Shelter(seat, percent(before), now)] if percent(before) - now >= SAFER else []


def _worst_gun(b: Battle, piece: Piece) -> tuple[float, int]:
    """How likely the best shot of the others knocks a piece over, and whose it is."""
    lines = LinesOfFire(b, Prospects(b))
    rivals = (seat for seat in range(b.players) if b.side_of_seat(seat) != b.side_of_seat(b.active))
    return max(((lines.falling(piece, seat), seat) for seat in rivals), key=lambda risk: risk[0])


def _aims_at(after: Battle, mover: Piece) -> list[Saying]:
    """Whom the next shot may knock over, if the mover fires it."""
    odds = LinesOfFire(after, Prospects(after)).in_sight(mover)
    enemy = max(odds, key=odds.__getitem__, default=None)
    return [AimsAt(enemy, percent(odds[enemy]))] if enemy is not None and percent(odds[enemy]) >= WORTH_TELLING else []


def _harder_to_board(b: Battle, after: Battle, mover: Piece) -> list[Saying]:
    """The enemy that might have come beside a piece, if that is clearly less likely now."""
    before, enemy = _boarder(b, b.pieces[mover.id])
    now = percent(in_reach(after.pieces[enemy], mover)) if before else 0
    return [HarderToBoard(enemy, percent(before), now)] if before and percent(before) - now >= SAFER else []


def _nearer(b: Battle, mover: Piece) -> list[Saying]:
    """The nearest enemy, if the mover comes nearer to it."""
    enemies = [piece for piece in b.everything if piece.kind.movable and not b.friendly(b.active, piece.id)]
    nearest = min(enemies, key=lambda piece: (_apart(mover, piece), piece.id), default=None)
    if nearest is None or _apart(mover, nearest) >= _apart(b.pieces[mover.id], nearest):
        return []
    return [NearerToEnemy(nearest.id)]


def _may_be_boarded(b: Battle, pieces: Iterable[Piece]) -> list[Saying]:
    """Who most likely gets beside one of the pieces. Who is there already is in melee, and told as such."""
    near, enemy = max((_boarder(b, piece) for piece in pieces), default=(0.0, 0))
    return [MayBeBoarded(enemy, percent(near))] if near else []


def _boarder(b: Battle, piece: Piece) -> tuple[float, int]:
    """How likely an enemy's ship gets beside a piece in its next turn, and which one most likely; 0 if none can."""
    rivals = (seat for seat in range(b.players) if b.side_of_seat(seat) != b.side_of_seat(b.active))
    ships = [ship for seat in rivals for ship in boarders(b, seat, piece.id) if not beside(b.pieces[ship], piece)]
    return max(((in_reach(b.pieces[ship], piece), ship) for ship in ships), default=(0.0, 0))


def _in_the_wind(b: Battle) -> int:
    """How many ships of the active player are near the wind."""
    ships = [b.pieces[ship] for ship in SHIPS if ship in b.pieces and b.seat(ship) == b.active]
    return sum(measured(ship, b.pieces[WIND]) <= WIND_REACH for ship in ships)


# Rolls


def _for_roll(b: Battle, move: Fight) -> list[Saying]:
    """How likely it is won, what it brings, and what follows if not."""
    if move.enemy == KRAKEN:
        return [LetsGo(percent(FLAG))]
    found: list[Saying] = [Captures(move.enemy) if b.damaged(move.enemy) else MeleeOdds(move.enemy, percent(FLAG))]
    seat = b.seat(move.enemy)
    if b.seat(move.piece) != b.active:
        return [*found, NobodysTrophy()]
    if not b.damaged(move.enemy) and seat is not None and scenario_of(b).attacks(b, move.enemy):
        return [*found, RollsBack(seat, percent(FLAG))]
    return [*found, _prize(move.enemy)]


def _apart(one: Piece, other: Piece) -> float:
    return math.dist((one.x, one.y), (other.x, other.y))


HINTS = HintWriter(advise, Sayings | ToldMoves, describe, meant, figures, Chapters(TurnBegan, "turn"))
