"""The adapter: the `Game` contract over a game's compiled-or-plain `Rules`."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

import msgspec

from laguna.core import derive
from laguna.core.derive import ActionTable
from laguna.core.game import NOT_READABLE, Ask, Event, Game, Move, Options, Refusal, Refused, Standing, Table, TieBreak
from laguna.core.rules import Luck, Rules, State, noted

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741 - as in Game
M = TypeVar("M", bound=Move)

SPECTATOR = -1
UNNAMED = -1
PROPOSED = 12
"""How many moves are proposed at most where they are too many to be listed."""


class RuledTable(Table, Generic[S, O]):
    """A table whose position is a `State`."""

    def __init__(self, seats: int, options: O, state: S) -> None:
        self.seats = seats
        self.options: O = options
        self.state = state
        self.played = 0
        self.numbers: dict[int, int] = {}
        """For each seat that is asked: the number of its question."""

    def copy(self) -> Self:
        """An independent table in the same position."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        twin.numbers = dict(self.numbers)
        return twin

    def skip_numbers(self, count: int) -> None:
        """Give the open questions other numbers, too; see `Table.skip_numbers`."""
        super().skip_numbers(count)
        self.numbers = {seat: number + count for seat, number in self.numbers.items()}

    def question_number(self, seat: int) -> int | None:
        """The number of a seat's question; see `Table.question_number`."""
        self.check_seat(seat)
        return self.numbers.get(seat)


class _FrozenTable(msgspec.Struct, frozen=True, array_like=True):
    """A table as plain data; see `Game.freeze`."""

    form: bytes
    seats: int
    options: dict[str, Any]
    played: int
    skipped_numbers: int
    numbers: dict[int, int]
    state: list[Any]


_frozen_table = msgspec.msgpack.Decoder(_FrozenTable)


