"""WarGops solved layer by layer, from the last card back, many positions at a time.

All positions of a layer only need those with fewer cards outside the trash. So a layer is cut into pieces, which
threads solve; what comes out does not depend on how many threads there are.
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
from sim.threads import Threads

PIECES = 64
"""The most pieces into which a layer is cut."""

Values = NDArray[np.float64]
Marks = NDArray[np.uint8]


@dataclass(frozen=True)
class WarGopsProgress:
    """How far a solution is.

    Attributes
    ----------
    cards, most_cards
        How many cards are outside the trash in the layer just done, and in the last one.
    games_done, games
        Matrix games solved, and to be solved in all.
    """

    cards: int
    most_cards: int
    games_done: int
    games: int


@dataclass(frozen=True)
class Reached:
    """Which positions a game can lead to.

    Attributes
    ----------
    marks
        uint8, for each number: 0 where no game leads to.
    positions
        The number of positions; two that differ only by exchanging the players both count.
    games
        For each number of cards outside the trash how many matrix games are to be solved.
    """

    marks: Marks
    positions: int
    games: tuple[int, ...]


def find_reached(problem: WarGopsProblem, workers: int) -> Reached:
    """Find the positions that a game can lead to.

    Parameters
    ----------
    problem
        What is solved.
    workers
        How many threads.
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
        What is solved, and which positions there are.
    workers
        How many threads.
    progress
        Called after every layer.

    Returns
    -------
    tuple
        What each position is worth to player 0, in points (anything where no game leads to), and the largest gap of a
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
    """Return what player 0 gets at most against player 1's strategy of a solution; the other way round it is the same.

    Parameters
    ----------
    problem, reached, workers, progress
        As in :func:`solve_layers`.
    values
        Of every position.
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
    """Give ``each(cards, do, *arrays)``: what comes of each piece of a layer, as threads finish them."""
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
