"""The order of the positions of GOPS in arrays.

It is by the order pattern of the two hands, the set of prizes, the pot and the lead.

Only the order of the cards matters, not their ranks: those in neither hand are left
out, and the hands become two bit masks over the others. Of two positions that differ
only by exchanging the players, the greater mask comes first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.gops.solution.problem import GopsProblem, subsets
from sim.kernels.words import ONE
from sim.machine.resources import check_memory
from sim.solver.backward import Bounds, Known, Layer, Piece, Values

PIECE_GAMES = 1 << 19
"""The approximate number of matrix games in a piece: a few tenths of a second."""

FEWER = "solve fewer cards, or without what multiplies the positions (objective points, no carry-over)"
"""How to make a solution smaller."""

_VALUE_BYTES = 8
_BYTES_A_PLACE = 10
"""The bytes of a position's place in the array, and of the marks that show which
positions can occur."""


@dataclass(frozen=True)
class GopsLayer(Layer):
    """All positions with the same number of prizes left.

    Attributes
    ----------
    kernel
        The layout for the compiled code (``kernel.layout.Layer``).
    """

    kernel: Any

    @property
    def rows(self) -> int:
        """The number of order patterns."""
        return len(self.kernel.keys)


class GopsGame:
    """The positions of GOPS as the solver takes them.

    Values are those of the player with the greater mask.
    """

    start = 0
    sides = 2

    def __init__(
        self, problem: GopsProblem, *, uniform: bool = False, lowest: int = 0
    ) -> None:
        self.problem = problem
        # Best responses are then to a player who bids any card held, not to the
        # equilibrium.
        self._uniform = uniform or None
        self.layout = layers(problem, lowest)
        # Two numbers for each position, for two layers.
        self.bytes_checked = 2 * values_bytes(self.layout, kept=True)
        self._rules = problem.kernel_rules()

    @property
    def layers(self) -> Sequence[GopsLayer]:
        """The layers with prizes left, the last prize first."""
        return self.layout[1:]

    def workspace(self) -> Any:
        """What one thread works in."""
        from sim.games.gops.solution.kernel.layout import workspace

        return workspace(self.problem.cards)

    def step(self, size: int, below: Values) -> Any:
        """What the matrix games of a layer are made of, for the compiled code."""
        from sim.games.gops.solution.kernel.layout import Step

        layer, layer_below = (self.layout[prizes].kernel for prizes in (size, size - 1))
        return Step(self._rules, layer, layer_below, self.problem.set_of, below)

    def ended(self) -> Values:
        """The values without prizes: the points won before are no part of a value."""
        return np.zeros(self.layout[0].positions)

    def room(self, layer: Layer, below: NDArray[Any]) -> NDArray[Any]:
        """A new array for the values of a layer."""
        return np.empty(layer.positions)

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
        """Fill the values of a piece if it solves, and all bounds.

        Return the largest gap of its matrix games.
        """
        values = None if self._uniform else known[1]
        both = tuple(zip(*bounds, strict=True)) or None
        filled = values, solves, both, None
        return float(self._visit(layer.size, piece, known[0], filled, work))

    def mixtures(self, size: int, below: Values) -> NDArray[np.float64]:
        """The mixtures of both players in all positions of a layer.

        See :meth:`GopsSolution.mixtures`.
        """
        layer = self.layout[size]
        both = np.empty(layer.games * size), np.empty(layer.games * size)
        whole = Piece(0, layer.rows, layer.games)
        self._visit(size, whole, below, (None, False, None, both), self.workspace())
        return np.stack(
            [mixtures.reshape(-1, size) for mixtures in both], axis=1
        ).reshape(-1, size)

    def _visit(
        self, size: int, piece: Piece, below: Values, filled: tuple[Any, ...], work: Any
    ) -> Any:
        from sim.games.gops.solution.kernel.solver import visit_rows

        rows = np.uint64(piece.first), np.uint64(piece.last)
        return visit_rows(self.step(size, below), rows, *filled, self._uniform, work)


def layers(problem: GopsProblem, lowest: int = 0) -> list[GopsLayer]:
    """The layout of every layer, from no prize left to all of them.

    Those below the lowest are empty.
    """
    check_memory(layout_bytes(problem), "the layout of the positions", FEWER)
    made = [
        _layer(problem, size, shape, reached)
        for size, shape, reached in islice(_reached(problem), problem.size + 1 - lowest)
    ]
    return [*(GopsLayer(size, 0, (), None) for size in range(lowest)), *made[::-1]]


def layout_bytes(problem: GopsProblem) -> int:
    """The size of the layout in bytes, without the patterns of the hands."""
    total = 0
    for size in range(problem.size + 1):
        pots, leads = _shape(problem, size)
        total += (
            (problem.cards - size + 1) * len(problem.prize_sets(size)) * pots * leads
        )
    return total * _BYTES_A_PLACE


def values_bytes(layout: Sequence[GopsLayer], *, kept: bool) -> int:
    """The bytes of all values, or of the two largest neighbouring layers."""
    sizes = [layer.positions * _VALUE_BYTES for layer in layout]
    return max(map(sum, pairwise(sizes))) if kept else sum(sizes)


def check_values(layout: Sequence[GopsLayer], *, kept: bool, more: int = 0) -> None:
    """Check that the values fit into memory, with ``more`` for the check.

    A folder keeps all but two layers.
    """
    positions = sum(layer.positions for layer in layout[1:])
    cures = ([] if kept else ["give a folder to keep"]) + ["omit the check"] * bool(
        more
    )
    check_memory(
        values_bytes(layout, kept=kept) + more,
        f"{positions:,} positions" + " with the check" * bool(more),
        ", or ".join([*cures, FEWER]),
    )


def patterns(
    problem: GopsProblem, size: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The order patterns of a given size that the hands at the beginning can become.

    With each comes how many cards are in neither hand.
    """
    parts = (subsets(hand, size) for hand in problem.start[:2])
    hands = [grid.reshape(-1) for grid in np.meshgrid(*parts)]
    masks = np.zeros((2, len(hands[0])), np.uint64)
    held = np.zeros(len(hands[0]), np.uint64)
    for bit in map(np.uint64, range(problem.cards)):
        for mask, hand in zip(masks, hands, strict=True):
            mask |= (hand >> bit & ONE) << held
        held += (hands[0] | hands[1]) >> bit & ONE
    keys, at = np.unique(
        masks.max(axis=0) << np.uint64(16) | masks.min(axis=0), return_index=True
    )
    return keys, np.uint64(problem.cards) - held[at]


