"""Files of policies: what was written is read again; whatever is none, or does not fit, is refused in a sentence."""

from __future__ import annotations

import os
import pickle
import zipfile
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from bots.small_policies import ENCODINGS, random_layers, written
from laguna.bots.perceptron import Perceptron, layers_of
from laguna.bots.policy import fitting_policy, policy_of, read_policy, write_policy
from laguna.bots.policy_facts import BadPolicy, PolicyFacts, facts_of
from laguna.bots.policy_npz import packed

FACTS = facts_of("mahe", seats=[2])
MUTATIONS = 300


def refused(path: Path) -> str:
    """The sentence by which a file is refused: one, and with its name."""
    with pytest.raises(BadPolicy) as told:
        read_policy(path)
    sentence = str(told.value)
    assert sentence.startswith(str(path))
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def saved(path: Path, **arrays: Any) -> Path:
    """A file as NumPy would write it."""
    with path.open("wb") as file:
        np.savez(file, **arrays)
    return path


def members(**changed: Any) -> dict[str, Any]:
    """What is in a policy of Mahé; of what is None, nothing."""
    file = BytesIO(packed(FACTS, Perceptron(layers_of(random_layers("mahe")), "relu")))
    with np.load(file, allow_pickle=False) as found:
        return {name: array for name, array in {**found, **changed}.items() if array is not None}


def with_facts(path: Path, **changed: Any) -> Path:
    """A policy that says something else of itself."""
    path.write_bytes(
        packed(msgspec.structs.replace(FACTS, **changed), Perceptron(layers_of(random_layers("mahe")), "relu"))
    )
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "best.npz"


# What is read again


@pytest.mark.parametrize("key", ENCODINGS)
def test_what_was_written_is_read_again(path: Path, key: str) -> None:
    layers = random_layers(key, seed=3)
    write_policy(path, key, layers, seats=[2], activation="tanh", temperature=0.5, trained="3 M steps, seed 0")
    policy = read_policy(path)
    assert (policy.facts.game, policy.facts.seats, policy.facts.temperature) == (key, (2,), 0.5)
    assert policy.facts.trained == "3 M steps, seed 0"
    row = np.random.default_rng(1).random((1, ENCODINGS[key].expanded_size), np.float32)
    assert np.array_equal(policy.network.values(row), Perceptron(layers_of(layers), "tanh").values(row))


def test_the_same_policy_gives_the_same_file(tmp_path: Path) -> None:
    assert written(tmp_path / "one.npz").read_bytes() == written(tmp_path / "other.npz").read_bytes()


def test_numbers_of_another_width_and_order_are_read_as_well(path: Path) -> None:
    layers = random_layers("mahe")
    wide = {f"weights_{number}": np.asfortranarray(weights, "f8") for number, (weights, _) in enumerate(layers)}
    network = read_policy(saved(path, **members(**wide))).network
    row = np.ones((1, ENCODINGS["mahe"].expanded_size), np.float32)
    assert np.allclose(network.values(row), Perceptron(layers_of(layers), "relu").values(row))


def test_a_file_that_changed_is_read_anew(path: Path) -> None:
    before = policy_of(written(path, seed=1), "mahe")
    assert policy_of(path, "mahe") is before
    assert policy_of(written(path, seed=2), "mahe").digest != before.digest


# What is no file of a policy


