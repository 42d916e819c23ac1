"""Playing and computing the figures, and the verdict on each.

A simulated figure must be within four combined standard errors: of the published value,
of ours, and of the rounding of the published one (uniform over one unit of its last
place, so 1/sqrt(12) of it). If all published values are right, some line of this table
fails by chance for about 1 seed in 400; the seed is fixed, so the verdicts do not
change. An exact value must round to every published digit.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import polars as pl

import sim
from sim.stats import Histogram, Interval
from tests.verification.measures import Sample
from tests.verification.model import GAMES, Exact, Figure, Simulated

SEED = 1
MOST_ERRORS = 4.0
AT_ONCE = 1 << 19
"""The games whose rows are in memory at once."""

DERIVED: dict[str, tuple[tuple[str, ...], Callable[[pl.DataFrame], pl.Series]]] = {
    # A round of five or more wars shows in the wars that four for each longer war leave
    # over. (Two longer wars with two left over could be 4 + 6 or 5 + 5; that happens
    # once in about 10**9 games.)
    "quadruple_wars": (
        ("wars", "single_wars", "double_wars", "triple_wars", "longer_wars"),
        lambda rows: (
            5 * rows["longer_wars"]
            + rows["single_wars"]
            + 2 * rows["double_wars"]
            + 3 * rows["triple_wars"]
            - rows["wars"]
        ).clip(0),
    ),
    # The player ahead after phase one attacks first; if neither is, the player who
    # began the deployment.
    "attacker_won": (
        ("winner", "ahead", "first_deployer"),
        lambda rows: (
            rows["winner"]
            == rows["ahead"].zip_with(rows["ahead"] >= 0, rows["first_deployer"])
        ).cast(pl.Int64),
    ),
    # 0 if neither player is ahead, 1 if one is, 2 if that player wins.
    "ahead_won": (
        ("winner", "ahead"),
        lambda rows: (
            (rows["ahead"] >= 0).cast(pl.Int64)
            + (rows["winner"] == rows["ahead"]).cast(pl.Int64)
        ),
    ),
}
"""Columns that are computed from those of the games."""

EXACT, AGREES, OFF, FAILS = "exact", "agrees", "source rounds", "FAILS"


@dataclass(frozen=True)
class Result:
    """A figure with the value found here."""

    figure: Figure
    verdict: str
    value: Fraction | tuple[int, ...] | None = None  # ours, exact or counted
    interval: Interval | None = None  # ours, if it is simulated
    errors: float | None = None  # the difference in combined standard errors
    games: int = 0

    @property
    def failed(self):
        """Whether ours and theirs cannot both be right."""
        return self.verdict == FAILS


def check(figures, *, games=GAMES, workers=1, seed=SEED, progress=lambda play: None):
    """Yield the result of every figure, in order; games that several figures need are played once."""
    samples = {}
    for figure in figures:
        how = figure.how
        if isinstance(how, Simulated):
            if how.play.key not in samples:
                progress(how.play)
                samples[how.play.key] = play(
                    how.play, columns(figures, how.play), games, seed, workers
                )
            yield judged(figure, how.measure.of(samples[how.play.key]), games)
        elif isinstance(how, Exact):
            yield compared(figure, how.compute())
        else:
            yield counted(figure, how)


def judged(figure, ours, games):
    """Return the verdict on a simulated figure."""
    assert ours.interval.value is not None
    theirs = figure.error or 0.0
    if figure.n is not None:
        theirs = ours.error * math.sqrt(games / figure.n)
    errors = (ours.interval.value - float(figure.value)) / math.hypot(
        ours.error, theirs, _rounding(figure)
    )
    verdict = AGREES if abs(errors) <= MOST_ERRORS else FAILS
    return Result(figure, verdict, interval=ours.interval, errors=errors, games=games)


def compared(figure, value):
    """Return the verdict on a value that is exact here; one published from a sample may be off by chance."""
    if figure.error is not None:
        errors = float(value - figure.value) / math.hypot(
            figure.error, _rounding(figure)
        )
        return Result(
            figure,
            AGREES if abs(errors) <= MOST_ERRORS else FAILS,
            value,
            errors=errors,
        )
    difference = abs(value - figure.value)
    verdict = FAILS
    if 2 * difference <= figure.unit:
        verdict = EXACT
    elif difference <= Fraction(figure.slack) * abs(value):
        verdict = OFF
    return Result(figure, verdict, value)


def counted(figure, how):
    """Return the verdict on counts of every deal."""
    counts = how.compute()
    return Result(figure, EXACT if counts == figure.counts else FAILS, counts)


def _rounding(figure):
    return float(figure.unit) / math.sqrt(12)


def columns(figures, play):
    """Return the columns that the figures need of a play."""
    needed = {
        column
        for figure in figures
        if isinstance(figure.how, Simulated) and figure.how.play.key == play.key
        for column in figure.how.measure.columns
    }
    return sorted(needed)


def play(play, wanted, games, seed, workers):
    """Play games and count the columns that are wanted."""
    game = sim.games()[play.game]
    declared = {
        column.name: column for column in game.columns_under(game.rules.of(play.rules))
    }
    histograms = dict.fromkeys(wanted, Histogram())
    for first in range(0, games, AT_ONCE):
        size = min(AT_ONCE, games - first)
        how = {
            "rules": play.rules,
            "policies": play.policies or None,
            "workers": workers,
        }
        rows = sim.play(play.game, size, seed=seed, first=first, **how)
        for name in wanted:
            if name in DERIVED:
                values = DERIVED[name][1](rows.select(DERIVED[name][0]))
            elif declared[name].categories:
                values = rows[name].to_physical()
            elif declared[name].dtype == "bool":
                values = rows[name].cast(pl.Int64)
            else:
                values = (rows[name] * declared[name].per).round().cast(pl.Int64)
            histograms[name] += Histogram.of(values.to_numpy())
    known = [name for name in wanted if name in declared]
    per = {**dict.fromkeys(wanted, 1), **{name: declared[name].per for name in known}}
    codes = {
        name: declared[name].categories for name in known if declared[name].categories
    }
    return Sample(games, histograms, per, codes)
