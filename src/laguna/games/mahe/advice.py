"""Advice for Mahé: the odds of the next die, who sits on top, and what the prize is worth."""

from __future__ import annotations

from laguna.core.advice import Advice, ChanceToWin, Chapters, HintWriter, Saying, percent
from laguna.core.bot import Thought
from laguna.core.ruled import RuledTable
from laguna.games.mahe import rules
from laguna.games.mahe.game import MaheOptions, PlayCard, Roll, Stop, TurnBegan
from laguna.games.mahe.rules import BEACH_EGGS, BUST_ABOVE, DIE, LAST_FIELD, MOST_DICE, NOBODY, RAFT, TURTLES, Mahe
from laguna.games.mahe.told_moves import ToldMoves, describe

REASONS = 3
FEW_SIDES = 2
"""So many sides of a die that are too many are called few."""
WORTH_TELLING = 10
"""From so many percent on, what the next player may do is worth telling."""


# Nudges


class LookAtTheSum(Saying, frozen=True):
    """M8: how many sides of the next die are too many?"""

    total: int


class LookAtTheBeach(Saying, frozen=True):
    """M15: the stack is there if it moves now."""

    eggs: int


class LookAtTheLastPrize(Saying, frozen=True):
    """M18: whoever reaches the beach ends the game."""


class LookWhoRides(Saying, frozen=True):
    """M13: others are in the stack too."""


class LookWhoDecides(Saying, frozen=True):
    """M7: somebody else decides for one's turtle."""

    seat: int


class LookWhereItEnds(Saying, frozen=True):
    """M12: somebody stands where the stack would end."""

    field: int


class LookAtBothTurtles(Saying, frozen=True):
    """M20: what the first one does changes what the second can do."""


# Reasons


class NothingToLose(Saying, frozen=True):
    """M8: the turtle is on the raft; a bust leaves it where it is."""

    speaks_for = (Roll,)


class SmallRisk(Saying, frozen=True):
    """M8: only so many sides of the next die are too many."""

    speaks_for = (Roll,)

    sides: int


class CountsMore(Saying, frozen=True):
    """M10: with one die more the sum counts so many times."""

    speaks_for = (Roll,)

    dice: int


class KeepsCard(Saying, frozen=True):
    """M21: a card that is not played keeps its eggs."""

    speaks_for = (Roll,)


class NoRisk(Saying, frozen=True):
    """M8: no side of the next die is too many."""

    speaks_for = (Roll,)


class Risk(Saying, frozen=True):
    """M8: so many sides of the next die are too many."""

    speaks_for = (Stop, PlayCard)

    sides: int
    percent: int


class EggsAtOnce(Saying, frozen=True):
    """M15: the prize is certain."""

    speaks_for = (Stop,)

    eggs: int


class EggsPerhaps(Saying, frozen=True):
    """M15: how likely the dice that are left reach the beach."""

    speaks_for = (Roll,)

    percent: int


class NextPlayer(Saying, frozen=True):
    """M15: how likely the next player reaches the beach, if the prize is still there."""

    speaks_for = (Stop,)

    seat: int
    percent: int


class OtherStays(Saying, frozen=True):
    """M8: with the option `bust_ends_turn` a bust would cost one's other turtle its move, too."""

    speaks_for = (Stop,)

    turtle: int


class SinkTogether(Saying, frozen=True):
    """M8: so many turtles of others go back too."""

    speaks_for = (Roll,)

    turtles: int


class Climbs(Saying, frozen=True):
    """M12: whoever stands there is ridden from now on, and so does not decide."""

    speaks_for = (Stop,)

    under: int
    field: int


class CardIsSure(Saying, frozen=True):
    """M21: a card is no risk, but it costs its eggs."""

    speaks_for = (PlayCard,)

    eggs: int


class OddsOfTurtle(Saying, frozen=True):
    """M15: how likely this turtle's move reaches the beach."""

    turtle: int
    percent: int


class CarriesYourOther(Saying, frozen=True):
    """M20: this turtle takes one's other turtle along, which then walks on from there."""

    turtle: int


