"""The section on the chances, means and quantiles that a scenario asks for in its own words."""

from functools import partial

from reports.facts import Facts
from reports.sections.cells import Entry, by_variant
from reports.words import quoted
from sim.contract.answer import Block, Bullets, Paragraph, Section
from sim.counts.answers import MEASURES
from sim.counts.queries import Kind

DEFINED = "As the scenario defines them, by the names of columns:"


def queries(facts: Facts) -> Section | None:
    """Return the answers to the queries of the scenario; None if it has none."""
    asked = facts.run.scenario.queries
    if not asked:
        return None
    entries, meant, doubted = [], [], []
    for query in asked:
        is_chance = query.kind is Kind.CHANCE
        of = partial(facts.interval, column=query.key, measure=MEASURES[query.kind])
        entries.append(Entry(query.name, of, share=is_chance))
        among = f", among the games with {query.given}" if query.given else ""
        what = (
            "the share of games with" if is_chance else f"the {query.measure_words} of"
        )
        if not query.given.endswith(
            query.name.rpartition(", ")[2]
        ):  # else the name says it
            meant.append(f"{quoted(query.name)}: {what} {query.expression}{among}.")
        doubts = dict.fromkeys(
            doubt for each in map(of, facts.variants) if (doubt := each.doubt)
        )
        doubted += [f"{quoted(query.name)}: {doubt}." for doubt in doubts]
    caption = (
        f"Minutes at {facts.pace}."
        if any(query.asks_for_minutes for query in asked)
        else ""
    )
    blocks: list[Block] = [
        by_variant(facts, caption, entries),
        *([Paragraph(DEFINED)] if meant else []),
    ]
    blocks += [Bullets(tuple(items)) for items in (meant, doubted) if items]
    return Section("What this scenario asks", tuple(blocks))
