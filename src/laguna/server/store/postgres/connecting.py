"""Connections to a PostgreSQL database, wherever it is at the moment, and what its errors mean."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import ssl
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
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
UNREADABLE = (ValueError, OverflowError)
"""What an address may raise beside that before anybody is connected: a port that is no number, or too large a one."""
UNFIT = (asyncpg.DataError, ValueError)
"""A value that no column can take: whoever wants to write it is wrong, and not the database."""


# Of a file that others may read, or that is none: what is to be done is told where its password is missed.
warnings.filterwarnings("ignore", "password file", UserWarning)

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
        "Name the right role and password. PGPASSWORD may hold it, or ~/.pgpass if nobody else may read that.",
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
    (ssl.SSLError, "Check the files that `sslrootcert`, `sslcert` and `sslkey` name."),
    (
        (
            asyncpg.ClientConfigurationError,
            asyncpg.UndefinedObjectError,
            asyncpg.CantChangeRuntimeParamError,
            asyncpg.InvalidParameterValueError,
            *UNREADABLE,
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
"""What to do about what keeps a database from being opened or moved; the first that fits is told."""


def advice(error: BaseException) -> str:
    """What to do about an error of the database, in a sentence."""
    if isinstance(error, asyncpg.ClientConfigurationError) and "root certificate" in str(error):
        return "Name by `sslrootcert=FILE` the certificate of who signed that of PostgreSQL."
    return next((advice for kind, advice in _REFUSED if isinstance(error, kind)), "PostgreSQL's own log may say more.")


def cannot_open(where: str, error: BaseException) -> CannotOpen:
    """The sentence for a database that cannot be opened."""
    # What Python says of an address that cannot be read has parts of it, which may be those of a password.
    unreadable = isinstance(error, UNREADABLE) and not isinstance(error, (asyncpg.InterfaceError, ssl.SSLError))
    said = "its address, or ~/.pgpass, cannot be read" if unreadable else told(error)
    return CannotOpen(f"{where} cannot be opened: {said}. {advice(error)}")


_WRITING = ("read-write", "primary", "any")
"""What a host may be asked to be: a server writes."""
_FILES = ("sslrootcert", "sslcert", "sslkey", "sslcrl")
"""Options of an address that name files for TLS, as variables of the environment do with PG before it."""


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
        self._check_options(asked)
        user, _, hosts = parts.netloc.rpartition("@")
        named = hosts.split(",")
        before = f"{user.replace('@', '%40')}@" if user else ""  # asyncpg would take the first @ for the last one
        self._urls = [
            urlunsplit(parts._replace(netloc=before + ",".join((*named[first:], *named[:first]))))
            for first in range(len(named))
        ]
        self._settings = {"application_name": program, **{k: v for k, v in SETTINGS.items() if k not in asked}}
        self._wants = None if "target_session_attrs" in asked else "read-write"

    def _check_options(self, asked: Mapping[str, str]) -> None:
        """Raise `CannotOpen` for options of which asyncpg would not say what is wrong, or not that they are."""
        wanted = asked.get("target_session_attrs", "any")
        if wanted not in _WRITING:
            raise CannotOpen(f"{self.where} cannot be opened: `target_session_attrs` is one of {', '.join(_WRITING)}.")
        for option in _FILES:
            file = asked.get(option) or os.environ.get(f"PG{option.upper()}")
            try:
                if file:
                    Path(file).read_bytes()
            except OSError as error:
                raise CannotOpen(
                    f"{self.where} cannot be opened: `{option}` names {file}, which cannot be read: {error.strerror}."
                ) from error

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

    async def pool(self, most: int, command_timeout: float = COMMAND_TIMEOUT) -> asyncpg.Pool:
        """So many connections, made when they are needed; a command over them takes at most so many seconds."""
        return await asyncpg.create_pool(
            min_size=0,
            max_size=most,
            connect=partial(self.connect, command_timeout=command_timeout),
            reset=_leave_as_it_is,
            max_inactive_connection_lifetime=0,
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
        began, pause = now(), FIRST_PAUSE
        try:
            return await work(False)
        except ERRORS as error:
            if not passes(error):
                raise
            last = error
        try:
            while now() + pause <= began + self._seconds:
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)
                try:
                    return await work(True)
                except ERRORS as error:
                    if not passes(error):
                        raise
                    last = error
            raise last
        finally:
            self._waited(now() - began)
