"""Playing a block piece by piece, so that whoever wants to stop is heard within a moment.

Compiled games cannot be interrupted. Most blocks take a tenth of a second, but a deck of a thousand cards makes a game
ten thousand times as long; so a block is played in pieces of about a quarter of a second, and what it yields does not
depend on where it was cut.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Columns = Mapping[str, NDArray[Any]]
"""One array for each outcome column, a value for each game; categories as codes."""

Going = Callable[[], bool]
"""Whether somebody still wants the games."""

PIECE_SECONDS = 0.25
"""About how long a piece takes."""

FIRST_PIECE = 64
"""Games of the first piece under rules whose speed is not known yet."""

_speeds: dict[Hashable, float] = {}


class AbandonedError(Exception):
    """A block was left before its last game, since nobody wanted it any more."""


def in_pieces(
    rules: Hashable, games: int, play: Callable[[int, int], Columns], going: Going | None = None
) -> Columns:
    """Play games piece by piece.

    Parameters
    ----------
    rules
        What is played: its speed is remembered.
    games
        How many games.
    play
        ``play(start, size)`` plays so many games from the ``start``-th on.
    going
        Asked before every piece; None: always.

    Returns
    -------
    dict
        One array (games,) for each column.

    Raises
    ------
    AbandonedError
        If ``going`` says no.
    """
    pieces: list[Columns] = []
    done = 0
    while done < games or not pieces:
        if going is not None and not going():
            raise AbandonedError
        speed = _speeds.get(rules)
        size = FIRST_PIECE if speed is None else max(1, int(speed * PIECE_SECONDS))
        # A rest that is smaller than a piece goes with the last one.
        size = games - done if games - done < 2 * size else size
        started = time.perf_counter()
        pieces.append(play(done, size))
        done += size
        _learn(rules, size, time.perf_counter() - started)
    if len(pieces) == 1:
        return pieces[0]
    return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}


def _learn(rules: Hashable, games: int, seconds: float) -> None:
    """Remember the speed; the first games count the compiler's time too, so a speed that grows is believed."""
    measured = games / max(seconds, 1e-6)
    before = _speeds.get(rules)
    _speeds[rules] = measured if before is None or measured > before else (before + measured) / 2
