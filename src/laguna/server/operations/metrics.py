"""Prometheus metrics: a method for each thing that is counted, and the page that exports them.

Each server has its own registry. What happens thousands of times a second is counted in a dict, and put into the
registry when the page is asked for.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import time
from collections.abc import Iterator, Mapping
from typing import Literal, get_args

import msgspec
from prometheus_client import CollectorRegistry, Counter, Enum, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from laguna.bots.pool import Stats
from laguna.games import GAMES
from laguna.server.operations.vitals import Check
from laguna.server.store.engine import SQLITE, WAL_RESET_MENDED
from laguna.server.tables.table_file import TableState

CONTENT_TYPE = CONTENT_TYPE_LATEST
By = Literal["person", "bot"]
Limit = Literal["bots_alone", "checks", "checks_cut_off", "connections", "connections_per_address"]
"""What came to an end for somebody: bots alone at tables, records to be checked, connections."""
COMMIT_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)
GROUP_WRITES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
BOT_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0)
LOAD_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.25, 1.0)
LAG_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0)
HEARD_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 3.0, 10.0)
STORE_WAIT_SECONDS = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0)
LAG_INTERVAL_S = 0.5
"""Seconds between two measurements of the event loop's lag."""
NO_ROUTE = "none"
"""The route of requests that go nowhere: their paths are a stranger's, and would be labels without end."""


class Census(msgspec.Struct, frozen=True, kw_only=True):
    """What is counted only when somebody asks: how much of everything there is now."""

    loaded: int
    """Tables in memory."""
    stored: Mapping[TableState, int]
    sockets: int
    people: int
    """Who has at least one socket open."""
    bots: Stats
    free_bytes: int
    """On the disk, where the data is."""
    low_space: bool
    """So little that no new tables are made."""
    check: Check
    """What the check of the database found."""
    bots_alone: int = 0
    """Tables in play with nobody but bots."""
    connections: int = 0
    game_worker_deaths: int = 0


class Metrics:
    """What one server has counted since its start."""

    def __init__(self, server: str = "") -> None:
        """`server` is the label of all samples, where there are several servers; empty: there is none."""
        self._server = server
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Info("laguna", "This server.", registry=registry).info({"version": importlib.metadata.version("laguna")})
        mended = {True: "yes", False: "no"}[WAL_RESET_MENDED]
        Info("laguna_sqlite", "The SQLite that keeps everything.", registry=registry).info(
            {"version": SQLITE, "wal_reset_mended": mended}
        )
        moves = Counter("laguna_moves", "Moves that were made and stored.", ["game", "by"], registry=registry)
        self._moves = {(game, by): moves.labels(game, by) for game in GAMES for by in get_args(By)}
        self._new_moves = dict.fromkeys(self._moves, 0)
        """Moves that are not counted there yet, where each would take a lock."""
        refusals = Counter("laguna_refusals", "Moves against the rules.", ["game"], registry=registry)
        self._refusals = {game: refusals.labels(game) for game in GAMES}
        stale = Counter("laguna_stale_answers", "Answers to questions not open any more.", ["game"], registry=registry)
        self._stale = {game: stale.labels(game) for game in GAMES}
        limited = Counter("laguna_limited", "What was refused or cut off at a limit.", ["limit"], registry=registry)
        self._limited = {limit: limited.labels(limit) for limit in get_args(Limit)}
        thought = Histogram(
            "laguna_bot_answer_seconds",
            "How long bots took to answer.",
            ["game"],
            buckets=BOT_SECONDS,
            registry=registry,
        )
        self._thought = {game: thought.labels(game) for game in GAMES}
        self._commits = Histogram(
            "laguna_commit_seconds", "How long commits took.", buckets=COMMIT_SECONDS, registry=registry
        )
        self._groups = Histogram(
            "laguna_commit_writes", "How many writes shared a commit.", buckets=GROUP_WRITES, registry=registry
        )
        self._loads = Histogram(
            "laguna_table_load_seconds", "How long loading tables took.", buckets=LOAD_SECONDS, registry=registry
        )
        self._lag = Histogram(
            "laguna_loop_lag_seconds", "How late the event loop is.", buckets=LAG_SECONDS, registry=registry
        )
        tidied = Counter("laguna_tidied", "What was kept for long enough and forgotten.", ["what"], registry=registry)
        self._tidied = {what: tidied.labels(what) for what in ("tables", "guests")}
        self._requests = Counter(
            "laguna_requests", "REST requests answered.", ["method", "route", "status"], registry=registry
        )
        self._answered: dict[tuple[str, str, int], Counter] = {}
        self._among_servers = _AmongServers(registry)
        self._census = _Gauges(registry)
        self._began = time.monotonic()

    @property
    def uptime(self) -> float:
        """For how many seconds the server has been there."""
        return time.monotonic() - self._began

    def moved(self, game: str, by: By) -> None:
        """A move was made, and is stored."""
        self._new_moves[game, by] += 1

    def refused(self, game: str) -> None:
        """A move was against the rules."""
        self._refusals[game].inc()

    def stale(self, game: str) -> None:
        """An answer came to a question that is not open any more, or came twice."""
        self._stale[game].inc()

    def limited(self, limit: Limit) -> None:
        """Somebody came to a limit, and was told so."""
        self._limited[limit].inc()

    def thought(self, game: str, seconds: float) -> None:
        """A bot answered, so long after it was asked."""
        self._thought[game].observe(seconds)

    def committed(self, writes: int, seconds: float) -> None:
        """So many writes were made durable together; the commit took so long."""
        self._commits.observe(seconds)
        self._groups.observe(writes)

    def loaded(self, seconds: float) -> None:
        """A table was loaded from the store."""
        self._loads.observe(seconds)

    def tidied(self, tables: int, guests: int) -> None:
        """So many were kept for long enough, and forgotten."""
        self._tidied["tables"].inc(tables)
        self._tidied["guests"].inc(guests)

    def requested(self, method: str, route: str, status: int) -> None:
        """A REST request was answered. `route` is a template, such as /api/tables/{table}, never a path."""
        key = (method, route, status)
        if key not in self._answered:
            self._answered[key] = self._requests.labels(method, route, status)
        self._answered[key].inc()

    def conflict(self) -> None:
        """A line or a file was written first by another server: it was read again."""
        self._among_servers.conflicts.inc()

    def missed_hint(self) -> None:
        """A change by another server was found by comparing versions: no hint of it had come."""
        self._among_servers.missed_hints.inc()

    def heard(self, seconds: float) -> None:
        """A move made at another server was heard of here, so long after it was stored."""
        self._among_servers.heard.observe(seconds)

    def claimed(self, count: int) -> None:
        """So many tables that were due were claimed, to be looked after here."""
        self._among_servers.claims.inc(count)

    def waited_for_store(self, seconds: float) -> None:
        """A write waited so long for a store that was away."""
        self._among_servers.store_waits.observe(seconds)

    async def measure_event_loop_lag(self) -> None:
        """Ask the event loop for ever whether it keeps up: how much later than wanted does it wake us?"""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_INTERVAL_S
            await asyncio.sleep(LAG_INTERVAL_S)
            self._lag.observe(max(0.0, loop.time() - due))

    def page(self, census: Census) -> bytes:
        """All of it in Prometheus' text format, of `CONTENT_TYPE`."""
        self._census.set(census)
        for labels, moves in self._new_moves.items():
            self._moves[labels].inc(moves)
            self._new_moves[labels] = 0
        return generate_latest(_Labelled(self._registry, self._server) if self._server else self._registry)


