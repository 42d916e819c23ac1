"""The bankroll of a Casino War session from hand to hand, in halves of a unit: the chances of all its values."""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.errors import UserError
from sim.games.casino_war.odds.rounds import RoundOdds, casino_war
from sim.games.casino_war.rules import CasinoWarRules

Moves = list[tuple[int, Any]]
"""The moves of the bankroll in a hand: steps of half a stake, and the chance of each (or its numerator)."""

State = tuple[int, int]
"""A bankroll in halves, and the stake of the next hand."""

Move = tuple[bool, State, State, float]
"""Whether a hand is lost, the states before and after it, and the chance."""

MOST_STATES = 20_000
"""The most states of a walk with stakes that change: some seconds."""

ALIVE, RUIN, STOP_LOSS, GOAL = "hands", "ruin", "stop-loss", "goal"

NEGLIGIBLE = 1e-15
"""A session without a limit of hands is followed until the chance that it is still going is below this."""

ROUNDING = 1e-9
"""More than the chances of all hands can lose by rounding."""


class Walk:
    """The bankroll from hand to hand, as the chances of all the places where it can be."""

    # fractions: Whether chances are whole numbers over powers of ``scale``; otherwise
    # they are floating-point numbers.

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
        self.rich, self.poor = self._moves(rich), self._moves(poor)
        self.raises = self._number(rich.wagered - 1)
        self._halves, self._stakes = self._all_places()
        self.places = len(self._halves)
        self._over = self._is_over(self._halves)
        self._is_rich = self._halves >= 4 * self._stakes

    def _all_places(self) -> tuple[NDArray[np.int64], NDArray[np.int64] | int]:
        """The bankroll at each place, in halves from the lowest up, and the stake.

        Set the start.
        """
        rules = self.rules
        deepest = 2 * rules.bankroll // rules.stake
        self.start = min(deepest, 4 * rules.hands) if rules.hands else deepest
        """The place of the bankroll at the start; place 0 is the lowest that it can reach."""
        most = 2 + 2 * rules.tie_bonus
        reach = most * rules.hands if rules.hands else 0
        if rules.goal:
            to_goal = -(-2 * rules.goal // rules.stake) + most
            reach = min(reach, to_goal) if rules.hands else to_goal
        halves = (
            2 * rules.bankroll
            + (np.arange(self.start + reach + 1) - self.start) * rules.stake
        )
        poorest = int(np.count_nonzero(halves < 4 * rules.stake))
        self._parts = (self.rich, poorest, len(halves)), (self.poor, 0, poorest)
        """The moves from some places, the first of these, and the one after the last."""
        return halves, rules.stake

    def _ending_at(self, halves: Any) -> tuple[Any, Any, Any]:
        """Whether a bankroll is ruin, reaches the stop-loss, and reaches the goal, each before the next."""
        rules = self.rules
        ruin = halves < 2 * rules.stake
        stop = (halves <= 2 * (rules.bankroll - rules.stop_loss)) & bool(
            rules.stop_loss
        )
        return (
            ruin,
            stop,
            (halves >= 2 * (rules.bankroll + rules.goal)) & bool(rules.goal),
        )

    def _is_over(self, halves: Any) -> Any:
        ruin, stop, goal = self._ending_at(halves)
        return ruin | stop | goal

    def nobody(self) -> NDArray[Any]:
        """A chance of 0 for every place."""
        return np.full(self.places, self.certain * 0, self._type)

    def everybody(self) -> NDArray[Any]:
        """The chances at the start: certainty at one place."""
        all_here = self.nobody()
        all_here[self.start] = self.certain
        return all_here

    def amount(self, place: int) -> Fraction:
        """The bankroll of a place."""
        return Fraction(int(self._halves[place]), 2)

    def ending(self, place: int) -> str:
        """Why a session ends at a place."""
        ends = zip(
            (RUIN, STOP_LOSS, GOAL), self._ending_at(self._halves[place]), strict=True
        )
        return next((ending for ending, here in ends if here), ALIVE)

    def hands(self) -> Iterator[tuple[NDArray[Any], NDArray[Any], Any]]:
        """Yield for each hand the chances of ending after it, those of playing on, and its mean stake.

        All numbers are over ``scale`` to the power of the hand's number.
        """
        left = self.everybody()
        for hand in count(1):
            all_stakes = left * self._stakes
            staked = (
                all_stakes.sum() * self.scale
                + all_stakes[self._is_rich].sum() * self.raises
            )
            after = self._after(left)
            gone = np.where(self._over, after, self.certain * 0)
            left = np.where(self._over, self.certain * 0, after)
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
        left = self.everybody()
        for hand in count(1):
            left = self._after(left)
            met += float(left[: floor + 1].sum())
            left[: floor + 1] = 0.0
            left[self._over] = 0.0
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
        left[0] = self.everybody()
        for hand in count(1):
            won, lost = self._after(left, lost=False), self._after(left, lost=True)
            met += float(lost[-1].sum())
            left[1:] = lost[:-1]
            left[0] = won.sum(axis=0)
            left[:, self._over] = 0.0
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
        for moves, first, end in self._parts:
            for step, chance in moves:
                if lost is not None and lost != (step < 0):
                    continue
                least, most = max(first, -step), min(end, self.places - step)
                if least < most:
                    after[..., least + step : most + step] += (
                        before[..., least:most] * chance
                    )
        return after

    def _moves(self, odds: RoundOdds) -> Moves:
        moves: dict[int, Fraction] = {}
        for result, chance in odds.probabilities.items():
            step = int(2 * odds.nets[result])
            moves[step] = moves.get(step, Fraction()) + chance
        return [
            (step, self._number(chance)) for step, chance in moves.items() if chance
        ]

    def _number(self, chance: Fraction) -> Any:
        return int(chance * self.scale) if self._type is object else float(chance)


class StakedWalk(Walk):
    """The bankroll and the stake from hand to hand, where the stake depends on what was lost or on the bankroll."""

    def _all_places(self) -> tuple[NDArray[np.int64], NDArray[np.int64] | int]:
        if self._type is object:
            cure = "ask for fractions=False, or flat stakes"
            raise UserError(
                f"{self.rules.staking!r} with fractions", where="staking", cure=cure
            )
        states, moves = self._reachable()
        order = {state: place for place, state in enumerate(sorted(states))}
        self.start = order[states[0]]
        self._won, self._lost = (
            _matrix(order, [each for each in moves if each[0] == lost])
            for lost in (False, True)
        )
        halves, stakes = np.array(list(order)).T
        return halves, stakes

    def _reachable(self) -> tuple[list[State], list[Move]]:
        """The states that can be reached, the start first, and the moves between them."""
        rules = self.rules
        states = [(2 * rules.bankroll, rules.next_stake(rules.bankroll, 0, lost=False))]
        known, moves = set(states), []
        first = 0
        for _ in range(rules.hands) if rules.hands else count():
            new = [state for state in states[first:] if not self._is_over(state[0])]
            first = len(states)
            for halves, stake in new:
                for step, chance in self.rich if halves >= 4 * stake else self.poor:
                    money = halves + step * stake
                    state = money, rules.next_stake(money / 2, stake, lost=step < 0)
                    moves.append((step < 0, (halves, stake), state, chance))
                    states += [] if state in known else [state]
                    known.add(state)
            if len(states) > MOST_STATES:
                raise UserError(
                    f"more than {MOST_STATES:,} bankrolls and stakes can occur",
                    where="staking",
                    cure="set a nearer goal, fewer hands or a lower most_stake, or estimate it with warlab play",
                )
            if first == len(states):
                break
        return states, moves

    def _after(self, before: NDArray[Any], *, lost: bool | None = None) -> NDArray[Any]:
        after = np.zeros(before.shape)
        after += 0 if lost is True else before @ self._won
        after += 0 if lost is False else before @ self._lost
        return after


def _matrix(order: Mapping[State, int], moves: Sequence[Move]) -> Any:
    """The chances of going from one place to another in a hand."""
    from scipy.sparse import csr_array

    _, before, after, chances = zip(*moves, strict=True)
    places = [order[state] for state in before], [order[state] for state in after]
    return csr_array((chances, places), shape=(len(order), len(order)))


def walk(rules: CasinoWarRules, *, fractions: bool) -> Walk:
    """The walk of a session under its way of staking."""
    return (Walk if rules.staking == "flat" else StakedWalk)(rules, fractions=fractions)


def _is_decided(met: float, left: float, against: float | None) -> bool:
    """Whether a chance that is met so far, with what is left, is certain to be above another or below it."""
    return against is not None and (met > against or met + left < against - ROUNDING)
