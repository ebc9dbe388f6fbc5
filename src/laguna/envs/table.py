"""One table in steps of choices, run by the referee's plain rules: what all doors to single tables stand on.

Its games are those of `laguna simulate`: the luck of game n of a seed is `SeededLuck(seed, n)`.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Annotated, Any, Self, SupportsIndex

import msgspec
import numpy as np
from numpy.typing import NDArray

from laguna.bots.heuristics import heuristics_of
from laguna.core.bot import fresh_seed
from laguna.core.encoding import NOTHING_BEGUN, WAIT
from laguna.core.game import NOT_READABLE, Move, Options, Refusal, Refused, Standing
from laguna.core.generator import BOTS, MASK, PLAYERS, TABLE, WORDS
from laguna.core.luck import SeededLuck
from laguna.core.record import Recorder
from laguna.core.ruled import RuledTable
from laguna.envs.conventions import (
    LARGEST_NUMBER,
    LARGEST_SEED,
    Illegal,
    NoGame,
    NoSuchGame,
    Reward,
    checked_choice,
    checked_number,
    checked_seed,
    encoding_of,
    one_of,
    read_layout,
    ruled_game,
)
from laguna.envs.rewards import FORFEIT, final_rewards

Bytes = NDArray[np.int8]

SAVED_FORMAT = 1


class NotReadable(ValueError):  # noqa: N818 - says what it is
    """Bytes that are no saved table, or one of another game or version, told in a sentence."""


class NoRecord(RuntimeError):  # noqa: N818 - says what it is
    """A game that cannot be recorded: it was imagined."""


class _Saved(msgspec.Struct, frozen=True, array_like=True):
    """A table as plain data; see `EnvTable.save`."""

    format: int
    key: str
    game_version: int
    encoding_version: int
    reward: Reward
    illegal: Illegal
    first: Annotated[int, msgspec.Meta(ge=0)]
    stride: Annotated[int, msgspec.Meta(ge=1)]
    seed: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_SEED)]
    number: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_NUMBER)]
    table: bytes
    luck: list[Annotated[int, msgspec.Meta(ge=0, le=MASK)]]
    players: list[Annotated[int, msgspec.Meta(ge=0, le=MASK)]]
    begun: list[int]
    points: list[int]
    rewards: list[float]
    forfeited: int | None
    refusal: Refusal | None
    moves: list[tuple[int, int]] | None


_saved = msgspec.msgpack.Decoder(_Saved)


class EnvTable:
    """One table of a game, asked and answered in numbers: see `laguna.core.encoding`.

    >>> table = EnvTable("mahe", seats=3)
    >>> table.reset(seed=7)
    >>> while not table.ended:
    ...     seat = table.asked[0]
    ...     table.choose(seat, table.mask(seat).argmax())  # the first choice there is: stop
    >>> [standing.place for standing in table.standings()], table.rewards
    ([3, 2, 1], [-0.5, -0.5, 1.0])
    """

    def __init__(
        self,
        key: str,
        seats: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        *,
        reward: Reward = "win",
        illegal: Illegal = "forfeit",
        first: int = 0,
        stride: int = 1,
    ) -> None:
        """A table before its first game; table i of N plays the games i, i + N, … of a seed with `first` i, `stride` N.

        Raises `NoSuchGame`, `BadOption` or ValueError.
        """
        self.key = key
        self.game = ruled_game(key)
        self.seats, self.options = read_layout(key, seats, options)
        self.encoding = encoding_of(key, self.options)
        self._size = self.encoding.size
        self.game.prepared(self.seats, self.options)  # what does not go together is told now
        self._as_bytes = bytearray if min(part.low for part in self.encoding.parts) >= 0 else _signed
        self.reward: Reward = one_of("reward", reward, Reward)
        self.illegal: Illegal = one_of("illegal", illegal, Illegal)
        self.first, self.stride = first, stride
        self.seed: int | None = None
        """The seed of the game under way; None: no game has begun."""
        self.number = 0
        """Which of the seed's games it is."""
        self.ended = True
        self.forfeited: int | None = None
        """Who lost the game by an illegal choice."""
        self.refusal: Refusal | None = None
        """Why that choice is illegal."""
        self.rewards = [0.0] * self.seats
        """What each seat was rewarded with for the last step."""

    # A game's beginning

    def reset(self, seed: int | None = None, number: int | None = None) -> None:
        """Begin a game: of a seed the first, or that of a number; without a seed the next, at first of a secret one.

        Raises ValueError.
        """
        following = self.first if seed is not None or self.seed is None else self.number + self.stride
        following = checked_number(following if number is None else number)
        if seed is not None or self.seed is None:
            self.seed = fresh_seed() if seed is None else checked_seed(seed)
        self.number = following
        self._luck = SeededLuck(self.seed, self.number)
        self._players = SeededLuck(self.seed, self.number, PLAYERS)
        self._table: RuledTable[Any, Any] = self.game.start(self.seats, self.options, self._luck)[0]
        self._moves: list[tuple[int, int]] | None = []
        self._begun = [NOTHING_BEGUN] * self.seats
        self.forfeited = self.refusal = None
        self._look_again()
        self._note_points()

    def _look_again(self) -> None:
        """After the table has changed: what was noted of it holds no more."""
        self.ended = self.forfeited is not None or not self._table.numbers
        self._masks: dict[int, bytearray] = {}

    def _note_points(self) -> None:
        """What each seat has from the beginning is no reward."""
        self.rewards = [0.0] * self.seats
        self._points = self._scores() if self.reward == "points" else []

    def _scores(self) -> list[int]:
        return [self.game.rules.score(self._table.state, seat) for seat in range(self.seats)]

    # What is seen

    @property
    def table(self) -> RuledTable[Any, Any]:
        """The referee's table: nothing is hidden here. Raises `NoGame`."""
        self._check_begun()
        return self._table

    def _check_begun(self) -> None:
        if self.seed is None:
            raise NoGame("No game has begun: `reset` begins one.")

    @property
    def asked(self) -> list[int]:
        """The seats that are to choose, lowest first. None: the game is over."""
        return [] if self.ended else list(self._table.numbers)

    @property
    def begun(self) -> list[int]:
        """How far each seat has begun a choice that is made in steps: no other seat may know."""
        self._check_begun()
        return self._begun[:]

    def observe(self, seat: int) -> Bytes:
        """What a seat may know; see `Encoding.parts`. Raises `NoSuchSeat` or `NoGame`."""
        self.table.check_seat(seat)
        seen = [0] * self._size
        self.encoding.observe(self._table.state, seat, self._begun[seat], seen)
        return np.frombuffer(self._as_bytes(seen), np.int8)

    def mask(self, seat: int) -> Bytes:
        """1 for each choice that a seat has; who is not asked can only wait. Raises `NoSuchSeat` or `NoGame`."""
        self.table.check_seat(seat)
        return np.frombuffer(self._legal(seat)[:], np.int8)

    def _legal(self, seat: int) -> bytearray:
        mask = self._masks.get(seat)
        if mask is None:
            mask = self._masks[seat] = bytearray(self.encoding.choices)
            if self.ended or seat not in self._table.numbers:
                mask[WAIT] = 1
            else:
                notes = [0] * self.game.rules.most_notes
                self.encoding.legal(self._table.state, seat, self._begun[seat], notes, mask)  # type: ignore[arg-type]
        return mask

    def standings(self) -> list[Standing]:
        """How the seats stand. Not to be shown to them before the game is over. Raises `NoGame`."""
        return self.game.standings(self.table)

    # What is done

    def choose(self, seat: int, choice: SupportsIndex) -> None:
        """Make a seat's choice. `rewards` are those of this step.

        Raises TypeError for what is no number, `NoSuchSeat`, and `NoGame` where no game is under way.
        """
        self._check_under_way()
        self._table.check_seat(seat)
        wanted = checked_choice(choice, self.encoding.choices)
        self.rewards = [0.0] * self.seats
        self._choose(seat, wanted)

    def choose_together(self, choices: Mapping[int, SupportsIndex]) -> None:
        """Make the choices of several seats, of all who are asked, as one step.

        A choice counts as long as its question stands: that of a lower seat may have settled it. Raises as `choose`,
        and ValueError where one is missing; then nothing has happened.
        """
        self._check_under_way()
        for seat in choices:
            self._table.check_seat(seat)
        wanted = {seat: checked_choice(choices[seat], self.encoding.choices) for seat in sorted(choices)}
        if missing := [seat for seat in self._table.numbers if seat not in wanted]:
            raise ValueError(f"Seat {missing[0]} is asked, and no choice of it is given.")
        self.rewards = [0.0] * self.seats
        questions = self._table.numbers
        for seat, choice in wanted.items():
            if not self.ended and self._table.numbers.get(seat) == questions.get(seat):
                self._choose(seat, choice)

    def play(self, seat: int, move: Move) -> None:
        """Make a move of the game for an asked seat: for bots. Adds to the rewards of this step. Raises `Refused`."""
        self._check_under_way()
        refusal = self.game.refusal(self._table, seat, self._table.question_number(seat), move)
        if refusal is not None:
            raise Refused(refusal)
        action = self.game.encode(self._table.state, seat, move)
        assert action is not None  # noqa: S101 - it is not refused
        self._carry_out(seat, action)

    def any_below(self, n: int) -> int:
        """A number of the players' own luck, which is none of the table's."""
        return self._players.below(n)

    def _check_under_way(self) -> None:
        self._check_begun()
        if self.ended:
            raise NoGame("The game is over: `reset` begins the next one.")

    def _choose(self, seat: int, choice: int) -> None:
        mask = self._legal(seat)
        if not 0 <= choice < len(mask) or not mask[choice]:
            if self.illegal == "forfeit":
                self._forfeit(seat, choice)
                return
            choice = self._any_of(mask)
        if choice == WAIT:
            return
        action = self.encoding.decide(self._table.state, seat, self._begun[seat], choice)
        if action >= 0:
            self._carry_out(seat, action)
        else:
            self._begun[seat] = -1 - action
            self._masks.pop(seat, None)

    def _any_of(self, mask: bytearray) -> int:
        """One of a seat's choices, each as likely as the others; who can only wait draws nothing."""
        if mask[WAIT]:
            return WAIT
        legal = [choice for choice, there in enumerate(mask) if there]
        return legal[self._players.below(len(legal))]

    def _carry_out(self, seat: int, action: int) -> None:
        self.game.carry_out(self._table, seat, action, self._luck)
        self._table.state.told.clear()
        if self._moves is not None:
            self._moves.append((seat, action))
        self._begun[seat] = NOTHING_BEGUN
        self._look_again()
        if self.reward == "points":
            before, self._points = self._points, self._scores()
            self._reward([float(after - points) for after, points in zip(self._points, before, strict=True)])
        elif self.ended:
            ranks = [self.game.rules.standing(self._table.state, each) for each in range(self.seats)]
            self._reward(final_rewards(self.reward, ranks, self._scores(), heuristics_of(self.key).margin))

    def _reward(self, rewards: list[float]) -> None:
        self.rewards = [a + b for a, b in zip(self.rewards, rewards, strict=True)]

    def _forfeit(self, seat: int, choice: int) -> None:
        """The game ends, lost by who made an illegal choice."""
        self.refusal = self._refusal(seat, choice)
        self.forfeited = seat
        self.rewards[seat] += FORFEIT
        self._look_again()

    def _refusal(self, seat: int, choice: int) -> Refusal | None:
        """The rule by which a seat has no such choice, as the referee says it."""
        table, question = self._table, self._table.numbers.get(seat)
        move = None
        if question is not None and WAIT < choice < self.encoding.choices:
            try:
                action = self.encoding.decide(table.state, seat, self._begun[seat], choice)
                if 0 <= action < self.game.rules.actions:
                    move = self.game.decode(table.state, seat, action)
            except (ArithmeticError, LookupError, ValueError):  # of what is not legal, nothing need be decided
                move = None
        refusal = self.game.refusal(table, seat, question, move)
        return refusal or self.game.refusal(table, seat, question, None)

    # Copies

    def clone(self) -> Self:
        """The same once more, hidden things and the luck to come included."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        if self.seed is not None:
            twin._table = self._table.copy()
            twin._luck, twin._players = self._luck.copy(), self._players.copy()
            twin._begun = self._begun[:]
            twin._moves = None if self._moves is None else self._moves[:]
            twin._masks = {}
        return twin

    def imagine(self, seat: int | None, seed: int) -> Self:
        """A table that looks the same to a seat: all that it cannot know, the luck to come too, is drawn anew.

        The only copy that is fit for planning; None is a spectator. Its game has no record. Raises `NoSuchSeat`,
        `NoGame` or ValueError.
        """
        luck = SeededLuck(checked_seed(seed), 0, BOTS)
        imagined = self.game.imagine(self.table, seat, luck)
        twin = self.clone()
        twin._go_on_as(imagined, luck, SeededLuck(seed, 0, PLAYERS), seat)  # noqa: SLF001 - one of us
        return twin

    def _go_on_as(self, table: RuledTable[Any, Any], luck: SeededLuck, players: SeededLuck, seat: int | None) -> None:
        """Go on at a table that a seat imagined: what others have begun it does not know either."""
        self._table, self._luck, self._players = table, luck, players
        self._moves = None
        self._begun = [begun if each == seat else NOTHING_BEGUN for each, begun in enumerate(self._begun)]
        self._note_points()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> Any:  # noqa: ANN401 - as pickle wants it
        if self.seed is None:
            kept = {"reward": self.reward, "illegal": self.illegal, "first": self.first, "stride": self.stride}
            return _fresh, (type(self), self.key, self.seats, msgspec.to_builtins(self.options), kept)
        return type(self).load, (self.save(),)

    def save(self) -> bytes:
        """The table as bytes, its luck included; see `load`. Raises `NoGame`."""
        table = self.table
        frozen = self.game.freeze(table)
        assert frozen is not None and self.seed is not None  # noqa: S101, PT018 - a game of whole numbers, under way
        kept = _Saved(
            format=SAVED_FORMAT,
            key=self.key,
            game_version=self.game.version,
            encoding_version=self.encoding.version,
            reward=self.reward,
            illegal=self.illegal,
            first=self.first,
            stride=self.stride,
            seed=self.seed,
            number=self.number,
            table=frozen,
            luck=list(self._luck.position),
            players=list(self._players.position),
            begun=self._begun,
            points=self._points,
            rewards=self.rewards,
            forfeited=self.forfeited,
            refusal=self.refusal,
            moves=self._moves,
        )
        return msgspec.msgpack.encode(kept)

    @classmethod
    def load(cls, saved: bytes) -> Self:
        """The table that was saved. Raises `NotReadable` for anything else, another game's version included."""
        try:
            kept = _saved.decode(saved)
            table = cls(kept.key, reward=kept.reward, illegal=kept.illegal, first=kept.first, stride=kept.stride)
        except NoSuchGame as error:
            raise NotReadable(f"This is a table of another game. {error}") from error
        except NOT_READABLE as error:
            raise NotReadable("This is no saved table of Laguna.") from error
        table._restore(kept)
        return table

    def loaded(self, saved: bytes) -> EnvTable:
        """A saved table, if it is of the same game, seats and options as this one. Raises `NotReadable`."""
        table = EnvTable.load(saved)
        if (table.key, table.seats, table.options) != (self.key, self.seats, self.options):
            raise NotReadable(
                f"This is a table of {table.key} with {table.seats} seats and {table.options}; here {self.key} is "
                f"played with {self.seats} seats and {self.options}."
            )
        return table

    def _restore(self, kept: _Saved) -> None:
        """Take up a game that was saved. Raises `NotReadable`."""
        versions = (kept.format, kept.game_version, kept.encoding_version)
        if versions != (SAVED_FORMAT, self.game.version, self.encoding.version):
            raise NotReadable(
                f"This table of {self.key} was saved by another version: of the form {versions[0]}, the rules "
                f"{versions[1]} and the encoding {versions[2]}; here they are {SAVED_FORMAT}, {self.game.version} and "
                f"{self.encoding.version}."
            )
        thawed = self.game.thaw(kept.table)
        each = (kept.begun, kept.rewards)
        if thawed is None or len(kept.luck) != WORDS or len(kept.players) != WORDS:
            raise NotReadable(f"This table of {self.key} is damaged.")
        if any(len(row) != thawed.seats for row in each) or len(kept.points) not in (0, thawed.seats):
            raise NotReadable(f"This table of {self.key} is damaged.")
        self._table, self.seats, self.options = thawed, thawed.seats, thawed.options
        self.encoding = encoding_of(self.key, self.options)
        self.seed, self.number = kept.seed, kept.number
        self._luck, self._players = (SeededLuck(kept.seed, kept.number, stream) for stream in (TABLE, PLAYERS))
        self._luck.rewind(tuple(kept.luck))
        self._players.rewind(tuple(kept.players))
        self._begun, self._points, self.rewards = kept.begun, kept.points, kept.rewards
        self.forfeited, self.refusal, self._moves = kept.forfeited, kept.refusal, kept.moves
        self._look_again()

    # Records

    def record(self) -> str:
        """The game on file, as far as it is played, with its seed revealed; see `laguna.core.record`.

        The referee judges every move again. Raises `NoGame`, and `NoRecord` of an imagined game.
        """
        self._check_begun()
        if self._moves is None or self.seed is None:
            raise NoRecord("This game was imagined: it never took place, and has no record.")
        recorder = Recorder(self.game, self.seats, self.options, SeededLuck(self.seed, self.number))
        for seat, action in self._moves:
            table = recorder.table
            recorder.play(seat, table.question_number(seat), self.game.decode(table.state, seat, action))
        return recorder.close()


def _signed(numbers: list[int]) -> array[int]:
    """Numbers as bytes, those below 0 included: ten times as slow as `bytearray`."""
    return array("b", numbers)


def _fresh(kind: type[EnvTable], key: str, seats: int, options: dict[str, Any], kept: dict[str, Any]) -> EnvTable:
    """A table before its first game, for pickle."""
    return kind(key, seats, options, **kept)
