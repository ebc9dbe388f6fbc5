"""Links to results and invitations: who may watch by one, what it shows before it is opened, and what it never does."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from laguna.core.story import Story, story_of
from laguna.server.pages.preview import PICTURE_SIZE_PX, Preview, with_preview
from laguna.server.pages.result_page import Placed, ResultPage
from laguna.server.pages.result_picture import SMALLEST_TEXT_PX, svg_of
from laguna.server.people.tokens import hashed, key_of
from laguna.server.problem import Problem
from laguna.server.settings import Rate
from laguna.server.store.store import Person, StoreFailed
from laguna.server.tables import finished_games
from laguna.server.tables.made_once import MadeOnce
from laguna.server.tables.seating import MAX_RESULT_LINKS_OF_ONE, with_result_key
from laguna.server.tables.table_card import card_by_key, card_of
from laguna.server.tables.table_file import Seat
from server.finished import HOST, OTHER_TOKEN, TOKEN, Finished, stored
from server.lettering import lines_of
from server.serving import Answer, Client, Running, running_server, tight
from server.tables import made

WILD = "<b>&\"Zło'</b>"
"""A name that would be markup, if anybody let it."""


EARLY_KEY = "k" * 22
"""A key that an unfinished game has, although nobody can make one."""


class Tags(HTMLParser):
    """The meta tags of a page, by property or name, and all elements."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.elements: list[str] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        named = dict(attrs)
        if tag == "meta" and (name := named.get("property") or named.get("name")):
            self.meta[name] = named.get("content") or ""


@pytest.fixture(scope="module")
def private() -> Finished:
    return Finished("animals_on_board", 2, open=False)


@pytest.fixture(scope="module")
def unfinished() -> Finished:
    game = Finished("mahe", 2, state="playing", open=False)
    game.file = msgspec.structs.replace(game.file, result_links={HOST: (hashed(EARLY_KEY).hex(),)})
    return game


@pytest.fixture(scope="module")
def open_game() -> Finished:
    return Finished("duck", 2)


@pytest.fixture(scope="module")
def sharing(
    tmp_path_factory: pytest.TempPathFactory, private: Finished, unfinished: Finished, open_game: Finished
) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("sharing")
    stored(folder, [private, unfinished, open_game])
    with running_server(folder) as running:
        yield running


def host(server: Running) -> Client:
    client = server.client()
    client.cookies["laguna"] = TOKEN
    return client


def path_of(url: str, server: Running) -> str:
    assert url.startswith(f"{server.url}/"), url
    return url.removeprefix(server.url)


def shared(server: Running, game: Finished) -> tuple[str, str]:
    """The path of a link to the result, and its key."""
    link = host(server).post(f"/api/tables/{game.file.id}/share").expect(200)
    assert parse_qs(urlsplit(link["url"]).query)["key"] == [link["key"]]
    return path_of(link["url"], server), link["key"]


# Watching by a link


def test_whoever_has_the_link_watches_the_finished_game_and_is_nobody(sharing: Running, private: Finished):
    _, key = shared(sharing, private)
    anybody = sharing.client()
    table = f"/api/tables/{private.file.id}"
    assert anybody.get(f"{table}?key={key}").expect(200)["state"] == "over"
    assert anybody.get(f"{table}/replay?key={key}&count=1").expect(200)["steps"] == len(private.steps)
    assert anybody.get(f"{table}/story?key={key}").expect(200)["candidates"]
    assert anybody.cookies == {}
    assert anybody.get("/api/visitor").expect(200) is None


def test_by_a_key_the_card_tells_the_game_and_the_names_and_nothing_else(tmp_path: Path):
    game = Finished("duck", 2, open=False)
    stored(tmp_path, [game])
    with running_server(tmp_path) as server:
        _, key = shared(server, game)
        path = f"/api/tables/{game.file.id}"
        again = host(server).post(f"{path}/rematch").expect(200)["id"]
        own = host(server).get(f"{path}?key={key}").expect(200)
        assert (own["rematch"], own["rematch_by"]["id"], own["nonces"]) == (again, HOST, ["ahoj", None])
        for anybody in (server.client(), server.guest()):
            answer = anybody.get(f"{path}?key={key}")
            told = answer.expect(200)
            assert [seat["person"] and seat["person"]["name"] for seat in told["seats"]] == ["Ala", None]
            changed = {name for name, value in own.items() if told[name] != value}
            assert changed == {"seats", "host", "nonces", "secret", "rematch", "rematch_by"}
            for hidden in (HOST, "ahoj", again, game.file.secret):
                assert hidden not in answer.body.decode()


