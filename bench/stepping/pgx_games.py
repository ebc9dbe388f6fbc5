"""Games of pgx: JAX on the CPU, one thread, compiled, with auto-reset and choosing.

A step a call is how ours are stepped: what is seen is there for everybody after each. Many steps a call is how learners
step that are written in JAX themselves.
"""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from stepping.pace import Figures, steps_s

GAMES = ("sparrow_mahjong", "backgammon", "leduc_holdem", "connect_four")
MANY_STEPS = 32
"""So many steps in one call: what calling costs hardly counts."""


def on_one_thread() -> None:
    """Have JAX use one thread of the CPU. It must not be loaded yet."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


class Pgx:
    """One of its games, so many tables of it."""

    def __init__(self, game: str, tables: int) -> None:
        import jax  # noqa: PLC0415 - a peer, which need not be there
        import pgx  # noqa: PLC0415
        from pgx.experimental import auto_reset  # noqa: PLC0415

        self.name = f"pgx {game}, N={tables:,}"
        self._tables, self._jax = tables, jax
        environment = pgx.make(game)
        step = jax.vmap(auto_reset(environment.step, environment.init))
        self._steps = {n: jax.jit(partial(_steps, jax, step, tables, n), donate_argnums=0) for n in (1, MANY_STEPS)}
        self._key = jax.random.PRNGKey(1)
        self._state: Any = jax.jit(jax.vmap(environment.init))(jax.random.split(self._next_key(), tables))
        for steps in self._steps:
            self._call(steps)

    def _next_key(self) -> Any:  # noqa: ANN401 - JAX's own
        self._key, key = self._jax.random.split(self._key)
        return key

    def _call(self, steps: int) -> int:
        self._state = self._jax.block_until_ready(self._steps[steps](self._state, self._next_key()))
        return steps * self._tables

    def measure(self, seconds: float) -> Figures:
        """Steps with choosing, by calls of one and by calls of many."""
        one, many = (steps_s(partial(self._call, steps), seconds / 2) for steps in self._steps)
        return {f"{self.name}: step and sample": one, f"{self.name}: {MANY_STEPS} steps and samples a call": many}


def _steps(jax: Any, step: Any, tables: int, steps: int, state: Any, key: Any) -> Any:  # noqa: ANN401 - JAX's own
    """Some steps of all tables, each with any of the choices that there are."""

    def one(state: Any, key: Any) -> tuple[Any, None]:  # noqa: ANN401
        choosing, stepping = jax.random.split(key)
        mask = state.legal_action_mask
        chosen = jax.random.categorical(choosing, jax.numpy.where(mask, 0.0, -jax.numpy.inf), axis=-1)
        return step(state, chosen, jax.random.split(stepping, tables)), None

    return jax.lax.scan(one, state, jax.random.split(key, steps))[0]
