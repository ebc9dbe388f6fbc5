"""A finished game looked at again: where chances were lost, and how much was luck.

Every decision is thought through from what its seat knew then. What a seat ends with is its fair share, less what its
own decisions cost it, plus what the others' mistakes gave it, plus luck: all that no decision explains.

- A decision is judged by what was meant (`HintWriter.meant`): a ball that was well aimed at the right ship is no
  mistake, however the hand shook. What the hand did is told beside it (`Verdict.slipped`) and is no decision's doing,
  so it is part of the luck.
- It is called a mistake only if another move is better by more than the estimates may be off, and reads otherwise
  (`HintWriter.describe`): what cannot be told apart in words is no advice.
- Chances go up and down many times in a game: what was lost, won back and lost again may add up to more than there ever
  was. Of what cancels out only so much is counted as fits into one whole chance (`_fitted`); the sum stays the result.

A glance at every decision finds the likely mistakes, which are thought through at once: whoever waits hears of the
first ones soon.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Protocol

import msgspec

from laguna.bots.wire import BotRequest
from laguna.core.advice import SEARCH_HINTS, HintWriter, Moment, Saying
from laguna.core.bot import ADVISER, AnyGame, Budget, Considered, Thought, knowledge
from laguna.core.game import Move, Standing, Table
from laguna.core.record import BadRecord, Record, Step, game_of, replay
from laguna.games import PLUGINS

SIGNIFICANT_ERRORS = 2.0
"""A move is called worse only if the difference is at least so many standard errors."""
ANALYSIS_SEED = 1
GLANCE = 0.1
"""A glance has so much of the budget of a decision."""
SUSPICIOUS = 0.04
"""What seems to lose so much of a chance at a glance is thought through at once."""


class Decision(msgspec.Struct, frozen=True):
    """A move that was made: its number from 1, and the question it answered, with what its seat knew."""

    number: int
    seat: int
    move: Move
    question: BotRequest
    moment: Moment
    meant: Move
    """What the hand was to do; in most games the move itself."""
    told: Saying | None
    """The move that was meant as people speak of it; None: by its own sentence."""


class Verdict(msgspec.Struct, frozen=True):
    """What a decision was worth: the better move, if one was clearly better, and what the choice cost its seat.

    `lost` is in chances to win (0.1: a tenth), `points_lost` in points. `swing` is how luck changed every seat's
    chances afterwards, until the next decision; nothing, while the game is still being thought through.
    """

    number: int
    seat: int
    move: Move
    better: Move | None
    lost: float
    points_lost: float
    swing: tuple[float, ...]
    moment: Moment
    told: Saying | None = None
    """The move as people speak of it, with what it was about; None: by its own sentence."""
    better_told: Saying | None = None
    figures: Saying | None = None
    """The figures of the move as it was made, where it has some; and those of the better one, or of what was meant."""
    better_figures: Saying | None = None
    slipped: float = 0.0
    """What the hand cost beside the decision, as a chance: what was meant was better by so much than what was done."""


class Account(msgspec.Struct, frozen=True):
    """Where a seat's part of the win came from: `result` = `fair` − `own` + `others` + `luck`, none beyond 1."""

    seat: int
    result: float
    fair: float
    own: float
    """What its own decisions cost it."""
    others: float
    """What the others' mistakes gave it (or took, where they helped somebody else)."""
    luck: float
    """All that no decision explains: dice, cards, and how steady the hands were."""
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
    """What every seat could expect before a decision, with the best move, and after it, with the one that was meant."""

    decision: Decision
    best: Considered
    made: Considered
    slipped: float = 0.0

    @property
    def lost(self) -> float:
        """What the decision cost its seat, as a chance."""
        return self.best.values[self.decision.seat] - self.made.values[self.decision.seat]


def check_finished(record: Record) -> None:
    """Raise `BadRecord` for a game that was left: it cannot be analysed."""
    if not record.end.finished:
        raise BadRecord("The game was left before its end; there is no result to explain.")


