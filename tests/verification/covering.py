"""Measuring how often the intervals cover what they estimate, from a fixed seed.

:mod:`tests.verification.coverage` makes the page of it.
"""

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np
import scipy.stats

from sim.stats import (
    Estimate,
    Histogram,
    Target,
    difference_of_means,
    difference_of_shares,
    judge,
    looks,
    mcnemar,
    mean,
    mean_difference,
    proportion,
    quantile,
    ratio_of_means,
    sd,
    watched_mean,
    watched_share,
)
from sim.stats.conditional import conditional_difference
from sim.stats.paired import rarely_different
from sim.stats.regression import correlation

SEED = 1
RUNS = 1000
FEWER = 200
"""The runs of a table row for curves, and for samples of 100,000 games."""

SIZES = (10, 30, 100, 300, 1000, 10_000, 100_000)
LEVELS = (0.95, 0.99, 0.999)
LEAST = {0.95: 0.93, 0.99: 0.985, 0.999: 0.997}
"""The least coverage that is accepted at each level, where no warning stands beside the number."""

OF_SHARES = (*LEVELS, 0.9999)
MOST_EVENTS = 2000
"""Shares are enumerated up to this many expected events; from there on the normal approximation leaves no error."""

LOOKS = looks(1000, 100_000, 1.5)


@dataclass(frozen=True)
class Row:
    """The coverage of one interval at each level: over all runs, and over those without a warning."""

    name: str
    games: int
    covered: tuple[float, ...]
    unwarned: tuple[float, ...]
    runs: int  # without a warning
    drawn: int = 0  # with and without one

    @property
    def failed(self):
        """Whether intervals without a warning cover too little for chance."""
        if self.runs < 100 or self.games < 30:
            return False
        return any(
            found < least - 4 * math.sqrt(least * (1 - least) / self.runs)
            for found, least in zip(self.unwarned, LEAST.values(), strict=True)
        )


