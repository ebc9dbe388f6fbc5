"""The other servers that share the store, as the tables of this one see them. Here, for a server alone: none.

What they are told are hints: see `laguna.server.bus`. Whoever overrides this neither waits nor raises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from laguna.server.store.store import Append, Remark
    from laguna.server.tables.room import Room


class TableLink:
    """One table, as the servers that have it in memory know of each other. This one: nobody else has it."""

    __slots__ = ()

    def loaded(self, room: Room) -> None:
        """The table is in memory here."""

    def leave(self) -> None:
        """It is no more, or could not be read."""

    def appended(self, line: Append, revision: int) -> None:
        """A line is stored, and the table's file with this revision."""

    def file_changed(self, revision: int) -> None:
        """The table's file is stored, with this revision."""

    def said(self, remark: Remark) -> None:
        """A remark is stored."""

    def present(self, people: tuple[str, ...]) -> None:
        """These people follow the table here."""

    def aiming(self, seat: int, ask: int, at: float) -> None:
        """A seat began what the game times."""


class Others:
    """All other servers. This one: there are none."""

    @property
    def judged(self) -> bool:
        """Whether those are dead that the store takes for dead; else they may be about to return, as we are."""
        return True

    async def enter(self, table: str) -> TableLink:
        """Hear of a table from now on; it is about to be read."""
        del table
        return TableLink()

    async def look_after(self, room: Room) -> None:
        """A table is due, and it is this server that looks after it."""
        await room.look_after()

    def call(self, person: str, table: str, game: str) -> None:
        """A table waits for a person who is not known to follow it anywhere."""

    def person_changed(self, person: str) -> None:
        """Somebody is called otherwise now, or mutes somebody else."""
