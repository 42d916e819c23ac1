"""Backward induction: a game's positions solved, the last moves first.

They are solved layer by layer.

Threads solve the pieces of a layer; the result does not depend on their number.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sim.machine.pool import Going, Workspaces, results
from sim.machine.workers import Workers
from sim.solver.folder import SolutionFolder

Values: TypeAlias = NDArray[np.float64]

Bounds: TypeAlias = Sequence[tuple[NDArray[Any], NDArray[Any]]]
"""For each side, what best responses get in the layer below, and the array for the
layer itself."""

Known: TypeAlias = tuple[Values, Values]
"""The values of the layer below, and of the layer itself; without positions if no
solution is known."""


@dataclass(frozen=True)
class Piece:
    """Some rows of a layer, for one thread to solve.

    Attributes
    ----------
    first, last
        The first row, and the row after the last.
    games
        The number of matrix games to solve.
    """

    first: int
    last: int
    games: int


@dataclass(frozen=True)
class Layer:
    """All positions with equally many cards left.

    Attributes
    ----------
    size
        The number of cards left.
    positions
        The number of positions.
    pieces
        The rows, cut for the threads.
    """

    size: int
    positions: int
    pieces: tuple[Piece, ...]

    @property
    def games(self) -> int:
        """The number of matrix games to solve."""
        return sum(piece.games for piece in self.pieces)


@dataclass(frozen=True)
class SolverProgress:
    """The progress of a solution.

    Attributes
    ----------
    layer, layers
        The number of cards left in the current layer, and in the last one.
    games_done, games
        The number of matrix games solved, and of all.
    games_before
        The number of games kept from an earlier call, and not solved again for a check.
    """

    layer: int
    layers: int
    games_done: int
    games: int
    games_before: int


def cuts(rows: int, pieces: int) -> list[tuple[int, int]]:
    """The first row of each piece and the one after its last.

    There are at most ``pieces`` of about equal size.
    """
    return list(
        pairwise(np.unique(np.linspace(0, rows, pieces + 1).astype(np.int64)).tolist())
    )


@dataclass(frozen=True)
class Solved:
    """The values of all positions.

    Attributes
    ----------
    values
        The values of every layer, those of ended positions first.
    gap
        The largest gap of a matrix game.
    bounds
        What best responses get at the beginning; empty if that was not asked for.
    """

    values: list[Values]
    gap: float
    bounds: tuple[float, ...]


Follow: TypeAlias = Callable[[SolverProgress], None]


def silent(progress: object) -> None:
    """Report nothing."""


class BackwardGame(Protocol):
    """The interface of a game to the solver."""

    start: int  # the place of the first position among the values of the last layer
    sides: int  # the arrays that best responses fill: 1 where exchanging the players gives the other side

    @property
    def layers(self) -> Sequence[Layer]:
        """The layers with moves, the last moves first."""

    def workspace(self) -> Any:
        """What one thread works in."""

    def ended(self) -> Values:
        """The values of the positions without moves."""

    def room(self, layer: Layer, below: NDArray[Any]) -> NDArray[Any]:
        """The array in which numbers of a layer are to be written.

        It may be that of the layer below.
        """

    def visit(
        self,
        layer: Layer,
        piece: Piece,
        known: Known,
        bounds: Bounds,
        work: Any,
        *,
        solves: bool,
    ) -> float:
        """Fill the values of a piece if it solves, and all bounds.

        Return the largest gap of its matrix games.
        """


class _Counter:
    """The matrix games solved so far, reported after every piece."""

    def __init__(self, layers: Sequence[Layer], follow: Follow) -> None:
        self._last, self._games = layers[-1].size, sum(layer.games for layer in layers)
        self._done = self._before = 0
        self._follow = follow

    def add(self, layer: Layer, games: int, *, kept: bool = False) -> None:
        """Count games that have been solved, now or in an earlier call."""
        self._done += games
        self._before += games * kept
        self._follow(
            SolverProgress(
                layer.size, self._last, self._done, self._games, self._before
            )
        )


def best_responses(
    game: BackwardGame, values: Sequence[Values] | None, workers: int, follow: Follow
) -> tuple[float, ...]:
    """The most that player 0 gets against the strategies of a solution, and the least with them.

    ``values`` is None where the game itself asks a policy whose values nobody knows.
    """
    given = [np.zeros(0)] * len(game.layers) if values is None else values[1:]
    return solve_layers(game, workers, None, follow, given, check=True).bounds


def solve_layers(
    game: BackwardGame,
    workers: int,
    folder: SolutionFolder | None,
    follow: Follow,
    given: Sequence[Values] = (),
    *,
    check: bool = False,
) -> Solved:
    """Solve the layers that are neither given nor kept in the folder.

    With ``check``, find best responses in all layers.
    """
    counter = _Counter(game.layers, follow)
    values = [game.ended()]
    widest = 0.0
    bounds = [game.ended() for _ in range(game.sides if check else 0)]
    places = Workspaces(game.workspace)
    for place, layer in enumerate(game.layers):
        below = values[-1]
        both = [(side, game.room(layer, side)) for side in bounds]
        kept = folder.finished(layer.size, layer.positions) if folder else None
        known = (given[place], 0.0) if given else kept
        solved, gap = known or (game.room(layer, below), 0.0)
        if known and not both:
            counter.add(layer, layer.games, kept=True)
        else:
            fill = partial(
                _fill, game, places, layer, (below, solved), both, known is None
            )
            for piece, of_piece in results(fill, layer.pieces, Workers(workers)):
                gap = max(gap, of_piece)
                counter.add(layer, piece.games)
        values.append(
            folder.keep(layer.size, solved, gap) if folder and not known else solved
        )
        widest = max(widest, gap)
        bounds = [side for _, side in both]
    return Solved(values, widest, tuple(float(side[game.start]) for side in bounds))


def _fill(
    game: BackwardGame,
    places: Workspaces[Any],
    layer: Layer,
    known: Known,
    bounds: Bounds,
    solves: bool,
    piece: Piece,
    going: Going,
) -> tuple[Piece, float]:
    """Fill a piece of a layer; return it and the largest gap of its matrix games."""
    with places.lent() as work:
        return piece, game.visit(layer, piece, known, bounds, work, solves=solves)
