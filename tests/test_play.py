"""The start script: it sets up whole or not at all, starts fast, and hands everything on to the program.

The script is run as a copy in a folder of its own, with a stand-in for uv where a real one would need a network.
"""

import ast
import contextlib
import importlib.util
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
# The Python that the environment of the tests was made from: it has its own pip, as a player's would.
PYTHON = getattr(sys, "_base_executable", sys.executable)

FAKE_PROGRAM = f"""#!{PYTHON}
import json, os, sys
folders = os.getcwd(), os.environ["LAGUNA_CACHE"], os.environ["LAGUNA_DATA"]
print(json.dumps([sys.argv[1:], *folders, sys.dont_write_bytecode]))
sys.exit(7)
"""

FAKE_CHECK = f"""#!{PYTHON}
import os, sys
name = os.path.basename(sys.argv[0])
print("ran", name, *sys.argv[1:], flush=True)
sys.exit(name in os.environ.get("FAILING", "").split())
"""

FAKE_BUILDER = """
import os, pathlib, sys
words, built = sys.argv[1:], pathlib.Path(__file__).with_name("built")
if words == ["built"]:
    sys.exit(not built.exists())
building = words in ([], ["once"])
where = "in a passing environment" if ".tools" in sys.executable else "in the project's"
print("ran python web/build.py", *words, *([where] if building else []), file=sys.stderr if building else sys.stdout)
if "builder" in os.environ.get("FAILING", "").split():
    sys.exit(1)
if building:
    built.touch()
"""

FAKE_UV = f"""#!{PYTHON}
import json, os, pathlib, signal, sys
words, mood = sys.argv[1:], os.environ.get("MOOD", "")
if words == ["--version"]:
    print("uv", os.environ.get("FAKE_VERSION", "99.0.0"))
    sys.exit()
with open(os.environ["FAKE_LOG"], "a") as log:
    print(json.dumps([words, dict(os.environ)]), file=log)
if words[0] == "venv":
    folder = pathlib.Path(words[-1], "bin")
    folder.mkdir(parents=True)
    (folder / "python").symlink_to({PYTHON!r})
    (folder / "laguna").write_text({FAKE_PROGRAM!r})
    (folder / "laguna").chmod(0o755)
if words[0] == "sync":
    if mood == "downloading" and sys.stderr.isatty():
        for got in (10, 20, 40):
            print("\\x1b[37m⠋\\x1b[0m Preparing packages... (0/2)")
            print(f"\\x1b[2mllvmlite \\x1b[0m\\x1b[32m------\\x1b[0m {{got}}.00 MiB/56.93 MiB")
            print(*(["numpy    ------ 512.00 KiB/16.13 MiB"] if got < 40 else []))
if words[0] in ("sync", "pip"):
    if mood == "network away":
        sys.exit("error: Failed to fetch: numba\\n  cause: dns error")
if words[0] == "sync":
    if mood == "mirror":
        sys.exit("error: The lockfile at `uv.lock` needs to be updated, but `--locked` was provided.")
    if mood == "held up":
        open(os.environ["GATE"]).read()
    if mood.startswith("SIG"):
        os.kill(os.getppid(), getattr(signal, mood))
        signal.pause()
"""