def decisions(record: Record, games: Mapping[str, AnyGame], budget: Budget) -> Iterator[Decision]:
    """Every decision of a recorded game, with what its seat knew. Raises `BadRecord`."""
    game = game_of(record, games)
    writer = _writer(game.key)
    before: Table | None = None
    chapter = 0
    for number, step in enumerate(replay(record, games)):
        if before is not None and step.line is not None and step.move is not None:
            seat = step.line.seat
            known = knowledge(game, before, seat, ANALYSIS_SEED)
            question = BotRequest(
                f"analysis {record.header.commitment}", game.key, known, seat, ADVISER, ANALYSIS_SEED, budget
            )
            meant, moment = writer.meant(known, seat, step.move), _moment(writer, chapter, number)
            told = writer.describe(known, seat, meant)
            yield Decision(number, seat, step.move, question, moment, meant, told)
        chapter += _begun(writer, step)
        before = step.table.copy()


async def analyse(
    record: Record,
    games: Mapping[str, AnyGame],
    thinker: Thinker,
    budget: Budget,
    done: Callable[[int], None] = lambda _: None,
    found: Callable[[Verdict], None] = lambda _: None,
    at_once: int = 1,
) -> Analysis:
    """Look at a finished game again, at so many decisions `at_once`. Raises `BadRecord`.

    `found` is called with each mistake and each slip of a hand as soon as it is known, `done` after each decision.
    """
    game = game_of(record, games)
    check_finished(record)
    made = await asyncio.to_thread(list, decisions(record, games, budget))  # a whole game again: not for an event loop
    examination = _Examination(thinker, budget, done, found)
    if PLUGINS[game.key].bots is None:  # a game's own players work things out, and no sooner for a smaller budget
        await _each(made, examination.glance, at_once)
    await _each(made, examination.look, at_once)
    return _account(game.key, record.end.standings, [examination.seen[decision.number] for decision in made])


async def _each(made: list[Decision], do: Callable[[Decision], Awaitable[None]], at_once: int) -> None:
    """Do something with every decision, in their order, so many at once."""
    waiting = iter(made)

    async def work() -> None:
        for decision in waiting:
            await do(decision)

    await asyncio.gather(*(work() for _ in range(at_once)))


class _Examination:
    """Decisions being thought through, the likely mistakes first."""

    def __init__(
        self, thinker: Thinker, budget: Budget, done: Callable[[int], None], found: Callable[[Verdict], None]
    ) -> None:
        self.seen: dict[int, _Compared] = {}
        """By the numbers of the decisions."""
        self._thinker = thinker
        self._glance = Budget(
            seconds=None if budget.seconds is None else GLANCE * budget.seconds,
            iterations=None if budget.iterations is None else max(1, round(GLANCE * budget.iterations)),
        )
        self._done = done
        self._found = found

    async def glance(self, decision: Decision) -> None:
        """Look at a decision for a moment; if it seems to be a mistake, think it through at once."""
        question = msgspec.structs.replace(decision.question, budget=self._glance)
        seems = await _look(self._thinker, msgspec.structs.replace(decision, question=question))
        if max(seems.lost, seems.slipped) >= SUSPICIOUS:
            await self.look(decision)

    async def look(self, decision: Decision) -> None:
        """Think a decision through, once."""
        if decision.number in self.seen:
            return
        compared = self.seen[decision.number] = await _look(self._thinker, decision)
        if compared.made is not compared.best or compared.slipped:
            self._found(_verdict(compared, ()))
        self._done(1)


async def _look(thinker: Thinker, decision: Decision) -> _Compared:
    """Compare what was meant with the best move, and what was done with what was meant."""
    writer, seat = _writer(decision.question.game), decision.seat
    thought = await thinker.think(decision.question)
    best = made = thought.considered[0]
    doubt = _error(best, thought.iterations, seat)
    if not _alike(writer, decision, best.move):
        made, error = await _alone(thinker, decision, decision.meant)
        doubt += error
        if best.values[seat] - made.values[seat] <= SIGNIFICANT_ERRORS * doubt:
            made = best
    return _Compared(decision, best, made, await _slipped(thinker, decision, made, doubt))


