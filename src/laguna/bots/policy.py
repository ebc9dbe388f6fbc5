"""A policy: what a network learned of a game, in a file that anybody may have made. It is checked before it is used.

write_policy("best.npz", "mahe", [(weights, biases), …], seats=[2], trained="PPO, 3 M steps, seed 0")
policy = read_policy("best.npz")
"""

from __future__ import annotations

import hashlib
import secrets
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from laguna.bots.expanding import Floats
from laguna.bots.perceptron import Activation, Perceptron, layers_of
from laguna.bots.policy_facts import BadPolicy, PolicyFacts, Unfit, check_facts, facts_of
from laguna.bots.policy_name import needs_onnx, policy_path
from laguna.bots.policy_npz import NpzPolicy, packed
from laguna.bots.policy_onnx import OnnxPolicy
from laguna.core.encoding import Encoding

MAX_FILE_BYTES = 256 << 20
_MAX_KEPT = 8
"""How many policies a process remembers."""


class Network(Protocol):
    """What plays a policy."""

    def check(self, inputs: int, choices: int) -> None:
        """Raise `Unfit` unless it takes so many numbers, and gives so many."""
        ...

    def values(self, rows: Floats) -> Floats:
        """How much it likes each choice, for each row of inputs."""
        ...


@dataclass(frozen=True)
class Policy:
    """A policy that can be played by this program."""

    facts: PolicyFacts
    encoding: Encoding[Any]
    network: Network
    digest: str
    """SHA-256 of its file."""


def read_policy(path: Path | str) -> Policy:
    """The policy of a file. Nothing of it is unpickled or executed. Raises `BadPolicy`.

    For a file of ONNX `ModuleNotFoundError` says what to install.
    """
    path = Path(path)
    content = _content(path)
    try:
        found = OnnxPolicy(content) if needs_onnx(path) else NpzPolicy(content)
        encoding = check_facts(found.facts)
        network: Network = found.network()
        network.check(encoding.expanded_size, encoding.choices)
    except Unfit as unfit:
        raise BadPolicy(f"{path} cannot be played: {unfit}.") from unfit
    return Policy(found.facts, encoding, network, hashlib.sha256(content).hexdigest())


def policy_of(path: Path, game: str) -> Policy:
    """The policy of a file, for this game; read anew when the file has changed. Raises `BadPolicy`."""
    try:
        now = path.stat()
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error
    policy = _read(path, now.st_mtime_ns, now.st_size, now.st_ino)
    if policy.facts.game != game:
        raise BadPolicy(f"{path} plays {policy.facts.game}, not {game}.")
    return policy


def fitting_policy(bot: str, game: str, seats: int) -> Policy | None:
    """The policy of a bot that is one, if it was trained for so many players. Raises `BadPolicy`."""
    path = policy_path(bot)
    if path is None:
        return None
    policy = policy_of(path, game)
    if seats not in policy.facts.seats:
        trained = " or ".join(map(str, policy.facts.seats))
        raise BadPolicy(f"{path} was trained for {trained} players, not for {seats}.")
    return policy


def write_policy(  # noqa: PLR0913 - a file has all of this
    path: Path | str,
    game: str,
    layers: Sequence[tuple[object, object]],
    *,
    seats: Sequence[int],
    options: Mapping[str, Any] | None = None,
    activation: Activation = "relu",
    temperature: float = 0.0,
    trained: str = "",
) -> None:
    """Write the policy of a network: for each layer its weights, a row for each input, and its biases.

    It takes what `laguna.bots.expanding.expand` makes of an observation, and tells how much it likes each choice. Other
    programs than this one play it if rules and encoding are of the same versions. Raises `BadPolicy` for a network that
    would not be read again.
    """
    path = Path(path)
    try:
        facts = facts_of(game, seats=seats, options=options, temperature=temperature, trained=trained)
        encoding = check_facts(facts)
        network = Perceptron(layers_of(layers), activation)
        network.check(encoding.expanded_size, encoding.choices)
    except Unfit as unfit:
        raise BadPolicy(f"{path} is not written: {unfit}.") from unfit
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        draft.write_bytes(packed(facts, network))
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


@lru_cache(maxsize=_MAX_KEPT)
def _read(path: Path, _written_ns: int, _size: int, _inode: int) -> Policy:
    return read_policy(path)


def _content(path: Path) -> bytes:
    """What is in a file. Raises `BadPolicy`."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise BadPolicy(f"{path} cannot be played: it is no plain file.")
        if found.st_size > MAX_FILE_BYTES:
            raise BadPolicy(f"{path} cannot be played: it has more than {MAX_FILE_BYTES >> 20} MB.")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError | ValueError) -> BadPolicy:
    reason = error.strerror if isinstance(error, OSError) else None
    return BadPolicy(f"{path} cannot be read: {reason or error}.")