class RuledGame(Game[RuledTable[S, O], O, M]):
    """A game whose rules are a `Rules`: it adds what moves, events and views look like to the world."""

    rules: Rules[S]
    constants: ModuleType
    """Where the numbers of questions, reasons, events and actions have their names; by itself the module of `setup`."""
    question_rules: ClassVar[Mapping[str, str]]
    """The rule that each question comes from, by the name of its constant in the rules, in small letters."""
    reason_rules: ClassVar[Mapping[str, str]] = {}
    """The rule behind each reason for a refusal, likewise."""
    questions: ClassVar[Mapping[int, tuple[str, str]]]
    """What `question` may return: the ask's name, and the rule it comes from. Made from `question_rules`."""
    reasons: ClassVar[Mapping[int, tuple[str, str]]]
    """What the rules' `refusal` may return: the rule's number, and the reason's name. Made from `reason_rules`."""
    tellings: ClassVar[Mapping[int, Callable[..., Event]]]
    """What the rules may `tell`: the event made from its numbers. Made from `events`, if it is not declared."""
    _actions: ClassVar[ActionTable]
    turn_rule: ClassVar[str | None] = None
    """The rule by which nobody moves out of turn; None: that of the question that is open."""
    end_rule: ClassVar[str]
    """The rule by which the game is over."""

    def __init_subclass__(cls) -> None:
        """Make whatever follows from what is declared; see `laguna.core.derive`."""
        if "rules" in cls.__dict__:
            cls._derive()
        super().__init_subclass__()

    @classmethod
    def _derive(cls) -> None:
        if not hasattr(cls, "constants"):
            cls.constants = sys.modules[cls.rules.setup.__module__]
        if not hasattr(cls, "events"):
            cls.events = derive.events_in(cls.__module__)
        if not hasattr(cls, "tellings"):
            cls.tellings = derive.tellings(cls.constants, cls.events)
        if not hasattr(cls, "order"):
            cls.order = derive.any_order(cls.moves, cls.events)
        if not hasattr(cls, "questions"):
            cls.questions = derive.questions(cls.constants, cls.question_rules)
        if not hasattr(cls, "reasons"):
            cls.reasons = derive.reasons(cls.constants, cls.reason_rules)
        if cls.encode is RuledGame.encode:
            cls._actions = derive.action_table(cls.constants, cls.moves, cls.rules.actions)

    def prepare(self, state: S, seats: int, options: O) -> None:
        """Set players and options in a fresh state: each option that is a field of the state. Raises `BadOption`.

        An option that is None (nobody named, to be drawn) becomes -1.
        """
        state.players = seats
        for name in options.__struct_fields__:
            if name in state.FIELDS:
                value = getattr(options, name)
                setattr(state, name, UNNAMED if value is None else int(value))
                if name == self.seat_option:
                    self.check_seat(name, value, seats)

    def prepared(self, seats: int, options: O) -> S:
        """A state with players and options set, before its setup. Raises `BadOption`."""
        self.check_layout(seats, options)
        state = self.rules.state()
        self.prepare(state, seats, options)
        return state

    def question(self, state: S, seat: int) -> int:
        """Which of `questions` an asked seat is asked: the one the rules are at."""
        del seat
        return state.asking

    def encode(self, state: S, seat: int, move: M) -> int | None:
        """The action that a well-typed move stands for; None: there is no such thing on this table.

        As it stands, this is for moves that are plain numbers; see `laguna.core.derive.action_table`.
        """
        del state, seat
        return self._actions.encode(move)

    def decode(self, state: S, seat: int, action: int) -> M:
        """The move that an action stands for. `encode` and `decode` undo each other for every legal action."""
        del state, seat
        return cast("M", self._actions.decode(action))

    def parts(self, table: RuledTable[S, O], seat: int) -> dict[str, int]:
        """What a seat's points are made of, by name. As it stands: of points."""
        return {"points": self.rules.score(table.state, seat)}

    def tie_break(self, state: S, seat: int) -> TieBreak | None:
        """What decides between equal points, as the rules' `standing` counts it; None: nothing does."""
        del state, seat
        return None

    def listed(self, state: S, seat: int) -> tuple[tuple[M, ...], tuple[str, ...]]:
        """The moves to list in an ask, and the kinds that are too many to list."""
        return tuple([self.decode(state, seat, action) for action in self.actions(state, seat)]), ()

    def actions(self, state: S, seat: int) -> list[int]:
        """Every action that an asked seat may take."""
        notes = [0] * self.rules.most_notes
        count = self.rules.choices(state, seat, notes)
        if self.rules.choice is noted:
            return notes[:count]
        return [self.rules.choice(state, seat, notes, i) for i in range(count)]

    def proposed(self, state: S, seat: int) -> tuple[M, ...]:
        """Some of the moves of an asked seat, spread evenly over all: for an ask that cannot list them."""
        notes = [0] * self.rules.most_notes
        count = self.rules.choices(state, seat, notes)
        picks = range(0, count, max(1, -(-count // PROPOSED)))
        return tuple(self.decode(state, seat, self.rules.choice(state, seat, notes, pick)) for pick in picks)

    def start(self, seats: int, options: O, luck: Luck) -> tuple[RuledTable[S, O], list[Event]]:
        """Lay out the game; see `Game.start`."""
        state = self.prepared(seats, options)
        table = RuledTable(seats, options, state)
        state.luck = luck
        self.rules.setup(state)
        self._ask_anew(table, mover=None)
        return table, self._told(state)

    def asks(self, table: RuledTable[S, O]) -> list[Ask]:
        """The open questions; see `Game.asks`."""
        state = table.state
        found = []
        for seat in sorted(table.numbers):
            about, rule = self.questions[self.question(state, seat)]
            moves, free = self.listed(state, seat)
            found.append(Ask(seat, table.numbers[seat], about, rule, moves, free))
        return found

    def refusal_of_read(self, table: RuledTable[S, O], seat: int, ask: int | None, move: M | None) -> Refusal | None:
        """Why not; see `Game.refusal_of_read`."""
        judged = self._judge(table, seat, ask, move)
        return judged if isinstance(judged, Refusal) else None

    def play_read(self, table: RuledTable[S, O], seat: int, ask: int | None, move: M | None, luck: Luck) -> list[Event]:
        """Make a move; see `Game.play_read`."""
        judged = self._judge(table, seat, ask, move)
        if isinstance(judged, Refusal):
            raise Refused(judged)
        self.carry_out(table, seat, judged, luck)
        return self._told(table.state)

    def carry_out(self, table: RuledTable[S, O], seat: int, action: int, luck: Luck) -> None:
        """Carry out an action that an asked seat may take: nobody judges it again. What happened stays in `State.told`.

        For who knows what may be done, as by `Encoding.legal`; `play` is for all others.
        """
        state = table.state
        state.luck = luck
        self.rules.apply(state, seat, action)
        table.played += 1
        self._ask_anew(table, mover=seat)

    def standings(self, table: RuledTable[S, O]) -> list[Standing]:
        """How the seats stand; see `Game.standings`."""
        ranks = [self.rules.standing(table.state, seat) for seat in range(table.seats)]
        return [
            Standing(
                seat=seat,
                place=1 + sum(other > rank for other in ranks),
                score=self.rules.score(table.state, seat),
                parts=self.parts(table, seat),
                tie_break=self.tie_break(table.state, seat),
            )
            for seat, rank in enumerate(ranks)
        ]

    def random_move(self, table: RuledTable[S, O], seat: int, luck: Luck) -> M:
        """Any move of an asked seat; see `Game.random_move`."""
        table.check_asked(seat)
        notes = [0] * self.rules.most_notes
        pick = luck.below(self.rules.choices(table.state, seat, notes))
        return self.decode(table.state, seat, self.rules.choice(table.state, seat, notes, pick))

    def imagine(self, table: RuledTable[S, O], seat: int | None, luck: Luck) -> RuledTable[S, O]:
        """A table that looks the same; see `Game.imagine`."""
        if seat is not None:
            table.check_seat(seat)
        twin = table.copy()
        twin.state.luck = luck
        self.rules.imagine(twin.state, SPECTATOR if seat is None else seat)
        return twin

    def freeze(self, table: RuledTable[S, O]) -> bytes | None:
        """The table's numbers, whatever the game; see `Game.freeze`."""
        options = msgspec.to_builtins(table.options)
        kept = (table.seats, options, table.played, table.skipped_numbers, table.numbers, table.state.plain())
        return msgspec.msgpack.encode(_FrozenTable(_form(type(self)), *kept))

    def thaw(self, frozen: bytes) -> RuledTable[S, O] | None:
        """The table with these numbers; see `Game.thaw`."""
        try:
            kept = _frozen_table.decode(frozen)
            if kept.form != _form(type(self)):
                return None
            self.check_seats(kept.seats)
            state = self.rules.state.of_plain(kept.state)
            table = RuledTable(kept.seats, self.read_options(kept.options), state)
        except NOT_READABLE:
            return None
        table.played, table.skipped_numbers, table.numbers = kept.played, kept.skipped_numbers, kept.numbers
        return table

    def _judge(self, table: RuledTable[S, O], seat: int, ask: int | None, move: M | None) -> int | Refusal:
        """The action that a move stands for, or why it is refused."""
        number = table.question_number(seat)
        if not table.numbers:
            return Refusal(self.end_rule, "over")
        if number is None:
            return Refusal(self.turn_rule or self._rule_of_question(table, min(table.numbers)), "not_asked")
        if type(ask) is not int or ask != number:
            return Refusal(self._rule_of_question(table, seat), "stale")
        action = None if move is None else self.encode(table.state, seat, move)
        if action is None:
            return Refusal(self._rule_of_question(table, seat), "not_a_move")
        reason = self.rules.refusal(table.state, seat, action)
        return Refusal(*self.reasons[reason]) if reason else action

    def _rule_of_question(self, table: RuledTable[S, O], seat: int) -> str:
        return self.questions[self.question(table.state, seat)][1]

    def _ask_anew(self, table: RuledTable[S, O], mover: int | None) -> None:
        """Number the open questions: one that stood before the move and was not answered by it keeps its number."""
        asked = self.rules.asked(table.state)
        before = table.numbers
        table.numbers = {
            seat: before[seat] if seat in before and seat != mover else table.next_number
            for seat in range(table.seats)
            if asked >> seat & 1
        }

    def _told(self, state: S) -> list[Event]:
        told, state.told = state.told, []
        return [self._event(*numbers) for numbers in told]

    def _event(self, what: int, *numbers: Any) -> Event:  # noqa: ANN401 - whole numbers
        return self.tellings[what](*numbers)


@cache
def _form(game: type[RuledGame[Any, Any, Any]]) -> bytes:
    """What tells frozen tables of a game from those of another one, of another version, or with other fields."""
    form = (game.key, game.version, game.rules.state.FIELDS)
    return hashlib.sha256(repr(form).encode()).digest()[:8]
