"""Solve WarGops layer by layer, from the last card back, many positions at a time.

The positions of a layer need only those with fewer cards outside the trash. So a layer is cut into pieces, which
threads solve; the result does not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.wargops.solution.problem import WarGopsProblem
from sim.machine.threads import Threads

PIECES = 64
"""The most pieces into which a layer is cut."""

Values = NDArray[np.float64]
Marks = NDArray[np.uint8]


@dataclass(frozen=True)
class WarGopsProgress:
    """The progress of a solution.

    Attributes
    ----------
    cards, most_cards
        The number of cards outside the trash in the layer just finished, and in the last one.
    games_done, games
        The number of matrix games solved, and to solve in total.
    """

    cards: int
    most_cards: int
    games_done: int
    games: int


@dataclass(frozen=True)
class Reached:
    """The positions that can occur in a game.

    Attributes
    ----------
    marks
        uint8, for each number: 0 if the position cannot occur.
    positions
        The number of positions; two that differ only by exchanging the players both count.
    games
        The number of matrix games to solve, for each number of cards outside the trash.
    """

    marks: Marks
    positions: int
    games: tuple[int, ...]


def find_reached(problem: WarGopsProblem, workers: int) -> Reached:
    """Find the positions that can occur in a game.

    Parameters
    ----------
    problem
        The game to solve.
    workers
        The number of threads.
    """
    from sim.games.wargops.solution.kernel.solver import REACHED, mark_piece

    marks = np.zeros(problem.numbers, np.uint8)
    marks[problem.start] = REACHED
    positions, games = 0, [0] * (2 * problem.ranks + 1)
    with _pieces(problem, workers) as each:
        for cards in range(2 * problem.ranks, -1, -1):
            for found, to_solve in each(cards, mark_piece, marks):
                positions += found
                games[cards] += to_solve
    return Reached(marks, positions, tuple(games))


def solve_layers(
    problem: WarGopsProblem, reached: Reached, workers: int, progress: Callable[[WarGopsProgress], None]
) -> tuple[Values, float]:
    """Solve every layer.

    Parameters
    ----------
    problem, reached
        The game to solve, and the positions that can occur.
    workers
        The number of threads.
    progress
        Called after every layer.

    Returns
    -------
    tuple
        The value of each position to player 0, in points (undefined if it cannot occur), and the largest gap in a
        matrix game.
    """
    from sim.games.wargops.solution.kernel.solver import solve_piece

    values = np.empty(problem.numbers)
    widest = 0.0
    with _pieces(problem, workers) as each:
        for cards in _with_progress(problem, reached, progress):
            widest = max(widest, *each(cards, solve_piece, reached.marks, values))
    return values, widest


def best_response(
    problem: WarGopsProblem,
    reached: Reached,
    values: Values,
    workers: int,
    progress: Callable[[WarGopsProgress], None],
) -> float:
    """Return the most that player 0 can get against player 1's strategy of a solution; by symmetry also the converse.

    Parameters
    ----------
    problem, reached, workers, progress
        As in :func:`solve_layers`.
    values
        The value of every position.
    """
    from sim.games.wargops.solution.kernel.responses import respond_to_piece

    best = np.empty(problem.numbers)
    with _pieces(problem, workers) as each:
        for cards in _with_progress(problem, reached, progress):
            for _ in each(cards, respond_to_piece, reached.marks, values, best):
                pass
    return float(best[problem.start])


def _with_progress(
    problem: WarGopsProblem, reached: Reached, progress: Callable[[WarGopsProgress], None]
) -> Iterable[int]:
    """Yield the layers, and report after each that it is done."""
    games, done = sum(reached.games), 0
    for cards, of_layer in enumerate(reached.games):
        yield cards
        done += of_layer
        progress(WarGopsProgress(cards, 2 * problem.ranks, done, games))


@contextmanager
def _pieces(problem: WarGopsProblem, workers: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """Give ``each(cards, do, *arrays)``, which yields the result of each piece of a layer as threads finish it."""
    from sim.games.wargops.solution.kernel.solver import Piece, workspace

    rules, layout = problem.kernel_rules(), problem.layout
    cuts = np.linspace(0, len(layout.high_cards), PIECES + 1).astype(np.uint64)
    pieces = [(first, last) for first, last in pairwise(cuts) if last > first]
    with Threads(workers, lambda: workspace(problem.ranks)) as threads:

        def each(cards: int, do: Callable[..., Any], *arrays: NDArray[Any]) -> Iterator[Any]:
            return threads.as_done(
                pieces, lambda piece, work: do(rules, layout, Piece(np.uint64(cards), *piece), *arrays, work)
            )

        yield each
