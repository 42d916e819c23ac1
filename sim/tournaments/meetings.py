"""Meetings: how one policy does against another, from the counts of the two matches in which they change seats.

All figures are averages over both games of a number, and their intervals take the numbers, not the games, as
independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.contract.columns import WINNER
from sim.contract.events import DRAW
from sim.errors import unknown
from sim.scenario.players import AGAINST
from sim.stats import Interval, mean_difference, proportion
from sim.tallies.counts import Tallies
from sim.tallies.declared import MARGIN

PAYOFFS = ("margin", "wins")
"""What a policy can be judged by: the mean margin, or the share of games won less the share lost."""


def check_payoff(by: str) -> None:
    """Refuse what policies cannot be judged by.

    Raises
    ------
    UserError
        If it is none of ``PAYOFFS``.
    """
    if by not in PAYOFFS:
        raise unknown("payoff", by, PAYOFFS, where="by")


@dataclass(frozen=True)
class Meeting:
    """How one policy does against another.

    Attributes
    ----------
    margin
        What it is ahead by at the end of a game, on average.
    wins, losses, draws
        The shares of games; unfinished ones are in none of them.
    deals
        How many deals were played, each twice.
    """

    margin: Interval
    wins: Interval
    losses: Interval
    draws: Interval
    deals: int

    def turned(self) -> Meeting:
        """Return how the other one does."""
        return Meeting(self.margin.scaled(-1), self.losses, self.wins, self.draws, self.deals)

    def payoff(self, by: str) -> tuple[float, float, float]:
        """Return the estimate of a payoff and its interval; an end that is not known is infinite."""
        if by == "margin":
            return _ends(self.margin)
        won, lost = _ends(self.wins), _ends(self.losses)
        return won[0] - lost[0], won[1] - lost[2], won[2] - lost[1]


def meetings_of(
    tallies: Tallies, pairs: Sequence[tuple[str, str]], level: float, largest: int | None
) -> dict[tuple[str, str], Meeting]:
    """Return how each policy does against each other one, in both directions.

    Parameters
    ----------
    tallies
        Those of the matches.
    pairs
        Every two policies once.
    level
        Of the intervals.
    largest
        What no margin exceeds; None if that is not known.
    """
    found = {}
    for one, other in pairs:
        meeting = _meeting(tallies, one, other, level, largest)
        found[one, other], found[other, one] = meeting, meeting.turned()
    return found


def _meeting(tallies: Tallies, one: str, other: str, level: float, largest: int | None) -> Meeting:
    first, second = one + AGAINST + other, other + AGAINST + one
    # The later match less the earlier one: what the other policy is ahead by in both games of a deal together.
    doubled = tallies.histogram(second, MARGIN, first)
    margin = mean_difference(doubled, level).interval.scaled(-1 / 2)
    if margin.low is None and largest is not None:
        margin = _of_games_alike(margin, doubled.n, largest)
    cells = tallies.cross_table(second, WINNER, WINNER, first)
    deals = sum(cells.values())

    def share(in_second: int, in_first: int) -> Interval:
        halves = sum(count * ((a == in_second) + (b == in_first)) for (a, b), count in cells.items())
        return _share_of_both(halves, deals, level)

    return Meeting(margin, share(1, 0), share(0, 1), share(DRAW, DRAW), deals)


def _of_games_alike(margin: Interval, deals: int, largest: int) -> Interval:
    """Return the interval of a mean margin of which every deal gave the same.

    At the level at most a certain share of deals gives another one, as none was seen in so many (the one-sided bound
    of Clopper and Pearson); and those can be at most the largest margin away.
    """
    if margin.value is None:
        return margin
    others = proportion(0, deals, margin.level).high or 0.0
    low, high = (
        margin.value - others * (margin.value + largest),
        margin.value + others * (largest - margin.value),
    )
    return Interval(margin.value, low, high, margin.level, "all games alike: bound of the share of others")


def _share_of_both(halves: int, deals: int, level: float) -> Interval:
    """Return a share of the games of a meeting.

    What a deal adds lies between 0 and 1, so its variance is at most that of a single yes or no with the same mean:
    the interval of so many independent deals is wide enough, however the two games of a deal depend on each other.
    """
    found = proportion(halves // 2, deals, level)
    if halves % 2:
        above = proportion(halves // 2 + 1, deals, level)
        ends = (min(found.low or 0.0, above.low or 0.0), max(found.high or 0.0, above.high or 0.0))
        found = found.moved(found.value, *ends)
    share = halves / (2 * deals) if deals else None
    return found.moved(share, found.low, found.high).by(found.procedure, unit="deals")


def _ends(found: Interval) -> tuple[float, float, float]:
    return (
        found.value or 0.0,
        -np.inf if found.low is None else found.low,
        np.inf if found.high is None else found.high,
    )
