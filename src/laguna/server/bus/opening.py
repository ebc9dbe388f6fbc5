"""Which bus a server has: NATS where its address is named, else none."""

from __future__ import annotations

from laguna.server.bus.bus import Bus, NoBus


async def open_bus(server: str, address: str) -> Bus:
    """The bus of a server, by its id, at this address of NATS; empty: none. Raises `CannotOpen`."""
    if not address:
        return NoBus()
    from laguna.server.bus.nats_bus import NatsBus  # noqa: PLC0415 - nats-py need not be installed

    return await NatsBus.open(server, address)
