"""The turn at a table: one has it at a time, in the order in which they came, also where some do not wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from laguna.server.tables.turn import Turn

SECONDS = 60
"""Whoever waits longer waits in vain."""


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, SECONDS))


async def waiting(turn: Turn, count: int, had: list[int]) -> list[asyncio.Task[None]]:
    """So many who wait for their turn, in this order, and note that they had it."""

    async def have(number: int) -> None:
        async with turn:
            had.append(number)
            await asyncio.sleep(0)

    tasks = [asyncio.create_task(have(number)) for number in range(count)]
    await asyncio.sleep(0)
    return tasks


def test_it_is_taken_at_once_only_while_nobody_has_it() -> None:
    turn = Turn()
    assert turn.take()
    assert not turn.take()
    turn.give()
    assert turn.take()


def test_whoever_waits_has_it_in_order_and_nobody_is_quicker_in_between() -> None:
    async def test() -> None:
        turn, had = Turn(), list[int]()
        assert turn.take()
        tasks = await waiting(turn, 3, had)
        turn.give()
        assert not turn.take(), "it is the first one's, who has not woken up yet"
        await asyncio.gather(*tasks)
        assert had == [0, 1, 2]
        assert not turn.taken

    run(test())


@pytest.mark.parametrize("given", [False, True], ids=["waiting", "just given"])
def test_whoever_is_cancelled_leaves_it_to_the_next_one(given: bool) -> None:
    async def test() -> None:
        turn, had = Turn(), list[int]()
        assert turn.take()
        first, *others = await waiting(turn, 3, had)
        if given:
            turn.give()
            first.cancel()
        else:
            first.cancel()
            turn.give()
        await asyncio.gather(*others)
        assert first.cancelled()
        assert had == [1, 2]
        assert not turn.taken

    run(test())
