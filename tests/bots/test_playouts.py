"""The player for any game at all: it knows the contract and nothing else."""

from __future__ import annotations

import pytest

from laguna.bots.levels import adviser_of, bot_of
from laguna.bots.playouts import PlayoutBot
from laguna.core.bot import LEVELS, Budget, knowledge
from laguna.core.game import NotAsked
from laguna.core.luck import SeededLuck
from laguna.core.plugin import Plugin
from laguna.games import GAMES, PLUGINS

FEW = Budget(iterations=12)


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if not game.waits])
def test_it_plays_every_game_by_its_contract_alone(key: str) -> None:
    game, luck = GAMES[key], SeededLuck(1)
    table, _ = game.start(game.seats[0], game.options(), luck)
    for number in range(3):
        ask = game.asks(table)[0]
        answer = PlayoutBot(game, FEW).answer(knowledge(game, table, ask.seat, number), ask.seat, number)
        game.play(table, ask.seat, ask.number, answer.move, luck)
    assert table.played == 3


def test_the_same_seed_and_iterations_give_the_same_answer() -> None:
    game = GAMES["mahe"]
    table, _ = game.start(2, game.options(first=0), SeededLuck(1))
    seat = game.asks(table)[0].seat
    one, other = (PlayoutBot(game, FEW).think(table, seat, 5, FEW) for _ in range(2))
    assert one.considered == other.considered
    assert one.iterations == 12
    assert sum(each.share for each in one.considered) == pytest.approx(1)
    assert all(sum(each.values) == pytest.approx(1) for each in one.considered)


def test_it_finds_a_move_that_wins_at_once() -> None:
    game = GAMES["mahe"]
    table, _ = game.start(4, game.options(first=0), SeededLuck(1))
    state = table.state
    state.deck, state.face_up, state.mover, state.dice, state.total = 0, 0, 0, 1, 4
    state.field[0], state.pile[0] = 18, [0, 3, 3, 3, 3, 0, 0]
    state.thrown[0] = 4
    thought = PlayoutBot(game, FEW).think(table, 0, 3, Budget(iterations=60))
    assert type(thought.considered[0].move).__name__ == "Stop"
    assert thought.considered[0].values[0] == 1.0


def test_who_is_not_asked_gets_no_thought() -> None:
    game = GAMES["mahe"]
    table, _ = game.start(3, game.options(first=0), SeededLuck(1))
    with pytest.raises(NotAsked):
        PlayoutBot(game, FEW).think(table, 1, 3, FEW)


def test_one_move_alone_is_thought_about_where_it_is_asked_for() -> None:
    game = GAMES["mahe"]
    table, _ = game.start(4, game.options(first=0), SeededLuck(1))
    move = game.asks(table)[0].moves[-1]
    thought = PlayoutBot(game, FEW).think(table, 0, 3, FEW, only=move)
    assert [each.move for each in thought.considered] == [move]


def test_it_plays_at_every_level_where_a_game_brings_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLUGINS, "ship_ahoy", Plugin(game=GAMES["ship_ahoy"]))
    assert all(isinstance(bot_of("ship_ahoy", level), PlayoutBot) for level in LEVELS)
    assert isinstance(adviser_of("ship_ahoy"), PlayoutBot)
