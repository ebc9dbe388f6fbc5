"""Which crew is meant."""

from __future__ import annotations

from laguna.core.machine import cores
from laguna.crew.crew import Crew
from laguna.crew.local_crew import LocalCrew
from laguna.crew.ray_crew import RayCrew


def open_crew(ray_address: str | None = None, most: int | None = None) -> Crew:
    """Processes here, or the Ray cluster at an address: at most so many jobs at a time, or all there are cores for.

    Raises `WorkFailed` where the cluster cannot be joined, and `ModuleNotFoundError` where Ray is not installed.
    """
    if ray_address is None:
        return LocalCrew(most or cores())
    return RayCrew(ray_address, most)
