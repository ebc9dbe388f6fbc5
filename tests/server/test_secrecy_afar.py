"""Whoever plays or watches at another server than the mover's sees no more there than they would at the same one.

Lines with hidden draws go from server to server: so what a server makes of them for its own people is looked at byte by
byte, as in `test_secrecy`, which deals anew whatever they may not know.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from laguna.server.bus.news import Line, encoded, of_table
from laguna.server.store.store import PutTable
from server.laid import gathered
from server.player import Message, Player
from server.several import TABLE, Kind, Several, passed
from server.test_secrecy import WHISPER, Eyes, Game, Insider, name_of
from tiers import tiered_rows

SEATS = (0, 1, None, 0, 1, None)
"""Whose eyes each socket has: the first three are connected with one server, the others with the other one."""


class Afar(Game):
    """A game at two servers. Whoever is asked moves at either of them; the insider sits in the first."""

    def __init__(self, several: Several, inside: Insider, onlookers: list[Eyes], random: Random) -> None:
        super().__init__(inside, onlookers, random)
        self._several = several

    async def check_started(self, each: Eyes) -> None:
        """Who is connected elsewhere is told where the table stands, and what they saw of the laying out."""
        if each in self.onlookers[:3]:
            await super().check_started(each)
            return
        await each.next_one("standpoint")
        [near] = [other for other in self.onlookers[:3] if other.eye == each.eye]
        self._check_standpoint(each, each.player.heard[-1], near.events[0])

    async def hear_all(self, each: Eyes) -> None:
        """Have somebody hear all that was told by now, at either server."""
        for teller, hearer in ((0, 1), (1, 0)):
            await passed(self._several, teller, hearer)
            await self._several.sides[hearer].settled()
        await each.player.caught_up()

    def check_undone(self, each: Eyes, seat: int) -> None:
        """Who is connected elsewhere is told where the table stands now."""
        told = next(message for message in reversed(each.player.heard) if message["type"] in ("undone", "standpoint"))
        if told["type"] == "undone":
            super().check_undone(each, seat)
        else:
            self._check_standpoint(each, told, {name_of(each.eye): []})
            each.events.pop()  # whoever called this puts it down, too

    def _check_standpoint(self, each: Eyes, told: Message, missed: Any) -> None:
        """It came unasked: where the table stands, and the one step that these eyes have missed."""
        assert told["sights"] == [self.inside.sight(each.eye)]
        assert [step["events"] for step in told["missed"]] == [missed]
        assert told["remarks"] == []
        each.events.append(missed)

    async def falls_behind(self, *, compares: bool) -> None:
        """Some steps are made of which the second server hears late, or not at all until it compares."""
        far = self._several.sides[1]
        self.hearing = self.onlookers[:3]
        if compares:
            far.bus.dropping = True
        else:
            far.bus.hold()
        for _ in range(3):
            if not self.over:
                await self.step()
        await passed(self._several, 0, 1)
        if compares:
            await far.sharing._compare()
            far.bus.dropping = False
        else:
            far.bus.bring()
        for near, each in zip(self.hearing, self.onlookers[3:], strict=True):
            await self._hear_owed(each, [raw for other, raw in self.owed if other is each], near.events)
        self.hearing, self.owed = self.onlookers, []

    async def _hear_owed(self, each: Eyes, steps: list[bytes], seen: list[Any]) -> None:
        """Each step that somebody was not told of; or, where a snapshot lies in between, all that they have missed."""
        while steps:
            message = await each.player.hear()
            if message["type"] == "standpoint":
                assert message["sights"] == [self.inside.sight(each.eye)]
                assert [step["events"] for step in message["missed"]] == seen[len(seen) - len(steps) :]
                each.events += seen[len(seen) - len(steps) :]
                return
            assert each.player.raw[-1] == steps.pop(0)
            self.note(each)


@asynccontextmanager
async def at_two_servers(several: Several, game: str, options: dict[str, Any], random: Random) -> AsyncIterator[Afar]:
    """A table of two and a spectator, each of whom follows it at both servers; not yet begun."""
    file = gathered(TABLE, game, several.people[:2], random)
    await several.store.write(PutTable(replace(file, options=options, open=False, guests=(several.people[2],))))
    async with AsyncExitStack() as stack:
        onlookers = []
        for number, eye in enumerate(SEATS):
            client = several.client(2 if eye is None else eye, number // 3)
            player = await stack.enter_async_context(Player.connect(client))
            onlookers.append(Eyes(eye, client, player))
            await player.follow(TABLE)
        several.sides[1].sharing.hint_delay_s = 0.0
        afar = Afar(several, Insider(await several.sides[0].backend.lobby.room(TABLE)), onlookers, random)
        await afar.all_caught_up()
        yield afar


async def played(several: Several, game: str, options: dict[str, Any], most: int) -> Afar:
    """Play so many steps of a game, or all, and look at every byte that anybody got before its end."""
    async with at_two_servers(several, game, options, Random(game)) as afar:
        first = afar.onlookers[0]
        secret = afar.inside.room.file.secret
        await afar.start(first.client)
        for number in range(most):
            if number % 8 == 5:
                await afar.falls_behind(compares=number % 16 == 5)
            else:
                await afar.step()
            if afar.over:
                break
            if number in (2, 20):
                await first.player.ask("say", TABLE, text=WHISPER, to=several.people[1])
                await afar.all_caught_up()
                await afar.check_standpoints()
                await afar.look_around()
                await afar.all_caught_up()
        for each in afar.onlookers:
            assert secret.encode() not in each.got
            if afar.over:
                assert (await each.player.until("over"))["secret"] == secret
            assert (WHISPER.encode() in each.got) == (each.eye is not None)
        check_bus(several, secret)
        return afar


def check_bus(several: Several, secret: str) -> None:
    """Servers tell each other lines and remarks, and no secret of the game or of anybody."""
    sent = b"".join(encoded("server", news) for side in several.sides for _, news in side.bus.told)
    assert b'"move"' in sent
    assert WHISPER.encode() in sent
    for hidden in (secret, *several.tokens):
        assert hidden.encode() not in sent


HIDING, OPEN = ("duck", "animals_on_board", "kuna_yala"), ("mahe", "ship_ahoy")
"""Games that hide something, and games that do not."""
STEPS, ALL = 48, 10_000
GAMES = [
    *tiered_rows([(game, {}, STEPS) for game in (*HIDING, *OPEN)], lambda case: case[0] in ("duck", "ship_ahoy")),
    *(pytest.param(game, {}, ALL, marks=pytest.mark.thorough) for game in (*HIDING, *OPEN)),
    pytest.param("duck", {"bluff_dives": True}, ALL, marks=pytest.mark.thorough),
    pytest.param("animals_on_board", {"open_arks": True}, ALL, marks=pytest.mark.thorough),
    pytest.param("mahe", {"advanced": True}, ALL, marks=pytest.mark.thorough),
]
"""All games, and how many steps are played."""


@pytest.mark.parametrize(("game", "options", "most"), GAMES, ids=str)
def test_every_byte_at_another_server_could_have_been_written_without_knowing_what_is_hidden(
    database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, game: str, options: dict[str, Any], most: int
) -> None:
    async def test(several: Several) -> None:
        afar = await played(several, game, options, most)
        assert bool(afar.inside.proved["twin"]) == (game in HIDING)
        assert afar.undos["granted"] or game not in HIDING
        for side in several.sides:
            page = (await asyncio.to_thread(side.client("").get, "/metrics")).body
            for hidden in (afar.inside.room.file.secret, WHISPER, TABLE, *several.people, *several.tokens):
                assert hidden not in caplog.text
                assert hidden.encode() not in page

    with caplog.at_level(logging.DEBUG, "laguna"):
        Kind(tmp_path, database).run(test)


def test_what_comes_over_the_bus_is_in_no_log_even_if_it_cannot_be_read(
    database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    mark = "only-for-servers"
    lines = (
        f"{mark}",
        f'{{"move":{{"move":"{mark}"}},"seat":0,"draws":["{mark}"]}}',
        f'{{"seat":0,"move":{{"move":"{mark}"}},"draws":[],"at":1.0}}',
        f'{{"undone":"{mark}"}}',
    )

    async def test(several: Several) -> None:
        await several.lay_out("duck")
        async with several.following(0, 1) as players:
            for line in lines:
                several.sides[0].bus.tell(of_table(TABLE), Line(1, line.encode(), 1, 0.0))
            await passed(several, 0, 1)
            await several.sides[1].settled()
            for player in players:
                assert (await player.follow(TABLE))["version"] == 1
                assert mark.encode() not in b"".join(player.raw)

    with caplog.at_level(logging.DEBUG, "laguna"):
        Kind(tmp_path, database).run(test)
    assert "could not be followed" in caplog.text
    assert mark not in caplog.text