def _reached(
    problem: GopsProblem,
) -> Iterator[tuple[int, tuple[int, int], NDArray[np.uint8]]]:
    """Yield for each layer which positions can occur, from all prizes down.

    With the marks come the numbers of pots and leads.
    """
    from sim.games.gops.solution.kernel.marks import Marks, mark_reached

    rules = problem.kernel_rules()
    above = None
    for size in range(problem.size, -1, -1):
        sets = problem.prize_sets(size)
        pots, leads = _shape(problem, size)
        room = (problem.cards - size + 1) * len(sets) * pots * leads
        layer = Marks(sets, np.uint64(pots), np.uint64(leads), np.zeros(room, np.uint8))
        if above is None:
            first, second, _, pot, lead = problem.start
            missing = problem.cards - (first | second).bit_count()
            for sign in (1, -1):
                layer.marks[
                    (missing * pots + pot) * leads + sign * lead + leads // 2
                ] = 1
        else:
            mark_reached(rules, problem.set_of, above, layer)
        yield size, (pots, leads), layer.marks
        above = layer


def _shape(problem: GopsProblem, size: int) -> tuple[int, int]:
    """The numbers of pots and of leads that the layer allows for."""
    cards = range(problem.cards)
    sums = [
        sum(card + 1 for card in cards if int(left) >> card & 1)
        for left in problem.prize_sets(size)
    ]
    gone = problem.points - min(sums)
    left = max(sums)
    pots = gone + 1 if problem.carry_over and size else 1
    # A lead of more than all the points left decides the game.
    return pots, 2 * min(gone, left + pots - 1) + 1 if problem.is_win else 1


def _layer(
    problem: GopsProblem, size: int, shape: tuple[int, int], reached: NDArray[np.uint8]
) -> GopsLayer:
    from sim.games.gops.solution.kernel.layout import Layer

    classes = problem.cards - size + 1
    keys, missing = patterns(problem, size)
    is_reached = reached.reshape(classes, -1)
    places = (np.cumsum(is_reached, axis=1, dtype=np.int32) - 1).astype(np.int32)
    places[is_reached == 0] = -1
    lengths = is_reached.sum(axis=1, dtype=np.uint64)
    starts = np.zeros(len(keys) + 1, np.uint64)
    np.cumsum(lengths[missing], out=starts[1:])
    sets = problem.prize_sets(size)
    upcards = np.uint64(size if problem.order == "random" else min(size, 1))
    made = Layer(
        size=np.uint64(size), keys=keys, missing=missing, starts=starts, sets=sets,
        places=places.reshape(-1), pots=np.uint64(shape[0]), leads=np.uint64(shape[1]),
    )  # fmt: skip
    games = lengths[missing] * upcards
    return GopsLayer(size, int(starts[-1]), _pieces(games), made)


def _pieces(games: NDArray[np.uint64]) -> tuple[Piece, ...]:
    """Cut the rows of a layer into pieces with about equal numbers of matrix games."""
    done = np.cumsum(games)
    count = int(done[-1]) // PIECE_GAMES + 1
    shares = np.arange(1, count) * (int(done[-1]) / count)
    cuts = [0, *(np.searchsorted(done, shares) + 1).tolist(), len(games)]
    return tuple(
        Piece(first, last, int(games[first:last].sum()))
        for first, last in pairwise(cuts)
        if last > first
    )
