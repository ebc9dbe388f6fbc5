"""The verbs of a game's `laguna.core.rules.Rules`, as its kernels call them.

For readers and type checkers only: `laguna.core.compiled.load` puts the real ones of each game into the kernels'
namespace before they run. The contracts stand at the fields of `Rules`.
"""

from laguna.core.compiled.records import Numbers, TableRecord

def setup(s: TableRecord) -> None:
    """Lay out the game: see `Rules.setup`."""

def asked(s: TableRecord) -> int:
    """Bit per seat that owes an answer, 0 at the end of the game: see `Rules.asked`."""

def choices(s: TableRecord, seat: int, notes: Numbers) -> int:
    """How many actions an asked seat has: see `Rules.choices`."""

def choice(s: TableRecord, seat: int, notes: Numbers, i: int) -> int:
    """The i-th of the choices just counted: see `Rules.choice`."""

def apply(s: TableRecord, seat: int, action: int) -> None:
    """Carry out an action, and all that follows from it: see `Rules.apply`."""

def imagine(s: TableRecord, seat: int) -> None:
    """Deal anew all that a seat cannot know: see `Rules.imagine`."""

def score(s: TableRecord, seat: int) -> int:
    """A seat's points: see `Rules.score`."""

def standing(s: TableRecord, seat: int) -> int:
    """A number that ranks the seats: see `Rules.standing`."""

def broken(s: TableRecord) -> int:
    """The number of the invariant that is broken, 0 if all hold: see `Rules.broken`."""
