"""Three servers on one PostgreSQL and one NATS, of which now this and now that goes wrong, under people who play.

Nothing acknowledged is lost or doubled, everybody is told the same story and sees the same in the end, every game can
be checked, and no table stands still for `STILL_S` seconds; see `Run.watch` for how these are counted.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from server.chaos.run import STILL_S, Outcome, run
from server.chaos.troubles import Amounts

_LOG = logging.getLogger(__name__)

FEW = Amounts(kills=10, restarts=1, crashes=1, postmaster_kills=0, broker_kills=1, held=1, torn=1, slow=1, pauses=1)
MANY = Amounts(kills=100, restarts=2, crashes=1, postmaster_kills=1, broker_kills=2, held=4, torn=4, slow=2, pauses=3)
ENDLESS = MANY._replace(kills=1000, restarts=3, crashes=2, broker_kills=3, held=6, torn=6)


def check(outcome: Outcome) -> None:
    """What holds whatever went wrong."""
    assert outcome.stillest[0] < STILL_S
    assert not outcome.complaints
    assert outcome.acknowledged > 0
    assert outcome.remarks > 0
    assert outcome.by_bots > 0
    assert outcome.left > 0
    assert outcome.thought <= outcome.by_bots + outcome.handed_over + outcome.withdrawn, "Bots were asked twice."


@pytest.mark.longest
@pytest.mark.parametrize(
    ("amounts", "parties", "most_s"),
    [
        pytest.param(FEW, 8, 300, id="few"),
        pytest.param(MANY, 16, 1200, id="many", marks=pytest.mark.thorough),
        pytest.param(ENDLESS, 12, 3600, id="endless", marks=pytest.mark.thorough),
    ],
)
def test_whatever_goes_wrong_nothing_is_lost_or_doubled_and_no_table_stands_still(
    tmp_path: Path, amounts: Amounts, parties: int, most_s: int
) -> None:
    outcome = asyncio.run(asyncio.wait_for(run(tmp_path, amounts, parties, 0.1, amounts.kills), most_s))
    _LOG.info("%s", outcome)  # told where something is wrong, or by `--log-cli-level info`
    assert sum(outcome.met.values()) == sum(amounts)
    check(outcome)
