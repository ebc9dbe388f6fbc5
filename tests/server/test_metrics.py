"""What a server counts, as Prometheus reads it."""

from __future__ import annotations

from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from laguna.bots.pool import Stats
from laguna.games import GAMES
from laguna.server.operations.metrics import Census, Metrics
from laguna.server.store.engine import SQLITE

NOBODY = Census(
    loaded=0,
    stored={},
    sockets=0,
    people=0,
    bots=Stats(1, 0, 0, 0, 0.0, 0.0, 0),
    free_bytes=0,
    low_space=False,
    check="running",
)


def read(metrics: Metrics, census: Census = NOBODY) -> dict[tuple[str, ...], float]:
    """All samples: the name and the labels' values in the order of the labels, and the figure."""
    families = text_string_to_metric_families(metrics.page(census).decode())
    samples: list[Any] = [sample for family in families for sample in family.samples]
    return {(sample.name, *sample.labels.values()): sample.value for sample in samples}


def test_everything_that_happens_is_counted() -> None:
    metrics = Metrics()
    metrics.moved("duck", "person")
    metrics.moved("duck", "person")
    metrics.moved("duck", "bot")
    metrics.refused("mahe")
    metrics.stale("mahe")
    metrics.thought("kuna_yala", 0.3)
    metrics.committed(7, 0.003)
    metrics.loaded(0.002)
    metrics.requested("GET", "/api/tables/{table}", 200)
    found = read(metrics)
    assert found["laguna_moves_total", "person", "duck"] == 2
    assert found["laguna_moves_total", "bot", "duck"] == 1
    assert found["laguna_refusals_total", "mahe"] == 1
    assert found["laguna_stale_answers_total", "mahe"] == 1
    assert found["laguna_bot_answer_seconds_sum", "kuna_yala"] == 0.3
    assert found["laguna_commit_seconds_bucket", "0.005"] == 1
    assert found["laguna_commit_seconds_bucket", "0.002"] == 0
    assert found["laguna_commit_writes_sum",] == 7
    assert found["laguna_table_load_seconds_count",] == 1
    assert found["laguna_requests_total", "GET", "/api/tables/{table}", "200"] == 1


def test_what_happens_among_servers_is_counted() -> None:
    metrics = Metrics()
    metrics.conflict()
    metrics.missed_hint()
    metrics.heard(0.004)
    metrics.claimed(3)
    metrics.waited_for_store(1.5)
    found = read(metrics)
    assert found["laguna_conflicts_total",] == found["laguna_missed_hints_total",] == 1
    assert (found["laguna_heard_seconds_bucket", "0.005"], found["laguna_heard_seconds_bucket", "0.002"]) == (1, 0)
    assert found["laguna_claims_total",] == 3
    assert (found["laguna_store_wait_seconds_sum",], found["laguna_store_wait_seconds_count",]) == (1.5, 1)


def test_every_sample_of_one_of_several_servers_says_which() -> None:
    families = text_string_to_metric_families(Metrics("beach-1").page(NOBODY).decode())
    samples = [sample for family in families for sample in family.samples]
    assert len(samples) > 100
    assert {sample.labels["server"] for sample in samples} == {"beach-1"}


def test_what_has_not_happened_yet_is_zero_for_every_game() -> None:
    found = read(Metrics())
    for game in GAMES:
        assert found["laguna_moves_total", "person", game] == found["laguna_refusals_total", game] == 0


def test_it_tells_how_much_of_everything_there_is_now() -> None:
    census = Census(
        loaded=3,
        stored={"playing": 40, "over": 2},
        sockets=9,
        people=5,
        bots=Stats(workers=4, busy=3, waiting=2, answered=10, seconds=7.5, slowest=1.5, deaths=1),
        free_bytes=5_000_000,
        low_space=True,
        check="damaged",
    )
    found = read(Metrics(), census)
    assert found["laguna_tables_loaded",] == 3
    assert found["laguna_tables_stored", "playing"] == 40
    assert found["laguna_tables_stored", "gathering"] == 0
    assert (found["laguna_sockets",], found["laguna_people_online",]) == (9, 5)
    assert (found["laguna_bot_workers", "busy"], found["laguna_bot_workers", "idle"]) == (3, 1)
    assert found["laguna_bot_seconds",] == 7.5
    assert (found["laguna_disk_free_bytes",], found["laguna_disk_low",]) == (5_000_000, 1)
    assert (found["laguna_database_check", "damaged"], found["laguna_database_check", "ok"]) == (1, 0)


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.moved("duck", "bot")
    assert read(other)["laguna_moves_total", "bot", "duck"] == 0


def test_the_sqlite_in_use_is_named() -> None:
    families = {family.name: family for family in text_string_to_metric_families(Metrics().page(NOBODY).decode())}
    (sample,) = families["laguna_sqlite_info"].samples
    assert sample.labels["version"] == SQLITE
    assert sample.labels["wal_reset_mended"] in ("yes", "no")
