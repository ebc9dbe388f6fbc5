"""Advice for Kuna Yala: whose fish, which curse, how many corals, and how sure that is."""

from __future__ import annotations

from math import comb
from typing import cast

from laguna.core.advice import Advice, ChanceToWin, Chapters, Expected, HintWriter, Saying, outcome, percent
from laguna.core.bot import Thought
from laguna.core.ruled import RuledTable
from laguna.games.kuna_yala import card_faces, components, free_places, laying, scoring
from laguna.games.kuna_yala.components import CORAL, EAST, FISH, OCTOPUS, PLACES, SEA, SHARK, SOUTH, KunaYala
from laguna.games.kuna_yala.game import COLOURS, Colour, KunaYalaOptions, Lay, TurnBegan, encode
from laguna.games.kuna_yala.heuristics import PER_MILLE, chance, deal_chances
from laguna.games.kuna_yala.told_moves import ToldMoves, describe

REASONS = 3
TURNED_UP = 2
"""How many cards come on the table after a turn."""
SELDOM = 15
"""What happens in at most so many percent of all cases is called seldom."""
CLEAR = 60
"""From so many percent on, a guess at a secret colour is worth telling."""

Dangers = dict[int, set[int]]
"""For the place of each fish card of one's colour that one more card could kill: those cards (K13)."""


# Nudges


class LookForOwnFish(Saying, frozen=True):
    """K16: fish of one's colour are visible."""


class LookForTwins(Saying, frozen=True):
    """K13: two of a floor side by side, waiting for the third."""


class LookForDanger(Saying, frozen=True):
    """K13: own fish are one card away from the curse."""


class LookAtCorals(Saying, frozen=True):
    """K12: who has the most?"""


class LookAtSharks(Saying, frozen=True):
    """K10, K16: what a shark takes, and what it gives."""


class LookAhead(Saying, frozen=True):
    """K5: what is left is for the next player."""

    seat: int


# Reasons


class OwnFish(Saying, frozen=True):
    """K16: so many fish of one's colour."""

    fish: int


class OutOfReach(Saying, frozen=True):
    """K13: there no single card can kill them."""


class HardlyReached(Saying, frozen=True):
    """K13: how unlikely a card that kills them is among the next two."""

    percent: int


class CurseStrikes(Saying, frozen=True):
    """K13: so many fish die, and so many of them are of one's own colour."""

    fish: int
    own: int


class Saves(Saying, frozen=True):
    """K13: so many own fish are no longer one card away from the curse; how likely it was among the next two."""

    fish: int
    percent: int


class SavesAtOnce(Saying, frozen=True):
    """K13: so many own fish are out of danger, and a card that kills them is visible already."""

    fish: int


class MostCorals(Saying, frozen=True):
    """K12: so many corals, the others at most so many; how likely an octopus is among the next two cards."""

    corals: int
    most: int
    percent: int


class SharkTakes(Saying, frozen=True):
    """K10: so many fish of a colour."""

    fish: int
    colour: Colour


class Believed(Saying, frozen=True):
    """K18: whose colour it probably is, by what they did."""

    seat: int
    colour: Colour
    percent: int


class Majority(Saying, frozen=True):
    """K16: one's colour then leads at home by so many."""

    lead: int


Nudges = LookForOwnFish | LookForTwins | LookForDanger | LookAtCorals | LookAtSharks | LookAhead
Reasons = (
    OwnFish
    | OutOfReach
    | HardlyReached
    | CurseStrikes
    | Saves
    | SavesAtOnce
    | MostCorals
    | SharkTakes
    | Believed
    | Majority
    | Expected
    | ChanceToWin
)
Sayings = Nudges | Reasons


