"""What the documentation shows is true: its Python runs, its commands exist, its links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer.main

from laguna.cli.program import app

ROOT = Path(__file__).resolve().parents[1]
RUN_ELSEWHERE = {"docs/adding_a_game.md"}
"""The tutorial, whose Python is a game of several files: tests/outside/test_tutorial.py runs it."""
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
EXAMPLES = doctest.ELLIPSIS
COMMANDS = typer.main.get_command(app)
OWN_WORDS_OF_PLAY = {"setup", "test", "install"}
OWN_OPTIONS_OF_TEST = {"--thorough", "--coverage"}

FENCED = re.compile(r"^(?P<in> *)```(?P<kind>\w*)\n(?P<text>.*?)^(?P=in)```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?<=\n\n)(?:(?: {4}| {6}).+\n)+")
COMMAND = re.compile(r"\s*(?:ExecStart=|[A-Z_]+=\S* )*(?:/\S*/)?(?P<text>(?:\./play|play|laguna)(?: .*)?)$")
"""A line that runs our program: as it is typed, with an environment of its own, or in the unit of a service."""
INLINE = re.compile(r"`((?:\./play|laguna) [^`]+)`")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


# ---- Python ----


def python_blocks(page: Path) -> str:
    """All the Python of a page: read from above, a block knows what those before it made."""
    return "\n".join(found["text"] for found in FENCED.finditer(page.read_text("utf-8")) if found["kind"] in PYTHON)


PYTHON = ("python", "pycon", "py")
WITH_TRAINERS = "python3"
"""The same with trainers of others, which need PyTorch: only a thorough run has them. Each block stands alone."""
WITH_PYTHON = [page for page in PAGES if python_blocks(page) and name(page) not in RUN_ELSEWHERE]


def test_the_readme_has_python() -> None:
    assert ROOT / "README.md" in WITH_PYTHON


@pytest.mark.parametrize("page", WITH_PYTHON, ids=name)
def test_the_python_of_a_page_runs(page: Path) -> None:
    shown: dict[str, Any] = {}
    for found in FENCED.finditer(page.read_text("utf-8")):
        if found["kind"] not in PYTHON:
            continue
        if ">>>" in found["text"]:
            assert_examples_hold(found["text"], shown, name(page))
        else:
            exec(compile(found["text"], name(page), "exec"), shown)  # noqa: S102 - our own documentation


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")  # of libraries that are not ours
def test_the_python_that_needs_trainers_runs() -> None:
    blocks = [found for page in PAGES for found in FENCED.finditer(page.read_text("utf-8"))]
    blocks = [found for found in blocks if found["kind"] == WITH_TRAINERS]
    assert blocks
    for found in blocks:
        exec(compile(found["text"], WITH_TRAINERS, "exec"), {})  # noqa: S102 - as above


def assert_examples_hold(text: str, names: dict[str, Any], where: str) -> None:
    """Run what follows `>>>`; names that it makes are kept."""
    test = doctest.DocTestParser().get_doctest(text, names, where, where, 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=EXAMPLES).run(test, out=told.append, clear_globs=False)
    names.update(test.globs)
    assert not told, "".join(told)


def modules_with_examples() -> list[str]:
    """The modules whose docstrings show a call and its answer."""
    source = ROOT / "src"
    found = [path for path in source.rglob("*.py") if ">>>" in path.read_text("utf-8")]
    return sorted(str(path.relative_to(source).with_suffix("")).replace("/", ".") for path in found)


@pytest.mark.parametrize("module", modules_with_examples())
def test_the_examples_of_a_docstring_hold(module: str) -> None:
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=EXAMPLES)
    for test in doctest.DocTestFinder(exclude_empty=True).find(import_module(module)):
        runner.run(test, out=told.append)
    assert not told, "".join(told)
    assert runner.tries > 0, f"none of the examples of {module} was found"


# ---- Commands ----


class Shown(NamedTuple):
    """A command that a page shows. A `whole` one could be typed as it stands."""

    page: str
    text: str
    whole: bool


def shown_commands() -> Iterator[Shown]:
    for page in PAGES:
        text = page.read_text("utf-8")
        blocks = [found["text"] for found in FENCED.finditer(text) if found["kind"] in ("sh", "ini")]
        blocks += INDENTED.findall(FENCED.sub("", text))
        for block in blocks:
            for line in block.replace("\\\n", " ").splitlines():
                if command := COMMAND.match(line):
                    yield Shown(name(page), command["text"], whole=True)
        for line in INLINE.findall(text):
            yield Shown(name(page), " ".join(line.split()), whole=False)


def words_of(line: str) -> list[str]:
    """The words of a command, up to what explains it, a pipe or a file that takes its output."""
    command = re.sub(r"\$\(.*?\)", "…", line).partition("   ")[0]
    reader = shlex.shlex(command, posix=True, punctuation_chars="|>&;")
    reader.whitespace_split = True
    words: list[str] = []
    for word in reader:
        if word[0] in "|>&;":
            break
        words.append(word)
    return words[1:]


def check_play_test(words: list[str], config: pytest.Config) -> None:
    """Whether these are words for `./play test`: its own, or pytest's."""
    for option in (word.partition("=")[0] for word in words if word.startswith("--")):
        if option not in OWN_OPTIONS_OF_TEST:
            config.getoption(option.lstrip("-").replace("-", "_"))  # raises ValueError where there is none
    for path in (word for word in words if "/" in word):
        assert (ROOT / path).exists()


@pytest.mark.parametrize("shown", sorted(set(shown_commands())), ids=lambda shown: f"{shown.page}: {shown.text[:50]}")
def test_a_command_that_is_shown_exists(shown: Shown, pytestconfig: pytest.Config) -> None:
    words = words_of(shown.text)
    if not words or words[0] in ("WORDS", "…"):
        return
    if shown.text.startswith("./play") and words[0] in OWN_WORDS_OF_PLAY:
        check_play_test(words[1:], pytestconfig)
        return
    if words[0].startswith("-"):
        COMMANDS.make_context("laguna", words, resilient_parsing=True)
        return
    assert words[0] in COMMANDS.commands, f"there is no `laguna {words[0]}`"
    command = COMMANDS.commands[words[0]]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert {word.partition("=")[0] for word in words if word.startswith("-")} <= known
    if shown.whole:
        command.make_context(words[0], words[1:])


def test_the_readme_shows_most_commands() -> None:
    shown = {word for each in shown_commands() if each.page == "README.md" for word in words_of(each.text)[:1]}
    assert shown >= set(COMMANDS.commands) - {"backup", "events", "ladder", "move", "types"}


# ---- Links ----


def anchors(page: Path) -> set[str]:
    """What a link to a page may end with, as the usual hosts make it of the headings."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", FENCED.sub("", page.read_text("utf-8"))):
        if re.match(r"\w+:", link):
            continue
        target, _, anchor = link.partition("#")
        place = (page.parent / target).resolve() if target else page
        assert place.exists(), f"{link} is not there"
        assert not anchor or anchor in anchors(place), f"{link} is no heading of it"
