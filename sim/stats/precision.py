"""Stopping at a precision: when a number is known well enough, and how many games that will take.

Stopping at a width is the fixed-width rule of Chow and Robbins (1965), whose coverage
tends to the level as the width shrinks. Stopping because one variant leads needs the
intervals of :mod:`sim.stats.sequences`.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sim.errors import UserError, unknown
from sim.limits import MOST_NUMBER, games_words
from sim.stats.estimates import Estimate, Interval
from sim.stats.intervals import (
    CLOPPER_PEARSON,
    FEW,
    WILSON,
    normal_quantile,
    proportion,
)
from sim.stats.paired import TANGO
from sim.stats.rare import GAMMA
from sim.stats.sequences import AT_EVERY_LOOK, watched_share
from sim.stats.spread import ALL_ALIKE, ONE_GAME

BY_COUNTS = (WILSON, CLOPPER_PEARSON, TANGO)
"""The procedures for shares and their differences."""

NEGLIGIBLE = 1e-6
"""Games that are all alike are known well enough when at most this share can be others."""


def looks(first: int, most: int, ratio: float = 2.0) -> tuple[int, ...]:
    """The numbers of games after which a run looks at its precision, geometrically spaced.

    They depend only on the arguments, so the run stops at the same game however the
    work is divided. The last is ``most``.

    Parameters
    ----------
    first
        Games before the first look, at least 1.
    most
        Games at the last look, where the run ends in any case.
    ratio
        The number of games at each look, divided by that at the look before; over 1.

    Raises
    ------
    UserError
        If an argument is out of its range.

    Examples
    --------
    >>> looks(1000, 7000)
    (1000, 2000, 4000, 7000)
    """
    for where, games in (("first look", first), ("games", most)):
        if games < 1:
            cure = "give a whole number from 1 up"
            raise UserError(
                f"{games} is not a valid number of games", where=where, cure=cure
            )
    if not 1 < ratio < math.inf:
        cure = "give a number over 1, such as 2"
        raise UserError(
            f"{ratio} is not a valid ratio of looks", where="ratio", cure=cure
        )
    exact = Fraction(str(ratio))
    points, games = [], first
    while games < most:
        points.append(games)
        games = math.ceil(games * exact)
    return (*points, most)


@dataclass(frozen=True, slots=True)
class Target:
    """The precision wanted for one statistic, in every variant (or comparison) that has it.

    Parameters
    ----------
    statistic
        Its name in the summary or the comparison.
    half_width
        The greatest distance allowed between the value and the farther end of its interval: in the statistic's own
        unit or, if relative, as a share of the value.
    relative
        Whether the half width is a share of the value.

    Raises
    ------
    UserError
        If the half width is not a positive number.
    """

    statistic: str
    half_width: float
    relative: bool = False

    def __post_init__(self) -> None:
        if not 0 < self.half_width < math.inf:
            raise UserError(
                f"{self.half_width!r} is not a valid precision",
                where=self.statistic,
                cure="give a positive number, the half width of the interval",
            )

    def __str__(self) -> str:
        width = (
            f"{100 * self.half_width:g} % of its value"
            if self.relative
            else f"{self.half_width:g}"
        )
        return f"{self.statistic} within {width}"


@dataclass(frozen=True, slots=True)
class Precision:
    """When a run may stop: every target is met, with intervals at this level."""

    aims: tuple[Target, ...]
    level: float = 0.95  # of each interval; of the signs, that of all of them together and over all looks
    signs: tuple[str, ...] = ()  # the differences of which only the sign must be known


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether every target is met, and if not, why.

    Attributes
    ----------
    met
        Whether all targets are met.
    limiting
        The estimate that needs the most games; None without targets.
    games_needed
        The total number of games needed, predicted from (half width / target) squared; None if it cannot be
        predicted yet.
    reason
        One sentence for the reader of the report.
    """

    met: bool
    limiting: Estimate | None
    games_needed: int | None
    reason: str


def judge(estimates: Iterable[Estimate], targets: Sequence[Target]) -> Verdict:
    """Whether all targets are met by all estimates of their names.

    An estimate meets its target if its interval has both ends, the farther end is close enough, and it carries no
    warning. A share, a difference of shares or a rare mean that fewer than ten events support (see
    :attr:`~sim.stats.estimates.Interval.events`) is judged by the width that it would have with ten, so that neither
    the tenth event nor a lucky lack of events stops the run: either would bias what is rare. What was never seen never
    meets a relative target. Other games that are all alike give no interval; they meet their target when at most one
    game in a million can be different, at the level.

    Parameters
    ----------
    estimates
        From :func:`sim.counts.summary.estimates` and :func:`sim.counts.summary.differences`, all at one look.
    targets
        The targets; without any the verdict is "not met", so a run without targets plays all its games.

    Raises
    ------
    UserError
        If a target names an unknown statistic; the error suggests the nearest name.
    """
    by_name: dict[str, list[Estimate]] = {}
    for estimate in estimates:
        by_name.setdefault(estimate.statistic, []).append(estimate)
    findings: list[_Finding] = []
    for target in targets:
        if target.statistic not in by_name:
            raise unknown("statistic", target.statistic, by_name, where="precision")
        findings += [_find(estimate, target) for estimate in by_name[target.statistic]]
    return _verdict(findings, "every target is met")


