"""The registry of all games: one line for each; no game is found by searching."""

from __future__ import annotations

import sys
from types import ModuleType

from sim.contract.game import Game
from sim.errors import unknown
from sim.games.ace_race import rulebook as ace_race
from sim.games.beggar_my_neighbour import rulebook as beggar_my_neighbour
from sim.games.casino_war import rulebook as casino_war
from sim.games.gops import rulebook as gops
from sim.games.pyanitsa import rulebook as pyanitsa
from sim.games.steal_war import rulebook as steal_war
from sim.games.syrian_war import rulebook as syrian_war
from sim.games.tod_und_leben import rulebook as tod_und_leben
from sim.games.war import rulebook as war
from sim.games.wargame import rulebook as wargame
from sim.games.wargops import rulebook as wargops
from sim.games.wilcox_war import rulebook as wilcox_war

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        war.GAME,
        pyanitsa.GAME,
        tod_und_leben.GAME,
        syrian_war.GAME,
        beggar_my_neighbour.GAME,
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
        If no game has that name; it suggests the nearest.
    """
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    return GAMES[name]


class _Registry(ModuleType):
    """Make the package callable: ``sim.games()`` returns the games, though ``sim.games`` is their folder."""

    def __call__(self) -> dict[str, Game]:
        """Return the games by name."""
        return dict(GAMES)


sys.modules["sim.games"].__class__ = _Registry
