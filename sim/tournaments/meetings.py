"""Meetings: the results of one policy against another.

They follow from the counts of their two matches, one in each seat.

Figures are averages over the two games on each deal; deals, not games, are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.contract.columns import WINNER
from sim.contract.events import NOBODY
from sim.counts.declarations import MARGIN
from sim.counts.keys import MARGIN_OF_ALL, WINS_OF_ALL, match_name
from sim.counts.tallies import Tallies
from sim.stats import Histogram, Interval, mean, proportion
from sim.stats.paired import rarely_different
from sim.stats.shares import events_for_wilson


@dataclass(frozen=True)
class Meeting:
    """The results of one policy against another.

    Attributes
    ----------
    margin
        Its mean lead at the end of a game.
    wins, losses, draws
        The shares of games; unfinished games are in none of them.
    deals
        The number of deals, each played twice.
    """

    margin: Interval
    wins: Interval
    losses: Interval
    draws: Interval
    deals: int

    def turned(self) -> Meeting:
        """The results of the other policy."""
        return Meeting(
            self.margin.scaled(-1),
            self.losses,
            self.wins,
            self.draws,
            self.deals,
        )


def meetings_of(
    tallies: Tallies,
    pairs: Sequence[tuple[str, str]],
    level: float,
    largest: int | None,
) -> dict[tuple[str, str], Meeting]:
    """The results of each policy against every other, in both directions.

    Parameters
    ----------
    tallies
        The tallies of a tournament.
    pairs
        The policies that met.
    level
        The level of each interval.
    largest
        The largest margin of a game; None if none is known.
    """
    meetings = {}
    for name, other in pairs:
        meeting = _meeting(tallies, name, other, level, largest)
        meetings[name, other], meetings[other, name] = meeting, meeting.turned()
    return meetings


def _meeting(
    tallies: Tallies, name: str, other: str, level: float, largest: int | None
) -> Meeting:
    first = match_name(name, other)
    second = match_name(other, name)
    # The later match minus the earlier one: the other policy's total lead over the two
    # games on a deal.
    doubled = tallies.histogram(second, MARGIN, first)
    margin = rarely_different(doubled, level).interval.scaled(-1 / 2)
    if margin.low is None and largest is not None:
        margin = _of_games_alike(margin, doubled.n, largest)
    cells = tallies.cross_table(second, WINNER, WINNER, first)
    deals = sum(cells.values())

    def share(in_second: int, in_first: int) -> Interval:
        won = [(a == in_second) + (b == in_first) for a, b in cells]
        return share_of_all(Histogram(won, list(cells.values())), 2, level)

    wins = share(1, 0)
    losses = share(0, 1)
    return Meeting(margin, wins, losses, share(NOBODY, NOBODY), deals)


def of_all_meetings(
    tallies: Tallies, name: str, opponents: int, level: float, largest: int | None
) -> tuple[Interval, Interval]:
    """The mean margin of a policy over all of its meetings, and the share of its games that it won.

    All of its games on a deal are added up, so it does not matter how its meetings
    depend on each other.

    Parameters
    ----------
    tallies
        The tallies of a tournament.
    name
        The policy.
    opponents
        The number of its opponents.
    level
        The level of each interval.
    largest
        The largest margin of a game; None if none is known.
    """
    margins, wins = (
        tallies.histogram(name, what) for what in (MARGIN_OF_ALL, WINS_OF_ALL)
    )
    games = 2 * opponents
    margin = rarely_different(margins, level).interval.scaled(1 / games)
    if margin.low is None and largest is not None:
        margin = _of_games_alike(margin, margins.n, largest)
    return margin, share_of_all(wins, games, level)


def averaged(parts: Sequence[Interval]) -> Interval:
    """The mean of some figures of one policy, from as many deals each.

    Its ends are the means of their ends: no mean moves farther than its parts move on
    average, so the interval is wide enough, however they depend on each other.

    Parameters
    ----------
    parts
        The figure in each of some meetings.
    """
    if len(parts) == 1:
        return parts[0]
    values, lows, highs = zip(*(_ends(part) for part in parts), strict=True)
    return parts[0].moved(*(sum(ends) / len(parts) for ends in (values, lows, highs)))


def _of_games_alike(margin: Interval, deals: int, largest: int) -> Interval:
    """The interval of a mean margin when every deal gave the same margin.

    The share of deals with another margin is bounded at the level, as none was seen
    (the one-sided bound of Clopper and Pearson), and the margin of such a deal is at
    most the largest margin in either direction.
    """
    if margin.value is None:
        return margin
    others = proportion(0, deals, margin.level).high or 0.0
    low = margin.value - others * (margin.value + largest)
    high = margin.value + others * (largest - margin.value)
    return Interval(
        margin.value,
        low,
        high,
        margin.level,
        "all games alike: bound of the share of others",
    )


def share_of_all(games: Histogram, per_deal: int, level: float) -> Interval:
    """A share of games that are played several to a deal, with its interval.

    In how many of the games on a deal it happened is known, so the mean over deals has
    an interval of its own (:func:`sim.stats.intervals.mean`). It is used if enough
    deals differ from the most common one and its variance is well known. Otherwise
    Wilson's interval for the deals is wide enough, however the games on a deal depend
    on each other: each deal contributes between 0 and 1, so its variance is at most
    that of a yes or no with that mean.

    Parameters
    ----------
    games
        In how many games on a deal it happened, over all deals.
    per_deal
        The number of games on a deal.
    level
        The level of the interval.
    """
    share = mean(games, level).scaled(1 / per_deal)
    enough = share.events is not None and share.events >= events_for_wilson(level)
    if share.low is None or share.high is None or share.warning or not enough:
        return _bound_of_all(games.total, games.n, per_deal, level)
    low = max(0.0, share.low)
    high = min(1.0, share.high)
    return share.moved(share.value, low, high).by(share.procedure, unit="deals")


def _bound_of_all(parts: int, deals: int, per_deal: int, level: float) -> Interval:
    bound = proportion(parts // per_deal, deals, level)
    if parts % per_deal:
        above = proportion(parts // per_deal + 1, deals, level)
        ends = (
            min(bound.low or 0.0, above.low or 0.0),
            max(bound.high or 0.0, above.high or 0.0),
        )
        bound = bound.moved(bound.value, *ends)
    share = parts / (per_deal * deals) if deals else None
    return bound.moved(share, bound.low, bound.high).by(bound.procedure, unit="deals")


def _ends(interval: Interval) -> tuple[float, float, float]:
    return (
        interval.value or 0.0,
        -np.inf if interval.low is None else interval.low,
        np.inf if interval.high is None else interval.high,
    )
