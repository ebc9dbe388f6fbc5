"""An environment of its own for a game that comes from outside: Laguna, and this package installed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sysconfig
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from server.serving import Client
from tools.scripts import script

PROGRAM = "import sys; from laguna.cli import main; sys.exit(main())"


class Environment:
    """A virtual environment, and what may be done in it."""

    def __init__(self, folder: Path, package: Path) -> None:
        """Make it, and install a package into it, as an author would: its build needs no network."""
        self.folder = folder
        venv.create(folder / "env", with_pip=False, symlinks=True)
        self.python = folder / "env/bin/python"
        self._see_laguna()
        where = ("--python", str(self.python))
        installed = script("locked").uv("pip", "install", "--offline", "--no-deps", *where, str(package))
        assert installed.returncode == 0, installed.stderr

    def _see_laguna(self) -> None:
        """What the tests run with is there, too: editable installations included, which `site` alone follows."""
        (packages,) = (self.folder / "env/lib").glob("python*/site-packages")
        ours = sysconfig.get_paths()["purelib"]
        (packages / "laguna_of_the_tests.pth").write_text(f"import site; site.addsitedir({ours!r})\n", "utf-8")

    def run(self, *words: object, typed: str = "", code: int = 0) -> str:
        """What `laguna` prints for these words; it must end with this code."""
        return self._run([PROGRAM, *map(str, words)], typed, code)

    def python_code(self, code: str) -> str:
        """What this code prints."""
        return self._run([code])

    def _run(self, words: Sequence[str], typed: str = "", code: int = 0) -> str:
        done = subprocess.run(
            [self.python, "-c", *words],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=self._variables(),
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + (done.stderr if code else "")

    def json(self, *words: object) -> Any:
        """What it prints for programs."""
        return json.loads(self.run(*words, "--json"))

    def pytest(self, tests: Path) -> subprocess.CompletedProcess[str]:
        """Run a package's own tests."""
        apart = ("-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", tests)
        command = [self.python, "-m", "pytest", "-q", *apart, tests]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=self._variables())

    @contextmanager
    def serving(self, *words: object) -> Iterator[int]:
        """A server in this environment; its port."""
        command = [self.python, "-c", PROGRAM, "serve", "--port", "0", "--data", self.folder / "data", *words]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            [str(each) for each in command], stdin=subprocess.DEVNULL, stdout=pipe, env=self._variables(), text=True
        ) as process:
            try:
                assert process.stdout is not None
                welcome = process.stdout.readline()
                yield int(re.findall(r":(\d+)", welcome)[-1])
            finally:
                process.terminate()

    def _variables(self) -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}


def guest(port: int, name: str) -> Client:
    """Somebody new at a server."""
    client = Client(port)
    client.post("/api/me", {"name": name}).expect(201)
    return client


def play_to_the_end(players: Sequence[Client], table: str) -> Any:
    """Have these people answer every question of theirs with the last move that is offered; the position at the end."""
    version = 0
    while True:
        for player in players:
            now = player.get(f"/api/tables/{table}/position").expect(200)
            if now["card"]["state"] == "over":
                return now
            for sight in (each for each in now["sights"] if each["question"]):
                question = sight["question"]
                answer = {"seat": sight["seat"], "ask": question["ask"], "move": question["moves"][-1]}
                player.post(f"/api/tables/{table}/moves", answer).expect(200)
        players[0].get(f"/api/tables/{table}/position?after={version}&wait=20").expect(200)
        version = now["version"]
