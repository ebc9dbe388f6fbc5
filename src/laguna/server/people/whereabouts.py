"""The last address of each person, to share resources fairly between addresses. In memory only."""

from __future__ import annotations

from collections import OrderedDict

MAX_KEPT_PEOPLE = 20_000
"""Of how many people it is remembered: those who came last."""


class Whereabouts:
    """Where everybody was last."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        """Somebody came from there just now."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > MAX_KEPT_PEOPLE:
            self._addresses.popitem(last=False)

    def address(self, person: str) -> str:
        """Where somebody was last; who was not here for long is somewhere of their own."""
        return self._addresses.get(person, person)

    def share(self, person: str) -> tuple[str, str]:
        """On whose account it is what somebody asks for: their address's, and there their own."""
        return self.address(person), person
