"""The practice range as the server offers it: fresh luck for every shot, and no more of them than the tables bear."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from laguna.core.game import Event, Refused
from laguna.core.luck import SecretLuck
from laguna.games.ship_ahoy import practice
from laguna.games.ship_ahoy.game import QUESTIONS
from laguna.games.ship_ahoy.physics.hand import AIM_SEEDS
from laguna.games.ship_ahoy.physics.worker import Gunnery, NoShot
from laguna.games.ship_ahoy.state import Battle
from laguna.server.people.fair_turns import Turns
from laguna.server.people.rate_limits import Buckets
from laguna.server.problem import malformed, no_shot, too_many
from laguna.server.settings import Rate
from laguna.server.wire.bodies import PracticeShot, Practised
from laguna.server.wire.cards import Question, Sight

WAITING, WAITING_OF_ONE = 64, 8
"""How many shots may fly or wait for it, in all and of one address. One flies at a time: tables need the gunners."""


class Practice:
    """A range for everybody. Nothing of it is kept."""

    def __init__(self, gunnery: Gunnery, rate: Rate) -> None:
        self._cannon = gunnery.shoot
        self._shots = Buckets(rate)
        sentence = "Many practise at this moment: try again in a second."
        self._turns = Turns(sentence, wait=1, most=WAITING, each=WAITING_OF_ONE)

    def fresh(self) -> Sight:
        """The range before the first shot."""
        return _sight(practice.laid_out(SecretLuck().below(AIM_SEEDS)))

    async def shoot(self, share: tuple[str, ...], wish: PracticeShot) -> Practised:
        """What comes of a shot. Raises `Problem`; it is on the account of `share`: an address, and a person there."""
        try:
            range_now = practice.as_it_stands(wish.pieces, wish.aim_seed)
        except practice.BadRange as error:
            raise malformed(str(error)) from error
        wait = self._shots.take(share[-1])
        if wait:
            raise too_many("The cannon is hot: wait a little between two shots.", wait)
        async with self._turns.next(*share):
            try:
                told = await asyncio.to_thread(practice.practise, range_now, wish.move, SecretLuck(), self._cannon)
            except Refused as refused:
                return Practised(refused.refusal, None)
            except NoShot as error:
                raise no_shot() from error
        return Practised(None, _sight(range_now, told))


def _sight(range_now: Battle, told: Sequence[Event] = ()) -> Sight:
    """What the gunner sees; the one question is always the same."""
    about, rule = QUESTIONS[range_now.phase]
    question = Question(ask=0, about=about, rule=rule, moves=(), free=("shoot",))
    return Sight(practice.GUNNER, tuple(told), practice.range_view(range_now), question)
