"""The section on the chances and means that a scenario asks for in its own words."""

from reports import numbers
from reports.document import Bullets, Section
from reports.facts import Facts
from reports.sections.cells import Entry, by_variant
from reports.words import quoted
from sim.counts.queries import Kind, Query
from sim.stats import Interval, Measure


def queries(facts: Facts) -> Section | None:
    """Return the answers to the queries of the scenario; None if it has none."""
    asked = facts.run.scenario.queries
    if not asked:
        return None
    entries = [_entry(facts, query) for query in asked]
    caption = f"What this scenario asks, with {numbers.level_text(facts.level)} intervals."
    if any(query.asks_for_minutes for query in asked):
        caption += f" Minutes at {facts.pace}."
    meant = Bullets(tuple(_meaning(query) for query in asked))
    return Section("Chances and means asked for", (by_variant(facts, caption, entries), meant))


def _entry(facts: Facts, query: Query) -> Entry:
    is_chance = query.kind is Kind.CHANCE
    measure = Measure.SHARE if is_chance else Measure.MEAN

    def of(variant: str) -> Interval:
        return facts.interval(variant, query.key, measure)

    return Entry(query.name, of, share=is_chance)


def _meaning(query: Query) -> str:
    among = f", among the games with {query.given}" if query.given else ""
    what = "the share of games with" if query.kind is Kind.CHANCE else "the mean of"
    return f"{quoted(query.name)}: {what} {query.expression}{among}."
