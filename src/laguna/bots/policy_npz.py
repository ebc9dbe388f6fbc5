"""Policies as `.npz` files, NumPy's own format: numbers and a line of JSON, and nothing that could be executed.

`policy` holds the JSON as bytes; `weights_0`, `biases_0`, `weights_1` and so on hold the layers. Sizes are taken from
the headers and held to their limits before anything is unpacked.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from io import BytesIO
from itertools import count
from math import prod
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from laguna.bots.perceptron import Activation, Layer, Perceptron, layers_of
from laguna.bots.policy_facts import MAX_FACTS_BYTES, PolicyFacts, Unfit

MAX_LAYERS = 64
MAX_UNPACKED_BYTES = 256 << 20
FACTS = "policy"
_ENTRY = b"PK\x01\x02"
"""What the line of each member begins with in the list at the end of the archive."""
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '(<f2|<f4|<f8|\|u1)', 'fortran_order': (?:True|False), "
    rb"'shape': \((\d{1,9},|\d{1,9}, \d{1,9})\), \} *\n",
    re.DOTALL,
)
"""The header of a row or a table of numbers, as NumPy writes it: no other is read, so that nothing has to be parsed."""
_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError)
"""What comes of an archive that is none, or that was damaged; and"""
_BROKEN_TOO = (EOFError, OSError, ValueError, LookupError)


class NpzFacts(PolicyFacts, frozen=True, kw_only=True):
    """What stands in the file of a policy of ours."""

    activation: Activation


class NpzPolicy:
    """A policy's file as it was read: its facts at once, its network when they were found to be right."""

    def __init__(self, content: bytes) -> None:
        """Raises `Unfit`."""
        self._members = _unpacked(content)
        try:
            told = _numbers(self._members, FACTS).tobytes()
            self.facts = msgspec.json.decode(told[:MAX_FACTS_BYTES], type=NpzFacts)
        except msgspec.MsgspecError as error:
            raise Unfit(f"what it says of itself cannot be read ({error})") from error

    def network(self) -> Perceptron:
        """Its network; of which sizes, `Perceptron.check` says. Raises `Unfit`."""
        layers = (len(self._members) - 1) // 2
        names = [FACTS, *(f"{name}_{number}" for number in range(layers) for name in Layer._fields)]
        if layers == 0 or sorted(names) != sorted(self._members):
            raise Unfit(f"it should hold {', '.join(Layer._fields)} of each layer, numbered from 0, and nothing else")
        pairs = [
            (_numbers(self._members, f"weights_{number}"), _numbers(self._members, f"biases_{number}"))
            for number in range(layers)
        ]
        with np.errstate(over="ignore"):  # what is too large becomes infinite, and is told as that
            return Perceptron(layers_of(pairs), self.facts.activation)


def packed(facts: PolicyFacts, network: Perceptron) -> bytes:
    """The file of a policy. The same policy gives the same bytes."""
    told = NpzFacts(**msgspec.structs.asdict(facts), activation=network.activation)
    arrays = {FACTS: np.frombuffer(msgspec.json.encode(told), np.uint8)}
    for number, layer in zip(count(), network.layers, strict=False):
        arrays |= {f"{name}_{number}": np.asarray(array, "<f4") for name, array in layer._asdict().items()}
    file = BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _unpacked(content: bytes) -> dict[str, bytes]:
    """What is in the archive, by name. Raises `Unfit`."""
    if content.count(_ENTRY) > 1 + 2 * MAX_LAYERS:
        raise Unfit(f"it holds more than {MAX_LAYERS} layers")
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            members = archive.infolist()
            if sum(member.file_size for member in members) > MAX_UNPACKED_BYTES:
                raise Unfit(f"unpacked it has more than {MAX_UNPACKED_BYTES >> 20} MB")
            return {member.filename.removesuffix(".npy"): _member(archive, member) for member in members}
    except (*_BROKEN, *_BROKEN_TOO) as error:
        raise Unfit("it is no .npz file, or a damaged one") from error


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """A member's bytes: as many as were announced, whatever else is in there. Raises `Unfit`."""
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Unfit("it is compressed in a way that NumPy does not write")
    with archive.open(member) as stream:
        data = stream.read(member.file_size)
    if len(data) != member.file_size:
        raise Unfit("it was cut off")
    return data


def _numbers(members: dict[str, bytes], name: str) -> NDArray[Any]:
    """A row or table of numbers, which are all there. Raises `Unfit`."""
    if name not in members:
        raise Unfit(f"it has no “{name}”, as the policies of Laguna have")
    data = members[name]
    header = _HEADER.match(data)
    if header is None:
        raise Unfit(f"“{name}” is no row and no table of numbers as NumPy writes them")
    size = prod(int(number) for number in header[2].split(b",") if number)
    if len(data) - header.end() != size * np.dtype(header[1].decode()).itemsize:
        raise Unfit(f"“{name}” has another size than it says")
    try:
        found: NDArray[Any] = np.load(BytesIO(data), allow_pickle=False)
    except ValueError as error:
        raise Unfit(f"“{name}” cannot be read") from error
    return found
