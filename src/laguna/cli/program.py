"""The program with all of its commands; see `laguna.cli`."""

from __future__ import annotations

import importlib.metadata
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any

import typer

from laguna.bots.job import BotFailed
from laguna.bots.policy_facts import BadPolicy
from laguna.cli.analyse import analyse
from laguna.cli.arena import arena
from laguna.cli.backup import backup
from laguna.cli.bench import bench
from laguna.cli.check import check
from laguna.cli.encodings import encodings
from laguna.cli.events import events
from laguna.cli.games import games
from laguna.cli.ladder import ladder
from laguna.cli.mine import mine
from laguna.cli.move import move
from laguna.cli.new_game import new_game
from laguna.cli.records import replay, verify
from laguna.cli.rules import rules
from laguna.cli.self_play import self_play
from laguna.cli.serve import serve
from laguna.cli.shared import CommandError, print_error, replace_unencodable
from laguna.cli.simulate import simulate
from laguna.cli.terminal import terminal
from laguna.cli.types import types
from laguna.core.game import BadOption
from laguna.core.missing import missing_package
from laguna.core.record import BadRecord
from laguna.crew.crew import WorkFailed
from laguna.server.addresses import redacted

EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130
EXIT_CLOSED_PIPE = 141
"""What a shell reports of a program whose reader went away: `laguna rules mahe | head -1`."""

app = typer.Typer(
    name="laguna",
    help="A table for seaside family games: with friends in the browser, in the terminal, or thousands at once.",
    epilog="Without a command it serves: laguna. Example: laguna terminal mahe --seats 4",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    *(serve, backup, move, terminal, simulate, replay, verify, analyse, bench, arena, ladder, self_play, mine),
    *(games, rules, events, encodings, check, new_game, types),
):
    app.command()(command)


def _version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"laguna {importlib.metadata.version('laguna')}\n")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _bare(
    context: typer.Context,
    _show: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Without a command: serve, and open the browser if somebody is there."""
    if context.invoked_subcommand is None:
        serve()


@cache
def _commands() -> Callable[..., Any]:
    """All commands with what they take. Reading that from their signatures costs time: once in a process is enough."""
    return typer.main.get_command(app)


def run(arguments: Sequence[str]) -> int:
    """Run the program with these arguments; its exit code."""
    replace_unencodable()
    try:
        code = _commands()(arguments, prog_name="laguna", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _refused(error.format_message())
    except (CommandError, BadOption, BadPolicy, BadRecord, BotFailed, WorkFailed) as error:
        return _refused(str(error))
    except ModuleNotFoundError as error:
        sentence = missing_package(error)
        if sentence is None:
            raise
        return _refused(sentence)
    except BrokenPipeError:
        return _closed()
    except OSError as error:
        return _refused(f"{error.filename or 'The output'} cannot be used: {error.strerror or error}.")
    except SystemExit:  # the answer of rich and typer to a closed pipe
        return _closed()
    if code == EXIT_INTERRUPTED:
        print_error("Stopped.")
    return code if isinstance(code, int) else 0


def _refused(sentence: str) -> int:
    sentence = redacted(" ".join(sentence.split()))
    print_error(sentence if sentence.endswith((".", "?", "!")) else f"{sentence}.")
    return EXIT_BAD_INPUT


def _closed() -> int:
    """Nobody reads on: let what is still to be written go nowhere, silently."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_CLOSED_PIPE
