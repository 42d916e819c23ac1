"""The tail of the lengths of games: how likely a game is that lasts longer than nearly all, or than any, of those seen.

Where chance goes on to the end, as in War with shuffled pots, a long game forgets its deal: from some length on, each
further round is the last one with the same chance, the hazard, and the rounds beyond are geometrically distributed.
Two numbers then say everything about longer games, the share of games beyond the threshold and the hazard, and all
games beyond the threshold tell of them. A share counted directly rests only on the few games that were as long as that.

This module finds the threshold, checks the fit, and refuses where the hazard is not constant.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import mul

import numpy as np

from sim.stats.estimates import Interval
from sim.stats.histogram import Histogram
from sim.stats.intervals import check_level, proportion
from sim.stats.lengths import Lengths

CHANGES = 0.05
"""With a p-value below this the hazard is taken to change still."""

MARGIN = 2
"""How many candidates above the lowest that passes the threshold lies."""

FITS = 0.001
"""With a smaller p-value of the test of fit, the tail is refused."""

FEWEST = 50
"""The fewest games that must end beyond the last candidate for a threshold."""

MOST_BINS = 20
"""The bins of the test of fit, each with as many ends expected as the others."""

GEOMETRIC = "geometric tail"
EXTRAPOLATED = "extrapolated: no game was seen that long"

TOO_SLOWLY = "If that chance changes too slowly for these games to show, the intervals are too narrow."
"""What no test of the fit can rule out; said wherever numbers of a fitted tail stand."""

_LONGEST = 1 << 62


@dataclass(frozen=True)
class Tail:
    """The fitted tail of a length.

    Attributes
    ----------
    lengths
        The games.
    threshold
        The length beyond which the hazard is constant; None if the tail is refused.
    refusal
        Why there is no fitted tail; empty if there is one.
    step
        The distance between possible lengths: 2 where only even numbers of rounds can occur, else 1.

    Examples
    --------
    >>> rounds = np.random.default_rng(1).geometric(0.01, 100_000)
    >>> tail = fit_tail(Lengths(Histogram.of(rounds)))
    >>> tail.threshold, round(tail.hazard().value, 4), tail.longer_than(2000).warning
    (207, 0.0101, 'extrapolated: no game was seen that long')
    """

    lengths: Lengths
    threshold: int | None
    refusal: str = ""
    step: int = 1

    @property
    def start(self) -> int:
        """The threshold, of a tail that is not refused."""
        assert self.threshold is not None, self.refusal
        return self.threshold

    @cached_property
    def beyond(self) -> int:
        """The number of games longer than the threshold."""
        return self.lengths.n - self.lengths.as_they_stand.count_at_most(self.start)

    @cached_property
    def longest(self) -> int:
        """The largest length seen."""
        return self.lengths.as_they_stand.largest or 0

    @cached_property
    def fit(self) -> float:
        """The p-value of the test of fit: that the hazards of bins differ so much if the true hazard is constant."""
        return _fit(self.lengths, self.step, self.start)

    def hazard(self, level: float = 0.95) -> Interval:
        """Return the chance that a game beyond the threshold ends in the next round (in the next :attr:`step` rounds).

        The rounds beyond the threshold are trials, all alike, until the game ends. With ``D`` ends in ``T`` rounds the
        ends of the interval are exact for integers: those for the number of trials up to the ``D``-th success, a
        negative binomial, found as Clopper and Pearson (1934) find those of a binomial.

        Raises
        ------
        UserError
            If the level is not between 0 and 1.
        """
        from scipy.special import betaincinv

        ends, steps = _counted(self.lengths, self.step, self.start)
        miss = (1 - check_level(level)) / 2
        low = float(betaincinv(ends, steps - ends + 1, miss))
        high = float(betaincinv(ends, steps - ends, 1 - miss))
        return Interval(ends / steps, low, high, level, "negative binomial", events=ends)

    def longer_than(self, length: int, level: float = 0.95) -> Interval:
        """Return the chance of a game that lasts longer than a length, from the fitted tail.

        It is ``p (1 - h)**n``, with the share ``p`` of games beyond the threshold, the hazard ``h`` and the ``n`` steps
        from the threshold. On the logarithmic scale it is a sum of two independent parts with their own intervals,
        which are joined by the squares of the distances to their ends (Zou and Donner, Statistics in Medicine 27, 2008,
        1693-1702). A length that no game exceeded is an extrapolation, and the interval has a warning.

        Raises
        ------
        ValueError
            If the tail is refused, or the length is below the threshold.
        UserError
            If the level is not between 0 and 1.
        """
        check_level(level)
        if self.threshold is None:
            raise ValueError(self.refusal)
        if length < self.threshold:
            raise ValueError(f"the tail begins beyond {self.threshold}, not at {length}")
        value, low, high = self._logarithms(level)(length)
        warning = EXTRAPOLATED if length >= self.longest else ""
        return Interval(
            math.exp(value), math.exp(low), min(1.0, math.exp(high)), level, self._name, warning, self.beyond
        )

    def exceeded_by(self, share: float, level: float = 0.95) -> Interval:
        """Return the length that a share of all games exceeds, such as one in a million: an extreme quantile.

        It is the smallest length that at most this share of games exceeds; the ends are those lengths at which the
        ends of :meth:`longer_than` come down to the share.

        Raises
        ------
        ValueError
            If the tail is refused, or the share is not between 0 and the share of games beyond the threshold.
        UserError
            If the level is not between 0 and 1.
        """
        check_level(level)
        if self.threshold is None:
            raise ValueError(self.refusal)
        if not 0 < share <= self.beyond / self.lengths.n:
            raise ValueError(f"{share} is not a share of the games beyond {self.threshold}")
        parts = self._logarithms(level)
        wanted = math.log(share)

        def reached(which: int) -> int:
            return self._first(lambda length: parts(length)[which] <= wanted)

        value, low, high = map(reached, range(3))
        warning = EXTRAPOLATED if value > self.longest else ""
        return Interval(float(value), float(low), float(high), level, self._name, warning, self.beyond)

    @property
    def _name(self) -> str:
        return f"{GEOMETRIC} beyond {self.start}"

    def _logarithms(self, level: float) -> Callable[[int], tuple[float, float, float]]:
        """Return a function of a length: the logarithms of the chance of a longer game and of its ends."""
        share, hazard = proportion(self.beyond, self.lengths.n, level), self.hazard(level)
        of_share = [math.log(end or 0.0) for end in (share.value, share.low, share.high)]
        of_step = [math.log1p(-(end or 0.0)) for end in (hazard.value, hazard.high, hazard.low)]

        def parts(length: int) -> tuple[float, float, float]:
            steps = (length - self.start) // self.step
            value = of_share[0] + steps * of_step[0]
            down = math.hypot(of_share[0] - of_share[1], steps * (of_step[0] - of_step[1]))
            up = math.hypot(of_share[2] - of_share[0], steps * (of_step[2] - of_step[0]))
            return value, value - down, value + up

        return parts

    def _first(self, holds: Callable[[int], bool]) -> int:
        """Return the first length from the threshold on for which something holds that stays true."""
        low, reach = self.start, 1
        while not holds(low + reach):
            reach *= 2
            if reach > _LONGEST:
                return _LONGEST
        high = low + reach
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if holds(middle) else (middle + 1, high)
        return high


def fit_tail(lengths: Lengths) -> Tail:
    """Return the tail of a length, with a threshold chosen by a fixed rule.

    Candidates are the lengths that at most 1/2, 1/4, 1/8, ... of the games exceed, as long as :data:`FEWEST` games end
    beyond. The hazard between each candidate and the next is compared with that of all rounds beyond; for a constant
    hazard these contrasts are independent (Helmert's). A candidate passes if neither its own contrast nor the sum of
    those from it on, each with the weight of its games, is significant at :data:`CHANGES`. The threshold is
    :data:`MARGIN` candidates above the lowest that passes: a change too slight for the tests is slighter still beyond.
    Finally the hazards of up to :data:`MOST_BINS` bins beyond the threshold are compared by a chi-squared test; with a
    p-value below :data:`FITS` the tail is refused.

    Parameters
    ----------
    lengths
        Whole numbers, one per game. Games that were stopped count as not ended up to that point.

    Returns
    -------
    Tail
        With the reason for a refusal: too few games, a hazard that goes on changing, or games that never end.
    """
    if not lengths.apart:
        return Tail(lengths, None, "finished and unfinished games were not counted apart")
    if lengths.endless.n:
        return Tail(lengths, None, "some games never end")
    step = _step(lengths.ended)
    candidates = _candidates(lengths, step)
    if len(candidates) <= MARGIN + 1:
        return Tail(lengths, None, "too few games are long")
    contrasts = [_contrast(lengths, step, *pair) for pair in pairwise(candidates)]
    threshold = next(
        (
            candidates[place + MARGIN]
            for place in range(len(contrasts) - MARGIN)
            if _is_constant(contrasts[place:])
        ),
        None,
    )
    if threshold is None:
        return Tail(lengths, None, "the hazard keeps changing")
    if lengths.stopped.count_at_most(threshold):
        return Tail(lengths, None, "some games were stopped before the tail begins")
    tail = Tail(lengths, threshold, step=step)
    if tail.fit < FITS:
        return Tail(lengths, None, f"the hazard is not constant beyond {threshold}")
    return tail


def _step(ended: Histogram) -> int:
    """Return the distance between possible lengths: the greatest common divisor of the distances seen."""
    return int(np.gcd.reduce(np.diff(ended.values))) if ended.values.size > 1 else 1


def _candidates(lengths: Lengths, step: int) -> list[int]:
    """Return the lengths that at most 1/2, 1/4, ... of the games exceed, while enough games end beyond."""
    found: list[int] = []
    rank = lengths.ended.n // 2
    # Stopped games are longer than the lengths that matter; the tail is refused where they are not.
    while rank and lengths.n - lengths.ended.n < rank:
        length = lengths.ended.order_statistic(lengths.ended.n - rank)
        if found:
            # What ends games in even rounds may not be what ends them in odd ones: segments have equally many of both.
            length += (length - found[0]) % (2 * step)
        if _counted(lengths, step, length)[0] < FEWEST:
            break
        if not found or length > found[-1]:
            found.append(length)
        rank //= 2
    return found


def _counted(lengths: Lengths, step: int, start: int, stop: int = _LONGEST) -> tuple[int, int]:
    """Return how many games end beyond ``start`` and by ``stop``, and how many steps all games play there."""
    longer = lengths.as_they_stand.at_least(start + 1)
    steps = int(np.dot((np.minimum(longer.values, stop) - start) // step, longer.counts))
    return lengths.ended.count_at_most(stop) - lengths.ended.count_at_most(start), steps


def _contrast(lengths: Lengths, step: int, start: int, stop: int) -> float:
    """Return by how many standard errors the hazard from ``start`` to ``stop`` is above that beyond."""
    ends, steps = zip(_counted(lengths, step, start, stop), _counted(lengths, step, stop), strict=True)
    common = sum(ends) / sum(steps)
    variance = common * (1 - common) * (1 / steps[0] + 1 / steps[1])
    return (ends[0] / steps[0] - ends[1] / steps[1]) / math.sqrt(variance) if variance else math.inf


def _is_constant(contrasts: Sequence[float]) -> bool:
    """Return whether neither the first contrast nor their weighted sum shows that the hazard changes."""
    # Each segment has half the games of the one before it.
    weights = [0.5 ** (place / 2) for place in range(len(contrasts))]
    together = sum(map(mul, weights, contrasts)) / math.hypot(*weights)
    return all(math.erfc(abs(one) / math.sqrt(2)) >= CHANGES for one in (contrasts[0], together))


def _fit(lengths: Lengths, step: int, threshold: int) -> float:
    """Return the p-value of the chi-squared test that the hazards of bins beyond the threshold are all the same."""
    from scipy.special import chdtrc

    ends, steps = _counted(lengths, step, threshold)
    hazard, bins = ends / steps, min(MOST_BINS, 2 * ends // FEWEST)
    if hazard == 1:
        return 0.0
    # Under a constant hazard, equally many games end in each bin.
    places = (math.log(1 - place / bins) / math.log1p(-hazard) for place in range(bins))
    edges = sorted({threshold + 2 * step * round(place / 2) for place in places})
    if len(edges) < 3:
        return 0.0
    bounds = zip(edges, [*edges[1:], _LONGEST], strict=True)
    found = [_counted(lengths, step, start, stop) for start, stop in bounds]
    distance = sum((own - hazard * of) ** 2 / (hazard * (1 - hazard) * of) for own, of in found if of)
    return float(chdtrc(len(found) - 1, distance))
