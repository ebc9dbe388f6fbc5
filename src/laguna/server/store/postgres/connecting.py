"""Connections to a PostgreSQL database, wherever it is at the moment, and what its errors mean."""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit, urlunsplit

import asyncpg

from laguna.server.addresses import BadAddress, check_postgresql, redacted
from laguna.server.store.store import CannotOpen, StoreDamaged, StoreFailed

T = TypeVar("T")

PATIENCE = 15.0
"""So many seconds a write waits for a database that is away: as long as a restart or a failover takes."""
READ_PATIENCE = 5.0
"""So many seconds somebody who reads waits for it."""
CONNECT_TIMEOUT = 3.0
COMMAND_TIMEOUT = 10.0
CLOSE_TIMEOUT = 2.0
WRITERS = READERS = 4
"""How many connections there are for writes that are no lines, and for reading."""
CONNECTIONS = 1 + WRITERS + READERS + 1
"""How many a server process has: also one for lines, and one for what is done now and then."""
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5
"""Seconds between two tries, doubled each time."""

SETTINGS = {
    "default_transaction_isolation": "read committed",
    # A server whose wire was cut in the middle of a transaction holds its rows no longer than this.
    "idle_in_transaction_session_timeout": "5s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}

_AWAY = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.ReadOnlySQLTransactionError,  # it is a standby now
    asyncpg.InternalClientError,  # an answer that was cut off, or no host that takes writes yet
)
_AGAIN = (
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.InvalidCachedStatementError,  # a newer server has changed the schema meanwhile
)
_DAMAGED = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)
ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
"""All that asyncpg raises."""
UNFIT = (asyncpg.DataError, ValueError)
"""A value that no column can take: whoever wants to write it is wrong, and not the database."""


_ERRNO = re.compile(r"^\[Errno -?\d+\] ")


def away(error: BaseException) -> bool:
    """Whether the database is gone for the moment, and with it the connection that met this error."""
    if isinstance(error, asyncpg.InterfaceError):
        return not isinstance(error, ValueError)  # which is a value that it cannot take
    return isinstance(error, _AWAY)


@asynccontextmanager
async def connection_of(pool: asyncpg.Pool) -> AsyncIterator[asyncpg.Connection]:
    """A connection of a pool. One that was lost meanwhile is not given back to it."""
    async with pool.acquire() as db:
        try:
            yield db
        except Exception as error:
            if away(error):
                db.terminate()
            raise


def passes(error: BaseException) -> bool:
    """Whether it is worth trying again."""
    return away(error) or isinstance(error, _AGAIN)


def told(error: BaseException) -> str:
    """What an error says, in one line and without any password."""
    said = _ERRNO.sub("", str(error).partition("\n")[0]).strip().rstrip(".")
    if isinstance(error, TimeoutError) and not said:
        said = "it does not answer"
    if isinstance(error, asyncpg.TargetServerAttributeNotMatched):
        said = "none of its hosts takes writes"
    return redacted(said or type(error).__name__)


def failed(done: str, error: BaseException) -> StoreFailed:
    """What to raise for an error of the database. `done`: what could not be done, such as "written"."""
    kind = StoreDamaged if isinstance(error, _DAMAGED) else StoreFailed
    return kind(f"The database could not be {done}: {told(error)}.")


_REFUSED: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], str], ...] = (
    (
        (asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError),
        "Name the right role and password; a password may also stand in PGPASSWORD or ~/.pgpass, where nobody sees it.",
    ),
    (asyncpg.InvalidCatalogNameError, "Have it made by `CREATE DATABASE`, or name another one."),
    (
        asyncpg.InsufficientPrivilegeError,
        "Let its role own the database, or `GRANT` it CONNECT, CREATE and USAGE on the schema, and all on its tables.",
    ),
    (
        ssl.SSLCertVerificationError,
        "Name the host as its certificate does, and by `sslrootcert=FILE` the certificate of who signed it.",
    ),
    (
        (
            ssl.SSLError,
            asyncpg.ClientConfigurationError,
            asyncpg.UndefinedObjectError,
            asyncpg.CantChangeRuntimeParamError,
            asyncpg.InvalidParameterValueError,
            ValueError,
        ),
        "An address is like postgresql://role@host:5432/database?sslmode=verify-full.",
    ),
    (socket.gaierror, "There is no such host: check the address."),
    (asyncpg.TargetServerAttributeNotMatched, "Have one of them promoted, or name that which is."),
    (
        asyncpg.TooManyConnectionsError,
        f"Raise its `max_connections`, or have fewer server processes: each needs {CONNECTIONS}.",
    ),
    (asyncpg.DiskFullError, "Make room where PostgreSQL keeps its data."),
    (
        (asyncpg.UndefinedTableError, asyncpg.UndefinedColumnError),
        "It has only a part of our tables: restore a whole backup of it, or name an empty database.",
    ),
    (asyncpg.LockNotAvailableError, "Servers use the tables that are to be changed: try again, or stop them for that."),
    (
        OSError,
        "Check the address, and that PostgreSQL runs there, lets this machine in and speaks TLS if that is asked for.",
    ),
)
"""What to do about what keeps a database from being opened; the first that fits is told."""


