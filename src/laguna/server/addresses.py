"""Addresses of what several servers share: of PostgreSQL and NATS. They may hold passwords, which nobody is shown."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, parse_qsl, unquote_plus, urlsplit

STORE_SCHEMES = ("postgresql", "postgres")
BUS_SCHEMES = ("nats", "tls")

_ANY_SIGNS = r"(?:(?!://)[^\"\n]|\"(?![,:}\]]))*"
"""What a password may be made of, since nobody need escape it; not what begins another address, or ends a JSON text."""
_URL = re.compile(
    rf"\b(?:{'|'.join((*STORE_SCHEMES, *BUS_SCHEMES))})://(?:[^:@/?#\s\"'“”<>]*:{_ANY_SIGNS}@)?[^\s\"'“”<>]+",
    re.IGNORECASE,
)
_USER = re.compile(r"^(\w+)://(.*)@", re.DOTALL)
_OTHER_URL = re.compile(r"\b([a-z][\w+.-]*://[^:@/?#\s\"']*:)[^@/?#\s\"']*@", re.IGNORECASE)
"""The beginning of any other address with a password in it: of a scheme that was mistyped, or of a driver."""
_OPTION = re.compile(r"([?&])([^?&=]*)=[^&]*")
_SECRET_OPTION = re.compile(r"pass(?!file)|pwd|token|secret", re.IGNORECASE)
"""What an option is called that may be a password, also one that is mistyped."""
_PASSWORD = re.compile(r"\b(\w*passw(?:or)?d\s*=\s*)(?:'[^']*'|[^&\s\"'“”<>]+)", re.IGNORECASE)
_UNFIT = re.compile(r"[\s\x00-\x1f\x7f#\"'“”<>]")
"""What no address has in it unless it is written with a %."""
_HOST = re.compile(r"(?P<name>\[[^\[\]]*\]|[^\[\]:]*)(?::(?P<port>\d{1,5}))?")
MAX_PORT = 65_535
_SECOND_URL = re.compile(r",(?=\s*\w+://)")
_HIDDEN = "***"
_ESCAPED = "In a password, signs such as / ? # % or a space are written as %2F %3F %23 %25 %20."


class BadAddress(ValueError):  # noqa: N818 - it is told, in a sentence
    """An address that is none, in a sentence that says how one looks. What was typed is not shown: it may be secret."""


def store_address(typed: str) -> str:
    """The address of a store: PostgreSQL's; empty: the SQLite file in the data folder. Raises `BadAddress`."""
    if typed:
        check_postgresql(typed, "--store")
    return typed


def check_postgresql(typed: str, named: str) -> None:
    """Raise `BadAddress`, which names it so, unless this can be the address of a PostgreSQL database."""
    if not _is_address(typed, STORE_SCHEMES, host=False):
        raise BadAddress(f"{named} is like postgresql://user@host:5432/database. {_ESCAPED}")


def bus_address(typed: str) -> str:
    """The address of NATS, or several with commas between them; empty: none. Raises `BadAddress`."""
    if typed and not all(_is_address(each.strip(), BUS_SCHEMES, host=True) for each in typed.split(",")):
        raise BadAddress(f"--nats is like nats://host:4222, or several of these with commas between them. {_ESCAPED}")
    return typed


def redacted(text: str) -> str:
    """A text as logs and errors may show it: without the passwords and tokens of the addresses in it.

    >>> redacted("postgresql://laguna:sesame@db.example/laguna?sslmode=require")
    'postgresql://laguna:***@db.example/laguna?sslmode=require'
    >>> redacted("nats://sesame@one.example:4222,nats://bus:sesame@two.example:4222")
    'nats://***@one.example:4222,nats://bus:***@two.example:4222'
    >>> redacted("host=db.example password='se same' dbname=laguna")
    'host=db.example password=*** dbname=laguna'
    """
    text = _URL.sub(lambda found: ",".join(map(_redacted_url, _SECOND_URL.split(found[0]))), text)
    text = _OTHER_URL.sub(rf"\1{_HIDDEN}@", text)
    return _PASSWORD.sub(rf"\1{_HIDDEN}", text)


def _redacted_url(url: str) -> str:
    """One address. What is before its last @ is the user."""
    return _OPTION.sub(_redacted_option, _USER.sub(_redacted_user, url))


def _redacted_user(found: re.Match[str]) -> str:
    scheme, user = found.groups()
    name, colon, _ = user.partition(":")
    if colon:
        return f"{scheme}://{name}:{_HIDDEN}@"
    return f"{scheme}://{_HIDDEN if scheme.lower() in BUS_SCHEMES else name}@"  # to NATS, a name alone is a token


def _redacted_option(found: re.Match[str]) -> str:
    mark, name = found.groups()
    return f"{mark}{name}={_HIDDEN}" if _SECRET_OPTION.search(unquote_plus(name)) else found[0]


def _is_address(typed: str, schemes: tuple[str, ...], *, host: bool) -> bool:
    try:
        parts = urlsplit(typed)
        if parts.query:
            parse_qsl(parts.query, strict_parsing=True)
    except ValueError:
        return False
    return (
        typed.startswith(tuple(f"{scheme}://" for scheme in schemes))
        and not _UNFIT.search(typed)
        and "@" not in parts.path  # else what is before it is the rest of a password
        and _has_hosts(parts, needed=host)
    )


def _has_hosts(parts: SplitResult, *, needed: bool) -> bool:
    """Whether what an address names can be hosts and ports; where none is needed, there may be none."""
    found = [_HOST.fullmatch(each) for each in parts.netloc.rpartition("@")[2].split(",")]
    return all(
        each is not None and int(each["port"] or 1) in range(1, MAX_PORT + 1) and (each["name"] or not needed)
        for each in found
    )
