"""The bankroll of a Casino War session from hand to hand.

It is counted in halves of a unit, with the chances of all its values.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import count
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.games.casino_war.odds.rounds import RoundOdds, casino_war
from sim.games.casino_war.rules import CasinoWarRules

Chances: TypeAlias = NDArray[np.float64]
"""The chance of each place of a walk."""

Steps: TypeAlias = Mapping[int, float]
"""The steps of the bankroll in a hand, in halves of a stake, each with its chance."""

State: TypeAlias = tuple[int, int]
"""A bankroll in halves, and the stake of the next hand."""

Move: TypeAlias = tuple[State, State, float]
"""The states before and after a hand, and the chance of it."""

MOST_STATES = 50_000
"""The most states of a walk: some seconds."""

ALIVE, RUIN, STOP_LOSS, GOAL = "hands", "ruin", "stop-loss", "goal"

NEGLIGIBLE = 1e-15
"""A session without a limit of hands is followed until the chance that it is still
going is below this."""


class Walk:
    """The bankroll and the stake from hand to hand.

    The walk has the chances of all the places where they can be.

    Parameters
    ----------
    rules
        The rules of a session whose hands are independent.

    Attributes
    ----------
    places
        The number of places: bankrolls from the lowest up, each with its stakes.

    Raises
    ------
    UserError
        If there are too many places.
    """

    def __init__(self, rules: CasinoWarRules) -> None:
        self.rules = rules
        rich = casino_war(rules.decks, rules.on_tie, rules.tie_bonus)
        poor = casino_war(rules.decks, "surrender")
        states, moves = _reachable(rules, _steps(rich), _steps(poor))
        order = {state: place for place, state in enumerate(sorted(states))}
        self.places = len(states)
        self._start = order[states[0]]
        self._before = np.array([order[before] for before, _, _ in moves])
        self._after = np.array([order[after] for _, after, _ in moves])
        self._chances = np.array([chance for _, _, chance in moves])
        self._halves = np.array([halves for halves, _ in order])
        endings = map(self.ending, range(self.places))
        self._is_over = np.array([ending != ALIVE for ending in endings])

    def amount(self, place: int) -> Fraction:
        """The bankroll of a place."""
        return Fraction(int(self._halves[place]), 2)

    def ending(self, place: int) -> str:
        """Why a session ends at a place."""
        return _ending(self.rules, int(self._halves[place]))

    def hands(self) -> Iterator[tuple[Chances, Chances]]:
        """Yield for each hand the chances of ending with it, and of playing on."""
        left = np.zeros(self.places)
        left[self._start] = 1.0
        for hand in count(1):
            moved = left[self._before] * self._chances
            after = np.bincount(self._after, moved, minlength=self.places)
            gone = np.where(self._is_over, after, 0.0)
            left = np.where(self._is_over, 0.0, after)
            yield gone, left
            if hand == self.rules.hands:
                return
            if not self.rules.hands and left.sum() < NEGLIGIBLE:
                return


def _steps(odds: RoundOdds) -> Steps:
    """The steps of the bankroll in a hand with given odds."""
    steps: dict[int, Fraction] = defaultdict(Fraction)
    for result, chance in odds.probabilities.items():
        if chance:
            steps[int(2 * odds.nets[result])] += chance
    return {step: float(chance) for step, chance in steps.items()}


def _ending(rules: CasinoWarRules, halves: int) -> str:
    """Why a session ends at a bankroll in halves, or that it goes on while there are hands."""
    if halves < 2 * rules.stake:
        return RUIN
    if rules.stop_loss and halves <= 2 * (rules.bankroll - rules.stop_loss):
        return STOP_LOSS
    if rules.goal and halves >= 2 * (rules.bankroll + rules.goal):
        return GOAL
    return ALIVE


def _reachable(
    rules: CasinoWarRules, rich: Steps, poor: Steps
) -> tuple[list[State], list[Move]]:
    """The states that can be reached, the start first, and the moves between them."""
    states = [(2 * rules.bankroll, rules.next_stake(rules.bankroll, 0, lost=False))]
    known = set(states)
    moves: list[Move] = []
    first = 0
    for _ in range(rules.hands) if rules.hands else count():
        new = [state for state in states[first:] if _ending(rules, state[0]) == ALIVE]
        first = len(states)
        for halves, stake in new:
            for step, chance in (rich if halves >= 4 * stake else poor).items():
                money = halves + step * stake
                state = money, rules.next_stake(money / 2, stake, lost=step < 0)
                moves.append(((halves, stake), state, chance))
                if state not in known:
                    states.append(state)
                    known.add(state)
        if len(states) > MOST_STATES:
            raise UserError(
                f"more than {MOST_STATES:,} bankrolls and stakes can occur",
                where="staking",
                cure="set a nearer goal, fewer hands or a lower most_stake, or "
                "estimate it with warlab play",
            )
        if first == len(states):
            break
    return states, moves
