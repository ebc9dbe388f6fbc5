"""Where chance comes from: secret and provably fair at a real table, seeded in simulations, scripted in tests.

**Fair luck.** A table draws from HMAC-SHA-256 over a key and a counter. The key comes from a secret 256-bit seed, and
from nonces: words of the players' own. When the table is made, before anybody gives a nonce, the seed's SHA-256 is
published (the commitment); after the game the seed itself is (the reveal). Anybody can then check that the seed is the
one committed to and that every draw follows from it and the nonces. The table cannot choose a draw, since its seed was
fixed before it knew the nonces; a player cannot, not knowing the seed. Only who knows the seed *and* gives the last
nonce could try words until one suits: who trusts nobody gives theirs last.

*The key* is the seed itself where no seat gave a nonce. Else it is the SHA-256 of these bytes: the seed, then for each
seat in order the length of its nonce in UTF-8, as 2 bytes, big-endian, and the nonce in UTF-8, as it was given; a seat
without one is the length 0 alone. A nonce is 1 to 64 Unicode characters, without control characters or line breaks.

*A draw.* Value k of the counter, which begins at 0, is the first 8 bytes, big-endian, of HMAC(key, k as 8 bytes,
big-endian). A draw below n takes the value modulo n, unless the value lies in the last, incomplete run of n numbers
below 2^64: then it is thrown away and the next counter is tried. So every result is exactly equally likely.

*An example.* With the seed 000102…1f and three seats, of which the first gives “ahoj”, the second “żółw 7” and the
third nothing, the bytes after the seed are 0004 61686f6a 0009 c5bcc3b3c582772037 0000, the key begins with
28ea1ae2d443d71f, and the first six draws below 6 are 2, 2, 1, 2, 1, 4.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from laguna.core import generator
from laguna.core.rules import Luck

SEED_BYTES = 32
MAX_NONCE_CHARS = 64
"""Characters."""
_RANGE = 1 << 64
_UNWRITTEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Controls, surrogates and line breaks: the categories that are the same in every version of Unicode."""

Nonces = Sequence[str | None]
"""What each seat added to the luck, in their order; None: nothing."""


class LuckRanOut(Exception):  # noqa: N818 - not a fault of the program: the script or record is too short
    """A script or record of draws does not fit what the rules draw."""


class RevealedLuck(Luck, Protocol):
    """Luck that can be checked afterwards: all its draws follow from a seed, and nonces if there are any."""

    kind: str
    """How draws follow from the seed, as a record names it."""
    seed: bytes
    """What is committed to, and revealed after the game."""
    nonces: tuple[str | None, ...]
    """Each seat's nonce; empty: nobody gave one."""

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
    """The luck of a real table: HMAC-SHA-256 over a counter, its key made of a secret seed and the players' nonces.

    The example above:

    >>> luck = SecretLuck(bytes(range(32)), ["ahoj", "żółw 7", None])
    >>> luck.commitment[:16]  # published first
    '630dcd2966c43366'
    >>> [luck.below(6) for _ in range(6)]
    [2, 2, 1, 2, 1, 4]
    """

    __slots__ = ("_counter", "_keyed", "nonces", "seed")

    kind = "hmac-sha256"

    def __init__(self, seed: bytes | None = None, nonces: Nonces = ()) -> None:
        """From the given 32 bytes, or a fresh secret seed. Raises ValueError for another length or a bad nonce."""
        if seed is None:
            seed = secrets.token_bytes(SEED_BYTES)
        if len(seed) != SEED_BYTES:
            raise ValueError(f"A seed is {SEED_BYTES} bytes long, not {len(seed)}.")
        self.seed = seed
        self.nonces = given(nonces)
        self._keyed: hmac.HMAC | None = None
        """With the key digested already: made for the first draw."""
        self._counter = 0

    @property
    def commitment(self) -> str:
        """The seed's SHA-256, to be published before the first nonce is given. Nonces do not change it."""
        return commitment(self.seed)

    @property
    def position(self) -> tuple[int, ...]:
        """The counter."""
        return (self._counter,)

    def rewind(self, position: tuple[int, ...]) -> None:
        """Set the counter back."""
        (self._counter,) = position

    def rest(self) -> None:
        """Take less memory until the next draw: what makes draws quick is made anew then."""
        self._keyed = None

    def below(self, n: int) -> int:
        """A whole number below n, each exactly equally likely."""
        even = _RANGE - _RANGE % n
        if self._keyed is None:
            key = _mixed(self.seed, self.nonces) if self.nonces else self.seed
            self._keyed = hmac.new(key, digestmod="sha256")
        while True:
            block = self._keyed.copy()
            block.update(self._counter.to_bytes(8, "big"))
            self._counter += 1
            value = int.from_bytes(block.digest()[:8], "big")
            if value < even:
                return value % n

    def witness(self, happening: Callable[[], Any]) -> Any:  # noqa: ANN401 - plain data
        """It happens now."""
        return happening()


class SeededLuck:
    """The luck of a simulation: fast, and the same numbers as the compiled rules draw.

    >>> luck = SeededLuck(7)
    >>> [luck.below(6) for _ in range(6)]
    [4, 5, 2, 5, 5, 4]
    """

    kind = "sfc32"
    nonces: tuple[str | None, ...] = ()

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

    def copy(self) -> SeededLuck:
        """The same luck at the same position; from here on each draws by itself."""
        twin = object.__new__(SeededLuck)
        twin._rng = self._rng[:]
        twin.seed = self.seed
        return twin

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

    __slots__ = ("_draws", "_luck", "_next", "_seen")

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

    __slots__ = ("_draws", "_luck", "_seen")

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


def check_nonce(nonce: str) -> None:
    """Raise ValueError, with a sentence, unless this can be a seat's nonce."""
    if not 1 <= len(nonce) <= MAX_NONCE_CHARS:
        raise ValueError(f"A nonce is 1 to {MAX_NONCE_CHARS} characters long, not {len(nonce)}.")
    if any(unicodedata.category(character) in _UNWRITTEN for character in nonce):
        raise ValueError("A nonce has no control characters or line breaks.")


def given(nonces: Nonces) -> tuple[str | None, ...]:
    """Each seat's nonce; empty if nobody gave one. Raises ValueError for a bad one."""
    for nonce in nonces:
        if nonce is not None:
            check_nonce(nonce)
    return () if all(nonce is None for nonce in nonces) else tuple(nonces)


def _mixed(seed: bytes, nonces: Nonces) -> bytes:
    """The key that a seed and nonces make: see above."""
    words = ((nonce or "").encode() for nonce in nonces)
    return hashlib.sha256(seed + b"".join(len(word).to_bytes(2, "big") + word for word in words)).digest()


def revealed(kind: str, seed: bytes, nonces: Nonces = ()) -> RevealedLuck:
    """The luck that a record names, from its revealed seed and nonces.

    Raises ValueError for an unknown kind or length, or nonces that cannot be.
    """
    if kind == SecretLuck.kind:
        return SecretLuck(seed, nonces)
    if kind == SeededLuck.kind:
        if given(nonces):
            raise ValueError(f"Luck of the kind “{kind}” has no nonces.")
        return SeededLuck.revealed(seed)
    raise ValueError(f"Luck of the kind “{kind}” is not known to this version of Laguna.")