def write_script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def load(project: Path) -> ModuleType:
    """The start script of this folder as a module."""
    loader = SourceFileLoader("play", str(project / "play"))
    spec = importlib.util.spec_from_loader("play", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what setting up needs, and nothing else."""
    folder = tmp_path / "project"
    folder.mkdir()
    for name in ("play", "pyproject.toml", "uv.lock", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, folder / name)
    (folder / "web").mkdir()
    (folder / "web/build.py").write_text(FAKE_BUILDER, encoding="utf-8")
    for script in ("tests/kernels.py", "tools/audit.py"):
        write_script(folder / script, f'print("ran python {script}")\n')
    return folder


@pytest.fixture
def ready(project: Path) -> Path:
    """The copy with an environment that counts as set up; its programs only tell how they were called."""
    write_script(project / ".venv/bin/laguna", FAKE_PROGRAM)
    for name in ("ruff", "mypy", "lint-imports", "pytest", "coverage"):
        write_script(project / ".venv/bin" / name, FAKE_CHECK)
    (project / ".venv/bin/python").symlink_to(PYTHON)
    mark_ready(project, "testing")
    return project


def mark_ready(project: Path, purpose: str) -> None:
    """Let the environment count as one that was made for this purpose."""
    mark = f"{load(project).fingerprint(project)} {purpose}\n"
    (project / ".venv/laguna-setup").write_text(mark, encoding="ascii")


@pytest.fixture
def stranger(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine with a Python and nothing else; with a stand-in for uv if one is put in."""
    for name in ("home", "bin"):
        (tmp_path / name).mkdir()
    return {
        "HOME": str(tmp_path / "home"),
        "PATH": str(tmp_path / "bin"),
        "FAKE_LOG": str(tmp_path / "uv.log"),
        "PIP_CONFIG_FILE": os.devnull,
    }


@pytest.fixture
def with_uv(tmp_path: Path, stranger: dict[str, str]) -> dict[str, str]:
    write_script(tmp_path / "bin/uv", FAKE_UV)
    return stranger


def start(folder: Path, env: dict[str, str], *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [PYTHON, str(folder / "play"), *words]
    return subprocess.run(command, env=env, cwd=cwd or folder, capture_output=True, text=True, check=False)


def calls(env: dict[str, str]) -> list[tuple[list[str], dict[str, str]]]:
    """What the stand-in for uv was asked to do: words and environment of each call."""
    log = Path(env["FAKE_LOG"])
    return [tuple(json.loads(line)) for line in log.read_text().splitlines()] if log.exists() else []


def assert_one_sentence(result: subprocess.CompletedProcess[str]) -> None:
    """Exactly one sentence says what is wrong; further lines are the tool's own, indented."""
    lines = [line for line in result.stderr.splitlines() if not line.startswith(" ")]
    assert [line.split(":")[0] for line in lines] == ["Setting up Laguna (once) …", "Laguna could not be set up"]
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


# ---- Python itself ----


@pytest.mark.parametrize("version", [(3, 6, 15), (3, 9, 0), (3, 10, 13)])
def test_too_old_a_python_gets_one_sentence(project: Path, version: tuple[int, ...]) -> None:
    sentence = load(project).too_old(version, "/usr/bin/python3")
    have = ".".join(map(str, version))
    assert sentence.startswith(f"Laguna needs Python 3.11 or newer; this is {have} (/usr/bin/python3).")
    assert "\n" not in sentence


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 13, 1), (4, 0, 0)])
def test_a_new_enough_python_passes(project: Path, version: tuple[int, ...]) -> None:
    assert load(project).too_old(version, "python3") == ""


def test_old_pythons_can_read_the_script_far_enough_to_say_so() -> None:
    source = (ROOT / "play").read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 7))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert "__future__" not in {node.module for node in imports}  # `annotations` is not known to Python 3.6


# ---- When is an environment good? ----


def test_the_fingerprint_follows_the_files_the_place_and_the_manner(project: Path, tmp_path: Path) -> None:
    play = load(project)
    seen = {play.fingerprint(project)}
    elsewhere = shutil.copytree(project, tmp_path / "elsewhere")
    seen.add(play.fingerprint(elsewhere))
    for name in ("pyproject.toml", "uv.lock"):
        (project / name).write_text((project / name).read_text() + "\n")
        seen.add(play.fingerprint(project))
    play.SETUP_VERSION += "+"
    seen.add(play.fingerprint(project))
    assert len(seen) == 5
    assert play.fingerprint(project) in seen


def spoil_stamp(project: Path) -> None:
    (project / ".venv/laguna-setup").write_text("0" * 64)


def lose_stamp(project: Path) -> None:
    (project / ".venv/laguna-setup").unlink()


def lose_base_interpreter(project: Path) -> None:
    (project / ".venv/bin/python").unlink()
    (project / ".venv/bin/python").symlink_to("/nowhere/python3")


