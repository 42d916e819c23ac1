"""Counts in a game, such as wars: means, how often there are any, and how they are spread."""

from functools import partial

from reports.facts import Facts
from reports.sections.tables import Column, by_variant, number, warnings
from reports.words import capital
from sim.contract.answer import Block, Bullets, Entry, Section, Table
from sim.contract.columns import Role
from sim.stats import Measure

_SPREAD = {
    Measure.MEDIAN: "median",
    Measure.RARE: "99.9 % have at most",
    Measure.LARGEST: "most seen",
}
"""How what is counted is spread over the games, with the titles."""

NEARLY_ALL = 0.99
"""The share of games from which a count is in nearly every game, so that its share is
not shown."""


def _can_be_any(facts: Facts, name: str) -> bool:
    """Whether a game can have any of it, as it can not of points that can be lost."""
    spreads = [facts.histogram(variant, name) for variant in facts.variants]
    # A column with the largest of something in the game counts nothing.
    largest = facts.declared.columns[name].role is Role.LARGEST
    return not largest and all((spread.smallest or 0) >= 0 for spread in spreads)


def counts(facts: Facts) -> Section | None:
    """The section on the other counted columns.

    None if the game has no such columns.

    For what happens at most once, the share of games says it all.
    """
    means = [
        name
        for name in facts.counts
        if facts.declared.columns[name].role is not Role.FLAG
    ]
    if not means:
        return None
    blocks: list[Block] = (
        [_single_table(facts, means)] if facts.single else _tables(facts, means)
    )
    meanings = tuple(
        f"{facts.noun(name)}: {facts.meanings[name]}"
        for name in facts.counts
        if facts.meanings.get(name, facts.noun(name)) != facts.noun(name)
    )
    blocks += [Bullets(meanings)] if meanings else []
    blocks += warnings(facts, facts.counts)
    return Section(f"{capital(facts.noun(means[0]))} in a game", tuple(blocks))


def _single_table(facts: Facts, means: list[str]) -> Table:
    only = facts.variants[0]
    rows = []
    for name in facts.counts:
        row: list[Entry] = [facts.noun(name), *[""] * (2 + len(_SPREAD))]
        if name in means:
            measures = (Measure.MEAN, *_SPREAD)
            found = [number(facts.interval(only, name, what)) for what in measures]
            row[1], row[3:] = found[0], found[1:]
        if _can_be_any(facts, name):
            row[2] = number(facts.share_with_any(only, name), share=True)
        rows.append(tuple(row))
    head = ("", "mean per game", "games with any", *_SPREAD.values())
    return Table("What is counted in a game.", head, tuple(rows))


def _tables(facts: Facts, means: list[str]) -> list[Block]:
    """The tables of several variants."""
    averages = [
        Column(
            facts.noun(name),
            partial(facts.interval, column=name, measure=Measure.MEAN),
        )
        for name in means
    ]
    tables = [by_variant(facts, "Mean per game.", averages)]
    some = [
        Column(
            f"games with {facts.noun(name)}",
            partial(facts.share_with_any, column=name),
            share=True,
        )
        for name in facts.counts
        if _can_be_any(facts, name)
    ]
    # What nearly every game has tells nothing.
    telling = [
        each
        for each in some
        if any((each.of(variant).value or 0) < NEARLY_ALL for variant in facts.variants)
    ]
    if telling:
        tables.append(
            by_variant(facts, "Games with at least one, as a share of all.", telling)
        )
    return [*tables]
