"""A whole server for a test: a real uvicorn with a real store, and a small client that is like a browser or a bot."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
import uvicorn

from laguna.server.backend import Backend
from laguna.server.clock import Clock
from laguna.server.operations.listening import listen
from laguna.server.operations.serving import config_of
from laguna.server.settings import Limits, Rate, Settings

T = TypeVar("T")

SECONDS = 60
"""A server that takes longer to start or end hangs."""
FREE = Rate(1e6, 1_000_000)
GENEROUS = Limits(
    connections_per_address=1000,
    tables_per_person=1000,
    bot_tables_per_person=1000,
    bot_tables_per_address=1000,
    bot_tables=1000,
    requests=FREE,
    newcomers=FREE,
    messages=FREE,
    chat=FREE,
    hints=FREE,
    checks=FREE,
    game_routes=FREE,
    new_tables=FREE,
)
"""For tests that are not about limits."""


class Running(NamedTuple):
    """A server that runs: its settings, and its backend for what only insiders see."""

    settings: Settings
    backend: Backend
    loop: asyncio.AbstractEventLoop

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.settings.port}"

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something done inside the server."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(SECONDS)

    def client(self, **more: Any) -> Client:
        """Somebody whom the server does not know yet."""
        return Client(self.settings.port, **more)

    @contextmanager
    def held(self) -> Iterator[None]:
        """The server does nothing meanwhile: whatever is sent to it comes in one moment."""
        holding, over = threading.Event(), threading.Event()

        def hold() -> None:
            holding.set()
            over.wait(SECONDS)

        self.loop.call_soon_threadsafe(hold)
        assert holding.wait(SECONDS), "The server does not come to rest."
        try:
            yield
        finally:
            over.set()

    def again(self, client: Client) -> Client:
        """The same browser, which knew this server under another port."""
        known = self.client()
        known.cookies = client.cookies
        return known

    def guest(self, name: str = "Ala", colour: str = "coral") -> Client:
        """Somebody who has just come."""
        client = self.client()
        client.post("/api/me", {"name": name, "colour": colour}).expect(201)
        return client


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def expect(self, status: int) -> Any:
        """What the answer says, which must have this status."""
        assert self.status == status, (self.status, self.body[:300])
        return self.json if self.body else None

    def problem(self, status: int, code: str) -> str:
        """The sentence of a problem with this status and code."""
        told = self.expect(status)
        assert set(told) == {"code", "sentence"}
        assert told["code"] == code, told
        return str(told["sentence"])


class Client:
    """One browser: it keeps cookies and says where its page comes from. With a token: a bot, which does neither."""

    def __init__(self, port: int, token: str | None = None, origin: str | None = "") -> None:
        self.port = port
        self.token = token
        self.origin = f"http://127.0.0.1:{port}" if origin == "" else origin
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> Answer:
        return self.send("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.send("POST", path, body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.send("PUT", path, body, **headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.send("PATCH", path, body, **headers)

    def delete(self, path: str, **headers: str) -> Answer:
        return self.send("DELETE", path, **headers)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send a request; bytes as they are, anything else as JSON. An empty header is left out."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        wanted = {**self._headers(method, data is not None), **headers}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, path, data, {name: value for name, value in wanted.items() if value})
            response = connection.getresponse()
            answer = Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
        finally:
            connection.close()
        self._remember(answer.headers.get("set-cookie", ""))
        return answer

    def _headers(self, method: str, brings: bool) -> dict[str, str]:
        headers = {"Content-Type": "application/json"} if brings else {}
        if self.token is not None:
            return {**headers, "Authorization": f"Bearer {self.token}"}
        if self.origin is not None and method != "GET":
            headers["Origin"] = self.origin
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return headers

    def _remember(self, set_cookie: str) -> None:
        for name, morsel in SimpleCookie(set_cookie).items():
            if morsel["max-age"] == "0":
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.value


LoopFactory = Callable[[], asyncio.AbstractEventLoop]


@contextmanager
def running_server(
    folder: Path, clock: Clock | None = None, loop_factory: LoopFactory | None = None, **settings: Any
) -> Iterator[Running]:
    """A server on a free port, in a thread of its own, with its data in this folder; by default on asyncio's loop."""
    listener = listen("127.0.0.1", 0)
    chosen = {"limits": GENEROUS, "bot_workers": 1, "bot_pause": 0.0, "prepare_hints": False, "low_space_mb": 0}
    chosen |= settings
    ours = Settings(host="127.0.0.1", port=listener.getsockname()[1], data=folder, **chosen)
    started: Future[tuple[Running, uvicorn.Server]] = Future()

    async def serve() -> None:
        async with Backend.open(ours, clock) as backend:
            server = uvicorn.Server(config_of(backend))
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            while not server.started and not serving.done():
                await asyncio.sleep(0)
            started.set_result((Running(ours, backend, asyncio.get_running_loop()), server))
            await serving

    def run() -> None:
        try:
            with asyncio.Runner(loop_factory=loop_factory) as runner:
                runner.run(serve())
        except BaseException as error:
            if started.done():
                raise
            started.set_exception(error)

    thread = threading.Thread(target=run, name="server")
    thread.start()
    try:
        running, server = started.result(SECONDS)
        try:
            yield running
        finally:
            server.should_exit = True
            thread.join(SECONDS)
    finally:
        listener.close()
    assert not thread.is_alive(), "The server did not end."


def tight(**limits: Any) -> Limits:
    """Generous limits but for these."""
    return msgspec.structs.replace(GENEROUS, **limits)
