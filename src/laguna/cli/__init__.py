"""The command line: words in, words out.

An error is one sentence on stderr and exit code 2 (1 for a record that `verify` finds wrong, or a game that
`check` does), never a traceback.
"""

from __future__ import annotations

from collections.abc import Sequence

from laguna.cli.secrets_typed import arguments as typed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with these arguments, or those it was started with; its exit code."""
    words = typed() if arguments is None else arguments
    # Slow to import: before, a password is taken off the command line.
    from laguna.cli.program import run  # noqa: PLC0415

    return run(words)
