"""A table for tests: a game with its luck written down move by move."""

from __future__ import annotations

from typing import Any

from laguna.core.game import Event, Move, Refusal, View
from laguna.core.luck import ScriptedLuck
from laguna.core.ruled import RuledTable
from laguna.games import GAMES


class Tabletop:
    """One table of a game. `draws` are the setup's draws; every move brings its own.

    An option that is a list of names may be written as text: `colours="red,blue"`.
    """

    def __init__(self, key: str, seats: int, draws: tuple[int, ...] | list[int], **options: object) -> None:
        self.game = GAMES[key]
        luck = ScriptedLuck(draws)
        self.table: RuledTable[Any, Any]
        chosen = {name: value.split(",") if isinstance(value, str) else value for name, value in options.items()}
        self.table, self.events = self.game.start(seats, self.game.read_options(chosen), luck)
        assert luck.left == 0, f"{luck.left} draws of the setup were not used"
        assert self.game.order.fits(None, self.events), told(self.events)

    @property
    def state(self) -> Any:
        """The position, to be looked at or arranged."""
        return self.table.state

    def arrange(self, **fields: object) -> None:
        """Set fields of the position, then number the questions anew."""
        for name, value in fields.items():
            assert name in self.state.FIELDS, name
            setattr(self.state, name, value)
        self.table.numbers = {
            seat: 0 for seat in range(self.table.seats) if self.game.rules.asked(self.state) >> seat & 1
        }

    def play(self, seat: int, move: Move, *draws: int) -> list[Event]:
        """Make a move for which exactly these draws are wanted; what happened."""
        luck = ScriptedLuck(draws)
        self.events = self.game.play(self.table, seat, self.table.question_number(seat), move, luck)
        assert luck.left == 0, f"{luck.left} draws were not used"
        assert self.game.order.fits(move, self.events), told(self.events)
        return self.events

    def refusal(self, seat: int, move: object) -> Refusal | None:
        """Why not; None: it may be played."""
        return self.game.refusal(self.table, seat, self.table.question_number(seat), move)

    def refused(self, seat: int, move: object) -> str:
        """The number of the rule by which a move is refused. It must leave no trace."""
        before = self.state.copy()
        refusal = self.refusal(seat, move)
        assert refusal is not None, f"{move} is not refused"
        assert self.state == before
        return refusal.rule

    def view(self, seat: int | None) -> Any:
        """What a seat sees; None: a spectator."""
        view: View = self.game.view(self.table, seat)
        return view

    @property
    def asked(self) -> list[int]:
        """The seats that are asked."""
        return [ask.seat for ask in self.game.asks(self.table)]

    @property
    def about(self) -> str:
        """What the first of them is asked."""
        return self.game.asks(self.table)[0].about

    def moves(self, seat: int) -> tuple[Move, ...]:
        """The listed moves of an asked seat."""
        return next(ask.moves for ask in self.game.asks(self.table) if ask.seat == seat)

    def places(self) -> list[int]:
        """Each seat's place."""
        return [standing.place for standing in self.game.standings(self.table)]

    def scores(self) -> list[int]:
        """Each seat's points."""
        return [standing.score for standing in self.game.standings(self.table)]


def told(events: list[Event]) -> str:
    """What happened, by the names of the events: for who wants to know why it does not fit the game's order."""
    return " ".join(type(event).__name__ for event in events)
