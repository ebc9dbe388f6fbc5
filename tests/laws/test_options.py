"""Options are what their types say, by whatever door they come in."""

from __future__ import annotations

from typing import Any

import pytest

from laguna.cli.shared import read_options as read_typed
from laguna.core.game import Options
from laguna.core.plugin import Plugin
from laguna.games import GAMES, PLUGINS
from laguna.laws import options as laws
from laws.cases import every_game

OPTIONS = [
    pytest.param(plugin, field, id=f"{key}-{field.name}")
    for key, plugin in PLUGINS.items()
    for field in laws.fields_of(plugin)
]
every_option = pytest.mark.parametrize(("plugin", "field"), OPTIONS)


@every_option
def test_a_keyword_of_another_type_is_a_bad_option(plugin: Plugin, field: laws.Field):
    laws.a_keyword_of_another_type_is_a_bad_option(plugin, [field])


@every_option
def test_what_fits_is_taken_as_it_is(plugin: Plugin, field: laws.Field):
    laws.what_fits_is_taken_as_it_is(plugin, [field])


@every_option
def test_plain_data_of_another_type_is_a_bad_option(plugin: Plugin, field: laws.Field):
    laws.plain_data_of_another_type_is_a_bad_option(plugin, [field])


@every_option
def test_a_record_with_an_option_of_another_type_names_the_line(plugin: Plugin, field: laws.Field):
    laws.a_record_with_an_option_of_another_type_names_the_line(plugin, [field])


def typed(game: Any, name: str, text: str) -> Options:
    """An option as it is typed after a command."""
    return read_typed(game, [f"{name}={text}"])


@every_option
def test_what_is_typed_for_an_option_is_understood_or_a_bad_option(plugin: Plugin, field: laws.Field):
    laws.what_is_typed_is_understood_or_a_bad_option(plugin, [field], typed)


def test_what_is_typed_is_read_as_it_is_meant():
    mahe, duck, ship = GAMES["mahe"], GAMES["duck"], GAMES["ship_ahoy"]
    assert read_typed(mahe, ["first=2", "advanced=yes"]) == mahe.options(first=2, advanced=True)
    assert read_typed(mahe, ["colours= red, blue "]) == mahe.options(colours=("red", "blue"))
    assert read_typed(duck, ["dealer=none", "bluff_dives=off"]) == duck.options()
    assert read_typed(ship, ["steady_hand=100,50", "scenario=Kraken"]) == ship.options(
        steady_hand=(100, 50), scenario="kraken"
    )


@every_game
def test_a_game_takes_its_own_options_and_a_whole_number_of_seats(plugin: Plugin):
    laws.a_game_takes_its_own_options_and_a_whole_number_of_seats(plugin)
