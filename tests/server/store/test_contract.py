"""What a store promises, method by method: what was written is read back, and lists are what they say."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from laguna.core.game import Standing
from laguna.server.store.store import (
    AddPasskey,
    Append,
    AtMost,
    Challenge,
    Conflict,
    DropChallenge,
    DropExpired,
    DropInvites,
    DropPasskey,
    DropPerson,
    DropTable,
    DropToken,
    DropTokens,
    Invite,
    LimitReached,
    Page,
    Passkey,
    PutAnalysis,
    PutChallenge,
    PutInvite,
    PutPasskey,
    PutPerson,
    PutRemark,
    PutSnapshot,
    PutTable,
    PutToken,
    Remark,
    RenewToken,
    Resumable,
    SetWake,
    Snapshot,
    Store,
    StoreClosed,
    StoredAnalysis,
    Token,
    WakeBy,
)
from laguna.server.tables.table_file import Seat
from server.store.engines import Engine
from server.store.keeping import line, opened, person, run, table


async def appended(store: Store, *lines: Append) -> list[type[Exception] | None]:
    """What is told of lines that are appended without waiting."""
    ended = [asyncio.get_running_loop().create_future() for _ in lines]
    for each, future in zip(lines, ended, strict=True):
        store.append(each, future.set_result)
    assert not any(future.done() for future in ended), "told too early"
    return [None if error is None else type(error) for error in await asyncio.gather(*ended)]


def test_a_line_is_appended_without_waiting_and_each_is_told_what_became_of_it(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutTable(table("t")), PutTable(table("u")))
            lines = [line("t", 0), line("u", 0), line("t", 1), line("t", 1), line("u", 2), line("u", 1)]
            assert await appended(store, *lines) == [None, None, None, Conflict, Conflict, None]
            assert await store.lines("t") == [b'{"line":0}', b'{"line":1}']
            assert await store.lines("u") == [b'{"line":0}', b'{"line":1}']
        assert await appended(store, line("t", 2)) == [StoreClosed]

    run(test())


def test_people_are_kept_and_changed(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            ala = person("ala", muted=("ola", "żółw 🐢"))
            await store.write(PutPerson(ala), PutPerson(person("ola")))
            assert await store.person("ala") == ala
            assert await store.person("ela") is None
            await store.write(PutPerson(person("ala", name="Alicja", revision=2)))
            assert await store.people(("ala", "ola", "ela")) == {
                "ala": person("ala", name="Alicja", revision=2),
                "ola": person("ola"),
            }
            assert await store.people(()) == {}

    run(test())


def test_a_bot_is_its_owners_and_is_forgotten_with_its_tokens(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            bots = [person("b2", owner="ala", created=2.0), person("b1", owner="ala", created=3.0)]
            await store.write(PutPerson(person("ala")), *map(PutPerson, bots), PutToken(_token(b"k", "b1", "bot")))
            assert await store.bots_of("ala") == bots
            assert await store.bots_of("b1") == []
            await store.write(DropPerson("b1"))
            assert await store.bots_of("ala") == bots[:1]
            assert await store.token(b"k") is None

    run(test())


def test_a_bot_that_was_forgotten_leaves_its_seat_as_it_was(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutPerson(person("bot")), PutTable(table("t", people=("bot",))))
            await store.write(DropPerson("bot"))
            await store.write(PutTable(table("t", people=("bot",), revision=2)))
            assert (await store.table("t")).seats[0] == Seat(person="bot")

    run(test())


def _token(hashed: bytes, who: str, kind: str = "session") -> Token:
    return Token(hashed, who, kind, 1.0, 9.0)


def test_tokens_are_found_by_their_hash_and_used_once(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            tokens = [_token(b"\x00\xff", "ala"), _token(b"b", "ala"), _token(b"c", "ala", "recovery")]
            await store.write(PutPerson(person("ala")), *map(PutToken, tokens))
            assert await store.token(b"\x00\xff") == tokens[0]
            assert await store.token(b"\x00") is None
            await store.write(DropToken(b"c"))
            with pytest.raises(Conflict):
                await store.write(DropToken(b"c"))
            await store.write(DropTokens("ala", "session"))
            assert await store.token(b"b") is None

    run(test())


def test_a_token_is_used_again_while_it_is_there_and_all_of_a_kind_are_dropped_but_one(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            tokens = [_token(b"a", "ala"), _token(b"b", "ala"), _token(b"c", "ala", "recovery")]
            await store.write(PutPerson(person("ala")), *map(PutToken, tokens))
            used = Token(b"b", "ala", "session", 1.0, 19.0, 5.0, "Firefox, Linux")
            await store.write(RenewToken(used))
            assert await store.tokens_of("ala", "session") == [used, tokens[0]]
            await store.write(DropTokens("ala", "session", but=b"b"))
            assert await store.tokens_of("ala", "session") == [used]
            assert await store.tokens_of("ala", "recovery") == tokens[2:]
            with pytest.raises(Conflict):
                await store.write(RenewToken(tokens[0]))
            assert await store.tokens_of("ala", "session") == [used]

    run(test())


def test_what_has_expired_is_dropped_and_nothing_else(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutPerson(person("ala")), PutTable(table("t")))
            await store.write(PutToken(_token(b"a", "ala")), PutInvite(Invite(b"1", "t", 9.5)))
            await store.write(DropExpired(8.9))
            assert await store.token(b"a") is not None
            await store.write(DropExpired(9.0))
            assert await store.token(b"a") is None
            assert await store.invite(b"1") is not None
            await store.write(DropExpired(10.0))
            assert await store.invite(b"1") is None

    run(test())


def test_a_token_for_nobody_is_a_conflict(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            with pytest.raises(Conflict):
                await store.write(PutToken(_token(b"a", "nobody")))
            assert await store.token(b"a") is None

    run(test())


def test_passkeys_are_kept_used_and_dropped(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            key = Passkey(b"id", "ala", b"public", 0, 1.0, "phone")
            used = Passkey(b"id", "ala", b"public", 2**32 - 1, 1.0, "phone")
            await store.write(PutPerson(person("ala")), AddPasskey(key))
            assert await store.passkey(b"id") == key
            with pytest.raises(Conflict):
                await store.write(AddPasskey(key))
            await store.write(PutPasskey(used))
            assert await store.passkeys_of("ala") == [used]
            await store.write(DropPasskey(b"id"))
            assert await store.passkey(b"id") is None
            assert await store.passkeys_of("ala") == []

    run(test())


def test_invitations_hold_until_they_are_dropped(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            invites = [Invite(b"1", "t", 5.0), Invite(b"2", "t", 6.0), Invite(b"3", "u", 6.0)]
            await store.write(PutTable(table("t")), PutTable(table("u")), *map(PutInvite, invites))
            assert await store.invite(b"2") == invites[1]
            await store.write(DropInvites("t"))
            assert await store.invite(b"2") is None
            assert await store.invite(b"3") == invites[2]

    run(test())


def test_a_tables_file_is_read_back_as_it_was(engine: Engine) -> None:
    async def test() -> None:
        file = table(
            "t",
            people=("ala", "ola"),
            options={"first": None, "words": ["ą", "\n"]},
            clock=300,
            nonces={"ala": "żaba"},
            standings=(Standing(0, 1, 7, {"eggs": 7}),),
            started=2.5,
            ended=3.5,
            state="over",
        )
        async with engine.opened() as store:
            await store.write(PutTable(file))
            assert await store.table("t") == file
            assert await store.table("u") is None

    run(test())


def test_a_file_follows_the_stored_revision_or_is_a_conflict(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            with pytest.raises(Conflict):
                await store.write(PutTable(table("t", revision=2)))
            await store.write(PutTable(table("t")))
            for revision in (1, 3):
                with pytest.raises(Conflict):
                    await store.write(PutTable(table("t", revision=revision, hints=False)))
            await store.write(PutTable(table("t", revision=2, hints=False)))
            assert await store.table("t") == table("t", revision=2, hints=False)

    run(test())


def test_a_log_grows_line_by_line_without_gaps_or_doubles(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutTable(table("t")))
            await store.write(line("t", 0), line("t", 1))
            await store.write(line("t", 2))
            for number in (0, 2, 4, -1):
                with pytest.raises(Conflict):
                    await store.write(line("t", number))
            with pytest.raises(Conflict):
                await store.write(line("u", 0))
            assert await store.lines("t") == [b'{"line":0}', b'{"line":1}', b'{"line":2}']
            assert await store.lines("t", 2) == [b'{"line":2}']
            assert await store.lines("t", 3) == await store.lines("u") == []

    run(test())


def test_a_whole_table_is_its_file_and_its_log_of_one_moment(engine: Engine) -> None:
    """Every write is a revision and a line: whoever reads meanwhile sees as many lines as revisions."""

    async def test() -> None:
        async with engine.opened() as store:
            assert await store.whole("t") is None
            await store.write(PutTable(table("t")), line("t", 0))
            for number in range(1, 60):
                writing = asyncio.create_task(store.write(PutTable(table("t", revision=number + 1)), line("t", number)))
                while not writing.done():
                    stored = await store.whole("t")
                    assert stored is not None
                    file, lines = stored
                    assert file.revision in (number, number + 1)
                    assert lines == [b'{"line":%d}' % one for one in range(file.revision)]
                await writing
            assert await store.whole("t") == (table("t", revision=60), await store.lines("t"))

    run(test())


def test_open_tables_are_those_with_a_free_seat_newest_first(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            shown = [table(f"t{i}", open=True, created=float(i), game=("duck", "mahe")[i % 2]) for i in range(5)]
            hidden = [
                table("full", open=True, free=0),
                table("invited", open=False),
                table("begun", open=True, state="playing"),
                table("closed", open=True, state="closed"),
            ]
            await store.write(*(PutTable(file) for file in (*shown, *hidden)))
            assert [each.file for each in await store.open_tables(None, Page())] == shown[::-1]
            assert [each.file for each in await store.open_tables("mahe", Page())] == [shown[3], shown[1]]
            assert [each.file for each in await store.open_tables(None, Page(2, before=3.0))] == [shown[2], shown[1]]
            assert await store.open_tables("kuna_yala", Page()) == []
            await store.write(PutTable(table("t4", open=True, free=0, created=4.0, revision=2)))
            assert [each.file for each in await store.open_tables(None, Page())] == shown[3::-1]

    run(test())


def test_a_persons_tables_are_those_where_they_sit_or_host_by_the_last_move(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            files = [
                table("hosts", host="ola", state="playing"),
                table("sits", people=("ola", "ola", "ela"), state="playing"),
                table("over", people=("ola",), state="over"),
                table("left", people=("ola",), state="playing"),
            ]
            await store.write(*map(PutTable, files), line("hosts", 0, asked=5, at=9.0), line("sits", 0, at=8.0))
            await store.write(PutTable(table("left", people=("ela",), state="playing", revision=2)))
            playing = await store.tables_of("ola", ("playing",), Page())
            assert [(each.file.id, each.moved, each.asked) for each in playing] == [("hosts", 9.0, 5), ("sits", 8.0, 1)]
            assert [each.file.id for each in await store.tables_of("ola", ("playing", "over"), Page())] == [
                "hosts",
                "sits",
                "over",
            ]
            assert [each.file.id for each in await store.tables_of("ola", ("playing",), Page(5, 9.0))] == ["sits"]
            assert [each.file.id for each in await store.tables_of("ola", ("playing",), Page(1))] == ["hosts"]
            assert await store.tables_of("ola", (), Page()) == []

    run(test())


def test_a_start_and_an_end_move_a_table_up_the_list(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:

            async def moved() -> float:
                return (await store.tables_of("ala", ("gathering", "playing", "over"), Page()))[0].moved

            await store.write(PutTable(table("t", created=1.0)))
            assert await moved() == 1.0
            await store.write(PutTable(table("t", revision=2, state="playing", started=4.0)))
            assert await moved() == 4.0
            await store.write(line("t", 0, at=6.0))
            await store.write(PutTable(table("t", revision=3, state="playing", started=4.0)))
            assert await moved() == 6.0
            await store.write(PutTable(table("t", revision=4, state="over", started=4.0, ended=7.0)))
            assert await moved() == 7.0

    run(test())


def test_hosted_tables_and_states_are_counted(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            assert await store.count() == {}
            states = ("gathering", "playing", "playing", "over", "closed")
            await store.write(*(PutTable(table(f"t{i}", state=state)) for i, state in enumerate(states)))
            assert await store.hosted("ala", since=1.0) == 3
            assert await store.hosted("ala", since=0.9) == 4, "one was given up since"
            assert await store.hosted("ola", since=0.0) == 0
            assert await store.count() == {"gathering": 1, "playing": 2, "over": 1, "closed": 1}

    run(test())


def test_remarks_are_read_by_whom_they_are_for(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            said = [
                Remark("t", 1, "ala", 1.0, "Cześć!"),
                Remark("t", 2, "ala", 2.0, "psst", to="ola"),
                Remark("t", 3, "ela", 3.0, "", phrase="well_played"),
            ]
            await store.write(PutTable(table("t")), *map(PutRemark, said))
            assert await store.remarks("t", "ola", 10) == await store.remarks("t", "ala", 10) == said
            assert await store.remarks("t", "ela", 10) == await store.remarks("t", None, 10) == [said[0], said[2]]
            assert await store.remarks("t", "ola", 2) == said[1:]
            assert (await store.add_remark(replace(said[0], number=0))).number == 4
            with pytest.raises(Conflict):
                await store.write(PutRemark(said[1]))

    run(test())


def test_a_person_follows_the_stored_revision_or_is_a_conflict(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutPerson(person("ala")))
            for late in (person("ala"), person("ala", revision=3), person("ola", revision=2)):
                with pytest.raises(Conflict):
                    await store.write(PutPerson(late))
            assert await store.people(("ala", "ola")) == {"ala": person("ala")}

    run(test())


def test_what_is_limited_is_counted_in_the_write_that_adds_to_it(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutPerson(person("ala")), PutPerson(person("ola")))
            adding = [
                store.write(AtMost("bots", "ala", 3), PutPerson(person(f"bot{number}", owner="ala")))
                for number in range(9)
            ]
            outcomes = await asyncio.gather(*adding, return_exceptions=True)
            assert sum(outcome is None for outcome in outcomes) == len(await store.bots_of("ala")) == 3
            assert all(isinstance(outcome, LimitReached) for outcome in outcomes if outcome is not None)
            keys = [Passkey(b"%d" % number, "ala", b"public", 0, 1.0, "phone") for number in range(2)]
            await store.write(AtMost("passkeys", "ala", 1), AddPasskey(keys[0]))
            with pytest.raises(LimitReached):
                await store.write(AtMost("passkeys", "ala", 1), AddPasskey(keys[1]))
            given_up = {"state": "closed", "created": 5.0}
            await store.write(PutTable(table("a", host="ola")), PutTable(table("b", host="ola", **given_up)))
            await store.write(AtMost("hosted", "ola", 2, 5.0))
            with pytest.raises(LimitReached):
                await store.write(AtMost("hosted", "ola", 2, 4.0), PutTable(table("c", host="ola")))
            assert await store.table("c") is None

    run(test())


def test_a_challenge_is_answered_once_and_the_oldest_are_given_up(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            challenges = [Challenge(f"c{number}", b"sign", "ala", 10.0 + number) for number in range(3)]
            for challenge in challenges:
                await store.write(PutChallenge(challenge, 2))
            assert [await store.challenge(each.name) for each in challenges] == [None, *challenges[1:]]
            await store.write(DropChallenge("c1"))
            with pytest.raises(Conflict):
                await store.write(DropChallenge("c1"))
            await store.write(DropExpired(12.0))
            assert await store.challenge("c2") is None

    run(test())


def test_a_table_is_resumed_from_its_last_snapshot(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            assert await store.resumable("t") is None
            await store.write(PutTable(table("t")), *(line("t", number) for number in range(5)))
            lines = await store.lines("t")
            assert await store.resumable("t") == Resumable(table("t"), None, lines)
            await store.write(PutSnapshot(Snapshot("t", 3, b"three")), PutSnapshot(Snapshot("t", 2, b"two")))
            assert await store.resumable("t") == Resumable(table("t"), Snapshot("t", 3, b"three"), lines[3:])
            await store.write(DropTable("t", 9.0))
            assert await store.resumable("t") is None

    run(test())


def test_an_analysis_is_one_servers_until_it_is_overdue(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            begun = StoredAnalysis("t", "here", 20.0, b"{}")
            await store.write(PutAnalysis(begun, 10.0))
            await store.write(PutAnalysis(replace(begun, found=b"half"), 11.0))
            with pytest.raises(Conflict):
                await store.write(PutAnalysis(replace(begun, server="there"), 19.0))
            assert await store.analysis("t") == replace(begun, found=b"half")
            await store.write(PutAnalysis(replace(begun, server="there", due=30.0), 20.0))
            assert await store.analysis("t") == replace(begun, server="there", due=30.0)

    run(test())


def test_what_a_server_left_behind_is_found_by_the_next_one(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutTable(table("t")), PutTable(table("u")))
            await store.write(line("t", 0, wake=30.0), line("u", 0, wake=50.0))
            assert await store.claim_due(10.0, 10.0) == []
        async with engine.opened() as store:
            assert await store.claim_due(10.0, 40.0) == ["t"]
            assert await store.claim_due(10.0, 40.0) == []

    run(test())


def test_tables_to_look_after_come_soonest_first(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(*(PutTable(table(name)) for name in "abc"))
            await store.write(line("a", 0, wake=30.0), line("b", 0, wake=10.0), line("c", 0, wake=20.0))
            assert await store.claim_due(20.0, 20.0) == ["b", "c"]
            await store.write(SetWake("b", None), line("c", 1, wake=None))
            assert await store.claim_due(1e12, 1e12) == ["a"]
            await store.write(SetWake("a", 40.0))
            assert await store.claim_due(39.9, 39.9) == []
            assert await store.claim_due(40.0, 40.0) == ["a"]

    run(test())


def test_a_table_may_be_looked_after_sooner_and_never_later_by_whoever_says_at_the_latest(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutTable(table("a")), PutTable(table("b")), SetWake("a", 30.0))
            await store.write(WakeBy("a", 40.0), WakeBy("b", 30.0), WakeBy("gone", 1.0))
            assert await store.claim_due(29.9, 29.9) == []
            await store.write(WakeBy("a", 20.0))
            assert await store.claim_due(20.0, 20.0) == ["a"]
            assert await store.claim_due(1e12, 1e12) == ["a", "b"]

    run(test())


def test_whatever_was_accepted_is_written_before_a_store_closes(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            writes = [asyncio.create_task(store.write(PutTable(table(str(i))))) for i in range(300)]
            asked = asyncio.create_task(store.count())
            await asyncio.sleep(0)
            await asyncio.gather(store.close(), store.close())
            assert all(write.done() and write.exception() is None for write in writes)
            assert sum((await asked).values()) <= 300
        async with engine.opened() as store:
            assert await store.count() == {"gathering": 300}

    run(test())


def test_a_closed_store_says_so(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.close()
            with pytest.raises(StoreClosed):
                await store.write(PutTable(table("t")))
            with pytest.raises(StoreClosed):
                await store.table("t")

    run(test())


def test_whoever_asks_for_words_with_a_nul_finds_nothing(engine: Engine) -> None:
    """A PostgreSQL that is handed one says that it is wrong, and would be taken for one that fails."""

    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutPerson(person("ala")), PutTable(table("t", open=True)))
            assert await store.person("ala\0") is None
            assert await store.people(("ala", "\0")) == {"ala": person("ala")}
            assert await store.table("\0t") is None
            assert await store.resumable("t\0") is None
            assert await store.open_tables("duck\0", Page()) == []
            assert await store.analysis("\0") is None

    run(test())


def test_a_question_is_answered_from_what_was_committed_just_before(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutTable(table("t")))
            for number in range(50):
                await store.write(line("t", number))
                assert len(await store.lines("t")) == number + 1

    run(test())


def test_every_list_comes_from_an_index(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            asked: list[str] = []
            store._db.set_trace_callback(asked.append)
            await _ask_everything(store)
            store._db.set_trace_callback(None)
            for sql in asked:
                plan = [row[3] for row in store._db.execute(f"EXPLAIN QUERY PLAN {sql}")]
                steps = [step for step in plan if step.startswith("SCAN") and "json_each" not in step]
                assert all("INDEX" in step for step in steps), (sql, plan)
                sorts = [step for step in plan if "TEMP B-TREE FOR ORDER" in step]
                assert not sorts or "owner" in sql or "person" in sql, (sql, plan)  # a person has a handful

    run(test())


async def _ask_everything(store: Store) -> None:
    await store.person("a")
    await store.people(("a", "b"))
    await store.bots_of("a")
    await store.token(b"a")
    await store.passkey(b"a")
    await store.passkeys_of("a")
    await store.invite(b"a")
    await store.table("a")
    await store.lines("a", 3)
    await store.open_tables(None, Page(5, 1.0))
    await store.open_tables("duck", Page(5, 1.0))
    await store.tables_of("a", ("playing",), Page(5, 1.0))
    await store.hosted("a", 0.0)
    await store.remarks("a", "b", 3)
    await store.claim_due(1.0, 1.0)
    await store.count()
