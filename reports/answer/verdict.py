"""Verdicts: yes or no, decided by the whole interval of a number, never by its estimate alone."""

import math
from dataclasses import replace

from reports import numbers
from reports.answer.values import Value
from reports.answer.wording import interval
from reports.document import Decision
from sim.limits import games_words
from sim.scenario.answer import PlannedVerdict

MARGIN = 1.5
"""The games that would settle a question are estimated with this reserve, since the estimate itself moves."""

MOST_WORTH = 1e10
"""More games than this are not suggested."""


def decide(planned: PlannedVerdict, value: Value) -> Decision:
    """Return yes if the whole interval lies strictly between the limits, no if all of it lies outside them."""
    low, high = value.interval.low, value.interval.high
    if value.interval.value is None or low is None or high is None:
        return "unclear"
    if planned.low < low and high < planned.high:
        return "yes"
    if high < planned.low or low > planned.high:
        return "no"
    return "unclear"


def unclear(planned: PlannedVerdict, value: Value, games: int) -> str:
    """Return the sentence for a question that these games cannot decide."""
    if value.planned.written == "one in":
        # A percentage has an interval where none is seen.
        value = replace(value, planned=replace(value.planned, written="percent"))
    told = interval(value)
    if not told:
        return "One game cannot tell." if games == 1 else f"These {games_words(games)} cannot tell."
    wanted = games_needed(planned, value, games)
    more = (
        f" About {_rounded(wanted)} games would settle it, if the truth is near the estimate."
        if wanted
        else ""
    )
    return f"These games cannot tell ({value.planned.label}: {told}).{more}"


def games_needed(planned: PlannedVerdict, value: Value, games: int) -> int | None:
    """Return about how many games it takes until an interval as wide as that is clear of the limits."""
    # None if no sensible number of games would do, because the estimate is at a limit.
    interval = value.interval
    half = interval.half_width
    if interval.value is None or not half:
        return None
    apart = min(abs(interval.value - limit) for limit in (planned.low, planned.high) if math.isfinite(limit))
    if not apart:
        return None
    wanted = MARGIN * games * (half / apart) ** 2
    return None if wanted > MOST_WORTH else max(math.ceil(wanted), games + 1)


def _rounded(number: int) -> str:
    """Return a number to one significant digit, upwards."""
    scale = 10 ** (len(str(number)) - 1)
    return numbers.whole(-(-number // scale) * scale)
