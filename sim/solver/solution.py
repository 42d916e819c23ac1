"""A solved game: its value, first moves, cost, and a best response's gain."""

from __future__ import annotations

import time
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np

from sim.contract.answer import Answer, Table
from sim.limits import check_callable
from sim.machine.notebook import NotebookResult
from sim.machine.resources import check_memory, check_workers
from sim.options import check_flag
from sim.solver.backward import (
    BackwardGame,
    Follow,
    Solved,
    best_responses,
    silent,
    solve_layers,
)
from sim.solver.folder import SolutionFolder
from sim.solver.words import PLACES, value_words
from sim.storage.places import path_text
from sim.words import time_words


class Problem(Protocol):
    """The rules of a game to solve."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def title(self) -> str:
        """The name of the game in texts."""

    @property
    def unit(self) -> str:
        """What a value is counted in, after the number."""

    @property
    def words(self) -> str:
        """The rules in words."""

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
        self._values = solved.values
        self.gap = solved.gap
        self._bounds = solved.bounds
        self._game = game
        self._workers = workers

    @classmethod
    def of(
        cls,
        problem: ProblemT,
        workers: int,
        progress: Follow,
        *,
        check: bool,
        keep: str | Path | None = None,
    ) -> Self:
        """Solve a game.

        Parameters
        ----------
        problem
            Its rules.
        workers
            The number of threads; -1 for one per core.
        progress
            Called after every piece of work.
        check
            Whether to find the exploitability along the way.
        keep
            A folder for finished layers.
        """
        threads = check_workers(workers)
        check = check_flag(check, "check")
        follow = check_callable(progress, "progress")
        began = time.perf_counter()
        game = cls._game_of(problem, threads, kept=keep is not None, check=check)
        folder = None
        if keep is not None:
            path = Path(path_text(keep))
            folder = SolutionFolder(path, problem.game, problem.as_dict())
        with folder.locked() if folder else nullcontext():
            solved = solve_layers(game, threads, folder, follow, check=check)
        return cls(problem, game, solved, time.perf_counter() - began, threads)

    @staticmethod
    def _game_of(problem: Any, workers: int, *, kept: bool, check: bool) -> CheckedGame:
        """The positions to solve, which fit into memory; of each game its own."""
        raise NotImplementedError

    def _first_moves(self, places: int) -> tuple[Table, list[dict[str, Any]]]:
        """An equilibrium of the first moves, as a table and row by row.

        Each game has its own form of it.
        """
        raise NotImplementedError

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

    def answer(
        self, exploitability: float | None = None, places: int = PLACES
    ) -> Answer:
        """The answer: the value, the cost, and an equilibrium of the first moves.

        Parameters
        ----------
        exploitability
            What a best response gains, if that was computed.
        places
            The decimals of chances.
        """
        problem = self.problem
        figures = [("value", value_words(self.value, problem.stake) + problem.unit)]
        if exploitability is not None:
            gained = f"{max(exploitability, 0.0):.1e}{problem.unit}"
            figures.append(("exploitability", gained))
        figures += [
            ("positions", f"{self.positions:,}"),
            ("matrix games", f"{self.games:,}"),
            ("time", time_words(self.seconds)),
        ]
        first, rows = self._first_moves(places)
        return Answer(
            headline=f"{problem.title} solved exactly: {problem.words}",
            blocks=(Table("", ("figure", ""), tuple(figures)), first),
            data={
                "game": problem.game,
                **self.as_dict(),
                "exploitability": exploitability,
            },
            rows=rows,
        )

    def as_dict(self) -> dict[str, Any]:
        """The results that need no further pass, for files and programs."""
        return {
            **self.problem.as_dict(),
            "value": self.value,
            **self._first_chances(),
            "positions": self.positions,
            "matrix_games": self.games,
            "largest_gap": self.gap,
            "seconds": round(self.seconds, 3),
        }

    def _first_chances(self) -> dict[str, Any]:
        """The first moves of an equilibrium, as lists; of each game its own."""
        raise NotImplementedError
