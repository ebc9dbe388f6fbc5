"""What takes long is made once for all who ask, and kept."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from laguna.server.tables.made_once import MadeOnce


class Maker:
    """Makes a thing when it is told to go on; how often, it counts."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.goes_on = asyncio.Event()

    async def make(self, name: str) -> str:
        self.made.append(name)
        await self.goes_on.wait()
        return name.upper()


def test_all_who_ask_get_the_same_and_who_goes_away_stops_it_for_nobody() -> None:
    async def run() -> None:
        maker, things = Maker(), MadeOnce[str](8)
        asking = [asyncio.create_task(things.of("a", partial(maker.make, "a"))) for _ in range(3)]
        await asyncio.sleep(0)
        asking[0].cancel()
        maker.goes_on.set()
        assert await asyncio.gather(*asking[1:]) == ["A", "A"]
        assert await things.of("a", partial(maker.make, "a")) == "A"
        assert maker.made == ["a"]

    asyncio.run(run())


def test_what_failed_is_made_anew() -> None:
    async def fail() -> str:
        raise LookupError("There is none.")

    async def run() -> None:
        maker, things = Maker(), MadeOnce[str](8)
        maker.goes_on.set()
        with pytest.raises(LookupError, match="none"):
            await things.of("a", fail)
        assert await things.of("a", partial(maker.make, "a")) == "A"

    asyncio.run(run())


def test_those_asked_for_last_are_kept() -> None:
    async def run() -> None:
        maker, things = Maker(), MadeOnce[str](2)
        maker.goes_on.set()
        for name in ("a", "b", "a", "c", "a", "b"):
            await things.of(name, partial(maker.make, name))
        assert maker.made == ["a", "b", "c", "b"]

    asyncio.run(run())
