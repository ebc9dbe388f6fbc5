"""What a law is: a function that raises `LawBroken`, listed by its name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

Scope = Literal["game", "case", "rules"]
"""What a law is asked of: a plug-in; each way to play it; each of these that differs in more than what is shown."""


class LawBroken(AssertionError):  # noqa: N818 - reads as a sentence: the law is broken
    """A law that does not hold: which game, how it was played, and what was seen."""


@dataclass(frozen=True)
class Law:
    """One law. `holds` takes a plug-in or a case, then whatever can be set, each with the value that our tests use."""

    family: str
    name: str
    states: str
    """The law in one sentence."""
    holds: Callable[..., object]
    scope: Scope
    ruled: bool
    """Only for games of whole numbers (`RuledGame`)."""

    @property
    def needs(self) -> set[str]:
        """What only whoever runs it can give: a folder of tests, a function that swaps what is hidden."""
        return {name for name, parameter in self._settings.items() if parameter.default is inspect.Parameter.empty}

    def settings_in(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Those of the given settings that it takes."""
        return {name: value for name, value in given.items() if name in self._settings}

    @property
    def _settings(self) -> dict[str, inspect.Parameter]:
        """Its parameters beside the plug-in or the case."""
        _, *settings = inspect.signature(self.holds).parameters.values()
        return {parameter.name: parameter for parameter in settings}


LAWS: list[Law] = []
"""Every function marked with `law`. Whoever wants all of them takes them from `laguna.laws.check`."""

_F = TypeVar("_F", bound=Callable[..., object])


def law(scope: Scope, *, ruled: bool = False) -> Callable[[_F], _F]:
    """Mark a function as a law. It is returned as it is; its docstring states the law in one sentence."""

    def listed(function: _F) -> _F:
        states = (inspect.getdoc(function) or "").split("\n\n")[0].replace("\n", " ")
        family = function.__module__.rpartition(".")[2].replace("_", " ")
        LAWS.append(Law(family, function.__name__.replace("_", " "), states, function, scope, ruled))
        return function

    return listed
