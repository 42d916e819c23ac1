"""Comparisons of variants, adjusted as one family.

They are paired by the deal, or of separate samples.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sim.contract.columns import WINNER, Column, Role
from sim.counts.declarations import Declared
from sim.counts.tallies import Tallies
from sim.stats import (
    Estimate,
    Measure,
    Unfinished,
    difference_of_means,
    difference_of_shares,
    holm,
    mcnemar,
    proportion,
    ratio_of_means,
)
from sim.stats.paired import rarely_different

DIFFERENT = "deals with a different winner"
"""The statistic that only a pair of variants has."""


def paired_means(
    tallies: Tallies, variant: str, versus: str, columns: Sequence[Column], level: float
) -> Iterator[Estimate]:
    """Yield the mean difference of each column that was counted in pairs of games."""
    left = tallies.unfinished(variant) or tallies.unfinished(versus)
    for column in columns:
        hist = tallies.histogram(variant, column.name, versus)
        if not hist.n and variant in tallies.played:
            continue
        compared = rarely_different(hist, level)
        interval = compared.interval.scaled(1 / column.per)
        ratio = None
        if column.role is Role.LENGTH:  # the zero of other columns may be arbitrary
            lengths = tallies.histogram(variant, column.name)
            lengths_versus = tallies.histogram(versus, column.name)
            ratio = ratio_of_means(lengths, lengths_versus, hist, level)
        if left:
            interval = interval.counting(Unfinished.AS_THEY_STAND)
            ratio = ratio and ratio.counting(Unfinished.AS_THEY_STAND)
        statistic = f"{column.name} mean difference"
        yield Estimate(
            variant,
            versus,
            statistic,
            interval,
            hist.n,
            compared.p_value,
            column=column.name,
            measure=Measure.MEAN,
            ratio=ratio,
        )


def paired_outcomes(
    tallies: Tallies,
    variant: str,
    versus: str,
    outcomes: Sequence[tuple[str, int]],
    level: float,
) -> Iterator[Estimate]:
    """Yield the differences of the shares of outcomes.

    Also the share of deals with a different winner.
    """
    cells = tallies.cross_table(variant, WINNER, WINNER, versus)
    games = sum(cells.values())
    for outcome, code in outcomes:
        compared = mcnemar(*discordant(cells, code), games, level)
        statistic = f"{outcome}, difference"
        about = Estimate(
            variant, versus, statistic, compared.interval, games, compared.p_value
        )
        yield replace(
            about,
            column=WINNER,
            measure=Measure.SHARE,
            code=code,
            outcome=outcome,
        )
    about = Estimate(
        variant, versus, DIFFERENT, proportion(different(cells), games, level), games
    )
    yield replace(about, column=WINNER, measure=Measure.OTHERWISE, outcome=DIFFERENT)


def discordant(cells: dict[tuple[int, int], int], code: int | None) -> tuple[int, int]:
    """The games with an outcome under only one of two variants.

    First those under the first variant only, then those under the second only.
    """
    only_first = sum(count for (a, b), count in cells.items() if a == code != b)
    only_second = sum(count for (a, b), count in cells.items() if a != code == b)
    return only_first, only_second


def different(cells: dict[tuple[int, int], int]) -> int:
    """The number of games with different outcomes under two variants."""
    return sum(count for (a, b), count in cells.items() if a != b)


def as_family(differences: Sequence[Estimate]) -> list[Estimate]:
    """The differences with p-values adjusted by Holm's method."""
    adjusted = holm([estimate.p_value for estimate in differences])
    return [
        replace(estimate, p_holm=p_holm)
        for estimate, p_holm in zip(differences, adjusted, strict=True)
    ]


def separate_samples(
    tallies: Tallies,
    declared: Declared,
    differences: Iterable[Estimate],
    level: float,
    *,
    same_seats: bool,
) -> Iterator[Estimate]:
    """Yield the differences of two variants that do not share their deals, from separate samples.

    Under another deck or with another number of players, games with the same number are
    other deals: a pair of them says nothing that the two samples do not say apart. For
    such variants there is no share of deals with a different winner, and no chance of a
    seat at tables of different sizes.
    """
    for estimate in differences:
        first, second = (
            tallies.histogram(name, estimate.column)
            for name in (estimate.variant, estimate.versus)
        )
        if estimate.measure is Measure.MEAN:
            compared = difference_of_means(first, second, level)
            interval = compared.interval.scaled(
                1 / declared.columns[estimate.column].per
            )
            interval = interval.counting(estimate.interval.unfinished)
        elif estimate.measure is Measure.SHARE and estimate.code is not None:
            if estimate.code >= 0 and not same_seats:
                continue
            shares = (
                first.count_of(estimate.code),
                first.n,
                second.count_of(estimate.code),
                second.n,
            )
            compared = difference_of_shares(*shares, level)
            interval = compared.interval
        else:
            continue
        yield replace(estimate, interval=interval, p_value=compared.p_value, ratio=None)


def base_name(statistic: str) -> str:
    """The name of the statistic behind that of a difference.

    Any other name as it is.
    """
    base = statistic.removesuffix(" difference")
    return base if base == statistic else base.removesuffix(",")