def test_no_file_a_folder_a_pipe_and_an_impossible_name(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.npz")
    assert "No such file" in refused(tmp_path / "nowhere.npz")
    assert "no plain file" in refused(tmp_path)
    assert "no plain file" in refused(tmp_path / "pipe.npz")
    assert "cannot be read" in refused(tmp_path / ("x" * 1000))
    with pytest.raises(BadPolicy, match="cannot be read"):
        policy_of(Path("null\0.npz"), "mahe")


@pytest.mark.parametrize("content", [b"", b"PK", b"GIF89a", pickle.dumps({"game": "mahe"}), b"\x93NUMPY\x01\x00"])
def test_something_else_is_no_npz_file(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert "no .npz file, or a damaged one" in refused(path)


def test_a_file_that_was_cut_off_or_changed_anywhere_is_read_or_refused_in_a_sentence(path: Path) -> None:
    whole = written(path).read_bytes()
    random = Random(5)
    for _ in range(MUTATIONS):
        broken = bytearray(whole[: random.randrange(len(whole))] if random.random() < 0.3 else whole)
        for _ in range(random.randrange(4)):
            if broken:
                broken[random.choice([random.randrange(len(broken)), -1 - random.randrange(min(600, len(broken)))])] = (
                    random.randrange(256)
                )
        path.write_bytes(broken)
        with suppress(BadPolicy):
            assert read_policy(path).facts.game == "mahe"


def test_nothing_is_unpickled(path: Path, tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
            return os.mkdir, (str(tmp_path / "sprung"),)

    trap = np.array([Trap()], object)
    assert "no row and no table" in refused(saved(path, **members(weights_0=trap)))
    assert "no row and no table" in refused(saved(path, **members(policy=trap)))
    path.write_bytes(pickle.dumps(Trap()))
    refused(path)
    assert not (tmp_path / "sprung").exists()


# What is too large, or of other sizes than it says


@pytest.mark.parametrize(
    ("said", "why"), [(300 << 20, "unpacked it has more than 256 MB"), (100, "damaged"), (20_000_000, "cut off")]
)  # fmt: skip
def test_what_holds_too_much_or_more_or_less_than_it_says_is_not_unpacked(path: Path, said: int, why: str) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("policy.npy", bytes(10_000_000))
    path.write_bytes(path.read_bytes().replace((10_000_000).to_bytes(4, "little"), said.to_bytes(4, "little")))
    assert why in refused(path)


def test_an_array_of_another_size_than_its_header_says_is_refused_before_there_is_room_made_for_it(path: Path) -> None:
    written(path)
    for said in ("(999999999, 999999999)", "(1, 8)", "(99999999999, 1)"):
        arrays = {name: _npy(array) for name, array in members().items()}
        shape = str(members()["weights_0"].shape)
        arrays["weights_0"] = arrays["weights_0"].replace(shape.encode(), said.encode().ljust(len(shape)), 1)
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in arrays.items():
                archive.writestr(f"{name}.npy", content)
        assert "weights_0" in refused(path)


def _npy(array: Any) -> bytes:
    file = BytesIO()
    np.save(file, array)
    return file.getvalue()


def test_thousands_of_members_are_refused(path: Path) -> None:
    assert "more than 64 layers" in refused(saved(path, **{f"weights_{number}": np.zeros(1) for number in range(200)}))


def test_a_file_that_is_too_long_is_not_read(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)
    assert "more than 256 MB" in refused(path)


# Networks that do not fit

SIZE, CHOICES = ENCODINGS["mahe"].expanded_size, ENCODINGS["mahe"].choices
BAD_LAYERS: dict[str, tuple[list[tuple[Any, Any]], str]] = {
    "wrong inputs": ([(np.zeros((SIZE - 1, CHOICES)), np.zeros(CHOICES))], f"layer 1 takes {SIZE - 1} numbers"),
    "wrong choices": ([(np.zeros((SIZE, 3)), np.zeros(3))], f"tells 3 choices apart, and there are {CHOICES}"),
    "not chained": (
        [(np.zeros((SIZE, 4)), np.zeros(4)), (np.zeros((5, CHOICES)), np.zeros(CHOICES))],
        "layer 2 takes 5 numbers, and gets 4",
    ),
    "biases of another layer": ([(np.zeros((SIZE, CHOICES)), np.zeros(3))], "weights of shape"),
    "a row for weights": ([(np.zeros(SIZE), np.zeros(CHOICES))], "weights of shape"),
    "nothing in between": ([(np.zeros((SIZE, 0)), np.zeros(0)), (np.zeros((0, CHOICES)), np.zeros(CHOICES))], "shape"),
    "not a number": ([(np.full((SIZE, CHOICES), np.nan), np.zeros(CHOICES))], "no finite numbers"),
    "infinite": ([(np.zeros((SIZE, CHOICES)), np.full(CHOICES, np.inf))], "no finite numbers"),
    "too large for 32 bits": ([(np.full((SIZE, CHOICES), 1e300), np.zeros(CHOICES))], "no finite numbers"),
}


@pytest.mark.parametrize("name", BAD_LAYERS)
def test_a_network_that_does_not_fit_is_refused(path: Path, name: str) -> None:
    layers, why = BAD_LAYERS[name]
    arrays = {"policy": members()["policy"]}
    for number, (weights, biases) in enumerate(layers):
        arrays |= {f"weights_{number}": weights, f"biases_{number}": biases}
    assert why in refused(saved(path, **arrays))


def test_a_network_that_does_not_fit_is_not_written(path: Path) -> None:
    with pytest.raises(BadPolicy, match="is not written: layer 1 takes 5 numbers"):
        write_policy(path, "mahe", [(np.zeros((5, CHOICES)), np.zeros(CHOICES))], seats=[2])
    with pytest.raises(BadPolicy, match="policies can play mahe"):
        write_policy(path, "ship_ahoy", random_layers("mahe"), seats=[2])
    assert not path.exists()


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"policy": None}, "has no “policy”"),
        ({"biases_1": None}, "weights, biases of each layer"),
        ({"weights_7": np.zeros((1, 1))}, "weights, biases of each layer"),
        ({"weights_0": np.array(["mahe"])}, "no row and no table"),
        ({"weights_0": np.zeros((1, 1, 1))}, "no row and no table"),
        ({"policy": np.frombuffer(b"{", np.uint8)}, "what it says of itself cannot be read"),
        ({"policy": np.frombuffer(b'{"game": "mahe"}', np.uint8)}, "what it says of itself cannot be read"),
    ],
)  # fmt: skip
def test_a_file_with_something_else_in_it_is_refused(path: Path, changed: dict[str, Any], why: str) -> None:
    assert why in refused(saved(path, **members(**changed)))


