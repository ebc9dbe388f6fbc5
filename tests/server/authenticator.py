"""A passkey holder made of software: what a telephone or a security key does, written by hand after the standard."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, NEW_KEY = 0x01, 0x04, 0x40
NO_MODEL = bytes(16)

Options = dict[str, Any]


class Authenticator:
    """It holds one key, for one person at one site, and counts how often it signed."""

    def __init__(self, name: bytes = b"") -> None:
        self._key: EllipticCurvePrivateKey = generate_private_key(SECP256R1())
        numbers = self._key.public_key().public_numbers()
        self._x, self._y = (number.to_bytes(32) for number in (numbers.x, numbers.y))
        self.name = name or sha256(self._x).digest()
        self.owner = ""
        self.count = 0

    def create(self, options: Options, origin: str, flags: int = PRESENT | VERIFIED) -> dict[str, Any]:
        """What `navigator.credentials.create` gives, in its JSON form."""
        self.owner = options["user"]["id"]
        cose = {1: 2, 3: -7, -1: 1, -2: self._x, -3: self._y}  # an elliptic curve, ES256, P-256
        made = NO_MODEL + len(self.name).to_bytes(2) + self.name + cbor2.dumps(cose)
        data = self._data(options["rp"]["id"], flags | NEW_KEY) + made
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = _client_data("webauthn.create", options, origin)
        return self._credential({"clientDataJSON": text(client), "attestationObject": text(attested), "transports": []})

    def get(self, options: Options, origin: str, flags: int = PRESENT | VERIFIED) -> dict[str, Any]:
        """What `navigator.credentials.get` gives, in its JSON form."""
        self.count += 1
        data, client = self._data(options["rpId"], flags), _client_data("webauthn.get", options, origin)
        signature = self._key.sign(data + sha256(client).digest(), ECDSA(SHA256()))
        return self._credential(
            {
                "clientDataJSON": text(client),
                "authenticatorData": text(data),
                "signature": text(signature),
                "userHandle": self.owner,
            }
        )

    def _data(self, site: str, flags: int) -> bytes:
        return sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        name = text(self.name)
        return {
            "id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}
        }  # fmt: skip


def _client_data(kind: str, options: Options, origin: str) -> bytes:
    """What the browser adds, so that no page can sign for another."""
    said = {"type": kind, "challenge": options["challenge"], "origin": origin, "crossOrigin": False}
    return json.dumps(said).encode()


def text(data: bytes) -> str:
    """As the standard writes bytes in JSON."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def data(written: str) -> bytes:
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))
