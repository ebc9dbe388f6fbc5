"""Records: written line by line, replayed without drawing, verified to the last byte."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laguna.core.game import Refused
from laguna.core.luck import SecretLuck, SeededLuck
from laguna.core.record import BadRecord, End, Header, Line, Recorder, begin, parse, read, replay, verify, written
from laguna.games import GAMES
from laguna.games.mahe.game import PlayCard, Roll, Stop
from laguna.games.ship_ahoy.game import ShipAhoyGame
from laguna.games.ship_ahoy.moves import Shoot
from laguna.games.ship_ahoy.physics.cannon import Shot, shoot

MAHE, DUCK = GAMES["mahe"], GAMES["duck"]
GOLDEN = Path(__file__).parents[1] / "golden"


def played(seed: bytes = bytes(32), moves: int | None = None) -> str:
    """A record of Mahé; of only so many moves, if the game is left."""
    recorder = Recorder(MAHE, 4, MAHE.read_options({"advanced": True, "first": 2}), SecretLuck(seed))
    players = SeededLuck(1)
    while (asks := MAHE.asks(recorder.table)) and (moves is None or recorder.table.played < moves):
        recorder.play(asks[0].seat, asks[0].number, MAHE.random_move(recorder.table, asks[0].seat, players))
    return recorder.close()


TEXT = played()
LINES = TEXT.splitlines()


def check(text: str) -> None:
    for record in parse(text, "the file"):
        verify(record, GAMES)


def rechained(*lines: str) -> str:
    """The lines with a chain that fits: what a forger who knows the format would write."""
    header, *moves, end = lines
    read_moves = [msgspec.json.decode(line, type=Line) for line in moves]
    return written(msgspec.json.decode(header, type=Header), read_moves, msgspec.json.decode(end, type=End))


def edited(number: int, **changes: object) -> list[str]:
    """The lines of the record with some values of one changed."""
    line = {**json.loads(LINES[number]), **changes}
    return [*LINES[:number], json.dumps(line), *LINES[number + 1 :]]


def test_a_whole_record_verifies_and_replays_to_its_standings():
    (record,) = parse(TEXT, "the file")
    verify(record, GAMES)
    *_, last = replay(record, GAMES)
    assert MAHE.standings(last.table) == record.end.standings
    assert record.end.finished


def test_the_header_commits_and_the_end_reveals():
    (record,) = parse(TEXT, "the file")
    assert record.header.commitment == SecretLuck(bytes(32)).commitment
    assert bytes.fromhex(record.end.seed) == bytes(32)


def test_a_game_that_was_left_is_a_record_too():
    (record,) = parse(played(moves=5), "the file")
    assert not record.end.finished
    assert len(record.moves) == 5
    verify(record, GAMES)


def test_several_records_may_follow_each_other_in_one_file(tmp_path: Path):
    path = tmp_path / "games.jsonl"
    path.write_text(TEXT + played(bytes([1] * 32)), "utf-8")
    one, two = read(path)
    assert one.first == 1
    assert two.first == len(LINES) + 1
    verify(two, GAMES)


def test_a_refused_move_is_not_written_down():
    recorder = Recorder(MAHE, 4, MAHE.options(), SecretLuck(bytes(32)))
    with pytest.raises(Refused):
        recorder.play(0, 0, PlayCard(value=1))
    assert len(recorder.close().splitlines()) == 2


def test_a_shot_that_fails_and_is_fired_again_meets_the_same_luck_and_verifies():
    """S34: a worker that dies must neither spoil the record nor give the gunner another tremor."""
    fired: list[tuple[float, float]] = []

    def cannon(pieces: Any, muzzle: Any, heading: float, speed: float, table: float) -> Shot:
        fired.append((heading, speed))
        if len(fired) == 1:
            raise OSError("the worker died")
        return shoot(pieces, muzzle, heading, speed, table)

    game = ShipAhoyGame(cannon)
    recorder = Recorder(game, 2, game.options(first=0), SecretLuck(bytes(32)))
    aim = next(move for n in count() if isinstance(move := game.random_move(recorder.table, 0, SeededLuck(n)), Shoot))
    with pytest.raises(OSError, match="the worker died"):
        recorder.play(0, 0, aim)
    recorder.play(0, 0, aim)
    assert fired[0] == fired[1]
    (record,) = parse(recorder.close(), "the file")
    verify(record, GAMES)


@given(at=st.integers(0, len(TEXT.encode()) - 1), bit=st.integers(0, 7))
@settings(max_examples=400)
def test_a_changed_byte_anywhere_is_found(at: int, bit: int):
    raw = bytearray(TEXT.encode())
    raw[at] ^= 1 << bit
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return  # told by `read`
    with pytest.raises(BadRecord):
        check(text)


@pytest.mark.parametrize("number", [1, 7, len(LINES) - 2])
def test_a_changed_move_is_named_by_its_line(number: int):
    other = "stop" if '"roll"' in LINES[number] else "roll"
    changed = edited(number, move={"move": other})
    with pytest.raises(BadRecord, match=f"[Ll]ine {number + 1} was changed"):
        check("\n".join(changed) + "\n")


def test_a_changed_draw_is_named_even_if_the_chain_is_made_to_fit():
    number = next(i for i, line in enumerate(LINES[1:-1], 1) if json.loads(line)["draws"])
    draws = json.loads(LINES[number])["draws"]
    forged = rechained(*edited(number, draws=[(draws[0] + 1) % 6, *draws[1:]]))
    with pytest.raises(BadRecord, match=f"Line {number + 1}: the draws are .* but from the seed follow"):
        check(forged)


def test_a_changed_seed_is_named_even_if_the_chain_is_made_to_fit():
    with pytest.raises(BadRecord, match=f"Line {len(LINES)}: the revealed seed is not the one that line 1 commits to"):
        check(rechained(*edited(len(LINES) - 1, seed="11" * 32)))


def test_changed_standings_are_named_even_if_the_chain_is_made_to_fit():
    standings = json.loads(LINES[-1])["standings"]
    standings[0]["score"] += 1
    with pytest.raises(BadRecord, match="do not stand as the record says"):
        check(rechained(*edited(len(LINES) - 1, standings=standings)))


def test_a_move_against_the_rules_is_named():
    with pytest.raises(BadRecord, match=r"Line 2: the move is against the rules \(M23: no_such_card\)"):
        check(rechained(*edited(1, move={"move": "play_card", "value": 1})))


def test_a_move_that_the_game_does_not_know_is_named():
    with pytest.raises(BadRecord, match="Line 2: mahe knows no such move"):
        check(rechained(*edited(1, move={"move": "castle"})))


@pytest.mark.parametrize("kept", [1, 2, len(LINES) - 1])
def test_a_truncated_record_says_where_it_is_cut_off(kept: int):
    with pytest.raises(BadRecord, match=f"cut off after line {kept}; its end is missing"):
        check("\n".join(LINES[:kept]) + "\n")


def test_a_record_cut_in_the_middle_of_a_line_says_so():
    with pytest.raises(BadRecord, match="cut off in the middle of a line"):
        check(TEXT[:-20])


def test_a_missing_line_is_found():
    with pytest.raises(BadRecord, match="Line 3 was changed"):
        check("\n".join(LINES[:2] + LINES[3:]) + "\n")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"laguna": 2}, "made by a newer Laguna"),
        ({"laguna": 0}, "there is no format 0"),
        ({"laguna": -1}, "there is no format -1"),
        ({"version": 99}, "made by a newer version of the rules of mahe"),
        ({"version": 0}, "made by an older version of the rules of mahe"),
        ({"game": "chess"}, "a game called “chess”, which this Laguna does not have"),
        ({"seats": 9}, "mahe is for 2 to 7 players, not 9"),
        ({"options": {"speed": 3}}, "mahe has no option “speed”"),
        ({"luck": "coin"}, "Luck of the kind “coin” is not known"),
        ({"draws": []}, "the draws are"),
    ],
)
def test_a_header_that_cannot_be_played_says_why(changes: dict[str, object], sentence: str):
    with pytest.raises(BadRecord, match=sentence):
        check(rechained(*edited(0, **changes)))


def test_a_newer_format_is_named_even_if_it_has_other_fields():
    with pytest.raises(BadRecord, match="made by a newer Laguna"):
        check('{"laguna":7,"something":"else"}\n')


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n\xff", b"hello\n", b"[]\n", b"{}\n", b"[" * 100_000])
def test_a_file_that_is_no_record_is_told_in_a_sentence(content: bytes, tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(BadRecord, match=r"not a record of Laguna|cut off"):
        read(path)


def test_a_missing_file_or_a_folder_is_told_in_a_sentence(tmp_path: Path):
    with pytest.raises(BadRecord, match="cannot be read: No such file"):
        read(tmp_path / "nothing")
    with pytest.raises(BadRecord, match="cannot be read"):
        read(tmp_path)


def test_a_replay_never_draws():
    """The recorded draws are played, not the seed's: a record of other draws replays as written."""
    number = next(i for i, line in enumerate(LINES[1:-1], 1) if json.loads(line)["draws"] in ([0], [1]))
    (record,) = parse(rechained(*edited(number, draws=[2])), "the file")
    steps = replay(record, GAMES)
    events = [next(steps).events for _ in range(number + 1)][-1]
    assert any(getattr(event, "die", None) == 3 for event in events)


