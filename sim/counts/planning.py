"""Plans of a run from the tallies of a pilot: how many games a precision, or a comparison, needs.

The pilot's counts are scaled to other numbers of games and judged as a run judges
itself; how far they can be trusted is found by resampling them (Efron, Annals of
Statistics 7, 1979, 1-26).
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import WINNER
from sim.counts.comparison import base_name
from sim.counts.counted import Counts, Key
from sim.counts.queries import YES
from sim.counts.summary import Summary
from sim.counts.tallies import Tallies
from sim.errors import UserError
from sim.stats import Estimate, Histogram, Measure, Target, judge
from sim.stats.intervals import QUANTILES
from sim.stats.power import PlannedPower, Question, plan_power

RESAMPLES = 100
STEPS = 8

MOST = 10**15
"""More games than this are not planned."""


@dataclass(frozen=True)
class Need:
    """A wanted precision, and the games of each variant that it needs.

    Attributes
    ----------
    what
        What is wanted, in words.
    whose
        The variant, or the pair of variants, that needs the most games.
    games
        The number of games with which the expected half width is the wanted one; None
        if no sensible number would do.
    low, high
        The range of that number, with 95 % confidence, as far as the pilot shows; with
        ``high`` games nearly all runs attain the precision.
    note
        Why no number of games would do; "" if one does.
    """

    what: str
    whose: str
    games: int | None
    low: int
    high: int
    note: str = ""


def plan_precision(
    pilot: Summary, target: Target, level: float = 0.95, seed: int = 0
) -> Need:
    """The games that a precision needs in every variant that has the statistic.

    The seed is for resampling.
    """
    known = pilot.known(level)
    aimed = [estimate for estimate in known if estimate.statistic == target.statistic]
    tallies_of = {str(estimate): _own(pilot, estimate) for estimate in aimed}
    # Scaled counts have the gaps of the pilot, which say nothing about more games.
    steps = 1 if any(estimate.measure in QUANTILES for estimate in aimed) else STEPS
    needed = {
        name: _games(pilot, part, target, level, steps)
        for name, part in tallies_of.items()
    }
    worst = max(
        needed, key=lambda name: math.inf if needed[name] is None else needed[name] or 0
    )
    games = needed[worst]
    (limiting,) = [estimate for estimate in aimed if str(estimate) == worst]
    whose = (
        f"{limiting.variant} against {limiting.versus}"
        if limiting.versus
        else limiting.variant
    )
    if games is None:
        return Need(str(target), whose, None, 0, 0, judge([limiting], [target]).reason)
    low, high = _range(
        pilot, tallies_of[worst], target, level, games, np.random.default_rng(seed)
    )
    return Need(str(target), whose, games, min(low, games), max(high, games))


def _range(
    pilot: Summary,
    tallies: Tallies,
    target: Target,
    level: float,
    games: int,
    random: np.random.Generator,
) -> tuple[int, int]:
    """The range of 95 % of what resampled pilots say.

    It is widened by what the chance of the run itself adds.
    """
    (estimate,) = [
        estimate
        for estimate in replace(pilot, tallies=tallies).known(level)
        if estimate.statistic == target.statistic and estimate.games
    ]
    by_counts = estimate.measure in (Measure.SHARE, Measure.ANY, Measure.OTHERWISE)
    # The width of a mean or a quantile shrinks like 1 / sqrt(games), so it can be
    # judged at the size of the pilot; what is rare must be judged with as many events
    # as the run will have.
    size = games if by_counts else tallies.games
    usual = _needed(pilot, tallies, target, level, size)
    resampled = [
        _needed(pilot, _resampled(tallies, random), target, level, size)
        for _ in range(RESAMPLES)
    ]
    again = [
        MOST if needed is None or usual is None else min(needed / usual * games, MOST)
        for needed in resampled
    ]
    low, high = np.quantile(again, (0.025, 0.975)) / games
    # The run has chance of its own: its variance relative to the pilot's is that of
    # their numbers of games.
    both = math.sqrt(1 + tallies.games / games)
    return math.floor(games * min(low, 1.0) ** both), math.ceil(
        min(games * max(high, 1.0) ** both, MOST)
    )


def comparisons(pilot: Summary, statistic: str, level: float) -> list[Estimate]:
    """The differences of a statistic between variants."""
    return [
        estimate
        for estimate in pilot.differences(level)
        if base_name(estimate.statistic) == statistic
    ]


def paired_differences(tallies: Tallies, estimate: Estimate) -> Histogram:
    """The differences within games behind a comparison, in counted units: of shares -1, 0 and 1."""
    if estimate.measure is Measure.MEAN:
        key = Key(estimate.variant, estimate.versus, estimate.column)
        if key not in tallies.entries and estimate.outcome:  # of a query
            raise _other_games(estimate)
        return tallies.entries.get(key, Counts.none()).first
    is_winner = estimate.column == WINNER
    other = WINNER if is_winner else ""
    key = Key(estimate.variant, estimate.versus, estimate.column, other)
    counts = tallies.entries[key]
    code = estimate.code if is_winner else YES
    if not is_winner and min(int(counts.a.min()), int(counts.b.min())) < 0:
        raise _other_games(estimate)
    return Histogram(
        (counts.a == code).astype(np.int64) - (counts.b == code), counts.games
    )


def _other_games(estimate: Estimate) -> UserError:
    name = base_name(estimate.statistic)
    return UserError(
        f"{name!r} counts other games under each variant",
        cure="ask for it without 'given'",
    )


def plan_comparison(
    pilot: Summary, estimate: Estimate, question: Question
) -> PlannedPower:
    """The games that a comparison needs.

    The effect of the question is in the unit of the statistic.
    """
    sample = paired_differences(pilot.tallies, estimate)
    value = estimate.interval.value
    # The number of counted units in one unit of the statistic.
    unit = (
        sample.mean / value
        if estimate.measure is Measure.MEAN and value and sample.n
        else 1.0
    )
    return plan_power(sample, replace(question, effect=question.effect * unit))


def value_under(pilot: Summary, estimate: Estimate, level: float) -> float:
    """The value of a comparison's statistic under the variant with which it compares."""
    base = base_name(estimate.statistic)
    known = pilot.estimates(level)
    values = (
        found.interval.value or 0.0
        for found in known
        if (found.variant, found.statistic) == (estimate.versus, base)
    )
    return next(values, 0.0)


