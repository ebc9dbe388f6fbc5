"""What `docs/scaling.md` tells to be written into the files of PostgreSQL, NATS and Prometheus does what it says."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from prometheus_client.parser import text_string_to_metric_families

from laguna.server.bus.nats_bus import NatsBus
from laguna.server.operations.metrics import Metrics
from laguna.server.store.postgres import PostgresStore
from laguna.server.store.store import CannotOpen
from server.nats_server import running_nats
from server.postgres import Postgres, running_postgres
from server.test_metrics import NOBODY as NOBODY_THERE

ROOT = Path(__file__).resolve().parents[2]
SCALING = (ROOT / "docs/scaling.md").read_text("utf-8")
OPERATING = (ROOT / "docs/operating.md").read_text("utf-8")
NETWORK, HERE = "10.0.0.0/24", "127.0.0.1/32"
HOUR = timedelta(hours=1)
PEM = serialization.Encoding.PEM


def block(first: str) -> str:
    """The block of the page that has this."""
    [found] = [text for text in re.findall(r"^```\w*\n(.*?)^```$", SCALING, re.MULTILINE | re.DOTALL) if first in text]
    return str(found)


# TLS


class Authority(NamedTuple):
    """Files: who signs, and a certificate for localhost with its key."""

    certificate: Path
    server: Path
    key: Path


def authority(folder: Path) -> Authority:
    """A new one, for an hour."""
    folder.mkdir(mode=0o755)
    now = datetime.now(UTC)
    signer, holder = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    signed_by = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, folder.name)])

    def signed(name: x509.Name, key: ec.EllipticCurvePublicKey, extension: x509.ExtensionType) -> bytes:
        made = x509.CertificateBuilder(signed_by, name, key, x509.random_serial_number(), now - HOUR, now + HOUR)
        return made.add_extension(extension, critical=True).sign(signer, hashes.SHA256()).public_bytes(PEM)

    names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    files = Authority(folder / "ca.pem", folder / "server.pem", folder / "server.key")
    files.certificate.write_bytes(signed(signed_by, signer.public_key(), x509.BasicConstraints(ca=True, path_length=0)))
    here = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    files.server.write_bytes(signed(here, holder.public_key(), names))
    files.key.touch(0o600)
    files.key.write_bytes(holder.private_bytes(PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return files


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return authority(tmp_path_factory.mktemp("tls") / "ours")


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return authority(tmp_path_factory.mktemp("tls") / "others")


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> Iterator[Postgres]:
    """A PostgreSQL with the role, the database and the rules of the page, but without TLS: the wheel's has none."""
    monkeypatch.setattr("server.postgres.ROLE", "administrator")
    with running_postgres() as postgres:
        statements = [each for each in block("CREATE ROLE").split(";") if each.strip()]
        assert len(statements) == 3
        postgres.execute(*statements)
        rules = block("pg_hba.conf")
        assert "hostssl" in rules
        assert NETWORK in rules
        (postgres.folder / "pg_hba.conf").write_text(rules.replace("hostssl", "host").replace(NETWORK, HERE))
        postgres.restart()
        yield postgres


def test_postgresql_lets_servers_in_by_their_password_and_nobody_else(guarded: Postgres) -> None:
    [shown] = re.findall(r"^    (postgresql://laguna:PASSWORD@db\.internal/laguna)\?sslmode=", SCALING, re.MULTILINE)
    address = shown.replace("db.internal", f"127.0.0.1:{guarded.port}")

    async def open_and_close(url: str) -> None:
        store = await PostgresStore.open(url, "here", patience=0.0)
        await store.close()

    asyncio.run(open_and_close(address))
    for change, told in {
        ("PASSWORD", "sesame"): "password",
        ("/laguna", "/postgres"): "pg_hba.conf",
        ("laguna:", "administrator:"): "pg_hba.conf",
    }.items():
        with pytest.raises(CannotOpen, match=re.escape(told)) as refused:
            asyncio.run(open_and_close(address.replace(*change)))
        assert "sesame" not in str(refused.value)


def test_nats_is_spoken_to_by_tls_and_only_where_its_certificate_is_believed(
    ours: Authority, others: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = block("nats.conf")
    for shown, file in (("/etc/nats/server.pem", ours.server), ("/etc/nats/server.key", ours.key)):
        assert shown in config
        config = config.replace(shown, str(file))
    [shown] = re.findall(r"^    (tls://.*)$", SCALING, re.MULTILINE)

    async def connected(address: str) -> bool:
        bus = await NatsBus.open("here", address)
        try:
            return bus.connected
        finally:
            await bus.close()

    with running_nats(tmp_path, config) as port:
        address = shown.replace("bus.internal:4222", f"localhost:{port}")
        monkeypatch.setenv("SSL_CERT_FILE", str(ours.certificate))
        assert asyncio.run(connected(address))
        with pytest.raises(CannotOpen, match="NATS does not let this server in"):
            asyncio.run(connected(address.replace("PASSWORD", "sesame")))
        monkeypatch.setenv("SSL_CERT_FILE", str(others.certificate))
        with pytest.raises(CannotOpen, match="SSL_CERT_FILE"):
            asyncio.run(connected(address))


# Prometheus


def exported() -> set[str]:
    """The metrics that a server has, as they are called in queries."""
    metrics = Metrics("here")
    metrics.requested("GET", "/api/tables/{table}", 200)  # what there is none of yet has no sample
    families = text_string_to_metric_families(metrics.page(NOBODY_THERE).decode())
    return {sample.name for family in families for sample in family.samples}


def test_every_alert_is_about_metrics_that_there_are() -> None:
    rules = yaml.safe_load(block("groups:"))["groups"][0]["rules"]
    assert len(rules) > 3
    for rule in rules:
        asked = set(re.findall(r"laguna_\w+", rule["expr"]))
        assert asked
        assert asked <= exported(), rule["alert"]
        assert rule["annotations"]["summary"].endswith(".")


def test_every_metric_is_documented_and_nothing_else_is() -> None:
    rows = "\n".join(re.findall(r"^\| (`laguna_.*?) \|", OPERATING, re.MULTILINE))
    named = set(re.findall(r"laguna_\w+", rows))
    samples = {name for name in exported() if name.startswith("laguna_") and not name.endswith("_created")}
    families = {re.sub(r"_(sum|count|bucket)$", "", name) for name in samples}
    assert families == named
