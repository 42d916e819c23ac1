"""Lengths: how long a game is, by its mean, median, range, tail and minutes."""

import math

from reports import numbers
from reports.charts.style import MOST_COLOURS, MOST_PANELS
from reports.facts import Facts
from reports.sections.cells import (
    AT_LEAST,
    NEVER,
    Entry,
    by_variant,
    cautions,
    crossed,
    intervals_are,
    number_cell,
    number_phrase,
    share_phrase,
    time_cell,
)
from reports.sections.figures import histogram_figure, means_figure, tail_figure
from reports.words import capital, join, quoted
from sim.contract.answer import Block, Cell, Paragraph, Section, Table
from sim.contract.columns import WINNER
from sim.contract.events import UNFINISHED
from sim.contract.vocabulary import number_word
from sim.limits import games_words
from sim.stats import Interval, Measure, largest

LATE = "95 %"
"""The length by which all but one game in twenty are over: the only number here that the summary does not have."""

_SPREAD = {
    "sd": "standard deviation",
    "2.5 %": "2.5 % of games are over by",
    "97.5 %": "97.5 % are over by",
    "99.9 %": "99.9 % are over by",
}


def has_minutes(facts: Facts) -> bool:
    """Whether plays were counted, so that the length can be given in minutes."""
    return "plays" in facts.game.histograms


def lengths(facts: Facts) -> Section | None:
    """Return the section on the length of a game; None if the game has none."""
    if not facts.lengths:
        return None
    main = facts.lengths[0]
    blocks: list[Block] = (
        [_single_table(facts)] if facts.single else _tables(facts, main)
    )
    if len(facts.variants) <= MOST_PANELS:
        blocks.append(histogram_figure(facts, main))
        blocks += (
            [tail_figure(facts, main)] if len(facts.variants) <= MOST_COLOURS else []
        )
        blocks += [] if facts.single else [means_figure(facts, main)]
    blocks += cautions(facts, facts.lengths)
    if facts.any_unfinished:
        blocks.append(Paragraph(_how_unfinished_count(facts, main)))
    return Section("How long a game lasts", tuple(blocks), lead=tuple(answer(facts)))


def _how_unfinished_count(facts: Facts, main: str) -> str:
    unfinished = sum(map(facts.unfinished, facts.variants))
    endless = sum(map(facts.endless, facts.variants))
    sentences = [f"Unfinished games: {numbers.whole(unfinished)}."]
    if endless:
        sentences.append(
            "A game that repeats itself never ends. Where there are such games, the mean length is infinite, and no "
            f"mean or standard deviation is given; a quantile “{NEVER}” means that this share of games is never over."
        )
    if unfinished > endless:
        sentences.append(
            f"A game that was stopped lasts at least as long as it was played: “{AT_LEAST.strip()}” marks a lower "
            f"bound. Standard deviations count such games with the {facts.noun(main)} they had reached."
        )
    return " ".join(sentences)


def _tables(facts: Facts, main: str) -> list[Block]:
    """Return the tables of several variants: a typical game, and the spread."""

    def entry(title: str, column: str, what: str, *, time: bool = False) -> Entry:
        def of(variant: str) -> Interval:
            found = measure(facts, variant, column, what)
            return found.scaled(facts.minutes_per_play(variant)) if time else found

        return Entry(title, of, time=time)

    noun = facts.noun(main)
    typical = [
        entry(f"{noun}, mean", main, "mean"),
        entry(f"{noun}, median", main, "median"),
    ]
    if any(map(facts.endless, facts.variants)):
        typical.insert(0, Entry("never end", facts.never_ends, share=True))
    if has_minutes(facts):
        typical += [
            entry("plays, mean", "plays", "mean"),
            entry("time, mean", "plays", "mean", time=True),
            entry("time, median", "plays", "median", time=True),
        ]
    else:
        typical += [
            entry(f"{facts.noun(name)}, mean", name, "mean")
            for name in facts.lengths[1:]
        ]
    spread = [entry(title, main, what) for what, title in _spread(facts).items()]
    return [
        by_variant(facts, f"A typical game. {_pace(facts)}".strip(), typical),
        by_variant(facts, f"The spread of {noun}.", spread),
    ]


