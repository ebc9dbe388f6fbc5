"""The practice range for Gymnasium, `laguna/ShipAhoyRange-v1`: aiming a cannon that really shoots, and nothing else."""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from laguna.core.bot import fresh_seed
from laguna.core.game import NOT_READABLE, Event
from laguna.core.generator import BOTS, MASK, TABLE, WORDS
from laguna.core.luck import SeededLuck
from laguna.core.missing import explained
from laguna.envs.conventions import (
    LARGEST_NUMBER,
    LARGEST_SEED,
    NoGame,
    checked_number,
    checked_seed,
    one_of,
)
from laguna.envs.rendering import FRAMES_PER_S, RENDER_MODES, RenderMode, rendered
from laguna.envs.ship_ahoy import cannon, eyes
from laguna.envs.ship_ahoy.feature import Feature, Floats, row_of, size_of
from laguna.envs.ship_ahoy.wish import shot
from laguna.envs.table import NotReadable
from laguna.games.ship_ahoy import practice, rules
from laguna.games.ship_ahoy.events import ShotFired
from laguna.games.ship_ahoy.fleet import seat_of
from laguna.games.ship_ahoy.game import ShipAhoyGame, ShipAhoyTable
from laguna.games.ship_ahoy.physics.board import Piece, outline
from laguna.games.ship_ahoy.physics.hand import AIM_SEEDS
from laguna.games.ship_ahoy.physics.wire import BALL, decode
from laguna.games.ship_ahoy.practice import GUNNER, LAYOUT, TARGETS, RangePiece
from laguna.games.ship_ahoy.state import Battle
from laguna.games.ship_ahoy.view import ShipAhoyView

try:
    import gymnasium
    from gymnasium.spaces import Box
except ModuleNotFoundError as error:
    raise explained(error) from error

RangeReward = Literal["hit", "near"]
"""1 for each target that falls; or beside that up to a half for a shot that misses, the nearer it came the more."""

SHOTS = 6
"""In an episode: as many as there are targets."""
MOST_SHOTS = 1_000
_AIM = 3
_WIDEST = math.pi / 2
"""How far a shot may lead to the left and right of straight up the range, where all targets are."""
_AHEAD = math.pi / 2
_NEAR = 0.10
"""A ball that passes a target at this distance, in metres, is rewarded with half of what one is that touches it."""
_TOUCHED = 0.5
_TRACK = 1e-4
"""Metres in the unit of a track."""
_GUNS = tuple(piece.id for piece in LAYOUT if seat_of(piece.id, 2) == GUNNER)
_SPREAD_X, _SPREAD_Y = (-0.8, 0.8), (-0.4, 0.9)
"""Where targets may stand that are scattered, in metres."""
_GRAIN = 10_000

ROW = 7
FEATURES = (
    Feature("pieces", (len(LAYOUT), ROW), "S8", "for each piece of the range, as seen from the gun: see `ROW_COLUMNS`"),
    Feature("sway", (len(eyes.MOMENTS_MS),), "S34", "of the barrel, each 125 ms, at half a pull, of 10 degrees"),
    Feature("shots", (), "S8", "how many are left, of all"),
)
ROW_COLUMNS = ("stands", "target", "bearing", "distance", "facing_cos", "facing_sin", "gun")
"""`bearing` as the heading of an action: 0 is straight up the range, 1 to the left; of what lies behind, -1 or 1."""


class _Saved(msgspec.Struct, frozen=True, array_like=True):
    """A range as plain data."""

    seed: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_SEED)]
    number: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_NUMBER)]
    fired: Annotated[int, msgspec.Meta(ge=0)]
    range: Battle
    luck: list[Annotated[int, msgspec.Meta(ge=0, le=MASK)]]


_saved = msgspec.msgpack.Decoder(_Saved)


class _RangeGame(ShipAhoyGame):
    """The game as it looks at the range, where nobody sails home."""

    def public_view(self, table: ShipAhoyTable) -> ShipAhoyView:
        return practice.range_view(table.battle)


