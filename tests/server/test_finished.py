"""Finished games: records, replays and analyses, and the check of records; over real HTTP, from a real store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from laguna.bots.analysis import Thinker
from laguna.bots.job import BotFailed
from laguna.bots.pool import BotPool
from laguna.bots.wire import BotRequest
from laguna.core.bot import Budget, Thought
from laguna.core.plugin import Plugin
from laguna.core.record import parse
from laguna.core.story import COMMON, StoryFacts, StoryTeller, Tale, story_of
from laguna.games import GAMES, PLUGINS
from laguna.server.help.analyses import BEAT_S, BUDGET, MAX_WAITING, MAX_WAITING_OF_ONE, Analyses
from laguna.server.help.shared_analyses import CLAIM_S, SharedAnalyses
from laguna.server.people.fair_limiter import FairLimiter
from laguna.server.problem import Problem
from laguna.server.settings import Settings
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import Append, PutAnalysis, PutTable, StoredAnalysis
from laguna.server.tables.finished_games import MOVES_BETWEEN_KEPT_TABLES, Replays, SeekableReplay
from laguna.server.tables.table_file import TableFile
from laguna.server.wire.bodies import Examined
from server.clock import Clock
from server.finished import TOKEN, Finished, stored
from server.serving import Client, Running, running_server
from tiers import tiered

FEWEST = {key: game.seats[0] for key, game in GAMES.items()}


@pytest.fixture(scope="module")
def games() -> dict[str, Finished]:
    return {key: Finished(key, seats) for key, seats in FEWEST.items()}


@pytest.fixture(scope="module")
def private() -> Finished:
    return Finished("animals_on_board", 2, open=False)


@pytest.fixture(scope="module")
def unfinished() -> Finished:
    return Finished("animals_on_board", 2, state="playing")


@pytest.fixture(scope="module")
def looking(
    tmp_path_factory: pytest.TempPathFactory, games: dict[str, Finished], private: Finished, unfinished: Finished
) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("finished")
    stored(folder, [*games.values(), private, unfinished])
    with running_server(folder) as running:
        yield running


def host(server: Running) -> Client:
    client = server.client()
    client.cookies["laguna"] = TOKEN
    return client


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


# Records


@pytest.mark.parametrize("key", GAMES)
def test_the_record_of_a_finished_game_is_a_file_that_holds(looking: Running, games: dict[str, Finished], key: str):
    game = games[key]
    answer = looking.client().get(f"/api/tables/{game.file.id}/record")
    assert answer.status == 200
    assert answer.body.decode() == game.text
    assert answer.headers["content-disposition"] == (
        f'attachment; filename="laguna-{key}-2026-09-21-{game.file.id}.jsonl"'
    )
    assert answer.headers["content-type"].startswith("application/jsonl")
    told = verified(looking, answer.body).expect(200)
    moves = len(game.steps) - 1
    assert (told["holds"], told["games"], told["moves"], told["nonces"]) == (True, 1, moves, 1)


def verified(server: Running, body: bytes) -> Any:
    return server.client().post("/api/verify", body, **{"Content-Type": "application/jsonl"})


def test_several_records_in_one_text_are_checked_together(looking: Running, games: dict[str, Finished]):
    text = games["mahe"].text + games["duck"].text
    told = verified(looking, text.encode()).expect(200)
    assert (told["holds"], told["games"]) == (True, 2)


def test_pasting_may_change_the_ends_of_lines_and_lose_the_last(looking: Running, games: dict[str, Finished]):
    pasted = "\ufeff" + games["mahe"].text.replace("\n", "\r\n").rstrip()
    assert verified(looking, pasted.encode()).expect(200)["holds"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"seat":0', '"seat":1', "was changed"),
        ('"ahoj"', '"ahoy"', "was changed"),
        ('"finished":true', '"finished":false', "was changed"),
    ],
)
def test_a_changed_record_does_not_hold_and_the_line_is_named(
    looking: Running, games: dict[str, Finished], old: str, new: str, told: str
):
    checked = verified(looking, games["mahe"].text.replace(old, new, 1).encode()).expect(200)
    assert not checked["holds"]
    assert told in checked["sentence"]
    assert "ine " in checked["sentence"]


@pytest.mark.parametrize("body", [b"", b"\n\n", b"hello", b"\xff\xfe", b"[]\n", b'{"laguna":99}\n', b"[" * 100_000])
def test_what_is_no_record_is_told_so_in_a_sentence(looking: Running, body: bytes):
    checked = verified(looking, body).expect(200)
    assert not checked["holds"]
    assert checked["sentence"].endswith(".")


def test_a_record_that_is_too_large_is_refused(looking: Running):
    most = looking.settings.limits.record_bytes
    verified(looking, b"x" * (most + 1)).problem(413, "too_large")


# Replays


@pytest.mark.parametrize("key", GAMES)
def test_a_replay_shows_every_step_as_each_seat_and_a_spectator_saw_it(
    looking: Running, games: dict[str, Finished], key: str
):
    game = games[key]
    for eye in (None, *range(FEWEST[key])):
        seat = "" if eye is None else f"&seat={eye}"
        first = 0
        while first < len(game.steps):
            page = looking.client().get(f"/api/tables/{game.file.id}/replay?first={first}&count=50{seat}").expect(200)
            assert (page["steps"], page["first"]) == (len(game.steps), first)
            for shown, (mover, events, views) in zip(page["shown"], game.steps[first : first + 50], strict=True):
                assert (shown["number"], shown["seat"]) == (first, mover)
                assert shown["events"] == plain([event.seen_by(eye) for event in events])
                assert shown["view"] == plain(views[0 if eye is None else eye + 1])
                first += 1


def test_a_film_shows_any_range_backwards_as_well_as_forwards(games: dict[str, Finished]):
    film = SeekableReplay(next(parse(games["mahe"].text, "a record")))
    whole = film.show(0, 0, film.steps).shown
    assert len(whole) == film.steps > 3 * MOVES_BETWEEN_KEPT_TABLES
    for first in reversed(range(film.steps + 2)):
        assert plain(film.show(0, first, 2).shown) == plain(whole[first : first + 2])


@pytest.mark.parametrize("query", ["seat=2", "seat=-1", "first=-1", "count=0", "count=201", "seat=x"])
def test_a_seat_or_range_that_cannot_be_is_refused(looking: Running, games: dict[str, Finished], query: str):
    looking.client().get(f"/api/tables/{games['mahe'].file.id}/replay?{query}").problem(400, "malformed")


def test_beyond_the_end_there_is_nothing(looking: Running, games: dict[str, Finished]):
    shown = looking.client().get(f"/api/tables/{games['mahe'].file.id}/replay?first=100000").expect(200)
    assert shown["shown"] == []


def test_looking_back_at_one_game_does_not_wait_for_another(looking: Running, games: dict[str, Finished]):
    busy, other = games["mahe"].file, games["duck"].file

    async def meanwhile() -> int:
        async with looking.backend.services.looking_back.next(busy.id):
            return len((await looking.backend.replays.show(other, None, 0, 3)).shown)

    assert looking.call(meanwhile()) == 3


def test_coming_back_to_one_table_does_not_wait_for_who_looks_back_at_another(looking: Running, unfinished: Finished):
    async def meanwhile() -> list[int]:
        room = await looking.backend.lobby.room(unfinished.file.id)
        async with looking.backend.services.looking_back.next("another table"):
            return [step.version for step in await room._history.missed(0, room.version, (None,))]

    assert looking.call(meanwhile()) == list(range(1, len(unfinished.lines) + 1))


# Who may, and when


@pytest.mark.parametrize(("method", "what"), [("GET", "record"), ("GET", "replay"), ("POST", "analysis")])
def test_before_the_end_nobody_looks_back_not_even_the_host(
    looking: Running, unfinished: Finished, method: str, what: str
):
    path = f"/api/tables/{unfinished.file.id}/{what}"
    assert host(looking).send(method, path).problem(409, "not_over")
    looking.client().send(method, path).problem(409, "not_over")


@pytest.mark.parametrize(("method", "what"), [("GET", "record"), ("GET", "replay"), ("POST", "analysis")])
def test_a_private_game_is_shown_to_its_people_alone(looking: Running, private: Finished, method: str, what: str):
    path = f"/api/tables/{private.file.id}/{what}"
    looking.client().send(method, path).problem(404, "not_found")
    looking.guest().send(method, path).problem(404, "not_found")
    assert host(looking).send(method, path).status == 200
    looking.client().send(method, f"/api/tables/no_such_table/{what}").problem(404, "not_found")


# Analyses


HERE = ("here", "somebody")
QUICK = Budget(iterations=4)
SECONDS = 300
"""An analysis that takes longer hangs, also where the search is compiled first and the machine is busy."""


def looking_back() -> FairLimiter:
    return FairLimiter("", 1, most=9, each=9)


async def opened_store(folder: Path, *games: Finished) -> SqliteStore:
    await asyncio.to_thread(stored, folder, games)
    return await SqliteStore.open(Settings(data=folder).database)


def analyses_of(
    store: SqliteStore,
    thinker: Thinker,
    server: str = "here",
    clock: Clock | None = None,
    budget: Budget = BUDGET,
    beat: float = BEAT_S,
) -> Analyses:
    """The analyses of one of the servers that share a store."""
    shared = SharedAnalyses(store, clock or Clock(), server)
    return Analyses(Replays(store, looking_back()), thinker, shared, budget, beat)


async def told_of(analyses: Analyses, game: Finished | TableFile, share: tuple[str, ...] = HERE) -> Any:
    """What somebody is told who asks, as a page reads it."""
    told = await analyses.of(game.file if isinstance(game, Finished) else game, share)
    examined = json.loads(bytes(told.examined))
    assert examined["state"] == told.state
    return examined


async def ended(analyses: Analyses, game: Finished) -> tuple[Any, list[int]]:
    """What came of an analysis in the end, and the steps it told on the way."""
    steps = []
    async with asyncio.timeout(SECONDS):
        while (told := await told_of(analyses, game))["state"] == "thinking":
            steps.append(told["done"])
            await asyncio.sleep(0.01)
    return told, steps


async def until(holds: Callable[[], Awaitable[object]]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(SECONDS):
        while not await holds():
            await asyncio.sleep(0.01)


class Counting:
    """Thinks as a pool does, counts its thoughts, and stops before the first one beyond so many until it may go on."""

    def __init__(self, pool: Thinker, most: int = 1 << 30) -> None:
        self.thoughts = 0
        self.may_go_on = asyncio.Event()
        self._pool = pool
        self._most = most

    async def think(self, question: BotRequest) -> Thought:
        if self.thoughts >= self._most:
            await self.may_go_on.wait()
        self.thoughts += 1
        return await self._pool.think(question)


class NobodyThinks:
    """No question is answered."""

    async def think(self, question: BotRequest) -> Thought:
        raise BotFailed(f"Nobody thinks of {question.game}.")


def test_a_game_is_thought_through_once_and_tells_how_far_it_has_come(tmp_path: Path):
    game = Finished("animals_on_board", 2)

    async def run() -> None:
        store = await opened_store(tmp_path, game)
        async with BotPool(1) as pool:
            counting = Counting(pool)
            analyses = analyses_of(store, counting, budget=QUICK)
            assert await told_of(analyses, game) == plain(Examined("thinking", 0, 0))
            told, steps = await ended(analyses, game)
            assert told["state"] == "ready"
            assert told["done"] == told["of"] == len(game.steps) - 1
            assert steps == sorted(steps)
            assert [account["seat"] for account in told["analysis"]["accounts"]] == [0, 1]
            thoughts = counting.thoughts
            assert await told_of(analyses, game) == told
            assert counting.thoughts == thoughts > 0
            await analyses.close()
        await store.close()

    asyncio.run(run())


def test_an_analysis_that_fails_says_why_once_and_can_be_begun_again(tmp_path: Path):
    game = Finished("animals_on_board", 2)
    game.lines[0] = game.lines[0].replace(b'"version":1', b'"version":99')

    async def run() -> None:
        store = await opened_store(tmp_path, game)
        async with BotPool(1) as pool:
            analyses = analyses_of(store, pool)
            for _ in range(2):
                told, steps = await ended(analyses, game)
                assert steps, "it was begun"
                assert told["state"] == "failed"
                assert "newer version of the rules" in told["sentence"]
                assert told["code"] == "cannot_replay"
            await analyses.close()
        await store.close()

    asyncio.run(run())


def test_an_analysis_that_nobody_thinks_out_says_so_by_a_code_that_pages_know(tmp_path: Path):
    game = Finished("animals_on_board", 2)

    async def run() -> None:
        store = await opened_store(tmp_path, game)
        analyses = analyses_of(store, NobodyThinks())
        told, _ = await ended(analyses, game)
        assert (told["state"], told["code"]) == ("failed", "failed")
        await analyses.close()
        await store.close()

    asyncio.run(run())


async def copies(store: SqliteStore, game: Finished, count: int) -> list[TableFile]:
    """So many tables at which the same was played."""
    files = [msgspec.structs.replace(game.file, id=f"copy_of_game_{i}") for i in range(count)]
    for file in files:
        lines = (msgspec.structs.replace(it, table=file.id) for it in game.changes if isinstance(it, Append))
        await store.write(PutTable(file), *lines)
    return files


def test_only_so_many_games_wait_to_be_thought_through_and_closing_ends_them(tmp_path: Path):
    game = Finished("animals_on_board", 2)

    async def run() -> None:
        store = await opened_store(tmp_path, game)
        files = await copies(store, game, MAX_WAITING + 1)
        async with BotPool(1) as pool:
            analyses = analyses_of(store, Counting(pool, most=0))
            for number, file in enumerate(files[:MAX_WAITING]):
                assert (await analyses.of(file, (f"address {number // MAX_WAITING_OF_ONE}",))).state == "thinking"
            with pytest.raises(Problem, match="Too many games"):
                await analyses.of(files[MAX_WAITING], ("elsewhere",))
            await analyses.close()
            assert (await analyses.of(files[MAX_WAITING], ("elsewhere",))).state == "thinking"
            await analyses.close()
        await store.close()

    asyncio.run(run())


def test_one_address_waits_for_so_many_analyses_and_others_get_theirs(tmp_path: Path):
    game = Finished("animals_on_board", 2)

    async def run() -> None:
        store = await opened_store(tmp_path, game)
        files = await copies(store, game, MAX_WAITING_OF_ONE + 2)
        async with BotPool(1) as pool:
            analyses = analyses_of(store, Counting(pool, most=0))
            for number, file in enumerate(files[:MAX_WAITING_OF_ONE]):
                assert (await analyses.of(file, ("here", f"person {number}"))).state == "thinking"
            with pytest.raises(Problem, match="Too many games"):
                await analyses.of(files[-2], ("here", "somebody else"))
            assert (await analyses.of(files[-1], ("there", "stranger"))).state == "thinking"
            await analyses.close()
        await store.close()

    asyncio.run(run())


# Analyses at several servers


def test_a_game_is_thought_through_by_one_server_and_the_others_tell_how_far_it_has_come(tmp_path: Path):
    game, clock = Finished("animals_on_board", 2), Clock()
    moves = len(game.steps) - 1

    async def run() -> None:
        store = await opened_store(tmp_path, game)
        async with BotPool(1) as pool:
            thinking, idle = Counting(pool, most=moves + 5), Counting(pool)  # it stops when it has looked at some again
            here = analyses_of(store, thinking, "here", clock, QUICK, beat=0.01)
            there = analyses_of(store, idle, "there", clock, QUICK)
            assert await told_of(here, game) == plain(Examined("thinking", 0, 0))
            await until(lambda: store.analysis(game.file.id))

            async def is_told() -> bool:
                clock.time += 1  # what was read before is old
                await until(lambda: is_claimed(clock.time))
                told = await told_of(there, game)
                assert (told["state"], idle.thoughts) == ("thinking", 0)
                return 0 < told["done"] < told["of"] == moves

            async def is_claimed(at: float) -> bool:
                stored = await store.analysis(game.file.id)
                return stored is not None and stored.due == at + CLAIM_S

            await until(is_told)
            thinking.may_go_on.set()
            ready, _ = await ended(here, game)
            clock.time += 1
            assert (await told_of(there, game), ready["state"]) == (ready, "ready")
            assert idle.thoughts == 0
            await here.close()
            await there.close()
        await store.close()

    asyncio.run(run())


def test_of_two_servers_that_begin_an_analysis_at_once_one_goes_on(tmp_path: Path):
    game, clock = Finished("animals_on_board", 2), Clock()

    async def run() -> None:
        store = await opened_store(tmp_path, game)
        async with BotPool(1) as pool:
            thinkers = [Counting(pool) for _ in range(2)]
            servers = [
                analyses_of(store, thinker, name, clock, QUICK)
                for name, thinker in zip(("here", "there"), thinkers, strict=True)
            ]
            for told in await asyncio.gather(*(told_of(server, game) for server in servers)):
                assert told == plain(Examined("thinking", 0, 0))

            async def are_ready() -> bool:
                clock.time += 0.01
                told = [await told_of(server, game) for server in servers]
                return all(each["state"] == "ready" for each in told)

            await until(are_ready)
            assert min(thinker.thoughts for thinker in thinkers) == 0 < max(thinker.thoughts for thinker in thinkers)
            for server in servers:
                await server.close()
        await store.close()

    asyncio.run(run())


def test_what_a_dead_server_left_is_begun_anew_when_its_claim_has_lapsed_and_never_overwritten(tmp_path: Path):
    game, clock = Finished("animals_on_board", 2), Clock()

    async def run() -> None:
        store = await opened_store(tmp_path, game)
        async with BotPool(1) as pool:
            hanging = Counting(pool, most=0)
            dead = analyses_of(store, hanging, "dead", clock, QUICK, beat=1e6)
            alive = analyses_of(store, pool, "alive", clock, QUICK)
            await told_of(dead, game)
            await until(lambda: store.analysis(game.file.id))
            clock.time += CLAIM_S - 1
            assert await told_of(alive, game) == plain(Examined("thinking", 0, 0))
            stored = await store.analysis(game.file.id)
            assert stored is not None
            assert stored.server == "dead"
            clock.time += 1
            told, _ = await ended(alive, game)
            assert told["state"] == "ready"
            by_alive = await store.analysis(game.file.id)
            assert by_alive is not None
            assert by_alive.server == "alive"
            hanging.may_go_on.set()  # it was not dead at all
            assert (await ended(dead, game))[0] == told
            await dead.close()
            assert await store.analysis(game.file.id) == by_alive
            await alive.close()
        await store.close()

    asyncio.run(run())


def test_a_server_that_goes_home_gives_its_analyses_back_at_once(tmp_path: Path):
    game, clock = Finished("animals_on_board", 2), Clock()

    async def run() -> None:
        store = await opened_store(tmp_path, game)
        async with BotPool(1) as pool:
            here = analyses_of(store, Counting(pool, most=0), "here", clock)
            await told_of(here, game)
            await until(lambda: store.analysis(game.file.id))
            await here.close()
            there = analyses_of(store, pool, "there", clock, QUICK)
            told, _ = await ended(there, game)
            assert told["state"] == "ready"
            await there.close()
        await store.close()

    asyncio.run(run())


def test_after_a_restart_a_finished_analysis_is_told_without_thinking(tmp_path: Path):
    game, clock = Finished("animals_on_board", 2), Clock()

    async def run() -> None:
        store = await opened_store(tmp_path, game)
        async with BotPool(1) as pool:
            before = analyses_of(store, pool, "before", clock, QUICK)
            told, _ = await ended(before, game)
            await before.close()
        await store.close()
        store = await SqliteStore.open(Settings(data=tmp_path).database)
        after = analyses_of(store, NobodyThinks(), "after", clock)
        assert await told_of(after, game) == told
        assert told["state"] == "ready"
        await after.close()
        await store.close()

    asyncio.run(run())


OLD_FORMAT = b'{"state":"ready","examined":{},"format":0}'


@pytest.mark.parametrize("found", tiered([b"", b"{}", OLD_FORMAT, b"no JSON"], {OLD_FORMAT, b"no JSON"}.__contains__))
def test_an_analysis_that_an_older_program_stored_is_made_anew(tmp_path: Path, found: bytes):
    game, clock = Finished("animals_on_board", 2), Clock()

    async def run() -> None:
        store = await opened_store(tmp_path, game)
        await store.write(PutAnalysis(StoredAnalysis(game.file.id, "older", clock.time, found), clock.time))
        async with BotPool(1) as pool:
            analyses = analyses_of(store, pool, "here", clock, QUICK)
            told, steps = await ended(analyses, game)
            assert steps, "it was begun"
            assert told["state"] == "ready"
            await analyses.close()
        await store.close()

    asyncio.run(run())


def test_a_failure_is_told_once_by_whichever_server_is_asked(tmp_path: Path):
    game, clock = Finished("animals_on_board", 2), Clock()

    async def run() -> None:
        store = await opened_store(tmp_path, game)
        here, there = (analyses_of(store, NobodyThinks(), server, clock) for server in ("here", "there"))
        await told_of(here, game)

        async def is_told() -> bool:
            clock.time += 1
            return bool((await told_of(there, game))["state"] == "failed")

        await until(lambda: store.analysis(game.file.id))
        await until(is_told)
        clock.time += 1
        assert (await told_of(here, game))["state"] == "thinking"
        for server in (here, there):
            await server.close()
        await store.close()

    asyncio.run(run())


# Stories


@pytest.mark.parametrize("key", GAMES)
def test_the_story_of_a_finished_game_is_told_to_whoever_may_see_it(
    looking: Running, games: dict[str, Finished], key: str
):
    story = looking.client().get(f"/api/tables/{games[key].file.id}/story").expect(200)
    record = next(parse(games[key].text, "the record"))
    assert story == plain(story_of(record, GAMES, PLUGINS[key].load_story()))


def test_there_is_no_story_before_the_end_nor_of_a_table_one_may_not_see(
    looking: Running, private: Finished, unfinished: Finished
):
    looking.client().get(f"/api/tables/{unfinished.file.id}/story").problem(409, "not_over")
    looking.client().get(f"/api/tables/{private.file.id}/story").problem(404, "not_found")
    host(looking).get(f"/api/tables/{private.file.id}/story").expect(200)


def test_a_game_whose_own_story_fails_is_told_by_its_standings(
    games: dict[str, Finished], monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> Tale:
        raise ZeroDivisionError

    monkeypatch.setattr(Plugin, "load_story", lambda _: StoryTeller(fail, COMMON, StoryFacts))
    record = next(parse(games["mahe"].text, "the record"))
    assert SeekableReplay(record).story() == story_of(record, GAMES, None)
