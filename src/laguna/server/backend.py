"""The backend of one server process: store, rooms, bots and people, opened and closed together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress

from laguna.bots.pool import BotPool
from laguna.core.services import GameService
from laguna.games import BROKEN, PLUGINS
from laguna.server.bus.bus import Bus
from laguna.server.bus.opening import open_bus
from laguna.server.clock import Clock, SteadyClock
from laguna.server.help.analyses import Analyses
from laguna.server.help.bot_seats import BotSeats
from laguna.server.help.hints import Hints
from laguna.server.help.record_checks import RecordChecks
from laguna.server.help.shared_analyses import SharedAnalyses
from laguna.server.operations.disk_space import MB, DiskSpace
from laguna.server.operations.metrics import Metrics
from laguna.server.operations.vitals import Vitals
from laguna.server.pages.preview_maker import PreviewMaker
from laguna.server.pages.result_picture import ResultPictures
from laguna.server.people.accounts import People
from laguna.server.people.connection_limits import ConnectionLimits
from laguna.server.people.hub import Hub
from laguna.server.people.rate_limits import Buckets
from laguna.server.settings import Settings
from laguna.server.store.opening import open_store
from laguna.server.store.shared import SharedStore
from laguna.server.store.store import CannotOpen, Store, StoreFailed
from laguna.server.tables.clockwork import Clockwork
from laguna.server.tables.finished_games import Replays
from laguna.server.tables.lobby import Lobby
from laguna.server.tables.retention import RetentionSweep
from laguna.server.tables.services import TableServices
from laguna.server.tables.sharing import Sharing, agree_on_time

_LOG = logging.getLogger(__name__)

MAX_CLOCK_DIFFERENCE_S = 5.0
"""Seconds by which the clocks of machine and database may differ without a word."""


class Backend:
    """Where the parts of a server find each other."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        metrics: Metrics,
        pool: BotPool,
        game_services: Mapping[str, GameService],
        now: Callable[[], float],
    ) -> None:
        self.settings = settings
        self.store = store
        self.metrics = metrics
        self.pool = pool
        self.game_services = game_services
        """What each game needs of this server."""
        self.now = now
        self.connection_limits = ConnectionLimits(settings, metrics)
        self.hub = Hub()
        self.people = People(store, settings, self.now)
        self.people.when_revoked(self.hub.dismiss)
        self.services = TableServices(store, self.hub, metrics, self.now)
        self.space = DiskSpace(settings.data, 0 if settings.shared else settings.low_space_mb * MB)
        self.vitals = Vitals(store, self.space)
        self.lobby = Lobby(self.services, settings, game_services, self.space)
        self.bots = BotSeats(pool, metrics, self.services.last_addresses, settings)
        self.services.bots_asked = self.bots.look
        self.hints = Hints(pool, self.services.last_addresses)
        self.requests = Buckets(settings.limits.requests)
        """How often each person, or each address where nobody is known, asks for what takes work."""
        self.hinting = Buckets(settings.limits.hints)
        """How often each person asks for help."""
        self.chatting = Buckets(settings.limits.chat)
        """How often each person speaks."""
        self.making = Buckets(settings.limits.new_tables)
        """How often tables are made from each address."""
        self.replays = Replays(store, self.services.looking_back)
        self.analyses = Analyses(self.replays, pool, SharedAnalyses(store, self.now, settings.name))
        self.previews = PreviewMaker(self.requests)
        self.result_pictures = ResultPictures()
        self.checking = RecordChecks(settings.limits.checks, metrics)
        self.when_draining: list[Callable[[], Awaitable[None]]] = []
        """Called in this order when the last socket was handed over: the other servers are told what is theirs now."""

    def share(self, store: SharedStore, bus: Bus, clock: Clock) -> Sharing:
        """Be one of several servers on a store, which hear of each other over a bus."""
        sharing = Sharing(store, bus, clock, self.lobby, self.people, self.hub, self.metrics)
        self.services.others = sharing
        self.when_draining.append(sharing.say_goodbye)
        return sharing

    @classmethod
    @asynccontextmanager
    async def open(cls, settings: Settings, clock: Clock | None = None) -> AsyncIterator[Backend]:
        """Open everything, in the running event loop; close it in good order. Raises `CannotOpen`."""
        clock = SteadyClock() if clock is None else clock
        metrics = Metrics(settings.name if settings.shared else "")
        store = await open_store(settings, metrics.committed, metrics.waited_for_store)
        game_services = open_services()
        try:
            with _opening():
                await _go_on(clock, store)
            async with BotPool(settings.bot_workers) as pool:
                backend = cls(settings, store, metrics, pool, game_services, clock)
                tidying = RetentionSweep(backend.services, backend.lobby, settings.keep)
                clockwork = Clockwork(backend.services, backend.lobby, backend.space, tidying)
                async with (
                    _among_others(backend, clock),
                    _background(metrics.measure_event_loop_lag(), clockwork.run(), backend.vitals.check_database()),
                ):
                    try:
                        yield backend
                    finally:
                        backend.hub.close()
                        await backend.bots.close()
                        await backend.analyses.close()
                        await backend.checking.close()
                        await backend.previews.close()
                        await backend.result_pictures.close()
        finally:
            for service in game_services.values():
                await asyncio.to_thread(service.close)
            await store.close()


def open_services() -> dict[str, GameService]:
    """What each game needs of a server: its own service, or one that does nothing."""
    for broken in BROKEN:
        _LOG.warning(
            "A plug-in is left out.", extra={"game": broken.key, "origin": str(broken.origin), "why": broken.sentence}
        )
    return {key: (plugin.load_service() or GameService)(plugin.game) for key, plugin in PLUGINS.items()}


async def _go_on(clock: Clock, store: Store) -> None:
    """Let the time never be earlier than what has happened: a clock that was set back would give people longer."""
    if isinstance(store, SharedStore):
        ahead = await agree_on_time(clock, store)
        if abs(ahead) > MAX_CLOCK_DIFFERENCE_S:
            sentence = "The machine's clock differs from the database's, which counts: have both set by the network."
            _LOG.warning(sentence, extra={"ahead_s": round(ahead, 1)})
    behind = await store.latest() - clock()
    if behind > 0:
        clock.not_before(clock() + behind)
    if behind > MAX_CLOCK_DIFFERENCE_S:
        sentence = "The machine's clock is behind what is stored: the time goes on from there."
        _LOG.warning(sentence, extra={"behind_s": round(behind, 1)})


@contextmanager
def _opening() -> Iterator[None]:
    """A store that fails while a server starts keeps it from that, in a sentence: raises `CannotOpen`."""
    try:
        yield
    except StoreFailed as error:
        raise CannotOpen(f"{error} The server does not start without it.") from error


@asynccontextmanager
async def _among_others(backend: Backend, clock: Clock) -> AsyncIterator[None]:
    """Be one of several servers as long as the block lasts, if the store is one that several may share."""
    if not isinstance(backend.store, SharedStore):
        yield
        return
    bus = await open_bus(backend.settings.name, backend.settings.nats)
    sharing = backend.share(backend.store, bus, clock)
    try:
        with _opening():
            await sharing.open()
        async with _background(sharing.run()):
            yield
    finally:
        await sharing.close()


@asynccontextmanager
async def _background(*works: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Have these run as long as the block does."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