def _single_table(facts: Facts) -> Table:
    variant = facts.variants[0]
    titles = {"mean": "mean", "median": "median: half are over by"} | _spread(facts)
    rows: list[list[str | Cell]] = []
    intervals: list[Interval] = []
    for what, title in titles.items():
        own = [measure(facts, variant, column, what) for column in facts.lengths]
        intervals += own
        row = [number_cell(each) for each in own]
        if has_minutes(facts):
            row.append(
                time_cell(
                    measure(facts, variant, "plays", what),
                    facts.minutes_per_play(variant),
                )
            )
        rows.append([title, *row])
    caption = f"The length of a game. {_pace(facts)}{intervals_are(facts, intervals)}"
    time = ["time"] if has_minutes(facts) else []
    return crossed(caption, ("", *map(facts.noun, facts.lengths), *time), rows)


def _pace(facts: Facts) -> str:
    if not has_minutes(facts):
        return ""
    return f"Times assume {facts.pace}; they are as rough as that guess. "


def _spread(facts: Facts) -> dict[str, str]:
    """Return the measures of the spread of lengths, with their titles."""
    unfinished = facts.any_unfinished
    return _SPREAD | {"longest": "longest that ended" if unfinished else "longest seen"}


def measure(facts: Facts, variant: str, column: str, what: str) -> Interval:
    """Return a mean, standard deviation, quantile or the largest value of a counted column."""
    if what == LATE:
        return facts.with_unfinished(variant, column).quantile(0.95, facts.level)
    if what == Measure.LARGEST and facts.unfinished(variant):
        # The longest is that of the games that ended: how long unfinished games would last is not known.
        return largest(facts.with_unfinished(variant, column).ended, facts.level)
    return facts.interval(variant, column, Measure(what))


def answer(facts: Facts) -> list[str]:
    """Return the sentences that answer how long a game lasts."""
    main = facts.lengths[0]
    return _answer_single(facts, main) if facts.single else _answer_many(facts, main)


def _answer_single(facts: Facts, main: str) -> list[str]:
    variant, noun = facts.variants[0], facts.noun(main)
    late, latest = (
        measure(facts, variant, main, what) for what in (LATE, Measure.RARE)
    )
    tail = _beyond("1 game in 20", late, noun)
    if _is_plain(late):
        rare = _is_plain(latest)
        tail += f", {_beyond('1 in 1,000', latest, '' if rare else noun, short=rare)}"
    half = _half(measure(facts, variant, main, "median"), noun)
    sentences = [
        f"{_average(facts, variant, main, named=True)}; {half}.",
        f"{tail}{_longest(facts, variant, main)}.",
    ]
    if has_minutes(facts):
        times = [
            f"{time} {where}"
            for what, where in (("mean", "on average"), ("median", "for the median"))
            if (time := _time(facts, variant, what))
        ]
        most = measure(facts, variant, "plays", "longest").value
        if most is not None:
            ended = " that ended" if facts.unfinished(variant) else ""
            times.append(
                f"{numbers.duration(most * facts.minutes_per_play(variant))} for the longest game{ended}"
            )
        sentences.append(f"At {facts.pace} that is {join(times)}.")
    return sentences


def _average(facts: Facts, variant: str, main: str, *, named: bool = False) -> str:
    """Return the mean length as the beginning of a sentence, or the share of games that never end."""
    if facts.endless(variant):
        return f"{share_phrase(facts.never_ends(variant))} of games never end"
    average = number_phrase(
        measure(facts, variant, main, "mean"), facts.noun(main), named=named
    )
    return f"A game lasts {average} on average"


def _longest(facts: Facts, variant: str, main: str) -> str:
    longest, games = (
        measure(facts, variant, main, "longest").value,
        facts.games(variant),
    )
    if longest is None:
        return ""
    unfinished = facts.unfinished(variant)
    ended = (
        f"{games_words(games - unfinished)} that ended"
        if unfinished
        else games_words(games)
    )
    game = facts.longest(variant)
    number = f" (number {numbers.whole(game.game)})" if game is not None else ""
    return f"; the longest of {ended}{number} took {numbers.figures(longest)}"


