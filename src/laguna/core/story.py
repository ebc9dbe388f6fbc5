"""What is worth telling of a finished game: facts from its record, spoken by the games' words.

A story is told of what really happened, once the game is over and nothing of it is secret any more. What a game has to
tell beyond who won, its plug-in brings as a `StoryTeller`; of any other game the standings are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import msgspec

from laguna.core.game import Game, Seat, Standing, snake
from laguna.core.record import Record, Step, replay

MAX_HIGHLIGHTS = 6
"""So many highlights a story has at most."""
USUAL_WEIGHT = 20
"""What who won weighs. A game's own highlights weigh more where they are worth more than that: up to 100."""


class Highlight(msgspec.Struct, frozen=True, tag_field="tells", tag=snake):
    """One thing worth telling: its facts. The words stand in the game's `[story]` under the name of the class.

    A highlight with a `seat` is about whoever sits there, and has another sentence, `…_you`, to tell it to them.
    """


class Candidate(msgspec.Struct, frozen=True):
    """A highlight and how much it has to tell, from 1 to 100."""

    weight: int
    highlight: Highlight


class StoryFacts(msgspec.Struct, frozen=True):
    """What a game counted, for whoever draws its end."""


class Tale(msgspec.Struct, frozen=True):
    """What a game itself has to tell: highlights in any order, and what it counted."""

    candidates: tuple[Candidate, ...]
    facts: StoryFacts | None = None


class Story(msgspec.Struct, frozen=True):
    """What is worth telling of a finished game.

    `candidates` begin with the most telling one and are never empty. `winners` share the first place; `moves` is how
    many were made.
    """

    winners: tuple[Seat, ...]
    moves: int
    candidates: tuple[Candidate, ...]
    facts: StoryFacts | None


@dataclass(frozen=True)
class StoryTeller:
    """What tells the stories of one game."""

    tell: Callable[[Iterable[Step], Sequence[Standing]], Tale]
    """`tell(steps, standings)`: from a whole game, played again step by step, and how it ended. Tables are live."""
    highlights: Any
    """The union of all its highlights."""
    facts: type[StoryFacts]


# What can be told of every game


class WonBy(Highlight, frozen=True):
    """Somebody won, so many points before the next."""

    seat: int
    points: int


class WonNarrowly(Highlight, frozen=True):
    """Somebody won with no more points than the next."""

    seat: int


class WonTogether(Highlight, frozen=True):
    """Several share the first place: equals, or a team."""

    winners: tuple[Seat, ...]


class PlayedOn(Highlight, frozen=True):
    """So many moves were made."""

    moves: int


COMMON = WonBy | WonNarrowly | WonTogether | PlayedOn
"""The highlights of games that bring none of their own; they come along with the others."""


def _no_tale(steps: Iterable[Step], standings: Sequence[Standing]) -> Tale:
    del steps, standings
    return Tale(())


PLAIN_STORY = StoryTeller(_no_tale, COMMON, StoryFacts)
"""For games that bring no story of their own."""


def story_of(record: Record, games: Mapping[str, Game[Any, Any, Any]], teller: StoryTeller | None) -> Story:
    """The story of a finished game, which is played again for it. Raises `BadRecord` if its record does not hold."""
    standings = record.end.standings
    moves = len(record.moves)
    tale = (teller or PLAIN_STORY).tell(replay(record, games), standings)
    found = sorted((*tale.candidates, *_usual(standings, moves)), key=lambda each: -each.weight)
    return Story(_winners(standings), moves, tuple(found[:MAX_HIGHLIGHTS]), tale.facts)


def highlights_of(teller: StoryTeller | None) -> tuple[type[Highlight], ...]:
    """All that may be told of a game: its own highlights, and those that all games share."""
    own = (teller or PLAIN_STORY).highlights
    return tuple(dict.fromkeys((*(get_args(own) or (own,)), *get_args(COMMON))))


def most(counts: Sequence[int], least: int) -> int | None:
    """The seat that alone has the most of something, and at least so much; None: there is no such seat."""
    best = max(counts)
    return counts.index(best) if best >= least and counts.count(best) == 1 else None


def _winners(standings: Sequence[Standing]) -> tuple[int, ...]:
    return tuple(standing.seat for standing in standings if standing.place == 1)


def _usual(standings: Sequence[Standing], moves: int) -> list[Candidate]:
    """Who won and how, and how long it took."""
    played_on = Candidate(1, PlayedOn(moves))
    winners = _winners(standings)
    if len(winners) > 1:
        return [Candidate(USUAL_WEIGHT, WonTogether(winners)), played_on]
    scores = {standing.seat: standing.score for standing in standings}
    margin = scores[winners[0]] - max(score for seat, score in scores.items() if seat not in winners)
    won = WonBy(winners[0], margin) if margin > 0 else WonNarrowly(winners[0])
    return [Candidate(USUAL_WEIGHT, won), played_on]
