"""Answers to queries: from their tallies to estimates, alone and between variants."""

from collections.abc import Iterator, Sequence

from sim.contract.game import Game
from sim.counts.counted import Counts, Key
from sim.counts.declarations import declared
from sim.counts.digits import check_steps
from sim.counts.queries import NO, YES, Kind, Query, columns_of, unit
from sim.counts.tallies import Tallies
from sim.stats import (
    Estimate,
    Histogram,
    Interval,
    Lengths,
    Measure,
    Unfinished,
    difference_of_means,
    difference_of_shares,
    mean,
    proportion,
)
from sim.stats.conditional import conditional_difference
from sim.stats.paired import Comparison, rarely_different
from sim.stats.separate import difference_whatever_they_share

MEASURES = {
    Kind.CHANCE: Measure.SHARE,
    Kind.MEAN: Measure.MEAN,
    Kind.QUANTILE: Measure.QUANTILE,
}
"""The measure that each kind of query estimates."""


def answers(
    tallies: Tallies, queries: Sequence[Query], game: Game, variant: str, level: float
) -> Iterator[Estimate]:
    """Yield the answer to every query; it has no value if no game counts."""
    for query in queries:
        counts = tallies.entries.get(Key(variant, "", query.key), Counts.none())
        hist = _amounts(query, counts)
        lengths = _lengths(query, game, hist, tallies, variant)
        left = tallies.unfinished(variant)
        interval = _answer(query, game, lengths, left, level)
        if query.kind is not Kind.CHANCE:
            check_steps(query, game, hist, interval.value)
        yield _estimate(query, game, variant, "", interval, hist.n)


def _answer(
    query: Query, game: Game, lengths: Lengths, unfinished: int, level: float
) -> Interval:
    """The answer to a query, of an amount in units."""
    if query.kind is Kind.QUANTILE:
        return lengths.quantile(query.share, level)
    chance = query.kind is Kind.CHANCE
    hist = lengths.as_they_stand
    found = (
        proportion(hist.count_of(YES), hist.n, level) if chance else mean(hist, level)
    )
    return _counting(query, game, found, unfinished)


def _in_its_unit(query: Query, game: Game, interval: Interval) -> Interval:
    """The answer to a query, of an amount as it is written."""
    if query.kind is Kind.CHANCE:
        return interval
    return interval.scaled(float(unit(query, game)))


def differences_of_answers(
    tallies: Tallies,
    queries: Sequence[Query],
    game: Game,
    variant: str,
    versus: str,
    level: float,
    *,
    shared: bool,  # whether the variants share their deals
) -> Iterator[Estimate]:
    """Yield the difference of the answers to every query under two variants.

    Quantiles have none, nor has a query that was not counted under both.
    """
    left = tallies.unfinished(variant) + tallies.unfinished(versus)
    for query in queries:
        if query.kind is Kind.QUANTILE:
            continue
        pairs = tallies.entries.get(Key(variant, versus, query.key))
        first = tallies.entries.get(Key(variant, "", query.key))
        second = tallies.entries.get(Key(versus, "", query.key))
        if query.kind is Kind.MEAN:
            for counts in (first, second):
                if counts is not None:
                    check_steps(query, game, counts.first)
        if shared and pairs is not None:
            compared = (
                conditional_difference(pairs.pairs(), level)
                if query.kind is Kind.CHANCE
                else rarely_different(pairs.first, level)
            )
        elif first is not None and second is not None:
            compared = _apart(
                query,
                _amounts(query, first),
                _amounts(query, second),
                level,
                shared=shared,
            )
        else:
            continue
        interval = _counting(query, game, compared.interval, left)
        games = tallies.games if pairs is None else pairs.total
        yield _estimate(query, game, variant, versus, interval, games, compared.p_value)


def _apart(
    query: Query, first: Histogram, second: Histogram, level: float, *, shared: bool
) -> Comparison:
    """The difference of the answers to a query from the games of each variant."""
    if query.kind is Kind.CHANCE:
        return difference_of_shares(
            first.count_of(YES), first.n, second.count_of(YES), second.n, level
        )
    if shared:
        # Different games on the same deals meet the condition under either variant.
        interval = difference_whatever_they_share(
            mean(first, level), mean(second, level)
        )
        return Comparison(interval, None)
    return difference_of_means(first, second, level)


def _amounts(query: Query, counts: Counts) -> Histogram:
    """The values of the games that count: of a chance 1 or 0, else its units."""
    return counts.first.at_least(NO) if query.kind is Kind.CHANCE else counts.first


def _lengths(
    query: Query, game: Game, hist: Histogram, tallies: Tallies, variant: str
) -> Lengths:
    """The values of a query, with those of unfinished games apart if they are known.

    They are for a length of all games. Of other amounts that depend on a length any may
    be too low, or only as it stands.
    """
    left = _open(query, game) if tallies.unfinished(variant) else frozenset()
    if not left:
        return Lengths(hist)
    expression = query.expression.strip()
    if expression in left and not query.given:
        return tallies.lengths(variant, declared(game).columns[expression])
    return Lengths(Histogram(), hist, apart=False, grows=expression in left)


def _open(query: Query, game: Game) -> frozenset[str]:
    """The lengths in a query, the only columns that unfinished games leave open."""
    return columns_of(query) & {column.name for column in declared(game).lengths()}


def _counting(
    query: Query, game: Game, interval: Interval, unfinished: int
) -> Interval:
    """An interval that says how unfinished games count, if there are any."""
    asked = unfinished and interval.value is not None and _open(query, game)
    return interval.counting(Unfinished.AS_THEY_STAND) if asked else interval


def _estimate(
    query: Query,
    game: Game,
    variant: str,
    versus: str,
    interval: Interval,
    games: int,
    p_value: float | None = None,
) -> Estimate:
    return Estimate(
        variant,
        versus,
        f"{query.name}, difference" if versus else query.name,
        _in_its_unit(query, game, interval),
        games,
        p_value,
        column=query.key,
        measure=MEASURES[query.kind],
        outcome=query.words,
    )