def test_by_a_key_seats_of_one_person_are_told_from_those_of_several_and_a_host_who_did_not_play_is_nobody():
    people = {name: Person(id=name * 12, name=name, colour="coral", created=0.0) for name in "abc"}
    seats = tuple(Seat(person=name * 12) for name in "aba")
    file = msgspec.structs.replace(Finished("mahe", 3, open=False).file, seats=seats, host="c" * 12)
    card = card_by_key(card_of(file, {each.id: each for each in people.values()}, 0.0, ()))
    assert [seat.person and (seat.person.id, seat.person.name) for seat in card.seats] == [
        ("1", "a"), ("2", "b"), ("1", "a"),
    ]  # fmt: skip
    assert (card.host.id, card.host.name) == ("", "")


@pytest.mark.parametrize("door", ["record", "position", "analysis"])
def test_the_link_opens_nothing_but_the_replay_its_story_and_its_picture(
    sharing: Running, private: Finished, door: str
):
    _, key = shared(sharing, private)
    method = "POST" if door == "analysis" else "GET"
    answer = sharing.guest().send(method, f"/api/tables/{private.file.id}/{door}?key={key}", None)
    answer.problem(404, "not_found")


def test_a_key_opens_its_own_table_alone_and_no_other_text_does(sharing: Running, private: Finished):
    _, key = shared(sharing, private)
    for wrong in (key[:-1], key + "A", key.swapcase(), "", "x" * 22, "%00", "%ff", "../..", "'--"):
        sharing.client().get(f"/api/tables/{private.file.id}/replay?key={wrong}").problem(404, "not_found")
    sharing.client().get(f"/api/tables/nobody_there/replay?key={key}").problem(404, "not_found")


def test_a_game_under_way_has_no_link_and_shows_nothing_by_any_key(sharing: Running, unfinished: Finished):
    table = unfinished.file.id
    host(sharing).post(f"/api/tables/{table}/share").problem(409, "not_over")
    assert unfinished.file.result_links, "a key is stored, as if there had been a way to make it"
    for key in (EARLY_KEY, key_of(TOKEN, "result", table, 0), "x" * 22):
        for door in ("", "/replay", "/story", "/picture"):
            sharing.client().get(f"/api/tables/{table}{door}?key={key}").problem(404, "not_found")
        assert sharing.client().get(f"/tables/{table}?replay&key={key}").body == sharing.client().get("/").body


def test_a_key_admits_once_the_game_is_over_and_never_before(unfinished: Finished):
    for state, admitted in (("gathering", False), ("playing", False), ("closed", False), ("over", True)):
        file = msgspec.structs.replace(unfinished.file, state=state)
        assert file.admits(EARLY_KEY) is admitted
        assert not file.admits(None)
        assert not file.admits("")


def test_only_those_who_played_share_a_game_that_is_not_open(sharing: Running, private: Finished):
    sharing.guest().post(f"/api/tables/{private.file.id}/share").problem(404, "not_found")


def test_where_the_host_wanted_no_spectators_only_the_host_shares(private: Finished):
    seats = (*private.file.seats[:1], Seat(person="guest"))
    alone = msgspec.structs.replace(private.file, spectators=False, seats=seats)
    assert with_result_key(alone, HOST, "hash").result_links == {HOST: ("hash",)}
    with pytest.raises(Problem):
        with_result_key(alone, "guest", "hash")
    watched = msgspec.structs.replace(alone, spectators=True)
    assert with_result_key(watched, "guest", "hash").result_links == {"guest": ("hash",)}


def test_an_open_game_is_shared_by_anybody_without_a_key(sharing: Running, open_game: Finished):
    link = sharing.guest().post(f"/api/tables/{open_game.file.id}/share").expect(200)
    assert link == {"url": f"{sharing.url}/tables/{open_game.file.id}?replay", "key": None}
    sharing.client().get(f"/api/tables/{open_game.file.id}").expect(200)


def test_the_host_takes_all_links_back_and_a_new_one_is_another(tmp_path: Path):
    game = Finished("mahe", 2, open=False)
    stored(tmp_path, [game])
    with running_server(tmp_path) as server:
        link = server.client()
        link.cookies["laguna"] = OTHER_TOKEN
        keys = [shared(server, game)[1], link.post(f"/api/tables/{game.file.id}/share").expect(200)["key"]]
        assert len(set(keys)) == 2, "another browser has another link"
        watching = [f"/api/tables/{game.file.id}/replay?key={key}" for key in keys]
        assert [server.client().get(path).status for path in watching] == [200, 200]
        host(server).delete(f"/api/tables/{game.file.id}/invite").expect(204)
        assert [server.client().get(path).status for path in watching] == [404, 404]
        assert shared(server, game)[1] not in keys
        assert [server.client().get(path).status for path in watching] == [404, 404]


