"""The parent of several workers: real processes, real ports and signals; only what the workers serve is trivial."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import pytest

from laguna.server.operations.workers import COMMAND, PAUSES_S, Place
from laguna.server.store.upgrade import upgrade
from ports import free_port
from server.served import next_logged
from server.serving import Client

SECONDS = 60
HOST = "127.0.0.1"
WORKER = Path(__file__).parent / "trivial_worker.py"
TRIVIAL = (sys.executable, str(WORKER))
PROGRAM = """
import sys
from pathlib import Path
from laguna.server.operations import workers
from laguna.server.operations.assignment import Assignment
from laguna.server.operations.structured_logs import write_logs
from laguna.server.settings import Settings
command, port, folder, nats, *own_ports = sys.argv[1:]
settings = Settings(port=int(port), data=Path(folder), nats=nats, workers=len(own_ports), bot_workers=5)
write_logs("json")
shared, ready = Assignment(settings=settings), lambda: print("ready", flush=True)
try:
    workers.serve(shared, list(map(int, own_ports)), ready, command.split())
except workers.WorkersFailed as failed:
    sys.exit(str(failed))
"""


class Parent:
    """A parent whose workers are all ready."""

    def __init__(
        self, folder: Path, nats: str = "nats://bus.example", workers: int = 2, command: Sequence[str] = TRIVIAL
    ) -> None:
        self.port = free_port()
        self.own_ports = [free_port() for _ in range(workers)]
        words = (" ".join(command), str(self.port), str(folder), nats, *map(str, self.own_ports))
        self.command = [sys.executable, "-c", PROGRAM, *words]
        self.process = subprocess.Popen(
            self.command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()

    def wait_until_it_logs(self, message: str) -> dict[str, Any]:
        """The next line of its log that begins so."""
        return next_logged(self.process, message)

    def there(self, number: int) -> dict[str, Any]:
        """Who serves the own port of a place."""
        return ask(self.own_ports[number])

    def pids(self) -> list[int]:
        return [self.there(number)["pid"] for number in range(len(self.own_ports))]

    def __enter__(self) -> Self:
        assert self.said == "ready\n", self.process.communicate()[1]
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[Parent]:
    with Parent(tmp_path) as parent:
        yield parent


@pytest.fixture
def free_place() -> Iterator[Place]:
    """A place where nobody serves."""
    place = Place(0, HOST, (0, 0))
    yield place
    place.close()


def ask(port: int) -> dict[str, Any]:
    """What the worker says that gets a connection to this port."""
    with socket.create_connection((HOST, port), timeout=SECONDS) as connection:
        answer: dict[str, Any] = json.loads(connection.makefile().read())
        return answer


def when_gone(pids: list[int]) -> Callable[[], None]:
    """What waits until these processes have ended; they must be there now."""
    handles = [os.pidfd_open(pid) for pid in pids]

    def wait() -> None:
        for handle in handles:
            assert select.select([handle], [], [], SECONDS)[0], "It does not end."
            os.close(handle)

    return wait


# Where they are, and what they are told


def test_every_worker_has_the_common_port_and_one_of_its_own(parent: Parent) -> None:
    pids = set(parent.pids())
    assert len(pids) == 2
    assert {ask(parent.port)["pid"] for _ in range(60)} == pids


def test_workers_have_names_of_their_own_and_share_the_processes_for_bots(parent: Parent) -> None:
    one, other = parent.there(0), parent.there(1)
    assert one["name"] != other["name"]
    assert (one["bots"], other["bots"]) == (3, 2)
    assert one["nats"] == "nats://bus.example"


def test_what_a_worker_is_told_is_on_no_command_line(tmp_path: Path) -> None:
    with Parent(tmp_path, "") as parent:
        token = parent.there(0)["nats"].partition("//")[2].partition("@")[0]
        assert len(token) > 20
        assert parent.there(1)["nats"] == parent.there(0)["nats"]
        assert not [path for path in Path("/proc").glob("[0-9]*/cmdline") if token in read(path)]


def read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # it has ended meanwhile
        return ""


def test_of_two_parents_that_want_the_same_ports_one_is_refused(parent: Parent) -> None:
    """Also where both have found them free, since neither's workers listened yet."""
    before = parent.pids()
    other = subprocess.run(parent.command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert f"CannotListen: Port {parent.port} of {HOST} is taken." in other.stderr
    assert other.returncode == 1
    assert parent.pids() == before


# Replacing them


def test_a_worker_that_is_killed_is_replaced_and_the_others_serve_meanwhile(parent: Parent) -> None:
    killed, other = parent.pids()
    os.kill(killed, signal.SIGKILL)
    told = parent.wait_until_it_logs("A worker ended, and is replaced")
    assert (told["pid"], told["code"]) == (killed, -signal.SIGKILL)
    assert parent.wait_until_it_logs("Worker ready")["pid"] not in (killed, other)
    assert parent.there(0)["pid"] != killed
    assert parent.there(1)["pid"] == other


def test_sighup_replaces_all_workers_without_sending_anybody_away(parent: Parent) -> None:
    before = parent.pids()
    knocking = subprocess.Popen(
        [sys.executable, "-c", KNOCK, *map(str, (parent.port, *parent.own_ports))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert knocking.stdout is not None
    assert knocking.stdout.readline() == "knocked\n"
    parent.process.send_signal(signal.SIGHUP)
    parent.wait_until_it_logs("All workers are replaced")
    out, _ = knocking.communicate(timeout=SECONDS)  # its input ends, and so does its knocking
    seen = set(json.loads(out))
    after = parent.pids()
    assert not set(before) & set(after)
    assert seen >= set(before)
    assert knocking.returncode == 0


KNOCK = """
import json, select, socket, sys
seen, ports = set(), list(map(int, sys.argv[1:]))
while not select.select([sys.stdin], [], [], 0)[0]:
    for port in ports:
        with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
            first = not seen
            seen.add(json.loads(connection.makefile().read())["pid"])
            if first:
                print("knocked", flush=True)
print(json.dumps(sorted(seen)))
"""


def test_where_a_new_worker_does_not_start_the_old_ones_go_on(parent: Parent, tmp_path: Path) -> None:
    before = parent.pids()
    (tmp_path / "refuses").touch()
    parent.process.send_signal(signal.SIGHUP)
    told = parent.wait_until_it_logs("The new worker does not start")
    assert "There is no sand left." in told["message"]
    assert parent.pids() == before


def test_a_dead_worker_is_replaced_as_soon_as_one_can_be(parent: Parent, tmp_path: Path) -> None:
    (tmp_path / "refuses").touch()
    os.kill(parent.there(1)["pid"], signal.SIGKILL)
    assert "There is no sand left." in parent.wait_until_it_logs("A worker cannot be replaced yet")["message"]
    (tmp_path / "refuses").unlink()
    fresh = parent.wait_until_it_logs("Worker ready")
    assert fresh["place"] == 1
    assert parent.there(1)["pid"] == fresh["pid"]


def test_a_new_worker_that_dies_is_replaced_while_the_one_before_it_still_hands_its_people_over(
    parent: Parent, tmp_path: Path
) -> None:
    old = parent.pids()[0]
    (tmp_path / "lingers").touch()
    parent.process.send_signal(signal.SIGHUP)
    parent.wait_until_it_logs("The workers are replaced")
    killed = parent.wait_until_it_logs("Worker ready")["pid"]
    os.kill(killed, signal.SIGKILL)
    assert parent.wait_until_it_logs("A worker ended, and is replaced")["pid"] == killed
    fresh = parent.wait_until_it_logs("Worker ready")
    assert fresh["place"] == 0
    os.kill(old, 0)  # it is still there


def test_where_there_is_no_program_for_a_while_nobody_is_sent_away(tmp_path: Path) -> None:
    """As when another version is being installed."""
    program, elsewhere = tmp_path / "program", tmp_path / "elsewhere"
    program.write_text(f"#!/bin/sh\nexec {' '.join(TRIVIAL)}\n")
    program.chmod(0o700)
    with Parent(tmp_path, command=[str(program)]) as parent:
        before = parent.pids()
        program.rename(elsewhere)
        parent.process.send_signal(signal.SIGHUP)
        told = parent.wait_until_it_logs("The new worker does not start")
        assert f"{program} cannot be started: No such file or directory" in told["message"]
        assert parent.pids() == before
        os.kill(before[0], signal.SIGKILL)
        assert str(program) in parent.wait_until_it_logs("A worker cannot be replaced yet")["message"]
        elsewhere.rename(program)
        parent.wait_until_it_logs("Worker ready")
        assert parent.there(1)["pid"] == before[1]
        assert parent.there(0)["pid"] != before[0]


def test_where_there_is_no_program_at_all_that_is_told(tmp_path: Path) -> None:
    parent = Parent(tmp_path, command=[str(tmp_path / "nothing")])
    assert parent.said == ""
    assert "nothing cannot be started: " in parent.process.communicate(timeout=SECONDS)[1].splitlines()[-1]


def test_the_longer_workers_keep_dying_the_longer_it_is_waited_before_the_next_one(free_place: Place) -> None:
    pauses = []
    for deaths in range(8):
        free_place.deaths = deaths
        pauses.append(free_place.pause_s)
    assert pauses == [0.0, *PAUSES_S, PAUSES_S[-1], PAUSES_S[-1]]


def test_a_signal_to_replace_workers_that_are_just_being_replaced_is_not_lost(parent: Parent) -> None:
    parent.process.send_signal(signal.SIGHUP)
    parent.wait_until_it_logs("The workers are replaced")
    parent.process.send_signal(signal.SIGHUP)
    parent.wait_until_it_logs("All workers are replaced")
    parent.wait_until_it_logs("All workers are replaced")


# Ending


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_a_signal_ends_all(parent: Parent, number: int) -> None:
    gone = when_gone(parent.pids())
    parent.process.send_signal(number)
    assert parent.process.wait(timeout=SECONDS) == 0
    gone()


def test_the_parent_signals_its_workers_and_ends_after_them(parent: Parent, tmp_path: Path) -> None:
    pids = parent.pids()
    parent.process.terminate()
    assert parent.process.wait(SECONDS) == 0
    assert {path.name for path in tmp_path.glob("signalled-*")} == {f"signalled-{pid}" for pid in pids}


def test_workers_and_broker_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    with Parent(tmp_path, "") as parent:
        started = "".join(path.read_text() for path in Path(f"/proc/{parent.process.pid}/task").glob("*/children"))
        everybody = list(map(int, started.split()))
        assert len(everybody) == 3
        gone = when_gone(everybody)
        parent.process.kill()
        gone()


def test_a_worker_that_says_why_it_cannot_serve_ends_all_with_its_sentence(tmp_path: Path) -> None:
    (tmp_path / "refuses").touch()
    parent = Parent(tmp_path)
    assert parent.said == ""
    assert parent.process.communicate(timeout=SECONDS)[1].endswith("There is no sand left.\n")
    assert parent.process.returncode == 1


def test_workers_that_die_at_their_start_three_times_in_a_row_end_all(tmp_path: Path) -> None:
    (tmp_path / "dies").touch()
    parent = Parent(tmp_path, workers=1)
    assert parent.said == ""
    assert "three times in a row" in parent.process.communicate(timeout=SECONDS)[1]


# The real one


def test_a_worker_is_a_whole_server_on_both_its_ports(tmp_path: Path) -> None:
    upgrade(tmp_path / "laguna.db")
    with Parent(tmp_path, workers=1, command=COMMAND) as parent:
        for port in (parent.port, *parent.own_ports):
            assert Client(port).get("/readyz").expect(200)["status"] == "ok"
        assert Client(parent.port).post("/api/me", {"name": "Ala", "colour": "coral"}).expect(201)
        parent.process.send_signal(signal.SIGHUP)
        told = parent.wait_until_it_logs("The new worker does not start")
        assert (
            "Another Laguna server has" in told["message"]
        )  # in this test they have an SQLite, which is for one alone
        assert Client(parent.port).get("/readyz").expect(200)["status"] == "ok"
        parent.process.send_signal(signal.SIGTERM)
        assert parent.process.wait(timeout=SECONDS) == 0
