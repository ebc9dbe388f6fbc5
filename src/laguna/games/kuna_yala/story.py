"""What is worth telling of a game of Kuna Yala: whose fish were eaten or cursed, and who fed whom unknowingly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from laguna.core.game import Standing
from laguna.core.record import Step
from laguna.core.story import Candidate, Highlight, StoryFacts, StoryTeller, Tale, most
from laguna.games.kuna_yala.game import (
    Card,
    Colour,
    Cursed,
    FishDied,
    FishEaten,
    LaidAway,
    OneFish,
    TokenRevealed,
    TwoFish,
)

MANY_EATEN = 3
MANY_DIED = 3
MANY_GIFTS = 3
MANY_OWN = 2


class SharksAte(Highlight, frozen=True):
    """K10: one player's sharks ate so many fish."""

    seat: int
    fish: int


class CurseStruck(Highlight, frozen=True):
    """K13: in one player's shoal the curse took so many fish."""

    seat: int
    fish: int


class OwnColourEaten(Highlight, frozen=True):
    """K10, K16: somebody's sharks ate fish of their own secret colour."""

    seat: int
    colour: Colour
    fish: int


class FedUnknowingly(Highlight, frozen=True):
    """K5, K16: others laid fish of somebody's secret colour into their shoal."""

    seat: int
    colour: Colour
    fish: int


class KunaYalaStory(StoryFacts, frozen=True):
    """Who had which colour, and what became of the fish. A card with two counts as two."""

    colours: tuple[Colour, ...]
    """K3: everybody's secret colour."""
    eaten: tuple[tuple[int, ...], ...]
    """K10: `eaten[by][shoal]`: the fish that a seat's sharks ate in somebody's shoal."""
    curses: tuple[int, ...]
    """K13: how often the curse struck each shoal."""
    died: tuple[int, ...]
    """K13: the fish that it took there."""
    gifts: tuple[tuple[int, ...], ...]
    """K5: `gifts[by][shoal]`: the fish that a seat laid into somebody's shoal in the very colour of its owner."""


def fish_on(card: Card) -> int:
    """K2: how many fish a card has."""
    match card:
        case OneFish():
            return 1
        case TwoFish():
            return 2
        case _:
            return 0


def _colour_of(card: Card) -> Colour | None:
    return card.colour if isinstance(card, OneFish | TwoFish) else None


def tell(steps: Iterable[Step], standings: Sequence[Standing]) -> Tale:
    """See `StoryTeller.tell`."""
    seats = range(len(standings))
    colours: dict[int, Colour] = {}
    meals: list[FishEaten] = []
    laid: list[LaidAway] = []
    curses, died = [0 for _ in seats], [0 for _ in seats]
    for step in steps:
        for event in step.events:
            match event:
                case TokenRevealed():
                    colours[event.seat] = event.colour
                case FishEaten():
                    meals.append(event)
                case LaidAway():
                    laid.append(event)
                case Cursed():
                    curses[event.seat] += 1
                case FishDied():
                    died[event.place.seat] += fish_on(event.card)
    gifts = [each for each in laid if _colour_of(each.card) == colours[each.place.seat]]
    facts = KunaYalaStory(
        tuple(colours[seat] for seat in seats),
        _by_shoal(meals, len(seats)),
        tuple(curses),
        tuple(died),
        _by_shoal(gifts, len(seats)),
    )
    own = [
        sum(fish_on(meal.card) for meal in meals if meal.seat == seat and _colour_of(meal.card) == colours[seat])
        for seat in seats
    ]
    return Tale(tuple(_candidates(facts, own)), facts)


def _by_shoal(found: Sequence[FishEaten] | Sequence[LaidAway], seats: int) -> tuple[tuple[int, ...], ...]:
    """Fish by who did it and in whose shoal."""
    fish = [[0] * seats for _ in range(seats)]
    for each in found:
        fish[each.seat][each.place.seat] += fish_on(each.card)
    return tuple(map(tuple, fish))


def _candidates(facts: KunaYalaStory, own: Sequence[int]) -> list[Candidate]:
    """`own`: the fish of their own colour that each seat's sharks ate."""
    found = []
    if (seat := most(own, MANY_OWN)) is not None:
        found.append(Candidate(min(90, 55 + 8 * own[seat]), OwnColourEaten(seat, facts.colours[seat], own[seat])))
    eaten = [sum(row) for row in facts.eaten]
    if (seat := most(eaten, MANY_EATEN)) is not None:
        found.append(Candidate(min(80, 25 + 5 * eaten[seat]), SharksAte(seat, eaten[seat])))
    if (seat := most(facts.died, MANY_DIED)) is not None:
        found.append(Candidate(min(85, 35 + 5 * facts.died[seat]), CurseStruck(seat, facts.died[seat])))
    fed = [sum(column) for column in zip(*facts.gifts, strict=True)]
    if (seat := most(fed, MANY_GIFTS)) is not None:
        found.append(Candidate(min(85, 35 + 5 * fed[seat]), FedUnknowingly(seat, facts.colours[seat], fed[seat])))
    return found


STORY = StoryTeller(tell, SharksAte | CurseStruck | OwnColourEaten | FedUnknowingly, KunaYalaStory)
