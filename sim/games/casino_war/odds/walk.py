"""The bankroll of a Casino War session from hand to hand, in steps of half a stake: the chances of all its values."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.casino_war.odds.rounds import RoundOdds, casino_war
from sim.games.casino_war.rules import CasinoWarRules

Moves = list[tuple[int, Any]]
"""The moves of the bankroll in a hand: steps of half a stake, and the chance of each (or its numerator)."""

ALIVE, RUIN, STOP_LOSS, GOAL = "hands", "ruin", "stop-loss", "goal"

NEGLIGIBLE = 1e-15
"""A session without a limit of hands is followed until the chance that it is still going is below this."""

ROUNDING = 1e-9
"""More than the chances of all hands can lose by rounding."""


class Walk:
    """The bankroll from hand to hand, as the chances of all the places where it can be."""

    # fractions: Whether chances are whole numbers over powers of ``scale``; otherwise they are floating-point
    # numbers.

    def __init__(self, rules: CasinoWarRules, *, fractions: bool) -> None:
        self.rules = rules
        rich = casino_war(rules.decks, rules.on_tie, 0, rules.tie_bonus)
        poor = casino_war(rules.decks, "surrender")
        chances = [*rich.probabilities.values(), *poor.probabilities.values()]
        self.scale = math.lcm(*(chance.denominator for chance in chances)) if fractions else 1
        self.certain: Any = 1 if fractions else 1.0
        self._type = object if fractions else np.float64
        self.rich, self.poor = self._moves(rich), self._moves(poor)
        self.raises = self._number(rich.wagered - 1)
        deepest = 2 * rules.bankroll // rules.stake
        self.start = min(deepest, 4 * rules.hands) if rules.hands else deepest
        """The place of the bankroll at the start; place 0 is the lowest that it can reach."""
        most = 2 + 2 * rules.tie_bonus
        reach = most * rules.hands if rules.hands else 0
        if rules.goal:
            to_goal = -(-2 * rules.goal // rules.stake) + most
            reach = min(reach, to_goal) if rules.hands else to_goal
        self.places = self.start + reach + 1
        halves = 2 * rules.bankroll + (np.arange(self.places) - self.start) * rules.stake
        self._ruin = halves < 2 * rules.stake
        self._stop = (halves <= 2 * (rules.bankroll - rules.stop_loss)) & bool(rules.stop_loss) & ~self._ruin
        self._goal = (halves >= 2 * (rules.bankroll + rules.goal)) & bool(rules.goal)
        self._over = self._ruin | self._stop | self._goal
        self._is_rich = halves >= 4 * rules.stake
        poorest = int(np.count_nonzero(~self._is_rich))
        self._parts = (self.rich, poorest, self.places), (self.poor, 0, poorest)
        """The moves from some places, the first of these, and the one after the last."""

    def nobody(self) -> NDArray[Any]:
        """Return a chance of 0 for every place."""
        return np.full(self.places, self.certain * 0, self._type)

    def everybody(self) -> NDArray[Any]:
        """Return the chances at the start: certainty at one place."""
        all_here = self.nobody()
        all_here[self.start] = self.certain
        return all_here

    def amount(self, place: int) -> Fraction:
        """Return the bankroll of a place."""
        return self.rules.bankroll + Fraction((place - self.start) * self.rules.stake, 2)

    def ending(self, place: int) -> str:
        """Return why a session ends at a place."""
        return (
            RUIN
            if self._ruin[place]
            else STOP_LOSS
            if self._stop[place]
            else GOAL
            if self._goal[place]
            else ALIVE
        )

    def hands(self) -> Iterator[tuple[NDArray[Any], NDArray[Any], Any]]:
        """Yield for each hand the chances of ending after it, those of playing on, and its mean stake."""
        # All numbers are over ``scale`` to the power of the hand's number.
        left = self.everybody()
        for hand in count(1):
            staked = left.sum() * self.scale + left[self._is_rich].sum() * self.raises
            after = self._after(left)
            gone = np.where(self._over, after, self.certain * 0)
            left = np.where(self._over, self.certain * 0, after)
            yield gone, left, staked
            if self._is_last(hand, left.sum()):
                return

    def chance_of_falling_to(self, floor: int, *, against: float | None = None) -> float:
        """Return the chance that the bankroll is ever, after some hand, at this place or below."""
        # With ``against``, the walk may stop as soon as it is certain on which side of that chance the answer
        # lies; then only a part of the chance is returned, on the same side.
        met = 0.0
        left = self.everybody()
        for hand in count(1):
            left = self._after(left)
            met += float(left[: floor + 1].sum())
            left[: floor + 1] = 0.0
            left[self._over] = 0.0
            if self._is_last(hand, rest := float(left.sum())) or _is_decided(met, rest, against):
                break
        return met

    def chance_of_losing(self, hands: int, *, against: float | None = None) -> float:
        """Return the chance that this many hands are ever lost in a row."""
        # With ``against``, the walk may stop as soon as it is certain on which side of that chance the answer
        # lies; then only a part of the chance is returned, on the same side.
        met = 0.0
        # A row for each number of hands just lost; a session that reaches the streak is counted and dropped.
        left = np.zeros((hands, self.places))
        left[0] = self.everybody()
        for hand in count(1):
            won, lost = self._after(left, lost=False), self._after(left, lost=True)
            met += float(lost[-1].sum())
            left[1:] = lost[:-1]
            left[0] = won.sum(axis=0)
            left[:, self._over] = 0.0
            if self._is_last(hand, rest := float(left.sum())) or _is_decided(met, rest, against):
                break
        return met

    def _is_last(self, hand: int, left: float) -> bool:
        return hand == self.rules.hands or (not self.rules.hands and left < NEGLIGIBLE)

    def _after(self, before: NDArray[Any], *, lost: bool | None = None) -> NDArray[Any]:
        """Return the chances after one more hand: after any hand, or only lost ones, or only the others."""
        # ``before`` may have several rows of chances.
        after = np.full(before.shape, self.certain * 0, self._type)
        for moves, first, end in self._parts:
            for step, chance in moves:
                if lost is not None and lost != (step < 0):
                    continue
                least, most = max(first, -step), min(end, self.places - step)
                if least < most:
                    after[..., least + step : most + step] += before[..., least:most] * chance
        return after

    def _moves(self, odds: RoundOdds) -> Moves:
        moves: dict[int, Fraction] = {}
        for result, chance in odds.probabilities.items():
            step = int(2 * odds.nets[result])
            moves[step] = moves.get(step, Fraction()) + chance
        return [(step, self._number(chance)) for step, chance in moves.items() if chance]

    def _number(self, chance: Fraction) -> Any:
        return int(chance * self.scale) if self._type is object else float(chance)


def _is_decided(met: float, left: float, against: float | None) -> bool:
    """Return whether a chance that is met so far, with what is left, is certain to be above another or below it."""
    return against is not None and (met > against or met + left < against - ROUNDING)
