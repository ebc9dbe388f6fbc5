"""What Ship Ahoy needs of a server: gunners in processes of their own, a clock on aiming, and the practice range."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from laguna.core.game import Event, Game, Move, Refusal, Refused
from laguna.core.luck import SecretLuck
from laguna.core.services import BadRequest, GameService, NotNow, Route, TableTimer
from laguna.core.sight import Question, Sight
from laguna.games.ship_ahoy import practice
from laguna.games.ship_ahoy.game import QUESTIONS, ShipAhoyGame
from laguna.games.ship_ahoy.moves import Shoot
from laguna.games.ship_ahoy.physics.hand import AIM_SEEDS
from laguna.games.ship_ahoy.physics.worker import Gunnery
from laguna.games.ship_ahoy.practice import LAYOUT, AimSeed, RangePiece
from laguna.games.ship_ahoy.state import Battle

AIMING_TOLERANCE_MS = 250
"""How far a shot's own time may be from the server's clock (S34)."""


class PracticeShot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A shot at the practice range: what stands there now, of the last `Sight`; its `aim_seed`; and the shot.

    A target that is not among the pieces was knocked over before.
    """

    pieces: Annotated[list[RangePiece], Meta(max_length=len(LAYOUT))]
    aim_seed: AimSeed
    move: Shoot


class Practised(msgspec.Struct, frozen=True):
    """What came of it: a rule forbids the shot, and all is as it was; or what was seen of it, and the range now."""

    refusal: Refusal | None
    sight: Sight | None


class AimTimer(TableTimer):
    """S34: a shot is released when the gunner says, as far as the server's clock can tell."""

    def __init__(self) -> None:
        self._aiming: dict[int, tuple[int, float]] = {}
        """For each seat that aims: the question, and since when."""

    def signal(self, seat: int, ask: int, now_s: float) -> None:
        """Measure from now on how long a seat aims."""
        self._aiming[seat] = (ask, now_s)

    def timing(self, seat: int, ask: int) -> bool:
        """Whether a seat aims, to answer this question."""
        return seat in self._aiming and self._aiming[seat][0] == ask

    def check(self, seat: int, ask: int, move: Move, now_s: float) -> None:
        """Raise `NotNow` where a shot says another time than was measured."""
        if not isinstance(move, Shoot):
            return
        asked, began_s = self._aiming.get(seat, (None, 0.0))
        measured_ms = 1000 * (now_s - began_s) if asked == ask else 0.0
        if abs(move.t_ms - measured_ms) > AIMING_TOLERANCE_MS:
            raise NotNow("wrong_moment", "The shot was not released at the moment it says. Aim again.")


class ShipAhoyService(GameService):
    """The gunners of one server: tables and the practice range share them."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self._gunnery = Gunnery()
        super().__init__(type(game)(self._gunnery.shoot) if isinstance(game, ShipAhoyGame) else game)

    @property
    def routes(self) -> Sequence[Route]:
        """The practice range. The server keeps nothing of it: each shot says what stands where, as it was told last."""
        return (
            Route(
                path="/practice",
                summary="A fresh practice range",
                doc="The range of Ship Ahoy before the first shot, as its gunner sees it.",
                answer=Sight,
                prepare=lambda _: _fresh_range,
            ),
            Route(
                path="/practice/shot",
                summary="Shoot at the practice range",
                doc="Fire by the table's rules and physics: what happened, the range now, and the next sway.",
                body=PracticeShot,
                answer=Practised,
                prepare=self._shot,
                too_often="The cannon is hot: wait a little between two shots.",
                too_busy="Many practise at this moment: try again in a second.",
            ),
        )

    @property
    def worker_deaths(self) -> int:
        """Gunners that ended, or were ended because they took too long."""
        return self._gunnery.deaths

    def timer(self) -> AimTimer:
        """See `AimTimer`."""
        return AimTimer()

    def close(self) -> None:
        """End the gunners."""
        self._gunnery.close()

    def _shot(self, wish: PracticeShot) -> Callable[[], Practised]:
        try:
            range_now = practice.as_it_stands(wish.pieces, wish.aim_seed)
        except practice.BadRange as error:
            raise BadRequest(str(error)) from error
        return partial(self._fired, range_now, wish.move)

    def _fired(self, range_now: Battle, move: Shoot) -> Practised:
        try:
            told = practice.practise(range_now, move, SecretLuck(), self._gunnery.shoot)
        except Refused as refused:
            return Practised(refused.refusal, None)
        return Practised(None, _sight(range_now, told))


def _fresh_range() -> Sight:
    return _sight(practice.laid_out(SecretLuck().below(AIM_SEEDS)))


def _sight(range_now: Battle, told: Sequence[Event] = ()) -> Sight:
    """What the gunner sees; the one question is always the same."""
    about, rule = QUESTIONS[range_now.phase]
    question = Question(ask=0, about=about, rule=rule, moves=(), free=("shoot",))
    return Sight(practice.GUNNER, tuple(told), practice.range_view(range_now), question)
