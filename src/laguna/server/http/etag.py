"""Responses with an ETag: content that is the same for everybody until the program changes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Annotated

import msgspec
from litestar import Response
from litestar.params import HeaderParameter

Known = Annotated[str | None, HeaderParameter(name="If-None-Match", required=False)]
"""The names of the texts that a browser has already."""


class Sheet(msgspec.Struct, frozen=True):
    """A text or picture, of this media type, with a name for this very content."""

    body: bytes
    media: str
    etag: str

    @classmethod
    def of(cls, body: bytes, media: str) -> Sheet:
        """Content, named by its hash."""
        return cls(body, media, f'"{hashlib.sha256(body).hexdigest()[:32]}"')

    @classmethod
    def of_json(cls, content: object) -> Sheet:
        """Plain data or a structure, written down."""
        return cls.of(msgspec.json.encode(content), "application/json")

    def told(self, known: str | None, headers: Mapping[str, str] = MappingProxyType({})) -> Response[bytes]:
        """The sheet as an answer, to be kept, but not used again without asking whether it is still the same."""
        same = known is not None and self.etag in known
        return Response(
            b"" if same else self.body,
            status_code=HTTPStatus.NOT_MODIFIED if same else HTTPStatus.OK,
            media_type=self.media,
            headers={"ETag": self.etag, "Cache-Control": "no-cache", **headers},
        )
