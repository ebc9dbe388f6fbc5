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
"""The ETags of what a browser has already."""


class TaggedContent(msgspec.Struct, frozen=True):
    """A response body with its media type and its ETag, a hash of the content."""

    body: bytes
    media: str
    etag: str

    @classmethod
    def of(cls, body: bytes, media: str) -> TaggedContent:
        """Content with the ETag of its hash."""
        return cls(body, media, f'"{hashlib.sha256(body).hexdigest()[:32]}"')

    @classmethod
    def of_json(cls, content: object) -> TaggedContent:
        """Plain data or a structure, encoded as JSON."""
        return cls.of(msgspec.json.encode(content), "application/json")

    def as_response(self, known: str | None, headers: Mapping[str, str] = MappingProxyType({})) -> Response[bytes]:
        """The response, 304 where `known` has the ETag. Browsers may keep it, and must ask whether it has changed."""
        same = known is not None and self.etag in known
        return Response(
            b"" if same else self.body,
            status_code=HTTPStatus.NOT_MODIFIED if same else HTTPStatus.OK,
            media_type=self.media,
            headers={"ETag": self.etag, "Cache-Control": "no-cache", **headers},
        )
