"""Advice for Duck: sums and turns, whether everybody else has more, and what the draw pile may bring."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb
from typing import NamedTuple, cast

from laguna.core.advice import Advice, ChanceToWin, Chapters, Expected, HintWriter, Saying, outcome, percent
from laguna.core.bot import Thought
from laguna.core.ruled import RuledTable
from laguna.games.duck import card_piles, drawing, melds, secrecy
from laguna.games.duck.card_piles import value_of
from laguna.games.duck.components import (
    DIVE,
    DIVE_AT_MOST,
    DRAW,
    GHOST,
    GREEN_SIDE,
    HIGHEST,
    KINDS,
    LOWEST,
    NO_CARD,
    RED_SIDE,
    RUN,
    SHORTEST_RUN,
    TAKE,
    VALUES,
    WHERE_TO_DRAW,
    Duck,
)
from laguna.games.duck.game import (
    Dive,
    Draw,
    DuckMove,
    DuckOptions,
    Play,
    RoundBegan,
    Take,
    TakeFromGhost,
    cards_of_action,
    encode,
)
from laguna.games.duck.heuristics import highest_in, left_after, turns_to_empty
from laguna.games.duck.told_moves import ToldMoves, describe

REASONS = 3
FEW = 2
"""Who has no more cards than this may end the round soon."""
NOTHING = 1e-9
WORTH_TELLING = 5
"""A danger of fewer percent is none."""
RATHER_YES = 50
"""From so many percent on, something rather happens than not."""
LIGHTER = 0.85
"""Everybody lays high cards first: with every point a card is so much less likely to be in a hand still.

Without that a dive looks 10 to 20 percent safer than it turns out to be."""


# Nudges


class LookAtSum(Saying, frozen=True):
    """D11: the sum allows a dive. Who could have less?"""

    sum: int


class LookForWayOut(Saying, frozen=True):
    """D10: the whole hand goes together."""


class LookForGroups(Saying, frozen=True):
    """D6, D7: some cards go together."""


class LookAtHeavyCards(Saying, frozen=True):
    """D2, D12: what weighs most in hand."""


class LookAtTops(Saying, frozen=True):
    """D9: which visible card goes with the hand, if any."""


# Reasons


class DiveOdds(Saying, frozen=True):
    """D13, D14: how likely everybody has more than this sum; the points if so, and the penalty if not."""

    speaks_for = (Dive,)

    sum: int
    percent: int
    points: int
    penalty: int


class DiveTooRisky(Saying, frozen=True):
    """D13, D14: how unlikely everybody has more than this sum, and the penalty for a dive that fails."""

    speaks_for = (Play,)

    sum: int
    percent: int
    penalty: int


class Rival(Saying, frozen=True):
    """D14: who is likeliest to have this sum or less, with how many cards, and how likely that is."""

    speaks_for = (Play,)

    seat: int
    cards: int
    sum: int
    percent: int


class GhostRival(Saying, frozen=True):
    """D20, D21: what the ghost's pile is worth, and how likely the ghost has this sum or less."""

    speaks_for = (Play,)

    pile: int
    sum: int
    percent: int


class EndsAtOnce(Saying, frozen=True):
    """D23: the penalty is sure, but nobody else plays in this round."""

    speaks_for = (Dive,)

    penalty: int


class EmptiesHand(Saying, frozen=True):
    """D10: the round ends with the green lifebuoy."""

    speaks_for = (Play,)

    points: int


class Leaves(Saying, frozen=True):
    """D2: the sum before and after, and in how many turns the rest can be laid down."""

    speaks_for = (Play,)

    before: int
    sum: int
    turns: int


class DiveInReach(Saying, frozen=True):
    """D11: how likely the sum allows a dive after a card from the draw pile."""

    speaks_for = (Play,)

    percent: int


class NearlyOut(Saying, frozen=True):
    """D10: who has so few cards that the round may end soon."""

    speaks_for = (Play, Dive)

    seat: int
    cards: int


class Denies(Saying, frozen=True):
    """D8, D9: the other end of the run would go with cards that a neighbour is known to hold."""

    speaks_for = (Play,)

    seat: int


class NoTurnMore(Saying, frozen=True):
    """The hand, with the card, can still be laid down in so many turns."""

    speaks_for = (Take, TakeFromGhost)

    turns: int


class NothingFits(Saying, frozen=True):
    """Every visible card needs a turn of its own."""

    speaks_for = (Draw,)


