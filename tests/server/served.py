"""`laguna serve` as it is typed: a process of its own, on a real port."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from typing import Any, NamedTuple, Self

from websockets.sync.client import ClientConnection, connect

PROGRAM = [sys.executable, "-c", "import sys; from laguna.cli import main; sys.exit(main())"]


def next_logged(process: subprocess.Popen[str], message: str) -> dict[str, Any]:
    """The next line of a server's log that begins so."""
    assert process.stderr is not None
    for line in process.stderr:
        told: dict[str, Any] = json.loads(line)
        if told["message"].startswith(message):
            return told
    raise AssertionError(f"It ended without saying: {message}")


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


class Served:
    """A `laguna serve` that has said where it is."""

    def __init__(self, *words: object, program: Sequence[str] = PROGRAM, **environment: str) -> None:
        self.process = subprocess.Popen(
            [*program, *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **environment},
            text=True,
        )
        assert self.process.stdout is not None
        self.welcome = self.process.stdout.readline()
        found = re.match(r"Laguna is at (\S+)[,.] .*Ctrl-C ends it\.\n", self.welcome)
        assert found, (self.welcome, self.process.communicate()[1])
        self.url, self.port = found[1], int(re.findall(r":(\d+)", self.welcome)[-1])

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Reply:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            data = None if body is None else json.dumps(body)
            connection.request(method, path, data, {"Content-Type": "application/json", **headers})
            answer = connection.getresponse()
            told = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, told, answer.read())

    def newcomer(self) -> str:
        """Somebody new; their cookie."""
        answer = self.ask("POST", "/api/me", {"name": "Ala"}, Origin=self.url)
        assert answer.status in (200, 201), answer
        return answer.headers["set-cookie"].split(";")[0]

    def socket(self) -> ClientConnection:
        headers = {"Cookie": self.newcomer()}
        return connect(f"ws://127.0.0.1:{self.port}/api/socket", additional_headers=headers, origin=self.url)  # type: ignore[arg-type]

    def logged(self, message: str) -> dict[str, Any]:
        """The next line of its log that begins so."""
        return next_logged(self.process, message)

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """End it by a signal; its exit code and its log."""
        self.process.send_signal(number)
        err = self.process.communicate(timeout=30)[1]
        return self.process.returncode, err

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
