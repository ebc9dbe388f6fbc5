"""The bus over a real NATS whose wire is cut without a word: what was held is heard, and what is dead is noticed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from laguna.server.bus import nats_bus
from laguna.server.bus.broker import Broker
from laguna.server.bus.nats_bus import NatsBus
from laguna.server.bus.news import SERVERS, News, PersonChanged
from server.wires import Wire

SECONDS = 60


class Hearer:
    """A bus, and all that it has heard."""

    def __init__(self, bus: NatsBus) -> None:
        self.bus = bus
        self.reconnected = asyncio.Event()
        self._heard: asyncio.Queue[News] = asyncio.Queue()
        bus.listen(lambda _subject, _server, news: self._heard.put_nowait(news), self.reconnected.set)

    async def hears(self, news: News) -> None:
        """Wait until it has heard this."""
        while await self._heard.get() != news:
            pass


def with_wire(test: Callable[[Hearer, NatsBus, Wire], Coroutine[Any, Any, None]]) -> None:
    """Run a test with one who hears over a wire that can be cut, and one who tells."""

    async def whole() -> None:
        async with asyncio.timeout(SECONDS), Broker.running() as broker:
            port = int(broker.url.rpartition(":")[2])
            async with Wire.to(port) as wire:
                hearing = await NatsBus.open("hearing", broker.url.replace(str(port), str(wire.port)))
                telling = await NatsBus.open("telling", broker.url)
                try:
                    await test(Hearer(hearing), telling, wire)
                finally:
                    await hearing.close()
                    await telling.close()

    asyncio.run(whole())


def test_who_waited_in_vain_for_a_confirmation_hears_on_when_it_comes_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats_bus, "CONFIRM_TIMEOUT_S", 0.05)

    async def test(hearer: Hearer, telling: NatsBus, wire: Wire) -> None:
        await hearer.bus.follow(SERVERS)
        wire.hold()
        await hearer.bus.follow("laguna.t.some-table")
        wire.release()
        await hearer.bus.follow("laguna.t.another-table")
        for number in range(3):
            telling.tell(SERVERS, PersonChanged(str(number)))
            await hearer.hears(PersonChanged(str(number)))

    with_wire(test)


def test_a_connection_over_which_nothing_comes_any_more_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats_bus, "PING_INTERVAL_S", 0.05)

    async def test(hearer: Hearer, telling: NatsBus, wire: Wire) -> None:
        await hearer.bus.follow(SERVERS)
        wire.hold()
        while hearer.bus.connected:
            await asyncio.sleep(0)
        wire.release()
        await hearer.reconnected.wait()
        telling.tell(SERVERS, PersonChanged("somebody"))
        await hearer.hears(PersonChanged("somebody"))

    with_wire(test)


def test_a_connection_is_replaced_although_its_end_is_not_told() -> None:
    async def test(hearer: Hearer, telling: NatsBus, wire: Wire) -> None:
        await hearer.bus.follow(SERVERS)
        assert hearer.bus._nats is not None
        hearer.bus._nats._closed_cb = None  # as where nats-py fails while it closes
        wire.cut()
        await hearer.reconnected.wait()
        telling.tell(SERVERS, PersonChanged("somebody"))
        await hearer.hears(PersonChanged("somebody"))

    with_wire(test)
