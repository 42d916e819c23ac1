"""Payoffs of policies for WarGops, in plain Python: the game as they take it, and the named policies."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from sim.errors import unknown
from sim.games.wargops.solution.problem import WarGopsProblem
from sim.solver.policies import Chances, Hand, Payoffs, with_cards, without

WarGopsPolicy: TypeAlias = Callable[[Hand, Hand, Hand], Chances]
"""``policy(mine, theirs, pots)``: the chances of the ranks held, by rank, or of all cards in the hand's order."""


class _State(NamedTuple):
    """A position, as player 0 sees it."""

    mine: Hand
    theirs: Hand
    pots: Hand


class _WarGopsTricks:
    """WarGops as payoffs of policies are computed in it: points count at the end."""

    fewer = "use fewer ranks, or a policy with fewer random cards"

    def __init__(self, problem: WarGopsProblem) -> None:
        self.start = _State(problem.full_hand, problem.full_hand, ())
        self._to_survivor = problem.last_pot == "survivor"

    def final(self, state: _State) -> float | None:
        """Return the points of the survivor, signed."""
        mine, theirs, pots = state
        if mine and theirs:
            return None
        last = sum(pots) if self._to_survivor else 0
        return float(sum(mine) + last if mine else -sum(theirs) - last if theirs else 0)

    def turns(self, state: _State) -> list[_State]:
        """Return the position itself: nothing is left to chance."""
        return [state]

    def hands(self, turn: _State) -> tuple[Hand, Hand]:
        """Return both hands."""
        return turn.mine, turn.theirs

    def ask(self, policy: WarGopsPolicy, turn: _State, seat: int) -> Chances:
        """Return the chances of a policy in a player's seat."""
        mine, theirs, pots = turn
        return policy(mine, theirs, pots) if seat == 0 else policy(theirs, mine, pots)

    def after(self, turn: _State, card: int, answer: int) -> tuple[float, _State]:
        """Return the position after a trick."""
        mine, theirs = without(turn.mine, card), without(turn.theirs, answer)
        pots: Hand = ()
        if card > answer:
            mine = with_cards(mine, answer, *turn.pots)
        elif card < answer:
            theirs = with_cards(theirs, card, *turn.pots)
        else:
            pots = with_cards(turn.pots, card)
        return 0.0, _State(mine, theirs, pots)


def best_response(problem: WarGopsProblem, policy: str | WarGopsPolicy) -> float:
    """Return the mean payoff of the best response to a policy; see :meth:`WarGopsSolution.best_response`."""
    game = _WarGopsTricks(problem)
    return Payoffs(game, None, _policy(policy)).value(game.start)


def expected(problem: WarGopsProblem, policy_0: str | WarGopsPolicy, policy_1: str | WarGopsPolicy) -> float:
    """Return the mean payoff of one policy against another."""
    game = _WarGopsTricks(problem)
    return Payoffs(game, _policy(policy_0), _policy(policy_1)).value(game.start)


def _pure(choose: Callable[[Hand, Hand], int]) -> WarGopsPolicy:
    """Return the policy whose card is a function of both hands."""
    return lambda mine, theirs, pots: {choose(mine, theirs): 1.0}


def _just_beat(mine: Hand, theirs: Hand) -> int:
    return next((card for card in mine if card > max(theirs)), mine[0])


def _random_rank(mine: Hand, theirs: Hand, pots: Hand) -> Chances:
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


def _policy(policy: str | WarGopsPolicy) -> WarGopsPolicy:
    if not isinstance(policy, str):
        return policy
    if policy not in _NAMED:
        raise unknown("policy", policy, NAMES)
    return _NAMED[policy]
