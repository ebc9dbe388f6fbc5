"""Who makes previews of links: on whose account, one at a time, and so that no page is refused or waits for long."""

from __future__ import annotations

import asyncio

import pytest

from laguna.server.pages import preview_maker
from laguna.server.pages.preview import Preview
from laguna.server.pages.preview_maker import MAX_PREVIEWS, MAX_PREVIEWS_OF_ONE, PreviewMaker
from laguna.server.people.rate_limits import Buckets
from laguna.server.settings import Rate
from server.serving import FREE

PREVIEW = Preview("title", "sentence", "url")


async def made() -> Preview:
    return PREVIEW


def test_an_address_that_asks_too_often_gets_pages_without_previews() -> None:
    async def ask() -> list[Preview | None]:
        maker = PreviewMaker(Buckets(Rate(0.01, 2)))
        return [await maker.of(address, made) for address in ("one", "one", "one", "other")]

    assert asyncio.run(ask()) == [PREVIEW, PREVIEW, None, PREVIEW]


def test_of_all_addresses_one_preview_is_made_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview_maker, "PREVIEW_TIMEOUT_S", 0.0)
    begun = []

    async def ask() -> None:
        maker, never = PreviewMaker(Buckets(FREE)), asyncio.Event()

        async def hangs() -> Preview:
            begun.append(1)
            await never.wait()
            return PREVIEW

        addresses = [str(number // MAX_PREVIEWS_OF_ONE) for number in range(MAX_PREVIEWS)]
        assert await asyncio.gather(*(maker.of(address, hangs) for address in addresses)) == [None] * MAX_PREVIEWS
        assert await maker.of("one more", hangs) is None
        await maker.close()

    asyncio.run(ask())
    assert len(begun) == 1


def test_one_address_does_not_take_the_places_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> tuple[Preview | None, ...]:
        maker, goes_on = PreviewMaker(Buckets(FREE)), asyncio.Event()

        async def waits() -> Preview:
            await goes_on.wait()
            return PREVIEW

        asking = [asyncio.create_task(maker.of("greedy", waits)) for _ in range(MAX_PREVIEWS)]
        modest = asyncio.create_task(maker.of("modest", waits))
        refused, _ = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
        assert {await task for task in refused} == {None}
        goes_on.set()
        greedy = await asyncio.gather(*asking)
        assert greedy.count(PREVIEW) == MAX_PREVIEWS_OF_ONE
        return (await modest,)

    monkeypatch.setattr(preview_maker, "PREVIEW_TIMEOUT_S", 60.0)
    assert asyncio.run(ask()) == (PREVIEW,)


def test_what_takes_long_goes_on_behind_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview_maker, "PREVIEW_TIMEOUT_S", 0.0)

    async def ask() -> None:
        maker, goes_on, over = PreviewMaker(Buckets(FREE)), asyncio.Event(), asyncio.Event()

        async def slow() -> Preview:
            await goes_on.wait()
            over.set()
            return PREVIEW

        assert await maker.of("one", slow) is None
        goes_on.set()
        await over.wait()
        await maker.close()

    asyncio.run(ask())


def test_what_fails_is_noted_and_no_preview(caplog: pytest.LogCaptureFixture) -> None:
    async def fails() -> Preview:
        raise KeyError("goose")

    assert asyncio.run(PreviewMaker(Buckets(FREE)).of("one", fails)) is None
    assert "Link preview failed" in caplog.text
