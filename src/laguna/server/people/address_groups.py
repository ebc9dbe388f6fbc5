"""Groups network addresses for limits: an IPv4 address, or an IPv6 prefix."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address


def address_group(host: str) -> str:
    """The group that limits count an address in: an IPv4 address itself, the /64 of an IPv6 one."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