# What a policy says of itself


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"game": "chess"}, "it plays “chess”; policies can play mahe"),
        ({"game": "ship_ahoy"}, "it plays “ship_ahoy”"),
        ({"game": "x" * 10_000}, "…”"),
        ({"encoding_version": 99}, "it learned from version 99 of the encoding of mahe, and this is 1"),
        ({"game_version": 99}, "it learned version 99 of the rules of mahe, and this is 1"),
        ({"seats": ()}, "for how many players it was trained: 2 to 7"),
        ({"seats": (2, 99)}, "for how many players it was trained: 2 to 7"),
        ({"options": {"nonsense": True}}, "options that mahe does not have"),
        ({"temperature": -1.0}, "its temperature is -1.0"),
        ({"temperature": 1e9}, "its temperature is 1000000000.0"),
        ({"trained": "x" * 20_000}, "longer than 10,000 characters"),
        ({"trained": "x" * 200_000}, "what it says of itself cannot be read"),
    ],
)  # fmt: skip
def test_a_policy_of_something_else_is_refused(path: Path, changed: dict[str, Any], why: str) -> None:
    assert why in refused(with_facts(path, **changed))


def test_a_policy_plays_its_game_and_as_many_players_as_it_was_trained_for(path: Path) -> None:
    bot = f"policy:{written(path, seats=[2, 3])}"
    assert fitting_policy(bot, "mahe", 3) is policy_of(path, "mahe")
    assert fitting_policy("good", "mahe", 3) is None
    with pytest.raises(BadPolicy, match=r"was trained for 2 or 3 players, not for 4\.$"):
        fitting_policy(bot, "mahe", 4)
    with pytest.raises(BadPolicy, match=r"plays mahe, not duck\.$"):
        fitting_policy(bot, "duck", 3)


def test_facts_say_the_versions_of_this_program() -> None:
    assert facts_of("mahe", seats=[2], trained="once") == PolicyFacts(
        game="mahe", game_version=1, encoding_version=1, seats=(2,), trained="once"
    )
