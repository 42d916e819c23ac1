"""The longest game that ended, by its number: counts alone would not find one game among billions again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import WINNER
from sim.contract.events import UNFINISHED
from sim.contract.game import Game
from sim.counts.declared import declared


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest of some games.

    Attributes
    ----------
    length
        How long it is, in the leading length of the game, such as rounds.
    game
        Its number; that of the first of them if several are as long.
    """

    length: int
    game: int


def leading_length(game: Game) -> str | None:
    """Return the name of the column that says how long a game is; None if the game has none."""
    lengths = declared(game).lengths()
    return lengths[0].name if lengths else None


def longest_of(game: Game, columns: Mapping[str, NDArray[np.integer]], first: int) -> Longest | None:
    """Return the longest of consecutive games that ended; None if none did, or the game has no length.

    Parameters
    ----------
    game
        The game.
    columns
        The outcome columns, one value for each game.
    first
        The number of the first game.
    """
    name = leading_length(game)
    if name is None or name not in columns:
        return None
    lengths = columns[name]
    if WINNER in columns:
        unfinished = columns[WINNER] == UNFINISHED
        if unfinished.any():
            lengths = np.where(unfinished, -1, lengths)
    place = int(lengths.argmax())
    return Longest(int(lengths[place]), first + place) if lengths[place] >= 0 else None


def longer(one: Longest | None, other: Longest | None) -> Longest | None:
    """Return the longer of two games, of equally long ones that with the lower number; None stands for no game.

    Examples
    --------
    >>> longer(Longest(500, 17), Longest(500, 3)), longer(None, Longest(80, 2))
    (Longest(length=500, game=3), Longest(length=80, game=2))
    """
    found = [each for each in (one, other) if each is not None]
    return min(found, key=lambda each: (-each.length, each.game), default=None)
