"""The practice range over REST: for everybody, nothing kept, at the referee's physics, and not without end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from laguna.games.ship_ahoy.physics import hand, worker
from laguna.games.ship_ahoy.physics.board import Kind
from laguna.games.ship_ahoy.service import PracticeShot
from laguna.server.http.api.game_routes import MAX_WAITING_OF_ONE, LimitedRoute
from laguna.server.problem import Problem
from laguna.server.settings import Rate
from server.serving import Client, Running, running_server, tight

SHOT = {"move": "shoot", "piece": 0, "x": 0.0, "y": -0.75, "heading": 1.5, "pull": 0.6, "t_ms": 0}
"""From the ship, towards the targets."""
NEAR = 1.373
"""Where the nearest target is, as seen from there."""
JAM = {**SHOT, "pull": 0.0}


def wish(sight: Any, move: dict[str, Any]) -> dict[str, Any]:
    """A shot at the range as it was seen last."""
    pieces = [{name: piece[name] for name in ("piece", "x", "y", "yaw")} for piece in sight["view"]["pieces"]]
    return {"pieces": pieces, "aim_seed": sight["view"]["aim_seed"], "move": move}


def fresh(client: Client) -> Any:
    return client.get("/api/practice").expect(200)


def shoot(client: Client, sight: Any, move: dict[str, Any]) -> Any:
    """What is answered to a shot."""
    return client.post("/api/practice/shot", wish(sight, move)).expect(200)


def test_a_newcomer_is_shown_a_range_and_asked_to_shoot(server: Running) -> None:
    sight = fresh(server.client())
    assert (sight["seat"], sight["events"]) == (0, [])
    assert sight["question"] == {"ask": 0, "about": "shoot", "rule": "S8", "moves": [], "free": ["shoot"]}
    assert sight["view"]["guns"] == [0, 12]
    assert {piece["kind"] for piece in sight["view"]["pieces"]} >= {Kind.SHIP, Kind.TOWER, Kind.MOUNTAIN}


def test_shots_are_fired_one_after_another_and_nothing_of_them_is_kept(server: Running) -> None:
    nobody = server.client()
    sight = fresh(nobody)
    for _ in range(6):
        sway = hand.sway(sight["view"]["aim_seed"], 700, 0.6)
        answer = shoot(nobody, sight, {**SHOT, "heading": NEAR - sway, "t_ms": 700})
        assert answer["refusal"] is None
        before, sight = sight, answer["sight"]
        first = sight["events"][0]
        assert (first["event"], first["seat"], first["piece"]) == ("shot_fired", 0, 0)
        assert first["shot"]["ball"]
        gone = {piece["piece"] for piece in before["view"]["pieces"]} - {p["piece"] for p in sight["view"]["pieces"]}
        assert gone == {event["piece"] for event in sight["events"] if event["event"] == "trophy_taken"}
        assert gone <= set(sight["view"]["trophies"][0])
        assert sight["view"]["aim_seed"] != before["view"]["aim_seed"]
    assert nobody.cookies == {}
    assert len(fresh(nobody)["view"]["pieces"]) > len(sight["view"]["pieces"])


def test_the_same_shot_trembles_otherwise_each_time(server: Running) -> None:
    somebody = server.guest()
    sight = fresh(somebody)
    headings = {shoot(somebody, sight, SHOT)["sight"]["events"][0]["heading"] for _ in range(4)}
    assert len(headings) > 1


def test_a_jammed_shot_leaves_all_as_it_was(server: Running) -> None:
    sight = fresh(server.client())
    answer = shoot(server.client(), sight, JAM)["sight"]
    assert answer["events"] == [{"event": "jammed", "seat": 0, "piece": 0}]
    assert answer["view"] == sight["view"]


def test_a_rule_refuses_with_its_number_and_the_reason(server: Running) -> None:
    sight = fresh(server.client())
    answer = shoot(server.client(), sight, {**SHOT, "x": 0.5})
    assert answer == {"refusal": {"rule": "S8", "reason": "muzzle_too_far"}, "sight": None}


PIECE = {"piece": 3, "x": 0.0, "y": 0.0, "yaw": 0.0}
WRONG = [
    {"pieces": [{**PIECE, "piece": 8}]},
    {"pieces": [PIECE, PIECE]},
    {"pieces": [{**PIECE, "x": 1.2}]},
    {"pieces": [{**PIECE, "yaw": 7}]},
    {"pieces": [{**PIECE, "kind": "ship"}]},
    {"pieces": [PIECE] * 11},
    {"aim_seed": -1},
    {"aim_seed": 1 << 30},
    {"aim_seed": 1.5},
    {"move": {"move": "hold_fire"}},
    {"move": {**SHOT, "wind": 3}},
    {"move": {**SHOT, "x": "left"}},
    {"table": 1.1},
]


@pytest.mark.parametrize("change", WRONG, ids=str)
def test_what_is_no_range_or_no_shot_is_malformed(server: Running, change: dict[str, Any]) -> None:
    sent = {**wish(fresh(server.client()), SHOT), **change}
    server.client().post("/api/practice/shot", sent).problem(400, "malformed")


@pytest.mark.parametrize("number", ["1e400", "NaN", "1" + "0" * 40], ids=["too large", "no number", "many digits"])
def test_a_number_that_is_none_is_no_fault_of_the_server(server: Running, number: str) -> None:
    for name in ("x", "heading", "t_ms", "piece"):
        body = (
            f'{{"pieces":[],"aim_seed":1,"move":{{"move":"shoot","piece":0,"x":0,"y":0,"heading":0,"pull":0,"{name}":'
        )
        answer = server.client().post(
            "/api/practice/shot", f"{body}{number}}}}}".encode(), **{"Content-Type": "application/json"}
        )
        assert answer.status in (200, 400)
        assert answer.status == 400 or answer.json["refusal"]


def test_whoever_shoots_too_often_is_told_to_wait_and_others_are_not(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(game_routes=Rate(0.01, 2))) as server:
        one, other, nobody = server.guest("Ala"), server.guest("Ola"), server.client()
        sight = fresh(nobody)
        for client in (one, other, nobody):
            assert [shoot(client, sight, JAM)["refusal"] for _ in range(2)] == [None, None]
            answer = client.post("/api/practice/shot", wish(sight, JAM))
            answer.problem(429, "too_many")
            assert 0 < int(answer.headers["retry-after"]) <= 100


def test_so_many_shots_of_one_address_wait_for_the_gunners_and_strangers_get_through(server: Running) -> None:
    shot = msgspec.convert(wish(fresh(server.client()), SHOT), PracticeShot)

    _, route = server.backend.game_services["ship_ahoy"].routes
    range_of_all = LimitedRoute(route, server.settings.limits.game_routes)

    async def volley() -> list[object]:
        crowd = (range_of_all.answer(("here", f"person {n}"), shot) for n in range(MAX_WAITING_OF_ONE + 1))
        return await asyncio.gather(*crowd, range_of_all.answer(("there",), shot), return_exceptions=True)

    *answered, refused, stranger = server.call(volley())
    assert not [each for each in (*answered, stranger) if isinstance(each, BaseException)]
    assert isinstance(refused, Problem)
    assert refused.code == "too_many"


def test_gunners_that_fail_are_told_in_a_sentence_and_the_next_shot_is_fired(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    sight = fresh(server.client())
    with monkeypatch.context() as broken:
        broken.setattr(worker, "MAX_TRIES", 0)
        answer = server.client().post("/api/practice/shot", wish(sight, SHOT))
        answer.problem(503, "no_shot")
        assert "retry-after" in answer.headers
    assert shoot(server.client(), sight, SHOT)["refusal"] is None
