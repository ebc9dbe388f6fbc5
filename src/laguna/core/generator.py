"""The pseudo-random generator of simulations: small, fast and the same numbers plain and compiled.

sfc32 (Chris Doty-Humphrey's "small fast counting" generator, 128 bits of state) in four whole numbers below 2^32.
Every product stays below 2^63, so that Python's integers and native 64-bit ones agree. It is no secret-keeper: real
tables draw from `laguna.core.luck.SecretLuck`.
"""

from __future__ import annotations

from typing import Protocol

from laguna.core.rules import rule

WORDS = 4
MASK = 0xFFFFFFFF
WARM_UP = 12

TABLE, PLAYERS, BOTS = 1, 2, 3
"""Streams of one seed: what the table draws, how random players choose, and what bots imagine."""


class Generator(Protocol):
    """A generator's position: `WORDS` whole numbers below 2^32, in a list or, compiled, in a NumPy array."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, word: int, /) -> None: ...


@rule
def sow(rng: Generator, seed: int, game: int, stream: int) -> None:
    """Start the generator of game number `game` under a seed below 2^63. Other numbers give unrelated draws."""
    rng[0] = seed & MASK
    rng[1] = seed >> 32
    rng[2] = game & MASK
    rng[3] = stream
    for _ in range(WARM_UP):
        spin(rng)


@rule
def spin(rng: Generator) -> int:
    """The next 32 random bits."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    out = (a + b + counter) & MASK
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & MASK
    rng[2] = (((c << 21 & MASK) | (c >> 11)) + out) & MASK
    rng[3] = (counter + 1) & MASK
    return out


@rule
def draw(rng: Generator, n: int) -> int:
    """A whole number below n < 2^31, each exactly equally likely (Lemire's multiplication with rejection)."""
    product = spin(rng) * n
    if (product & MASK) < n:
        biased = (MASK + 1) % n
        while (product & MASK) < biased:
            product = spin(rng) * n
    return product >> 32
