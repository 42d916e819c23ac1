"""The table of the figures, for the page of the documentation."""

from decimal import Context, Decimal
from itertools import groupby

from reports.numbers import estimate, span
from tests.verification.model import Counted, Exact

HEADINGS = (
    "figure",
    "published",
    "n",
    "ours",
    "95 % interval, or how",
    "difference",
    "verdict",
)
_WORDS = (0, 4, 6)
_TOO_LONG = 10**9


def markdown(results):
    """Yield the lines of the tables of the page, one for each source."""
    for source, some in by_source(results):
        yield f"## {source.name}"
        yield ""
        yield f"Rules: {source.rules}."
        yield ""
        yield "| " + " | ".join(HEADINGS) + " |"
        yield (
            "|"
            + "|".join(
                " --- " if place in _WORDS else " ---: "
                for place in range(len(HEADINGS))
            )
            + "|"
        )
        for result in some:
            yield "| " + " | ".join(cells(result)) + " |"
        for note in notes(some):
            yield ""
            yield note
        yield ""


def by_source(results):
    """Yield each source with its results."""
    for source, some in groupby(results, lambda result: result.figure.source):
        yield source, list(some)


def notes(results):
    """Yield the notes on some of the figures."""
    for result in results:
        if result.figure.note:
            yield f"{result.figure.name}, {result.figure.published}: {result.figure.note}"


def cells(result):
    """Return the cells of a result."""
    figure = result.figure
    n = f"{figure.n:,}" if figure.n else ""
    ours, how, difference = "", "", ""
    if result.interval is not None:
        times, sign = (100, " %") if figure.percent else (1, "")
        value, low, high = (end * times for end in _ends(result))
        ours = estimate(value, low, high) + sign
        how = f"{span(low, high)}{sign} ({result.games:,} games)"
    elif isinstance(result.value, tuple):
        ours = " / ".join(f"{count:,}" for count in result.value)
    elif result.value is not None:
        ours = exact_text(result.value, figure.percent, figure.unit)
    if result.errors is not None:
        difference = f"{result.errors:+.1f}".replace("-", "−")
    if isinstance(figure.how, Exact | Counted) and result.value is not None:
        how = figure.how.method
    return figure.name, figure.published, n, ours, how, difference, result.verdict


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


def _ends(result):
    interval = result.interval
    assert interval.value is not None
    low = interval.value if interval.low is None else interval.low
    high = interval.value if interval.high is None else interval.high
    return interval.value, low, high
