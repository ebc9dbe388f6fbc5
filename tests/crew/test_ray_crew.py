"""The nodes of a Ray cluster do jobs as processes of this machine do, whatever happens to them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

import laguna
from crew.cluster import Nodes, assert_only_on_loopback, cluster
from crew.sockets import family, listening
from crew.work import Deadly, divide, refuse, square, survive
from laguna.arena.game_jobs import played_games
from laguna.arena.match import ArenaMatch, PlayedGame
from laguna.cli import main
from laguna.crew.crew import MAX_TRIES, Crew, WorkFailed
from laguna.crew.installation import installation
from laguna.crew.local_crew import LocalCrew
from laguna.crew.ray_crew import RayCrew
from laguna.crew.ray_node import perform_on_node
from laguna.crew.task import packed, result_of
from laguna.games import RULED

MATCH = ArenaMatch(game=next(iter(RULED)), seats=3, bots=("beginner", "easy"), seed=11)
WORKERS = (b"ray::IDLE", b"ray::perform_on_node")
"""What Ray calls its processes that do jobs."""
OLDER_RAY = """
import sys, types

sys.modules["ray._version"] = types.ModuleType("ray._version")
sys.modules["ray._version"].version, sys.modules["ray._version"].commit = "2.0.0", ""
"""
"""A `sitecustomize.py` by which Ray takes itself for another version of it."""
PROGRAM = [sys.executable, "-c", "import sys; from laguna.cli import main; sys.exit(main())"]


def untimed(games: list[PlayedGame]) -> list[PlayedGame]:
    """The games in their order, without what no two runs have in common."""
    return [msgspec.structs.replace(game, seconds=()) for game in sorted(games, key=lambda game: game.game)]


def may_join(monkeypatch: pytest.MonkeyPatch, nodes: Nodes) -> None:
    """Have in the environment what a cluster wants of those who join."""
    for name, value in nodes.environment.items():
        if name != "PYTHONPATH":
            monkeypatch.setenv(name, value)


def kill_all(processes: Iterable[int]) -> int:
    """How many of these were still there to be killed."""
    killed = 0
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
            killed += 1
    return killed


def kill_workers(nodes: Nodes) -> None:
    """Kill all processes that do jobs, and none that keeps the cluster together."""
    assert kill_all(process for process in family(nodes.process.pid) if command_of(process).startswith(WORKERS))


def command_of(process: int) -> bytes:
    """How a process was started, or calls itself; nothing, if it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def disturbed(crew: Crew, nodes: Nodes, games: int, disturbances: dict[int, str]) -> list[PlayedGame]:
    """Play a match; after so many games kill all workers, or have nodes removed or added."""
    played: list[PlayedGame] = []
    for game in played_games(crew, MATCH, range(games)):
        played.append(game)
        for what in disturbances.get(len(played), "").split():
            if what == "kill":
                kill_workers(nodes)
            else:
                nodes.change(what)
    return played


