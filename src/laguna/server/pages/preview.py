"""What a link shows where it is sent: Open Graph tags, put into the page that the link opens."""

from __future__ import annotations

from html import escape

import msgspec

_HEAD_END = b"</head>"
PICTURE_SIZE_PX = (1200, 630)
"""What those who show previews ask for."""


class Preview(msgspec.Struct, frozen=True):
    """Title and sentence of a link, and the address of its picture, if it has one."""

    title: str
    sentence: str
    url: str
    picture: str | None = None


def with_preview(page: bytes, preview: Preview) -> bytes:
    """The page with the tags of a preview. Whatever people called themselves stays text: everything is escaped."""
    return page.replace(_HEAD_END, _tags(preview).encode() + _HEAD_END, 1)


def _tags(preview: Preview) -> str:
    width, height = PICTURE_SIZE_PX
    told = {
        "og:type": "website",
        "og:site_name": "Laguna",
        "og:title": preview.title,
        "og:description": preview.sentence,
        "og:url": preview.url,
    }
    if preview.picture is not None:
        told |= {
            "og:image": preview.picture,
            "og:image:type": "image/png",
            "og:image:width": str(width),
            "og:image:height": str(height),
            "og:image:alt": preview.title,
        }
    card = "summary" if preview.picture is None else "summary_large_image"
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in told.items()]
    named = {"description": preview.sentence, "robots": "noindex", "twitter:card": card}
    lines += [f'<meta name="{name}" content="{escape(text)}" />' for name, text in named.items()]
    return "".join(f"{line}\n    " for line in lines)
