"""The last address of each person, to share resources fairly between addresses. In memory only."""

from __future__ import annotations

from collections import OrderedDict

MAX_KEPT_PEOPLE = 20_000
"""Of how many people it is remembered: those who came last."""


class LastAddresses:
    """The network address that each person was last seen at."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        """Remember that a person came from there just now."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > MAX_KEPT_PEOPLE:
            self._addresses.popitem(last=False)

    def address(self, person: str) -> str:
        """The last address of a person; of one who is not remembered their own id, as if nobody shared it."""
        return self._addresses.get(person, person)

    def share(self, person: str) -> tuple[str, str]:
        """Whose share of a fair queue a request of theirs takes: that of their address, and there their own."""
        return self.address(person), person
