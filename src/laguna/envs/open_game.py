"""A game as a tree of choices and draws: what OpenSpiel's door stands on, without a word of OpenSpiel.

Choices are those of the game's encoding, so one that is made in steps is several of them in a row. Who is asked at the
same time chooses one after the other, the lowest seat first: none of them sees what the others chose.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Self

import msgspec

from laguna.core.encoding import NOTHING_BEGUN, WAIT, Encoding, Part
from laguna.core.game import Options
from laguna.core.ruled import RuledTable
from laguna.core.rules import State, Told, nothing_hidden
from laguna.envs.conventions import AnyRuledGame
from laguna.envs.open_chance import NOTHING_MISSING, OpenLuck, Step, carry_out, lowest, missing
from laguna.envs.rewards import final_rewards

FinalReward = Literal["win", "place"]
"""Rewards that come at the end, between -1 and 1, all together 0."""
MOST_OUTCOMES = 1_000
"""No draw has more of them."""
MOST_LINES = 1 << 14
"""So many events are kept as they are written."""


class NotReplayable(TypeError):  # noqa: N818 - says what it is
    """A position that no history leads to."""


class Happened(NamedTuple):
    """A choice, or before the first one the setup, and what was told of it."""

    at: Position | None
    """Where the choice was made; None: it was the setup."""
    choice: int = WAIT
    told: tuple[Told, ...] = ()


class Imagined(NamedTuple):
    """Here all that a seat cannot know was dealt anew: of what happened before only its own memories are true."""

    at: Position
    seat: int


Past = Happened | Imagined | None
SETUP = Happened(None)
"""What happens first, whatever is told of it."""


class UnderWay(NamedTuple):
    """A step that waits for a draw; without one, the setup."""

    step: Step | None
    draws: tuple[int, ...]
    """What was drawn for it so far."""
    outcomes: int
    """How many outcomes the next draw has."""
    told: tuple[Told, ...]
    """What was told of it so far."""


class Position:
    """Where a game stands. Never changed, so that copies are the position itself."""

    __slots__ = ("begun", "legal", "news", "past", "seat", "table", "under_way")

    def __init__(
        self, table: State, past: Past, seat: int | None, begun: int = NOTHING_BEGUN, under_way: UnderWay | None = None
    ) -> None:
        self.table = table
        """As it was before the step that is under way."""
        self.past = past
        """What led here; None: the setup is under way."""
        self.seat = seat
        """Who is to choose; None: a step is under way, or the game is over."""
        self.begun = begun
        """How far the seat has begun its choice."""
        self.under_way = under_way
        """What waits for a draw."""
        self.legal: list[int] | None = None
        """The choices, once they were asked for."""
        self.news: dict[int, str] = {}
        """What a seat sees otherwise than at its last choice, once it was asked for."""

    @property
    def laid_out(self) -> bool:
        """Whether the setup is over."""
        return self.past is not None

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return self.seat is None and self.under_way is None

    @property
    def outcomes(self) -> int:
        """How many outcomes the next draw has; `NOTHING_MISSING`: nothing is to be drawn."""
        return NOTHING_MISSING if self.under_way is None else self.under_way.outcomes

    @property
    def told(self) -> tuple[Told, ...]:
        """What was told so far of a step that is under way."""
        return () if self.under_way is None else self.under_way.told

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> Any:  # noqa: ANN401 - as pickle wants it
        """Nothing: a history is kept beside it, and says all. Raises `NotReplayable`."""
        if any(isinstance(past, Imagined) for past in backwards(self)):
            raise NotReplayable("What is hidden was imagined here: no history leads to this position.")
        return _nothing, ()


def _nothing() -> None:
    """What is kept of a position."""


def backwards(position: Position) -> Iterator[Happened | Imagined]:
    """What led to a position, last things first."""
    at: Position | None = position
    while at is not None and at.past is not None:
        yield at.past
        at = at.past.at


class OpenGame:
    """The tree of one game for so many players with these options."""

    def __init__(
        self, game: AnyRuledGame, encoding: Encoding[Any], players: int, options: Options, reward: FinalReward = "win"
    ) -> None:
        """Raises `BadOption`."""
        self.game = game
        self.encoding = encoding
        self.players = players
        self.options = options
        self.reward: FinalReward = reward
        self._rules = game.rules
        self._nothing = array("b", bytes(encoding.size))
        self._line = lru_cache(MOST_LINES)(self._written_event)
        self._names = [name for part in encoding.parts for name in _names_in(part)]
        self.start = self._carried_out(game.prepared(players, options), None, None, ())

    @property
    def hides(self) -> bool:
        """Whether a seat may not know everything."""
        return hides(self.game)

    # What may come next

    def legal(self, position: Position) -> list[int]:
        """The choices of whose turn it is, in rising order."""
        if position.legal is None:
            assert position.seat is not None  # noqa: S101 - only where a seat is asked
            mask = bytearray(self.encoding.choices)
            notes = [0] * self._rules.most_notes
            self.encoding.legal(position.table, position.seat, position.begun, notes, mask)  # type: ignore[arg-type]
            position.legal = [choice for choice, there in enumerate(mask) if there]
        return position.legal

    def after_choice(self, position: Position, choice: int) -> Position:
        """What a choice leads to. Raises ValueError for one that there is not."""
        table, seat = position.table, position.seat
        if seat is None:
            raise ValueError("Nobody is asked here.")
        if choice not in self.legal(position):
            raise ValueError(f"Seat {seat} has no choice {choice}; it has {self.legal(position)}.")
        action = self.encoding.decide(table, seat, position.begun, choice)
        happened = Happened(position, choice)
        if action < 0:
            return Position(table, happened, seat, begun=-1 - action)
        return self._carried_out(table, happened, Step(seat, action), ())

    def after_draw(self, position: Position, draw: int) -> Position:
        """What a draw leads to. Raises ValueError for one that there is not."""
        if position.under_way is None or not 0 <= draw < position.outcomes:
            raise ValueError(f"There are {position.outcomes} outcomes here, and {draw} is none of them.")
        step, draws, *_ = position.under_way
        return self._carried_out(position.table, position.past, step, (*draws, draw))

    def _carried_out(self, before: State, past: Past, step: Step | None, draws: tuple[int, ...]) -> Position:
        """The position after a step, or at its next draw."""
        table = before.copy()
        outcomes = carry_out(self._rules, table, step, OpenLuck(draws, missing))
        if outcomes > MOST_OUTCOMES:
            raise ValueError(f"{self.game.key} draws one of {outcomes}; here it may be one of {MOST_OUTCOMES} at most.")
        told, table.told = tuple(table.told), []
        if outcomes != NOTHING_MISSING:
            return Position(before, past, None, under_way=UnderWay(step, draws, outcomes, told))
        happened = (past if isinstance(past, Happened) else SETUP)._replace(told=told)
        return Position(table, happened, lowest(self._rules.asked(table)))

    def imagined(self, position: Position, seat: int, luck: Callable[[int], int]) -> Position:
        """A position that looks the same to a seat: all that it cannot know is dealt anew.

        Raises ValueError where chance comes next.
        """
        if position.under_way is not None:
            raise ValueError("Nothing is imagined in the middle of a move: draw first.")
        table = position.table.copy()
        table.luck = OpenLuck((), luck)
        self._rules.imagine(table, seat)
        table.told.clear()
        begun = position.begun if position.seat == seat else NOTHING_BEGUN
        return Position(table, Imagined(position, seat), lowest(self._rules.asked(table)), begun=begun)

    # What is seen

    def observation(self, position: Position, seat: int) -> array[int]:
        """What a seat may know, as its encoding says it; before the game is laid out zeros, for there is nothing."""
        seen = self._nothing[:]
        if position.laid_out:
            begun = position.begun if position.seat == seat else NOTHING_BEGUN
            self.encoding.observe(position.table, seat, begun, seen)  # type: ignore[arg-type]
        return seen

    def observed(self, position: Position, seat: int) -> str:
        """The same in words: each part by its name."""
        return _written(self.encoding.named(self.observation(position, seat))) if position.laid_out else ""

    def public(self, position: Position) -> str:
        """What everybody sees: all, where nothing is hidden. While the game is laid out, what was told to everybody."""
        if not position.laid_out:
            return "\n".join(self._line(told, None) for told in position.told)
        return _written(self.game.public_view(self._table(position))) if self.hides else self.observed(position, 0)

    def private(self, position: Position, seat: int) -> str:
        """What a seat sees beyond that."""
        if not self.hides:
            return ""
        if not position.laid_out:
            lines = [(self._line(told, seat), self._line(told, None)) for told in position.told]
            return "\n".join(own for own, public in lines if own != public)
        table = self._table(position)
        own = self.game.own_fields(table, seat, self.game.public_view(table))
        begun = {"begun": position.begun} if position.seat == seat and position.begun != NOTHING_BEGUN else {}
        return _written(own | begun) if own or begun else ""

    def _table(self, position: Position) -> RuledTable[Any, Any]:
        return RuledTable(self.players, self.options, position.table)

    def remembered(self, position: Position, seat: int) -> str:
        """All that a seat has seen: what it sees now, saw happen, and saw when it chose; and what it chose.

        First things first, a line for each. Of what another seat imagined it remembers what it sees there.
        """
        lines = [self._line(told, seat) for told in reversed(position.told)]
        if position.laid_out:
            lines.append(self._news(position, seat))
        for past in backwards(position):
            if isinstance(past, Happened):
                lines += [self._line(told, seat) for told in reversed(past.told)]
                if past.at is not None and past.at.seat == seat:
                    lines += [f"choice {past.choice}", self._news(past.at, seat)]
            elif past.seat != seat:
                break
        return "\n".join([f"seat {seat}", *reversed(lines)])

    def _written_event(self, told: Told, seat: int | None) -> str:
        what, *numbers = told
        return _written(self.game.tellings[what](*numbers).seen_by(seat))

    def _news(self, position: Position, seat: int) -> str:
        """What a seat sees otherwise than when it chose last; where it never did, whatever is not 0."""
        if seat not in position.news:
            now, last = self.observation(position, seat), self._last_choice(position, seat)
            before = self._nothing if last is None else self.observation(last, seat)
            changed = [f"{self._names[i]}={now[i]}" for i in range(len(now)) if now[i] != before[i]]
            position.news[seat] = " ".join(["sees", *changed])
        return position.news[seat]

    def _last_choice(self, position: Position, seat: int) -> Position | None:
        """Where a seat chose last, as far as it can remember."""
        for past in backwards(position):
            if isinstance(past, Happened):
                if past.at is not None and past.at.seat == seat:
                    return past.at
            elif past.seat != seat:
                return None
        return None

    def asks(self, position: Position) -> str:
        """What comes next, in a few words."""
        if position.under_way is not None:
            return f"one of {position.outcomes} is drawn"
        if position.seat is None:
            return "the game is over"
        about, rule = self.game.questions[self.game.question(position.table, position.seat)]
        return f"seat {position.seat} is asked: {about} ({rule})"

    def choice_in_words(self, position: Position, choice: int) -> str:
        """A choice of the seat that is asked: the move that it makes, or how it begins."""
        table, seat = position.table, position.seat
        if seat is not None and choice in self.legal(position):
            action = self.encoding.decide(table, seat, position.begun, choice)
            if action >= 0:
                return _written(self.game.decode(table, seat, action))
        return f"choice {choice}"

    def returns(self, position: Position) -> list[float]:
        """What each seat is rewarded with: nothing before the end."""
        if not position.over:
            return [0.0] * self.players
        ranks = [self._rules.standing(position.table, seat) for seat in range(self.players)]
        return final_rewards(self.reward, ranks, (), 1)


def _names_in(part: Part) -> list[str]:
    """A name for each number of a part."""
    return [f"{part.name}[{i}]" for i in range(part.size)] if part.shape else [part.name]


def hides(game: AnyRuledGame) -> bool:
    """Whether there is anything in a game that a seat may not know."""
    return game.rules.imagine is not nothing_hidden


def _written(what: Any) -> str:  # noqa: ANN401 - whatever can be
    return msgspec.json.encode(what).decode()
