"""The registry of all games: one line for each; no game is found by searching."""

from __future__ import annotations

import sys
from collections.abc import Iterator, MutableMapping
from importlib import import_module
from types import ModuleType

from sim.contract.game import Game
from sim.errors import unknown

NAMES = (
    "war",
    "pyanitsa",
    "tod-und-leben",
    "syrian-war",
    "beggar-my-neighbour",
    "ace-race",
    "steal-war",
    "casino-war",
    "gops",
    "wargops",
    "wilcox-war",
    "wargame",
)
"""The names of the games, in the order in which games are listed: a line for each. Its folder is named after it."""


class _Games(MutableMapping[str, Game]):
    """The games by name; the module of a game is imported when the game is first asked for."""

    def __init__(self) -> None:
        self._known: dict[str, Game | None] = dict.fromkeys(NAMES)

    def __getitem__(self, name: str) -> Game:
        game = self._known[name]
        if game is None:
            folder = name.replace("-", "_")
            game = self._known[name] = import_module(f"sim.games.{folder}.rulebook").GAME
        return game

    def __setitem__(self, name: str, game: Game) -> None:
        self._known[name] = game

    def __delitem__(self, name: str) -> None:
        del self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


GAMES: MutableMapping[str, Game] = _Games()
"""The games by name."""


def find_game(name: str) -> Game:
    """Return the game of that name."""
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    return GAMES[name]


class _Registry(ModuleType):
    """Make the package callable: ``sim.games()`` returns the games, though ``sim.games`` is their folder."""

    def __call__(self) -> dict[str, Game]:
        """Return the games by name."""
        return dict(GAMES)


sys.modules["sim.games"].__class__ = _Registry
