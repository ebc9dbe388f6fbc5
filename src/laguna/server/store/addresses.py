"""Addresses of stores: `postgresql://…`, or the path of a file or folder of SQLite."""

from __future__ import annotations

from pathlib import Path

FILE = "laguna.db"
"""The database in a data folder."""


def is_postgresql(address: str) -> bool:
    """Whether an address is that of a PostgreSQL database.

    >>> is_postgresql("postgresql://laguna@db.example/laguna"), is_postgresql("data/laguna.db")
    (True, False)
    """
    return address.startswith(("postgresql://", "postgres://"))


def database_file(address: str) -> Path:
    """The file of an SQLite store, which may be named by its folder."""
    path = Path(address)
    return path if path.suffix or path.is_file() else path / FILE
