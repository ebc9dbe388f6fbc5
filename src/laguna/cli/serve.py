"""`laguna serve`: tables for friends in their browsers. Also what happens without a command."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import closing
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
import typer

from laguna.cli import secret_variables, shared
from laguna.core.missing import check_installed
from laguna.server.addresses import BadAddress, bus_address, store_address
from laguna.server.people.names import MAX_NAME_LENGTH, clean_name
from laguna.server.problem import Problem
from laguna.server.served_policy import ServedPolicy
from laguna.server.settings import Limits, Retention, Settings

_LOG = logging.getLogger(__name__)

DEFAULT_PORT = Settings().port
MAX_PORTS_TRIED = 20
MAX_PORT = 65_535
MAX_WORKERS = 256
MAX_LIMIT = 1_000_000
MAX_DAYS_DIGITS = 6
"""Digits of a number of days."""
MAX_LOW_SPACE_MB = 1 << 30
"""Megabytes: more than any disk has."""
ALL_INTERFACES = ("0.0.0.0", "::")  # noqa: S104 - what is compared with

LogFormat = Literal["auto", "json", "words"]
LogLevel = Literal["debug", "info", "warning", "error"]
Data = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="The data folder; else $LAGUNA_DATA, or the user's.", show_default=False
    ),
]


def serve(  # noqa: PLR0913, PLR0917 - the options of a command
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0: for the whole network.")] = (
        Settings().host
    ),
    port: Annotated[
        int | None,
        typer.Option(metavar="N", help=f"The port; else {DEFAULT_PORT}, or the next free one.", show_default=False),
    ] = None,
    data: Data = None,
    store: Annotated[
        str,
        typer.Option(metavar="URL", help="A PostgreSQL that several servers share; else $LAGUNA_STORE, or --data."),
    ] = "",
    nats: Annotated[
        str,
        typer.Option(metavar="URL", help="The NATS by which they hear of each other; else $LAGUNA_NATS, or one here."),
    ] = "",
    workers: Annotated[int, typer.Option(metavar="N", help="Server processes on this machine.")] = 1,
    worker_ports: Annotated[
        int | None,
        typer.Option(metavar="FIRST", help="Each worker's own port: this, and those after it.", show_default=False),
    ] = None,
    public_url: Annotated[
        str, typer.Option(metavar="URL", help="What people type to get here, if a proxy is in front.")
    ] = "",
    opened: Annotated[
        bool | None,
        typer.Option("--open/--no-open", help="Open the browser; else if somebody is there.", show_default=False),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy in front, whose word on where people are is believed."),
    ] = None,
    bot_workers: Annotated[
        int | None,
        typer.Option(metavar="N", help="Processes that think for bots; else one core is left.", show_default=False),
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A policy that hosts may seat as a bot; may be given several times."),
    ] = None,
    bot_tables: Annotated[
        int, typer.Option(metavar="N", help="Tables at which bots may play alone, at a time.")
    ] = Limits().bot_tables,
    connections: Annotated[
        int, typer.Option(metavar="N", help="Connections in all, as far as the system has so many.")
    ] = Limits().connections,
    connections_per_address: Annotated[
        int, typer.Option(metavar="N", help="Connections from one address.")
    ] = Limits().connections_per_address,
    low_space: Annotated[
        int, typer.Option("--low-space", metavar="MB", help="With less free, no new tables are made; 0: never mind.")
    ] = Settings().low_space_mb,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT=DAYS",
            help=f"How long to keep what nobody needs; 0: for ever. WHAT: {', '.join(Retention.__struct_fields__)}.",
        ),
    ] = None,
    metrics_for_all: Annotated[
        bool, typer.Option("--metrics-for-all", help="Let everybody read /metrics, not only this machine.")
    ] = False,
    log_format: Annotated[LogFormat, typer.Option(help="How to log; auto: words at a terminal, else JSON.")] = "auto",
    log_level: Annotated[LogLevel, typer.Option(help="What to log; debug: also every request.")] = "info",
) -> None:
    """Serve tables to browsers: friends and bots at shared tables, nothing ever lost.

    Ctrl-C ends it in good order; the same command goes on where it stopped.

    Example: laguna serve --host 0.0.0.0 --port 8000
    """
    if bot_workers is not None:
        shared.check_range("--bot-workers", bot_workers, 1, MAX_WORKERS)
    shared.check_range("--low-space", low_space, 0, MAX_LOW_SPACE_MB)
    if port is not None:
        shared.check_range("--port", port, 0, MAX_PORT)
    shared.check_range("--workers", workers, 1, MAX_WORKERS)
    if worker_ports is not None:
        shared.check_range("--worker-ports", worker_ports, 1, MAX_PORT + 1 - workers)
    shared.check_range("--bot-tables", bot_tables, 0, MAX_LIMIT)
    shared.check_range("--connections", connections, 1, MAX_LIMIT)
    shared.check_range("--connections-per-address", connections_per_address, 1, MAX_LIMIT)
    store, nats = _addresses(store, nats, workers)
    settings = Settings(
        host=host,
        data=data_folder(data),
        store=store,
        nats=nats,
        workers=workers,
        public_url=_public(public_url),
        proxies=tuple(map(_network, proxy or ())),
        bot_workers=bot_workers,
        policies=served_policies(policy or []),
        metrics_for_all=metrics_for_all,
        limits=Limits(bot_tables=bot_tables, connections=connections, connections_per_address=connections_per_address),
        low_space_mb=low_space,
        keep=_retention(keep or []),
    )
    _run(settings, port, worker_ports, opened, log_format, log_level)


def data_folder(chosen: Path | None) -> Path:
    """Where tables and people are kept: what was chosen, $LAGUNA_DATA, or the user's data folder.

    Raises `CommandError`.
    """
    if named := chosen or os.environ.get("LAGUNA_DATA"):
        folder = Path(named)
        shared.check_path(folder, "--data is a folder: name a PostgreSQL with --store.")
        return folder
    if sys.platform == "win32":
        users = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        users = "~/Library/Application Support"
    else:
        users = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(os.path.expanduser(users)) / "laguna"  # noqa: PTH111 - never fails


def _addresses(store: str, nats: str, workers: int) -> tuple[str, str]:
    """What several servers share, as it was typed or as the environment has it. Raises `CommandError`."""
    try:
        store = store_address(store or secret_variables.value(secret_variables.STORE))
        nats = bus_address(nats or secret_variables.value(secret_variables.NATS))
    except BadAddress as error:
        raise shared.CommandError(str(error)) from error
    if workers > 1 and not store:
        raise shared.CommandError(
            "SQLite is for one server process: name a PostgreSQL with --store for more --workers."
        )
    if nats and not store:
        raise shared.CommandError("--nats is for servers that share a PostgreSQL: name it with --store.")
    if workers > 1 and not hasattr(socket, "SO_REUSEPORT"):
        raise shared.CommandError("This system gives a port to one process alone: leave out --workers.")
    for module in (*(["asyncpg"] if store else []), *(["nats"] if nats or workers > 1 else [])):
        check_installed(module)
    return store, nats


def _run(
    settings: Settings,
    port: int | None,
    worker_ports: int | None,
    opened: bool | None,
    style: LogFormat,
    level: LogLevel,
) -> None:
    # Slow to import: only where it is wanted.
    from laguna.server.operations.listening import CannotListen  # noqa: PLC0415
    from laguna.server.operations.structured_logs import write_logs  # noqa: PLC0415
    from laguna.server.store.store import CannotOpen  # noqa: PLC0415

    os.umask(0o077)  # the luck of games under way is in the data
    try:
        with closing(_listener(settings.host, port)) as listener:
            settings = msgspec.structs.replace(settings, port=listener.getsockname()[1])
            write_logs(style, level, server=settings.name if settings.shared and settings.workers == 1 else "")
            if settings.public_url and not settings.proxies:
                _LOG.warning("No --proxy is named: if there is one in front, all who come by it share its limits.")
            browse = _wants_browser(opened)
            if settings.workers == 1:
                _serve_alone(settings, listener, browse)
                return
        _serve_by_workers(settings, _ports_of_workers(settings, worker_ports, port), browse, style, level)
    except (CannotListen, CannotOpen) as error:
        raise shared.CommandError(str(error)) from error


def _serve_alone(settings: Settings, listener: socket.socket, browse: bool) -> None:
    from laguna.server.operations.serving import serve as serve_until_told  # noqa: PLC0415 - slow to import

    serve_until_told(settings, [listener], lambda: _welcome(settings, browse))


def _ports_of_workers(settings: Settings, first: int | None, port: int | None) -> Sequence[int]:
    """The workers' own ports, from the first one or the common one on; zeros for any. Raises `CommandError`."""
    if first is None and port == 0:
        return [0] * settings.workers
    ports = range(first or settings.port + 1, (first or settings.port + 1) + settings.workers)
    if ports[-1] > MAX_PORT:
        raise shared.CommandError(f"There are no ports after {MAX_PORT} for the workers: choose with --worker-ports.")
    if settings.port in ports:
        raise shared.CommandError(
            f"Port {settings.port} is for all workers, so it cannot be one of their own, {ports[0]} to {ports[-1]}: "
            "choose others with --worker-ports."
        )
    return ports


