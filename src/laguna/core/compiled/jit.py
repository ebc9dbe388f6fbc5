"""Numba's decorators with types: what a kernel is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit
from numba.extending import register_jitable

_F = TypeVar("_F", bound=Callable[..., Any])


def kernel(function: _F) -> _F:
    """An entry point: compiled at its first call from Python, kept in the cache, and run without Python's lock."""
    return cast("_F", njit(cache=True, nogil=True)(function))


def part(function: _F) -> _F:
    """A function that only kernels call: compiled with each of them."""
    return register_jitable(function)
