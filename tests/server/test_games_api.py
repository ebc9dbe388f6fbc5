"""The catalogue: games with their options, words and rules, for whoever shows them; and that browsers may keep it."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from laguna.core.bot import LEVELS
from laguna.core.words import LANGUAGES
from laguna.games import GAMES, PLUGINS
from laguna.server.tables.table_file import CLOCKS
from server.serving import Running

SAMPLES: dict[str, Any] = {"switch": True, "number": 150, "seat": 1, "names": [], "numbers": []}
"""A value for each kind of option; a choice has its own."""


def test_the_catalogue_has_every_game_with_its_seats_levels_clocks_and_languages(server: Running):
    told = server.client().get("/api/games").expect(200)
    assert [game["key"] for game in told["games"]] == list(GAMES)
    for card in told["games"]:
        game = GAMES[card["key"]]
        assert (card["fewest"], card["most"], card["version"]) == (game.seats[0], game.seats[-1], game.version)
        assert card["first"] == game.seat_option
    assert (told["levels"], told["clocks"], told["languages"]) == (list(LEVELS), list(CLOCKS), list(LANGUAGES))


def test_every_option_is_told_with_its_default_and_takes_what_its_kind_promises(server: Running):
    for card in server.client().get("/api/games").expect(200)["games"]:
        game = GAMES[card["key"]]
        defaults = game.options()
        assert [option["name"] for option in card["options"]] == list(game.options.__struct_fields__)
        for option in card["options"]:
            default = getattr(defaults, option["name"])
            assert option["default"] == (list(default) if isinstance(default, tuple) else default)
            for value in option["choices"] or [SAMPLES[option["kind"]]]:
                game.read_options({option["name"]: [value] if option["kind"] == "names" else value})
            assert (option["kind"] in ("choice", "names")) == bool(option["choices"])


def test_an_option_tells_its_bounds_and_how_many_values_it_takes_at_each_table(server: Running):
    cards = server.client().get("/api/games").expect(200)["games"]
    told = {(card["key"], option["name"]): option for card in cards for option in card["options"]}
    assert told["animals_on_board", "removed"]["counts"] == [4, 2, 0]
    assert told["mahe", "colours"]["counts"] == [4, 6, 4, 5, 6, 7]
    assert told["mahe", "first"]["counts"] == [1] * 6
    assert told["ship_ahoy", "teams"]["counts"] == [0, 0, 1]
    assert told["ship_ahoy", "steady_hand"]["counts"] == [2, 3, 4]
    assert [told["ship_ahoy", "port_distance"][bound] for bound in ("least", "most")] == [100, 200]
    assert [told["ship_ahoy", "steady_hand"][bound] for bound in ("least", "most")] == [0, 300]
    assert [told["ship_ahoy", "rounds"][bound] for bound in ("least", "most")] == [0, 60]


def test_a_switch_that_makes_teams_tells_who_is_on_which_side(server: Running):
    for card in server.client().get("/api/games").expect(200)["games"]:
        for option in card["options"]:
            options = GAMES[card["key"]].read_options({option["name"]: True} if option["kind"] == "switch" else {})
            sides = [options.side(seat) for seat in range(card["most"])]
            assert option["sides"] == (sides if len(set(sides)) < len(sides) else []), (card["key"], option["name"])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_a_games_words_are_its_own_over_the_common_ones(server: Running, key: str, lang: str):
    told = server.client().get(f"/api/games/{key}/words/{lang}").expect(200)
    common = server.client().get(f"/api/words/{lang}").expect(200)
    own = tomllib.loads((files(PLUGINS[key].package) / "words" / f"{lang}.toml").read_text("utf-8"))
    assert told["game"]["title"] == own["game"]["title"]
    for section, entries in own.items():
        assert told[section].items() >= entries.items()
    assert told["levels"] == common["levels"]
    assert "game" not in common


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_the_rules_come_whole_and_by_their_numbers(server: Running, key: str, lang: str):
    told = server.client().get(f"/api/games/{key}/rules/{lang}").expect(200)
    digest = PLUGINS[key].digest(lang)
    assert (told["text"], told["rules"]) == (digest.text, digest.rules)
    assert len(told["rules"]) > 10


@pytest.mark.parametrize(
    "path", ["chess/words/en", "duck/words/de", "chess/rules/en", "duck/rules/xx", "..%2f/rules/en"]
)
def test_an_unknown_game_or_language_is_not_found(server: Running, path: str):
    server.client().get(f"/api/games/{path}").problem(404, "not_found")


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/words/pl", "/api/games/mahe/words/en", "/api/games/mahe/rules/pl"]
)
def test_what_a_browser_has_already_is_not_sent_again(server: Running, path: str):
    client = server.client()
    first = client.get(path)
    again = client.get(path, **{"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert client.get(path, **{"If-None-Match": '"another"'}).body == first.body
    assert "no-store" not in first.headers["cache-control"]
