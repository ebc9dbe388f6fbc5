"""The pool of bots, with real worker processes. Where a bot must be caught in the act, it waits at a gate."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest

from laguna.bots.levels import plays_at_a_glance
from laguna.bots.pool import BotFailed, BotPool, BotRequest
from laguna.core.bot import ADVISER, Budget, knowledge
from laguna.core.luck import SeededLuck
from laguna.games import GAMES

HERE = Path(__file__).parent
SECONDS = 300
"""A test that takes longer hangs."""


def question(table: str = "a", level: str = "random", game: str = "mahe", seed: int = 1, **more: Any) -> BotRequest:
    rules = GAMES[game]
    laid, _ = rules.start(rules.seats[0], rules.options(), SeededLuck(7))
    seat = rules.asks(laid)[0].seat
    return BotRequest(table, game, knowledge(rules, laid, seat, seed), seat, level, seed, **more)


def patient_pool(workers: int, **more: Any) -> BotPool:
    """A pool that takes no worker for one that hangs, however busy the machine is: the test would hang, too."""
    return BotPool(workers, grace=SECONDS, **more)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, SECONDS))


class Guest:
    """Somebody who waits at the gate: which process, and what for."""

    def __init__(self, pid: int, what: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid, self.what = pid, what
        self._reader, self._writer = reader, writer

    def pass_on(self) -> None:
        self._writer.write(b"!")

    async def gone(self) -> None:
        with suppress(ConnectionError):
            assert await self._reader.read() == b""

    async def leave(self) -> None:
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()


class Gate:
    """Where gated bots wait until they are let pass."""

    def __init__(self, folder: Path, **games: str) -> None:
        """`wait`: a game whose loading waits here too; `load`: one that is really loaded."""
        self.path = folder / "gate"
        options = [f"--{what}={game}" for what, game in games.items()]
        self.worker = (sys.executable, str(HERE / "gated_worker.py"), str(self.path), *options)
        self._guests: list[Guest] = []
        self._arrivals: asyncio.Queue[Guest] = asyncio.Queue()
        self._open = False

    async def arrival(self) -> Guest:
        return await self._arrivals.get()

    def open(self) -> None:
        """Let everybody pass from now on."""
        self._open = True
        for guest in self._guests:
            guest.pass_on()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._greet, self.path)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for guest in self._guests:
            await guest.leave()

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pid, what = (await reader.readline()).split()
        guest = Guest(int(pid), what.decode(), reader, writer)
        self._guests.append(guest)
        self._arrivals.put_nowait(guest)
        if self._open:
            guest.pass_on()


def gone(pid: int) -> bool:
    """Whether nothing is left of a process, not even a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def order_of_service(folder: Path, *asked: BotRequest) -> list[int]:
    """The order in which one worker answers these, which all wait for it: their places in the line."""
    served: list[int] = []

    async def ask(pool: BotPool, number: int) -> None:
        await pool.answer(asked[number])
        served.append(number)

    async def test() -> None:
        async with Gate(folder) as gate, patient_pool(1, worker=gate.worker) as pool, asyncio.TaskGroup() as tasks:
            tasks.create_task(pool.answer(question("first", "gated random")))
            guest = await gate.arrival()
            for number in range(len(asked)):
                tasks.create_task(ask(pool, number))
            await asyncio.sleep(0)
            assert pool.stats().waiting == len(asked)
            guest.pass_on()
            gate.open()

    run(test())
    return served


def test_tables_are_served_in_turn_and_each_in_the_order_of_its_questions(tmp_path: Path) -> None:
    asked = [question(table, "gated random") for table in "aaabcc"]
    assert order_of_service(tmp_path, *asked) == [0, 3, 4, 1, 5, 2]


def test_many_tables_of_one_address_and_many_people_there_wait_as_one(tmp_path: Path) -> None:
    """Addresses in turn; at each address its people in turn; of each person the tables in turn."""
    crowd = [("here", who) for who in ("ala", "ala", "ala", "ola", "ola")]
    shares = [*crowd, ("there", "ela"), ("there", "ela"), ("far", "iga")]
    asked = [question(f"table {n}", "gated random", share=share) for n, share in enumerate(shares)]
    assert order_of_service(tmp_path, *asked) == [0, 5, 7, 3, 6, 1, 4, 2]


