"""One table in steps of choices: the games of a seed, copies that go apart, records that verify."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import msgspec
import numpy as np
import pytest

from envs.encoded import KEYS, SEATED, any_choice, midway, play, shown
from laguna import simulation
from laguna.core.bot import knowledge
from laguna.core.encoding import WAIT
from laguna.core.record import parse, verify
from laguna.envs.conventions import NoGame
from laguna.envs.table import EnvTable, NoRecord, NotReadable
from laguna.games import GAMES, RULED

every_table = pytest.mark.parametrize(("key", "seats"), SEATED)
every_game = pytest.mark.parametrize("key", KEYS)


def record_of(text: str) -> Any:
    [record] = parse(text, "a record")
    return record


@every_table
def test_a_game_is_recorded_as_the_referee_would_and_verifies(key: str, seats: int) -> None:
    table = EnvTable(key, seats)
    table.reset(seed=3)
    play(table, np.random.default_rng(3))
    record = record_of(table.record())
    verify(record, GAMES)
    assert record.end.finished
    assert record.end.standings == table.standings()


@every_game
def test_the_games_are_those_of_the_simulation(key: str) -> None:
    game = RULED[key]
    recorded = record_of(simulation.recorded(game, game.seats[0], game.options(), 9, 4)).header
    table = EnvTable(key)
    table.reset(seed=9, number=4)
    assert record_of(table.record()).header == recorded


@every_game
def test_table_i_of_n_plays_the_games_i_i_plus_n_and_so_on(key: str) -> None:
    table = EnvTable(key, first=1, stride=3)
    numbers = []
    for seed in (8, None, None, 8, None):
        table.reset(seed)
        numbers.append((table.seed, table.number))
    assert numbers == [(8, 1), (8, 4), (8, 7), (8, 1), (8, 4)]


def test_without_a_seed_every_table_plays_its_own_games() -> None:
    tables = [EnvTable(KEYS[0]) for _ in range(2)]
    for table in tables:
        table.reset()
    assert tables[0].seed != tables[1].seed


@every_table
def test_who_is_not_asked_can_only_wait_and_no_mask_is_ever_empty(key: str, seats: int) -> None:
    table, rng = EnvTable(key, seats), np.random.default_rng(1)
    table.reset(seed=1)
    for _ in range(40):
        for seat in range(seats):
            mask = table.mask(seat)
            assert mask.any()
            assert (mask[WAIT] == 1) == (seat not in table.asked)
        if not table.ended:
            table.choose(table.asked[0], any_choice(table.mask(table.asked[0]), rng))


@every_game
def test_waiting_changes_nothing(key: str) -> None:
    table = midway(key, RULED[key].seats[-1])
    waiting = next(seat for seat in range(table.seats) if seat not in table.asked)
    before = table.save()
    table.choose(waiting, WAIT)
    assert table.save() == before


@every_table
def test_rewards_of_a_game_add_up(key: str, seats: int) -> None:
    """Of a win and a place to nothing; one's own points, as they came, to those that one has."""
    for reward in ("win", "place", "points"):
        table = EnvTable(key, seats, reward=reward)  # type: ignore[arg-type]
        table.reset(seed=2)
        at_first = np.array([standing.score for standing in table.standings()])
        rng, total = np.random.default_rng(2), np.zeros(seats)
        while not table.ended:
            seat = table.asked[0]
            table.choose(seat, any_choice(table.mask(seat), rng))
            total += table.rewards
        if reward == "points":
            assert (at_first + total).tolist() == [standing.score for standing in table.standings()]
        else:
            assert total.sum() == pytest.approx(0)
            first = [standing.place == 1 for standing in table.standings()]
            assert (total == total.max()).tolist() == first


# Illegal choices


