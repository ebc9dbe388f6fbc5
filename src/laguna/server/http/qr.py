"""Links as QR codes, for a telephone held up to the screen."""

from __future__ import annotations


def qr_of(url: str) -> str:
    """A QR code as SVG, black on nothing, to be put into a page."""
    import segno  # noqa: PLC0415 - who starts a server should not wait for it

    return segno.make(url, error="m", micro=False).svg_inline(omitsize=True, svgclass=None, lineclass=None)