def test_tables_that_nobody_sits_at_wait_for_all_others(tmp_path: Path) -> None:
    patient = [question(f"bots {n}", "gated random", share=("here", "ala"), patient=True) for n in range(3)]
    awaited = [question(f"table {n}", "gated random", share=("here", "ala")) for n in range(2)]
    assert order_of_service(tmp_path, *patient, *awaited) == [3, 4, 0, 1, 2]


GLANCES = [("beginner", "mahe"), ("easy", "duck"), ("good", "kuna_yala"), ("easy", "ship_ahoy"), ("random", "mahe")]


def test_who_plays_at_a_glance_never_waits_for_who_thinks(tmp_path: Path) -> None:
    async def test() -> None:
        async with Gate(tmp_path) as gate, patient_pool(1, worker=gate.worker) as pool:
            thinking = [asyncio.create_task(pool.answer(question(t, "gated random"))) for t in "abcdefgh"]
            await gate.arrival()
            for level, game in GLANCES:
                await pool.answer(question("z", level, game))
            assert pool.stats().waiting == len(thinking) - 1
            gate.open()
            await asyncio.gather(*thinking)

    run(test())


@pytest.mark.parametrize(
    ("game", "level"),
    [("mahe", "strong"), ("animals_on_board", "good"), ("ship_ahoy", "strong"), ("mahe", ADVISER), ("mahe", "search")],
)
def test_who_searches_or_tries_shots_does_not_play_at_a_glance(game: str, level: str) -> None:
    assert not plays_at_a_glance(game, level)


def test_a_table_goes_back_to_the_worker_that_knows_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with Gate(tmp_path) as gate, patient_pool(2, worker=gate.worker) as pool:
            asking, guests = {}, {}
            for table in "ab":
                asking[table] = asyncio.create_task(pool.answer(question(table, "gated random")))
                guests[table] = await gate.arrival()
            assert guests["a"].pid != guests["b"].pid
            assert pool.stats().busy == 2
            gate.open()
            await asyncio.gather(*asking.values())
            for table in "babbaa":
                await pool.answer(question(table, "gated random"))
                assert (await gate.arrival()).pid == guests[table].pid

    run(test())


def test_a_killed_worker_is_replaced_and_the_answer_is_the_same(tmp_path: Path) -> None:
    async def test() -> None:
        async with Gate(tmp_path, load="mahe") as gate, patient_pool(1, worker=gate.worker) as pool:
            asked = question(level="gated strong", budget=Budget(iterations=200))
            answers = []
            for kills in (0, 1):
                asking = asyncio.create_task(pool.answer(asked))
                for _ in range(kills):
                    os.kill((await gate.arrival()).pid, signal.SIGKILL)
                (await gate.arrival()).pass_on()
                answers.append(await asking)
            moves, thoughts = [answer.move for answer in answers], [answer.thought for answer in answers]
            assert moves[0] == moves[1]
            assert thoughts[0].considered == thoughts[1].considered
            assert pool.stats().deaths == 1

    run(test())


def test_a_question_that_kills_its_worker_every_time_fails_and_the_next_is_answered(tmp_path: Path) -> None:
    async def test() -> None:
        async with Gate(tmp_path) as gate, patient_pool(1, worker=gate.worker) as pool:
            asking = asyncio.create_task(pool.answer(question(level="gated random")))
            for _ in range(3):
                os.kill((await gate.arrival()).pid, signal.SIGKILL)
            with pytest.raises(BotFailed, match="died 3 times"):
                await asking
            await pool.answer(question())

    run(test())


def test_a_worker_that_does_not_answer_in_time_is_replaced(tmp_path: Path) -> None:
    async def test() -> None:
        async with Gate(tmp_path) as gate, BotPool(1, worker=gate.worker, grace=2.0) as pool:
            asking = asyncio.create_task(pool.answer(question(level="gated random", budget=Budget(seconds=0.0))))
            stuck, other = await gate.arrival(), await gate.arrival()
            assert gone(stuck.pid)
            other.pass_on()
            await asking
            assert pool.stats().deaths == 1

    run(test())


