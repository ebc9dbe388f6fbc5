"""Groups network addresses for limits: an IPv4 address, or an IPv6 prefix."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address


def household(host: str) -> str:
    """What counts of an address. Of IPv6 that is what a household has in common: it has no end of addresses."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
