"""Histograms: exact tallies of one whole number per game.

Sums and moments are Python integers or fractions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sim.words import games_words

Integers = npt.NDArray[np.int64]

_INT64_END = 2**63


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Histogram:
    """Values in ascending order, each with the number of games that had it.

    Histograms are added with ``+``, which is exact, associative and commutative;
    ``Histogram()`` is zero.

    Parameters
    ----------
    values, counts
        Whole numbers, both of shape ``(k,)``, in any order. Counts of a repeated value
        are added, and values with count zero are dropped. Stored as read-only int64.

    Raises
    ------
    TypeError
        If they are not whole numbers.
    ValueError
        If the shapes differ or a count is negative.

    Examples
    --------
    >>> lengths = Histogram([3, 1], [2, 5]) + Histogram([3], [1])
    >>> lengths
    Histogram([1, 3], [5, 3])
    >>> lengths.n, lengths.total, lengths.mean
    (8, 14, 1.75)
    """

    values: Integers
    counts: Integers

    def __init__(self, values: npt.ArrayLike = (), counts: npt.ArrayLike = ()) -> None:
        values = _whole(values)
        counts = _whole(counts)
        if values.ndim != 1 or values.shape != counts.shape:
            raise ValueError(
                f"values {values.shape} and counts {counts.shape} must have the same "
                f"one-dimensional shape"
            )
        if counts.size and counts.min() < 0:
            raise ValueError("counts must not be negative")
        values, counts = _merged(values, counts)
        values.flags.writeable = counts.flags.writeable = False
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "counts", counts)

    @classmethod
    def of(cls, observed: npt.ArrayLike) -> Histogram:
        """The histogram of observed whole numbers, one per game."""
        return cls(*np.unique(_whole(observed), return_counts=True))

    def __add__(self, other: Histogram) -> Histogram:
        if not isinstance(other, Histogram):
            return NotImplemented
        if not other.values.size:
            return self
        return Histogram(
            np.concatenate([self.values, other.values]),
            np.concatenate([self.counts, other.counts]),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Histogram):
            return NotImplemented
        return np.array_equal(self.values, other.values) and np.array_equal(
            self.counts, other.counts
        )

    def __hash__(self) -> int:
        return hash((self.values.tobytes(), self.counts.tobytes()))

    def __repr__(self) -> str:
        return f"Histogram({self.values.tolist()}, {self.counts.tolist()})"

    @cached_property
    def n(self) -> int:
        """The number of games."""
        return int(self._cumulative[-1]) if self.values.size else 0

    @cached_property
    def total(self) -> int:
        """The sum over all games."""
        return self.power_sum(1)

    @property
    def smallest(self) -> int | None:
        """The smallest value seen; None without games."""
        return int(self.values[0]) if self.values.size else None

    @property
    def largest(self) -> int | None:
        """The largest value seen; None without games."""
        return int(self.values[-1]) if self.values.size else None

    @property
    def usual(self) -> int:
        """The most common value, the smallest of several; there must be games."""
        return int(self.values[np.argmax(self.counts)])

    @property
    def unusual(self) -> int:
        """The number of games that differ from the most common value."""
        return self.n - int(self.counts.max(initial=0))

    @property
    def mean(self) -> float:
        """The mean: the exact value, rounded once.

        Raises
        ------
        ValueError
            If there are no games.
        """
        return float(self.exact_mean)

    @property
    def exact_mean(self) -> Fraction:
        """The mean as a fraction."""
        if not self.n:
            raise ValueError("an empty histogram has no mean")
        return Fraction(self.total, self.n)

    @cached_property
    def variance(self) -> Fraction:
        """The unbiased sample variance (divisor ``n - 1``) as a fraction.

        Raises
        ------
        ValueError
            If there are fewer than two games.
        """
        if self.n < 2:
            raise ValueError("a variance needs at least two games")
        return self.central_moment(2) * Fraction(self.n, self.n - 1)

    def power_sum(self, power: int) -> int:
        """The exact sum over all games of the values raised to a power."""
        if power not in self._power_sums:
            self._power_sums[power] = self._power_sum(power)
        return self._power_sums[power]

    @cached_property
    def _power_sums(self) -> dict[int, int]:
        """The sums that have been asked for, by their powers."""
        return {}

    def _power_sum(self, power: int) -> int:
        if not self.values.size:
            return 0
        reach = max(abs(int(self.values[0])), abs(int(self.values[-1])))
        if reach**power * self.n < _INT64_END:
            return int(np.dot(self.values**power, self.counts))
        return int(
            np.dot(self.values.astype(object) ** power, self.counts.astype(object))
        )

    def central_moment(self, order: int) -> Fraction:
        """The exact mean over all games of (value - mean) to the power 2, 3 or 4.

        Raises
        ------
        ValueError
            If there are no games.
        """
        n = self.n
        if not n:
            raise ValueError("an empty histogram has no moments")
        # Over the common denominator n**order, so that only one fraction is reduced.
        first, second, *more = (self.power_sum(power) for power in range(1, order + 1))
        if order == 2:
            above = n * second - first**2
        elif order == 3:
            above = n**2 * more[0] - 3 * n * first * second + 2 * first**3
        else:
            above = (
                n**3 * more[1]
                - 4 * n**2 * first * more[0]
                + 6 * n * first**2 * second
                - 3 * first**4
            )
        return Fraction(above, n**order)

    def count_at_most(self, value: float) -> int:
        """How many games had at most this value."""
        place = int(np.searchsorted(self.values, value, side="right"))
        return int(self._cumulative[place - 1]) if place else 0

    def count_of(self, value: int) -> int:
        """How many games had this value."""
        return self.count_at_most(value) - self.count_at_most(value - 1)

    def order_statistic(self, rank: int) -> int:
        """The value of the game at that rank (1 is the smallest).

        Raises
        ------
        ValueError
            If the rank is not from 1 to the number of games.
        """
        if not 1 <= rank <= self.n:
            raise ValueError(f"{rank} is not a valid rank among {games_words(self.n)}")
        return int(self.values[np.searchsorted(self._cumulative, rank, side="left")])

    def quantile(self, share: float) -> int:
        """The smallest value that at least this share of the games does not exceed.

        The share is taken as the decimal number as written: 0.1 is one tenth, not the
        nearest double.

        Raises
        ------
        ValueError
            If there are no games.
        """
        return self.order_statistic(self.quantile_rank(share))

    def quantile_rank(self, share: float) -> int:
        """The rank of the game at a quantile."""
        least = -(-Fraction(str(share)) * self.n // 1)
        return max(1, int(least))

    def at_least(self, value: int) -> Histogram:
        """The histogram of the games that had at least this value."""
        keep = self.values >= value
        return Histogram(self.values[keep], self.counts[keep])

    def without(self, some: Histogram) -> Histogram:
        """The histogram of the games that remain when some of them, all among these, are removed."""
        counts = self.counts.copy()
        counts[np.searchsorted(self.values, some.values)] -= some.counts
        return Histogram(self.values, counts)

    @cached_property
    def _cumulative(self) -> Integers:
        return np.cumsum(self.counts, dtype=np.int64)


def _whole(numbers: npt.ArrayLike) -> Integers:
    array = np.asarray(numbers)
    if not array.size:
        return np.zeros(array.shape, np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"a histogram holds 64-bit whole numbers, not {array.dtype}")
    return array.astype(np.int64)


def _merged(values: Integers, counts: Integers) -> tuple[Integers, Integers]:
    seen = counts > 0
    values = values[seen]
    counts = counts[seen]
    if values.size > 1 and not (values[1:] > values[:-1]).all():
        order = np.argsort(values, kind="stable")
        values = values[order]
        counts = counts[order]
        starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
        values = values[starts]
        counts = np.add.reduceat(counts, starts)
    return values, counts
