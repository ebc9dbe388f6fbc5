"""What a crew and the process that drives Ray for it say to each other; how it is sent, see `laguna.core.frames`."""

from __future__ import annotations

import msgspec

AUTO = "auto"
"""The address of a cluster that Ray is to look for on this machine."""


def place_of(address: str) -> str:
    """Where a cluster is, in a sentence."""
    return "on this machine" if address == AUTO else f"at {address}"


class Join(msgspec.Struct, frozen=True):
    """Join the cluster at an address. The reply is `Joined` or `NotJoined`."""

    address: str


class Joined(msgspec.Struct, frozen=True):
    """The cluster was joined; so many cores work there now."""

    cores: int


class NotJoined(msgspec.Struct, frozen=True):
    """The cluster was not joined: why, in a sentence."""

    sentence: str


class Turn(msgspec.Struct, frozen=True):
    """Begin these tasks too, each by its number, and wait for a moment until one that is under way ends.

    The reply is `Ended`.
    """

    tasks: dict[int, bytes]


class Ended(msgspec.Struct, frozen=True):
    """The outcomes of tasks by their numbers, None where the workers died each time; and how many cores work now."""

    outcomes: dict[int, bytes | None]
    cores: int


class GiveUp(msgspec.Struct, frozen=True):
    """Whatever is under way is no longer wanted. The reply is None."""
