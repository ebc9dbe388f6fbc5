"""The verbs of a game's rules and of its `laguna.core.heuristics.Heuristics`, as the search's kernels call them.

For readers and type checkers only: `laguna.bots.search.searcher.load` puts the real ones of each game into the kernels'
namespace before they run. The contracts stand at the fields of `Rules` and `Heuristics`.
"""

from laguna.bots.search.layout import ScratchRecord
from laguna.core.compiled.records import Numbers, TableRecord
from laguna.core.compiled.verbs import apply as apply
from laguna.core.compiled.verbs import asked as asked
from laguna.core.compiled.verbs import choice as choice
from laguna.core.compiled.verbs import choices as choices
from laguna.core.compiled.verbs import score as score
from laguna.core.compiled.verbs import setup as setup
from laguna.core.compiled.verbs import standing as standing

margin: int
"""How many points ahead of the next make a clear win: see `Heuristics.margin`."""

def propose(s: TableRecord, seat: int, scratch: ScratchRecord, actions: Numbers, weights: Numbers) -> int:
    """Note the actions worth a thought, and how promising they are. How many: see `Heuristics.propose`."""

def choose(s: TableRecord, seat: int, scratch: ScratchRecord, rng: Numbers) -> int:
    """What an experienced player does at a glance: see `Heuristics.choose`."""

def novice(s: TableRecord, seat: int, scratch: ScratchRecord, rng: Numbers) -> int:
    """What a beginner does: see `Heuristics.novice`."""

def sight(s: TableRecord, seat: int) -> int:
    """A hash of all that matters to an asked seat's decision: see `Heuristics.sight`."""

def believe(s: TableRecord, seat: int) -> None:
    """Deal anew all that a seat cannot know, likelier things oftener: see `Heuristics.believe`."""

def prospect(s: TableRecord, seat: int) -> int:
    """A seat's chance to win, from 0 to `CERTAIN`: see `Heuristics.prospect`."""
