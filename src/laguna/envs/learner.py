"""One learner at a table, bots in all other seats: they play between its choices, and know what theirs may know."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self, SupportsIndex

import msgspec

from laguna.bots.levels import bot_of, check_installed_for, repeatable_budget
from laguna.core.bot import Bot, knowledge
from laguna.core.game import NOT_READABLE, Options
from laguna.core.heuristics import mix
from laguna.core.missing import explained
from laguna.envs.conventions import Illegal, Reward
from laguna.envs.opponents import DRAWN_SEAT, EVERY_SEAT, Opponents
from laguna.envs.table import Bytes, EnvTable, NotReadable

LearnerSeat = int | Literal["random"]
"""Where the learner sits: always there, or in a seat that is drawn for each game."""


class LearnerTable:
    """A table at which one seat is the learner's. Bots answer in numbers of iterations, never by the clock."""

    def __init__(  # noqa: PLR0913 - the keywords of all doors
        self,
        key: str,
        seats: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        *,
        opponents: str | Sequence[str | None] = "easy",
        seat: LearnerSeat = "random",
        reward: Reward = "win",
        illegal: Illegal = "forfeit",
        first: int = 0,
        stride: int = 1,
    ) -> None:
        """A table before its first game; see `EnvTable` and `Opponents.read`.

        Raises `NoSuchGame`, `BadOption`, ValueError, or `ModuleNotFoundError` where a bot needs what is not installed.
        """
        self.table = EnvTable(key, seats, options, reward=reward, illegal=illegal, first=first, stride=stride)
        self.opponents = Opponents.read(opponents, seat, self.table.seats)
        if self.opponents.learner == EVERY_SEAT:
            raise ValueError("One learner needs opponents: one name for all, like “easy”, or one for each other seat.")
        self.seat = 0
        """The learner's seat in this game."""
        self.reward = 0.0
        """What the learner was rewarded with for its last step."""
        self._bots: dict[int, Bot] = {}
        """Who plays, by how many seats further they sit than the learner; made when they are first asked."""
        self._bots_seed = 0
        _check_installed(key, self.opponents)

    @property
    def ended(self) -> bool:
        """Whether no game is under way."""
        return self.table.ended

    def reset(self, seed: int | None = None, number: int | None = None) -> None:
        """Begin a game, and have bots play until the learner is asked; see `EnvTable.reset`. Raises ValueError.

        A game that ends without the learner having been asked is passed over.
        """
        self._begin(seed, number)
        while self.ended:
            self._begin(None, None)

    def _begin(self, seed: int | None, number: int | None) -> None:
        self.table.reset(seed, number)
        drawn = self.opponents.learner == DRAWN_SEAT
        self.seat = self.table.any_below(self.table.seats) if drawn else self.opponents.learner
        self._bots_seed = mix(self.table.seed or 0, self.table.number)
        self.reward = 0.0
        self._let_bots_play()

    def observe(self) -> Bytes:
        """What the learner may know."""
        return self.table.observe(self.seat)

    def mask(self) -> Bytes:
        """1 for each choice of the learner."""
        return self.table.mask(self.seat)

    def choose(self, choice: SupportsIndex) -> None:
        """Make the learner's choice, and have bots play until it is asked again. Raises as `EnvTable.choose`."""
        self.table.choose(self.seat, choice)
        self._let_bots_play()
        self.reward = self.table.rewards[self.seat]

    def _let_bots_play(self) -> None:
        table = self.table
        while not table.ended and self.seat not in table.asked:
            seat = table.asked[0]
            further = (seat - self.seat) % table.seats
            seed = mix(self._bots_seed, table.table.played)
            known = knowledge(table.game, table.table, seat, seed)
            budget = repeatable_budget(table.key, self.opponents.names[further])
            table.play(seat, self._bot(further).answer(known, seat, seed, budget).move)

    def _bot(self, further: int) -> Bot:
        if further not in self._bots:
            self._bots[further] = bot_of(self.table.key, self.opponents.names[further])
        return self._bots[further]

    def clone(self) -> Self:
        """The same once more, hidden things and the luck to come included."""
        twin = copy.copy(self)
        twin.table = self.table.clone()
        twin._bots = {}  # noqa: SLF001 - one of us; a bot serves one table
        return twin

    def imagine(self, seed: int) -> Self:
        """A table that looks the same to the learner: all that it cannot know, bots' luck too, is drawn anew."""
        imagined = self.table.imagine(self.seat, seed)
        twin = self.clone()
        twin.table, twin._bots_seed = imagined, mix(seed, 0)  # noqa: SLF001 - as above
        return twin

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        """All but the bots: they remember nothing that would change an answer."""
        return {**self.__dict__, "_bots": {}}

    def save(self) -> bytes:
        """The table as bytes, its luck included; see `load`. Raises `NoGame`."""
        return msgspec.msgpack.encode(_Saved(self.table.save(), self.seat, self.reward, self._bots_seed))

    def load(self, saved: bytes) -> None:
        """Go on where `save` was called. Raises `NotReadable` for anything else, and for another game's."""
        try:
            kept = _saved.decode(saved)
        except NOT_READABLE as error:
            raise NotReadable("This is no saved environment of one learner.") from error
        table = self.table.loaded(kept.table)
        if not 0 <= kept.seat < table.seats:
            raise NotReadable("This saved environment is damaged.")
        self.table, self.seat, self.reward, self._bots_seed = table, kept.seat, kept.reward, kept.bots_seed


class _Saved(msgspec.Struct, frozen=True, array_like=True):
    """A `LearnerTable` as plain data."""

    table: bytes
    seat: int
    reward: float
    bots_seed: int


_saved = msgspec.msgpack.Decoder(_Saved)


def _check_installed(key: str, opponents: Opponents) -> None:
    """Raise `ModuleNotFoundError`, with the sentence that helps, if a bot needs what is not installed."""
    try:
        for name in filter(None, opponents.names):
            check_installed_for(key, name)
    except ModuleNotFoundError as error:
        raise explained(error) from error