class RiddenBy(Saying, frozen=True):
    """M15: somebody else sits on top of this turtle and would lay."""

    turtle: int
    seat: int


class BetterThanNext(Saying, frozen=True):
    """How much the best move brings beyond the next best, in eggs and tenths, and the chance to win."""

    percent: int
    eggs: int
    tenths: int


Sayings = (
    LookAtTheSum
    | LookAtTheBeach
    | LookAtTheLastPrize
    | LookWhoRides
    | LookWhoDecides
    | LookWhereItEnds
    | LookAtBothTurtles
    | NothingToLose
    | SmallRisk
    | CountsMore
    | KeepsCard
    | NoRisk
    | Risk
    | EggsAtOnce
    | EggsPerhaps
    | NextPlayer
    | OtherStays
    | SinkTogether
    | Climbs
    | CardIsSure
    | OddsOfTurtle
    | CarriesYourOther
    | RiddenBy
    | BetterThanNext
    | ChanceToWin
)


# What can be counted


def sides_too_many(total: int) -> int:
    """M8: how many sides of the next die take the sum past 7."""
    return max(0, total + DIE - BUST_ABOVE)


def laying_odds(field: int, total: int = 0, dice: int = 0) -> float:
    """M15: how likely a move from this field reaches the beach, if dice are rolled until it does."""
    if total > BUST_ABOVE:
        return 0.0
    if field % LAST_FIELD + total * dice >= LAST_FIELD:
        return 1.0
    if total == BUST_ABOVE or dice == MOST_DICE:
        return 0.0
    return sum(laying_odds(field, total + die, dice + 1) for die in range(1, DIE + 1)) / DIE


def _stack(s: Mahe, turtle: int) -> list[int]:
    """A turtle and all that ride it, bottom first."""
    found = [turtle]
    while s.rider[found[-1]] != NOBODY:
        found.append(s.rider[found[-1]])
    return found


def _goal(s: Mahe) -> int:
    """M11: where the stack ends if it moves now."""
    goal = s.field[s.mover] % LAST_FIELD + s.total * s.dice
    return goal - LAST_FIELD if goal > LAST_FIELD else goal


def _lays_now(s: Mahe) -> bool:
    return s.field[s.mover] % LAST_FIELD + s.total * s.dice >= LAST_FIELD


def _top_at(s: Mahe, field: int) -> int:
    """M12: on whose back the moving stack would climb there, or NOBODY."""
    moving = _stack(s, s.mover)
    standing = [turtle for turtle in range(TURTLES) if s.field[turtle] == field and turtle not in moving]
    return next((turtle for turtle in standing if s.rider[turtle] in (NOBODY, s.mover)), NOBODY)


def _other_would_stay(s: Mahe) -> bool:
    """M8: whether a bust would cost the other turtle its move, too."""
    return bool(s.bust_ends_turn and s.waiting != NOBODY and sides_too_many(s.total))


def _others_carried(s: Mahe, seat: int) -> int:
    """How many turtles of others are in the moving stack."""
    return sum(s.owner[turtle] != seat for turtle in _stack(s, s.mover))


# Advice


def advise(table: RuledTable[Mahe, MaheOptions], seat: int, thought: Thought) -> Advice:
    """Where to look, and why the best move is good."""
    s = table.state
    reasons = _reasons(s, seat, thought)[: REASONS - 1]
    return Advice(_nudge(s, seat), (*reasons, _outlook(seat, thought)))


def _nudge(s: Mahe, seat: int) -> Saying:
    """What catches an experienced eye first. It depends on the table alone, and so gives no move away."""
    if s.asking == rules.WHICH_TURTLE:
        return LookAtBothTurtles()
    if s.asking == rules.CARD_INSTEAD:
        return LookWhoDecides(rules.decider(s))
    if s.face_up == 0:
        return LookAtTheLastPrize()
    if _lays_now(s):
        return LookAtTheBeach(s.face_up)
    if _others_carried(s, seat):
        return LookWhoRides()
    if _top_at(s, _goal(s)) != NOBODY:
        return LookWhereItEnds(_goal(s))
    return LookAtTheSum(s.total)


