"""The kernels of a batch, and arrays as they like them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from laguna.bots.heuristics import heuristics_of
from laguna.bots.search.layout import ScratchRecord
from laguna.core import compiled
from laguna.core.compiled.records import Numbers, RecordArray, Tables
from laguna.core.encoding import Encoding
from laguna.envs.layout import BatchPlan, ByteRow, Bytes, TableRow

_FOLDER = Path(__file__).parent
_TEMPLATE = _FOLDER / "kernels.py"
_SOURCES = ("kernels.py", "layout.py")
ALIGNMENT = 64
"""Arrays begin at a multiple of so many bytes, as vector instructions and other libraries like them."""


class BatchKernels(Protocol):
    """The compiled tables of one game; the contracts stand in `kernels.py`."""

    def run(  # noqa: PLR0913, PLR0917 - a tuple of arrays would count references
        self,
        plan: RecordArray[BatchPlan],
        tables: Tables,
        rows: RecordArray[TableRow],
        scratches: RecordArray[ScratchRecord],
        chosen: Numbers,
        observations: RecordArray[ByteRow],
        masks: RecordArray[ByteRow],
        reward: NDArray[np.float32],
        ended: Bytes,
        log: NDArray[np.int32],
    ) -> None:
        """See `laguna.envs.kernels.run`."""
        ...

    def look(
        self, tables: Tables, rows: RecordArray[TableRow], looking: Numbers, observations: RecordArray[ByteRow]
    ) -> None:
        """See `laguna.envs.kernels.look`."""
        ...

    def imagine_all(self, tables: Tables, rows: RecordArray[TableRow], imagining: Numbers, seed: int) -> None:
        """See `laguna.envs.kernels.imagine_all`."""
        ...

    def sample(self, rows: RecordArray[TableRow], masks: RecordArray[ByteRow], words: Numbers, chosen: Numbers) -> None:
        """See `laguna.envs.kernels.sample`."""
        ...


def load(key: str, encoding: Encoding[Any]) -> BatchKernels:
    """The kernels of a game: from memory, from the cache on disk, or compiled at their first call."""
    heuristics = heuristics_of(key)
    rules = heuristics.rules
    verbs = {
        **compiled.verbs_of(rules),
        **{name: getattr(heuristics, name) for name in ("choose", "novice")},
        **{name: getattr(encoding, name) for name in ("observe", "legal", "decide")},
    }
    sources = [*(_FOLDER / name for name in _SOURCES), *compiled.sources_of(rules)]
    name = f"laguna_batch_{compiled.name_of(rules)}"
    return cast("BatchKernels", compiled.load_template(_TEMPLATE, name, verbs, sources))


def aligned(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:  # noqa: ANN401 - whatever NumPy takes for one
    """An array of zeros that begins at a multiple of `ALIGNMENT`."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    room = np.zeros(size + ALIGNMENT, np.int8)
    start = -room.ctypes.data % ALIGNMENT
    array: NDArray[Any] = room[start : start + size].view(kind).reshape(shape)
    return array


def rows_of(array: Bytes) -> RecordArray[ByteRow]:
    """The rows of an array of bytes as records, in the same place."""
    kind = np.dtype((np.record, [("bytes", "i1", array.shape[1:])]))
    return cast("RecordArray[ByteRow]", array.view(kind).reshape(len(array)))
