"""Answers to queries: from their tallies to estimates, alone and between variants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.contract.game import Game
from sim.counts.queries import NO, YES, Kind, Query, asks_for_lengths, is_paired, per
from sim.counts.tallies import Counts, Tallies
from sim.stats import Estimate, Histogram, Interval, Measure, Unfinished, mean, mean_difference, proportion
from sim.stats.conditional import conditional_difference


def answers(
    tallies: Tallies, queries: Sequence[Query], game: Game, variant: str, level: float
) -> Iterator[Estimate]:
    """Yield the answer to every query that was counted under a variant."""
    for query in queries:
        counts = tallies.entries.get((variant, "", query.key))
        if counts is None:
            if variant in tallies.played:
                continue
            counts = Counts.none()
        if query.kind is Kind.CHANCE:
            among = Histogram(counts.a, counts.counts).at_least(NO)
            interval, games, measure = proportion(among.count_of(YES), among.n, level), among.n, Measure.SHARE
        else:
            hist = Histogram(counts.keys, counts.counts)
            interval, games, measure = mean(hist, level).scaled(1 / per(query, game)), hist.n, Measure.MEAN
        yield Estimate(
            variant,
            "",
            query.name,
            _as_played(interval, query, game, tallies.unfinished(variant)),
            games,
            column=query.key,
            measure=measure,
            outcome=query.words,
        )


def differences_of_answers(
    tallies: Tallies, queries: Sequence[Query], game: Game, variant: str, versus: str, level: float
) -> Iterator[Estimate]:
    """Yield the difference of every query that was counted under both variants, from pairs of games."""
    # A mean among games that meet a condition has none: the games of the two variants are not the same ones.
    if not queries:
        return
    left = tallies.unfinished(variant) + tallies.unfinished(versus)
    for query in queries:
        counts = tallies.entries.get((variant, versus, query.key))
        if counts is None or not is_paired(query):
            continue
        if query.kind is Kind.CHANCE:
            compared = conditional_difference(counts.pairs(), level)
            interval, measure = compared.interval, Measure.SHARE
        else:
            compared = mean_difference(Histogram(counts.keys, counts.counts), level)
            interval, measure = compared.interval.scaled(1 / per(query, game)), Measure.MEAN
        yield Estimate(
            variant,
            versus,
            f"{query.name}, difference",
            _as_played(interval, query, game, left),
            counts.total,
            compared.p_value,
            column=query.key,
            measure=measure,
            outcome=query.words,
        )


def _as_played(interval: Interval, query: Query, game: Game, unfinished: int) -> Interval:
    """Return the interval, marked where unfinished games count as far as they were played."""
    if unfinished and interval.value is not None and asks_for_lengths(query, game):
        return interval.counting(Unfinished.AS_THEY_STAND)
    return interval
