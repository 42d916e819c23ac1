"""The exact odds of an evening of Casino War, every hand from a fresh shoe.

The hands are then independent, and the chances of all bankrolls follow hand by hand
(:mod:`.walk`), accurate to about 13 digits.
"""

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from sim.errors import UserError
from sim.games.casino_war.odds.walk import ALIVE, GOAL, RUIN, STOP_LOSS, Walk
from sim.games.casino_war.rules import MOST_STAKE, CasinoWarRules
from sim.machine.notebook import NotebookResult


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
    bankroll: int = 100,
    stake: int = 1,
    hands: int = 200,
    *,
    staking: str = "flat",
    share: int = 10,
    most_stake: int = MOST_STAKE,
    stop_loss: int = 0,
    goal: int = 0,
    decks: int = 6,
    on_tie: str = "war",
    tie_bonus: int = 0,
) -> SessionOdds:
    """The exact odds of a session in which every hand comes from a fresh shoe.

    Parameters
    ----------
    bankroll, stake, hands, staking, share, most_stake, stop_loss, goal, decks, on_tie,
    tie_bonus
        The options of ``casino-war``. Without a limit of hands (0) there must be a
        goal.

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
    rules = session_rules(
        bankroll=bankroll, stake=stake, hands=hands, staking=staking, share=share, most_stake=most_stake,
        stop_loss=stop_loss, goal=goal, decks=decks, on_tie=on_tie, tie_bonus=tie_bonus,
    )  # fmt: skip
    return odds_of_session(rules)


def odds_of_session(rules: CasinoWarRules) -> SessionOdds:
    """The odds of a session for rules that :func:`session_rules` has checked."""
    course = Walk(rules)
    ended = np.zeros(course.places)
    hands_played: dict[int, float] = {}
    for played, (gone, playing) in enumerate(course.hands(), 1):
        ended += gone
        left = playing
        hands_played[played] = float(gone.sum())
    hands_played[played] += float(left.sum())
    end: dict[Fraction, float] = defaultdict(float)
    endings = dict.fromkeys((ALIVE, RUIN, STOP_LOSS, GOAL), 0.0)
    for place, (over, alive) in enumerate(
        zip(ended.tolist(), left.tolist(), strict=True)
    ):
        if over or alive:
            end[course.amount(place)] += over + alive
        endings[course.ending(place)] += over
    endings[ALIVE] += float(left.sum())
    by_hand = {hand: chance for hand, chance in hands_played.items() if chance}
    return SessionOdds(rules, dict(end), endings, by_hand)


def session_rules(**options: Any) -> CasinoWarRules:
    """The rules of a session whose hands are independent."""
    return of_fresh_shoes(CasinoWarRules.of(options))


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
