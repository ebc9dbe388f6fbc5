"""A new game's package: a tiny playable game to be changed, which passes its own tests at once.

The files lie in `template`, written for a game called `tiny_game`; a new one gets them under its own name.
"""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

TINY = "tiny_game"
PLACES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "__init__.py": "src/laguna_tiny_game/__init__.py",
    "rules.py": "src/laguna_tiny_game/rules.py",
    "game.py": "src/laguna_tiny_game/game.py",
    "words/en.toml": "src/laguna_tiny_game/words/en.toml",
    "words/pl.toml": "src/laguna_tiny_game/words/pl.toml",
    "digest/en.md": "src/laguna_tiny_game/digest/en.md",
    "digest/pl.md": "src/laguna_tiny_game/digest/pl.md",
    "tests/test_game.py": "tests/test_tiny_game.py",
}
"""Where each file of the template goes."""


class BadName(ValueError):  # noqa: N818 - told to whoever typed it
    """A name that a game cannot have, in one sentence."""


def key_of(name: str) -> str:
    """A game's key from its name as somebody typed it: `Sea Dice` is `sea_dice`. Raises `BadName`."""
    key = re.sub(r"[\s-]+", "_", name.strip().lower())
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,40}", key) or keyword.iskeyword(key):
        raise BadName(f"“{name}” cannot be a game's name: use letters, digits and spaces, beginning with a letter.")
    return key


def write_package(key: str, folder: Path) -> list[Path]:
    """Write the package of a new game into a folder that is not there yet; the files. Raises `FileExistsError`."""
    folder.mkdir(parents=True)
    written = []
    for source, place in PLACES.items():
        path = folder / _named(place, key)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_named(_template(source).read_text("utf-8"), key), "utf-8")
        written.append(path)
    return written


def _template(source: str) -> Traversable:
    return files(__package__) / "template" / f"{source}.tmpl"


def _named(text: str, key: str) -> str:
    """A text of the template for a game of this key: as a name in code, as a class, and as a title."""
    words = key.split("_")
    camel, title = "".join(word.capitalize() for word in words), " ".join(words).capitalize()
    return text.replace(TINY, key).replace("TinyGame", camel).replace("Tiny game", title)