def judge_signs(watched: Iterable[Estimate]) -> Verdict:
    """Whether the sign of every difference is known.

    Parameters
    ----------
    watched
        The differences, with intervals that hold at every look (:mod:`sim.stats.sequences`). For the chance of any
        false sign to be at most ``1 - level``, each of ``k`` differences needs the level ``1 - (1 - level) / k``.
    """
    findings = [_find_sign(difference) for difference in watched]
    return _verdict(findings, "every sign is known")


def both(widths: Verdict, signs: Verdict) -> Verdict:
    """The verdict that both others are met."""
    if widths.met and signs.met:
        return Verdict(
            True, signs.limiting, signs.games_needed, f"{widths.reason}; {signs.reason}"
        )
    return signs if widths.met else widths


@dataclass(frozen=True, slots=True)
class _Finding:
    estimate: Estimate
    met: bool
    needed: float
    text: str


def _verdict(findings: Sequence[_Finding], success: str) -> Verdict:
    if not findings:
        return Verdict(False, None, None, "no precision was requested")
    worst = max(findings, key=lambda finding: (not finding.met, finding.needed))
    needed = None if math.isinf(worst.needed) else max(1, math.ceil(worst.needed))
    reason = f"{success}; the last was {worst.text}" if worst.met else worst.text
    return Verdict(worst.met, worst.estimate, needed, reason)


def _find_sign(estimate: Estimate) -> _Finding:
    interval, games = estimate.interval, estimate.games
    if interval.refusal == ALL_ALIKE and interval.value:
        others = watched_share(0, games, interval.level).high or 0.0
        met, needed, lack = _negligible(
            others, games, "all games are alike, and others"
        )
        return _Finding(
            estimate,
            met,
            needed,
            f"{estimate}: {lack or f'{interval.value:.3g} in every game'}",
        )
    if interval.value is None or interval.low is None or interval.high is None:
        return _Finding(
            estimate,
            False,
            math.inf,
            f"the sign of {estimate}: its interval: {interval.method}",
        )
    span = f"{interval.low:.3g} to {interval.high:.3g} {AT_EVERY_LOOK}"
    if interval.low > 0 or interval.high < 0:
        side = "above" if interval.low > 0 else "below"
        return _Finding(estimate, True, games, f"{estimate}, {side} zero ({span})")
    # The interval shrinks nearly like 1 / sqrt(games); the estimate itself may be far
    # off, so this is a rough guess.
    reach = max(interval.value - interval.low, interval.high - interval.value)
    needed = (
        games * max(2.0, (reach / interval.value) ** 2) if interval.value else math.inf
    )
    return _Finding(
        estimate, False, needed, f"the sign of {estimate} is not known yet ({span})"
    )


def _find(estimate: Estimate, target: Target) -> _Finding:
    asked = str(Target(str(estimate), target.half_width, target.relative))
    games, met, needed, lack = (
        estimate.games,
        *_judged(estimate.interval, estimate.games, target),
    )
    # A width that is too uncertain for a prediction shows only that these games are too
    # few.
    if not met and needed <= games:
        needed = 2 * games
    return _Finding(estimate, met, needed, f"{asked}: {lack}" if lack else asked)


def _judged(interval: Interval, games: int, target: Target) -> tuple[bool, float, str]:
    """Whether the target is met, the games needed, and what is lacking."""
    if interval.refusal == ONE_GAME:
        return True, 0, ""
    bound = proportion(0, games, interval.level).high or 0.0
    alike = interval.refusal == ALL_ALIKE
    if target.relative and interval.value == 0 and (alike or not interval.events):
        seen = f"none was seen in {games_words(games)}: at most {bound:.2g}"
        return False, math.inf, seen
    if alike:
        return _negligible(bound, games, "all games are alike, and others")
    width = _cautious_half_width(interval, games)
    if width is None:
        return False, math.inf, f"its interval: {interval.method}"
    allowed = target.half_width * (
        abs(interval.value or 0.0) if target.relative else 1.0
    )
    few = interval.events is not None and interval.events < FEW
    # With few events the width shrinks like 1 / games, otherwise like 1 / sqrt(games).
    ratio = width / allowed if allowed else math.inf
    power = 1 if few and not target.relative else 2
    # No run is so long that a larger ratio would say more; its square has no digits.
    needed = games * ratio**power if ratio < MOST_NUMBER else math.inf
    if interval.warning and interval.procedure != GAMMA:
        return False, needed, interval.warning
    if needed <= games:
        return True, needed, ""
    lack = f"its half width is {interval.half_width:.3g}"
    return (
        False,
        needed,
        f"{lack}, from only {games_words(interval.events or 0)}" if few else lack,
    )


def _negligible(share: float, games: int, what: str) -> tuple[bool, float, str]:
    lack = f"{what} may be {share:.2g} of all; {NEGLIGIBLE:g} is enough"
    return (
        share <= NEGLIGIBLE,
        games * share / NEGLIGIBLE,
        "" if share <= NEGLIGIBLE else lack,
    )


def _cautious_half_width(interval: Interval, games: int) -> float | None:
    """The half width, or with fewer than ten events, what it would be with ten.

    Otherwise a run would stop when it happened to see few events, or wait for the
    tenth: both bias the share.
    """
    width, events = interval.half_width, interval.events
    if width is None or events is None or events >= FEW:
        return width
    if interval.procedure in BY_COUNTS:
        return max(width, normal_quantile(interval.level) * math.sqrt(FEW) / games)
    return (
        width * math.sqrt(FEW / events)
        if interval.procedure == GAMMA and events
        else width
    )
