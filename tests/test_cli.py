"""The command line, as it is typed: answers, exit codes, and one sentence for every mistake."""

from __future__ import annotations

import dataclasses
import importlib.metadata
import io
import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import msgspec
import pytest

from bots.small_policies import written
from laguna import simulation
from laguna.cli import main, shared, transcript
from laguna.core import record as records
from laguna.core.luck import SecretLuck, SeededLuck
from laguna.core.words import LANGUAGES
from laguna.games import GAMES, PLUGINS, RULED
from laguna.games.ship_ahoy.moves import Shoot
from laguna.laws import check as laws
from laguna.laws.cases import cases_of
from tiers import tiered, tiered_rows

SMALL = "mahe"
"""The game whose kernels are compiled here: each takes seconds."""
PROGRAM = [sys.executable, "-c", "import sys; from laguna.cli import main; sys.exit(main())"]
GAMES_TESTS = Path(__file__).parent / "games"
SUMMARY = ["game", "seats", "games", "finished", "moves", "seconds", "wins", "mean_score"]

every_game = pytest.mark.parametrize("key", list(GAMES))
every_language = pytest.mark.parametrize("lang", LANGUAGES)


class Answer(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Answer]
COMMANDS = (
    "serve",
    "backup",
    "terminal",
    "simulate",
    "replay",
    "verify",
    "analyse",
    "bench",
    "arena",
    "ladder",
    "self-play",
    "mine",
    "games",
    "rules",
    "events",
    "check",
    "types",
)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Type a command, in this very process. Nobody sits at a terminal."""
    monkeypatch.setenv("COLUMNS", "100")

    def typed(*words: object, stdin: str = "") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = main([str(word) for word in words])
        return Answer(code, *capsys.readouterr())

    return typed


@pytest.fixture
def refuses(run: Run) -> Callable[..., str]:
    """Type a command that cannot be carried out: exit code 2, nothing on stdout; the sentence."""

    def typed(*words: object, code: int = 2) -> str:
        answer = run(*words)
        assert (answer.code, answer.out) == (code, "")
        return one_sentence(answer.err)

    return typed


def one_sentence(err: str) -> str:
    assert "Traceback" not in err
    assert err.count("\n") == 1
    assert err.endswith((".\n", "?\n"))
    return err.strip()


def subprocess_run(*words: object, **how: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *map(str, words)],
        capture_output=True,
        check=False,
        **{"text": True, "stdin": subprocess.DEVNULL, **how},
    )


def at_terminal(*words: object, typed: str) -> tuple[int, str]:
    """The program at a real (pseudo) terminal, where this is typed; its exit code and all that was on the screen."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *map(str, words)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "dumb", "COLUMNS": "100"},
    ) as program:
        os.close(theirs)
        os.write(ours, typed.encode())
        shown = b""
        try:
            while piece := os.read(ours, 4096):
                shown += piece
        except OSError:  # the other end is closed
            pass
        os.close(ours)
    return program.returncode, shown.decode().replace("\r\n", "\n")


def few(key: str) -> int:
    """So many games take no time worth mentioning; physics is slower than rules."""
    return 5 if key in RULED else 1


def usual_seats(key: str) -> int:
    return shared.seats_for(GAMES[key], None)


def record_text(key: str, number: int = 0, **options: object) -> str:
    game = GAMES[key]
    return simulation.recorded(game, usual_seats(key), game.read_options(options), 1, number)


@pytest.fixture(scope="session")
def texts() -> dict[str, str]:
    """A record of every game."""
    return {key: record_text(key) for key in GAMES}


@pytest.fixture
def recorded(texts: dict[str, str], tmp_path: Path) -> Callable[[str], Path]:
    """A record of a game, in a file."""

    def of(key: str) -> Path:
        path = tmp_path / f"{key}.jsonl"
        path.write_text(texts[key], "utf-8")
        return path

    return of


# laguna


def test_the_help_names_every_command(run: Run) -> None:
    answer = run("--help")
    assert answer.code == 0
    for command in COMMANDS:
        assert f" {command} " in answer.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    answer = run(command, "--help")
    assert answer.code == 0
    assert f"Example: laguna {command} " in answer.out


def test_version(run: Run) -> None:
    assert re.fullmatch(r"laguna \d+\.\d+\.\d+\n", run("--version").out)


def test_the_version_is_that_of_the_installed_package_and_the_help_tells_how_to_see_it(run: Run) -> None:
    assert run("--version") == (0, f"laguna {importlib.metadata.version('laguna')}\n", "")
    assert re.search(r"--version\b.*Show the version and leave\.", run("--help").out)


def test_terminal_without_a_game_offers_them_all() -> None:
    typed = f"99\nnothing\n{SMALL}\n1\nmany\n3\n5\nfair\nbeginner\nq\n"
    code, shown = at_terminal("terminal", typed=typed)
    assert code == 0
    assert "What shall we play?" in shown
    assert shown.count("is not on the list") == 4
    assert "How well shall the others play? (Enter: easy)" in shown
    assert "Gull (beginner) and Crab (beginner)" in shown
    assert "How many players? (2–7)" in shown
    assert shown.count("Type a number from 2 to 7") == 2
    assert "Crab" in shown
    assert "Seal" not in shown
    assert "See you at the lagoon!" in shown


def test_the_offer_can_be_declined() -> None:
    code, shown = at_terminal("terminal", "--lang", "pl", typed="q\n")
    assert code == 0
    assert "Do zobaczenia" in shown


def test_the_offer_ends_with_the_input() -> None:
    code, shown = at_terminal("terminal", typed="1\n\x04")
    assert code == 0
    assert "See you" in shown


def test_the_offer_asks_nothing_that_was_said() -> None:
    code, shown = at_terminal("terminal", "--seats", 3, "--bots", "beginner", typed=f"{SMALL}\nq\n")
    assert code == 0
    assert "Gull (beginner) and Crab (beginner)" in shown
    assert "How many players?" not in shown
    assert "How well" not in shown


def test_without_a_terminal_nothing_can_be_offered(refuses: Any) -> None:
    assert SMALL in refuses("terminal")


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"LANG": "pl_PL.UTF-8"}, "graczy"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "pl_PL.UTF-8"}, "players"),
        ({"LC_ALL": "", "LC_MESSAGES": "pl", "LANG": "C"}, "graczy"),
        ({"LANG": "de_DE.UTF-8"}, "players"),
        ({}, "players"),
    ],
)
def test_the_language_is_that_of_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, recorded: Any, environment: dict[str, str], word: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert word in run("replay", recorded(SMALL)).out


def test_lang_wins_over_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch, recorded: Any) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert "players" in run("replay", recorded(SMALL), "--lang", "en").out


# Policies