class UnseenFits(Saying, frozen=True):
    """How likely a card from the draw pile needs no turn of its own."""

    speaks_for = (Draw,)

    percent: int


class UnseenHeavier(Saying, frozen=True):
    """How likely a card from the draw pile is worth more than the card in question."""

    speaks_for = (Take, TakeFromGhost)

    percent: int


class UnseenLighter(Saying, frozen=True):
    """How likely a card from the draw pile is worth less than every visible one."""

    speaks_for = (Draw,)

    percent: int


Nudges = LookAtSum | LookForWayOut | LookForGroups | LookAtHeavyCards | LookAtTops
Reasons = (
    DiveOdds
    | DiveTooRisky
    | Rival
    | GhostRival
    | EndsAtOnce
    | EmptiesHand
    | Leaves
    | DiveInReach
    | NearlyOut
    | Denies
    | NoTurnMore
    | NothingFits
    | UnseenFits
    | UnseenHeavier
    | UnseenLighter
    | Expected
    | ChanceToWin
)
Sayings = Nudges | Reasons


def advise(table: RuledTable[Duck, DuckOptions], seat: int, thought: Thought) -> Advice:
    """What to tell an asked seat about its best move, without naming it."""
    s = table.state
    action = cast("int", encode(cast("DuckMove", thought.considered[0].move)))
    unseen = Unseen(s, seat)
    if s.asking == WHERE_TO_DRAW:
        reasons = _drawing(s, seat, unseen, action)
    elif action == DIVE:
        reasons = _dive(s, seat, unseen)
    else:
        reasons = _play(s, seat, unseen, action)
    return Advice(_nudge(s, seat, action), (*reasons[: REASONS - 1], outcome(thought, seat)))


def _nudge(s: Duck, seat: int, action: int) -> Nudges:
    """Where to look. The same whether to dive or not, and wherever to draw: else it would be the move."""
    if s.asking == WHERE_TO_DRAW:
        return LookAtTops()
    hand = card_piles.hand_number(s, seat)
    if turns_to_empty(hand) == 1:
        return LookForWayOut()
    if action == DIVE or s.sum[seat] <= DIVE_AT_MOST:
        return LookAtSum(s.sum[seat])
    return LookForGroups() if len(cards_of_action(action)) > 1 else LookAtHeavyCards()


# Diving and playing


def _dive(s: Duck, seat: int, unseen: Unseen) -> list[Reasons]:
    if s.sum[seat] > DIVE_AT_MOST:
        return [EndsAtOnce(RED_SIDE[s.round])]
    points = GREEN_SIDE[s.round] + highest_in(card_piles.hand_number(s, seat))
    odds = DiveOdds(s.sum[seat], percent(unseen.all_have_more(s.sum[seat])), points, RED_SIDE[s.round])
    return [odds, *_nearly_out(s, unseen)]


def no_dive(s: Duck, seat: int, unseen: Unseen) -> list[Reasons]:
    """Why one had better not dive yet, though one may: it rather fails, and by whom."""
    odds = percent(unseen.all_have_more(s.sum[seat]))
    if s.sum[seat] > DIVE_AT_MOST or odds >= RATHER_YES:
        return []
    rival = worst_rival(s, seat, unseen)
    risky = DiveTooRisky(s.sum[seat], odds, RED_SIDE[s.round])
    return [risky, *([rival] if rival.percent >= WORTH_TELLING else [])]


def worst_rival(s: Duck, seat: int, unseen: Unseen) -> Rival | GhostRival:
    """Whoever is likeliest to have as little."""
    total = s.sum[seat]
    less, rival = max((1 - unseen.has_more(other, total), other) for other in unseen.others)
    if s.players == 2:
        ghost = 1 - unseen.ghost_has_more(total)
        if ghost > less:
            return GhostRival(s.sum[GHOST], total, percent(ghost))
    return Rival(rival, s.held[rival], total, percent(less))


