"""How long a game is: mean, median, range, tail and minutes."""

from __future__ import annotations

import dataclasses

from reports import numbers
from reports.charts.comparison import Spread
from reports.distributions import binned, classes, tail
from reports.document import Bars, Block, Cell, Figure, Paragraph, Section, Spec, Table
from reports.facts import Facts
from reports.sections.parts import Entry, by_variant, crossed, intervals_are, number_cell, number_phrase
from reports.words import join, quantity, quoted
from sim.stats import Interval, largest, mean, quantile, sd

HOW = "means: Student's t; quantiles: order statistics; standard deviations: fourth moment"

TEXT_CLASSES = 12
"""Bars in a histogram of text."""

MOST_TOGETHER = 6
"""Variants in one picture; more of them get a panel each."""

MOST_BARS = 6
"""Histograms of text for at most so many variants; more of them would bury the tables."""


def minutes_scale(facts: Facts) -> float:
    """Return the minutes that one play takes."""
    return facts.seconds_per_play / 60


def has_minutes(facts: Facts) -> bool:
    """Whether plays were counted, so that the length can be told in minutes."""
    return "plays" in facts.game.histograms


def lengths(facts: Facts) -> Section | None:
    """Return the section on the length of a game; None if the game has none."""
    if not facts.lengths:
        return None
    main = facts.lengths[0]
    blocks: list[Block] = [
        *_tables(facts, main),
        histogram_figure(facts, main),
        _tail_figure(facts, main),
    ]
    if not facts.single:
        blocks.append(_side_by_side(facts, main))
    left = sum(facts.unfinished(variant) for variant in facts.variants)
    if left:
        blocks.append(
            Paragraph(
                f"{numbers.whole(left)} unfinished games are counted with the {quantity(main)} they had reached when they "
                "were stopped, so means, standard deviations and the far tail are lower bounds of what they would be "
                "without a stop; medians are not touched while fewer than half of the games are unfinished."
            )
        )
    return Section("How long a game lasts", tuple(blocks))


def _tables(facts: Facts, main: str) -> list[Table]:
    if facts.single:
        return [_single_table(facts)]

    def entry(title: str, column: str, what: str, scale: float = 1.0) -> Entry:
        return Entry(title, lambda variant: measure(facts, variant, column, what), scale=scale)

    noun = quantity(main)
    typical = [entry(f"{noun}, mean", main, "mean"), entry(f"{noun}, median", main, "median")]
    if has_minutes(facts):
        scale = minutes_scale(facts)
        typical += [
            entry("plays, mean", "plays", "mean"),
            entry("minutes, mean", "plays", "mean", scale),
            entry("minutes, median", "plays", "median", scale),
        ]
    spread = [entry(title, main, what) for what, title in _SPREAD.items()]
    pace = f" Minutes at {facts.seconds_per_play:g} seconds per play." if has_minutes(facts) else ""
    return [
        by_variant(facts, f"A typical game.{pace} {intervals_are(facts, HOW)}", typical),
        by_variant(facts, f"The spread of {noun}. {intervals_are(facts, HOW)}", spread),
    ]


_SPREAD = {
    "sd": "standard deviation",
    "2.5 %": "2.5 % of games are over by",
    "97.5 %": "97.5 % are over by",
    "99.9 %": "99.9 % are over by",
    "longest": "longest seen",
}
_QUANTILES = {
    "median": 0.5,
    "2.5 %": 0.025,
    "25 %": 0.25,
    "75 %": 0.75,
    "95 %": 0.95,
    "97.5 %": 0.975,
    "99.9 %": 0.999,
}


def measure(facts: Facts, variant: str, column: str, what: str) -> Interval:
    """Return a mean, standard deviation, quantile or the largest value of a counted column."""
    hist = facts.histogram(variant, column)
    if what in _QUANTILES:
        return quantile(hist, _QUANTILES[what], facts.level)
    return {"mean": mean, "sd": sd, "longest": largest}[what](hist, facts.level)


def _single_table(facts: Facts) -> Table:
    variant = facts.variants[0]
    columns = [(quantity(name), name, 1.0) for name in facts.lengths]
    if has_minutes(facts):
        columns.append(("minutes", "plays", minutes_scale(facts)))
    titles = {"mean": "mean", "median": "median: half are over by"} | _SPREAD
    rows: list[list[str | Cell]] = [
        [title, *(number_cell(measure(facts, variant, column, what), scale) for _, column, scale in columns)]
        for what, title in titles.items()
    ]
    pace = f"Minutes at {facts.seconds_per_play:g} seconds per play. " if has_minutes(facts) else ""
    caption = f"The length of a game. {pace}{intervals_are(facts, HOW)}"
    return crossed(caption, ("", *(title for title, _, _ in columns)), rows)


def histogram_figure(facts: Facts, column: str) -> Figure:
    """Return the histogram of a counted column, a panel for each variant."""
    hists = {variant: facts.histogram(variant, column) for variant in facts.variants}
    series = binned(hists)
    series = [
        dataclasses.replace(
            one,
            mean_text=number_cell(measure(facts, one.name, column, "mean")).text,
            median_text=numbers.figures(one.median),
        )
        for one in series
    ]
    noun = quantity(column)
    wide = f" in classes of {series[0].width}" if series[0].width > 1 else ""
    farthest = max(series, key=lambda one: one.beyond)
    beyond = ""
    if farthest.beyond:
        share = numbers.percent(farthest.beyond, 0, 0)
        who = share if facts.single else f"up to {share} of a variant's games"
        beyond = f" Beyond the right edge lie {who}{' of the games' if facts.single else ''}; they count in mean and median."
    caption = f"{noun.capitalize()} per game{wide}, as shares of all games; solid line: median, dashed: mean.{beyond}"
    peaks = [f"{one.name}: median {one.median_text}, mean {one.mean_text}" for one in series]
    alt = f"Histogram of {noun} per game. {'; '.join(peaks)}."
    bars = (
        tuple(Bars(one.name, *classes(one)) for one in binned(hists, TEXT_CLASSES))
        if len(hists) <= MOST_BARS
        else ()
    )

    def draw() -> Spec:
        from reports.charts.lengths import histogram

        return histogram(series, f"{noun} per game")

    return Figure(caption, alt, draw, bars, f"{noun.capitalize()} per game, as shares of all games.")


