"""Luck: fair, seeded, scripted and recorded."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laguna.core import generator
from laguna.core.luck import (
    LuckRanOut,
    RecordedLuck,
    ScriptedLuck,
    SecretLuck,
    SeededLuck,
    check_nonce,
    commitment,
    revealed,
)

SEED = bytes(range(32))
NONCES = ("ahoj", "żółw 7", None)


def test_a_secret_draw_is_hmac_sha256_over_the_seed_and_a_counter():
    luck = SecretLuck(SEED)
    blocks = [hmac.new(SEED, counter.to_bytes(8, "big"), hashlib.sha256).digest() for counter in range(3)]
    assert [luck.below(1 << 63) for _ in range(3)] == [int.from_bytes(block[:8], "big") % (1 << 63) for block in blocks]


def test_the_commitment_is_the_sha256_of_the_seed():
    assert SecretLuck(SEED).commitment == hashlib.sha256(SEED).hexdigest() == commitment(SEED)


def test_every_table_has_a_seed_of_its_own():
    assert len({SecretLuck().seed for _ in range(20)}) == 20


def draws(luck: SecretLuck | SeededLuck, n: int = 1 << 63) -> list[int]:
    return [luck.below(n) for _ in range(6)]


def test_nonces_are_mixed_into_the_key_with_their_lengths_seat_by_seat():
    """The worked example of the module, with every byte written out."""
    mixed = SEED + bytes.fromhex("0004 61686f6a 0009 c5bcc3b3c582772037 0000")
    key = hashlib.sha256(mixed).digest()
    blocks = [hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest() for counter in range(6)]
    assert draws(SecretLuck(SEED, NONCES)) == [int.from_bytes(block[:8], "big") % (1 << 63) for block in blocks]
    assert key.hex().startswith("28ea1ae2d443d71f")
    assert draws(SecretLuck(SEED, NONCES), 6) == [2, 2, 1, 2, 1, 4]


def test_nonces_change_every_draw_and_no_commitment():
    """Each counts: its letters, its seat, where one ends and the next begins, and how many seats there are."""
    ways = [(), NONCES, ("ahoj", "żółw 8", None), ("żółw 7", "ahoj", None), ("ahojż", "ółw 7", None)]
    ways += [
        ("ahoj", None, "żółw 7"),
        ("ahoj", "żółw 7"),
        ("ahoj", None, None),
        (None, None, "ahoj"),
        ("Ahoj", None, None),
    ]
    lucks = [SecretLuck(SEED, nonces) for nonces in ways]
    assert len({draw for luck in lucks for draw in draws(luck)}) == 6 * len(ways)
    assert {luck.commitment for luck in lucks} == {commitment(SEED)}
    assert {luck.seed for luck in lucks} == {SEED}


@pytest.mark.parametrize("nonces", [(), (None,), (None, None, None)])
def test_where_nobody_gives_a_nonce_the_key_is_the_seed(nonces: tuple[None, ...]):
    luck = SecretLuck(SEED, nonces)
    assert luck.nonces == ()
    assert draws(luck) == draws(SecretLuck(SEED))


writable = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
some_nonces = st.lists(st.none() | st.text(writable, min_size=1, max_size=3), min_size=1, max_size=4)


@given(one=some_nonces, other=some_nonces)
def test_two_tables_draw_alike_only_with_the_same_nonces(one: list[str | None], other: list[str | None]):
    lucks = SecretLuck(SEED, one), SecretLuck(SEED, other)
    assert (draws(lucks[0]) == draws(lucks[1])) == (lucks[0].nonces == lucks[1].nonces)


@pytest.mark.parametrize("nonce", ["7", "x" * 64, "🐢" * 64, "two words", " ", "👩\u200d👧", "żółw"])
def test_a_nonce_is_any_short_line_of_text(nonce: str):
    check_nonce(nonce)
    assert SecretLuck(SEED, [nonce]).nonces == (nonce,)


@pytest.mark.parametrize("nonce", ["", "x" * 65, "a\nb", "\t", "\0", "\x7f", "\u2028", "\u2029", "\ud800"])
def test_another_nonce_is_refused_in_a_sentence(nonce: str):
    with pytest.raises(ValueError, match=r"^A nonce .*\.$"):
        check_nonce(nonce)
    with pytest.raises(ValueError, match=r"^A nonce .*\.$"):
        SecretLuck(SEED, [None, nonce])


def test_a_value_of_the_last_incomplete_run_is_thrown_away():
    """Of 2^64 values nearly half lie beyond the only whole run of 2^63 + 1: then the next counter is tried."""
    n = 2**63 + 1
    values = [int.from_bytes(hmac.digest(SEED, k.to_bytes(8, "big"), "sha256")[:8], "big") for k in range(40)]
    kept = [value for value in values if value < n]
    assert 0 < len(kept) < len(values)
    luck = SecretLuck(SEED)
    assert [luck.below(n) for _ in kept] == kept


@pytest.mark.parametrize("make", [lambda: SecretLuck(SEED), lambda: SeededLuck(5)])
@pytest.mark.parametrize("n", [2, 3, 6, 7, 24])
def test_draws_are_spread_evenly(make, n: int):
    luck, draws = make(), 6000
    counts = Counter(luck.below(n) for _ in range(draws))
    assert set(counts) == set(range(n))
    chi_squared = sum((counts[i] - draws / n) ** 2 / (draws / n) for i in range(n))
    assert chi_squared < n - 1 + 4 * (2 * (n - 1)) ** 0.5


@given(seed=st.integers(0, 2**63 - 1), game=st.integers(0, 2**31), n=st.integers(1, 2**31 - 1))
def test_a_seeded_draw_is_below_n_and_repeats(seed: int, game: int, n: int):
    one, other = SeededLuck(seed, game), SeededLuck(seed, game)
    draws = [one.below(n) for _ in range(5)]
    assert draws == [other.below(n) for _ in range(5)]
    assert all(0 <= draw < n for draw in draws)


def test_games_streams_and_seeds_draw_differently():
    lucks = [SeededLuck(1), SeededLuck(2), SeededLuck(1, 1), SeededLuck(1, 0, generator.PLAYERS), SeededLuck(1 << 32)]
    assert len({tuple(luck.below(1 << 30) for _ in range(4)) for luck in lucks}) == len(lucks)


def test_the_generator_rejects_what_would_be_biased():
    """With n just over 2^30, a quarter of all values would come twice as often without rejection."""
    n = 3 << 29
    luck = SeededLuck(9)
    low = sum(luck.below(n) < n // 2 for _ in range(20_000))
    assert abs(low - 10_000) < 350


def test_the_generator_is_sfc32():
    """The published generator's first outputs from the same state."""
    rng = [1, 2, 3, 4]
    a, b, c, counter = rng
    for _ in range(20):
        out = (a + b + counter) % 2**32
        a, b, c = b ^ b >> 9, (c + (c << 3)) % 2**32, (((c << 21 | c >> 11) % 2**32) + out) % 2**32
        counter += 1
        assert generator.spin(rng) == out


