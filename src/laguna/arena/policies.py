"""Policies as bots of a match: whether they fit, and whether they are still the files that it began with."""

from __future__ import annotations

from collections.abc import Iterable

from laguna.arena.match import ArenaMatch, MatchFailed
from laguna.bots.policy_facts import BadPolicy
from laguna.bots.policy_name import policy_path


def digests(names: Iterable[str], game: str, seats: int) -> dict[str, str]:
    """The SHA-256 of the file of each bot that is a policy, by its name. Raises `BadPolicy` if one does not fit."""
    if not any(map(policy_path, named := tuple(names))):
        return {}
    from laguna.bots.policy import fitting_policy  # noqa: PLC0415 - NumPy only where it is wanted

    return {name: policy.digest for name in named if (policy := fitting_policy(name, game, seats)) is not None}


def check_unchanged(match: ArenaMatch) -> None:
    """Raise `MatchFailed` unless the policies of a match are there, and are what they were when it was made."""
    try:
        found = digests(match.bots, match.game, match.seats)
    except BadPolicy as error:
        raise MatchFailed(str(error)) from error
    for name, digest in found.items():
        if match.policies.get(name) != digest:
            raise MatchFailed(f"{policy_path(name)} is not the file that this match began with.")
