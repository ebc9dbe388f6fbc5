"""What commands share whose work is done by a crew: how many workers, here or on a Ray cluster."""

from __future__ import annotations

from typing import Annotated

import typer

from laguna.cli import shared
from laguna.core.machine import cores
from laguna.crew.crew import Crew
from laguna.crew.local_crew import LocalCrew
from laguna.crew.ray_crew import RayCrew

MAX_CORES = 1024

Cores = Annotated[
    int | None,
    typer.Option("--cores", metavar="N", help="How many games at a time; else one a core.", show_default=False),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Have a Ray cluster do the work: HOST:PORT of its head, or auto for the one that runs here.",
        show_default=False,
    ),
]


def wanted_cores(wanted: int | None) -> int:
    """So many, or all. Raises `CommandError`."""
    if wanted is None:
        return cores()
    shared.check_range("--cores", wanted, 1, MAX_CORES)
    return wanted


def crew_of(most: int | None, ray_address: str | None) -> Crew:
    """The crew that was asked for. Raises `CommandError`, `WorkFailed` or `ModuleNotFoundError`."""
    here = wanted_cores(most)
    if ray_address is None:
        return LocalCrew(here)
    with shared.waiting("joining the Ray cluster"):
        return RayCrew(ray_address, most)
