"""How often the intervals cover what they estimate: tables for docs/coverage.md, from a fixed seed.

``python -m tests.verification.coverage`` prints the page; it fails if an interval at 95 % covers less than 93 % (less
four standard errors of the simulation) from 30 games on without a warning beside it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import scipy.stats
from numpy.typing import NDArray

from sim.stats import (
    Estimate,
    Histogram,
    Interval,
    Target,
    judge,
    looks,
    mean,
    mean_difference,
    proportion,
    ratio_of_means,
    sd,
    survival_band,
)

SEED = 1
RUNS = 1000
LEAST = 0.93
SIZES = (30, 100, 300, 1000, 10_000)
LEVELS = (0.95, 0.99, 0.999, 0.9999)

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Row:
    """The coverage of one interval: over all runs, and over those in which it has no warning."""

    name: str
    games: int
    covered: float
    unwarned: float
    runs: int

    @property
    def failed(self) -> bool:
        """Whether intervals without a warning cover too little for chance."""
        few = self.runs < 100
        return not few and self.unwarned < LEAST - 4 * math.sqrt(LEAST * (1 - LEAST) / self.runs)


def shares() -> Iterator[tuple[int, list[float]]]:
    """Yield the least coverage of a share over all true shares, by enumeration, at each level."""
    for games in SIZES:
        counts = np.arange(games + 1)
        truths = np.geomspace(0.01, games / 2, 300) / games
        weights = [scipy.stats.binom.pmf(counts, games, truth) for truth in truths]
        least = []
        for level in LEVELS:
            ends = [proportion(k, games, level) for k in range(games + 1)]
            lows, highs = np.array([one.low for one in ends]), np.array([one.high for one in ends])
            held = [w @ ((lows <= t) & (t <= highs)) for w, t in zip(weights, truths, strict=True)]
            least.append(float(min(held)))
        yield games, least


def lengths(rng: np.random.Generator, games: int) -> Numbers:
    """Return lengths with the tail of shuffled War: mean 200, skewness 2."""
    return rng.geometric(0.005, games)


def rare(rng: np.random.Generator, games: int, events: float) -> Histogram:
    """Return differences of which few are not zero, four in five of them positive."""
    size = rng.binomial(games, events / games)
    some = rng.geometric(0.02, size) * rng.choice([1, -1], size, p=[0.8, 0.2])
    return Histogram([0], [games - size]) + Histogram.of(some)


def rows() -> Iterator[Row]:
    """Yield the coverage of means, standard deviations, differences and ratios."""
    for games in SIZES:
        yield counted("mean of a long tail", games, lambda rng, n: mean(Histogram.of(lengths(rng, n))), 200)
        spread = math.sqrt(0.995) / 0.005
        yield counted(
            "standard deviation of a long tail",
            games,
            lambda rng, n: sd(Histogram.of(lengths(rng, n))),
            spread,
        )
        yield counted("ratio of two mean lengths", games, ratio, 204.5 / 200)
    for games in SIZES[2:]:
        for events in (3, 10, 30, 100):
            if events <= games / 10:
                yield counted(
                    f"paired mean, {events} games differ",
                    games,
                    lambda rng, n, events=events: mean_difference(rare(rng, n, events)).interval,
                    30 * events / games,
                )


def ratio(rng: np.random.Generator, games: int) -> Interval | None:
    """Return the ratio of lengths on the same deals, the first longer by 0 to 9 rounds."""
    second = lengths(rng, games)
    more = rng.integers(0, 10, games)
    return ratio_of_means(Histogram.of(second + more), Histogram.of(second), Histogram.of(more))


def counted(
    name: str, games: int, draw: Callable[[np.random.Generator, int], Interval | None], truth: float
) -> Row:
    """Return how often an interval covers the truth; runs without an interval are left out."""
    rng = np.random.default_rng(SEED)
    held = []
    for _ in range(RUNS):
        found = draw(rng, games)
        if found is not None and found.low is not None and found.high is not None:
            held.append((found.low <= truth <= found.high, not found.warning))
    table = np.array(held)
    plain = table[table[:, 1], 0]
    return Row(name, games, float(table[:, 0].mean()), float(plain.mean()) if len(plain) else 1.0, len(plain))


def band() -> Iterator[Row]:
    """Yield how often a band covers a whole survival curve."""
    points = list(range(0, 1600, 40))
    truth = [0.995**point for point in points]
    for games in SIZES[1:]:
        rng = np.random.default_rng(SEED)
        held = []
        for _ in range(RUNS // 4):
            found = survival_band(Histogram.of(lengths(rng, games)), points)
            pairs = zip(found, truth, strict=True)
            held.append(all((one.low or 0) <= true <= (one.high or 0) for one, true in pairs))
        yield Row(
            "survival curve, all points at once", games, float(np.mean(held)), float(np.mean(held)), len(held)
        )


def stopping() -> Iterator[tuple[float, float, float, float]]:
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
                if judge([Estimate("", "", "share", found, games)], [Target("share", share * times)]).met:
                    break
            values.append(seen / games)
            held.append((found.low or 0) <= share <= (found.high or 0))
        bias = float(np.mean(values)) - share
        yield times, bias / share, bias / (share * times), float(np.mean(held))


def main() -> int:
    """Print the page and return whether an interval fails."""
    print("# How often the intervals cover\n")
    print(
        "Printed by `python -m tests.verification.coverage` (part of `make verify`), from a fixed seed. "
        f"Simulated rows have {RUNS:,} runs, curves a quarter of that: one standard error is 0.7 or 1.4 %.\n"
    )
    print("## Shares: the least coverage over all true shares, by enumeration\n")
    print("| games |", " | ".join(f"{100 * level:g} %" for level in LEVELS), "|")
    print("|---:|", "---:|" * len(LEVELS))
    least = list(shares())
    for games, held in least:
        print(f"| {games:,} |", " | ".join(f"{100 * one:.3f} %" for one in held), "|")
    found = [*rows(), *band()]
    print("\n## At 95 %: all runs, and those without a warning beside the number\n")
    print("| interval | games | covers | without a warning | such runs |\n|---|---:|---:|---:|---:|")
    for row in found:
        plain = f"{100 * row.unwarned:.1f} %" if row.runs else ""
        print(f"| {row.name} | {row.games:,} | {100 * row.covered:.1f} % | {plain} | {row.runs:,} |")
    print("\n## A share of one in 10,000, stopped at an absolute precision\n")
    print(
        "| requested half width / share | bias / share | bias / half width | covers |\n|---:|---:|---:|---:|"
    )
    for times, bias, against, held in stopping():
        print(f"| {times:g} | {100 * bias:+.1f} % | {100 * against:+.1f} % | {100 * held:.1f} % |")
    failed = any(row.failed for row in found) or any(held[0] < LEAST for _, held in least)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