def test_an_idle_worker_that_dies_is_replaced_before_the_next_question(tmp_path: Path) -> None:
    async def test() -> None:
        async with Gate(tmp_path, wait="mahe") as gate, patient_pool(1, worker=gate.worker) as pool:
            gate.open()
            await pool.prepare("mahe")
            idle = await gate.arrival()
            os.kill(idle.pid, signal.SIGKILL)
            successor = await gate.arrival()
            assert successor.what == "load"
            assert gone(idle.pid)

    run(test())


async def cancel(asking: asyncio.Task[Any]) -> None:
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking


def test_a_cancelled_question_that_waits_is_never_asked(tmp_path: Path) -> None:
    async def test() -> None:
        async with Gate(tmp_path) as gate, patient_pool(1, worker=gate.worker) as pool:
            asking = asyncio.create_task(pool.answer(question("a", "gated random")))
            guest = await gate.arrival()
            other = asyncio.create_task(pool.answer(question("b", "gated random")))
            await asyncio.sleep(0)
            assert pool.stats().waiting == 1
            await cancel(other)
            assert pool.stats().waiting == 0
            guest.pass_on()
            await asking
            assert pool.stats().busy == 0

    run(test())


def test_a_cancelled_question_that_ends_soon_leaves_its_worker_to_the_next(tmp_path: Path) -> None:
    async def test() -> None:
        async with Gate(tmp_path) as gate, patient_pool(1, worker=gate.worker) as pool:
            asking = asyncio.create_task(pool.answer(question("a", "gated random", seed=1)))
            guest = await gate.arrival()
            await cancel(asking)
            gate.open()
            answer = await pool.answer(question("b", "gated random", seed=2))
            assert (await gate.arrival()).pid == guest.pid
            assert answer == await pool.answer(question("c", "random", seed=2))
            assert pool.stats().answered == 2

    run(test())


def test_a_cancelled_question_that_does_not_end_costs_its_worker(tmp_path: Path) -> None:
    async def test() -> None:
        async with Gate(tmp_path) as gate, patient_pool(1, worker=gate.worker) as pool:
            asking = asyncio.create_task(pool.answer(question("a", "gated random")))
            guest = await gate.arrival()
            await cancel(asking)
            asking = asyncio.create_task(pool.answer(question("b", "gated random")))
            (await gate.arrival()).pass_on()
            await asking
            assert gone(guest.pid)

    run(test())


def test_who_thinks_waits_for_the_kernels_and_the_others_do_not(tmp_path: Path) -> None:
    """Other games are played meanwhile, and so is this one by bots that play at a glance."""

    async def test() -> None:
        async with Gate(tmp_path, wait="mahe") as gate, patient_pool(1, worker=gate.worker) as pool:
            early = asyncio.create_task(pool.answer(question("a", level="strong", budget=Budget(iterations=1))))
            assert (await gate.arrival()).what == "load"
            await pool.answer(question("b", game="duck"))
            await pool.answer(question("a", level="easy"))
            assert not pool.ready("mahe")
            assert not early.done()
            gate.open()
            await early
            assert pool.ready("mahe")

    run(test())


def test_the_event_loop_runs_on_while_a_bot_thinks_and_kernels_compile(tmp_path: Path) -> None:
    async def test() -> None:
        async with Gate(tmp_path, wait="duck") as gate, patient_pool(1, worker=gate.worker) as pool:
            thinking = asyncio.create_task(pool.answer(question(level="gated random")))
            compiling = asyncio.create_task(pool.prepare("duck"))
            await gate.arrival()
            await gate.arrival()
            for _ in range(1000):
                await asyncio.sleep(0)
            assert not thinking.done()
            assert not compiling.done()
            gate.open()
            await thinking
            await compiling

    run(test())


def test_closing_leaves_no_process_and_tells_who_waits(tmp_path: Path) -> None:
    async def test() -> None:
        async with Gate(tmp_path, wait="duck") as gate:
            async with patient_pool(2, games=["duck"], worker=gate.worker) as pool:
                asking = [asyncio.create_task(pool.answer(question(table, "gated random"))) for table in "abc"]
                preparing = asyncio.create_task(pool.prepare("duck"))
                guests = [await gate.arrival() for _ in range(3)]
            assert all(gone(guest.pid) for guest in guests)
            for waiting in (*asking, preparing):
                with pytest.raises(BotFailed, match="closed"):
                    await waiting
            with pytest.raises(BotFailed, match="not open"):
                await pool.answer(question())

    run(test())


