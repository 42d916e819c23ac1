"""The payoffs of policies for WarGops, position by position in plain Python, against a best response or each other.

It shares nothing with the solver, so each can be checked against the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from sim.errors import UserError, unknown
from sim.games.wargops.solution.problem import Cards, WarGopsProblem

WarGopsPolicy: TypeAlias = Callable[[Cards, Cards, Cards], Mapping[int, float] | Sequence[float]]
"""``policy(mine, theirs, pots)``: the chances of the ranks held, by rank, or of all cards in the hand's order."""

MOST_POSITIONS = 300_000
"""The most positions to visit; more would take minutes."""

_SUM_TO_ONE = 1e-9


def best_response(problem: WarGopsProblem, policy: str | WarGopsPolicy) -> float:
    """Return the mean payoff of the best response to a policy; see :meth:`WarGopsSolution.best_response`.

    Examples
    --------
    >>> best_response(WarGopsProblem(3), "high")
    3.0
    """
    theirs = named(policy) if isinstance(policy, str) else policy
    return _Play(problem, None, theirs).value(problem.full_hand, problem.full_hand, ())


def expected(problem: WarGopsProblem, policy_0: str | WarGopsPolicy, policy_1: str | WarGopsPolicy) -> float:
    """Return the mean payoff of one policy against another.

    Examples
    --------
    >>> expected(WarGopsProblem(5), "high", "high")
    0.0
    """
    mine, theirs = (named(policy) if isinstance(policy, str) else policy for policy in (policy_0, policy_1))
    return _Play(problem, mine, theirs).value(problem.full_hand, problem.full_hand, ())


class _Play:
    """Player 0's payoffs in the positions visited so far, with the given policy or, without one, the best response."""

    def __init__(self, problem: WarGopsProblem, mine: WarGopsPolicy | None, theirs: WarGopsPolicy) -> None:
        self._to_survivor = problem.last_pot == "survivor"
        self._policies = mine, theirs
        self._known: dict[tuple[Cards, Cards, Cards], float] = {}

    def value(self, mine: Cards, theirs: Cards, pots: Cards) -> float:
        """Return player 0's payoff from here on."""
        if not (mine and theirs):
            last = sum(pots) if self._to_survivor else 0
            return float(sum(mine) + last if mine else -sum(theirs) - last if theirs else 0)
        key = mine, theirs, pots
        known = self._known.get(key)
        if known is not None:
            return known
        if len(self._known) >= MOST_POSITIONS:
            raise UserError(
                f"more than {MOST_POSITIONS:,} positions to visit",
                where="policy",
                cure="use fewer ranks, or a policy with fewer random cards",
            )
        # The entry is made before the later positions are visited, so that the limit counts it.
        self._known[key] = math.nan
        answers = self._chances(self._policies[1], theirs, mine, pots)
        if self._policies[0] is None:
            laid = dict.fromkeys(mine, 1.0)
        else:
            laid = self._chances(self._policies[0], mine, theirs, pots)
        brings = dict.fromkeys(laid, 0.0)
        for (card, _), (answer, chance) in product(laid.items(), answers.items()):
            brings[card] += chance * self._after(mine, theirs, pots, card, answer)
        if self._policies[0] is None:
            self._known[key] = max(brings.values())
        else:
            self._known[key] = math.fsum(chance * brings[card] for card, chance in laid.items())
        return self._known[key]

    def _after(self, mine: Cards, theirs: Cards, pots: Cards, card: int, answer: int) -> float:
        """Return the payoff of a trick."""
        mine, theirs = _without(mine, card), _without(theirs, answer)
        if card > answer:
            return self.value(_with(mine, answer, *pots), theirs, ())
        if card < answer:
            return self.value(mine, _with(theirs, card, *pots), ())
        return self.value(mine, theirs, _with(pots, card))

    @staticmethod
    def _chances(policy: WarGopsPolicy, mine: Cards, theirs: Cards, pots: Cards) -> dict[int, float]:
        """Return the chances of the ranks that a policy lays; it is not asked for a single rank.

        Raises
        ------
        UserError
            If they are not valid.
        """
        if mine[0] == mine[-1]:
            return {mine[0]: 1.0}
        given = policy(mine, theirs, pots)
        chances: dict[int, float] = {}
        if isinstance(given, Mapping):
            pairs = list(given.items())
        elif len(given) == len(mine):
            pairs = list(zip(mine, given, strict=True))
        else:
            raise UserError(
                f"{len(given)} chances for {len(mine)} cards",
                where="policy",
                cure="give one for each card held",
            )
        for card, chance in pairs:
            if card not in mine or not chance >= 0:
                raise UserError(
                    f"chance {chance} of card {card} with the hand {mine}",
                    where="policy",
                    cure="give chances from 0 to 1, of cards held",
                )
            if chance > 0:
                chances[card] = chances.get(card, 0.0) + float(chance)
        total = math.fsum(chances.values())
        if abs(total - 1) > _SUM_TO_ONE:
            raise UserError(f"chances that add up to {total}", where="policy", cure="they must add up to 1")
        return chances


def _without(cards: Cards, card: int) -> Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _with(cards: Cards, *more: int) -> Cards:
    return tuple(sorted((*cards, *more)))


def _pure(choose: Callable[[Cards, Cards], int]) -> WarGopsPolicy:
    """Return the policy whose card is a function of both hands."""
    return lambda mine, theirs, pots: {choose(mine, theirs): 1.0}


def _just_beat(mine: Cards, theirs: Cards) -> int:
    return next((card for card in mine if card > max(theirs)), mine[0])


def _random_rank(mine: Cards, theirs: Cards, pots: Cards) -> Mapping[int, float]:
    ranks = set(mine)
    return dict.fromkeys(sorted(ranks), 1 / len(ranks))


_NAMED: dict[str, WarGopsPolicy] = {
    "random": lambda mine, theirs, pots: [1 / len(mine)] * len(mine),
    "random-rank": _random_rank,
    "high": _pure(lambda mine, theirs: mine[-1]),
    "low": _pure(lambda mine, theirs: mine[0]),
    "median": _pure(lambda mine, theirs: mine[len(mine) // 2]),
    "just-beat": _pure(_just_beat),
}

NAMES = tuple(_NAMED)
"""The named policies of WarGops without a table."""


def named(name: str) -> WarGopsPolicy:
    """Return the policy of that name.

    Raises
    ------
    UserError
        If there is no such policy; the error suggests the nearest name.
    """
    if name not in _NAMED:
        raise unknown("policy", name, NAMES)
    return _NAMED[name]
