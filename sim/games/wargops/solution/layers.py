"""The positions of WarGops as the solver takes them.

A layer has those with a number of cards outside the trash.
"""

from functools import partial
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sim.games.wargops.equilibria import number_of
from sim.games.wargops.solution.problem import WarGopsProblem
from sim.machine.pool import Going, Workspaces, results
from sim.machine.resources import check_memory
from sim.machine.workers import Workers
from sim.solver.backward import Bounds, Known, Layer, Piece, Values, cuts
from sim.solver.policies import Hand

Cards: TypeAlias = tuple[Hand, Hand, Hand]
"""The cards of both hands and of the pots."""

PIECES = 64
"""The most pieces into which a layer is cut."""

FEWER = "solve fewer ranks: each rank less takes a seventh of the memory"
"""How to make a solution smaller."""


class WarGopsGame:
    """The positions of WarGops that can occur.

    All layers share one array of values, by a position's number.

    Parameters
    ----------
    problem
        The rules.
    workers
        The number of threads.
    begin
        The cards of both hands and of the pots at the beginning, if these are not full
        hands.
    """

    sides = 1  # the second player of a position is the first of its mirror image

    def __init__(
        self, problem: WarGopsProblem, workers: int, begin: Cards | None = None
    ) -> None:
        check_memory(problem.bytes_solved, f"{problem.ranks} ranks", FEWER)
        self.problem = problem
        self.start = problem.start
        self.bytes_checked = problem.bytes_checked
        self.rules = problem.kernel_rules()
        hand = problem.full_hand
        self.marks, self.layers = self._reached(workers, begin or (hand, hand, ()))

    def _reached(
        self, workers: int, begin: Cards
    ) -> tuple[NDArray[np.uint8], list[Layer]]:
        """Mark the positions that can occur in a game, from the first one down, and count them.

        A position's mark is its number of cards outside the trash, and one more.
        """
        from sim.games.wargops.solution.kernel.solver import mark_piece

        problem = self.problem
        marks = np.zeros(problem.numbers, np.uint8)
        mine, theirs, pots = begin
        held = sum(map(len, begin))
        for hands in ((mine, theirs), (theirs, mine)):
            marks[number_of(problem.ranks, *hands, pots)] = held + 1
        rows = cuts(problem.numbers, PIECES)
        layers = []
        places = Workspaces(partial(WarGopsGame.workspace, self))
        for cards in range(held, -1, -1):

            def mark(
                ends: tuple[int, int], going: Going, cards: int = cards
            ) -> tuple[int, int]:
                piece = self._piece(cards, *ends)
                with places.lent() as work:
                    found: tuple[int, int] = mark_piece(self.rules, piece, marks, work)
                return found

            counts = list(results(mark, rows, Workers(workers), ordered=True))
            pieces = tuple(
                Piece(*ends, games)
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

        return KernelPiece(np.uint8(cards + 1), np.uint64(first), np.uint64(last))

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
        from sim.games.wargops.solution.kernel.solver import visit_piece

        best = bounds[0][1] if bounds else None
        places = self._places(layer, piece)
        return float(visit_piece(*places, known[1], solves, best, work))

    def _places(self, layer: Layer, piece: Piece) -> tuple[Any, ...]:
        """Where the positions of a piece are, for the compiled code."""
        rows = self._piece(layer.size, piece.first, piece.last)
        return self.rules, rows, self.marks
