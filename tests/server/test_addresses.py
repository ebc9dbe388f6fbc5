"""Addresses of PostgreSQL and NATS: what is one, and that nobody is shown a password."""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from laguna.cli import main
from laguna.server.addresses import BadAddress, bus_address, redacted, store_address
from laguna.server.operations.structured_logs import write_logs

BAD_INPUT = 2


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://laguna:sesame@db/laguna", "postgresql://laguna:***@db/laguna"),
        ("postgres://laguna:sesame@db,other:5433/laguna", "postgres://laguna:***@db,other:5433/laguna"),
        ("postgresql://laguna@db/laguna?password=sesame&x=1", "postgresql://laguna@db/laguna?password=***&x=1"),
        (
            "postgresql://laguna@db/x?pass%77ord=sesame&PASSWD=sesame",
            "postgresql://laguna@db/x?pass%77ord=***&PASSWD=***",
        ),
        (
            "postgresql://laguna@db/x?passfile=/etc/pass&pwd=sesame",
            "postgresql://laguna@db/x?passfile=/etc/pass&pwd=***",
        ),
        ("postgresql+asyncpg://laguna:sesame@db/laguna", "postgresql+asyncpg://laguna:***@db/laguna"),
        ("PGPASSWORD=sesame laguna serve", "PGPASSWORD=*** laguna serve"),
        ("postgresql://laguna:sesame@sesame/sesame@db/laguna", "postgresql://laguna:***@db/laguna"),
        ('postgresql://laguna:sesame “sesame” "sesame" <sesame>@db/laguna', "postgresql://laguna:***@db/laguna"),
        ("nats://bus:sesame@one:4222", "nats://bus:***@one:4222"),
        ("nats://sesame@one:4222,tls://sesame@two", "nats://***@one:4222,tls://***@two"),
        ("nats://bus:sesame,sesame@one", "nats://bus:***@one"),
        (
            "host=db password='sesame sesame' sslpassword = sesame",
            "host=db password=*** sslpassword = ***",
        ),
    ],
)
def test_an_address_is_shown_without_its_password(address: str, shown: str) -> None:
    assert redacted(address) == shown
    assert redacted(f"It cannot be reached at “{address}”.") == f"It cannot be reached at “{shown}”."


@pytest.mark.parametrize(
    "address",
    [
        "postgresql:///laguna?host=/run/postgresql",
        "postgresql://laguna@db/laguna",
        "nats://one:4222",
        "http://laguna.example:8000, or ala@laguna.example",
        "",
    ],
)
def test_an_address_without_a_password_is_shown_as_it_is(address: str) -> None:
    assert redacted(address) == address


@pytest.mark.parametrize("typed", ["mysql://laguna:sesame@db/laguna", "laguna:sesame@db", "postgresql:laguna", "//db"])
def test_what_is_no_store_is_refused_without_showing_it(typed: str) -> None:
    with pytest.raises(BadAddress, match="--store is like postgresql://") as refused:
        store_address(typed)
    assert "sesame" not in str(refused.value)


SIGNS = ["/", "?", "#", " ", "\n", '"', "'", "<", "\x00", "/?", "#@"]


@pytest.mark.parametrize("sign", SIGNS, ids=ascii)
@pytest.mark.parametrize("first", ["sesame", "12"], ids=["like a name", "like a port"])
def test_a_password_with_a_sign_that_means_something_is_refused_with_the_way_to_write_it(sign: str, first: str) -> None:
    """Taken apart wrongly, a piece of it would be shown as a port, an option or a database."""
    for typed, read in (
        (f"postgresql://laguna:{first}{sign}sesame@db:5432/laguna", store_address),
        (f"nats://bus:{first}{sign}sesame@db:4222", bus_address),
    ):
        with pytest.raises(BadAddress, match="%2F %3F %23") as refused:
            read(typed)
        assert "sesame" not in str(refused.value)
        escaped = typed.replace(sign, quote(sign, safe=""), 1)
        if not sign.startswith("/"):
            assert read(escaped) == escaped


