"""Pictures of a counted column: its spread, its tail, and its means."""

import math
from collections.abc import Mapping

from reports import numbers
from reports.charts.answer import Amount, amounts
from reports.charts.lengths import hazard, histogram, still_going, survival
from reports.distributions import (
    SHOWN,
    Curve,
    Drawn,
    binned,
    class_width,
    classes,
    tail,
)
from reports.facts import Facts
from reports.sections.cells import AT_LEAST, NEVER, methods, number_column
from reports.words import capital, join, singular
from sim.contract.answer import Bars, Figure, Spec
from sim.stats import Interval, Measure

TEXT_CLASSES = 12  # bars in a histogram of text
ENOUGH = 25  # games that go on, from which the share of those that end is drawn
HAZARD_CLASSES = 24  # steps of the share of games that end
SPARK_CLASSES = 40  # columns of a distribution drawn in one line of text


def _each(facts: Facts, column: str, measure: Measure) -> list[Interval]:
    """Return a statistic of a column under each variant."""
    return [facts.interval(variant, column, measure) for variant in facts.variants]


def histogram_figure(facts: Facts, column: str) -> Figure:
    """Return the histogram of a counted column, a panel for each variant."""
    hists = {
        variant: facts.with_unfinished(variant, column) for variant in facts.variants
    }
    means = _each(facts, column, Measure.MEAN)
    medians = _each(facts, column, Measure.MEDIAN)
    series = [
        Drawn(drawn, mean.value, median.value or 0.0, cell.text, _plain(median))
        for drawn, mean, median, cell in zip(
            binned(hists), means, medians, number_column(means), strict=True
        )
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
        among = (
            "unfinished games are among them"
            if endless
            else "they count in the mean and the median"
        )
        beyond = f" Beyond the right edge lie {who}{' of the games' if facts.single else ''}; {among}."
    caption = (
        f"{noun.capitalize()} per game{wide}, as shares of all games; solid line: median, dashed: "
        f"mean.{beyond}"
    )
    if any(drawn.mean is None for drawn in series):
        beyond += " There is no mean where some games never end."
    peaks = [
        f"{drawn.classes.name}: median {drawn.median_text}, mean {drawn.mean_text}"
        for drawn in series
    ]
    alt = f"Histogram of {noun} per game. {'; '.join(peaks)}."
    most = TEXT_CLASSES if len(hists) == 1 else SPARK_CLASSES
    bars = tuple(Bars(drawn.name, *classes(drawn)) for drawn in binned(hists, most))
    told = f"{noun.capitalize()} per game, as shares of all games."

    return Figure(
        caption, alt, lambda: histogram(series, f"{noun} per game"), bars, told
    )


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
        f"straight line means a constant chance that the next {singular(noun)} ends the game)."
    )
    caption += (
        f" Bands: pointwise {level} intervals (Wilson, Clopper-Pearson for few games)."
    )
    hists = {
        variant: facts.with_unfinished(variant, column) for variant in facts.variants
    }
    if any(hist.unfinished and hist.apart for hist in hists.values()):
        caption += " Unfinished games last longer than any number; if there are any, the line ends at their share."
    ends = [
        f"{variant}: 99.9 % over by {_plain(facts.interval(variant, column, Measure.RARE))}"
        for variant in facts.variants
    ]
    alt = f"Survival curve of {noun} per game. {'; '.join(ends)}."

    def draw() -> Spec:
        until = max((hist.ended.largest or 0) for hist in hists.values())
        series = [
            tail(variant, hist, facts.level, until) for variant, hist in hists.items()
        ]
        return survival(series, noun)

    return Figure(caption, alt, draw)


