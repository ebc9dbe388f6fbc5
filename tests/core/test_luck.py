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
    commitment,
    revealed,
)

SEED = bytes(range(32))


def test_a_secret_draw_is_hmac_sha256_over_the_seed_and_a_counter():
    luck = SecretLuck(SEED)
    blocks = [hmac.new(SEED, counter.to_bytes(8, "big"), hashlib.sha256).digest() for counter in range(3)]
    assert [luck.below(1 << 63) for _ in range(3)] == [int.from_bytes(block[:8], "big") % (1 << 63) for block in blocks]


def test_the_commitment_is_the_sha256_of_the_seed():
    assert SecretLuck(SEED).commitment == hashlib.sha256(SEED).hexdigest() == commitment(SEED)


def test_every_table_has_a_seed_of_its_own():
    assert len({SecretLuck().seed for _ in range(20)}) == 20


def test_a_value_of_the_last_incomplete_run_is_thrown_away(monkeypatch: pytest.MonkeyPatch):
    """2^64 leaves a remainder of 1 by 3: the highest value would make 0 likelier, so the next counter is tried."""
    blocks = {0: b"\xff" * 32, 1: (7).to_bytes(8, "big") + b"\0" * 24}
    monkeypatch.setattr(hmac, "digest", lambda _seed, counter, _kind: blocks[int.from_bytes(counter, "big")])
    assert SecretLuck(SEED).below(3) == 7 % 3


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


@pytest.mark.parametrize("luck", [SecretLuck(SEED), SeededLuck(77, 3)])
def test_a_revealed_seed_gives_the_same_draws_again(luck):
    again = revealed(luck.kind, luck.seed)
    assert again.commitment == luck.commitment
    assert [luck.below(1000) for _ in range(50)] == [again.below(1000) for _ in range(50)]


@pytest.mark.parametrize("luck", [SecretLuck(SEED), SeededLuck(77, 3)])
def test_rewound_luck_draws_the_same_again(luck):
    luck.below(6)
    position = luck.position
    draws = [luck.below(1000) for _ in range(20)]
    luck.rewind(position)
    assert [luck.below(1000) for _ in range(20)] == draws


@pytest.mark.parametrize(("kind", "seed"), [("coin", SEED), ("hmac-sha256", b"short"), ("sfc32", SEED)])
def test_an_unknown_kind_of_luck_or_length_of_seed_is_refused_in_a_sentence(kind: str, seed: bytes):
    with pytest.raises(ValueError, match=r"\.$"):
        revealed(kind, seed)


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
