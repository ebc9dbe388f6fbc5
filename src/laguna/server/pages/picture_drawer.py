"""The worker process that turns SVG into PNG, `python -m laguna.server.pages.picture_drawer`. Safe to kill.

A process of its own, since resvg lets nothing else of its process run while it draws.
"""

from __future__ import annotations

from laguna.core.worker import serve

NICENESS = 5
"""How much lower its priority is than that of the server, which has people waiting."""


def drawn(request: tuple[str, list[str]]) -> bytes:
    """An SVG as PNG, with these font files and no others: the same on every machine."""
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - where it is missing, the rest of the server works

    svg, fonts = request
    return bytes(svg_to_bytes(svg_string=svg, font_files=fonts, skip_system_fonts=True))


if __name__ == "__main__":
    serve(drawn, NICENESS)
