"""What is worth telling of a game of Duck: dives, and who was caught with a hand full of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from laguna.core.game import Seat, Standing
from laguna.core.record import Step
from laguna.core.story import Candidate, Highlight, StoryFacts, StoryTeller, Tale, most
from laguna.games.duck.game import (
    BluffFailed,
    Dived,
    DiveFailed,
    DiveFailedToGhost,
    DiveSucceeded,
    HandShown,
    RoundBegan,
    WentOut,
)

HEAVY_SUM = 20
MANY_DIVES = 2
MANY_ROUNDS = 2


class CaughtWith(Highlight, frozen=True):
    """D12: the round ended, and somebody's hand had this sum, the biggest of all."""

    seat: int
    sum: int


class DivedWell(Highlight, frozen=True):
    """D13: so many dives of one player went well."""

    seat: int
    dives: int


class DivedBadly(Highlight, frozen=True):
    """D14: so many dives of one player went wrong."""

    seat: int
    dives: int


class WentOutOften(Highlight, frozen=True):
    """D10: somebody ended so many rounds without a card."""

    seat: int
    rounds: int


class Divers(msgspec.Struct, frozen=True):
    """D10, D13, D14: how often a seat dived well or badly, and went out."""

    won: int
    lost: int
    went_out: int


class Caught(msgspec.Struct, frozen=True):
    """D12: the biggest sum that anybody but who ended the round was caught with, and in which round."""

    seat: Seat
    sum: int
    round: int


class DuckStory(StoryFacts, frozen=True):
    """How rounds ended: for each seat, and the biggest hand that somebody was caught with."""

    divers: tuple[Divers, ...]
    caught: Caught | None


def tell(steps: Iterable[Step], standings: Sequence[Standing]) -> Tale:
    """See `StoryTeller.tell`."""
    seats = range(len(standings))
    won, lost, went_out = [0 for _ in seats], [0 for _ in seats], [0 for _ in seats]
    caught: Caught | None = None
    round_number, ended_by = 0, None
    for step in steps:
        for event in step.events:
            match event:
                case RoundBegan():
                    round_number, ended_by = event.round, None
                case WentOut():
                    ended_by = event.seat
                    went_out[event.seat] += 1
                case Dived():
                    ended_by = event.seat
                case DiveSucceeded():
                    won[event.seat] += 1
                case DiveFailed() | DiveFailedToGhost() | BluffFailed():
                    lost[event.seat] += 1
                case HandShown() if event.seat != ended_by and (caught is None or event.sum > caught.sum):
                    caught = Caught(event.seat, event.sum, round_number)
    divers = tuple(Divers(*counts) for counts in zip(won, lost, went_out, strict=True))
    facts = DuckStory(divers, caught)
    return Tale(tuple(_candidates(facts)), facts)


def _candidates(facts: DuckStory) -> list[Candidate]:
    found = []
    if facts.caught is not None and facts.caught.sum >= HEAVY_SUM:
        weight = min(85, 10 + 2 * facts.caught.sum)
        found.append(Candidate(weight, CaughtWith(facts.caught.seat, facts.caught.sum)))
    won, lost = [seat.won for seat in facts.divers], [seat.lost for seat in facts.divers]
    if (seat := most(lost, 1)) is not None:
        found.append(Candidate(min(90, 40 + 15 * lost[seat]), DivedBadly(seat, lost[seat])))
    if (seat := most(won, MANY_DIVES)) is not None:
        found.append(Candidate(min(80, 35 + 12 * won[seat]), DivedWell(seat, won[seat])))
    outs = [seat.went_out for seat in facts.divers]
    if (seat := most(outs, MANY_ROUNDS)) is not None:
        found.append(Candidate(min(75, 30 + 12 * outs[seat]), WentOutOften(seat, outs[seat])))
    return found


STORY = StoryTeller(tell, CaughtWith | DivedWell | DivedBadly | WentOutOften, DuckStory)