async def _slipped(thinker: Thinker, decision: Decision, made: Considered, doubt: float) -> float:
    """What the hand cost beside the decision; nothing, unless it is clear."""
    if decision.meant == decision.move:
        return 0.0
    done, error = await _alone(thinker, decision, decision.move)
    slipped = made.values[decision.seat] - done.values[decision.seat]
    return slipped if slipped > SIGNIFICANT_ERRORS * (doubt + error) else 0.0


async def _alone(thinker: Thinker, decision: Decision, move: Move) -> tuple[Considered, float]:
    """What may be expected of one move, and how far that may be off."""
    alone = await thinker.think(msgspec.structs.replace(decision.question, only=move))
    return alone.considered[0], _error(alone.considered[0], alone.iterations, decision.seat)


def _alike(writer: HintWriter, decision: Decision, best: Move) -> bool:
    """Whether the best move is the one that was meant, or reads the same: then there is nothing to advise."""
    if best == decision.meant:
        return True
    told = writer.describe(decision.question.known, decision.seat, best)
    return told is not None and told == decision.told


def _writer(key: str) -> HintWriter:
    return PLUGINS[key].load_hints() or SEARCH_HINTS


def _moment(writer: HintWriter, chapter: int, number: int) -> Moment:
    """When a move was made. Before the first chapter begins, moves are counted."""
    return Moment(writer.chapters.called, chapter) if writer.chapters and chapter else Moment("move", number)


def _begun(writer: HintWriter, step: Step) -> int:
    """How many chapters began with a step."""
    return sum(isinstance(event, writer.chapters.begins) for event in step.events) if writer.chapters else 0


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
    verdicts = tuple(_verdict(each, _swing(each, after)) for each, after in zip(seen, afterwards, strict=True))
    accounts = tuple(_balance(seat, result[seat], seats, seen) for seat in range(seats))
    return Analysis(key, accounts, verdicts)


def _verdict(seen: _Compared, swing: tuple[float, ...]) -> Verdict:
    decision, seat, known = seen.decision, seen.decision.seat, seen.decision.question.known
    writer = _writer(decision.question.game)
    better = None if seen.made is seen.best else seen.best.move
    return Verdict(
        number=decision.number,
        seat=seat,
        move=decision.move,
        better=better,
        lost=seen.lost,
        points_lost=seen.best.points[seat] - seen.made.points[seat],
        swing=swing,
        moment=decision.moment,
        told=decision.told,
        better_told=None if better is None else writer.describe(known, seat, better),
        figures=writer.figures(known, seat, decision.move),
        better_figures=writer.figures(known, seat, better or decision.meant),
        slipped=seen.slipped,
    )


def _swing(seen: _Compared, afterwards: tuple[float, ...]) -> tuple[float, ...]:
    """How luck changed every seat's chances after a decision."""
    return tuple(after - before for after, before in zip(afterwards, seen.made.values, strict=True))


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
    cost, gift, luck = _fitted((-own, others, result - fair + own - others))
    return Account(seat, result, fair, -cost, gift, luck, mistakes, made)


def _fitted(parts: tuple[float, float, float]) -> tuple[float, float, float]:
    """What made a result, so that all gains together, and all losses together, are at most one whole chance.

    A chance that is lost, won back and lost again counts twice as a loss and once as a gain. Where gains or losses come
    to more than 1, both are made smaller by as much, each part in proportion: their difference, which is what the
    result is beyond the fair share, stays, and so does everything else's sign.

    >>> _fitted((-0.5, 0.25, 0.75))
    (-0.5, 0.25, 0.75)
    >>> _fitted((-3.0, 0.5, 2.0))  # three chances lost of which two and a half were won back
    (-1.0, 0.1, 0.4)
    """
    gains, losses = sum(part for part in parts if part > 0), -sum(part for part in parts if part < 0)
    beyond = max(gains, losses) - 1
    if beyond <= 0:
        return parts
    gain, loss = (max(0.0, (whole - beyond) / whole) if whole else 0.0 for whole in (gains, losses))
    cost, gift, luck = (part * (gain if part > 0 else loss) for part in parts)
    return cost, gift, luck
