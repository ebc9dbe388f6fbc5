"""One learner at a table of Ship Ahoy, bots in all other seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from laguna.core.game import Options
from laguna.envs.conventions import Illegal, Reward
from laguna.envs.learner import LearnerSeat, LearnerTable
from laguna.envs.ship_ahoy.table import KEY, Actions, BattleTable


class BattleLearner(LearnerTable):
    """As at any table. The strong bot tries its shots in its mind: some 100 ms each."""

    table: BattleTable  # type: ignore[assignment]  # it is asked and answered alike

    def __init__(
        self,
        seats: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        *,
        actions: Actions = "aimed",
        opponents: str | Sequence[str | None] = "easy",
        seat: LearnerSeat = "random",
        reward: Reward = "win",
        illegal: Illegal = "forfeit",
    ) -> None:
        """A table before its first game; see `BattleTable` and `LearnerTable`."""
        self._actions = actions
        super().__init__(KEY, seats, options, opponents=opponents, seat=seat, reward=reward, illegal=illegal)

    def _laid_out(self, key: str, seats: int | None, options: Any, **ways: Any) -> BattleTable:  # type: ignore[override]  # noqa: ANN401
        del key, ways["first"], ways["stride"]
        return BattleTable(seats, options, actions=self._actions, **ways)
