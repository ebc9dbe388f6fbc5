"""What stepping must reach, each as a figure of what was measured."""

from __future__ import annotations

from collections.abc import Callable

from requirement import Requirement

from stepping.pace import Figures

MANY = 1_024
"""So many tables a batch has where it is compared with others."""
IMPORT = "import of laguna.envs, s"
STEPS = {"mahe": 9.0, "duck": 2.0, "animals_on_board": 3.0, "kuna_yala": 1.2}
"""Millions of steps a second, choosing not included."""

Value = Callable[[Figures], float | None]


def requirements() -> list[Requirement[Figures]]:
    """All of them. Ratios are of figures that both include choosing."""
    batches = {key: f"{key}, N={MANY:,}: step" for key in STEPS}
    found = [Requirement(f"{name}, M/s", _figure(name, 1e6), STEPS[key]) for key, name in batches.items()]
    for key, name in batches.items():
        found += [
            Requirement(f"{key} to pgx's sparrow mahjong", _ratio(name, _pgx("sparrow_mahjong")), 15),
            Requirement(f"{key} to {key} through PettingZoo", _ratio(name, f"PettingZoo {key}_v1: step"), 100),
        ]
    return [
        *found,
        Requirement("mahe to pgx's connect four", _ratio(batches["mahe"], _pgx("connect_four")), 4),
        Requirement("duck through PettingZoo, k/s", _figure(_sampled("PettingZoo duck_v1: step"), 1e3), 15),
        Requirement(IMPORT, _figure(IMPORT), 0.5, most=True),
    ]


def _pgx(game: str) -> str:
    return f"pgx {game}, N={MANY:,}: step"


def _sampled(name: str) -> str:
    """The figure that includes choosing."""
    return f"{name} and sample"


def _figure(name: str, unit: float = 1.0) -> Value:
    return lambda figures: figures[name] / unit if name in figures else None


def _ratio(one: str, other: str) -> Value:
    def value(figures: Figures) -> float | None:
        mine, theirs = figures.get(_sampled(one)), figures.get(_sampled(other))
        return None if mine is None or theirs is None else mine / theirs

    return value
