"""What a program that uses the library may rely on, by its types. Checked by mypy, and run as well."""

from __future__ import annotations

from typing import Any, assert_type

import pytest

from laguna.core.game import Game, Options, Refusal, Standing, View
from laguna.core.luck import SeededLuck
from laguna.core.ruled import RuledTable
from laguna.games import GAMES
from laguna.games.animals_on_board.game import AnimalsGame, AnimalsOptions
from laguna.games.duck.game import DuckGame, DuckOptions
from laguna.games.kuna_yala.game import KunaYalaGame, KunaYalaOptions
from laguna.games.mahe.game import MaheGame, MaheMove, MaheOptions
from laguna.games.mahe.rules import Mahe
from laguna.games.ship_ahoy.game import ShipAhoyGame, ShipAhoyTable
from laguna.games.ship_ahoy.moves import ShipAhoyMove, ShipAhoyOptions


def test_a_game_named_by_its_key_has_its_own_type() -> None:
    assert isinstance(assert_type(GAMES["mahe"], MaheGame), MaheGame)
    assert isinstance(assert_type(GAMES["duck"], DuckGame), DuckGame)
    assert isinstance(assert_type(GAMES["animals_on_board"], AnimalsGame), AnimalsGame)
    assert isinstance(assert_type(GAMES["kuna_yala"], KunaYalaGame), KunaYalaGame)
    assert isinstance(assert_type(GAMES["ship_ahoy"], ShipAhoyGame), ShipAhoyGame)


def test_so_have_its_options_table_moves_and_answers() -> None:
    mahe, luck = GAMES["mahe"], SeededLuck(1)
    table, _ = mahe.start(4, assert_type(mahe.options(first=0), MaheOptions), luck)
    assert_type(table, RuledTable[Mahe, MaheOptions])
    assert_type(table.options.advanced, bool)
    move = assert_type(mahe.random_move(table, 0, luck), MaheMove)
    assert assert_type(mahe.refusal(table, 0, table.question_number(0), move), Refusal | None) is None
    assert_type(mahe.view(table, None), View)
    assert_type(mahe.standings(table), list[Standing])


def test_so_has_the_game_that_is_not_made_of_whole_numbers() -> None:
    ship_ahoy, luck = GAMES["ship_ahoy"], SeededLuck(1)
    table, _ = ship_ahoy.start(2, assert_type(ship_ahoy.options(first=0), ShipAhoyOptions), luck)
    assert_type(table, ShipAhoyTable)
    assert_type(ship_ahoy.random_move(table, 0, luck), ShipAhoyMove)


def test_each_has_options_of_its_own() -> None:
    found: list[Options] = [
        assert_type(GAMES["duck"].options(), DuckOptions),
        assert_type(GAMES["animals_on_board"].options(), AnimalsOptions),
        assert_type(GAMES["kuna_yala"].options(), KunaYalaOptions),
    ]
    assert len({type(options) for options in found}) == len(found)


@pytest.mark.parametrize("key", GAMES)
def test_a_key_that_is_a_variable_names_any_game(key: str) -> None:
    assert assert_type(GAMES[key], Game[Any, Any, Any]).key == key
    assert [game for game in GAMES.values() if game.key == key] == [GAMES[key]]


def test_an_unknown_key_is_a_key_error() -> None:
    assert GAMES.get("chess") is None
    with pytest.raises(KeyError):
        GAMES["chess"]
