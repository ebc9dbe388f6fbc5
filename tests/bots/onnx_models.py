"""Models of ONNX, written field by field as its protocol buffers are: so that no library is needed to make them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

FLOAT, DOUBLE = 1, 11
IR_VERSION, OPSET = 8, 17


def _varint(number: int) -> bytes:
    told = bytearray()
    while number > 127:
        told.append(number & 127 | 128)
        number >>= 7
    return bytes([*told, number])


def _field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    content = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _tensor(name: str, array: np.ndarray[Any, Any]) -> bytes:
    kind = DOUBLE if array.dtype == np.float64 else FLOAT
    dims = b"".join(_field(1, size) for size in array.shape)
    return dims + _field(2, kind) + _field(8, name) + _field(9, array.tobytes())


def _value(name: str, width: int, kind: int) -> bytes:
    shape = _field(1, _field(2, "rows")) + _field(1, _field(1, width))
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, shape)))


def _node(operation: str, inputs: tuple[str, ...], output: str) -> bytes:
    return b"".join(_field(1, name) for name in inputs) + _field(2, output) + _field(4, operation)


def linear(
    weights: np.ndarray[Any, Any], biases: np.ndarray[Any, Any], metadata: Mapping[str, str], outputs: int = 1
) -> bytes:
    """A model that computes `observation @ weights + biases`; told by so many outputs."""
    kind = DOUBLE if weights.dtype == np.float64 else FLOAT
    graph = b"".join(
        [
            _field(1, _node("MatMul", ("observation", "weights"), "products")),
            *(_field(1, _node("Add", ("products", "biases"), f"values{number}")) for number in range(outputs)),
            _field(2, "policy"),
            _field(5, _tensor("weights", weights)),
            _field(5, _tensor("biases", biases)),
            _field(11, _value("observation", weights.shape[0], kind)),
            *(_field(12, _value(f"values{number}", weights.shape[1], kind)) for number in range(outputs)),
        ]
    )
    properties = b"".join(_field(14, _field(1, key) + _field(2, value)) for key, value in metadata.items())
    opset = _field(8, _field(1, "") + _field(2, OPSET))
    return _field(1, IR_VERSION) + _field(7, graph) + opset + properties
