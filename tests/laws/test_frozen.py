"""Laws of frozen tables, which a server keeps so as not to play long games again."""

from __future__ import annotations

import pytest

from laguna.core.plugin import Plugin
from laguna.games import PLUGINS
from laguna.laws import frozen
from laguna.laws.cases import cases_of
from laws.cases import Case, every_case, every_game
from tiers import tiered

SHIPS = [case for case in cases_of(PLUGINS["ship_ahoy"]) if case.usual]


@every_case
def test_a_frozen_table_thaws_as_it_was(case: Case):
    assert frozen.a_frozen_table_thaws_as_it_was(case)


@every_case
def test_a_game_goes_on_from_thawed_tables(case: Case):
    frozen.a_game_goes_on_from_thawed_tables(case)


@pytest.mark.parametrize("case", tiered(SHIPS, lambda case: case.seats == 2 or case is SHIPS[-1]), ids=str)
def test_ships_and_barrels_are_frozen_too(case: Case):
    assert frozen.a_frozen_table_thaws_as_it_was(case, seed=1)
    frozen.a_game_goes_on_from_thawed_tables(case, seed=1)


@every_game
def test_only_what_was_frozen_thaws(plugin: Plugin):
    frozen.only_what_was_frozen_thaws(plugin)
