"""Results of a tournament: every policy plays every other, in both seats, on the same deals.

The counts become a matrix of results, a ranking, and the mixture that none can exploit.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from sim.counts.tallies import Tallies
from sim.machine.notebook import NotebookResult
from sim.stats import Interval
from sim.tournaments.meetings import (
    Meeting,
    averaged,
    meetings_of,
    of_all_meetings,
)
from sim.words import games_words

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Mixture:
    """A mixed strategy of the row player.

    Attributes
    ----------
    weights
        float64 (rows,): the probability of each row; they add up to 1.
    value
        The guaranteed payoff: the least it gets, whatever the column player does.
    """

    weights: NDArray[np.float64]
    value: float


def unexploitable(payoffs: npt.ArrayLike) -> Mixture:
    """The row player's mixture with the largest guaranteed payoff (von Neumann 1928).

    Parameters
    ----------
    payoffs
        float (rows, columns): what the row player gets.
    """
    from scipy.optimize import linprog

    table = np.asarray(payoffs, float)
    rows, columns = table.shape
    # The variables are the weights and the guaranteed payoff, which is maximized.
    solved = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.column_stack((-table.T, np.ones(columns))),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
        method="highs",
    )
    if not solved.success:
        raise ArithmeticError(
            f"the linear program of a {rows} by {columns} game failed: {solved.message}"
        )
    weights = np.clip(solved.x[:rows], 0, None)
    weights /= weights.sum()
    return Mixture(weights, float((weights @ table).min()))


@dataclass(frozen=True)
class Standing:
    """A policy's place in the ranking, over all of its games: those on one deal are taken together.

    Attributes
    ----------
    name
        The policy.
    margin
        Its mean margin.
    wins
        The share of its games that it won.
    """

    name: str
    margin: Interval
    wins: Interval


@dataclass(frozen=True)
class Tournament(NotebookResult):
    """The result of a tournament.

    Attributes
    ----------
    names
        The policies, in the order of entry.
    level
        The level of each interval by itself.
    meetings
        The results of each policy against every other.
    overall
        The mean margin of each policy, and the share of its games that it won.
    """

    names: tuple[str, ...]
    level: float
    meetings: Mapping[tuple[str, str], Meeting]
    overall: Mapping[str, tuple[Interval, Interval]]

    @property
    def deals(self) -> int:
        """The number of deals in each meeting, each played twice."""
        return next(iter(self.meetings.values())).deals

    def payoffs(self) -> NDArray[np.float64]:
        """The estimated mean margins.

        Returns
        -------
        ndarray
            float64 (policies, policies): what the policy of the row gets from that of
            the column.
        """
        table = np.zeros((len(self.names), len(self.names)))
        for (row, name), (column, other) in itertools.permutations(
            enumerate(self.names), 2
        ):
            table[row, column] = self.meetings[name, other].margin.value or 0.0
        return table

    @cached_property
    def ranking(self) -> tuple[Standing, ...]:
        """The policies in order of mean margin, the largest first."""
        standings = [Standing(name, *self.overall[name]) for name in self.names]
        return tuple(
            sorted(standings, key=lambda standing: -(standing.margin.value or 0.0))
        )

    def drawn(self, name: str) -> Interval:
        """The share of a policy's games that were drawn."""
        others = [other for other in self.names if other != name]
        return averaged([self.meetings[name, other].draws for other in others])

    def mixture(self) -> Mixture:
        """The mixture that no policy can exploit, by a linear program on the estimates."""
        return unexploitable(self.payoffs())

    def matrix(self) -> pl.DataFrame:
        """A row for every ordered pair of policies."""
        import polars as pl

        rows = []
        for name, other in itertools.permutations(self.names, 2):
            meeting = self.meetings[name, other]
            row: dict[str, Any] = {"policy": name, "against": other}
            for figure in ("margin", "wins", "losses", "draws"):
                share: Interval = getattr(meeting, figure)
                row |= {
                    figure: share.value,
                    f"{figure}_low": share.low,
                    f"{figure}_high": share.high,
                }
            rows.append({**row, "level": self.level, "deals": meeting.deals})
        return pl.DataFrame(rows, infer_schema_length=None)

    def __str__(self) -> str:
        """The ranking and the mixture in words."""
        width = max(map(len, self.names))
        played = f"{games_words(self.deals)} in each meeting, each played in both seats"
        lines = [f"{played}; intervals at {100 * self.level:g} % in brackets"]
        for place, standing in enumerate(self.ranking, 1):
            margin = _with_interval(standing.margin, "+.2f")
            wins = _with_interval(standing.wins.scaled(100), ".1f", " %")
            lines.append(
                f"{place:3}  {standing.name:{width}}  margin {margin}, wins {wins}"
            )
        mixed = zip(self.names, self.mixture().weights, strict=True)
        parts = [f"{100 * weight:.1f} % {name}" for name, weight in mixed if weight > 0]
        mixture = (
            ", ".join(parts) if len(parts) > 1 else parts[0].removeprefix("100.0 % ")
        )
        return "\n".join([*lines, f"none of them can exploit {mixture}"])


def _with_interval(interval: Interval, digits: str, unit: str = "") -> str:
    """A number with its interval."""
    value, low, high = interval.finite
    if value is None:
        return "unknown"
    ends = (
        ""
        if low is None or high is None
        else f" ({low:{digits}} to {high:{digits}}{unit})"
    )
    return f"{value:{digits}}{unit}{ends}"


def tournament_of(
    tallies: Tallies,
    names: Sequence[str],
    level: float = 0.95,
    largest: int | None = None,
) -> Tournament:
    """The result of a tournament from its tallies.

    Parameters
    ----------
    tallies
        The tallies.
    names
        The policies, in the order of entry.
    level
        The level of the intervals.
    largest
        The largest margin of a game; None if none is known.
    """
    pairs = list(itertools.combinations(names, 2))
    overall = {
        name: of_all_meetings(tallies, name, len(names) - 1, level, largest)
        for name in names
    }
    return Tournament(
        tuple(names),
        level,
        meetings_of(tallies, pairs, level, largest),
        overall,
    )
