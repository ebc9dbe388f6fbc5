"""The rules of Pig. Numbers are those of the digest."""

from __future__ import annotations

from laguna.core.rules import State, below, ints, rule, tell

SEATS, GOAL, DIE, NOBODY = 6, 100, 6, -1

OVER, ROLL_OR_HOLD = 0, 1  # what may be asked
ROLL, HOLD, ACTIONS = 0, 1, 2  # what may be done
NOTHING_TO_HOLD = 1  # why not
TURN_BEGAN, ROLLED, ONE_ROLLED, HELD = range(4)  # what is told


class Pig(State):
    """A game of Pig."""

    players: int
    two_dice: int
    first: int
    asking: int
    active: int
    turn_total: int
    scores: list[int] = ints(SEATS)


@rule
def setup(s: Pig) -> None:
    """P1, P2: nobody has points; who begins is named or drawn."""
    s.active = below(s, s.players) if s.first == NOBODY else s.first
    begin_turn(s)


@rule
def begin_turn(s: Pig) -> None:
    """P3: a turn begins with nothing rolled."""
    s.turn_total = 0
    s.asking = ROLL_OR_HOLD
    tell(s, TURN_BEGAN, s.active)


@rule
def end_turn(s: Pig) -> None:
    """P3, P6: the next player, unless somebody has reached the goal."""
    if s.scores[s.active] >= GOAL:
        s.asking = OVER
        return
    s.active = (s.active + 1) % s.players
    begin_turn(s)


@rule
def roll(s: Pig) -> None:
    """P4, P7: a one ends the turn, and two ones cost everything."""
    one = below(s, DIE) + 1
    two = below(s, DIE) + 1 if s.two_dice else 0
    if one == 1 or two == 1:
        lost = s.scores[s.active] if one == two else 0
        s.scores[s.active] -= lost
        tell(s, ONE_ROLLED, s.active, s.turn_total + lost)
        end_turn(s)
    else:
        s.turn_total += one + two
        tell(s, ROLLED, s.active, one, two, s.turn_total)


@rule
def hold(s: Pig) -> None:
    """P5: what was rolled counts."""
    s.scores[s.active] += s.turn_total
    tell(s, HELD, s.active, s.turn_total, s.scores[s.active])
    end_turn(s)


@rule
def asked(s: Pig) -> int:
    """P3: the player whose turn it is; nobody when the game is over."""
    return 0 if s.asking == OVER else 1 << s.active


@rule
def refusal(s: Pig, seat: int, action: int) -> int:  # noqa: ARG001 - the shape of the verb
    """P5: why the asked player may not do this; 0: all is well."""
    return NOTHING_TO_HOLD if action == HOLD and s.turn_total == 0 else 0


@rule
def apply(s: Pig, seat: int, action: int) -> None:  # noqa: ARG001 - the shape of the verb
    """Roll or hold."""
    if action == ROLL:
        roll(s)
    else:
        hold(s)


@rule
def score(s: Pig, seat: int) -> int:
    """P6: the points."""
    return s.scores[seat]
