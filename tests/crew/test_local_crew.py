"""Processes of this machine do jobs: each once, whatever happens to them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from crew.work import Deadly, divide, pid, refuse, square, survive
from laguna.crew.crew import MAX_TRIES, WorkFailed
from laguna.crew.local_crew import LocalCrew


def test_every_result_comes_once_with_its_job_s_place(here: LocalCrew) -> None:
    assert sorted(here.do(square, range(5, 25))) == [(place, (place + 5) ** 2) for place in range(20)]


def test_without_jobs_nothing_is_done(here: LocalCrew) -> None:
    assert list(here.do(square, [])) == []


def test_a_job_is_asked_for_when_a_worker_is_free(here: LocalCrew) -> None:
    asked: list[int] = []

    def jobs() -> Iterator[int]:
        for number in range(10):
            asked.append(number)
            yield number

    for told, _ in enumerate(here.do(square, jobs()), 1):
        assert len(asked) <= told + here.size - 1


def test_endless_jobs_can_be_left_and_others_done_instead(here: LocalCrew) -> None:
    assert len(list(islice(here.do(square, count()), 5))) == 5
    assert sorted(here.do(square, [7])) == [(0, 49)]


def test_a_worker_that_dies_in_a_job_is_replaced_and_the_job_done(here: LocalCrew, tmp_path: Path) -> None:
    deaths = [0, 1, 0, MAX_TRIES - 1, 0, 1]
    jobs = [Deadly(number, each, tmp_path) for number, each in enumerate(deaths)]
    assert sorted(here.do(survive, jobs)) == [(number, number) for number in range(len(jobs))]
    assert len(list(tmp_path.iterdir())) == sum(deaths)


def test_a_worker_that_dies_between_two_jobs_is_replaced(here: LocalCrew) -> None:
    pids = {worker for _, worker in here.do(pid, range(20))}
    for worker in pids:
        os.kill(worker, signal.SIGKILL)
    assert not pids & {worker for _, worker in here.do(pid, range(20))}


def test_a_job_that_kills_every_worker_is_named_in_a_sentence(here: LocalCrew, tmp_path: Path) -> None:
    jobs = [Deadly(1, 0, tmp_path), Deadly(2, 10**6, tmp_path)]
    sentence = rf"^The worker process died {MAX_TRIES} times in job 2; it is not tried again\.$"
    with pytest.raises(WorkFailed, match=sentence):
        list(here.do(survive, jobs))
    assert len(list(tmp_path.iterdir())) == MAX_TRIES
    assert sorted(here.do(square, [3])) == [(0, 9)]


def test_what_breaks_is_told_with_its_place_and_not_tried_again(here: LocalCrew) -> None:
    with pytest.raises(WorkFailed, match=r"^Something broke in 0: ZeroDivisionError .* \(work\.py, line \d+\)\.$"):
        list(here.do(divide, [3, 0, 2]))


def test_a_sentence_of_the_work_is_told_word_by_word(here: LocalCrew) -> None:
    with pytest.raises(WorkFailed, match=r"^Two is one too many\.$"):
        list(here.do(refuse, [1, 2, 3]))


def test_nothing_is_left_of_its_processes() -> None:
    with LocalCrew(2) as crew:
        pids = {worker for _, worker in crew.do(pid, range(10))}
    assert pids
    for worker in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)