def cannot_open(where: str, error: BaseException) -> CannotOpen:
    """The sentence for a database that cannot be opened."""
    advice = next((advice for kind, advice in _REFUSED if isinstance(error, kind)), "")
    # What Python says of an address that cannot be read has parts of it, which may be those of a password.
    unreadable = isinstance(error, ValueError) and not isinstance(error, (asyncpg.InterfaceError, ssl.SSLError))
    said = "its address cannot be read" if unreadable else told(error)
    return CannotOpen(f"{where} cannot be opened: {said}. {advice}".rstrip())


class Connector:
    """Makes connections to one database, which may have several hosts of which one takes writes."""

    def __init__(self, url: str, program: str) -> None:
        """`program`: what PostgreSQL shows of who is connected. Raises `CannotOpen` if the address cannot be one."""
        try:
            check_postgresql(url, "The address of a database")
        except BadAddress as error:
            raise CannotOpen(str(error)) from error
        self.where = redacted(url)
        parts = urlsplit(url)
        asked = dict(parse_qsl(parts.query))
        user, _, hosts = parts.netloc.rpartition("@")
        named = hosts.split(",")
        before = f"{user}@" if user else ""
        self._urls = [
            urlunsplit(parts._replace(netloc=before + ",".join((*named[first:], *named[:first]))))
            for first in range(len(named))
        ]
        self._settings = {"application_name": program, **{k: v for k, v in SETTINGS.items() if k not in asked}}
        self._wants = None if "target_session_attrs" in asked else "read-write"

    async def connect(
        self,
        *_: object,
        command_timeout: float = COMMAND_TIMEOUT,
        settings: Mapping[str, str] = MappingProxyType({}),
        **_of_a_pool: object,
    ) -> asyncpg.Connection:
        """A new connection, to the first host that answers and takes writes."""
        try:
            return await asyncpg.connect(
                self._urls[0],
                timeout=CONNECT_TIMEOUT,
                command_timeout=command_timeout,
                server_settings={**self._settings, **settings},
                target_session_attrs=self._wants,
            )
        except TimeoutError:  # the first host is dead: another one goes first the next time
            self._urls.append(self._urls.pop(0))
            raise

    async def pool(self, most: int) -> asyncpg.Pool:
        """So many connections, made when they are needed."""
        return await asyncpg.create_pool(
            min_size=0, max_size=most, connect=self.connect, reset=_leave_as_it_is, max_inactive_connection_lifetime=0
        )


async def close(pool: asyncpg.Pool) -> None:
    """End all connections of a pool, which nobody uses any more."""
    try:
        await asyncio.wait_for(pool.close(), CLOSE_TIMEOUT)
    except TimeoutError:
        pool.terminate()


async def _leave_as_it_is(_: object) -> None:
    """Nothing of a connection is changed for longer than a transaction: so there is nothing to reset."""


class Patience:
    """Tries again what failed because the database was away, or because of what others did in that moment."""

    def __init__(self, seconds: float, waited: Callable[[float], None] | None = None) -> None:
        """`waited` is told how long somebody had to wait, however that ended."""
        self._seconds = seconds
        self._waited = waited or (lambda _: None)

    async def run(self, work: Callable[[bool], Awaitable[T]]) -> T:
        """Do it; `work` is told whether it was tried before. In the end it raises what the last try did."""
        now = asyncio.get_running_loop().time
        try:
            return await work(False)
        except ERRORS as error:
            if not passes(error):
                raise
        began, pause = now(), FIRST_PAUSE
        try:
            while True:
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)
                try:
                    return await work(True)
                except ERRORS as error:
                    if not passes(error) or now() + pause > began + self._seconds:
                        raise
        finally:
            self._waited(now() - began)
