"""WarGops for two solved exactly: backwards from the last card, with a matrix game for each trick.

Values are the points of player 0 minus those of player 1 (one card of each rank, ties
awarded later).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.answer import Table
from sim.errors import UserError
from sim.games.wargops.equilibria import number_of
from sim.games.wargops.solution.layers import FEWER, WarGopsGame
from sim.games.wargops.solution.problem import WarGopsProblem
from sim.games.wargops.solution.responses import best_response
from sim.machine.resources import check_memory
from sim.solver.backward import SolverProgress, Values, silent, solve_layers
from sim.solver.policies import Hand
from sim.solver.solution import Solution
from sim.solver.words import chance_words


def wargops(
    ranks: int = 5,
    last_pot: str = "survivor",
    *,
    workers: int = -1,
    check: bool = False,
    progress: Callable[[SolverProgress], None] = silent,
) -> WarGopsSolution:
    """Solve WarGops for two players with one card of each rank, ties awarded later.

    Parameters
    ----------
    ranks
        2 to 12, as far as memory allows: 9 bytes times ``7**ranks`` (363 MB for nine
        ranks, 2.5 GB for ten). Seven ranks take a fraction of a second, nine some
        seconds, ten about a minute.
    last_pot
        ``"survivor"``: a sole survivor takes the last pot; ``"orphan"``: nobody does.
    workers
        The number of threads; -1 for one per core.
    check
        Whether to find the exploitability along the way, with almost as much memory
        again; later it takes a new pass.
    progress
        Called after every piece of work.

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
    return WarGopsSolution.of(problem, workers, progress, check=check)


class WarGopsSolution(Solution[WarGopsProblem]):
    """The solution of a game of WarGops, as :func:`wargops` returns it.

    Values are those of player 0, named first.
    """

    _game: WarGopsGame

    @cached_property
    def _work(self) -> Any:
        return self._game.workspace()

    @property
    def _all_values(self) -> Values:
        return self._values[-1]

    @cached_property
    def first_cards(self) -> NDArray[np.float64]:
        """An equilibrium mixture for the first trick: the chance of each rank, the lowest first."""
        hand = self.problem.full_hand
        return np.array(list(self.cards(hand, hand, ()).values()))

    def position(
        self, hand_0: Iterable[int], hand_1: Iterable[int], pots: Iterable[int] = ()
    ) -> float:
        """The value of a position to player 0.

        Either player can win the cards in ``pots``.
        """
        number = self._number(*self.problem.position(hand_0, hand_1, pots))
        return float(self._all_values[number]) + 0.0

    def cards(
        self, hand_0: Iterable[int], hand_1: Iterable[int], pots: Iterable[int] = ()
    ) -> dict[int, float]:
        """An equilibrium mixture of the cards that player 0 lays: the chance of every rank held."""
        from sim.games.wargops.solution.kernel.solver import mixture_of

        mine, theirs, pot = self.problem.position(hand_0, hand_1, pots)
        if not (mine and theirs):
            raise UserError(
                "no card can be laid", where="hands", cure="give both players cards"
            )
        number = self._number(mine, theirs, pot)
        mixture_of(self._game.rules, np.uint64(number), self._all_values, self._work)
        return dict(zip(sorted(set(mine)), self._work.first.tolist(), strict=False))

    def _number(self, *cards: Hand) -> int:
        """The number of a position; one that no game leads to is solved now."""
        number = number_of(self.problem.ranks, *cards)
        marks = self._game.marks
        if not marks[number]:
            mine, theirs, pots = cards
            game = WarGopsGame(self.problem, self._workers, (mine, theirs, pots))
            solved = solve_layers(game, self._workers, None, silent)
            is_there = game.marks > 0
            self._all_values[is_there] = solved.values[-1][is_there]
            marks[is_there] = game.marks[is_there]
        return number

    def mixtures(self) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """An equilibrium mixture wherever player 0 has a choice.

        The numbers of these positions, ascending, and the chances of the ranks held,
        float64 (positions, ranks).
        """
        from sim.games.wargops.solution.kernel.solver import fill_mixtures

        game = self._game
        numbers = np.flatnonzero(game.marks).astype(np.uint64)
        mixtures = np.zeros((len(numbers), self.problem.ranks))
        fill_mixtures(game.rules, numbers, self._all_values, mixtures, self._work)
        is_choice = mixtures.any(axis=1) & (mixtures[:, 0] < 1)
        return numbers[is_choice], mixtures[is_choice]

    def best_response(self, policy: str | Callable[..., Any]) -> float:
        """The payoff of the best response to a policy.

        The game is fair, so this is the exploitability of the policy.

        Parameters
        ----------
        policy
            The name of a policy; a policy of one's own, ``choose(view, chance)``,
            compiled or not.
        """
        return best_response(self.problem, policy, self._workers)

    @staticmethod
    def _game_of(
        problem: WarGopsProblem, workers: int, *, kept: bool, check: bool
    ) -> WarGopsGame:
        if check:
            needed = problem.bytes_solved + problem.bytes_checked
            what = f"{problem.ranks} ranks with the check"
            check_memory(needed, what, f"omit the check, or {FEWER}")
        return WarGopsGame(problem, workers)

    def _first_moves(self, places: int) -> tuple[Table, list[dict[str, Any]]]:
        chances = list(enumerate(self.first_cards.tolist(), 1))
        table = Table(
            "First card of an equilibrium: the chance of each rank",
            ("rank", "chance"),
            tuple(
                (str(rank), chance_words(chance, places)) for rank, chance in chances
            ),
        )
        return table, [{"rank": rank, "chance": chance} for rank, chance in chances]

    def _first_chances(self) -> dict[str, Any]:
        return {"first_cards": self.first_cards.tolist()}
