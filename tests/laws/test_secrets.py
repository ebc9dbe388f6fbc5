"""Laws of secrecy: what a seat cannot know changes nothing it sees, and `imagine` forgets exactly that."""

from __future__ import annotations

from laguna.laws import secrets as laws
from laws.cases import Case, every_case, hidden


@every_case
def test_views_that_are_made_together_are_those_made_one_by_one(case: Case):
    laws.views_made_together_are_those_made_one_by_one(case)


@every_case
def test_views_and_events_come_back_from_json(case: Case):
    laws.views_and_events_come_back_from_json(case)


@every_case
def test_imagine_changes_nothing_that_the_seat_sees(case: Case):
    laws.imagine_changes_nothing_that_the_seat_sees(case)


@every_case
def test_imagine_leaves_the_table_as_it_was(case: Case):
    laws.imagine_leaves_the_table_as_it_was(case)


@every_case
def test_tables_that_look_alike_become_identical_under_imagine(case: Case):
    laws.tables_that_look_alike_become_identical_under_imagine(case)


@every_case
def test_hidden_things_swapped_change_no_view_and_are_forgotten_by_imagine(case: Case):
    laws.hidden_things_swapped_change_no_view_and_are_forgotten(case, hidden(case.key).swap)


@every_case
def test_who_saw_the_same_imagines_the_same(case: Case):
    laws.who_saw_the_same_imagines_the_same(case)


@every_case
def test_events_do_not_tell_a_seat_what_it_cannot_know(case: Case):
    laws.events_do_not_tell_a_seat_what_it_cannot_know(case)
