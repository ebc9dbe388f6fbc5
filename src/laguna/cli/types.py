"""`laguna types`: the browser's types, made from the server's."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from laguna.cli import shared
from laguna.games.ship_ahoy.physics import typescript as numbers
from laguna.server.wire import typescript as wire

KEPT = Path("web/src/lib/wire.ts")
"""Where the browser's sources have them."""
KEPT_PHYSICS = Path("web/src/games/ship_ahoy/physics.ts")


def types(
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write them to this file.", show_default=False)
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help=f"Only see whether they are up to date, in --out or {KEPT}.")
    ] = False,
    physics: Annotated[
        bool, typer.Option("--physics", help=f"The numbers of Ship Ahoy's physics instead, kept in {KEPT_PHYSICS}.")
    ] = False,
) -> None:
    """Write everything that goes over the wire as TypeScript types.

    Example: laguna types --out web/src/lib/wire.ts
    """
    written = numbers.module() if physics else wire.module()
    if check:
        _check(out or (KEPT_PHYSICS if physics else KEPT), written)
    elif out is not None:
        out.write_text(written, "utf-8", newline="\n")
    else:
        sys.stdout.write(written)


def _check(path: Path, written: str) -> None:
    if not path.is_file():
        raise shared.Problem(f"{path} is not there; `laguna types` with --out {path} writes it.")
    if path.read_text("utf-8") != written:
        raise shared.Problem(f"{path} is not up to date; `laguna types` with --out {path} mends it.")
    shared.screen().print(f"{path} is up to date.", markup=False, soft_wrap=True)
