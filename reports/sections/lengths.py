"""Lengths: how long a game is, by its mean, median, range, tail and minutes."""

from collections.abc import Callable
from functools import partial

from reports.facts import Facts
from reports.sections.tables import Column, by_variant, number, warnings
from sim.contract.answer import Entry, Section, Table
from sim.stats import Interval, Measure, largest

MEASURES = {
    "mean": "mean",
    "median": "median",
    "sd": "standard deviation",
    "2.5 %": "1 in 40 is over by",
    "97.5 %": "only 1 game in 40 is longer than",
    "99.9 %": "only 1 game in 1,000 is longer than",
    "longest": "longest that ended",
}
"""The measures of a length, and their titles."""

OF_SEVERAL = {
    "mean": "{}, mean",
    "median": "{}, median",
    "97.5 %": MEASURES["97.5 %"],
}
"""The measures that variants are told by, and their titles."""


def has_minutes(facts: Facts) -> bool:
    """Whether plays were counted, so that the length can be given in minutes."""
    return "plays" in facts.game.histograms


def lengths(facts: Facts) -> Section | None:
    """The section on the length of a game; None if the game has none."""
    if not facts.lengths:
        return None
    main = facts.lengths[0]
    table = _single_table(facts) if facts.single else _table(facts, main)
    return Section("How long a game lasts", (table, *warnings(facts, facts.lengths)))


def _table(facts: Facts, main: str) -> Table:
    """The lengths of several variants."""
    noun = facts.noun(main)
    columns = [
        Column(title.format(noun), partial(measure, facts, column=main, what=what))
        for what, title in OF_SEVERAL.items()
    ]
    if any(map(facts.endless, facts.variants)):
        columns.insert(0, Column("never end", facts.never_ends, share=True))
    if has_minutes(facts):
        # What a reader asks first stands where a phone shows it.
        columns.insert(0, Column("time, mean", _minutes(facts, "mean"), minutes=True))
    else:
        columns += [
            Column(
                f"{facts.noun(name)}, mean",
                partial(measure, facts, column=name, what="mean"),
            )
            for name in facts.lengths[1:]
        ]
    return by_variant(facts, f"The length of a game. {_pace(facts)}".strip(), columns)


def _minutes(facts: Facts, what: str) -> Callable[[str], Interval]:
    """The time of a variant's games."""
    return lambda variant: measure(facts, variant, "plays", what).scaled(
        facts.minutes_per_play(variant)
    )


def _single_table(facts: Facts) -> Table:
    variant = facts.variants[0]
    rows = []
    for what, title in MEASURES.items():
        row: list[Entry] = [
            number(measure(facts, variant, column, what)) for column in facts.lengths
        ]
        if has_minutes(facts):
            row.append(number(_minutes(facts, what)(variant), minutes=True))
        rows.append((title, *row))
    time = ["time"] if has_minutes(facts) else []
    head = ("", *map(facts.noun, facts.lengths), *time)
    return Table(f"The length of a game. {_pace(facts)}".strip(), head, tuple(rows))


def _pace(facts: Facts) -> str:
    """What minutes rest on, wars included; "" where there are none."""
    if not has_minutes(facts):
        return ""
    return f"Minutes are a guess: {facts.pace}."


def measure(facts: Facts, variant: str, column: str, what: str) -> Interval:
    """A mean, standard deviation, quantile or the largest value of a counted column."""
    if what == Measure.LARGEST and facts.unfinished(variant):
        # How long unfinished games would last is not known.
        return largest(facts.with_unfinished(variant, column).ended, facts.level)
    return facts.interval(variant, column, Measure(what))
