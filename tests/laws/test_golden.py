"""Golden playthroughs: whole games in text, to be read in review.

Written anew by `./play test tests/laws/test_golden.py --write-golden`; look at the difference before committing it.
What physics did at Ship Ahoy's table is kept in a record beside the text: another processor may round otherwise.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from laguna import simulation
from laguna.core.game import Event, Game
from laguna.core.record import Record, parse, replay, verify
from laguna.core.ruled import RuledGame
from laguna.core.words import Voice
from laguna.games import GAMES, PLUGINS, RULED
from laws.cases import declared

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ["Ania", "Bartek", "Celina", "Darek", "Ela", "Franek", "Gosia"]
OPENING, ENDING = 60, 20
"""How many moves are shown of a long game."""
ALL = [(key, *scene) for key in GAMES for scene in declared(key).SCENES]


def recorded(key: str, seats: int, raw: dict[str, object], *, anew: bool) -> Record:
    """A random game. What rests on physics is read from a file, unless it is to be played anew."""
    game, path = GAMES[key], GOLDEN / f"{key}_{seats}.jsonl"
    if key in RULED or anew:
        text = simulation.recorded(game, seats, game.read_options(raw), 1000 + seats, 0)
        if key not in RULED:
            path.write_text(text, "utf-8")
    else:
        text = path.read_text("utf-8")
    return next(parse(text, path.name))


def playthrough(record: Record, voice: Voice) -> str:
    """A game as its log tells it to one who may know everything, with a look at the table now and then."""
    game = GAMES[record.header.game]
    steps = replay(record, GAMES)
    first = next(steps)
    opening = [f"{game.key}, {record.header.seats} seats, {_chosen(game, record)}", "", *_told(voice, first.events)]
    scenes, asks, before = [], _asks(game, first.table), _looks(game, first.table)
    for number, step in enumerate(steps):
        ask, offered = asks[step.line.seat]
        looks = [] if number % 20 else ["", *before]
        said = f"{number + 1}. {voice.ask(ask)} ({ask.rule}{offered}) – {voice.move(step.move)}"
        scenes.append([*looks, "", said, *_told(voice, step.events)])
        asks, before = _asks(game, step.table), _looks(game, step.table)
    if len(scenes) > OPENING + ENDING:
        scenes[OPENING:-ENDING] = [["", f"… {len(scenes) - OPENING - ENDING} moves …"]]
    lines = [*opening, *(line for scene in scenes for line in scene), "", *before, ""]
    for standing in record.end.standings:
        parts = ", ".join(f"{voice.part(name)} {points}" for name, points in standing.parts.items())
        lines.append(f"{standing.place}. {NAMES[standing.seat]}: {standing.score} ({parts})")
    return "\n".join(lines) + "\n"


def _chosen(game: Game[Any, Any, Any], record: Record) -> str:
    """The options that are not as usual."""
    usual = msgspec.json.decode(msgspec.json.encode(game.options()))
    chosen = [f"{name}={value}" for name, value in record.header.options.items() if value != usual[name]]
    return ", ".join(chosen) or "no options"


def _asks(game: Game[Any, Any, Any], table: Any) -> dict[int, tuple[Any, str]]:
    """Each seat's question, and among how many actions it may choose, where they can be counted."""
    found = {}
    for ask in game.asks(table):
        count = len(game.actions(table.state, ask.seat)) if isinstance(game, RuledGame) else None
        found[ask.seat] = ask, "" if count is None else f", 1/{count}"
    return found


def _told(voice: Voice, events: list[Event]) -> list[str]:
    return [f"  {voice.event(event)}" for event in events]


def _looks(game: Game[Any, Any, Any], table: Any) -> list[str]:
    """The table as a spectator and as the first seat see it."""
    views = {"spectator": game.view(table, None), NAMES[0]: game.view(table, 0)}
    return [f"[{who}] {msgspec.json.encode(view).decode()}" for who, view in views.items()]


@pytest.mark.parametrize(("key", "seats", "lang", "raw"), ALL, ids=[f"{key}-{seats}" for key, seats, *_ in ALL])
def test_a_playthrough_is_as_it_was_reviewed(
    key: str, seats: int, lang: str, raw: dict[str, object], request: pytest.FixtureRequest
):
    anew = request.config.getoption("--write-golden")
    record = recorded(key, seats, raw, anew=anew)
    verify(record, GAMES)
    text = playthrough(record, Voice(PLUGINS[key].words(lang), NAMES[:seats]))
    path = GOLDEN / f"{key}_{seats}.{lang}.txt"
    if anew:
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text
