"""What a stranger notices of an attack: how long bots are silent, and how long answers take, quiet and under attack.

    python bench/attack.py [--only bots,connections,checks] [--tables 60] [--connections 1100]

A server as people start it, on this machine alone; the attacker is at one address of it and the stranger at another.
It takes about two minutes. See bench/README.md.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from load.process import ServerProcess, free_port

SECTIONS = ("bots", "connections", "checks")
ATTACKER, STRANGER = "127.0.0.2", "127.0.0.3"
ANSWER_TIMEOUT_S = 120.0
"""Seconds after which an answer is not waited for any more."""
RETRY_S = 0.1
"""Seconds before somebody tries again who was cut off."""
TABLES_OF_ONE = 20
"""As many as one person may host."""
USUAL_DESCRIPTORS = 1024
"""The soft limit that most systems give a program."""
WANTED = {"easy_s": 3.0, "answer_s": 1.0, "check_s": 15.0}
"""The slowest that a stranger may meet, in seconds."""


class Person:
    """Somebody at an address of this machine, who knows nothing but REST."""

    def __init__(self, port: int, address: str) -> None:
        self._port = port
        self._address = address
        self._cookie = ""
        self.ask("POST", "/api/me", {"name": "Ala", "colour": "coral"})

    def ask(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - JSON
        """What is answered; a limit is waited for. Raises `OSError`, or `Refused` where it cannot be done."""
        while True:
            status, headers, answer = self.send(method, path, b"" if body is None else json.dumps(body).encode())
            if status != http.client.TOO_MANY_REQUESTS or answer["code"] != "too_many":
                break
            time.sleep(float(headers["retry-after"]))
        if status >= http.client.BAD_REQUEST:
            raise Refused(answer["code"])
        return answer

    def send(self, method: str, path: str, body: bytes, kind: str = "application/json") -> tuple[int, Any, Any]:
        """Send a request by a connection of its own; status, headers and what is answered."""
        connection = http.client.HTTPConnection(
            "127.0.0.1", self._port, timeout=ANSWER_TIMEOUT_S, source_address=(self._address, 0)
        )
        headers = {"Origin": f"http://127.0.0.1:{self._port}", "Content-Type": kind, "Cookie": self._cookie}
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            self._cookie = (answer.getheader("set-cookie") or self._cookie).split(";")[0]
            return answer.status, answer.headers, json.loads(answer.read() or b"null")
        finally:
            connection.close()

    def table(self, bots: list[str], *, sit: bool = True) -> str:
        """A game of Mahé with these bots, begun. Raises `Refused`."""
        table: str = self.ask("POST", "/api/tables", {"game": "mahe", "seats": len(bots) + sit, "sit": sit})["id"]
        for seat, level in enumerate(bots, int(sit)):
            self.ask("PUT", f"/api/tables/{table}/seats/{seat}", {"who": "bot", "level": level})
        self.ask("POST", f"/api/tables/{table}/start")
        return table


class Refused(Exception):  # noqa: N818 - its code
    """What the server does not do."""


@contextmanager
def started(data: Path) -> Iterator[ServerProcess]:
    """A server with as many descriptors as programs usually have, and as many as they may."""
    port = free_port()
    command = (sys.executable, "-c", "from laguna.cli import main; main()", "serve", "--no-open")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(USUAL_DESCRIPTORS, hard), hard))
    try:
        process = subprocess.Popen(  # noqa: S603 - our own command
            (*command, "--port", str(port), "--data", str(data)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    server = ServerProcess(process, port, time.perf_counter())
    try:
        server.wait_until_open()
        yield server
    finally:
        server.stop()


def silences(person: Person, level: str, answers: int) -> list[float]:
    """How long a bot of this level let a person wait, for each of so many answers."""
    waited: list[float] = []
    while len(waited) < answers:
        path = f"/api/tables/{person.table([level])}"
        position = person.ask("GET", f"{path}/position")
        while position["card"]["state"] != "over" and len(waited) < answers:
            question, version, began = _question(position), position["version"], time.perf_counter()
            if question:
                answer = {"seat": 0, "ask": question["ask"], "move": question["moves"][0]}
                person.ask("POST", f"{path}/moves", answer)
            while position["version"] == version:
                position = person.ask("GET", f"{path}/position?after={version}&wait=25")
            if not question:
                waited.append(time.perf_counter() - began)
    return waited


def _question(position: Any) -> Any:  # noqa: ANN401 - JSON
    return next((sight["question"] for sight in position["sights"] if sight["question"]), None)


def crowd(port: int, tables: int) -> str:
    """One address has bots play at so many tables: alone, or where that is refused, after it has left them."""
    alone = left = 0
    while alone + left < tables:
        guest, allowed = Person(port, ATTACKER), True
        for _ in range(min(TABLES_OF_ONE - 1, tables - alone - left)):
            if allowed:
                try:
                    guest.table(["strong", "strong"], sit=False)
                    alone += 1
                    continue
                except Refused:
                    allowed = False
            table = guest.table(["strong", "strong"])
            guest.ask("POST", f"/api/tables/{table}/leave")
            left += 1
    return f"{alone} tables of bots alone and {left} that were left"


def bots(port: int, tables: int) -> None:
    """How long bots are silent beside tables of bots alone."""
    stranger = Person(port, STRANGER)
    print("bots: loading what they need …", flush=True)
    silences(stranger, "strong", 1)
    tell("easy bot, quiet", silences(stranger, "easy", 8))
    tell("strong bot, quiet", silences(stranger, "strong", 5))
    print(f"bots: {crowd(port, tables)}", flush=True)
    tell("easy bot, attacked", silences(stranger, "easy", 8), WANTED["easy_s"])
    tell("strong bot, attacked", silences(stranger, "strong", 5))


def connections(port: int, count: int) -> None:
    """How long a stranger's requests take while one address holds connections that say nothing."""
    stranger = Person(port, STRANGER)
    tell("requests, quiet", timed(lambda: stranger.ask("GET", "/api/me"), 20))
    with ExitStack() as held:
        opened = 0
        for _ in range(count):
            with suppress(OSError):
                idle = socket.create_connection(("127.0.0.1", port), 5, source_address=(ATTACKER, 0))
                held.enter_context(idle)
                opened += 1
        print(f"connections: {opened} of {count} were accepted by the system", flush=True)
        tell("requests, attacked", timed(lambda: stranger.ask("GET", "/api/me"), 20), WANTED["answer_s"])


