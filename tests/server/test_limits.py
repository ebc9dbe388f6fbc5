"""Buckets: what may be done at once, what a second brings back, and that they forget; and crowds that end somewhere."""

from __future__ import annotations

import pytest

from laguna.server.people.rate_limits import Bucket, Buckets
from laguna.server.problem import Problem
from laguna.server.settings import Rate
from laguna.server.tables.seating import MAX_INVITED, let_in, sent_away
from laguna.server.tables.table_file import Seat, TableFile
from server.clock import Clock


def test_a_burst_is_let_through_and_the_next_one_waits() -> None:
    bucket = Bucket(Rate(2.0, 5), Clock())
    assert [bucket.take() for _ in range(5)] == [0.0] * 5
    assert bucket.take() == pytest.approx(0.5)


def test_waiting_as_long_as_told_is_enough_and_less_is_not() -> None:
    clock = Clock()
    bucket = Bucket(Rate(2.0, 1), clock)
    assert bucket.take() == 0.0
    wait = bucket.take()
    clock.time += wait * 0.9
    assert bucket.take() > 0
    clock.time += wait * 0.1
    assert bucket.take() == 0.0


def test_a_refusal_costs_nothing() -> None:
    bucket = Bucket(Rate(1.0, 1), Clock())
    assert bucket.take() == 0.0
    assert [bucket.take() for _ in range(100)] == [pytest.approx(1.0)] * 100


def test_over_a_long_time_it_is_the_rate_that_counts() -> None:
    clock = Clock()
    bucket = Bucket(Rate(3.0, 4), clock)
    taken = 0
    for _ in range(1000):
        taken += bucket.take() == 0.0
        clock.time += 0.1
    assert taken == pytest.approx(4 + 3 * 100, abs=2)


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    clock = Clock()
    bucket = Bucket(Rate(10.0, 3), clock)
    clock.time += 3600
    assert [bucket.take() == 0.0 for _ in range(4)] == [True, True, True, False]


def test_keys_do_not_pay_for_each_other() -> None:
    buckets = Buckets(Rate(1.0, 1), Clock())
    assert buckets.take("a") == 0.0
    assert buckets.take("a") > 0
    assert buckets.take("b") == 0.0


def test_memory_is_bounded_and_the_longest_unused_go_first() -> None:
    buckets = Buckets(Rate(1.0, 1), Clock(), keys=10)
    assert buckets.take("busy") == 0.0
    for stranger in range(1000):
        assert buckets.take(stranger) == 0.0
        assert buckets.take("busy") > 0
        assert len(buckets) <= 10


def test_a_table_lets_in_and_sends_away_so_many_people_and_no_more() -> None:
    file = TableFile(
        id="a-table", game="duck", options={}, seats=(Seat(),), host="host", secret="", commitment="", created=0.0
    )
    everybody = [f"person-{number}" for number in range(MAX_INVITED)]
    for person in everybody:
        file = let_in(file, person)
    with pytest.raises(Problem, match="as many as may"):
        let_in(file, "one-more")
    assert let_in(file, everybody[0]) is file
    for person in everybody:
        file = sent_away(file, "host", person)
    with pytest.raises(Problem, match="as many as one may"):
        sent_away(file, "host", "one-more")
