"""What commands share whose work is done by a crew: how many workers, here or on a Ray cluster."""

from __future__ import annotations

from typing import Annotated

import typer

from laguna.cli import shared
from laguna.crew.crew import Crew
from laguna.crew.opening import open_crew

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


def crew_of(most: int | None, ray_address: str | None) -> Crew:
    """The crew that was asked for. Raises `CommandError`, `WorkFailed` or `ModuleNotFoundError`."""
    if most is not None:
        shared.check_range("--cores", most, 1, MAX_CORES)
    with shared.waiting("joining the Ray cluster"):
        return open_crew(ray_address, most)
