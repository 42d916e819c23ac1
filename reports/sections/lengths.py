"""Lengths: how long a game is, by its mean, median, range, tail and minutes."""

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
    time_cell,
)
from reports.sections.figures import histogram_figure, means_figure, tail_figure
from sim.contract.answer import Block, Cell, Paragraph, Section, Table
from sim.stats import Interval, Measure, largest

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
    return Section("How long a game lasts", tuple(blocks))


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
        # What a reader asks first stands where a phone shows it.
        typical.insert(0, entry("time, mean", "plays", "mean", time=True))
        typical.insert(1, entry("time, median", "plays", "median", time=True))
        typical.append(entry("plays, mean", "plays", "mean"))
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
    if what == Measure.LARGEST and facts.unfinished(variant):
        # The longest is that of the games that ended: how long unfinished games would last is not known.
        return largest(facts.with_unfinished(variant, column).ended, facts.level)
    return facts.interval(variant, column, Measure(what))