def advise(table: RuledTable[KunaYala, KunaYalaOptions], seat: int, thought: Thought) -> Advice:
    """What to tell an asked seat about its best move, without naming it."""
    s = table.state
    action = cast("int", encode(s, cast("Lay", thought.considered[0].move)))
    after = s.copy()
    laying.lay(after, action // PLACES, action % PLACES)
    about = _about_card(s, after, seat, action)
    reasons = [*about[:1], *_saved(s, after, seat), *_majority(s, after, seat), *about[1:]][: REASONS - 1]
    return Advice(_nudge(s, after, seat, action), (*reasons, outcome(thought, seat)))


def _nudge(s: KunaYala, after: KunaYala, seat: int, action: int) -> Nudges:
    card = s.visible[action // PLACES]
    if _killed(s, after) and card != SHARK:
        return LookForTwins()
    if _saved(s, after, seat):
        return LookForDanger()
    if card == SHARK:
        return LookAtSharks()
    if card == CORAL:
        return LookAtCorals()
    return LookForOwnFish() if card_faces.colour_of(card) == s.colour[seat] else LookAhead((seat + 1) % s.players)


def _about_card(s: KunaYala, after: KunaYala, seat: int, action: int) -> list[Reasons]:
    """What the card itself brings."""
    card, place = s.visible[action // PLACES], action % PLACES
    if card == SHARK:
        return _shark(s, seat, s.sea[place])
    if card == CORAL:
        return _coral(s, after, seat) if place // SEA == seat else []
    killed = _killed(s, after)
    if killed:
        return _curse(s, after, seat, killed)
    colour = card_faces.colour_of(card)
    if colour != s.colour[seat]:
        return []
    strikers = dangers(after, seat).get(place)
    risk = percent_to_come(after, strikers) if strikers else 0
    reach: list[Reasons] = [HardlyReached(risk)] if strikers else [OutOfReach()]
    return [OwnFish(card_faces.count_on(card)), *(reach if risk <= SELDOM else [])]


def _shark(s: KunaYala, seat: int, eaten: int) -> list[Reasons]:
    colour = card_faces.colour_of(eaten)
    if colour == s.colour[seat]:
        return []
    return [SharkTakes(card_faces.count_on(eaten), COLOURS[colour]), *_believed(s, seat, colour)]


def _coral(s: KunaYala, after: KunaYala, seat: int) -> list[Reasons]:
    most = max(s.corals[other] for other in range(s.players) if other != seat)
    return [MostCorals(after.corals[seat], most, percent_to_come(s, {OCTOPUS}))] if after.corals[seat] >= most else []


def _curse(s: KunaYala, after: KunaYala, seat: int, killed: int) -> list[Reasons]:
    struck = [after.killed[s.active][colour] - s.killed[s.active][colour] for colour in range(components.COLOURS)]
    worst = max((colour for colour in range(components.COLOURS) if colour != s.colour[seat]), key=struck.__getitem__)
    if struck[s.colour[seat]] >= struck[worst]:
        return []
    return [CurseStrikes(killed, struck[s.colour[seat]]), *_believed(s, seat, worst)]


def _believed(s: KunaYala, seat: int, colour: int) -> list[Reasons]:
    """Who probably has a colour, if that is clear enough."""
    deals = deal_chances(s, seat)
    guesses = [(percent(chance(s, seat, deals, other, colour) / PER_MILLE), other) for other in range(s.players)]
    sure, other = max(guesses)
    return [Believed(other, COLOURS[colour], sure)] if sure >= CLEAR and other != seat else []


def _saved(s: KunaYala, after: KunaYala, seat: int) -> list[Reasons]:
    """Own fish that are out of danger after the move, and alive."""
    before, later = dangers(s, seat), dangers(after, seat)
    saved = [place for place in before if place not in later and after.sea[place] == s.sea[place]]
    if not saved:
        return []
    fish = sum(card_faces.count_on(s.sea[place]) for place in saved)
    strikers = {card for place in saved for card in before[place]}
    if any(card in strikers for card in after.visible):
        return [SavesAtOnce(fish)]
    return [Saves(fish, percent_to_come(s, strikers))]


def _majority(s: KunaYala, after: KunaYala, seat: int) -> list[Reasons]:
    """The majority at home, if the move wins it."""
    if scoring.majority_points(after, seat) <= scoring.majority_points(s, seat):
        return []
    mine = s.colour[seat]
    most = max(after.fish[seat][colour] for colour in range(components.COLOURS) if colour != mine)
    return [Majority(after.fish[seat][mine] - most)]


def _killed(s: KunaYala, after: KunaYala) -> int:
    """How many fish the move kills."""
    return sum(after.killed[s.active]) - sum(s.killed[s.active])


def percent_to_come(s: KunaYala, cards: set[int]) -> int:
    """How likely at least one of these cards is among the next two that are turned up.

    An octopus makes way for another card (K12), so it counts only where it is asked for.
    """
    unseen = sum(s.unseen) - (0 if OCTOPUS in cards else s.unseen[OCTOPUS])
    wanted = sum(s.unseen[card] for card in cards)
    return percent(1 - comb(unseen - wanted, TURNED_UP) / comb(unseen, TURNED_UP)) if unseen >= TURNED_UP else 0


def dangers(s: KunaYala, seat: int) -> Dangers:
    """K13: which of a seat's fish one more card could kill, in any shoal, and which cards those are."""
    found: Dangers = {}
    for shoal in range(s.players):
        for number in range(s.edges[shoal]):
            for floor in range(components.FLOORS):
                cards = {1 + f for f in range(floor, FISH, components.FLOORS) if s.suits[shoal][number] >> f & 1}
                if cards:
                    for place in _struck(s, s.edge[shoal][number], floor):
                        if card_faces.colour_of(s.sea[place]) == s.colour[seat]:
                            found.setdefault(place, set()).update(cards, {card + FISH for card in cards})
    return found


def _struck(s: KunaYala, edge: int, floor: int) -> list[int]:
    """K13: the places of the fish cards that die if a fish of this floor is laid on a free place."""
    dead: list[int] = []
    for axis in (EAST, SOUTH):
        run = [*_run(s, edge, axis, floor), *_run(s, edge, axis + 2, floor)]
        if len(run) >= components.RUN - 1:
            dead += run
    return dead


def _run(s: KunaYala, place: int, side: int, floor: int) -> list[int]:
    """K13: the places of the cards of a floor that follow on a side, unbroken."""
    run: list[int] = []
    place = free_places.beside(place, side)
    while card_faces.is_fish(s.sea[place]) and card_faces.floor_of(s.sea[place]) == floor:
        run.append(place)
        place = free_places.beside(place, side)
    return run


HINTS = HintWriter(advise, Sayings | ToldMoves, describe, chapters=Chapters(TurnBegan, "turn"))
