"""`laguna analyse`: a finished game looked at again, to see what was skill and what was luck."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from laguna.bots.analysis import Analysis
from laguna.bots.analysis import analyse as look_again
from laguna.bots.levels import check_installed_for
from laguna.bots.pool import BotPool
from laguna.cli import shared
from laguna.cli.records import File, check_game, in_file, opened
from laguna.core.advice import Moment, Saying
from laguna.core.bot import ADVISER, Budget
from laguna.core.game import Move
from laguna.core.machine import cores
from laguna.core.record import game_of
from laguna.core.words import Voice
from laguna.games import GAMES

COSTLIEST, LUCKIEST = 8, 5


def analyse(
    file: File,
    game: Annotated[int, typer.Option(metavar="N", help="The N-th game of the file.")] = 1,
    budget: Annotated[int, typer.Option(metavar="MS", help="How long to think about a move, in milliseconds.")] = 100,
    lang: shared.Lang = None,
    as_json: shared.Json = False,
) -> None:
    """Tell where a finished game was lost and won: what each mistake cost, and how much was luck.

    Every decision is judged by what its player could know then.

    Example: laguna analyse game.jsonl --lang pl
    """
    shared.check_range("--budget", budget, 1, 60_000)
    records = opened(file)
    check_game(file, records, game)
    record = records[game - 1]
    with in_file(file):
        check_installed_for(game_of(record, GAMES).key, ADVISER)
    thinking = shared.progress(f"{file.name}: thinking", len(record.moves))
    with in_file(file), thinking as done, BotPool(cores()) as pool:
        asked = look_again(record, GAMES, pool, Budget(seconds=budget / 1000), done, at_once=cores())
        found = pool.wait(asked)
    if as_json:
        shared.print_json(found)
    else:
        words = shared.words_for(game_of(record, GAMES), shared.language(lang))
        _Report(found, Voice(words), shared.stdout_console()).print()


class _Report:
    """An analysis for people."""

    def __init__(self, found: Analysis, voice: Voice, console: Console) -> None:
        self._found = found
        self._voice = voice
        self._console = console

    def print(self) -> None:
        """Accounts, the costliest moves, the greatest luck."""
        self._accounts()
        self._console.rule(self._say("costly_title"))
        costly = sorted((each for each in self._found.verdicts if each.better), key=lambda each: -each.lost)
        for verdict in costly[:COSTLIEST]:
            self._line(
                "costly",
                moment=self._moment(verdict.moment),
                seat=verdict.seat,
                move=self._called(verdict.move, verdict.told, verdict.figures),
                better=self._called(verdict.better, verdict.better_told, verdict.better_figures),
                lost=_percent(verdict.lost),
                points=self._decimal(verdict.points_lost),
            )
        if not costly:
            self._line("no_mistakes")
        self._slips()
        self._console.rule(self._say("swings_title"))
        swings = [(each.swing[seat], each.number, seat) for each in self._found.verdicts for seat in self._seats()]
        for swing, number, seat in sorted(swings, reverse=True)[:LUCKIEST]:
            self._line("swing", number=number, seat=seat, swing=_signed(swing))

    def _slips(self) -> None:
        """Good decisions that a hand spoiled, the worst first."""
        slips = sorted((each for each in self._found.verdicts if each.slipped), key=lambda each: -each.slipped)
        for verdict in slips[:COSTLIEST]:
            self._line(
                "slipped",
                moment=self._moment(verdict.moment),
                seat=verdict.seat,
                move=self._called(verdict.move, verdict.told, verdict.figures),
                lost=_percent(verdict.slipped),
            )

    def _accounts(self) -> None:
        table = Table(title=self._say("account_title"))
        for name in ("player", "fair", "own", "others", "luck", "result", "mistakes"):
            table.add_column(self._say(f"account_{name}"), justify="left" if name == "player" else "right")
        for account in self._found.accounts:
            fair, own, others, result = (
                round(100 * part) / 100 for part in (account.fair, account.own, account.others, account.result)
            )
            table.add_row(
                self._voice.words.name("seat", account.seat, self._voice.players),
                _percent(fair),
                _signed(-own),
                _signed(others),
                _signed(result - fair + own - others),  # luck is the rest: whole percents add up, too
                _percent(result),
                self._say("of_decisions", mistakes=account.mistakes, decisions=account.decisions),
            )
        self._console.print(table)

    def _called(self, move: Move | None, told: Saying | None, figures: Saying | None) -> str:
        """A move within a sentence, with its figures."""
        if move is None:
            return ""
        called = self._voice.move(move).rstrip("!.") if told is None else self._voice.hint(told)
        return called if figures is None else f"{called} ({self._voice.hint(figures)})"

    def _moment(self, moment: Moment) -> str:
        return self._say(f"moment_{moment.chapter}", number=moment.number)

    def _decimal(self, number: float) -> str:
        text = f"{number:.1f}"
        return text.replace(".", ",") if self._voice.words.lang == "pl" else text

    def _seats(self) -> range:
        return range(len(self._found.accounts))

    def _line(self, key: str, **facts: object) -> None:
        self._console.print(self._say(key, **facts), markup=False)

    def _say(self, key: str, **facts: object) -> str:
        return self._voice.words.say("cli", key, facts, self._voice.players)


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _signed(change: float) -> str:
    return f"{100 * change:+.0f} %".replace("-", "−")
