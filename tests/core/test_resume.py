"""Games stored line by line and taken up again: the luck goes on where it stood."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple, NoReturn

import msgspec
import pytest

from games.ship_ahoy.table import straight
from laguna.core.generator import PLAYERS
from laguna.core.luck import SecretLuck, SeededLuck
from laguna.core.record import (
    AnyGame,
    BadRecord,
    Header,
    Line,
    Recorder,
    ending,
    parse,
    play,
    resume,
    steps,
    steps_from,
    verify,
    written,
)
from laguna.games import GAMES, RULED
from laguna.games.ship_ahoy.game import ShipAhoyGame

SEED = bytes(range(32))
SEATS = 3
NONCES = [(), ("ahoj", None, "żółw 7")]
TRIES = 2000


def no_cannon(*_: object) -> NoReturn:
    pytest.fail("what happened is read, not computed again")


SAILING = ShipAhoyGame(straight)
TABLES: dict[str, tuple[AnyGame, AnyGame]] = {
    **{key: (GAMES[key], GAMES[key]) for key in RULED},
    SAILING.key: (SAILING, ShipAhoyGame(no_cannon)),
}
"""Each game as it is played, and as it is taken up again."""
every_table = pytest.mark.parametrize("key", TABLES)
with_and_without_nonces = pytest.mark.parametrize("nonces", NONCES, ids=["plain", "nonces"])


class Stored(NamedTuple):
    """A game as a store keeps it: JSON, a row each."""

    header: bytes
    lines: list[bytes]

    def read(self) -> tuple[Header, list[Line]]:
        return (
            msgspec.json.decode(self.header, type=Header),
            [msgspec.json.decode(line, type=Line) for line in self.lines],
        )


def moves_of(game: AnyGame, table: Any, players: SeededLuck) -> Iterator[tuple[int, int, Any]]:
    """Random moves until the game is over. The table is live."""
    for _ in range(TRIES):
        asks = game.asks(table)
        if not asks:
            return
        yield asks[0].seat, asks[0].number, game.random_move(table, asks[0].seat, players)


def whole(game: AnyGame, nonces: tuple[str | None, ...] = ()) -> Recorder:
    """A whole game, played without a break."""
    recorder = Recorder(game, SEATS, game.options(), SecretLuck(SEED, nonces))
    for seat, ask, move in moves_of(game, recorder.table, SeededLuck(4, 0, PLAYERS)):
        recorder.play(seat, ask, move)
    return recorder


def stored(game: AnyGame, nonces: tuple[str | None, ...] = ()) -> Stored:
    """The same game, stored."""
    (record,) = parse(whole(game, nonces).close(), "the game")
    return Stored(msgspec.json.encode(record.header), [msgspec.json.encode(line) for line in record.moves])


def looks(game: AnyGame, table: Any) -> list[Any]:
    """What everybody sees and is asked."""
    return [game.asks(table), *(game.view(table, seat) for seat in (None, *range(SEATS)))]


@every_table
@with_and_without_nonces
def test_a_game_taken_up_again_half_way_goes_on_in_lockstep(key: str, nonces: tuple[str | None, ...]):
    """From what was stored and a fresh luck of the same seed come the same draws, and in the end the same record."""
    game, reader = TABLES[key]
    kept = stored(game, nonces)
    half = len(kept.lines) // 2
    header, lines = Stored(kept.header, kept.lines[:half]).read()
    luck, again = SecretLuck(SEED, nonces), SecretLuck(SEED, nonces)
    original = Recorder(game, SEATS, game.options(), luck)
    for seat, ask, move in islice(moves_of(game, original.table, players := SeededLuck(4, 0, PLAYERS)), half):
        original.play(seat, ask, move)

    *_, last = resume(reader, header, lines, again)
    table = last.table
    assert looks(game, table) == looks(game, original.table)
    for seat, ask, move in moves_of(game, original.table, players):
        line, events = play(game, table, seat, ask, move, again)
        lines.append(line)
        assert original.play(seat, ask, move) == events
        assert again.position == luck.position
        assert looks(game, table) == looks(game, original.table)

    text = written(header, lines, ending(game, table, again))
    assert text == original.close()
    assert len(lines) == len(kept.lines)
    verify(next(parse(text, "the game")), {key: reader})


@every_table
def test_the_luck_stands_right_after_every_line(key: str):
    """A table may be taken up again at any moment, also before the first move and after the last."""
    game, reader = TABLES[key]
    recorder = Recorder(game, SEATS, game.options(), luck := SecretLuck(SEED, NONCES[1]))
    positions = [luck.position]
    for seat, ask, move in moves_of(game, recorder.table, SeededLuck(4, 0, PLAYERS)):
        recorder.play(seat, ask, move)
        positions.append(luck.position)
    again = SecretLuck(SEED, NONCES[1])
    assert [again.position for _ in resume(reader, *stored(game, NONCES[1]).read(), again)] == positions


def test_a_battle_has_shots_that_are_read():
    """What the cannon did is in the lines: the tests above would notice if it were fired again."""
    assert any(line.seen for line in stored(SAILING).read()[1])


@pytest.mark.parametrize(
    "luck",
    [SecretLuck(bytes(32)), SecretLuck(SEED, ("ahoj", None, None)), SeededLuck(1)],
    ids=["seed", "nonces", "kind"],
)
def test_a_game_is_not_taken_up_with_other_luck(luck: Any):
    with pytest.raises(BadRecord, match=r"Line 1: .* luck\."):
        next(resume(GAMES["duck"], *stored(GAMES["duck"]).read(), luck))


def test_a_game_is_not_taken_up_by_the_rules_of_another():
    with pytest.raises(BadRecord, match="another game"):
        next(resume(GAMES["mahe"], *stored(GAMES["duck"]).read(), SecretLuck(SEED)))


def test_a_game_is_not_taken_up_by_other_rules():
    header, lines = stored(GAMES["duck"]).read()
    newer = msgspec.structs.replace(header, version=99)
    with pytest.raises(BadRecord, match="made by a newer version of the rules"):
        next(resume(GAMES["duck"], newer, lines, SecretLuck(SEED)))


@every_table
def test_a_line_that_does_not_follow_is_named(key: str):
    game, reader = TABLES[key]
    header, lines = stored(game).read()
    number = next(number for number, line in enumerate(lines) if line.draws)
    lines[number] = msgspec.structs.replace(lines[number], draws=[lines[number].draws[0] + 1])
    with pytest.raises(BadRecord, match=f"Line {number + 2}: the draws are"):
        list(resume(reader, header, lines, SecretLuck(SEED)))


def test_a_missing_line_is_noticed_by_the_draws_that_follow():
    header, lines = stored(GAMES["duck"]).read()
    number = next(number for number, line in enumerate(lines) if line.draws)
    with pytest.raises(BadRecord, match=r"Line \d+: "):
        list(resume(GAMES["duck"], header, [*lines[:number], *lines[number + 1 :]], SecretLuck(SEED)))


def test_luck_that_has_been_drawn_from_is_noticed():
    luck = SecretLuck(SEED)
    luck.below(6)
    with pytest.raises(BadRecord, match="Line 1: the draws are"):
        next(resume(GAMES["duck"], *stored(GAMES["duck"]).read(), luck))


@every_table
def test_steps_go_on_after_moves_were_taken_back_as_if_they_never_were(key: str):
    """The two moves after the third are taken back, the first of them last, and made again."""
    game, reader = TABLES[key]
    header, lines = stored(game).read()
    log = [*lines[:5], None, None, *lines[3:]]
    told = [(step.line, step.events, looks(game, step.table)) for step in steps(reader, header, lines)]
    again = [(step.line, step.events, looks(game, step.table)) for step in steps(reader, header, log)]
    assert again[:6] == told[:6]
    assert again[6] == (None, [], told[4][2])
    assert again[7] == (None, [], told[3][2])
    assert again[8:] == told[4:]


@every_table
def test_steps_go_on_from_a_kept_table(key: str):
    game, reader = TABLES[key]
    header, lines = stored(game).read()
    *_, middle = steps(reader, header, lines[:4])
    kept = middle.table.copy()
    told = [(step.line, step.events) for step in steps(reader, header, lines)]
    assert [(step.line, step.events) for step in steps_from(reader, kept, lines[4:])] == told[5:]


def test_a_move_that_nobody_made_cannot_be_taken_back():
    game, _ = TABLES["duck"]
    header, lines = stored(game).read()
    with pytest.raises(BadRecord, match="Line 4: it takes back a move that nobody made"):
        list(steps(game, header, [lines[0], None, None]))


@every_table
def test_numbers_that_are_skipped_never_come_again(key: str):
    """Open questions and later ones are quoted by other numbers, in asks as at the table, and answers follow them."""
    game, _ = TABLES[key]
    table, _events = game.start(SEATS, game.options(), SeededLuck(3))
    players = SeededLuck(4, 0, PLAYERS)
    used: set[int] = set()
    for skipped in (0, 2, 0, 5):
        used |= {ask.number for ask in game.asks(table)}
        table.skip_numbers(skipped)
        ask = game.asks(table)[0]
        assert ask.number == table.question_number(ask.seat)
        assert (ask.number in used) == (skipped == 0)
        move = game.random_move(table, ask.seat, players)
        stale = game.refusal(table, ask.seat, ask.number - skipped - 1, move)
        assert stale is not None
        assert stale.reason == "stale"
        game.play(table, ask.seat, ask.number, move, SeededLuck(5))