def test_a_match_is_the_same_on_a_cluster_that_loses_workers_and_a_node(
    here: LocalCrew, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with cluster(1, head_cores=1) as nodes:
        may_join(monkeypatch, nodes)
        monkeypatch.setenv("RAY_AUTH_TOKEN", "f" * 64)
        assert main(["arena", MATCH.game, "--bots", "easy,good", "--ray", nodes.address]) == 2
        answer = capfd.readouterr()
        assert (answer.out, answer.err.count("\n")) == ("", 1)
        assert f"No Ray cluster answers at {nodes.address}, or it wants another token" in answer.err
        monkeypatch.setenv("RAY_AUTH_TOKEN", nodes.environment["RAY_AUTH_TOKEN"])
        with RayCrew(nodes.address) as crew:
            assert crew.size == 2
            assert sorted(crew.do(square, range(50))) == [(number, number**2) for number in range(50)]
            assert listening(family(nodes.process.pid)), "then nothing is proved"
            assert_only_on_loopback(nodes.process.pid, os.getpid())
            played = disturbed(crew, nodes, 60, {10: "kill", 30: "remove"})
    assert untimed(played) == untimed(list(played_games(here, MATCH, range(60))))


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("harbour", "“harbour” is no address of a Ray cluster: write HOST:PORT of its head, or auto."),
        ("127.0.0.1:70000", "“127.0.0.1:70000” is no address of a Ray cluster"),
        ("ray://127.0.0.1:10001", "“ray://127.0.0.1:10001” is no address of a Ray cluster"),
        ("127.0.0.1:1", "No Ray cluster answers at 127.0.0.1:1: Connection refused."),
    ],
)
@pytest.mark.parametrize("command", ["arena", "self-play", "analyse", "mine", "ladder"])
def test_an_address_without_a_cluster_is_told_in_one_sentence_and_nothing_is_made(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, command: str, address: str, told: str
) -> None:
    record, out = tmp_path / "game.jsonl", tmp_path / "out"
    assert main(["simulate", MATCH.game, "--games", "1", "--record", str(record)]) == 0
    words = {
        "arena": [MATCH.game, "--bots", "beginner,easy", "--report", str(out)],
        "self-play": [MATCH.game, "--bots", "beginner,easy", "--out", str(out)],
        "analyse": [str(record), str(record)],
        "mine": [str(record), "--out", str(out)],
        "ladder": [MATCH.game, "--out", str(out), "--matches", str(out)],
    }
    capfd.readouterr()
    assert main([command, *words[command], "--ray", address]) == 2
    answer = capfd.readouterr()
    assert (answer.out, answer.err.count("\n")) == ("", 1)
    assert told in answer.err
    assert not out.exists()


def test_the_cluster_that_the_environment_names_is_the_one_that_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(WorkFailed, match=r"^No Ray cluster answers at 127\.0\.0\.1:1: Connection refused\.$"):
        RayCrew("auto")


