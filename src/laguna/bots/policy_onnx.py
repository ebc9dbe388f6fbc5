"""Policies as `.onnx` files of any library, played by onnxruntime: `pip install "laguna[onnx]"`.

What a policy says of itself stands in the model's metadata under `METADATA`, as JSON. The model has one input and one
output: rows of expanded observations, and how much it likes each choice.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from laguna.bots.expanding import Floats
from laguna.bots.policy_facts import MAX_FACTS_BYTES, PolicyFacts, Unfit

METADATA = "laguna"
"""The property of a model's metadata that holds its facts."""
_QUIET = 4
"""The severity from which on onnxruntime writes to the log: what is wrong is told in our sentence."""


def metadata_of(facts: PolicyFacts) -> dict[str, str]:
    """The properties to be added to a model's metadata."""
    return {METADATA: msgspec.json.encode(facts).decode()}


class OnnxPolicy:
    """A policy's model as it was read: its facts at once, its network when they were found to be right."""

    def __init__(self, content: bytes) -> None:
        """Raises `Unfit`, or `ModuleNotFoundError` where onnxruntime is not installed."""
        import onnxruntime  # noqa: PLC0415 - slow to load, and an extra

        wanted = onnxruntime.SessionOptions()
        wanted.log_severity_level = _QUIET
        wanted.intra_op_num_threads = wanted.inter_op_num_threads = 1  # so that a server's other work has a core
        try:
            session = onnxruntime.InferenceSession(content, wanted, providers=["CPUExecutionProvider"])
            told = session.get_modelmeta().custom_metadata_map.get(METADATA, "")
        except Exception as error:  # its errors have no common class of their own
            raise Unfit("it is no ONNX model that can be run here") from error
        if not told:
            raise Unfit(f"its metadata has no “{METADATA}”, which says what it plays")
        try:
            self.facts = msgspec.json.decode(told[:MAX_FACTS_BYTES], type=PolicyFacts)
        except msgspec.MsgspecError as error:
            raise Unfit(f"what it says of itself cannot be read ({error})") from error
        self._session = session

    def network(self) -> OnnxNetwork:
        """Its network; of which sizes, `OnnxNetwork.check` says. Raises `Unfit`."""
        return OnnxNetwork(self._session)


class OnnxNetwork:
    """A model that is run by onnxruntime."""

    def __init__(self, session: Any) -> None:  # noqa: ANN401 - an onnxruntime.InferenceSession, which has no types
        inputs, outputs = session.get_inputs(), session.get_outputs()
        if len(inputs) != 1 or len(outputs) != 1:
            raise Unfit(f"it has {len(inputs)} inputs and {len(outputs)} outputs, and should have one of each")
        self._session = session
        self._input = inputs[0].name

    def check(self, inputs: int, choices: int) -> None:
        """Raise `Unfit` unless it takes a row of so many numbers, and gives one of so many."""
        try:
            values = self.values(np.zeros((1, inputs), np.float32))
        except Exception as error:  # as above
            raise Unfit(f"its network does not take rows of {inputs} numbers") from error
        if values.shape != (1, choices):
            raise Unfit(f"it answers in the shape {values.shape}, and there are {choices} choices")
        if values.dtype != np.float32 or not np.isfinite(values).all():
            raise Unfit("it answers something that is no finite numbers of 32 bits")

    def values(self, rows: Floats) -> Floats:
        """How much it likes each choice, for each row of inputs."""
        found: Floats = self._session.run(None, {self._input: rows})[0]
        return found
