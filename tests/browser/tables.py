"""Tables for visitors, made and played on by REST as everybody may."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from browser.games import PLAYERS, SEATS
from server.finished import TOKEN
from server.serving import Client, Running
from server.tables import begun, made

BOTS = ("Rozgwiazda", "Muszelka", "Krab", "Flaming", "Delfin", "Papuga")
WAIT = 20
"""Seconds for which a bot may think."""


def against_bots(host: Client, game: str, seats: int = 0, **new: Any) -> str:
    """A game of somebody against easy bots, who have names; by default against as few as there may be."""
    count = seats or SEATS[game]
    table = made(host, game, seats=count, **{**_options(game, count), **new})
    for seat in range(1, count):
        bot = {"who": "bot", "level": "easy", "name": BOTS[seat - 1]}
        host.put(f"/api/tables/{table}/seats/{seat}", bot).expect(200)
    host.post(f"/api/tables/{table}/start").expect(200)
    return table


def together(people: Sequence[Client], game: str, **new: Any) -> str:
    """A game of these people, and of a bot where they are too few."""
    return begun(people, game, ["easy"] * (SEATS[game] - len(people)), **{**_options(game, SEATS[game]), **new})


def on_one_device(host: Client, game: str, names: Sequence[str]) -> str:
    """A game of several people who pass one device round."""
    table = made(host, game, seats=SEATS[game], **_options(game, SEATS[game]))
    for seat in range(SEATS[game]):
        who = {"who": "me", "name": names[seat]} if seat < len(names) else {"who": "bot", "level": "easy"}
        host.put(f"/api/tables/{table}/seats/{seat}", who).expect(200)
    host.post(f"/api/tables/{table}/start").expect(200)
    return table


def _options(game: str, seats: int) -> dict[str, Any]:
    """What a game is played with."""
    options = PLAYERS[game].options(seats)
    return {"options": options} if options else {}


def position(client: Client, table: str, after: int | None = None) -> Any:
    """Where a table stands; with `after`, as soon as it stands further than that."""
    more = "" if after is None else f"?after={after}&wait={WAIT}"
    return client.get(f"/api/tables/{table}/position{more}").expect(200)


def asked_seats(client: Client, table: str, people: int) -> list[int]:
    """Those of the first seats, where the people sit, that are asked: as soon as some are, or the game is over."""
    now = position(client, table)
    while now["card"]["state"] == "playing":
        asked = [each["seat"] for each in now["card"]["asked"] if each["seat"] < people]
        if asked:
            return asked
        now = position(client, table, now["version"])
    return []


def played_on(client: Client, table: str, answers: int) -> None:
    """Answer so many questions at random, the same every time, and wait until one is asked again."""
    luck = Random(answers)
    while answers >= 0:
        now = position(client, table)
        if now["card"]["state"] != "playing":
            return
        asking = [sight for sight in now["sights"] if sight["question"]]
        if not asking:
            position(client, table, now["version"])
            continue
        if answers:
            question = asking[0]["question"]
            move = luck.choice(question["moves"])
            body = {"seat": asking[0]["seat"], "ask": question["ask"], "move": move}
            client.post(f"/api/tables/{table}/moves", body).expect(200)
        answers -= 1


def host_of_finished(server: Running) -> Client:
    """Ala, who has played all the finished games."""
    ala = server.client()
    ala.cookies["laguna"] = TOKEN
    return ala


def finished(game: str) -> str:
    """The finished game of this kind."""
    return f"{game}_over_open".ljust(12, "_")[:32]
