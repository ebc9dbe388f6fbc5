"""The process that drives a Ray cluster for a crew, `python -m laguna.crew.ray_driver`: the only one to import Ray."""

from __future__ import annotations

import logging
import os
import socket
from typing import Any

from laguna.core.worker import serve
from laguna.crew.crew import MAX_TRIES
from laguna.crew.installation import installation
from laguna.crew.ray_node import perform_on_node
from laguna.crew.ray_wire import AUTO, Ended, GiveUp, Join, Joined, NotJoined, Turn, place_of
from laguna.crew.task import failed

PROBE_TIMEOUT_S = 5.0
"""Seconds for a machine to take a connection: Ray alone would try for many minutes."""
TURN_S = 1.0
"""Seconds after which a turn ends without an outcome, so that new nodes get work and interruptions are noticed."""
MAX_PORT = 65_535
JOIN_TRIES = 1
"""How often Ray asks a cluster who it is, by itself twenty times. Where something else answers, that takes 40 s."""


class _CannotJoin(Exception):  # noqa: N818 - a sentence: it cannot be joined
    """Why a cluster cannot be joined, in one sentence."""


class RayDriver:
    """Carries out requests one after the other. The first is to join a cluster."""

    def __init__(self) -> None:
        self._under_way: dict[Any, int] = {}
        """Ray's references, with the numbers of their tasks."""

    def reply(self, request: Join | Turn | GiveUp) -> Joined | NotJoined | Ended | None:
        """What to write back; see `laguna.crew.ray_wire`."""
        if isinstance(request, Turn):
            return self._turn(request.tasks)
        if isinstance(request, GiveUp):
            self._give_up()
            return None
        try:
            return self._join(request.address)
        except _CannotJoin as reason:
            return NotJoined(str(reason))

    def _join(self, address: str) -> Joined:
        """Raises `_CannotJoin`."""
        _check_reachable(address)
        os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", str(JOIN_TRIES))  # read when Ray is imported
        import ray  # noqa: PLC0415 - 2 s, and only once it is said how often to try

        try:
            ray.init(address, logging_level=logging.ERROR, log_to_driver=False)
        except Exception as error:
            raise _CannotJoin(_reason(address, error)) from error
        self._ray = ray
        self._task = ray.remote(num_cpus=1, max_retries=MAX_TRIES - 1)(perform_on_node)
        if not self._cores():
            raise _CannotJoin(
                "The Ray cluster has no core to work with: `ray start --address=HOST:PORT` adds a node that has."
            )
        return Joined(self._cores())

    def _cores(self) -> int:
        return int(self._ray.cluster_resources().get("CPU", 0))  # type: ignore[no-untyped-call]

    def _turn(self, tasks: dict[int, bytes]) -> Ended:
        for number, task in tasks.items():
            self._under_way[self._task.remote(task, installation())] = number
        self._ray.wait(list(self._under_way), num_returns=1, timeout=TURN_S)
        done, _ = self._ray.wait(list(self._under_way), num_returns=len(self._under_way), timeout=0)
        return Ended({self._under_way.pop(task): self._outcome(task) for task in done}, self._cores())

    def _outcome(self, task: Any) -> bytes | None:  # noqa: ANN401 - a reference of Ray's
        try:
            outcome: bytes = self._ray.get(task)
        except self._ray.exceptions.RayTaskError as error:
            what = " ".join(str(error.cause or error).split())
            return failed(f"A node of the cluster cannot do Laguna's work, is it installed there? {what}")
        except self._ray.exceptions.RayError:
            return None
        return outcome

    def _give_up(self) -> None:
        for task in self._under_way:
            self._ray.cancel(task, force=True)
        self._under_way.clear()


def _check_reachable(address: str) -> None:
    """Raise `_CannotJoin` unless something listens at HOST:PORT, or Ray is to look for the cluster itself."""
    if address == AUTO:
        return
    host, _, port = address.rpartition(":")
    if "/" in address or not host or not port.isdecimal() or int(port) > MAX_PORT:
        raise _CannotJoin(f"“{address}” is no address of a Ray cluster: write HOST:PORT of its head, or auto.")
    try:
        socket.create_connection((host.strip("[]"), int(port)), PROBE_TIMEOUT_S).close()
    except OSError as error:
        raise _CannotJoin(f"No Ray cluster answers at {address}: {error.strerror or error}.") from error


def _reason(address: str, error: Exception) -> str:
    """Why Ray could not join."""
    where = place_of(address)
    what = " ".join(str(error).split())
    if type(error).__name__ == "AuthenticationError":
        return "RAY_AUTH_MODE asks for a token and none was found: put that of the cluster into RAY_AUTH_TOKEN."
    if isinstance(error, ConnectionError):
        return (
            f"No Ray cluster answers {where}, or it wants another token: RAY_AUTH_MODE=token and RAY_AUTH_TOKEN have "
            "to be the same here as there."
        )
    return f"The Ray cluster {where} cannot be joined: {what}"


def main() -> None:
    """Serve until the input is over. What Ray says on its own is not passed on: all that matters is in the replies."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 2)
    serve(RayDriver().reply)


if __name__ == "__main__":
    main()