def _serve_by_workers(
    settings: Settings, ports: Sequence[int], browse: bool, style: LogFormat, level: LogLevel
) -> None:
    """Serve by several processes, each on one of these ports, too. Raises `CommandError`."""
    from laguna.server.bus.broker import BrokerFailed  # noqa: PLC0415 - slow to import
    from laguna.server.operations import workers  # noqa: PLC0415
    from laguna.server.operations.assignment import Assignment  # noqa: PLC0415
    from laguna.server.operations.listening import CannotListen  # noqa: PLC0415

    try:
        own_ports = [workers.reserved(settings.host, port) for port in ports]
    except CannotListen as error:
        sentence = f"{error} The workers need ports {ports[0]} to {ports[-1]}: choose others with --worker-ports."
        raise shared.CommandError(sentence) from error
    shared_by_all = Assignment(settings=settings, log_style=style, log_level=level)
    try:
        workers.serve(shared_by_all, own_ports, lambda: _welcome(settings, browse, own_ports))
    except (workers.WorkersFailed, BrokerFailed) as error:
        raise shared.CommandError(str(error)) from error


def _listener(host: str, port: int | None) -> socket.socket:
    """A socket on the port that was named, or else on the first free one from the usual port on."""
    from laguna.server.operations.listening import CannotListen, listen  # noqa: PLC0415 - slow to import

    if port is not None:
        try:
            return listen(host, port)
        except CannotListen as error:
            if not error.taken:
                raise
            raise shared.CommandError(f"{error} Choose another with --port.") from error
    for tried in range(DEFAULT_PORT, DEFAULT_PORT + MAX_PORTS_TRIED):
        try:
            return listen(host, tried)
        except CannotListen as error:
            if not error.taken:
                raise
    raise shared.CommandError(f"Ports {DEFAULT_PORT} to {tried} are all taken; name a free one with --port.")