def _tail_figure(facts: Facts, column: str) -> Figure:
    noun = quantity(column)
    level = numbers.level_text(facts.level)
    caption = (
        f"The tail: the share of games that go beyond a number of {noun}, on a logarithmic scale (a straight line is a constant "
        f"chance that the game ends with the next round)."
    )
    if len(facts.variants) <= MOST_TOGETHER:
        caption += f" Bands: pointwise {level} intervals (Wilson, Clopper-Pearson below 10 games)."
    else:
        caption += " Each panel shows one variant in colour before all others in grey."
    ends = [
        f"{variant}: 1 in 1,000 beyond {numbers.figures(quantile(facts.histogram(variant, column), 0.999).value or 0)}"
        for variant in facts.variants
    ]
    alt = f"Survival curve of {noun} per game. {'; '.join(ends)}."

    def draw() -> Spec:
        from reports.charts.lengths import survival

        series = [tail(variant, facts.histogram(variant, column), facts.level) for variant in facts.variants]
        return survival(series, f"{noun} played")

    return Figure(caption, alt, draw)


def _side_by_side(facts: Facts, column: str) -> Figure:
    noun = quantity(column)
    spreads = []
    for variant in facts.variants:
        hist = facts.histogram(variant, column)
        average = mean(hist, facts.level)
        low, high = (hist.mean if end is None else end for end in (average.low, average.high))
        ranges = [hist.quantile(share) for share in (0.5, 0.025, 0.975, 0.25, 0.75)]
        spreads.append(Spread(variant, hist.mean, low, high, number_cell(average).text, *ranges))
    caption = (
        f"The variants side by side. Left: mean {noun} with {numbers.level_text(facts.level)} intervals (the axis does not "
        f"begin at zero). Right: the middle 95 % of games (thin), the middle half (thick) and the median."
    )
    alt = "Mean per variant: " + join([f"{one.name} {one.label}" for one in spreads]) + "."

    def draw() -> Spec:
        from reports.charts.comparison import side_by_side

        return side_by_side(spreads, f"mean {noun}", f"{noun}: 95 % of games, half of them, median")

    return Figure(caption, alt, draw)


def answer(facts: Facts) -> list[str]:
    """Return the sentences that answer how long a game lasts."""
    if not facts.lengths:
        return []
    main = facts.lengths[0]
    return _answer_single(facts, main) if facts.single else _answer_many(facts, main)


def _answer_single(facts: Facts, main: str) -> list[str]:
    variant, noun = facts.variants[0], quantity(main)

    def phrase(what: str, unit: str = "", *, named: bool = False) -> str:
        return number_phrase(measure(facts, variant, main, what), unit, named=named)

    longest = measure(facts, variant, main, "longest").value or 0
    sentences = [
        f"A game lasts {phrase('mean', noun, named=True)} on average; half of all games are over after "
        f"{phrase('median', noun)}.",
        f"1 game in 20 goes beyond {phrase('95 %', noun)}, 1 in 1,000 beyond {phrase('99.9 %')}; the "
        f"longest of {numbers.whole(facts.games(variant))} games took {numbers.figures(longest)}.",
    ]
    if has_minutes(facts):
        scale = minutes_scale(facts)
        average = number_phrase(measure(facts, variant, "plays", "mean"), "minutes", scale)
        middle = number_phrase(measure(facts, variant, "plays", "median"), "minutes", scale)
        most = numbers.duration((measure(facts, variant, "plays", "longest").value or 0) * scale)
        sentences.append(
            f"At {facts.seconds_per_play:g} seconds per play that is {average} on average, a median of {middle}, and "
            f"{most} for the longest game."
        )
    return sentences


def _answer_many(facts: Facts, main: str) -> list[str]:
    noun = quantity(main)
    means = {variant: measure(facts, variant, main, "mean") for variant in facts.variants}
    ranked = sorted(facts.variants, key=lambda variant: means[variant].value or 0.0)
    if len(ranked) <= 3:
        listed = join(
            [f"{number_phrase(means[variant], noun)} under {quoted(variant)}" for variant in facts.variants]
        )
        sentences = [f"A game lasts, on average, {listed}."]
    else:
        least, most = ranked[0], ranked[-1]
        sentences = [
            f"A game is shortest under {quoted(least)}, with {number_phrase(means[least], noun, named=True)} on average, and longest under {quoted(most)}, "
            f"with {number_phrase(means[most])}; the other {len(ranked) - 2} variants lie between."
        ]
    medians = [measure(facts, variant, main, "median").value or 0.0 for variant in facts.variants]
    low, high = min(medians), max(medians)
    spread = numbers.figures(low) if low == high else f"{numbers.figures(low)} to {numbers.figures(high)}"
    sentences.append(f"Half of all games are over after {spread} {noun}, depending on the variant.")
    if has_minutes(facts):
        scale = minutes_scale(facts)
        times = [
            (measure(facts, variant, "plays", "mean").value or 0.0) * scale for variant in facts.variants
        ]
        sentences.append(
            f"At {facts.seconds_per_play:g} seconds per play an average game takes "
            f"{numbers.figures(min(times))} to {numbers.figures(max(times))} minutes."
        )
    return sentences