def _is_plain(length: Interval) -> bool:
    """Return whether a length is a number, and more than a lower bound."""
    return (
        not length.at_least and length.value is not None and math.isfinite(length.value)
    )


def _bound(length: Interval, noun: str) -> str:
    """Return a lower bound, without its interval if all games near it were stopped at the same length."""
    if length.low == length.high == length.value:
        length = length.moved(length.value, None, None)
    return number_phrase(length, noun)


def _half(median: Interval, noun: str) -> str:
    """Return what the median says, also when unfinished games decide it."""
    if _is_plain(median):
        return f"half of all games are over after {number_phrase(median, noun)}"
    if median.at_least:
        return f"half of all games last {_bound(median, noun)}"
    return "there is no median, because half of all games or more never end"


def _beyond(rare: str, length: Interval, noun: str, *, short: bool = False) -> str:
    """Return how long the longest games are, also when those are unfinished."""
    if _is_plain(length):
        return (
            f"{rare}{'' if short else ' lasts'} at least {number_phrase(length, noun)}"
        )
    if length.at_least:
        return f"{rare} lasts {_bound(length, noun)}"
    return f"{rare} or more never ends"


def _time(facts: Facts, variant: str, what: str) -> str:
    """Return a length in minutes, in round figures; "" if it is not finite or not counted."""
    if not has_minutes(facts):
        return ""
    plays = measure(facts, variant, "plays", what)
    if plays.value is None or math.isinf(plays.value):
        return ""
    text = time_cell(plays, facts.minutes_per_play(variant)).text
    return text.replace(AT_LEAST, "at least ") if plays.at_least else f"about {text}"


def _answer_many(facts: Facts, main: str) -> list[str]:
    """Return what a game is like under the first variant, then under the others or two extremes of them."""
    first, *others = facts.variants
    sentences = [_typical(facts, first, main, named=True)]
    if len(others) <= 2:
        return [*sentences, *(_typical(facts, other, main) for other in others)]
    # Where some games never end, means say nothing, and little where many have no winner.
    means = facts.decided and not any(map(facts.endless, others))
    what, words = ("mean", _mean_in_words) if means else ("median", _half_in_words)
    ranked = sorted(
        others, key=lambda variant: measure(facts, variant, main, what).value or 0.0
    )
    least, most = (
        f"{quoted(name)}, {words(facts, name, main)}"
        for name in (ranked[0], ranked[-1])
    )
    of = f"Of the other {number_word(len(others))} variants"
    return [
        *sentences,
        f"{of}, games are shortest under {least}, and longest under {most}.",
    ]


def _half_in_words(facts: Facts, variant: str, main: str) -> str:
    rest = (
        f"; {share_phrase(facts.never_ends(variant))} never end"
        if facts.endless(variant)
        else ""
    )
    return f"where {_half(measure(facts, variant, main, 'median'), facts.noun(main))}{rest}"


def _mean_in_words(facts: Facts, variant: str, main: str) -> str:
    average = number_phrase(measure(facts, variant, main, "mean"), facts.noun(main))
    time = f", {_time(facts, variant, 'mean')}" if has_minutes(facts) else ""
    share = share_phrase(facts.share(variant, WINNER, UNFINISHED))
    return f"with {average} on average{time}{f', {share} of games unfinished' if facts.unfinished(variant) else ''}"


def _typical(facts: Facts, variant: str, main: str, *, named: bool = False) -> str:
    noun = facts.noun(main)
    average = _average(facts, variant, main, named=named)
    half = _half(measure(facts, variant, main, "median"), noun)
    late = _beyond("1 in 20", measure(facts, variant, main, LATE), noun)
    time = _time(facts, variant, "median" if facts.endless(variant) else "mean")
    pace = f" at {facts.pace}" if named else ""
    aside = f", {time}{pace}" if time else ""
    if facts.endless(variant):
        return f"Under {quoted(variant)}, {average}; {half}{aside}."
    return f"Under {quoted(variant)}, {average[:1].lower()}{average[1:]}{aside}. {capital(half)}, {late}."
