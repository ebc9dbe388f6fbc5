"""A policy that a server seats at its tables: named when the server starts, played in the bots' workers."""

from __future__ import annotations

from pathlib import Path

import msgspec

from laguna.bots.policy_name import PREFIX
from laguna.server.problem import malformed


class ServedPolicy(msgspec.Struct, frozen=True):
    """A policy's file, what it is called at tables, and which game it plays by how many."""

    name: str
    file: Path
    game: str
    seats: tuple[int, ...]

    @property
    def bot(self) -> str:
        """What a pool calls it."""
        return f"{PREFIX}{self.file}"

    def check_fits(self, game: str, seats: int) -> None:
        """Raise `Problem` unless it plays this game, and was trained for so many players."""
        if game != self.game:
            raise malformed(f"“{self.name}” plays {self.game}, not {game}.")
        if seats not in self.seats:
            trained = " or ".join(map(str, self.seats))
            raise malformed(f"“{self.name}” was trained for {trained} players, not for {seats}.")
