"""What `docs/scaling.md` tells to be written into the files of PostgreSQL, NATS and Prometheus does what it says."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest
import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from prometheus_client.parser import text_string_to_metric_families

from laguna.cli import secret_variables
from laguna.cli.serve import _welcome
from laguna.server.bus.broker import END_TIMEOUT_S as BROKER_END_S
from laguna.server.bus.nats_bus import NatsBus
from laguna.server.operations import drain
from laguna.server.operations.metrics import Metrics
from laguna.server.operations.vitals import WRITE_TIMEOUT_S
from laguna.server.operations.workers import END_TIMEOUT_S, PAUSES_S
from laguna.server.settings import Settings
from laguna.server.store.postgres import PostgresStore
from laguna.server.store.postgres.connecting import CONNECTIONS, PATIENCE, READ_PATIENCE
from laguna.server.store.postgres.upgrade import LOCK_TIMEOUT, OLDEST_POSTGRESQL
from laguna.server.store.shared import LIVING
from laguna.server.store.store import CannotOpen, PutTable
from laguna.server.tables.sharing import CLOCK_INTERVAL_S, COMPARE_INTERVAL_S
from server.nats_server import running_nats
from server.postgres import Postgres, make_folder, running_postgres
from server.store.keeping import table
from server.test_metrics import NOBODY as NOBODY_THERE

ROOT = Path(__file__).resolve().parents[2]
SCALING = (ROOT / "docs/scaling.md").read_text("utf-8")
OPERATING = (ROOT / "docs/operating.md").read_text("utf-8")
NETWORK, HERE = "10.0.0.0/24", "127.0.0.1/32"
HOUR = timedelta(hours=1)
PEM = serialization.Encoding.PEM


def block(first: str) -> str:
    """The block of the page that has this."""
    blocks = re.finditer(r"^(?P<in> *)```\w*\n(?P<text>.*?)^(?P=in)```$", SCALING, re.MULTILINE | re.DOTALL)
    [found] = [each["text"] for each in blocks if first in each["text"]]
    return dedent(found)


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
        statements = [each for each in block("CREATE ROLE laguna").split(";") if each.strip()]
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


# Standbys


def test_of_the_standbys_one_is_promoted_the_other_finds_it_and_writes_only_wait() -> None:
    """By the page's own lines, in which only the hosts are others and TLS is left out, which the wheel has not."""
    config = dict(re.findall(r"^(\w+) = '?(.*?)'?$", block("synchronous_standby_names"), re.MULTILINE))
    names = ("one", "two", "three")
    assert config["synchronous_standby_names"] == f"ANY 1 ({', '.join(names)})"
    assert config["synchronous_commit"] == "on"
    [shown] = re.findall(r"^ *(postgresql://laguna:PASSWORD@one.*)/laguna\?", SCALING, re.MULTILINE)
    assert shown.endswith("@one.internal,two.internal,three.internal")

    def configured(postgres: Postgres, name: str, ports: str) -> Postgres:
        conninfo = config["primary_conninfo"]
        for told, here in {
            "one.internal,two.internal,three.internal": f"127.0.0.1,127.0.0.1,127.0.0.1 port={ports}",
            "user=replicator": "user=laguna",
            "application_name=one": f"application_name={name}",
            " sslmode=verify-full sslrootcert=/etc/ssl/laguna-ca.pem": "",
        }.items():
            assert told in conninfo
            conninfo = conninfo.replace(told, here)
        postgres.settings |= {**config, "primary_conninfo": conninfo, "wal_retrieve_retry_interval": "500ms"}
        return postgres

    async def fail_over(hosts: str) -> None:
        store = await PostgresStore.open(f"postgresql://laguna@{hosts}/postgres", "here")
        try:
            await store.write(PutTable(table("before")))
            await asyncio.to_thread(one.stop, signal.SIGKILL)
            writing = asyncio.create_task(store.write(PutTable(table("meanwhile"))))
            await asyncio.to_thread(two.execute, "SELECT pg_promote()")
            await writing
            assert {*await store.versions(["before", "meanwhile"])} == {"before", "meanwhile"}
        finally:
            await store.close()

    with running_postgres() as one, ExitStack() as stack:
        two, three = (copied(one, name) for name in names[1:])
        cluster = (one, two, three)
        ports = ",".join(str(each.port) for each in cluster)
        for postgres, name in zip(cluster, names, strict=True):
            configured(postgres, name, ports)
            if postgres is not one:
                stack.callback(postgres.stop, signal.SIGQUIT)
                postgres.start()
        one.restart()
        asyncio.run(fail_over(",".join(f"127.0.0.1:{each.port}" for each in cluster)))


