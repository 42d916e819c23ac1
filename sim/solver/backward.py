"""Backward induction: the layers of a game's positions solved one after the other, the last moves first.

Threads solve the pieces of a layer; the result does not depend on their number.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sim.machine.threads import Threads
from sim.solver.folder import SolutionFolder

Values: TypeAlias = NDArray[np.float64]

Bounds: TypeAlias = Sequence[tuple[Values, Values]]
"""For each side, what best responses get in the layer below, and the array for the layer itself."""


@dataclass(frozen=True)
class Piece:
    """Some rows of a layer, for one thread to solve."""

    first: int  # the first row
    last: int  # the row after the last
    games: int  # the matrix games to solve
    places: slice  # where the values of the rows lie among those of the layer


@dataclass(frozen=True)
class Layer:
    """All positions with equally many cards left."""

    size: int  # the number of cards left
    positions: int
    pieces: tuple[Piece, ...]

    @property
    def games(self) -> int:
        """The number of matrix games to solve."""
        return sum(piece.games for piece in self.pieces)


@dataclass(frozen=True)
class SolverProgress:
    """The progress of a solution."""

    layer: int  # the number of cards left in the current layer
    layers: int  # the same in the last layer
    games_done: int  # the number of matrix games solved
    games: int  # the number of matrix games to solve in total
    games_before: int  # the number of solved games that were kept from an earlier call


def cuts(rows: int, pieces: int) -> list[tuple[int, int]]:
    """Return the first row of each piece and the one after its last, for at most ``pieces`` of about equal size."""
    return list(pairwise(np.unique(np.linspace(0, rows, pieces + 1).astype(np.int64)).tolist()))


Follow: TypeAlias = Callable[[SolverProgress], None]


def silent(progress: object) -> None:
    """Report nothing."""


class Responses(Protocol):
    """What best responses ask of a game; ``below`` always belongs to the layer before."""

    start: int  # the place of the first position among the values of the last layer
    sides: int  # the arrays that best responses fill: 1 where exchanging the players gives the other side

    @property
    def layers(self) -> Sequence[Layer]:
        """The layers with moves, the last moves first."""

    def workspace(self) -> Any:
        """Return what one thread works in."""

    def ended(self) -> Values:
        """Return the values of the positions without moves."""

    def room(self, layer: Layer, below: Values) -> Values:
        """Return the array in which the values of a layer are to be written; it may be that of the layer below."""

    def respond(self, layer: Layer, piece: Piece, below: Values, bounds: Bounds, work: Any) -> None:
        """Fill what best responses to the strategies that follow from ``below`` get in a piece, for each side."""


class BackwardGame(Responses, Protocol):
    """What the solver asks of a game."""

    def solve(self, layer: Layer, piece: Piece, below: Values, values: Values, work: Any) -> float:
        """Fill the values of a piece; return the largest gap of its matrix games."""


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
        self._follow(SolverProgress(layer.size, self._last, self._done, self._games, self._before))


def solve_layers(
    game: BackwardGame, workers: int, folder: SolutionFolder | None, follow: Follow
) -> tuple[list[Values], float]:
    """Return the values of every layer, those of ended positions first, and the largest gap of a matrix game."""
    counter = _Counter(game.layers, follow)
    values, widest = [game.ended()], 0.0
    with Threads(workers, game.workspace) as threads:
        for layer in game.layers:
            finished = folder.finished(layer.size, layer.positions) if folder else None
            if finished is None:
                finished = _solve_layer(game, layer, values[-1], threads, folder, counter)
            else:
                counter.add(layer, layer.games, kept=True)
            values.append(finished[0])
            widest = max(widest, finished[1])
    return values, widest


def _solve_layer(
    game: BackwardGame,
    layer: Layer,
    below: Values,
    threads: Threads[Any],
    folder: SolutionFolder | None,
    counter: _Counter,
) -> tuple[Values, float]:
    """Return the values of a layer and its largest gap; what the folder has of it is not solved again."""
    values, gap, lacking = game.room(layer, below), 0.0, []
    for piece in layer.pieces:
        old = None
        if folder:
            old = folder.piece(layer.size, (piece.first, piece.last), values[piece.places])
        if old is None:
            lacking.append(piece)
            continue
        gap = max(gap, old)
        counter.add(layer, piece.games, kept=True)

    def solve(piece: Piece, work: Any) -> tuple[Piece, float]:
        of_piece = game.solve(layer, piece, below, values, work)
        if folder:
            folder.keep_piece(layer.size, (piece.first, piece.last), values[piece.places], of_piece)
        return piece, of_piece

    for piece, of_piece in threads.as_done(lacking, solve):
        gap = max(gap, of_piece)
        counter.add(layer, piece.games)
    return (folder.keep(layer.size, values, gap) if folder else values), gap


def best_responses(
    game: Responses, values: Sequence[Values] | None, workers: int, follow: Follow
) -> tuple[float, ...]:
    """Return the most that player 0 gets against the strategies of a solution, and the least with them."""
    # A policy that is known otherwise has no values.
    values = [np.zeros(0)] * len(game.layers) if values is None else values
    counter = _Counter(game.layers, follow)
    bounds = tuple(game.ended() for _ in range(game.sides))
    with Threads(workers, game.workspace) as threads:
        # The values begin with those of ended positions, so each layer meets those below it.
        for layer, below in zip(game.layers, values, strict=False):
            both = [(side, game.room(layer, side)) for side in bounds]

            def respond(piece: Piece, work: Any, layer: Layer, below: Values, both: Bounds) -> Piece:
                game.respond(layer, piece, below, both, work)
                return piece

            for piece in threads.as_done(layer.pieces, partial(respond, layer=layer, below=below, both=both)):
                counter.add(layer, piece.games)
            bounds = tuple(here for _, here in both)
    return tuple(float(side[game.start]) for side in bounds)
