"""The summary of a run: its exact tallies in, statistics with their intervals out.

Pure functions on tallies (:mod:`sim.counts.tallies`). What is summarized follows from what the game declares: this
module names no game, reads no file and draws nothing. Every number in a report is one of these estimates.

Unfinished games are never dropped, and if there are any, the method says how they count. In the quantiles of a length
they are the longest games, since they continue when all others are over; a quantile that lies among them is a lower
bound or infinite. Means count them as far as they were played, and so are lower bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from sim.contract.game import Game
from sim.counts.answers import answers, differences_of_answers
from sim.counts.family import as_family
from sim.counts.queries import Query
from sim.counts.statistics import Counted
from sim.counts.tables import table, table_of_differences
from sim.counts.tallies import Tallies
from sim.stats import Estimate, Histogram

if TYPE_CHECKING:
    import polars as pl


def summarize(
    tallies: Tallies | pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    level: float = 0.95,
    *,
    seats: Mapping[str, int] | None = None,
) -> pl.DataFrame:
    """Return the statistics of each variant, each with its interval, level and method.

    Parameters
    ----------
    tallies
        The tallies of a run, or their table.
    game
        The game that was played; it declares what is counted.
    variants
        Their names, in the order wanted.
    level
        The level of each interval by itself.
    seats
        The number of players of each variant. Without it, a player beyond the first two who never won can be
        missing.

    Returns
    -------
    polars.DataFrame
        Columns ``variant``, ``statistic``, ``value``, ``low``, ``high``, ``level``, ``method``, ``games``. A missing
        end is null; without any interval, so is the level.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    return table(estimates(tallies, game, variants, level, seats=seats))


def compare(
    tallies: Tallies | pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    level: float = 0.95,
    *,
    seats: Mapping[str, int] | None = None,
) -> pl.DataFrame:
    """Return the differences between variants, from pairs of games with the same number.

    Such games are the same deal if the decks are the same.

    The p-values of all rows form one family, adjusted by Holm's method in ``p_holm``. Rows with nothing to test (the
    share of deals with a different winner, or no game that differs) have no p-value.

    Parameters
    ----------
    tallies, game, variants, level, seats
        As for :func:`summarize`. A difference is the later variant minus the earlier one.

    Returns
    -------
    polars.DataFrame
        Columns ``variant``, ``versus``, ``statistic``, ``value``, ``low``, ``high``, ``level``, ``method``,
        ``p_value``, ``p_holm``, ``low_together``, ``high_together``, ``games``. The two ends before the last
        column hold together for all rows, and exclude zero exactly where Holm's method rejects
        (:mod:`sim.stats.families`).

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    return table_of_differences(differences(tallies, game, variants, level, seats=seats))


def estimates(
    tallies: Tallies | pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    level: float = 0.95,
    *,
    seats: Mapping[str, int] | None = None,
    queries: Sequence[Query] = (),
) -> list[Estimate]:
    """Return what :func:`summarize` tabulates, and the answers to queries, as values."""
    counted = Counted(_read(tallies), game, variants, seats)
    found: list[Estimate] = []
    for variant in variants:
        found += counted.statistics(variant, level)
        found += answers(counted.tallies, queries, game, variant, level)
    return found


def differences(
    tallies: Tallies | pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    level: float = 0.95,
    *,
    seats: Mapping[str, int] | None = None,
    queries: Sequence[Query] = (),
) -> list[Estimate]:
    """Return what :func:`compare` tabulates, and the differences of the answers to queries, as values."""
    at = unadjusted_differences(tallies, game, variants, seats=seats, queries=queries)
    return as_family(at(level), level, at)


def unadjusted_differences(
    tallies: Tallies | pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    *,
    seats: Mapping[str, int] | None = None,
    queries: Sequence[Query] = (),
) -> Callable[[float], list[Estimate]]:
    """Return a function that gives the rows of :func:`differences` at a level, not yet adjusted as one family."""
    counted = Counted(_read(tallies), game, variants, seats)

    def at(wanted: float) -> list[Estimate]:
        found: list[Estimate] = []
        for place, variant in enumerate(variants):
            for versus in variants[:place]:
                if (variant, versus) not in counted.tallies.compared:
                    continue
                found += counted.differences(variant, versus, wanted)
                found += differences_of_answers(counted.tallies, queries, game, variant, versus, wanted)
        return found

    return at


def histogram(tallies: Tallies | pl.DataFrame, variant: str, column: str, versus: str = "") -> Histogram:
    """Return how often each value of a column was seen; see :meth:`sim.counts.tallies.Tallies.histogram`."""
    return _read(tallies).histogram(variant, column, versus)


def cross_table(
    tallies: Tallies | pl.DataFrame, variant: str, first: str, second: str, versus: str = ""
) -> dict[tuple[int, int], int]:
    """Return the number of games with each pair of values; see :meth:`sim.counts.tallies.Tallies.cross_table`."""
    return _read(tallies).cross_table(variant, first, second, versus)


def statistic_names(game: Game, seats: int = 2) -> tuple[str, ...]:
    """Return the names of all statistics in a game's summary, in order: those a precision can be requested for."""
    return tuple(one.statistic for one in estimates(Tallies(), game, ("",), seats={"": seats}))


def _read(tallies: Tallies | pl.DataFrame) -> Tallies:
    return tallies if isinstance(tallies, Tallies) else Tallies.from_frame(tallies)
