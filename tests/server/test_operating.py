"""`laguna serve` and `laguna backup` as they are typed: real processes, real ports, real signals."""

from __future__ import annotations

import json
import os
import pty
import re
import resource
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed

from laguna.cli import main
from laguna.cli.serve import data_folder
from laguna.server.settings import Limits
from laguna.server.store.engine import SQLITE, sqlite3
from laguna.server.store.upgrade import upgrade
from server.served import PROGRAM, Served

BAD_INPUT = 2


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start servers, on any free port and a folder of the test's own; all are gone afterwards.

    They find a database without anybody in it: each would spend most of its start on making one.
    """
    started: list[Served] = []
    data = tmp_path / "data"
    data.mkdir()
    upgrade(data / "laguna.db")

    def start(*words: object, **more: Any) -> Served:
        started.append(Served("serve", "--port", 0, "--data", data, *words, **more))
        return started[-1]

    yield start
    for each in started:
        each.__exit__()


def refused(*words: object, **environment: str) -> str:
    """A command that cannot be carried out; its sentence."""
    ended = subprocess.run(
        [*PROGRAM, *map(str, words)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    return one_sentence(ended.returncode, ended.stdout, ended.stderr)


def one_sentence(code: int, out: str, err: str) -> str:
    """What a command says that cannot be carried out."""
    assert (code, out) == (BAD_INPUT, "")
    assert err.count("\n") == 1
    assert err.endswith(".\n")
    return err


def told(err: str) -> list[dict[str, Any]]:
    """The lines of a log."""
    return [json.loads(line) for line in err.splitlines()]


def knock_for_ever(address: tuple[str, int]) -> None:
    """Connect again and again, until nobody listens any more. Where the door is just being closed, one knocks again."""
    while True:
        with suppress(ConnectionResetError):
            socket.create_connection(address).close()


# Being there


def test_it_says_in_one_line_where_it_is_and_that_it_is_well(serve: Callable[..., Served]) -> None:
    server = serve()
    assert server.welcome == f"Laguna is at http://localhost:{server.port}. Ctrl-C ends it.\n"
    answer = server.ask("GET", "/healthz")
    assert answer.status == 200
    assert answer.data["status"] == "ok"
    assert answer.data["uptime"] > 0
    assert {"server", "date"}.isdisjoint(answer.headers)


def test_a_server_for_the_network_says_where_others_find_it(serve: Callable[..., Served]) -> None:
    server = serve("--host", "0.0.0.0")  # noqa: S104 - what is tested
    port = server.port
    network = rf"(, in this network at http://\d+\.\d+\.\d+\.\d+:{port})?"
    assert re.fullmatch(rf"Laguna is at http://localhost:{port}{network}\. Ctrl-C ends it\.\n", server.welcome)
    assert server.ask("GET", "/healthz").status == 200


def test_metrics_are_in_prometheus_own_format(serve: Callable[..., Served]) -> None:
    server = serve()
    server.ask("GET", "/healthz")
    server.ask("GET", "/no/such/path")
    with server.socket():
        answer = server.ask("GET", "/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    samples = [sample for family in text_string_to_metric_families(answer.body.decode()) for sample in family.samples]
    found = {(sample.name, *sorted(sample.labels.values())): sample.value for sample in samples}
    assert found["laguna_sockets",] == found["laguna_people_online",] == 1
    assert found["laguna_tables_stored", "playing"] == found["laguna_tables_loaded",] == 0
    assert found["laguna_requests_total", "/healthz", "200", "GET"] == 1
    assert found["laguna_requests_total", "404", "GET", "none"] == 1
    assert found["laguna_commit_seconds_count",] >= 1
    assert found["process_resident_memory_bytes",] > 0


def test_metrics_are_for_this_machine_unless_the_settings_say_otherwise(serve: Callable[..., Served]) -> None:
    forwarded = {"X-Forwarded-For": "203.0.113.7"}
    server = serve()
    assert server.ask("GET", "/metrics").status == 200
    answer = server.ask("GET", "/metrics", **forwarded)
    assert (answer.status, answer.data["code"]) == (403, "forbidden")
    server.end()
    assert serve("--metrics-for-all").ask("GET", "/metrics", **forwarded).status == 200


def test_a_proxy_that_is_named_is_believed(serve: Callable[..., Served]) -> None:
    guests = Limits().newcomers.burst
    here, elsewhere = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "203.0.113.8"}
    server = serve("--proxy", "127.0.0.1")
    statuses = [server.ask("POST", "/api/me", {"name": "Ala"}, **here).status for _ in range(guests + 5)]
    assert set(statuses) == {201, 429}
    assert server.ask("POST", "/api/me", {"name": "Ela"}, **elsewhere).status == 201


def test_who_says_to_be_a_proxy_is_not_believed(serve: Callable[..., Served]) -> None:
    server = serve()
    senders = ({"X-Forwarded-For": f"203.0.113.{number}"} for number in range(Limits().newcomers.burst + 5))
    assert 429 in {server.ask("POST", "/api/me", {"name": "Ala"}, **each).status for each in senders}


def test_behind_tls_cookies_are_never_sent_without_it(serve: Callable[..., Served]) -> None:
    server = serve("--public-url", "https://Laguna.example:443/")
    listening = f"listening on 127.0.0.1:{server.port}"
    assert server.welcome == f"Laguna is at https://laguna.example, {listening}. Ctrl-C ends it.\n"
    answer = server.ask("POST", "/api/me", {"name": "Ala"}, Origin="https://laguna.example")
    assert answer.headers["set-cookie"].startswith("__Host-laguna=")
    assert "Secure" in answer.headers["set-cookie"]
    assert "No --proxy is named" in server.end()[1]


# Ending


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_a_signal_ends_it_in_good_order_with_sockets_open(serve: Callable[..., Served], number: int) -> None:
    server = serve()
    with ExitStack() as stack:
        sockets = [stack.enter_context(server.socket()) for _ in range(3)]
        code, err = server.end(number)
        assert (code, [line for line in told(err) if line["level"] != "info"]) == (0, [])
        for each in sockets:
            with pytest.raises(ConnectionClosed) as closed:
                each.recv(timeout=10)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012


def children(process: subprocess.Popen[str], module: str) -> list[int]:
    """The workers of a server that run this module."""
    started = "".join(path.read_text() for path in Path(f"/proc/{process.pid}/task").glob("*/children")).split()
    return [int(pid) for pid in started if module in Path(f"/proc/{pid}/cmdline").read_text().split("\0")]


def shot(server: Served) -> bytes:
    """A request for a shot at the practice range, as it is sent."""
    sight = server.ask("GET", "/api/practice").data["view"]
    pieces = [{name: piece[name] for name in ("piece", "x", "y", "yaw")} for piece in sight["pieces"]]
    move = {"move": "shoot", "piece": 0, "x": 0.0, "y": -0.75, "heading": 1.5, "pull": 0.6, "t_ms": 0}
    body = json.dumps({"pieces": pieces, "aim_seed": sight["aim_seed"], "move": move})
    head = f"Host: localhost\r\nOrigin: {server.url}\r\nContent-Type: application/json"
    return f"POST /api/practice/shot HTTP/1.1\r\n{head}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


def test_a_signal_ends_it_although_a_gunner_hangs_in_the_middle_of_a_shot(serve: Callable[..., Served]) -> None:
    server = serve()
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as shooting:
        shooting.sendall(shot(server))
        assert shooting.recv(1 << 20).startswith(b"HTTP/1.1 200 ")
        [gunner] = children(server.process, "laguna.games.ship_ahoy.physics.gunner")
        os.kill(gunner, signal.SIGSTOP)
        with socket.create_connection(("127.0.0.1", server.port)) as waiting:
            waiting.sendall(shot(server))
            assert server.ask("GET", "/healthz").status == 200  # it has heard of the shot by now
            assert server.end()[0] == 0
    with pytest.raises(ProcessLookupError):
        os.kill(gunner, 0)


def test_a_signal_ends_it_although_a_bots_worker_hangs(serve: Callable[..., Served]) -> None:
    server = serve("--bot-workers", 1)
    headers = {"Origin": server.url, "Cookie": server.newcomer()}
    table = server.ask("POST", "/api/tables", {"game": "mahe", "options": {"first": 1}}, **headers).data["id"]
    server.ask("PUT", f"/api/tables/{table}/seats/1", {"who": "bot", "level": "easy"}, **headers)
    server.ask("POST", f"/api/tables/{table}/start", **headers)
    server.ask("GET", f"/api/tables/{table}/position?after=1&wait=25", **headers)
    workers = children(server.process, "laguna.bots.worker")
    assert workers
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    assert server.end()[0] == 0
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


HANGS = """
import sys, threading
from laguna.server.operations import serving
from laguna.server.store.sqlite import SqliteStore
serving.EXIT_TIMEOUT_S = 0.1
SqliteStore.close = lambda store: threading.Event().wait()
from laguna.cli import main
sys.exit(main())
"""


def test_whatever_hangs_it_leaves_in_the_end_and_says_so(serve: Callable[..., Served]) -> None:
    code, log = serve(program=[sys.executable, "-c", HANGS]).end()
    assert code == 1
    assert "Something hangs" in log


def test_it_has_as_many_descriptors_as_it_may(serve: Callable[..., Served]) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard > 512, "this machine gives hardly any descriptors"
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    try:
        server = serve()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    page = server.ask("GET", "/metrics").body.decode()
    [most] = [line.split()[1] for line in page.splitlines() if line.startswith("process_max_fds ")]
    assert float(most) == hard


def test_how_many_connections_and_tables_of_bots_there_may_be_can_be_chosen(serve: Callable[..., Served]) -> None:
    server = serve("--connections", 20, "--connections-per-address", 10, "--bot-tables", 0)
    headers = {"Origin": server.url, "Cookie": server.newcomer()}
    table = server.ask("POST", "/api/tables", {"game": "mahe", "sit": False}, **headers).data["id"]
    for seat in range(2):
        server.ask("PUT", f"/api/tables/{table}/seats/{seat}", {"who": "bot", "level": "easy"}, **headers)
    answer = server.ask("POST", f"/api/tables/{table}/start", **headers)
    assert (answer.status, answer.data["code"]) == (429, "bots_alone")
    with ExitStack() as stack:
        address = ("127.0.0.1", server.port)
        *_, last = (stack.enter_context(socket.create_connection(address, timeout=60)) for _ in range(11))
        last.sendall(b"GET /healthz HTTP/1.1\r\n\r\n")
        assert last.recv(1 << 16).startswith(b"HTTP/1.1 429 ")


def test_a_second_ctrl_c_leaves_at_once(serve: Callable[..., Served]) -> None:
    server = serve()
    address = ("127.0.0.1", server.port)
    with socket.create_connection(address) as slow:
        slow.sendall(b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{")  # and no more
        assert server.ask("GET", "/healthz").status == 200  # it has heard of the other one by now
        server.process.send_signal(signal.SIGINT)
        with pytest.raises(OSError, match="refused"):
            knock_for_ever(address)
        assert server.end(signal.SIGINT)[0] == -signal.SIGINT


def test_what_it_knew_it_knows_when_it_is_started_again(serve: Callable[..., Served]) -> None:
    server = serve()
    cookie = server.newcomer()
    assert server.end()[0] == 0
    answer = serve().ask("GET", "/api/me", Cookie=cookie)
    assert answer.data["person"]["name"] == "Ala"


# Ports and folders


def test_a_port_that_was_named_and_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        sentence = refused("serve", "--port", port, "--data", tmp_path / "data")
    assert f"Port {port} of 127.0.0.1 is taken" in sentence
    assert not (tmp_path / "data").exists()


def test_where_nobody_named_a_port_the_next_free_one_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", 8000))
            taken.listen()
        except OSError:
            pass  # somebody else has it: just as well
        with Served("serve", "--data", tmp_path) as server:
            assert 8000 < server.port < 8020


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--port", "70000"], "--port"),
        (["--public-url", "laguna.example"], "--public-url"),
        (["--public-url", "https://laguna.example/games"], "--public-url"),
        (["--public-url", "https://laguna.example:port"], "--public-url"),
        (["--bot-workers", "0"], "--bot-workers"),
        (["--connections", "0"], "--connections"),
        (["--connections-per-address", "0"], "--connections-per-address"),
        (["--bot-tables", "-1"], "--bot-tables"),
        (["--proxy", "caddy"], "--proxy"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_settings_that_make_no_sense_are_refused_before_anything_is_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    code = main(["serve", "--data", str(tmp_path / "data"), *words])
    assert told in one_sentence(code, *capsys.readouterr())
    assert not (tmp_path / "data").exists()


def test_an_address_that_is_none_is_told(tmp_path: Path) -> None:
    words = ("--port", 0, "--data", tmp_path / "data")
    assert "no address" in refused("serve", "--host", "no.such.host.invalid", *words)


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert str(tmp_path / "file") in refused("serve", "--port", 0, "--data", tmp_path / "file")
    assert "cannot be" in refused("serve", "--port", 0, "--data", "/proc/laguna")
    assert (tmp_path / "file").read_text() == "mine"


def test_a_second_server_on_the_same_data_is_refused(serve: Callable[..., Served], tmp_path: Path) -> None:
    server = serve()
    assert "Another Laguna server" in refused("serve", "--port", 0, "--data", tmp_path / "data")
    assert server.ask("GET", "/healthz").status == 200


def test_a_server_that_was_killed_leaves_no_lock(serve: Callable[..., Served]) -> None:
    assert serve().end(signal.SIGKILL)[0] == -signal.SIGKILL
    assert serve().ask("GET", "/healthz").status == 200


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"LAGUNA_DATA": "/kept/here", "XDG_DATA_HOME": "/users"}, "/kept/here"),
        ({"XDG_DATA_HOME": "/users"}, "/users/laguna"),
        ({"HOME": "/home/ala"}, "/home/ala/.local/share/laguna"),
    ],
)
def test_the_data_folder_is_the_users_unless_named(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], folder: str
) -> None:
    for name in ("LAGUNA_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert data_folder(None) == Path(folder)
    assert data_folder(Path("own")) == Path("own")


# The browser, and no command at all


def test_without_a_command_it_serves(tmp_path: Path) -> None:
    with Served(LAGUNA_DATA=str(tmp_path)) as server:
        assert server.ask("GET", "/healthz").status == 200
        assert (tmp_path / "laguna.db").stat().st_mode & 0o077 == 0


def test_at_a_terminal_it_opens_the_browser(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    os.mkfifo(seen)
    reader = os.open(seen, os.O_RDONLY | os.O_NONBLOCK)
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    ours, theirs = pty.openpty()
    environment = {**os.environ, "BROWSER": f"{browser} %s", "LAGUNA_DATA": str(tmp_path / "data")}
    with subprocess.Popen(PROGRAM, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as program:
        os.close(theirs)
        told, _, _ = select.select([reader], [], [], 60)
        url = os.read(reader, 4096).decode().strip() if told else "nothing"
        program.send_signal(signal.SIGINT)
        assert program.wait(timeout=30) == 0
    shown = os.read(ours, 4096).decode()
    os.close(ours)
    os.close(reader)
    assert f"Laguna is at {url}. Ctrl-C ends it." in shown


# The log


def test_the_sqlite_in_use_is_named_at_the_start(serve: Callable[..., Served]) -> None:
    _, err = serve().end()
    (line,) = (line for line in told(err) if "sqlite" in line)
    assert (line["level"], line["sqlite"]) == ("info", SQLITE)


def test_the_log_is_one_json_object_a_line_and_tells_requests_by_their_routes(serve: Callable[..., Served]) -> None:
    server = serve("--log-level", "debug")
    cookie = server.newcomer()
    server.ask("GET", "/api/me", Cookie=cookie)
    code, err = server.end()
    assert code == 0
    requests = [
        (each["method"], each["route"]) for each in told(err) if each["logger"] == "laguna.server.http.request_counts"
    ]
    assert requests == [("POST", "/api/me"), ("GET", "/api/me")]
    assert cookie.partition("=")[2] not in err
    assert "Ala" not in err


# Backups


def test_a_backup_is_made_while_the_server_runs_and_can_be_served(serve: Callable[..., Served], tmp_path: Path) -> None:
    server = serve()
    cookie = server.newcomer()
    copy = tmp_path / "other" / "laguna.db"
    words = [*PROGRAM, "backup", str(copy), "--data", str(tmp_path / "data")]
    made = subprocess.run(words, capture_output=True, text=True, check=True)
    assert str(copy) in made.stdout
    assert copy.stat().st_mode & 0o077 == 0
    assert "is there already" in refused(*words[len(PROGRAM) :])
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM people").fetchone() == (1,)
    assert server.ask("GET", "/healthz").status == 200
    with Served("serve", "--port", 0, "--data", copy.parent) as restored:
        assert restored.ask("GET", "/api/me", Cookie=cookie).data["person"]["name"] == "Ala"


def test_a_backup_of_nothing_is_told(tmp_path: Path) -> None:
    assert "There is no database" in refused("backup", tmp_path / "copy.db", "--data", tmp_path / "data")
    assert list(tmp_path.iterdir()) == []


# What it is made of


def test_a_server_loads_neither_compiler_nor_physics() -> None:
    heavy = "{'numba', 'numpy', 'mujoco', 'alembic', 'sqlalchemy', 'webauthn'}"
    program = f"import sys, laguna.server.operations.serving; print(*({heavy} & sys.modules.keys()))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == "\n"
