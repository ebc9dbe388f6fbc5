"""Keys that hold no more, as plain data: it is told within a server, and to others that share its store."""

from __future__ import annotations

import msgspec


class Revoked(msgspec.Struct, frozen=True):
    """Some keys of a person hold no more, named by their hashes. Without `keys` it is all of them but `kept`.

    >>> Revoked("ala", (b"1", b"2")).ends(b"3")
    False
    >>> Revoked("ala", kept=b"1").ends(b"3")
    True
    """

    person: str
    keys: tuple[bytes, ...] | None = None
    kept: bytes | None = None

    def ends(self, key: bytes) -> bool:
        """Whether a key of this person, by its hash, is one that holds no more."""
        return key != self.kept if self.keys is None else key in self.keys
