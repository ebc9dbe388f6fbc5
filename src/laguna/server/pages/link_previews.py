"""What the links that people send each other show of a table: its result, or who invites to which game.

A table that not everybody may see has no preview without its key, just as one that there is not.
"""

from __future__ import annotations

from urllib.parse import urlencode

from laguna.core.words import words_of
from laguna.games import PLUGINS
from laguna.server.backend import Backend
from laguna.server.pages.preview import Preview
from laguna.server.pages.result_page import invitation_title, result_page, result_url
from laguna.server.pages.result_picture import can_draw
from laguna.server.people.tokens import named_invitation
from laguna.server.problem import Problem
from laguna.server.tables.table_file import TableFile


async def table_preview(backend: Backend, site: str, table_id: str, key: str | None, lang: str) -> Preview | None:
    """What a link to a table shows to somebody whom nobody knows; None: nothing."""
    file = await backend.store.table(table_id)
    if file is None or file.game not in PLUGINS:
        return None
    if file.state == "over" and (file.shows(None) or file.admits(key)):
        return await _result(backend, site, file, key, lang)
    if file.state == "gathering" and file.welcomes(None):
        return await _invitation(backend, f"{site}/tables/{file.id}", file, lang)
    return None


async def invitation_preview(backend: Backend, site: str, name: str, lang: str) -> Preview | None:
    """What an invitation shows before anybody comes in; None: there is none of this name, or it is too old."""
    invitation = named_invitation(name)
    if invitation is None:
        return None
    try:
        file = await backend.lobby.invites_to(invitation)
    except Problem:
        return None
    return await _invitation(backend, f"{site}/join/{name}", file, lang)


async def _result(backend: Backend, site: str, file: TableFile, key: str | None, lang: str) -> Preview:
    page = await result_page(backend.store, backend.replays, file, lang)
    query = urlencode({"lang": lang} if key is None else {"lang": lang, "key": key})
    picture = f"{site}/api/tables/{file.id}/picture?{query}" if can_draw() else None
    sentence = " ".join(filter(None, (page.wit, f"{page.date}.")))
    return Preview(f"{page.title}: {page.headline}", sentence, result_url(site, file.id, key), picture)


async def _invitation(backend: Backend, url: str, file: TableFile, lang: str) -> Preview:
    people = await backend.store.people((file.host,))
    host = people[file.host].name if file.host in people else "?"
    return Preview(invitation_title(host, file.game, lang), words_of("laguna", lang).template("preview", "come"), url)
