"""GOPS solved exactly, backwards from the last prize.

Each prize that can be turned up is a matrix game.

The method is that of G. C. Rhoads and L. Bartholdi, "Computer solution to the game of
pure strategy", Games 3 (2012).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.answer import Table
from sim.games.gops.solution.layers import GopsGame, GopsLayer, check_values
from sim.games.gops.solution.policy import SolvedPolicy
from sim.games.gops.solution.positions import Position, Positions
from sim.games.gops.solution.problem import GopsProblem
from sim.games.gops.solution.responses import GopsPolicy, best_response
from sim.limits import check_callable
from sim.machine.resources import check_workers
from sim.solver.backward import SolverProgress, silent
from sim.solver.folder import rules_kept
from sim.solver.solution import Solution
from sim.solver.words import FEWEST_PLACES, chance_words
from sim.storage.places import path_text


def gops(
    cards: int = 5,
    objective: str = "points",
    carry_over: bool = False,
    order: str = "random",
    *,
    workers: int = -1,
    keep: str | Path | None = None,
    check: bool = False,
    progress: Callable[[SolverProgress], None] = silent,
) -> GopsSolution:
    """Solve the game of pure strategy.

    Parameters
    ----------
    cards
        The number of cards of each player, and of prizes: 2 to 15, as far as memory
        allows. Ten cards take seconds, thirteen about twenty minutes on one core (for
        points, with tied prizes discarded).
    objective
        ``"points"``: the payoff is the difference of the points; ``"win"``: only its
        sign (+1, 0 or -1).
    carry_over
        Whether a tied prize is added to the next one; otherwise it is discarded.
    order
        The order of the prizes: ``"random"``, or one that both players know,
        ``"descending"`` or ``"ascending"``.
    workers
        The number of threads; -1 for one per core.
    keep
        A folder for finished layers. A second call resumes where the first one stopped.
    check
        Whether to find the exploitability along the way, in about a quarter more time;
        later it takes a new pass, as it does for what a folder has kept.
    progress
        Called after every piece of work.

    Raises
    ------
    UserError
        If a value is not valid, the solution would not fit into memory, or the folder
        has the solution of another game.

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
    return GopsSolution.of(problem, workers, progress, check=check, keep=keep)


def kept(
    folder: str | Path,
    *,
    workers: int = -1,
    progress: Callable[[SolverProgress], None] = silent,
) -> GopsSolution:
    """The solution of GOPS that ``warlab solve gops --keep`` or :func:`gops` kept in a folder.

    Parameters
    ----------
    folder
        The folder; a solution that was interrupted is finished there.
    workers, progress
        As for :func:`gops`.

    Raises
    ------
    UserError
        If there is no such solution, or its files have changed.

    Examples
    --------
    >>> import sim, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> solution = sim.exact.gops(4, "win", keep=folder)
    >>> sim.exact.kept(folder).problem
    GopsProblem(cards=4, objective='win', carry_over=False, order='random')
    """
    rules = rules_kept(Path(path_text(folder)), "gops")
    return gops(**rules, workers=workers, keep=folder, progress=progress)


def gops_response(
    policy: str | Callable[..., Any],
    cards: int = 5,
    objective: str = "points",
    carry_over: bool = False,
    order: str = "random",
    *,
    workers: int = -1,
    progress: Callable[[SolverProgress], None] = silent,
) -> float:
    """What the best response to a policy of GOPS gets on average.

    The game is fair, so this is the exploitability of the policy.

    Parameters
    ----------
    policy
        The name of a policy; a policy of one's own, ``choose(view, chance)``, compiled
        or not; or a function of ``mine, theirs, prizes, upcard, pot, lead`` that gives
        the chance of each card held. A policy of one's own is asked once for each way
        in which its draws can fall, and sees neither ``taken`` nor ``bids``; if points
        count, all scores are 0.
    cards, objective, carry_over, order, workers, progress
        As for :func:`gops`; nothing is solved. Named policies take a minute for
        thirteen cards; those that look at the other hand, and policies of one's own, go
        to ten or eleven.

    Raises
    ------
    UserError
        If a value is not valid, or the positions would not fit into memory.

    Examples
    --------
    >>> import sim
    >>> sim.exact.gops_response("match", 6)
    9.0
    """
    problem = GopsProblem(cards, objective, carry_over, order)
    progress = check_callable(progress, "progress")
    return best_response(problem, policy, check_workers(workers), progress)


class GopsSolution(Solution[GopsProblem]):
    """The solution of a game of GOPS, as :func:`gops` returns it.

    Values are those of player 0, named first.
    """

    _game: GopsGame

    @cached_property
    def _positions(self) -> Positions:
        return Positions(self._game, self._values)

    @property
    def layout(self) -> list[GopsLayer]:
        """The order of the positions, for each number of prizes left."""
        return self._game.layout

    @property
    def first_upcards(self) -> tuple[int, ...]:
        """The prizes that can be turned first: all of them, or the first of a known order."""
        return self.problem.first_upcards

    @cached_property
    def first_bids(self) -> NDArray[np.float64]:
        """An equilibrium mixture of first bids.

        It has a row for each prize of ``first_upcards``, and a column for each card.
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
        """The value of a position to player 0, before the next prize is turned."""
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
        """An equilibrium mixture of player 0's bids, by card, after ``upcard`` has been turned."""
        where = Position.of(self.problem, hand_0, hand_1, {*prizes, upcard}, pot, lead)
        return self._positions.mixture(where, upcard)

    def mixtures(self, size: int) -> NDArray[np.float64]:
        """Both players' mixtures in all positions of a layer.

        float64 (positions * prizes * 2, size).
        """
        return self._game.mixtures(size, self._values[size - 1])

    @property
    def policy(self) -> SolvedPolicy:
        """The solution's strategy as a policy.

        It plays in matches and tournaments, and :meth:`best_response` takes it.
        """
        return SolvedPolicy(self)

    def best_response(self, policy: str | GopsPolicy) -> float:
        """The payoff of the best response to a policy.

        The game is fair, so this is the exploitability of the policy.
        """
        return best_response(self.problem, policy, self._workers)

    @staticmethod
    def _game_of(
        problem: GopsProblem, workers: int, *, kept: bool, check: bool
    ) -> GopsGame:
        game = GopsGame(problem)
        more = game.bytes_checked if check else 0
        check_values(game.layout, kept=kept, more=more)
        return game

    def _first_moves(self, places: int) -> tuple[Table, list[dict[str, Any]]]:
        cards = range(1, self.problem.cards + 1)
        bids = list(zip(self.first_upcards, self.first_bids.tolist(), strict=True))
        percent = places < FEWEST_PLACES
        unit = " in percent" if percent else ""
        table = Table(
            "First bids: a row for each prize turned up, with each card's "
            f"chance{unit}",
            ("prize", *map(str, cards)),
            tuple(
                (str(prize), *(chance_words(chance, places) for chance in row))
                for prize, row in bids
            ),
        )
        rows = [
            {"prize": prize, "card": card, "chance": chance}
            for prize, row in bids
            for card, chance in zip(cards, row, strict=True)
        ]
        return table, rows

    def _first_chances(self) -> dict[str, Any]:
        return {
            "first_upcards": list(self.first_upcards),
            "first_bids": self.first_bids.tolist(),
        }
