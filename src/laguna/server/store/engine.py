"""Selects the SQLite library: the newer one that a wheel brings, where there is one, else Python's own.

Whoever opens a database takes `sqlite3` from here and nowhere else. Two copies of SQLite in one process do not know of
each other's locks on a file: one that closes it would take the other's away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import sqlite3
else:
    try:
        from pysqlite3 import dbapi2 as sqlite3
    except ImportError:  # no wheel for this machine: see pyproject.toml
        import sqlite3

__all__ = ["SQLITE", "WAL_RESET_MENDED", "corrupt", "sqlite3", "wal_reset_mended"]

_T = TypeVar("_T")


def _as_it_is(value: _T) -> _T:
    return value


# Else each blob and each NULL is searched for methods that adapt it, which takes longer than storing a line.
for _kind in (bytes, type(None)):
    sqlite3.register_adapter(_kind, _as_it_is)

SQLITE: str = sqlite3.sqlite_version
"""The version in use."""


def wal_reset_mended(version: tuple[int, ...]) -> bool:
    """Whether a version of SQLite is free of the WAL-reset bug (sqlite.org/wal.html#walresetbug)."""
    return version >= (3, 51, 3) or (3, 50, 7) <= version < (3, 51) or (3, 44, 6) <= version < (3, 45)


def corrupt(error: Exception) -> bool:
    """Whether SQLite found pages of the file that make no sense."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


WAL_RESET_MENDED = wal_reset_mended(sqlite3.sqlite_version_info)
"""Whether the one in use is. If not, nothing is lost: our one writer does not meet it (docs/operating.md)."""
