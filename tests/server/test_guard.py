"""The guard: careful headers, whose pages may change something, how much and how often; over real sockets."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from laguna.server.http.origins import Origins
from laguna.server.people.guard import address_of
from laguna.server.people.identity import Credential, credential
from laguna.server.settings import Rate, Settings
from server.serving import Running, running_server, tight

EVERYWHERE = ("/", "/api/me", "/api/nothing", "/nothing", "/schema/openapi.json", "/healthz", "//api/me")


# Headers


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_answer_tells_browsers_to_be_careful(server: Running, path: str) -> None:
    headers = server.client().get(path).headers
    policy = dict(part.partition(" ")[::2] for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert policy["trusted-types"].split() == ["svelte-trusted-html", "laguna-drawings"]
    assert [part for part, allowed in policy.items() if "unsafe" in allowed] == ["style-src-attr"]  # places pieces
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "strict-transport-security" not in headers, "only where there is TLS"
    assert not [name for name in headers if name.startswith("access-control")]


def test_refusals_of_the_guard_are_careful_too(server: Running) -> None:
    refused = server.guest().post("/api/me/recovery", Origin="https://evil.example")
    refused.problem(403, "forbidden")
    assert refused.headers["x-content-type-options"] == "nosniff"
    assert refused.headers["cache-control"] == "no-store"


def test_what_is_said_to_one_person_is_stored_by_nobody(server: Running) -> None:
    assert server.guest().get("/api/me").headers["cache-control"] == "no-store"
    assert server.client().get("/api/me").headers["cache-control"] == "no-store"


# Where a change comes from


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost", "https://127.0.0.1"]
)
@pytest.mark.parametrize("known", [True, False])
def test_a_page_of_another_origin_changes_nothing(server: Running, origin: str, known: bool) -> None:
    client = server.guest() if known else server.client()
    client.post("/api/me", {"name": "Mallory"}, Origin=origin).problem(403, "forbidden")
    client.patch("/api/me", {"name": "Mallory"}, Origin=origin).problem(403, "forbidden")
    client.delete("/api/me/session", Origin=origin).problem(403, "forbidden")
    if known:
        assert client.get("/api/me").expect(200)["person"]["name"] == "Ala"


def test_a_cookie_without_any_word_of_where_from_changes_nothing(server: Running) -> None:
    guest = server.guest()
    guest.patch("/api/me", {"name": "Mallory"}, Origin="").problem(403, "forbidden")
    for site in ("cross-site", "same-site", "none"):
        guest.patch("/api/me", {"name": "Mallory"}, Origin="", **{"Sec-Fetch-Site": site}).problem(403, "forbidden")
    guest.patch("/api/me", {"name": "Ola"}, Origin="", **{"Sec-Fetch-Site": "same-origin"}).expect(200)


def test_our_own_pages_change_things_under_every_name_of_this_machine(server: Running) -> None:
    guest, port = server.guest(), server.settings.port
    for host in ("localhost", "127.0.0.1", "[::1]", "192.168.1.5", socket.gethostname().lower()):
        origin = f"http://{host}:{port}"
        guest.patch("/api/me", {"name": "Ola"}, Origin=origin, Host=f"{host}:{port}").expect(200)


def test_a_name_that_somebody_made_point_here_is_not_ours(server: Running) -> None:
    guest, port = server.guest(), server.settings.port
    for host in (f"evil.example:{port}", f"127.0.0.1.evil.example:{port}", "localhost.evil.example"):
        guest.patch("/api/me", {"name": "Mallory"}, Origin=f"http://{host}", Host=host).problem(403, "forbidden")


def test_a_server_with_a_public_address_trusts_that_alone(tmp_path: Path) -> None:
    with running_server(tmp_path, public_url="https://laguna.example") as server:
        port = server.settings.port
        for origin in (f"http://127.0.0.1:{port}", f"http://localhost:{port}", "http://laguna.example"):
            server.client(origin=origin).post("/api/me", {"name": "Ala"}).problem(403, "forbidden")
        server.client(origin="https://laguna.example").post("/api/me", {"name": "Ala"}).expect(201)


def test_programs_need_no_origin(server: Running) -> None:
    program = server.client(origin=None)
    program.post("/api/me", {"name": "Script"}).expect(201)
    token = server.guest().post("/api/bots", {"name": "Bot"}).expect(201)["token"]
    bot = server.client(token=token)
    bot.post("/api/me/recovery").problem(403, "forbidden")
    assert bot.get("/api/me").expect(200)["person"]["bot"] is True


def test_a_bots_token_beside_a_cookie_is_the_bot(server: Running) -> None:
    guest = server.guest()
    made = guest.post("/api/bots", {"name": "Bot"}).expect(201)
    both = guest.get("/api/me", Authorization=f"Bearer {made['token']}").expect(200)
    assert both["person"] == made["bot"]
    guest.get("/api/me", Authorization="Bearer nonsense").problem(401, "who_are_you")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_a_form_of_another_page_is_not_json(server: Running, kind: str) -> None:
    body = b'{"name": "Ola"}'
    for origin in (server.url, ""):
        client = server.guest() if origin else server.client()
        client.post("/api/me", body, Origin=origin, **{"Content-Type": kind}).problem(415, "not_json")


def test_a_socket_is_opened_by_our_own_pages_and_by_programs_only(server: Running) -> None:
    guest = server.guest()
    token = guest.post("/api/bots", {"name": "Bot"}).expect(201)["token"]
    address = f"ws://127.0.0.1:{server.settings.port}/api/socket"
    cookie = {"Cookie": f"laguna={guest.cookies['laguna']}"}
    for headers, origin, status in [
        (cookie, "https://evil.example", 403),
        (cookie, None, 403),
        ({}, "https://evil.example", 403),
        ({}, server.url, 401),
        ({"Authorization": "Bearer nonsense"}, None, 401),
    ]:
        with pytest.raises(InvalidStatus) as refused:
            connect(address, additional_headers=headers, origin=origin)
        assert refused.value.response.status_code == status
    for headers, origin in [(cookie, server.url), ({"Authorization": f"Bearer {token}"}, None)]:
        with connect(address, additional_headers=headers, origin=origin) as opened:
            opened.ping().wait(10)


def test_there_is_one_socket_and_no_other(server: Running) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.settings.port}/api/me", origin=server.url)
    assert refused.value.response.status_code == 404


# How much, and how often


def test_a_body_beyond_the_limit_is_refused_by_its_announced_length(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(body_bytes=1000, record_bytes=5000)) as server:
        client = server.client()
        assert "1000" in client.post("/api/me", b" " * 1001).problem(413, "too_large")
        client.post("/api/me", b'{"name": "Ala"}'.ljust(1000)).expect(201)
        assert "5000" in client.post("/api/verify", b" " * 5001).problem(413, "too_large")
        assert client.post("/api/verify", b" " * 5000).status != 413


def test_a_body_without_a_length_is_measured_while_it_comes(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(body_bytes=1000)) as server:
        whole = _in_pieces(server, b'{"name": "Ala"}', b"")
        assert whole.startswith(b"HTTP/1.1 201 ")
        never_ending = _in_pieces(server, b" " * 600, b" " * 600)
        assert never_ending.startswith(b"HTTP/1.1 413 ")
        assert b'"too_large"' in never_ending


def _in_pieces(server: Running, *pieces: bytes) -> bytes:
    """Post a body piece by piece; an empty one ends it. What the server answers."""
    head = [
        "POST /api/me HTTP/1.1",
        "Host: localhost",
        f"Origin: {server.url}",
        "Content-Type: application/json",
        "Transfer-Encoding: chunked",
        "Connection: close",
    ]
    with socket.create_connection(("127.0.0.1", server.settings.port), timeout=30) as wire:
        wire.sendall("\r\n".join(head).encode() + b"\r\n\r\n")
        for piece in pieces:
            wire.sendall(b"%x\r\n%b\r\n" % (len(piece), piece))
        answer = b""
        while more := wire.recv(65536):
            answer += more
    return answer


def test_too_many_requests_of_one_person_wait_and_others_do_not(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(requests=Rate(0.01, 10))) as server:
        busy = server.guest()
        answers = [busy.get("/api/me") for _ in range(12)]
        assert [answer.status for answer in answers] == [200] * 11 + [429], "the first one the address paid"
        assert answers[-1].problem(429, "too_many").endswith(".")
        assert 90 <= int(answers[-1].headers["retry-after"]) <= 100
        quiet = server.guest("Olek")
        assert [quiet.get("/api/me").status for _ in range(3)] == [200] * 3


def test_strangers_pay_by_their_address_also_with_made_up_tokens(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(requests=Rate(0.01, 5))) as server:
        statuses = []
        for number in range(8):
            stranger = server.client(token=f"{number:043}")
            statuses.append(stranger.get("/api/me").status)
        assert statuses == [401] * 5 + [429] * 3
        assert server.client().get("/").status == 200, "pages are for everybody"


# What goes wrong


def test_every_mistake_gets_a_code_and_a_sentence(server: Running) -> None:
    client = server.guest()
    assert "name" in client.post("/api/me", {"name": 3}).problem(400, "malformed")
    assert "title" in client.post("/api/me", {"name": "Ala", "title": "Dr"}).problem(400, "malformed")
    client.post("/api/me", b"{").problem(400, "malformed")
    client.post("/api/me", b"\xff").problem(400, "malformed")
    client.post("/api/me", b"[" * 50_000).problem(400, "malformed")
    client.post("/api/me").problem(400, "malformed")
    client.get("/api/nothing").problem(404, "not_found")
    refused = client.put("/api/me")
    refused.problem(405, "not_allowed")
    assert "PATCH" in refused.headers["allow"]


def test_what_nobody_expected_is_noted_and_not_shown(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running_server(tmp_path) as server:
        guest, lobby = server.guest(), server.backend.lobby
        del server.backend.lobby  # as if somebody had made a mistake
        sentence = guest.patch("/api/me", {"name": "Ola"}).problem(500, "failed")
        server.backend.lobby = lobby
    assert "lobby" not in sentence
    assert "AttributeError" in caplog.text
    assert "PATCH /api/me" in caplog.text


def test_while_the_store_is_closed_everybody_is_asked_to_come_again(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        guest = server.guest()
        server.call(server.backend.store.close())
        for refused in (guest.get("/api/me"), server.client().post("/api/me", {"name": "Ala"})):
            refused.problem(503, "not_now")
            assert refused.headers["retry-after"] == "5"


def test_the_description_of_the_doors_is_there_and_loads_nothing_from_afar(server: Running) -> None:
    schema = server.client().get("/schema/openapi.json").expect(200)
    assert {"/api/me", "/api/bots", "/api/passkeys/login"} <= set(schema["paths"])
    for item in schema["paths"].values():
        for operation in item.values():
            assert operation["responses"]["default"]["content"]["application/json"]["schema"]["$ref"].endswith(
                "NotDone"
            )
    assert server.client().get("/schema/swagger").status == 404


# Parts


def test_of_ipv6_a_household_counts_and_mapped_addresses_are_what_they_map() -> None:
    def address(host: str | None) -> str:
        return address_of({"client": None if host is None else (host, 1)})  # type: ignore[arg-type]

    assert address("192.168.1.5") == address("::ffff:192.168.1.5") == "192.168.1.5"
    assert address("2001:db8:1:2:3:4:5:6") == address("2001:db8:1:2::1") != address("2001:db8:1:3::1")
    assert address(None) == ""
    assert address("testclient") == "testclient"


def test_only_our_cookie_or_a_bearer_says_who_somebody_is() -> None:
    plain, secure = Settings(), Settings(public_url="https://laguna.example")

    def shown(settings: Settings, *headers: tuple[bytes, bytes]) -> Credential | None:
        return credential(headers, settings)

    assert shown(plain) is None
    assert shown(plain, (b"cookie", b"a=b; laguna=x; c=d")) == Credential("cookie", "x")
    assert shown(plain, (b"cookie", b"notlaguna=x")) is None
    assert shown(plain, (b"cookie", b"a=b"), (b"cookie", b"laguna=x")) == Credential("cookie", "x")
    assert shown(secure, (b"cookie", b"laguna=x")) is None
    assert shown(secure, (b"cookie", b"__Host-laguna=x")) == Credential("cookie", "x")
    assert shown(plain, (b"cookie", b"laguna=x"), (b"authorization", b"bearer  y ")) == Credential("bearer", "y")
    assert shown(plain, (b"authorization", b"Basic y"), (b"cookie", b"laguna=x")) == Credential("cookie", "x")
    assert shown(plain, (b"x-person", b"y"), (b"x-forwarded-user", b"z")) is None


@pytest.mark.parametrize(
    "host", [b"127.0.0.1:99999", b"[::1", b"a@127.0.0.1", b"127.0.0.1:0", b"", b"\xff\xff", b"127.1"]
)
def test_a_host_that_is_none_is_not_ours(host: bytes) -> None:
    origins = Origins(Settings(port=8000))
    origin = b"http://" + host
    assert not origins.trusts([(b"host", host), (b"origin", origin)], Credential("cookie", "x"))
    assert origins.address([(b"host", host)]) == "http://localhost:8000"
