"""The bankroll of a Casino War session from hand to hand.

It is counted in halves of a unit, with the chances of all its values.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.games.casino_war.odds.rounds import RoundOdds, casino_war
from sim.games.casino_war.rules import CasinoWarRules

Steps = Mapping[int, Any]
"""The steps of the bankroll in a hand, in halves of a stake, each with its chance (or
its numerator)."""

State = tuple[int, int]
"""A bankroll in halves, and the stake of the next hand."""

Move = tuple[State, State, Any]
"""The states before and after a hand, and the chance of it."""

MOST_STATES = 50_000
"""The most states of a walk: some seconds."""

ALIVE, RUIN, STOP_LOSS, GOAL = "hands", "ruin", "stop-loss", "goal"

NEGLIGIBLE = 1e-15
"""A session without a limit of hands is followed until the chance that it is still
going is below this."""

ROUNDING = 1e-9
"""More than the chances of all hands can lose by rounding."""


class Moves(NamedTuple):
    """Moves between places, those to the same place side by side.

    Attributes
    ----------
    before, chances
        Where each move begins, and its chance.
    after, firsts
        The places to which there are moves, and the first move to each.
    """

    before: NDArray[np.int64]
    chances: NDArray[Any]
    after: NDArray[np.int64]
    firsts: NDArray[np.int64]


class Walk:
    """The bankroll and the stake from hand to hand.

    The walk has the chances of all the places where they can be.

    Parameters
    ----------
    rules
        The rules of a session whose hands are independent.
    fractions
        Whether chances are whole numbers over powers of ``scale``; otherwise they are
        floating-point numbers.

    Attributes
    ----------
    scale
        The denominator that each hand adds to all chances.
    certain
        The chance of what is certain.
    places
        The number of places: bankrolls from the lowest up, each with its stakes.
    start
        The place at the beginning.

    Raises
    ------
    UserError
        If there are too many places.
    """

    def __init__(self, rules: CasinoWarRules, *, fractions: bool) -> None:
        self.rules = rules
        rich = casino_war(rules.decks, rules.on_tie, 0, rules.tie_bonus)
        poor = casino_war(rules.decks, "surrender")
        chances = [*rich.probabilities.values(), *poor.probabilities.values()]
        self.scale = (
            math.lcm(*(chance.denominator for chance in chances)) if fractions else 1
        )
        self.certain: Any = 1 if fractions else 1.0
        self._type = object if fractions else np.float64
        self.raises = self._number(rich.wagered - 1)
        states, moves = _reachable(rules, self._steps(rich), self._steps(poor))
        order = {state: place for place, state in enumerate(sorted(states))}
        self.places = len(states)
        self.start = order[states[0]]
        self._moves = {lost: self._placed(order, moves[lost]) for lost in moves}
        self._halves, self._stakes = np.array(list(order)).T
        self._is_rich = self._halves >= 4 * self._stakes
        endings = map(self.ending, range(self.places))
        self._is_over = np.array([ending != ALIVE for ending in endings])

    def no_chances(self) -> NDArray[Any]:
        """A chance of 0 for every place."""
        return np.full(self.places, self.certain * 0, self._type)

    def chances_at_start(self) -> NDArray[Any]:
        """The chances before the first hand: the session is certainly at the start."""
        chances = self.no_chances()
        chances[self.start] = self.certain
        return chances

    def amount(self, place: int) -> Fraction:
        """The bankroll of a place."""
        return Fraction(int(self._halves[place]), 2)

    def ending(self, place: int) -> str:
        """Why a session ends at a place."""
        return _ending(self.rules, int(self._halves[place]))

    def hands(self) -> Iterator[tuple[NDArray[Any], NDArray[Any], Any]]:
        """Yield for each hand the chances after it, and its mean stake.

        The chances are those of ending with the hand, and of playing on.

        All numbers are over ``scale`` to the power of the hand's number.
        """
        left = self.chances_at_start()
        for hand in count(1):
            all_stakes = left * self._stakes
            staked = (
                all_stakes.sum() * self.scale
                + all_stakes[self._is_rich].sum() * self.raises
            )
            after = self._after(left)
            gone = np.where(self._is_over, after, self.certain * 0)
            left = np.where(self._is_over, self.certain * 0, after)
            yield gone, left, staked
            if self._is_last(hand, left.sum()):
                return

    def chance_of_falling_to(
        self, floor: int, *, against: float | None = None
    ) -> float:
        """The chance that the bankroll is ever, after some hand, at this place or below.

        With ``against``, the walk may stop as soon as it is certain on which side of
        that chance the answer lies; then only a part of the chance is returned, on the
        same side.
        """
        met = 0.0
        left = self.chances_at_start()
        for hand in count(1):
            left = self._after(left)
            met += float(left[: floor + 1].sum())
            left[: floor + 1] = 0.0
            left[self._is_over] = 0.0
            if self._is_last(hand, rest := float(left.sum())) or _is_decided(
                met, rest, against
            ):
                break
        return met

    def chance_of_losing(self, hands: int, *, against: float | None = None) -> float:
        """The chance that this many hands are ever lost in a row.

        With ``against``, the walk may stop as soon as it is certain on which side of
        that chance the answer lies; then only a part of the chance is returned, on the
        same side.
        """
        met = 0.0
        # A row for each number of hands just lost; a session that reaches the streak is
        # counted and dropped.
        left = np.zeros((hands, self.places))
        left[0] = self.chances_at_start()
        for hand in count(1):
            won = self._after(left, lost=False)
            lost = self._after(left, lost=True)
            met += float(lost[-1].sum())
            left[1:] = lost[:-1]
            left[0] = won.sum(axis=0)
            left[:, self._is_over] = 0.0
            if self._is_last(hand, rest := float(left.sum())) or _is_decided(
                met, rest, against
            ):
                break
        return met

    def _is_last(self, hand: int, left: float) -> bool:
        return hand == self.rules.hands or (not self.rules.hands and left < NEGLIGIBLE)

    def _after(self, before: NDArray[Any], *, lost: bool | None = None) -> NDArray[Any]:
        """The chances after one more hand: after any hand, or only lost ones, or only the others.

        ``before`` may have several rows of chances.
        """
        after = np.full(before.shape, self.certain * 0, self._type)
        for kind, moves in self._moves.items():
            if lost is None or lost == kind:
                chances = before[..., moves.before] * moves.chances
                after[..., moves.after] += np.add.reduceat(
                    chances, moves.firsts, axis=-1
                )
        return after

    def _steps(self, odds: RoundOdds) -> Steps:
        steps: dict[int, Any] = defaultdict(int)
        for result, chance in odds.probabilities.items():
            if chance:
                steps[int(2 * odds.nets[result])] += self._number(chance)
        return steps

    def _placed(self, order: Mapping[State, int], moves: Sequence[Move]) -> Moves:
        """Moves between states as moves between their places."""
        placed = [
            (order[after], order[before], chance) for before, after, chance in moves
        ]
        ends, begins, chances = zip(*sorted(placed), strict=True)
        after, firsts = np.unique(ends, return_index=True)
        return Moves(np.array(begins), np.array(chances, self._type), after, firsts)

    def _number(self, chance: Fraction) -> Any:
        return int(chance * self.scale) if self._type is object else float(chance)


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
) -> tuple[list[State], dict[bool, list[Move]]]:
    """The states that can be reached, and the moves between them.

    The start comes first; moves are those of won hands and of lost ones.
    """
    states = [(2 * rules.bankroll, rules.next_stake(rules.bankroll, 0, lost=False))]
    known = set(states)
    moves: dict[bool, list[Move]] = {False: [], True: []}
    first = 0
    for _ in range(rules.hands) if rules.hands else count():
        new = [state for state in states[first:] if _ending(rules, state[0]) == ALIVE]
        first = len(states)
        for halves, stake in new:
            for step, chance in (rich if halves >= 4 * stake else poor).items():
                money = halves + step * stake
                lost = step < 0
                state = money, rules.next_stake(money / 2, stake, lost=lost)
                moves[lost].append(((halves, stake), state, chance))
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


def _is_decided(met: float, left: float, against: float | None) -> bool:
    """Whether a chance is certain to be above another, or below it.

    It is ``met`` so far, and at most ``left`` can be added.
    """
    return against is not None and (met > against or met + left < against - ROUNDING)
