"""Where chance comes from: secret and provably fair at a real table, seeded in simulations, scripted in tests.

**Fair luck.** A table draws from HMAC-SHA-256 over a secret 256-bit seed and a counter. Before the first draw the
seed's SHA-256 is published (the commitment); after the game the seed itself is (the reveal). Anybody can then check
that the seed is the one committed to and that every draw follows from it: nobody chose a draw.

Draw k of the counter is the first 8 bytes, big-endian, of HMAC(seed, k as 8 bytes, big-endian). A draw below n takes
the value modulo n, unless the value lies in the last, incomplete run of n numbers below 2^64: then it is thrown
away and the next counter is tried. So every result is exactly equally likely.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from laguna.core import generator
from laguna.core.rules import Luck

SEED_BYTES = 32
_RANGE = 1 << 64


class LuckRanOut(Exception):  # noqa: N818 - not a fault of the program: the script or record is too short
    """A script or record of draws does not fit what the rules draw."""


class RevealedLuck(Luck, Protocol):
    """Luck that can be checked afterwards: all its draws follow from a seed."""

    kind: str
    """How draws follow from the seed, as a record names it."""
    seed: bytes

    @property
    def commitment(self) -> str:
        """The seed's SHA-256, safe to publish before the game."""
        ...

    @property
    def position(self) -> tuple[int, ...]:
        """How far the draws have come."""
        ...

    def rewind(self, position: tuple[int, ...]) -> None:
        """Go back to a position: the same draws come again. For a move that could not be carried out."""
        ...


class SecretLuck:
    """The luck of a real table: HMAC-SHA-256 over a secret seed and a counter."""

    kind = "hmac-sha256"

    def __init__(self, seed: bytes | None = None) -> None:
        """From the given 32 bytes, or a fresh secret seed."""
        if seed is None:
            seed = secrets.token_bytes(SEED_BYTES)
        if len(seed) != SEED_BYTES:
            raise ValueError(f"A seed is {SEED_BYTES} bytes long, not {len(seed)}.")
        self.seed = seed
        self._counter = 0

    @property
    def commitment(self) -> str:
        """The seed's SHA-256, to be published before the first draw."""
        return commitment(self.seed)

    @property
    def position(self) -> tuple[int, ...]:
        """The counter."""
        return (self._counter,)

    def rewind(self, position: tuple[int, ...]) -> None:
        """Set the counter back."""
        (self._counter,) = position

    def below(self, n: int) -> int:
        """A whole number below n, each exactly equally likely."""
        even = _RANGE - _RANGE % n
        while True:
            block = hmac.digest(self.seed, self._counter.to_bytes(8, "big"), "sha256")
            self._counter += 1
            value = int.from_bytes(block[:8], "big")
            if value < even:
                return value % n

    def witness(self, happening: Callable[[], Any]) -> Any:  # noqa: ANN401 - plain data
        """It happens now."""
        return happening()


class SeededLuck:
    """The luck of a simulation: fast, and the same numbers as the compiled rules draw."""

    kind = "sfc32"

    def __init__(self, seed: int, game: int = 0, stream: int = generator.TABLE) -> None:
        """The draws of game number `game` under a seed below 2^63."""
        self._rng = [0] * generator.WORDS
        generator.sow(self._rng, seed, game, stream)
        self.seed = b"".join(word.to_bytes(4, "big") for word in self._rng)

    @classmethod
    def revealed(cls, seed: bytes) -> SeededLuck:
        """The same luck again, from the seed that a record reveals."""
        if len(seed) != 4 * generator.WORDS:
            raise ValueError(f"A seed of {cls.kind} is {4 * generator.WORDS} bytes long, not {len(seed)}.")
        luck = cls(0)
        luck._rng = [int.from_bytes(seed[i : i + 4], "big") for i in range(0, len(seed), 4)]
        luck.seed = seed
        return luck

    @property
    def commitment(self) -> str:
        """The SHA-256 of the generator's first position."""
        return commitment(self.seed)

    @property
    def position(self) -> tuple[int, ...]:
        """The generator's position."""
        return tuple(self._rng)

    def rewind(self, position: tuple[int, ...]) -> None:
        """Set the generator back."""
        self._rng = list(position)

    def below(self, n: int) -> int:
        """A whole number below n, each exactly equally likely."""
        return generator.draw(self._rng, n)

    def witness(self, happening: Callable[[], Any]) -> Any:  # noqa: ANN401 - plain data
        """It happens now."""
        return happening()


class ScriptedLuck:
    """Draws and happenings that are written down: by a test, or in a record.

    Raises `LuckRanOut` where they do not fit. With `luck` the draws come from there, and only the happenings are read.
    """

    def __init__(self, draws: Iterable[int], seen: Iterable[Any] = (), luck: Luck | None = None) -> None:
        self._draws = list(draws)
        self._next = 0
        self._seen = list(seen)
        self._luck = luck

    def below(self, n: int) -> int:
        """The next draw of the script, which must be below n."""
        if self._luck is not None:
            return self._luck.below(n)
        if self._next == len(self._draws):
            raise LuckRanOut(f"The draws run out: one below {n} is wanted after {self._next}.")
        draw = self._draws[self._next]
        if not 0 <= draw < n:
            raise LuckRanOut(f"Draw {self._next + 1} is {draw}, but one below {n} is wanted.")
        self._next += 1
        return draw

    def witness(self, happening: Callable[[], Any]) -> Any:  # noqa: ANN401 - plain data
        """The next happening of the script: it is read, not computed."""
        del happening
        if not self._seen:
            raise LuckRanOut("Something is to happen that is not written down.")
        return self._seen.pop(0)

    @property
    def left(self) -> int:
        """How many draws and happenings have not been used."""
        return len(self._draws) - self._next + len(self._seen)


class RecordedLuck:
    """Passes on what another luck draws and witnesses, and writes it down."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck
        self._draws: list[int] = []
        self._seen: list[Any] = []

    def below(self, n: int) -> int:
        """The other luck's draw."""
        draw = self._luck.below(n)
        self._draws.append(draw)
        return draw

    def witness(self, happening: Callable[[], Any]) -> Any:  # noqa: ANN401 - plain data
        """What the other luck witnesses."""
        seen = self._luck.witness(happening)
        self._seen.append(seen)
        return seen

    def take(self) -> tuple[list[int], list[Any]]:
        """The draws and happenings since the last take."""
        draws, self._draws = self._draws, []
        seen, self._seen = self._seen, []
        return draws, seen


def commitment(seed: bytes) -> str:
    """What is published of a seed before the game: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def revealed(kind: str, seed: bytes) -> RevealedLuck:
    """The luck that a record names, from its revealed seed. Raises ValueError for an unknown kind or length."""
    if kind == SecretLuck.kind:
        return SecretLuck(seed)
    if kind == SeededLuck.kind:
        return SeededLuck.revealed(seed)
    raise ValueError(f"Luck of the kind “{kind}” is not known to this version of Laguna.")
