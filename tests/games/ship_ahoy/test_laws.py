"""Ship Ahoy: the laws that hold for a game with nothing hidden, over seats, variants and scenarios.

Most games are fired with a cannon without physics, which is quick; some with the real one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice, product
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from games.ship_ahoy.declared import TIE_BREAK
from games.ship_ahoy.table import straight
from laguna import simulation
from laguna.core.game import BadOption, Event, snake
from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.core.record import BadRecord, Record, Recorder, parse, replay, verify, written
from laguna.core.words import LANGUAGES, Voice, words_of
from laguna.games.ship_ahoy import fleet, rules
from laguna.games.ship_ahoy.events import ShotFired
from laguna.games.ship_ahoy.game import REASONS, ShipAhoyGame, ShipAhoyTable
from laguna.games.ship_ahoy.moves import ScenarioName, Shoot
from laguna.games.ship_ahoy.physics.board import nearest_free_place, on_table, overlaps
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.scenarios import SCENARIOS
from laguna.games.ship_ahoy.state import Battle
from tabletop import told
from tiers import tiered

QUICK, REAL = ShipAhoyGame(straight), ShipAhoyGame()
NAMES = ["Ania", "Bartek", "Celina", "Darek"]
COMMON_REASONS = {"over", "not_asked", "stale", "not_a_move"}


class Case(NamedTuple):
    """One way to play."""

    seats: int
    scenario: str
    advanced: bool
    teams: bool = False
    miss_ends_turn: bool = False
    damaged_shoot: bool = False

    @property
    def options(self) -> Any:
        return QUICK.read_options({name: value for name, value in self._asdict().items() if name != "seats"})

    def __str__(self) -> str:
        words = [name for name in ("advanced", "teams", "miss_ends_turn", "damaged_shoot") if getattr(self, name)]
        return "-".join([str(self.seats), self.scenario, *words])


CASES = [
    *(Case(seats, *rest) for seats, *rest in product((2, 3, 4), SCENARIOS, (False, True))),
    *(Case(4, scenario, advanced, teams=True) for scenario, advanced in product(SCENARIOS, (False, True))),
    Case(3, "none", advanced=True, miss_ends_turn=True),
    Case(2, "kraken", advanced=False, miss_ends_turn=True),
    Case(2, "pirate_ship", advanced=True, damaged_shoot=True),
    Case(4, "none", advanced=True, damaged_shoot=True),
]
USUAL = {*CASES[::3], *CASES[-2:]}
"""What every run goes through: each scenario, seat count and option, not each with all others."""
every_case = pytest.mark.parametrize("case", tiered(CASES, USUAL.__contains__), ids=str)
some_cases = pytest.mark.parametrize("case", CASES[::5], ids=str)


def random_play(case: Case, seed: int, game: ShipAhoyGame = QUICK) -> Iterator[tuple[ShipAhoyTable, list[Event]]]:
    """The table at every question of a random game, and what happened before it. The table is live."""
    luck, players = SeededLuck(seed), SeededLuck(seed, 0, PLAYERS)
    table, events = game.start(case.seats, case.options, luck)
    yield table, events
    while asks := game.asks(table):
        move = game.random_move(table, asks[0].seat, players)
        yield table, game.play(table, asks[0].seat, asks[0].number, move, luck)


def recorded(case: Case, seed: int, game: ShipAhoyGame = QUICK) -> str:
    recorder = Recorder(game, case.seats, case.options, SeededLuck(seed))
    players = SeededLuck(seed, 0, PLAYERS)
    while asks := game.asks(recorder.table):
        recorder.play(asks[0].seat, asks[0].number, game.random_move(recorder.table, asks[0].seat, players))
    return recorder.close()


def record_of(case: Case, seed: int, game: ShipAhoyGame = QUICK) -> Record:
    return next(parse(recorded(case, seed, game), "a record"))


def games(game: ShipAhoyGame) -> dict[str, Any]:
    return {game.key: game}


# Games end


@every_case
def test_S36_random_games_end_within_thirty_rounds_and_somebody_wins(case: Case):
    for seed in range(2):
        *_, (table, _) = random_play(case, seed)
        assert QUICK.asks(table) == []
        assert table.battle.turn <= 30 * case.seats
        standings = QUICK.standings(table)
        assert min(standing.place for standing in standings) == 1
        assert all(sum(standing.parts.values()) == standing.score for standing in standings)


def check_order(case: Case, seed: int) -> None:
    """A whole random game, event by event."""
    luck, players = SeededLuck(seed), SeededLuck(seed, 0, PLAYERS)
    table, events = QUICK.start(case.seats, case.options, luck)
    assert QUICK.order.fits(None, events), told(events)
    while asks := QUICK.asks(table):
        move = QUICK.random_move(table, asks[0].seat, players)
        events = QUICK.play(table, asks[0].seat, asks[0].number, move, luck)
        assert QUICK.order.fits(move, events), f"{type(move).__name__}: {told(events)}"


@every_case
def test_events_come_in_the_order_that_is_written_down(case: Case):
    check_order(case, 5)


@pytest.mark.thorough
@every_case
def test_events_come_in_the_order_that_is_written_down_in_many_games(case: Case):
    for seed in range(6, 26):
        check_order(case, seed)


@some_cases
def test_S21_S22_points_and_then_towers_place_those_who_are_not_out(case: Case):
    for table, _ in random_play(case, 4):
        standings = [one for one in QUICK.standings(table) if case.teams or one.seat not in table.battle.out]
        ranks = [(one.score, one.tie_break.count) for one in standings]
        assert [one.place for one in standings] == [1 + sum(other > rank for other in ranks) for rank in ranks]
        assert {(one.tie_break.what, one.tie_break.rule) for one in standings} == {TIE_BREAK}


@pytest.mark.parametrize("case", tiered(CASES, {*CASES[::8]}.__contains__), ids=str)
def test_S36_random_games_with_the_real_cannon_end(case: Case):
    *_, (table, _) = random_play(case, 3, REAL)
    assert table.battle.turn <= 30 * case.seats


@pytest.mark.parametrize("case", CASES[::9], ids=str)
def test_S36_without_a_last_round_random_games_end_by_themselves(case: Case):
    options = msgspec.structs.replace(case.options, rounds=0)
    luck, players = SeededLuck(4), SeededLuck(4, 0, PLAYERS)
    table, _ = QUICK.start(case.seats, options, luck)
    while (asks := QUICK.asks(table)) and table.played < 2000:
        QUICK.play(table, asks[0].seat, asks[0].number, QUICK.random_move(table, asks[0].seat, players), luck)
    assert table.battle.out


def test_S36_a_simulation_gives_up_a_game_that_does_not_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(simulation, "MAX_MOVES", 7)
    summary = simulation.simulate_plain(QUICK, 2, QUICK.options(rounds=0), 1, 2, lambda _: None)
    assert (summary.finished, summary.moves) == (0, 14)


# Nothing is lost on the way


@every_case
def test_every_piece_is_in_exactly_one_place_and_stands_free(case: Case):
    pieces = {piece.id for piece in rules.layout(case.seats, 100, case.scenario)}
    for number, (table, _) in enumerate(random_play(case, seed=5)):
        b = table.battle
        taken = [piece for trophies in b.trophies for piece in trophies]
        assert len(taken) == len(set(taken))
        assert not set(taken) & b.pieces.keys()
        assert b.pieces.keys() | set(taken) <= pieces
        assert all(piece.id == key for key, piece in b.pieces.items())
        assert all(on_table(piece, b.table) for piece in b.everything)
        if number % 8 == 0:
            assert_apart(b)
        assert case.advanced or not any(piece.lying for piece in b.everything)
        assert len(b.barrels) == (len(fleet.ports(case.seats)) if case.scenario == "merchant" else 0)
        for barrel in b.barrels:
            assert [barrel.port, barrel.ship, barrel.seat].count(None) == 2
            assert barrel.ship is None or barrel.ship in b.pieces
        assert b.chest is None or b.chest in b.pieces
        assert set(b.held) <= b.pieces.keys()
        assert all(overlaps(b.pieces[fleet.KRAKEN], b.pieces[ship]) for ship in b.held)
        assert 0 <= b.points <= 3


def assert_apart(b: Battle) -> None:
    """S35: everything that a ball can move has its place to itself, but for what rounding does."""
    for piece in b.everything:
        if piece.kind.movable:
            free = nearest_free_place(piece, b.everything, b.table)
            assert math.dist((free.x, free.y), (piece.x, piece.y)) < 0.003


# Records, copies, questions


@every_case
def test_a_record_replays_to_the_same_table_and_verifies(case: Case):
    record = record_of(case, seed=6)
    *_, (table, _) = random_play(case, seed=6)
    *_, played = replay(record, games(QUICK))
    assert played.table == table
    assert QUICK.standings(played.table) == record.end.standings
    verify(record, games(QUICK))


def test_a_replay_never_fires_the_cannon():
    def no_cannon(*_: object) -> None:
        raise AssertionError("computed")

    case = Case(4, "treasure_island", advanced=False)
    record = record_of(case, 7, REAL)
    assert any(line.seen for line in record.moves)
    silent = ShipAhoyGame(no_cannon)
    verify(record, games(silent))
    *_, step = replay(record, games(silent))
    assert silent.asks(step.table) == []


def test_a_changed_shot_in_a_record_is_found():
    text = recorded(Case(2, "none", advanced=False), 8)
    broken = text.replace('"duration":1.0', '"duration":2.0', 1)
    assert broken != text
    with pytest.raises(BadRecord, match="was changed"):
        verify(next(parse(broken, "a record")), games(QUICK))


def test_a_record_with_a_shot_that_cannot_be_drawn_is_not_replayed_even_if_the_chain_is_made_to_fit():
    record = record_of(Case(2, "none", advanced=False), 8)
    number = next(number for number, line in enumerate(record.moves) if line.seen)
    line = record.moves[number]
    endless = msgspec.structs.replace(line, seen=[{**line.seen[0], "ball": [10**400, 0, 0]}])
    lines = [*record.moves[:number], endless, *record.moves[number + 1 :]]
    forged = next(parse(written(record.header, lines, record.end), "a record"))
    with pytest.raises(BadRecord, match="lead nowhere"):
        list(replay(forged, games(QUICK)))


@some_cases
def test_the_same_seed_gives_the_same_game(case: Case):
    assert recorded(case, 9) == recorded(case, 9)


@every_case
def test_a_copy_is_independent(case: Case):
    play = random_play(case, seed=10)
    table, _ = next(islice(play, 3, None))
    kept = table.copy()
    before = kept.copy()
    assert kept == table
    for _ in islice(play, 8):
        pass
    assert kept == before
    assert kept != table


@some_cases
def test_every_question_offers_moves_that_are_accepted_and_leaves_no_trace(case: Case):
    for table, _ in random_play(case, seed=11):
        before = table.copy()
        for ask in QUICK.asks(table):
            assert ask.number == table.played
            assert ask.moves or ask.free
            for move in ask.moves:
                assert QUICK.refusal(table, ask.seat, ask.number, move) is None
                assert msgspec.json.decode(msgspec.json.encode(move), type=QUICK.moves) == move
            proposed = QUICK.random_move(table, ask.seat, SeededLuck(1))
            assert QUICK.refusal(table, ask.seat, ask.number, proposed) is None
            assert proposed in ask.moves or proposed.__struct_config__.tag in ask.free
        assert table == before


@some_cases
def test_everybody_sees_the_same_and_imagines_the_table_itself(case: Case):
    for table, events in islice(random_play(case, seed=12), 25):
        views = [QUICK.view(table, seat) for seat in (None, *range(case.seats))]
        assert all(view == views[0] for view in views)
        assert QUICK.views_for(table, [None, *range(case.seats)]) == views
        assert msgspec.json.decode(msgspec.json.encode(views[0]), type=QUICK.views) == views[0]
        assert QUICK.imagine(table, 0, SeededLuck(1)) == table
        for event in events:
            assert event.seen_by(None) == event
            assert msgspec.json.decode(msgspec.json.encode(event), type=QUICK.events) == event


def test_a_table_is_plain_data():
    *_, (table, _) = islice(random_play(Case(4, "merchant", advanced=True), 13), 30)
    data = msgspec.to_builtins(table.battle, str_keys=True)
    assert msgspec.json.decode(msgspec.json.encode(data)) is not None
    assert table.battle.told == []


# Words


def said(lang: str) -> Any:
    return words_of("laguna.games.ship_ahoy", lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@some_cases
def test_a_whole_game_is_told_in_both_languages(case: Case, lang: str):
    voice = Voice(said(lang), NAMES[: case.seats])
    for table, events in random_play(case, seed=14):
        asks = QUICK.asks(table)
        sentences = [voice.event(event) for event in events] + [voice.ask(ask) for ask in asks]
        sentences += [voice.move(move) for ask in asks for move in ask.moves]
        for sentence in sentences:
            assert sentence
            assert sentence == sentence.strip()
            assert not any(slip in sentence for slip in ("{", "}", "None", "Struct"))
    for name in QUICK.standings(table)[0].parts:
        assert voice.part(name)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_move_question_refusal_option_and_scenario_has_its_words(lang: str):
    tables = said(lang).tables
    assert set(tables["events"]) == {snake(kind.__name__) for kind in get_args(QUICK.events)}
    assert set(tables["moves"]) == {snake(kind.__name__) for kind in get_args(QUICK.moves)}
    assert set(tables["asks"]) == {about for about, _ in QUICK.questions.values()}
    assert set(tables["reasons"]) == {reason for _, reason in REASONS} | COMMON_REASONS
    assert set(tables["names"]["scenario"]) == set(tables["scenarios"]) == set(get_args(ScenarioName)) == set(SCENARIOS)
    for name in QUICK.options.__struct_fields__:
        assert tables["options"][name]["label"]
        assert tables["options"][name]["help"].endswith(".")
    pieces = fleet.ISLAND + 1
    assert all(len(names) in (pieces, 12, 4) for names in tables["names"].values() if isinstance(names, list))


def test_both_languages_say_the_same_things():
    polish, english = (said(lang).tables for lang in ("pl", "en"))
    assert set(polish) == set(english)
    for section in set(polish) - {"names"}:
        assert set(polish[section]) == set(english[section]), section


def test_a_shot_is_told_as_fired_from_a_piece_not_at_it():
    shot = Shoot(fleet.TOWERS[0], 0.0, 0.0, 0.0, 0.5)
    assert Voice(said("pl"), NAMES).move(shot) == "strzał spod czerwonej wieży"
    assert Voice(said("en"), NAMES).move(shot) == "shoot from the red tower"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_way_with_too_many_points_is_told_how_many_bends_it_may_have(lang: str):
    assert f" {PHYSICS.rope_points - 2} " in said(lang).tables["reasons"]["too_many_points"]


@pytest.mark.parametrize("raw", [{"nothing": 1}, {"scenario": "x"}, {"port_distance": "far"}, {"first": 10**30}])
def test_an_option_that_does_not_exist_is_answered_in_a_sentence(raw: dict[str, object]):
    with pytest.raises(BadOption, match=r"\.$"):
        QUICK.start(4, QUICK.read_options(raw), SeededLuck(1))


@pytest.mark.parametrize("seats", [0, 1, 5, -3])
def test_a_seat_count_that_does_not_exist_is_answered_in_a_sentence(seats: int):
    with pytest.raises(BadOption, match=f"2 to 4 players, not {seats}"):
        QUICK.start(seats, QUICK.options(), SeededLuck(1))


def test_options_may_be_typed():
    options = QUICK.read_typed_options(
        {"advanced": "yes", "scenario": "kraken", "port_distance": "120", "steady_hand": "100,50", "first": "1"}
    )
    assert (options.advanced, options.scenario, options.port_distance) == (True, "kraken", 120)
    assert (options.steady_hand, options.first) == ((100, 50), 1)


def test_a_real_shot_is_told_with_its_track():
    for _, events in random_play(Case(4, "none", advanced=False), 15, REAL):
        shots = [event for event in events if isinstance(event, ShotFired)]
        if shots:
            assert len(shots[0].shot.ball) > 30
            return
    pytest.fail("No shot was fired.")
