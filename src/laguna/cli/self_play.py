"""`laguna self-play`: records of games between bots, as data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from laguna.arena.game_jobs import prepare
from laguna.arena.match import ArenaMatch
from laguna.arena.self_play import SelfPlayFolder, self_play_match
from laguna.bots.levels import check_installed_for
from laguna.cli import shared
from laguna.cli.arena import MAX_GAMES, MAX_ITERATIONS, BotNames, bot_names
from laguna.cli.crews import Cores, Ray, crew_of
from laguna.core.luck import SeededLuck
from laguna.crew.crew import Crew


def self_play(  # noqa: PLR0913, PLR0917 - the options of a command
    game: shared.GameName,
    bots: BotNames,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Keep the records there, and go on from what is there.")],
    games: Annotated[int, typer.Option(metavar="N", help="How many games.")] = 100,
    seats: shared.Seats = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Iterations a move for bots that search; else about their own.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same records.")] = 0,
    option: shared.Chosen = None,
    at_a_time: Cores = None,
    ray: Ray = None,
) -> None:
    """Let bots play games for their records: data for training or analysis, which `laguna verify` accepts.

    With several bots each game seats them anew. An interrupted run goes on where it stopped. Nobody thinks by the
    clock: the records are the same wherever they are played.

    Example: laguna self-play duck --bots easy,good --games 1000 --out duck-games
    """
    shared.check_range("--games", games, 1, MAX_GAMES)
    shared.check_range("--seed", seed, 0, shared.MAX_SEED)
    if iterations is not None:
        shared.check_range("--iterations", iterations, 1, MAX_ITERATIONS)
    chosen = shared.find_game(game)
    count = shared.seats_for(chosen, seats)
    options = shared.read_options(chosen, option)
    chosen.start(count, options, SeededLuck(seed))  # a bad option is told before anything is begun
    names = bot_names(bots)
    if not names:
        raise shared.CommandError("Somebody has to play: write --bots good or --bots easy,strong.")
    for name in names:
        check_installed_for(chosen.key, name)
    match = self_play_match(chosen.key, count, names, seed, msgspec.to_builtins(options), iterations)
    with crew_of(at_a_time, ray) as crew:
        folder = SelfPlayFolder(out, match)
        _play(crew, match, folder, games)
    folder.write_index(games)
    shared.stdout_console().print(f"{games:,} games are recorded in {out}.", markup=False, soft_wrap=True)


def _play(crew: Crew, match: ArenaMatch, folder: SelfPlayFolder, games: int) -> None:
    """Play what is missing of the first games, with a bar on stderr."""
    missing = folder.missing(games)
    if not missing:
        return
    with shared.waiting(f"{match.game}: the bots take their seats"):
        prepare(crew, match)
    try:
        with shared.progress(str(match), len(missing)) as done:
            for _ in folder.play(crew, missing):
                done(1)
    except KeyboardInterrupt:
        there = games - len(folder.missing(games))
        shared.print_error(f"{there:,} games of {games:,} are kept; the same command goes on from there.")
        raise
