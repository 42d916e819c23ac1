"""Solve GOPS layer by layer, from the last prize back: many positions at a time, kept on disk on request.

The positions of a layer need only the layer below. So the rows of a layer are cut into pieces, which threads solve;
the result does not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.gops.solution.layers import GopsLayer
from sim.games.gops.solution.problem import GopsProblem
from sim.games.gops.solution.storage import GopsFolder
from sim.machine.threads import Threads

PIECE_GAMES = 1 << 19
"""The approximate number of matrix games in a piece: a few tenths of a second."""

Values = NDArray[np.float64]
Rows = tuple[int, int]


@dataclass(frozen=True)
class GopsProgress:
    """The progress of a solution.

    Attributes
    ----------
    layer, layers
        The number of prizes left in the current layer, and in the last one.
    games_done, games
        The number of matrix games solved, and to solve in total.
    games_before
        The number of solved games that were kept from an earlier call.
    """

    layer: int
    layers: int
    games_done: int
    games: int
    games_before: int


def solve_layers(
    problem: GopsProblem,
    layout: Sequence[GopsLayer],
    workers: int,
    folder: GopsFolder | None,
    progress: Callable[[GopsProgress], None],
) -> tuple[list[Values], float]:
    """Solve every layer.

    Parameters
    ----------
    problem, layout
        The game to solve, and the layout of its positions.
    workers
        The number of threads.
    folder
        The folder of finished work, if any.
    progress
        Called after every piece.

    Returns
    -------
    tuple
        The values of every layer, from no prize left to all of them, and the largest gap in a matrix game.
    """
    from sim.games.gops.solution.kernel.layout import Step
    from sim.games.gops.solution.kernel.solver import solve_rows

    games = sum(layer.all_games for layer in layout)
    done = before = 0
    values: list[Values] = [np.zeros(layout[0].positions)]
    widest = 0.0
    rules = problem.kernel_rules()
    with _threads(problem, workers) as threads:
        for layer in layout[1:]:
            kept = folder.finished(layer) if folder else None
            if kept is not None:
                values.append(kept[0])
                widest = max(widest, kept[1])
                done += layer.all_games
                before += layer.all_games
                progress(GopsProgress(layer.size, problem.cards, done, games, before))
                continue
            solved = np.empty(layer.positions)
            gap = 0.0
            lacking = []
            for rows in pieces(layer):
                old = folder.piece(layer, rows, _part(layer, rows, solved)) if folder else None
                if old is None:
                    lacking.append(rows)
                    continue
                gap = max(gap, old)
                done += _games(layer, rows)
                before += _games(layer, rows)
            progress(GopsProgress(layer.size, problem.cards, done, games, before))

            def solve(
                rows: Rows, work: Any, layer: GopsLayer = layer, solved: Values = solved
            ) -> tuple[Rows, float]:
                below = layout[layer.size - 1].kernel
                step = Step(rules, layer.kernel, below, problem.set_of, values[layer.size - 1])
                gap = solve_rows(step, (np.uint64(rows[0]), np.uint64(rows[1])), solved, work)
                if folder:
                    folder.keep_piece(layer, rows, _part(layer, rows, solved), gap)
                return rows, gap

            for rows, of_piece in threads.as_done(lacking, solve):
                gap = max(gap, of_piece)
                done += _games(layer, rows)
                progress(GopsProgress(layer.size, problem.cards, done, games, before))
            widest = max(widest, gap)
            values.append(folder.keep(layer, solved, gap) if folder else solved)
    return values, widest


def best_responses(
    problem: GopsProblem,
    layout: Sequence[GopsLayer],
    values: Sequence[Values],
    workers: int,
    progress: Callable[[GopsProgress], None],
) -> tuple[float, float]:
    """Return the payoffs of best responses to the strategies of a solution.

    Parameters
    ----------
    problem, layout, workers, progress
        As in :func:`solve_layers`.
    values
        The values of every layer.

    Returns
    -------
    tuple
        The most that player 0 can win against player 1's strategy, and the least that player 0's own strategy wins.
    """
    from sim.games.gops.solution.kernel.layout import Step
    from sim.games.gops.solution.kernel.responses import respond_to_rows

    games, done = sum(layer.all_games for layer in layout), 0
    high = low = values[0]
    rules = problem.kernel_rules()
    with _threads(problem, workers) as threads:
        for layer in layout[1:]:
            most, least = np.empty(layer.positions), np.empty(layer.positions)

            def respond(
                rows: Rows,
                work: Any,
                layer: GopsLayer = layer,
                below: tuple[Values, Values] = (high, low),
                here: tuple[Values, Values] = (most, least),
            ) -> Rows:
                size = layer.size - 1
                step = Step(rules, layer.kernel, layout[size].kernel, problem.set_of, values[size])
                respond_to_rows(step, below, (np.uint64(rows[0]), np.uint64(rows[1])), here, work)
                return rows

            for rows in threads.as_done(pieces(layer), respond):
                done += _games(layer, rows)
                progress(GopsProgress(layer.size, problem.cards, done, games, 0))
            high, low = most, least
    return float(high[0]), float(low[0])


def pieces(layer: GopsLayer) -> list[Rows]:
    """Cut the rows of a layer into pieces with about equal numbers of matrix games.

    Returns
    -------
    list
        The first row of each piece, and the row after its last.
    """
    done = np.cumsum(layer.games)
    count = int(done[-1]) // PIECE_GAMES + 1
    wanted = np.arange(1, count) * (int(done[-1]) / count)
    cuts = [0, *(np.searchsorted(done, wanted) + 1).tolist(), layer.rows]
    return [(first, last) for first, last in pairwise(cuts) if last > first]


def _part(layer: GopsLayer, rows: Rows, values: Values) -> Values:
    starts = layer.kernel.starts
    return values[int(starts[rows[0]]) : int(starts[rows[1]])]


def _games(layer: GopsLayer, rows: Rows) -> int:
    return int(layer.games[rows[0] : rows[1]].sum())


def _threads(problem: GopsProblem, workers: int) -> Threads[Any]:
    """Return threads, each with its own workspace."""
    from sim.games.gops.solution.kernel.layout import workspace

    return Threads(workers, lambda: workspace(problem.cards))
