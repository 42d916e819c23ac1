"""Best responses to policies for GOPS, in plain Python: the game as they take it, and the named policies."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from sim.errors import unknown
from sim.games.gops.policies import POLICIES, View
from sim.games.gops.solution.problem import GopsProblem
from sim.solver.policies import Chances, Hand, Payoffs, check_positions, without

GopsPolicy: TypeAlias = Callable[[Hand, Hand, Hand, int, int, int], Chances]
"""``policy(mine, theirs, prizes, upcard, pot, lead)``: the chances of ``mine``, by card or in the hand's order.

Hands and prizes are ascending. The lead is the player's own, and 0 with the objective points. The policy is not asked
for the last card."""

NAMES = tuple(
    policy.name for policy in POLICIES.parts[0].policies if not policy.name.startswith("equilibrium")
)
"""The named policies of GOPS without a table."""


class _State(NamedTuple):
    """A position before the next prize is turned, as player 0 sees it."""

    mine: Hand
    theirs: Hand
    prizes: Hand
    pot: int
    lead: int


class _GopsTurns:
    """GOPS as payoffs of policies are computed in it; a turn is a position and the prize turned up."""

    fewer = "use fewer cards, or a policy with fewer random bids"

    def __init__(self, problem: GopsProblem) -> None:
        self._win, self._carry_over, self._order = problem.is_win, problem.carry_over, problem.order
        cards = tuple(range(1, problem.cards + 1))
        self.start = _State(cards, cards, cards, 0, 0)

    def final(self, state: _State) -> float | None:
        """Return the payoff after the last prize: points count when they are won."""
        if state.prizes:
            return None
        return float((state.lead > 0) - (state.lead < 0)) if self._win else 0.0

    def turns(self, state: _State) -> list[tuple[_State, int]]:
        """Return the prizes that can be turned up."""
        prizes = state.prizes
        upcards = {"random": prizes, "descending": prizes[-1:], "ascending": prizes[:1]}[self._order]
        return [(state, upcard) for upcard in upcards]

    def hands(self, turn: tuple[_State, int]) -> tuple[Hand, Hand]:
        """Return both hands."""
        return turn[0].mine, turn[0].theirs

    def ask(self, policy: GopsPolicy, turn: tuple[_State, int], seat: int) -> Chances:
        """Return the chances of a policy in a player's seat."""
        (mine, theirs, prizes, pot, lead), upcard = turn
        rest = without(prizes, upcard)
        if seat == 0:
            return policy(mine, theirs, rest, upcard, pot, lead)
        return policy(theirs, mine, rest, upcard, pot, -lead)

    def after(self, turn: tuple[_State, int], card: int, answer: int) -> tuple[float, _State]:
        """Return the points won, unless only winning counts, and the next position."""
        (mine, theirs, prizes, pot, lead), upcard = turn
        stake = upcard + pot
        won = ((card > answer) - (card < answer)) * stake
        state = _State(
            without(mine, card),
            without(theirs, answer),
            without(prizes, upcard),
            stake if card == answer and self._carry_over else 0,
            lead + won if self._win else 0,
        )
        return 0.0 if self._win else float(won), state


def best_response(problem: GopsProblem, policy: str | GopsPolicy) -> float:
    """Return the mean payoff of the best response to a policy; see :meth:`GopsSolution.best_response`."""
    game = _GopsTurns(problem)
    if policy == "random":
        # Every hand can occur, so the number of positions is known beforehand.
        sets = 3 if problem.order == "random" else 2
        check_positions(
            sum(math.comb(problem.cards, size) ** sets for size in range(1, problem.cards + 1)), game.fewer
        )
    theirs = named(policy, problem.cards) if isinstance(policy, str) else policy
    return Payoffs(game, None, theirs).value(game.start)


def named(name: str, cards: int) -> GopsPolicy:
    """Return the policy of that name, for a game with that number of cards."""
    if name not in NAMES:
        raise unknown("policy", name, NAMES)
    if name == "random":
        return lambda mine, theirs, prizes, upcard, pot, lead: [1 / len(mine)] * len(mine)
    choose: Callable[[View, Any], int] = POLICIES.parts[0].find(name).choose

    def policy(mine: Hand, theirs: Hand, prizes: Hand, upcard: int, pot: int, lead: int) -> Chances:
        # These policies draw nothing, and none looks at the rule for ties or at the scores.
        return {choose(View(cards, False, mine, theirs, prizes, upcard, pot, lead, 0), None): 1.0}

    return policy
