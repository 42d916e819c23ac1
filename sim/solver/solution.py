"""A solved game: its value, the cost of solving it, and how much a best response gains."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from sim.machine.notebook import NotebookResult
from sim.machine.resources import check_memory
from sim.solver.backward import BackwardGame, Follow, Solved, best_responses, silent


class Problem(Protocol):
    """The rules of a game to solve."""

    @property
    def stake(self) -> int:
        """The most that a player can win: the scale for errors."""

    def as_dict(self) -> dict[str, Any]:
        """The rules for files and programs."""


ProblemT = TypeVar("ProblemT", bound=Problem)


class CheckedGame(BackwardGame, Protocol):
    """A game whose solution can be checked."""

    bytes_checked: int  # the memory that best responses take


class Solution(NotebookResult, Generic[ProblemT]):
    """The solution of a game whose positions have been solved backwards."""

    def __init__(
        self,
        problem: ProblemT,
        game: CheckedGame,
        solved: Solved,
        seconds: float,
        workers: int,
    ) -> None:
        self.problem = problem
        self.seconds = seconds
        self._values, self.gap, self._bounds = solved.values, solved.gap, solved.bounds
        self._game = game
        self._workers = workers

    def __eq__(self, other: object) -> bool:
        """Whether it is a solution of the same problem, with the same values."""
        if not isinstance(other, Solution):
            return NotImplemented
        # A layer may have places for positions that cannot be, with anything in them.
        same = partial(np.array_equal, equal_nan=True)
        alike = map(same, self._values, other._values)
        return self.problem == other.problem and all(alike)

    def __hash__(self) -> int:
        return hash(self.problem)

    def __repr__(self) -> str:
        listed = ", ".join(
            f"{name}={value!r}" for name, value in self.problem.as_dict().items()
        )
        return f"{type(self).__name__}({listed}, value={self.value:.3g})"

    @property
    def value(self) -> float:
        """The value of the whole game: 0 except for rounding, since the game is symmetric."""
        return float(self._values[-1][self._game.start]) + 0.0

    @property
    def games(self) -> int:
        """The number of matrix games solved."""
        return sum(layer.games for layer in self._game.layers)

    @property
    def positions(self) -> int:
        """The number of positions in the layers that were solved."""
        return sum(layer.positions for layer in self._game.layers)

    def exploitability(self, progress: Follow = silent) -> float:
        """How much the best response gains over the value.

        A new pass, unless checked while it was solved.
        """
        if not self._bounds:
            check_memory(
                self._game.bytes_checked,
                "the check",
                "omit the check, or solve a smaller game",
            )
            self._bounds = best_responses(
                self._game, self._values, self._workers, progress
            )
        most, *least = self._bounds
        return max(
            [most - self.value, *(self.value - bound for bound in least or [-most])]
        )

    def _as_dict(self, first: Mapping[str, Any]) -> dict[str, Any]:
        """The results that need no further pass, among them the first moves."""
        cost = {
            "positions": self.positions,
            "matrix_games": self.games,
            "largest_gap": self.gap,
        }
        head = {**self.problem.as_dict(), "value": self.value}
        return {**head, **first, **cost, "seconds": round(self.seconds, 3)}