def _play(s: Duck, seat: int, unseen: Unseen, action: int) -> list[Reasons]:
    """What a set or a run leaves, most telling first."""
    left = left_after(card_piles.hand_number(s, seat), action)
    if left == 0:
        return [EmptiesHand(GREEN_SIDE[s.round])]
    risky = no_dive(s, seat, unseen)
    reasons: list[Reasons] = risky[:1]
    total = sum((left >> 2 * card & 3) * value_of(card) for card in range(KINDS))
    reasons.append(Leaves(s.sum[seat], total, turns_to_empty(left)))
    reasons += _denied(s, seat, action)
    if total <= DIVE_AT_MOST and s.draw_pile > 0:
        reasons.append(DiveInReach(percent(unseen.drawn(lambda card: total + value_of(card) <= DIVE_AT_MOST))))
    return [*reasons, *risky[1:], *_nearly_out(s, unseen)]


def _nearly_out(s: Duck, unseen: Unseen) -> list[Reasons]:
    cards, other = min((s.held[other], other) for other in unseen.others)
    return [NearlyOut(other, cards)] if cards <= FEW else []


def _denied(s: Duck, seat: int, action: int) -> list[Reasons]:
    """Which neighbour would like the other end of a run better."""
    if action < RUN:
        return []
    first = melds.run_colour(action) * VALUES
    ends = {LOWEST: first + melds.run_low(action), HIGHEST: first + melds.run_high(action)}
    top = ends.pop(melds.run_top(action))
    (other_end,) = ends.values()
    for neighbour in (drawing.left_of(s, seat), drawing.right_of(s, seat)):
        if neighbour != GHOST and _goes_with(s, neighbour, other_end) > _goes_with(s, neighbour, top):
            return [Denies(neighbour)]
    return []


