"""Best responses to policies of GOPS.

A fixed policy leaves one player's problem, which is solved backwards layer by layer.

Against a player who bids any card, only the order of the hands matters, as in the
solution. Other policies look at the ranks: then the positions are those of
:mod:`sim.games.gops.solution.kernel.replies`.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from inspect import signature
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sim.games.gops.policies import POLICIES
from sim.games.gops.rules import MOST_CARDS, GopsRules
from sim.games.gops.solution.layers import FEWER, GopsGame
from sim.games.gops.solution.policy import seen_with
from sim.games.gops.solution.problem import GopsProblem
from sim.machine.resources import check_memory
from sim.solver.backward import (
    BackwardGame,
    Bounds,
    Follow,
    Known,
    Layer,
    Piece,
    Values,
    best_responses,
    cuts,
    silent,
)
from sim.solver.opponents import Mixed, Opponent
from sim.solver.policies import Chances, Hand

GopsPolicy: TypeAlias = Callable[[Hand, Hand, Hand, int, int, int], Chances]
"""``policy(mine, theirs, prizes, upcard, pot, lead)``: the chances of ``mine``, by card or in the hand's order.

Hands and prizes are ascending. The lead is the player's own, and 0 with the objective
points. The policy is not asked for the last card."""

_ANYTHING = frozenset({"other", "pot", "score"})
"""The fields that a user's own policy may look at, of those on which the positions of a
best response depend."""

_SEEN = 6
"""The parameters of a function of chances."""

_VALUE_BYTES = 8
_PIECES = 64


class Replies:
    """The positions in which the best response to a policy chooses.

    Player 1 plays the policy.
    """

    start = 0
    sides = 1

    def __init__(self, problem: GopsProblem, policy: Any) -> None:
        from sim.games.gops.solution.kernel.replies import Rules

        rules = GopsRules(cards=problem.cards, carry_over=problem.carry_over)
        if callable(policy) and len(signature(policy).parameters) == _SEEN:
            policy = Mixed(policy, seen_with(True))
        self._opponent = Opponent(POLICIES, rules, policy)
        masks = np.arange(1 << problem.cards, dtype=np.uint64)
        sizes = np.bitwise_count(masks)
        self._hands = [masks[sizes == size] for size in range(problem.cards + 1)]
        hand_of = np.zeros(1 << problem.cards, np.uint64)
        for hands in self._hands:
            hand_of[hands.astype(np.int64)] = np.arange(len(hands), dtype=np.uint64)
        opponent = self._opponent
        looks_at = _ANYTHING if opponent.looks_at is None else opponent.looks_at
        self._blind = "other" not in looks_at
        self._rules = Rules(
            game=problem.kernel_rules(),
            total=np.int64(problem.points),
            sees_lead=problem.is_win and "score" in looks_at,
            hand_of=hand_of,
            set_of=problem.set_of,
        )
        self._kernel = self._layers(problem)

    def _layers(self, problem: GopsProblem) -> list[Any]:
        """The layout of every layer, from no prize left to all of them."""
        from sim.games.gops.solution.kernel.replies import Layer, blocks_of, reach_pairs

        blind = self._blind
        above = 0
        about = f"the best response to {self._opponent.name}"
        work = self.workspace() if blind else None
        layers: list[Any] = []
        for size in range(problem.cards, -1, -1):
            hands = self._hands[size]
            sets = problem.prize_sets(size)
            blocks = np.zeros(len(sets), np.uint64)
            blocks_of(self._rules, sets, blocks)
            most = len(hands) * int(blocks.sum()) * (1 if blind else len(hands))
            check_memory(_VALUE_BYTES * (above + most), about, FEWER)
            marks = np.full(len(hands) * len(sets), not blind, np.int32)
            none = np.zeros(0, np.uint64)
            if blind and layers:
                reach_pairs(
                    self._rules, layers[-1], Layer(hands, sets, none, none, marks), work
                )
            elif blind:
                marks[:] = 1
            pairs = np.flatnonzero(marks).astype(np.uint64)
            marks[:] = np.cumsum(marks, dtype=np.int32) - 1
            starts = np.zeros(len(pairs) + 1, np.uint64)
            lengths = blocks[(pairs % np.uint64(len(sets))).astype(np.int64)]
            np.cumsum(lengths * np.uint64(len(hands)), out=starts[1:])
            above = int(starts[-1])
            check_memory(_VALUE_BYTES * above, about, FEWER)
            layers.append(Layer(hands, sets, pairs, starts, marks))
        return layers[::-1]

    @cached_property
    def layers(self) -> Sequence[Layer]:
        """The layers with prizes left, the last prize first.

        The games are the positions with their upcards.
        """
        layers = []
        for size, layer in enumerate(self._kernel[1:], 1):
            pieces = tuple(
                Piece(first, last, int(layer.starts[last] - layer.starts[first]) * size)
                for first, last in cuts(len(layer.pairs), _PIECES)
            )
            layers.append(Layer(size, int(layer.starts[-1]), pieces))
        return layers

    def workspace(self) -> Any:
        """What one thread works in."""
        from sim.games.gops.kernel.block import begin, size_of
        from sim.games.gops.solution.kernel.replies import Work

        players = self._opponent.seats().parts[0]
        rules = self._opponent.rules
        begin(players, size_of(rules))
        answers = np.zeros(rules.cards, np.uint64)
        shares = np.zeros(rules.cards)
        leads = 2 * self._rules.total + 1
        by_card = np.zeros(MOST_CARDS + 2)
        totals = np.zeros((2, leads))
        return Work(players, by_card, answers, shares, *totals)

    def ended(self) -> Values:
        """The values without prizes, which nobody reads."""
        return np.zeros(1)

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
        """Fill what the best response gets in a piece; there is no matrix game."""
        from sim.games.gops.solution.kernel.replies import Step, reply_pairs

        layers = self._kernel[layer.size], self._kernel[layer.size - 1]
        step = Step(self._rules, *layers, *bounds[0], work)
        if not reply_pairs(step, np.uint64(piece.first), np.uint64(piece.last)):
            self._opponent.check()
        return 0.0


def best_response(
    problem: GopsProblem, policy: str | Any, workers: int = 1, follow: Follow = silent
) -> float:
    """The mean payoff of the best response to a policy.

    See :meth:`GopsSolution.best_response`.
    """
    game = response_game(problem, policy)
    return best_responses(game, None, workers, follow)[0]


def response_game(problem: GopsProblem, policy: str | Any) -> BackwardGame:
    """The positions in which the best response to a policy chooses.

    Parameters
    ----------
    problem
        The game.
    policy
        The name of a policy, or a user's own.

    Raises
    ------
    UserError
        If there is no such policy, or if its positions need more memory than there is.
    """
    if isinstance(policy, str) and policy == "random":
        game = GopsGame(problem, uniform=True)
        check_memory(response_bytes(game), "the best response to random", FEWER)
        return game
    return Replies(problem, policy)


def response_bytes(game: BackwardGame) -> int:
    """The bytes of the values of a best response: of two layers at a time."""
    positions = [0, *(layer.positions for layer in game.layers)]
    return game.sides * _VALUE_BYTES * max(map(sum, pairwise(positions)))