def shares():
    """Yield the least coverage of a share over all true shares, by enumeration, at each level."""
    for games in SIZES:
        most = min(games // 2, MOST_EVENTS)
        counts = np.arange(min(games, most + 12 * math.isqrt(most) + 40) + 1)
        truths = np.geomspace(0.01, most, 300) / games
        weights = [scipy.stats.binom.pmf(counts, games, truth) for truth in truths]
        least = []
        for level in OF_SHARES:
            ends = [proportion(int(k), games, level) for k in counts]
            lows, highs = (
                np.array([one.low for one in ends]),
                np.array([one.high for one in ends]),
            )
            held = [
                w @ ((lows <= t) & (t <= highs))
                for w, t in zip(weights, truths, strict=True)
            ]
            least.append(float(min(held)))
        yield games, least


def lengths(rng, games, rate=0.005):
    """Return lengths with the tail of shuffled War: mean 200, skewness 2."""
    return rng.geometric(rate, games)


def rare(rng, games, events):
    """Return differences of which few are not zero, four in five of them positive."""
    size = rng.binomial(games, events / games)
    some = rng.geometric(0.02, size) * rng.choice([1, -1], size, p=[0.8, 0.2])
    return Histogram([0], [games - size]) + Histogram.of(some)


def of_lengths(interval):
    """Return what draws lengths and gives an interval of theirs."""

    def draw(rng, games):
        hist = Histogram.of(lengths(rng, games))
        return lambda level: interval(hist, level)

    return draw


def ratio(rng, games):
    """Draw lengths on the same deals, the first longer by 0 to 9 rounds."""
    second = lengths(rng, games)
    more = rng.integers(0, 10, games)
    hists = Histogram.of(second + more), Histogram.of(second), Histogram.of(more)
    return lambda level: ratio_of_means(*hists, level)


def welch(rng, games):
    """Draw two separate samples of lengths, one of them half as large and half as long."""
    first, second = (
        Histogram.of(lengths(rng, games)),
        Histogram.of(lengths(rng, max(2, games // 2), 0.01)),
    )
    return lambda level: difference_of_means(first, second, level).interval


def newcombe(rng, games):
    """Draw a share of .3 of a sample and one of .1 of another, half as large."""
    other = max(2, games // 2)
    first, second = int(rng.binomial(games, 0.3)), int(rng.binomial(other, 0.1))
    return lambda level: (
        difference_of_shares(first, games, second, other, level).interval
    )


def tango(only_first, only_second):
    """Return what draws games on the same deals, of which these shares are won under one variant only."""

    def draw(rng, games):
        a, b, _ = rng.multinomial(
            games, [only_first, only_second, 1 - only_first - only_second]
        )
        return lambda level: mcnemar(int(a), int(b), games, level).interval

    return draw


def of_rare(events):
    """Return what draws differences of which few are not zero."""

    def draw(rng, games):
        hist = rare(rng, games, events)
        return lambda level: rarely_different(hist, level).interval

    return draw


USUAL = {(a, b): 0.05 for a in (1, 0, -1) for b in (1, 0, -1)} | {
    (1, 1): 0.1,
    (1, 0): 0.08,
    (0, 0): 0.2,
    (-1, -1): 0.32,
}
RARE = {
    (1, 1): 0.003,
    (0, 0): 0.3,
    (1, 0): 1e-4,
    (0, 1): 5e-5,
    (1, -1): 1e-4,
    (-1, 1): 3e-5,
}
RARE |= {(0, -1): 0.003, (-1, 0): 0.004, (-1, -1): 0.68972}
"""Pairs of successes and failures, among games that count (-1: that do not), with their chances."""


def share_of(cells, side):
    """Return the share of successes of a variant."""
    among = {pair[side]: 0.0 for pair in cells}
    for pair, part in cells.items():
        among[pair[side]] += part
    return among[1] / (among[1] + among[0])


def conditional(cells):
    """Return what draws games on the same deals, some of which count under each variant."""
    weights = np.array([*cells.values()]) / sum(cells.values())

    def draw(rng, games):
        counts = dict(zip(cells, rng.multinomial(games, weights).tolist(), strict=True))
        return lambda level: conditional_difference(counts, level).interval

    return draw


def correlated(rng, games):
    """Draw lengths, in each round of which there is a war with the chance .06."""
    rounds = lengths(rng, games)
    pairs = Counter(
        zip(rounds.tolist(), rng.binomial(rounds, 0.06).tolist(), strict=True)
    )
    return lambda level: correlation(pairs, level)


def rows():
    """Yield the coverage of means, standard deviations, quantiles, differences and ratios."""
    spread = math.sqrt(0.995) / 0.005
    kinds = (
        ("mean of a long tail", of_lengths(mean), 200),
        ("standard deviation of a long tail", of_lengths(sd), spread),
        (
            "median",
            of_lengths(lambda hist, level: quantile(hist, 0.5, level)),
            median(0.5),
        ),
        (
            "97.5 % quantile",
            of_lengths(lambda hist, level: quantile(hist, 0.975, level)),
            median(0.975),
        ),
        ("ratio of two mean lengths", ratio, 204.5 / 200),
        ("difference of means, separate samples", welch, 100),
        ("difference of shares, separate samples", newcombe, 0.2),
        ("difference of shares, .20 and .15 differ", tango(0.2, 0.15), 0.05),
        ("difference of shares, .02 and .01 differ", tango(0.02, 0.01), 0.01),
        (
            "difference of conditional chances",
            conditional(USUAL),
            share_of(USUAL, 0) - share_of(USUAL, 1),
        ),
        (
            "difference of rare conditional chances",
            conditional(RARE),
            share_of(RARE, 0) - share_of(RARE, 1),
        ),
        (
            "correlation of rounds and wars",
            correlated,
            math.sqrt(0.06 * 199 / (0.94 + 0.06 * 199)),
        ),
    )
    for name, draw, truth in kinds:
        for games in SIZES:
            yield counted(name, games, draw, truth)
    for events in (3, 10, 30, 100, 1000):
        for games in SIZES[1:]:
            if events <= games / 10:
                yield counted(
                    f"paired mean, {events:,} games differ",
                    games,
                    of_rare(events),
                    30 * events / games,
                )


def median(share):
    """Return a quantile of the lengths."""
    return float(scipy.stats.geom(0.005).ppf(share))


def counted(name, games, draw, truth):
    """Return how often an interval covers the truth; a missing end is none, and runs without ends are left out.

    ``draw`` draws so many games, and returns their interval at a level.
    """
    rng = np.random.default_rng(SEED)
    held, plain = [], []
    for _ in range(RUNS if games < 100_000 else FEWER):
        at = draw(rng, games)
        found = [at(level) for level in LEVELS]
        if found[0] is None or (found[0].low is None and found[0].high is None):
            continue
        held.append([one is not None and covers(one, truth) for one in found])
        plain.append(not found[0].warning)
    return row(name, games, np.array(held), np.array(plain, bool))


def covers(one, truth):
    """Return whether an interval covers the truth."""
    return (one.low is None or one.low <= truth) and (
        one.high is None or truth <= one.high
    )


def row(name, games, held, plain):
    """Return the row of a table, from what each run covers at each level."""
    unwarned = held[plain].mean(axis=0) if plain.any() else np.ones(len(LEVELS))
    covered = tuple(held.mean(axis=0).tolist())
    return Row(
        name, games, covered, tuple(unwarned.tolist()), int(plain.sum()), len(held)
    )


def watching():
    """Yield in how many runs a true value is missed at some of 13 looks: by the usual intervals, and by sequences."""
    for name, sample in (
        ("a share of .5", _shares),
        ("no difference of shares, 4 in 10 games differ", _differences),
        ("a mean difference with a long tail", _means),
    ):
        rng = np.random.default_rng(SEED)
        missed = np.zeros((2, FEWER, len(LEVELS)), bool)
        for run in range(FEWER):
            for misses in sample(rng):
                for place, level in enumerate(LEVELS):
                    missed[:, run, place] |= misses(level)
        usual, sequences = missed.mean(axis=1)
        yield name, tuple(usual.tolist()), tuple(sequences.tolist())


def _shares(rng):
    seen = rng.binomial(np.diff((0, *LOOKS)), 0.5).cumsum()
    for k, n in zip(seen.tolist(), LOOKS, strict=True):
        yield lambda level, k=k, n=n: (
            not covers(proportion(k, n, level), 0.5),
            not covers(watched_share(k, n, level), 0.5),
        )


def _differences(rng):
    seen = np.array(
        [rng.multinomial(size, [0.2, 0.2, 0.6]) for size in np.diff((0, *LOOKS))]
    ).cumsum(axis=0)
    for (a, b, _), n in zip(seen.tolist(), LOOKS, strict=True):
        hist = Histogram([1, -1, 0], [a, b, n - a - b])
        yield lambda level, a=a, b=b, n=n, hist=hist: (
            not covers(mcnemar(a, b, n, level).interval, 0.0),
            not covers(watched_mean(hist, level).interval, 0.0),
        )


def _means(rng):
    games = lengths(rng, LOOKS[-1]) - lengths(rng, LOOKS[-1], 0.01)
    for n in LOOKS:
        hist = Histogram.of(games[:n])
        yield lambda level, hist=hist: (
            not covers(mean_difference(hist, level).interval, 100.0),
            not covers(watched_mean(hist, level).interval, 100.0),
        )


def stopping():
    """Yield target / share, bias / share, bias / target and coverage of a rare share stopped at a precision."""
    share, points = 1e-4, looks(10_000, 10**8, 1.5)
    for times in (0.3, 0.5, 1.0, 2.0, 10.0):
        rng = np.random.default_rng(SEED)
        values, held = [], []
        for _ in range(RUNS):
            seen = before = 0
            for games in points:
                seen, before = seen + int(rng.binomial(games - before, share)), games
                found = proportion(seen, games)
                if judge(
                    [Estimate("", "", "share", found, games)],
                    [Target("share", share * times)],
                ).met:
                    break
            values.append(seen / games)
            held.append((found.low or 0) <= share <= (found.high or 0))
        bias = float(np.mean(values)) - share
        yield times, bias / share, bias / (share * times), float(np.mean(held))
