"""All that a store keeps, kind by kind, in one order and one form, whichever database it is in."""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """Rows of one table: their columns, and in which order they are read and compared."""

    name: str
    columns: tuple[str, ...]
    order: str

    @property
    def listed(self) -> str:
        """The columns as a query names them."""
        return ", ".join(self.columns)


LINES = Kind("lines", ("table_id", "number", "line"), "table_id, number")
PULSES = Kind("pulses", ("table_id", "lines", "asked", "wake", "moved"), "table_id")
"""With the wakes, which PostgreSQL keeps apart."""
TABLES = Kind("tables", ("id", "game", "state", "open", "free", "host", "created", "revision", "file"), "id")

KINDS = (
    # Bots come after those whom they belong to.
    Kind("people", ("id", "name", "colour", "created", "owner", "muted", "revision"), "owner IS NOT NULL, id"),
    Kind("tokens", ("hash", "person", "kind", "created", "expires", "seen", "browser"), "hash"),
    Kind("passkeys", ("credential", "person", "public_key", "count", "created", "label"), "credential"),
    Kind("challenges", ("name", "signed", "person", "expires"), "name"),
    TABLES,
    Kind("members", ("person", "table_id"), "person, table_id"),
    PULSES,
    LINES,
    Kind("snapshots", ("table_id", "version", "state"), "table_id"),
    Kind("analyses", ("table_id", "server", "due", "found"), "table_id"),
    Kind("invites", ("hash", "table_id", "expires"), "hash"),
    Kind("remarks", ("table_id", "number", "person", "at", "text", "phrase", "whom"), "table_id, number"),
)
"""All of it, so that whatever something belongs to comes before it."""
