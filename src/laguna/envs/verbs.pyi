"""The verbs of a game's rules, heuristics and `laguna.core.encoding.Encoding`, as the kernels of a batch call them.

For readers and type checkers only: `laguna.envs.batch` puts the real ones of each game into the kernels' namespace
before they run. The contracts stand at the fields of `Rules`, `Heuristics` and `Encoding`.
"""

from laguna.bots.search.verbs import apply as apply
from laguna.bots.search.verbs import asked as asked
from laguna.bots.search.verbs import choice as choice
from laguna.bots.search.verbs import choices as choices
from laguna.bots.search.verbs import choose as choose
from laguna.bots.search.verbs import novice as novice
from laguna.bots.search.verbs import score as score
from laguna.bots.search.verbs import setup as setup
from laguna.bots.search.verbs import standing as standing
from laguna.core.compiled.records import Numbers, TableRecord
from laguna.core.compiled.verbs import imagine as imagine
from laguna.envs.layout import Bytes

def observe(s: TableRecord, seat: int, begun: int, out: Bytes) -> None:
    """Note what a seat may know: see `Encoding.observe`."""

def legal(s: TableRecord, seat: int, begun: int, notes: Numbers, mask: Bytes) -> int:
    """Put 1 for each choice of an asked seat; returns how many: see `Encoding.legal`."""

def decide(s: TableRecord, seat: int, begun: int, choice: int) -> int:
    """What a legal choice comes to: see `Encoding.decide`."""
