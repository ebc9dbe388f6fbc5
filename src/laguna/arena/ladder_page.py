"""The published ladder: a page of Markdown."""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Sequence

from laguna.arena.ladder import FIRST_LOOK_ROUNDS, MAX_LOOKS, Rung
from laguna.arena.match_log import header_of
from laguna.arena.report import game_name, percent, thinking

_VERDICTS = ("open", "**clear**", "**the wrong way round**")
_HEAD = """\
# The ladder

Four levels, the same names in every game. Each level against the one below, in every game and for every number of
players; with two players also strong against random play, and against the compiled search without heuristics at
the same time a move. Made by `laguna ladder`; the figures are those of the first-named bot.
"""
_FIRST_LOOKS = ", ".join(str(FIRST_LOOK_ROUNDS * 2**look) for look in range(3))
_METHOD = f"""\
## How it was measured

- Two names at more than two seats: each holds half of them, or one more or less. All games of a round share their
  luck, and in the second game the names change seats, so over a round both sit exactly once in every seat. The fair
  share is 50 %.
- Win rate: a shared win counts as its part. Score share: a name's part of all points of a game; points below zero
  raise everybody's by as much, and where nobody has any all parts are equal.
- Intervals are taken over rounds: Student's t, or Wilson's with the rounds as trials where these are few or hardly
  differ.
- A match is looked at after {_FIRST_LOOKS} … rounds, {MAX_LOOKS} times at most, and stops
  when it is clear: when one of the two intervals lies beside the fair share; or when its part of the time is used up.
  To allow for the many looks and the two figures, the k-th look spends 5 % / (k · (k + 1)) of the allowed error of
  5 %, half for each figure. So the intervals given are wider than plain 95 % ones, and all looks at a match together
  mistake luck for skill in at most 5 % of such matches.
- Games are refereed by the plain rules. A bot gets what its seat may know, and thinks on one core, one game a core.
"""


def ladder_page(rungs: Sequence[Rung], seed: int, cores: int) -> str:
    """The ladder as it stands, as Markdown."""
    keys = dict.fromkeys(rung.match.game for rung in rungs)
    tables = [_game(key, [rung for rung in rungs if rung.match.game == key]) for key in keys]
    return "\n".join([_HEAD, _summary(rungs), *tables, _METHOD, _made(seed, cores)])


def _summary(rungs: Sequence[Rung]) -> str:
    clear = sum(rung.side > 0 for rung in rungs)
    wrong = sum(rung.side < 0 for rung in rungs)
    return (
        f"Of {len(rungs)} matches {clear} are clear, {wrong} the wrong way round, {len(rungs) - clear - wrong} open.\n"
    )


def _game(key: str, rungs: Sequence[Rung]) -> str:
    header = header_of(rungs[0].match)
    lines = [
        f"## {game_name(key)}",
        "",
        "| players | match | win rate | score share | games | thinking | verdict |",
        "| --: | --- | --: | --: | --: | --- | --- |",
        *map(_row, rungs),
        "",
        f"Rules version {header.rules}, program `{header.program}`.",
        "",
    ]
    return "\n".join(lines)


def _row(rung: Rung) -> str:
    match, found = rung.match, rung.result
    better, worse = match.bots
    clocks = ", ".join(f"{name} {thinking(match, name)}" for name in match.budgets) or "as usual"
    if found is None:
        cells = ["–", "–", "0", clocks, _VERDICTS[0]]
    else:
        row = found.rows[0]
        given_up = f" ({found.unfinished} given up)" if found.unfinished else ""
        cells = [
            percent(row.win_rate),
            percent(row.score_share),
            f"{found.games:,}{given_up}",
            clocks,
            _VERDICTS[rung.side],
        ]
    return " | ".join([f"| {match.seats}", f"{better} – {worse}", *cells]) + " |"


def _made(seed: int, cores: int) -> str:
    versions = [f"{name} {importlib.metadata.version(name)}" for name in ("laguna", "numba", "openskill")]
    made_with = ", ".join([*versions, f"Python {platform.python_version()}"])
    return f"Made with {made_with}; seed {seed}, {cores} games at a time.\n"
