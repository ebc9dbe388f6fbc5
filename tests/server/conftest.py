"""A server that tests of one process share (whoever needs other settings runs their own), and people who come to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.serving import Client, Running, running_server


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
