"""Our batches: a step with auto-reset, mask and observation, and choosing at random apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from laguna.envs.batch import Batch
from stepping.pace import Figures, spent

SEATS = 4
BLOCK = 64
"""So many steps are timed at once."""
WARM = 200


class Batched:
    """A batch whose choices are any that there are."""

    def __init__(self, key: str, tables: int, opponents: str | None = None) -> None:
        against = f" against {opponents}" if opponents else ""
        self.name = f"{key}{against}, N={tables:,}"
        self._batch = Batch(key, tables, SEATS, opponents=opponents, seed=1)
        self._rng = np.random.default_rng(1)
        for _ in range(WARM):
            self._step()

    def _step(self) -> None:
        self._batch.step(self._batch.sample(self._rng))

    def _block(self) -> None:
        for _ in range(BLOCK):
            self._step()

    def _samples(self) -> list[NDArray[np.int64]]:
        return [self._batch.sample(self._rng) for _ in range(BLOCK)]

    def measure(self, seconds: float) -> Figures:
        """Steps with choosing, and without: what choosing alone takes is taken off."""
        both = sampling = 0.0
        blocks = 0
        while both + sampling < seconds:
            both += spent(self._block)
            sampling += spent(self._samples)
            blocks += 1
        steps = blocks * BLOCK * len(self._batch)
        return {f"{self.name}: step": steps / (both - sampling), f"{self.name}: step and sample": steps / both}