def break_interpreter(project: Path) -> None:
    (project / ".venv/bin/python").unlink()
    write_script(project / ".venv/bin/python", "#!/bin/sh\nexit 1\n")


def lose_program(project: Path) -> None:
    (project / ".venv/bin/laguna").unlink()


def change_lock(project: Path) -> None:
    (project / "uv.lock").write_text("version = 1\n")


def test_a_whole_environment_is_ready(ready: Path) -> None:
    assert load(ready).is_ready(ready, "testing")


def test_an_environment_for_tests_serves_to_play_and_not_the_other_way_round(ready: Path) -> None:
    assert load(ready).is_ready(ready, "playing")
    mark_ready(ready, "playing")
    assert load(ready).is_ready(ready, "playing")
    assert not load(ready).is_ready(ready, "testing")


def test_an_environment_for_thorough_tests_serves_for_all_and_none_other_for_them(ready: Path) -> None:
    """It has PyTorch, which nobody else has to fetch."""
    assert not load(ready).is_ready(ready, "thorough")
    mark_ready(ready, "thorough")
    assert all(load(ready).is_ready(ready, purpose) for purpose in ("playing", "testing", "thorough"))


@pytest.mark.parametrize(
    "harm", [spoil_stamp, lose_stamp, lose_base_interpreter, break_interpreter, lose_program, change_lock]
)
def test_a_harmed_environment_is_not_ready_and_is_made_anew(
    ready: Path, with_uv: dict[str, str], harm: Callable[[Path], None]
) -> None:
    harm(ready)
    assert not load(ready).is_ready(ready, "playing")
    assert start(ready, with_uv, "setup").returncode == 0
    assert load(ready).is_ready(ready, "playing")


def test_a_moved_project_folder_gets_a_new_environment(ready: Path, with_uv: dict[str, str]) -> None:
    (ready / "web/built").touch()
    moved = ready.rename(ready.parent / "moved")
    assert start(moved, with_uv, "setup").returncode == 0
    assert [words[0] for words, _ in calls(with_uv)] == ["venv", "sync"]
    assert load(moved).is_ready(moved, "playing")


# ---- Setting up ----


def test_the_second_start_asks_uv_nothing(project: Path, with_uv: dict[str, str]) -> None:
    first = start(project, with_uv, "setup")
    assert (first.returncode, first.stdout) == (0, "")
    assert first.stderr.startswith("Setting up Laguna (once) …\n")
    asked = len(calls(with_uv))
    second = start(project, with_uv, "setup")
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "Laguna is set up.\n")
    assert len(calls(with_uv)) == asked
    assert not (project / ".tools").exists()


def test_the_programs_output_is_clean_even_when_setting_up(project: Path, with_uv: dict[str, str]) -> None:
    result = start(project, with_uv, "games", "--json")
    assert json.loads(result.stdout)[0] == ["games", "--json"]


def test_an_active_environment_of_the_user_does_not_redirect_us(project: Path, with_uv: dict[str, str]) -> None:
    other = str(project.parent / "other")
    redirecting = {"VIRTUAL_ENV": other, "UV_PROJECT_ENVIRONMENT": other, "UV_PYTHON": "3.99", "UV_NO_DEV": "1"}
    kept = {"UV_DEFAULT_INDEX": "https://mirror.example/simple", "UV_CACHE_DIR": "cache"}
    assert start(project, {**with_uv, **redirecting, **kept}, "setup").returncode == 0
    for _, env in calls(with_uv):
        assert Path(env["UV_PROJECT_ENVIRONMENT"]).parent == project / ".tools/stage"
        assert not env.keys() & (redirecting.keys() - {"UV_PROJECT_ENVIRONMENT"})
        assert kept.items() <= env.items()
    assert (project / ".venv/laguna-setup").is_file()
    assert not Path(other).exists()