class ShipAhoyRange(gymnasium.Env[Floats, NDArray[np.float32]]):
    """Knock over six targets with six shots: two ships near by and one aslant, two behind the mountain, and a tower.

    An action is three numbers from -1 to 1. The heading: 0 is straight up the range, 1 a right angle to the left. The
    pull: -1 is the weakest that fires, 1 the strongest. The moment of release: -1 at once, 1 after four seconds, while
    the barrel sways as the observation says, and further the harder the pull. The hand trembles besides, unseen (S34).
    Shots go from the ship and from the tower by turns, since what is hidden from one may be seen from the other.

    The reward of a shot is 1 for each target that falls (`reward="hit"`, the default); with `"near"` a shot that fells
    none is worth up to a half: a half if it touches a target, a quarter if it passes one at 10 cm, and so on.

    An episode is as many shots as there are targets: with one only, the same easy target would do for ever, while here
    a gunner has to find the hard ones as well. Each shot's reward is its own, so a small discount (0.5 or less) does;
    `shots=1` makes it a bandit. What was pushed aside stays there. With `scattered=True` targets stand elsewhere each
    time, so that nothing is learned by heart.

    `save` keeps where everything stands and the luck to come; MuJoCo's next shot may differ by a hair's breadth on
    another machine. There are no records: a range is no game.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_PER_S}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        *,
        shots: int = SHOTS,
        reward: RangeReward = "hit",
        scattered: bool = False,
        render_mode: RenderMode | None = None,
    ) -> None:
        """A range; `reset` begins its first episode. Raises ValueError."""
        if type(shots) is not int or not 1 <= shots <= MOST_SHOTS:
            raise ValueError(f"`shots` is a whole number from 1 to {MOST_SHOTS}, not {shots!r}.")
        self.shots = shots
        self.reward: RangeReward = one_of("reward", reward, RangeReward)
        self.scattered = scattered
        self.render_mode: RenderMode | None = (
            None if render_mode is None else one_of("render_mode", render_mode, RenderMode)
        )
        self.observation_space = Box(-1.0, 1.0, (size_of(FEATURES),), np.float32)
        self.action_space = Box(-1.0, 1.0, (_AIM,), np.float32)
        self._seed: int | None = None
        self._number = 0
        self._fired = 0
        self._range = practice.laid_out(0)
        self._luck = SeededLuck(0)
        self._over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Begin an episode: of a seed the first, or with the option “number” that one; without a seed the next one.

        Raises ValueError.
        """
        super().reset(seed=None if seed is None else checked_seed(seed))
        number = (options or {}).get("number")
        if seed is not None or self._seed is None:
            self._seed, self._number = fresh_seed() if seed is None else checked_seed(seed), 0
        elif number is None:
            self._number = checked_number(self._number + 1)
        if number is not None:
            self._number = checked_number(number)
        self._luck = SeededLuck(self._seed, self._number)
        self._range = practice.laid_out(self._luck.below(AIM_SEEDS))
        if self.scattered:
            self._range = practice.as_it_stands(_scattered(self._luck), self._range.aim_seed)
        self._fired, self._over = 0, False
        self._show()
        return self._seen(), self._info(())

    def step(self, action: NDArray[Any] | Sequence[float]) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Fire. `info` says which targets fell. Raises TypeError, ValueError, or `NoGame` where no episode is on."""
        if self._over:
            raise NoGame("No episode is under way: `reset` begins one.")
        heading, pull, moment = _aimed(action)
        gun = self._gun
        move = shot(self._range, gun, _AHEAD + _WIDEST * heading, pull, moment)
        before = [self._range.pieces[target] for target in self._targets]
        told = practice.practise(self._range, move, self._luck, cannon.shoot) if move is not None else []
        self._fired += 1
        felled = [piece.id for piece in before if piece.id not in self._range.pieces]
        reward = float(len(felled))
        if self.reward == "near" and not felled:
            reward = _nearness(told, before)
        self._over = self._fired == self.shots or not self._targets
        self._show()
        return self._seen(), reward, self._over, False, self._info(felled)

    @property
    def _gun(self) -> int:
        """Whose turn it is to fire."""
        return _GUNS[self._fired % len(_GUNS)]

    @property
    def _targets(self) -> list[int]:
        return self._range.fleet_of(TARGETS)

    def _info(self, felled: Sequence[int]) -> dict[str, Any]:
        fallen = np.zeros(len(LAYOUT), np.int8)
        fallen[[at for at, piece in enumerate(LAYOUT) if piece.id in felled]] = 1
        return {"game": (self._seed, self._number), "felled": fallen}

    def _seen(self) -> Floats:
        gun = self._range.pieces[self._gun]
        numbers: list[float] = []
        for laid in LAYOUT:
            piece = self._range.pieces.get(laid.id)
            numbers += [0.0] * ROW if piece is None else _row(piece, gun, self._range.seat(laid.id))
        left = (self.shots - self._fired) / self.shots
        return row_of([*numbers, *eyes.swaying(self._range), left], FEATURES)

    def render(self) -> Any:  # noqa: ANN401 - text, a picture or nothing
        """The range from above. Raises ValueError without `render_mode`."""
        table = ShipAhoyTable(self._range.players, self._range.options, self._range)
        return rendered(_RangeGame(), table, GUNNER, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    # Copies

    def clone(self) -> Self:
        """The same once more, the luck to come included. It shares the spaces."""
        twin = copy.copy(self)
        twin._go_on_with(self._luck.copy())  # noqa: SLF001 - one of us
        return twin

    def _go_on_with(self, luck: SeededLuck) -> None:
        self._range, self._luck = self._range.copy(), luck

    def imagine(self, seed: int) -> Self:
        """The same range with other luck to come: fit for planning. Raises ValueError."""
        twin = copy.copy(self)
        twin._go_on_with(SeededLuck(checked_seed(seed), 0, BOTS))  # noqa: SLF001 - as above
        return twin

    def save(self) -> bytes:
        """The range as bytes, its luck included; see `load`. Raises `NoGame`."""
        if self._seed is None:
            raise NoGame("No episode has begun: `reset` begins one.")
        kept = _Saved(self._seed, self._number, self._fired, self._range, list(self._luck.position))
        return msgspec.msgpack.encode(kept)

    def load(self, saved: bytes) -> None:
        """Go on where `save` was called. Raises `NotReadable` for anything else."""
        try:
            kept = _saved.decode(saved)
        except NOT_READABLE as error:
            raise NotReadable("This is no saved practice range.") from error
        if kept.fired > self.shots or len(kept.luck) != WORDS or not {*_GUNS} <= {*kept.range.pieces}:
            raise NotReadable("This saved practice range is damaged, or has more shots.")
        self._seed, self._number, self._fired, self._range = kept.seed, kept.number, kept.fired, kept.range
        self._luck = SeededLuck(kept.seed, kept.number, TABLE)
        self._luck.rewind(tuple(kept.luck))
        self._over = self._fired == self.shots or not self._targets


def _aimed(action: object) -> tuple[float, float, float]:
    """The three numbers of an action. Raises TypeError or ValueError."""
    wrong = f"An action is {_AIM} numbers from -1 to 1: heading, pull and moment; not {action!r}."
    try:
        numbers = np.asarray(action, np.float64)
    except (TypeError, ValueError) as error:
        raise TypeError(wrong) from error
    if numbers.shape != (_AIM,) or not np.isfinite(numbers).all():
        raise ValueError(wrong)
    heading, pull, moment = (max(-1.0, min(1.0, float(number))) for number in numbers)
    return heading, pull, moment


def _row(piece: Piece, gun: Piece, seat: int | None) -> list[float]:
    """A piece as it is seen from the gun; see `ROW_COLUMNS`."""
    dx, dy = piece.x - gun.x, piece.y - gun.y
    bearing = 0.0 if piece.id == gun.id else math.remainder(math.atan2(dy, dx) - _AHEAD, math.tau) / _WIDEST
    facing = piece.yaw - _AHEAD
    return [
        1.0,
        float(seat == TARGETS),
        bearing,
        math.hypot(dx, dy) / (2.0 * math.sqrt(2.0)),
        math.cos(facing),
        math.sin(facing),
        float(piece.id == gun.id),
    ]


def _scattered(luck: SeededLuck) -> list[RangePiece]:
    """Targets anywhere up the range, facing anywhere; the guns and what no ball moves as usual."""
    found = []
    for piece in LAYOUT:
        x, y, yaw = piece.x, piece.y, piece.yaw
        if piece.kind in rules.FLOATS and piece.id not in _GUNS:
            x, y = (low + (high - low) * luck.below(_GRAIN) / _GRAIN for low, high in (_SPREAD_X, _SPREAD_Y))
            yaw = math.tau * (luck.below(_GRAIN) / _GRAIN - 0.5)
        found.append(RangePiece(piece.id, x, y, yaw))
    return found


def _nearness(told: Sequence[Event], targets: Sequence[Piece]) -> float:
    """How near a shot came to the target that it came nearest to: 0 to `_TOUCHED`."""
    fired = next((event for event in told if isinstance(event, ShotFired)), None)
    if fired is None:
        return 0.0
    if any(target.id in fired.shot.hit for target in targets):
        return _TOUCHED
    edges = [outline(target) for target in targets]
    track = [(frame[0] * _TRACK, frame[1] * _TRACK) for frame in decode(fired.shot.ball, BALL)]
    nearest = min((edge.to_point(*place) for edge in edges for place in track), default=math.inf)
    return _TOUCHED / (1.0 + nearest / _NEAR)