@pytest.mark.parametrize("place", ["db:port", "db:0", "db:65536", "[::1", "a:b:c", "db:-1"])
def test_a_place_that_is_none_is_refused(place: str) -> None:
    for typed, read in ((f"postgresql://{place}/laguna", store_address), (f"nats://{place}", bus_address)):
        with pytest.raises(BadAddress):
            read(typed)


@pytest.mark.parametrize(
    "typed", ["http://one:4222", "one:4222", "nats://", "nats://one,two", "nats://[one", "ws://one:80", "nats://one:x"]
)
def test_what_is_no_bus_is_refused(typed: str) -> None:
    with pytest.raises(BadAddress, match="--nats is like nats://"):
        bus_address(typed)


def test_an_address_in_a_log_or_a_traceback_has_no_password(capsys: pytest.CaptureFixture[str]) -> None:
    root, stream = logging.getLogger(), io.StringIO()
    before = root.handlers[:]
    try:
        write_logs("json", stream=stream, server="here")
        try:
            int("postgresql://laguna:sesame@db/laguna")
        except ValueError:
            logging.getLogger("laguna").exception("No %s", "nats://sesame@one", extra={"url": "nats://a:sesame@b"})
    finally:
        root.handlers[:] = before
    told = json.loads(stream.getvalue())
    assert "sesame" not in stream.getvalue()
    assert (told["message"], told["url"], told["server"]) == ("No nats://***@one", "nats://a:***@b", "here")
    assert capsys.readouterr().err == ""


def test_a_password_is_blotted_out_before_anything_slow_is_loaded() -> None:
    program = """
import os, sys
def started(_program, words, environment):
    print(words[-1], "sesame" in environment["LAGUNA_TYPED"], sorted({"typer", "rich", "numpy"} & set(sys.modules)))
    sys.exit()
os.execve = started
from laguna.cli import main
main()
"""
    typed = [sys.executable, "-c", program, "serve", "--store", "postgresql://laguna:sesame@db/laguna"]
    ran = subprocess.run(typed, capture_output=True, text=True, check=True)
    assert ran.stdout == "postgresql://laguna:***@db/laguna True []\n"


