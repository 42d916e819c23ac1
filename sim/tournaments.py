"""Tournaments: every policy against every other, in both seats, on the same deals.

What is counted follows from the matches (:mod:`sim.tally`); here the counts become the matrix of who beats whom, a
ranking, who is dominated, and the mixture of the policies that none of them can exploit.

A **meeting** is two policies that play each deal twice, changing seats between. All figures of a meeting are averages
over both games of a deal, and their intervals take the deals, not the games, as independent.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sim.errors import unknown
from sim.games.base import DRAW
from sim.mixtures import Mixture, undominated, unexploitable
from sim.scenario_players import AGAINST
from sim.stats import Interval, mean_difference, proportion
from sim.tallied import histogram_in, parts_of, table_in
from sim.tally import MARGIN, WINNER

if TYPE_CHECKING:
    import polars as pl

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
        margin = self.margin
        low = None if margin.high is None else -margin.high
        high = None if margin.low is None else -margin.low
        value = None if margin.value is None else 0.0 - margin.value
        other = replace(margin, value=value, low=low, high=high)
        return Meeting(other, self.losses, self.wins, self.draws, self.deals)

    def payoff(self, by: str) -> tuple[float, float, float]:
        """Return the estimate of a payoff and its interval; an end that is not known is infinite."""
        if by == "margin":
            return _ends(self.margin)
        won, lost = _ends(self.wins), _ends(self.losses)
        return won[0] - lost[0], won[1] - lost[2], won[2] - lost[1]


@dataclass(frozen=True)
class Standing:
    """A policy's place in the ranking.

    Attributes
    ----------
    name
        The policy.
    margin, wins
        Averages over its meetings, each opponent counting the same. The ends are the averages of the ends, which is
        wide enough however the meetings depend on each other.
    """

    name: str
    margin: Interval
    wins: Interval


@dataclass(frozen=True)
class Dominated:
    """A policy that another one is never worse than, whoever of the entrants sits opposite, and sometimes better.

    Attributes
    ----------
    name, by
        The policy, and the one that dominates it.
    certain
        Whether the intervals of all meetings together say so, not the estimates alone.
    """

    name: str
    by: str
    certain: bool


@dataclass(frozen=True)
class Tournament:
    """The result of a tournament.

    Attributes
    ----------
    names
        The policies, in the order in which they were entered.
    level
        Of every interval by itself.
    meetings
        How each policy does against each other one.
    together
        The same with intervals that hold all at once at that level, by Bonferroni's inequality.
    """

    names: tuple[str, ...]
    level: float
    meetings: Mapping[tuple[str, str], Meeting]
    together: Mapping[tuple[str, str], Meeting]

    @property
    def deals(self) -> int:
        """How many deals each meeting played, each twice."""
        return next(iter(self.meetings.values())).deals

    def payoffs(self, by: str = "margin") -> NDArray[np.float64]:
        """Return the estimated payoffs.

        Parameters
        ----------
        by
            ``"margin"`` or ``"wins"``.

        Returns
        -------
        ndarray
            (policies, policies): what the row's policy gets from the column's; antisymmetric.
        """
        check_payoff(by)
        table = np.zeros((len(self.names),) * 2)
        for (row, one), (column, other) in itertools.permutations(enumerate(self.names), 2):
            table[row, column] = self.meetings[one, other].payoff(by)[0]
        return table

    @cached_property
    def ranking(self) -> tuple[Standing, ...]:
        """The policies, the largest mean margin first."""
        standings = []
        for name in self.names:
            against = [self.meetings[name, other] for other in self.names if other != name]
            standings.append(
                Standing(
                    name, _average([one.margin for one in against]), _average([one.wins for one in against])
                )
            )
        return tuple(sorted(standings, key=lambda one: -(one.margin.value or 0.0)))

    def dominated(self, by: str = "margin") -> tuple[Dominated, ...]:
        """Return who is dominated, each by the highest ranked of those who dominate him."""
        check_payoff(by)
        found = []
        ranks = [standing.name for standing in self.ranking]
        for name in self.names:
            others = [other for other in ranks if other != name and self._dominates(other, name, by)]
            if others:
                certain = [other for other in others if self._surely_dominates(other, name, by)]
                found.append(Dominated(name, (certain or others)[0], bool(certain)))
        return tuple(found)

    def mixture(self, by: str = "margin") -> Mixture:
        """Return the mixture of the policies that none of them can exploit, by a linear program on the estimates.

        Where several mixtures do, it is one without dominated policies.
        """
        table = self.payoffs(by)
        left = undominated(table)
        found = unexploitable(table[left])
        weights = np.zeros(len(self.names))
        weights[left] = found.weights
        return Mixture(weights, found.value)

    def mixture_bound(self, by: str = "margin") -> float:
        """Return the most that any of the policies can win against the mixture, by the intervals taken together."""
        weights = self.mixture(by).weights
        gains = [
            sum(
                weight * (0.0 if other == name else self.together[name, other].payoff(by)[2])
                for weight, other in zip(weights, self.names, strict=True)
                if weight > 0
            )
            for name in self.names
        ]
        return float(max(gains))

    def matrix(self) -> pl.DataFrame:
        """Return a row for every ordered pair of policies.

        Returns
        -------
        polars.DataFrame
            Columns ``policy``, ``against``, then ``margin``, ``wins``, ``losses`` and ``draws``, each with
            ``_low`` and ``_high``, and ``level`` and ``deals``.
        """
        import polars as pl

        rows = []
        for one, other in itertools.permutations(self.names, 2):
            meeting = self.meetings[one, other]
            row: dict[str, Any] = {"policy": one, "against": other}
            for name in ("margin", "wins", "losses", "draws"):
                found: Interval = getattr(meeting, name)
                row |= {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}
            rows.append({**row, "level": self.level, "deals": meeting.deals})
        return pl.DataFrame(rows, infer_schema_length=None)

    def __str__(self) -> str:
        """Tell the ranking, who is dominated, and the mixture."""
        width = max(map(len, self.names))
        lines = [f"{self.deals:,} games in each meeting, each played in both seats"]
        for place, one in enumerate(self.ranking, 1):
            margin, wins = _signed(one.margin.value), f"{100 * (one.wins.value or 0):.1f} %"
            lines.append(f"{place:3}  {one.name:{width}}  margin {margin}, wins {wins}")
        lines += [
            f"{one.name} is dominated by {one.by}{'' if one.certain else ', as far as it is known'}"
            for one in self.dominated()
        ]
        mixed = zip(self.names, self.mixture().weights, strict=True)
        parts = [f"{100 * weight:.1f} % {name}" for name, weight in mixed if weight > 0]
        told = ", ".join(parts) if len(parts) > 1 else parts[0].removeprefix("100.0 % ")
        return "\n".join([*lines, f"none of them can exploit {told}"])

    def _dominates(self, one: str, other: str, by: str) -> bool:
        gaps = [mine[0] - his[0] for mine, his in self._both(one, other, by, self.meetings)]
        return min(gaps) >= 0 and max(gaps) > 0

    def _surely_dominates(self, one: str, other: str, by: str) -> bool:
        return all(mine[1] > his[2] for mine, his in self._both(one, other, by, self.together))

    def _both(
        self, one: str, other: str, by: str, meetings: Mapping[tuple[str, str], Meeting]
    ) -> Iterator[tuple[tuple[float, float, float], tuple[float, float, float]]]:
        """Yield what two policies get from each of the entrants."""
        for third in self.names:
            mine, his = (
                (0.0, 0.0, 0.0) if name == third else meetings[name, third].payoff(by)
                for name in (one, other)
            )
            yield mine, his


def tournament_of(
    tallies: pl.DataFrame, names: Sequence[str], level: float = 0.95, largest: int | None = None
) -> Tournament:
    """Return the result of a tournament from its tallies.

    Parameters
    ----------
    tallies
        The table of tallies of its matches.
    names
        The policies.
    level
        Of every interval by itself.
    largest
        What no margin exceeds; with it a meeting whose games were all alike has an interval too.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    parts = parts_of(tallies)
    pairs = list(itertools.combinations(names, 2))
    strict = 1 - (1 - level) / len(pairs)
    return Tournament(
        tuple(names),
        level,
        _meetings(parts, pairs, level, largest),
        _meetings(parts, pairs, strict, largest),
    )


