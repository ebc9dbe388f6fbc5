"""What is worth telling of a game of Mahé: who rode on whom, and who laid eggs from somebody else's back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from laguna.core.game import Seat, Standing
from laguna.core.record import Step
from laguna.core.story import Candidate, Highlight, StoryFacts, StoryTeller, Tale, most
from laguna.games.mahe.game import BeachWon, EggsLaid, Moved, Sank
from laguna.games.mahe.rules import LAST_FIELD, NOBODY, Mahe

LONG_RIDE_FIELDS = 12
MANY_FIELDS = 20
MANY_BUSTS = 3


class Stowaway(Highlight, frozen=True):
    """M10: somebody rode so many fields on one other player's turtles."""

    seat: int
    carrier: Seat
    fields: int


class Ferry(Highlight, frozen=True):
    """M10: somebody carried the others so many fields in all."""

    seat: int
    fields: int


class EggsFromAbove(Highlight, frozen=True):
    """M15: somebody laid so many eggs from somebody else's back."""

    seat: int
    eggs: int


class BackToRaft(Highlight, frozen=True):
    """M8: somebody's turtles went past 7 so many times."""

    seat: int
    times: int


class BeachDecided(Highlight, frozen=True):
    """M18: somebody won, and would not have without the beach."""

    seat: int
    eggs: int


class MaheStory(StoryFacts, frozen=True):
    """Who carried whom, and what came of it, seat by seat."""

    carried: tuple[tuple[int, ...], ...]
    """M10: `carried[carrier][rider]`, in fields, on the turtles that walked. One's own other turtle counts as well."""
    eggs_from_above: tuple[int, ...]
    """M15: eggs laid while riding somebody else's turtle."""
    busts: tuple[int, ...]
    """M8: how often one's turtle went past 7 in its own move."""


def fields_walked(start: int, field: int) -> int:
    """M10, M11: how far a turtle went; a whole lap where it is back on its field."""
    return (field - start) % LAST_FIELD or LAST_FIELD


def _riders(rider: Sequence[int], turtle: int) -> list[int]:
    """The turtles on the back of this one, from below."""
    found = []
    while (turtle := rider[turtle]) != NOBODY:
        found.append(turtle)
    return found


def tell(steps: Iterable[Step], standings: Sequence[Standing]) -> Tale:
    """See `StoryTeller.tell`."""
    seats = range(len(standings))
    carried = [[0 for _ in seats] for _ in seats]
    eggs_from_above, busts = [0 for _ in seats], [0 for _ in seats]
    rider: list[int] = []
    for step in steps:
        s: Mahe = step.table.state
        walker = NOBODY
        for event in step.events:
            match event:
                case Moved():
                    walker = s.owner[event.turtle]
                    for turtle in _riders(rider, event.turtle):
                        carried[walker][s.owner[turtle]] += fields_walked(event.start, event.field)
                case Sank():
                    busts[s.owner[event.turtle]] += 1
                case EggsLaid() | BeachWon() if s.owner[event.turtle] != walker:
                    eggs_from_above[s.owner[event.turtle]] += event.eggs
        rider = list(s.rider)
    facts = MaheStory(tuple(map(tuple, carried)), tuple(eggs_from_above), tuple(busts))
    return Tale(tuple(_candidates(facts, standings)), facts)


def _candidates(facts: MaheStory, standings: Sequence[Standing]) -> list[Candidate]:
    found = []
    rides = [
        (fields, rider, carrier)
        for carrier, row in enumerate(facts.carried)
        for rider, fields in enumerate(row)
        if rider != carrier
    ]
    fields, rider, carrier = max(rides)
    if fields >= LONG_RIDE_FIELDS:
        found.append(Candidate(min(90, 30 + fields), Stowaway(rider, carrier, fields)))
    if (seat := most(facts.eggs_from_above, 1)) is not None:
        eggs = facts.eggs_from_above[seat]
        found.append(Candidate(min(95, 30 + 4 * eggs), EggsFromAbove(seat, eggs)))
    totals = [sum(row) - row[seat] for seat, row in enumerate(facts.carried)]
    if (seat := most(totals, MANY_FIELDS)) is not None:
        found.append(Candidate(min(85, 20 + totals[seat]), Ferry(seat, totals[seat])))
    if (seat := most(facts.busts, MANY_BUSTS)) is not None:
        found.append(Candidate(min(60, 20 + 3 * facts.busts[seat]), BackToRaft(seat, facts.busts[seat])))
    return [*found, *_beach(standings)]


def _beach(standings: Sequence[Standing]) -> list[Candidate]:
    """M18: whether the last prize made the winner."""
    winners = [standing for standing in standings if standing.place == 1]
    others = [standing.score for standing in standings if standing.place > 1]
    if len(winners) > 1 or not winners[0].parts["beach"] or winners[0].parts["cards"] >= max(others):
        return []
    return [Candidate(60, BeachDecided(winners[0].seat, winners[0].parts["beach"]))]


STORY = StoryTeller(tell, Stowaway | Ferry | EggsFromAbove | BackToRaft | BeachDecided, MaheStory)
