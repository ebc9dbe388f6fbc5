"""What the seats are rewarded with at the end of a game; `kernels.py` has the same for many tables at once."""

from __future__ import annotations

from collections.abc import Sequence

from laguna.envs.conventions import Reward

FORFEIT = -1.0
"""For an illegal choice that loses the game."""


def final_rewards(reward: Reward, ranks: Sequence[int], scores: Sequence[int], margin: int) -> list[float]:
    """What each seat is rewarded with when the game is over. `margin` is by how many points one wins clearly.

    >>> final_rewards("win", [30, 30, 20], [3, 3, 2], 10), final_rewards("place", [30, 30, 20], [3, 3, 2], 10)
    ([0.25, 0.25, -0.5], [0.5, 0.5, -1.0])
    >>> final_rewards("margin", [30, 30, 20], [3, 3, 2], 10)
    [0.0, 0.0, -0.1]
    """
    if reward == "win":
        return [_win(rank, ranks) for rank in ranks]
    if reward == "place":
        return [_place(rank, ranks) for rank in ranks]
    if reward == "margin":
        return [_lead(seat, scores) / margin for seat in range(len(scores))]
    return [0.0] * len(ranks)


def _win(rank: int, ranks: Sequence[int]) -> float:
    """The seat's part of the win, so that all rewards together are 0 and a win alone is 1."""
    players = len(ranks)
    if rank < max(ranks):
        return -1.0 / (players - 1)
    return (1.0 / ranks.count(rank) - 1.0 / players) * players / (players - 1)


def _place(rank: int, ranks: Sequence[int]) -> float:
    """From 1 for the first to -1 for the last; who shares places has their mean."""
    return sum((other < rank) - (other > rank) for other in ranks) / (len(ranks) - 1)


def _lead(seat: int, scores: Sequence[int]) -> int:
    """How many points the seat is ahead of the best other one."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
