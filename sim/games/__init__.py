"""The rulebook: one file per game, and the registry of all of them.

Adding a game is its rulebook file, its kernel file and one line here; the contract tests pick it up.
"""

from __future__ import annotations

import sys
from types import ModuleType

from sim.contract.game import Game
from sim.errors import unknown
from sim.games import (
    ace_race,
    casino_war,
    gops,
    pyanitsa,
    steal_war,
    syrian_war,
    tod_und_leben,
    war,
    wargame,
    wargops,
    wilcox_war,
)

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        war.GAME,
        pyanitsa.GAME,
        tod_und_leben.GAME,
        syrian_war.GAME,
        ace_race.GAME,
        steal_war.GAME,
        casino_war.GAME,
        gops.GAME,
        wargops.GAME,
        wilcox_war.GAME,
        wargame.GAME,
    )
}


def find_game(name: str) -> Game:
    """Return the game of that name.

    Raises
    ------
    UserError
        If there is none; it names the nearest.
    """
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    return GAMES[name]


class _Registry(ModuleType):
    """Make the module callable: ``sim.games()`` is the registry, though ``sim.games`` is the rulebook's folder."""

    def __call__(self) -> dict[str, Game]:
        """Return the games by name."""
        return dict(GAMES)


sys.modules[__name__].__class__ = _Registry
