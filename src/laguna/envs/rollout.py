"""Games that a network plays against itself, as numbered jobs for a crew: what it learns from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laguna.bots.expanding import expand
from laguna.bots.perceptron import Perceptron
from laguna.envs.batch import Batch

IMPOSSIBLE = -1e9
"""In the place of how much a network likes a choice that there is not."""


@dataclass(frozen=True)
class Rollout:
    """Some games to be played, each to its end, by one network in all seats."""

    game: str
    seats: int
    network: Perceptron
    """Its values are made into chances by a softmax."""
    games: int
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.games} games of {self.game} of the seed {self.seed}"


@dataclass(frozen=True)
class Experience:
    """Every decision of these games, in the order in which they were made, and what came of it."""

    observation: NDArray[np.int8]
    mask: NDArray[np.int8]
    choice: NDArray[np.int64]
    game: NDArray[np.int64]
    """In which of the games,"""
    seat: NDArray[np.int64]
    """and by whom."""
    starts: NDArray[np.int64]
    """Where each step begins: those who decide in one step do so in different games."""
    reward: NDArray[np.float32]
    """What each game brought each seat in the end."""


def play(rollout: Rollout) -> Experience:
    """Play these games. The same rollout gives the same experience."""
    batch = Batch(rollout.game, rollout.games, rollout.seats, rollout.options, seed=rollout.seed)
    rng = np.random.default_rng(rollout.seed)
    reward = np.zeros((rollout.games, rollout.seats), np.float32)
    under_way = np.arange(rollout.games)
    steps: list[tuple[NDArray[Any], ...]] = []
    while len(under_way):
        observation, mask = batch.observation[under_way], batch.mask[under_way]
        choice = sampled(rollout.network.values(expand(batch.encoding, observation)), mask, rng)
        steps.append((observation, mask, choice, under_way, batch.seat[under_way].copy()))
        choices = np.zeros(rollout.games, np.int64)  # a table whose game is over waits for the others
        choices[under_way] = choice
        batch.step(choices)
        ended = batch.ended[under_way]
        reward[under_way[ended]] = batch.reward[under_way[ended]]
        under_way = under_way[~ended]
    sizes = [len(choice) for _, _, choice, _, _ in steps]
    observation, mask, choice, game, seat = (np.concatenate(column) for column in zip(*steps, strict=True))
    return Experience(observation, mask, choice, game, seat, np.cumsum([0, *sizes[:-1]]), reward)


def sampled(values: NDArray[np.float32], mask: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.int64]:
    """One choice a row, drawn by a softmax over those that there are (Gumbel's way)."""
    noise = -np.log(rng.exponential(size=values.shape))
    choices: NDArray[np.int64] = np.where(mask, values + noise, -np.inf).argmax(1)
    return choices
