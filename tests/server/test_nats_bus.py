"""The bus over a real NATS with users, TLS or small messages, and over what is none."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from laguna.server.bus import nats_bus
from laguna.server.bus.broker import executable
from laguna.server.bus.nats_bus import NatsBus
from laguna.server.bus.news import SERVERS, News, PersonChanged
from laguna.server.store.store import CannotOpen
from ports import free_port

SECONDS = 60
PASSWORD = "an:chor@5%/?#"  # noqa: S105 - of no real broker
ESCAPED = quote(PASSWORD, safe="")


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(SECONDS):
            await test()

    asyncio.run(whole())


@asynccontextmanager
async def nats(folder: Path, *settings: str) -> AsyncIterator[str]:
    """A NATS server with these settings: its host and port."""
    port = free_port()
    config = folder / f"{port}.conf"
    config.write_text("\n".join((f'host: "127.0.0.1"\nport: {port}', *settings)))
    process = await asyncio.create_subprocess_exec(
        executable(), "--config", config, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        while not await _answers(port):
            assert process.returncode is None
            await asyncio.sleep(0.01)
        yield f"127.0.0.1:{port}"
    finally:
        process.kill()
        await process.wait()


async def _answers(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


def certificate(folder: Path) -> Path:
    """The file of a certificate for loopback, signed by itself; its key lies beside it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), 1, now - timedelta(hours=1), now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "key.pem").write_bytes(key.private_bytes(*form))
    (folder / "certificate.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    return folder / "certificate.pem"


def with_tls(file: Path) -> str:
    return f'tls {{ cert_file: "{file}", key_file: "{file.with_name("key.pem")}" }}'


async def refused(address: str) -> str:
    """The sentence with which a server does not start; it holds no password."""
    with pytest.raises(CannotOpen) as told:
        await NatsBus.open("here", address)
    assert PASSWORD not in str(told.value)
    assert ESCAPED not in str(told.value)
    return str(told.value)


@asynccontextmanager
async def two(address: str) -> AsyncIterator[tuple[NatsBus, asyncio.Queue[News]]]:
    """A server that tells, and what another one hears of all servers."""
    heard: asyncio.Queue[News] = asyncio.Queue()
    here, there = await NatsBus.open("here", address), await NatsBus.open("there", address)
    there.listen(lambda _subject, _server, news: heard.put_nowait(news), lambda: None)
    await there.follow(SERVERS)
    try:
        yield here, heard
    finally:
        await here.close()
        await there.close()


async def check_hears(address: str) -> None:
    """Whoever comes by this address tells others, and hears them."""
    async with two(address) as (here, heard):
        here.tell(SERVERS, PersonChanged("ala"))
        assert await heard.get() == PersonChanged("ala")


def test_a_broker_that_needs_credentials_lets_in_who_has_them(tmp_path: Path) -> None:
    async def test() -> None:
        async with nats(tmp_path, f'authorization {{ user: "bus", password: "{PASSWORD}" }}') as place:
            await check_hears(f"nats://bus:{ESCAPED}@{place}")
            for wrong in (f"nats://{place}", f"nats://bus:{ESCAPED}x@{place}", f"nats://{ESCAPED}@{place}"):
                assert "--nats needs its user and password" in await refused(wrong)
            await check_hears(f"nats://bus:wrong@{place}, nats://bus:{ESCAPED}@{place}")

    run(test)


def test_a_broker_with_tls_is_trusted_by_its_certificate_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        file = certificate(tmp_path)
        async with nats(tmp_path, with_tls(file)) as place:
            for scheme in ("nats", "tls"):
                assert "name its authority's file in SSL_CERT_FILE" in await refused(f"{scheme}://{ESCAPED}@{place}")
            monkeypatch.setenv("SSL_CERT_FILE", str(file))
            await check_hears(f"tls://{place}")

    run(test)


def test_no_password_is_sent_in_the_clear_where_tls_was_asked_for(tmp_path: Path) -> None:
    """Whoever sits in between could say that there is none."""
    sent: list[bytes] = []

    async def no_tls(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'INFO {"server_id":"x","version":"2.11.0","max_payload":1048576,"auth_required":true}\r\n')
        sent.append(await reader.read())
        writer.close()

    async def test() -> None:
        listener = await asyncio.start_server(no_tls, "127.0.0.1", 0)
        async with listener:
            port = listener.sockets[0].getsockname()[1]
            assert "does not speak TLS" in await refused(f"tls://bus:{ESCAPED}@127.0.0.1:{port}")
        async with nats(tmp_path) as place:
            assert "does not speak TLS" in await refused(f"tls://bus:{ESCAPED}@{place}")

    run(test)
    assert sent == [b""]


def test_what_is_no_nats_is_told_once_and_does_not_keep_a_server_from_starting(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_bus, "CONNECT_TIMEOUT_S", 0.2)

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async def web(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        del reader
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async def test() -> None:
        for answering in (silent, web):
            caplog.clear()
            async with await asyncio.start_server(answering, "127.0.0.1", 0) as listener:
                port = listener.sockets[0].getsockname()[1]
                bus = await NatsBus.open("here", f"nats://bus:{ESCAPED}@127.0.0.1:{port}")
                assert not bus.connected
                bus.tell(SERVERS, PersonChanged("ala"))
                await bus.close()
            [told] = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
            assert "NATS cannot be reached" in told
            assert ESCAPED not in told

    run(test)


def test_what_is_too_large_for_the_broker_keeps_nothing_else_from_being_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with nats(tmp_path, "max_payload: 1000") as place, two(f"nats://{place}") as (here, heard):
            here.tell(SERVERS, PersonChanged("x" * 2000))
            here.tell(SERVERS, PersonChanged("ala"))
            assert await heard.get() == PersonChanged("ala")
            assert here.connected

    run(test)
