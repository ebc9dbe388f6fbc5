"""Golden playthroughs: whole games in text, to be read in review.

Written anew by `./play test tests/laws/test_golden.py --write-golden`; look at the difference before committing it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from laguna.core.game import Event, Game
from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.core.words import Voice, words_of
from laguna.games import GAMES

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ["Ania", "Bartek", "Celina", "Darek", "Ela", "Franek", "Gosia"]
OPENING, ENDING = 60, 20
"""How many moves are shown of a long game."""
SCENES = {
    "mahe": [(3, "pl", {"advanced": True}), (5, "en", {}), (7, "pl", {"advanced": True, "open_piles": True})],
    "duck": [(2, "pl", {}), (4, "en", {"bluff_dives": True}), (5, "pl", {})],
    "animals_on_board": [(2, "pl", {}), (3, "en", {"open_arks": True}), (4, "pl", {})],
    "kuna_yala": [(2, "pl", {}), (3, "en", {}), (4, "pl", {})],
}
ALL = [(key, *scene) for key in GAMES for scene in SCENES[key]]


def playthrough(key: str, seats: int, lang: str, raw: dict[str, object]) -> str:
    """A random game as its spectators and its log tell it, with a look at the table now and then."""
    game = GAMES[key]
    voice = Voice(words_of(f"laguna.games.{key}", lang), NAMES[:seats])
    luck, players = SeededLuck(1000 + seats), SeededLuck(1000 + seats, 0, PLAYERS)
    table, events = game.start(seats, game.read_options(raw), luck)
    opening = [f"{key}, {seats} seats, {raw or 'no options'}", "", *_told(voice, events)]
    scenes = []
    while asks := game.asks(table):
        ask = asks[0]
        lines = [] if table.played % 20 else ["", *_looks(game, table)]
        move = game.random_move(table, ask.seat, players)
        offered = len(game.actions(table.state, ask.seat))
        lines += ["", f"{table.played + 1}. {voice.ask(ask)} ({ask.rule}, 1/{offered}) – {voice.move(move)}"]
        scenes.append([*lines, *_told(voice, game.play(table, ask.seat, move, luck))])
    if len(scenes) > OPENING + ENDING:
        scenes[OPENING:-ENDING] = [["", f"… {len(scenes) - OPENING - ENDING} moves …"]]
    lines = [*opening, *(line for scene in scenes for line in scene), "", *_looks(game, table), ""]
    for standing in game.standings(table):
        parts = ", ".join(f"{voice.part(name)} {points}" for name, points in standing.parts.items())
        lines.append(f"{standing.place}. {NAMES[standing.seat]}: {standing.score} ({parts})")
    return "\n".join(lines) + "\n"


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
    path = GOLDEN / f"{key}_{seats}.{lang}.txt"
    text = playthrough(key, seats, lang, raw)
    if request.config.getoption("--write-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text