def going_figure(facts: Facts, column: str, *, minutes: bool = False) -> Figure | None:
    """Return the share of games still going after each length, with the median and the length that 1 in 40 exceeds."""
    hists = {
        variant: facts.with_unfinished(variant, column) for variant in facts.variants
    }
    units = {
        variant: facts.minutes_per_play(variant) if minutes else 1.0
        for variant in facts.variants
    }
    ends = [hist.quantile(SHOWN).value or 0.0 for hist in hists.values()]
    end = max(
        unit * (value if math.isfinite(value) else hist.ended.largest or 0)
        for value, unit, hist in zip(ends, units.values(), hists.values(), strict=True)
    )
    if not end:
        return None
    first = facts.variants[0]
    noun = "minutes" if minutes else facts.noun(column)
    each = "minute by minute" if minutes else f"by {noun}"

    def told(length: float) -> str:
        counted = noun.removesuffix(" laid")
        return (
            numbers.duration(length)
            if minutes
            else f"{numbers.figures(length)} {counted}"
        )

    marks: list[Spec] = []
    for measure, share, who, does in (
        (Measure.MEDIAN, 0.5, "half of all games", "are over after {}"),
        (Measure.HIGH, 0.025, "1 game in 40", "takes {} or more"),
    ):
        length = facts.interval(first, column, measure).scaled(units[first])
        if (
            length.value is not None
            and math.isfinite(length.value)
            and not length.at_least
        ):
            words = [who, does.format(told(length.value))]
            marks.append({"at": length.value, "share": share, "words": words})
    named = "" if facts.single else f"; the filled curve is “{first}”"
    pace = f", at {facts.pace}" if minutes else ""
    caption = f"The share of games still going, {each}{pace}{named}."
    step = class_width(math.ceil(end), TEXT_CLASSES)
    steps = range(step, math.ceil(end) + step, step)
    bars = tuple(
        Bars(
            "" if facts.single else f"“{name}”",
            tuple(f"{at:,} {noun}" for at in steps),
            tuple(share.value or 0.0 for share in shares),
            tuple(f"{100 * (share.value or 0.0):.1f} %" for share in shares),
        )
        for name, hist in hists.items()
        for shares in [hist.survival([at / units[name] for at in steps], facts.level)]
    )
    said = [" ".join(mark["words"]) for mark in marks]
    alt = f"Games still going{'' if facts.single else f' under {first}'}: {join(said) or 'a falling curve'}."

    def draw() -> Spec:
        series = [
            tail(name, hist, facts.level, round(end / units[name]))
            for name, hist in hists.items()
        ]
        curves = [curve.scaled(units[curve.name]) for curve in series]
        return still_going(curves, marks, noun, end)

    text = f"Games still going, {each}."
    return Figure(
        caption, alt, draw, bars, text, title="How many games are still going"
    )


def hazard_figure(facts: Facts, column: str) -> Figure | None:
    """Return how many of the games still going after each length end by the next, with a band for all lengths."""
    hists = {
        variant: facts.with_unfinished(variant, column) for variant in facts.variants
    }
    end = max(
        hist.ended.quantile(SHOWN) if hist.ended.n else 0 for hist in hists.values()
    )
    if not end or any(hist.n < ENOUGH for hist in hists.values()):
        return None
    width = class_width(end, HAZARD_CLASSES)
    points = range(0, end // width * width + width + 1, width)
    noun, bars, curves = facts.noun(column), [], []
    for variant, hist in hists.items():
        shares = zip(points, hist.hazards(points, facts.level), strict=False)
        known = [(at, share) for at, share in shares if hist.after(at).n >= ENOUGH]
        # The last step has its share once more at its end.
        curves.append(
            Curve.of(
                variant, [*known, *((at + width, share) for at, share in known[-1:])]
            )
        )
        steps = {f"{at:,}–{at + width:,}": share for at, share in known}
        bars.append(_bars("" if facts.single else variant, steps))
    caption = (
        f"Of the games still going at a number of {noun}, the share that end within the next {width:,}. The band "
        f"holds for all lengths of a variant at once at {numbers.level_text(facts.level)} (Wilson or "
        "Clopper-Pearson, Bonferroni); a level line means that a game forgets how long it has lasted."
    )
    alt = f"Games that end within each {width:,} {noun}, of those still going: at first {bars[0].texts[0]}."

    title = "How soon games that are still going end"
    return Figure(
        caption,
        alt,
        lambda: hazard(curves, _played(noun), width),
        tuple(bars),
        caption,
        title=title,
    )


def _bars(label: str, shares: Mapping[str, Interval]) -> Bars:
    """Return shares of games as bars of text, each with its interval, with the same decimals if that does no harm."""
    values = tuple(share.value or 0.0 for share in shares.values())
    told = number_column(list(shares.values()), 100.0)
    texts = tuple(
        f"{cell.text} % ({cell.interval.replace('–', ' to ')} %)" for cell in told
    )
    return Bars(label, tuple(shares), values, texts)


def _played(noun: str) -> str:
    """Return the title of an axis of lengths."""
    return noun if noun.endswith(" laid") else f"{noun} played"


def means_figure(facts: Facts, column: str) -> Figure:
    """Return the mean of a column under each variant that has one, with its interval."""
    means = dict(zip(facts.variants, _each(facts, column, Measure.MEAN), strict=True))
    told = dict(zip(means, number_column(list(means.values())), strict=True))
    rows = []
    for name, mean in means.items():
        if mean.value is not None:
            low, high = (
                mean.value if end is None else end for end in (mean.low, mean.high)
            )
            rows.append(Amount(name, mean.value, low, high, told[name].text))
    what = f"{facts.noun(column)} in a game, on average"
    caption = f"{capital(what)}, {methods(facts, means.values())}."
    if len(rows) < len(means):
        caption += " There is no mean where some games never end."
    alt = f"{capital(what)}: {join([f'{row.name} {row.label}' for row in rows]) or 'no variant has a mean'}."
    bars = Bars(
        "",
        tuple(row.name for row in rows),
        tuple(row.value for row in rows),
        tuple(row.label for row in rows),
    )
    shown = (bars,) if rows else ()
    return Figure(caption, alt, lambda: amounts(rows, what), shown, f"{capital(what)}.")
