"""GOPS solved exactly: the value and an equilibrium of every position, and the exploitability of the solution.

After a prize is turned both players bid at once, which is a matrix game. Its payoffs are known once all positions with
fewer prizes are solved, so the solution works backwards from the last prize. The method, and the two symmetries that
make it fast, are those of G. C. Rhoads and L. Bartholdi, "Computer solution to the game of pure
strategy", Games 3 (2012), 150-156: exchanging the players only changes the sign, and only the order of the cards of
the two hands matters.

Nothing is drawn at random. Values are floating-point numbers; :meth:`GopsSolution.exploitability` measures their error.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.gops.solution.layers import GopsLayer, layers
from sim.games.gops.solution.memory import check_layout, check_values
from sim.games.gops.solution.positions import Position, Positions
from sim.games.gops.solution.problem import GopsProblem
from sim.games.gops.solution.responses import GopsPolicy, best_response
from sim.games.gops.solution.solving import GopsProgress, Values, best_responses, solve_layers
from sim.games.gops.solution.storage import GopsFolder
from sim.machine.cores import check_workers
from sim.machine.notebook import NotebookResult


def _silent(progress: GopsProgress) -> None:
    """Report nothing."""


def gops(
    cards: int = 5,
    objective: str = "points",
    carry_over: bool = False,
    order: str = "random",
    *,
    workers: int = -1,
    keep: str | Path | None = None,
    progress: Callable[[GopsProgress], None] = _silent,
) -> GopsSolution:
    """Solve the game of pure strategy.

    Parameters
    ----------
    cards
        The number of cards of each player, and of prizes: 2 to 15, as far as memory allows. Ten cards take seconds,
        thirteen about twenty minutes on one core (for points, with tied prizes discarded).
    objective
        ``"points"``: the payoff is the difference of the points; ``"win"``: only its sign (+1, 0 or -1).
    carry_over
        Whether a tied prize is added to the next one; otherwise it is discarded.
    order
        The order of the prizes: ``"random"``, or one that both players know, ``"descending"`` or ``"ascending"``.
    workers
        The number of threads; -1 for one per core.
    keep
        A folder for finished layers. A second call resumes where the first one stopped.
    progress
        Called after every piece of work.

    Raises
    ------
    UserError
        If a value is not valid, the solution would not fit into memory, or the folder has the solution of another game.

    Examples
    --------
    >>> import sim
    >>> solution = sim.exact.gops(5)
    >>> solution.first_bids[4].round(4).tolist()
    [0.1123, 0.0241, 0.0, 0.0, 0.8636]
    >>> round(solution.position({1, 2}, {1, 3}, {4, 5}), 6)
    -2.333333
    """
    problem = GopsProblem(cards, objective, carry_over, order)
    threads = check_workers(workers)
    began = time.perf_counter()
    check_layout(problem)
    layout = layers(problem)
    check_values(layout, kept=keep is not None)
    folder = GopsFolder(Path(keep), problem) if keep is not None else None
    if folder is None:
        values, gap = solve_layers(problem, layout, threads, None, progress)
    else:
        with folder.locked():
            values, gap = solve_layers(problem, layout, threads, folder, progress)
    return GopsSolution(problem, layout, values, gap, time.perf_counter() - began, threads)


class GopsSolution(NotebookResult):
    """The solution of a game of GOPS, as :func:`gops` returns it.

    Hands and prizes are collections of cards, 1 the lowest. Values are those of player 0, whose hand is given first:
    in points, or with the objective ``"win"`` the chance of winning minus the chance of losing.

    Attributes
    ----------
    problem
        The game that was solved.
    gap
        The largest gap in a matrix game between the payoffs that the two mixtures guarantee, in the units of the
        values.
    seconds
        The time that it took.
    layout
        The order of the positions: a :class:`sim.games.gops.solution.layers.GopsLayer` for each number of prizes left.
    """

    def __init__(
        self,
        problem: GopsProblem,
        layout: list[GopsLayer],
        values: list[Values],
        gap: float,
        seconds: float,
        workers: int,
    ) -> None:
        self.problem = problem
        self.gap = gap
        self.seconds = seconds
        self.layout = layout
        self._values = values
        self._workers = workers
        self._positions = Positions(problem, layout, values)

    def __repr__(self) -> str:
        listed = ", ".join(f"{name}={value!r}" for name, value in self.problem.as_dict().items())
        return f"GopsSolution({listed}, value={self.value:.3g})"

    @property
    def value(self) -> float:
        """The value of the whole game: 0 except for rounding, since the game is symmetric."""
        return float(self._values[-1][0])

    @property
    def games(self) -> int:
        """The number of matrix games solved."""
        return sum(layer.all_games for layer in self.layout)

    @property
    def positions(self) -> int:
        """The number of positions with prizes left; two that differ only by exchanging the players count once."""
        return sum(layer.positions for layer in self.layout[1:])

    @property
    def first_upcards(self) -> tuple[int, ...]:
        """The prizes that can be turned first: all of them, or the first of a known order."""
        return self.problem.first_upcards

    @cached_property
    def first_bids(self) -> NDArray[np.float64]:
        """An equilibrium mixture of first bids for each prize that can be turned first.

        Returns
        -------
        ndarray
            float64 (first upcards, cards): row ``i`` is for the prize ``first_upcards[i]``, column ``j`` the chance of
            bidding card ``j + 1``. A random order gives a row for each prize, a known order a single row.
        """
        every = range(1, self.problem.cards + 1)
        rows = []
        for upcard in self.first_upcards:
            rest = set(every) - {upcard}
            mixture = self.bids(every, every, rest, upcard)
            rows.append([mixture[card] for card in every])
        return np.array(rows)

    def position(
        self,
        hand_0: Iterable[int],
        hand_1: Iterable[int],
        prizes: Iterable[int],
        pot: int = 0,
        lead: int = 0,
    ) -> float:
        """Return the value of a position to player 0, before the next prize is turned.

        Parameters
        ----------
        hand_0, hand_1
            The cards that the players hold.
        prizes
            The prizes still face down.
        pot
            The points of the tied prizes on the table.
        lead
            The points of player 0 minus those of player 1. With the objective ``"points"`` it is part of the value.

        Raises
        ------
        UserError
            If no game leads to this position.
        """
        where = Position.of(self.problem, hand_0, hand_1, prizes, pot, lead)
        return self._positions.value(where) + (0 if self.problem.is_win else lead)

    def bids(
        self,
        hand_0: Iterable[int],
        hand_1: Iterable[int],
        prizes: Iterable[int],
        upcard: int,
        pot: int = 0,
        lead: int = 0,
    ) -> dict[int, float]:
        """Return an equilibrium mixture of player 0's bids, after a prize has been turned.

        Parameters
        ----------
        hand_0, hand_1, pot, lead
            As in :meth:`position`.
        prizes
            The prizes still face down, without the one turned up.
        upcard
            The prize turned up.

        Returns
        -------
        dict
            The chance of every card held, ascending.

        Raises
        ------
        UserError
            If no game leads to this position.
        """
        where = Position.of(self.problem, hand_0, hand_1, {*prizes, upcard}, pot, lead)
        return self._positions.mixture(where, upcard)

    def values(self, size: int) -> NDArray[np.float64]:
        """Return the values of all positions with a given number of prizes left, before the next is turned.

        Returns
        -------
        ndarray
            float64 (positions,): in the order of the layout, to the player with the greater bit mask; without the lead
            in points.
        """
        return self._values[size].copy()

    def mixtures(self, size: int) -> NDArray[np.float64]:
        """Return the mixtures of both players in all positions with a given number of prizes left.

        Returns
        -------
        ndarray
            float64 (positions * prizes that can be turned * 2, size): in the order of the layout, prizes and bids
            ascending, the player with the greater bit mask first.
        """
        from sim.games.gops.solution.kernel.layout import Step, workspace
        from sim.games.gops.solution.kernel.mixtures import mix_layer

        problem, layer = self.problem, self.layout[size]
        first, second = (np.empty(layer.all_games * size) for _ in range(2))
        below, values = self.layout[size - 1].kernel, self._values[size - 1]
        step = Step(problem.kernel_rules(), layer.kernel, below, problem.set_of, values)
        mix_layer(step, first, second, workspace(problem.cards))
        return np.stack([first.reshape(-1, size), second.reshape(-1, size)], axis=1).reshape(-1, size)

    def policy(
        self,
        mine: tuple[int, ...],
        theirs: tuple[int, ...],
        prizes: tuple[int, ...],
        upcard: int,
        pot: int,
        lead: int,
    ) -> Mapping[int, float]:
        """Return the same as :meth:`bids`, in the form in which :meth:`best_response` takes policies."""
        return self.bids(mine, theirs, prizes, upcard, pot, lead)

    def exploitability(self, progress: Callable[[GopsProgress], None] = _silent) -> float:
        """Return how much the best response to the solution's strategies gains over the value.

        A separate pass over all positions computes it from the strategies, in about the time of the solution. For an
        equilibrium it is 0; rounding leaves many orders of magnitude less than a point.

        Parameters
        ----------
        progress
            Called after every piece of work.
        """
        most, least = best_responses(self.problem, self.layout, self._values, self._workers, progress)
        return max(most - self.value, self.value - least)

    def best_response(self, policy: str | GopsPolicy) -> float:
        """Return the payoff of the best response to a policy; since the game is fair, this is its exploitability.

        Parameters
        ----------
        policy
            A name of :data:`sim.games.gops.solution.responses.NAMES`, or a function
            ``policy(mine, theirs, prizes, upcard, pot, lead)`` of the player's own hand, the opponent's, the prizes
            still face down (tuples, ascending), the prize turned up, the points on the table and the player's lead.
            It returns the chances of the player's cards, by card or in the order of the hand. With the objective
            ``"points"`` the lead does not matter, and is always 0.

        Raises
        ------
        UserError
            If there is no such policy, it gives invalid chances, or there are too many positions to visit one by one.
        """
        return best_response(self.problem, policy)

    def as_dict(self) -> dict[str, Any]:
        """Return the results that need no further pass, for files and programs."""
        return {
            **self.problem.as_dict(),
            "value": self.value,
            "first_upcards": list(self.first_upcards),
            "first_bids": self.first_bids.tolist(),
            "positions": self.positions,
            "matrix_games": self.games,
            "largest_gap": self.gap,
            "seconds": round(self.seconds, 3),
        }
