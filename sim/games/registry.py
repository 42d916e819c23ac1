"""The registry of all games: one line for each; no game is found by searching."""

import copyreg
import sys
from collections import UserDict
from collections.abc import MutableMapping
from importlib import import_module
from types import ModuleType
from typing import Any

from sim.contract.game import Game, GameOf
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
"""The names of the games, in the order in which games are listed: a line for each. Its
folder is named after it."""


OTHER_NAMES = {
    "war": ("bataille", "battle"),
    "pyanitsa": ("p yanitsa", "pianitsa", "drunkard"),
    "tod-und-leben": ("life and death",),
    "beggar-my-neighbour": (
        "beggar my neighbor",
        "beggar your neighbour",
        "beggar your neighbor",
        "beggar",
        "strip jack naked",
    ),
    "gops": ("goofspiel", "game of pure strategy"),
}
"""Other names of each game. Case does not matter, and hyphens may be spaces."""


class _Games(UserDict[str, Game]):
    """The games by name.

    The module of a game is imported when the game is first asked for.
    """

    def __getitem__(self, name: str) -> Game:
        if self.data[name] is None:
            rulebook = import_module(f"sim.games.{name.replace('-', '_')}.rulebook")
            self.data[name] = rulebook.GAME
        return self.data[name]


_NOT_READ: dict[str, Any] = dict.fromkeys(NAMES)

GAMES: MutableMapping[str, Game] = _Games(_NOT_READ)
"""The games by name."""


def find_game(name: str) -> Game:
    """The game of that name, written as people write it: War, "Casino War", Goofspiel."""
    known = named(name)
    if known is None:
        raise unknown("game", name, GAMES)
    return GAMES[known]


def _pickled(game: Game) -> str | tuple[Any, ...]:
    """How a game is pickled: one of the registry by its name, since its functions have none."""
    if game.name in NAMES and GAMES[game.name] is game:
        return find_game, (game.name,)
    return object.__reduce_ex__(game, 2)


copyreg.pickle(GameOf, _pickled)


def named(name: object) -> str | None:
    """The name under which a game is known here; None if no game is called so."""
    if not isinstance(name, str):
        return None
    if name in GAMES:
        return name
    plain = _plain(name)
    for game in NAMES:
        if plain in map(_plain, (game, *OTHER_NAMES.get(game, ()))):
            return game
    return None


def _plain(name: object) -> str:
    """A name in small letters without spaces and signs."""
    return "".join(letter for letter in str(name).casefold() if letter.isalnum())


class _Registry(ModuleType):
    """The package as a function: ``sim.games()`` returns the games.

    ``sim.games`` is their folder, too.
    """

    def __call__(self) -> dict[str, Game]:
        """The games by name."""
        return dict(GAMES)


sys.modules["sim.games"].__class__ = _Registry
