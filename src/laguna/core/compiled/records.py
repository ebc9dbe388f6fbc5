"""What kernels work on, with names: arrays of numbers, and NumPy records whose fields are declared once, in a class."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
Records = NDArray[Any]
"""States as NumPy records: `records[i]` is one state."""

_R = TypeVar("_R")
_SCALARS = {"int": "i8", "float": "f8"}


class RecordArray(Protocol[_R]):
    """A NumPy array of records. One record alone is handed to a kernel as an array of one."""

    @overload
    def __getitem__(self, at: int, /) -> _R: ...
    @overload
    def __getitem__(self, at: slice, /) -> RecordArray[_R]: ...
    @overload
    def __getitem__(self, field: str, /) -> NDArray[Any]: ...
    def __setitem__(self, at: int, record: _R, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_R]: ...


class TableRecord(Protocol):
    """A game's state as a record: its fields, and the generator that `below` draws from."""

    rng: Numbers
    players: int


Tables = RecordArray[TableRecord]


@dataclass(frozen=True, slots=True)
class _Array:
    kind: str
    length: int | str


def numbers(length: int | str) -> Any:  # noqa: ANN401 - stands for Numbers
    """Declare an array field of a record: so many whole numbers, or as many as the size of this name says."""
    return _Array("i8", length)


def floats(length: int | str) -> Any:  # noqa: ANN401 - stands for Floats
    """Declare an array field of a record: so many numbers with fractions, or as many as the size of this name says."""
    return _Array("f8", length)


class Record:
    """The base of records: a subclass names its fields as annotations: `int`, `float`, arrays of `numbers` or `floats`.

    Nobody makes an instance: the class tells NumPy, type checkers and readers what the fields of a record are. Kernels
    and Python alike read and write `records[i].field`. Kernels pass records on rather than tuples of arrays: for each
    array in a tuple they would count references.
    """

    FIELDS: ClassVar[dict[str, str | _Array]]

    def __init_subclass__(cls) -> None:
        annotations = inspect.get_annotations(cls)
        cls.FIELDS = {name: cls.__dict__.get(name, _SCALARS.get(kind)) for name, kind in annotations.items()}

    @classmethod
    def dtype(cls, **sizes: int) -> np.dtype[Any]:
        """The NumPy type of these records, with arrays of these sizes."""
        fields: list[Any] = []
        for name, field in cls.FIELDS.items():
            if isinstance(field, str):
                fields.append((name, field))
            else:
                length = sizes[field.length] if isinstance(field.length, str) else field.length
                fields.append((name, field.kind, (length,)))
        return np.dtype((np.record, np.dtype(fields, align=True)))

    @classmethod
    def zeros(cls, count: int = 1, **sizes: int) -> RecordArray[Self]:
        """So many records, all fields zero."""
        return cast("RecordArray[Self]", np.zeros(count, cls.dtype(**sizes)))
