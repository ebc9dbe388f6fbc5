"""How fast the games step as environments for learning, beside those of others in the same run, all on one thread.

    python bench/envs.py [--games mahe,duck] [--only batch,easy,zoo,spiel,pgx] [--rounds 5] [--seconds 1] [--json]

Subjects follow one another, round after round, and the best round of each counts. See bench/README.md.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from requirement import HEADER
from stepping.batch import Batched
from stepping.pace import Figures, Subject
from stepping.pgx_games import GAMES as PGX_GAMES
from stepping.pgx_games import Pgx, on_one_thread
from stepping.requirements import IMPORT, MANY, requirements
from stepping.spiel import OWN as SPIEL_GAMES
from stepping.spiel import Spiel
from stepping.zoo import OWN as ZOO_GAME
from stepping.zoo import Zoo, door

from laguna.games import PLUGINS, RULED

SECTIONS = ("batch", "easy", "zoo", "spiel", "pgx")
FEW = 64
IMPORTS = 5
IMPORTING = """
import sys, time
start = time.perf_counter()
import laguna.envs
print(time.perf_counter() - start if "numba" not in sys.modules else float("inf"))
"""
Made = Callable[[], Subject]


def import_s() -> float:
    """The seconds that importing our environments takes in a fresh process, at best; endless, if Numba is loaded."""
    run = partial(subprocess.run, [sys.executable, "-c", IMPORTING], check=True, capture_output=True, text=True)
    return min(float(run().stdout) for _ in range(IMPORTS))


def wanted(games: list[str], sections: list[str]) -> Iterator[Made]:
    """Whatever is to be measured, still to be made: ours beside others."""
    for key in games:
        if "batch" in sections:
            yield from (partial(Batched, key, tables) for tables in (FEW, MANY))
        if "easy" in sections:
            yield partial(Batched, key, MANY, "easy")
        if "zoo" in sections and (module := door(key)):
            yield partial(Zoo.of_ours, module)
        if "spiel" in sections:
            yield partial(Spiel.of_ours, key)
    if "zoo" in sections:
        yield partial(Zoo, ZOO_GAME)
    if "spiel" in sections:
        yield from (partial(Spiel, name) for name in SPIEL_GAMES)
    if "pgx" in sections:
        yield from (partial(Pgx, name, tables) for name in PGX_GAMES for tables in (FEW, MANY))


def made(games: list[str], sections: list[str]) -> tuple[list[Subject], list[str]]:
    """All subjects, compiled and warm, and which packages are not there."""
    subjects, missing = [], set()
    for make in wanted(games, sections):
        try:
            subjects.append(make())
        except ModuleNotFoundError as error:
            missing.add((error.name or str(error)).partition(".")[0])
            continue
        print(f"{subjects[-1].name} is ready.", file=sys.stderr)
    return subjects, sorted(missing)


def measured(subjects: list[Subject], rounds: int, seconds: float) -> Figures:
    """Each figure's best round."""
    best: Figures = {}
    for _ in range(rounds):
        for subject in subjects:
            for name, figure in subject.measure(seconds).items():
                best[name] = max(figure, best.get(name, 0.0))
    return best


def shown(figures: Figures, missing: list[str]) -> None:
    """Print all figures, and what had to be reached."""
    for name, figure in figures.items():
        print(f"{name:60}{figure:14,.3f}" if name == IMPORT else f"{name:60}{figure:14,.0f}")
    if missing:
        print(f"Left out, since they are not installed: what needs {', '.join(missing)}.")
    print(f"\n{HEADER}")
    for requirement in requirements():
        if (reached := requirement.value(figures)) is not None:
            print(requirement.line(reached))


def parsed() -> argparse.Namespace:
    """What is asked for."""
    learnt = [key for key in RULED if PLUGINS[key].load_encoding() is not None]
    parser = argparse.ArgumentParser(description="How fast the games step as environments.")
    parser.add_argument("--games", default=",".join(learnt), metavar="A,B", help=f"of: {', '.join(learnt)}")
    parser.add_argument("--only", default=",".join(SECTIONS), metavar="A,B", help=f"of: {', '.join(SECTIONS)}")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="how often to measure each (5)")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="how long to do so each time (1)")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    asked = parser.parse_args()
    for name, known in (("games", learnt), ("only", list(SECTIONS))):
        typed = getattr(asked, name).split(",")
        if unknown := set(typed) - set(known):
            parser.error(f"There is no {', '.join(sorted(unknown))}; there are {', '.join(known)}.")
        setattr(asked, name, typed)
    return asked


def main() -> None:
    """Measure and print."""
    asked = parsed()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    on_one_thread()
    subjects, missing = made(asked.games, asked.only)
    figures = {IMPORT: import_s(), **measured(subjects, asked.rounds, asked.seconds)}
    if asked.json:
        reached = {each.name: each.value(figures) for each in requirements()}
        told = {"figures": figures, "reached": reached, "left_out": missing}
        sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    else:
        shown(figures, missing)


if __name__ == "__main__":
    main()
