"""What the world sees of Pig: options, moves, events and the view."""

from __future__ import annotations

import msgspec

from laguna.core.game import Event, Move, Options, View
from laguna.core.ruled import RuledGame, RuledTable
from laguna.core.rules import Rules
from laguna_pig import rules


class PigOptions(Options, frozen=True):
    """P2, P7: who begins, and the variant with two dice."""

    two_dice: bool = False
    first: int | None = None


class Roll(Move, frozen=True):
    """P4: another roll."""


class Hold(Move, frozen=True):
    """P5: enough."""


class TurnBegan(Event, frozen=True):
    """P3: a player's turn."""

    seat: int


class Rolled(Event, frozen=True):
    """P4: what was rolled, and what the turn is worth now. With one die `two` is 0."""

    seat: int
    one: int
    two: int
    total: int


class OneRolled(Event, frozen=True):
    """P4, P7: a one: the turn is over, and so many points are lost."""

    seat: int
    lost: int


class Held(Event, frozen=True):
    """P5: the turn's points count."""

    seat: int
    points: int
    score: int


class PigPlayer(msgspec.Struct, frozen=True):
    """A player and their points."""

    seat: int
    score: int


class PigView(View, frozen=True):
    """P8: whose turn it is and what it is worth, and everybody's points: all of it is public."""

    seat: int
    turn_total: int
    players: tuple[PigPlayer, ...]


class PigGame(RuledGame[rules.Pig, PigOptions, Roll | Hold]):
    """Pig for 2 to 6."""

    key = "pig"
    seats = range(2, rules.SEATS + 1)
    version = 1
    options = PigOptions
    moves = Roll | Hold
    views = PigView
    rules = Rules(
        state=rules.Pig,
        actions=rules.ACTIONS,
        setup=rules.setup,
        asked=rules.asked,
        refusal=rules.refusal,
        apply=rules.apply,
        score=rules.score,
    )
    question_rules = {"roll_or_hold": "P3"}
    reason_rules = {"nothing_to_hold": "P5"}
    end_rule = "P6"

    def public_view(self, table: RuledTable[rules.Pig, PigOptions]) -> PigView:
        """P8: the same to all."""
        s = table.state
        return PigView(s.active, s.turn_total, tuple(PigPlayer(seat, s.scores[seat]) for seat in range(s.players)))
