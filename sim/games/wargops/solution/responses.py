"""Best responses to policies of WarGops.

Policies are named, or users' own.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.wargops.policies import POLICIES
from sim.games.wargops.rules import MOST_RANKS, WarGopsRules
from sim.games.wargops.solution.layers import WarGopsGame
from sim.games.wargops.solution.problem import WarGopsProblem
from sim.solver.backward import (
    Bounds,
    Follow,
    Known,
    Layer,
    Piece,
    best_responses,
    silent,
)
from sim.solver.opponents import Opponent


class Replies(WarGopsGame):
    """The positions in which the best response to a policy chooses.

    Player 1 plays the policy.
    """

    def __init__(self, problem: WarGopsProblem, workers: int, policy: Any) -> None:
        rules = WarGopsRules(ranks=problem.ranks, last_pot=problem.last_pot)
        self._opponent = Opponent(POLICIES, rules, policy)
        super().__init__(problem, workers)

    def workspace(self) -> tuple[Any, Any, NDArray[np.float64]]:
        """The solver's workspace, the players, and the place for the policy's chances."""
        from sim.games.wargops.kernel.block import players_of

        players = players_of(self._opponent.rules, self._opponent.seats())
        return super().workspace(), players, np.zeros(MOST_RANKS + 2)

    def visit(
        self,
        layer: Layer,
        piece: Piece,
        known: Known,
        bounds: Bounds,
        work: Any,
        *,
        solves: bool,
    ) -> float:
        """Fill what the best response gets in a piece; there is no matrix game."""
        from sim.games.wargops.solution.kernel.solver import respond_piece

        if not respond_piece(*self._places(layer, piece), bounds[0][1], work):
            self._opponent.check()
        return 0.0


def best_response(
    problem: WarGopsProblem,
    policy: str | Callable[..., Any],
    workers: int = 1,
    follow: Follow = silent,
) -> float:
    """The mean payoff of the best response to a policy.

    See :meth:`WarGopsSolution.best_response`.
    """
    game = Replies(problem, workers, policy)
    return best_responses(game, None, workers, follow)[0]
