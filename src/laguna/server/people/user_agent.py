"""A browser's name in two words, for one's own list of sessions: not enough to track anybody."""

from __future__ import annotations

from collections.abc import Iterable

_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
"""By a sign of theirs. Most of them pose as others as well: whoever stands first here is meant."""
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


def browser_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """What sends these headers (an ASGI scope's), as "Firefox, Android"; nothing, where it is no browser we know."""
    told = next((value.decode("latin-1") for name, value in headers if name == b"user-agent"), "")
    words = [next((word for sign, word in signs.items() if sign in told), "") for signs in (_BROWSERS, _SYSTEMS)]
    return ", ".join(filter(None, words))
