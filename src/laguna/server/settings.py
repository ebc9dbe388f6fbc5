"""Settings of a server: where it listens, where it stores data, limits and retention."""

from __future__ import annotations

import secrets
import socket
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from laguna.server.served_policy import ServedPolicy

DAY_S = 86_400


class Rate(msgspec.Struct, frozen=True):
    """So many a second on average, and so many at once."""

    per_second: float
    burst: int


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one person, connection or message may do. Whoever goes beyond gets a clear answer, and nothing else."""

    connections: int = 4000
    """In all, as far as the system gives us so many."""
    connections_per_address: int = 200
    """Open at a time; behind a proxy that is named: requests under way and sockets."""

    tables_per_person: int = 20
    """Hosted and not yet over, or given up within the last day."""
    bots_per_person: int = 10
    """Outside bots with a token."""
    bot_tables_per_person: int = 3
    """In play at a time with nobody but bots."""
    bot_tables_per_address: int = 6
    bot_tables: int = 24
    passkeys_per_person: int = 10
    sockets_per_person: int = 20
    tables_per_socket: int = 20
    message_bytes: int = 16 << 10
    """One message on a socket."""
    body_bytes: int = 64 << 10
    """One REST request, but for a record to be verified."""
    record_bytes: int = 4 << 20
    messages: Rate = Rate(20.0, 60)
    """Messages on one socket."""
    requests: Rate = Rate(20.0, 100)
    """REST requests of one person, or of one address where nobody is known; that also pays for previews of links."""
    newcomers: Rate = Rate(0.2, 20)
    """New people from one address."""
    new_tables: Rate = Rate(0.1, 30)
    """New tables made from one address."""
    chat: Rate = Rate(1.0, 8)
    """Remarks of one person."""
    hints: Rate = Rate(0.5, 5)
    """Hints for one person."""
    checks: Rate = Rate(0.2, 5)
    """Texts of records to be verified, of one person or of one address where nobody is known."""
    game_routes: Rate = Rate(1.0, 10)
    """What a game's own route does (a shot at a practice range) for one person, or for one unknown address."""


class Retention(msgspec.Struct, frozen=True, kw_only=True):
    """After how many days what nobody needs any more is forgotten; 0: it is kept for ever."""

    given_up: int = 7
    """Tables that were given up before they began."""
    unstarted: int = 30
    """Tables that were made and never began."""
    abandoned: int = 180
    """Games that were not finished, since the last move."""
    finished: int = 400
    """Finished games, but only once nobody who played can come back: no session, recovery link or passkey holds."""
    guests: int = 30
    """People, since they were last here, who have no passkey, recovery link or bot and sit at no table that is kept."""


def fresh_name() -> str:
    """The machine's name and a few random signs: no process has the name of another, not even of one before it."""
    return f"{socket.gethostname()}-{secrets.token_hex(3)}"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server process."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("data")
    """The folder of the database; made if it is not there."""
    store: str = ""
    """The address of the PostgreSQL that several servers share; empty: SQLite in `data`, for this one alone."""
    nats: str = ""
    """The address of NATS, by which servers that share a store hear of each other's changes at once."""
    workers: int = 1
    """Server processes on the common port of this machine."""
    name: str = msgspec.field(default_factory=fresh_name)
    """What this process is called where there are several: in metrics, in logs and among servers."""
    public_url: str = ""
    """What people type to get here, without a slash at the end; empty: http://host:port."""
    bot_workers: int | None = None
    """Processes that think for bots, for all workers together; None: one core is left for the server."""
    bot_pause: float = 0.6
    """No bot answers a person's move sooner than so many seconds: as long it can be taken back.

    Bots do not wait for each other, unless they are alone: what they do is shown at the pace that the onlooker likes.
    """
    proxies: tuple[str, ...] = ()
    """Addresses of proxies in front of us: what they say of where a request came from is believed, nobody else."""
    metrics_for_all: bool = False
    """Whether everybody may read /metrics, not only programs on this machine."""
    prepare_hints: bool = True
    """Compile what hints need as soon as a game begins that allows them; else when the first is asked for."""
    low_space_mb: int = 200
    """With less than so many megabytes free where the data is, no new tables are made; 0: it is not looked at."""
    policies: tuple[ServedPolicy, ...] = ()
    """Policies that hosts may seat as bots, each under a name of its own."""
    limits: Limits = Limits()
    keep: Retention = Retention()

    @property
    def database(self) -> Path:
        """The file in which all is kept."""
        return self.data / "laguna.db"

    @property
    def shared(self) -> bool:
        """Whether other servers may share the store."""
        return bool(self.store)

    @property
    def url(self) -> str:
        """What people type to get here."""
        return self.public_url or f"http://{_bracketed(_reachable(self.host))}:{self.port}"

    def policy(self, name: str) -> ServedPolicy | None:
        """The policy that is called so; None: it is not served, or no longer."""
        return next((policy for policy in self.policies if policy.name == name), None)

    @property
    def secure(self) -> bool:
        """Whether people come by TLS: then cookies are never sent without it."""
        return self.url.startswith("https://")

    @property
    def origins(self) -> frozenset[str]:
        """Pages that may open a socket or change something: our own."""
        named = {self.url}
        if not self.public_url:  # on this machine: people type either name
            named |= {f"http://{host}:{self.port}" for host in ("127.0.0.1", "localhost", "[::1]")}
        return frozenset(named)

    @property
    def domain(self) -> str:
        """The name that passkeys are bound to."""
        return urlsplit(self.url).hostname or "localhost"


def _reachable(host: str) -> str:
    """A server on all addresses is reached under this machine's own name."""
    return "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host  # noqa: S104


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
