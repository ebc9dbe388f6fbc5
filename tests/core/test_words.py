"""Words: templates, plurals, names and lists."""

from __future__ import annotations

import msgspec
import pytest

from laguna.core.words import MissingWord, Words, plural, words_of

POLISH = Words(
    "pl",
    {
        "common": {"and": "i"},
        "names": {
            "seat": "Gracz {number}",
            "turtle": ["żółw", "krab"],
            "turtle_gen": ["żółwia", "kraba"],
            "start": {"0": "z tratwy", "else": "z pola {value}"},
            "card": "{value} {colour}",
            "colour": {"red": "czerwona"},
        },
        "events": {"laid": "{seat} ma {eggs} {eggs:jajo|jaja|jaj}", "went": "{turtle} {start}, dla {turtle.gen}"},
    },
)


class Card(msgspec.Struct):
    value: int
    colour: str


@pytest.mark.parametrize(
    ("noun", "counts"),
    [
        ("jajo", (1, -1)),
        ("jaja", (2, 3, 4, 22, 34, 102, -3)),
        ("jaj", (0, 5, 11, 12, 13, 14, 21, 25, 101, 112)),
    ],
)
def test_polish_nouns_agree_with_their_numbers(noun: str, counts: tuple[int, ...]):
    assert {POLISH.fill("{n:jajo|jaja|jaj}", {"n": count}) for count in counts} == {noun}


@pytest.mark.parametrize(("count", "form"), [(0, 1), (1, 0), (2, 1), (21, 1), (-1, 0)])
def test_english_nouns_agree_with_their_numbers(count: int, form: int):
    assert plural("en", count) == form


def test_a_player_is_called_by_name_or_by_number():
    assert POLISH.say("events", "laid", {"seat": 0, "eggs": 2}, ["Ania"]) == "Ania ma 2 jaja"
    assert POLISH.say("events", "laid", {"seat": 1, "eggs": 5}, ["Ania"]) == "Gracz 2 ma 5 jaj"


def test_what_a_field_holds_may_be_called_as_what_another_holds():
    words = Words("pl", {**POLISH.tables, "like": {"winner": "seat", "under": "turtle"}})
    facts = {"winner": 1, "under": 0}
    assert words.fill("{winner} bierze {under.gen}", facts, ["Ania", "Bartek"]) == "Bartek bierze żółwia"


def test_pieces_have_names_and_forms():
    assert POLISH.say("events", "went", {"turtle": 1, "start": 0}) == "krab z tratwy, dla kraba"
    assert POLISH.say("events", "went", {"turtle": 0, "start": 7}) == "żółw z pola 7, dla żółwia"


def test_a_fact_called_value_may_have_names_too():
    words = Words("en", {"names": {"value": {"0": "nothing", "else": "just {value}"}}})
    assert words.fill("{value}", {"value": 0}) == "nothing"
    assert words.fill("{value}", {"value": 3}) == "just 3"


def test_structures_and_lists_are_spoken():
    cards = [Card(3, "red"), Card(5, "red"), Card(1, "red")]
    assert POLISH.fill("{card}", {"card": cards}) == "3 czerwona, 5 czerwona i 1 czerwona"
    assert POLISH.fill("{card}", {"card": []}) == ""


def test_a_missing_sentence_fact_or_language_is_named():
    with pytest.raises(MissingWord, match=r"no sentence “events\.nothing”"):
        POLISH.say("events", "nothing", {})
    with pytest.raises(MissingWord, match="wants a fact “eggs”"):
        POLISH.say("events", "laid", {"seat": 0})
    with pytest.raises(MissingWord, match="no words for the language “fr”"):
        words_of("laguna.games.mahe", "fr")
