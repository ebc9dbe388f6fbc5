"""The origin check (CSRF): only our own pages may change something or open a socket with a visitor's cookie."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from laguna.server.people.identity import Credential, Headers
from laguna.server.settings import Settings


class Origins:
    """Our own origins.

    A server without a public address is also reached under this machine's addresses and name, which nobody lists.
    Those are told by the `Host` that the browser asked for; a name that somebody else made point here is none of them.
    """

    def __init__(self, settings: Settings) -> None:
        self._url = settings.url
        self._listed = settings.origins
        self._public = bool(settings.public_url)
        name = socket.gethostname().lower()
        self._names = frozenset({"localhost", name, f"{name}.local"})

    def trusts(self, headers: Headers, shown: Credential | None) -> bool:
        """Whether a request that wants to change something comes from a page of ours, or from a program.

        Browsers always say from where such a request comes, in one header or the other. A bearer's token is added by
        programs alone. Without either header and without a cookie it is a program that has yet to say who it is.
        """
        if shown is not None and shown.kind == "bearer":
            return True
        sent = dict(headers)
        if b"origin" in sent:
            origin = sent[b"origin"].decode("latin-1")
            return origin in self._listed or (origin == self._asked_for(sent))
        if b"sec-fetch-site" in sent:
            return sent[b"sec-fetch-site"] == b"same-origin"
        return shown is None

    def address(self, headers: Headers) -> str:
        """The address under which somebody reached us, for links that they pass on; without a slash at the end."""
        asked_for = self._asked_for(dict(headers))
        return self._url if asked_for is None else asked_for

    def _asked_for(self, sent: dict[bytes, bytes]) -> str | None:
        """The origin that a browser asked for, if it is surely this machine."""
        host = sent.get(b"host", b"").decode("latin-1").lower()
        return f"http://{host}" if not self._public and self._surely_here(host) else None

    def _surely_here(self, host: str) -> bool:
        try:
            parts = urlsplit(f"//{host}")
            name, port = parts.hostname or "", parts.port
        except ValueError:
            return False
        if parts.netloc != host or parts.username is not None or port == 0:
            return False
        return name in self._names or is_address(name)


def is_address(name: str) -> bool:
    """Whether it is an IP address rather than a name."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