def checks(port: int, seconds: float = 20.0) -> None:
    """How long a stranger waits for the check of a record while one address has the longest ones checked."""
    attacker, stranger = Person(port, ATTACKER), Person(port, STRANGER)
    over = time.monotonic() + seconds
    text = b'{"laguna":1}\n' * (4 << 16)
    statuses: list[int] = []

    def attack() -> None:
        while time.monotonic() < over:
            statuses.append(attacker.send("POST", "/api/verify", text, "application/x-ndjson")[0])

    def check() -> None:
        stranger.send("POST", "/api/verify", b"", "application/x-ndjson")

    tell("a check, quiet", timed(check, 2))
    threads = [threading.Thread(target=attack) for _ in range(8)]
    for thread in threads:
        thread.start()
    tell("a check, attacked", timed(check, 2), WANTED["check_s"])
    for thread in threads:
        thread.join()
    print(f"checks: {statuses.count(200)} of the attacker's were done, {len(statuses) - statuses.count(200)} refused")


def timed(work: Callable[[], object], times: int) -> list[float]:
    """How many seconds it takes until it is done, each time; where it fails, it is tried again."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        while not _done(work) and time.perf_counter() < began + ANSWER_TIMEOUT_S:
            time.sleep(RETRY_S)
        taken.append(time.perf_counter() - began)
    return taken


def _done(work: Callable[[], object]) -> bool:
    try:
        work()
    except (OSError, http.client.HTTPException):
        return False
    return True


def tell(what: str, seconds: list[float], wanted: float | None = None) -> None:
    """A line of figures."""
    slowest = max(seconds)
    verdict = "" if wanted is None else f"   wanted ≤ {wanted:.0f} s: {'reached' if slowest <= wanted else 'MISSED'}"
    print(f"  {what:<22} median {statistics.median(seconds):7.3f} s   slowest {slowest:7.3f} s{verdict}", flush=True)


def main() -> None:
    """Attack, section by section, each a server of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(SECTIONS))
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--connections", type=int, default=1100)
    chosen = parser.parse_args()
    os.environ.setdefault("LAGUNA_CACHE", str(Path(".cache").absolute()))
    for section in chosen.only.split(","):
        with tempfile.TemporaryDirectory() as folder, started(Path(folder)) as server:
            if section == "bots":
                bots(server.port, chosen.tables)
            elif section == "connections":
                connections(server.port, chosen.connections)
            else:
                checks(server.port)


if __name__ == "__main__":
    main()