def _reasons(s: Mahe, seat: int, thought: Thought) -> list[Saying]:
    """What speaks for the best move, the weightiest first."""
    match thought.considered[0].move:
        case Stop():
            return _for_moving_now(s)
        case Roll():
            return _for_another_die(s, seat)
        case PlayCard():
            return [CardIsSure(s.face_up or BEACH_EGGS), *_risk(s)]
        case _:
            return _for_going_first(s, seat)


def _risk(s: Mahe) -> list[Saying]:
    """M8: what speaks against another die."""
    sides = sides_too_many(s.total)
    return [Risk(sides, percent(sides / DIE))] if sides else []


def _for_moving_now(s: Mahe) -> list[Saying]:
    """Eggs at once and whom they are taken from, or a good place and the risk of another die."""
    if _lays_now(s):
        return [EggsAtOnce(s.face_up or BEACH_EGGS), *_next_player(s), *_risk(s)]
    found: list[Saying] = []
    under = _top_at(s, _goal(s))
    if under != NOBODY and s.owner[under] != rules.decider(s):
        found.append(Climbs(under, _goal(s)))
    if _other_would_stay(s):
        found.append(OtherStays(s.waiting))
    return [*found[:1], *_risk(s), *found[1:]]


def _next_player(s: Mahe) -> list[Saying]:
    """What the next player would do with the prize: said of the turtle that is likeliest to lay for them."""
    seat = (s.active + 1) % s.players
    if s.waiting != NOBODY or seat == rules.decider(s):
        return []
    own = [turtle for turtle in range(TURTLES) if s.owner[turtle] == seat and s.rider[turtle] == NOBODY]
    odds = max((percent(laying_odds(s.field[turtle])) for turtle in own), default=0)
    return [NextPlayer(seat, odds)] if odds >= WORTH_TELLING else []


def _for_another_die(s: Mahe, seat: int) -> list[Saying]:
    """Why the risk is worth it: there is none, little or nothing to lose, others sink as well, or there is much to win.

    What speaks against it is not told: whoever asks for the reasons wants to know why.
    """
    found: list[Saying] = []
    sides = sides_too_many(s.total)
    if s.asking == rules.CARD_INSTEAD:
        found.append(KeepsCard())
    if not sides:
        found.append(NoRisk())
    elif s.field[s.mover] == RAFT and not _other_would_stay(s):
        found.append(NothingToLose())
    elif sides <= FEW_SIDES:
        found.append(SmallRisk(sides))
    others = _others_carried(s, seat)
    if others and sides:
        found.append(SinkTogether(others))
    odds = percent(laying_odds(s.field[s.mover], s.total, s.dice))
    if 0 < odds < 100 and rules.decider(s) == seat:
        found.append(EggsPerhaps(odds))
    return [*found, CountsMore(s.dice + 1)]


def _for_going_first(s: Mahe, seat: int) -> list[Saying]:
    """What both turtles can do, told of both alike."""
    both = [turtle for turtle in range(TURTLES) if s.owner[turtle] == seat]
    for turtle in both:
        top = _stack(s, turtle)[-1]
        if top != turtle and top in both:
            return [CarriesYourOther(turtle)]
        if s.owner[top] != seat:
            return [RiddenBy(turtle, s.owner[top])]
    return [OddsOfTurtle(turtle, percent(laying_odds(s.field[turtle]))) for turtle in both]


def _outlook(seat: int, thought: Thought) -> Saying:
    """The chance to win, and what the best move brings beyond the next best."""
    best = thought.considered[0]
    chance = percent(best.values[seat])
    if len(thought.considered) > 1:
        tenths = round(10 * (best.points[seat] - thought.considered[1].points[seat]))
        if tenths > 0:
            return BetterThanNext(chance, tenths // 10, tenths % 10)
    return ChanceToWin(chance)


HINTS = HintWriter(advise, Sayings | ToldMoves, describe, chapters=Chapters(TurnBegan, "turn"))
