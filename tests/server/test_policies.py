"""Policies at a server's tables: offered, seated, played in the workers, kept in the log, and stood in for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from bots.small_policies import written
from laguna.cli.serve import served_policies
from laguna.cli.shared import CommandError
from laguna.server.operations.assignment import Assignment, assignment, line
from laguna.server.served_policy import ServedPolicy
from laguna.server.settings import Settings
from laguna.server.tables.game_log import GameLog, PlayedEntry
from server.serving import SECONDS, Answer, Client, Running, running_server
from server.tables import made

MOVES = 30
"""By then either of two has moved."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> tuple[ServedPolicy, ...]:
    folder = tmp_path_factory.mktemp("policies")
    return served_policies([str(written(folder / name, seats=[2, 3])) for name in ("Best of mine.npz", "other.npz")])


@pytest.fixture(scope="module")
def with_policies(tmp_path_factory: pytest.TempPathFactory, served: tuple[ServedPolicy, ...]) -> Iterator[Running]:
    with running_server(tmp_path_factory.mktemp("server"), policies=served) as running:
        yield running


def seat(client: Client, table: str, number: int, policy: str, **more: str) -> Answer:
    body = {"who": "bot", "level": "beginner", "policy": policy, **more}
    return client.put(f"/api/tables/{table}/seats/{number}", body)


def played(running: Running, host: Client, table: str, most: int = 10_000) -> list[PlayedEntry]:
    """Have a game of bots alone begin, and come to its end or to so many moves: its moves."""
    host.post(f"/api/tables/{table}/start").expect(200)
    position = host.get(f"/api/tables/{table}/position").expect(200)
    while position["card"]["state"] == "playing" and position["version"] < most:
        position = host.get(f"/api/tables/{table}/position?after={position['version']}&wait={SECONDS // 3}").expect(200)
    return GameLog.read(running.call(running.backend.store.lines(table))).standing()


def makers(entries: list[PlayedEntry], number: int) -> set[tuple[str | None, str]]:
    """Who made the moves of a seat: the level, and the policy."""
    return {(entry.bot, entry.policy) for entry in entries if entry.line.seat == number}


def test_the_catalogue_offers_them_with_their_game_and_numbers_of_players(
    with_policies: Running, server: Running
) -> None:
    told = with_policies.client().get("/api/games").expect(200)["policies"]
    assert told == [{"name": name, "game": "mahe", "seats": [2, 3]} for name in ("Best of mine", "other")]
    assert server.client().get("/api/games").expect(200)["policies"] == []


def test_a_policy_plays_a_whole_game_under_its_own_name_and_the_log_says_who_played(with_policies: Running) -> None:
    ala = with_policies.guest()
    table = made(ala, "mahe", seats=3, sit=False)
    seat(ala, table, 0, "Best of mine").expect(200)
    seat(ala, table, 1, "other", name="Krab").expect(200)
    card = ala.put(f"/api/tables/{table}/seats/2", {"who": "bot", "level": "easy"}).expect(200)
    told = [(seat["bot"], seat["name"], seat["policy"]) for seat in card["seats"]]
    assert told == [("beginner", "Best of mine", "Best of mine"), ("beginner", "Krab", "other"), ("easy", "", None)]
    entries = played(with_policies, ala, table)
    again = ala.post(f"/api/tables/{table}/rematch").expect(200)
    assert [seat["policy"] for seat in again["seats"]] == ["Best of mine", "other", None]
    assert makers(entries, 0) == {("beginner", "Best of mine")}
    assert makers(entries, 1) == {("beginner", "other")}
    assert makers(entries, 2) == {("easy", "")}


def test_a_policy_that_there_is_not_or_that_does_not_fit_is_refused_in_a_sentence(with_policies: Running) -> None:
    ala = with_policies.guest()
    table = made(ala, "mahe", seats=4)
    assert seat(ala, table, 1, "nobody").problem(404, "not_found") == "There is no such policy."
    assert "was trained for 2 or 3 players, not for 4" in seat(ala, table, 1, "other").problem(400, "malformed")
    assert "plays mahe, not duck" in seat(ala, made(ala, "duck"), 1, "other").problem(400, "malformed")
    seat(ala, table, 1, "x" * 25).problem(400, "malformed")
    ola = with_policies.guest("Ola")
    assert ala.get(f"/api/tables/{table}").expect(200)["seats"][1]["bot"] is None
    seat(ola, table, 1, "other").problem(404, "not_found")


def test_its_level_stands_in_where_it_is_served_no_more_or_its_file_is_no_more(
    tmp_path: Path, served: tuple[ServedPolicy, ...]
) -> None:
    gone = msgspec.structs.replace(served[1], file=tmp_path / "gone.npz")
    with running_server(tmp_path, policies=(served[0], gone)) as running:
        ala = running.guest()
        tables = [made(ala, "mahe", seats=2, sit=False) for _ in range(2)]
        for table in tables:
            seat(ala, table, 0, served[0].name).expect(200)
            seat(ala, table, 1, gone.name).expect(200)
        entries = played(running, ala, tables[0], most=MOVES)
        assert makers(entries, 0) == {("beginner", served[0].name)}
        assert makers(entries, 1) == {("beginner", "")}
    with running_server(tmp_path) as running:
        entries = played(running, running.again(ala), tables[1], most=MOVES)
        assert makers(entries, 0) == makers(entries, 1) == {("beginner", "")}


# From the command line to the workers


def test_each_is_called_as_its_file_is(tmp_path: Path) -> None:
    long = written(tmp_path / f"{'mahe-' * 10}.npz", seats=[2])
    (policy,) = served_policies([str(long)])
    assert policy == ServedPolicy("mahe-mahe-mahe-mahe-mahe", long, "mahe", (2,))


def test_workers_are_told_of_them(served: tuple[ServedPolicy, ...]) -> None:
    told = assignment(line(Assignment(settings=Settings(policies=served)))).settings
    assert told.policies == served
    assert told.policy("other") == served[1]
    assert told.policy("") is None


def test_names_that_nobody_could_read_or_tell_apart_are_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    twins = [str(written(tmp_path / folder / "best.npz")) for folder in (".", "more")]
    with pytest.raises(CommandError, match=r"Two policies would be called “best” at a table: give .* another name\.$"):
        served_policies(twins)
    with pytest.raises(CommandError, match="cannot be called by its name at a table; give it another"):
        served_policies([str(written(tmp_path / "\u200b.npz"))])