def test_a_changed_record_is_not_replayed():
    text = "\n".join(edited(1, seat=3)) + "\n"
    (record,) = parse(text, "the file")
    with pytest.raises(BadRecord, match="Line 2 was changed"):
        next(replay(record, GAMES))


def test_moves_of_the_record_are_the_moves_that_were_made():
    recorder = Recorder(MAHE, 4, MAHE.read_options({"first": 0}), SeededLuck(3))
    recorder.play(0, 0, Stop())
    recorder.play(1, 1, Roll())
    (record,) = parse(recorder.close(), "the file")
    assert [(line.seat, line.move) for line in record.moves] == [(0, {"move": "stop"}), (1, {"move": "roll"})]


# Nonces


NONCES = ["ahoj", None, "żółw 7", "x" * 64]


def with_nonces(**changes: object) -> str:
    """A record of a few moves, three of four seats with nonces; its header is changed and chained anew."""
    recorder = Recorder(DUCK, 4, DUCK.options(), SecretLuck(bytes(32), NONCES))
    for _ in range(5):
        seat = DUCK.asks(recorder.table)[0].seat
        recorder.play(seat, recorder.table.question_number(seat), DUCK.random_move(recorder.table, seat, SeededLuck(1)))
    (record,) = parse(recorder.close(), "the file")
    return written(msgspec.structs.replace(record.header, **changes), record.moves, record.end)