def _meetings(
    parts: Any, pairs: Sequence[tuple[str, str]], level: float, largest: int | None
) -> dict[tuple[str, str], Meeting]:
    found = {}
    for one, other in pairs:
        meeting = _meeting(parts, one, other, level, largest)
        found[one, other], found[other, one] = meeting, meeting.turned()
    return found


def _meeting(parts: Any, one: str, other: str, level: float, largest: int | None) -> Meeting:
    first, second = one + AGAINST + other, other + AGAINST + one
    # The later match less the earlier one: what the other policy is ahead by in both games of a deal together.
    doubled = histogram_in(parts, second, MARGIN, first)
    margin = mean_difference(doubled, level).interval
    value, low, high = (None if end is None else end / -2 for end in (margin.value, margin.high, margin.low))
    margin = replace(margin, value=None if value is None else value + 0.0, low=low, high=high)
    if low is None and largest is not None:
        margin = _of_games_alike(margin, doubled.n, largest)
    cells = table_in(parts, second, f"{WINNER},{WINNER}", first)
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
    return replace(margin, low=low, high=high, method="all games alike: bound of the share of others")


def _share_of_both(halves: int, deals: int, level: float) -> Interval:
    """Return a share of the games of a meeting.

    What a deal adds lies between 0 and 1, so its variance is at most that of a single yes or no with the same mean:
    the interval of so many independent deals is wide enough, however the two games of a deal depend on each other.
    """
    found = proportion(halves // 2, deals, level)
    if halves % 2:
        above = proportion(halves // 2 + 1, deals, level)
        ends = (min(found.low or 0.0, above.low or 0.0), max(found.high or 0.0, above.high or 0.0))
        found = replace(found, low=ends[0], high=ends[1])
    return replace(found, value=halves / (2 * deals) if deals else None, method=f"{found.method}, by deals")


def _average(intervals: Sequence[Interval]) -> Interval:
    first = intervals[0]

    def middle(ends: list[float | None]) -> float | None:
        known = [end for end in ends if end is not None]
        return sum(known) / len(ends) if len(known) == len(ends) else None

    return Interval(
        middle([one.value for one in intervals]),
        # A meeting whose games are all alike has no ends; it adds nothing to the spread that was seen.
        middle([one.value if one.low is None else one.low for one in intervals]),
        middle([one.value if one.high is None else one.high for one in intervals]),
        first.level,
        "average of the meetings' intervals",
    )


def _ends(found: Interval) -> tuple[float, float, float]:
    return (
        found.value or 0.0,
        -np.inf if found.low is None else found.low,
        np.inf if found.high is None else found.high,
    )


def _signed(value: float | None) -> str:
    return "unknown" if value is None else f"{value:+.2f}"