def _public(typed: str) -> str:
    """A public address as browsers call it. Raises `CommandError`."""
    url = typed.strip().rstrip("/")
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and parts.username is None
    except ValueError:
        whole = False
    if not whole or parts.path or parts.query or parts.fragment:
        raise shared.CommandError(
            f"--public-url is an address without a path, like https://laguna.example, not “{typed}”."
        )
    usual = {"http": ":80", "https": ":443"}[parts.scheme]
    return url.lower().removesuffix(usual)  # browsers leave it out, and say so where pages come from


def _network(typed: str) -> str:
    """A proxy's address, or a network of them. Raises `CommandError`."""
    try:
        ip_network(typed)
    except ValueError as error:
        raise shared.CommandError(f"--proxy is an address like 127.0.0.1 or 10.0.0.0/8, not “{typed}”.") from error
    return typed


def served_policies(typed: Sequence[str]) -> tuple[ServedPolicy, ...]:
    """The policies of these files, each called as its file is. Raises `CommandError` or `BadPolicy`."""
    served: list[ServedPolicy] = []
    for file in map(Path, typed):
        from laguna.bots.policy import read_policy  # noqa: PLC0415 - NumPy only where it is wanted

        facts = read_policy(file).facts
        try:
            name = clean_name(file.stem[:MAX_NAME_LENGTH])
        except Problem as problem:
            sentence = f"{file} cannot be called by its name at a table; give it another. {problem}"
            raise shared.CommandError(sentence) from problem
        if any(other.name == name for other in served):
            raise shared.CommandError(f"Two policies would be called “{name}” at a table: give {file} another name.")
        served.append(ServedPolicy(name, file.absolute(), facts.game, facts.seats))
    return tuple(served)


def _retention(typed: Sequence[str]) -> Retention:
    """How long to keep things, as it was typed. Raises `CommandError`."""
    days: dict[str, int] = {}
    for each in typed:
        what, _, number = each.partition("=")
        if what not in Retention.__struct_fields__ or not number.isdecimal() or len(number) > MAX_DAYS_DIGITS:
            known = ", ".join(Retention.__struct_fields__)
            raise shared.CommandError(f"--keep is like guests=30, for one of {known}; not “{each}”.")
        days[what] = int(number)
    return Retention(**days)


def _lan_address() -> str | None:
    """The address of this machine in the network it is in, if it is in any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # finds the way there, sends nothing
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _welcome(settings: Settings, browse: bool, own_ports: Sequence[int] = ()) -> None:
    """Say where the server is, in one line, and show it: under the address that others can use, so that links work."""
    address = _lan_address() if settings.host in ALL_INTERFACES and not settings.public_url else None
    shown = settings.url if address is None else f"http://{address}:{settings.port}"
    if settings.public_url:
        more = f", listening on {settings.host}:{settings.port}"
    else:
        more = "" if address is None else f", in this network at {shown}"
    if own_ports:
        more += f", with workers on ports {', '.join(map(str, own_ports))}"
    sys.stdout.write(f"Laguna is at {settings.url}{more}. Ctrl-C ends it.\n")
    sys.stdout.flush()
    if browse:
        threading.Thread(target=webbrowser.open, args=(shown,), daemon=True).start()


def _wants_browser(opened: bool | None) -> bool:
    """Whether to open a browser: if told to, or if somebody is there; and never one that would take the terminal."""
    somebody = sys.stdin.isatty() and sys.stdout.isatty() if opened is None else opened
    visible = any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    return somebody and (visible or not sys.platform.startswith("linux"))
