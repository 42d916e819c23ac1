"""Best responses to policies of WarGops: named ones compiled, others position by position in plain Python."""

import math
from collections.abc import Callable
from typing import TypeAlias

from sim.errors import UserError, unknown
from sim.games.wargops.policies import POLICIES
from sim.games.wargops.solution.layers import WarGopsGame
from sim.games.wargops.solution.problem import WarGopsProblem
from sim.solver.backward import Follow, best_responses, silent
from sim.solver.policies import Chances, Hand, checked, with_cards, without

WarGopsPolicy: TypeAlias = Callable[[Hand, Hand, Hand], Chances]
"""``policy(mine, theirs, pots)``: the chances of the ranks held, by rank, or of all cards in the hand's order."""

NAMES = tuple(
    policy.name for policy in POLICIES.parts[0].policies if policy.name != "equilibrium"
)
"""The named policies without a table."""

MOST_POSITIONS = 300_000
"""The most positions to visit; more would take minutes."""


class _Payoffs:
    """The best response's payoffs in the positions visited so far."""

    def __init__(self, problem: WarGopsProblem, theirs: WarGopsPolicy) -> None:
        self._to_survivor = problem.last_pot == "survivor"
        self._theirs = theirs
        self._known: dict[tuple[Hand, Hand, Hand], float] = {}
        self.whole = self._value(problem.full_hand, problem.full_hand, ())

    def _value(self, mine: Hand, theirs: Hand, pots: Hand) -> float:
        """The payoff from a position on."""
        if not (mine and theirs):
            last = sum(pots) if self._to_survivor else 0
            return float(
                sum(mine) + last if mine else -sum(theirs) - last if theirs else 0
            )
        state = mine, theirs, pots
        if state not in self._known:
            if len(self._known) == MOST_POSITIONS:
                cure = "use fewer ranks, or a policy with fewer random cards"
                raise UserError(
                    f"more than {MOST_POSITIONS:,} positions to visit",
                    where="policy",
                    cure=cure,
                )
            # The entry is made before the later positions are visited, so that the
            # limit counts it.
            self._known[state] = math.nan
            self._known[state] = self._chosen(mine, theirs, pots)
        return self._known[state]

    def _chosen(self, mine: Hand, theirs: Hand, pots: Hand) -> float:
        # The policy is not asked when all cards are equal.
        sure = theirs[0] == theirs[-1]
        answers = (
            {theirs[0]: 1.0}
            if sure
            else checked(theirs, self._theirs(theirs, mine, pots))
        )
        return max(
            math.fsum(
                chance * self._value(*_after(mine, theirs, pots, card, answer))
                for answer, chance in answers.items()
            )
            for card in dict.fromkeys(mine)
        )


def _after(
    mine: Hand, theirs: Hand, pots: Hand, card: int, answer: int
) -> tuple[Hand, Hand, Hand]:
    """The position after a trick."""
    mine, theirs = without(mine, card), without(theirs, answer)
    if card == answer:
        return mine, theirs, with_cards(pots, card)
    if card > answer:
        return with_cards(mine, answer, *pots), theirs, ()
    return mine, with_cards(theirs, card, *pots), ()


def best_response(
    problem: WarGopsProblem,
    policy: str | WarGopsPolicy,
    workers: int = 1,
    follow: Follow = silent,
) -> float:
    """The mean payoff of the best response to a policy.

    See :meth:`WarGopsSolution.best_response`.
    """
    if not isinstance(policy, str):
        return _Payoffs(problem, policy).whole
    if policy not in NAMES:
        raise unknown("policy", policy, NAMES)
    game = WarGopsGame(problem, workers, policy)
    return best_responses(game, None, workers, follow)[0]