def test_a_file_that_is_no_policy_is_refused_before_anything_is_begun(refuses: Any, tmp_path: Path) -> None:
    other = tmp_path / "other.npz"
    other.write_bytes(b"PK nonsense")
    for words in (
        ["serve", "--data", tmp_path / "data", "--no-open", "--policy", other],
        ["terminal", "mahe", "--bots", f"policy:{other}"],
        ["arena", "mahe", "--bots", f"policy:{other},good"],
        ["self-play", "mahe", "--bots", f"policy:{other}", "--out", tmp_path / "games"],
    ):
        assert refuses(*words).endswith("other.npz cannot be played: it is no .npz file, or a damaged one.")
    assert "No such file" in refuses("serve", "--no-open", "--policy", tmp_path / "nowhere.npz")
    assert "plain file" in refuses("serve", "--no-open", "--policy", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["other.npz"]


# laguna terminal


@every_game
@every_language
def test_terminal_plays_a_whole_game_to_its_result(run: Run, tmp_path: Path, key: str, lang: str) -> None:
    file = tmp_path / "game.jsonl"
    answer = run("terminal", key, "--lang", lang, "--seed", 5, "--record", file, stdin="1\n" * 3000)
    assert answer.code == 0
    words = shared.words_for(GAMES[key], lang)
    result = answer.out.rpartition(words.template("terminal", "result"))[2]
    assert words.template("terminal", "you") in result
    assert words.template("terminal", "points") in result
    assert words.template("terminal", "left") not in answer.out
    assert answer.err == ""
    assert run("verify", file).code == 0


@every_game
def test_terminal_has_as_many_seats_as_wanted(run: Run, key: str) -> None:
    names = ["Captain", *shared.words_for(GAMES[key], "en").template("terminal", "others").split(",")]
    for seats in GAMES[key].seats:
        out = run("terminal", key, "--seats", seats, "--lang", "en", "--seed", 1, stdin="1\n1\n1\n").out
        assert [name in out for name in names] == [i < seats for i in range(len(names))]


def test_terminal_seats_bots_by_level_in_turn(run: Run) -> None:
    out = run("terminal", SMALL, "--seats", 4, "--lang", "en", "--bots", "beginner,random", stdin="q\n").out
    assert "Gull (beginner), Crab (random) and Seal (beginner)" in out


def test_terminal_seats_a_policy_and_calls_it_by_its_file(run: Run, tmp_path: Path) -> None:
    bots = f"policy:{written(tmp_path / 'Best [1].npz')},easy"
    answer = run("terminal", "mahe", "--seats", 3, "--lang", "en", "--seed", 3, "--bots", bots, stdin="1\n" * 3000)
    assert answer.code == 0
    assert "Gull (Best [1]) and Crab (easy)" in answer.out
    assert shared.words_for(GAMES["mahe"], "en").template("terminal", "result") in answer.out


def test_terminal_refuses_levels_that_nobody_has(refuses: Any) -> None:
    assert "champion" in refuses("terminal", SMALL, "--bots", "good,champion")
    assert "seats" in refuses("terminal", SMALL, "--seats", 2, "--bots", "good,easy")


@pytest.mark.parametrize(
    ("key", "lang"),
    tiered_rows([("mahe", "pl"), *((key, "en") for key in GAMES)], {("mahe", "pl"), ("duck", "en")}.__contains__),
)
def test_terminal_gives_hints_in_three_steps(run: Run, key: str, lang: str) -> None:
    """A nudge, the reasons, the move; then from the beginning again."""
    options = ["--option", f"{GAMES[key].seat_option}=0"]
    how = ("terminal", key, "--lang", lang, "--seed", 4, "--seats", 2, *options)
    more = shared.words_for(GAMES[key], lang).template("terminal", "hint_more")
    best = shared.words_for(GAMES[key], lang).template("terminal", "hint_move").split(" {")[0]
    given = " ".join(run(*how, stdin="h\n" * 4).out.split())
    assert re.findall(f"{re.escape(more)}|{re.escape(best)}", given) == [more, more, best, more]


@every_game
@every_language
def test_terminal_shows_the_rules_on_a_question_mark(run: Run, key: str, lang: str) -> None:
    number = list(PLUGINS[key].digest(lang).rules)[6]
    words = PLUGINS[key].digest(lang).rules[number].split()[:3]
    all_rules = run("terminal", key, "--lang", lang, "--seed", 1, stdin="?\n").out
    assert all(word in all_rules for word in PLUGINS[key].digest(lang).rules)
    one_rule = run("terminal", key, "--lang", lang, "--seed", 1, stdin=f"? {number.lower()}\n").out
    assert number in one_rule
    assert " ".join(words) in one_rule
    assert len(one_rule) < len(all_rules)


@every_game
@every_language
def test_terminal_says_why_an_input_is_no_choice_and_asks_again(run: Run, key: str, lang: str) -> None:
    typed = ["0", "99999", "-1", "1.5", "xyzzy", "[/red]", "１", ""]
    answer = run("terminal", key, "--lang", lang, "--seed", 1, stdin="\n".join([*typed, "q"]))
    assert answer.code == 0
    words = shared.words_for(GAMES[key], lang)
    for wrong_answer in typed[:-1]:
        said = {
            words.template("terminal", name).split("{typed}")[1][:12] for name in ("not_a_choice", "not_understood")
        }
        assert any(f"{wrong_answer}{rest}" in answer.out for rest in said)
    assert answer.out.count("> ") == len(typed) + 1


def test_terminal_names_the_person(run: Run) -> None:
    out = run("terminal", SMALL, "--lang", "en", "--name", "Gull", stdin="1\n" * 3000).out
    result = out.rpartition("Result")[2]
    assert result.count("Gull") in (1, 2)  # nobody else is called so; the winner is named twice
    assert "Captain" not in out


@pytest.mark.parametrize("name", ["", " ", "[/b]", "a\nb", "\x1b[31m", "x" * 25])
def test_terminal_refuses_names_that_would_spoil_the_table(refuses: Any, name: str) -> None:
    assert "name" in refuses("terminal", SMALL, "--name", name)


@every_game
def test_terminal_with_the_same_seed_is_the_same_game(run: Run, key: str) -> None:
    games = [run("terminal", key, "--seed", seed, stdin="1\n" * 5).out for seed in (7, 7, 8)]
    assert games[0] == games[1] != games[2]


def test_terminal_without_a_seed_is_another_game_each_time(run: Run) -> None:
    first, second = (run("terminal", SMALL, stdin="1\n" * 3000).out for _ in range(2))
    assert first != second


def test_terminal_records_a_game_that_verifies(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    answer = run("terminal", SMALL, "--lang", "en", "--record", file, stdin="1\n" * 3000)
    assert answer.out.endswith(f"The record: {file}\n")
    assert run("verify", file).code == 0
    (record,) = records.read(file)
    assert record.end.finished
    assert record.header.luck == "hmac-sha256"


@pytest.mark.parametrize("stdin", ["1\nq\n", "1\nkoniec\n", "1\n", ""])
def test_terminal_that_is_left_keeps_the_record_so_far(run: Run, tmp_path: Path, stdin: str) -> None:
    file = tmp_path / "game.jsonl"
    answer = run("terminal", SMALL, "--lang", "en", "--record", file, stdin=stdin)
    assert answer.code == 0
    assert "See you at the lagoon!" in answer.out
    assert run("verify", file).code == 0
    assert not records.read(file)[0].end.finished
    assert "was left before its end" in run("replay", file, "--lang", "en").out


def test_terminal_takes_options(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    run("terminal", SMALL, "--option", "advanced=yes", "--option", "open-piles=on", "--record", file)
    assert records.read(file)[0].header.options["advanced"] is True
    assert records.read(file)[0].header.options["open_piles"] is True


def test_terminal_survives_bytes_that_are_no_letters() -> None:
    ended = subprocess_run("terminal", SMALL, "--lang", "pl", stdin=None, input=b"\xff\xfe\nq\n", text=False)
    assert ended.returncode == 0
    assert ended.stderr == b""


def test_terminal_interrupted_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    words = [*PROGRAM, "terminal", SMALL, "--record", str(file)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        while program.stdout.read(1) != b">":
            pass
        program.send_signal(signal.SIGINT)
        _, err = program.communicate()
    assert program.returncode == 130
    assert one_sentence(err.decode()) == "Stopped."
    assert main(["verify", str(file)]) == 0


# laguna simulate


@every_game
def test_simulate_json_is_exactly_as_promised(run: Run, key: str) -> None:
    answer = run("simulate", key, "--games", few(key), "--seats", GAMES[key].seats[0], "--seed", 3, "--json")
    assert answer.code == 0
    assert answer.err == ""
    assert list(answer.data) == SUMMARY
    seats = GAMES[key].seats[0]
    assert (answer.data["game"], answer.data["seats"], answer.data["games"]) == (key, seats, few(key))
    assert answer.data["finished"] == few(key)
    assert len(answer.data["wins"]) == len(answer.data["mean_score"]) == seats
    assert sum(answer.data["wins"]) >= few(key)


@every_game
def test_simulate_plays_every_seat_count(run: Run, key: str) -> None:
    for seats in GAMES[key].seats:
        assert run("simulate", key, "--games", 1, "--seats", seats, "--json").data["finished"] == 1


@every_game
def test_simulate_takes_every_switch(run: Run, key: str) -> None:
    switches = {name: on for name, on in msgspec.structs.asdict(GAMES[key].options()).items() if isinstance(on, bool)}
    words = [word for name, on in switches.items() for word in ("--option", f"{name}={'no' if on else 'yes'}")]
    assert run("simulate", key, "--games", 1, *words, "--json").data["finished"] == 1


@every_game
def test_simulate_with_the_same_seed_gives_the_same_games(run: Run, key: str) -> None:
    found = [run("simulate", key, "--games", few(key), "--seed", seed, "--json").data for seed in (11, 11, 12)]
    for each in found:
        del each["seconds"]
    assert found[0] == found[1] != found[2]


@pytest.mark.xdist_group(SMALL)
def test_simulate_compiled_plays_the_same_games(run: Run, tmp_path: Path) -> None:
    for seed in (0, 1, 2**63 - 1):
        words = ("simulate", SMALL, "--games", 9, "--seats", 5, "--seed", seed, "--option", "advanced=yes", "--json")
        plain_file, compiled_file = tmp_path / f"plain {seed}", tmp_path / f"compiled {seed}"
        plain = run(*words, "--record", plain_file).data
        compiled = run(*words, "--compiled", "--record", compiled_file).data
        del plain["seconds"], compiled["seconds"]
        assert plain == compiled
        assert plain_file.read_bytes() == compiled_file.read_bytes()


@every_game
def test_simulate_records_the_games_it_sums_up(run: Run, key: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    summary = run("simulate", key, "--games", few(key), "--seed", 9, "--record", file, "--json").data
    found = records.read(file)
    assert len(found) == few(key)
    assert sum(len(record.moves) for record in found) == summary["moves"]
    places = [[standing.place for standing in record.end.standings] for record in found]
    assert [sum(place[seat] == 1 for place in places) for seat in range(summary["seats"])] == summary["wins"]
    assert run("verify", file).code == 0
    assert list(tmp_path.iterdir()) == [file]


@every_game
def test_simulate_tells_people_what_came_of_it(run: Run, key: str) -> None:
    answer = run("simulate", key, "--games", 1)
    assert f"{key}, {usual_seats(key)} players: 1 of 1 games finished" in answer.out
    assert "mean score" in answer.out


@pytest.mark.parametrize("spelt", ["MAHE", "Mahé", " mahe "])
def test_a_game_may_be_spelt_freely(run: Run, spelt: str) -> None:
    assert run("simulate", spelt, "--games", 1, "--json").data["game"] == "mahe"


@every_game
def test_a_game_may_be_spelt_with_dashes(run: Run, key: str) -> None:
    assert run("simulate", key.replace("_", "-"), "--games", 1, "--json").data["game"] == key


def test_simulate_records_no_more_than_can_be_read_again(
    refuses: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["laguna.cli.simulate"], "MAX_FILE_BYTES", 1 << 20)
    words = ("simulate", SMALL, "--games", 90, "--record", tmp_path / "games.jsonl")
    assert "holds 1 MB at most" in refuses(*words)
    assert list(tmp_path.iterdir()) == []


def test_simulate_interrupted_leaves_nothing_behind(tmp_path: Path) -> None:
    words = [*PROGRAM, "simulate", SMALL, "--games", "1000000", "--record", str(tmp_path / "games.jsonl")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        while program.poll() is None and not list(tmp_path.iterdir()):
            pass
        program.send_signal(signal.SIGINT)
        out, err = program.communicate()
    assert program.returncode == 130
    assert (out, one_sentence(err.decode())) == (b"", "Stopped.")
    assert list(tmp_path.iterdir()) == []


# laguna replay


@every_game
@every_language
def test_replay_prints_every_move_what_came_of_it_and_the_result(run: Run, recorded: Any, key: str, lang: str) -> None:
    file = recorded(key)
    (record,) = records.read(file)
    answer = run("replay", file, "--lang", lang)
    assert answer.code == 0
    assert len(re.findall(r"^ *\d+\. .*: .", answer.out, re.MULTILINE)) == len(record.moves)
    assert len(answer.out.splitlines()) > 2 * len(record.moves)
    words = shared.words_for(GAMES[key], lang)
    assert words.template("game", "title") in answer.out
    assert words.template("terminal", "points") in answer.out.rpartition(words.template("terminal", "result"))[2]


@every_game
def test_replay_json_holds_every_step(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    (record,) = records.read(file)
    (game,) = run("replay", file, "--json").data["games"]
    setup, *moves = game["steps"]
    assert (setup["seat"], setup["move"], setup["draws"]) == (None, None, record.header.draws)
    assert [(step["seat"], step["move"], step["draws"]) for step in moves] == [
        (line.seat, line.move, line.draws) for line in record.moves
    ]
    assert all(len(step["events"]) == len(step["text"]) for step in game["steps"])
    assert game["standings"] == msgspec.to_builtins(record.end.standings)
    assert game["finished"] is True


@every_game
def test_replay_for_a_seat_shows_what_the_seat_saw(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    (everything,) = run("replay", file, "--json").data["games"]
    (seen,) = run("replay", file, "--json", "--seat", 2).data["games"]
    for step, all_of_it in zip(seen["steps"], everything["steps"], strict=True):
        assert step["draws"] is None
        assert step["move"] == (all_of_it["move"] if step["seat"] == 1 else None)
    steps = records.replay(records.read(file)[0], GAMES)
    expected = [json.loads(msgspec.json.encode([event.seen_by(1) for event in step.events])) for step in steps]
    assert [step["events"] for step in seen["steps"]] == expected


def test_replay_names_the_options_that_are_not_as_usual(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(record_text(SMALL, advanced=True, first=2), "utf-8")
    assert "4 players · Advanced variant · Who begins: Player 3" in run("replay", file, "--lang", "en").out


def test_replay_of_several_games_prints_all_or_one(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(record_text(SMALL, number) for number in range(3)), "utf-8")
    every = run("replay", file, "--json").data["games"]
    assert len(every) == 3
    assert run("replay", file, "--json", "--game", 2).data["games"] == [every[1]]
    assert run("replay", file, "--lang", "en").out.count("Result") == 3
    assert "· 2/3 " in run("replay", file, "--game", 2).out


@pytest.mark.parametrize("number", [-1, 0, 2])
def test_replay_of_a_game_that_is_not_there(refuses: Any, recorded: Any, number: int) -> None:
    assert "holds 1 game; there is no game" in refuses("replay", recorded(SMALL), "--game", number)


@pytest.mark.parametrize("seat", [-1, 0, 5])
def test_replay_for_a_seat_that_is_not_there(refuses: Any, recorded: Any, seat: int) -> None:
    assert f"no player {seat}" in refuses("replay", recorded(SMALL), "--seat", seat)


def test_replay_steps_through_a_game_at_a_terminal(recorded: Any) -> None:
    file = recorded(SMALL)
    last = len(records.read(file)[0].moves)
    code, shown = at_terminal("replay", file, typed=f"b\n\nn\nb\nxyzzy\n{last}\n\n{last + 1}\nq\n")
    assert code == 0
    prompts = re.findall(r"(\d+)/(\d+) > ", shown)
    assert [int(at) for at, _ in prompts] == [0, 0, 1, 2, 1, 1, last, last, last]
    assert {int(of) for _, of in prompts} == {last}
    assert "This is the beginning" in shown
    assert "This is the end" in shown
    assert "“xyzzy” is no move of this game" in shown
    assert shown.count("Result") == 1


@every_game
def test_replay_draws_the_table_of_every_game(key: str, recorded: Any) -> None:
    code, shown = at_terminal("replay", recorded(key), "--lang", "pl", "--seat", 1, typed="\n\n\nq\n")
    assert code == 0
    assert "Traceback" not in shown
    assert "3/" in shown


@every_game
def test_replay_for_a_seat_shows_no_points_of_a_game_that_was_left(run: Run, key: str, tmp_path: Path) -> None:
    """Points can tell a secret colour or an ark before the end; who may see everything sees them."""
    game, file = GAMES[key], tmp_path / "left.jsonl"
    recorder = records.Recorder(game, 3, game.options(), SeededLuck(5))
    for _ in range(2):
        ask = game.asks(recorder.table)[0]
        recorder.play(ask.seat, ask.number, game.random_move(recorder.table, ask.seat, SeededLuck(6)))
    file.write_text(recorder.close(), "utf-8")
    parts = [shared.words_for(game, "en").template("parts", part) for part in game.standings(recorder.table)[0].parts]
    assert all(part in run("replay", file, "--lang", "en").out for part in parts)
    assert not any(f"  {part}  " in run("replay", file, "--lang", "en", "--seat", 1).out for part in parts)
    told = json.loads(run("replay", file, "--seat", 1, "--json").out)
    assert told["games"][0]["standings"] == []
    assert len(json.loads(run("replay", file, "--json").out)["games"][0]["standings"]) == 3


def test_replay_keeps_no_table_for_every_step_it_prints(texts: dict[str, str]) -> None:
    record = next(records.parse(texts[SMALL], "game"))
    words = shared.words_for(GAMES[SMALL], "en")
    assert {step.table for step in transcript.transcribe(record, words, None, (1, 1)).steps} == {None}


def test_replay_says_the_options_in_the_language_of_the_game(run: Run, tmp_path: Path) -> None:
    removed = {"removed": "fox,zebra,panda,tiger", "first": "1"}
    for key, options, spoken in (
        ("animals_on_board", removed, ("Gracz 2", "lis, zebra, panda i tygrys")),
        ("mahe", {"colours": "pink,grey,red,blue"}, ("różowy, szary, czerwony i niebieski",)),
    ):
        game, file = GAMES[key], tmp_path / f"{key}.jsonl"
        file.write_text(simulation.recorded(game, 2, game.read_typed_options(options), 1, 0), "utf-8")
        out = " ".join(run("replay", file, "--lang", "pl").out.split())
        assert all(words in out for words in spoken)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("first=x", "The option “first” is a whole number, or none, not 'x'."),
        ("advanced=2", "The option “advanced” is yes or no, not '2'."),
        ("colours=mauve,red,blue,pink", "names 4 different ones of: red"),
    ],
)
def test_a_wrong_option_is_told_in_words(refuses: Any, option: str, sentence: str) -> None:
    assert sentence in refuses("simulate", "mahe", "--seats", 4, "--option", option)


def test_a_wrong_choice_among_names_is_told_with_the_names(refuses: Any) -> None:
    assert "is one of none, treasure_island" in refuses("simulate", "ship_ahoy", "--option", "scenario=volcano")


def test_the_terminal_says_which_rules_there_are(run: Run) -> None:
    out = " ".join(run("terminal", "mahe", "--lang", "en", "--seed", 1, stdin="? zz\nq\n").out.split())
    assert "There is no rule “zz”. They go from M1 to M26" in out


def test_replay_draws_any_moment_of_a_battle_with_the_shot(run: Run, recorded: Any) -> None:
    file = recorded("ship_ahoy")
    steps = list(records.replay(records.read(file)[0], GAMES))
    shots = [number for number, step in enumerate(steps) if isinstance(step.move, Shoot)]
    for number, tracks in ((0, False), (shots[0], True)):
        answer = run("replay", file, "--svg", "--move", number)
        assert ET.fromstring(answer.out).tag.endswith("svg")  # noqa: S314 - our own
        assert ("polyline" in answer.out) == tracks
    end = run("replay", file, "--svg")
    assert end == run("replay", file, "--svg", "--move", len(steps) - 1)


def test_replay_draws_as_the_named_seat_sees_it(run: Run, recorded: Any) -> None:
    file = recorded("duck")
    assert run("replay", file, "--svg", "--move", 3) != run("replay", file, "--svg", "--move", 3, "--seat", 1)


def test_replay_draws_only_what_is_there(refuses: Any, recorded: Any) -> None:
    assert "--move is a number from 0 to" in refuses("replay", recorded("ship_ahoy"), "--svg", "--move", 100_000)


def test_the_terminal_writes_a_picture_beside_those_that_are_there(tmp_path: Path) -> None:
    words = ["terminal", "ship_ahoy", "--lang", "en", "--seed", "1"]
    for count in (1, 2):
        done = subprocess.run(
            [sys.executable, "-c", "from laguna.cli import main; main()", *words],
            input="picture\nq\n",
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        pictures = sorted(tmp_path.glob("laguna-ship_ahoy-*.svg"))
        assert len(pictures) == count
        assert all(ET.parse(path).getroot().tag.endswith("svg") for path in pictures)  # noqa: S314 - our own
        assert any(path.name in done.stdout for path in pictures)


def test_replay_prints_at_a_terminal_if_asked_to(recorded: Any) -> None:
    code, shown = at_terminal("replay", recorded(SMALL), "--print", typed="")
    assert code == 0
    assert "Result" in shown


# laguna verify


@every_game
def test_verify_says_how_many_draws_it_derived_again(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    (record,) = records.read(file)
    draws = len(record.header.draws) + sum(len(line.draws) for line in record.moves)
    answer = run("verify", file)
    assert (answer.code, answer.err) == (0, "")
    assert f"is right: 1 game, {len(record.moves):,} moves, {draws:,} draws re-derived" in answer.out
    assert run("verify", file, "--json").data == {
        "file": str(file),
        "right": True,
        "games": 1,
        "moves": len(record.moves),
        "draws": draws,
        "nonces": 0,
        "error": None,
    }


def test_verify_says_that_nonces_of_players_were_mixed_in(run: Run, tmp_path: Path) -> None:
    game, file = GAMES[SMALL], tmp_path / "game.jsonl"
    recorder = records.Recorder(game, 3, game.options(), SecretLuck(bytes(32), ["ahoj", None, "duck"]))
    file.write_text(recorder.close(), "utf-8")
    assert "from the revealed seed, with 2 nonces of players mixed in." in run("verify", file).out
    assert run("verify", file, "--json").data["nonces"] == 2
    file.write_text(changed(file.read_text("utf-8"), 1, "ahoj", "ahoy"), "utf-8")
    assert "Line 1 was changed" in wrong(run, file)


def wrong(run: Run, file: Path) -> str:
    """What `verify` finds wrong: exit code 1, one line on stderr. `replay` must not accept it either."""
    answer = run("verify", file)
    assert (answer.code, answer.out) == (1, "")
    as_json = run("verify", file, "--json")
    assert (as_json.code, as_json.err) == (1, answer.err)
    assert (as_json.data["right"], as_json.data["error"]) == (False, answer.err.strip())
    assert run("replay", file).code == 2
    return one_sentence(answer.err)


def changed(text: str, number: int, old: str, new: str) -> str:
    """A record with one thing in one line (counted from 1) written differently."""
    lines = text.splitlines(keepends=True)
    assert re.search(old, lines[number - 1])
    lines[number - 1] = re.sub(old, new, lines[number - 1], count=1)
    return "".join(lines)


def first_line(text: str, pattern: str, after: int = 1) -> int:
    lines = text.splitlines()
    return next(number for number, line in enumerate(lines, 1) if number > after and re.search(pattern, line))


@every_game
@pytest.mark.parametrize(
    ("old", "new"),
    [(r'"commitment":"(.)', '"commitment":"g'), (r'"seats":\d', '"seats":9'), (r'"sfc32"', '"sfc33"')],
    ids=["commitment", "seats", "luck"],
)
def test_verify_finds_a_changed_byte_in_the_header(run: Run, recorded: Any, key: str, old: str, new: str) -> None:
    file = recorded(key)
    file.write_text(changed(file.read_text("utf-8"), 1, old, new), "utf-8")
    assert "Line 1 was changed" in wrong(run, file)


@every_game
def test_verify_finds_a_changed_byte_in_a_move(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    text = file.read_text("utf-8")
    for number in (2, len(text.splitlines()) // 2, len(text.splitlines()) - 1):
        file.write_text(changed(text, number, r'("move":\{"move":")(.)', r"\1~"), "utf-8")
        assert re.search(rf"[Ll]ine {number}\b", wrong(run, file))


@every_game
def test_verify_finds_a_changed_seat(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    text = file.read_text("utf-8")
    seat = records.read(file)[0].moves[4].seat
    file.write_text(changed(text, 6, r'"seat":\d', f'"seat":{(seat + 1) % usual_seats(key)}'), "utf-8")
    assert "Line 6 was changed" in wrong(run, file)


@every_game
def test_verify_finds_a_changed_draw(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    text = file.read_text("utf-8")
    drawn = r'"draws":\[(\d+)'
    number = first_line(text, drawn)
    draw = int(re.search(drawn, text.splitlines()[number - 1]).group(1))  # type: ignore[union-attr]
    file.write_text(changed(text, number, drawn, f'"draws":[{draw ^ 1}'), "utf-8")
    assert f"Line {number} was changed" in wrong(run, file)


@every_game
def test_verify_finds_a_changed_byte_in_the_seed(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    text = file.read_text("utf-8")
    last = len(text.splitlines())
    digit = re.search(r'"seed":"(.)', text).group(1)  # type: ignore[union-attr]
    file.write_text(changed(text, last, r'"seed":".', f'"seed":"{"1" if digit == "0" else "0"}'), "utf-8")
    assert f"Line {last} was changed" in wrong(run, file)


@every_game
def test_verify_finds_a_changed_result(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    text = file.read_text("utf-8")
    last = len(text.splitlines())
    file.write_text(changed(text, last, r'"score":', '"score":1'), "utf-8")
    assert f"Line {last} was changed" in wrong(run, file)


def test_verify_finds_any_changed_byte_and_names_its_line(run: Run, recorded: Any) -> None:
    file = recorded(SMALL)
    data = file.read_bytes()
    for place in [*range(0, len(data), 199), len(data) - 1]:
        file.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        answer = run("verify", file)
        assert answer.code == 1
        assert re.search(rf"[Ll]ine {1 + data.count(10, 0, place)}\b", one_sentence(answer.err)), answer.err


@every_game
def test_verify_finds_deleted_lines(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    middle = len(lines) // 2
    for gone, named in ((1, 1), (2, 2), (middle, middle), (len(lines) - 1, len(lines) - 1), (len(lines), None)):
        file.write_text("".join(line for number, line in enumerate(lines, 1) if number != gone), "utf-8")
        sentence = wrong(run, file)
        if named is None:
            assert f"cut off after line {len(lines) - 1}" in sentence
        else:
            assert re.search(rf"[Ll]ine {named}\b", sentence)


@every_game
def test_verify_finds_exchanged_and_added_lines(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    for forged in ([*lines[:3], lines[4], lines[3], *lines[5:]], [*lines[:4], lines[3], *lines[4:]]):
        file.write_text("".join(forged), "utf-8")
        assert re.search(r"[Ll]ine [45]\b", wrong(run, file))


def test_verify_names_the_line_in_a_file_of_several_games(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first, second = record_text(SMALL, 0), record_text(SMALL, 1)
    number = len(first.splitlines()) + 7
    file.write_text(changed(first + second, number, r'"draws":\[', '"draws":[0,'), "utf-8")
    assert f"Line {number} was changed" in wrong(run, file)


def forged(text: str, change: Callable[[list[Any]], None]) -> str:
    """A record that somebody changed and chained anew."""
    (record,) = records.parse(text, "forged")
    lines: list[Any] = [record.header, *record.moves, record.end]
    change(lines)
    header, *moves, end = lines
    return records.written(header, moves, end)


@every_game
def test_verify_finds_a_chosen_draw_even_if_the_lines_are_chained_anew(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    text = file.read_text("utf-8")
    number = first_line(text, r'"draws":\[\d')

    def choose(lines: list[Any]) -> None:
        line = lines[number - 1]
        lines[number - 1] = msgspec.structs.replace(line, draws=[line.draws[0] ^ 1, *line.draws[1:]])

    file.write_text(forged(text, choose), "utf-8")
    answer = run("verify", file)
    assert answer.code == 1
    assert f"Line {number}: the draws are" in one_sentence(answer.err)


@every_game
def test_verify_finds_another_seed_even_if_the_lines_are_chained_anew(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)

    def reseed(lines: list[Any]) -> None:
        lines[-1] = msgspec.structs.replace(lines[-1], seed="00" * 16)

    file.write_text(forged(file.read_text("utf-8"), reseed), "utf-8")
    answer = run("verify", file)
    assert answer.code == 1
    last = len(file.read_text("utf-8").splitlines())
    assert f"Line {last}: the revealed seed is not the one that line 1 commits to" in one_sentence(answer.err)


# Bad input


def test_an_unknown_game_is_answered_with_the_games_there_are(refuses: Any) -> None:
    for words in (["terminal"], ["simulate"], ["bench"], ["rules"], ["check"]):
        sentence = refuses(*words, "chess")
        assert "no game “chess”" in sentence
        assert all(key in sentence for key in GAMES)


@every_game
def test_an_unknown_game_is_answered_with_the_nearest(refuses: Any, key: str) -> None:
    assert f"did you mean {key}?" in refuses("simulate", key[:-1] + "x" + key[-1])


@every_game
@pytest.mark.parametrize("command", ["terminal", "simulate"])
def test_an_unknown_seat_count_is_refused(refuses: Any, key: str, command: str) -> None:
    seats = GAMES[key].seats
    for count in (-1, 0, seats[0] - 1, seats[-1] + 1, 10**30):
        assert f"{key} is for {seats[0]} to {seats[-1]} players, not {count}" in refuses(command, key, "--seats", count)


@every_game
@pytest.mark.parametrize("command", ["terminal", "simulate"])
def test_an_unknown_option_is_refused(refuses: Any, key: str, command: str) -> None:
    sentence = refuses(command, key, "--option", "cheat=yes")
    assert f"{key} has no option “cheat”" in sentence
    assert all(name in sentence for name in GAMES[key].options.__struct_fields__)


@every_game
def test_bench_refuses_seats_and_options_that_are_not_there(refuses: Any, key: str) -> None:
    assert f"{key} is for" in refuses("bench", key, "--seats", 99)
    assert f"{key} has no option “cheat”" in refuses("bench", key, "--option", "cheat=yes")


def test_simulate_says_which_games_run_compiled(refuses: Any) -> None:
    sentence = refuses("simulate", "ship_ahoy", "--compiled")
    assert "ship_ahoy does not run compiled" in sentence
    assert all(key in sentence for key in RULED)


@every_game
def test_an_option_without_a_value_is_refused(refuses: Any, key: str) -> None:
    name = GAMES[key].options.__struct_fields__[0]
    assert f"“{name}” is no option: write name=value" in refuses("simulate", key, "--option", name)


@every_game
def test_an_option_with_a_wrong_value_is_refused(refuses: Any, key: str) -> None:
    for name in GAMES[key].options.__struct_fields__:
        refuses("simulate", key, "--option", f"{name}=perhaps")


def test_an_option_given_twice_is_refused(refuses: Any) -> None:
    words = ("--option", "advanced=yes", "--option", "advanced=no")
    assert "“advanced” is given twice" in refuses("simulate", SMALL, *words)


@pytest.mark.parametrize("games", ["0", "-1", "4294967297", "many", "1.5", ""])
def test_a_wrong_number_of_games_is_refused(refuses: Any, games: str) -> None:
    assert "--games" in refuses("simulate", SMALL, "--games", games)


@pytest.mark.parametrize("seed", [-1, 2**63, 2**64, "x"])
@pytest.mark.parametrize("command", ["terminal", "simulate"])
def test_a_wrong_seed_is_refused(refuses: Any, command: str, seed: object) -> None:
    assert "--seed" in refuses(command, SMALL, "--seed", seed)


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["simulate"],
        ["simulate", "mahe", "duck", "boats"],
        ["simulate", "mahe", "--nonsense"],
        ["verify"],
        ["replay", "a", "b"],
        ["rules", "mahe", "--lang", "de"],
        ["terminal", "mahe", "--lang"],
        ["bench", "--rounds", "0"],
        ["bench", "--seconds", "-1"],
        ["bench", "--seconds", "nan"],
        ["--lang", "pl", "rules", "mahe"],
    ],
    ids=" ".join,
)
def test_a_command_that_makes_no_sense_is_refused_in_one_sentence(refuses: Any, words: list[str]) -> None:
    refuses(*words)


NO_RECORDS = {
    "empty": b"",
    "text": b"Once upon a time\n",
    "binary": bytes(range(256)),
    "json": b'{"name":"something else"}\n',
    "null": b"null\n",
    "deep": b"[" * 100_000 + b"\n",
    "blank": b"\n\n\n",
    "half a header": b'{"laguna":1,"game":"mahe"}\n',
}


@pytest.mark.parametrize("data", NO_RECORDS.values(), ids=list(NO_RECORDS))
def test_a_file_that_is_no_record_is_refused(run: Run, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(data)
    assert "not a record" in wrong(run, file)
    assert file.read_bytes() == data


@every_game
def test_a_truncated_record_is_refused(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    data = file.read_bytes()
    for length in (1, 10, len(data) // 3, len(data) // 2, len(data) - 100, len(data) - 1):
        file.write_bytes(data[:length])
        sentence = wrong(run, file)
        assert "cut off" in sentence
        assert f"line {1 + data.count(10, 0, length)}" in sentence


def test_a_record_of_a_newer_format_is_refused(run: Run, recorded: Any) -> None:
    file = recorded(SMALL)
    text = file.read_text("utf-8")
    file.write_text(text.replace('{"laguna":1', '{"laguna":99', 1), "utf-8")
    assert "newer Laguna" in wrong(run, file)
    file.write_text('{"laguna":99,"something":"new"}\n', "utf-8")
    assert "newer Laguna" in wrong(run, file)


@every_game
def test_a_record_of_a_newer_version_of_the_rules_is_refused(run: Run, recorded: Any, key: str) -> None:
    file = recorded(key)
    text = file.read_text("utf-8")
    file.write_text(changed(text, 1, r'"version":\d+', '"version":99'), "utf-8")
    assert f"newer version of the rules of {key}" in wrong(run, file)

    def renew(lines: list[Any]) -> None:
        lines[0] = msgspec.structs.replace(lines[0], version=99)

    file.write_text(forged(text, renew), "utf-8")
    assert f"Line 1: This record was made by a newer version of the rules of {key}" in wrong(run, file)


def test_a_record_of_an_unknown_game_is_refused(run: Run, recorded: Any) -> None:
    file = recorded(SMALL)

    def rename(lines: list[Any]) -> None:
        lines[0] = msgspec.structs.replace(lines[0], game="chess")

    file.write_text(forged(file.read_text("utf-8"), rename), "utf-8")
    assert "Line 1: This record is of a game called “chess”" in wrong(run, file)


@pytest.mark.parametrize(("command", "code"), [("verify", 1), ("replay", 2)])
def test_a_file_that_cannot_be_read_is_refused(refuses: Any, tmp_path: Path, command: str, code: int) -> None:
    assert "No such file" in refuses(command, tmp_path / "nothing", code=code)
    assert "is a folder" in refuses(command, tmp_path, code=code)
    assert "not an ordinary file" in refuses(command, "/dev/zero", code=code)
    assert "cannot be read" in refuses(command, tmp_path / ("x" * 300), code=code)
    locked = tmp_path / "locked"
    locked.write_text("secret")
    locked.chmod(0)
    if not os.access(locked, os.R_OK):
        assert "Permission denied" in refuses(command, locked, code=code)


@pytest.mark.parametrize("command", ["terminal", "simulate"])
class TestRecordsAreNeverWrittenOver:
    def words(self, command: str, file: Path, *more: str) -> list[object]:
        return [command, SMALL, *(["--games", 1] if command == "simulate" else []), "--record", file, *more]

    def test_a_file_that_is_there_is_kept(self, refuses: Any, tmp_path: Path, command: str) -> None:
        file = tmp_path / "mine.txt"
        file.write_text("dear diary")
        assert "is there already" in refuses(*self.words(command, file))
        assert file.read_text() == "dear diary"
        assert list(tmp_path.iterdir()) == [file]

    def test_force_writes_over_it(self, run: Run, tmp_path: Path, command: str) -> None:
        file = tmp_path / "mine.txt"
        file.write_text("dear diary")
        assert run(*self.words(command, file, "--force")).code == 0
        assert run("verify", file).code == 0

    def test_force_writes_over_nothing_but_a_file(self, refuses: Any, tmp_path: Path, command: str) -> None:
        assert "is a folder" in refuses(*self.words(command, tmp_path, "--force"))
        assert "is there already" in refuses(*self.words(command, Path(os.devnull), "--force"))

    def test_a_place_where_nothing_can_be_written(self, refuses: Any, tmp_path: Path, command: str) -> None:
        assert "No such file or directory" in refuses(*self.words(command, tmp_path / "no" / "where"))
        assert "cannot be written" in refuses(*self.words(command, Path("/proc/laguna.jsonl")))
        (tmp_path / "file").write_text("")
        assert "Not a directory" in refuses(*self.words(command, tmp_path / "file" / "x"))
        assert "too long" in refuses(*self.words(command, tmp_path / ("x" * 300)))

    def test_a_bad_option_leaves_no_file(self, refuses: Any, tmp_path: Path, command: str) -> None:
        refuses(*self.words(command, tmp_path / "game.jsonl", "--option", "first=9"))
        assert list(tmp_path.iterdir()) == []

    def test_a_full_disk_leaves_no_file(self, tmp_path: Path, command: str) -> None:
        def small_files_only() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        ended = subprocess_run(
            *self.words(command, tmp_path / "game.jsonl"),
            preexec_fn=small_files_only,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
        assert ended.returncode == 2
        assert "cannot be written: File too large" in one_sentence(ended.stderr)
        assert list(tmp_path.iterdir()) == []

    def test_a_file_that_appears_in_the_meantime_is_kept(
        self, run: Run, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = tmp_path / "game.jsonl"
        publish = shared._publish

        def late(draft: Path, target: Path, *, force: bool) -> None:
            file.write_text("dear diary")
            publish(draft, target, force=force)

        monkeypatch.setattr(shared, "_publish", late)
        answer = run(*self.words(command, file))
        assert answer.code == 2
        assert "is there already" in one_sentence(answer.err)
        assert file.read_text() == "dear diary"
        assert list(tmp_path.iterdir()) == [file]


def test_a_record_has_the_rights_of_any_new_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    run("simulate", SMALL, "--games", 1, "--record", tmp_path / "game.jsonl")
    assert (tmp_path / "game.jsonl").stat().st_mode == (tmp_path / "usual").stat().st_mode


# The world outside


@pytest.mark.parametrize("words", [["rules", SMALL], ["simulate", SMALL, "--games", "1"], ["--help"]], ids=" ".join)
def test_a_closed_pipe_is_no_error_worth_a_word(words: list[str]) -> None:
    with subprocess.Popen([*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 141


def test_an_output_that_is_full_gets_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run([*PROGRAM, "rules", SMALL], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 2
    assert "No space left" in one_sentence(ended.stderr)


@every_language
def test_a_terminal_that_knows_few_letters_gets_what_it_can(lang: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    ended = subprocess_run("terminal", SMALL, "--lang", lang, env=environment)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_simulating_plainly_does_not_load_numba() -> None:
    program = "import sys; from laguna.cli import main; main(sys.argv[1:]); sys.exit('numba' in sys.modules)"
    words = ["simulate", SMALL, "--games", "1"]
    assert subprocess.run([sys.executable, "-c", program, *words], capture_output=True, check=False).returncode == 0


def test_progress_is_shown_where_somebody_sees_it(tmp_path: Path) -> None:
    code, shown = at_terminal("simulate", SMALL, "--games", 50, "--record", tmp_path / "games.jsonl", typed="")
    assert code == 0
    assert "games finished" in shown
    assert subprocess_run("simulate", SMALL, "--games", 50).stderr == ""


# laguna analyse


@pytest.mark.parametrize("lang", tiered(LANGUAGES, "en".__eq__))
def test_analyse_accounts_for_the_whole_result(run: Run, recorded: Any, lang: str) -> None:
    file = recorded(SMALL)
    found = run("analyse", file, "--budget", 1, "--json").data
    assert found["game"] == SMALL
    for account in found["accounts"]:
        explained = account["fair"] - account["own"] + account["others"] + account["luck"]
        assert account["result"] == pytest.approx(explained)
    assert sum(account["result"] for account in found["accounts"]) == pytest.approx(1)
    text = run("analyse", file, "--budget", 1, "--lang", lang).out
    assert shared.words_for(GAMES[SMALL], lang).template("cli", "account_title") in text


def test_analyse_refuses_a_game_that_was_left(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "left.jsonl"
    run("terminal", SMALL, "--record", file, stdin="q\n")
    answer = run("analyse", file)
    assert answer.code == 2
    assert "left before its end" in one_sentence(answer.err)


# laguna rules


@every_game
@every_language
def test_rules_prints_the_digest_with_its_numbers(run: Run, key: str, lang: str) -> None:
    answer = run("rules", key, "--lang", lang)
    assert answer.code == 0
    assert answer.out.strip() == PLUGINS[key].digest(lang).text.strip()


@every_game
@every_language
def test_rules_prints_one_rule(run: Run, key: str, lang: str) -> None:
    for number, text in list(PLUGINS[key].digest(lang).rules.items())[::9]:
        assert run("rules", key, number.lower(), "--lang", lang).out == f"**{number}** {text}\n"


@every_game
def test_rules_as_json(run: Run, key: str) -> None:
    expected = {"game": key, "lang": "en", "rules": PLUGINS[key].digest("en").rules}
    assert run("rules", key, "--lang", "en", "--json").data == expected


@every_game
def test_a_rule_that_is_not_there(refuses: Any, key: str) -> None:
    first, *_, last = PLUGINS[key].digest("en").rules
    assert f"its rules are {first} to {last}" in refuses("rules", key, "X99")


def test_rules_are_laid_out_at_a_terminal() -> None:
    code, shown = at_terminal("rules", SMALL, typed="")
    assert code == 0
    assert "• M7." in shown


def test_events_tells_of_one_game_or_writes_a_file_for_each(run: Run, refuses: Any, tmp_path: Path) -> None:
    told = run("events", "mahe")
    assert told.code == 0
    assert told.out.startswith("# Events of Mahé\n")
    assert run("events", "--out", tmp_path).code == 0
    assert {path.stem for path in tmp_path.iterdir()} == set(GAMES)
    assert (tmp_path / "mahe.md").read_text("utf-8") == told.out
    assert "Name a game" in refuses("events")


# laguna check


@pytest.fixture
def one_way_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first seat count, without options: the law tests go through all of them."""
    monkeypatch.setattr(laws, "usual_cases", lambda plugin: [next(cases_of(plugin))])


@pytest.mark.parametrize("key", tiered(GAMES, {"mahe", "duck"}.__contains__))
@pytest.mark.usefixtures("one_way_to_play")
def test_check_looks_at_every_law_of_a_game(run: Run, key: str) -> None:
    answer = run("check", key, "--games", 3, "--tests", GAMES_TESTS / key)
    assert answer.code == 0
    *lines, last = answer.out.splitlines()
    wanted = [law for law in laws.laws_for(PLUGINS[key]) if "swap" not in law.needs]
    assert [line.split(" – ")[0] for line in lines] == [f"✓ {law.family}: {law.name}" for law in wanted]
    assert last.startswith(f"{key} keeps {len(wanted)} of {len(wanted)} laws (")


@pytest.mark.thorough
@every_game
def test_check_over_every_way_to_play(run: Run, key: str) -> None:
    answer = run("check", key, "--json")
    assert answer.code == 0
    assert [law for law in answer.data["laws"] if law["broken"] is not None] == []


def test_check_says_what_is_broken(run: Run, one_way_to_play: None, monkeypatch: pytest.MonkeyPatch) -> None:
    del one_way_to_play
    monkeypatch.setitem(PLUGINS, SMALL, dataclasses.replace(PLUGINS[SMALL], painter="painter:Nobody"))
    answer = run("check", SMALL, "--games", 1)
    assert answer.code == 1
    found = answer.out.index("✗ contract: what the plugin names can be loaded – the game, ")
    assert answer.out.count("✗") == 1
    _, law, sentence, *_ = answer.out[found:].splitlines()
    assert law == "  Painter, heuristics, bots, hints and service are where the plug-in says."
    assert "laguna.games.mahe names “painter:Nobody”, which cannot be loaded" in sentence
    assert re.search(r"mahe keeps (\d+) of (\d+) laws", answer.out) is not None
    told = run("check", SMALL, "--games", 1, "--json")
    assert (told.code, told.data["game"], told.data["broken"]) == (1, SMALL, 1)
    assert [law["law"] for law in told.data["laws"] if law["broken"]] == [
        "contract: what the plugin names can be loaded"
    ]


def test_check_refuses_what_it_cannot_look_at(refuses: Any, tmp_path: Path) -> None:
    assert "--games is a number from 1" in refuses("check", SMALL, "--games", 0)
    assert "is no folder" in refuses("check", SMALL, "--tests", tmp_path / "nowhere")


# laguna games


def test_games_lists_what_is_installed(run: Run) -> None:
    answer = run("games", "--lang", "en", "--json")
    assert answer.code == 0
    assert answer.data["broken"] == []
    listed = {game["key"]: game for game in answer.data["games"]}
    assert list(listed) == list(GAMES)
    mahe, ship = listed["mahe"], listed["ship_ahoy"]
    assert (mahe["title"], mahe["players"], mahe["distribution"]) == ("Mahé", [2, 7], "laguna")
    assert mahe["version"] == run("--version").out.split()[1]
    assert mahe["brings"] == ["painter", "heuristics", "hints", "story"]
    assert ship["brings"] == ["painter", "bots", "hints", "story", "service"]


@every_language
def test_games_as_a_table(run: Run, lang: str) -> None:
    answer = run("games", "--lang", lang)
    assert answer.code == 0
    for key in GAMES:
        title = PLUGINS[key].words(lang).template("game", "title")
        assert re.search(rf"^ *{key} +{title} +\d–\d +laguna ", answer.out, re.MULTILINE), key


BROKEN_PLUGINS = {
    "auk": (
        "auk_game:PLUGIN",
        'raise RuntimeError("the sea is\\ntoo rough")',
        "cannot be loaded: the sea is too rough.",
    ),
    "dunlin": ("dunlin_game:NOTHING", "", "“dunlin_game:NOTHING” cannot be loaded: "),
    "eider": ("eider_game:PLUGIN", "PLUGIN = 7", "“eider_game:PLUGIN” is a int, not a laguna.core.plugin.Plugin."),
    "fulmar": (
        "fulmar_game:PLUGIN",
        "from laguna.games.duck import PLUGIN",
        "it is declared as “fulmar”, but its game is called “duck”.",
    ),
    "mahe": (
        "mahe_game:PLUGIN",
        "from laguna.games.mahe import PLUGIN",
        "there is a game called “mahe” already.",
    ),
}
"""Plug-ins of an outside distribution: what is declared, the module's source, and what is said about it."""


@pytest.fixture
def with_broken_plugins(tmp_path: Path) -> dict[str, str]:
    """The environment of a program in which a distribution with these plug-ins is installed."""
    metadata = tmp_path / "broken_birds-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-birds\nVersion: 1.0\n")
    declared = "".join(f"{key} = {place}\n" for key, (place, _, _) in BROKEN_PLUGINS.items())
    (metadata / "entry_points.txt").write_text(f"[laguna.games]\n{declared}")
    for place, source, _ in BROKEN_PLUGINS.values():
        (tmp_path / f"{place.partition(':')[0]}.py").write_text(source + "\n")
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path}


def test_broken_plugins_are_each_told_in_a_sentence_and_the_rest_plays_on(with_broken_plugins: dict[str, str]) -> None:
    listed = subprocess_run("games", env=with_broken_plugins)
    assert (listed.returncode, listed.stderr) == (0, "")
    for key, (_, _, sentence) in BROKEN_PLUGINS.items():
        (told,) = re.findall(rf"^{key} of broken-birds 1\.0 is broken: (.*)$", listed.stdout, re.MULTILINE)
        assert sentence in told
    data = json.loads(subprocess_run("games", "--json", env=with_broken_plugins).stdout)
    assert [game["key"] for game in data["games"]] == list(GAMES)
    assert {game["distribution"] for game in data["games"]} == {"laguna"}
    assert {each["key"] for each in data["broken"]} == set(BROKEN_PLUGINS)
    played = subprocess_run("simulate", SMALL, "--games", 1, env=with_broken_plugins)
    assert (played.returncode, played.stderr) == (0, "")


@pytest.mark.parametrize("key", sorted(set(BROKEN_PLUGINS) - set(GAMES)))
def test_a_broken_game_that_is_asked_for_says_why(with_broken_plugins: dict[str, str], key: str) -> None:
    answer = subprocess_run("simulate", key, "--games", 1, env=with_broken_plugins)
    assert (answer.returncode, answer.stdout) == (2, "")
    sentence = one_sentence(answer.stderr)
    assert sentence.startswith(f"The game “{key}” of broken-birds 1.0 is broken: ")
    assert BROKEN_PLUGINS[key][2] in sentence
