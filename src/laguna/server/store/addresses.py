"""Addresses of stores: `postgresql://…`, or the path of a file or folder of SQLite."""

from __future__ import annotations

import re
from pathlib import Path

FILE = "laguna.db"
"""The database in a data folder."""

_HIDDEN = "***"
_OF_USER = re.compile(r"(?<=://)([^:@/?#]*):.*@")
_AS_SETTING = re.compile(r"(?<=[?&])((?:ssl)?password=)[^&\s]*", re.IGNORECASE)


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


def redacted(text: str) -> str:
    """An address, or a text with one in it, without the password.

    >>> redacted("postgresql://laguna:se:c@ret@one.example,two.example/laguna?sslpassword=x&connect_timeout=3")
    'postgresql://laguna:***@one.example,two.example/laguna?sslpassword=***&connect_timeout=3'
    """
    return _AS_SETTING.sub(rf"\g<1>{_HIDDEN}", _OF_USER.sub(rf"\g<1>:{_HIDDEN}@", text))
