"""Addresses of what several servers share: of PostgreSQL and NATS. They may hold passwords, which nobody is shown."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

STORE_SCHEMES = ("postgresql", "postgres")
BUS_SCHEMES = ("nats", "tls", "ws", "wss")

_ANY_SIGNS = r"(?:(?!://)[^\"\n]|\"(?![,:}\]]))*"
"""What a password may be made of, since nobody need escape it; not what begins another address, or ends a JSON text."""
_URL = re.compile(
    rf"\b(?:{'|'.join((*STORE_SCHEMES, *BUS_SCHEMES))})://(?:[^:@/?#\s\"'“”<>]*:{_ANY_SIGNS}@)?[^\s\"'“”<>]+",
    re.IGNORECASE,
)
_USER = re.compile(r"^(\w+)://(.*)@", re.DOTALL)
_SECRET_OPTION = re.compile(r"([?&](?:pass|password|sslpassword|token)=)[^&]*", re.IGNORECASE)
_SECOND_URL = re.compile(r",(?=\s*\w+://)")
_HIDDEN = "***"


class BadAddress(ValueError):  # noqa: N818 - it is told, in a sentence
    """An address that is none, in a sentence that says how one looks. What was typed is not shown: it may be secret."""


def store_address(typed: str) -> str:
    """The address of a store: PostgreSQL's; empty: the SQLite file in the data folder. Raises `BadAddress`."""
    if typed and not _is_address(typed, STORE_SCHEMES, host=False):
        raise BadAddress(
            "--store is like postgresql://user@host:5432/database; leave it out to keep everything in the data folder."
        )
    return typed


def bus_address(typed: str) -> str:
    """The address of NATS, or several with commas between them; empty: none. Raises `BadAddress`."""
    if typed and not all(_is_address(each.strip(), BUS_SCHEMES, host=True) for each in typed.split(",")):
        raise BadAddress("--nats is like nats://host:4222, or several of these with commas between them.")
    return typed


def redacted(text: str) -> str:
    """A text as logs and errors may show it: without the passwords and tokens of the addresses in it.

    >>> redacted("postgresql://laguna:sesame@db.example/laguna?sslmode=require")
    'postgresql://laguna:***@db.example/laguna?sslmode=require'
    >>> redacted("nats://sesame@one.example:4222,nats://bus:sesame@two.example:4222")
    'nats://***@one.example:4222,nats://bus:***@two.example:4222'
    """
    return _URL.sub(lambda found: ",".join(map(_redacted_url, _SECOND_URL.split(found[0]))), text)


def _redacted_url(url: str) -> str:
    """One address. What is before its last @ is the user."""
    return _SECRET_OPTION.sub(rf"\1{_HIDDEN}", _USER.sub(_redacted_user, url))


def _redacted_user(found: re.Match[str]) -> str:
    scheme, user = found.groups()
    name, colon, _ = user.partition(":")
    if colon:
        return f"{scheme}://{name}:{_HIDDEN}@"
    return f"{scheme}://{_HIDDEN if scheme.lower() in BUS_SCHEMES else name}@"  # to NATS, a name alone is a token


def _is_address(typed: str, schemes: tuple[str, ...], *, host: bool) -> bool:
    try:
        parts = urlsplit(typed)
    except ValueError:
        return False
    return parts.scheme in schemes and (bool(parts.hostname) or not host) and typed.startswith(f"{parts.scheme}://")
