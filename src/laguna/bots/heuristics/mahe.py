"""How Mahé is really played (first sketch)."""

from __future__ import annotations

from laguna.bots.heuristic import CERTAIN, Heuristics, mix
from laguna.core.generator import draw
from laguna.core.rules import rule
from laguna.games.mahe.game import MaheGame
from laguna.games.mahe.rules import TURTLES, Mahe, choices, imagine, score


@rule
def propose(s: Mahe, seat: int, room: list[int], actions: list[int], weights: list[int]) -> int:
    """All of them."""
    count = choices(s, seat, room)
    for i in range(count):
        actions[i] = room[i]
        weights[i] = 1
    return count


@rule
def choose(s: Mahe, seat: int, room: list[int], rng: list[int]) -> int:
    """Any."""
    return room[draw(rng, choices(s, seat, room))]


@rule
def sight(s: Mahe, seat: int) -> int:
    """All."""
    seen = mix(s.asking, s.mover)
    seen = mix(seen, s.total * 4 + s.dice)
    seen = mix(seen, s.face_up * 64 + s.deck)
    for t in range(TURTLES):
        seen = mix(seen, s.field[t] * 16 + s.rider[t])
    for p in range(s.players):
        seen = mix(seen, score(s, p))
    return seen


@rule
def prospect(s: Mahe, seat: int) -> int:
    """Even."""
    return CERTAIN // s.players


HEURISTICS = Heuristics(
    rules=MaheGame.rules,
    proposals=16,
    propose=propose,
    choose=choose,
    novice=choose,
    sight=sight,
    believe=imagine,
    prospect=prospect,
    horizon=100000,
    margin=10,
)
