"""The example of an outside bot, as somebody would run it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from server.player import Player
from server.serving import Client, Running
from server.tables import made

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


def brought(owner: Client, server: Running, table: str, invitation: str) -> subprocess.Popen[str]:
    """The example bot, on its way to a table."""
    token = owner.post("/api/bots", {"name": "Krab"}).expect(201)["token"]
    command = [sys.executable, str(EXAMPLE), server.url, token, table, invitation]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_two_of_the_example_bots_play_a_game_by_invitation_to_its_end(server: Running) -> None:
    owner = server.guest()
    table = made(owner, "animals_on_board", seats=2, sit=False)
    invitation = owner.post(f"/api/tables/{table}/invite").expect(201)["token"]

    async def start_when_full() -> None:
        async with Player.connect(owner) as player:
            await player.follow(table)
            for seats in (1, 2):
                bots.append(brought(owner, server, table, invitation))
                await player.hear_until(
                    lambda told, seats=seats: (
                        told["type"] == "changed"
                        and sum(seat["person"] is not None for seat in told["card"]["seats"]) == seats
                    )
                )

    bots: list[subprocess.Popen[str]] = []
    asyncio.run(start_when_full())
    owner.post(f"/api/tables/{table}/start").expect(200)
    for bot in bots:
        told, wrong = bot.communicate(timeout=60)
        assert (bot.returncode, wrong) == (0, "")
        assert told.startswith("The game is over: [{")
    assert owner.get(f"/api/tables/{table}").expect(200)["state"] == "over"
