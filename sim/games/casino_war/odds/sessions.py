"""The exact odds of an evening of Casino War, every hand from a fresh shoe.

The hands are then independent, and the chances of all bankrolls follow hand by hand,
accurate to about 13 digits. Bankrolls are counted in halves of a unit.
"""

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any, TypeAlias

import numpy as np

from sim.errors import UserError
from sim.games.casino_war.odds.rounds import RoundOdds, odds_under
from sim.games.casino_war.rules import CasinoWarRules
from sim.machine.notebook import NotebookResult

Steps: TypeAlias = Mapping[int, float]
"""The steps of the bankroll in a hand, in halves of a stake, each with its chance."""

State: TypeAlias = tuple[int, int]
"""A bankroll in halves, and the stake of the next hand."""

Move: TypeAlias = tuple[State, State, float]
"""The states before and after a hand, and the chance of it."""

MOST_STATES = 50_000
"""The most states of a session: some seconds."""

GOES_ON, RUIN, STOP_LOSS, GOAL = "hands", "ruin", "stop-loss", "goal"

NEGLIGIBLE = 1e-15
"""A session without a limit of hands is followed until the chance that it is still
going is below this."""


@dataclass(frozen=True)
class SessionOdds(NotebookResult):
    """The chances of one session.

    Attributes
    ----------
    rules
        The rules of the session.
    end
        The chance of every bankroll at the end, from the lowest up.
    endings
        The chance of every ending: ``hands``, ``ruin``, ``stop-loss``, ``goal``.
    hands_played
        The chance of every number of hands played.
    """

    rules: CasinoWarRules
    end: Mapping[Fraction, float]
    endings: Mapping[str, float]
    hands_played: Mapping[int, float]

    @property
    def ruined(self) -> float:
        """The chance that the bankroll does not cover the stake at the end."""
        return self.endings[RUIN]

    @property
    def ahead(self) -> float:
        """The chance of leaving with more than the starting bankroll."""
        return sum(
            chance
            for amount, chance in self.end.items()
            if amount > self.rules.bankroll
        )

    @property
    def mean_end(self) -> float:
        """The mean bankroll at the end."""
        return sum(float(amount) * chance for amount, chance in self.end.items())

    @property
    def sd_end(self) -> float:
        """The standard deviation of the bankroll at the end."""
        mean = self.mean_end
        return math.sqrt(
            sum(
                (float(amount) - mean) ** 2 * chance
                for amount, chance in self.end.items()
            )
        )

    @property
    def mean_hands(self) -> float:
        """The mean number of hands played."""
        return sum(hands * chance for hands, chance in self.hands_played.items())

    @property
    def cost(self) -> float:
        """The mean loss of the evening; negative: a gain."""
        return self.rules.bankroll - self.mean_end

    def cost_per_hour(self, hands_an_hour: int) -> float:
        """The mean loss per hour at a given number of hands an hour."""
        return self.cost / self.mean_hands * hands_an_hour

    def quantile(self, share: float) -> Fraction:
        """The lowest bankroll such that at least this share of sessions ends with it or less."""
        total = 0.0
        for amount, chance in self.end.items():
            total += chance
            if total >= share:
                return amount
        return max(self.end)


def casino_session(
    bankroll: int = 100, stake: int = 1, hands: int = 200, **options: Any
) -> SessionOdds:
    """The exact odds of a session in which every hand comes from a fresh shoe.

    Parameters
    ----------
    bankroll, stake, hands
        Options of ``casino-war``. Without a limit of hands (0) there must be a goal.
    options
        Others, such as ``staking``, ``goal`` or ``decks``.

    Raises
    ------
    UserError
        If a value is not valid.

    Examples
    --------
    >>> import sim
    >>> night = sim.exact.casino_session(bankroll=2, hands=1, decks=6)
    >>> round(night.mean_end - 2, 6), round(float(sim.exact.casino_war(decks=6).ev), 6)
    (-0.028771, -0.028771)
    """
    given = {"bankroll": bankroll, "stake": stake, "hands": hands, **options}
    return odds_of_session(of_fresh_shoes(CasinoWarRules.of(given)))


def odds_of_session(rules: CasinoWarRules) -> SessionOdds:
    """The odds of a session for rules that :func:`of_fresh_shoes` has checked."""
    rich = odds_under(rules)
    # Who cannot afford a war surrenders.
    poor = odds_under(replace(rules, on_tie="surrender"))
    states, moves = _reachable(rules, _steps(rich), _steps(poor))
    places = {state: place for place, state in enumerate(states)}
    before = np.array([places[state] for state, _, _ in moves])
    after = np.array([places[state] for _, state, _ in moves])
    chances = np.array([chance for _, _, chance in moves])
    ending = [_ending(rules, halves) for halves, _ in states]
    goes_on = np.array([word == GOES_ON for word in ending])
    playing = np.zeros(len(states))
    playing[0] = 1.0
    ended = np.zeros(len(states))
    hands_played: dict[int, float] = {}
    for hand in count(1):
        moved = np.bincount(after, playing[before] * chances, minlength=len(states))
        playing = np.where(goes_on, moved, 0.0)
        gone = moved - playing
        ended += gone
        hands_played[hand] = float(gone.sum())
        left = float(playing.sum())
        if hand == rules.hands or (not rules.hands and left < NEGLIGIBLE):
            break
    hands_played[hand] += left
    end: dict[Fraction, float] = defaultdict(float)
    endings = dict.fromkeys((GOES_ON, RUIN, STOP_LOSS, GOAL), 0.0)
    for (halves, _), word, chance in zip(
        states, ending, (ended + playing).tolist(), strict=True
    ):
        if chance:
            end[Fraction(halves, 2)] += chance
            endings[word] += chance
    by_hand = {hand: chance for hand, chance in hands_played.items() if chance}
    return SessionOdds(rules, dict(sorted(end.items())), endings, by_hand)


def of_fresh_shoes(rules: CasinoWarRules) -> CasinoWarRules:
    """The rules, if they are those of a session whose hands are independent.

    Others are refused.
    """
    if not rules.is_session:
        raise UserError(
            "0", where="bankroll", cure="a session needs a bankroll above 0"
        )
    if rules.penetration:
        raise UserError(
            f"{rules.penetration:g}",
            where="penetration",
            cure="only hands from fresh shoes are independent",
        )
    if not rules.hands and not rules.goal:
        raise UserError(
            "0 without a goal", where="hands", cure="give a number of hands, or a goal"
        )
    return rules


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
    return GOES_ON


def _reachable(
    rules: CasinoWarRules, rich: Steps, poor: Steps
) -> tuple[list[State], list[Move]]:
    """The states that can be reached, the start first, and the moves between them."""
    states = [(2 * rules.bankroll, rules.next_stake(rules.bankroll, 0, lost=False))]
    known = set(states)
    moves: list[Move] = []
    first = 0
    for _ in range(rules.hands) if rules.hands else count():
        new = [state for state in states[first:] if _ending(rules, state[0]) == GOES_ON]
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
