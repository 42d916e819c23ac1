"""GOPS solved exactly: the value and an equilibrium of every position, and how far from one its strategies are.

After the prize is turned both players bid at once, which is a matrix game; what comes after each pair of bids is
known once all positions with fewer prizes are. The prizes are solved from the last one back. The method, and the two
symmetries that make it quick, are those of G. C. Rhoads and L. Bartholdi, "Computer solution to the game of pure
strategy", Games 3 (2012), 150-156: exchanging the players only changes the sign, and only the order of the cards of
the two hands matters.

Nothing is drawn at random. Values are floating-point numbers; :meth:`GopsSolution.exploitability` says how good they
are.
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
from sim.limits import check_workers


def _silent(progress: GopsProgress) -> None:
    """Tell nobody."""


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
        Cards of each player, and prizes: 2 to 15, as far as memory goes. Ten take seconds, thirteen some twenty
        minutes of one core (points, tied prizes thrown away).
    objective
        ``"points"``: the difference of the points is what counts; ``"win"``: to have more of them (+1, 0 or -1).
    carry_over
        Whether a tied prize stays and is added to the next one; else it is thrown away.
    order
        How the prizes come: ``"random"``, or in an order that both players know, ``"descending"`` or
        ``"ascending"``.
    workers
        How many threads; -1: as many as there are cores.
    keep
        A folder to keep finished layers in. A second call goes on where the first one was stopped.
    progress
        Called after every piece of work.

    Raises
    ------
    UserError
        If a value is not legal, the solution would not fit into memory, or another game is kept in the folder.

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


class GopsSolution:
    """The solution of a game of GOPS; :func:`gops` makes it.

    Hands and prizes are given as collections of cards, 1 the lowest. Values are those of player 0, whose hand is named
    first: in points, or with the objective ``"win"`` the chance to win less the chance to lose.

    Attributes
    ----------
    problem
        What has been solved.
    gap
        The largest gap of a matrix game between what the two mixtures make sure of, in the units of the values.
    seconds
        How long it took.
    layout
        Where the positions lie: a :class:`sim.games.gops.solution.layers.GopsLayer` for every number of prizes to come.
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
        """The value of the whole game; nothing but rounding, as the players are alike."""
        return float(self._values[-1][0])

    @property
    def games(self) -> int:
        """How many matrix games were solved."""
        return sum(layer.all_games for layer in self.layout)

    @property
    def positions(self) -> int:
        """How many positions with prizes to come there are, those with the players exchanged not counted."""
        return sum(layer.positions for layer in self.layout[1:])

    @property
    def first_upcards(self) -> tuple[int, ...]:
        """The prizes that can be turned first: all of them, or the one that the known order begins with."""
        return self.problem.first_upcards

    @cached_property
    def first_bids(self) -> NDArray[np.float64]:
        """An equilibrium mixture of first bids for each prize that can be turned first.

        Returns
        -------
        ndarray
            float64 (first upcards, cards): row ``i`` is for the prize ``first_upcards[i]``, column ``j`` the chance to
            bid card ``j + 1``. In a random order that is prize by bid, in a known one a single row.
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
        """Return what a position is worth to player 0, before the next prize is turned.

        Parameters
        ----------
        hand_0, hand_1
            The cards that the players hold.
        prizes
            Those that still lie face down.
        pot
            The points of the tied prizes that lie there.
        lead
            How many points player 0 has more than player 1. Where points count, it is part of the value.

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
            Those that still lie face down, without the one turned up.
        upcard
            The one turned up.

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

    def mixtures(self, size: int) -> NDArray[np.float64]:
        """Return the mixtures of both players in all positions with a given number of prizes to come.

        Returns
        -------
        ndarray
            float64 (positions * prizes that can be turned * 2, size): in the order of the layout, the prizes and the
            bids in rising order; the player with the greater bit mask first.
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
        his: tuple[int, ...],
        prizes: tuple[int, ...],
        upcard: int,
        pot: int,
        lead: int,
    ) -> Mapping[int, float]:
        """Return the same as :meth:`bids`, in the form in which :meth:`best_response` takes policies."""
        return self.bids(mine, his, prizes, upcard, pot, lead)

    def exploitability(self, progress: Callable[[GopsProgress], None] = _silent) -> float:
        """Return how much the best response to the solution's own strategies gains over the value.

        It is worked out by a pass of its own over all positions, from the strategies, and takes about as long as the
        solution did. For an equilibrium it is 0; what rounding leaves is many orders below a point.

        Parameters
        ----------
        progress
            Called after every piece of work.
        """
        most, least = best_responses(self.problem, self.layout, self._values, self._workers, progress)
        return max(most - self.value, self.value - least)

    def best_response(self, policy: str | GopsPolicy) -> float:
        """Return what the best response to a policy gets: as the game is fair, how much the policy can be exploited.

        Parameters
        ----------
        policy
            A name of :data:`sim.games.gops.solution.responses.NAMES`, or a function ``policy(mine, his, prizes, upcard,
            pot, lead)`` of the own hand, the other's, the prizes still face down (tuples, ascending), the prize turned
            up, the points that lie there and the own lead. It returns the chances of the own cards, by card or in the
            order of the hand. Where points count, the lead is nobody's business, and is always given as 0.

        Raises
        ------
        UserError
            If there is no such policy, it gives invalid chances, or there are too many positions to visit one by one.
        """
        return best_response(self.problem, policy)

    def as_dict(self) -> dict[str, Any]:
        """Return what is known without a further pass, for files and programs."""
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