@every_game
def test_an_illegal_choice_loses_the_game_and_says_by_which_rule(key: str) -> None:
    rules = RULED[key]
    table = midway(key, rules.seats[0])
    illegal = np.flatnonzero(table.mask(table.asked[0]) == 0)
    for choice in [*illegal[:: max(1, len(illegal) // 20)].tolist(), -1, len(table.mask(0)), 10**30]:
        lost = table.clone()
        seat = lost.asked[0]
        lost.choose(seat, choice)
        assert lost.ended
        assert lost.forfeited == seat
        assert lost.rewards == [-1.0 if each == seat else 0.0 for each in range(lost.seats)]
        assert lost.refusal is not None
        assert [lost.mask(each)[WAIT] for each in range(lost.seats)] == [1] * lost.seats
        assert not record_of(lost.record()).end.finished


def test_M22_is_named_where_a_card_would_pass_seven() -> None:
    table = EnvTable("mahe", 2, {"advanced": True, "first": 0})
    table.reset(seed=1)
    seat = table.asked[0]
    table.choose(seat, any_choice(table.mask(seat), np.random.default_rng(1)))
    state = table.table.state
    state.pile[table.asked[0]][6], state.total = 1, 5
    table.choose(table.asked[0], 8)  # the card of value 6
    assert table.refusal is not None
    assert (table.refusal.rule, table.refusal.reason) == ("M22", "past_seven")


@every_game
def test_who_chooses_without_being_asked_is_told_so(key: str) -> None:
    table = midway(key, RULED[key].seats[-1])
    waiting = next(seat for seat in range(table.seats) if seat not in table.asked)
    table.choose(waiting, 1)
    assert table.refusal is not None
    assert table.refusal.reason == "not_asked"


@every_game
def test_instead_of_an_illegal_choice_any_legal_one_is_made_the_same_each_time(key: str) -> None:
    positions = []
    for _ in range(2):
        table = EnvTable(key, illegal="random")
        table.reset(seed=6)
        for _ in range(30):
            if not table.ended:
                table.choose(table.asked[0], -1)
        assert table.forfeited is None
        positions.append(table.save())
    assert positions[0] == positions[1]


# All at once


@every_table
def test_choices_made_together_are_those_made_one_by_one(key: str, seats: int) -> None:
    """Law 5 lets the later ones choose before they know of the earlier ones."""
    together, apart = EnvTable(key, seats), EnvTable(key, seats)
    for table in (together, apart):
        table.reset(seed=4)
    rng = np.random.default_rng(4)
    while not together.ended:
        questions = dict(together.table.numbers)
        choices = {seat: any_choice(together.mask(seat), rng) for seat in range(seats)}
        together.choose_together(choices)
        for seat, question in questions.items():
            if not apart.ended and apart.table.numbers.get(seat) == question:
                apart.choose(seat, choices[seat])
        assert shown(together) == shown(apart)
    assert apart.ended


@every_game
def test_whoever_is_asked_has_to_be_heard(key: str) -> None:
    table = midway(key, RULED[key].seats[0])
    before = table.save()
    with pytest.raises(ValueError, match=f"Seat {table.asked[0]} is asked, and no choice of it is given"):
        table.choose_together({})
    assert table.save() == before


# Copies


@every_table
@pytest.mark.parametrize(
    "copied",
    [
        EnvTable.clone,
        copy.deepcopy,
        lambda table: EnvTable.load(table.save()),
        lambda table: pickle.loads(pickle.dumps(table)),  # noqa: S301 - our own
    ],
    ids=["clone", "deepcopy", "load", "pickle"],
)
def test_a_copy_plays_the_same_game_on_and_is_a_table_of_its_own(key: str, seats: int, copied: Any) -> None:
    table = midway(key, seats, reward="points")
    before = table.save()
    twin = copied(table)
    play(twin, np.random.default_rng(8))
    assert table.save() == before
    play(table, np.random.default_rng(8))
    assert twin.save() == table.save()
    assert twin.record() == table.record()


def test_a_table_is_copied_before_its_first_game_too() -> None:
    table = EnvTable(KEYS[0], 3, reward="place", first=2, stride=5)
    for twin in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):  # noqa: S301 - our own
        twin.reset(seed=1)
        assert (twin.seats, twin.reward, twin.number, twin.stride) == (3, "place", 2, 5)


@every_table
def test_an_imagined_table_looks_the_same_to_the_seat_and_is_what_it_may_know(key: str, seats: int) -> None:
    table = midway(key, seats)
    for seat in range(seats):
        imagined = table.imagine(seat, seed=11)
        assert imagined.observe(seat).tolist() == table.observe(seat).tolist()
        assert imagined.mask(seat).tolist() == table.mask(seat).tolist()
        assert imagined.table.state == knowledge(table.game, table.table, seat, 11).state


@every_game
def test_in_an_imagined_table_the_luck_to_come_is_another_one(key: str) -> None:
    """Else whoever plans in it would foresee the dice."""
    table = midway(key, RULED[key].seats[0], illegal="random")
    ways = []
    for twin in (table.clone(), *(table.imagine(table.asked[0], seed) for seed in range(6))):
        play(twin, np.random.default_rng(8), table.table.played + 40)
        ways.append(twin.table.state.plain())
    assert any(way != ways[0] for way in ways[1:])
    assert any(way != ways[1] for way in ways[2:])


@every_game
def test_how_far_others_have_begun_is_forgotten_in_an_imagined_table(key: str) -> None:
    table = midway(key, RULED[key].seats[0])
    table._begun = [7] * table.seats
    assert table.imagine(1, seed=1).begun == [7 if seat == 1 else 0 for seat in range(table.seats)]
    assert table.imagine(None, seed=1).begun == [0] * table.seats


@every_game
def test_points_that_others_were_only_imagined_to_have_are_no_reward(key: str) -> None:
    table = midway(key, RULED[key].seats[-1], reward="points")
    imagined = table.imagine(table.asked[0], seed=2)
    before = np.array([standing.score for standing in imagined.standings()])
    imagined.choose(imagined.asked[0], any_choice(imagined.mask(imagined.asked[0]), np.random.default_rng(1)))
    assert (before + imagined.rewards).tolist() == [standing.score for standing in imagined.standings()]


@every_game
def test_an_imagined_game_has_no_record(key: str) -> None:
    with pytest.raises(NoRecord, match="it never took place"):
        midway(key, RULED[key].seats[0]).imagine(0, seed=1).record()


# What is read


def changed(saved: bytes, place: int, value: object) -> bytes:
    plain = msgspec.msgpack.decode(saved)
    plain[place] = value
    return msgspec.msgpack.encode(plain)


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        (0, 99, "saved by another version"),
        (1, "chess", "a table of another game. There is no game of whole numbers called 'chess'"),
        (2, 99, "saved by another version"),
        (3, 99, "saved by another version"),
        (4, "glory", "no saved table"),
        (8, -1, "no saved table"),
        (10, b"nothing", "damaged"),
        (11, [1, 2], "damaged"),
        (13, [0], "damaged"),
    ],
)
def test_what_another_game_or_version_saved_is_refused(place: int, value: object, sentence: str) -> None:
    with pytest.raises(NotReadable, match=sentence):
        EnvTable.load(changed(midway(KEYS[0], 2).save(), place, value))


