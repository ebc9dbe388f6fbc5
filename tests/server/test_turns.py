"""One after another and fair: whoever comes in crowds waits for their own, and nobody else does."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from laguna.server.people.fair_limiter import FairLimiter
from laguna.server.problem import Problem

SECONDS = 60
"""Whoever waits longer waits in vain."""


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, SECONDS))


class Visit:
    """Somebody who has their turn for as long as the test lets them."""

    def __init__(self, turns: FairLimiter, *whose: str) -> None:
        self.served = False
        self._turns = turns
        self._whose = whose
        self._over = asyncio.Event()
        self.task = asyncio.create_task(self._come())

    async def _come(self) -> None:
        async with self._turns.next(*self._whose):
            self.served = True
            await self._over.wait()

    async def end(self) -> None:
        self._over.set()
        await self.task


async def settled() -> None:
    """All that can be done at this moment has been done."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_groups_are_served_in_turn_and_the_people_of_a_group_too() -> None:
    async def test() -> None:
        turns = FairLimiter("", 1, most=99, each=99)
        crowd = [("here", who) for who in ("ala", "ala", "ala", "ola")]
        names = [*crowd, ("there", "ela"), ("far",)]
        visits = [Visit(turns, *whose) for whose in names]
        order = []
        for _ in names:
            await settled()
            [now] = [number for number, visit in enumerate(visits) if visit.served and not visit.task.done()]
            order.append(now)
            await visits[now].end()
        assert order == [0, 1, 4, 5, 3, 2]

    run(test())


def test_of_each_group_one_is_served_and_other_groups_do_not_wait_for_it() -> None:
    async def test() -> None:
        turns = FairLimiter("", 1, most=99, each=99, at_once=2)
        slow = [Visit(turns, "a table") for _ in range(3)]
        for _ in range(3):
            other = Visit(turns, "another table")
            await settled()
            assert other.served
            await other.end()
        assert [visit.served for visit in slow] == [True, False, False]
        for visit in slow:
            await visit.end()

    run(test())


def test_so_many_may_be_there_in_all_and_of_one_group_and_the_next_is_told() -> None:
    async def test() -> None:
        turns = FairLimiter("Too many.", 7, most=3, each=2)
        here = [Visit(turns, "here", who) for who in ("ala", "ola")]
        await settled()
        with pytest.raises(Problem, match="Too many") as refused:
            await Visit(turns, "here", "ela").task
        assert (refused.value.status, refused.value.wait) == (429, 7)
        there = Visit(turns, "there")
        await settled()
        with pytest.raises(Problem, match="Too many"):
            await Visit(turns, "far").task
        await asyncio.gather(*(visit.end() for visit in (*here, there)))
        await asyncio.gather(*(Visit(turns, "here").end() for _ in range(2)))

    run(test())


def test_who_no_longer_waits_is_not_waited_for() -> None:
    async def test() -> None:
        turns = FairLimiter("", 1, most=3, each=3)
        first, gone, last = (Visit(turns, "here") for _ in range(3))
        await settled()
        gone.task.cancel()
        await settled()
        await first.end()
        await settled()
        assert last.served
        last.task.cancel()
        await settled()
        await Visit(turns, "here").end()

    run(test())
