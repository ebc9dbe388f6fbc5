"""How a game comes to Laguna: a package declares a `Plugin` under the entry point group `laguna.games`.

    [project.entry-points."laguna.games"]
    pig = "laguna_pig:PLUGIN"

The package has the game's words in `words/<language>.toml` and its rules in `digest/<language>.md`. Whatever else it
brings is named by where it is, `module:name`, and loaded only when somebody wants it: a referee loads no search, and a
simulation no terminal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from laguna.core.derive import seat_fields
from laguna.core.digest import Digest, read_digest
from laguna.core.game import SEAT, Game
from laguna.core.story import highlights_of
from laguna.core.words import Words, words_of

if TYPE_CHECKING:
    from laguna.core.advice import HintWriter
    from laguna.core.bot import Expert, Level
    from laguna.core.encoding import Encoding
    from laguna.core.heuristics import Heuristics
    from laguna.core.painter import Painter
    from laguna.core.picture import PicturePainter
    from laguna.core.services import GameService
    from laguna.core.story import StoryTeller

GROUP = "laguna.games"
"""The entry point group that plug-ins are declared under."""


class BrokenPlugin(Exception):  # noqa: N818 - says what it is
    """A plug-in that does not keep its promise, in one sentence."""


@dataclass(frozen=True)
class Plugin:
    """A game and what it brings along. Only the game is mandatory; all else has a default that serves every game."""

    game: Game[Any, Any, Any]
    painter: str | None = None
    """Where its `Painter` class is. None: the generic text table."""
    picture: str | None = None
    """Where its `PicturePainter` class is. None: its table in text, as a picture."""
    heuristics: str | None = None
    """Where its `Heuristics` are. None: the search plays without."""
    encoding: str | None = None
    """Where its `Encoding` is, for those who learn it. None: one is derived from its view."""
    bots: str | None = None
    """Where to get its own players, a function from a level to an `Expert`: for games that the search cannot play."""
    hints: str | None = None
    """Where its `HintWriter` is. None: hints come from the search alone."""
    story: str | None = None
    """Where its `StoryTeller` is. None: of a finished game the standings are told."""
    service: str | None = None
    """Where its `GameService` class is, if its tables on a server need anything beyond the rules."""
    typescript: str | None = None
    """Where to get further sources of its table in the browser, made from its Python: a function that returns their
    texts by file name. `laguna types` writes them beside the table, if the browser has one for this game."""
    drawing: str = "logo"
    """The drawing of `web/src/art` that stands for it on a picture of its result."""
    pages: tuple[str, ...] = ()
    """The paths of pages of its own, `/practice`, which its folder in `web/src/games` draws."""
    rank: int = 1000
    """Where it stands among all games: those with a lower rank are listed first."""
    ladder_move_s: float = 0.02
    """Seconds a move for strong bots in a quick ladder: less than they usually take, to have time for enough games."""

    @property
    def package(self) -> str:
        """The package that the game's class is in: its words and its digest are there, too."""
        return type(self.game).__module__.rpartition(".")[0] or type(self.game).__module__

    def words(self, lang: str) -> Words:
        """The game's words over the common ones. Raises `MissingWord`."""
        words = words_of(self.package, lang)
        seats = seat_fields(self.game.moves, self.game.events, self.game.views, *highlights_of(self.load_story()))
        like = {**words.tables.get("like", {}), **dict.fromkeys(sorted(seats), SEAT)}
        return Words(lang, {**words.tables, "like": like}) if seats else words

    def digest(self, lang: str) -> Digest:
        """The game's rules. Raises `FileNotFoundError` where they are not written in this language."""
        return read_digest(self.package, lang)

    def load_painter(self) -> type[Painter[Any]] | None:
        """The class that draws its table in text, if it brings one. Raises `BrokenPlugin`."""
        found: type[Painter[Any]] | None = self._load(self.painter)
        return found

    def load_picture(self) -> type[PicturePainter[Any]] | None:
        """The class that draws its table as a picture, if it brings one. Raises `BrokenPlugin`."""
        found: type[PicturePainter[Any]] | None = self._load(self.picture)
        return found

    def load_heuristics(self) -> Heuristics[Any] | None:
        """Its heuristics, if it brings some. Raises `BrokenPlugin`."""
        found: Heuristics[Any] | None = self._load(self.heuristics)
        return found

    def load_encoding(self) -> Encoding[Any] | None:
        """How it looks to a learner, if it says so. Raises `BrokenPlugin`."""
        found: Encoding[Any] | None = self._load(self.encoding)
        return found

    def load_expert(self, level: Level) -> Expert | None:
        """Its own player of a level, if it brings players. Raises `BrokenPlugin`."""
        make = self._load(self.bots)
        return None if make is None else make(level)

    def load_hints(self) -> HintWriter | None:
        """What puts its hints into words, if it brings that. Raises `BrokenPlugin`."""
        found: HintWriter | None = self._load(self.hints)
        return found

    def load_story(self) -> StoryTeller | None:
        """What tells the stories of its finished games, if it brings that. Raises `BrokenPlugin`."""
        found: StoryTeller | None = self._load(self.story)
        return found

    def load_service(self) -> type[GameService] | None:
        """What its tables need of a server, if anything. Raises `BrokenPlugin`."""
        found: type[GameService] | None = self._load(self.service)
        return found

    def load_typescript(self) -> dict[str, str]:
        """The further sources of its table in the browser, by file name. Raises `BrokenPlugin`."""
        make = self._load(self.typescript)
        return {} if make is None else make()

    def _load(self, place: str | None) -> Any:  # noqa: ANN401 - whatever is there
        return None if place is None else _loaded(self.package, place)


@cache
def _loaded(package: str, place: str) -> Any:  # noqa: ANN401 - whatever is there
    module, _, name = place.partition(":")
    try:
        return getattr(import_module(f"{package}.{module}"), name)
    except (ImportError, AttributeError) as error:
        raise BrokenPlugin(f"{package} names “{place}”, which cannot be loaded: {error}.") from error
