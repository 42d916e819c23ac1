"""Pieces: the parts in which a block is played, so that a request to stop takes effect promptly.

Compiled games cannot be interrupted. Most blocks take a fifth of a second, but a deck
of a thousand cards makes a game ten thousand times as long. So a block is played in
pieces of about a quarter of a second; the result does not depend on where it was cut.
"""

import time
from collections.abc import Callable, Hashable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Columns = Mapping[str, NDArray[Any]]
"""An array for each outcome column, with a value for each game; categories as codes."""

Going = Callable[[], bool]
"""Whether the games are still wanted."""

PIECE_SECONDS = 0.25
"""The approximate duration of a piece."""

FIRST_PIECE = 64
"""The games of the first piece under rules whose speed is not yet known."""

_speeds: dict[Hashable, float] = {}


class AbandonedError(Exception):
    """A block was abandoned before its last game, because it was no longer wanted."""


def in_pieces(
    rules: Hashable,
    first: int,
    games: int,
    play: Callable[[int, int], Columns],
    going: Going | None = None,
) -> Columns:
    """Play the games ``first ... first+games-1`` piece by piece.

    ``play(number, size)`` plays some games from a number on.

    Parameters
    ----------
    rules
        What the speed depends on.
    first
        The number of the first game.
    games
        The number of games.
    play
        ``play(number, size)``: plays some games from a number on.
    going
        Whether the games are still wanted; None if they always are.
    """
    pieces: list[Columns] = []
    done = 0
    while done < games or not pieces:
        if going is not None and not going():
            raise AbandonedError
        speed = _speeds.get(rules)
        size = FIRST_PIECE if speed is None else max(1, int(speed * PIECE_SECONDS))
        # A remainder smaller than a piece is joined to the last one.
        size = games - done if games - done < 2 * size else size
        started = time.perf_counter()
        pieces.append(play(first + done, size))
        done += size
        measured = size / max(time.perf_counter() - started, 1e-6)
        # The first games include the compiler's time, so a higher speed replaces the
        # old one.
        _speeds[rules] = (
            measured if speed is None or measured > speed else (speed + measured) / 2
        )
    begun = pieces[0]
    if len(pieces) == 1:
        return begun
    return {name: np.concatenate([piece[name] for piece in pieces]) for name in begun}