def test_a_mirror_serves_the_locked_versions_held_to_their_hashes(project: Path, with_uv: dict[str, str]) -> None:
    mirror = {"UV_DEFAULT_INDEX": "https://mirror.example/simple"}
    (project / "web/built").touch()
    assert start(project, {**with_uv, **mirror, "MOOD": "mirror"}, "setup").returncode == 0
    _, _, (export, plain), (install, env), (editable, _) = calls(with_uv)
    assert export[:3] == ["export", "--locked", "--offline"]
    assert "UV_DEFAULT_INDEX" not in plain
    assert install[:2] == ["pip", "install"]
    assert "--require-hashes" in install
    assert mirror.items() <= env.items()
    assert editable[-2:] == ["--editable", str(project)]


def test_two_starts_at_once_set_up_once(project: Path, with_uv: dict[str, str], tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    (project / "web/built").touch()
    env = {**with_uv, "MOOD": "held up", "GATE": str(gate)}
    command = [PYTHON, str(project / "play"), "setup"]
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as first:
        assert first.stderr is not None
        assert first.stderr.readline() == "Setting up Laguna (once) …\n"
        with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as second:
            assert second.stderr is not None
            assert second.stderr.readline() == "Another ./play is setting up; waiting for it …\n"
            gate.write_text("go on")
            assert (first.wait(), second.wait()) == (0, 0)
    assert [words[0] for words, _ in calls(with_uv)] == ["venv", "sync"]


def test_too_old_a_uv_is_not_used(project: Path, with_uv: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    play = load(project)
    monkeypatch.setenv("PATH", with_uv["PATH"])
    assert play.find_uv() == Path(with_uv["PATH"], "uv")
    monkeypatch.setenv("FAKE_VERSION", "0.7.22")
    assert play.find_uv() is None


def test_the_least_uv_is_the_one_the_project_asks_for(project: Path) -> None:
    play = load(project)
    assert play.required_uv('[tool.uv]\nrequired-version = ">=0.8.3"\n') == (0, 8, 3)
    assert play.required_uv((ROOT / "pyproject.toml").read_text()) <= play.numbers(play.UV_VERSION)


# ---- No half-made environment ----


def test_network_away_without_uv_is_one_sentence_and_leaves_nothing(project: Path, stranger: dict[str, str]) -> None:
    before = sorted(project.iterdir())
    result = start(project, {**stranger, "PIP_NO_INDEX": "1", "UV_OFFLINE": "1"}, "setup")
    assert result.returncode == 1
    assert_one_sentence(result)
    assert sorted(project.iterdir()) == before


def test_network_away_with_a_real_uv_is_one_sentence_and_leaves_nothing(
    project: Path, stranger: dict[str, str], tmp_path: Path
) -> None:
    uv = shutil.which("uv") or shutil.which("uv", path=ROOT / ".tools/uv/bin")
    assert uv is not None, "./play test runs in an environment that a uv made"
    (tmp_path / "bin/uv").symlink_to(uv)
    before = sorted(project.iterdir())
    cache = str(tmp_path / "cache")
    env = {**stranger, "PIP_NO_INDEX": "1", "UV_OFFLINE": "1", "UV_CACHE_DIR": cache, "UV_NO_CONFIG": "1"}
    result = start(project, env)
    assert result.returncode == 1
    assert_one_sentence(result)
    assert "the packages could not be downloaded – is the network there?" in result.stderr
    assert sorted(project.iterdir()) == before


def test_a_failed_setup_keeps_the_older_environment_as_it_was(ready: Path, with_uv: dict[str, str]) -> None:
    change_lock(ready)
    stamp = (ready / ".venv/laguna-setup").read_text()
    before = sorted(ready.rglob("*"))
    result = start(ready, {**with_uv, "MOOD": "network away", "PIP_NO_INDEX": "1"}, "setup")
    assert result.returncode == 1
    assert_one_sentence(result)
    assert "    error: Failed to fetch: numba\n" in result.stderr
    assert sorted(ready.rglob("*")) == before
    assert (ready / ".venv/laguna-setup").read_text() == stamp


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_an_interrupted_setup_leaves_nothing(project: Path, with_uv: dict[str, str], name: str) -> None:
    before = sorted(project.iterdir())
    result = start(project, {**with_uv, "MOOD": name})
    assert result.returncode == 128 + getattr(signal, name)
    assert "Traceback" not in result.stderr
    assert sorted(project.iterdir()) == before


def test_a_folder_that_cannot_be_written_is_one_sentence(project: Path, with_uv: dict[str, str]) -> None:
    (project / ".tools").write_text("in the way")
    result = start(project, with_uv, "setup")
    assert result.returncode == 1
    assert_one_sentence(result)
    assert (project / ".tools").read_text() == "in the way"


def test_a_python_without_pip_and_venv_is_told_what_to_install(
    project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    play = load(project)
    monkeypatch.setattr(play, "has_module", lambda _name: False)
    with pytest.raises(play.SetupError, match=r"neither pip nor venv.*python3-venv"):
        play.install_uv(tmp_path / "uv")


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("error: write failed: No space left on device (os error 28)", "the disk is full"),
        ("error: The lockfile at `uv.lock` needs to be updated", "uv.lock does not fit"),
        ("error: Failed to fetch: `https://…/numba/`\n cause: dns error", "is the network there?"),
        ("error: something quite different", "uv could not make the environment"),
    ],
)
def test_each_cause_has_its_own_sentence(project: Path, output: str, words: str) -> None:
    assert words in load(project).reason(output)


# ---- Handing on ----


def test_words_folder_and_exit_code_are_handed_on(ready: Path, stranger: dict[str, str], tmp_path: Path) -> None:
    result = start(ready, stranger, "simulate", "mahe", "--games", "3", cwd=tmp_path)
    assert result.returncode == 7
    kept = [str(ready / ".cache"), str(ready / ".data")]
    assert json.loads(result.stdout) == [["simulate", "mahe", "--games", "3"], str(tmp_path), *kept, False]
    assert result.stderr == ""


@pytest.mark.parametrize("words", [(), ("--help",), ("",), ("a b", "*")])
def test_any_other_words_are_the_programs_own(ready: Path, stranger: dict[str, str], words: tuple[str, ...]) -> None:
    assert json.loads(start(ready, stranger, *words).stdout)[0] == list(words)


def test_folders_the_user_has_chosen_are_respected(ready: Path, stranger: dict[str, str]) -> None:
    result = start(ready, {**stranger, "LAGUNA_CACHE": "/somewhere/else", "LAGUNA_DATA": "/kept/here"})
    assert json.loads(result.stdout)[2:4] == ["/somewhere/else", "/kept/here"]


def test_bytecode_is_kept_in_the_project_folder_so_that_the_next_start_is_quick(
    ready: Path, stranger: dict[str, str]
) -> None:
    assert json.loads(start(ready, {**stranger, "PYTHONDONTWRITEBYTECODE": "1"}).stdout)[4] is False


def test_a_link_to_the_script_finds_the_project(ready: Path, stranger: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "bin/play").symlink_to(ready / "play")
    assert start(tmp_path / "bin", stranger).returncode == 7


def test_setup_takes_no_further_words(ready: Path, stranger: dict[str, str]) -> None:
    result = start(ready, stranger, "setup", "now")
    assert (result.returncode, result.stderr) == (2, "./play setup takes no further words.\n")


# ---- Games of other packages ----


def package(folder: Path) -> Path:
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    return folder


def test_install_links_packages_into_the_environment(ready: Path, with_uv: dict[str, str], tmp_path: Path) -> None:
    one, other = package(tmp_path / "sea_dice"), package(tmp_path / "pig")
    result = start(ready, with_uv, "install", str(one), "pig", cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    [(words, _)] = calls(with_uv)
    links = ["--editable", str(one), "--editable", str(other)]
    assert words == ["pip", "install", "--python", str(ready / ".venv/bin/python"), *links]


def test_install_uses_the_index_of_pip_where_there_is_no_other(
    ready: Path, with_uv: dict[str, str], tmp_path: Path
) -> None:
    moody = {**with_uv, "MOOD": "network away", "PIP_INDEX_URL": "https://mirror.example/simple"}
    result = start(ready, moody, "install", str(package(tmp_path / "sea_dice")))
    assert [env.get("UV_DEFAULT_INDEX") for _, env in calls(with_uv)] == [None, "https://mirror.example/simple"]
    assert result.returncode == 1
    assert result.stderr.startswith("Laguna could not be set up: this package could not be installed.\n    error:")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [((), "./play install takes folders of packages."), (("nowhere",), "There is no package in nowhere.")],
)
def test_install_wants_folders_of_packages(
    ready: Path, with_uv: dict[str, str], words: tuple[str, ...], sentence: str
) -> None:
    result = start(ready, with_uv, "install", *words)
    assert (result.returncode, result.stderr, calls(with_uv)) == (2, sentence + "\n", [])


# ---- What is fetched, and when ----


def fetched(env: dict[str, str]) -> list[list[str]]:
    """What uv was told to leave out or to take alone, at each installation."""
    return [words[4:] for words, _ in calls(env) if words[0] == "sync"]


def test_to_play_no_tool_of_the_tests_is_fetched_and_node_only_for_a_moment(
    project: Path, with_uv: dict[str, str]
) -> None:
    result = start(project, with_uv, "setup")
    assert fetched(with_uv) == [["--no-default-groups"], ["--only-group", "pages"]]
    assert "ran python web/build.py once in a passing environment\n" in result.stderr
    assert not (project / ".tools").exists()


def test_testing_fetches_its_tools_and_playing_then_keeps_them(ready: Path, with_uv: dict[str, str]) -> None:
    mark_ready(ready, "playing")
    result = start(ready, with_uv, "test", "-k", "nothing")
    assert result.stderr.startswith("Setting up Laguna and the tools of its tests (once) …\n")
    assert fetched(with_uv) == [["--extra", "envs", "--extra", "scale", "--extra", "ray"]]
    assert "ran python web/build.py in the project's\n" in result.stderr
    assert start(ready, with_uv).returncode == 7
    assert fetched(with_uv) == [["--extra", "envs", "--extra", "scale", "--extra", "ray"]]


def test_in_a_terminal_a_bar_tells_how_many_megabytes_have_come(project: Path, with_uv: dict[str, str]) -> None:
    ours, terminal = pty.openpty()
    env = {**with_uv, "MOOD": "downloading"}
    with subprocess.Popen([PYTHON, str(project / "play"), "setup"], env=env, stderr=terminal, cwd=project) as process:
        os.close(terminal)
        shown = b""
        with contextlib.suppress(OSError):  # Linux says so when nobody holds the other end any more
            while printed := os.read(ours, 65536):
                shown += printed
        assert process.wait() == 0
    os.close(ours)
    last = [line for line in shown.decode().replace("\r", "\n").splitlines() if "MB" in line][-1]
    assert last.startswith(f"  Downloading {'█' * 30} 77 of 77 MB")


def test_the_bar_adds_up_what_is_shown_and_takes_what_vanished_for_whole(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bar = load(project).Bar()
    bar.read("\x1b[2Kllvmlite \x1b[32m---\x1b[0m 10.00 MB/56.00 MB\nnumpy ---- 500.00 kB/4.00 MB")
    assert "10 of 60 MB" in capsys.readouterr().err
    bar.read("Preparing packages... llvmlite ---- 20.00 MB/56.00 MB Preparing packages... ")
    assert "24 of 60 MB" in capsys.readouterr().err
    bar.close(done=False)
    assert "24 of 60 MB" in capsys.readouterr().err
    bar.close(done=True)
    assert "60 of 60 MB" in capsys.readouterr().err


def test_without_a_terminal_each_long_download_has_a_line(project: Path, with_uv: dict[str, str]) -> None:
    uv = Path(with_uv["PATH"], "uv")
    uv.write_text(uv.read_text("utf-8") + 'print("Downloading numpy (16.1MiB)")\n', "utf-8")
    assert "\n  Downloading numpy (16.1MiB)\n" in start(project, with_uv, "setup").stderr


# ---- The pages ----


@pytest.mark.parametrize("words", [(), ("serve", "--port", "0"), ("setup",), ("test", "-k", "nothing")])
def test_the_pages_are_built_before_anything_shows_them(
    ready: Path, stranger: dict[str, str], words: tuple[str, ...]
) -> None:
    assert start(ready, stranger, *words).stderr.startswith("ran python web/build.py in the project's\n")


def test_what_shows_no_pages_does_not_wait_for_them(ready: Path, stranger: dict[str, str]) -> None:
    assert start(ready, stranger, "terminal", "mahe").stderr == ""


def test_nothing_is_served_where_the_pages_cannot_be_built(ready: Path, stranger: dict[str, str]) -> None:
    result = start(ready, {**stranger, "FAILING": "builder"}, "serve")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.endswith("Laguna could not be set up: the pages could not be built, see above.\n")


# ---- The checks ----

BEFORE_PYTEST = {
    "mypy",
    "pytest --collect-only -qq",
    "python tests/kernels.py",
    "ruff check .",
    "ruff format --check .",
    "lint-imports",
}
BESIDE_PYTEST = {"python web/build.py check", "python web/build.py lint", "python web/build.py test"}
CHECKS = BEFORE_PYTEST | BESIDE_PYTEST
PROCESSES = f"pytest -n {2 * (os.cpu_count() or 1)} --dist worksteal"
PYTEST = f"{PROCESSES} --durations 10"


def ran(result: subprocess.CompletedProcess[str]) -> list[str]:
    return [line.removeprefix("ran ") for line in result.stdout.splitlines() if line.startswith("ran ")]


def test_kernels_are_compiled_before_the_tests_and_the_pages_checked_beside_them(
    ready: Path, stranger: dict[str, str]
) -> None:
    result = start(ready, stranger, "test")
    assert result.returncode == 0
    checks = ran(result)
    place = checks.index(PYTEST)
    assert set(checks[:place]) == BEFORE_PYTEST
    assert set(checks[place + 1 :]) == BESIDE_PYTEST, "what they say is told when the tests have ended"


def test_the_time_of_each_check_is_told_at_the_end(ready: Path, stranger: dict[str, str]) -> None:
    times = start(ready, stranger, "test").stdout.splitlines()[-len(CHECKS) - 1 :]
    assert {re.sub(r"^ +\d+\.\d s  ", "", line) for line in times} == {*CHECKS, PYTEST}


def test_the_thorough_tier_adds_the_exhaustive_tests_and_the_audit(ready: Path, stranger: dict[str, str]) -> None:
    mark_ready(ready, "thorough")
    checks = ran(start(ready, stranger, "test", "--thorough"))
    assert set(checks) == CHECKS | {"python tools/audit.py", f"{PYTEST} --thorough"}


def test_a_failed_check_stops_no_other_and_is_named_at_the_end(ready: Path, stranger: dict[str, str]) -> None:
    result = start(ready, {**stranger, "FAILING": "ruff pytest"}, "test")
    assert result.returncode == 1
    assert set(ran(result)) == {*CHECKS, PYTEST}
    failed = result.stdout.splitlines()[-1].removeprefix("FAILED: ").split(", ")
    assert set(failed) == {"ruff check .", "ruff format --check .", "pytest --collect-only -qq", PYTEST}


def test_further_words_of_test_are_for_pytest_alone(ready: Path, stranger: dict[str, str]) -> None:
    result = start(ready, stranger, "test", "tests/laws", "-k", "golden")
    assert (result.returncode, result.stdout) == (0, f"ran {PROCESSES} tests/laws -k golden\n")


@pytest.mark.parametrize("failing", ["", "coverage"])
def test_coverage_runs_pytest_alone_and_leaves_its_reports(ready: Path, stranger: dict[str, str], failing: str) -> None:
    result = start(ready, {**stranger, "FAILING": failing}, "test", "--coverage", "tests/core", "-k", "luck")
    assert result.returncode == (1 if failing else 0)
    assert ran(result) == [
        "coverage erase",
        f"coverage run -m {PROCESSES} tests/core -k luck",
        "coverage combine --quiet",
        "coverage report",
        "coverage html",
    ]
    assert (ready / ".cache/coverage").is_dir()