@pytest.mark.parametrize("saved", [b"", b"\x80", pickle.dumps([1]), msgspec.msgpack.encode([1] * 19)])
def test_what_is_no_saved_table_is_refused(saved: bytes) -> None:
    with pytest.raises(NotReadable, match="no saved table"):
        EnvTable.load(saved)


def test_a_table_of_other_seats_or_options_is_not_taken_for_this_one() -> None:
    mine = midway(KEYS[0], 2)
    with pytest.raises(NotReadable, match="with 3 seats"):
        mine.loaded(midway(KEYS[0], 3).save())
    assert mine.loaded(mine.save()).save() == mine.save()


# What does not fit


def test_nothing_is_done_before_a_game_begins_or_after_it_is_over() -> None:
    table = EnvTable(KEYS[0])
    for what in (table.record, table.save, table.standings, lambda: table.observe(0), lambda: table.choose(0, 1)):
        with pytest.raises(NoGame, match="`reset` begins one"):
            what()
    table.reset(seed=1)
    play(table, np.random.default_rng(1))
    with pytest.raises(NoGame, match="The game is over: `reset` begins the next one"):
        table.choose(0, 1)


@pytest.mark.parametrize("choice", [None, 1.0, "1", True, np.float32(1), np.array([1]), np.array([1, 2]), [1]])
def test_a_choice_is_one_whole_number(choice: Any) -> None:
    table = midway(KEYS[0], 2)
    before = table.save()
    for choose in (table.choose, lambda seat, given: table.choose_together({seat: given})):
        with pytest.raises(TypeError, match="A choice is one whole number from 0 to"):
            choose(table.asked[0], choice)
    assert table.save() == before


@pytest.mark.parametrize("choice", [np.int64(1), np.int8(1), np.array(1)])
def test_whole_numbers_of_numpy_are_choices(choice: Any) -> None:
    table, other = midway(KEYS[0], 2), midway(KEYS[0], 2)
    seat = table.asked[0]
    legal = any_choice(table.mask(seat), np.random.default_rng(1))
    table.choose(seat, choice * 0 + legal)
    other.choose(seat, legal)
    assert table.save() == other.save()


@pytest.mark.parametrize("seed", ["7", 7.0, -1, 1 << 63, True, [7]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="A seed is a whole number from 0 to 9223372036854775807, not"):
        EnvTable(KEYS[0]).reset(seed)


def test_a_game_has_a_number() -> None:
    table = midway(KEYS[0], 2)
    before = table.save()
    for number in (-1, 1 << 32, "3"):
        with pytest.raises(ValueError, match="A game's number is a whole number from 0 to 4294967295, not"):
            table.reset(1, number=number)  # type: ignore[arg-type]
    assert table.save() == before