def _goes_with(s: Duck, player: int, card: int) -> int:
    """How many cards that a player is known to hold may go with this one in a set or a run (D6, D7)."""
    return sum(
        s.known[player][other]
        for other in range(KINDS)
        if value_of(other) == value_of(card)
        or (other // VALUES == card // VALUES and abs(value_of(other) - value_of(card)) < SHORTEST_RUN)
    )


# Drawing


def _drawing(s: Duck, seat: int, unseen: Unseen, action: int) -> list[Reasons]:
    """Why a visible card is better than an unseen one, or not."""
    hand = card_piles.hand_number(s, seat)
    turns = turns_to_empty(hand)

    def fits(card: int) -> bool:
        return turns_to_empty(hand + (1 << 2 * card)) <= turns

    places = {drawing.left_of(s, seat), drawing.right_of(s, seat)}
    visible = {place: s.pile[place][s.height[place] - 1] for place in places if s.height[place]}
    unknown: list[Reasons] = [UnseenFits(percent(unseen.drawn(fits)))] if s.draw_pile > 0 else []
    if action == DRAW:
        return [*_passed_over(list(visible.values()), unseen, fits), *unknown]
    card = visible[action - TAKE]
    found: list[Reasons] = [NoTurnMore(turns_to_empty(hand + (1 << 2 * card)))] if fits(card) else []
    heavier = percent(unseen.drawn(lambda other: value_of(other) > value_of(card))) if s.draw_pile > 0 else 0
    return [*found, *([UnseenHeavier(heavier)] if heavier >= RATHER_YES else [])]


def _passed_over(visible: list[int], unseen: Unseen, fits: Callable[[int], bool]) -> list[Reasons]:
    """What is wrong with the visible cards."""
    if not visible:
        return []
    if not any(fits(card) for card in visible):
        return [NothingFits()]
    least = min(value_of(card) for card in visible)
    lighter = percent(unseen.drawn(lambda card: value_of(card) < least))
    return [UnseenLighter(lighter)] if lighter >= RATHER_YES else []


# What a seat cannot see


class Deal(NamedTuple):
    """A way the hidden cards may lie: how likely, and which card is the ghost's (or NO_CARD).

    `loose` may be in the draw pile or in hands; `held` are surely in hands, since they were not reshuffled (D22).
    """

    chance: float
    ghost: int
    loose: list[int]
    held: list[int]


class Unseen:
    """How likely the hidden cards lie where, as a seat may know: any of them anywhere, but lighter ones in hands."""

    def __init__(self, s: Duck, seat: int) -> None:
        self.others = [other for other in range(s.players) if other != seat]
        self._s = s
        self._hidden = {other: s.held[other] - sum(s.known[other]) for other in self.others}
        self._at_most = [secrecy.at_most_in_draw_pile(s, seat, card) for card in range(KINDS)]
        cards = list(s.unseen)
        for card in range(KINDS):
            cards[card] += sum(s.hand[other][card] - s.known[other][card] for other in self.others)
        if s.ghost_card != NO_CARD:
            cards[s.ghost_card] += 1
        self.deals = self._deal(cards, seat)

    def _deal(self, cards: list[int], seat: int) -> list[Deal]:
        if self._s.players > 2:
            return [self._with_ghost(1.0, NO_CARD, cards)]
        ghosts = cards if self._s.ghost_card == NO_CARD else self._ghosts(cards, seat)
        return [self._with_ghost(count / sum(ghosts), card, cards) for card, count in enumerate(ghosts) if count > 0]

    def _ghosts(self, cards: list[int], seat: int) -> list[int]:
        """D22: what the ghost's card may be, as the rules imagine it: the draw pile must be made of the others."""
        drawable = [min(count, most) for count, most in zip(cards, self._at_most, strict=True)]
        spare = sum(drawable) - self._s.draw_pile
        among = self._s.ghost_among[seat + 1]
        return [min(among[card], cards[card] - max(0, drawable[card] - spare)) for card in range(KINDS)]

    def _with_ghost(self, chance: float, ghost: int, cards: list[int]) -> Deal:
        rest = [count - (card == ghost) for card, count in enumerate(cards)]
        loose = [min(count, most) for count, most in zip(rest, self._at_most, strict=True)]
        return Deal(chance, ghost, loose, [count - free for count, free in zip(rest, loose, strict=True)])

    def drawn(self, wanted: Callable[[int], bool]) -> float:
        """How likely the top of the draw pile is one of the wanted cards."""
        good = [card for card in range(KINDS) if wanted(card)]
        return sum(deal.chance * sum(deal.loose[card] for card in good) / sum(deal.loose) for deal in self.deals)

    def ghost_has_more(self, total: int) -> float:
        """D20, D21: how likely the ghost's sum is higher."""
        return sum(deal.chance for deal in self.deals if self._ghost_sum(deal) > total)

    def has_more(self, other: int, total: int) -> float:
        """D13: how likely another player's sum is higher."""
        return sum(deal.chance * self.higher(deal, other, total) for deal in self.deals)

    def all_have_more(self, total: int) -> float:
        """D13, D21: how likely everybody's is. With three and more as if hands were dealt each on its own."""
        everybody = 0.0
        for deal in self.deals:
            chance = deal.chance if self._s.players > 2 or self._ghost_sum(deal) > total else 0.0
            for other in self.others:
                chance *= self.higher(deal, other, total)
            everybody += chance
        return everybody

    def _ghost_sum(self, deal: Deal) -> int:
        return self._s.sum[GHOST] + value_of(deal.ghost)

    def higher(self, deal: Deal, other: int, total: int) -> float:
        """How likely a hand is worth more: by its known cards, and by all that may be hidden in it."""
        total -= sum(count * value_of(card) for card, count in enumerate(self._s.known[other]))
        hidden, all_hidden, sure = self._hidden[other], sum(self._hidden.values()), sum(deal.held)
        lower = 0.0
        for some in range(max(0, hidden + sure - all_hidden), min(hidden, sure) + 1):
            split = comb(sure, some) * comb(all_hidden - sure, hidden - some) / comb(all_hidden, hidden)
            held, loose = sum_chances(by_value(deal.held), some), sum_chances(by_value(deal.loose), hidden - some)
            lower += split * sum(held[a] * loose[b] for a in held for b in loose if a + b <= total)
        return 1 - lower


def by_value(cards: list[int]) -> tuple[int, ...]:
    """How many cards of each value there are."""
    return tuple(sum(cards[value::VALUES]) for value in range(VALUES))


@lru_cache(maxsize=256)
def sum_chances(copies: tuple[int, ...], cards: int) -> dict[int, float]:
    """How likely so many cards that somebody holds have each sum, if there are so many of each value."""
    ways: list[dict[int, float]] = [{0: 1.0}, *({} for _ in range(cards))]
    for value, most in enumerate(copies):
        for count in range(cards, 0, -1):
            for more in range(1, min(most, count) + 1):
                weight = comb(most, more) * LIGHTER ** (more * value)
                for worth, way in ways[count - more].items():
                    reached = worth + more * value
                    ways[count][reached] = ways[count].get(reached, 0.0) + way * weight
    everything = sum(ways[cards].values())
    return {worth: way / everything for worth, way in ways[cards].items()}


HINTS = HintWriter(advise, Sayings | ToldMoves, describe, chapters=Chapters(RoundBegan, "round"))