def test_who_shares_again_gets_the_same_link_also_after_a_restart(tmp_path: Path):
    game = Finished("mahe", 2, open=False)
    stored(tmp_path, [game])
    keys = []
    for _ in range(2):
        with running_server(tmp_path) as server:
            keys += [shared(server, game)[1] for _ in range(40)]
            links = server.call(server.backend.store.table(game.file.id)).result_links
            assert [len(each) for each in links.values()] == [1]
    assert len(set(keys)) == 1
    assert keys[0] != key_of(TOKEN, "result", "another_table", 0)


def test_nobody_ends_a_link_by_making_others(private: Finished):
    file = msgspec.structs.replace(private.file, seats=(*private.file.seats, Seat(person="guest")))
    file = with_result_key(file, "guest", "theirs")
    for number in range(MAX_RESULT_LINKS_OF_ONE):
        file = with_result_key(file, HOST, str(number))
    with pytest.raises(Problem, match="They all hold"):
        with_result_key(file, HOST, "one more")
    assert with_result_key(file, HOST, "3") is file, "that one is there already"
    assert file.result_links["guest"] == ("theirs",)


def test_the_database_holds_no_key(sharing: Running, private: Finished):
    _, key = shared(sharing, private)
    for path in sharing.settings.data.rglob("*"):
        assert not path.is_file() or key.encode() not in path.read_bytes(), path


# A table one may not see


def test_a_table_one_may_not_see_is_told_like_one_that_is_not_there(sharing: Running, private: Finished):
    def told(answer: Answer) -> tuple[int, bytes, dict[str, str]]:
        return answer.status, answer.body, {**answer.headers, "date": ""}

    for who in (sharing.client(), sharing.guest()):
        for door in ("", "/replay", "/story", "/picture", "/record"):
            hidden, missing = (who.get(f"/api/tables/{table}{door}") for table in (private.file.id, "nobody_there"))
            assert told(hidden) == told(missing)
    pages = [sharing.client().get(f"/tables/{table}?replay") for table in (private.file.id, "nobody_there")]
    assert told(pages[0]) == told(pages[1])


# Previews


@pytest.mark.parametrize(
    ("spoken", "title", "day"),
    [
        ({"Accept-Language": "pl-PL,pl;q=0.9"}, "Zwierzaki na pokład: Wygrywa", "21 września 2026"),
        ({"Accept-Language": "en-GB"}, "Animals on Board: ", "21 September 2026"),
        ({"Accept-Language": "de"}, "Zwierzaki na pokład: Wygrywa", "21 września 2026"),
        ({}, "Zwierzaki na pokład: Wygrywa", "21 września 2026"),
    ],
)
def test_a_link_to_a_result_names_game_winner_and_date(
    sharing: Running, private: Finished, spoken: dict[str, str], title: str, day: str
):
    path, key = shared(sharing, private)
    answer = sharing.client().get(path, **spoken)
    tags = Tags(answer.body).meta
    assert tags["og:title"].startswith(title)
    assert day in tags["og:description"]
    assert len(tags["og:description"]) > len(day) + 10, "what is worth telling, too"
    picture = urlsplit(tags["og:image"])
    assert f"{picture.scheme}://{picture.netloc}" == sharing.url
    assert parse_qs(picture.query)["key"] == [key]
    assert answer.headers["cache-control"] == "no-store"


def test_the_language_of_whoever_shared_wins(sharing: Running, private: Finished):
    path, _ = shared(sharing, private)
    tags = Tags(sharing.client().get(f"{path}&lang=en", **{"Accept-Language": "pl"}).body).meta
    assert tags["og:title"].startswith("Animals on Board")