@pytest.mark.parametrize("name", ["fair_luck", "fair_luck_with_nonces"])
def test_a_record_on_file_verifies_and_is_written_again_byte_for_byte(name: str):
    """The first was written before there were nonces."""
    path = GOLDEN / f"{name}.jsonl"
    (record,) = read(path)
    verify(record, GAMES)
    assert written(record.header, record.moves, record.end) == path.read_text("utf-8")
    assert ("nonces" in path.read_text("utf-8")) == ("nonces" in name)


def test_a_record_carries_the_nonces_of_its_seats_and_commits_to_the_seed_alone():
    (record,) = parse(with_nonces(), "the file")
    verify(record, GAMES)
    assert record.header.nonces == NONCES
    assert record.header.commitment == SecretLuck(bytes(32)).commitment
    assert bytes.fromhex(record.end.seed) == bytes(32)


def test_where_nobody_gave_a_nonce_the_header_has_no_word_of_them():
    silent = Recorder(MAHE, 2, MAHE.options(), SecretLuck(bytes(32), [None, None]))
    assert silent.close() == Recorder(MAHE, 2, MAHE.options(), SecretLuck(bytes(32))).close()
    assert "nonces" not in silent.close()


@pytest.mark.parametrize(
    "nonces",
    [
        ["ahoy", *NONCES[1:]],
        [None, *NONCES[1:]],
        [NONCES[0], "me too", *NONCES[2:]],
        [NONCES[2], None, NONCES[0], NONCES[3]],
    ],
    ids=["changed", "removed", "added", "exchanged"],
)
def test_a_changed_nonce_is_named_even_if_the_chain_is_made_to_fit(nonces: list[str | None]):
    sentence = r"Line 1: the draws are .*, but from the seed and the nonces follow .*; they or a nonce were changed\."
    with pytest.raises(BadRecord, match=sentence):
        check(with_nonces(nonces=nonces))