def copied(primary: Postgres, name: str) -> Postgres:
    """A standby, made as the page says; it does not run yet."""
    folder = primary.folder.with_name(name)
    make_folder(folder)
    [line] = re.findall(r"^ *pg_basebackup (.*)$", SCALING, re.MULTILINE)
    words = {"one.internal": "127.0.0.1", "replicator": "laguna", '"$PGDATA"': folder}
    assert words.keys() <= set(line.split())
    primary._run("pg_basebackup", *(words.get(word, word) for word in line.split()), "--port", primary.port)
    assert 'touch "$PGDATA/standby.signal"' in SCALING
    (folder / "standby.signal").touch()
    return Postgres(folder)


# What it says of the program


def test_the_figures_of_the_page_are_those_of_the_program() -> None:
    page = " ".join(SCALING.split())
    for sentence in (
        f"over up to {drain.DRAIN_S:.0f} seconds",
        f"for at most {drain.AIM_TIMEOUT_S:.0f} more",
        f"A process takes up to {drain.DRAIN_TIMEOUT_S:.0f} seconds to hand its people over",
        f"than handing over takes ({drain.DRAIN_TIMEOUT_S + drain.EXIT_TIMEOUT_S:.0f} seconds at most)",
        f"started after {', '.join(f'{pause:g}' for pause in PAUSES_S[1:-1])} and then {PAUSES_S[-1]:g} seconds",
        f"every {COMPARE_INTERVAL_S:.0f} seconds each server compares",
        f"silent for {LIVING:.0f} seconds is dead",
        f"(writes wait for {PATIENCE:.0f} seconds)",
        f"Moves wait for up to {PATIENCE:.0f} seconds, then `not_now`",
        f"Who reads waits for {READ_PATIENCE:.0f}. `/readyz` is 503 after {WRITE_TIMEOUT_S:.0f} seconds",
        f"locked for more than {LOCK_TIMEOUT.removesuffix('s')} seconds",
        f"Version {OLDEST_POSTGRESQL} or newer",
    ):
        assert sentence in page
    assert CONNECTIONS == 10
    assert "each process has up to ten connections" in page
    assert CLOCK_INTERVAL_S == 60
    assert "by the database's clock, once a minute" in page


def test_the_service_has_time_to_hand_its_people_over_and_says_what_the_page_expects(
    capsys: pytest.CaptureFixture[str],
) -> None:
    service = block("[Service]")
    [seconds] = re.findall(r"^TimeoutStopSec=(\d+)$", service, re.MULTILINE)
    assert int(seconds) >= END_TIMEOUT_S + BROKER_END_S
    assert f"{secret_variables.STORE}_FILE=%d/store" in service
    elsewhere = block("LoadCredential=nats")
    assert f"{secret_variables.STORE}_FILE=%d/store {secret_variables.NATS}_FILE=%d/nats" in elsewhere
    _welcome(Settings(port=8000, public_url="https://laguna.example"), browse=False, own_ports=range(8001, 8005))
    expected = " ".join(SCALING.split())
    assert f"“{capsys.readouterr().out.removesuffix(' Ctrl-C ends it.' + chr(10))}”" in expected


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