def test_an_invitation_names_host_and_game_before_anybody_comes_in(server: Running):
    ala = server.guest("Kapitan")
    table = made(ala, "mahe")
    link = ala.post(f"/api/tables/{table}/invite").expect(201)
    url, _, token = link["url"].partition("#")
    answer = server.client().get(path_of(url, server), **{"Accept-Language": "pl"})
    tags = Tags(answer.body).meta
    assert tags["og:title"] == "Kapitan zaprasza do gry Mahé"
    assert token not in answer.body.decode() + str(answer.headers)
    anybody = server.client()
    assert anybody.post("/api/invites/preview", {"token": token}).expect(200) == {"host": "Kapitan", "game": "mahe"}
    assert anybody.cookies == {}
    name = urlsplit(url).path.rpartition("/")[2]
    anybody.post("/api/invites/preview", {"token": name}).problem(404, "not_found")
    server.guest().post("/api/invites", {"token": name}).problem(404, "not_found")


def test_an_invitation_that_there_is_not_shows_the_plain_page(server: Running):
    plain = server.client().get("/join").body
    for name in ("x" * 43, "short", "%2e%2e", "%C3%A9" * 43):
        assert server.client().get(f"/join/{name}").body == plain


@pytest.fixture(scope="module")
def broken() -> dict[str, Finished]:
    """Finished games of which something is amiss."""
    games = {what: Finished("duck", 2) for what in ("uninstalled", "damaged", "logless")}
    for what, game in games.items():
        key = "goose" if what == "uninstalled" else "duck"
        game.file = msgspec.structs.replace(game.file, id=what.ljust(12, "_"), game=key)
    games["damaged"].lines[1] = b"\x00\xff"
    games["logless"].lines = []
    return games


@pytest.fixture(scope="module")
def breaking(tmp_path_factory: pytest.TempPathFactory, broken: dict[str, Finished]) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("breaking")
    stored(folder, list(broken.values()))
    with running_server(folder) as running:
        yield running


def test_a_game_that_is_not_installed_has_a_page_without_a_preview(breaking: Running, broken: dict[str, Finished]):
    table = broken["uninstalled"].file.id
    answer = breaking.client().get(f"/tables/{table}")
    assert (answer.status, answer.body) == (200, breaking.client().get("/").body)
    breaking.client().get(f"/api/tables/{table}/picture").problem(410, "broken_table")


@pytest.mark.parametrize("what", ["damaged", "logless"])
def test_of_a_game_whose_log_cannot_be_read_who_won_is_told(breaking: Running, broken: dict[str, Finished], what: str):
    answer = breaking.client().get(f"/tables/{broken[what].file.id}", **{"Accept-Language": "en"})
    assert answer.status == 200
    assert Tags(answer.body).meta["og:title"].startswith("Duck")


