"""From which address people come, so that what they ask for can be shared fairly. It is kept in memory alone."""

from __future__ import annotations

from collections import OrderedDict

KEPT = 20_000
"""Of so many people it is remembered, those who came last."""


class Whereabouts:
    """Where everybody was last."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        """Somebody came from there just now."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > KEPT:
            self._addresses.popitem(last=False)

    def address(self, person: str) -> str:
        """Where somebody was last; who was not here for long is somewhere of their own."""
        return self._addresses.get(person, person)

    def share(self, person: str) -> tuple[str, str]:
        """On whose account it is what somebody asks for: their address's, and there their own."""
        return self.address(person), person
