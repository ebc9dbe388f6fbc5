"""Policies as files of ONNX: played as ours are, and refused in a sentence where they are none or do not fit."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from bots.onnx_models import linear
from bots.small_policies import ENCODINGS
from laguna.bots.levels import bot_of, check_installed_for
from laguna.bots.policy import read_policy, write_policy
from laguna.bots.policy_facts import BadPolicy, facts_of
from laguna.bots.policy_onnx import METADATA, metadata_of
from laguna.core.bot import knowledge
from laguna.core.luck import SeededLuck
from laguna.games import GAMES

SIZE, CHOICES = ENCODINGS["mahe"].expanded_size, ENCODINGS["mahe"].choices
FACTS = facts_of("mahe", seats=[2, 3], temperature=0.5, trained="elsewhere")
WEIGHTS = np.random.default_rng(6).normal(size=(SIZE, CHOICES)).astype(np.float32)
BIASES = np.linspace(0, 1, CHOICES, dtype=np.float32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "best.onnx"


def refused(path: Path, content: bytes) -> str:
    """The sentence by which a file is refused."""
    path.write_bytes(content)
    with pytest.raises(BadPolicy) as told:
        read_policy(path)
    sentence = str(told.value)
    assert sentence.startswith(str(path))
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_it_plays_as_the_same_network_in_a_file_of_ours(path: Path) -> None:
    path.write_bytes(linear(WEIGHTS, BIASES, metadata_of(FACTS)))
    assert read_policy(path).facts == FACTS
    ours = path.with_suffix(".npz")
    write_policy(ours, "mahe", [(WEIGHTS, BIASES)], seats=[2, 3], temperature=0.5)
    game, luck = GAMES["mahe"], SeededLuck(7)
    bots = [bot_of("mahe", f"policy:{file}") for file in (path, ours)]
    table, _ = game.start(3, game.options(advanced=True), luck)
    while asks := game.asks(table):
        known = knowledge(game, table, asks[0].seat, 1)
        one, other = (bot.answer(known, asks[0].seat, table.played).move for bot in bots)
        assert one == other
        game.play(table, asks[0].seat, asks[0].number, one, luck)


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x08\x08:\x02\x12\x00", bytes(1000)])
def test_something_else_is_no_model(path: Path, content: bytes) -> None:
    assert "no ONNX model that can be run here" in refused(path, content)


def test_a_model_that_was_cut_off_is_no_model(path: Path) -> None:
    whole = linear(WEIGHTS, BIASES, metadata_of(FACTS))
    for length in range(1, len(whole), 997):
        refused(path, whole[:length])


def told(**changed: Any) -> dict[str, str]:
    return metadata_of(msgspec.structs.replace(FACTS, **changed))


@pytest.mark.parametrize(
    ("metadata", "why"),
    [
        ({}, "metadata has no “laguna”"),
        ({METADATA: "{"}, "what it says of itself cannot be read"),
        (told(game="chess"), "it plays “chess”"),
        (told(encoding_version=7), "version 7 of the encoding of mahe"),
        (told(game_version=7), "version 7 of the rules of mahe"),
        (told(seats=(99,)), "for how many players"),
    ],
)  # fmt: skip
def test_a_model_that_says_something_else_of_itself_is_refused(path: Path, metadata: dict[str, str], why: str) -> None:
    assert why in refused(path, linear(WEIGHTS, BIASES, metadata))


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (linear(WEIGHTS[1:], BIASES, metadata_of(FACTS)), f"does not take rows of {SIZE} numbers"),
        (linear(WEIGHTS[:, 1:], BIASES[1:], metadata_of(FACTS)), f"and there are {CHOICES} choices"),
        (linear(WEIGHTS, BIASES, metadata_of(FACTS), outputs=2), "1 inputs and 2 outputs"),
        (linear(WEIGHTS, BIASES * np.float32(np.nan), metadata_of(FACTS)), "no finite numbers"),
        (linear(WEIGHTS.astype(float), BIASES.astype(float), metadata_of(FACTS)), "does not take rows"),
    ],
)  # fmt: skip
def test_a_model_of_other_sizes_is_refused(path: Path, model: bytes, why: str) -> None:
    assert why in refused(path, model)


def test_without_onnxruntime_it_is_told_before_a_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    check_installed_for("mahe", f"policy:{path.with_suffix('.npz')}")
    with pytest.raises(ModuleNotFoundError, match="onnxruntime"):
        check_installed_for("mahe", f"policy:{path}")
