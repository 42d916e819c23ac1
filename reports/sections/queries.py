"""The section on the chances, means and quantiles that a scenario asks for in its own words."""

from functools import partial

from reports.facts import Facts
from reports.sections.tables import Column, by_variant, doubts
from sim.contract.answer import Section
from sim.counts.answers import MEASURES
from sim.counts.queries import Kind


def queries(facts: Facts) -> Section | None:
    """The answers to the queries of the scenario; None if it has none."""
    asked = facts.run.scenario.queries
    if not asked:
        return None
    columns = []
    warned = []
    for query in asked:
        of = partial(facts.interval, column=query.key, measure=MEASURES[query.kind])
        is_chance = query.kind is Kind.CHANCE
        columns.append(Column(query.name, of, share=is_chance))
        warned += [(query.name, name, of(name).doubt) for name in facts.variants]
    timed = any(query.asks_for_minutes for query in asked)
    return Section(
        "What this scenario asks",
        (
            by_variant(facts, f"Minutes at {facts.pace}." if timed else "", columns),
            *doubts(facts, warned),
        ),
    )
