"""A solution's strategy as a policy.

It plays in matches and tournaments, and best responses take its chances.
"""

from functools import lru_cache
from typing import Any

from sim.errors import UserError
from sim.policies.sets import cards
from sim.solver.opponents import Mixed, Seen
from sim.solver.policies import Chances

_REMEMBERED = 100_000
"""The number of mixtures that are not computed again."""


def seen_with(lead_counts: bool) -> Seen:
    """The arguments of a function of chances.

    They are both hands, the prizes face down, the upcard, the pot and the player's
    lead.

    The lead is 0 where it does not count.
    """

    def seen(view: Any) -> tuple[Any, ...]:
        sets = int(view.hand), int(view.other), int(view.prizes)
        lead = int(view.score) - int(view.other_score) if lead_counts else 0
        places = (tuple(cards(held)) for held in sets)
        return (*places, int(view.upcard), int(view.pot), lead)

    return seen


class SolvedPolicy(Mixed):
    """Bids by a solution.

    The lowest card in positions that no game leads to, which best responses ask about,
    too.

    Parameters
    ----------
    solution
        A GopsSolution, whose module imports this one.
    """

    def __init__(self, solution: Any) -> None:
        def chances(*seen: Any) -> Chances:
            try:
                found: Chances = solution.bids(*seen)
            except UserError:
                found = {seen[0][0]: 1.0}
            return found

        super().__init__(
            lru_cache(_REMEMBERED)(chances), seen_with(solution.problem.is_win)
        )
        self._solution = solution
        self.__name__ = f"solved-{solution.problem.objective}"

    def __reduce__(self) -> tuple[Any, ...]:
        return SolvedPolicy, (self._solution,)

    def __eq__(self, other: object) -> bool:
        """Whether it is the policy of an equal solution."""
        if not isinstance(other, SolvedPolicy):
            return NotImplemented
        return bool(self._solution == other._solution)

    def __hash__(self) -> int:
        return hash(self._solution)

    def __call__(self, view: Any, chance: Any) -> int:
        """The bid, drawn with the solution's chances."""
        problem = self._solution.problem
        if int(view.players) > 2 or (view.cards, view.carry_over) != (
            problem.cards,
            problem.carry_over,
        ):
            carried = str(problem.carry_over).lower()
            cure = f"set players = 2, cards = {problem.cards} and carry_over = {carried}, or solve these rules"
            raise UserError("a solution of other rules", cure=cure)
        if not view.other:
            raise UserError(
                "a solution with hidden bids",
                cure='it looks at both hands: set bids = "open"',
            )
        return super().__call__(view, chance)