@pytest.mark.parametrize("nonces", [msgspec.UNSET, [None] * 4], ids=["no word", "none"])
def test_nonces_cannot_be_left_out_afterwards(nonces: Any):
    with pytest.raises(BadRecord, match=r"Line 1: the draws are .*, but from the seed follow"):
        check(with_nonces(nonces=nonces))


def test_a_changed_draw_is_not_blamed_on_a_nonce_after_draws_that_fit():
    (record,) = parse(with_nonces(), "the file")
    number = next(number for number, line in enumerate(record.moves) if line.draws)
    line = record.moves[number]
    forged = msgspec.structs.replace(line, draws=[line.draws[0] + 1])
    moves = [*record.moves[:number], forged, *record.moves[number + 1 :]]
    with pytest.raises(BadRecord, match=rf"Line {number + 2}: .* from the seed and the nonces follow \[\d+\]\.$"):
        check(written(record.header, moves, record.end))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"nonces": ["ahoj"]}, "Line 1: There are nonces for 1 seats, but 4 play."),
        ({"nonces": ["", None, None, None]}, "Line 1: a nonce cannot be: A nonce is 1 to 64 characters long, not 0."),
        ({"nonces": ["a\nb", None, None, None]}, "Line 1: a nonce cannot be: A nonce has no control characters"),
        ({"luck": "sfc32"}, "Luck of the kind “sfc32” has no nonces."),
    ],
)
def test_nonces_that_cannot_be_are_told_in_a_sentence(changes: dict[str, object], sentence: str):
    with pytest.raises(BadRecord, match=sentence):
        check(with_nonces(**changes))


def test_a_table_does_not_start_with_nonces_of_another_number_of_seats():
    with pytest.raises(ValueError, match="There are nonces for 1 seats, but 3 play"):
        begin(DUCK, 3, DUCK.options(), SecretLuck(bytes(32), ["ahoj"]))


def with_ties(change: Callable[[dict[str, Any]], object]) -> str:
    """The record with its standings changed by a forger who knows the format, or written by an older Laguna."""
    standings = json.loads(LINES[-1])["standings"]
    for standing in standings:
        change(standing)
    return rechained(*edited(len(LINES) - 1, standings=standings))


def test_a_record_tells_what_breaks_a_tie_and_it_is_verified():
    assert all(one.tie_break is not None for one in next(parse(TEXT, "the file")).end.standings)
    with pytest.raises(BadRecord, match="the seats do not stand as the record says"):
        check(with_ties(lambda standing: standing["tie_break"].update(count=99)))


def test_a_record_from_before_tie_breakers_were_told_still_verifies():
    text = with_ties(lambda standing: standing.pop("tie_break"))
    assert "tie_break" not in text
    check(text)
