"""A solved game: its value, the cost of solving it, and how much a best response gains."""

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from sim.machine.notebook import NotebookResult
from sim.solver.backward import BackwardGame, Follow, Values, best_responses, silent


class Problem(Protocol):
    """The rules of a game to solve."""

    @property
    def stake(self) -> int:
        """The most that a player can win: the scale for errors."""

    def as_dict(self) -> dict[str, Any]:
        """Return the rules for files and programs."""


ProblemT = TypeVar("ProblemT", bound=Problem)


class Solution(NotebookResult, Generic[ProblemT]):
    """The solution of a game whose positions have been solved backwards."""

    def __init__(
        self,
        problem: ProblemT,
        game: BackwardGame,
        solved: tuple[list[Values], float],
        seconds: float,
        workers: int,
    ) -> None:
        self.problem = problem
        self.seconds = seconds
        self._values, self.gap = solved
        self._game = game
        self._workers = workers

    def __repr__(self) -> str:
        listed = ", ".join(f"{name}={value!r}" for name, value in self.problem.as_dict().items())
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
        """Return how much the best response to the solution's strategies gains over the value."""
        most, *least = best_responses(self._game, self._values, self._workers, progress)
        return max([most - self.value, *(self.value - bound for bound in least)])

    def _as_dict(self, first: Mapping[str, Any]) -> dict[str, Any]:
        """Return the results that need no further pass, among them the first moves."""
        cost = {"positions": self.positions, "matrix_games": self.games, "largest_gap": self.gap}
        head = {**self.problem.as_dict(), "value": self.value}
        return {**head, **first, **cost, "seconds": round(self.seconds, 3)}
