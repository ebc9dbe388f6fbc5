"""Policies that have learned nothing: small networks with random weights, for any game that has an encoding."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laguna.bots.policy import write_policy
from laguna.core.encoding import Encoding
from laguna.games import PLUGINS, RULED

ENCODINGS: dict[str, Encoding[Any]] = {
    key: encoding for key in RULED if (encoding := PLUGINS[key].load_encoding()) is not None
}
HIDDEN = 8

Layers = list[tuple[NDArray[np.float32], NDArray[np.float32]]]


def random_layers(key: str, seed: int = 0) -> Layers:
    """Two layers with weights that nobody chose."""
    random = np.random.default_rng(seed)
    sizes = (ENCODINGS[key].expanded_size, HIDDEN, ENCODINGS[key].choices)

    def drawn(*shape: int) -> NDArray[np.float32]:
        return random.normal(size=shape).astype(np.float32)

    return [(drawn(into, out), drawn(out)) for into, out in pairwise(sizes)]


def written(path: Path, key: str = "mahe", seed: int = 0, **more: Any) -> Path:
    """The file of such a policy."""
    write_policy(path, key, random_layers(key, seed), **{"seats": list(RULED[key].seats), **more})
    return path