def _own(pilot: Summary, estimate: Estimate) -> Tallies:
    """The tallies behind an estimate."""
    entries = pilot.tallies.entries
    variant = estimate.variant
    versus = estimate.versus
    column = estimate.column
    whose = {(variant, versus)}
    paired = any(
        (key.variant, key.versus, key.column) == (variant, versus, column)
        for key in entries
    )
    if versus and not (paired and pilot.shared(variant, versus)):
        whose |= {(variant, ""), (versus, "")}
    behind: dict[Key, Counts] = {}
    crossed = set()
    for key, counts in entries.items():
        place = key.variant, key.versus
        about = key.column == column or column in key.columns
        if place not in whose or not about:
            continue
        # Several cross tables can hold the same column; one is enough.
        if key.other and place in crossed:
            continue
        if key.other:
            crossed.add(place)
        behind[key] = counts
    return Tallies(behind)


def _scaled(tallies: Tallies, games: int) -> Tallies:
    scale = games / max(tallies.games, 1)
    return Tallies(
        {
            key: _seen(counts, np.rint(counts.games * scale).astype(np.int64))
            for key, counts in tallies.entries.items()
        }
    )


def _seen(counts: Counts, games: NDArray[np.int64]) -> Counts:
    """The values of some counts with other numbers of games."""
    seen = games > 0
    return Counts(counts.a[seen], counts.b[seen], games[seen])


def _resampled(tallies: Tallies, random: np.random.Generator) -> Tallies:
    """Tallies of as many games, drawn from the cells of these.

    Unfinished games keep their share.
    """
    entries = {
        key: _seen(
            counts, random.multinomial(counts.total, counts.games / counts.total)
        )
        for key, counts in tallies.entries.items()
        if not key.ending
    }
    return Tallies(entries)


def _games(
    pilot: Summary, behind: Tallies, target: Target, level: float, steps: int
) -> int | None:
    """The games that one variant needs; None if no sensible number would do."""
    games = behind.games
    for _ in range(steps):
        needed = _needed(pilot, behind, target, level, games)
        if needed is None or needed > MOST:
            return None
        close = abs(needed - games) <= 0.002 * games
        games = max(needed, 2)
        if close:
            break
    return games


def _needed(
    pilot: Summary, behind: Tallies, target: Target, level: float, games: int
) -> int | None:
    """The games that one variant needs.

    They are judged after ``games`` games with the shares of the pilot.
    """
    estimates = replace(pilot, tallies=_scaled(behind, games)).known(level)
    aimed = [
        estimate
        for estimate in estimates
        if estimate.statistic == target.statistic and estimate.games
    ]
    return judge(aimed, [target]).games_needed if aimed else None