@pytest.mark.parametrize("luck", [SecretLuck(SEED), SecretLuck(SEED, NONCES), SeededLuck(77, 3)])
def test_a_revealed_seed_gives_the_same_draws_again(luck):
    again = revealed(luck.kind, luck.seed, luck.nonces)
    assert again.commitment == luck.commitment
    assert [luck.below(1000) for _ in range(50)] == [again.below(1000) for _ in range(50)]


@pytest.mark.parametrize("luck", [SecretLuck(SEED), SeededLuck(77, 3)])
def test_rewound_luck_draws_the_same_again(luck):
    luck.below(6)
    position = luck.position
    draws = [luck.below(1000) for _ in range(20)]
    luck.rewind(position)
    assert [luck.below(1000) for _ in range(20)] == draws


def test_luck_that_rested_goes_on_with_the_same_draws():
    awake, resting = (SecretLuck(bytes(range(32)), ["ahoj", None]) for _ in range(2))
    for _ in range(20):
        resting.rest()
        assert (resting.below(1000), resting.position) == (awake.below(1000), awake.position)


@pytest.mark.parametrize(("kind", "seed"), [("coin", SEED), ("hmac-sha256", b"short"), ("sfc32", SEED)])
def test_an_unknown_kind_of_luck_or_length_of_seed_is_refused_in_a_sentence(kind: str, seed: bytes):
    with pytest.raises(ValueError, match=r"\.$"):
        revealed(kind, seed)


def test_seeded_luck_has_no_nonces():
    with pytest.raises(ValueError, match="Luck of the kind “sfc32” has no nonces"):
        revealed("sfc32", SeededLuck(1).seed, ("ahoj",))


def test_scripted_draws_come_in_order_and_must_fit():
    luck = ScriptedLuck([2, 0, 9], seen=["a shot"])
    assert (luck.below(3), luck.below(1), luck.left) == (2, 0, 2)
    with pytest.raises(LuckRanOut, match="Draw 3 is 9, but one below 6 is wanted"):
        luck.below(6)
    assert luck.witness(lambda: pytest.fail("it must not happen again")) == "a shot"
    with pytest.raises(LuckRanOut, match="not written down"):
        luck.witness(lambda: None)


def test_scripted_luck_runs_out():
    with pytest.raises(LuckRanOut, match="one below 6 is wanted after 0"):
        ScriptedLuck([]).below(6)


def test_recorded_luck_writes_down_draws_and_happenings():
    luck = RecordedLuck(ScriptedLuck([4, 1]))
    assert (luck.below(5), luck.below(5)) == (4, 1)
    assert luck.take() == ([4, 1], [])
    recorded = RecordedLuck(SeededLuck(1))
    assert recorded.witness(lambda: {"toppled": [3]}) == {"toppled": [3]}
    assert recorded.take() == ([], [{"toppled": [3]}])
