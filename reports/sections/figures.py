"""Pictures of a counted column: its spread, its tail, and the variants side by side."""

from __future__ import annotations

import math

from reports import numbers
from reports.charts.comparison import Spread, side_by_side
from reports.charts.lengths import histogram
from reports.charts.style import MOST_COLOURS
from reports.distributions import Drawn, binned, classes, tail
from reports.document import Bars, Figure, Spec
from reports.facts import Facts
from reports.sections.cells import AT_LEAST, NEVER, number_column
from reports.words import join
from sim.stats import Interval, Measure

TEXT_CLASSES = 12  # bars in a histogram of text
SPARK_CLASSES = 40  # columns of a distribution drawn in one line of text

OUTER = (Measure.MEDIAN, Measure.LOW, Measure.HIGH)
INNER = (0.25, 0.75)
"""The quantiles that are drawn; the summary has all of them but the quartiles."""


def _each(facts: Facts, column: str, measure: Measure) -> list[Interval]:
    """Return a statistic of a column under each variant."""
    return [facts.interval(variant, column, measure) for variant in facts.variants]


def histogram_figure(facts: Facts, column: str) -> Figure:
    """Return the histogram of a counted column, a panel for each variant."""
    hists = {variant: facts.with_unfinished(variant, column) for variant in facts.variants}
    means = _each(facts, column, Measure.MEAN)
    medians = _each(facts, column, Measure.MEDIAN)
    series = [
        Drawn(drawn, mean.value, median.value or 0.0, cell.text, _plain(median))
        for drawn, mean, median, cell in zip(binned(hists), means, medians, number_column(means), strict=True)
    ]
    noun = facts.noun(column)
    width = series[0].classes.width
    wide = f" in classes of {width}" if width > 1 else ""
    farthest = max(drawn.classes.beyond for drawn in series)
    beyond = ""
    if farthest:
        share = numbers.percent(farthest, 0, 0)
        who = share if facts.single else f"up to {share} of a variant's games"
        endless = any(hist.unfinished and hist.apart for hist in hists.values())
        among = "unfinished games are among them" if endless else "they count in the mean and the median"
        beyond = f" Beyond the right edge lie {who}{' of the games' if facts.single else ''}; {among}."
    caption = (
        f"{noun.capitalize()} per game{wide}, as shares of all games; solid line: median, dashed: "
        f"mean.{beyond}"
    )
    if any(drawn.mean is None for drawn in series):
        beyond += " There is no mean where some games never end."
    peaks = [f"{drawn.classes.name}: median {drawn.median_text}, mean {drawn.mean_text}" for drawn in series]
    alt = f"Histogram of {noun} per game. {'; '.join(peaks)}."
    most = TEXT_CLASSES if len(hists) == 1 else SPARK_CLASSES
    bars = tuple(Bars(drawn.name, *classes(drawn)) for drawn in binned(hists, most))
    told = f"{noun.capitalize()} per game, as shares of all games."

    return Figure(caption, alt, lambda: histogram(series, f"{noun} per game"), bars, told)


def _plain(length: Interval) -> str:
    """Return a length without its interval."""
    value = length.value or 0.0
    if math.isinf(value):
        return NEVER
    return f"{AT_LEAST if length.at_least else ''}{numbers.figures(value)}"


def tail_figure(facts: Facts, column: str) -> Figure:
    """Return the share of games that last longer than each length, on a scale that shows the rarest."""
    noun = facts.noun(column)
    level = numbers.level_text(facts.level)
    caption = (
        f"The tail: the share of games that last longer than a number of {noun}, on a logarithmic scale (a "
        "straight line means a constant chance that the next round ends the game)."
    )
    if len(facts.variants) <= MOST_COLOURS:
        caption += f" Bands: pointwise {level} intervals (Wilson, Clopper-Pearson for few games)."
    else:
        caption += " Each panel shows one variant in colour in front of all others in grey."
    hists = {variant: facts.with_unfinished(variant, column) for variant in facts.variants}
    if any(hist.unfinished and hist.apart for hist in hists.values()):
        caption += (
            " Unfinished games last longer than any number; if there are any, the line ends at their share."
        )
    ends = [
        f"{variant}: 99.9 % over by {_plain(facts.interval(variant, column, Measure.RARE))}"
        for variant in facts.variants
    ]
    alt = f"Survival curve of {noun} per game. {'; '.join(ends)}."

    def draw() -> Spec:
        from reports.charts.lengths import survival

        until = max((hist.ended.largest or 0) for hist in hists.values())
        series = [tail(variant, hist, facts.level, until) for variant, hist in hists.items()]
        return survival(series, f"{noun} played")

    return Figure(caption, alt, draw)


def side_by_side_figure(facts: Facts, column: str) -> Figure:
    """Return the variants below each other: means with intervals, and where most games lie."""
    noun = facts.noun(column)
    means = _each(facts, column, Measure.MEAN)
    ranges = [
        [quantile.value or 0.0 for quantile in (*outer, *inner)]
        for outer, inner in zip(
            zip(*(_each(facts, column, measure) for measure in OUTER), strict=True),
            (
                [facts.with_unfinished(variant, column).quantile(share) for share in INNER]
                for variant in facts.variants
            ),
            strict=True,
        )
    ]
    edge = 1.05 * max(value for values in ranges for value in values if math.isfinite(value))
    spreads = []
    for variant, average, values, cell in zip(
        facts.variants, means, ranges, number_column(means), strict=True
    ):
        low, high = (average.value if end is None else end for end in (average.low, average.high))
        spreads.append(
            Spread(variant, average.value, low, high, cell.text, *(min(value, edge) for value in values))
        )
    caption = (
        f"The variants side by side. Left: mean {noun} with {numbers.level_text(facts.level)} "
        "intervals (the axis does not "
        f"begin at zero). Right: the middle 95 % of games (thin), the middle half (thick) and the median."
    )
    if any(average.value is None for average in means):
        caption += " There is no mean where some games never end."
    if any(math.isinf(value) for values in ranges for value in values):
        caption += " Lines that reach the right edge have no end: those games go on for ever."
    alt = "Mean per variant: " + join([f"{spread.name} {spread.label}" for spread in spreads]) + "."

    return Figure(
        caption,
        alt,
        lambda: side_by_side(spreads, f"mean {noun}", f"{noun}: 95 % of games, half of them, median"),
    )
