"""The positions of WarGops as the solver takes them: layers by the number of cards outside the trash."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.contract.policy import check_policies
from sim.games.wargops.policies import POLICIES
from sim.games.wargops.rules import MOST_RANKS, WarGopsRules
from sim.games.wargops.solution.problem import WarGopsProblem
from sim.machine.pool import Going, Workspaces, results
from sim.machine.resources import check_memory
from sim.machine.workers import Workers
from sim.solver.backward import Bounds, Known, Layer, Piece, Values, cuts

PIECES = 64
"""The most pieces into which a layer is cut."""

FEWER = "solve fewer ranks: each rank less takes a seventh of the memory"
"""How to make a solution smaller."""


class WarGopsGame:
    """The positions of WarGops that can occur.

    All layers share one array of values, by a position's number.
    """

    sides = 1  # the second player of a position is the first of its mirror image
    beyond = False

    def __init__(
        self, problem: WarGopsProblem, workers: int, policy: str | None = None
    ) -> None:
        check_memory(problem.bytes_solved, f"{problem.ranks} ranks", FEWER)
        self.problem = problem
        # Best responses are then to this named policy, not to the equilibrium.
        self._policy = policy
        self.start, self.bytes_checked = problem.start, problem.bytes_checked
        self.rules, self._layout = problem.kernel_rules(), problem.layout
        self.marks, self.layers = self._reached(workers)

    def _reached(self, workers: int) -> tuple[NDArray[np.uint8], list[Layer]]:
        """Mark the positions that can occur in a game, from the first one down, and count them."""
        from sim.games.wargops.solution.kernel.layout import REACHED
        from sim.games.wargops.solution.kernel.solver import mark_piece

        problem = self.problem
        marks = np.zeros(problem.numbers, np.uint8)
        marks[problem.start] = REACHED
        rows = cuts(len(self._layout.high_cards), PIECES)
        layers = []
        places = Workspaces(self.workspace)
        for cards in range(2 * problem.ranks, -1, -1):

            def mark(
                ends: tuple[int, int], going: Going, cards: int = cards
            ) -> tuple[int, int]:
                piece = self._piece(cards, *ends)
                with places.lent() as work:
                    found: tuple[int, int] = mark_piece(
                        self.rules, self._layout, piece, marks, work
                    )
                return found

            counts = list(results(mark, rows, Workers(workers), ordered=True))
            pieces = tuple(
                Piece(*ends, games, slice(None))
                for ends, (positions, games) in zip(rows, counts, strict=True)
                if positions
            )
            layers.append(
                Layer(cards, sum(positions for positions, _ in counts), pieces)
            )
        return marks, layers[::-1]

    @staticmethod
    def _piece(cards: int, first: int, last: int) -> Any:
        from sim.games.wargops.solution.kernel.layout import Piece as KernelPiece

        return KernelPiece(np.uint64(cards), np.uint64(first), np.uint64(last))

    def workspace(self) -> Any:
        """What one thread works in."""
        from sim.games.wargops.solution.kernel.layout import workspace

        return workspace(self.problem.ranks)

    def ended(self) -> Values:
        """The array for the values of all positions."""
        return np.empty(self.problem.numbers)

    def room(self, layer: Layer, below: NDArray[Any]) -> NDArray[Any]:
        """The array of all layers."""
        return below

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
        """Fill the values of a piece if it solves, and the bounds.

        Return the largest gap of its matrix games.
        """
        from sim.games.wargops.solution.kernel.solver import respond_piece, visit_piece

        place = (
            self.rules,
            self._layout,
            self._piece(layer.size, piece.first, piece.last),
            self.marks,
        )
        best = bounds[0][1] if bounds else None
        if self._policy is None:
            return float(visit_piece(*place, known[1], solves, best, work))
        players, shares = self._players()
        respond_piece(*place, players, shares, best, work)
        return 0.0

    def _players(self) -> tuple[Any, NDArray[np.float64]]:
        """The players, of whom the second plays the policy, and the place for its chances by card."""
        from sim.games.wargops.kernel.block import players_of
        from sim.policies.kernel.seats import seats_of

        rules = WarGopsRules(ranks=self.problem.ranks, last_pot=self.problem.last_pot)
        given = check_policies(POLICIES, rules, ["low", self._policy])
        rules = replace(rules, policies=given)
        seats = seats_of(POLICIES, rules, 0)
        return players_of(rules, seats), np.zeros(MOST_RANKS + 2)
