"""Playing and computing the figures, and the verdict on each.

A simulated figure must be within four combined standard errors: of the published value,
of ours, and of the rounding of the published one (uniform over one unit of its last
place, so 1/sqrt(12) of it). If all published values are right, some line of this table
fails by chance for about 1 seed in 400; the seed is fixed, so the verdicts do not
change. An exact value must round to every published digit.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import polars as pl

import sim
from sim.stats import Histogram, Interval
from tests.verification import exact
from tests.verification.measures import measured
from tests.verification.model import GAMES, PLAYS, Figure

SEED = 1
MOST_ERRORS = 4.0
AT_ONCE = 1 << 19
"""The games whose rows are in memory at once."""

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


def check(figures, *, games=GAMES, workers=1, progress=lambda play: None):
    """Yield the result of every figure, in order; games that several figures need are played once."""
    played = {}
    for figure in figures:
        if figure.exact:
            yield compared(figure, eval(figure.exact, vars(exact)))  # our own list
            continue
        if figure.play not in played:
            progress(figure.play)
            wanted = {
                (other.of, other.given)
                for other in figures
                if other.play == figure.play
            }
            played[figure.play] = play(figure.play, wanted, games, workers)
        hist = played[figure.play][figure.of, figure.given]
        yield judged(figure, *measured(figure, hist), games)


def judged(figure, interval, error, games):
    """Return the verdict on a simulated figure."""
    theirs = figure.error
    if figure.n is not None:
        theirs = error * math.sqrt(games / figure.n)
    errors = _apart(figure, interval.value, error, theirs)
    return Result(
        figure, _agreeing(errors), interval=interval, errors=errors, games=games
    )


def compared(figure, value):
    """Return the verdict on a value that is exact here; one published from a sample may be off by chance."""
    if isinstance(value, tuple):
        return Result(figure, EXACT if value == figure.counts else FAILS, value)
    value = Fraction(value)
    if figure.error:
        errors = _apart(figure, value, figure.error)
        return Result(figure, _agreeing(errors), value, errors=errors)
    difference = abs(value - figure.value)
    verdict = FAILS
    if 2 * difference <= figure.unit:
        verdict = EXACT
    elif difference <= Fraction(figure.slack) * abs(value):
        verdict = OFF
    return Result(figure, verdict, value)


def _apart(figure, value, *errors):
    """How far a value is from the published one, in combined standard errors."""
    rounding = float(figure.unit) / math.sqrt(12)
    return float(value - figure.value) / math.hypot(rounding, *errors)


def _agreeing(errors):
    return AGREES if abs(errors) <= MOST_ERRORS else FAILS


def play(name, wanted, games, workers):
    """Play games and count the expressions that are wanted, each in the games of its condition."""
    how = {key: PLAYS[name].get(key) for key in ("rules", "policies")}
    game = PLAYS[name]["game"]
    histograms = dict.fromkeys(wanted, Histogram())
    for first in range(0, games, AT_ONCE):
        size = min(AT_ONCE, games - first)
        rows = sim.play(game, size, seed=SEED, first=first, workers=workers, **how)
        for of, given in wanted:
            some = rows.filter(pl.sql_expr(given))
            values = some.select(pl.sql_expr(of).cast(pl.Int64)).to_series()
            histograms[of, given] += Histogram.of(values.to_numpy())
    return histograms
