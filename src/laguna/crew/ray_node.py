"""What a node of a Ray cluster does with a job."""

from __future__ import annotations

import socket

from laguna.crew.installation import Installation, installation
from laguna.crew.task import failed, perform


def perform_on_node(task: bytes, wanted: Installation) -> bytes:
    """Do a job if the same program is installed here as where the job came from: its outcome."""
    here = installation()
    if here == wanted:
        return perform(task)
    return failed(
        f"On the node {socket.gethostname()} there is {here}, here {wanted}: the same has to be installed on all nodes."
    )
