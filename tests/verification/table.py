"""The table of the figures, for the page of the documentation."""

import re
from decimal import Context, Decimal
from itertools import groupby

from reports.numbers import estimate, span
from tests.verification.model import HOW

HEADINGS = (
    "figure",
    "the source",
    "n",
    "ours",
    "95 % interval, or how",
    "difference",
    "verdict",
)
_ALIGNED = "| --- | ---: | ---: | ---: | --- | ---: | --- |"
_TOO_LONG = 10**9


def markdown(results):
    """Yield the lines of the tables of the page, one for each source."""
    for source, group in groupby(results, lambda result: result.figure.source):
        some = list(group)
        yield f"## {source.name}\n"
        yield f"Rules: {source.rules}.\n"
        yield f"| {' | '.join(HEADINGS)} |"
        yield _ALIGNED
        for result in some:
            yield f"| {' | '.join(cells(result))} |"
        for figure in (result.figure for result in some):
            if figure.note:
                yield f"\n{figure.name}, {figure.published}: {figure.note}"
        yield ""


def cells(result):
    """Return the cells of a result."""
    figure = result.figure
    n = f"{figure.n:,}" if figure.n else ""
    if result.interval is not None:
        times, sign = (100, " %") if figure.percent else (1, "")
        value, low, high = (
            end * times
            for end in (
                result.interval.value,
                result.interval.low,
                result.interval.high,
            )
        )
        ours = estimate(value, low, high) + sign
        how = f"{span(low, high)}{sign} ({result.games:,} games)"
    else:
        how = HOW[re.search(r"(\w+)\(", figure.exact)[1]]
        if isinstance(result.value, tuple):
            ours = " / ".join(f"{count:,}" for count in result.value)
        else:
            ours = exact_text(result.value, figure.percent, figure.unit)
    apart = difference(result.errors)
    return figure.name, figure.published, n, ours, how, apart, result.verdict


def difference(errors):
    """A difference in combined standard errors; "" if there is none."""
    return "" if errors is None else f"{errors:+.1f}".replace("-", "−")


def exact_text(value, percent, unit):
    """Return an exact value: as a fraction if that is short, and as a decimal with two digits more than published."""
    fraction = (
        str(value) if value.denominator > 1 and value.denominator < _TOO_LONG else ""
    )
    if not unit:
        return fraction
    scaled = value * (100 if percent else 1)
    places = len(str(unit * (100 if percent else 1)).partition("/")[2])
    places = max(places - 1, 0) + (2 if scaled.denominator > 1 else 0)
    digits = Context(prec=60).divide(
        Decimal(scaled.numerator), Decimal(scaled.denominator)
    )
    number = (
        f"{digits:,.{places}f}" if abs(digits) > Decimal("1e-4") else f"{digits:.17e}"
    )
    number = number.replace("-", "−", 1) if number.startswith("-") else number
    number += " %" if percent else ""
    return f"{fraction.replace('-', '−')} = {number}" if fraction else number
