"""Which cases every run goes through, and which only a thorough one (`./play test --thorough`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def tiered(cases: Iterable[T], usual: Callable[[T], bool]) -> list[Any]:
    """These cases for `parametrize`; those that are not `usual` are exhaustive rather than proving."""
    return [case if usual(case) else pytest.param(case, marks=pytest.mark.thorough) for case in cases]


def tiered_rows(rows: Iterable[tuple[Any, ...]], usual: Callable[[Any], bool]) -> list[Any]:
    """The same for `parametrize` with several names: each row has a value for each."""
    return [row if usual(row) else pytest.param(*row, marks=pytest.mark.thorough) for row in rows]
