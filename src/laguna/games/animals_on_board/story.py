"""What is worth telling of a game of Animals on Board: the pairs that Noah got, and the herds that sailed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from laguna.core.game import Standing
from laguna.core.record import Step
from laguna.core.story import Candidate, Highlight, StoryFacts, StoryTeller, Tale, most
from laguna.games.animals_on_board.components import PAIR
from laguna.games.animals_on_board.game import (
    Animal,
    ArkEmptied,
    ArkShown,
    Discarded,
    GroupSplit,
    GroupTaken,
    HiddenTaken,
    PairLeft,
    Species,
)

BIG_HERD = 4
MANY_SPLITS = 12


class PairsToNoah(Highlight, frozen=True):
    """A16: Noah got so many pairs of one player."""

    seat: int
    pairs: int


class HerdSailed(Highlight, frozen=True):
    """A18: the biggest herd of all, and whose it is."""

    seat: int
    species: Species
    animals: int


class EmptyArk(Highlight, frozen=True):
    """A16, A20: Noah got every animal of one player."""

    seat: int


class NoPairs(Highlight, frozen=True):
    """A16: only one player gave nothing to Noah."""

    seat: int


class SplitOften(Highlight, frozen=True):
    """A7: somebody split groups so many times, more often than anybody else."""

    seat: int
    splits: int


class Herd(msgspec.Struct, frozen=True):
    """A18: three or more of a species on an ark in the end."""

    species: Species
    animals: int


class Crew(msgspec.Struct, frozen=True):
    """What became of a seat's animals: the species of its lost pairs, its herds, and how many sailed or were left."""

    pairs: tuple[Species, ...]
    herds: tuple[Herd, ...]
    sailed: int
    discarded: int
    splits: int
    takes: int


class AnimalsStory(StoryFacts, frozen=True):
    """What became of everybody's animals, seat by seat."""

    crews: tuple[Crew, ...]


class _Counting:
    """What is counted of one seat."""

    def __init__(self) -> None:
        self.pairs: list[Species] = []
        self.ark: tuple[Animal, ...] = ()
        self.discarded = self.splits = self.takes = 0

    def crew(self) -> Crew:
        kinds = Counter(animal.species for animal in self.ark)
        herds = tuple(Herd(species, count) for species, count in kinds.items() if count > PAIR)
        return Crew(tuple(self.pairs), herds, len(self.ark), self.discarded, self.splits, self.takes)


def tell(steps: Iterable[Step], standings: Sequence[Standing]) -> Tale:
    """See `StoryTeller.tell`."""
    seats = [_Counting() for _ in standings]
    emptied: list[int] = []
    for step in steps:
        for event in step.events:
            match event:
                case PairLeft():
                    seats[event.seat].pairs.append(event.tiles[0].species)
                case Discarded():
                    seats[event.seat].discarded += len(event.tiles)
                case ArkShown():
                    seats[event.seat].ark = event.tiles
                case ArkEmptied():
                    emptied.append(event.seat)
                case GroupSplit():
                    seats[event.seat].splits += 1
                case GroupTaken() | HiddenTaken():
                    seats[event.seat].takes += 1
    facts = AnimalsStory(tuple(seat.crew() for seat in seats))
    empty = [Candidate(100, EmptyArk(seat)) for seat in emptied]
    return Tale((*empty, *_candidates(facts)), facts)


def _candidates(facts: AnimalsStory) -> list[Candidate]:
    found = []
    pairs = [len(crew.pairs) for crew in facts.crews]
    if (seat := most(pairs, 1)) is not None:
        found.append(Candidate(min(95, 40 + 14 * pairs[seat]), PairsToNoah(seat, pairs[seat])))
    herds = [(herd.animals, seat, herd.species) for seat, crew in enumerate(facts.crews) for herd in crew.herds]
    sizes = [animals for animals, _, _ in herds]
    if herds and sizes.count(max(sizes)) == 1 and max(sizes) >= BIG_HERD:
        animals, seat, species = max(herds)
        found.append(Candidate(min(90, 30 + 8 * animals), HerdSailed(seat, species, animals)))
    if pairs.count(0) == 1:
        found.append(Candidate(55, NoPairs(pairs.index(0))))
    splits = [crew.splits for crew in facts.crews]
    if (seat := most(splits, MANY_SPLITS)) is not None:
        found.append(Candidate(30, SplitOften(seat, splits[seat])))
    return found


STORY = StoryTeller(tell, PairsToNoah | HerdSailed | EmptyArk | NoPairs | SplitOften, AnimalsStory)
