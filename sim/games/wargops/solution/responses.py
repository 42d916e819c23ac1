"""What policies for WarGops get, position by position in plain Python: a best response to one, or another against it.

Nothing is shared with the solver, so that the one can be held against the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from sim.errors import UserError, unknown
from sim.games.wargops.solution.problem import Cards, WarGopsProblem

WarGopsPolicy: TypeAlias = Callable[[Cards, Cards, Cards], Mapping[int, float] | Sequence[float]]
"""``policy(mine, his, pots)``: the chances of the player's own ranks by rank, or of their cards in the hand's order."""

MOST_POSITIONS = 300_000
"""More would take minutes."""

_SUM_TO_ONE = 1e-9


def best_response(problem: WarGopsProblem, policy: str | WarGopsPolicy) -> float:
    """Return what the best response to a policy gets on average; :meth:`WarGopsSolution.best_response` says more.

    Examples
    --------
    >>> best_response(WarGopsProblem(3), "high")
    3.0
    """
    his = named(policy) if isinstance(policy, str) else policy
    return _Play(problem, None, his).value(problem.full_hand, problem.full_hand, ())


def expected(problem: WarGopsProblem, policy_0: str | WarGopsPolicy, policy_1: str | WarGopsPolicy) -> float:
    """Return what one policy gets against another on average.

    Examples
    --------
    >>> expected(WarGopsProblem(5), "high", "high")
    0.0
    """
    mine, his = (named(policy) if isinstance(policy, str) else policy for policy in (policy_0, policy_1))
    return _Play(problem, mine, his).value(problem.full_hand, problem.full_hand, ())


class _Play:
    """What player 0 wins in the positions seen so far, by the given policy or, without one, at most."""

    def __init__(self, problem: WarGopsProblem, mine: WarGopsPolicy | None, his: WarGopsPolicy) -> None:
        self._to_survivor = problem.last_pot == "survivor"
        self._policies = mine, his
        self._known: dict[tuple[Cards, Cards, Cards], float] = {}

    def value(self, mine: Cards, his: Cards, pots: Cards) -> float:
        """Return what player 0 wins from here on."""
        if not (mine and his):
            last = sum(pots) if self._to_survivor else 0
            return float(sum(mine) + last if mine else -sum(his) - last if his else 0)
        key = mine, his, pots
        known = self._known.get(key)
        if known is not None:
            return known
        if len(self._known) >= MOST_POSITIONS:
            raise UserError(
                f"more than {MOST_POSITIONS:,} positions to look at",
                where="policy",
                cure="take fewer ranks, or a policy that draws less",
            )
        # Room is taken before the positions after are looked at, so that the limit holds.
        self._known[key] = math.nan
        answers = self._chances(self._policies[1], his, mine, pots)
        if self._policies[0] is None:
            laid = dict.fromkeys(mine, 1.0)
        else:
            laid = self._chances(self._policies[0], mine, his, pots)
        brings = dict.fromkeys(laid, 0.0)
        for (card, _), (answer, chance) in product(laid.items(), answers.items()):
            brings[card] += chance * self._after(mine, his, pots, card, answer)
        if self._policies[0] is None:
            self._known[key] = max(brings.values())
        else:
            self._known[key] = math.fsum(chance * brings[card] for card, chance in laid.items())
        return self._known[key]

    def _after(self, mine: Cards, his: Cards, pots: Cards, card: int, answer: int) -> float:
        """Return what comes of a trick."""
        mine, his = _without(mine, card), _without(his, answer)
        if card > answer:
            return self.value(_with(mine, answer, *pots), his, ())
        if card < answer:
            return self.value(mine, _with(his, card, *pots), ())
        return self.value(mine, his, _with(pots, card))

    @staticmethod
    def _chances(policy: WarGopsPolicy, mine: Cards, his: Cards, pots: Cards) -> dict[int, float]:
        """Return the ranks that a policy lays, with their chances; a single one is not asked for.

        Raises
        ------
        UserError
            If they are none.
        """
        if mine[0] == mine[-1]:
            return {mine[0]: 1.0}
        given = policy(mine, his, pots)
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
                    cure="chances are from 0 to 1, of cards held",
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
    """Return the policy that lays what a function of both hands says."""
    return lambda mine, his, pots: {choose(mine, his): 1.0}


def _just_beat(mine: Cards, his: Cards) -> int:
    return next((card for card in mine if card > max(his)), mine[0])


def _random_rank(mine: Cards, his: Cards, pots: Cards) -> Mapping[int, float]:
    ranks = set(mine)
    return dict.fromkeys(sorted(ranks), 1 / len(ranks))


_NAMED: dict[str, WarGopsPolicy] = {
    "random": lambda mine, his, pots: [1 / len(mine)] * len(mine),
    "random-rank": _random_rank,
    "high": _pure(lambda mine, his: mine[-1]),
    "low": _pure(lambda mine, his: mine[0]),
    "median": _pure(lambda mine, his: mine[len(mine) // 2]),
    "just-beat": _pure(_just_beat),
}

NAMES = tuple(_NAMED)
"""The policies of the rules of WarGops that are defined card by card."""


def named(name: str) -> WarGopsPolicy:
    """Return the policy of that name.

    Raises
    ------
    UserError
        If there is none; it names the nearest.
    """
    if name not in _NAMED:
        raise unknown("policy", name, NAMES)
    return _NAMED[name]