HOST = """
import sys
sys.path.insert(0, sys.argv[1])
from test_pool import question
from laguna.bots.pool import BotPool
with BotPool(1, worker=sys.argv[2:]) as pool:
    pool.ask(question(level="gated random"))
"""


def test_workers_end_in_the_middle_of_a_question_when_their_host_is_killed(tmp_path: Path) -> None:
    async def test() -> None:
        async with Gate(tmp_path) as gate:
            host = await asyncio.create_subprocess_exec(sys.executable, "-c", HOST, str(HERE), *gate.worker)
            guest = await gate.arrival()
            host.kill()
            await host.wait()
            await guest.gone()

    run(test())


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"level": "champion"}, "There is no “champion” in mahe"),
        ({"level": "breaking"}, "ZeroDivisionError: no wind"),
    ],
)
def test_a_bot_that_cannot_answer_says_why_and_its_worker_lives_on(
    tmp_path: Path, asked: dict[str, str], reason: str
) -> None:
    async def test() -> None:
        async with patient_pool(1, worker=Gate(tmp_path).worker) as pool:
            with pytest.raises(BotFailed, match=reason):
                await pool.answer(question(**asked))
            await pool.answer(question())
            assert pool.stats().deaths == 0

    run(test())


def test_an_unknown_game_is_told_at_once() -> None:
    async def test() -> None:
        async with patient_pool(1) as pool:
            with pytest.raises(BotFailed, match="no game “chess”"):
                await pool.answer(msgspec.structs.replace(question(), game="chess"))
            with pytest.raises(BotFailed, match="no game “chess”"):
                await pool.prepare("chess")

    run(test())
    with pytest.raises(BotFailed, match="no game “chess”"):
        BotPool(1, games=["chess"])


def test_a_worker_that_cannot_start_is_told_and_not_started_for_ever() -> None:
    async def test() -> None:
        async with BotPool(1, worker=(sys.executable, "-c", "raise SystemExit(1)")) as pool:
            with pytest.raises(BotFailed, match="cannot be prepared"):
                await pool.answer(question(level="strong"))
            assert pool.stats().deaths == 3

    run(test())


@pytest.mark.parametrize("reason", ["It is broken", "It is broken.", "It is broken!"])
def test_the_reason_why_bots_cannot_be_prepared_ends_with_one_full_stop(reason: str) -> None:
    code = f"""
from laguna.bots.worker import main
def prepare(game):
    raise RuntimeError({reason!r})
main(prepare=prepare)
"""

    async def test() -> None:
        async with BotPool(1, worker=(sys.executable, "-c", code)) as pool:
            with pytest.raises(BotFailed) as failed:
                await pool.prepare("mahe")
            told = reason if reason.endswith("!") else "It is broken."
            assert str(failed.value) == f"The bots of mahe cannot be prepared: RuntimeError: {told}"

    run(test())


def test_only_another_thread_may_wait_for_an_answer() -> None:
    async def test() -> None:
        async with patient_pool(1) as pool:
            with pytest.raises(RuntimeError, match="use await"):
                pool.ask(question())

    run(test())


THINKER = """
import sys
sys.path.insert(0, sys.argv[1])
from msgspec import structs
from test_pool import question
from laguna.core.bot import Budget
from laguna.bots.pool import BotPool
from laguna.games import GAMES
with BotPool(1, games=["mahe"]) as pool:
    pool.wait(pool.prepare("mahe"))
    asked = question(level="strong", budget=Budget(iterations=200))
    answer = pool.ask(asked)
    thought = pool.wait(pool.think(asked))
    alone = pool.wait(pool.think(structs.replace(asked, only=answer.move)))
    for move in (answer.move, thought.considered[0].move):
        assert GAMES["mahe"].refusal(asked.known, asked.seat, asked.known.question_number(asked.seat), move) is None
    assert [each.move for each in alone.considered] == [answer.move]
assert not {"numba", "numpy", "mujoco"} & set(sys.modules), "the host is to stay light"
"""


def test_a_host_without_an_event_loop_gets_answers_and_thoughts_and_never_loads_numba() -> None:
    subprocess.run([sys.executable, "-c", THINKER, str(HERE)], check=True, timeout=SECONDS)
