"""The exact odds of an evening of Casino War, every hand from a fresh shoe.

The hands are then independent, and the chances of all bankrolls follow hand by hand
(:mod:`.walk`): exact in whole numbers over a common denominator, or nearly exact and
fast in floating point.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

from sim.errors import UserError
from sim.games.casino_war.odds.walk import ALIVE, GOAL, RUIN, STOP_LOSS, Walk
from sim.games.casino_war.rules import MOST_STAKE, CasinoWarRules
from sim.machine.notebook import NotebookResult
from sim.options import check_flag

HALF = 0.5


@dataclass(frozen=True)
class SessionOdds(NotebookResult):
    """The chances of one session: fractions, or floating-point numbers if those were asked for.

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
    mean_staked
        The mean total stake, raises included.
    """

    rules: CasinoWarRules
    end: Mapping[Fraction, Any]
    endings: Mapping[str, Any]
    hands_played: Mapping[int, Any]
    mean_staked: Any

    @property
    def ruined(self) -> Any:
        """The chance that the bankroll does not cover the stake at the end."""
        return self.endings[RUIN]

    @property
    def ahead(self) -> Any:
        """The chance of leaving with more than the starting bankroll."""
        return sum(
            chance
            for amount, chance in self.end.items()
            if amount > self.rules.bankroll
        )

    @property
    def mean_end(self) -> Any:
        """The mean bankroll at the end."""
        return sum(amount * chance for amount, chance in self.end.items())

    @property
    def sd_end(self) -> float:
        """The standard deviation of the bankroll at the end."""
        mean = self.mean_end
        return math.sqrt(
            sum((amount - mean) ** 2 * chance for amount, chance in self.end.items())
        )

    @property
    def mean_hands(self) -> Any:
        """The mean number of hands played."""
        return sum(hands * chance for hands, chance in self.hands_played.items())

    @property
    def cost(self) -> Any:
        """The mean loss of the evening; negative: a gain."""
        return self.rules.bankroll - self.mean_end

    def cost_per_hour(self, hands_an_hour: int) -> Any:
        """The mean loss per hour at a given number of hands an hour."""
        return self.cost / self.mean_hands * hands_an_hour

    def quantile(self, share: float) -> Fraction:
        """The lowest bankroll such that at least this share of sessions ends with it or less."""
        total: Any = 0
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
    fractions: bool = True,
) -> SessionOdds:
    """The exact odds of a session in which every hand comes from a fresh shoe.

    Parameters
    ----------
    bankroll, stake, hands, staking, share, most_stake, stop_loss, goal, decks, on_tie,
    tie_bonus
        The options of ``casino-war``. Without a limit of hands (0) there must be a
        goal.
    fractions
        Whether the chances are fractions; otherwise they are floating-point numbers,
        accurate to about 13 digits and much faster to compute for many hands.

    Raises
    ------
    UserError
        If a value is not valid.

    Examples
    --------
    >>> import sim
    >>> night = sim.exact.casino_session(bankroll=2, hands=1, decks=6)
    >>> night.mean_end - 2 == sim.exact.casino_war(decks=6).ev
    True
    """
    rules = session_rules(
        bankroll=bankroll, stake=stake, hands=hands, staking=staking, share=share, most_stake=most_stake,
        stop_loss=stop_loss, goal=goal, decks=decks, on_tie=on_tie, tie_bonus=tie_bonus,
    )  # fmt: skip
    return odds_of_session(rules, fractions=check_flag(fractions, "fractions"))


def odds_of_session(rules: CasinoWarRules, *, fractions: bool = True) -> SessionOdds:
    """The odds of a session for rules that :func:`session_rules` has checked."""
    if fractions and not rules.hands:
        raise UserError(
            "0 with fractions",
            where="hands",
            cure="give a number of hands, or fractions=False",
        )
    course = Walk(rules, fractions=fractions)
    ended = course.no_chances()
    hands_played = {}
    staked = course.certain * 0
    left = course.chances_at_start()
    played = 0
    for gone, playing, raised in course.hands():
        left = playing
        played += 1
        ended = ended * course.scale + gone
        hands_played[played] = gone.sum()
        staked = staked * course.scale + raised
    hands_played[played] += left.sum()
    ended = ended + left
    whole = course.scale**played
    share = (lambda number: Fraction(number, whole)) if fractions else float
    chances: dict[Fraction, Any] = {}
    for place, number in enumerate(ended.tolist()):
        if number:
            amount = course.amount(place)
            chances[amount] = chances.get(amount, share(0)) + share(number)
    endings = dict.fromkeys((ALIVE, RUIN, STOP_LOSS, GOAL), share(0))
    for place, number in enumerate((ended - left).tolist()):
        endings[course.ending(place)] += share(number)
    endings[ALIVE] += share(left.sum())
    by_hand = {
        hand: share(number * course.scale ** (played - hand))
        for hand, number in hands_played.items()
        if number
    }
    return SessionOdds(rules, chances, endings, by_hand, share(staked))


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


def median_deepest(rules: CasinoWarRules) -> Fraction:
    """The amount below the start that more than half of all sessions reach.

    They reach it after some hand; 0 if there is no such amount.
    """
    course = Walk(rules, fractions=False)
    never = -1
    reached = course.start
    while reached - never > 1:
        middle = (never + reached) // 2
        if course.chance_of_falling_to(middle, against=HALF) > HALF:
            reached = middle
        else:
            never = middle
    return rules.bankroll - course.amount(reached)


def median_losing_streak(rules: CasinoWarRules) -> int:
    """The number of hands in a row that more than half of all sessions lose."""
    course = Walk(rules, fractions=False)
    return next(
        length
        for length in count()
        if course.chance_of_losing(length + 1, against=HALF) <= HALF
    )
