"""Single games of a play, told step by step."""

import asyncio
from typing import Any

from reports.live.limits import MOST_TOLD
from reports.live.plays import BusyError, Play
from reports.site.viewer.steps import story
from sim.contract.columns import Role
from sim.engine.playing import play_block
from sim.engine.replaying import replay
from sim.errors import UserError
from sim.games import find_game
from sim.limits import MOST_NUMBER

WAIT = 5.0
"""Seconds to wait for the game that is told to somebody else."""


class Replays:
    """Tells games, one at a time: the rulebook that does it is plain Python."""

    def __init__(self) -> None:
        self._alone = asyncio.Lock()

    async def tell(self, play: Play, variant: str, number: str) -> dict[str, Any]:
        """Return a game of a play in words."""
        rules = _whole(variant, "variant", len(play.scenario.variants) - 1)
        game = _whole(number, "number", MOST_NUMBER)
        try:
            await asyncio.wait_for(self._alone.acquire(), WAIT)
        except TimeoutError:
            raise BusyError(
                "another game is being told", cure="try again in a moment"
            ) from None
        try:
            return await asyncio.to_thread(tell, play, rules, game)
        finally:
            self._alone.release()


def tell(play: Play, variant: int, number: int) -> dict[str, Any]:
    """Return a game of a play in words."""
    # Returns ``title``, ``variant``, ``number``, ``steps`` (what happened, in order), ``row`` (the values of
    # its columns), and ``story``, what the viewer of games draws.
    scenario = play.scenario
    chosen = scenario.variants[variant]
    game = find_game(scenario.game)
    row = play_block(game, chosen.rules, scenario.seed, number, 1)
    longest = max(
        (
            int(row[column.name][0])
            for column in game.columns_under(chosen.rules)
            if column.role in (Role.LENGTH, Role.COUNT, Role.LARGEST)
        ),
        default=0,
    )
    if longest > MOST_TOLD:
        raise UserError(
            f"game {number:,} has more than {MOST_TOLD:,} steps",
            where="number",
            cure="tell it in the terminal, with warlab replay",
        )
    told = replay(scenario.game, number, seed=scenario.seed, rules=chosen.rules)
    return {
        "title": f"{game.title}, game {number:,} of seed {scenario.seed}",
        "variant": chosen.name,
        "number": number,
        "steps": [str(event) for event in told.events],
        "row": told.row,
        "story": story(told),
    }


def _whole(text: str, where: str, most: int) -> int:
    if not (
        text.isascii() and text.isdecimal() and len(text) <= 20 and int(text) <= most
    ):
        raise UserError(
            "not a valid number",
            where=where,
            cure=f"give a whole number from 0 to {most:,}",
        )
    return int(text)
