"""A plain network: layers of weights and biases, with one activation between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from laguna.bots.expanding import Floats
from laguna.bots.policy_facts import Unfit

Activation = Literal["relu", "tanh"]

_ACTIVATIONS: dict[Activation, Callable[[Floats], Floats]] = {
    "relu": lambda values: np.maximum(values, 0),
    "tanh": np.tanh,
}


class Layer(NamedTuple):
    """A row of weights for each input, with a column and a bias for each output."""

    weights: Floats
    biases: Floats


@dataclass(frozen=True)
class Perceptron:
    """Layers one after the other: `inputs @ weights + biases`, then the activation, but for the last one."""

    layers: tuple[Layer, ...]
    activation: Activation

    def check(self, inputs: int, choices: int) -> None:
        """Raise `Unfit` unless it takes so many numbers, gives so many, and every weight is one."""
        width = inputs
        for number, (weights, biases) in enumerate(self.layers, 1):
            if weights.ndim != 2 or weights.shape[1:] != biases.shape or weights.size == 0:
                raise Unfit(f"layer {number} has weights of shape {weights.shape} and biases of shape {biases.shape}")
            if weights.shape[0] != width:
                raise Unfit(f"layer {number} takes {weights.shape[0]} numbers, and gets {width}")
            if not (np.isfinite(weights).all() and np.isfinite(biases).all()):
                raise Unfit(f"layer {number} has weights that are no finite numbers")
            width = len(biases)
        if width != choices:
            raise Unfit(f"it tells {width} choices apart, and there are {choices}")

    def values(self, rows: Floats) -> Floats:
        """How much it likes each choice, for each row of inputs."""
        values = rows
        for weights, biases in self.layers[:-1]:
            values = _ACTIVATIONS[self.activation](values @ weights + biases)
        last = self.layers[-1]
        return values @ last.weights + last.biases


def layers_of(pairs: Sequence[tuple[object, object]]) -> tuple[Layer, ...]:
    """Layers from pairs of weights and biases, whatever NumPy takes for arrays; laid out row by row."""
    return tuple(
        Layer(np.asarray(weights, np.float32, "C"), np.asarray(biases, np.float32)) for weights, biases in pairs
    )
