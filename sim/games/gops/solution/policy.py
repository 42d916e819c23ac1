"""A solution's strategy as a policy: it plays in matches and tournaments, and best responses take its chances."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from sim.errors import UserError
from sim.policies.chance import draw
from sim.policies.sets import cards
from sim.solver.policies import Chances, Hand, checked

_PARTS = 1 << 53
"""The number of equally likely numbers that a bid is drawn from."""

_REMEMBERED = 100_000
"""The number of mixtures that are not computed again."""


class Mixed:
    """A policy given by its chances: called as policies of one's own are, with a view and the seat's chance."""

    def __init__(
        self, chances: Callable[..., Chances], lead_counts: bool = True
    ) -> None:
        self._chances, self._lead_counts = chances, lead_counts
        self.__name__ = getattr(chances, "__name__", "mixed")

    def __call__(self, view: Any, chance: Any) -> int:
        """The bid, drawn with the chances."""
        from sim.kernels.chances import tell_chances

        sets = int(view.hand), int(view.other), int(view.prizes)
        mine, theirs, prizes = (tuple(cards(held)) for held in sets)
        lead = int(view.score) - int(view.other_score) if self._lead_counts else 0
        found = checked(
            mine,
            self.chances(mine, theirs, prizes, int(view.upcard), int(view.pot), lead),
        )
        if tell_chances((found.get(card, 0.0) for card in mine), chance):
            return int(mine[0])
        drawn, bid = draw(_PARTS, chance) / _PARTS, 0
        for card, share in found.items():
            bid = card
            drawn -= share
            if drawn < 0:
                break
        return bid

    def chances(
        self, mine: Hand, theirs: Hand, prizes: Hand, upcard: int, pot: int, lead: int
    ) -> Chances:
        """The chance of each card held.

        Prizes are those still face down, the lead is the player's own.
        """
        return self._chances(mine, theirs, prizes, upcard, pot, lead)


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

        super().__init__(lru_cache(_REMEMBERED)(chances), solution.problem.is_win)
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
