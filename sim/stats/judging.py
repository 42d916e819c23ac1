"""Judging: whether the estimates of a run meet what was asked, and how many games that takes."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sim.errors import unknown
from sim.limits import MOST_NUMBER
from sim.stats.estimates import Estimate
from sim.stats.intervals import Measure
from sim.stats.paired import TANGO
from sim.stats.precision import Target, Verdict
from sim.stats.rare import GAMMA
from sim.stats.sequences import AT_EVERY_LOOK, watched_share
from sim.stats.shares import CLOPPER_PEARSON, FEW, WILSON, normal_quantile, proportion
from sim.stats.spread import ALL_ALIKE, ONE_GAME
from sim.stats.uncertainty import Interval
from sim.words import games_words

BY_COUNTS = (WILSON, CLOPPER_PEARSON, TANGO)
"""The procedures for shares and their differences."""


NEGLIGIBLE = 1e-6
"""Games that are all alike are known well enough when at most this share can be
others."""


def judge(estimates: Iterable[Estimate], targets: Sequence[Target]) -> Verdict:
    """Whether all targets are met by all estimates of their names.

    An estimate meets its target if its interval has both ends, the farther end is close
    enough, and it carries no warning. A share, a difference of shares or a rare mean
    that fewer than ten events support (see
    :attr:`~sim.stats.uncertainty.Interval.events`) is judged by the width that it would
    have with ten, so that neither the tenth event nor a lucky lack of events stops the
    run: either would bias what is rare. What was never seen never meets a relative
    target. Other games that are all alike give no interval; they meet their target when
    at most one game in a million can be different, at the level.

    Parameters
    ----------
    estimates
        From :func:`sim.counts.summary.estimates` and
        :func:`sim.counts.summary.differences`, all at one look.
    targets
        The targets; without any the verdict is "not met", so a run without targets
        plays all its games.

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
        The differences, with intervals that hold at every look
        (:mod:`sim.stats.sequences`). For the chance of any false sign to be at most
        ``1 - level``, each of ``k`` differences needs the level
        ``1 - (1 - level) / k``.
    """
    findings = [_find_sign(difference) for difference in watched]
    return _verdict(findings, "every sign is known")


def both(widths: Verdict, signs: Verdict) -> Verdict:
    """The verdict on two sets of targets, from the verdict on each."""
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
    interval = estimate.interval
    games = estimate.games
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
        *_judged(estimate, target),
    )
    # A width that is too uncertain for a prediction shows only that these games are too
    # few.
    if not met and needed <= games:
        needed = 2 * games
    return _Finding(estimate, met, needed, f"{asked}: {lack}" if lack else asked)


def _judged(estimate: Estimate, target: Target) -> tuple[bool, float, str]:
    """Whether the target is met, the games needed, and what is lacking."""
    interval = estimate.interval
    games = estimate.games
    if interval.refusal == ONE_GAME:
        return True, 0, ""
    bound = proportion(0, games, interval.level).high or 0.0
    alike = interval.refusal == ALL_ALIKE
    if target.relative and interval.value == 0 and (alike or not interval.events):
        lack = f"none was seen in {games_words(games)}: at most {bound:.2g}"
        if estimate.measure is Measure.SD:
            lack = f"all games are alike, and others may be {bound:.2g} of all"
        return False, math.inf, lack
    if alike:
        return _negligible(bound, games, "all games are alike, and others")
    width = _cautious_half_width(interval, games)
    if width is None:
        return False, math.inf, f"its interval: {interval.method}"
    allowed = target.half_width * (
        abs(interval.value or 0.0) if target.relative else 1.0
    )
    few = interval.events is not None and interval.events < FEW
    ratio = width / allowed if allowed else math.inf
    # The width shrinks like 1 / sqrt(games); that which ten events would have, like 1 /
    # games. No run is so long that a larger ratio would say more.
    needed = games * ratio**2 if ratio < MOST_NUMBER else math.inf
    if few and not target.relative and needed < math.inf:
        plain = (interval.half_width or 0.0) / allowed
        needed = games * max(ratio, plain**2)
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
    width = interval.half_width
    events = interval.events
    if width is None or events is None or events >= FEW:
        return width
    if interval.procedure in BY_COUNTS:
        return max(width, normal_quantile(interval.level) * math.sqrt(FEW) / games)
    return (
        width * math.sqrt(FEW / events)
        if interval.procedure == GAMMA and events
        else width
    )
