"""Estimates: an interval with the name of what it estimates."""

from dataclasses import dataclass

from sim.machine.notebook import NotebookResult
from sim.stats.intervals import Measure
from sim.stats.uncertainty import Interval


@dataclass(frozen=True, slots=True)
class Estimate(NotebookResult):
    """A named interval: one statistic of one variant, or of one variant against another.

    Attributes
    ----------
    variant, versus, statistic
        The variant, the one it is compared with (empty for none), and the statistic's
        name in the table.
    interval
        The number with its uncertainty.
    games
        The number of games it is based on.
    p_value, p_holm
        For a comparison, the probability of a difference at least this large if the
        true difference were zero: by itself, and adjusted for the whole family;
        otherwise None.
    column, measure, code
        What is estimated: the column, the measure, and for the share of a value, that
        value.
    outcome
        What a share is the share of, in words.
    ratio
        For a difference of mean lengths, also their ratio: the variant's mean divided
        by that of ``versus``, such as 1.03 to 1.06 for "3 to 6 % longer"
        (:func:`sim.stats.ratios.ratio_of_means`). It excludes 1 exactly when the
        interval of the difference excludes 0. Otherwise None.
    """

    variant: str
    versus: str
    statistic: str
    interval: Interval
    games: int
    p_value: float | None = None
    p_holm: float | None = None
    column: str = ""
    measure: Measure | None = None
    code: int | None = None
    outcome: str = ""
    ratio: Interval | None = None

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games, or a difference of two."""
        return self.measure in (Measure.SHARE, Measure.ANY, Measure.OTHERWISE)

    def __str__(self) -> str:
        whose = f"{self.variant} against {self.versus}" if self.versus else self.variant
        return f"{self.statistic} ({whose})" if whose else self.statistic
