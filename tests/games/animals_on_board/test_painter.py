"""Animals on Board in text: at most 80 columns, letters that name tiles, no more than the seat may see."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from laguna.core.game import Ask
from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.core.words import LANGUAGES, Voice, words_of
from laguna.games import GAMES
from laguna.games.animals_on_board.game import Animal, AnimalsView, Discard, FaceDown, Group, Kin, Player, Split
from laguna.games.animals_on_board.painter import AnimalsPainter

GAME = GAMES["animals_on_board"]
NAMES = ["Ania", "Bartek", "Celina", "Kapitanka Wydra"]
BOTH = pytest.mark.parametrize("lang", LANGUAGES)


def painter(lang: str) -> AnimalsPainter:
    return AnimalsPainter(Voice(words_of("laguna.games.animals_on_board", lang), NAMES))


def drawn(lang: str, view: AnimalsView, seat: int | None) -> str:
    screen = io.StringIO()
    Console(file=screen, width=80).print(painter(lang).draw(view, seat))
    return screen.getvalue()


def player(**seen: object) -> Player:
    facts = {"tiles": 0, "crates": 2, "earns": 1, "resting": False, "chosen": False}
    secrets = dict.fromkeys(("ark", "secret", "noah", "discarded", "points", "kin"))
    return Player(**{**facts, **secrets, **seen})


def view(**changed: object) -> AnimalsView:
    """Seat 0 is to move: three tiles in one group, the face-down one alone."""
    groups = (
        Group(tiles=(Animal("camel", 1), Animal("fox", 2), Animal("zebra", 3)), price=3),
        Group(tiles=(FaceDown(),), price=1),
    )
    ark = (Animal("fox", 1), Animal("fox", 4), Animal("panda", 1), Animal("panda", 2), Animal("panda", 3))
    facts = {
        "seats": 2,
        "round": 2,
        "active": 0,
        "starter": 1,
        "last_turn": False,
        "groups": groups,
        "pile": 20,
        "supply": 16,
        "removed": ("tiger",),
        "players": (player(ark=ark, tiles=5, points=17), player(tiles=3, resting=True)),
        "choice": (),
        "joining": {},
        "over": False,
    }
    return AnimalsView(**{**facts, **changed})


def ask(free: str) -> Ask:
    return Ask(seat=0, number=1, about="split_or_take", rule="A6", moves=(), free=(free,))


def test_groups_have_prices_and_tiles_letters():
    text = drawn("pl", view(), 0)
    assert "cena 3   a wielbłąd 1   b lis 2        c zebra 3" in text
    assert "cena 1 ✓ d zakryta" in text
    assert "Nie płyną: tygrys" in text
    assert "▶  Ania" in text
    assert "Twoja arka: lis 1 4 (para) · panda 1 2 3 (stado) · ze skrzynkami 17 punktów" in text


def test_a_spectator_sees_no_ark_and_no_price_to_pay():
    text = drawn("en", view(players=(player(tiles=5), player(tiles=3, resting=True))), None)
    assert "✓" not in text
    assert "fox 1" not in text
    assert "5/10" in text


@pytest.mark.parametrize("typed", ["bc", "b c", "B, C", "cb"])
def test_a_split_is_typed_by_letters(typed):
    move = painter("pl").parse(typed, ask("split"), view())
    assert isinstance(move, Split)
    assert set(move.tiles) == {Animal("fox", 2), Animal("zebra", 3)}


def test_the_face_down_tile_has_a_letter_too():
    assert painter("pl").parse("d", ask("split"), view()) == Split(tiles=(FaceDown(),))


@pytest.mark.parametrize("typed", ["", "z", "a?", "12", "ae"])
def test_other_letters_are_no_move(typed):
    assert painter("pl").parse(typed, ask("split"), view()) is None


def test_a_discard_is_typed_by_the_letters_of_ones_own_tiles():
    kin = (
        Kin(tiles=(Animal("fox", 1), Animal("fox", 4)), counts_as="pair", points=0, staying=(0, None, 0)),
        Kin(tiles=tuple(Animal("panda", value) for value in (1, 2, 3)), counts_as="herd", points=15, staying=()),
    )
    ark = kin[0].tiles + kin[1].tiles
    choosing = view(active=None, players=(player(ark=ark, kin=kin, tiles=5, points=17), player(tiles=3)))
    text = drawn("pl", choosing, 0)
    assert "a panda 1      b panda 2      c panda 3" in text, "Noah's pair has no letters"
    assert "Twoja arka: lis 1 4 (para)" in text
    move = painter("pl").parse("ac", ask("discard"), choosing)
    assert move == Discard(tiles=(Animal("panda", 1), Animal("panda", 3)))


def test_one_of_the_three_dealt_tiles_may_be_one_of_two_of_a_species():
    dealt = (Animal("fox", 1), Animal("fox", 4), Animal("panda", 1))
    choosing = view(round=0, active=None, players=(player(ark=dealt, kin=(), tiles=3, points=3), player(tiles=3)))
    assert "a lis 1        b lis 4        c panda 1" in drawn("pl", choosing, 0)


@BOTH
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("raw", [{}, {"open_arks": True}])
def test_a_whole_game_fits_on_the_screen_of_every_seat(lang, seats, raw):
    luck, random = SeededLuck(5), SeededLuck(5, 0, PLAYERS)
    table, _ = GAME.start(seats, GAME.read_options(raw), luck)
    while True:
        for seat in (None, 0, seats - 1):
            text = drawn(lang, GAME.view(table, seat), seat)
            assert max(map(len, text.splitlines())) <= 80
            assert "{" not in text
            assert "None" not in text
        if not table.numbers:
            break
        for _ in range(3):
            if table.numbers:
                seat = min(table.numbers)
                GAME.play(table, seat, table.numbers[seat], GAME.random_move(table, seat, random), luck)
