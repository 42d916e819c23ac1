"""WarGops solved layer by layer, from the last card back, many positions at a time.

All positions of a layer only need those with fewer cards outside the trash. So a layer is cut into pieces, which
threads solve; what comes out does not depend on how many threads there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import pairwise
from queue import SimpleQueue
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sim.games.gops.solution.solving import AWAKE
from sim.games.wargops.solution.problem import WarGopsProblem

PIECES = 64
"""A layer is cut into at most so many."""

Values = NDArray[np.float64]
Marks = NDArray[np.uint8]

_Result = TypeVar("_Result")


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
        How many there are, both of two that differ in who is who.
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
    with _Threads(problem, workers) as threads:
        for cards in range(2 * problem.ranks, -1, -1):
            for found, to_solve in threads.each(cards, mark_piece, marks):
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
    with _Threads(problem, workers) as threads:
        for cards in _with_progress(problem, reached, progress):
            widest = max(widest, *threads.each(cards, solve_piece, reached.marks, values))
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
    with _Threads(problem, workers) as threads:
        for cards in _with_progress(problem, reached, progress):
            for _ in threads.each(cards, respond_to_piece, reached.marks, values, best):
                pass
    return float(best[problem.start])


def _with_progress(
    problem: WarGopsProblem, reached: Reached, progress: Callable[[WarGopsProgress], None]
) -> Iterable[int]:
    """Yield the layers, and tell after each that it is done."""
    games, done = sum(reached.games), 0
    for cards, of_layer in enumerate(reached.games):
        yield cards
        done += of_layer
        progress(WarGopsProgress(cards, 2 * problem.ranks, done, games))


class _Threads:
    """Threads, each with a place to work in."""

    def __init__(self, problem: WarGopsProblem, workers: int) -> None:
        from sim.games.wargops.solution.kernel.solver import workspace

        self._rules, self._layout = problem.kernel_rules(), problem.layout
        cuts = np.linspace(0, len(self._layout.high_cards), PIECES + 1).astype(np.uint64)
        self._pieces = [(first, last) for first, last in pairwise(cuts) if last > first]
        self._workers = workers
        self._places: SimpleQueue[Any] = SimpleQueue()
        for _ in range(workers):
            self._places.put(workspace(problem.ranks))

    def __enter__(self) -> _Threads:
        self._pool = ThreadPoolExecutor(self._workers)
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def each(self, cards: int, do: Callable[..., _Result], *arrays: NDArray[Any]) -> Iterator[_Result]:
        """Yield what comes of each piece of a layer, in the order in which they are finished."""
        if len(self._pieces) == 1:
            # A single piece is not worth the way to another thread.
            yield self._with_place(cards, self._pieces[0], do, arrays)
            return
        running = {self._pool.submit(self._with_place, cards, piece, do, arrays) for piece in self._pieces}
        while running:
            # Waking now and then: an interrupt that another thread received is heard only by a thread awake.
            finished, running = wait(running, timeout=AWAKE, return_when=FIRST_COMPLETED)
            for one in finished:
                yield one.result()

    def _with_place(
        self,
        cards: int,
        piece: tuple[np.uint64, np.uint64],
        do: Callable[..., _Result],
        arrays: tuple[NDArray[Any], ...],
    ) -> _Result:
        work = self._places.get()
        try:
            return do(self._rules, self._layout, np.uint64(cards), *piece, *arrays, work)
        finally:
            self._places.put(work)
