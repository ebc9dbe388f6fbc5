"""Passkeys (WebAuthn): a guest registers one, and signs in with it on any device that has it."""

from __future__ import annotations

import asyncio
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from laguna.server.http.origins import is_address
from laguna.server.people.accounts import People
from laguna.server.people.challenges import Challenges
from laguna.server.people.names import clean_name
from laguna.server.problem import Problem, malformed, not_found, too_many
from laguna.server.settings import Settings
from laguna.server.store.store import (
    AddPasskey,
    AtMost,
    Challenge,
    Conflict,
    DropPasskey,
    LimitReached,
    Passkey,
    Person,
    PutPasskey,
    Store,
)
from laguna.server.wire.bodies import Ceremony, PasskeyCard

if TYPE_CHECKING:
    from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
    from webauthn.registration.verify_registration_response import VerifiedRegistration

CHALLENGE_TTL_S = 300
"""Seconds until a challenge that is not answered expires."""
MAX_OPEN_CHALLENGES = 20_000
"""How many challenges may be open at all servers together; of more, the oldest are given up."""
MAX_CREDENTIAL_ID_BYTES = 1023
"""Bytes of a credential's id, as the standard has it."""
MAX_LABEL_LENGTH = 40

T = TypeVar("T")


class Passkeys:
    """The passkeys of a server. The package that reads them is loaded when the first one is asked for, in a thread."""

    def __init__(self, store: Store, people: People, settings: Settings, now: Callable[[], float]) -> None:
        self._store = store
        self._people = people
        self._settings = settings
        self._now = now
        self._challenges = Challenges(store, now, CHALLENGE_TTL_S, MAX_OPEN_CHALLENGES)

    # A new one

    async def offer(self, person: Person, site: str) -> Ceremony:
        """What a browser needs to make a passkey for this person, who reached us under this address."""
        self._check_name(site)
        has = await self._store.passkeys_of(person.id)
        if len(has) >= self._most:
            raise self._too_many()
        challenge = await self._challenges.put(person.id)
        return Ceremony(challenge.name, await asyncio.to_thread(self._creation, person, challenge, has))

    async def add(self, person: Person, ceremony: str, credential: dict[str, Any], label: str) -> PasskeyCard:
        """Take what the browser made. Raises a `Problem` if it is not for this person, place and moment."""
        called = clean_name(label, MAX_LABEL_LENGTH) if label.strip() else "Passkey"
        challenge = _open(await self._challenges.take(ceremony, person.id))
        made = await asyncio.to_thread(self._verify_new, credential, challenge)
        key = Passkey(made.credential_id, person.id, made.credential_public_key, made.sign_count, self._now(), called)
        try:
            await self._store.write(AtMost("passkeys", person.id, self._most), AddPasskey(key))
        except LimitReached:
            raise self._too_many() from None
        except Conflict:
            raise Problem("taken", "This passkey is known here already: come in with it instead.") from None
        return _card(key)

    async def mine(self, person: Person) -> list[PasskeyCard]:
        """A person's passkeys."""
        return [_card(key) for key in await self._store.passkeys_of(person.id)]

    async def drop(self, person: Person, card: str) -> None:
        """Remove a passkey of this person."""
        key = await self._store.passkey(_bytes(card))
        if key is None or key.person != person.id:
            raise not_found("passkey of yours")
        await self._store.write(DropPasskey(key.credential))

    # Coming back

    async def ask(self, site: str) -> Ceremony:
        """What a browser needs to show a passkey that it has; whose, we learn from the answer."""
        self._check_name(site)
        challenge = await self._challenges.put()
        return Ceremony(challenge.name, await asyncio.to_thread(self._request, challenge))

    async def log_in(self, ceremony: str, credential: dict[str, Any], browser: str = "") -> tuple[Person, str]:
        """Who comes back, and the token of a new session. Raises a `Problem` if the passkey does not prove it."""
        challenge = _open(await self._challenges.take(ceremony))
        shown = credential.get("id")
        key = await self._store.passkey(_bytes(shown)) if isinstance(shown, str) else None
        person = None if key is None else await self._store.person(key.person)
        if key is None or person is None:
            raise _not_proved("This passkey is not known here.")
        seen = await asyncio.to_thread(self._verify_known, credential, challenge, key)
        session, put = self._people.session_for(person.id, browser)
        await self._store.write(PutPasskey(msgspec.structs.replace(key, count=seen.new_sign_count)), put)
        return person, session

    def _check_name(self, site: str) -> None:
        """Browsers bind passkeys to a name and take no address for one; who came by another name is told ours."""
        if is_address(self._settings.domain):
            raise Problem("no_domain", "Passkeys need a server with a name: localhost or a domain, not an IP address.")
        if urlsplit(site).hostname != self._settings.domain:
            raise Problem("no_domain", f"Passkeys are bound to a name: open {self._settings.url} instead.")

    @property
    def _most(self) -> int:
        return self._settings.limits.passkeys_per_person

    def _too_many(self) -> Problem:
        return too_many(f"You have {self._most} passkeys, as many as one may have: remove one first.")

    @property
    def _origins(self) -> list[str]:
        """Where a passkey of ours may be used: under the name that it is bound to."""
        return [origin for origin in self._settings.origins if urlsplit(origin).hostname == self._settings.domain]

    # In a thread: loading the package takes a while

    def _creation(self, person: Person, challenge: Challenge, has: list[Passkey]) -> dict[str, Any]:
        from webauthn import generate_registration_options, options_to_json  # noqa: PLC0415
        from webauthn.helpers import structs  # noqa: PLC0415

        options = generate_registration_options(
            rp_id=self._settings.domain,
            rp_name="Laguna",
            user_id=person.id.encode(),
            user_name=person.name,
            challenge=challenge.signed,
            timeout=CHALLENGE_TTL_S * 1000,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,  # found again without a name being typed
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(key.credential) for key in has],
        )
        return _plain(options_to_json(options))

    def _request(self, challenge: Challenge) -> dict[str, Any]:
        from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415

        options = generate_authentication_options(
            rp_id=self._settings.domain, challenge=challenge.signed, timeout=CHALLENGE_TTL_S * 1000
        )
        return _plain(options_to_json(options))

    def _verify_new(self, credential: dict[str, Any], challenge: Challenge) -> VerifiedRegistration:
        from webauthn import verify_registration_response  # noqa: PLC0415

        made = _proved(
            lambda: verify_registration_response(
                credential=credential,
                expected_challenge=challenge.signed,
                expected_rp_id=self._settings.domain,
                expected_origin=self._origins,
            )
        )
        if len(made.credential_id) > MAX_CREDENTIAL_ID_BYTES:
            raise malformed(f"The id of a passkey has at most {MAX_CREDENTIAL_ID_BYTES} bytes.")
        return made

    def _verify_known(self, credential: dict[str, Any], challenge: Challenge, key: Passkey) -> VerifiedAuthentication:
        from webauthn import verify_authentication_response  # noqa: PLC0415
        from webauthn.helpers import parse_authentication_credential_json  # noqa: PLC0415

        def verify() -> VerifiedAuthentication:
            shown = parse_authentication_credential_json(credential)
            if shown.raw_id != key.credential or shown.response.user_handle not in (None, key.person.encode()):
                raise ValueError("somebody else's")
            return verify_authentication_response(
                credential=shown,
                expected_challenge=challenge.signed,
                expected_rp_id=self._settings.domain,
                expected_origin=self._origins,
                credential_public_key=key.public_key,
                credential_current_sign_count=key.count,
            )

        return _proved(verify)


def _proved(verify: Callable[[], T]) -> T:
    try:
        return verify()
    except Exception as wrong:  # a stranger wrote what is read here, and the readers raise what they like
        raise _not_proved("The passkey could not be verified: try again from a page of this server.") from wrong


def _open(challenge: Challenge | None) -> Challenge:
    if challenge is None:
        raise _not_proved("That took too long, or was used already: begin again.")
    return challenge


def _not_proved(sentence: str) -> Problem:
    return Problem("not_proved", sentence, HTTPStatus.FORBIDDEN)


def _plain(options: str) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(options)
    return plain


def _card(key: Passkey) -> PasskeyCard:
    return PasskeyCard(urlsafe_b64encode(key.credential).rstrip(b"=").decode(), key.label, key.created)


def _bytes(card: str) -> bytes:
    """A credential's id as it is kept; nothing that is kept, if it cannot be one."""
    try:
        return urlsafe_b64decode(card.encode() + b"=" * (-len(card) % 4))
    except ValueError:
        return b""
