"""Opponents: the policies that best responses play against.

They are named, users' own, or given by their chances.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sim.contract.policy import Policies, check_policies, seat_name
from sim.policies.chance import draw
from sim.policies.sets import cards
from sim.solver.policies import Chances, checked

_PARTS = 1 << 53
"""The number of equally likely numbers that a card is drawn from."""

Seen = Callable[[Any], tuple[Any, ...]]
"""The part of a view that a function of chances takes, the player's own hand first."""


class Mixed:
    """A policy given by its chances.

    It is called as users' own policies are, with a view and the seat's chance.

    Parameters
    ----------
    chances
        The chances of the cards of a hand, as a function of what is seen.
    seen
        What it takes of a view.
    """

    def __init__(self, chances: Callable[..., Chances], seen: Seen) -> None:
        self._chances = chances
        self._seen = seen
        self.__name__ = getattr(chances, "__name__", "mixed")

    def __call__(self, view: Any, chance: Any) -> int:
        """The card, drawn with the chances."""
        from sim.kernels.chances import tell_chances

        seen = self._seen(view)
        found = checked(seen[0], self._chances(*seen))
        shares = (found.get(card, 0.0) for card in cards(int(view.hand)))
        if tell_chances(shares, chance):
            return int(seen[0][0])
        drawn = draw(_PARTS, chance) / _PARTS
        laid = 0
        for card, share in found.items():
            laid = card
            drawn -= share
            if drawn < 0:
                break
        return laid


class Opponent:
    """A policy that a best response is sought against, as kernels ask it for its chances.

    Parameters
    ----------
    policies
        The policies of the game.
    rules
        Its rules, for two.
    policy
        The name of a policy, or a policy of one's own, ``choose(view, chance)``.

    Attributes
    ----------
    rules
        The rules, with the policy in both seats.
    name
        What the policy is called.
    looks_at
        What a named policy looks at; None for a policy of one's own, which may look at
        everything.

    Raises
    ------
    UserError
        If there is no such policy, or it has no table for the rules.
    """

    def __init__(self, policies: Policies, rules: Any, policy: object) -> None:
        self.looks_at: frozenset[str] | None = None
        if isinstance(policy, str):
            self.looks_at = policies.parts[0].find(policy).looks_at
        given = check_policies(policies, rules, [policy, policy])
        self.rules = replace(rules, policies=given)
        self.name = seat_name(given[1])
        self._policies = policies
        self._seats: list[Any] = []

    def seats(self) -> Any:
        """The seats for the kernel of one thread."""
        from sim.policies.kernel.seats import seats_of

        seats = seats_of(self._policies, self.rules, 0)
        self._seats.append(seats)
        return seats

    def check(self) -> None:
        """Raise the error of the policy, if it has made one."""
        for seats in self._seats:
            seats.check()