def test_whatever_fails_at_a_preview_the_page_is_served_and_the_failure_noted(
    breaking: Running, broken: dict[str, Finished], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def fails(_: bytes) -> None:
        raise StoreFailed("The disk is gone.")

    plain = breaking.client().get("/").body
    monkeypatch.setattr(breaking.backend.store, "table", fails)
    monkeypatch.setattr(breaking.backend.store, "invite", fails)
    for path in (f"/tables/{broken['damaged'].file.id}", f"/join/{'x' * 43}"):
        answer = breaking.client().get(path)
        assert (answer.status, answer.body) == (200, plain)
    assert caplog.text.count("Link preview failed") == 2


def test_previews_are_on_the_account_of_the_address_and_pages_are_never_refused(tmp_path: Path, open_game: Finished):
    stored(tmp_path, [open_game])
    with running_server(tmp_path, limits=tight(requests=Rate(0.01, 3))) as server:
        assert [server.client().get("/tables/new").status for _ in range(5)] == [200] * 5, "nothing is made for these"
        pages = [server.client().get(f"/tables/{open_game.file.id}") for _ in range(5)]
        assert [page.status for page in pages] == [200] * 5
        assert ["og:title" in Tags(page.body).meta for page in pages] == [True] * 3 + [False] * 2
        server.client().get("/api/visitor").problem(429, "too_many")
        assert server.client().get(f"/join/{'x' * 43}").status == 200


def test_a_story_is_told_once_also_when_its_replay_is_forgotten(
    tmp_path: Path, open_game: Finished, monkeypatch: pytest.MonkeyPatch
):
    told = []

    def tell(*given: Any) -> Story:
        told.append(given)
        return story_of(*given)

    monkeypatch.setattr(finished_games, "story_of", tell)
    stored(tmp_path, [open_game])
    with running_server(tmp_path) as server:
        for _ in range(3):
            server.client().get(f"/api/tables/{open_game.file.id}/story").expect(200)
            server.backend.replays._replays = MadeOnce(1)
    assert len(told) == 1


def test_the_preview_of_an_invitation_loads_no_table(server: Running):
    ala = server.guest("Kapitan")
    table = made(ala, "mahe")
    url = ala.post(f"/api/tables/{table}/invite").expect(201)["url"].partition("#")[0]
    del server.backend.lobby._rooms[table]
    assert "og:title" in Tags(server.client().get(path_of(url, server)).body).meta
    assert table not in server.backend.lobby._rooms


def test_a_name_stays_text_in_a_preview():
    page = b"<html><head><title>Laguna</title></head><body></body></html>"
    preview = Preview(f"{WILD} wins", f"{WILD}\n</head><script>", f"http://x/?a=1&b={WILD}", "http://x/?a=1&b=2")
    tags = Tags(with_preview(page, preview))
    assert tags.meta["og:title"] == f"{WILD} wins"
    assert set(tags.elements) == {"html", "head", "title", "body", "meta"}


# Pictures

PANEL_TOP_PX, PANEL_RIGHT_PX = 104, 748
"""Where the panel with the standings begins from above, and ends to the right."""


def result(name: str, seats: int = 4, actor: int | None = None) -> ResultPage:
    placed = tuple(Placed(seat, name, seat + 1, 9 - seat, actor) for seat in range(seats))
    return ResultPage("pl", "mahe", "Mahé", f"Wygrywa {name}", f"{name} jedzie na gapę.", "18 listopada 2026", placed)


def test_a_name_stays_text_in_a_picture():
    svg = svg_of(result(WILD))
    assert WILD not in svg
    assert "&lt;b&gt;" in svg


@pytest.mark.parametrize("name", ["W" * 24, "漢" * 24, "🦀" * 12, "ą" * 24, "mmm " * 6, "i"])
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_however_long_a_name_is_every_line_of_the_picture_ends_inside_it(name: str, seats: int):
    svg = svg_of(result(name, seats))
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)]
    assert min(sizes) >= SMALLEST_TEXT_PX
    lines = lines_of(svg)
    assert len(lines) == svg.count("<text") <= 3 + 2 + 3 + 2 * seats
    for line in lines:
        assert 0 <= line.left < line.right <= PICTURE_SIZE_PX[0], line
    inside = [line for line in lines if line.left < PANEL_RIGHT_PX and line.y > PANEL_TOP_PX]
    assert len(inside) >= 2 * seats
    for line in inside:
        assert line.right < PANEL_RIGHT_PX, line
    for line, other in combinations(sorted(lines, key=lambda each: each.left), 2):
        assert abs(line.y - other.y) > SMALLEST_TEXT_PX / 2 or line.right <= other.left, (line, other)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_picture_of_a_result_is_drawn_once_for_whoever_may_see_it(
    sharing: Running, private: Finished, lang: str, monkeypatch: pytest.MonkeyPatch
):
    drawn, pictures = [], sharing.backend.result_pictures

    async def draw(page: ResultPage) -> bytes:
        drawn.append(page.lang)
        return await drawing(page)

    drawing = pictures._drawn
    monkeypatch.setattr(pictures, "_drawn", draw)
    pictures._kept.clear()
    _, key = shared(sharing, private)
    path = f"/api/tables/{private.file.id}/picture?lang={lang}"
    answer = sharing.client().get(f"{path}&key={key}")
    assert answer.status == 200
    assert answer.headers["content-type"] == "image/png"
    assert answer.body[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", answer.body[16:24]) == PICTURE_SIZE_PX
    assert host(sharing).get(path).body == answer.body
    assert sharing.client().get(f"{path}&key={key}", **{"If-None-Match": answer.headers["etag"]}).status == 304
    sharing.client().get(path).problem(404, "not_found")
    assert drawn == [lang]


def test_without_the_drawing_program_links_work_and_no_picture_is_promised(
    sharing: Running, private: Finished, monkeypatch: pytest.MonkeyPatch
):
    def no_module(name: str) -> Any:
        assert name == "resvg_py"

    monkeypatch.setattr("laguna.server.pages.result_picture.find_spec", no_module)
    path, key = shared(sharing, private)
    tags = Tags(sharing.client().get(path).body).meta
    assert "og:image" not in tags
    assert tags["twitter:card"] == "summary"
    answer = sharing.client().get(f"/api/tables/{private.file.id}/picture?key={key}")
    assert "resvg-py" in answer.problem(501, "no_pictures")


def test_the_host_is_called_as_at_the_table(sharing: Running, private: Finished):
    assert private.file.host == HOST
    path, _ = shared(sharing, private)
    assert any(name in Tags(sharing.client().get(path).body).meta["og:title"] for name in ("Ala", "Bot 1"))
