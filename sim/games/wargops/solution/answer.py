"""WarGops for two solved exactly: the value and an equilibrium of every position, and the solution's exploitability.

The players see everything but the card that the opponent is about to lay, so every trick is a matrix game. Its payoffs
are known once all positions with fewer cards outside the trash are solved, so the solution works backwards from the
last card. It is for the points of player 0 minus those of player 1 (two players, one card of each rank, ties awarded
later). Exchanging the players only changes the sign.

Nothing is drawn at random. Values are floating-point numbers; :meth:`WarGopsSolution.exploitability` measures their
error.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.games.wargops.equilibria import number_of
from sim.games.wargops.solution.problem import Cards, WarGopsProblem
from sim.games.wargops.solution.responses import WarGopsPolicy, best_response, expected
from sim.games.wargops.solution.solving import Reached, Values, WarGopsProgress, find_reached, solve_layers
from sim.games.wargops.solution.solving import best_response as best_response_to_solution
from sim.machine.cores import check_workers
from sim.machine.memory import check_memory
from sim.machine.notebook import NotebookResult

NOTHING = 1e-9
"""Smaller chances are rounding errors."""


def _silent(progress: WarGopsProgress) -> None:
    """Report nothing."""


def wargops(
    ranks: int = 5,
    last_pot: str = "survivor",
    *,
    workers: int = -1,
    progress: Callable[[WarGopsProgress], None] = _silent,
) -> WarGopsSolution:
    """Solve WarGops for two players with one card of each rank, ties awarded later.

    Parameters
    ----------
    ranks
        2 to 12, as far as memory allows: 9 bytes times ``7**ranks`` (363 MB for nine ranks, 2.5 GB for ten). Seven
        ranks take a fraction of a second, nine some seconds, ten about a minute.
    last_pot
        ``"survivor"``: a sole survivor takes the last pot; ``"orphan"``: nobody does.
    workers
        The number of threads; -1 for one per core.
    progress
        Called after every layer of positions.

    Raises
    ------
    UserError
        If a value is not valid, or the solution would not fit into memory.

    Examples
    --------
    >>> import sim
    >>> solution = sim.exact.wargops(5, last_pot="orphan")
    >>> solution.first_cards.round(4).tolist()
    [0.1382, 0.4055, 0.0696, 0.3454, 0.0413]
    >>> solution.position([1, 2], [2])
    1.0
    """
    problem = WarGopsProblem(ranks, last_pot)
    threads = check_workers(workers)
    check_memory(
        problem.bytes_solved,
        f"{ranks} ranks",
        "solve fewer ranks: each rank less takes a seventh of the memory",
    )
    began = time.perf_counter()
    reached = find_reached(problem, threads)
    values, gap = solve_layers(problem, reached, threads, progress)
    return WarGopsSolution(problem, reached, values, gap, time.perf_counter() - began, threads)


class WarGopsSolution(NotebookResult):
    """The solution of a game of WarGops, as :func:`wargops` returns it.

    Cards are collections of ranks, 1 the lowest, in any order; a hand can have both cards of a rank. Values are in
    points: those of player 0, whose hand is given first, minus those of player 1.

    Attributes
    ----------
    problem
        The game that was solved.
    positions
        The number of positions that can occur.
    games
        The number of matrix games solved.
    gap
        The largest gap in a matrix game between the payoffs that the two mixtures guarantee, in points.
    seconds
        The time that it took.
    """

    def __init__(
        self,
        problem: WarGopsProblem,
        reached: Reached,
        values: Values,
        gap: float,
        seconds: float,
        workers: int,
    ) -> None:
        from sim.games.wargops.solution.kernel.solver import workspace

        self.problem = problem
        self.positions = reached.positions
        self.games = sum(reached.games)
        self.gap = gap
        self.seconds = seconds
        self._reached = reached
        self._values = values
        self._workers = workers
        self._rules = problem.kernel_rules()
        self._work = workspace(problem.ranks)

    def __repr__(self) -> str:
        listed = ", ".join(f"{name}={value!r}" for name, value in self.problem.as_dict().items())
        return f"WarGopsSolution({listed}, value={self.value:.3g})"

    @property
    def value(self) -> float:
        """The value of the whole game: 0 except for rounding, since the game is symmetric."""
        return float(self._values[self.problem.start]) + 0.0

    @cached_property
    def first_cards(self) -> NDArray[np.float64]:
        """An equilibrium mixture for the first trick.

        Returns
        -------
        ndarray
            float64 (ranks,): the chance of laying each rank, the lowest first.
        """
        hand = self.problem.full_hand
        return np.array(list(self.cards(hand, hand, ()).values()))

    def position(self, hand_0: Iterable[int], hand_1: Iterable[int], pots: Iterable[int] = ()) -> float:
        """Return the value of a position to player 0.

        Parameters
        ----------
        hand_0, hand_1
            The cards that the players hold. A player without cards is out: the opponent scores the cards they hold
            and, with the last pot for the survivor, those in the pots.
        pots
            The cards that wait for a later trick: either player can win them all.

        Raises
        ------
        UserError
            If the game has no such cards, or they cannot be there.
        """
        return float(self._values[self._solved(*self.problem.position(hand_0, hand_1, pots))]) + 0.0

    def cards(
        self, hand_0: Iterable[int], hand_1: Iterable[int], pots: Iterable[int] = ()
    ) -> dict[int, float]:
        """Return an equilibrium mixture of the cards that player 0 lays.

        Parameters
        ----------
        hand_0, hand_1, pots
            As in :meth:`position`.

        Returns
        -------
        dict
            The chance of every rank held, ascending.

        Raises
        ------
        UserError
            If the game has no such cards, or they cannot be there, or the game is over.
        """
        from sim.games.wargops.solution.kernel.mixtures import mixture_of

        mine, theirs, pot = self.problem.position(hand_0, hand_1, pots)
        if not (mine and theirs):
            raise UserError("no card can be laid", where="hands", cure="give both players cards")
        number = self._solved(mine, theirs, pot)
        mixture_of(self._rules, np.uint64(number), self._values, self._work)
        return dict(zip(sorted(set(mine)), self._work.first.tolist(), strict=False))

    def _solved(self, mine: Cards, theirs: Cards, pot: Cards) -> int:
        """Return the number of a position; one that cannot occur is solved now."""
        from sim.games.wargops.solution.kernel.solver import solve_below

        ranks = self.problem.ranks
        number = number_of(ranks, mine, theirs, pot)
        if not self._reached.marks[number]:
            other = number_of(ranks, theirs, mine, pot)
            solve_below(
                self._rules,
                np.uint64(number),
                np.uint64(other),
                self._reached.marks,
                self._values,
                self._work,
            )
        return number

    def policy(self, mine: Cards, theirs: Cards, pots: Cards) -> Mapping[int, float]:
        """Return the same as :meth:`cards`, in the form in which :meth:`best_response` takes policies."""
        return self.cards(mine, theirs, pots)

    def strategy(self, bits: int) -> tuple[NDArray[np.uint64], NDArray[np.uint16], NDArray[np.uint32]]:
        """Return a player's mixtures in all positions that the player's own choices allow, whatever the opponent does.

        Parameters
        ----------
        bits
            Chances are rounded to multiples of ``2**-bits``.

        Returns
        -------
        tuple
            The numbers of the positions where the player holds two or more ranks, ascending; for each, the ranks held
            that are laid with positive probability, the lowest in bit 0; and, mixture by mixture, for each rank laid
            except the highest, the chance of laying it or a lower one, in units of ``2**-bits``.
        """
        from sim.games.wargops.solution.kernel.mixtures import Mixtures, Rounding, follow

        problem = self.problem
        numbers, supports = np.zeros(self.positions, np.uint64), np.zeros(self.positions, np.uint16)
        thresholds = np.zeros(self.positions * problem.ranks, np.uint32)
        found, written = follow(
            self._rules,
            np.uint64(problem.start),
            Rounding(float(1 << bits), NOTHING),
            self._values,
            np.zeros(problem.numbers, np.uint8),
            Mixtures(numbers, supports, thresholds),
            self._work,
        )
        supports = supports[:found][::-1]
        lengths = np.bitwise_count(supports[::-1]).astype(np.int64) - 1
        # The mixtures were written from the highest number down.
        parts = np.split(thresholds[:written], np.cumsum(lengths)[:-1])[::-1]
        return numbers[:found][::-1], supports, np.concatenate(parts)

    def exploitability(self, progress: Callable[[WarGopsProgress], None] = _silent) -> float:
        """Return how much the best response to the solution's strategies gains over the value.

        A separate pass over all positions computes it from the strategies. It takes about twice as long as the
        solution, and 8 bytes times ``7**ranks``. For an equilibrium it is 0; rounding leaves many orders of magnitude
        less than a point.

        Parameters
        ----------
        progress
            Called after every layer.

        Raises
        ------
        UserError
            If it does not fit into memory.
        """
        problem = self.problem
        check_memory(problem.bytes_checked, "the check", "omit the check, or solve fewer ranks")
        best = best_response_to_solution(problem, self._reached, self._values, self._workers, progress)
        return best - self.value

    def best_response(self, policy: str | WarGopsPolicy) -> float:
        """Return the payoff of the best response to a policy; since the game is fair, this is its exploitability.

        Parameters
        ----------
        policy
            A name of :data:`sim.games.wargops.solution.responses.NAMES`, or a function ``policy(mine, theirs, pots)``
            of the player's own hand, the opponent's, and the cards that wait (tuples, ascending). It returns the
            chances by rank, or those of all cards in the order of the hand; it is not asked when only one rank is
            held.

        Raises
        ------
        UserError
            If there is no such policy, it gives invalid chances, or there are too many positions to visit one by one.
        """
        return best_response(self.problem, policy)

    def expected(self, policy_0: str | WarGopsPolicy, policy_1: str | WarGopsPolicy) -> float:
        """Return player 0's mean payoff with one policy against another, given as for :meth:`best_response`."""
        return expected(self.problem, policy_0, policy_1)

    def as_dict(self) -> dict[str, Any]:
        """Return the results that need no further pass, for files and programs."""
        return {
            **self.problem.as_dict(),
            "value": self.value,
            "first_cards": self.first_cards.tolist(),
            "positions": self.positions,
            "matrix_games": self.games,
            "largest_gap": self.gap,
            "memory_bytes": self.problem.bytes_solved,
            "seconds": round(self.seconds, 3),
        }
