"""What runs in a worker process of a local crew, `python -m laguna.crew.local_worker`: jobs in, outcomes out."""

from __future__ import annotations

from laguna.core.worker import serve
from laguna.crew.task import perform

if __name__ == "__main__":
    serve(perform)
