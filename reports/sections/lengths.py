"""How long a game is: mean, median, range, tail and minutes."""

from __future__ import annotations

from reports import numbers
from reports.document import Block, Cell, Paragraph, Section, Table
from reports.facts import Facts
from reports.sections.figures import histogram_figure, side_by_side_figure, tail_figure
from reports.sections.parts import (
    Entry,
    by_variant,
    cautions,
    crossed,
    intervals_are,
    number_cell,
    number_phrase,
)
from reports.words import quantity, quoted
from sim.stats import Interval, largest, mean, quantile, sd

HOW = "means: Student's t; quantiles: order statistics; standard deviations: fourth moment"


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
        tail_figure(facts, main),
    ]
    if not facts.single:
        blocks.append(side_by_side_figure(facts, main))
    blocks += cautions(facts, facts.lengths)
    left = sum(facts.unfinished(variant) for variant in facts.variants)
    if left:
        blocks.append(
            Paragraph(
                f"{numbers.whole(left)} unfinished games are counted with the {quantity(main)} they "
                "had reached when they "
                "were stopped, so means, standard deviations and the far tail are lower bounds of "
                "what they would be "
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
    average, middle = phrase("mean", noun, named=True), phrase("median", noun)
    games = numbers.whole(facts.games(variant))
    tail = f"1 game in 20 goes beyond {phrase('95 %', noun)}, 1 in 1,000 beyond {phrase('99.9 %')}"
    sentences = [
        f"A game lasts {average} on average; half of all games are over after {middle}.",
        f"{tail}; the longest of {games} games took {numbers.figures(longest)}.",
    ]
    if has_minutes(facts):
        most = numbers.duration(
            (measure(facts, variant, "plays", "longest").value or 0) * minutes_scale(facts)
        )
        sentences.append(
            f"At {facts.seconds_per_play:g} seconds per play that is {_minutes(facts, variant, 'mean')} on "
            f"average, a median of {_minutes(facts, variant, 'median')}, and {most} for the longest game."
        )
    return sentences


def _minutes(facts: Facts, variant: str, what: str) -> str:
    return number_phrase(measure(facts, variant, "plays", what), "minutes", minutes_scale(facts))


def _answer_many(facts: Facts, main: str) -> list[str]:
    """Return what a game is like under the first variant, then under the others or two extremes of them."""
    first, *others = facts.variants
    sentences = [_typical(facts, first, main, named=True)]
    if len(others) <= 2:
        return [*sentences, *(_typical(facts, other, main) for other in others)]
    ranked = sorted(others, key=lambda variant: facts.histogram(variant, main).mean)
    least, most = ranked[0], ranked[-1]
    sentences.append(
        f"Of the other {len(others)} variants the shortest is {quoted(least)}, with "
        f"{_brief(facts, least, main)}, the longest {quoted(most)}, with {_brief(facts, most, main)}."
    )
    return sentences


def _typical(facts: Facts, variant: str, main: str, *, named: bool = False) -> str:
    noun = quantity(main)
    average = number_phrase(measure(facts, variant, main, "mean"), noun, named=named)
    middle = number_phrase(measure(facts, variant, main, "median"), noun)
    late = number_phrase(measure(facts, variant, main, "95 %"), noun)
    pace = f" at {facts.seconds_per_play:g} seconds per play" if named else ""
    time = f"; it takes {_minutes(facts, variant, 'mean')} on average{pace}" if has_minutes(facts) else ""
    return (
        f"Under {quoted(variant)} a game lasts {average} on average{time}. Half of all games are over after "
        f"{middle}, 1 in 20 goes beyond {late}."
    )


def _brief(facts: Facts, variant: str, main: str) -> str:
    average = number_phrase(measure(facts, variant, main, "mean"), quantity(main))
    time = f" and {_minutes(facts, variant, 'mean')}" if has_minutes(facts) else ""
    return f"{average}{time} on average"
