"""One table of Ship Ahoy in steps, asked and answered in numbers: what `EnvTable` is to games of whole numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, SupportsIndex

import msgspec
import numpy as np
from numpy.typing import NDArray

from laguna.core import record
from laguna.core.bot import fresh_seed
from laguna.core.game import NOT_READABLE, Move, Options, Refusal, Standing
from laguna.core.generator import BOTS, MASK, PLAYERS, TABLE, WORDS
from laguna.core.heuristics import mix
from laguna.core.luck import SeededLuck
from laguna.envs.conventions import (
    LARGEST_NUMBER,
    LARGEST_SEED,
    Illegal,
    NoGame,
    Reward,
    checked_choice,
    checked_number,
    checked_seed,
    one_of,
)
from laguna.envs.rewards import FORFEIT, final_rewards
from laguna.envs.ship_ahoy import cannon, eyes, proposals
from laguna.envs.ship_ahoy.feature import Feature, Floats
from laguna.envs.ship_ahoy.wish import WISH, wished
from laguna.envs.table import Bytes, NoRecord, NotReadable
from laguna.games.ship_ahoy.game import QUESTIONS, ShipAhoyGame, ShipAhoyTable
from laguna.games.ship_ahoy.moves import ShipAhoyMove, ShipAhoyOptions
from laguna.games.ship_ahoy.state import Battle, Phase

Actions = Literal["aimed", "proposed"]
"""Six numbers that are read by what is asked, see `wish.py`; or one of some proposed moves, see `proposals.py`."""
CLEAR_WIN = 5
"""So many points ahead is one clear win, where the lead is rewarded."""
VERSION = 1
"""Of what is seen and done: rises when a number means something else."""
SAVED_FORMAT = 1
KEY = ShipAhoyGame.key


class _Saved(msgspec.Struct, frozen=True, array_like=True):
    """A table as plain data; see `BattleTable.save`."""

    format: int
    version: int
    key: str
    actions: Actions
    reward: Reward
    illegal: Illegal
    seed: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_SEED)]
    number: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_NUMBER)]
    table: bytes
    luck: list[Annotated[int, msgspec.Meta(ge=0, le=MASK)]]
    players: list[Annotated[int, msgspec.Meta(ge=0, le=MASK)]]
    points: list[int]
    rewards: list[float]
    forfeited: int | None
    refusal: Refusal | None
    header: record.Header
    lines: list[record.Line] | None


_saved = msgspec.msgpack.Decoder(_Saved)


class BattleTable:
    """One table of Ship Ahoy. The luck of game n of a seed is `SeededLuck(seed, n)`, as in `laguna simulate`.

    A shot is computed once, when it is fired. The same MuJoCo on the same kind of machine computes the same, so a seed
    gives the same games there; elsewhere a shot may differ in its last digits, and what follows from it. Whatever has
    happened is kept as it was: records verify anywhere, and a saved table goes on from where it stood.
    """

    key = KEY

    def __init__(
        self,
        seats: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        *,
        actions: Actions = "aimed",
        reward: Reward = "win",
        illegal: Illegal = "forfeit",
    ) -> None:
        """A table before its first game. Raises `BadOption` or ValueError."""
        self.game = ShipAhoyGame(cannon.shoot)
        chosen: Any = options if isinstance(options, Options) else self.game.read_options(dict(options or {}))
        self.options: ShipAhoyOptions = chosen
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.start(self.seats, self.options, SeededLuck(0))  # raises where no table can be laid out so
        self.actions: Actions = one_of("actions", actions, Actions)
        self.reward: Reward = one_of("reward", reward, Reward)
        self.illegal: Illegal = one_of("illegal", illegal, Illegal)
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
        if seed is not None or self.seed is None:
            self.seed, self.number = fresh_seed() if seed is None else checked_seed(seed), 0
        elif number is None:
            self.number = checked_number(self.number + 1)
        if number is not None:
            self.number = checked_number(number)
        self._luck = SeededLuck(self.seed, self.number)
        self._players = SeededLuck(self.seed, self.number, PLAYERS)
        self._header, table, _ = record.begin(self.game, self.seats, self.options, self._luck)
        self._table: ShipAhoyTable = table
        self._lines: list[record.Line] | None = []
        self.forfeited = self.refusal = None
        self.rewards = [0.0] * self.seats
        self._look_again()
        self._points = self._scores()

    def _look_again(self) -> None:
        """After the table has changed: what was noted of it holds no more."""
        self.ended = self.forfeited is not None or self._table.battle.phase == Phase.OVER
        self._proposals: list[ShipAhoyMove] | None = None

    def _scores(self) -> list[int]:
        return [standing.score for standing in self.game.standings(self._table)]

    # What is seen

    @property
    def table(self) -> ShipAhoyTable:
        """The referee's table. Raises `NoGame`."""
        if self.seed is None:
            raise NoGame("No game has begun: `reset` begins one.")
        return self._table

    @property
    def _battle(self) -> Battle:
        return self.table.battle

    @property
    def asked(self) -> list[int]:
        """The seat that is to choose. None: the game is over."""
        return [] if self.ended else [self._battle.active]

    @property
    def features(self) -> tuple[Feature, ...]:
        """What an observation is made of."""
        return eyes.FEATURES if self.actions == "aimed" else (*eyes.FEATURES, *proposals.FEATURES)

    def observe(self, seat: int) -> Floats:
        """What a seat sees; proposals only where it is asked. Raises `NoSuchSeat` or `NoGame`."""
        self.table.check_seat(seat)
        row = eyes.observe(self._battle, seat)
        if self.actions == "aimed":
            return row
        offered = self.proposals if seat in self.asked else []
        return np.concatenate((row, proposals.seen(self._battle, offered)))

    @property
    def proposals(self) -> list[ShipAhoyMove]:
        """The moves that are proposed now, the same as often as one looks. Raises `NoGame`."""
        if self._proposals is None:
            sown = mix(self.seed or 0, self.number)
            self._proposals = proposals.proposals(self._battle, SeededLuck(sown, self.table.played, BOTS))
        return self._proposals

    def mask(self, seat: int) -> Bytes:
        """1 for each proposal. Who is not asked has all of them, and none counts. Raises `NoSuchSeat` or `NoGame`."""
        self.table.check_seat(seat)
        mask = np.zeros(proposals.PROPOSED, np.int8)
        mask[: len(self.proposals) if seat in self.asked else proposals.PROPOSED] = 1
        return mask

    def standings(self) -> list[Standing]:
        """How the seats stand. Raises `NoGame`."""
        return self.game.standings(self.table)

    # What is done

    def choose(self, seat: int, choice: SupportsIndex | NDArray[Any]) -> None:
        """Answer a seat's question: by six numbers, or the number of a proposal. `rewards` are those of this step.

        Raises TypeError or ValueError for what is neither, `NoSuchSeat`, `NotAsked`, and `NoGame`.
        """
        self._check_under_way()
        self._table.check_asked(seat)
        move = (
            self._aimed(choice) if self.actions == "aimed" else self._chosen(checked_choice(choice, proposals.PROPOSED))
        )
        self.rewards = [0.0] * self.seats
        if move is None:
            self._forfeit(seat)
        else:
            self.play(seat, move)

    def _aimed(self, wish: object) -> ShipAhoyMove:
        try:
            numbers = np.asarray(wish, np.float64)
        except (TypeError, ValueError) as error:
            raise TypeError(f"An action is {WISH} numbers from -1 to 1, not {wish!r}.") from error
        if numbers.shape != (WISH,) or not np.isfinite(numbers).all():
            raise ValueError(f"An action is {WISH} numbers from -1 to 1, not {wish!r}.")
        return wished(self._battle, [max(-1.0, min(1.0, float(number))) for number in numbers])

    def _chosen(self, choice: int) -> ShipAhoyMove | None:
        """The proposal of a number; None: there is none, and that loses the game."""
        if 0 <= choice < len(self.proposals):
            return self.proposals[choice]
        return None if self.illegal == "forfeit" else self.proposals[self._players.below(len(self.proposals))]

    def play(self, seat: int, move: Move) -> None:
        """Make a move of the game for an asked seat: for bots. Adds to the rewards of this step. Raises `Refused`."""
        self._check_under_way()
        line, _ = record.play(self.game, self._table, seat, self._table.question_number(seat), move, self._luck)
        if self._lines is not None:
            self._lines.append(line)
        self._look_again()
        if self.reward == "points":
            before, self._points = self._points, self._scores()
            self._reward([float(after - points) for after, points in zip(self._points, before, strict=True)])
        elif self.ended:
            self._reward(self._final())

    def any_below(self, n: int) -> int:
        """A number of the players' own luck, which is none of the table's."""
        return self._players.below(n)

    def _check_under_way(self) -> None:
        if self.table is not None and self.ended:
            raise NoGame("The game is over: `reset` begins the next one.")

    def _final(self) -> list[float]:
        """S21, S22: what the seats are rewarded with in the end. Partners win, lose and lead together."""
        standings = self.game.standings(self._table)
        if self.reward == "margin":
            sides = {self.options.side(each.seat): each.score for each in standings}
            leads = {
                side: score - max(sides[other] for other in sides if other != side) for side, score in sides.items()
            }
            return [leads[self.options.side(seat)] / CLEAR_WIN for seat in range(self.seats)]
        return final_rewards(self.reward, [-each.place for each in standings], [], CLEAR_WIN)

    def _reward(self, rewards: list[float]) -> None:
        self.rewards = [a + b for a, b in zip(self.rewards, rewards, strict=True)]

    def _forfeit(self, seat: int) -> None:
        """The game ends, lost by who chose what is not proposed."""
        _, rule = QUESTIONS[self._battle.phase]
        self.refusal, self.forfeited = Refusal(rule, "not_a_move"), seat
        self.rewards[seat] += FORFEIT
        self._look_again()

    # Copies

    def clone(self) -> Self:
        """The same once more, the luck to come included."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        if self.seed is not None:
            twin._table = self._table.copy()
            twin._luck, twin._players = self._luck.copy(), self._players.copy()
            twin._lines = None if self._lines is None else self._lines[:]
        return twin

    def imagine(self, seat: int | None, seed: int) -> Self:
        """The same table, since nothing is hidden (S33), with other luck to come: fit for planning.

        Its game has no record. Raises `NoSuchSeat`, `NoGame` or ValueError.
        """
        luck = SeededLuck(checked_seed(seed), 0, BOTS)
        imagined = self.game.imagine(self.table, seat, luck)
        twin = self.clone()
        twin._go_on_as(imagined, luck, SeededLuck(seed, 0, PLAYERS))  # noqa: SLF001 - one of us
        return twin

    def _go_on_as(self, table: ShipAhoyTable, luck: SeededLuck, players: SeededLuck) -> None:
        self._table, self._luck, self._players, self._lines = table, luck, players, None

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> Any:  # noqa: ANN401 - as pickle wants it
        if self.seed is None:
            return _fresh, (self.seats, msgspec.to_builtins(self.options), self.actions, self.reward, self.illegal)
        return type(self).load, (self.save(),)

    def save(self) -> bytes:
        """The table as bytes, its luck included; see `load`. Raises `NoGame`."""
        frozen = self.game.freeze(self.table)
        assert frozen is not None and self.seed is not None  # noqa: S101, PT018 - a game that freezes, under way
        kept = _Saved(
            format=SAVED_FORMAT,
            version=VERSION,
            key=self.key,
            actions=self.actions,
            reward=self.reward,
            illegal=self.illegal,
            seed=self.seed,
            number=self.number,
            table=frozen,
            luck=list(self._luck.position),
            players=list(self._players.position),
            points=self._points,
            rewards=self.rewards,
            forfeited=self.forfeited,
            refusal=self.refusal,
            header=self._header,
            lines=self._lines,
        )
        return msgspec.msgpack.encode(kept)

    @classmethod
    def load(cls, saved: bytes) -> Self:
        """The table that was saved. Raises `NotReadable` for anything else, another version's included."""
        try:
            kept = _saved.decode(saved)
        except NOT_READABLE as error:
            raise NotReadable("This is no saved table of Ship Ahoy.") from error
        thawed = ShipAhoyGame().thaw(kept.table)
        if (kept.format, kept.version, kept.key) != (SAVED_FORMAT, VERSION, KEY) or thawed is None:
            raise NotReadable("This table of Ship Ahoy was saved by another version, or is damaged.")
        each = (len(kept.luck), len(kept.players), len(kept.points), len(kept.rewards))
        if each != (WORDS, WORDS, thawed.seats, thawed.seats):
            raise NotReadable("This table of Ship Ahoy is damaged.")
        table = cls(thawed.seats, thawed.options, actions=kept.actions, reward=kept.reward, illegal=kept.illegal)
        table._restore(kept, thawed)
        return table

    def loaded(self, saved: bytes) -> BattleTable:
        """A saved table, if it is one like this. Raises `NotReadable`."""
        table = BattleTable.load(saved)
        if (table.seats, table.options, table.actions) != (self.seats, self.options, self.actions):
            raise NotReadable("This is a table of Ship Ahoy with other seats, options or actions.")
        return table

    def _restore(self, kept: _Saved, table: ShipAhoyTable) -> None:
        self._table, self.seed, self.number = table, kept.seed, kept.number
        self._luck, self._players = (SeededLuck(kept.seed, kept.number, stream) for stream in (TABLE, PLAYERS))
        self._luck.rewind(tuple(kept.luck))
        self._players.rewind(tuple(kept.players))
        self._points, self.rewards = kept.points, kept.rewards
        self.forfeited, self.refusal = kept.forfeited, kept.refusal
        self._header, self._lines = kept.header, kept.lines
        self._look_again()

    # Records

    def record(self) -> str:
        """The game on file, as far as it is played, with its seed revealed; see `laguna.core.record`.

        Raises `NoGame`, and `NoRecord` of an imagined game.
        """
        table = self.table
        if self._lines is None:
            raise NoRecord("This game was imagined: it never took place, and has no record.")
        return record.written(self._header, self._lines, record.ending(self.game, table, self._luck))


def _fresh(seats: int, options: dict[str, Any], actions: Actions, reward: Reward, illegal: Illegal) -> BattleTable:
    """A table before its first game, for pickle."""
    return BattleTable(seats, options, actions=actions, reward=reward, illegal=illegal)
