"""Answers to queries: from their tallies to estimates, alone and between variants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.contract.game import Game
from sim.counts.queries import NO, YES, Kind, Query, asks_for_lengths, is_paired, per
from sim.counts.tallies import Counts, Tallies
from sim.stats import Estimate, Histogram, Measure, Unfinished, mean, mean_difference, proportion
from sim.stats.conditional import conditional_difference


def answers(
    tallies: Tallies, queries: Sequence[Query], game: Game, variant: str, level: float, versus: str = ""
) -> Iterator[Estimate]:
    """Yield the answer to every query that was counted under a variant, or its difference from another variant's."""
    for query in queries:
        counts = tallies.entries.get((variant, versus, query.key))
        # A mean among games that meet a condition has no difference: the games of the variants are not the same ones.
        if versus and not is_paired(query):
            continue
        if counts is None:
            if versus or variant in tallies.played:
                continue
            counts = Counts.none()
        games, p_value, is_chance = counts.total, None, query.kind is Kind.CHANCE
        if versus:
            if is_chance:
                compared = conditional_difference(counts.pairs(), level)
            else:
                compared = mean_difference(Histogram(counts.keys, counts.counts), level)
            interval, p_value = compared.interval, compared.p_value
        elif is_chance:
            among = Histogram(counts.a, counts.counts).at_least(NO)
            interval, games = proportion(among.count_of(YES), among.n, level), among.n
        else:
            interval = mean(Histogram(counts.keys, counts.counts), level)
        if not is_chance:
            interval = interval.scaled(1 / per(query, game))
        unfinished = tallies.unfinished(variant) + (tallies.unfinished(versus) if versus else 0)
        if unfinished and interval.value is not None and asks_for_lengths(query, game):
            interval = interval.counting(Unfinished.AS_THEY_STAND)
        yield Estimate(
            variant,
            versus,
            f"{query.name}, difference" if versus else query.name,
            interval,
            games,
            p_value,
            column=query.key,
            measure=Measure.SHARE if is_chance else Measure.MEAN,
            outcome=query.words,
        )
