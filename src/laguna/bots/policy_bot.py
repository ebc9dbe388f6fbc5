"""A player that does what its policy says of what its seat may know."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from laguna.bots.expanding import expand
from laguna.bots.policy import Policy
from laguna.core.bot import Answer, Budget
from laguna.core.encoding import NOTHING_BEGUN, going_on
from laguna.core.generator import PLAYERS, WORDS, draw, sow
from laguna.core.ruled import RuledGame, RuledTable

_FINE = 1 << 30
"""Of so many equal parts a draw is made."""
_ENDLESS = 1e30
"""In the place of infinity."""


class PolicyBot:
    """Plays a policy: the legal choice that it likes best, or one that is drawn at its temperature.

    It sees what the encoding tells of the seat, and nothing else. Choices are made in steps until they come to a move.
    """

    def __init__(self, game: RuledGame[Any, Any, Any], policy: Policy) -> None:
        self._game = game
        self._policy = policy

    def answer(
        self,
        known: RuledTable[Any, Any],
        seat: int,
        seed: int,
        budget: Budget | None = None,  # noqa: ARG002 - it does not think
    ) -> Answer:
        """Its move; see `Bot.answer`."""
        known.check_asked(seat)
        rng = [0] * WORDS
        sow(rng, seed, 0, PLAYERS)
        encoding, state = self._policy.encoding, known.state
        begun = NOTHING_BEGUN
        while True:
            decided = encoding.decide(state, seat, begun, self._choice(state, seat, begun, rng))
            if decided >= 0:
                return Answer(self._game.decode(state, seat, decided))
            begun = going_on(decided)

    def _choice(self, state: Any, seat: int, begun: int, rng: list[int]) -> int:  # noqa: ANN401 - the game's own state
        """One of the legal choices."""
        encoding = self._policy.encoding
        observation, mask = [0] * encoding.size, [0] * encoding.choices
        encoding.observe(state, seat, begun, observation)
        encoding.legal(state, seat, begun, [0] * self._game.rules.most_notes, mask)
        legal = np.flatnonzero(mask)
        with np.errstate(all="ignore"):  # finite weights may still come to infinity, which is told below
            values = self._policy.network.values(expand(encoding, [observation]))[0, legal]
        liked = np.nan_to_num(values.astype(np.float64), nan=-_ENDLESS, posinf=_ENDLESS, neginf=-_ENDLESS)
        return int(legal[_drawn(liked, self._policy.facts.temperature, rng)])


def _drawn(liked: NDArray[np.float64], temperature: float, rng: list[int]) -> int:
    """The place of the one that is liked best, or of one that is drawn."""
    if temperature == 0:
        return int(np.argmax(liked))
    chances = np.cumsum(np.exp((liked - liked.max()) / temperature))
    return int(np.searchsorted(chances, draw(rng, _FINE) / _FINE * chances[-1], side="right"))