@pytest.mark.thorough
def test_a_long_match_is_the_same_on_a_cluster_that_loses_and_gets_nodes(
    here: LocalCrew, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_gone = "remove remove remove add"
    disturbances = {20: "kill", 40: "remove", 60: "kill", 90: "add", 120: all_gone, 150: "kill", 200: "add"}
    with cluster(3) as nodes:
        may_join(monkeypatch, nodes)
        with RayCrew(nodes.address) as crew:
            played = disturbed(crew, nodes, 400, disturbances)
    assert untimed(played) == untimed(list(played_games(here, MATCH, range(400))))


@pytest.mark.thorough
def test_what_fails_on_a_cluster_is_told_as_it_is_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with cluster(0, head_cores=2) as nodes:
        may_join(monkeypatch, nodes)
        with RayCrew(nodes.address, most=1) as crew:
            assert crew.size == 1
            with pytest.raises(WorkFailed, match=rf"^The worker process died {MAX_TRIES} times in job 2; it is not"):
                list(crew.do(survive, [Deadly(1, MAX_TRIES - 1, tmp_path), Deadly(2, 10**6, tmp_path)]))
            with pytest.raises(WorkFailed, match=r"^Something broke in 0: ZeroDivisionError .* \(work\.py, line \d+\)"):
                list(crew.do(divide, [3, 0, 2]))
            with pytest.raises(WorkFailed, match=r"^Two is one too many\.$"):
                list(crew.do(refuse, [1, 2, 3]))
            assert sorted(crew.do(square, [3])) == [(0, 9)]


@pytest.mark.thorough
def test_every_command_gives_on_a_cluster_what_it_gives_here(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def typed(*words: object) -> str:
        assert main([str(word) for word in words]) == 0
        return capfd.readouterr().out

    with cluster(0, head_cores=2) as nodes:
        may_join(monkeypatch, nodes)
        ray = ("--ray", nodes.address)
        play = ("self-play", MATCH.game, "--bots", "easy,random", "--games", 6, "--out")
        typed(*play, tmp_path / "here")
        typed(*play, tmp_path / "there", *ray)
        records = sorted((tmp_path / "here" / "records").iterdir())
        assert [path.read_bytes() for path in records] == [
            (tmp_path / "there" / "records" / path.name).read_bytes() for path in records
        ]
        think = ("analyse", *records[:3], "--iterations", 3, "--json")
        assert typed(*think) == typed(*think, *ray)
        mine = ("mine", *records[:3], "--iterations", 3, "--out")
        typed(*mine, tmp_path / "mined here")
        typed(*mine, tmp_path / "mined there", *ray)
        assert (tmp_path / "mined here").read_bytes() == (tmp_path / "mined there").read_bytes()
        one = ("analyse", records[0], "--iterations", 3)
        assert typed(*one) == typed(*one, *ray)
        page = tmp_path / "ladder.md"
        typed("ladder", MATCH.game, "--minutes", 0, "--matches", tmp_path / "matches", "--out", page, *ray)
        assert "2 games at a time" in page.read_text("utf-8")


@pytest.mark.thorough
def test_nodes_with_another_program_or_none_are_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other, none, older = tmp_path / "other", tmp_path / "none", tmp_path / "older"
    older.mkdir()
    shutil.copytree(Path(laguna.__file__).parent, other / "laguna", ignore=shutil.ignore_patterns("__pycache__", "app"))
    (other / "laguna" / "simulation.py").write_text("")
    (none / "laguna").mkdir(parents=True)
    (none / "laguna" / "__init__.py").write_text("")
    (older / "sitecustomize.py").write_text(OLDER_RAY)
    for folder, told in (
        (other, r"^On the node .* there is laguna .* the same has to be installed on all nodes\.$"),
        (none, r"^A node of the cluster cannot do Laguna's work, is it installed there\? .*laguna\.crew"),
        (older, r"^The Ray cluster at 127\..* cannot be joined: Version mismatch: .* Ray: 2\.0\.0 Python: 3\."),
    ):
        with cluster(0, head_cores=1, first_on_path=folder) as nodes:
            may_join(monkeypatch, nodes)
            with pytest.raises(WorkFailed, match=told), RayCrew(nodes.address) as crew:
                list(crew.do(square, [1]))


def test_a_node_with_other_games_refuses_and_names_what_is_there_and_what_is_wanted() -> None:
    here = installation()
    task = packed(square, 3)
    assert result_of(perform_on_node(task, here), 3) == 9
    for wanted in (
        msgspec.structs.replace(here, games={**here.games, "laguna-pig": "1.2"}),
        msgspec.structs.replace(here, laguna="0.0.1"),
    ):
        told = rf"^On the node .* there is {re.escape(str(here))}, here {re.escape(str(wanted))}: the same has to be "
        with pytest.raises(WorkFailed, match=told):
            result_of(perform_on_node(task, wanted), 3)


@pytest.mark.thorough
def test_after_ctrl_c_or_when_driver_or_head_died_a_match_goes_on_from_its_log(tmp_path: Path) -> None:
    words = ["arena", MATCH.game, "--bots", "beginner,easy", "--seats", "3", "--seed", "11"]
    log = tmp_path / "match.jsonl"
    with cluster(0, head_cores=1) as nodes:
        endless = [*PROGRAM, *words, "--games", "1000000", "--report", str(tmp_path), "--ray", nodes.address]
        for ending, code, told in (
            ("driver", -signal.SIGKILL, ""),
            ("ctrl-c", 130, f"are kept in {tmp_path}; the same command goes on from there.\nStopped.\n"),
            ("head", 2, f"The Ray cluster at {nodes.address} was lost: its head, or this node, ended.\n"),
        ):
            begun = log.read_bytes().count(b"\n") if log.exists() else 0
            with subprocess.Popen(endless, stderr=subprocess.PIPE, env=nodes.environment, text=True) as program:
                while not (log.exists() and log.read_bytes().count(b"\n") > begun + 10):
                    assert program.poll() is None
                if ending == "head":
                    kill_all(family(nodes.process.pid) - {nodes.process.pid})
                else:
                    program.send_signal(signal.SIGKILL if ending == "driver" else signal.SIGINT)
                _, err = program.communicate(timeout=120)
            assert program.returncode == code
            assert err.endswith(told)
            assert "Traceback" not in err
    kept = log.read_bytes()
    games = kept.count(b"\n") + 5
    assert main([*words, "--games", str(games), "--report", str(tmp_path)]) == 0
    assert log.read_bytes().startswith(kept[: kept.rindex(b"\n") + 1])
    numbers = [msgspec.json.decode(line)["game"] for line in log.read_bytes().splitlines()[1:]]
    assert sorted(numbers) == list(range(MATCH.games(games)))
