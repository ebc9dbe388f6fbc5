"""What a move reveals to its maker, which decides if it may be taken back: told by trying it on other deals."""

from __future__ import annotations

from laguna.core import record
from laguna.core.luck import SecretLuck, SeededLuck
from laguna.games import GAMES
from laguna.games.animals_on_board.game import ArksClosed
from laguna.server.tables.undo import reveals

ANIMALS = GAMES["animals_on_board"]


def judged(seed: int) -> list[tuple[bool, bool]]:
    """Of each move of a random game that drew no luck: whether it opened the arks of all, and whether it revealed."""
    luck, players = SecretLuck(bytes([seed]) * 32), SeededLuck(seed)
    _, table, _ = record.begin(ANIMALS, 2, ANIMALS.options(), luck)
    found = []
    while asks := ANIMALS.asks(table):
        before, ask = table.copy(), asks[-1]
        move = ANIMALS.random_move(table, ask.seat, players)
        line, events = record.play(ANIMALS, table, ask.seat, ask.number, move, luck)
        if not line.draws:
            view = ANIMALS.view(before, ask.seat)
            found.append((any(isinstance(event, ArksClosed) for event in events), reveals(ANIMALS, before, line)))
            assert ANIMALS.view(before, ask.seat) == view, "the table before is for looking only"
    return found


def test_a_move_reveals_where_it_opens_what_others_hid_and_mostly_nothing_else() -> None:
    found = [each for seed in range(6) for each in judged(seed)]
    assert (True, True) in found
    assert (True, False) not in found
    assert found.count((False, False)) > 0.9 * len(found)
