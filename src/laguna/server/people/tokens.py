"""Random tokens of people and programs. Only their SHA-256 is stored, so a leaked database holds none."""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

import msgspec

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class EndedKeys(msgspec.Struct, frozen=True):
    """Which keys of a person hold no more: this one, by its hash, or without one all; but not the one that is kept."""

    key: bytes | None = None
    kept: bytes | None = None

    def __contains__(self, hash: bytes) -> bool:  # noqa: A002 - what it is
        """Whether the key with this hash is one of them."""
        return hash != self.kept and self.key in (None, hash)


def fresh_token() -> str:
    """256 random bits in URL-safe base 64."""
    return secrets.token_urlsafe(32)


def fresh_id() -> str:
    """A name for a person or a table: short, and never given twice. It is no secret."""
    return secrets.token_urlsafe(12)


def key_of(token: str, *what: object) -> str:
    """128 bits in URL-safe base 64: what a link holds that only lets somebody look at one thing.

    It follows from the token of whoever makes the link, and says nothing of it. So the same link can be made again by
    them alone, although it is kept nowhere.
    """
    digest = hmac.digest(token.encode(), "\n".join(map(str, what)).encode(), "sha256")
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def hashed(token: str) -> bytes:
    """What is kept of a token."""
    return sha256(token.encode()).digest()


def invitation_name(hash: bytes) -> str:  # noqa: A002 - what it is
    """What an invitation is called in the open: its token's hash, which lets nobody in."""
    return urlsafe_b64encode(hash).decode().rstrip("=")


def named_invitation(name: str) -> bytes | None:
    """The hash that an invitation is called by; None: no invitation is called so."""
    return urlsafe_b64decode(f"{name}=") if looks_like_token(name) else None


def session_id(hash: bytes) -> str:  # noqa: A002 - what it is
    """What a session is called to its own person: a part of its token's hash, which opens nothing."""
    return urlsafe_b64encode(hash[:12]).decode()


def looks_like_token(text: str) -> bool:
    """Whether a text could be a token at all: nothing else is worth looking up."""
    return _TOKEN.fullmatch(text) is not None
