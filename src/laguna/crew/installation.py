"""Which program is installed on a machine: results are the same only where it is the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import entry_points, version
from pathlib import Path

import msgspec

import laguna
from laguna.core.plugin import GROUP
from laguna.games import GAMES

OWN = "laguna"
SOURCES = Path(laguna.__file__).parent
_DECIDING_PACKAGES = ("core", "games", "bots")
"""The packages that decide how a game goes."""


class Installation(msgspec.Struct, frozen=True):
    """Laguna's version and a short hash of its sources, and the versions of the packages that bring games."""

    laguna: str
    sources: str
    games: dict[str, str]

    def __str__(self) -> str:
        games = "".join(f", {name} {number}" for name, number in self.games.items())
        return f"laguna {self.laguna} (sources {self.sources}){games}"


@cache
def installation() -> Installation:
    """What is installed here, as it is when first asked for."""
    packages = (point.dist for point in entry_points(group=GROUP))
    games = {package.name: package.version for package in packages if package is not None and package.name != OWN}
    return Installation(version(OWN), hash_of(SOURCES.rglob("*.py")), dict(sorted(games.items())))


@cache
def program(*keys: str) -> str:
    """A short hash of the sources that decide how these games go: not those of the other games."""
    others = GAMES.keys() - {*keys}
    sources = (path for package in _DECIDING_PACKAGES for path in (SOURCES / package).rglob("*.py"))
    return hash_of(path for path in sources if not others & {*path.relative_to(SOURCES).parts, path.stem})


def hash_of(sources: Iterable[Path]) -> str:
    """A short hash of some of Laguna's sources, of their names and what is in them."""
    found = hashlib.blake2b(digest_size=6)
    for source in sorted(sources):
        found.update(source.relative_to(SOURCES).as_posix().encode() + b"\0" + source.read_bytes())
    return found.hexdigest()
