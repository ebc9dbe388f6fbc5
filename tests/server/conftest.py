"""What tests of one process share: a server (whoever needs other settings runs their own), people who come to it, and a
PostgreSQL, which starts when the first of them needs it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from laguna.server.store.postgres import PostgresStore
from ports import free_port
from server.postgres import TEMPLATE, Postgres, running_postgres
from server.serving import Client, Running, running_server
from server.several import Kind


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def ala(server: Running) -> Client:
    return server.guest("Ala")


@pytest.fixture
def ola(server: Running) -> Client:
    return server.guest("Ola")


@pytest.fixture
def ela(server: Running) -> Client:
    return server.guest("Ela")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as running:
        running.execute(f"CREATE DATABASE {TEMPLATE} TEMPLATE template0")

        async def migrate() -> None:
            await (await PostgresStore.open(running.url(TEMPLATE), "migrating")).close()

        asyncio.run(migrate())
        yield running


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The address of a database with our tables and nothing in them, for one test."""
    return postgres.migrated()


@pytest.fixture
def unused_port() -> int:
    """A loopback port where nobody listens."""
    return free_port()


@pytest.fixture(params=["local", "real"])
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Kind:
    """What the servers share."""
    return Kind(tmp_path, request.getfixturevalue("database") if request.param == "real" else None)