def test_what_ends_a_program_is_logged_without_passwords() -> None:
    program = """
from laguna.server.operations.structured_logs import write_logs
write_logs("json")
try:
    int("postgresql://laguna:sesame@db/laguna")
except ValueError as error:
    raise RuntimeError("nats://bus:sesame@one") from error
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    told = json.loads(ended.stderr)
    assert (told["level"], told["message"]) == ("critical", "The program ends by an error")
    assert "RuntimeError: nats://bus:***@one" in told["traceback"]
    assert "postgresql://laguna:***@db/laguna" in told["traceback"]
    assert "sesame" not in ended.stderr


SEVERAL = ["--workers", "2", "--store", "postgresql://laguna:sesame@db"]


@pytest.mark.parametrize(
    ("words", "environment", "sentence"),
    [
        (["--workers", "2"], {}, "SQLite is for one server process"),
        (["--nats", "nats://bus:sesame@one"], {}, "--nats is for servers that share a PostgreSQL"),
        (["--store", "mysql://laguna:sesame@db"], {}, "--store is like postgresql://"),
        ([], {"LAGUNA_STORE": "sqlite://sesame"}, "--store is like postgresql://"),
        ([], {"LAGUNA_NATS": "sesame"}, "--nats is like nats://"),
        (["--workers", "0"], {}, "--workers"),
        (["--workers", "2", "--worker-ports", "65535"], {}, "--worker-ports"),
        ([*SEVERAL, "--port", "65534"], {}, "There are no ports after 65535 for the workers"),
        ([*SEVERAL, "--port", "65533", "--worker-ports", "65532"], {}, "Port 65533 is for all workers"),
        (["postgresql://laguna:sesame@db"], {}, "postgresql://laguna:***@db"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence_without_passwords(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    environment: dict[str, str],
    sentence: str,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["serve", "--data", str(tmp_path / "data"), *words]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert sentence in err
    assert (out, err.count("\n")) == ("", 1)
    assert "sesame" not in err
    assert not (tmp_path / "data").exists()


def test_a_file_of_a_secret_that_is_empty_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that took it for none would play on an SQLite of its own."""
    (tmp_path / "store").write_text("\n")
    monkeypatch.setenv("LAGUNA_STORE_FILE", str(tmp_path / "store"))
    assert main(["serve", "--data", str(tmp_path / "data")]) == BAD_INPUT
    assert f"LAGUNA_STORE_FILE names {tmp_path}/store, which is empty." in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "words", [["backup", "{it}"], ["backup", "{it}", "--store", "{it}"], ["serve", "--data", "{it}"]], ids=str
)
def test_an_address_in_the_place_of_a_file_makes_no_folders_of_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([word.format(it="postgresql://laguna:sesame@db/laguna") for word in words]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert "with --store" in err
    assert (out, err.count("\n")) == ("", 1)
    assert "sesame" not in err
    assert list(tmp_path.iterdir()) == []


BAD_STORES = [
    "mysql://laguna:sesame@db/laguna",
    "postgresql:/laguna:sesame@db/laguna",
    "host=db user=laguna password=sesame",
    "postgresql://laguna:sesame#sesame@db/laguna",
    "postgresql://laguna:sesame/sesame@db/laguna",
    "postgresql://laguna:sesame@db:port/laguna",
    "postgresql+asyncpg://laguna:sesame@db/laguna",
    "postgresql://laguna:sesame@127.0.0.1:1/laguna",
]


@pytest.mark.parametrize("address", BAD_STORES)
@pytest.mark.parametrize("words", [["backup", "{new}", "--store", "{it}"], ["move", "{it}", "{new}"]], ids=str)
def test_a_bad_address_of_a_backup_or_a_move_is_refused_in_a_sentence_without_passwords(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], address: str
) -> None:
    assert main([word.format(new=tmp_path / "copy", it=address) for word in words]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "postgresql://" in err
    assert "sesame" not in err
    assert list(tmp_path.iterdir()) == []


def test_an_address_may_stand_in_a_file_that_the_environment_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "store"
    secret.write_text("postgresql://laguna:sesame@127.0.0.1:1/laguna\n")
    monkeypatch.setenv("LAGUNA_STORE_FILE", str(secret))
    assert main(["backup", str(tmp_path / "copy.db")]) == BAD_INPUT
    assert "postgresql://laguna:***@127.0.0.1:1/laguna cannot be opened" in capsys.readouterr().err
    secret.unlink()
    assert main(["serve"]) == BAD_INPUT
    assert f"LAGUNA_STORE_FILE names {secret}, which cannot be read: No such file" in capsys.readouterr().err


WITHOUT = """
import sys

class NotThere:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, NotThere())
from laguna.cli import main
sys.exit(main())
"""


@pytest.mark.parametrize(("module", "package"), [("asyncpg", "asyncpg"), ("nats", "nats-py")])
def test_a_package_that_several_servers_need_and_that_is_not_there_is_named(module: str, package: str) -> None:
    words = ["serve", "--store", "postgresql://laguna@127.0.0.1:1/laguna", "--workers", "2"]
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(module=module), *words], capture_output=True, text=True, check=False
    )
    assert ended.returncode == BAD_INPUT
    assert f"the package {package}, which is not installed" in ended.stderr
    assert '`pip install "laguna[scale]"`' in ended.stderr


def test_passwords_that_were_typed_are_blotted_out_on_the_command_line() -> None:
    program = """
from pathlib import Path
from laguna.cli.secrets_typed import arguments
typed = arguments()
print(Path("/proc/self/cmdline").read_text().split("\\0")[3:-1], typed, arguments())
"""
    typed = ["move", "--store=postgresql://laguna:sesame@db/laguna", "nats://sesame@one", "postgresql://db"]
    shown = ["move", "--store=postgresql://laguna:***@db/laguna", "nats://***@one", "postgresql://db"]
    ended = subprocess.run([sys.executable, "-c", program, *typed], capture_output=True, text=True, check=True)
    assert ended.stdout == f"{shown} {typed} {shown}\n"
