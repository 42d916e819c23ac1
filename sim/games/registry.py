"""The registry of all games: one line for each; no game is found by searching."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

from sim.contract.game import Game
from sim.errors import unknown

FOLDERS = (
    "war",
    "pyanitsa",
    "tod_und_leben",
    "syrian_war",
    "beggar_my_neighbour",
    "ace_race",
    "steal_war",
    "casino_war",
    "gops",
    "wargops",
    "wilcox_war",
    "wargame",
)
"""The folders of the games, in the order in which games are listed: a line for each."""


def _game_of(folder: str) -> Game:
    game: Game = import_module(f"sim.games.{folder}.rulebook").GAME
    return game


GAMES: dict[str, Game] = {game.name: game for game in map(_game_of, FOLDERS)}
"""The games by name."""


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
