"""A finished game looked at again: where chances were lost, and how much was luck.

Every decision is thought through from what its seat knew then. What a seat ends with is its fair share, less what its
own moves cost it, plus what the others' mistakes gave it, plus luck: all that no decision explains.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

import msgspec

from laguna.bots.wire import BotRequest
from laguna.core.bot import ADVISER, AnyGame, Budget, Considered, Thought, knowledge
from laguna.core.game import Move, Standing, Table
from laguna.core.record import BadRecord, Record, game_of, replay

SIGNIFICANT_ERRORS = 2.0
"""A move is called worse only if the difference is at least so many standard errors."""
ANALYSIS_SEED = 1


class Decision(msgspec.Struct, frozen=True):
    """A move that was made: its number from 1, and the question it answered, with what its seat knew."""

    number: int
    seat: int
    move: Move
    question: BotRequest


class Verdict(msgspec.Struct, frozen=True):
    """What a decision was worth: the better move, if one was clearly better, and what the choice cost its seat.

    `lost` is in chances to win (0.1: a tenth), `points_lost` in points. `swing` is how luck changed every seat's
    chances afterwards, until the next decision.
    """

    number: int
    seat: int
    move: Move
    better: Move | None
    lost: float
    points_lost: float
    swing: tuple[float, ...]


class Account(msgspec.Struct, frozen=True):
    """Where a seat's part of the win came from: `result` = `fair` − `own` + `others` + `luck`."""

    seat: int
    result: float
    fair: float
    own: float
    """What its own moves cost it."""
    others: float
    """What the others' mistakes gave it (or took, where they helped somebody else)."""
    luck: float
    mistakes: int
    decisions: int


class Analysis(msgspec.Struct, frozen=True):
    """A game's accounts, a seat each, and the verdict on every decision."""

    game: str
    accounts: tuple[Account, ...]
    verdicts: tuple[Verdict, ...]


class Thinker(Protocol):
    """Where decisions are thought through: a `BotPool`, for one."""

    async def think(self, question: BotRequest) -> Thought:
        """What may be expected of the moves of a question, or of the only one that is asked about."""
        ...


class _Compared(msgspec.Struct, frozen=True):
    """What every seat could expect before a decision, with the best move, and after it, with the one that was made."""

    decision: Decision
    best: Considered
    made: Considered


def decisions(record: Record, games: Mapping[str, AnyGame], budget: Budget) -> Iterator[Decision]:
    """Every decision of a recorded game, with what its seat knew. Raises `BadRecord`."""
    game = game_of(record, games)
    before: Table | None = None
    for number, step in enumerate(replay(record, games)):
        if before is not None and step.line is not None and step.move is not None:
            seat = step.line.seat
            known = knowledge(game, before, seat, ANALYSIS_SEED)
            question = BotRequest(
                f"analysis {record.header.commitment}", game.key, known, seat, ADVISER, ANALYSIS_SEED, budget
            )
            yield Decision(number, seat, step.move, question)
        before = step.table.copy()


async def analyse(
    record: Record,
    games: Mapping[str, AnyGame],
    thinker: Thinker,
    budget: Budget,
    done: Callable[[int], None] = lambda _: None,
) -> Analysis:
    """Look at a finished game again. `done` is called after each decision. Raises `BadRecord`."""
    game = game_of(record, games)
    if not record.end.finished:
        raise BadRecord("The game was left before its end; there is no result to explain.")

    async def look(decision: Decision) -> _Compared:
        seen = await _look(thinker, decision)
        done(1)
        return seen

    made = await asyncio.to_thread(list, decisions(record, games, budget))  # a whole game again: not for an event loop
    seen = await asyncio.gather(*(look(decision) for decision in made))
    return _account(game.key, record.end.standings, seen)


async def _look(thinker: Thinker, decision: Decision) -> _Compared:
    """Compare the move that was made with the best. If it is not clearly worse, it was as good."""
    thought = await thinker.think(decision.question)
    best = thought.considered[0]
    if best.move == decision.move:
        return _Compared(decision, best, best)
    alone = await thinker.think(msgspec.structs.replace(decision.question, only=decision.move))
    made = alone.considered[0]
    lost = best.values[decision.seat] - made.values[decision.seat]
    doubt = _error(best, thought.iterations, decision.seat) + _error(made, alone.iterations, decision.seat)
    return _Compared(decision, best, made if lost > SIGNIFICANT_ERRORS * doubt else best)


def _error(considered: Considered, iterations: int, seat: int) -> float:
    """How far a chance may be off: as it is told, or the standard error of what was found by trying so often."""
    if considered.doubt is not None:
        return considered.doubt
    chance = considered.values[seat]
    return math.sqrt(max(0.0, chance * (1 - chance)) / max(1.0, considered.share * iterations))


def _account(key: str, standings: list[Standing], seen: list[_Compared]) -> Analysis:
    seats = len(standings)
    winners = [standing.seat for standing in standings if standing.place == 1]
    result = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
    afterwards = [each.best.values for each in seen[1:]] + [result]
    verdicts = tuple(_verdict(each, after) for each, after in zip(seen, afterwards, strict=True))
    accounts = tuple(_balance(seat, result[seat], seats, seen) for seat in range(seats))
    return Analysis(key, accounts, verdicts)


def _verdict(seen: _Compared, afterwards: tuple[float, ...]) -> Verdict:
    decision, seat = seen.decision, seen.decision.seat
    return Verdict(
        number=decision.number,
        seat=seat,
        move=decision.move,
        better=None if seen.made is seen.best else seen.best.move,
        lost=seen.best.values[seat] - seen.made.values[seat],
        points_lost=seen.best.points[seat] - seen.made.points[seat],
        swing=tuple(after - before for after, before in zip(afterwards, seen.made.values, strict=True)),
    )


def _balance(seat: int, result: float, seats: int, seen: list[_Compared]) -> Account:
    own = others = 0.0
    mistakes = made = 0
    for each in seen:
        change = each.made.values[seat] - each.best.values[seat]
        if each.decision.seat == seat:
            made += 1
            mistakes += each.made is not each.best
            own -= change
        else:
            others += change
    fair = 1 / seats
    return Account(seat, result, fair, own, others, result - fair + own - others, mistakes, made)