class _Labelled(Collector):
    """A registry as it is, and on every sample the server that it is from."""

    def __init__(self, registry: CollectorRegistry, server: str) -> None:
        self._whole = registry
        self._server = server

    def collect(self) -> Iterator[Metric]:
        """All that the registry has."""
        for metric in self._whole.collect():
            metric.samples = [
                sample._replace(labels={**sample.labels, "server": self._server}) for sample in metric.samples
            ]
            yield metric


class _AmongServers:
    """What happens only where several servers share a store."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.conflicts = Counter("laguna_conflicts", "Writes that another server had made first.", registry=registry)
        self.missed_hints = Counter(
            "laguna_missed_hints", "Changes by other servers that no hint told of.", registry=registry
        )
        self.heard = Histogram(
            "laguna_heard_seconds",
            "From the storing of a move at another server until it was heard of here.",
            buckets=HEARD_SECONDS,
            registry=registry,
        )
        self.claims = Counter("laguna_claims", "Tables that were due and claimed.", registry=registry)
        self.store_waits = Histogram(
            "laguna_store_wait_seconds",
            "How long writes waited for a store that was away.",
            buckets=STORE_WAIT_SECONDS,
            registry=registry,
        )


class _Gauges:
    """How much of everything there is."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._loaded = Gauge("laguna_tables_loaded", "Tables in memory.", registry=registry)
        self._stored = Gauge("laguna_tables_stored", "Tables in the store.", ["state"], registry=registry)
        self._sockets = Gauge("laguna_sockets", "Open sockets.", registry=registry)
        self._people = Gauge("laguna_people_online", "People with an open socket.", registry=registry)
        self._bots_alone = Gauge("laguna_tables_of_bots_alone", "Tables in play, bots alone.", registry=registry)
        self._connections = Gauge("laguna_connections", "Open connections.", registry=registry)
        self._game_workers = Gauge(
            "laguna_game_worker_deaths", "Workers of games that died since the start.", registry=registry
        )
        self._workers = Gauge("laguna_bot_workers", "Processes that think for bots.", ["state"], registry=registry)
        self._waiting = Gauge("laguna_bot_questions_waiting", "Questions no worker has taken yet.", registry=registry)
        self._seconds = Gauge("laguna_bot_seconds", "Waited for bots since the start, in all.", registry=registry)
        self._slowest = Gauge("laguna_bot_slowest_seconds", "The slowest answer of a bot.", registry=registry)
        self._free = Gauge("laguna_disk_free_bytes", "Free where the data is.", registry=registry)
        self._low = Gauge("laguna_disk_low", "1: so little is free that no new tables are made.", registry=registry)
        self._check = Enum(
            "laguna_database_check", "What was found after the start.", states=list(get_args(Check)), registry=registry
        )
        self._deaths = Gauge("laguna_bot_worker_deaths", "Workers that died since the start.", registry=registry)

    def set(self, census: Census) -> None:
        self._loaded.set(census.loaded)
        for state in get_args(TableState):
            self._stored.labels(state).set(census.stored.get(state, 0))
        self._sockets.set(census.sockets)
        self._people.set(census.people)
        self._bots_alone.set(census.bots_alone)
        self._connections.set(census.connections)
        self._game_workers.set(census.game_worker_deaths)
        bots = census.bots
        self._workers.labels("busy").set(bots.busy)
        self._workers.labels("idle").set(bots.workers - bots.busy)
        self._waiting.set(bots.waiting)
        self._seconds.set(bots.seconds)
        self._slowest.set(bots.slowest)
        self._deaths.set(bots.deaths)
        self._free.set(census.free_bytes)
        self._low.set(census.low_space)
        self._check.state(census.check)
