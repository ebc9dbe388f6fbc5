"""Which processes belong together, and on which addresses they listen, as Linux tells it."""

from __future__ import annotations

import ipaddress
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")
LISTENS = "0A"


def family(pid: int) -> set[int]:
    """A process and all that descend from it."""
    children = defaultdict(set)
    for stat in PROC.glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        children[parent].add(int(stat.parent.name))
    found, more = set[int](), {pid}
    while more:
        found |= more
        more = set().union(*(children[each] for each in more)) - found
    return found


def listening(pids: set[int]) -> set[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """The addresses on which any of these processes listens."""
    own = {inode for pid in pids for inode in _sockets(pid)}
    addresses = set()
    for table in ("tcp", "tcp6"):
        for line in (PROC / "net" / table).read_text().splitlines()[1:]:
            _, local, _, state, *_, inode = line.split()[:10]
            if state == LISTENS and inode in own:
                addresses.add(_address(local.partition(":")[0]))
    return addresses


def _sockets(pid: int) -> Iterator[str]:
    for link in (PROC / str(pid) / "fd").glob("*"):
        try:
            target = str(link.readlink())
        except (FileNotFoundError, ProcessLookupError):
            continue
        if target.startswith("socket:["):
            yield target[len("socket:[") : -1]


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An address as the kernel writes it: words of four bytes, each in the order of this machine."""
    words = [bytes.fromhex(text[i : i + 8])[::-1] for i in range(0, len(text), 8)]
    address = ipaddress.ip_address(b"".join(words))
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
