"""A game from outside: the package in `examples/pig`, which Laguna knows nothing of, plays everywhere."""

from __future__ import annotations

import pytest

from outside.conftest import PIG
from outside.environment import Environment, guest, play_to_the_end
from server.tables import begun

MOST_LINES = 410
LEVELS = ("easy", "strong")
"""A level of each end: the pauses of more bots would take minutes."""


def test_the_whole_package_is_short() -> None:
    files = [path for path in PIG.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= MOST_LINES


def test_its_own_tests_pass(pig: Environment) -> None:
    done = pig.pytest(PIG / "tests")
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout


def test_it_is_listed_with_where_it_came_from(pig: Environment) -> None:
    listed = {game["key"]: game for game in pig.json("games")["games"]}
    assert (listed["pig"]["distribution"], listed["pig"]["version"]) == ("laguna-pig", "1.0.0")
    assert listed["mahe"]["distribution"] == "laguna"
    assert list(listed)[-1] == "pig"


def test_it_keeps_every_law(pig: Environment) -> None:
    assert "✗" not in pig.run("check", "pig", "--games", 50, "--tests", PIG / "tests")


@pytest.mark.parametrize(("lang", "won"), [("en", "wins!"), ("pl", "Wygrywa")])
def test_a_whole_game_is_played_in_the_terminal(pig: Environment, lang: str, won: str) -> None:
    typed = "h\nh\nh\n" + "2\n1\n" * 400
    told = pig.run("terminal", "pig", "--seats", 3, "--lang", lang, "--seed", 1, "--bots", "easy,good", typed=typed)
    assert won in told
    assert "{" not in told


def test_compiled_games_are_the_same_as_plain_ones(pig: Environment) -> None:
    words = ("simulate", "pig", "--games", 40, "--seats", 6, "--seed", 3, "--option", "two_dice=yes")
    plain, compiled = pig.json(*words), pig.json(*words, "--compiled")
    for summary in (plain, compiled):
        del summary["seconds"]
    assert {**plain, "compiled": True} == {**compiled, "compiled": True}
    assert plain["finished"] == 40


def test_a_record_is_replayed_and_verified(pig: Environment) -> None:
    record = pig.folder / "pig.jsonl"
    pig.run("simulate", "pig", "--games", 1, "--record", record, "--force")
    assert "is right: 1 game" in pig.run("verify", record)
    assert "100" in pig.run("replay", record, "--lang", "en")


PLAYED_BY_NUMBERS = """
from dataclasses import replace
import numpy as np
from laguna.envs.table import EnvTable
from laguna.games import PLUGINS
for PLUGINS["pig"] in (PLUGINS["pig"], replace(PLUGINS["pig"], encoding=None)):
    table, rng = EnvTable("pig", 3), np.random.default_rng(5)
    table.reset(seed=5)
    while not table.ended:
        (seat,) = table.asked
        assert len(table.observe(seat)) == table.encoding.size
        table.choose(seat, rng.choice(np.flatnonzero(table.mask(seat))))
    print(table.encoding.parts[0].name, table.table.played, [standing.score for standing in table.standings()])
"""


def test_learners_play_it_by_its_encoding_and_without_one_by_its_view(pig: Environment) -> None:
    declared, derived = (line.split(maxsplit=1) for line in pig.python_code(PLAYED_BY_NUMBERS).splitlines())
    assert (declared[0], derived[0]) == ("players", "you")
    assert declared[1] == derived[1], "the same choices, so the same game"


def test_levels_meet_in_the_arena_and_thinking_helps(pig: Environment) -> None:
    told = pig.json("arena", "pig", "--bots", "strong,random", "--seats", 2, "--games", 40, "--iterations", 300)
    rates = {row["name"]: row["win_rate"]["mean"] for row in told["rows"]}
    assert rates["strong"] > rates["random"]


@pytest.mark.longest
def test_friends_and_bots_play_it_on_a_server(pig: Environment) -> None:
    with pig.serving() as port:
        ala, ola = guest(port, "Ala"), guest(port, "Ola")
        catalogue = ala.get("/api/games").expect(200)["games"]
        assert [game["key"] for game in catalogue][-1] == "pig"
        table = begun([ala, ola], "pig", LEVELS, options={"two_dice": True})
        over = play_to_the_end([ala, ola], table)
        assert over["card"]["standings"][0]["parts"].keys() == {"points"}
        record = ala.get(f"/api/tables/{table}/record")
        assert record.status == 200
        (pig.folder / "table.jsonl").write_bytes(record.body)
    pig.run("verify", pig.folder / "table.jsonl")
