"""The system's limits on open files, and how many connections that leaves."""

from __future__ import annotations

import sys

RESERVED_FILES = 256
"""For the store, the bots' workers and whatever else is no connection."""
USUAL_FILES = 10_240
"""What a system has that says it has no end of them, but does not mean it (macOS)."""


def raise_limit() -> None:
    """Have as many descriptors as one may without asking anybody: the hard limit. On Windows there is no such thing."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - is not there on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == hard:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, USUAL_FILES), hard))


def most_connections(wanted: int) -> int:
    """How many connections may be open, so that always some descriptors are left: as many as wanted, or fewer."""
    if sys.platform == "win32":
        return wanted
    import resource  # noqa: PLC0415 - is not there on Windows

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    return min(wanted, max(soft - RESERVED_FILES, soft // 2))
